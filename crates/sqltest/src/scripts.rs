//! Locates the golden scripts.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Returns the folder `tests/sql` of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/sql")
}

/// Returns the folder of the data files that scripts load.
pub fn data_files() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data_files")
}

/// Returns all scripts in a folder and its subfolders, sorted by path.
pub fn below(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    entries.sort();
    let mut scripts = Vec::new();
    for path in entries {
        if path.is_dir() {
            scripts.append(&mut below(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "sql") {
            scripts.push(path);
        }
    }
    Ok(scripts)
}

/// Returns the test name of a script: its path below the root without the extension.
pub fn name(script: &Path) -> String {
    script.strip_prefix(root()).unwrap_or(script).with_extension("").to_string_lossy().into_owned()
}
