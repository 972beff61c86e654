//! The data files and filegroups of a database besides the primary file and PRIMARY. The host
//! stores them with the database's options.

use sluice_base::file_growth::FileGrowth;
use sluice_base::ids::{FileId, FilegroupId};
use sluice_catalog::name::same;
use sluice_txn::Storage;

/// The data files, the filegroups, and the ids given so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataFiles {
    /// The files besides the primary one, in the order of their ids.
    pub files: Vec<SecondaryFile>,
    /// The filegroups besides PRIMARY, in the order of their ids.
    pub filegroups: Vec<Filegroup>,
    /// The filegroup of tables that name none.
    pub default_filegroup: FilegroupId,
    /// The greatest file id ever given. An id is never used twice.
    pub last_file: FileId,
    /// The greatest filegroup id ever given.
    pub last_filegroup: FilegroupId,
}

/// A data file besides the primary one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SecondaryFile {
    /// The file's id, from 3 on.
    pub id: FileId,
    /// The filegroup that it belongs to.
    pub filegroup: FilegroupId,
    /// Logical name.
    pub name: String,
    /// Path in the file system. A relative path starts at the instance's folder.
    pub path: String,
    /// FILEGROWTH, if it is set.
    pub growth: Option<FileGrowth>,
    /// MAXSIZE in bytes, if the file has a limit.
    pub max_bytes: Option<u64>,
    /// Whether the file is being made or removed and has no pages in use. After a crash the next
    /// start removes the file and this entry.
    pub is_absent: bool,
}

/// The persisted log buffer of a database: a log file on a DAX volume.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogBufferFile {
    /// The file's id, from 3 on.
    pub id: FileId,
    /// Logical name.
    pub name: String,
    /// Path in the file system. A relative path starts at the instance's folder.
    pub path: String,
    /// Whether the file is being made or removed, and has no commit. After a crash the next start
    /// removes the file and this entry.
    pub is_absent: bool,
}

/// A filegroup besides PRIMARY.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filegroup {
    /// The filegroup's id, from 2 on.
    pub id: FilegroupId,
    /// Name.
    pub name: String,
    /// READ_ONLY: objects in the filegroup can't be changed.
    pub is_read_only: bool,
}

impl Default for DataFiles {
    fn default() -> DataFiles {
        DataFiles {
            files: Vec::new(),
            filegroups: Vec::new(),
            default_filegroup: FilegroupId::PRIMARY,
            last_file: FileId::LOG,
            last_filegroup: FilegroupId::PRIMARY,
        }
    }
}

impl DataFiles {
    /// Returns the files that belong to the database.
    pub fn present(&self) -> impl Iterator<Item = &SecondaryFile> {
        self.files.iter().filter(|file| !file.is_absent)
    }

    /// Returns the file with an id. `None` for an unknown id.
    pub fn file(&self, id: FileId) -> Option<&SecondaryFile> {
        self.files.iter().find(|file| file.id == id)
    }

    /// Returns the file with an id, for a change of its settings. `None` for an unknown id.
    pub fn file_mut(&mut self, id: FileId) -> Option<&mut SecondaryFile> {
        self.files.iter_mut().find(|file| file.id == id)
    }

    /// Returns the ids and names of all filegroups, PRIMARY first.
    pub fn all_filegroups(&self) -> impl Iterator<Item = (FilegroupId, &str)> {
        let others = self.filegroups.iter().map(|group| (group.id, &*group.name));
        [(FilegroupId::PRIMARY, PRIMARY)].into_iter().chain(others)
    }

    /// Returns the filegroup with a name, ignoring case. `None` if there is none.
    pub fn filegroup_named(&self, name: &str) -> Option<FilegroupId> {
        self.all_filegroups().find(|(_, known)| same(known, name)).map(|(id, _)| id)
    }

    /// Returns the name of a filegroup. `None` for an unknown id.
    pub fn filegroup_name(&self, id: FilegroupId) -> Option<&str> {
        self.all_filegroups().find(|(known, _)| *known == id).map(|(_, name)| name)
    }

    /// Whether a filegroup has a file. PRIMARY has the primary file.
    pub fn has_files(&self, id: FilegroupId) -> bool {
        id == FilegroupId::PRIMARY || self.present().any(|file| file.filegroup == id)
    }

    /// Whether a filegroup is READ_ONLY. PRIMARY never is.
    pub fn is_read_only(&self, id: FilegroupId) -> bool {
        self.filegroups.iter().any(|group| group.id == id && group.is_read_only)
    }

    /// Sets whether a filegroup is READ_ONLY. Does nothing for PRIMARY and for an unknown
    /// filegroup.
    pub fn set_read_only(&mut self, id: FilegroupId, is_read_only: bool) {
        let changed = self.filegroups.iter_mut().filter(|group| group.id == id);
        changed.for_each(|group| group.is_read_only = is_read_only);
    }

    /// Removes a filegroup, unless it has a file, even an absent one.
    pub fn remove_filegroup(&mut self, id: FilegroupId) {
        if self.files.iter().all(|file| file.filegroup != id) {
            self.filegroups.retain(|group| group.id != id);
        }
    }

    /// Adds an empty filegroup and returns its id, which was never given before. The name isn't
    /// checked.
    pub fn add_filegroup(&mut self, name: &str) -> FilegroupId {
        self.last_filegroup.0 += 1;
        self.filegroups.push(Filegroup { id: self.last_filegroup, name: name.to_owned(), is_read_only: false });
        self.last_filegroup
    }

    /// Returns the next file id, which counts as given.
    pub fn next_file(&mut self) -> FileId {
        self.last_file.0 += 1;
        self.last_file
    }

    /// Applies the filegroups and the growth settings of the files to the open storage. A file that
    /// isn't open is skipped.
    pub(crate) fn apply_to(&self, storage: &Storage) {
        let groups: Vec<(FilegroupId, &str)> = self.all_filegroups().skip(1).collect();
        let files: Vec<(FileId, FilegroupId)> = self.present().map(|file| (file.id, file.filegroup)).collect();
        storage.space.set_filegroups(&groups, &files, self.default_filegroup);
        for file in self.present() {
            if let Some(space) = storage.space.file(file.id) {
                space.growth.set(file.growth, file.max_bytes.unwrap_or(u64::MAX));
            }
        }
    }
}

/// The name of the filegroup of the primary file.
pub const PRIMARY: &str = "PRIMARY";
