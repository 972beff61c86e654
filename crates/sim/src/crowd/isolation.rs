//! Guarantees of the isolation levels between sessions, besides the rows that each reads:
//!
//! 1. A row read by a REPEATABLE READ transaction, and a table read by a SERIALIZABLE one, doesn't
//!    change until its end.
//! 2. A versioned read never waits.
//! 3. A refused statement has a transaction to wait for: one that uses the same table or, for a
//!    definition, any.
//! 4. A SNAPSHOT transaction gets 3960 if and only if another transaction has changed the row since
//!    and committed.

use super::actor::{Actor, Kind, Level};
use super::record::Record;
use super::settings::Settings;

/// Verifies rule 1 for a successful statement of `actor`.
pub(super) fn nobody_minds(actor: &Actor, others: &[&Actor], kind: &Kind) -> Result<(), String> {
    let Kind::Change(effects) = kind else { return Ok(()) };
    for (database, effect) in effects {
        for other in others {
            let Some(transaction) = &other.transaction else { continue };
            let row = effect.row().map(|id| (*database, effect.table(), id));
            let is_held = transaction.held_tables.contains(&(*database, effect.table()))
                || row.is_some_and(|row| transaction.held.contains(&row));
            if is_held {
                let (one, other) = (actor.number, other.number);
                return Err(format!(
                    "rule 1 of isolation: session {one} did {effect:?}, which session {other} has read"
                ));
            }
        }
    }
    Ok(())
}

/// Verifies rules 2 and 3 for a refused statement of `actor`.
pub(super) fn may_be_refused(actor: &Actor, others: &[&Actor], settings: &Settings, kind: &Kind) -> Result<(), String> {
    if let Kind::Read(database, ..) = kind
        && (actor.level == Level::Snapshot || actor.level == Level::ReadCommitted && settings.reads_versions[*database])
    {
        return Err(format!("rule 2 of isolation: session {} reads by versions, and should wait", actor.number));
    }
    let tables = kind.tables();
    let is_in_the_way = |other: &&&Actor| {
        other.transaction.as_ref().is_some_and(|transaction| {
            let held = transaction.held.iter().map(|(database, table, _)| (*database, *table));
            let mut all = transaction.touched.iter().chain(&transaction.held_tables).copied().chain(held);
            kind.defines() || all.any(|table| tables.contains(&table))
        })
    };
    match others.iter().find(is_in_the_way) {
        Some(_) => Ok(()),
        None => {
            Err(format!("rule 3 of isolation: session {} was refused without a blocking transaction", actor.number))
        }
    }
}

/// Verifies rule 4 for a statement of `actor` that succeeded or conflicted (`has`).
pub(super) fn conflicts_rightly(actor: &Actor, record: &Record, kind: &Kind, has: bool) -> Result<(), String> {
    match (actor.must_conflict(record, kind), has) {
        (true, false) => Err(format!("rule 4 of isolation: session {} overwrote what it does not see", actor.number)),
        (false, true) => {
            Err(format!("rule 4 of isolation: session {} got a conflict without a conflicting change", actor.number))
        }
        _ => Ok(()),
    }
}
