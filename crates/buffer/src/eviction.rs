//! Finding a frame for a page that is not in memory: a free one, else a clean cold one, else one of a batch just
//! written back.
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
        match sweep(cache) {
            Swept::Emptied(index) => return Ok(index),
            Swept::Dirty(pages) => {
                if !clean(cache, pages)? {
                    // Everything is latched at this moment, maybe for as long as a page is read: let the holders run.
                    yield_now();
                }
            }
        }
    }
    Err(PageError::NoFrames { frames: cache.frames.len() })
}

/// Gives up every clean page that nobody holds; gives how many.
pub(crate) fn drop_clean(cache: &Cache) -> usize {
    let all = 0..cache.frames.len() as u32;
    all.filter(|index| empty(cache, *index, |_| true)).inspect(|index| cache.give_back(*index)).count()
}

fn sweep(cache: &Cache) -> Swept {
    let mut dirty = Vec::new();
    for _ in 0..cache.replacer.full_sweep() {
        let index = cache.replacer.advance();
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

/// Writes the pages back and makes the frames of those that stayed cold free; whether any was. Fails only if nothing
/// could be written and something failed.
fn clean(cache: &Cache, mut pages: Vec<Candidate>) -> Result<bool, PageError> {
    pages.sort_unstable();
    // The hand comes by twice. A page twice in a batch would be marked clean twice, the second time maybe when its frame
    // has another page already.
    pages.dedup();
    let mut failure = None;
    let mut has_freed = false;
    for group in pages.chunk_by(|a, b| a.key.database() == b.key.database() && a.key.id().file == b.key.id().file) {
        let Some(database) = cache.databases.get(group[0].key.database()) else { continue };
        if let Err(error) = write_some(cache, &database, group, &mut Vec::new()) {
            failure = Some(error);
            continue;
        }
        for page in group {
            if !cache.frame(page.frame).take_touch() && empty(cache, page.frame, |key| key == page.key) {
                cache.counters.evictions.add(1);
                cache.give_back(page.frame);
                has_freed = true;
            }
        }
    }
    match failure {
        Some(error) if !has_freed => Err(error),
        _ => Ok(has_freed),
    }
}

/// How often everything may be found in use before the pool gives up: holds last microseconds, reads of a page a
/// hundred of them.
const ROUNDS: usize = if cfg!(feature = "shuttle") { 20 } else { 1000 };
