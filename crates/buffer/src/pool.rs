//! The pool's face: attach databases, read, write and create pages, write dirty ones back.

use crate::cache::Cache;
use crate::counters::PoolCounters;
use crate::database::{Database, DatabaseFiles, DatabaseLog};
use crate::descriptor::Descriptor;
use crate::double_write;
use crate::epoch::{Epoch, EpochHook};
use crate::error::PageError;
use crate::eviction;
use crate::frame::{Frame, PageKey};
use crate::free_list::FreeList;
use crate::guard::{PageHint, PageMut, PageRef};
use crate::loader::{self, Mode};
use crate::page::{self, PAGE_SIZE};
use crate::read_ahead;
use crate::read_buffers::KEPT_BYTES;
use crate::writer;
use sluice_base::ids::{DatabaseId, Lsn, PageId};
use sluice_base::memory::{Clerk, GivesBack, MemoryBroker, OutOfMemory, Reservation};
use sluice_base::page_counts::{self, PageRead};
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::Ordering;
use sluice_base::waits::Waits;
use sluice_wal::Log;
use std::time::Duration;

/// The instance's pool of 8 KB pages: a hard limit of frames, shared by all databases.
///
/// A guard that it gives out holds the page's latch; a thread must not ask for a page that it holds already. To hold
/// one page while asking for another is fine, in whatever order the access methods keep among themselves.
pub struct BufferPool {
    cache: Cache,
    broker: Arc<MemoryBroker>,
    /// The buffers of reads of several pages.
    _memory: Reservation,
}

impl BufferPool {
    /// A pool with address space for `frames` pages, or fewer where the system grants less. Their memory is taken from `broker` as they
    /// are used, as far as its limit and its other clerks leave any; the least that the pool works with is set aside now.
    pub fn new(frames: usize, waits: Arc<Waits>, broker: &Arc<MemoryBroker>) -> Result<Arc<BufferPool>, OutOfMemory> {
        assert!(frames > 0, "a pool has frames");
        let mut frames = frames.min(FRAMES_MAX);
        let cache = loop {
            match Cache::new(frames, waits.clone(), FreeList::new(frames, broker)?) {
                Some(cache) => break cache,
                None if frames > FRAMES_MIN => frames /= 2,
                None => {
                    return Err(OutOfMemory {
                        clerk: Clerk::BufferPool,
                        wanted: bytes_of(frames),
                        limit: broker.limit(),
                    });
                }
            }
        };
        // Small pools read little ahead.
        let memory = broker.reserve(Clerk::BufferPool, (KEPT_BYTES.min(frames * PAGE_SIZE / 8)) as u64)?;
        let pool = Arc::new(BufferPool { cache, broker: broker.clone(), _memory: memory });
        let as_giver: Arc<dyn GivesBack> = pool.clone();
        broker.set_giver(Arc::downgrade(&as_giver));
        Ok(pool)
    }

    /// Lets pages of `database` in and sets aside the memory that writing them back takes. Its id must not be attached.
    pub fn attach(&self, database: DatabaseId, files: DatabaseFiles) -> Result<(), PageError> {
        let memory = self.broker.reserve(Clerk::BufferPool, writer::STAGING_BYTES as u64)?;
        self.cache.databases.insert(Database::new(database, files, memory));
        Ok(())
    }

    /// Gives the database its log, once recovery has started it: from here on no page is written before its records
    /// are. What redo has read was judged when nobody knew where the log ends: a page that is ahead of it leaves the pool, so that who asks
    /// for it is told.
    pub fn set_log(&self, database: DatabaseId, log: Arc<Log>) {
        self.give_log(database, DatabaseLog::Log(log));
    }

    pub(crate) fn give_log(&self, database: DatabaseId, log: DatabaseLog) {
        let attached = self.cache.databases.get(database);
        attached.expect("a log is set for a database that is attached").set_log(log.clone());
        for (index, frame) in self.cache.frames.iter().enumerate() {
            if frame.key().database() != database || frame.key() == PageKey::NONE {
                continue;
            }
            self.cache.latch_exclusive(frame);
            // SAFETY: the frame is latched, and nobody changes the page by this hold.
            let bytes = unsafe { self.cache.bytes(index as u32) };
            let is_ours = frame.key().database() == database && frame.key() != PageKey::NONE;
            if is_ours && !frame.is_dirty() && loader::log_end(&log, bytes).is_some() {
                self.cache.forget(index as u32);
                self.cache.give_back(index as u32);
            } else {
                frame.latch.unlock_exclusive();
            }
        }
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

    /// Throws out pages that nobody will ask for again as they are, changed ones too, which are then never written. One that somebody holds at this
    /// moment stays. The caller holds no page.
    pub fn discard(&self, database: DatabaseId, pages: impl IntoIterator<Item = PageId>) {
        let Some(attached) = self.cache.databases.get(database) else { return };
        // A batch under way counts on its frames staying; whoever has the turn waits for no latch (rule 2 of the crate).
        let _turn = attached.turn.lock();
        for key in pages.into_iter().map(|id| PageKey::new(database, id)) {
            let Some(index) = self.cache.table.find(key) else { continue };
            let frame = self.cache.frame(index);
            if !frame.latch.try_exclusive() {
                continue;
            }
            if frame.key() == key {
                self.cache.forget(index);
                self.cache.give_back(index);
            } else {
                frame.latch.unlock_exclusive();
            }
        }
    }

    /// The page `id`, latched shared.
    #[inline]
    pub fn read(&self, database: DatabaseId, id: PageId) -> Result<PageRef<'_>, PageError> {
        let key = PageKey::new(database, id);
        let index = self.latched(key, Mode::Shared)?;
        self.count(key, index);
        Ok(PageRef::new(&self.cache, index))
    }

    /// As [`BufferPool::read`], by who has read the page before and comes back to see whether it has changed: that is no logical read.
    pub fn read_again(&self, database: DatabaseId, id: PageId) -> Result<PageRef<'_>, PageError> {
        let index = self.latched(PageKey::new(database, id), Mode::Shared)?;
        Ok(PageRef::new(&self.cache, index))
    }

    /// The page `id`, latched exclusively.
    #[inline]
    pub fn write(&self, database: DatabaseId, id: PageId) -> Result<PageMut<'_>, PageError> {
        let key = PageKey::new(database, id);
        let index = self.latched(key, Mode::Exclusive)?;
        self.count(key, index);
        Ok(PageMut::new(&self.cache, index))
    }

    /// As [`BufferPool::read`], looking first where `hint` says; `hint` then says where the page is.
    #[inline]
    pub fn read_hinted(&self, hint: &mut PageHint, database: DatabaseId, id: PageId) -> Result<PageRef<'_>, PageError> {
        let key = PageKey::new(database, id);
        let index = self.hinted(hint, key, Mode::Shared)?;
        self.count(key, index);
        Ok(PageRef::new(&self.cache, index))
    }

    /// As [`BufferPool::write`], looking first where `hint` says; `hint` then says where the page is.
    #[inline(always)]
    pub fn write_hinted(
        &self,
        hint: &mut PageHint,
        database: DatabaseId,
        id: PageId,
    ) -> Result<PageMut<'_>, PageError> {
        let key = PageKey::new(database, id);
        let index = self.hinted(hint, key, Mode::Exclusive)?;
        self.count(key, index);
        Ok(PageMut::new(&self.cache, index))
    }

    /// The page `id`, latched exclusively, without reading it from its file: zero but for its identity (and its LSN, if
    /// it was in memory), to be formatted by the caller. Dropped without [`PageMut::will_change`], it is as if never
    /// created.
    pub fn create(&self, database: DatabaseId, id: PageId) -> Result<PageMut<'_>, PageError> {
        let key = PageKey::new(database, id);
        let attached = loader::database_of(&self.cache, key)?;
        // Whoever keeps what pages held before an epoch must be shown what this one held.
        let index = if attached.epochs.exist() { self.latched(key, Mode::Exclusive)? } else { self.emptied(key)? };
        let frame = self.cache.frame(index);
        frame.count_change();
        // SAFETY: the latch is held exclusively and no guard exists yet.
        let bytes = unsafe { self.cache.bytes_mut(index) };
        let before = attached.epochs.exist().then(|| Box::from(&*bytes));
        // Kept so that redo of older records still knows that they are not for what is here now.
        let (lsn, epoch) = (page::lsn(bytes), page::epoch(bytes));
        bytes.fill(0);
        page::set_identity(bytes, id, attached.guid);
        page::set_lsn(bytes, lsn);
        page::set_epoch(bytes, epoch);
        Ok(PageMut::created(&self.cache, index, !frame.is_dirty(), before))
    }

    /// The frame of `key`, latched exclusively: with the page if it is in memory, else with zeroes.
    fn emptied(&self, key: PageKey) -> Result<u32, PageError> {
        loop {
            if let Some(index) = self.cached(key, Mode::Exclusive) {
                return Ok(index);
            }
            let index = eviction::claim(&self.cache)?;
            if loader::enter(&self.cache, key, index) {
                // SAFETY: the frame was claimed with its latch held exclusively, and no guard exists for it.
                unsafe { self.cache.bytes_mut(index) }.fill(0);
                return Ok(index);
            }
        }
    }

    /// Whether the page is in memory, or being read, at this moment.
    pub fn is_in_memory(&self, database: DatabaseId, id: PageId) -> bool {
        self.cache.table.find(PageKey::new(database, id)).is_some()
    }

    /// Reads those of `pages` that are not in memory, neighbours in one read of up to 512 KB, for a scan that will come to
    /// them; best given in the order of their places. Gives how many were read. A page that cannot be had is left to
    /// whoever asks for it. Nothing is written to make room, and what is in use stays. The caller may hold other pages.
    pub fn read_ahead(&self, database: DatabaseId, pages: &[PageId]) -> usize {
        read_ahead::read_ahead(&self.cache, database, pages)
    }

    /// Begins the next epoch of the database: from here on each page is shown to the hook before its first change. Costs
    /// no page, and nobody is stopped for it.
    pub fn advance_epoch(&self, database: DatabaseId) -> Result<Epoch, PageError> {
        let attached = self.attached(database)?;
        let log = attached.log();
        Ok(attached.epochs.advance(|| {
            // First the count, then the log's end: who appends a record beyond it sees that there is an epoch to look at, and
            // waits until it is there.
            self.cache.epochs.fetch_add(1, Ordering::AcqRel);
            log.tail_in_order().unwrap_or(Lsn::NONE)
        }))
    }

    /// Gives an attached database its epochs as they were, the oldest first, and who is shown pages. Before redo, and before
    /// any page is changed.
    pub fn restore_epochs(
        &self,
        database: DatabaseId,
        epochs: Vec<Epoch>,
        hook: Arc<dyn EpochHook>,
    ) -> Result<(), PageError> {
        self.attached(database)?.epochs.restore(epochs, hook);
        self.cache.epochs.fetch_add(1, Ordering::AcqRel);
        Ok(())
    }

    /// The page `id`, latched exclusively: as it is in memory if it has changes that its file may lack, else as
    /// [`BufferPool::create`] gives it, without a read of its file. For redo of a record after which nothing matters that was on the
    /// page before. A page that was merely read counts for nothing, so that what redo makes of it does not depend on that.
    pub fn write_or_create(&self, database: DatabaseId, id: PageId) -> Result<PageMut<'_>, PageError> {
        let cached = self.cached(PageKey::new(database, id), Mode::Exclusive);
        if let Some(index) = cached {
            let page = PageMut::new(&self.cache, index);
            if self.cache.frame(index).is_dirty() {
                return Ok(page);
            }
        }
        // An epoch's hook wants to see what was there.
        if self.attached(database)?.epochs.exist() {
            return self.write(database, id);
        }
        let mut page = self.create(database, id)?;
        page::set_lsn(&mut page, Lsn::NONE);
        Ok(page)
    }

    /// From where the log must be kept to redo what the database's file may lack; `None` if nothing is dirty. A
    /// checkpoint reads the log's tail *before* it asks: what becomes dirty meanwhile is then covered by that tail.
    pub fn min_rec_lsn(&self, database: DatabaseId) -> Option<Lsn> {
        self.cache.databases.get(database)?.dirty.oldest(&self.cache.frames)
    }

    /// Writes back every page whose oldest unwritten change is before `before`, durably; gives how many pages were
    /// written. Afterwards no page's is, unless it was changed meanwhile by a record before `before`. The caller holds
    /// no page.
    pub fn write_back(&self, database: DatabaseId, before: Lsn) -> Result<usize, PageError> {
        let written = writer::write_back(&self.cache, &*self.attached(database)?, before)?;
        self.cache.counters.checkpoint_pages.add(written as u64);
        Ok(written)
    }

    /// As [`BufferPool::write_back`], for at most `most` pages, the oldest ones: in the background, so that redo stays short.
    pub fn write_oldest(&self, database: DatabaseId, before: Lsn, most: usize) -> Result<usize, PageError> {
        let written = writer::write_pages(&self.cache, &*self.attached(database)?, before, most)?;
        self.cache.counters.background_writer_pages.add(written as u64);
        Ok(written)
    }

    /// Waits until few frames are free, at most `limit`: when the lazy writer should take its turn.
    pub fn wait_for_shortage(&self, limit: Duration) {
        self.cache.free.wait_until_wanted(limit);
    }

    /// Ends that wait.
    pub fn wake_lazy_writer(&self) {
        self.cache.free.wake();
    }

    /// The lazy writer's turn, to be called in the background by a thread that holds no page: cold pages are given up,
    /// written before if they are dirty, until enough frames are free that a miss finds one. Gives how many became free.
    pub fn make_free(&self) -> Result<usize, PageError> {
        eviction::make_free(&self.cache)
    }

    /// Gives about so many bytes of memory back to others, as [`GivesBack`] does, but writes dirty pages for it. For a thread that holds
    /// no page. Gives how many bytes were given back.
    pub fn give_back_writing(&self, bytes: u64) -> Result<u64, PageError> {
        Ok(bytes_of(eviction::shrink_writing(&self.cache, self.frames_of(bytes))?))
    }

    /// How much of its memory it could do without, in bytes.
    pub fn dispensable_bytes(&self) -> u64 {
        bytes_of(self.cache.free.dispensable(usize::MAX))
    }

    /// So many bytes in frames, at most all.
    fn frames_of(&self, bytes: u64) -> usize {
        usize::try_from(bytes.div_ceil(PAGE_SIZE as u64)).unwrap_or(usize::MAX).min(self.cache.frames.most())
    }

    /// Why no page of the database is written any more, if that is so.
    pub fn failure(&self, database: DatabaseId) -> Option<Arc<str>> {
        self.cache.databases.get(database)?.failure()
    }

    /// Makes durable what was done to the database's data file beside the pool: that it was made longer. Under rule 6 of the
    /// crate as all syncs: after a failed one this one is not tried, and after it failed no page is written.
    pub fn sync_file(&self, database: DatabaseId) -> Result<(), PageError> {
        writer::sync_file(&self.cache, &*self.attached(database)?)
    }

    /// Mends pages that a power cut tore while they were written; gives how many. For a database just attached, before
    /// anything reads its pages. `redo_from` is where redo will begin, `copies` what [`BufferPool::newest_copies`] told the
    /// checkpoint that it begins with: copies that are older than both are not used, pages may have changed after them.
    pub fn repair_torn(&self, database: DatabaseId, redo_from: Lsn, copies: Lsn) -> Result<usize, PageError> {
        let attached = self.attached(database)?;
        attached.turn.lock().copies = copies;
        let file = &attached.file;
        let Some(area) = file.area else { return Ok(0) };
        Ok(double_write::repair(&*file.handle, file.id, area, attached.guid, redo_from.min(copies))?.len())
    }

    /// As of when the newest copies were made that went through the database's double-write area; `None` if that is not
    /// known. For a checkpoint to keep.
    pub fn newest_copies(&self, database: DatabaseId) -> Option<Lsn> {
        let copies = self.cache.databases.get(database)?.turn.lock().copies;
        Some(copies).filter(|as_of| !as_of.is_none())
    }

    /// Gives up every clean page that nobody holds (`DBCC DROPCLEANBUFFERS`); gives how many.
    pub fn drop_clean_buffers(&self) -> usize {
        eviction::drop_clean(&self.cache)
    }

    /// What the pool has counted.
    pub fn counters(&self) -> &PoolCounters {
        &self.cache.counters
    }

    /// Who holds how much of the instance's memory.
    pub fn broker(&self) -> &Arc<MemoryBroker> {
        &self.broker
    }

    /// The pages that are in memory, as they are when it comes by each.
    pub fn descriptors(&self) -> Vec<Descriptor> {
        let describe = |(index, frame): (usize, &Frame)| {
            let key = frame.key();
            if key == PageKey::NONE {
                return None;
            }
            // Nobody is waited for: of a page that is being changed or read the type is not told.
            let page = PageRef::try_new(&self.cache, index as u32).filter(|_| frame.key() == key);
            let page_type = page.filter(|_| !frame.is_loading()).map(|page| page::page_type(&page));
            Some(Descriptor { database: key.database(), page: key.id(), page_type, is_dirty: frame.is_dirty() })
        };
        self.cache.frames.iter().enumerate().filter_map(describe).collect()
    }

    /// How many pages are in memory: "Database pages".
    pub fn pages(&self) -> usize {
        self.cache.free.in_use()
    }

    /// How many pages fit into the memory that the pool has or that nobody has: "Target pages".
    pub fn target_pages(&self) -> usize {
        self.cache.free.capacity()
    }

    /// How many frames can take a page now.
    pub fn free_frames(&self) -> usize {
        self.cache.free.len()
    }

    /// The page `key`, which the caller has latched in the frame `index`, was asked for.
    #[inline]
    fn count(&self, key: PageKey, index: u32) {
        if page_counts::count_read() {
            // SAFETY: the frame is latched by the caller, and no guard for it exists yet through which it could be changed.
            let bytes = unsafe { self.cache.bytes(index) };
            loader::note(PageRead::Logical, key, bytes);
        }
    }

    #[inline]
    fn hinted(&self, hint: &mut PageHint, key: PageKey, mode: Mode) -> Result<u32, PageError> {
        match hint.frame().filter(|index| self.try_frame(*index, key, mode)) {
            Some(index) => Ok(index),
            None => self.found_anew(hint, key, mode),
        }
    }

    /// The hint is of no use (any more): it says where the page is now.
    #[inline(never)]
    fn found_anew(&self, hint: &mut PageHint, key: PageKey, mode: Mode) -> Result<u32, PageError> {
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
        let recent = self.cache.table.recent(key);
        if let Some(index) = recent.filter(|index| self.try_frame(*index, key, mode)) {
            return Some(index);
        }
        while let Some(index) = self.cache.table.find(key) {
            if self.try_frame(index, key, mode) {
                self.cache.table.note_found(key, index);
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

impl GivesBack for BufferPool {
    fn give_back(&self, bytes: u64) -> u64 {
        bytes_of(eviction::shrink(&self.cache, self.frames_of(bytes)))
    }

    fn can_give(&self) -> bool {
        self.cache.free.dispensable(1) > 0
    }
}

fn bytes_of(frames: usize) -> u64 {
    (frames * PAGE_SIZE) as u64
}

/// The most frames of a pool: 16 TB.
const FRAMES_MAX: usize = 1 << 31;
/// A pool for which the system has not even the address space of so many frames is none.
const FRAMES_MIN: usize = 1_024;
