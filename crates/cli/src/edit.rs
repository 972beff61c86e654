//! Edits a text in the user's editor (`:ed`, `\\e`).

use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::process::Command;

/// Runs `editor` on a file with `text`. Returns the edited text, or an error for the user. The file
/// is new, readable by its owner only, and is removed afterwards. `sh` runs `editor`, which may
/// have quotes and arguments, with the file's path as the last argument.
pub(crate) fn edited(editor: &str, text: &str) -> Result<String, String> {
    let file = std::env::temp_dir().join(format!("sluice-{}.sql", std::process::id()));
    let made = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&file);
    let written = made.and_then(|mut opened| opened.write_all(text.as_bytes()));
    let outcome = written.map_err(|error| format!("could not write '{}': {error}", file.display())).and_then(|()| {
        // The variable may contain arguments after the editor's name.
        let ran = Command::new("sh").arg("-c").arg(format!("{editor} \"$0\"")).arg(&file).status();
        let status = ran.map_err(|error| format!("could not start '{editor}': {error}"))?;
        if !status.success() {
            return Err(format!("'{editor}' ended with an error; the text is unchanged"));
        }
        std::fs::read_to_string(&file).map_err(|error| format!("could not read '{}': {error}", file.display()))
    });
    // A failed removal leaves the file in the temporary folder.
    let _ = std::fs::remove_file(&file);
    outcome
}
