//! `cargo xtask table NAME FILE`: generates a source file that holds a table of data.
//!
//! `FILE` is a data file of the Unicode consortium, which the project doesn't keep. The generated
//! file is committed.

mod accents;
mod windows_zones;

use std::path::Path;
use std::process::Command;

/// Generates the table `name` from the data file `source`, and formats it.
pub fn write(root: &Path, name: &str, source: &str) -> Result<(), String> {
    let data = std::fs::read_to_string(source).map_err(|error| format!("{source}: {error}"))?;
    let (path, text) = match name {
        "windows-zones" => ("crates/functions/src/date/windows_zones.rs", windows_zones::table(&data)?),
        "accents" => ("crates/types/src/accents/table.rs", accents::table(&data)?),
        _ => return Err(format!("no table {name}: accents, windows-zones")),
    };
    let path = root.join(path);
    std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    let formatted = Command::new("rustfmt").args(["--edition", "2024"]).arg(&path).current_dir(root).status();
    match formatted {
        Ok(status) if status.success() => Ok(()),
        _ => Err(format!("rustfmt failed for {}", path.display())),
    }
}
