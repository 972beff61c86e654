//! `sys.dm_db_index_usage_stats`: the uses of each index by user statements since the database was
//! opened.
//!
//! Columns:
//! `relational-databases/system-dynamic-management-views/sys-dm-db-index-usage-stats-transact-sql`.
//! One execution of a statement counts one use per index, as in SQL Server. The engine's own reads
//! (`DBCC`, index builds) don't count, as in SQL Server. There are no system queries, so the
//! `system_` columns are 0. Times are local.

use crate::exec_sessions::time;
use crate::view::{View, number};
use sluice_base::hash::HashMap;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::{Catalog, Column, ViewPermission};
use sluice_session::ViewContext;
use sluice_table::Database;
use sluice_table::index_usage::{IndexTallies, Tally};
use sluice_types::{DataType, Value};

/// Defines `sys.dm_db_index_usage_stats`: the used indexes of the open databases that still exist.
/// Needs VIEW SERVER STATE.
pub(crate) fn view() -> View {
    let mut columns = vec![
        Column::not_null("database_id", DataType::SmallInt),
        Column::not_null("object_id", DataType::Int),
        Column::not_null("index_id", DataType::Int),
    ];
    for (counts, times) in NAMES {
        columns.extend(counts.iter().map(|name| Column::not_null(name, DataType::BigInt)));
        columns.extend(times.iter().map(|name| Column::nullable(name, DataType::DateTime)));
    }
    View::sys(
        "dm_db_index_usage_stats",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-db-index-usage-stats-transact-sql.md",
        ),
        columns,
        rows,
    )
}

fn rows(context: &ViewContext<'_>) -> Vec<Vec<Value>> {
    let mut rows = Vec::new();
    for database in context.host.databases() {
        let catalog = context.catalog_of(&database);
        let mut used: Vec<_> = tallies(context, &database).into_iter().collect();
        used.retain(|(index, _)| is_there(&catalog, *index));
        used.sort_by_key(|(index, _)| *index);
        rows.extend(used.iter().map(|((object, index), tallies)| {
            let mut row =
                vec![Value::SmallInt(database.id.0 as i16), Value::Int(object.0), Value::Int((*index).into())];
            for tallies in [tallies, &IndexTallies::default()] {
                row.extend(tallies.iter().map(|tally| number(tally.count)));
                row.extend(tallies.iter().map(|tally| last(context, *tally)));
            }
            row
        }));
    }
    rows
}

/// Adds up the counts of evicted plans, kept by the database, and of cached plans.
fn tallies(context: &ViewContext<'_>, database: &Arc<Database>) -> HashMap<(ObjectId, u16), IndexTallies> {
    let mut all = database.index_usage.all();
    for plan in context.host.cached_plans().all() {
        for statement in plan.statements() {
            let tally = statement.tally();
            let here = statement.uses.iter().filter(|used| used.database.as_ptr() == Arc::as_ptr(database));
            for used in here.filter(|_| tally.count > 0) {
                all.entry((used.object, used.index)).or_default()[used.kind as usize].add(tally);
            }
        }
    }
    all
}

/// Whether the catalog has the index; 0 is the heap.
fn is_there(catalog: &Catalog, (object, index): (ObjectId, u16)) -> bool {
    let Some(table) = catalog.stored_table_by_id(object) else { return false };
    match index {
        0 => table.clustered().is_none(),
        index => table.indexes.iter().any(|known| known.id == index),
    }
}

fn last(context: &ViewContext<'_>, tally: Tally) -> Value {
    if tally.last_ns == 0 { Value::Null } else { time(context, tally.last_ns) }
}

/// The columns for counts and last times, in the order of [`IndexTallies`].
const NAMES: [([&str; 4], [&str; 4]); 2] = [
    (
        ["user_seeks", "user_scans", "user_lookups", "user_updates"],
        ["last_user_seek", "last_user_scan", "last_user_lookup", "last_user_update"],
    ),
    (
        ["system_seeks", "system_scans", "system_lookups", "system_updates"],
        ["last_system_seek", "last_system_scan", "last_system_lookup", "last_system_update"],
    ),
];
