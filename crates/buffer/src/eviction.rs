//! Finds a frame for a page that is not in memory. The order is a free frame, a clean cold frame, a
//! frame of a batch just written back. The lazy writer does the same ahead of demand.
//!
//! The caller may hold latches on other pages, so this module only tries latches and never waits
//! for them.
//!
//! A page may be evicted for another database's statement, so a write error is not returned. It
//! ends the writing of its own database, which reports it (rule 6 of the crate). From then on the
//! database's changed pages are given up like clean ones (rule 7).

use crate::cache::Cache;
use crate::candidate::Candidate;
use crate::database::Database;
use crate::double_write::BATCH_PAGES;
use crate::error::PageError;
use crate::extension::Occasion;
use crate::fill;
use crate::frame::PageKey;
use crate::second_level;
use crate::writer::{try_write_some, write_some};
use sluice_base::sync::atomic::Ordering;
use sluice_base::sync::thread::yield_now;
use std::time::Duration;

/// The result of a sweep of the clock.
enum Swept {
    /// An emptied frame, latched exclusively.
    Emptied(u32),
    /// No cold clean page was found. These are the cold dirty pages, as many as were asked for.
    Dirty(Vec<Candidate>),
}

/// Returns a frame without a page, latched exclusively. Tries a free frame, then evicts a cold
/// clean page, then writes back cold dirty pages and tries again. Fails with `NoFrames` if nothing
/// was freed in several rounds.
pub(crate) fn claim(cache: &Cache) -> Result<u32, PageError> {
    for round in 0..ROUNDS {
        if let Some(index) = cache.take_free() {
            return Ok(index);
        }
        cache.counters.free_list_stalls.add(1);
        if round == 0 && cache.free.has_waiters() {
            // A thread writes for those that wait. Sweeping beside it would take the processor's
            // time from it and find the same pages.
            cache.free.wait_for_frame(FRAME_WAIT);
            continue;
        }
        match sweep(cache, BATCH_PAGES) {
            Swept::Emptied(index) => return Ok(index),
            Swept::Dirty(pages) => {
                let cleaned = clean(cache, pages, try_write_some);
                if cleaned.freed > 0 {
                    cache.free.wake_next();
                    continue;
                }
                if cleaned.is_written_by_other {
                    // The thread that writes frees frames for all that wait here, and wakes one
                    // more to write the next batch. If each of them waited for the turn, it would
                    // write its own batch, one after another. If it didn't wait, it would sweep all
                    // frames meanwhile.
                    cache.free.wait_for_frame(FRAME_WAIT);
                } else {
                    // All frames are latched at this moment, maybe for the duration of a page read:
                    // let the holders run.
                    yield_now();
                }
            }
        }
    }
    Err(PageError::NoFrames { frames: cache.free.capacity() })
}

/// Returns a frame without a page, latched exclusively, if a frame is free or a page is clean and
/// cold. Writes nothing.
pub(crate) fn claim_clean(cache: &Cache) -> Option<u32> {
    cache.take_free().or_else(|| match sweep(cache, 0) {
        Swept::Emptied(index) => Some(index),
        Swept::Dirty(_) => None,
    })
}

/// The lazy writer: frees cold frames until enough are free, and returns memory that other clerks
/// requested in vain. Returns the number of frames freed. The caller must hold no latch. Writes
/// dirty pages where necessary.
pub(crate) fn make_free(cache: &Cache) -> usize {
    let owed = cache.free.take_owed();
    let mut freed = 0;
    while cache.free.shortage(owed) > 0 {
        let more = give_up_cold(cache, cache.free.shortage(owed).min(BATCH_PAGES));
        second_level::write_queued(cache);
        freed += more;
        if more == 0 {
            break;
        }
    }
    // Pages that other threads have evicted.
    second_level::write_queued(cache);
    second_level::save(cache, Occasion::Idle);
    let _given = retire_some(cache, owed, || {
        let index = cache.free.take_returned()?;
        // Only a thread that followed a stale hint can hold the latch, and it releases the latch at
        // once.
        cache.frame(index).latch.lock_exclusive(|| ());
        Some(index)
    });
    freed
}

/// Retires up to `frames` frames that `next` returns without a page and latched exclusively, a
/// batch at a time, as far as the pool's floor allows. Returns their number.
fn retire_some(cache: &Cache, frames: usize, mut next: impl FnMut() -> Option<u32>) -> usize {
    let mut retirement = cache.free.retirement(frames);
    let most = retirement.rights();
    let mut batch = Vec::with_capacity(RETIRED_AT_ONCE.min(most));
    while retirement.rights() > 0 {
        let wanted = RETIRED_AT_ONCE.min(retirement.rights());
        batch.clear();
        batch.extend(std::iter::from_fn(&mut next).take(wanted));
        cache.retire(&mut batch, &mut retirement);
        if batch.len() < wanted {
            break;
        }
    }
    most - retirement.rights()
}

/// Frees up to `wanted` frames: clean cold pages first, then dirty pages, which are written as a
/// batch. Returns the number freed.
fn give_up_cold(cache: &Cache, wanted: usize) -> usize {
    let mut freed = 0;
    while freed < wanted {
        match sweep(cache, BATCH_PAGES) {
            Swept::Emptied(index) => {
                cache.give_back(index);
                freed += 1;
            }
            Swept::Dirty(pages) => {
                let in_turn =
                    |cache: &_, database: &_, pages: &_| Some(write_some(cache, database, pages, &mut Vec::new()));
                let cleaned = clean(cache, pages, in_turn);
                cache.counters.lazy_writes.add(cleaned.written as u64);
                cache.free.wake_next();
                return freed + cleaned.freed;
            }
        }
    }
    freed
}

/// Returns the memory of up to `frames` frames to the broker: unused memory first, then the frames
/// of clean cold pages. Returns the number of frames. Waits for nothing. If there are fewer, the
/// rest is owed and given by the lazy writer later.
pub(crate) fn shrink(cache: &Cache, frames: usize) -> usize {
    let mut given = cache.free.give_up_slack(frames);
    given += retire_some(cache, frames - given, || match cache.free.take_returned() {
        Some(index) if cache.frame(index).latch.try_exclusive() => Some(index),
        Some(index) => {
            cache.free.put(index);
            None
        }
        None => match sweep(cache, 0) {
            Swept::Emptied(index) => Some(index),
            Swept::Dirty(_) => None,
        },
    });
    if given < frames {
        cache.free.owe(frames - given);
    }
    given
}

/// Does the same as [`shrink`], but also writes dirty pages. The caller must hold no frame. Gives
/// up after some rounds without success.
pub(crate) fn shrink_writing(cache: &Cache, frames: usize) -> usize {
    let mut given = shrink(cache, frames);
    for _ in 0..ROUNDS {
        if given >= frames || cache.free.dispensable(1) == 0 {
            break;
        }
        if give_up_cold(cache, frames - given) == 0 {
            // The lazy writer is at work, or all frames are latched at this moment: let the holders
            // run.
            yield_now();
        }
        given += shrink(cache, frames - given);
    }
    given
}

/// Evicts every clean page that is not in use, and all pages of the extension. Returns the number
/// of pages evicted from memory.
pub(crate) fn drop_clean(cache: &Cache) -> usize {
    second_level::forget_where(cache, |_| true);
    let all = 0..cache.frames.len() as u32;
    all.filter(|index| empty(cache, *index, |_| true, |_| ())).inspect(|index| cache.give_back(*index)).count()
}

/// Empties the next frame with a clean cold page. Collects up to `most_dirty` cold dirty pages on
/// the way. If it has that many, it gives up after [`FURTHER_FRAMES`] more frames, otherwise after
/// the hand has passed each frame twice. If dirty pages were asked for and no page is cold, takes a
/// recurring page.
fn sweep(cache: &Cache, most_dirty: usize) -> Swept {
    let mut dirty = Vec::new();
    // Frames that were never used have no page.
    let frames = cache.frames.len();
    let mut left = cache.replacer.full_sweep(frames);
    let clock = &**cache.waits.clock();
    let mut sweep = cache.replacer.sweep(|| cache.free.in_use(), clock);
    while left > 0 {
        left -= 1;
        if left == 0 && most_dirty > 0 && dirty.is_empty() && sweep.spare_none() {
            left = frames;
        }
        let index = cache.replacer.advance(frames, clock);
        let frame = cache.frame(index);
        if !frame.latch.is_free() || frame.key() == PageKey::NONE || !cache.replacer.is_cold(frame, sweep) {
            continue;
        }
        if frame.is_dirty() {
            if lose(cache, index) {
                cache.counters.evicted();
                return Swept::Emptied(index);
            }
            if dirty.len() < most_dirty {
                dirty.push(Candidate { key: frame.key(), frame: index });
                left = if dirty.len() == most_dirty { left.min(FURTHER_FRAMES) } else { left };
            }
        } else if empty(cache, index, |_| true, |index| note_eviction(cache, index)) {
            cache.counters.evicted();
            return Swept::Emptied(index);
        }
    }
    Swept::Dirty(dirty)
}

/// Prepares the eviction of the clean page of frame `index`, which is latched exclusively.
fn note_eviction(cache: &Cache, index: u32) {
    cache.replacer.note_eviction(cache.frame(index), &**cache.waits.clock());
    second_level::offer_evicted(cache, index);
}

/// Removes the page from frame `index` if the page is clean, not in use, and `is_wanted` accepts
/// its key. The frame then stays latched exclusively. `before` is called before the page leaves.
fn empty(cache: &Cache, index: u32, is_wanted: impl Fn(PageKey) -> bool, before: impl Fn(u32)) -> bool {
    let frame = cache.frame(index);
    if !frame.latch.try_exclusive() {
        return false;
    }
    // The page's state is stable under the latch, so a dirty page is never evicted.
    let may_go = frame.key() != PageKey::NONE && !frame.is_dirty() && is_wanted(frame.key());
    if may_go {
        before(index);
        cache.forget(index);
    } else {
        frame.latch.unlock_exclusive();
    }
    may_go
}

/// Removes the changed page from frame `index` if its database can't write it any more (rule 7 of
/// the crate). The frame then stays latched exclusively.
fn lose(cache: &Cache, index: u32) -> bool {
    if !cache.has_unwritable.load(Ordering::Relaxed) {
        return false;
    }
    let frame = cache.frame(index);
    let database = cache.databases.get(frame.key().database()).filter(|database| database.is_unwritable());
    let Some(database) = database.filter(|_| frame.latch.try_exclusive()) else { return false };
    let key = frame.key();
    match frame.rec_lsn() {
        Some(rec_lsn) if key != PageKey::NONE && key.database() == database.id => {
            database.lose(key.id(), rec_lsn);
            cache.forget(index);
            true
        }
        _ => {
            frame.latch.unlock_exclusive();
            false
        }
    }
}

/// The result of [`clean`].
struct Cleaned {
    written: usize,
    freed: usize,
    /// Whether pages were not written because another thread writes pages of their database.
    is_written_by_other: bool,
}

/// Writes the pages back with `write` and frees the frames that stayed cold. `write` returns `None`
/// if another thread writes pages of the database. On a slow disk, other dirty pages are written,
/// by their place (`fill`).
fn clean(
    cache: &Cache,
    mut pages: Vec<Candidate>,
    write: impl Fn(&Cache, &Database, &[Candidate]) -> Option<Result<usize, PageError>>,
) -> Cleaned {
    pages.sort_unstable();
    // The hand passes each frame twice. A page twice in a batch would be marked clean twice, the
    // second time maybe when its frame has another page already.
    pages.dedup();
    let mut cleaned = Cleaned { written: 0, freed: 0, is_written_by_other: false };
    for group in pages.chunk_by(|a, b| a.key.database() == b.key.database() && a.key.id().file == b.key.id().file) {
        let Some(database) = cache.databases.get(group[0].key.database()) else { continue };
        let window = fill::window(cache, &database, group);
        let group = window.as_deref().unwrap_or(group);
        let Some(written) = write(cache, &database, group) else {
            cleaned.is_written_by_other = true;
            continue;
        };
        let Ok(written) = written else { continue };
        cleaned.written += written;
        for page in group {
            let note = |index| note_eviction(cache, index);
            if !cache.frame(page.frame).take_touch() && empty(cache, page.frame, |key| key == page.key, note) {
                cache.counters.evicted();
                cache.give_back(page.frame);
                cleaned.freed += 1;
            }
        }
    }
    cleaned
}

/// The maximum number of frames whose memory is released together: 512 KB. They stay latched
/// meanwhile.
const RETIRED_AT_ONCE: usize = 64;

/// The time after which a thread that waits for a frame sweeps again, if nothing wakes it.
const FRAME_WAIT: Duration = Duration::from_millis(10);

/// Number of frames that are searched for a clean page once a batch of dirty pages is found: about
/// 10 µs. In a pool full of dirty pages a longer search costs more than the batch.
const FURTHER_FRAMES: usize = 4096;

/// Number of sweeps that may find all frames in use before the pool gives up. A latch is held for
/// microseconds, or a hundred microseconds for a page read.
const ROUNDS: usize = if cfg!(feature = "shuttle") { 20 } else { 1000 };
