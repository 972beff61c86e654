//! A test database: a watched data file in memory, and a substitute for its log.

use crate::database::{DatabaseLog, LogProbe};
use crate::page::{self, PAGE_HEADER, PAGE_SIZE, PageType};
use crate::{BufferPool, DatabaseFiles, PageMut};
use sluice_base::clock::ManualClock;
use sluice_base::ids::{DatabaseGuid, DatabaseId, Lsn, PageId};
use sluice_base::memory::MemoryBroker;
use sluice_base::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use sluice_base::sync::{Arc, Mutex};
use sluice_base::waits::Waits;
use sluice_vfs::mem::{CrashMode, MemFs};
use sluice_vfs::{Access, BatchResults, Create, Durability, File, FileError, OpenOptions, Operation, Vfs};
use sluice_wal::LogError;
use std::path::Path;
use std::time::Duration;

pub(crate) const DB: DatabaseId = DatabaseId(5);
pub(crate) const GUID: DatabaseGuid = DatabaseGuid(0xD00D_F00D);
pub(crate) const PAIR: u32 = 4;
pub(crate) const AREA: u32 = 8;
/// The first page after the double-write area.
pub(crate) const FIRST: u32 = 80;
pub(crate) const FILE_PAGES: u32 = 400;
pub(crate) const FILE: &str = "/data.mdf";

/// A log reduced to its epoch, its tail and its durable end.
pub(crate) struct ProbeLog {
    epoch: Mutex<(u32, Lsn)>,
    tail: AtomicU64,
    durable: AtomicU64,
    is_poisoned: AtomicBool,
    /// Runs inside the next harden, between a batch's copies and its writes.
    on_harden: Mutex<Option<Box<dyn FnOnce() + Send>>>,
}

impl ProbeLog {
    pub(crate) fn new() -> Arc<ProbeLog> {
        let (tail, durable) = (AtomicU64::new(1 << 20), AtomicU64::new(0));
        let epoch = Mutex::new((1, Lsn::NONE));
        Arc::new(ProbeLog { epoch, tail, durable, is_poisoned: AtomicBool::new(false), on_harden: Mutex::new(None) })
    }

    /// Lets every later harden fail for good.
    pub(crate) fn poison(&self) {
        self.is_poisoned.store(true, Ordering::SeqCst);
    }

    pub(crate) fn append(&self) -> Lsn {
        Lsn(self.tail.fetch_add(10, Ordering::SeqCst))
    }

    /// Begins the next epoch at `first`.
    pub(crate) fn begin_epoch(&self, first: Lsn) {
        let mut epoch = self.epoch.lock();
        *epoch = (epoch.0 + 1, first);
    }

    pub(crate) fn is_durable(&self, lsn: Lsn) -> bool {
        lsn.is_none() || lsn.0 <= self.durable.load(Ordering::SeqCst)
    }

    pub(crate) fn on_next_harden(&self, action: impl FnOnce() + Send + 'static) {
        *self.on_harden.lock() = Some(Box::new(action));
    }
}

impl LogProbe for ProbeLog {
    fn tail(&self) -> Lsn {
        Lsn(self.tail.load(Ordering::SeqCst))
    }

    fn epoch(&self) -> (u32, Lsn) {
        *self.epoch.lock()
    }

    fn harden(&self, lsn: Lsn) -> Result<(), LogError> {
        if self.is_poisoned.load(Ordering::SeqCst) {
            return Err(LogError::Poisoned(Arc::from("a mishap of the log")));
        }
        let action = self.on_harden.lock().take();
        if let Some(action) = action {
            action();
        }
        self.durable.fetch_max(lsn.0, Ordering::SeqCst);
        Ok(())
    }
}

/// An injected failure of a call of the watched file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mishap {
    /// The call fails and changes nothing.
    Fail,
    /// The power fails just after the call. The call changed the file but, unless it was a sync,
    /// not durably.
    PowerCut(u64, CrashMode),
}

/// The data file. Checks every write against the write-ahead rule, and injects a mishap at a chosen
/// write or sync.
pub(crate) struct Watched {
    inner: Arc<dyn File>,
    filesystem: Arc<MemFs>,
    log: Arc<ProbeLog>,
    /// Writes and syncs so far.
    pub(crate) calls: AtomicU64,
    /// Reads so far.
    pub(crate) reads: AtomicU64,
    mishap: Mutex<Option<(u64, Mishap)>>,
    pub(crate) survivor: Mutex<Option<MemFs>>,
    /// The writes, as (first page, pages), and syncs, as (0, 0).
    pub(crate) trace: Mutex<Vec<(u32, u32)>>,
    /// The time that each write and sync takes, on this clock.
    latency: Mutex<Option<(Arc<ManualClock>, Duration)>>,
}

impl Watched {
    /// Injects `mishap` at the write or sync after `calls` more of them.
    pub(crate) fn after(&self, calls: u64, mishap: Mishap) {
        *self.mishap.lock() = Some((self.calls.load(Ordering::SeqCst) + calls, mishap));
    }

    /// Returns the writes in place since the last call, as (first page, pages).
    pub(crate) fn take_writes_in_place(&self) -> Vec<(u32, u32)> {
        let trace = std::mem::take(&mut *self.trace.lock());
        trace.into_iter().filter(|(first, pages)| *pages > 0 && !(PAIR..FIRST).contains(first)).collect()
    }

    /// Returns the files that a power cut now would leave.
    pub(crate) fn cut_copy(&self, mode: CrashMode) -> MemFs {
        self.filesystem.crash_copy(1, mode)
    }

    /// Drops the bytes that wait for a sync, as a system may do after a failed sync.
    pub(crate) fn drop_unsynced(&self) {
        self.filesystem.lose_unsynced(Path::new(FILE));
    }

    fn count(&self, run: impl FnOnce() -> Result<(), FileError>) -> Result<(), FileError> {
        let call = self.calls.fetch_add(1, Ordering::SeqCst);
        if let Some((clock, latency)) = &*self.latency.lock() {
            clock.advance(*latency);
        }
        let due = self.mishap.lock().filter(|(at, _)| *at == call).map(|(_, mishap)| mishap);
        match due {
            None => run(),
            Some(Mishap::Fail) => Err(FileError::new(Operation::Write, self.path(), std::io::Error::other("a mishap"))),
            Some(Mishap::PowerCut(seed, mode)) => {
                let result = run();
                *self.survivor.lock() = Some(self.filesystem.crash_seeded(seed, mode));
                result
            }
        }
    }
}

impl File for Watched {
    fn read_at(&self, buf: &mut [u8], offset: u64) -> Result<(), FileError> {
        self.reads.fetch_add(1, Ordering::SeqCst);
        self.inner.read_at(buf, offset)
    }

    fn write_at(&self, buf: &[u8], offset: u64) -> Result<(), FileError> {
        for page in buf.chunks_exact(PAGE_SIZE) {
            assert!(self.log.is_durable(page::lsn(page)), "page {} is written before its log", page::id(page));
        }
        self.trace.lock().push(((offset / PAGE_SIZE as u64) as u32, (buf.len() / PAGE_SIZE) as u32));
        self.count(|| self.inner.write_at(buf, offset))
    }

    /// Does the writes in turn. If the power fails at one of them, a device may have done the later
    /// ones before: with an even seed, it has.
    fn write_batch(&self, writes: &[(u64, &[u8])]) -> BatchResults {
        let begun = self.calls.load(Ordering::SeqCst);
        if let Some((at, Mishap::PowerCut(seed, _))) = *self.mishap.lock()
            && seed % 2 == 0
            && let Some(later) = at.checked_sub(begun).and_then(|at| writes.get(at as usize + 1..))
        {
            later.iter().for_each(|(offset, bytes)| self.inner.write_at(bytes, *offset).unwrap());
        }
        writes.iter().map(|(offset, bytes)| self.write_at(bytes, *offset)).collect()
    }

    fn sync(&self) -> Result<(), FileError> {
        self.trace.lock().push((0, 0));
        self.count(|| self.inner.sync())
    }

    fn len(&self) -> Result<u64, FileError> {
        self.inner.len()
    }

    fn allocate(&self, offset: u64, length: u64) -> Result<(), FileError> {
        self.inner.allocate(offset, length)
    }

    fn truncate(&self, length: u64) -> Result<(), FileError> {
        self.inner.truncate(length)
    }

    fn sector_size(&self) -> u32 {
        self.inner.sector_size()
    }

    fn is_direct(&self) -> bool {
        self.inner.is_direct()
    }

    fn path(&self) -> &Path {
        self.inner.path()
    }
}

/// A pool with a database attached.
pub(crate) struct Fixture {
    pub(crate) pool: Arc<BufferPool>,
    pub(crate) waits: Arc<Waits>,
    pub(crate) log: Arc<ProbeLog>,
    pub(crate) file: Arc<Watched>,
    pub(crate) double_write: bool,
}

impl Fixture {
    /// Returns a new database and a pool of `frames`.
    pub(crate) fn new(frames: usize) -> Fixture {
        Fixture::over(frames, MemFs::new(7), true, ProbeLog::new())
    }

    /// Returns the database in `filesystem` (or a new database) as after a restart with the
    /// contents of `log`. Nothing is repaired yet.
    pub(crate) fn over(frames: usize, filesystem: MemFs, double_write: bool, log: Arc<ProbeLog>) -> Fixture {
        Fixture::make((frames, Arc::new(ManualClock::new(0))), filesystem, double_write, log)
    }

    /// Returns a new database and a pool of `frames` whose time is that of `clock`.
    pub(crate) fn with_clock(frames: usize, clock: Arc<ManualClock>) -> Fixture {
        Fixture::make((frames, clock), MemFs::new(7), true, ProbeLog::new())
    }

    /// Returns a new database with a pool of `frames`, on a disk whose requests take 10 ms, as the
    /// pool has found out. The first pages after [`FIRST`] have the value `value`; there must be at
    /// least 32. All of them are clean, and in memory if the pool has room.
    pub(crate) fn slow(frames: usize, seed: u64, pages: u32, value: u8) -> Fixture {
        let clock = Arc::new(ManualClock::new(0));
        let fixture = Fixture::make((frames, clock.clone()), MemFs::new(seed), true, ProbeLog::new());
        *fixture.file.latency.lock() = Some((clock, Duration::from_millis(10)));
        // Pages without neighbours first, whose many requests measure the disk.
        (0..pages).step_by(2).take(32).for_each(|page| fixture.put(FIRST + page, value));
        fixture.write_all();
        (0..pages).for_each(|page| fixture.put(FIRST + page, value));
        fixture.write_all();
        fixture.file.sync().unwrap();
        fixture.file.take_writes_in_place();
        fixture
    }

    fn make(
        (frames, clock): (usize, Arc<ManualClock>),
        filesystem: MemFs,
        double_write: bool,
        log: Arc<ProbeLog>,
    ) -> Fixture {
        let filesystem = Arc::new(filesystem);
        let inner = data_file(&filesystem, FILE);
        filesystem.sync_dir(Path::new("/")).unwrap();
        let file = Arc::new(Watched {
            inner,
            filesystem,
            log: log.clone(),
            calls: AtomicU64::new(0),
            reads: AtomicU64::new(0),
            mishap: Mutex::new(None),
            survivor: Mutex::new(None),
            trace: Mutex::new(Vec::new()),
            latency: Mutex::new(None),
        });
        let waits = Arc::new(Waits::new(clock));
        let pool = BufferPool::new(frames, waits.clone(), &MemoryBroker::new(1 << 30)).unwrap();
        let fixture = Fixture { pool, waits, log, file, double_write };
        fixture.attach();
        fixture
    }

    /// Creates another data file, which nothing watches.
    pub(crate) fn second_file(&self, path: &str) -> Arc<dyn File> {
        data_file(&self.file.filesystem, path)
    }

    pub(crate) fn attach(&self) {
        self.attach_for_redo();
        self.pool.give_log(DB, DatabaseLog::Probe(self.log.clone()));
    }

    /// Attaches the database without its log, as during redo.
    pub(crate) fn attach_for_redo(&self) {
        let files = DatabaseFiles {
            guid: GUID,
            data: self.file.clone(),
            secondary: Vec::new(),
            log: None,
            pair_page: PAIR,
            double_write_page: AREA,
            double_write: self.double_write,
            check: |_| Ok(()),
        };
        self.pool.attach(DB, files).unwrap();
    }

    /// Changes `page` so that every byte after its header is `value`, logged as access methods do.
    pub(crate) fn put(&self, page: u32, value: u8) {
        let mut page = self.pool.write(DB, PageId::primary(page)).unwrap();
        change(&self.log, &mut page, value);
    }

    /// Returns the single value of all bytes after the header of `page`.
    pub(crate) fn get(&self, page: u32) -> u8 {
        let page = self.pool.read(DB, PageId::primary(page)).unwrap();
        uniform(&page)
    }

    /// Reads page `page` from the file itself.
    pub(crate) fn raw(&self, page: u32) -> Vec<u8> {
        let mut buf = sluice_vfs::AlignedBuf::zeroed(PAGE_SIZE);
        self.file.inner.read_at(&mut buf, u64::from(page) * PAGE_SIZE as u64).unwrap();
        buf.to_vec()
    }

    /// Overwrites page `page` in the file itself.
    pub(crate) fn put_raw(&self, page: u32, bytes: &[u8]) {
        let mut buf = sluice_vfs::AlignedBuf::zeroed(PAGE_SIZE);
        buf.copy_from_slice(bytes);
        self.file.inner.write_at(&buf, u64::from(page) * PAGE_SIZE as u64).unwrap();
    }

    pub(crate) fn write_all(&self) -> usize {
        self.pool.write_back(DB, Lsn(u64::MAX)).unwrap()
    }
}

/// Opens a data file, or creates it.
fn data_file(filesystem: &MemFs, path: &str) -> Arc<dyn File> {
    let options = OpenOptions { create: Create::IfMissing, access: Access::Direct, durability: Durability::Deferred };
    let file = filesystem.open(Path::new(path), options).unwrap();
    file.allocate(0, u64::from(FILE_PAGES) * PAGE_SIZE as u64).unwrap();
    file.sync().unwrap();
    file
}

/// Makes a logged change of a page.
pub(crate) fn change(log: &ProbeLog, page: &mut PageMut<'_>, value: u8) {
    let id = page.id();
    page.will_change();
    page.set_lsn(log.append());
    page::set_identity(page, id, GUID);
    page::set_page_type(page, PageType::DATA);
    page[PAGE_HEADER..].fill(value);
}

/// Returns the value of all bytes after the header. Panics if they differ.
pub(crate) fn uniform(page: &[u8]) -> u8 {
    let value = page[PAGE_HEADER];
    assert!(page[PAGE_HEADER..].iter().all(|byte| *byte == value), "the page is of one piece");
    value
}
