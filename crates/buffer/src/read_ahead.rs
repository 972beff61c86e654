//! Read-ahead for scans and redo: pages are read before they are requested, many by one batch,
//! adjacent pages together.
//!
//! As for a requested page, the frames are entered in the table and latched before the read. No
//! thread therefore reads the page twice or changes it meanwhile. Latches are only tried, and
//! nothing is written to make space. A page that can't be read is skipped; its next reader gets the
//! error.
//!
//! A page read ahead counts as unused. Its first use leaves it as cold as a page read on request,
//! so a scan does not evict pages that are used repeatedly.

use crate::cache::Cache;
use crate::database::Database;
use crate::double_write::offset_of;
use crate::eviction;
use crate::frame::PageKey;
use crate::judge::judge;
use crate::loader;
use crate::page::PAGE_SIZE;
use crate::read_buffers::READ_PAGES;
use crate::second_level;
use sluice_base::events::EventKind;
use sluice_base::ids::{DatabaseId, FileId, PageId};
use sluice_base::page_counts::{self, PageRead};
use sluice_base::waits::{WaitGuard, WaitType};
use sluice_vfs::AlignedBuf;

/// Reads those of the `pages` that are not in memory. Only the first of them are looked at, up to
/// an eighth of the pool. Pages should be in file order. Returns the number of pages read. Stops
/// when no clean frame can be claimed. Errors aren't reported: the page is read again when it is
/// requested. Does nothing for an unknown database.
///
/// The time counts as a wait of this thread if `is_waited`: a request waits for the pages.
pub(crate) fn read_ahead(cache: &Cache, database: DatabaseId, pages: &[PageId], is_waited: bool) -> usize {
    let Some(attached) = cache.databases.get(database) else { return 0 };
    let began_ns = cache.waits.clock().monotonic_ns();
    let mut batch = Batch { cache, database: &attached, frames: Vec::new(), read: 0, is_waited };
    for id in pages.iter().take(cache.free.size() / 8) {
        let key = PageKey::new(database, *id);
        if !attached.has_file(id.file) || cache.table.find(key).is_some() {
            continue;
        }
        if batch.frames.len() == BATCH_PAGES {
            batch.finish();
        }
        let Some(index) = eviction::claim_clean(cache) else { break };
        cache.frame(index).set_loading(true);
        if matches!(loader::enter(cache, &attached, key, index), Ok(true)) && !batch.read_copy(key, index) {
            batch.frames.push((key, index));
        }
    }
    batch.finish();
    cache.counters.read_ahead_ns.add(cache.waits.clock().monotonic_ns().saturating_sub(began_ns));
    batch.read
}

/// Pages to be read together. Their frames are entered and latched exclusively.
struct Batch<'a> {
    cache: &'a Cache,
    database: &'a Database,
    frames: Vec<(PageKey, u32)>,
    read: usize,
    is_waited: bool,
}

impl Batch<'_> {
    /// Reads the gathered pages, those of each file by one batch, and starts anew.
    fn finish(&mut self) {
        let frames = std::mem::take(&mut self.frames);
        for of_file in frames.chunk_by(|(one, _), (next, _)| one.id().file == next.id().file) {
            self.read_file(of_file[0].0.id().file, of_file);
        }
    }

    /// Reads pages of one file, adjacent pages as one part of the batch.
    fn read_file(&mut self, file: FileId, frames: &[(PageKey, u32)]) {
        let mut buffers: Vec<AlignedBuf> = frames.chunks(READ_PAGES).map(|_| self.cache.read_buffers.take()).collect();
        // A part doesn't go beyond its buffer.
        let parts = || frames.chunks(READ_PAGES).flat_map(|pages| pages.chunk_by(follows));
        let mut reads: Vec<(u64, &mut [u8])> = Vec::new();
        for (pages, buffer) in frames.chunks(READ_PAGES).zip(&mut buffers) {
            let mut rest = &mut buffer[..];
            for part in pages.chunk_by(follows) {
                let (bytes, behind) = rest.split_at_mut(part.len() * PAGE_SIZE);
                reads.push((offset_of(part[0].0.id().page), bytes));
                rest = behind;
            }
        }
        let waiting = self.begin_wait();
        let results: Vec<bool> = match self.database.data_file(file) {
            Some(file) => file.handle.read_batch(&mut reads).into_iter().map(|result| result.is_ok()).collect(),
            None => vec![false; reads.len()],
        };
        drop(waiting);
        for ((part, (_, bytes)), is_read) in parts().zip(&reads).zip(results) {
            self.take(part, bytes, is_read);
        }
        buffers.into_iter().for_each(|buffer| self.cache.read_buffers.put(buffer));
    }

    /// Gives each page of a part its frame, or frees the frames of pages that can't be used.
    fn take(&mut self, part: &[(PageKey, u32)], bytes: &[u8], is_read: bool) {
        if is_read {
            let pages = part.len() as u64;
            self.cache.counters.page_reads.add(pages);
            self.cache.counters.read_ahead_pages.add(pages);
            part.iter().for_each(|(key, _)| self.cache.raise(EventKind::PhysicalPageRead, *key));
        }
        for ((key, index), page) in part.iter().zip(bytes.chunks_exact(PAGE_SIZE)) {
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
    }

    /// Reads the page from the extension, if it has a copy.
    fn read_copy(&mut self, key: PageKey, index: u32) -> bool {
        if !self.cache.extension.is_on() || self.database.check_kept(key.id()).is_err() {
            return false;
        }
        // SAFETY: the frame was claimed with its latch held exclusively, and no guard exists for it
        // yet.
        let bytes = unsafe { self.cache.bytes_mut(index) };
        let waiting = self.begin_wait();
        let is_read = second_level::read(self.cache, self.database, key, bytes, false);
        drop(waiting);
        if is_read {
            self.cache.frame(index).set_loading(false);
            self.publish(key, index, bytes);
        }
        is_read
    }

    fn begin_wait(&self) -> Option<WaitGuard<'_>> {
        self.is_waited.then(|| self.cache.waits.begin(WaitType::PageIoLatchShared))
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
}

/// Whether the page `next` is right behind the page `one` in their file.
fn follows(one: &(PageKey, u32), next: &(PageKey, u32)) -> bool {
    one.0.id().page.checked_add(1) == Some(next.0.id().page)
}

/// The pages of a batch: 1 MB, two steps of a scan. Their frames stay latched meanwhile.
const BATCH_PAGES: usize = 2 * READ_PAGES;
