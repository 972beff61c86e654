//! The single reading of the log: analysis, and redo by several threads.
//!
//! The log is read in segments. While a segment is processed, the next is read. The tasks of a
//! round are: read the next segment, analyse this one, and redo this one for each share of the
//! pages. `redo_pages` has the rule that makes shares independent. A round ends when all tasks are
//! done. Every share reads every record and skips those of other pages, which costs less than
//! distributing records. A single thread runs the same tasks in sequence.
//!
//! Segments read while a transaction was in flight are kept for undo, as far as memory allows
//! (`kept`).
//!
//! Redo appends nothing. A page's LSN shows whether the page already has a record's change.

use crate::checkpoint_record::CheckpointData;
use crate::crew::{Alone, Crew, Task};
use crate::error::StorageError;
use crate::recovery::analysis::{Analysis, decode};
use crate::recovery::kept::KeptSegments;
use crate::redo_pages::{RedoPages, Share};
use crate::storage::LogHandler;
use sluice_base::ids::DatabaseId;
use sluice_base::sync::Arc;
use sluice_buffer::BufferPool;
use sluice_wal::{LogEnd, LogFile, LogSegment};
use std::path::Path;

/// The result of reading the log.
pub(crate) struct History {
    pub(crate) analysis: Analysis,
    /// The number of pages repaired from the double-write area, before the first page was read.
    pub(crate) repaired_pages: u64,
    /// The number of records passed to redo.
    pub(crate) redone: u64,
    /// The number of log blocks saved from the tail ring.
    pub(crate) tail_blocks: u64,
    pub(crate) end: LogEnd,
    /// The segments in memory that undo will read, in log order.
    pub(crate) known: Arc<[LogSegment]>,
}

/// The database and the threads of redo. `crew` runs the tasks of a round; its size determines the
/// number of shares.
pub(crate) struct Workplace<'a> {
    pub(crate) pool: &'a BufferPool,
    pub(crate) database: DatabaseId,
    pub(crate) handler: &'a dyn LogHandler,
    pub(crate) crew: &'a dyn Crew,
}

/// Reads the log from the checkpoint on, repairs torn pages from their copies, redoes every change
/// that a page lacks, and analyses the records. Changes pages in the pool only and appends nothing.
/// Fails on a damaged record or page.
pub(crate) fn repeat(
    log: &LogFile,
    place: &Workplace<'_>,
    checkpoint: CheckpointData,
) -> Result<History, StorageError> {
    let path = log.path();
    let mut analysis = Analysis::from_checkpoint(checkpoint);
    let (redo_from, copies) = (analysis.redo_from, &analysis.copies);
    let repaired_pages = place.pool.repair_torn(place.database, redo_from, copies, log.was_clean())? as u64;
    let mut segments = log.segments(analysis.redo_from);
    let (mut now, mut next) = (segments.segment(), segments.segment());
    let shares = place.crew.size().clamp(1, SHARES_MAX) as u32;
    let mut workers: Vec<Worker<'_>> = (0..shares).map(|number| Worker::new(place, path, number, shares)).collect();
    let (mut redone, mut kept) = (0, KeptSegments::default());
    let mut more = segments.next_into(&mut now)?;
    while more {
        let mut read = Ok(false);
        let mut analysed = Ok(0);
        let crew = if now.bytes() < TOGETHER_MIN { &Alone } else { place.crew };
        {
            let mut reading = || read = segments.next_into(&mut next);
            let mut analysing = || analysed = analyse(&mut analysis, path, &now);
            let mut redoing: Vec<_> = workers.iter_mut().map(|worker| || worker.redo(&now)).collect();
            let mut tasks: Vec<Task<'_>> = vec![&mut reading];
            tasks.extend(redoing.iter_mut().map(|task| task as Task<'_>));
            tasks.push(&mut analysing);
            crew.run(&mut tasks);
        }
        redone += analysed?;
        workers.iter_mut().try_for_each(|worker| std::mem::replace(&mut worker.outcome, Ok(())))?;
        more = read?;
        let room = kept.exchange(now, analysis.oldest(), &segments);
        now = std::mem::replace(&mut next, room);
    }
    drop(workers);
    analysis.finish();
    let known = kept.known(analysis.oldest());
    let (tail_blocks, end) = (segments.hardened(), segments.end());
    Ok(History { analysis, repaired_pages, redone, tail_blocks, end, known })
}

/// Analyses a segment. Returns the number of its records for redo.
fn analyse(analysis: &mut Analysis, path: &Path, segment: &LogSegment) -> Result<u64, StorageError> {
    let mut redone = 0;
    for raw in segment.records() {
        let record = decode(path, raw.lsn, raw.kind, raw.body)?;
        redone += u64::from(record.is_handlers());
        if record.lsn >= analysis.begin {
            analysis.read(&record).map_err(|what| StorageError::damaged_record(path, record.lsn, what))?;
        }
    }
    Ok(redone)
}

struct Worker<'a> {
    pages: RedoPages<'a>,
    handler: &'a dyn LogHandler,
    path: &'a Path,
    outcome: Result<(), StorageError>,
}

impl<'a> Worker<'a> {
    fn new(place: &Workplace<'a>, path: &'a Path, number: u32, of: u32) -> Worker<'a> {
        let pages = RedoPages::new(place.pool, place.database, Share { number, of });
        Worker { pages, handler: place.handler, path, outcome: Ok(()) }
    }

    fn redo(&mut self, segment: &LogSegment) {
        let (handler, path) = (self.handler, self.path);
        let records = segment.records().filter(|raw| raw.kind >= crate::record::FIRST_HANDLER_KIND);
        self.pages.read_before(records, |raw, note| {
            // Redo reports the error.
            let Ok(record) = decode(path, raw.lsn, raw.kind, raw.body) else { return false };
            handler.redone_pages(&record, note);
            true
        });
        self.outcome =
            segment.records().filter(|raw| raw.kind >= crate::record::FIRST_HANDLER_KIND).try_for_each(|raw| {
                let record = decode(self.path, raw.lsn, raw.kind, raw.body)?;
                self.handler.redo(&record, &mut self.pages)
            });
        // Latches are not held across rounds.
        self.pages.release();
    }
}

/// The maximum number of shares. With more, skipping the other shares' records costs more than
/// parallelism saves.
const SHARES_MAX: usize = 4;
/// Shorter segments, in bytes, are redone before threads would start.
const TOGETHER_MIN: usize = 1 << 18;
