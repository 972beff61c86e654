//! Undo: losers are rolled back as if their owners had asked for it, and committed releases are done.

use crate::error::StorageError;
use crate::recovery::analysis::Analysis;
use crate::storage::Storage;
use crate::table::Active;
use crate::transaction::Transaction;
use sluice_base::sync::Arc;
use sluice_wal::LogSegment;

/// What undo did.
pub(crate) struct Undone {
    /// Transactions rolled back.
    pub(crate) txns: u64,
    /// Releases run.
    pub(crate) releases: u64,
}

/// Rolls back every loser, the youngest first, and runs the releases that are not known to be done. The first failure ends
/// the recovery; the next one goes on from what is logged by then. `known` is what is in memory of the log.
pub(crate) fn undo(storage: &Storage, analysis: Analysis, known: Arc<[LogSegment]>) -> Result<Undone, StorageError> {
    let mut txns = 0;
    // All of them are in the table before the first record is appended, as they were before the crash.
    let adopt = |active: Active| Transaction::adopted(active.id, storage.table.adopt(active));
    let losers: Vec<Transaction> = analysis.losers.into_values().map(adopt).collect();
    let mut failed = None;
    for txn in losers.into_iter().rev() {
        if failed.is_some() {
            drop(txn.end());
            continue;
        }
        match storage.rollback_knowing(txn, known.clone()) {
            Ok(()) => txns += 1,
            Err(error) => failed = Some(error),
        }
    }
    if let Some(error) = failed {
        return Err(error);
    }
    drop(known);
    storage.pending.add(analysis.releases.into_values());
    let releases = storage.run_releases()?;
    Ok(Undone { txns, releases })
}
