//! Redo: history is repeated, losers' changes and compensation records included.
//!
//! Nothing is appended. Whether a page has a record's change already, the handler sees by the page's LSN.

use crate::error::StorageError;
use crate::recovery::analysis::{Analysis, decode};
use crate::storage::{LogHandler, RedoStorage};
use sluice_base::ids::Lsn;
use sluice_wal::{LogEnd, LogFile};
use std::path::Path;

/// Hands every record of the handler's from `analysis.redo_from` on to it. The result: how many, and the log's end.
pub(crate) fn redo(
    log: &LogFile,
    path: &Path,
    analysis: &Analysis,
    handler: &dyn LogHandler,
    db: &RedoStorage,
) -> Result<(u64, LogEnd), StorageError> {
    let mut redone = 0;
    let mut last = Lsn::NONE;
    let mut scan = log.scan(analysis.redo_from)?;
    while let Some(raw) = scan.next()? {
        last = raw.lsn;
        let record = decode(path, raw.lsn, raw.kind, raw.body)?;
        if record.is_handlers() {
            handler.redo(db, &record)?;
            redone += 1;
        }
    }
    // Both scans read the same log: had they come to different ends, undo would not fit what redo did.
    if last < analysis.last {
        let what = format!("a second reading ended at {last:?}");
        return Err(StorageError::damaged_record(path, analysis.last, what));
    }
    Ok((redone, scan.end()))
}
