//! Guards of pages: the holder of a guard has the latch and access to the bytes.
//!
//! A guard proves that its frame's latch is held. The frame keeps its page until the guard is
//! dropped.

use crate::cache::Cache;
use crate::database::DatabaseLog;
use crate::frame::{Frame, PageKey};
use crate::page;
use crate::second_level;
use sluice_base::ids::{DatabaseId, Lsn, PageId};
use sluice_base::page_counts;
use sluice_base::sync::atomic::Ordering;
use std::fmt;
use std::ops::{Deref, DerefMut};

/// A hint at the frame of a page, by which a cursor finds the page without the page table. A stale
/// hint costs time but is never wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PageHint(u32);

impl PageHint {
    /// Returns the hinted frame, if any.
    #[inline]
    pub(crate) fn frame(self) -> Option<u32> {
        self.0.checked_sub(1)
    }

    /// Returns a hint at a frame.
    pub(crate) fn for_frame(frame: u32) -> PageHint {
        PageHint(frame + 1)
    }
}

/// A page latched shared. The page does not change and stays in memory until the guard is dropped.
pub struct PageRef<'a> {
    cache: &'a Cache,
    index: u32,
}

impl<'a> PageRef<'a> {
    /// Returns a guard that takes over the shared latch of `index` from the caller.
    ///
    /// # Safety
    /// The caller holds the frame's latch shared, and doesn't release it: the guard does.
    #[inline]
    pub(crate) unsafe fn new(cache: &'a Cache, index: u32) -> PageRef<'a> {
        PageRef { cache, index }
    }

    /// Latches `index` shared, whatever its page, unless that needs a wait.
    pub(crate) fn try_new(cache: &'a Cache, index: u32) -> Option<PageRef<'a>> {
        // SAFETY: the latch has just been taken shared, for the guard alone.
        cache.frame(index).latch.try_shared().then(|| unsafe { PageRef::new(cache, index) })
    }

    /// Whether a writer waits for the latch. New readers then queue behind the writer.
    #[cfg(all(test, not(feature = "shuttle")))]
    pub(crate) fn is_wanted(&self) -> bool {
        PageRef::try_new(self.cache, self.index).is_none()
    }

    /// Returns the page's id.
    pub fn id(&self) -> PageId {
        self.frame().key().id()
    }

    /// Returns the page's database.
    pub fn database(&self) -> DatabaseId {
        self.frame().key().database()
    }

    /// Returns the LSN of the last log record whose change is in the page.
    pub fn lsn(&self) -> Lsn {
        page::lsn(self)
    }

    /// Returns a hint by which the page is found quickly.
    pub fn hint(&self) -> PageHint {
        PageHint::for_frame(self.index)
    }

    fn frame(&self) -> &Frame {
        self.cache.frame(self.index)
    }
}

impl Deref for PageRef<'_> {
    type Target = [u8];
    #[inline]
    fn deref(&self) -> &[u8] {
        // SAFETY: this guard holds the shared latch until it is dropped, and the result borrows the
        // guard.
        unsafe { self.cache.bytes(self.index) }
    }
}

impl fmt::Debug for PageRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PageRef").field("id", &self.id()).field("lsn", &self.lsn()).finish_non_exhaustive()
    }
}

impl Drop for PageRef<'_> {
    #[inline]
    fn drop(&mut self) {
        self.cache.frame(self.index).latch.unlock_shared();
    }
}

/// A page latched exclusively.
///
/// The write-ahead rule and epochs depend on the order of a change, all under one guard:
/// [`PageMut::will_change`], append the log record, [`PageMut::set_lsn`] with its LSN, change the
/// bytes. In redo the record exists already. The order is then [`PageMut::will_redo`] with its LSN,
/// change the bytes, [`PageMut::set_lsn`].
pub struct PageMut<'a> {
    cache: &'a Cache,
    held: Held,
}

/// The frame and the change state of a [`PageMut`] in a word, so that a guard is two words and
/// passed in registers.
#[derive(Clone, Copy)]
struct Held(u64);

/// Made by `create` over unimportant content: the page is forgotten unless it is changed.
const IS_NEW: u64 = 1 << 32;
/// A change was announced.
const IS_CHANGING: u64 = 1 << 33;
/// The page was clean and there is no log: the record being redone determines `rec_lsn`.
const TAKES_REC_LSN: u64 = 1 << 34;
/// The cache keeps the page's content from before its creation, for an epoch's hook.
const HAS_BEFORE: u64 = 1 << 35;

impl Held {
    #[inline]
    fn index(self) -> u32 {
        self.0 as u32
    }

    #[inline]
    fn is(self, flag: u64) -> bool {
        self.0 & flag != 0
    }

    #[inline]
    fn set(&mut self, flag: u64) {
        self.0 |= flag;
    }

    #[inline]
    fn clear(&mut self, flag: u64) {
        self.0 &= !flag;
    }
}

impl<'a> PageMut<'a> {
    /// Returns a guard that takes over the exclusive latch of `index` from the caller.
    ///
    /// # Safety
    /// The caller holds the frame's latch exclusively, and doesn't release it: the guard does.
    #[inline]
    pub(crate) unsafe fn new(cache: &'a Cache, index: u32) -> PageMut<'a> {
        PageMut { cache, held: Held(u64::from(index)) }
    }

    /// Returns a guard for a page created anew. `is_new`: the replaced content has no changes that
    /// the file lacks. `before`: the replaced content, if an epoch's hook may need it.
    ///
    /// # Safety
    /// As for [`PageMut::new`].
    pub(crate) unsafe fn created(cache: &'a Cache, index: u32, is_new: bool, before: Option<Box<[u8]>>) -> PageMut<'a> {
        // SAFETY: the caller keeps the contract.
        let mut guard = unsafe { PageMut::new(cache, index) };
        guard.held.set(if is_new { IS_NEW } else { IS_CHANGING });
        if let Some(before) = before {
            cache.replaced.lock().insert(index, before);
            guard.held.set(HAS_BEFORE);
        }
        guard
    }

    /// Returns the page's id.
    #[inline]
    pub fn id(&self) -> PageId {
        self.key().id()
    }

    /// Returns the page's database.
    pub fn database(&self) -> DatabaseId {
        self.key().database()
    }

    /// Returns the LSN of the last log record whose change is in the page.
    pub fn lsn(&self) -> Lsn {
        page::lsn(self)
    }

    /// Returns a hint by which the page is found quickly.
    pub fn hint(&self) -> PageHint {
        PageHint::for_frame(self.held.index())
    }

    /// Announces a change before its record is appended. From here the page counts as dirty from
    /// the log's present tail, so that a checkpoint between append and change misses nothing. An
    /// announcement without a change is harmless.
    #[inline]
    pub fn will_change(&mut self) {
        let frame = self.cache.frame(self.held.index());
        frame.count_change();
        self.held.set(IS_CHANGING);
        if !frame.is_dirty() {
            self.becomes_dirty();
        }
    }

    /// Does the same as [`PageMut::will_change`], for the record `lsn` that is already in the log.
    /// Shows the page to the hooks of epochs that it hasn't met.
    pub fn will_redo(&mut self, lsn: Lsn) {
        self.will_change();
        self.meet_epochs(lsn);
    }

    /// Stamps the page with the LSN of the record whose change it has or, outside redo, gets next.
    /// Shows the page to the hooks of epochs that it hasn't met, before the LSN changes. If the
    /// page was clean, it becomes dirty from this LSN on. The caller has called
    /// [`PageMut::will_change`].
    #[inline]
    pub fn set_lsn(&mut self, lsn: Lsn) {
        debug_assert!(self.held.is(IS_CHANGING), "a change is announced before it is made");
        self.meet_epochs(lsn);
        if self.held.is(HAS_BEFORE) {
            self.forget_before();
        }
        page::set_lsn(self, lsn);
        if self.held.is(TAKES_REC_LSN) {
            self.held.clear(TAKES_REC_LSN);
            self.dirty_from(lsn);
        }
    }

    /// Shows the page to the hook if the record `lsn` is the first to change the page in its epoch.
    #[inline]
    fn meet_epochs(&mut self, lsn: Lsn) {
        let epochs = self.cache.epochs.load(Ordering::Acquire);
        if self.cache.frame(self.held.index()).epochs_met() != epochs {
            self.meet(lsn, epochs);
        }
    }

    #[cold]
    fn meet(&mut self, lsn: Lsn, epochs: u32) {
        let (id, database) = (self.id(), self.database());
        let Some(attached) = self.cache.databases.get(database) else { return };
        let Some(epoch) = attached.epochs.for_record(lsn) else { return };
        let before = page::epoch(self);
        if before < epoch.number {
            if let Some(hook) = &epoch.hook {
                let kept =
                    self.held.is(HAS_BEFORE).then(|| self.cache.replaced.lock().remove(&self.held.index())).flatten();
                self.held.clear(HAS_BEFORE);
                let content = kept.as_deref().unwrap_or(self);
                hook.before_first_change(database, id, before, epoch.number, content);
            }
            page::set_epoch(self, epoch.number);
        }
        if epoch.is_newest {
            self.cache.frame(self.held.index()).set_epochs_met(epochs);
        }
    }

    #[cold]
    fn forget_before(&mut self) {
        self.held.clear(HAS_BEFORE);
        self.cache.replaced.lock().remove(&self.held.index());
    }

    #[cold]
    fn becomes_dirty(&mut self) {
        page_counts::count_write();
        // Before the frame is dirty (invariant 2 of `extension`).
        second_level::invalidate(self.cache, self.key());
        let Some(database) = self.cache.databases.get(self.database()) else { return };
        let log = database.log();
        if matches!(log, DatabaseLog::None) {
            self.held.set(TAKES_REC_LSN);
        } else {
            self.held.clear(TAKES_REC_LSN);
        }
        database.dirty.enter(&self.cache.frames, self.held.index(), || log.tail().unwrap_or(OLDEST).max(OLDEST));
        // After the entry: a base that begins in between finds the page dirty (`changed_extents`).
        if let Some(file) = database.data_file(self.id().file).filter(|file| file.layout.area.is_some()) {
            file.changed.mark(self.id().page);
        }
    }

    #[cold]
    fn dirty_from(&self, lsn: Lsn) {
        let Some(database) = self.cache.databases.get(self.database()) else { return };
        database.dirty.enter(&self.cache.frames, self.held.index(), || lsn.max(OLDEST));
    }

    #[inline]
    fn key(&self) -> PageKey {
        self.cache.frame(self.held.index()).key()
    }
}

impl Deref for PageMut<'_> {
    type Target = [u8];
    #[inline]
    fn deref(&self) -> &[u8] {
        // SAFETY: this guard holds the exclusive latch until it is dropped. The result borrows the
        // guard shared, so no `&mut` to the bytes exists at the same time.
        unsafe { self.cache.bytes(self.held.index()) }
    }
}

impl DerefMut for PageMut<'_> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u8] {
        debug_assert!(self.held.is(IS_CHANGING | IS_NEW), "will_change comes before a page's bytes are touched");
        // SAFETY: this guard holds the exclusive latch until it is dropped. The result borrows the
        // guard mutably, so it is the only reference to the bytes.
        unsafe { self.cache.bytes_mut(self.held.index()) }
    }
}

impl fmt::Debug for PageMut<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PageMut").field("id", &self.id()).field("lsn", &self.lsn()).finish_non_exhaustive()
    }
}

impl Drop for PageMut<'_> {
    #[inline]
    fn drop(&mut self) {
        if self.held.is(HAS_BEFORE) {
            self.forget_before();
        }
        if self.held.is(IS_NEW) && !self.held.is(IS_CHANGING) {
            // The file doesn't have this page, so other threads must not find it here.
            self.cache.forget(self.held.index());
            self.cache.give_back(self.held.index());
        } else {
            self.cache.frame(self.held.index()).latch.unlock_exclusive();
        }
    }
}

/// The `rec_lsn` of a change without a known lower bound: before all records.
pub(crate) const OLDEST: Lsn = Lsn(1);
