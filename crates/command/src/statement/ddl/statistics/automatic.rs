//! Automatic statistics, made while a plan is chosen. Missing statistics of columns in predicates
//! are created as `_WA_Sys_...` (AUTO_CREATE_STATISTICS); outdated statistics are updated
//! (AUTO_UPDATE_STATISTICS).
//!
//! Automatic statistics use a transaction of their own and never wait for locks. If the table is
//! being defined, by this session or another, the plan is chosen without them; likewise after an
//! error. Tables of fewer than 500 rows need no statistics, because the choice of plan hardly
//! matters. The update threshold is at least 500 modifications.

use crate::statement::Env;
use crate::statement::ddl::statistics::define::{all_of, look_again, now, put};
use crate::statement::ddl::statistics::measure::Sample;
use crate::statement::ddl::statistics::targets::{StatisticsTarget, statistics_targets};
use sluice_base::page_counts::uncounted;
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::AtomicBool;
use sluice_catalog::{Change, Index, Measured, Origin, Statistics, Table};
use sluice_plan::Bound;
use sluice_table::catalog_store::StoredCatalog;
use sluice_table::database::Database;
use sluice_table::table_rows::TableRows;
use sluice_txn::{CommitDurability, LockMode, LockOwner, MetadataKind};
use std::time::Duration;

/// Creates and updates the statistics needed to choose a plan. Returns whether any statistics are
/// new. Small tables and table variables have none made. Errors are ignored, since a plan can be
/// chosen without statistics. Page reads aren't counted for the statement.
pub(in crate::statement) fn refresh(env: &Env<'_, '_>, bound: &Bound) -> bool {
    let asked = statistics_targets(bound);
    let mut is_new = false;
    for asked in asked.iter().filter(|asked| asked.rows >= ROWS_LEAST && !asked.table.is_variable()) {
        let database = match &asked.database {
            Some(name) => env.context.host.database(name),
            None => Some(Arc::clone(&env.state.database)),
        };
        let Some(database) = database else { continue };
        if !missing(&database, &asked.table, &asked.columns).is_empty() {
            is_new |= uncounted(|| refresh_table(env, &database, asked));
        }
    }
    is_new
}

/// Returns the statistics to create or update.
fn missing(database: &Database, table: &Table, columns: &[usize]) -> Vec<Statistics> {
    let options = database.options();
    if !options.is_updatable() {
        return Vec::new();
    }
    let activity = database.activity(table);
    let (mut due, mut new_id) = (Vec::new(), table.next_statistics_id());
    let mut new = Vec::new();
    for place in columns {
        let column = &table.columns[*place];
        if column.is_virtual() || !column.data_type.fits_variant() {
            continue;
        }
        let is_due = |id: u16| match table.statistics_of(id).map(|own| (own.no_recompute, &own.measured)) {
            Some((true, _)) => false,
            None | Some((false, None)) => true,
            Some((false, Some(measured))) => {
                let since = activity.modifications_of(column.id).saturating_sub(measured.modifications);
                since >= Measured::threshold(measured.rows)
            }
        };
        let is_about = |index: &&Index| index.keys[0].column == *place;
        let of_indexes = table.indexes.iter().filter(is_about).map(|index| (index.id, index.filter.is_some()));
        let is_own = |own: &&Arc<Statistics>| own.origin != Origin::Index && own.columns[0] == column.id;
        let others = table.statistics.iter().filter(is_own).map(|own| (own.id, own.filter.is_some()));
        let known: Vec<(u16, bool)> = of_indexes.chain(others).collect();
        if known.iter().all(|(_, is_filtered)| *is_filtered) && options.auto_create_statistics {
            new.push(Statistics {
                id: new_id,
                name: format!("_WA_Sys_{:08X}_{:08X}", column.id, table.id.0),
                columns: vec![column.id],
                origin: Origin::Auto,
                no_recompute: false,
                filter: None,
                measured: None,
            });
            new_id += 1;
        }
        if options.auto_update_statistics {
            due.extend(known.into_iter().map(|(id, _)| id).filter(|id| is_due(*id)));
        }
    }
    if !due.is_empty() {
        new.extend(all_of(table).into_iter().filter(|own| due.contains(&own.id)));
    }
    new
}

fn refresh_table(env: &Env<'_, '_>, database: &Arc<Database>, asked: &StatisticsTarget) -> bool {
    let owner = database.storage.locks.owner(Arc::new(AtomicBool::new(false)));
    // Fails if the session itself holds the lock, for uncommitted changes of its own.
    let statistics = database.metadata(MetadataKind::Statistics, asked.table.id.0);
    let wanted = [
        (database.definitions(), LockMode::IntentExclusive),
        (database.table(asked.table.id), LockMode::SchemaStability),
        (statistics, LockMode::Exclusive),
    ];
    let take = |(resource, mode)| owner.lock_within(resource, mode, Some(Duration::ZERO));
    let changed = match wanted.into_iter().try_for_each(|lock| take(lock).map(|_| ())) {
        Ok(()) => measure_again(database, asked, &owner, now(env)),
        Err(_) => None,
    };
    let is_new = changed.is_some();
    if let Some(change) = changed {
        database.publish(&[change]);
    }
    owner.unlock_all();
    is_new
}

/// Measures and commits new statistics, and returns the table's change; `None` on failure.
fn measure_again(database: &Arc<Database>, asked: &StatisticsTarget, owner: &LockOwner, now: i64) -> Option<Change> {
    let catalog = database.catalog();
    // Skips a table whose definition has changed since the plan was bound.
    let object = catalog.object_by_id(asked.table.id)?;
    let table = object.stored().filter(|table| table.is_defined_as(&asked.table))?;
    let rows = TableRows::new(Arc::clone(database), table);
    let mut changed = Table::clone(table);
    for own in missing(database, table, &asked.columns) {
        put(&mut changed, look_again(&rows, &own, Some(Sample::Default), now).ok()?);
    }
    let stored = StoredCatalog::open(&database.storage).ok()?;
    let mut transaction = database.storage.begin_for(owner.id());
    match stored.replace_statistics(&mut transaction, table, &changed) {
        Ok(()) => database.storage.commit(transaction, CommitDurability::Delayed).ok()?,
        Err(_) => {
            // If the rollback fails, recovery completes it. The next user of the storage gets the
            // error.
            let _ = database.storage.rollback(transaction);
            return None;
        }
    };
    Some(Change::Object(Some(object.clone()), Some(object.with_stored(changed))))
}

/// Minimum number of rows for automatic statistics.
const ROWS_LEAST: u64 = 500;
