//! The pool's interface: attaches databases, reads, writes and creates pages, writes dirty pages
//! back.

use crate::ahead_queue::AheadQueue;
use crate::cache::Cache;
use crate::counters::PoolCounters;
use crate::database::{Database, DatabaseFiles, DatabaseLog};
use crate::descriptor::Descriptor;
use crate::double_write::STAGING_MIN_BYTES;
use crate::epoch::{Epoch, EpochHook};
use crate::error::PageError;
use crate::eviction;
use crate::frame::{Frame, PageKey};
use crate::free_list::FreeList;
use crate::guard::{PageHint, PageMut, PageRef};
use crate::judge;
use crate::loader::{self, Mode};
use crate::page::{self, PAGE_SIZE};
use crate::read_ahead;
use crate::read_buffers::KEPT_BYTES;
use crate::second_level;
use crate::writer;
use sluice_base::ids::{DatabaseId, Lsn, PageId};
use sluice_base::memory::{Clerk, GivesBack, MemoryBroker, OutOfMemory, Reservation};
use sluice_base::page_counts::{self, PageRead};
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_base::waits::Waits;
use sluice_wal::Log;
use std::time::Duration;

/// The instance's pool of 8 KB pages, shared by all databases, with a hard limit of frames.
///
/// A returned guard holds the page's latch. A thread must not request a page that it already holds.
/// Holding a page while requesting another is allowed, in whatever order the access methods define
/// among themselves.
pub struct BufferPool {
    pub(crate) cache: Cache,
    pub(crate) broker: Arc<MemoryBroker>,
    pub(crate) ahead: AheadQueue,
    /// Memory of the buffers for reads of several pages.
    _memory: Reservation,
}

impl BufferPool {
    /// Returns a pool with address space for `frames` pages, or fewer if the system grants less.
    /// Memory is taken from `broker` as pages are used, as far as its limit and its other clerks
    /// permit. The minimum is reserved now. Also registers the pool with the broker, so that other
    /// clerks can take memory back. Panics if `frames` is 0. Fails if the limit leaves no memory
    /// for the minimum.
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
        let pool =
            Arc::new(BufferPool { cache, broker: broker.clone(), ahead: AheadQueue::default(), _memory: memory });
        let as_giver: Arc<dyn GivesBack> = pool.clone();
        broker.set_giver(Arc::downgrade(&as_giver));
        Ok(pool)
    }

    /// Attaches `database` and reserves the least memory for writing its pages back. The id must
    /// not be attached. Fails with `OutOfMemory` if the limit leaves no memory; nothing is attached
    /// then.
    pub fn attach(&self, database: DatabaseId, files: DatabaseFiles) -> Result<(), PageError> {
        let memory = self.broker.reserve(Clerk::BufferPool, STAGING_MIN_BYTES as u64)?;
        self.cache.databases.insert(Database::new(database, files, memory));
        Ok(())
    }

    /// Frees memory that the database needs only for writing pages back, until pages are written
    /// again.
    pub fn rest(&self, database: DatabaseId) {
        if let Some(database) = self.cache.databases.get(database) {
            database.free_staging();
        }
    }

    /// Sets the database's log once recovery has started it. From here on, no page is written
    /// before its log records. Redo read pages before the end of the log was known: a page ahead of
    /// the log is evicted, so that its next reader gets an error.
    pub fn set_log(&self, database: DatabaseId, log: Arc<Log>) {
        self.give_log(database, DatabaseLog::Log(log));
    }

    /// Gives an attached database its log. Clean pages changed beyond the log's end are removed
    /// from the pool, so that they are read and judged anew. Waits for the latch of each of the
    /// database's pages. Panics if the database isn't attached.
    pub(crate) fn give_log(&self, database: DatabaseId, log: DatabaseLog) {
        let attached = self.cache.databases.get(database);
        let attached = attached.expect("a log is set for a database that is attached");
        attached.set_log(log.clone());
        for index in attached.frames.all() {
            let frame = self.cache.frame(index);
            if frame.key().database() != database || frame.key() == PageKey::NONE {
                continue;
            }
            self.cache.latch_exclusive(frame);
            // SAFETY: the frame is latched, and the page is not changed under this latch.
            let bytes = unsafe { self.cache.bytes(index) };
            let is_ours = frame.key().database() == database && frame.key() != PageKey::NONE;
            if is_ours && !frame.is_dirty() && judge::log_end(&attached, &log, bytes).is_some() {
                self.cache.forget(index);
                self.cache.give_back(index);
            } else {
                frame.latch.unlock_exclusive();
            }
        }
    }

    /// Removes all pages of the database, even changed pages: write them back before. A thread that
    /// requests a page of the database later gets [`PageError::NotAttached`]. A request in progress
    /// leaves no page behind. Does nothing if the database isn't attached. The extension keeps the
    /// database's copies for its next opening.
    pub fn detach(&self, database: DatabaseId) {
        let Some(attached) = self.cache.databases.remove(database) else { return };
        // From here on no read-ahead thread reads a page of it.
        self.ahead.forget(database);
        // A batch in progress relies on its frames keeping their pages. The turn is not kept: a
        // thread that holds a latch may wait for it (rule 2 of the crate).
        attached.end_writes();
        // From here on none of its pages enters (invariant 4 of `extension`).
        second_level::park(&self.cache, &attached);
        second_level::forget_where(&self.cache, |key| key.database() == database);
        let latch = |frame: &Frame| {
            self.cache.latch_exclusive(frame);
            true
        };
        self.forget_where(attached.frames.end(), |key| key.database() == database, latch);
    }

    /// Removes the pages of `frames` whose keys `is_unwanted` accepts, even changed pages, except
    /// those that `latch` does not latch exclusively. Returns whether it latched all.
    pub(crate) fn forget_where(
        &self,
        frames: Vec<u32>,
        is_unwanted: impl Fn(PageKey) -> bool,
        latch: impl Fn(&Frame) -> bool,
    ) -> bool {
        let is_unwanted = |key: PageKey| key != PageKey::NONE && is_unwanted(key);
        let mut has_all = true;
        for index in frames {
            let frame = self.cache.frame(index);
            if !is_unwanted(frame.key()) {
                continue;
            }
            if !latch(frame) {
                has_all = false;
                continue;
            }
            if is_unwanted(frame.key()) {
                self.cache.forget(index);
                self.cache.give_back(index);
            } else {
                frame.latch.unlock_exclusive();
            }
        }
        has_all
    }

    /// Removes pages that are not needed any more, even changed pages, which are then never
    /// written. Pages in use at this moment stay. The caller must hold no page. Waits for a batch
    /// that is being written. Nothing is written here. Copies in the extension become invalid.
    pub fn discard(&self, database: DatabaseId, pages: impl IntoIterator<Item = PageId>) {
        let Some(attached) = self.cache.databases.get(database) else { return };
        // A batch in progress relies on its frames keeping their pages. The holder of the turn
        // waits for no latch (rule 2 of the crate).
        let _turn = attached.turn.lock();
        for key in pages.into_iter().map(|id| PageKey::new(database, id)) {
            second_level::invalidate(&self.cache, key);
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

    /// Returns the page `id`, latched shared. Reads it from its file if it isn't in memory. Waits
    /// for a writer's latch and for a free frame. Fails if the page is damaged, can't be read, or
    /// the database isn't attached.
    #[inline]
    pub fn read(&self, database: DatabaseId, id: PageId) -> Result<PageRef<'_>, PageError> {
        let key = PageKey::new(database, id);
        let index = self.latched(key, Mode::Shared)?;
        self.count(key, index);
        // SAFETY: `index` was returned latched shared.
        Ok(unsafe { PageRef::new(&self.cache, index) })
    }

    /// Does the same as [`BufferPool::read`] for a caller that has read the page before and checks
    /// for changes. Counts no logical read. Fails as it does.
    pub fn read_again(&self, database: DatabaseId, id: PageId) -> Result<PageRef<'_>, PageError> {
        let index = self.latched(PageKey::new(database, id), Mode::Shared)?;
        // SAFETY: `index` was returned latched shared.
        Ok(unsafe { PageRef::new(&self.cache, index) })
    }

    /// Returns the page `id`, latched exclusively. Reads it from its file if it isn't in memory.
    /// Waits for other holders. The page isn't dirty yet: see [`PageMut::will_change`]. Fails as
    /// [`BufferPool::read`] does.
    #[inline]
    pub fn write(&self, database: DatabaseId, id: PageId) -> Result<PageMut<'_>, PageError> {
        let key = PageKey::new(database, id);
        let index = self.latched(key, Mode::Exclusive)?;
        self.count(key, index);
        // SAFETY: `index` was returned latched exclusively.
        Ok(unsafe { PageMut::new(&self.cache, index) })
    }

    /// Does the same as [`BufferPool::read`], but tries the frame of `hint` first. Updates `hint`
    /// to the page's frame. A wrong hint only costs a search.
    #[inline]
    pub fn read_hinted(&self, hint: &mut PageHint, database: DatabaseId, id: PageId) -> Result<PageRef<'_>, PageError> {
        let key = PageKey::new(database, id);
        let index = self.hinted(hint, key, Mode::Shared)?;
        self.count(key, index);
        // SAFETY: `index` was returned latched shared.
        Ok(unsafe { PageRef::new(&self.cache, index) })
    }

    /// Does the same as [`BufferPool::write`], but tries the frame of `hint` first. Updates `hint`
    /// to the page's frame. A wrong hint only costs a search.
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
        // SAFETY: `index` was returned latched exclusively.
        Ok(unsafe { PageMut::new(&self.cache, index) })
    }

    /// Returns the page `id`, latched exclusively. The page is zero except for its identity (and
    /// its LSN and epoch, if it was in memory); the caller formats it. The page is not read from
    /// its file, except while an epoch exists, whose hook may need the previous content. Fails with
    /// `NotAttached` for an unknown file, and without a frame or memory.
    ///
    /// If the guard is dropped without [`PageMut::will_change`], the page leaves the pool, and its
    /// file keeps the previous content. A page that was dirty before stays, with zeroes.
    pub fn create(&self, database: DatabaseId, id: PageId) -> Result<PageMut<'_>, PageError> {
        let key = PageKey::new(database, id);
        let attached = loader::database_of(&self.cache, key)?;
        // An epoch's hook must be shown the page's previous content.
        let index =
            if attached.epochs.exist() { self.latched(key, Mode::Exclusive)? } else { self.emptied(&attached, key)? };
        let frame = self.cache.frame(index);
        frame.count_change();
        // SAFETY: the latch is held exclusively and no guard exists yet.
        let bytes = unsafe { self.cache.bytes_mut(index) };
        let before = attached.epochs.exist().then(|| Box::from(&*bytes));
        // The LSN is kept so that redo of older records skips the new content.
        let (lsn, epoch) = (page::lsn(bytes), page::epoch(bytes));
        bytes.fill(0);
        page::set_identity(bytes, id, attached.guid);
        page::set_lsn(bytes, lsn);
        page::set_epoch(bytes, epoch);
        // SAFETY: the frame is latched exclusively, which only the guard ends.
        Ok(unsafe { PageMut::created(&self.cache, index, !frame.is_dirty(), before) })
    }

    /// Returns the frame of `key`, latched exclusively: with the page if it is in memory, else with
    /// zeroes.
    fn emptied(&self, database: &Database, key: PageKey) -> Result<u32, PageError> {
        loop {
            if let Some(index) = self.cached(key, Mode::Exclusive) {
                return Ok(index);
            }
            let index = eviction::claim(&self.cache)?;
            if loader::enter(&self.cache, database, key, index)? {
                if let Err(error) = database.check_kept(key.id()) {
                    self.cache.forget(index);
                    self.cache.give_back(index);
                    return Err(error);
                }
                // SAFETY: the frame was claimed with its latch held exclusively, and no guard
                // exists for it.
                unsafe { self.cache.bytes_mut(index) }.fill(0);
                return Ok(index);
            }
        }
    }

    /// Whether the page is in memory, or being read, at this moment.
    pub fn is_in_memory(&self, database: DatabaseId, id: PageId) -> bool {
        let key = PageKey::new(database, id);
        let has_page = |index: u32| self.cache.frames.get(index as usize).is_some_and(|frame| frame.key() == key);
        self.cache.table.recent(key).is_some_and(has_page) || self.cache.table.find(key).is_some()
    }

    /// Reads the `pages` that are not in memory, for a scan that will request them. Adjacent pages
    /// are read together, up to 512 KB, so pages should be in file order. Returns the number of
    /// pages read. Pages that can't be read are skipped, and their next reader gets the error.
    /// Nothing is written to make space, and pages in use stay. The caller may hold other pages.
    pub fn read_ahead(&self, database: DatabaseId, pages: &[PageId]) -> usize {
        read_ahead::read_ahead(&self.cache, database, pages, true)
    }

    /// Begins the next epoch of the database: from here on, each page is shown to the hook before
    /// its first change. Touches no page and stops no thread. Fails with `NotAttached` if the
    /// database isn't attached.
    pub fn advance_epoch(&self, database: DatabaseId) -> Result<Epoch, PageError> {
        let attached = self.attached(database)?;
        let log = attached.log();
        Ok(attached.epochs.advance(|| {
            // The count is incremented before the log's end is read. A thread that appends a record
            // beyond that end sees that there is a new epoch and waits until it is entered.
            self.cache.epochs.fetch_add(1, Ordering::AcqRel);
            log.tail_in_order().unwrap_or(Lsn::NONE)
        }))
    }

    /// Restores the stored epochs of an attached database, the oldest first, and their hook. Must
    /// be called before redo and before any page is changed. Fails with `NotAttached` if the
    /// database isn't attached. Panics if the epochs aren't in order.
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

    /// Returns the page `id`, latched exclusively. A page in memory with changes that its file may
    /// lack is returned as is. Otherwise the result is that of [`BufferPool::create`], without a
    /// read of the file and with the LSN NONE. For redo of a record after which the page's previous
    /// content doesn't matter. A page merely read doesn't count, so that redo's result does not
    /// depend on reads. Fails as [`BufferPool::create`] does, and as [`BufferPool::write`] while an
    /// epoch exists.
    pub fn write_or_create(&self, database: DatabaseId, id: PageId) -> Result<PageMut<'_>, PageError> {
        let cached = self.cached(PageKey::new(database, id), Mode::Exclusive);
        if let Some(index) = cached {
            // SAFETY: `index` was returned latched exclusively.
            let page = unsafe { PageMut::new(&self.cache, index) };
            if self.cache.frame(index).is_dirty() {
                return Ok(page);
            }
        }
        // An epoch's hook needs the previous content.
        if self.attached(database)?.epochs.exist() {
            return self.write(database, id);
        }
        let mut page = self.create(database, id)?;
        page::set_lsn(&mut page, Lsn::NONE);
        Ok(page)
    }

    /// Returns the LSN from which the log must be kept to redo changes that the database's file may
    /// lack. Returns `None` if no page is dirty. A checkpoint reads the log's tail *before* this
    /// call: the tail then covers pages that become dirty meanwhile.
    pub fn min_rec_lsn(&self, database: DatabaseId) -> Option<Lsn> {
        let attached = self.cache.databases.get(database)?;
        // In this order: a page is lost before it leaves the list.
        let oldest = attached.dirty.oldest(&self.cache.frames);
        oldest.into_iter().chain(attached.lost_from()).min()
    }

    /// Writes back, durably, every page whose oldest unwritten change is before `before`. Returns
    /// the number of pages written. Afterwards no such page is left, unless it was changed
    /// meanwhile by a record before `before`. The caller must hold no page. Fails if a page or the
    /// log can't be written, or with `Poisoned` after an earlier failure; pages not written stay
    /// dirty.
    pub fn write_back(&self, database: DatabaseId, before: Lsn) -> Result<usize, PageError> {
        let written = writer::write_back(&self.cache, &*self.attached(database)?, before)?;
        self.cache.counters.checkpoint_pages.add(written as u64);
        Ok(written)
    }

    /// Does the same as [`BufferPool::write_back`] for at most `most` pages, the oldest first.
    /// Called in the background to keep redo short. Fails as it does.
    pub fn write_oldest(&self, database: DatabaseId, before: Lsn, most: usize) -> Result<usize, PageError> {
        let written = writer::write_pages(&self.cache, &*self.attached(database)?, before, most)?;
        self.cache.counters.background_writer_pages.add(written as u64);
        Ok(written)
    }

    /// Waits until few frames are free, at most `limit`. The lazy writer should run then.
    pub fn wait_for_shortage(&self, limit: Duration) {
        self.cache.free.wait_until_wanted(limit);
    }

    /// Ends a wait in `wait_for_shortage`.
    pub fn wake_lazy_writer(&self) {
        self.cache.free.wake();
    }

    /// Runs the lazy writer, in the background, on a thread that holds no page. Evicts cold pages,
    /// and writes dirty pages before, until enough frames are free for misses. Returns the number
    /// of frames freed. A write error is the affair of the page's database alone.
    pub fn make_free(&self) -> usize {
        eviction::make_free(&self.cache)
    }

    /// Gives back about `bytes` bytes of memory, as [`GivesBack`] does, but also writes dirty
    /// pages. For a thread that holds no page. Returns the bytes given back.
    pub fn give_back_writing(&self, bytes: u64) -> u64 {
        bytes_of(eviction::shrink_writing(&self.cache, self.frames_of(bytes)))
    }

    /// Returns the bytes above the pool's minimum.
    pub fn dispensable_bytes(&self) -> u64 {
        bytes_of(self.cache.free.dispensable(usize::MAX))
    }

    /// Converts bytes to frames, at most all frames.
    fn frames_of(&self, bytes: u64) -> usize {
        usize::try_from(bytes.div_ceil(PAGE_SIZE as u64)).unwrap_or(usize::MAX).min(self.cache.frames.most())
    }

    /// Returns the failed write or sync of a data file that ended the writing of the database's
    /// pages, if there is one.
    pub fn failure(&self, database: DatabaseId) -> Option<Arc<str>> {
        self.cache.databases.get(database)?.failure()
    }

    /// Returns the flag that is set when [`BufferPool::failure`] gets an error, whichever thread
    /// meets it. A database that isn't attached gets a flag that stays false.
    pub fn failure_flag(&self, database: DatabaseId) -> Arc<AtomicBool> {
        self.cache.databases.get(database).map(|attached| attached.failure_flag()).unwrap_or_default()
    }

    /// Evicts every clean page that is not in use, from memory and from the extension (`DBCC
    /// DROPCLEANBUFFERS`). Returns the number of pages evicted from memory.
    pub fn drop_clean_buffers(&self) -> usize {
        eviction::drop_clean(&self.cache)
    }

    /// Returns the pool's counters.
    pub fn counters(&self) -> &PoolCounters {
        &self.cache.counters
    }

    /// Returns the broker of the instance's memory.
    pub fn broker(&self) -> &Arc<MemoryBroker> {
        &self.broker
    }

    /// Returns the pages in memory, in the order of the frames, and those in the extension alone.
    /// Each is described as of the moment at which the scan reaches it. Waits for no latch.
    pub fn descriptors(&self) -> Vec<Descriptor> {
        let describe = |(index, frame): (usize, &Frame)| {
            let key = frame.key();
            if key == PageKey::NONE {
                return None;
            }
            // The scan waits for no latch, so the type of a page being changed or read is omitted.
            let page = PageRef::try_new(&self.cache, index as u32).filter(|_| frame.key() == key);
            let page_type = page.filter(|_| !frame.is_loading()).map(|page| page::page_type(&page));
            let is_dirty = frame.is_dirty();
            Some(Descriptor { database: key.database(), page: key.id(), page_type, is_dirty, is_in_extension: false })
        };
        let mut pages: Vec<Descriptor> = self.cache.frames.iter().enumerate().filter_map(describe).collect();
        let in_extension = self.cache.extension.get().map(|extension| extension.pages()).unwrap_or_default();
        let only = in_extension.into_iter().filter(|(key, _)| self.cache.table.find(*key).is_none());
        pages.extend(only.map(|(key, page_type)| Descriptor {
            database: key.database(),
            page: key.id(),
            page_type: Some(page_type),
            is_dirty: false,
            is_in_extension: true,
        }));
        pages
    }

    /// Returns the number of pages in memory: "Database pages".
    pub fn pages(&self) -> usize {
        self.cache.free.in_use()
    }

    /// Returns the number of pages that fit the pool's memory plus free memory: "Target pages".
    pub fn target_pages(&self) -> usize {
        self.cache.free.capacity()
    }

    /// Returns the number of frames that all of the instance's memory would hold: the pool's
    /// greatest size, whether the frames were used before or not.
    pub fn frames(&self) -> usize {
        self.cache.free.size()
    }

    /// Returns the seconds that a page without references stays in memory: "Page life expectancy".
    pub fn page_life_s(&self) -> u64 {
        self.cache.replacer.life_ns(&**self.cache.waits.clock()) / 1_000_000_000
    }

    /// Returns the number of frames that can take a page now.
    pub fn free_frames(&self) -> usize {
        self.cache.free.len()
    }

    /// Counts the request of the page `key`, which the caller has latched in the frame `index`.
    #[inline]
    fn count(&self, key: PageKey, index: u32) {
        if page_counts::count_read() {
            // SAFETY: the caller holds the frame's latch, and no guard exists yet through which the
            // page could change.
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

    /// Finds the page without its stale hint and updates the hint.
    #[inline(never)]
    fn found_anew(&self, hint: &mut PageHint, key: PageKey, mode: Mode) -> Result<u32, PageError> {
        let index = self.latched(key, mode)?;
        *hint = PageHint::for_frame(index);
        Ok(index)
    }

    /// Returns the frame of `key`, latched. Reads the page from its file if needed.
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

    /// Returns the frame of `key`, latched, if the page is in memory.
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

    /// Latches the frame `index` and keeps the latch if the frame has the page `key` (rule 1 of the
    /// crate).
    #[inline]
    fn try_frame(&self, index: u32, key: PageKey, mode: Mode) -> bool {
        let Some(frame) = self.cache.frames.get(index as usize) else { return false };
        // Saves a wait for another page's latch. The check under the latch decides.
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

    /// Returns the attached database, or fails with `NotAttached`.
    pub(crate) fn attached(&self, database: DatabaseId) -> Result<Arc<Database>, PageError> {
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

    /// Returns the number of pages written, to their place or to a double-write area, and evicted.
    fn progress(&self) -> u64 {
        let PoolCounters { page_writes, double_write_batches, evictions, .. } = &self.cache.counters;
        page_writes.get() + double_write_batches.get() + evictions.get()
    }
}

fn bytes_of(frames: usize) -> u64 {
    (frames * PAGE_SIZE) as u64
}

/// The maximum number of frames of a pool: 16 TB.
const FRAMES_MAX: usize = 1 << 31;
/// The minimum number of frames: without address space for them, no pool is created.
const FRAMES_MIN: usize = 1_024;
