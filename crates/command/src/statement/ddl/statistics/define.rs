//! CREATE, UPDATE and DROP STATISTICS, and `sp_updatestats`
//! (`t-sql/statements/create-statistics-transact-sql`, `update-statistics-transact-sql`,
//! `drop-statistics-transact-sql`;
//! `relational-databases/system-stored-procedures/sp-updatestats-transact-sql`).

use crate::statement::Env;
use crate::statement::ddl::alter_table::check_access;
use crate::statement::ddl::definition::define;
use crate::statement::ddl::other_object::other_object;
use crate::statement::ddl::statistics::measure::{Sample, measure};
use sluice_base::sync::Arc;
use sluice_binder::{Filtered, bind_filter};
use sluice_catalog::{Index, IndexFilter, ObjectName, Origin, Statistics, Table, name};
use sluice_functions::FunctionContext;
use sluice_plan::unsupported;
use sluice_session::sink::Message;
use sluice_syntax::ast;
use sluice_table::catalog_store::StoredCatalog;
use sluice_table::database::Database;
use sluice_table::storage_error::sql_error;
use sluice_table::table_rows::TableRows;
use sluice_txn::{LockMode, MetadataKind, StorageError};
use sluice_types::{SqlError, calendar};

/// A compiled CREATE STATISTICS.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct NewStatistics {
    /// The statistics' name.
    pub name: String,
    /// The columns, as written.
    pub columns: Vec<String>,
    /// The sample of rows to read; `None` to read no rows.
    pub sample: Option<Sample>,
    /// NORECOMPUTE.
    pub no_recompute: bool,
    /// WHERE.
    pub condition: Option<ast::Condition>,
}

/// A compiled UPDATE STATISTICS.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct StatisticsUpdate {
    /// Names of indexes or statistics; empty for all.
    pub names: Vec<String>,
    /// The kind of statistics to update.
    pub kind: StatisticsKind,
    /// The sample of rows to read; `None` to read no rows.
    pub sample: Option<Sample>,
    /// RESAMPLE: the same percentage of rows as last time.
    pub resample: bool,
    /// NORECOMPUTE.
    pub no_recompute: bool,
}

/// A kind of statistics.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum StatisticsKind {
    /// ALL.
    #[default]
    All,
    /// COLUMNS.
    Columns,
    /// INDEX.
    Index,
}

/// A table whose statistics are locked for a change.
struct Target {
    database: Arc<Database>,
    table: Arc<Table>,
}

/// Creates statistics. Fails with 1088 if the table doesn't exist, 1929 for another object, 1927 if
/// the name is taken, and 1904, 1909, 1911 or 1978 for invalid columns. Reads the rows unless no
/// sample is wanted. Fails with 40517 for a computed column that isn't stored and for a long
/// filter, with 10611 or the like for an invalid filter.
pub(super) fn create(env: &mut Env<'_, '_>, written: &ObjectName, new: &NewStatistics) -> Result<(), SqlError> {
    let unknown = SqlError::object_not_found(written).in_state(12);
    let target = match find(env, written, || unknown.clone()) {
        Err(error) if error.number == unknown.number => {
            return Err(other_object(env, written, SqlError::statistics_on_other_object).unwrap_or(error));
        }
        target => target?,
    };
    let table = &target.table;
    check_access(table, &written.object)?;
    if table.statistics_id(&new.name).is_some() {
        return Err(SqlError::statistics_exist(&written.object, &new.name));
    }
    let mut places: Vec<usize> = Vec::with_capacity(new.columns.len());
    for column in &new.columns {
        let place = table.column(column).ok_or_else(|| SqlError::index_column_not_found(column))?;
        if places.contains(&place) {
            return Err(SqlError::duplicate_index_column(column, "statistics"));
        }
        if table.columns[place].is_virtual() {
            return Err(unsupported("statistics on a computed column that is not persisted"));
        }
        if !table.columns[place].data_type.fits_variant() {
            return Err(SqlError::invalid_statistics_column_type(column, &written.object));
        }
        places.push(place);
    }
    if places.len() > COLUMNS_MAX {
        return Err(SqlError::too_many_key_columns(&new.name, &written.object, places.len(), COLUMNS_MAX));
    }
    let filter = new.condition.as_ref().map(|condition| filter_of(table, &written.object, &new.name, condition));
    let filter = filter.transpose()?;
    let measured = match new.sample {
        Some(sample) => measure(&target.rows(), &places, filter.as_deref(), sample, now(env))?,
        None => None,
    };
    let statistics = Statistics {
        id: table.next_statistics_id(),
        name: new.name.clone(),
        columns: places.iter().map(|place| table.columns[*place].id).collect(),
        origin: Origin::User,
        no_recompute: new.no_recompute,
        filter,
        measured,
    };
    let mut changed = Table::clone(table);
    changed.statistics.push(Arc::new(statistics));
    target.define(env, changed)
}

/// Binds the filter of new statistics. Messages show the table's name as written. Fails with 40517
/// if its text doesn't fit a row of the catalog.
fn filter_of(
    table: &Table,
    written: &str,
    name: &str,
    condition: &ast::Condition,
) -> Result<Arc<IndexFilter>, SqlError> {
    if table.is_of_view() {
        return Err(unsupported("CREATE STATISTICS WHERE on an indexed view"));
    }
    let filtered = Filtered { is_statistics: true, index: name, table: written, columns: &table.columns };
    let filter = bind_filter(filtered, condition)?;
    if filter.definition.encode_utf16().count() > FILTER_MAX {
        return Err(unsupported("CREATE STATISTICS WHERE with more than 3,900 characters"));
    }
    Ok(Arc::new(filter))
}

/// Updates a table's statistics. Fails with 2706 if the table doesn't exist, and with 2727 if it
/// lacks the named statistics. Without names, all statistics of the wanted kind are updated. A
/// resampling uses the rate of the last time.
pub(super) fn update_of(
    env: &mut Env<'_, '_>,
    written: &ObjectName,
    update: &StatisticsUpdate,
) -> Result<(), SqlError> {
    let target = find(env, written, || SqlError::table_does_not_exist(&written.object))?;
    check_access(&target.table, &written.object)?;
    let all = all_of(&target.table);
    let unknown = |name: &&String| !all.iter().any(|own| name::same(&own.name, name));
    if let Some(unknown) = update.names.iter().find(unknown) {
        return Err(SqlError::index_not_found(unknown));
    }
    let is_wanted = |own: &Statistics| {
        let of_kind = match update.kind {
            StatisticsKind::All => true,
            StatisticsKind::Columns => own.origin != Origin::Index,
            StatisticsKind::Index => own.origin == Origin::Index,
        };
        of_kind && (update.names.is_empty() || update.names.iter().any(|name| name::same(&own.name, name)))
    };
    let mut changed = Table::clone(&target.table);
    let (rows, now) = (target.rows(), now(env));
    for own in all.into_iter().filter(is_wanted) {
        let sample = match (&own.measured, update.resample) {
            (Some(measured), true) if measured.rows_sampled < measured.rows => {
                Some(Sample::Percent(measured.rows_sampled as f64 * 100.0 / measured.rows as f64))
            }
            (Some(_), true) => Some(Sample::Full),
            _ => update.sample,
        };
        let new = look_again(&rows, &own, sample, now)?;
        put(&mut changed, Statistics { no_recompute: update.no_recompute, ..new });
    }
    target.define(env, changed)
}

/// Runs `sp_updatestats`: updates all statistics in the database with modifications since their
/// last update. Each update is a transaction of its own in autocommit. Informs with 15650 of each
/// table, with 15652 or 15653 of each statistics, with 15651 of their numbers, and at the end with
/// 15005.
pub fn update_all(env: &mut Env<'_, '_>, resample: bool) -> Result<(), SqlError> {
    let database = Arc::clone(&env.state.database);
    let tables =
        env.state.transaction.work.catalog(&database).stored_tables().into_iter().map(Arc::clone).collect::<Vec<_>>();
    for table in tables {
        env.inform(SqlError::updating_statistics(format_args!("[{}].[{}]", table.schema, table.name)));
        let activity = database.activity(&table);
        let all = all_of(&table);
        let is_due = |own: &Statistics| match &own.measured {
            Some(measured) => activity.modifications_of(own.columns[0]) > measured.modifications,
            None => activity.modifications_of(own.columns[0]) > 0,
        };
        let (due, others): (Vec<Statistics>, Vec<Statistics>) = all.into_iter().partition(is_due);
        if !due.is_empty() {
            let name = ObjectName { database: None, schema: Some(table.schema.clone()), object: table.name.clone() };
            for own in &due {
                let update = StatisticsUpdate {
                    names: vec![own.name.clone()],
                    kind: StatisticsKind::All,
                    sample: Some(Sample::Default),
                    resample,
                    no_recompute: own.no_recompute,
                };
                define(env, |env| update_of(env, &name, &update))?;
                env.inform(SqlError::statistic_updated(format_args!("[{}]", own.name)));
            }
        }
        for own in &others {
            env.inform(SqlError::statistic_is_current(format_args!("[{}]", own.name)));
        }
        env.inform(SqlError::statistics_updated(due.len(), others.len()));
        env.sink.message(Message::Print { text: " ".to_owned(), line: env.frame.globals.line });
    }
    env.inform(SqlError::all_statistics_updated());
    Ok(())
}

/// Drops statistics. Each is a statement of its own: a failure keeps the statistics dropped before.
/// Fails with 3701 if they don't exist and with 3739 if they belong to an index.
pub(super) fn drop_statistics(env: &mut Env<'_, '_>, names: &[(ObjectName, String)]) -> Result<(), SqlError> {
    for (table, own) in names {
        define(env, |env| drop_one(env, table, own))?;
    }
    Ok(())
}

fn drop_one(env: &mut Env<'_, '_>, written: &ObjectName, own: &str) -> Result<(), SqlError> {
    let unknown = || SqlError::cannot_drop("drop", "statistics", format!("{written}.{own}"));
    let target = find(env, written, unknown)?;
    if target.table.index(own).is_some() {
        return Err(SqlError::not_a_statistics_collection("DROP", format_args!("{written}.{own}")));
    }
    let mut changed = Table::clone(&target.table);
    let id = changed.statistics_id(own).ok_or_else(unknown)?;
    changed.statistics.retain(|statistics| statistics.id != id);
    target.define(env, changed)
}

/// Returns the table and locks its statistics until the transaction ends.
fn find(env: &mut Env<'_, '_>, written: &ObjectName, unknown: impl Fn() -> SqlError) -> Result<Target, SqlError> {
    let name = env.placed(written);
    let database = env.find_database_of(&name)?.ok_or_else(&unknown)?;
    let table = Arc::clone(env.catalog(&database).stored_table(&name).ok_or_else(&unknown)?);
    env.state.transaction.begin_defining(&database)?;
    env.state
        .transaction
        .lock_definition(database.metadata(MetadataKind::Statistics, table.id.0), LockMode::Exclusive)?;
    env.pin_found()?;
    Ok(Target { database, table })
}

impl Target {
    fn rows(&self) -> TableRows {
        TableRows::new(Arc::clone(&self.database), &self.table)
    }

    /// Replaces the table's definition by `changed`, which differs in its statistics alone.
    fn define(&self, env: &mut Env<'_, '_>, changed: Table) -> Result<(), SqlError> {
        let failed = |error: StorageError| sql_error(&error, &self.database.name);
        let stored = StoredCatalog::open(&self.database.storage).map_err(failed)?;
        let next = env.catalog(&self.database).with_changed(changed.clone());
        let enlisted = env.state.transaction.work.enlist(&self.database);
        stored.replace_statistics(&mut enlisted.transaction, &self.table, &changed).map_err(failed)?;
        env.state.transaction.define_undated(&self.database, next);
        Ok(())
    }
}

/// Returns all statistics of a table, including empty statistics of indexes that were never
/// measured. Sorted by id.
pub fn all_of(table: &Table) -> Vec<Statistics> {
    let of_index = |index: &Index| match table.statistics_of(index.id) {
        Some(known) => Statistics { name: index.name.clone(), ..known.clone() },
        None => table.unmeasured_statistics(index),
    };
    let own = table.statistics.iter().filter(|own| own.origin != Origin::Index).map(|own| Statistics::clone(own));
    let mut all: Vec<Statistics> = table.indexes.iter().map(of_index).chain(own).collect();
    all.sort_by_key(|own| own.id);
    all
}

/// Sets whether an index's statistics are updated automatically. The caller stores the table.
pub(in crate::statement) fn set_no_recompute(table: &mut Table, index: &Index, no_recompute: bool) {
    let known = table.statistics_of(index.id).cloned().unwrap_or_else(|| table.unmeasured_statistics(index));
    if known.no_recompute != no_recompute {
        put(table, Statistics { no_recompute, ..known });
    }
}

/// Measures statistics again. Returns them with new figures, or without figures if `sample` is
/// `None` or the table is empty. Nothing is stored.
pub(super) fn look_again(
    rows: &TableRows,
    own: &Statistics,
    sample: Option<Sample>,
    now: i64,
) -> Result<Statistics, SqlError> {
    let places = measured_places(&rows.table, own);
    let filter = rows.table.filter_of(own).map(|filter| &**filter);
    let measured = match sample {
        Some(sample) => measure(rows, &places, filter, sample, now)?,
        None => None,
    };
    Ok(Statistics { measured, ..own.clone() })
}

/// Returns the columns whose densities are measured: the statistics' own columns. For a nonunique
/// nonclustered index, the columns of the clustered key follow, which its entries contain.
pub fn measured_places(table: &Table, own: &Statistics) -> Vec<usize> {
    let mut places = table.places(&own.columns);
    let index = table.indexes.iter().find(|index| own.origin == Origin::Index && index.id == own.id);
    if index.is_some_and(|index| !index.is_clustered() && !index.unique)
        && let Some(clustered) = table.clustered()
    {
        let behind: Vec<usize> =
            clustered.keys.iter().map(|key| key.column).filter(|place| !places.contains(place)).collect();
        places.extend(behind);
    }
    places
}

/// Adds statistics, replacing those with the same id.
pub(super) fn put(table: &mut Table, new: Statistics) {
    table.statistics.retain(|own| own.id != new.id);
    table.statistics.push(Arc::new(new));
    table.statistics.sort_by_key(|own| own.id);
}

/// Measures statistics of newly built indexes. The rows are already in their storage. The
/// statistics are put into `table`; the caller stores it.
pub(in crate::statement) fn of_indexes(
    env: &Env<'_, '_>,
    database: &Arc<Database>,
    table: &mut Table,
    ids: &[u16],
) -> Result<(), SqlError> {
    let shared = Arc::new(table.clone());
    let rows = TableRows::new(Arc::clone(database), &shared);
    for index in shared.indexes.iter().filter(|index| ids.contains(&index.id)) {
        let known = shared.statistics_of(index.id).cloned().unwrap_or_else(|| shared.unmeasured_statistics(index));
        put(table, look_again(&rows, &known, Some(Sample::Default), now(env))?);
    }
    Ok(())
}

/// Removes statistics whose index or columns no longer exist. The caller stores the table.
pub(in crate::statement) fn without_gone(table: &mut Table) {
    let Table { statistics, indexes, columns, .. } = table;
    statistics.retain(|own| {
        let has_index = own.origin != Origin::Index || indexes.iter().any(|index| index.id == own.id);
        has_index && own.columns.iter().all(|id| columns.iter().any(|column| column.id == *id))
    });
}

/// The current local time in datetime2 ticks.
pub(super) fn now(env: &Env<'_, '_>) -> i64 {
    let utc = calendar::ticks_of_unix_ns(env.context.utc_now_ns());
    utc + i64::from(env.context.local_offset_s()) * TICKS_PER_SECOND
}

/// The maximum length of the text of a filter, in UTF-16 units.
const FILTER_MAX: usize = 3900;
/// The maximum number of columns, as in SQL Server.
const COLUMNS_MAX: usize = 64;
const TICKS_PER_SECOND: i64 = 10_000_000;
