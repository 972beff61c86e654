//! The databases whose pages the pool holds: their files, their logs, and each one's turn to write pages back.

use crate::dirty_list::DirtyList;
use crate::epoch::Epochs;
use sluice_base::hash::HashMap;
use sluice_base::ids::{DatabaseGuid, DatabaseId, FileId, Lsn};
use sluice_base::memory::Reservation;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_base::sync::{Arc, Mutex, RwLock};
use sluice_vfs::{AlignedBuf, File, FileError};
use sluice_wal::{Harden, Log, LogError};
use std::fmt;

/// What the pool needs to know of a database.
#[derive(Clone)]
pub struct DatabaseFiles {
    /// The identity that its pages carry.
    pub guid: DatabaseGuid,
    /// The primary data file (file 1), best opened direct and deferred.
    pub data: Arc<dyn File>,
    /// Its log. `None` before recovery has started it: then only what the log holds durably may change pages (redo);
    /// `BufferPool::set_log` brings it. A database that is never recovered has none for good.
    pub log: Option<Arc<Log>>,
    /// First page of the double-write area in the data file.
    pub double_write_page: u32,
    /// Whether torn writes must be repairable. `false` for tempdb, which is made anew: its pages are then written in
    /// place at once and never synced.
    pub double_write: bool,
    /// What its owner asks of every page that is read from the file, besides its checksum.
    pub check: PageCheck,
}

/// Whether what stands on a page can be what its type says; if not, what is wrong with it. Asked of whole pages, before anybody else sees
/// them.
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
    /// None (yet).
    None,
    /// The real one.
    Log(Arc<Log>),
    /// A test's.
    #[cfg(test)]
    Probe(Arc<dyn LogProbe>),
}

/// What a test can stand in for the log with.
#[cfg(test)]
pub(crate) trait LogProbe: Send + Sync {
    fn tail(&self) -> Lsn;
    fn epoch(&self) -> (u32, Lsn);
    fn harden(&self, lsn: Lsn) -> Result<(), LogError>;
}

impl DatabaseLog {
    /// A lower bound of the LSN of every later change, above the LSN of every earlier one; `None` without a log.
    pub(crate) fn tail(&self) -> Option<Lsn> {
        match self {
            DatabaseLog::None => None,
            DatabaseLog::Log(log) => Some(log.tail()),
            #[cfg(test)]
            DatabaseLog::Probe(probe) => Some(probe.tail()),
        }
    }

    /// The log's epoch, and where it began. `None` while there is no log.
    pub(crate) fn epoch(&self) -> Option<(u32, Lsn)> {
        match self {
            DatabaseLog::None => None,
            DatabaseLog::Log(log) => Some((log.epoch(), log.epoch_first())),
            #[cfg(test)]
            DatabaseLog::Probe(probe) => Some(probe.epoch()),
        }
    }

    /// As [`DatabaseLog::tail`], under the log's lock: whoever appends at or beyond it sees what the caller did before.
    pub(crate) fn tail_in_order(&self) -> Option<Lsn> {
        match self {
            DatabaseLog::Log(log) => Some(log.tail_in_order()),
            other => other.tail(),
        }
    }

    /// Returns when the record `lsn` is on disk (the write-ahead rule). Without a log every change is durable already.
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
    pub(crate) file: DataFile,
    pub(crate) turn: Mutex<Turn>,
    pub(crate) dirty: DirtyList,
    pub(crate) epochs: Epochs,
    pub(crate) check: PageCheck,
    is_failed: AtomicBool,
    log: RwLock<DatabaseLog>,
    /// For the staging area of its batches.
    _memory: Reservation,
}

/// A data file.
pub(crate) struct DataFile {
    pub(crate) id: FileId,
    pub(crate) handle: Arc<dyn File>,
    /// First page of the double-write area, if there is one.
    pub(crate) area: Option<u32>,
}

/// The right to write a database's pages: one batch at a time, because there is one double-write area.
#[derive(Default)]
pub(crate) struct Turn {
    /// Where a batch is put together: the directory's page, then the copies. Made with the first batch.
    pub(crate) staging: Option<AlignedBuf>,
    /// Numbers the batches since the database was attached.
    pub(crate) sequence: u64,
    /// As of when the copies of the newest batch in the double-write area were made.
    pub(crate) copies: Lsn,
    /// Why no batch may be written any more (rule 6 of the crate).
    pub(crate) failed: Option<Arc<str>>,
}

impl Database {
    /// The database as attached with `files`; `memory` is set aside for its batches.
    pub(crate) fn new(id: DatabaseId, files: DatabaseFiles, memory: Reservation) -> Database {
        let area = files.double_write.then_some(files.double_write_page);
        let file = DataFile { id: FileId(1), handle: files.data, area };
        let log = files.log.map_or(DatabaseLog::None, DatabaseLog::Log);
        let (turn, dirty) = (Mutex::default(), DirtyList::default());
        let (log, is_failed) = (RwLock::new(log), AtomicBool::new(false));
        let epochs = Epochs::default();
        let check = files.check;
        Database { id, guid: files.guid, file, turn, dirty, epochs, check, is_failed, log, _memory: memory }
    }

    /// Ends the writing of its pages (rule 6 of the crate); the caller has the turn.
    pub(crate) fn fail(&self, turn: &mut Turn, why: &FileError) {
        turn.failed = Some(Arc::from(why.to_string()));
        self.is_failed.store(true, Ordering::Release);
    }

    /// Why its pages are not written any more, if that is so. Asked without waiting for a batch under way.
    pub(crate) fn failure(&self) -> Option<Arc<str>> {
        if self.is_failed.load(Ordering::Acquire) { self.turn.lock().failed.clone() } else { None }
    }

    /// Its log, as of now.
    pub(crate) fn log(&self) -> DatabaseLog {
        self.log.read().clone()
    }

    /// Gives it a log.
    pub(crate) fn set_log(&self, log: DatabaseLog) {
        *self.log.write() = log;
    }

    /// The file `id`, if the database has it.
    pub(crate) fn data_file(&self, id: FileId) -> Option<&DataFile> {
        Some(&self.file).filter(|file| file.id == id)
    }
}

/// The attached databases.
pub(crate) struct Databases(RwLock<HashMap<DatabaseId, Arc<Database>>>);

impl Databases {
    /// None yet.
    pub(crate) fn new() -> Databases {
        Databases(RwLock::new(HashMap::default()))
    }

    /// The database `id`, if it is attached.
    pub(crate) fn get(&self, id: DatabaseId) -> Option<Arc<Database>> {
        self.0.read().get(&id).cloned()
    }

    /// Adds a database; its id is free.
    pub(crate) fn insert(&self, database: Database) {
        let id = database.id;
        let before = self.0.write().insert(id, Arc::new(database));
        assert!(before.is_none(), "database {} is attached already", id.0);
    }

    /// Takes a database out.
    pub(crate) fn remove(&self, id: DatabaseId) -> Option<Arc<Database>> {
        self.0.write().remove(&id)
    }
}
