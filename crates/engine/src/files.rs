//! A database's files in the instance's folder: their names, and how they come to be.
//!
//! A database exists once its row is committed in master. Its files are made under `NAME.new` before, and get their names
//! after; a crash between leaves either files without a row, which the next start removes, or a row whose files
//! still have the other name, which the next start renames. A file that has its own name is never removed.
//!
//! Where CREATE DATABASE says that a file is to be elsewhere, listing the folder would not find what a crash leaves of it. The row of such
//! a database is there before its files, and says that they are not made yet (`Entry::is_unmade`); dropping it goes the same way back.

use sluice_exec::DatabaseOptions;
use sluice_vfs::{FileError, Vfs};
use std::path::{Path, PathBuf};

/// The two files of a database, and the ring of its log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FilePair {
    /// The data file.
    pub(crate) data: PathBuf,
    /// The log file.
    pub(crate) log: PathBuf,
    /// What outlives a killed process of the log. It has its name also while the others are made: what is in it counts only for
    /// its own log, so it may be there or not at any time, and be removed whenever no process has the database open.
    pub(crate) ring: PathBuf,
}

impl FilePair {
    /// The files of the database called `name`, as SQL Server names them.
    pub(crate) fn of(folder: &Path, name: &str) -> FilePair {
        let (data, log) = match name {
            "master" => ("master.mdf".to_owned(), "mastlog.ldf".to_owned()),
            "tempdb" => ("tempdb.mdf".to_owned(), "templog.ldf".to_owned()),
            "model" => ("model.mdf".to_owned(), "modellog.ldf".to_owned()),
            "msdb" => ("MSDBData.mdf".to_owned(), "MSDBLog.ldf".to_owned()),
            _ => (format!("{}.mdf", file_name(name)), format!("{}_log.ldf", file_name(name))),
        };
        let ring = format!("{}{RING}", file_name(name));
        FilePair { data: folder.join(data), log: folder.join(log), ring: folder.join(ring) }
    }

    /// The files of the database called `name`, where `options` say they are.
    pub(crate) fn placed(folder: &Path, name: &str, options: &DatabaseOptions) -> FilePair {
        let first = FilePair::of(folder, options.first_name.as_deref().unwrap_or(name));
        let place = |path: &Option<String>, first: PathBuf| path.as_ref().map_or(first, |path| folder.join(path));
        FilePair {
            data: place(&options.data_path, first.data),
            log: place(&options.log_path, first.log),
            ring: first.ring,
        }
    }

    /// The folders that its files are in.
    pub(crate) fn folders(&self) -> Vec<&Path> {
        let mut folders: Vec<&Path> = [&self.data, &self.log].into_iter().filter_map(|path| path.parent()).collect();
        folders.dedup();
        folders
    }

    /// Whether the two have a file in common.
    pub(crate) fn meets(&self, other: &FilePair) -> bool {
        self.data == other.data
            || self.log == other.log
            || self.ring == other.ring
            || self.data == other.log
            || self.log == other.data
    }

    /// The names that the files have while they are made.
    pub(crate) fn in_making(&self) -> FilePair {
        let new = |path: &Path| {
            let mut name = path.as_os_str().to_owned();
            name.push(MAKING);
            PathBuf::from(name)
        };
        FilePair { data: new(&self.data), log: new(&self.log), ring: self.ring.clone() }
    }

    /// The logical names of the data and the log file of the database called `name`, as SQL Server gives them.
    pub(crate) fn logical_names(name: &str) -> [String; 2] {
        let fixed = match name {
            "master" => ["master", "mastlog"],
            "tempdb" => ["tempdev", "templog"],
            "model" => ["modeldev", "modellog"],
            "msdb" => ["MSDBData", "MSDBLog"],
            _ => return [name.to_owned(), format!("{name}_log")],
        };
        fixed.map(str::to_owned)
    }

    /// Gives files that were made their names, the data file last: where it has its name, the log has too. Does what
    /// is left of it after a crash. Whether there was anything to do: then the caller syncs the folder.
    pub(crate) fn settle(&self, vfs: &dyn Vfs) -> Result<bool, FileError> {
        let new = self.in_making();
        let mut renamed = false;
        for (from, to) in [(&new.log, &self.log), (&new.data, &self.data)] {
            if vfs.exists(from)? && !vfs.exists(to)? {
                vfs.rename(from, to)?;
                renamed = true;
            }
        }
        Ok(renamed)
    }
}

/// Removes files that were being made and belong to none of `known`, and rings of logs that belong to none. `known` has every
/// database of the folder, master too.
pub(crate) fn remove_unfinished(vfs: &dyn Vfs, folder: &Path, known: &[FilePair]) -> Result<(), FileError> {
    let making: Vec<FilePair> = known.iter().map(FilePair::in_making).collect();
    for path in vfs.list(folder)? {
        let path = folder.join(path);
        let unfinished = path.as_os_str().to_string_lossy().ends_with(MAKING);
        let ring = path.as_os_str().to_string_lossy().ends_with(RING);
        if unfinished && !making.iter().any(|pair| pair.data == path || pair.log == path)
            || ring && !making.iter().any(|pair| pair.ring == path)
        {
            vfs.remove(&path)?;
        }
    }
    Ok(())
}

/// A file name for any database name: bytes that a file system might not like are written as `%XX`.
fn file_name(name: &str) -> String {
    let mut file = String::new();
    for byte in name.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-' | b' ' => file.push(byte as char),
            other => file.push_str(&format!("%{other:02X}")),
        }
    }
    file
}

/// What the names of files end in that are no database's own.
pub(crate) const MAKING: &str = ".new";
pub(crate) const RING: &str = "_tail.ring";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sql_servers_and_safe() {
        let pair = FilePair::of(Path::new("d"), "PerformanceV3");
        assert_eq!(pair.in_making().ring, pair.ring);
        let names: [PathBuf; 3] =
            ["d/PerformanceV3.mdf".into(), "d/PerformanceV3_log.ldf".into(), "d/PerformanceV3_tail.ring".into()];
        assert_eq!([pair.data, pair.log, pair.ring], names);
        assert_eq!(FilePair::of(Path::new("d"), "master").log, Path::new("d/mastlog.ldf"));
        assert_eq!(FilePair::of(Path::new("d"), "tempdb").log, Path::new("d/templog.ldf"));
        assert_eq!(FilePair::of(Path::new("d"), "../a").data, Path::new("d/%2E%2E%2Fa.mdf"));
    }
}
