//! The databases whose pages the pool holds: their files, their logs, and their right to write
//! pages back.

use crate::changed_extents::ChangedExtents;
use crate::dirty_list::DirtyList;
use crate::double_write::{STAGING_BYTES, STAGING_MIN_BYTES};
use crate::epoch::Epochs;
use crate::error::PageError;
use crate::frame::PageKey;
use crate::frame_list::FrameList;
use crate::log_history::{CopiesAsOf, LogHistory};
use crate::pace::Pace;
use crate::page;
use sluice_base::hash::{HashMap, HashSet};
use sluice_base::ids::{DatabaseGuid, DatabaseId, FileId, Lsn, PageId};
use sluice_base::memory::Reservation;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_base::sync::{Arc, Mutex, RwLock};
use sluice_vfs::{AlignedBuf, File, FileError};
use sluice_wal::{Harden, Log, LogError};
use std::fmt;

/// The properties of a database that the pool needs.
#[derive(Clone)]
pub struct DatabaseFiles {
    /// The database identity stored in its pages.
    pub guid: DatabaseGuid,
    /// The primary data file (file 1), preferably opened direct and deferred.
    pub data: Arc<dyn File>,
    /// The other data files, opened likewise, in the order of their ids.
    pub secondary: Vec<(FileId, Arc<dyn File>)>,
    /// The log. `None` until recovery has started it: until then, only durable log records may
    /// change pages (redo). `BufferPool::set_log` supplies the log. A database that is never
    /// recovered never has a log here.
    pub log: Option<Arc<Log>>,
    /// First of the two pair pages in each data file ([`crate::pair`]).
    pub pair_page: u32,
    /// First page of the double-write area in each data file.
    pub double_write_page: u32,
    /// Whether torn writes must be repairable. `false` for tempdb, which is recreated at each
    /// start: its pages are written in place at once and never synced.
    pub double_write: bool,
    /// The owner's check of every page read from the file, in addition to the checksum.
    pub check: PageCheck,
}

/// Checks whether a page's content is possible for its type. Returns a description of the problem
/// if not. Called for whole pages before any reader sees them.
pub type PageCheck = fn(&[u8]) -> Result<(), String>;

impl fmt::Debug for DatabaseFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DatabaseFiles")
            .field("guid", &self.guid)
            .field("data", &self.data.path())
            .finish_non_exhaustive()
    }
}

/// The log as the pool uses it.
#[derive(Clone)]
pub(crate) enum DatabaseLog {
    /// No log (yet).
    None,
    /// The database's log.
    Log(Arc<Log>),
    /// A test's log.
    #[cfg(test)]
    Probe(Arc<dyn LogProbe>),
}

/// The substitute for the log in tests.
#[cfg(test)]
pub(crate) trait LogProbe: Send + Sync {
    fn tail(&self) -> Lsn;
    fn epoch(&self) -> (u32, Lsn);
    fn harden(&self, lsn: Lsn) -> Result<(), LogError>;
}

impl DatabaseLog {
    /// Returns a lower bound of the LSN of every later change, above the LSN of every earlier
    /// change. Returns `None` without a log.
    pub(crate) fn tail(&self) -> Option<Lsn> {
        match self {
            DatabaseLog::None => None,
            DatabaseLog::Log(log) => Some(log.tail()),
            #[cfg(test)]
            DatabaseLog::Probe(probe) => Some(probe.tail()),
        }
    }

    /// Returns the log's epoch and its first LSN. Returns `None` without a log.
    pub(crate) fn epoch(&self) -> Option<(u32, Lsn)> {
        match self {
            DatabaseLog::None => None,
            DatabaseLog::Log(log) => Some((log.epoch(), log.epoch_first())),
            #[cfg(test)]
            DatabaseLog::Probe(probe) => Some(probe.epoch()),
        }
    }

    /// Returns the same as [`DatabaseLog::tail`], read under the log's lock: a thread that appends
    /// at or beyond this LSN sees all earlier stores of the caller.
    pub(crate) fn tail_in_order(&self) -> Option<Lsn> {
        match self {
            DatabaseLog::Log(log) => Some(log.tail_in_order()),
            other => other.tail(),
        }
    }

    /// Waits until the record `lsn` is on disk (the write-ahead rule). Without a log every change
    /// is durable already.
    pub(crate) fn harden(&self, lsn: Lsn) -> Result<(), LogError> {
        match self {
            DatabaseLog::None => Ok(()),
            _ if lsn.is_none() => Ok(()),
            DatabaseLog::Log(log) => log.harden(lsn, Harden::WriteAhead),
            #[cfg(test)]
            DatabaseLog::Probe(probe) => probe.harden(lsn),
        }
    }
}

/// An attached database.
pub(crate) struct Database {
    pub(crate) id: DatabaseId,
    pub(crate) guid: DatabaseGuid,
    /// The primary data file.
    pub(crate) primary: Arc<DataFile>,
    /// The other data files.
    secondary: RwLock<Vec<Arc<DataFile>>>,
    layout: FileLayout,
    pub(crate) turn: Mutex<WriteTurn>,
    pub(crate) dirty: DirtyList,
    /// The frames with its pages.
    pub(crate) frames: FrameList,
    pub(crate) epochs: Epochs,
    /// The epochs of the log, as the pair pages list them. Locked within the turn.
    pub(crate) history: RwLock<LogHistory>,
    pub(crate) check: PageCheck,
    /// Whether pages can't be written any more because of a data file.
    is_failed: Arc<AtomicBool>,
    /// Whether pages can't be written any more, for any reason.
    is_unwritable: AtomicBool,
    lost: Mutex<Lost>,
    /// The state to which the copies belong that this opening has taken over, until its log has
    /// begun its epoch.
    inherited: Mutex<Option<CopiesAsOf>>,
    log: RwLock<DatabaseLog>,
    /// Memory for the staging area of the database's batches. Never less than
    /// [`STAGING_MIN_BYTES`], so that pages can always be written.
    staging_memory: Reservation,
}

/// A data file.
pub(crate) struct DataFile {
    pub(crate) id: FileId,
    pub(crate) handle: Arc<dyn File>,
    pub(crate) layout: FileLayout,
    /// The extents changed since the last full backup. Kept for a file with a double-write area.
    pub(crate) changed: ChangedExtents,
    /// Changed only under the database's write turn, or before the first batch.
    pub(crate) written: Mutex<FileWrites>,
}

/// The pages of a data file that the pool itself uses; the same in each file of a database.
#[derive(Clone, Copy)]
pub(crate) struct FileLayout {
    /// First of the pair pages.
    pub(crate) pair: u32,
    /// First page of the double-write area, if there is an area.
    pub(crate) area: Option<u32>,
}

/// The writes of pages that a data file's pool pages describe.
#[derive(Default)]
pub(crate) struct FileWrites {
    /// Number of batches since the file was attached.
    pub(crate) sequence: u64,
    /// Sequence of the newest pair page.
    pub(crate) pair_sequence: u64,
    /// The LSN up to which the newest copies in the double-write area contain all changes.
    pub(crate) copies: Lsn,
    /// The batch that must be written in place before any other of the file.
    pub(crate) unwritten: Option<Unwritten>,
    /// Failed writes since the file's last batch that was written in place.
    pub(crate) failures_in_a_row: u32,
    /// The cost of requests, and the place of the next window.
    pub(crate) pace: Pace,
}

impl FileWrites {
    /// Fills `bytes` with the page `key` if it is in a batch whose write in place has failed. Until
    /// the next try, the page in place may be torn. Returns whether it is. The caller has the turn.
    pub(crate) fn copy_unwritten(&self, key: PageKey, bytes: &mut [u8]) -> bool {
        let Some(Unwritten { copies, copied, .. }) = &self.unwritten else { return false };
        let mut pages = copied.iter().zip(copies.chunks_exact(page::PAGE_SIZE));
        let found = pages.find(|(page, _)| page.key == key);
        found.inspect(|(_, copy)| bytes.copy_from_slice(copy)).is_some()
    }
}

impl DataFile {
    fn new(id: FileId, handle: Arc<dyn File>, layout: FileLayout) -> Arc<DataFile> {
        Arc::new(DataFile { id, handle, layout, changed: ChangedExtents::default(), written: Mutex::default() })
    }
}

/// The state under the right to write a database's pages. Only one batch is written at a time, so
/// that one staging area is enough and each file's double-write area has one writer.
#[derive(Default)]
pub(crate) struct WriteTurn {
    /// Staging area of a batch: the directory's page, then the copies. Allocated with a batch, and
    /// freed when the database rests.
    pub(crate) staging: Option<AlignedBuf>,
    /// The reason why batches can't be written any more (rule 6 of the crate).
    pub(crate) failed: Option<WriteFailure>,
}

/// A page copied into the staging area.
pub(crate) struct Copied {
    pub(crate) key: PageKey,
    /// Its state in memory. `None` for a clean page that fills a gap (`fill`).
    pub(crate) dirty: Option<Dirty>,
}

/// The frame of a dirty page, and the frame's version when the page was copied.
#[derive(Clone, Copy)]
pub(crate) struct Dirty {
    pub(crate) frame: u32,
    pub(crate) version: u32,
}

/// A batch that could not be written in place. The next batch writes it first: its copies in the
/// double-write area stay until then, because a page torn by the failed write has no other whole
/// copy on disk.
pub(crate) struct Unwritten {
    pub(crate) copies: AlignedBuf,
    pub(crate) copied: Vec<Copied>,
    /// The log's end before the first copy.
    pub(crate) tail: Lsn,
}

/// The reason why a database's pages can't be written any more.
#[derive(Clone)]
pub(crate) enum WriteFailure {
    /// A sync of a data file failed, or several writes of one in a row.
    File(Arc<str>),
    /// The log takes no records, so no page may follow it to disk.
    Log(Arc<str>),
}

impl From<WriteFailure> for PageError {
    fn from(failure: WriteFailure) -> PageError {
        match failure {
            WriteFailure::File(why) => PageError::Poisoned(why),
            WriteFailure::Log(why) => PageError::Log(LogError::Poisoned(why)),
        }
    }
}

/// The changed pages that a database without a way to write them has given up. Their files have an
/// older state, which nobody may read (rule 7 of the crate).
#[derive(Default)]
struct Lost {
    pages: HashSet<PageId>,
    /// The LSN from which redo must read the log to restore them.
    from: Option<Lsn>,
}

impl Database {
    /// Returns the database attached with `files`. `memory` is reserved for its batches.
    pub(crate) fn new(id: DatabaseId, files: DatabaseFiles, memory: Reservation) -> Database {
        let area = files.double_write.then_some(files.double_write_page);
        let layout = FileLayout { pair: files.pair_page, area };
        let primary = DataFile::new(FileId::PRIMARY, files.data, layout);
        let others = files.secondary.into_iter().map(|(id, handle)| DataFile::new(id, handle, layout));
        let secondary = RwLock::new(others.collect());
        let log = files.log.map_or(DatabaseLog::None, DatabaseLog::Log);
        let (turn, dirty) = (Mutex::default(), DirtyList::default());
        let (log, lost, inherited) = (RwLock::new(log), Mutex::default(), Mutex::default());
        let (is_failed, is_unwritable) = (Arc::default(), AtomicBool::new(false));
        let (epochs, history) = (Epochs::default(), RwLock::default());
        let check = files.check;
        let guid = files.guid;
        Database {
            id,
            guid,
            primary,
            secondary,
            layout,
            turn,
            dirty,
            frames: FrameList::new(),
            epochs,
            history,
            check,
            is_failed,
            is_unwritable,
            lost,
            inherited,
            log,
            staging_memory: memory,
        }
    }

    /// Allocates a staging area for whole batches. Without memory for that, the area is for one
    /// page at a time.
    pub(crate) fn new_staging(&self) -> AlignedBuf {
        let has_memory = self.staging_memory.bytes() >= STAGING_BYTES as u64
            || self.staging_memory.grow((STAGING_BYTES - STAGING_MIN_BYTES) as u64).is_ok();
        AlignedBuf::zeroed(if has_memory { STAGING_BYTES } else { STAGING_MIN_BYTES })
    }

    /// Frees the staging area, unless a batch is in progress.
    pub(crate) fn free_staging(&self) {
        if let Some(mut turn) = self.turn.try_lock() {
            turn.staging = None;
            self.staging_memory.set(STAGING_MIN_BYTES as u64);
        }
    }

    /// Ends the writing of the database's pages (rule 6 of the crate). The caller holds the turn,
    /// and its batch marks no page clean.
    pub(crate) fn fail(&self, turn: &mut WriteTurn, why: WriteFailure) {
        let is_of_file = matches!(why, WriteFailure::File(_));
        turn.failed = Some(why);
        self.is_failed.store(is_of_file, Ordering::Release);
        self.is_unwritable.store(true, Ordering::Release);
    }

    /// Waits for the batch in progress, and refuses all later ones: the database is being detached.
    pub(crate) fn end_writes(&self) {
        self.turn.lock().failed.get_or_insert_with(|| WriteFailure::File(Arc::from("the database was closed")));
    }

    /// Returns the failed write or sync of a data file that ended the writing of pages; `None` if
    /// pages are written, and after a failure of the log. Does not wait for a batch in progress.
    pub(crate) fn failure(&self) -> Option<Arc<str>> {
        match self.write_failure()? {
            WriteFailure::File(why) => Some(why),
            WriteFailure::Log(_) => None,
        }
    }

    /// Returns the flag that a failed write or sync of a data file sets.
    pub(crate) fn failure_flag(&self) -> Arc<AtomicBool> {
        self.is_failed.clone()
    }

    /// Returns the reason why pages can't be written any more. Does not wait for a batch in
    /// progress.
    pub(crate) fn write_failure(&self) -> Option<WriteFailure> {
        if self.is_unwritable() { self.turn.lock().failed.clone() } else { None }
    }

    /// Whether pages can't be written any more. No batch is in progress then, or will be.
    pub(crate) fn is_unwritable(&self) -> bool {
        self.is_unwritable.load(Ordering::Acquire)
    }

    /// Gives up the changes of a page of a database that can't write it. The caller has latched its
    /// frame exclusively, and empties the frame afterwards.
    pub(crate) fn lose(&self, page: PageId, rec_lsn: Lsn) {
        let mut lost = self.lost.lock();
        lost.pages.insert(page);
        lost.from = Some(lost.from.map_or(rec_lsn, |from| from.min(rec_lsn)));
    }

    /// Fails if the newest state of the page is lost, so that its file may not be read. Called with
    /// the page's frame entered in the table.
    pub(crate) fn check_kept(&self, page: PageId) -> Result<(), PageError> {
        match self.write_failure() {
            Some(failure) if self.lost.lock().pages.contains(&page) => Err(failure.into()),
            _ => Ok(()),
        }
    }

    /// Returns the LSN from which redo must read the log to restore the lost pages. `None` while
    /// pages are written, and if no changed page was lost.
    pub(crate) fn lost_from(&self) -> Option<Lsn> {
        if self.is_unwritable() { self.lost.lock().from } else { None }
    }

    /// Notes the state to which the copies belong that this opening takes over.
    pub(crate) fn set_inherited(&self, copies: CopiesAsOf) {
        *self.inherited.lock() = Some(copies);
    }

    /// Whether copies of an earlier opening were taken over.
    pub(crate) fn has_inherited(&self) -> bool {
        self.inherited.lock().is_some()
    }

    /// Returns the state to which the database's copies in the extension belong: the present one,
    /// once the log has begun its epoch. `None` for a database that is never recovered.
    pub(crate) fn copies_as_of(&self) -> Option<CopiesAsOf> {
        let log = self.log();
        let newest = self.history.read().newest_epoch();
        match newest.filter(|newest| log.epoch().is_some_and(|(epoch, _)| epoch == newest.number)) {
            Some(epoch) => Some(CopiesAsOf { guid: self.guid, epoch, as_of: log.tail_in_order()? }),
            None => *self.inherited.lock(),
        }
    }

    /// Returns the present log.
    pub(crate) fn log(&self) -> DatabaseLog {
        self.log.read().clone()
    }

    /// Sets the log.
    pub(crate) fn set_log(&self, log: DatabaseLog) {
        *self.log.write() = log;
    }

    /// Sets the log epoch and the checksum of a copy of a page that is about to be written.
    pub(crate) fn seal(&self, copy: &mut [u8], log: &DatabaseLog) {
        // Before the log starts, redo brings pages to the state of the epoch before.
        let epoch = log.epoch().map(|(epoch, _)| epoch).or_else(|| self.history.read().newest());
        if let Some(epoch) = epoch {
            page::set_log_epoch(copy, epoch);
        }
        page::seal(copy);
    }

    /// Returns the file `id` if the database has that file.
    pub(crate) fn data_file(&self, id: FileId) -> Option<Arc<DataFile>> {
        if id == FileId::PRIMARY {
            return Some(self.primary.clone());
        }
        self.secondary.read().iter().find(|file| file.id == id).cloned()
    }

    /// Whether the database has the file `id`.
    pub(crate) fn has_file(&self, id: FileId) -> bool {
        id == FileId::PRIMARY || self.secondary.read().iter().any(|file| file.id == id)
    }

    /// Returns the data files in the order of their ids.
    pub(crate) fn data_files(&self) -> Vec<Arc<DataFile>> {
        let mut files = vec![self.primary.clone()];
        files.extend(self.secondary.read().iter().cloned());
        files
    }

    /// Adds a data file, whose id must be free. Its map of changed extents is read first. Fails if
    /// the map can't be read; the file isn't added then. Panics if the id is in use.
    pub(crate) fn add_file(&self, id: FileId, handle: Arc<dyn File>) -> Result<(), FileError> {
        let file = DataFile::new(id, handle, self.layout);
        if file.layout.area.is_some() {
            file.changed.read(&*file.handle, id, self.guid, Some(self.primary.changed.base()))?;
        }
        let mut files = self.secondary.write();
        assert!(id != FileId::PRIMARY && files.iter().all(|file| file.id != id), "file {} is attached already", id.0);
        files.push(file);
        files.sort_by_key(|file| file.id);
        Ok(())
    }

    /// Removes a data file other than the primary file.
    pub(crate) fn remove_file(&self, id: FileId) {
        self.secondary.write().retain(|file| file.id != id);
    }
}

/// The attached databases.
pub(crate) struct Databases(RwLock<HashMap<DatabaseId, Arc<Database>>>);

impl Databases {
    pub(crate) fn new() -> Databases {
        Databases(RwLock::new(HashMap::default()))
    }

    /// Returns the database `id` if it is attached.
    pub(crate) fn get(&self, id: DatabaseId) -> Option<Arc<Database>> {
        self.0.read().get(&id).cloned()
    }

    /// Returns the attached databases.
    pub(crate) fn all(&self) -> Vec<Arc<Database>> {
        self.0.read().values().cloned().collect()
    }

    /// Adds a database, whose id must be free.
    pub(crate) fn insert(&self, database: Database) {
        let id = database.id;
        let before = self.0.write().insert(id, Arc::new(database));
        assert!(before.is_none(), "database {} is attached already", id.0);
    }

    /// Removes a database and returns it; `None` if it isn't attached.
    pub(crate) fn remove(&self, id: DatabaseId) -> Option<Arc<Database>> {
        self.0.write().remove(&id)
    }
}
