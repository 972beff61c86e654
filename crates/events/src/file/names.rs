//! The names of event files.
//!
//! A target's files are named `BASE_0_NUMBER.xel`. The number is the time of the file's creation in
//! units of 100 nanoseconds since 1601, as in SQL Server, so the names sort by age.

use crate::target_definition::FILE_ENDING;
use crate::wildcard::{FILES, is_match};
use sluice_base::sync::Arc;
use sluice_vfs::{FileError, Vfs};
use std::path::{Path, PathBuf};

/// The files of a target.
#[derive(Clone)]
pub(super) struct FileNames {
    folder: PathBuf,
    base: String,
}

impl FileNames {
    /// Returns the names for the parameter `filename`. A relative name is in `folder`.
    pub(super) fn new(folder: &Path, filename: &str) -> FileNames {
        let path = folder.join(filename);
        let base = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let base = base.get(..base.len().saturating_sub(FILE_ENDING.len())).unwrap_or_default().to_owned();
        FileNames { folder: path.parent().map(Path::to_owned).unwrap_or_default(), base }
    }

    /// Returns the path of the file with a number.
    pub(super) fn path(&self, number: u64) -> PathBuf {
        self.folder.join(format!("{}{MIDDLE}{number}{FILE_ENDING}", self.base))
    }

    /// Returns the numbers of the existing files, the oldest first.
    pub(super) fn numbers(&self, vfs: &dyn Vfs) -> Result<Vec<u64>, FileError> {
        let names = vfs.list(&self.folder)?;
        let mut numbers: Vec<u64> = names.iter().filter_map(|name| self.number(&name.to_string_lossy())).collect();
        numbers.sort_unstable();
        Ok(numbers)
    }

    fn number(&self, name: &str) -> Option<u64> {
        let digits = name.strip_prefix(&self.base)?.strip_prefix(MIDDLE)?.strip_suffix(FILE_ENDING)?;
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
    }
}

/// Returns the files that `pattern` names, sorted. A relative pattern is in `folder`. The last part
/// of the path may have `*` and `?`. Empty if no file fits or the folder can't be read.
pub(super) fn matching(vfs: &Arc<dyn Vfs>, folder: &Path, pattern: &str) -> Vec<PathBuf> {
    let path = folder.join(pattern);
    let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else { return Vec::new() };
    let name = name.to_string_lossy();
    if !name.contains(['*', '?']) {
        return if vfs.exists(&path).unwrap_or(false) { vec![path.clone()] } else { Vec::new() };
    }
    let names = vfs.list(parent).unwrap_or_default();
    let fits = |found: &PathBuf| is_match(&found.to_string_lossy(), &name, FILES);
    let mut found: Vec<PathBuf> = names.into_iter().filter(fits).map(|name| parent.join(name)).collect();
    found.sort();
    found
}

/// Returns the number of a file made at `utc_ns`.
pub(super) fn number_at(utc_ns: i64) -> u64 {
    (utc_ns / NS_OF_TICK + TICKS_TO_1970) as u64
}

const MIDDLE: &str = "_0_";
const NS_OF_TICK: i64 = 100;
/// The units of 100 nanoseconds from 1601 to 1970.
const TICKS_TO_1970: i64 = 116_444_736_000_000_000;
