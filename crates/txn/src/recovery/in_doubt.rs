//! Prepared transactions after a crash: their coordinator is asked (see `together`), and its answer
//! is applied. The outcome is never guessed: without an answer the database stays closed.

use crate::decisions::{Answer, Participant};
use crate::error::StorageError;
use crate::recovery::analysis::Analysis;
use crate::storage::Storage;
use crate::table::{Active, Phase, Preparation};
use sluice_base::ids::DatabaseGuid;
use sluice_wal::{Harden, LogError, Space};
use std::path::Path;

/// Returns whether a loser is prepared, so that the coordinator is asked.
pub(crate) fn is_any(analysis: &Analysis) -> bool {
    analysis.losers.values().any(|active| matches!(active.phase, Phase::Prepared(_)))
}

/// Makes all prepared transactions ordinary losers.
pub(crate) fn roll_back(analysis: &mut Analysis) {
    analysis.losers.values_mut().for_each(|active| active.phase = Phase::Active);
}

/// Removes the committed ones among the prepared transactions from the losers and returns them.
/// Undecided transactions stay, to be rolled back. `own` is the database; without `coordinator` it
/// decides itself. Nothing has been appended so far. Fails with a refusal that names the
/// coordinator if it isn't available or can't know the outcome.
pub(crate) fn ask(
    analysis: &mut Analysis,
    own: DatabaseGuid,
    coordinator: Option<&Storage>,
) -> Result<Vec<Active>, StorageError> {
    let mut committed = Vec::new();
    for active in analysis.losers.values() {
        let Phase::Prepared(preparation) = active.phase else { continue };
        let who = Participant { database: own, txn: active.id };
        let is_committed = match coordinator {
            Some(found) => answer(found, who, preparation)?.ok_or_else(|| refusal(active, coordinator, preparation))?,
            None if own == preparation.coordinator => {
                analysis.decisions.values().flatten().any(|participant| *participant == who)
            }
            _ => return Err(refusal(active, coordinator, preparation)),
        };
        if is_committed {
            committed.push(active.clone());
        }
    }
    committed.iter().for_each(|active| drop(analysis.losers.remove(&active.id)));
    roll_back(analysis);
    Ok(committed)
}

/// Commits the transactions: appends their commit records and adds their releases. Nothing is
/// hardened here: repeated recovery would decide the same. Readers see their rows from here on.
/// Fails if a record can't be appended.
pub(crate) fn commit(storage: &Storage, committed: Vec<Active>) -> Result<(), StorageError> {
    for active in committed {
        let slot = storage.transactions.active.adopt(active);
        let mut active = slot.lock();
        storage.append_commit(&mut active, Space::Reserved(0), false)?;
        drop(active);
        storage.leave(slot);
    }
    Ok(())
}

/// Returns whether the coordinator has committed the transaction with the part `who`, or `None` if
/// it can't know. A decision that is not on disk is no answer: a crash of the coordinator could
/// take it.
fn answer(coordinator: &Storage, who: Participant, preparation: Preparation) -> Result<Option<bool>, StorageError> {
    let log = &coordinator.log;
    if coordinator.coordination.guid != preparation.coordinator {
        return Ok(None);
    }
    match coordinator.coordination.decisions.answer(who) {
        Answer::Committed(decision) => {
            log.harden(decision, Harden::Request).map_err(|error| undecided(who, log.path(), &error))?;
            Ok(Some(true))
        }
        Answer::RolledBack => Ok(Some(false)),
        // Opened again since the prepare and with its whole log, it would have the decision. An
        // older copy may lack it.
        Answer::Unknown if log.epoch() > preparation.epoch && log.tail() >= preparation.known => Ok(Some(false)),
        Answer::Unknown => Ok(None),
    }
}

fn undecided(who: Participant, log: &Path, error: &LogError) -> StorageError {
    StorageError::InDoubt(format!(
        "transaction {} across databases is in doubt, and so is the decision in '{}' ({error}); open that database \
         again first",
        who.txn.0,
        log.display()
    ))
}

fn refusal(active: &Active, coordinator: Option<&Storage>, preparation: Preparation) -> StorageError {
    let who = format!("transaction {} across databases is in doubt: its outcome is in the log of", active.id.0);
    let wanted = format!("the database with the id {:#018x}", preparation.coordinator.0);
    let found = match coordinator {
        Some(found) if found.coordination.guid == preparation.coordinator => {
            format!("'{}', but this file is an older copy; replace it with the newest copy", found.log.path().display())
        }
        Some(found) => format!("{wanted}, but '{}' is another database", found.log.path().display()),
        None => format!("{wanted}, which is not open"),
    };
    StorageError::InDoubt(format!("{who} {found}"))
}
