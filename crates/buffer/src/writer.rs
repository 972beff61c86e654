//! Write-back: dirty pages are written to their file in batches, sorted by position, under the
//! write-ahead rule.
//!
//! A batch runs under its database's turn:
//! 1. Copy the pages, each under its shared latch, taken by try, and seal the copies.
//! 2. Harden the log up to the largest LSN copied.
//! 3. Write directory and copies to the double-write area in a single write, and sync.
//! 4. Write the copies in place, adjacent pages together, and sync.
//! 5. Mark the pages clean that did not change since the copy.
//!
//! The two copies of a file's header are never in one batch. On a slow disk a batch also has clean
//! pages, which make one run of several (`fill`).
//!
//! After a failed write of step 4 the file's next batch begins with step 4 of the failed one. After
//! a failed write of step 3 nothing has happened in place, and the next batch begins anew.
//!
//! No step waits for a latch under the turn, because a latch holder may be waiting for the turn to
//! evict (rule 2 of the crate).

use crate::cache::Cache;
use crate::candidate::Candidate;
use crate::changed_extents::MapPage;
use crate::database::{Copied, DataFile, Database, DatabaseLog, Dirty, Unwritten, WriteFailure, WriteTurn};
use crate::double_write::{BATCH_PAGES, STAGING_BYTES, fill_directory, offset_of};
use crate::error::PageError;
use crate::fill::{self, WINDOW_PAGES};
use crate::guard::{OLDEST, PageRef};
use crate::page::{self, HEADER_COPIES, PAGE_SIZE};
use crate::pair::{self, Pair};
use crate::second_level;
use sluice_base::events::EventKind;
use sluice_base::ids::{FileId, Lsn, PageId};
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::Ordering;
use sluice_base::waits::WaitType;
use sluice_vfs::{AlignedBuf, FileError, Operation};
use sluice_wal::LogError;

/// Writes back the pages of `database` whose oldest change is before `before`. Returns the number
/// of pages written. The caller must hold no latch.
pub(crate) fn write_back(cache: &Cache, database: &Database, before: Lsn) -> Result<usize, PageError> {
    write_pages(cache, database, before, usize::MAX)
}

/// Does the same as [`write_back`] for at most `most` pages, the oldest first. Waits for the
/// latches of pages that were busy at first, and writes those one by one. Returns the number of
/// pages written. Fails with the failure of earlier writes, even if no page is dirty.
pub(crate) fn write_pages(cache: &Cache, database: &Database, before: Lsn, most: usize) -> Result<usize, PageError> {
    // Even without a dirty page: the lost pages aren't in the list any more.
    if let Some(failure) = database.write_failure() {
        return Err(failure.into());
    }
    let mut busy = Vec::new();
    let mut written = 0;
    let pages = dirty_pages(cache, database, before, most);
    for batch in by_file(&pages).flat_map(|of_file| of_file.chunks(BATCH_PAGES)) {
        written += write_some(cache, database, batch, &mut busy)?;
        second_level::write_queued(cache);
    }
    for candidate in busy {
        let frame = cache.frame(candidate.frame);
        cache.latch_shared(frame);
        // SAFETY: the latch has just been taken shared, for the guard alone.
        let held = unsafe { PageRef::new(cache, candidate.frame) };
        if frame.key() == candidate.key && frame.rec_lsn().is_some_and(|lsn| lsn < before) {
            let mut turn = database.turn.lock();
            let Some(file) = database.data_file(candidate.key.id().file) else { continue };
            let mut batch = Batch { cache, database, file, turn: &mut turn };
            written += batch.write(&[candidate], Some(held), &mut Vec::new())?;
        }
    }
    Ok(written)
}

/// Writes back at most a batch of pages, sorted, all of one file of `database`. Latches are only
/// tried, so the caller may hold latches. Pages whose latch was not available go to `busy`. Returns
/// the number of pages written.
pub(crate) fn write_some(
    cache: &Cache,
    database: &Database,
    pages: &[Candidate],
    busy: &mut Vec<Candidate>,
) -> Result<usize, PageError> {
    write_in_turn(cache, database, &mut database.turn.lock(), pages, busy)
}

/// Does the same as [`write_some`], or returns `None` if another thread writes the database's pages
/// at the moment.
pub(crate) fn try_write_some(
    cache: &Cache,
    database: &Database,
    pages: &[Candidate],
) -> Option<Result<usize, PageError>> {
    Some(write_in_turn(cache, database, &mut *database.turn.try_lock()?, pages, &mut Vec::new()))
}

fn write_in_turn(
    cache: &Cache,
    database: &Database,
    turn: &mut WriteTurn,
    pages: &[Candidate],
    busy: &mut Vec<Candidate>,
) -> Result<usize, PageError> {
    // The pages of a file that was removed meanwhile have left the pool.
    let file = pages.first().and_then(|first| database.data_file(first.key.id().file));
    file.map_or(Ok(0), |file| Batch { cache, database, file, turn }.write(pages, None, busy))
}

/// Splits sorted pages of one database by file.
pub(crate) fn by_file(pages: &[Candidate]) -> impl Iterator<Item = &[Candidate]> {
    pages.chunk_by(|one, next| one.key.id().file == next.key.id().file)
}

/// Syncs a data file of `database`. If a write or sync of the database's files has failed before,
/// fails in the same way. After a failed sync no page of the database is written again until it is
/// reopened. Does nothing for an unknown file.
pub(crate) fn sync_file(cache: &Cache, database: &Database, file: FileId) -> Result<(), PageError> {
    let mut turn = database.turn.lock();
    if let Some(failure) = &turn.failed {
        return Err(failure.clone().into());
    }
    let Some(file) = database.data_file(file) else { return Ok(()) };
    let mut batch = Batch { cache, database, file, turn: &mut turn };
    batch.sync().map_err(|error| batch.fail_file(error))
}

/// Calls `work` while no batch of the database writes pages; see `BufferPool::pause_writes`. Fails
/// without the call if the writing of pages has ended. A failed sync of `work` ends the writing of
/// pages; its other errors don't.
pub(crate) fn pause<T>(
    cache: &Cache,
    database: &Database,
    work: impl FnOnce() -> Result<T, FileError>,
) -> Result<T, PageError> {
    let mut turn = database.turn.lock();
    if let Some(failure) = &turn.failed {
        return Err(failure.clone().into());
    }
    work().map_err(|error| match error.operation {
        Operation::Sync => {
            let file = database.primary.clone();
            Batch { cache, database, file, turn: &mut turn }.fail_file(error)
        }
        _ => PageError::File(error),
    })
}

/// Makes `pair` durable in the pair pages of each file of `database`, unless an earlier write or
/// sync failed. Each file is written and synced in turn. A failure forbids further writes to the
/// database.
pub(crate) fn write_pair(cache: &Cache, database: &Database, pair: &Pair) -> Result<(), PageError> {
    let mut turn = database.turn.lock();
    if let Some(failure) = &turn.failed {
        return Err(failure.clone().into());
    }
    let history = database.history.read().clone();
    for file in database.data_files() {
        let sequence = {
            let mut written = file.written.lock();
            written.pair_sequence += 1;
            written.pair_sequence
        };
        let (bytes, number) = pair::encode((pair, &history), file.id, file.layout.pair, database.guid, sequence);
        let mut batch = Batch { cache, database, file, turn: &mut turn };
        batch.write_file(&[(offset_of(number), &bytes)]).map_err(|error| batch.fail_write(error))?;
        batch.sync().map_err(|error| batch.fail_file(error))?;
    }
    Ok(())
}

/// Makes the marks of `pages` in the file's map of changed extents durable. Fails if a map page
/// can't be written or synced.
pub(crate) fn save_changed(
    cache: &Cache,
    database: &Database,
    file: &Arc<DataFile>,
    pages: &[u32],
) -> Result<(), PageError> {
    let mut turn = database.turn.lock();
    let mut batch = Batch { cache, database, file: file.clone(), turn: &mut turn };
    batch.write_map(&file.changed.unsaved(pages.iter().copied(), file.id, database.guid))
}

/// Makes the maps of changed extents durable for the base at `base` (rule 5 of `changed_extents`).
/// Map pages of secondary files are written and synced first, the primary file's first page last. A
/// crash in between leaves the old base with maps that have all its marks. Fails if a map page
/// can't be written or synced.
pub(crate) fn rebase_changed(cache: &Cache, database: &Database, base: Lsn) -> Result<(), PageError> {
    // A batch writes map pages too, in turn with these.
    let mut turn = database.turn.lock();
    let rebased = |file: Arc<DataFile>| (file.changed.rebased(base, file.id, database.guid), file);
    let maps: Vec<_> = database.data_files().into_iter().map(rebased).collect();
    // The primary file last: the bases of the others are compared with its base (rule 6).
    for (pages, file) in maps.into_iter().rev() {
        let mut batch = Batch { cache, database, file, turn: &mut turn };
        let (first, behind) = pages.split_at(pages.len().min(1));
        batch.write_map(behind)?;
        batch.write_map(first)?;
    }
    Ok(())
}

/// Returns the oldest dirty pages of a database, sorted by position, without duplicates. A page
/// twice in a batch would be marked clean twice, the second time maybe when its frame has another
/// page already.
fn dirty_pages(cache: &Cache, database: &Database, before: Lsn, most: usize) -> Vec<Candidate> {
    let old = database.dirty.before(&cache.frames, before, most).into_iter();
    let mut pages: Vec<Candidate> = old.map(|(key, frame)| Candidate { key, frame }).collect();
    pages.sort_unstable();
    pages.dedup();
    pages
}

/// Returns the number of header copies at the beginning of sorted pages of one file. They go out in
/// two batches: a power cut tears the pages of one batch, and a header is read before any page can
/// be repaired.
fn header_copies(pages: &[Candidate]) -> usize {
    pages.iter().take_while(|page| page.key.id().page < HEADER_COPIES).count()
}

/// A batch in progress: pages of one file.
struct Batch<'a> {
    cache: &'a Cache,
    database: &'a Database,
    file: Arc<DataFile>,
    turn: &'a mut WriteTurn,
}

impl Batch<'_> {
    fn write(
        &mut self,
        pages: &[Candidate],
        mut held: Option<PageRef<'_>>,
        busy: &mut Vec<Candidate>,
    ) -> Result<usize, PageError> {
        let mut staging = self.turn.staging.take().unwrap_or_else(|| self.database.new_staging());
        let mut written = 0;
        let room = staging.len() / PAGE_SIZE - 1;
        let takes_fillers = fill::takes_fillers(&self.file);
        let (first, others) = pages.split_at(header_copies(pages).saturating_sub(1));
        for mut rest in [first, others] {
            while !rest.is_empty() {
                let count = match takes_fillers {
                    true => fill::fitting(rest, room.min(WINDOW_PAGES)),
                    false => room.min(rest.len()),
                };
                let (now, later) = rest.split_at(count);
                written += self.write_staged((&mut staging, takes_fillers), now, held.take(), busy)?;
                rest = later;
            }
        }
        // A small area is replaced as soon as there is memory.
        self.turn.staging = Some(staging).filter(|staging| staging.len() == STAGING_BYTES);
        Ok(written)
    }

    /// Writes pages that fit the staging area, with fillers if the disk takes them. Returns the
    /// number of dirty pages written.
    fn write_staged(
        &mut self,
        (staging, takes_fillers): (&mut AlignedBuf, bool),
        pages: &[Candidate],
        held: Option<PageRef<'_>>,
        busy: &mut Vec<Candidate>,
    ) -> Result<usize, PageError> {
        if let Some(failure) = &self.turn.failed {
            return Err(failure.clone().into());
        }
        let unwritten = self.file.written.lock().unwritten.take();
        if let Some(Unwritten { copies, copied, tail }) = unwritten {
            self.write_in_place(&copies, copied, tail)?;
        }
        let log = self.database.log();
        // The tail is read before the first copy: a record appended for a page after its copy lies
        // at or beyond this LSN.
        let log_end = log.tail();
        let tail = log_end.unwrap_or(OLDEST);
        // Without a log, redo is at work, and the extension's copies are not proven yet.
        let takes_fillers = takes_fillers && log_end.is_some();
        let copied = self.copy((&mut staging[..], takes_fillers), pages, held, busy, &log)?;
        let Some(last) = copied.last().map(|last| last.key.id().page) else { return Ok(0) };
        let (count, dirty) = (copied.len(), copied.iter().filter(|page| page.dirty.is_some()).count());
        let copies = &staging[PAGE_SIZE..(1 + count) * PAGE_SIZE];
        let lsns = || copies.chunks_exact(PAGE_SIZE).map(page::lsn);
        let newest = lsns().max().unwrap_or(Lsn::NONE);
        // During redo each page has all changes up to its LSN, and it was stamped in this redo.
        let as_of = log_end.or_else(|| lsns().min()).unwrap_or(Lsn::NONE);
        // The write-ahead rule (rule 3 of the crate): the log first.
        log.harden(newest).map_err(|error| self.fail_log(error))?;
        self.write_copies(&mut staging[..(1 + count) * PAGE_SIZE], as_of)?;
        self.write_in_place(&staging[PAGE_SIZE..(1 + count) * PAGE_SIZE], copied, tail)?;
        if takes_fillers {
            self.file.written.lock().pace.pass(last);
        }
        self.cache.counters.write_batches.add(1);
        Ok(dirty)
    }

    /// Copies and seals the pages one after another from the staging area's second page, with those
    /// of the gaps between them if the disk takes fillers. The first page's latch may be `held`
    /// already. Each latch is released once its copy is taken.
    fn copy(
        &self,
        (staging, takes_fillers): (&mut [u8], bool),
        pages: &[Candidate],
        mut held: Option<PageRef<'_>>,
        busy: &mut Vec<Candidate>,
        log: &DatabaseLog,
    ) -> Result<Vec<Copied>, PageError> {
        let mut copied: Vec<Copied> = Vec::with_capacity(pages.len());
        let (mut gaps, mut unfilled) = (0, 0);
        for candidate in pages {
            let Some(page) = held.take().or_else(|| PageRef::try_new(self.cache, candidate.frame)) else {
                busy.push(*candidate);
                continue;
            };
            let frame = self.cache.frame(candidate.frame);
            if frame.key() != candidate.key || !frame.is_dirty() {
                continue;
            }
            let number = candidate.key.id().page;
            let before = copied.last().filter(|_| takes_fillers);
            let gap = before.map_or(number..number, |last| fill::gap(last.key.id().page, number));
            // The pages of the gap have their places before the page, whose latch is released
            // before they are copied. `fill::fitting` has counted them: a page left out widens the
            // gap by its own place.
            let (first, place) = (1 + copied.len(), 1 + copied.len() + gap.len());
            let slot = &mut staging[place * PAGE_SIZE..][..PAGE_SIZE];
            slot.copy_from_slice(&page);
            let dirty = Some(Dirty { frame: candidate.frame, version: frame.version() });
            drop(page);
            self.seal(slot, candidate.key.id(), log)?;
            gaps += usize::from(first < place);
            let fillers = &mut staging[first * PAGE_SIZE..place * PAGE_SIZE];
            if !fill::fill(self.cache, (self.database, log), (&*self.file, gap), fillers, &mut copied) {
                unfilled += 1;
                staging.copy_within(place * PAGE_SIZE..(place + 1) * PAGE_SIZE, first * PAGE_SIZE);
            }
            copied.push(Copied { key: candidate.key, dirty });
        }
        if unfilled > 0 {
            self.file.written.lock().pace.note_gaps(gaps, unfilled);
        }
        Ok(copied)
    }

    /// Completes a copy so that [`page::verify`] accepts it. This check mirrors the check after
    /// reading: a page whose header names another page is never written, since that would be a
    /// misdirected write.
    fn seal(&self, copy: &mut [u8], id: PageId, log: &DatabaseLog) -> Result<(), PageError> {
        let (found, guid) = (page::id(copy), page::guid(copy));
        if guid.0 == 0 {
            page::set_identity(copy, id, self.database.guid);
        } else if found != id || guid != self.database.guid {
            let path = self.file.handle.path().to_owned();
            let what =
                format!("in memory its header names page {found} of database {:016x}; it was not written", guid.0);
            return Err(PageError::Damaged { path, page: id, what });
        }
        self.database.seal(copy, log);
        Ok(())
    }

    /// Makes the copies durable in the file's double-write area, if there is one. The file's batch
    /// before was written in place and synced, so its copies are not needed any more.
    fn write_copies(&mut self, staging: &mut [u8], as_of: Lsn) -> Result<(), PageError> {
        let Some(area) = self.file.layout.area else { return Ok(()) };
        let sequence = {
            let mut written = self.file.written.lock();
            written.sequence += 1;
            written.sequence
        };
        let id = PageId { file: self.file.id, page: area };
        fill_directory(staging, id, self.database.guid, sequence, as_of);
        self.write_file(&[(offset_of(area), staging)]).map_err(|error| self.fail_write(error))?;
        self.sync().map_err(|error| self.fail_file(error))?;
        self.file.written.lock().copies = as_of;
        self.cache.counters.double_write_batches.add(1);
        Ok(())
    }

    /// Writes map pages of the file, durably, unless an earlier write or sync failed.
    fn write_map(&mut self, pages: &[MapPage]) -> Result<(), PageError> {
        if let Some(failure) = &self.turn.failed {
            return Err(failure.clone().into());
        }
        if pages.is_empty() {
            return Ok(());
        }
        let writes: Vec<(u64, &[u8])> = pages.iter().map(|page| (offset_of(page.number), &*page.bytes)).collect();
        self.write_file(&writes).map_err(|error| self.fail_write(error))?;
        self.sync().map_err(|error| self.fail_file(error))?;
        pages.iter().for_each(|page| self.file.changed.saved(page));
        Ok(())
    }

    /// Writes the copies in place, durably, and marks their pages clean. After a failed write the
    /// next batch tries again.
    fn write_in_place(&mut self, copies: &[u8], copied: Vec<Copied>, tail: Lsn) -> Result<(), PageError> {
        let file = self.file.clone();
        // A database without the area is never recovered, so nothing needs to be durable.
        let is_durable = file.layout.area.is_some();
        // Rule 2 of `changed_extents`.
        let changed = copied.iter().filter(|page| is_durable && page.dirty.is_some());
        let pages = changed.map(|page| page.key.id().page);
        let maps = file.changed.unsaved(pages, file.id, self.database.guid);
        let mut writes = runs(copies, &copied);
        writes.extend(maps.iter().map(|map| (offset_of(map.number), &*map.bytes)));
        let clock = self.cache.waits.clock();
        let began_ns = clock.monotonic_ns();
        if let Err(error) = self.write_file(&writes) {
            let mut kept = AlignedBuf::zeroed(copies.len());
            kept.copy_from_slice(copies);
            file.written.lock().unwritten = Some(Unwritten { copies: kept, copied, tail });
            return Err(self.fail_write(error));
        }
        if is_durable {
            self.sync().map_err(|error| self.fail_file(error))?;
            maps.iter().for_each(|map| file.changed.saved(map));
        }
        {
            let mut written = file.written.lock();
            written.failures_in_a_row = 0;
            written.pace.note(writes.len(), clock.monotonic_ns().saturating_sub(began_ns));
        }
        self.mark_clean(copies, &copied, tail);
        self.cache.counters.page_writes.add(copied.len() as u64);
        self.cache.counters.filler_pages.add(copied.iter().filter(|page| page.dirty.is_none()).count() as u64);
        copied.iter().for_each(|page| self.cache.raise(EventKind::PhysicalPageWrite, page.key));
        Ok(())
    }

    /// Counts a failed write. A write may be tried again, unlike a sync (rule 6 of the crate): its
    /// pages are still dirty, and whole copies of what it may have torn are durable. After some
    /// failures in a row the disk is taken for broken, so that other databases get the frames.
    #[cold]
    fn fail_write(&mut self, error: FileError) -> PageError {
        let failures = {
            let mut written = self.file.written.lock();
            written.failures_in_a_row += 1;
            written.failures_in_a_row
        };
        if failures >= FAILURES_MAX { self.fail_file(error) } else { PageError::File(error) }
    }

    /// Ends the writing of pages after a failed sync.
    #[cold]
    fn fail_file(&mut self, error: FileError) -> PageError {
        self.fail(WriteFailure::File(Arc::from(error.to_string())));
        PageError::File(error)
    }

    /// Ends the writing of pages after a failure of the log that is final.
    #[cold]
    fn fail_log(&mut self, error: LogError) -> PageError {
        if let LogError::Poisoned(why) = &error {
            self.fail(WriteFailure::Log(why.clone()));
        }
        PageError::Log(error)
    }

    fn fail(&mut self, why: WriteFailure) {
        self.database.fail(self.turn, why);
        self.cache.has_unwritable.store(true, Ordering::Release);
    }

    fn write_file(&self, writes: &[(u64, &[u8])]) -> Result<(), FileError> {
        let _waiting = self.cache.waits.begin(WaitType::IoCompletion);
        self.file.handle.write_batch(writes).whole()
    }

    fn sync(&self) -> Result<(), FileError> {
        let _waiting = self.cache.waits.begin(WaitType::FlushFileBuffers);
        self.file.handle.sync()
    }

    /// Marks the pages clean whose copies are durable in place and that did not change since. A
    /// changed page needs the log only from `tail`, which was read before the first copy. Dirty
    /// frames keep their page, so each frame still has it. Clean pages enter the extension. Fillers
    /// were clean.
    fn mark_clean(&self, copies: &[u8], copied: &[Copied], tail: Lsn) {
        for (page, copy) in copied.iter().zip(copies.chunks_exact(PAGE_SIZE)) {
            let Some(dirty) = page.dirty else { continue };
            let frame = self.cache.frame(dirty.frame);
            if frame.key() != page.key {
                // A dirty page stays in its frame, unless it was discarded before a second try.
                continue;
            }
            // A frame whose latch is not available may be changing. The frame stays dirty, which is
            // always safe.
            let latched = PageRef::try_new(self.cache, dirty.frame);
            let is_unchanged = latched.is_some() && frame.version() == dirty.version;
            if is_unchanged {
                frame.set_rec_lsn(Lsn::NONE);
                second_level::offer_written(self.cache, self.database, page.key, copy);
            } else {
                let from = || frame.rec_lsn().unwrap_or(tail).max(tail);
                self.database.dirty.enter(&self.cache.frames, dirty.frame, from);
            }
        }
    }
}

/// Returns the copies as writes in place, with adjacent pages in a single write.
fn runs<'a>(copies: &'a [u8], copied: &[Copied]) -> Vec<(u64, &'a [u8])> {
    let mut writes = Vec::new();
    let mut first = 0;
    for slot in 1..=copied.len() {
        let is_end = slot == copied.len() || copied[slot].key.id().page != copied[slot - 1].key.id().page + 1;
        if is_end {
            writes.push((offset_of(copied[first].key.id().page), &copies[first * PAGE_SIZE..slot * PAGE_SIZE]));
            first = slot;
        }
    }
    writes
}

/// The number of failed writes in a row after which no page is written any more.
const FAILURES_MAX: u32 = 3;
