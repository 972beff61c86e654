//! A toy access method for the tests: pages are arrays of numbers.
//!
//! ```text
//! 16 SET      page; cell u16, old u64, new u64       a transaction's change
//! 17 UNSET    page; cell u16, value u64              its compensation
//! 18 PAIR     page, payload: other page u32, cell u16, value u64    a system record over two pages
//! 19 FREE     page; cell u16                         a release: the cell becomes RELEASED
//! 20 FORMAT   page                                   a new page
//! ```
#![allow(dead_code, unreachable_pub, reason = "each test binary is a crate of its own and uses a part of it")]

pub mod history;

use sluice_base::clock::{Clock, ManualClock};
use sluice_base::codec::{Reader, get_u64, put_u64};
use sluice_base::counters::DatabaseCounters;
use sluice_base::ids::{DatabaseGuid, DatabaseId, PageId};
use sluice_base::memory::MemoryBroker;
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use sluice_base::waits::Waits;
use sluice_buffer::{BufferPool, DatabaseFiles, PAGE_SIZE, PageType, page};
use sluice_txn::{
    Before, Crew, LockManager, LogHandler, Record, RecoveryParts, RecoveryReport, RedoPages, Storage, StorageError,
    StorageParts, Task, Transaction, UndoChain, VersionStore,
};
use sluice_vfs::{Access, Create, Durability, OpenOptions, Vfs};
use sluice_wal::{LogEnvironment, LogFile, LogOptions};
use std::path::{Path, PathBuf};

pub const SET: u8 = 16;
pub const UNSET: u8 = 17;
pub const PAIR: u8 = 18;
pub const FREE: u8 = 19;
pub const FORMAT: u8 = 20;

/// The value of a released cell.
pub const RELEASED: u64 = 0xDEAD;
pub const CELLS: u16 = 64;
/// The first data page; before it are the header and the double-write area.
pub const FIRST_PAGE: u32 = 80;
pub const DB: DatabaseId = DatabaseId(5);

#[derive(Default)]
pub struct Toy {
    /// Whether releases fail, as for an unreadable file.
    pub failing_releases: AtomicBool,
    /// Whether releases come too early, as for pages that a snapshot may need.
    pub early_releases: AtomicBool,
    /// The number of calls of `release`.
    pub release_calls: AtomicU64,
}

/// A crew of one thread that claims three and runs the last task first.
struct Backwards;

impl Crew for Backwards {
    fn size(&self) -> usize {
        3
    }

    fn run(&self, tasks: &mut [Task<'_>]) {
        tasks.iter_mut().rev().for_each(|task| task());
    }
}

/// A cell of a page; pages are counted from [`FIRST_PAGE`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Cell {
    pub page: u32,
    pub cell: u16,
}

pub struct Database {
    pub storage: Arc<Storage>,
    pub report: RecoveryReport,
    pub counters: Arc<DatabaseCounters>,
    pub clock: Arc<ManualClock>,
    pub toy: Arc<Toy>,
}

pub struct Setup {
    /// The names of the files, and the id of the database.
    pub name: &'static str,
    pub frames: usize,
    pub pages: u32,
    pub log: LogOptions,
}

impl Default for Setup {
    fn default() -> Setup {
        let log =
            LogOptions { initial_bytes: 1 << 20, growth_bytes: 1 << 20, max_bytes: 4 << 20, ..LogOptions::default() };
        Setup { name: "toy", frames: 64, pages: 8, log }
    }
}

pub fn options(create: Create) -> OpenOptions {
    OpenOptions { create, access: Access::Direct, durability: Durability::Deferred }
}

impl Setup {
    pub fn path(&self, end: &str) -> PathBuf {
        PathBuf::from(format!("/{}.{end}", self.name))
    }

    fn guid(&self) -> DatabaseGuid {
        DatabaseGuid(self.name.bytes().fold(0x70B1, |guid, byte| guid * 31 + u64::from(byte)))
    }

    fn environment(&self, vfs: &Arc<dyn Vfs>, waits: &Arc<Waits>, counters: &Arc<DatabaseCounters>) -> LogEnvironment {
        LogEnvironment {
            vfs: vfs.clone(),
            waits: waits.clone(),
            counters: counters.clone(),
            broker: MemoryBroker::new(64 << 20),
            storage: sluice_base::ids::DatabaseId(1),
        }
    }

    /// Creates the files, formats the pages and closes the database. All of it is durable on
    /// return.
    pub fn create(&self, vfs: &Arc<dyn Vfs>) {
        let clock: Arc<dyn Clock> = Arc::new(ManualClock::new(1));
        let environment = self.environment(vfs, &Arc::new(Waits::new(clock)), &Arc::default());
        sluice_wal::create(&environment, &self.path("ldf"), self.guid(), &self.log).unwrap();
        let data = vfs.open(&self.path("mdf"), options(Create::New)).unwrap();
        data.allocate(0, u64::from(FIRST_PAGE + self.pages) * PAGE_SIZE as u64).unwrap();
        data.sync().unwrap();
        vfs.sync_dir(Path::new("/")).unwrap();
        let database = self.open(vfs).unwrap();
        for number in 0..self.pages {
            let storage = &database.storage;
            let mut page = storage.pool.create(DB, PageId::primary(FIRST_PAGE + number)).unwrap();
            storage.log_system(&mut [&mut page], FORMAT, &[]).unwrap();
            page::set_page_type(&mut page, PageType::DATA);
        }
        database.storage.close().unwrap();
    }

    /// Opens the database with recovery.
    pub fn open(&self, vfs: &Arc<dyn Vfs>) -> Result<Database, StorageError> {
        self.open_under(vfs, None)
    }

    /// Opens the database with another database as coordinator of transactions across databases.
    pub fn open_under(&self, vfs: &Arc<dyn Vfs>, coordinator: Option<&Database>) -> Result<Database, StorageError> {
        let clock = Arc::new(ManualClock::new(1_000));
        let waits = Arc::new(Waits::new(clock.clone()));
        let counters: Arc<DatabaseCounters> = Arc::default();
        let environment = self.environment(vfs, &waits, &counters);
        let log = LogFile::open(&environment, &self.path("ldf"), self.guid(), &self.log)?;
        let data = vfs.open(&self.path("mdf"), options(Create::Never)).map_err(StorageError::File)?;
        let data = DatabaseFiles {
            guid: self.guid(),
            data,
            secondary: Vec::new(),
            log: None,
            pair_page: 4,
            double_write_page: 8,
            double_write: true,
            check: |_| Ok(()),
        };
        let pool = BufferPool::new(self.frames, waits.clone(), &MemoryBroker::new(64 << 20)).unwrap();
        let toy = Arc::new(Toy::default());
        let parts = StorageParts {
            id: DB,
            pool,
            data,
            filegroups: Vec::new(),
            handler: toy.clone(),
            clock: clock.clone(),
            counters: counters.clone(),
            locks: LockManager::new(waits, &environment.broker),
            versions: VersionStore::new(&environment.broker),
        };
        let coordinator = coordinator.map(|coordinator| coordinator.storage.clone());
        let recovery = RecoveryParts { log, crew: Arc::new(Backwards), coordinator, is_snapshot: false };
        let (storage, report) = Storage::open(parts, recovery)?;
        Ok(Database { storage, report, counters, clock, toy })
    }
}

impl Database {
    pub fn get(&self, at: Cell) -> u64 {
        let page = self.storage.pool.read(DB, at.id()).unwrap();
        get_u64(&page, at.offset())
    }

    /// Returns every cell of the first `pages` pages.
    pub fn all(&self, pages: u32) -> Vec<u64> {
        (0..pages).flat_map(|page| (0..CELLS).map(move |cell| Cell { page, cell })).map(|at| self.get(at)).collect()
    }

    pub fn set(&self, txn: &mut Transaction, at: Cell, value: u64) -> Result<(), StorageError> {
        let storage = &self.storage;
        let mut page = storage.pool.write(DB, at.id())?;
        let old = get_u64(&page, at.offset());
        let payload: [&[u8]; 3] = [&at.cell.to_le_bytes(), &old.to_le_bytes(), &value.to_le_bytes()];
        storage.log_change(txn, &mut page, SET, &payload)?;
        put_u64(&mut page, at.offset(), value);
        Ok(())
    }

    /// Sets the cell on two pages by one system record.
    pub fn set_pair(&self, first: u32, second: u32, cell: u16, value: u64) -> Result<(), StorageError> {
        assert!(first < second, "latches are taken in the pages' order");
        let storage = &self.storage;
        let (at, other) = (Cell { page: first, cell }, Cell { page: second, cell });
        let mut page = storage.pool.write(DB, at.id())?;
        let mut other_page = storage.pool.write(DB, other.id())?;
        let payload: [&[u8]; 3] = [&second.to_le_bytes(), &cell.to_le_bytes(), &value.to_le_bytes()];
        storage.log_system(&mut [&mut page, &mut other_page], PAIR, &payload)?;
        put_u64(&mut page, at.offset(), value);
        put_u64(&mut other_page, at.offset(), value);
        Ok(())
    }

    pub fn defer_release(&self, txn: &mut Transaction, at: Cell) -> Result<(), StorageError> {
        let intent = [&at.page.to_le_bytes()[..], &at.cell.to_le_bytes()].concat();
        self.storage.defer_release(txn, &intent)
    }
}

impl Cell {
    pub fn new(page: u32, cell: u16) -> Cell {
        Cell { page, cell }
    }

    fn id(self) -> PageId {
        PageId::primary(FIRST_PAGE + self.page)
    }

    fn offset(self) -> usize {
        96 + 8 * usize::from(self.cell)
    }
}

fn put(page: &mut [u8], cell: u16, value: u64) {
    put_u64(page, Cell { page: 0, cell }.offset(), value);
}

impl LogHandler for Toy {
    fn redo(&self, record: &Record<'_>, pages: &mut RedoPages<'_>) -> Result<(), StorageError> {
        let payload = record.payload;
        let mut put_on = |id, cell, value| {
            pages.change(record, id, Before::Matters, |page| {
                put(page, cell, value);
                true
            })
        };
        let u16_at = |at: usize| Reader::new(&payload[at..]).u16().unwrap();
        match record.kind {
            FORMAT => pages.change(record, record.page, Before::IsGone, |page| {
                page[96..].fill(0);
                page::set_page_type(page, PageType::DATA);
                true
            }),
            SET => put_on(record.page, u16_at(0), get_u64(payload, 10)),
            UNSET => put_on(record.page, u16_at(0), get_u64(payload, 2)),
            PAIR => {
                let other = PageId::primary(FIRST_PAGE + Reader::new(payload).u32().unwrap());
                [record.page, other].into_iter().try_for_each(|id| put_on(id, u16_at(4), get_u64(payload, 6)))
            }
            FREE => put_on(record.page, u16_at(0), RELEASED),
            kind => panic!("redo of kind {kind}"),
        }
    }

    fn redone_pages(&self, record: &Record<'_>, note: &mut dyn FnMut(PageId, Before)) {
        note(record.page, if record.kind == FORMAT { Before::IsGone } else { Before::Matters });
        if record.kind == PAIR {
            note(PageId::primary(FIRST_PAGE + Reader::new(record.payload).u32().unwrap()), Before::Matters);
        }
    }

    fn undo(&self, db: &Storage, txn: &mut Transaction, chain: &mut UndoChain<'_>) -> Result<(), StorageError> {
        let record = *chain.newest();
        assert_eq!(record.kind, SET);
        let (cell, old) = (&record.payload[..2], &record.payload[2..10]);
        let mut page = db.pool.write(db.id, record.page)?;
        let at = Cell { page: 0, cell: u16::from_le_bytes([cell[0], cell[1]]) };
        assert_eq!(get_u64(&page, at.offset()), get_u64(record.payload, 10), "undo finds what the record did");
        let mut old = old.to_vec();
        // Undoes earlier changes of the same cell together with this one.
        while let Some(before) = chain.before().filter(|before| before.payload[..2] == *cell) {
            assert_eq!((before.kind, &before.payload[10..18]), (SET, &old[..]), "the chain is the cell's history");
            old = before.payload[2..10].to_vec();
            chain.take(before);
        }
        db.compensate(txn, chain, &mut page, UNSET, &[cell, &old])?;
        put(&mut page, at.cell, get_u64(&old, 0));
        Ok(())
    }

    fn release(&self, db: &Storage, intent: &[u8]) -> Result<bool, StorageError> {
        self.release_calls.fetch_add(1, Ordering::SeqCst);
        if self.failing_releases.load(Ordering::SeqCst) {
            return Err(StorageError::OutOfMemory("as the test wishes".to_owned()));
        }
        if self.early_releases.load(Ordering::SeqCst) {
            return Ok(false);
        }
        let mut reader = Reader::new(intent);
        let at = Cell { page: reader.u32().unwrap(), cell: reader.u16().unwrap() };
        let mut page = db.pool.write(db.id, at.id())?;
        db.log_system(&mut [&mut page], FREE, &[&at.cell.to_le_bytes()])?;
        put(&mut page, at.cell, RELEASED);
        Ok(true)
    }
}
