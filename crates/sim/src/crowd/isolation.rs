//! What the isolation levels promise the sessions of each other, besides what each reads:
//! 1. a row that a REPEATABLE READ transaction has read, and a table that a SERIALIZABLE one has, stays as it is until that one's end;
//! 2. who reads by versions waits for nobody;
//! 3. who is told to wait has somebody to wait for: a transaction that has to do with the same table, or, for a definition, any;
//! 4. a transaction by a snapshot meets 3960 if and only if another has changed the row since, and committed.

use super::actor::{Actor, Kind, Level};
use super::record::Record;
use super::settings::Settings;

/// Rule 1: a statement of `actor` went through, which changed this.
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

/// Rules 2 and 3: a statement of `actor` was refused.
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
        None => Err(format!("rule 3 of isolation: session {} should wait, and nobody is in its way", actor.number)),
    }
}

/// Rule 4: a statement of `actor` went through, or met a conflict.
pub(super) fn conflicts_rightly(actor: &Actor, record: &Record, kind: &Kind, has: bool) -> Result<(), String> {
    match (actor.must_conflict(record, kind), has) {
        (true, false) => Err(format!("rule 4 of isolation: session {} overwrote what it does not see", actor.number)),
        (false, true) => Err(format!("rule 4 of isolation: session {} met a conflict that is none", actor.number)),
        _ => Ok(()),
    }
}
