//! The pool's face: attach databases, read, write and create pages, write dirty ones back.

use crate::cache::Cache;
use crate::counters::{FileCounters, PoolCounters};
use crate::database::{Database, DatabaseFiles, DatabaseLog};
use crate::double_write;
use crate::error::PageError;
use crate::eviction;
use crate::frame::{Frame, PageKey};
use crate::guard::{PageHint, PageMut, PageRef};
use crate::loader::{self, Mode};
use crate::page::{self, PAGE_SIZE};
use crate::writer;
use sluice_base::ids::{DatabaseId, FileId, Lsn, PageId};
use sluice_base::memory::{Clerk, MemoryBroker, OutOfMemory, Reservation};
use sluice_base::sync::Arc;
use sluice_base::waits::Waits;
use sluice_wal::Log;

/// The instance's pool of 8 KB pages: a hard limit of frames, shared by all databases.
///
/// A guard that it gives out holds the page's latch; a thread must not ask for a page that it holds already. To hold
/// one page while asking for another is fine, in whatever order the access methods keep among themselves.
pub struct BufferPool {
    cache: Cache,
    broker: Arc<MemoryBroker>,
    _memory: Reservation,
}

impl BufferPool {
    /// A pool of `frames` pages, whose memory `broker` sets aside; it becomes real only as frames are used.
    pub fn new(frames: usize, waits: Arc<Waits>, broker: &Arc<MemoryBroker>) -> Result<Arc<BufferPool>, OutOfMemory> {
        assert!(frames > 0 && frames < u32::MAX as usize, "a pool has frames");
        let bytes = (frames * (PAGE_SIZE + size_of::<Frame>())) as u64;
        let memory = broker.reserve(Clerk::BufferPool, bytes)?;
        let refused = OutOfMemory { clerk: Clerk::BufferPool, wanted: bytes, limit: 0 };
        let cache = Cache::new(frames, waits).ok_or(refused)?;
        Ok(Arc::new(BufferPool { cache, broker: broker.clone(), _memory: memory }))
    }

    /// Lets pages of `database` in and sets aside the memory that writing them back takes. Its id must not be attached.
    pub fn attach(&self, database: DatabaseId, files: DatabaseFiles) -> Result<(), PageError> {
        let memory = self.broker.reserve(Clerk::BufferPool, writer::STAGING_BYTES as u64)?;
        self.cache.databases.insert(Database::new(database, files, memory));
        Ok(())
    }

    /// Gives the database its log, once recovery has started it: from here on no page is written before its records
    /// are.
    pub fn set_log(&self, database: DatabaseId, log: Arc<Log>) {
        self.give_log(database, DatabaseLog::Log(log));
    }

    pub(crate) fn give_log(&self, database: DatabaseId, log: DatabaseLog) {
        let attached = self.cache.databases.get(database);
        attached.expect("a log is set for a database that is attached").set_log(log);
    }

    /// Throws the database's pages out, changed ones too: write them back before. Nobody may hold or ask for any.
    pub fn detach(&self, database: DatabaseId) {
        let Some(attached) = self.cache.databases.remove(database) else { return };
        // A batch under way counts on its frames staying.
        let _turn = attached.turn.lock();
        for (index, frame) in self.cache.frames.iter().enumerate() {
            if frame.key().database() != database || frame.key() == PageKey::NONE {
                continue;
            }
            self.cache.latch_exclusive(frame);
            if frame.key().database() == database && frame.key() != PageKey::NONE {
                self.cache.forget(index as u32);
                self.cache.give_back(index as u32);
            } else {
                frame.latch.unlock_exclusive();
            }
        }
    }

    /// The page `id`, latched shared.
    #[inline]
    pub fn read(&self, database: DatabaseId, id: PageId) -> Result<PageRef<'_>, PageError> {
        let index = self.latched(PageKey::new(database, id), Mode::Shared)?;
        Ok(PageRef::new(&self.cache, index))
    }

    /// The page `id`, latched exclusively.
    #[inline]
    pub fn write(&self, database: DatabaseId, id: PageId) -> Result<PageMut<'_>, PageError> {
        let index = self.latched(PageKey::new(database, id), Mode::Exclusive)?;
        Ok(PageMut::new(&self.cache, index))
    }

    /// As [`BufferPool::read`], looking first where `hint` says; `hint` then says where the page is.
    #[inline]
    pub fn read_hinted(&self, hint: &mut PageHint, database: DatabaseId, id: PageId) -> Result<PageRef<'_>, PageError> {
        let index = self.hinted(hint, PageKey::new(database, id), Mode::Shared)?;
        Ok(PageRef::new(&self.cache, index))
    }

    /// As [`BufferPool::write`], looking first where `hint` says; `hint` then says where the page is.
    #[inline]
    pub fn write_hinted(
        &self,
        hint: &mut PageHint,
        database: DatabaseId,
        id: PageId,
    ) -> Result<PageMut<'_>, PageError> {
        let index = self.hinted(hint, PageKey::new(database, id), Mode::Exclusive)?;
        Ok(PageMut::new(&self.cache, index))
    }

    /// The page `id`, latched exclusively, without reading it from its file: zero but for its identity (and its LSN, if
    /// it was in memory), to be formatted by the caller. Dropped without [`PageMut::will_change`], it is as if never
    /// created.
    pub fn create(&self, database: DatabaseId, id: PageId) -> Result<PageMut<'_>, PageError> {
        let key = PageKey::new(database, id);
        let attached = loader::database_of(&self.cache, key)?;
        let index = loop {
            if let Some(index) = self.cached(key, Mode::Exclusive) {
                break index;
            }
            let index = eviction::claim(&self.cache)?;
            if loader::enter(&self.cache, key, index) {
                // SAFETY: the frame was claimed with its latch held exclusively, and no guard exists for it.
                unsafe { self.cache.bytes_mut(index) }.fill(0);
                break index;
            }
        };
        let frame = self.cache.frame(index);
        frame.count_change();
        // SAFETY: the latch is held exclusively and no guard exists yet.
        let bytes = unsafe { self.cache.bytes_mut(index) };
        // Kept so that redo of older records still knows that they are not for what is here now.
        let lsn = page::lsn(bytes);
        bytes.fill(0);
        page::set_identity(bytes, id, attached.guid);
        page::set_lsn(bytes, lsn);
        Ok(PageMut::created(&self.cache, index, !frame.is_dirty()))
    }

    /// The page `id`, latched exclusively: as it is in memory, else as [`BufferPool::create`] gives it, without a read of its
    /// file. For redo of a record after which nothing matters that was on the page before.
    pub fn write_or_create(&self, database: DatabaseId, id: PageId) -> Result<PageMut<'_>, PageError> {
        match self.cached(PageKey::new(database, id), Mode::Exclusive) {
            Some(index) => Ok(PageMut::new(&self.cache, index)),
            None => self.create(database, id),
        }
    }

    /// From where the log must be kept to redo what the database's file may lack; `None` if nothing is dirty. A
    /// checkpoint reads the log's tail *before* it asks: what becomes dirty meanwhile is then covered by that tail.
    pub fn min_rec_lsn(&self, database: DatabaseId) -> Option<Lsn> {
        let of_database = self.cache.frames.iter().filter(|frame| frame.key().database() == database);
        of_database.filter_map(Frame::rec_lsn).min()
    }

    /// Writes back every page whose oldest unwritten change is before `before`, durably; gives how many pages were
    /// written. Afterwards no page's is, unless it was changed meanwhile by a record before `before`. The caller holds
    /// no page.
    pub fn write_back(&self, database: DatabaseId, before: Lsn) -> Result<usize, PageError> {
        writer::write_back(&self.cache, &*self.attached(database)?, before)
    }

    /// Makes durable what was done to the database's data file beside the pool: that it was made longer. Under rule 6 of the
    /// crate as all syncs: after a failed one this one is not tried, and after it failed no page is written.
    pub fn sync_file(&self, database: DatabaseId) -> Result<(), PageError> {
        writer::sync_file(&self.cache, &*self.attached(database)?)
    }

    /// Mends pages that a power cut tore while they were written; gives how many. For a database just attached, before
    /// anything reads its pages.
    pub fn repair_torn(&self, database: DatabaseId) -> Result<usize, PageError> {
        let attached = self.attached(database)?;
        let file = &attached.file;
        let Some(area) = file.area else { return Ok(0) };
        Ok(double_write::repair(&*file.handle, file.id, area, attached.guid)?.len())
    }

    /// Gives up every clean page that nobody holds (`DBCC DROPCLEANBUFFERS`); gives how many.
    pub fn drop_clean_buffers(&self) -> usize {
        eviction::drop_clean(&self.cache)
    }

    /// What the pool has counted.
    pub fn counters(&self) -> &PoolCounters {
        &self.cache.counters
    }

    /// What has been counted of a data file of an attached database.
    pub fn file_counters(&self, database: DatabaseId, file: FileId) -> Option<Arc<FileCounters>> {
        self.cache.databases.get(database)?.data_file(file).map(|file| file.counters.clone())
    }

    /// How many pages fit.
    pub fn frames(&self) -> usize {
        self.cache.frames.len()
    }

    /// How many frames have no page now.
    pub fn free_frames(&self) -> usize {
        self.cache.free_frames()
    }

    #[inline]
    fn hinted(&self, hint: &mut PageHint, key: PageKey, mode: Mode) -> Result<u32, PageError> {
        if let Some(index) = hint.frame().filter(|index| self.try_frame(*index, key, mode)) {
            return Ok(index);
        }
        let index = self.latched(key, mode)?;
        *hint = PageHint::of(index);
        Ok(index)
    }

    /// The frame of `key`, latched; read from its file if need be.
    #[inline]
    fn latched(&self, key: PageKey, mode: Mode) -> Result<u32, PageError> {
        loop {
            if let Some(index) = self.cached(key, mode) {
                return Ok(index);
            }
            if let Some(index) = loader::load(&self.cache, key, mode)? {
                return Ok(index);
            }
        }
    }

    /// The frame of `key`, latched, if the page is in memory.
    #[inline]
    fn cached(&self, key: PageKey, mode: Mode) -> Option<u32> {
        while let Some(index) = self.cache.table.find(key) {
            if self.try_frame(index, key, mode) {
                return Some(index);
            }
        }
        None
    }

    /// Latches the frame `index` and keeps the latch if `key` is there (rule 1 of the crate).
    #[inline]
    fn try_frame(&self, index: u32, key: PageKey, mode: Mode) -> bool {
        let Some(frame) = self.cache.frames.get(index as usize) else { return false };
        // Saves a wait for a stranger's page; the look under the latch decides.
        if frame.key() != key {
            return false;
        }
        match mode {
            Mode::Shared => self.cache.latch_shared(frame),
            Mode::Exclusive => self.cache.latch_exclusive(frame),
        }
        let is_here = frame.key() == key;
        if is_here {
            frame.touch();
        } else if mode == Mode::Shared {
            frame.latch.unlock_shared();
        } else {
            frame.latch.unlock_exclusive();
        }
        is_here
    }

    fn attached(&self, database: DatabaseId) -> Result<Arc<Database>, PageError> {
        self.cache.databases.get(database).ok_or(PageError::NotAttached { database, page: PageId::NONE })
    }
}
