//! Where the golden scripts stand.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The folder `tests/sql` of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/sql")
}

/// Every script in a folder and in those below it, in the order of their paths.
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

/// What a test of a script is called: its path below the root, without its ending.
pub fn name(script: &Path) -> String {
    script.strip_prefix(root()).unwrap_or(script).with_extension("").to_string_lossy().into_owned()
}
