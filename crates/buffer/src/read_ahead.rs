//! Read-ahead for scans: pages are read before they are requested, adjacent pages together.
//!
//! As for a requested page, the frames are entered in the table and latched before the read. No
//! thread therefore reads the page twice or changes it meanwhile. Latches are only tried, and
//! nothing is written to make space. A page that can't be read is skipped; its next reader gets the
//! error.
//!
//! A page read ahead counts as unused. Its first use leaves it as cold as a page read on request,
//! so a scan does not evict pages that are used repeatedly.

use crate::cache::Cache;
use crate::database::{DataFile, Database};
use crate::double_write::offset_of;
use crate::eviction;
use crate::frame::PageKey;
use crate::judge::judge;
use crate::loader;
use crate::page::PAGE_SIZE;
use crate::read_buffers::READ_PAGES;
use crate::second_level;
use sluice_base::events::EventKind;
use sluice_base::ids::{DatabaseId, PageId};
use sluice_base::page_counts::{self, PageRead};
use sluice_base::waits::WaitType;

/// Reads the `pages` that are not in memory, at most an eighth of the pool. Pages should be in file
/// order. Returns the number of pages read. Stops when no clean frame can be claimed. Errors aren't
/// reported: the page is read again when it is requested.
pub(crate) fn read_ahead(cache: &Cache, database: DatabaseId, pages: &[PageId]) -> usize {
    let Some(attached) = cache.databases.get(database) else { return 0 };
    let began_ns = cache.waits.clock().monotonic_ns();
    let mut run = Run { cache, database: &attached, frames: Vec::new(), read: 0 };
    for id in pages.iter().take(cache.free.size() / 8) {
        let key = PageKey::new(database, *id);
        if !attached.has_file(id.file) || cache.table.find(key).is_some() {
            continue;
        }
        if !run.is_continued_by(key) {
            run.finish();
        }
        let Some(index) = eviction::claim_clean(cache) else { break };
        cache.frame(index).set_loading(true);
        if matches!(loader::enter(cache, &attached, key, index), Ok(true)) && !run.read_copy(key, index) {
            run.frames.push((key, index));
        }
    }
    run.finish();
    cache.counters.read_ahead_ns.add(cache.waits.clock().monotonic_ns().saturating_sub(began_ns));
    run.read
}

/// Adjacent pages to be read together. Their frames are entered and latched exclusively.
struct Run<'a> {
    cache: &'a Cache,
    database: &'a Database,
    frames: Vec<(PageKey, u32)>,
    read: usize,
}

impl Run<'_> {
    fn is_continued_by(&self, key: PageKey) -> bool {
        let follows = |last: &(PageKey, u32)| {
            let (last, next) = (last.0.id(), key.id());
            last.file == next.file && last.page.checked_add(1) == Some(next.page)
        };
        self.frames.len() < READ_PAGES && self.frames.last().is_none_or(follows)
    }

    /// Reads the gathered pages and starts a new run.
    fn finish(&mut self) {
        let frames = std::mem::take(&mut self.frames);
        let Some((first, _)) = frames.first() else { return };
        let Some(file) = self.database.data_file(first.id().file) else { return };
        let mut buffer = self.cache.read_buffers.take();
        let bytes = &mut buffer[..frames.len() * PAGE_SIZE];
        let is_read = self.read_run(&file, bytes, first.id().page);
        if is_read {
            frames.iter().for_each(|(key, _)| self.cache.raise(EventKind::PhysicalPageRead, *key));
        }
        for ((key, index), page) in frames.iter().zip(bytes.chunks_exact(PAGE_SIZE)) {
            self.cache.frame(*index).set_loading(false);
            let may_be_read = is_read && self.database.check_kept(key.id()).is_ok();
            if may_be_read && judge(self.database, key.id(), page).is_ok() {
                // SAFETY: the frame was claimed with its latch held exclusively, and no guard
                // exists for it yet.
                unsafe { self.cache.bytes_mut(*index) }.copy_from_slice(page);
                self.publish(*key, *index, page);
            } else {
                self.cache.forget(*index);
                self.cache.give_back(*index);
            }
        }
        self.cache.read_buffers.put(buffer);
    }

    /// Reads the page from the extension, if it has a copy.
    fn read_copy(&mut self, key: PageKey, index: u32) -> bool {
        if !self.cache.extension.is_on() || self.database.check_kept(key.id()).is_err() {
            return false;
        }
        // SAFETY: the frame was claimed with its latch held exclusively, and no guard exists for it
        // yet.
        let bytes = unsafe { self.cache.bytes_mut(index) };
        let waiting = self.cache.waits.begin(WaitType::PageIoLatchShared);
        let is_read = second_level::read(self.cache, self.database, key, bytes, false);
        drop(waiting);
        if is_read {
            self.cache.frame(index).set_loading(false);
            self.publish(key, index, bytes);
        }
        is_read
    }

    /// Releases the frame `index`, which has the page `key` with content `bytes`.
    fn publish(&mut self, key: PageKey, index: u32, bytes: &[u8]) {
        self.read += 1;
        if page_counts::count_file_reads(PageRead::Ahead, 1) {
            loader::note(PageRead::Ahead, key, bytes);
        }
        let frame = self.cache.frame(index);
        frame.set_read_ahead();
        frame.latch.unlock_exclusive();
    }

    fn read_run(&self, file: &DataFile, bytes: &mut [u8], first: u32) -> bool {
        let waiting = self.cache.waits.begin(WaitType::PageIoLatchShared);
        let result = file.handle.read_at(bytes, offset_of(first));
        drop(waiting);
        if result.is_err() {
            return false;
        }
        let pages = (bytes.len() / PAGE_SIZE) as u64;
        self.cache.counters.page_reads.add(pages);
        self.cache.counters.read_ahead_pages.add(pages);
        true
    }
}
