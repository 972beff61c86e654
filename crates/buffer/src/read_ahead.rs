//! Reading pages before anybody asks for them: neighbours in one read, for scans.
//!
//! The frames are entered in the table and latched before the read begins, as for a page that is asked for, so that nobody
//! reads the page twice or changes it meanwhile; latches are only tried, and nothing is written to make room. A page that
//! cannot be had is left to whoever will ask for it, who then meets what is wrong with it.
//!
//! A page read ahead is not yet used: its first use leaves it as cold as a page that was read when it was asked for, so one
//! scan does not wash out what is used again and again.

use crate::cache::Cache;
use crate::database::{DataFile, Database};
use crate::double_write::offset_of;
use crate::eviction;
use crate::frame::PageKey;
use crate::loader;
use crate::page::PAGE_SIZE;
use crate::read_buffers::READ_PAGES;
use sluice_base::ids::{DatabaseId, PageId};
use sluice_base::page_counts::{self, PageRead};
use sluice_base::waits::WaitType;

/// Reads those of `pages` that are not in memory; gives how many were read. They are best given in the order of their
/// places. No more than an eighth of the pool is read at once.
pub(crate) fn read_ahead(cache: &Cache, database: DatabaseId, pages: &[PageId]) -> usize {
    let Some(attached) = cache.databases.get(database) else { return 0 };
    let mut run = Run { cache, database: &attached, frames: Vec::new(), read: 0 };
    for id in pages.iter().take(cache.free.size() / 8) {
        let key = PageKey::new(database, *id);
        if attached.data_file(id.file).is_none() || cache.table.find(key).is_some() {
            continue;
        }
        if !run.is_continued_by(key) {
            run.finish();
        }
        let Some(index) = eviction::claim_clean(cache) else { break };
        cache.frame(index).set_loading(true);
        if loader::enter(cache, key, index) {
            run.frames.push((key, index));
        }
    }
    run.finish();
    run.read
}

/// Neighbours that are to be read in one go; their frames are entered and latched exclusively.
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

    /// Reads what is gathered, and begins anew.
    fn finish(&mut self) {
        let frames = std::mem::take(&mut self.frames);
        let Some((first, _)) = frames.first() else { return };
        let Some(file) = self.database.data_file(first.id().file) else { return };
        let mut buffer = self.cache.read_buffers.take();
        let bytes = &mut buffer[..frames.len() * PAGE_SIZE];
        let is_read = self.read_run(file, bytes, first.id().page);
        for ((key, index), page) in frames.iter().zip(bytes.chunks_exact(PAGE_SIZE)) {
            let frame = self.cache.frame(*index);
            frame.set_loading(false);
            if is_read && loader::judge(self.database, key.id(), page).is_ok() {
                // SAFETY: the frame was claimed with its latch held exclusively, and no guard exists for it yet.
                unsafe { self.cache.bytes_mut(*index) }.copy_from_slice(page);
                frame.set_read_ahead();
                frame.latch.unlock_exclusive();
                self.read += 1;
                if page_counts::count_file_reads(PageRead::Ahead, 1) {
                    loader::note(PageRead::Ahead, *key, page);
                }
            } else {
                self.cache.forget(*index);
                self.cache.give_back(*index);
            }
        }
        self.cache.read_buffers.put(buffer);
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
