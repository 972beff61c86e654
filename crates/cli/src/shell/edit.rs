//! The user's own editor on a text (`\\e`).

use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::process::Command;

/// The text as the editor leaves it: that of `VISUAL`, of `EDITOR`, or vi. An error says what went wrong.
pub(crate) fn edited(text: &str) -> Result<String, String> {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
    let editor = set("VISUAL").or_else(|| set("EDITOR")).unwrap_or_else(|| "vi".to_owned());
    let file = std::env::temp_dir().join(format!("sluice-{}.sql", std::process::id()));
    let made = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&file);
    let written = made.and_then(|mut opened| opened.write_all(text.as_bytes()));
    let outcome = written.map_err(|error| format!("could not write '{}': {error}", file.display())).and_then(|()| {
        // The variable may have words behind the editor's name.
        let ran = Command::new("sh").arg("-c").arg(format!("{editor} \"$0\"")).arg(&file).status();
        let status = ran.map_err(|error| format!("could not start '{editor}': {error}"))?;
        if !status.success() {
            return Err(format!("'{editor}' ended with an error: the text is as it was"));
        }
        std::fs::read_to_string(&file).map_err(|error| format!("could not read '{}': {error}", file.display()))
    });
    // One that can't be removed is the system's to clear.
    let _ = std::fs::remove_file(&file);
    outcome
}
