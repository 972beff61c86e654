//! The frames' side of the extension: pages that leave memory, come back, and change.

use crate::cache::Cache;
use crate::database::Database;
use crate::extension::{Extension, Occasion};
use crate::frame::PageKey;
use crate::log_history::LogEpoch;
use sluice_base::ids::{DatabaseId, Lsn};
use sluice_base::probe::Probe;
use sluice_base::sync::reached;

/// Fills `bytes` with the page `key` if the extension has a copy, and returns whether it has. The
/// caller has latched the page's frame exclusively. `is_use` is false for a page read ahead of a
/// request. A failed read turns the extension off.
pub(crate) fn read(cache: &Cache, database: &Database, key: PageKey, bytes: &mut [u8], is_use: bool) -> bool {
    let Some(extension) = cache.extension.get() else { return false };
    match extension.read(database, key, bytes, (is_use, cache.waits.events())) {
        Ok(is_read) => {
            if is_read {
                cache.counters.extension_page_reads.add(1);
                reached(Probe::ExtensionRead);
            }
            is_read
        }
        Err(why) => {
            cache.extension.fail(&extension, &why);
            false
        }
    }
}

/// Offers the clean page of the frame `index` to the extension. The caller has latched the frame
/// exclusively and is about to empty it. The page is copied to a queue, and a full queue refuses
/// it. Without a lazy writer, the caller then writes the queue. A later process may use the copy
/// (`extension::kept_copies`). Does nothing without an extension.
pub(crate) fn offer_evicted(cache: &Cache, index: u32) {
    let Some(extension) = cache.extension.get() else { return };
    let key = cache.frame(index).key();
    let Some(database) = cache.databases.get(key.database()) else { return };
    // SAFETY: the caller holds the frame's latch exclusively, and no guard exists for it.
    let content = unsafe { cache.bytes(index) };
    offer(cache, &extension, &database, key, content);
}

/// Offers a page that has just been written in place. The caller has latched its clean frame, whose
/// content is `copy`.
pub(crate) fn offer_written(cache: &Cache, database: &Database, key: PageKey, copy: &[u8]) {
    if let Some(extension) = cache.extension.get() {
        offer(cache, &extension, database, key, copy);
    }
}

/// Offers a page. If the queue fills up, wakes the lazy writer, or writes the queue if there is no
/// lazy writer.
fn offer(cache: &Cache, extension: &Extension, database: &Database, key: PageKey, content: &[u8]) {
    let is_filling = extension.offer(&cache.databases, (&cache.counters, cache.waits.events()), database, key, content);
    match is_filling {
        false => {}
        true if extension.has_writer() => cache.free.wake(),
        true => write_queued(cache),
    }
}

/// Writes the queued pages to the extension's file, for a thread that no reader waits for.
pub(crate) fn write_queued(cache: &Cache) {
    let Some(extension) = cache.extension.get() else { return };
    match extension.write_queue(cache.waits.events()) {
        Ok(written) => cache.counters.extension_page_writes.add(written as u64),
        Err(why) => cache.extension.fail(&extension, &why),
    }
}

/// Makes the copy of `key` invalid, before the first change of its clean frame (invariant 2 of
/// `extension`).
#[inline]
pub(crate) fn invalidate(cache: &Cache, key: PageKey) {
    if let Some(extension) = cache.extension.get() {
        extension.invalidate(key);
    }
}

/// Frees the extension's slots of the pages for which `is_unwanted` returns true. Does nothing
/// without an extension.
pub(crate) fn forget_where(cache: &Cache, is_unwanted: impl Fn(PageKey) -> bool) {
    if let Some(extension) = cache.extension.get() {
        extension.forget_where(is_unwanted);
    }
}

/// Keeps the copies of a database that is not attached any more, for its next opening.
pub(crate) fn park(cache: &Cache, database: &Database) {
    if let Some(extension) = cache.extension.get() {
        extension.park(database);
    }
}

/// Gives a database in recovery the copies of its earlier opening, as far as its log proves them.
pub(crate) fn inherit(cache: &Cache, database: &Database, epoch: LogEpoch, redo_from: Lsn) {
    if let Some(extension) = cache.extension.get() {
        extension.inherit(database, epoch, redo_from);
    }
}

/// Returns the LSN of the page's copy. `None` without an extension, or without a copy.
pub(crate) fn copy_lsn(cache: &Cache, key: PageKey) -> Option<Lsn> {
    cache.extension.get()?.copy_lsn(key)
}

/// Makes the copies of a database that are not below the end of its log invalid.
pub(crate) fn end_inheritance(cache: &Cache, database: DatabaseId, end: Lsn) {
    if let Some(extension) = cache.extension.get() {
        extension.end_inheritance(database, end);
    }
}

/// Writes the directory of the extension's copies if it is worth it on this occasion. The caller
/// must hold no latch.
pub(crate) fn save(cache: &Cache, occasion: Occasion) {
    let Some(extension) = cache.extension.get() else { return };
    if let Err(why) = extension.save(&cache.databases, occasion) {
        cache.extension.fail(&extension, &why);
    }
}
