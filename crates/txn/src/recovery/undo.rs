//! Undo: rolls losers back as their owners would have, and runs committed releases.

use crate::error::StorageError;
use crate::recovery::analysis::Analysis;
use crate::storage::Storage;
use crate::table::Active;
use crate::transaction::Transaction;
use sluice_base::sync::Arc;
use sluice_wal::LogSegment;

/// The work done by undo.
pub(crate) struct Undone {
    /// The number of transactions rolled back.
    pub(crate) txns: u64,
    /// The number of releases run.
    pub(crate) releases: u64,
}

/// Rolls back every loser, youngest first, and runs the releases not known to be done. The first
/// failure ends the recovery; the next recovery continues from the records logged so far. `known`
/// holds the log segments in memory. Appends compensation records, so it counts as a normal
/// rollback. Returns the number of transactions and of releases.
pub(crate) fn undo(storage: &Storage, analysis: Analysis, known: Arc<[LogSegment]>) -> Result<Undone, StorageError> {
    let mut txns = 0;
    // All losers are in the table before the first record is appended, as before the crash.
    let adopt = |active: Active| Transaction::adopted(active.id, storage.transactions.active.adopt(active));
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
    storage.transactions.releases.add(analysis.releases.into_values(), 0);
    let releases = storage.run_releases()?;
    Ok(Undone { txns, releases })
}
