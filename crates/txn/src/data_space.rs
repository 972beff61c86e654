//! The space of a database's data files: filegroups, files, their growth, and the pages with room.

use crate::leftovers::Leftovers;
use crate::proportional_fill::ProportionalFill;
use sluice_base::file_growth::FileGrowth;
use sluice_base::ids::{FileId, FilegroupId};
use sluice_base::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering};
use sluice_base::sync::{Arc, Mutex, RwLock};
use sluice_vfs::File;
use std::path::{Path, PathBuf};

/// The data files of a database.
pub struct DataSpace {
    /// The primary data file.
    primary: Arc<DataFileSpace>,
    filegroups: RwLock<Vec<Arc<FilegroupSpace>>>,
    /// The filegroup of objects that name none.
    default_filegroup: AtomicU16,
    /// Pages in which deletes have left room or ghosts.
    pub leftovers: Leftovers,
    /// Held shared by a thread that cleans up pages and needs their object to exist. Held
    /// exclusively while an object is freed. Taken without a latch: a page of a freed object keeps
    /// its content, and a thread that gives it to another object may wait for it with the other
    /// one's IAM root latched.
    pub existence: RwLock<()>,
    /// Held shared by a thread that releases objects or undoes their creation, until that is
    /// logged. Held exclusively while a file's size becomes smaller, so that no such work is half
    /// done then: after a crash it would look for pages behind the end of the file. Taken before
    /// `existence` and without a latch.
    pub resizing: RwLock<()>,
}

/// A filegroup and its files. Replaced whenever a file or property changes.
pub struct FilegroupSpace {
    /// The filegroup's id.
    pub id: FilegroupId,
    /// The filegroup's name, for messages.
    pub name: Arc<str>,
    /// The files, in the order of their ids.
    pub files: Vec<Arc<DataFileSpace>>,
    /// The choice of the next extent's file. Locked without waiting for anything else.
    fill: Mutex<ProportionalFill>,
}

/// A data file.
pub struct DataFileSpace {
    /// The file's id.
    pub id: FileId,
    /// The filegroup that the file belongs to for good.
    pub filegroup: FilegroupId,
    /// The file, for growth. Pages are read and written by the pool alone.
    pub handle: Arc<dyn File>,
    /// The growth settings.
    pub growth: DataGrowth,
    /// Whether the file is about to be removed: no extent is taken from it.
    is_closing: AtomicBool,
    /// Whether the file was emptied and gets no extents until its size is changed
    /// (DBCC SHRINKFILE EMPTYFILE).
    is_emptied: AtomicBool,
    /// Held while the file is made shorter.
    pub shrinking: Mutex<()>,
}

impl DataFileSpace {
    /// Returns the space of a file in use.
    pub fn new(id: FileId, filegroup: FilegroupId, handle: Arc<dyn File>) -> DataFileSpace {
        DataFileSpace {
            id,
            filegroup,
            handle,
            growth: DataGrowth::default(),
            is_closing: AtomicBool::new(false),
            is_emptied: AtomicBool::new(false),
            shrinking: Mutex::default(),
        }
    }

    /// Stops or resumes taking extents from the file. A thread that takes an extent checks this
    /// under the latch of the extent's GAM page.
    pub fn set_closing(&self, is_closing: bool) {
        self.is_closing.store(is_closing, Ordering::SeqCst);
    }

    /// Stops or resumes taking extents from the file, as [`DataFileSpace::set_closing`] does, for a
    /// file that stays.
    pub fn set_emptied(&self, is_emptied: bool) {
        self.is_emptied.store(is_emptied, Ordering::SeqCst);
    }

    /// Whether no extent may be taken from the file.
    pub fn is_closing(&self) -> bool {
        self.is_closing.load(Ordering::SeqCst) || self.is_emptied.load(Ordering::SeqCst)
    }
}

impl FilegroupSpace {
    fn new(id: FilegroupId, name: Arc<str>, files: Vec<Arc<DataFileSpace>>) -> Arc<FilegroupSpace> {
        Arc::new(FilegroupSpace { id, name, files, fill: Mutex::default() })
    }

    /// Returns the file of the next extent. Returns `None` if the free extents must be counted
    /// ([`FilegroupSpace::set_free`]).
    pub fn next_file(&self) -> Option<Arc<DataFileSpace>> {
        let id = self.fill.lock().next()?;
        self.files.iter().find(|file| file.id == id).cloned()
    }

    /// Records that no extent of the file is free. The file gets no extents until the free ones are
    /// counted again.
    pub fn note_full(&self, file: FileId) {
        self.fill.lock().note_full(file);
    }

    /// Sets the numbers of free extents of the files. A file that `free` doesn't name gets no
    /// extents.
    pub fn set_free(&self, free: &[(FileId, u32)]) {
        self.fill.lock().set_free(free);
    }

    /// Returns the files in the order in which they grow: the one after the file that grew last
    /// comes first. Files about to be removed are left out.
    pub fn files_to_grow(&self) -> Vec<Arc<DataFileSpace>> {
        let grown = self.fill.lock().grown();
        let first = self.files.iter().position(|file| Some(file.id) > grown).unwrap_or(0);
        let (before, after) = self.files.split_at(first);
        after.iter().chain(before).filter(|file| !file.is_closing()).cloned().collect()
    }

    /// Records that the file has grown, so that the next file grows after it.
    pub fn note_grown(&self, file: FileId) {
        self.fill.lock().note_grown(file);
    }
}

impl DataSpace {
    /// Returns the space of a database with its primary file and the files `secondary`. Files that
    /// `filegroups` doesn't name are in PRIMARY. The other filegroups have no name until
    /// [`DataSpace::set_filegroups`]. Opens nothing: the handles are passed in. Growth has its
    /// defaults, and no file counts as full.
    pub(crate) fn new(
        primary: Arc<dyn File>,
        secondary: Vec<(FileId, Arc<dyn File>)>,
        filegroups: &[(FileId, FilegroupId)],
    ) -> DataSpace {
        let new = |id, handle| Arc::new(DataFileSpace::new(id, group_of(id, filegroups), handle));
        let primary = new(FileId::PRIMARY, primary);
        let mut files = vec![primary.clone()];
        files.extend(secondary.into_iter().map(|(id, handle)| new(id, handle)));
        let mut groups: Vec<(FilegroupId, &str)> = filegroups.iter().map(|(_, group)| (*group, "")).collect();
        groups.sort_unstable();
        groups.dedup();
        groups.retain(|(id, _)| *id != FilegroupId::PRIMARY);
        let filegroups = RwLock::new(grouped(&groups, &files));
        let default_filegroup = AtomicU16::new(FilegroupId::PRIMARY.0);
        DataSpace {
            primary,
            filegroups,
            default_filegroup,
            leftovers: Leftovers::default(),
            existence: RwLock::default(),
            resizing: RwLock::default(),
        }
    }

    /// Returns the primary data file.
    pub fn primary(&self) -> &Arc<DataFileSpace> {
        &self.primary
    }

    /// Returns the path of the primary data file.
    pub fn path(&self) -> &Path {
        self.primary.handle.path()
    }

    /// Returns the path of a data file; that of the primary file if there is no such file.
    pub fn path_of(&self, file: FileId) -> PathBuf {
        self.file(file).unwrap_or_else(|| self.primary.clone()).handle.path().to_owned()
    }

    /// Returns the data file `id`, or `None` if the database doesn't have it. The primary file is
    /// found without a lock.
    pub fn file(&self, id: FileId) -> Option<Arc<DataFileSpace>> {
        if id == FileId::PRIMARY {
            return Some(self.primary.clone());
        }
        self.filegroups.read().iter().flat_map(|group| &group.files).find(|file| file.id == id).cloned()
    }

    /// Returns the data files in the order of their ids, the primary file first.
    pub fn files(&self) -> Vec<Arc<DataFileSpace>> {
        let mut files: Vec<Arc<DataFileSpace>> =
            self.filegroups.read().iter().flat_map(|group| &group.files).cloned().collect();
        files.sort_by_key(|file| file.id);
        files
    }

    /// Returns the filegroup `id`, if the database has it.
    pub fn filegroup(&self, id: FilegroupId) -> Option<Arc<FilegroupSpace>> {
        self.filegroups.read().iter().find(|group| group.id == id).cloned()
    }

    /// Returns the filegroup of a file. An object belongs to the filegroup of its root's file. A
    /// file that the database doesn't have counts as one of PRIMARY.
    pub fn filegroup_of(&self, file: FileId) -> FilegroupId {
        if file == FileId::PRIMARY {
            return FilegroupId::PRIMARY;
        }
        self.file(file).map_or(FilegroupId::PRIMARY, |file| file.filegroup)
    }

    /// Returns the filegroup of objects that name none.
    pub fn default_filegroup(&self) -> FilegroupId {
        FilegroupId(self.default_filegroup.load(Ordering::Relaxed))
    }

    /// Sets the filegroups besides PRIMARY, with their names, the default one, and the filegroup of
    /// each file that is named in `files`: PRIMARY or one of `groups`, or the file is lost. Files
    /// that are not named go to PRIMARY.
    pub fn set_filegroups(
        &self,
        groups: &[(FilegroupId, &str)],
        files: &[(FileId, FilegroupId)],
        default: FilegroupId,
    ) {
        self.default_filegroup.store(default.0, Ordering::Relaxed);
        let present = self.files();
        let placed: Vec<Arc<DataFileSpace>> = present.iter().map(|file| placed(file, files)).collect();
        *self.filegroups.write() = grouped(groups, &placed);
    }

    /// Adds a file to its filegroup, or adds nothing if the database has the file. Its filegroup
    /// must exist; otherwise the file isn't added. Files in use by others aren't touched, since a
    /// filegroup is replaced, not changed.
    pub fn add_file(&self, file: DataFileSpace) {
        let mut groups = self.filegroups.write();
        if groups.iter().flat_map(|group| &group.files).any(|present| present.id == file.id) {
            return;
        }
        let file = Arc::new(file);
        for group in groups.iter_mut().filter(|group| group.id == file.filegroup) {
            let mut files = group.files.clone();
            files.push(file.clone());
            files.sort_by_key(|file| file.id);
            *group = FilegroupSpace::new(group.id, group.name.clone(), files);
        }
    }

    /// Removes a file from its filegroup. Does nothing for the primary file and for an unknown one.
    /// The file itself is neither closed nor deleted here.
    pub fn remove_file(&self, id: FileId) {
        for group in self.filegroups.write().iter_mut() {
            if id != FileId::PRIMARY && group.files.iter().any(|file| file.id == id) {
                let files = group.files.iter().filter(|file| file.id != id).cloned().collect();
                *group = FilegroupSpace::new(group.id, group.name.clone(), files);
            }
        }
    }
}

/// Returns the filegroup of a file, which is PRIMARY unless `files` names another.
fn group_of(file: FileId, files: &[(FileId, FilegroupId)]) -> FilegroupId {
    files.iter().find(|(id, _)| *id == file).map_or(FilegroupId::PRIMARY, |(_, group)| *group)
}

/// Returns `file` in the filegroup that `files` names.
fn placed(file: &Arc<DataFileSpace>, files: &[(FileId, FilegroupId)]) -> Arc<DataFileSpace> {
    let filegroup = group_of(file.id, files);
    if filegroup == file.filegroup {
        return file.clone();
    }
    let moved = DataFileSpace::new(file.id, filegroup, file.handle.clone());
    moved.growth.set(file.growth.growth(), file.growth.max_bytes());
    Arc::new(moved)
}

/// Returns PRIMARY and the filegroups `groups` with their files.
fn grouped(groups: &[(FilegroupId, &str)], files: &[Arc<DataFileSpace>]) -> Vec<Arc<FilegroupSpace>> {
    let all = [(FilegroupId::PRIMARY, "PRIMARY")].into_iter().chain(groups.iter().copied());
    let with_files = all.map(|(id, name)| {
        let of_group = files.iter().filter(|file| file.filegroup == id).cloned().collect();
        FilegroupSpace::new(id, Arc::from(name), of_group)
    });
    with_files.collect()
}

/// The growth step and maximum length of a data file. The owner of the database's options stores
/// them on disk.
#[derive(Debug)]
pub struct DataGrowth {
    growth: AtomicU64,
    max_bytes: AtomicU64,
}

impl Default for DataGrowth {
    fn default() -> DataGrowth {
        DataGrowth { growth: AtomicU64::new(UNSET), max_bytes: AtomicU64::new(u64::MAX) }
    }
}

impl DataGrowth {
    /// Sets the growth step (`None`: automatic) and the maximum length in bytes.
    pub fn set(&self, growth: Option<FileGrowth>, max_bytes: u64) {
        self.growth.store(growth.map_or(UNSET, FileGrowth::to_number), Ordering::Relaxed);
        self.max_bytes.store(max_bytes, Ordering::Relaxed);
    }

    /// Returns the growth step, if set.
    pub fn growth(&self) -> Option<FileGrowth> {
        Some(self.growth.load(Ordering::Relaxed)).filter(|number| *number != UNSET).map(FileGrowth::of_number)
    }

    /// Returns the maximum length, in bytes.
    pub fn max_bytes(&self) -> u64 {
        self.max_bytes.load(Ordering::Relaxed)
    }
}

/// The stored number for an unset growth step; no growth has this number.
const UNSET: u64 = u64::MAX;
