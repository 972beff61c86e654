//! The one reading of the log: analysis, and redo by as many threads as there are.
//!
//! The log comes in stretches. While one is worked on, the next is read: the tasks of a round are the reading of the next
//! stretch, the analysis of this one, and for each share of the pages the redo of this one (the rule why that may be is
//! `redo_pages`'). A round ends when all are done. Every share looks at every record and passes over those about other
//! pages, which costs less than handing records round. One thread alone does the same tasks one after the other.
//!
//! What was read while a transaction was in flight is kept, as much of it as may be, until undo has used it (`kept`).
//!
//! Redo appends nothing. Whether a page has a record's change already, the page's LSN tells.

use crate::crew::{Alone, Crew, Task};
use crate::error::StorageError;
use crate::recovery::analysis::{self, Analysis, decode};
use crate::recovery::kept::Kept;
use crate::redo_pages::{RedoPages, Share};
use crate::storage::LogHandler;
use sluice_base::ids::DatabaseId;
use sluice_base::sync::Arc;
use sluice_buffer::BufferPool;
use sluice_wal::{LogEnd, LogFile, LogSegment};
use std::path::Path;

/// What the log told.
pub(crate) struct History {
    pub(crate) analysis: Analysis,
    /// Pages mended from the double-write area, before the first was read.
    pub(crate) repaired_pages: u64,
    /// Records handed to redo.
    pub(crate) redone: u64,
    /// Log blocks saved from the log's ring.
    pub(crate) tail_blocks: u64,
    pub(crate) end: LogEnd,
    /// Stretches of the log that undo will read, as far as they are in memory, in their order.
    pub(crate) known: Arc<[LogSegment]>,
}

/// Where redo happens, and by whom.
pub(crate) struct Workplace<'a> {
    pub(crate) pool: &'a BufferPool,
    pub(crate) database: DatabaseId,
    /// The data file.
    pub(crate) data: &'a Path,
    pub(crate) handler: &'a dyn LogHandler,
    pub(crate) crew: &'a dyn Crew,
}

/// Reads the log to its end.
pub(crate) fn repeat(log: &LogFile, place: &Workplace<'_>) -> Result<History, StorageError> {
    let path = log.path();
    let mut analysis = Analysis::from_checkpoint(analysis::read_checkpoint(log, path)?);
    let repaired_pages = place.pool.repair_torn(place.database, analysis.redo_from, analysis.copies)? as u64;
    let mut segments = log.segments(analysis.redo_from);
    let (mut now, mut next) = (segments.segment(), segments.segment());
    let shares = place.crew.size().clamp(1, SHARES_MAX) as u32;
    let mut workers: Vec<Worker<'_>> = (0..shares).map(|number| Worker::new(place, path, number, shares)).collect();
    let (mut redone, mut kept) = (0, Kept::default());
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

/// Analyses a stretch; how many of its records are redo's.
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

/// Redoes one share of the pages.
struct Worker<'a> {
    pages: RedoPages<'a>,
    handler: &'a dyn LogHandler,
    path: &'a Path,
    outcome: Result<(), StorageError>,
}

impl<'a> Worker<'a> {
    fn new(place: &Workplace<'a>, path: &'a Path, number: u32, of: u32) -> Worker<'a> {
        let pages = RedoPages::new(place.pool, place.database, place.data, Share { number, of });
        Worker { pages, handler: place.handler, path, outcome: Ok(()) }
    }

    fn redo(&mut self, segment: &LogSegment) {
        self.outcome =
            segment.records().filter(|raw| raw.kind >= crate::record::FIRST_HANDLER_KIND).try_for_each(|raw| {
                let record = decode(self.path, raw.lsn, raw.kind, raw.body)?;
                self.handler.redo(&record, &mut self.pages)
            });
        // Latches do not outlast a round.
        self.pages.release();
    }
}

/// With more shares than this, passing over the others' records costs more than it brings.
const SHARES_MAX: usize = 4;
/// A shorter stretch, in bytes, is redone before threads have started.
const TOGETHER_MIN: usize = 1 << 18;
