//! The files of a database in the instance's folder: their names, and the protocol that creates and
//! removes them.
//!
//! A database exists once its row in master is committed. Its files are created under `NAME.new`
//! before that and renamed after it. A crash in between leaves either files without a row, which
//! the next start removes, or a row whose files still have the `.new` name, which the next opening
//! renames. A start removes no data or log file under its final name, except tempdb's and absent
//! secondary files.
//!
//! For files outside the instance's folder, listing the folder would not find a crash's leftovers.
//! So the row of such a database is committed before its files are created, with the mark that they
//! don't exist yet (`Entry::is_unmade`). DROP DATABASE takes the same steps in reverse.

use sluice_base::hash::HashSet;
use sluice_base::ids::{FileId, FilegroupId};
use sluice_table::DatabaseOptions;
use sluice_table::data_files::SecondaryFile;
use sluice_vfs::{Access, Create, Durability, FileError, OpenOptions, Vfs};
use std::path::{Path, PathBuf};

/// The data files and the log file of a database, and the ring of its log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FilePair {
    /// The primary data file.
    pub(crate) data: PathBuf,
    pub(crate) log: PathBuf,
    /// The other data files.
    pub(crate) secondary: Vec<SecondaryPath>,
    /// The persisted log buffer, which exists if it is named here.
    pub(crate) buffer: Option<BufferPath>,
    /// The log tail that survives a killed process. The ring has its final name from the start. Its
    /// content is valid only for its own log, so it may exist or not at any time. The ring may be
    /// removed while no process has the database open.
    pub(crate) ring: PathBuf,
}

/// The place of a data file other than the primary one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SecondaryPath {
    pub(crate) id: FileId,
    pub(crate) filegroup: FilegroupId,
    pub(crate) path: PathBuf,
}

/// The place of a persisted log buffer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BufferPath {
    pub(crate) id: FileId,
    pub(crate) path: PathBuf,
}

impl FilePair {
    /// Returns the default files of the database `name`, named as in SQL Server. Characters that no
    /// file name can have are replaced. There are no secondary files.
    pub(crate) fn for_database(folder: &Path, name: &str) -> FilePair {
        let (data, log) = match name {
            "master" => ("master.mdf".to_owned(), "mastlog.ldf".to_owned()),
            "tempdb" => ("tempdb.mdf".to_owned(), "templog.ldf".to_owned()),
            "model" => ("model.mdf".to_owned(), "modellog.ldf".to_owned()),
            "msdb" => ("MSDBData.mdf".to_owned(), "MSDBLog.ldf".to_owned()),
            _ => (format!("{}.mdf", file_name(name)), format!("{}_log.ldf", file_name(name))),
        };
        let ring = format!("{}{RING}", file_name(name));
        let secondary = Vec::new();
        FilePair { data: folder.join(data), log: folder.join(log), secondary, buffer: None, ring: folder.join(ring) }
    }

    /// Returns the files of the database `name` at the paths in `options`. Without a path, the
    /// default by the name that the database was created with. Absent files are left out.
    pub(crate) fn placed(folder: &Path, name: &str, options: &DatabaseOptions) -> FilePair {
        let first = FilePair::for_database(folder, options.first_name.as_deref().unwrap_or(name));
        let place = |path: &Option<String>, first: PathBuf| path.as_ref().map_or(first, |path| folder.join(path));
        FilePair {
            data: place(&options.data_path, first.data),
            log: place(&options.log_path, first.log),
            secondary: options.data_files.present().map(|file| SecondaryPath::new(folder, file)).collect(),
            buffer: options
                .log_buffer
                .as_ref()
                .filter(|file| !file.is_absent)
                .map(|file| BufferPath { id: file.id, path: folder.join(&file.path) }),
            ring: first.ring,
        }
    }

    /// Returns the folders of the files.
    pub(crate) fn folders(&self) -> Vec<&Path> {
        let mut folders: Vec<&Path> = self.paths().filter_map(Path::parent).collect();
        folders.sort_unstable();
        folders.dedup();
        folders
    }

    /// Returns whether the two pairs share a file.
    pub(crate) fn meets(&self, other: &FilePair) -> bool {
        self.ring == other.ring || self.paths().any(|path| other.paths().any(|taken| taken == path))
    }

    /// Returns the paths of the data files, the log and its persisted buffer.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &Path> {
        let secondary = self.secondary.iter().map(|file| &*file.path);
        let buffer = self.buffer.iter().map(|file| &*file.path);
        [&*self.data, &*self.log].into_iter().chain(secondary).chain(buffer)
    }

    /// Returns the paths of the data files.
    pub(crate) fn data_paths(&self) -> impl Iterator<Item = &Path> {
        std::iter::once(&*self.data).chain(self.secondary.iter().map(|file| &*file.path))
    }

    /// Returns the temporary names of the files during creation.
    pub(crate) fn in_making(&self) -> FilePair {
        self.with_suffix(MAKING)
    }

    /// Returns the temporary names of the files during a conversion of the format.
    pub(crate) fn in_conversion(&self) -> FilePair {
        self.with_suffix(CONVERTING)
    }

    fn with_suffix(&self, suffix: &str) -> FilePair {
        let new = |path: &Path| {
            let mut name = path.as_os_str().to_owned();
            name.push(suffix);
            PathBuf::from(name)
        };
        let secondary = self.secondary.iter();
        let secondary = secondary.map(|file| SecondaryPath { path: new(&file.path), ..file.clone() }).collect();
        let buffer = self.buffer.as_ref().map(|file| BufferPath { path: new(&file.path), ..file.clone() });
        FilePair { data: new(&self.data), log: new(&self.log), secondary, buffer, ring: self.ring.clone() }
    }

    /// Returns SQL Server's default logical names of the data and log file of the database `name`.
    /// System databases have names of their own.
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

    /// Renames created files to their final names, the data file last: if the data file has its
    /// final name, so have the others. Also completes the renames after a crash. Returns whether a
    /// file was renamed; the caller then syncs the folder.
    pub(crate) fn settle(&self, vfs: &dyn Vfs) -> Result<bool, FileError> {
        let new = self.in_making();
        let mut renamed = false;
        let secondary = new.secondary.iter().zip(&self.secondary).map(|(from, to)| (&from.path, &to.path));
        let buffer = new.buffer.iter().zip(&self.buffer).map(|(from, to)| (&from.path, &to.path));
        for (from, to) in secondary.chain(buffer).chain([(&new.log, &self.log), (&new.data, &self.data)]) {
            if vfs.exists(from)? && !vfs.exists(to)? {
                vfs.rename(from, to)?;
                renamed = true;
            }
        }
        Ok(renamed)
    }
}

impl SecondaryPath {
    fn new(folder: &Path, file: &SecondaryFile) -> SecondaryPath {
        SecondaryPath { id: file.id, filegroup: file.filegroup, path: folder.join(&file.path) }
    }
}

/// Removes files in creation that belong to no database in `known`, and rings without a log.
/// `known` lists all databases of the folder, including master. Returns the rings of known
/// databases. Files under temporary names that belong to a known database stay: its opening settles
/// them.
pub(crate) fn remove_unfinished(
    vfs: &dyn Vfs,
    folder: &Path,
    known: &[FilePair],
) -> Result<HashSet<PathBuf>, FileError> {
    let known_rings: HashSet<&Path> = known.iter().map(|pair| pair.ring.as_path()).collect();
    let mut rings = HashSet::default();
    for path in vfs.list(folder)? {
        let path = folder.join(path);
        let name = path.as_os_str().to_string_lossy();
        let making = || known.iter().map(FilePair::in_making);
        let is_making = || making().any(|files| files.paths().any(|known| known == path));
        if name.ends_with(MAKING) && !is_making() || name.ends_with(RING) && !known_rings.contains(path.as_path()) {
            vfs.remove(&path)?;
        } else if name.ends_with(RING) {
            rings.insert(path.clone());
        }
    }
    Ok(rings)
}

/// Encodes a database name as a file name: writes bytes that a file system may reject as `%XX`.
pub(crate) fn file_name(name: &str) -> String {
    let mut file = String::new();
    for byte in name.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-' | b' ' => file.push(byte as char),
            other => file.push_str(&format!("%{other:02X}")),
        }
    }
    file
}

/// Data files bypass the system's cache, because the pool is the cache. The pool decides when they
/// are synced.
pub(crate) const DATA_FILE: OpenOptions =
    OpenOptions { create: Create::Never, access: Access::Direct, durability: Durability::Deferred };

/// Suffixes reserved for files in creation, in conversion, and rings. No database's own file may
/// end in them.
pub(crate) const MAKING: &str = ".new";
pub(crate) const CONVERTING: &str = ".format6";
pub(crate) const RING: &str = "_tail.ring";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_match_sql_server_and_are_safe() {
        let pair = FilePair::for_database(Path::new("d"), "PerformanceV3");
        assert_eq!(pair.in_making().ring, pair.ring);
        let names: [PathBuf; 3] =
            ["d/PerformanceV3.mdf".into(), "d/PerformanceV3_log.ldf".into(), "d/PerformanceV3_tail.ring".into()];
        assert_eq!([pair.data, pair.log, pair.ring], names);
        assert_eq!(FilePair::for_database(Path::new("d"), "master").log, Path::new("d/mastlog.ldf"));
        assert_eq!(FilePair::for_database(Path::new("d"), "tempdb").log, Path::new("d/templog.ldf"));
        assert_eq!(FilePair::for_database(Path::new("d"), "../a").data, Path::new("d/%2E%2E%2Fa.mdf"));
    }
}
