//! Finding a frame for a page that is not in memory: a free one, else a clean cold one, else one of a batch just
//! written back. And the lazy writer, which does the same ahead of the need.
//!
//! The caller may hold latches on other pages, so latches are only tried here.

use crate::cache::Cache;
use crate::double_write::BATCH_PAGES;
use crate::error::PageError;
use crate::frame::PageKey;
use crate::writer::{Candidate, write_some};
use sluice_base::sync::thread::yield_now;

/// What a sweep of the clock has found.
enum Swept {
    /// A frame, emptied, latched exclusively.
    Emptied(u32),
    /// No cold clean page, but these dirty ones, at most a batch.
    Dirty(Vec<Candidate>),
}

/// A frame without a page, latched exclusively.
pub(crate) fn claim(cache: &Cache) -> Result<u32, PageError> {
    for _ in 0..ROUNDS {
        if let Some(index) = cache.take_free() {
            return Ok(index);
        }
        cache.counters.free_list_stalls.add(1);
        match sweep(cache) {
            Swept::Emptied(index) => return Ok(index),
            Swept::Dirty(pages) => {
                if clean(cache, pages)?.freed == 0 {
                    // Everything is latched at this moment, maybe for as long as a page is read: let the holders run.
                    yield_now();
                }
            }
        }
    }
    Err(PageError::NoFrames { frames: cache.free.capacity() })
}

/// A frame without a page, latched exclusively, if one is free or some page is clean and cold; nothing is written.
pub(crate) fn claim_clean(cache: &Cache) -> Option<u32> {
    cache.take_free().or_else(|| match sweep(cache) {
        Swept::Emptied(index) => Some(index),
        Swept::Dirty(_) => None,
    })
}

/// The lazy writer: makes cold frames free until there are enough, and gives back what others wanted in vain. Gives how
/// many became free. The caller holds no latch.
pub(crate) fn make_free(cache: &Cache) -> Result<usize, PageError> {
    let owed = cache.free.take_owed();
    let mut freed = 0;
    while cache.free.shortage(owed) > 0 {
        let more = give_up_cold(cache, cache.free.shortage(owed))?;
        freed += more;
        if more == 0 {
            break;
        }
    }
    for _ in 0..cache.free.dispensable(owed) {
        let Some(index) = cache.free.take_returned() else { break };
        // Only a thread that followed a stale hint can hold the latch, and it lets go at once.
        cache.frame(index).latch.lock_exclusive(|| ());
        cache.retire(index);
    }
    Ok(freed)
}

/// Makes up to `wanted` frames free: of clean cold pages first, else of a batch of dirty ones, which is written. Gives how many.
fn give_up_cold(cache: &Cache, wanted: usize) -> Result<usize, PageError> {
    let mut freed = 0;
    while freed < wanted {
        match sweep(cache) {
            Swept::Emptied(index) => {
                cache.give_back(index);
                freed += 1;
            }
            Swept::Dirty(pages) => {
                let cleaned = clean(cache, pages)?;
                cache.counters.lazy_writes.add(cleaned.written as u64);
                return Ok(freed + cleaned.freed);
            }
        }
    }
    Ok(freed)
}

/// Gives the memory of up to `frames` frames back to others: what is not in use first, then that of clean cold pages. Gives
/// how many frames that were. Waits for nothing.
pub(crate) fn shrink(cache: &Cache, frames: usize) -> usize {
    let mut given = cache.free.give_up_slack(frames);
    for _ in 0..cache.free.dispensable(frames - given) {
        let index = match cache.free.take_returned() {
            Some(index) if cache.frame(index).latch.try_exclusive() => index,
            Some(index) => {
                cache.free.put(index);
                break;
            }
            None => match sweep(cache) {
                Swept::Emptied(index) => index,
                Swept::Dirty(_) => break,
            },
        };
        cache.retire(index);
        given += 1;
    }
    if given < frames {
        cache.free.owe(frames - given);
    }
    given
}

/// As [`shrink`], but dirty pages are written for it. No frame may be held by the caller.
pub(crate) fn shrink_writing(cache: &Cache, frames: usize) -> Result<usize, PageError> {
    let mut given = shrink(cache, frames);
    for _ in 0..ROUNDS {
        if given >= frames || cache.free.dispensable(1) == 0 {
            break;
        }
        if give_up_cold(cache, frames - given)? == 0 {
            // The lazy writer is at it, or all are latched at this moment: let the holders run.
            yield_now();
        }
        given += shrink(cache, frames - given);
    }
    Ok(given)
}

/// Gives up every clean page that nobody holds; gives how many.
pub(crate) fn drop_clean(cache: &Cache) -> usize {
    let all = 0..cache.frames.len() as u32;
    all.filter(|index| empty(cache, *index, |_| true)).inspect(|index| cache.give_back(*index)).count()
}

fn sweep(cache: &Cache) -> Swept {
    let mut dirty = Vec::new();
    // Those that were never used have no page.
    let frames = cache.frames.len();
    for _ in 0..cache.replacer.full_sweep(frames) {
        let index = cache.replacer.advance(frames);
        let frame = cache.frame(index);
        if !frame.latch.is_free() || frame.key() == PageKey::NONE || !cache.replacer.is_cold(frame) {
            continue;
        }
        if frame.is_dirty() {
            if dirty.len() < BATCH_PAGES {
                dirty.push(Candidate { key: frame.key(), frame: index });
            }
        } else if empty(cache, index, |_| true) {
            cache.counters.evictions.add(1);
            return Swept::Emptied(index);
        }
    }
    Swept::Dirty(dirty)
}

/// Takes the page out of frame `index` if that is clean, not in use, and `is_wanted` says so of its key; the frame is
/// latched exclusively then.
fn empty(cache: &Cache, index: u32, is_wanted: impl Fn(PageKey) -> bool) -> bool {
    let frame = cache.frame(index);
    if !frame.latch.try_exclusive() {
        return false;
    }
    // Under the latch nothing here changes any more: a dirty page is never given up.
    let may_go = frame.key() != PageKey::NONE && !frame.is_dirty() && is_wanted(frame.key());
    if may_go {
        cache.forget(index);
    } else {
        frame.latch.unlock_exclusive();
    }
    may_go
}

/// What [`clean`] did.
struct Cleaned {
    written: usize,
    freed: usize,
}

/// Writes the pages back and makes the frames of those that stayed cold free. Fails only if nothing could be freed and
/// something failed.
fn clean(cache: &Cache, mut pages: Vec<Candidate>) -> Result<Cleaned, PageError> {
    pages.sort_unstable();
    // The hand comes by twice. A page twice in a batch would be marked clean twice, the second time maybe when its frame
    // has another page already.
    pages.dedup();
    let mut failure = None;
    let mut cleaned = Cleaned { written: 0, freed: 0 };
    for group in pages.chunk_by(|a, b| a.key.database() == b.key.database() && a.key.id().file == b.key.id().file) {
        let Some(database) = cache.databases.get(group[0].key.database()) else { continue };
        match write_some(cache, &database, group, &mut Vec::new()) {
            Ok(written) => cleaned.written += written,
            Err(error) => {
                failure = Some(error);
                continue;
            }
        }
        for page in group {
            if !cache.frame(page.frame).take_touch() && empty(cache, page.frame, |key| key == page.key) {
                cache.counters.evictions.add(1);
                cache.give_back(page.frame);
                cleaned.freed += 1;
            }
        }
    }
    match failure {
        Some(error) if cleaned.freed == 0 => Err(error),
        _ => Ok(cleaned),
    }
}

/// How often everything may be found in use before the pool gives up: holds last microseconds, reads of a page a
/// hundred of them.
const ROUNDS: usize = if cfg!(feature = "shuttle") { 20 } else { 1000 };
