//! Edits a text in the user's editor (`:ed`, `\\e`).

use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::process::Command;

/// Runs `editor` on a file with `text`. Returns the edited text, or an error for the user. The file
/// is new, readable by its owner only, and is removed afterwards. `sh` runs `editor`, which may
/// have quotes and arguments, with the file's path as the last argument.
pub(crate) fn edited(editor: &str, text: &str) -> Result<String, String> {
    let file = std::env::temp_dir().join(format!("sluice-{}.sql", std::process::id()));
    let failed = |error: std::io::Error| format!("could not write '{}': {error}", file.display());
    let mut made = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&file).map_err(failed)?;
    let outcome = made.write_all(text.as_bytes()).map_err(failed).and_then(|()| run(editor, &file));
    // A failed removal leaves the file in the temporary folder.
    let _ = std::fs::remove_file(&file);
    outcome
}

/// Runs `editor` on `file`. Returns the text that the file then has.
fn run(editor: &str, file: &Path) -> Result<String, String> {
    // The variable may contain arguments after the editor's name.
    let ran = Command::new("sh").arg("-c").arg(format!("{editor} \"$0\"")).arg(file).status();
    let status = ran.map_err(|error| format!("could not start '{editor}': {error}"))?;
    if !status.success() {
        return Err(format!("'{editor}' ended with an error; the text is unchanged"));
    }
    std::fs::read_to_string(file).map_err(|error| format!("could not read '{}': {error}", file.display()))
}
