//! ALTER TABLE ... SWITCH TO: moves all rows to an empty table of the same form
//! (`t-sql/statements/alter-table-transact-sql`).
//!
//! Pages carry the id of their table, so the rows are written anew in the target's storage. Both
//! tables keep the last values of their identity columns. A rollback restores both tables.

use crate::statement::Env;
use crate::statement::ddl::alter_table::altered::{Altered, take};
use crate::statement::ddl::alter_table::verify::has_rows;
use crate::statement::ddl::index_build::{build, keep_identity};
use sluice_base::ids::PageId;
use sluice_base::sync::Arc;
use sluice_catalog::{Catalog, Constraint, ForeignKey, Index, ObjectName, Rule, Table, name};
use sluice_plan::unsupported;
use sluice_table::storage_error::sql_error;
use sluice_table::table_storage;
use sluice_types::SqlError;

/// Moves all rows of `source` to the table `target`. Fails with 4905 if the target has rows, with
/// 4955 if both are the same table, with 4948 if they are in different databases, and with other
/// errors of 4913 to 4985 and 11406 to 11413 if they differ in a property that must be the same.
pub(super) fn move_rows(env: &mut Env<'_, '_>, source: &Altered, target: &ObjectName) -> Result<(), SqlError> {
    let placed = env.placed(target);
    if let Some(database) = env.find_database_of(&placed)?
        && env.catalog(&database).module(&placed).is_some()
    {
        return Err(SqlError::switch_of_non_table(target));
    }
    let target = take(env, target, SqlError::object_not_found)?;
    let (from, to) = (&source.table, &target.table);
    if !Arc::ptr_eq(&source.database, &target.database) {
        let (here, there) = (&source.database.name, &target.database.name);
        return Err(SqlError::switch_between_databases(source.full_name(), here, target.full_name(), there));
    }
    if from.id == to.id {
        return Err(SqlError::switch_to_same_table(&from.name, &to.name));
    }
    let catalog = env.catalog(&source.database);
    if [from, to].into_iter().any(|table| !catalog.indexed_views_of(table.id).is_empty()) {
        return Err(unsupported("ALTER TABLE SWITCH of a table that an indexed view reads"));
    }
    check_columns(source, &target)?;
    check_indexes(source, &target)?;
    check_compression(source, &target)?;
    check_filegroups(source, &target)?;
    check_keys(&env.catalog(&source.database), source, &target)?;
    check_checks(source, &target)?;
    if has_rows(env, &target)? {
        return Err(SqlError::switch_target_not_empty(target.full_name()));
    }
    let mut filled = without_storage(to);
    filled.filegroups = to.filegroups;
    // `build` also drops the storage of the source.
    let filled = build(env.state, env.context, &source.database, from, filled)?;
    keep_identity(&source.database, to, &filled)?;
    let storage = &source.database.storage;
    let failed = |error| sql_error(&error, &source.database.name);
    let transaction = &mut env.state.transaction.work.enlist(&source.database).transaction;
    table_storage::drop(storage, transaction, to).map_err(failed)?;
    let mut emptied = without_storage(from);
    emptied.filegroups = from.filegroups;
    table_storage::create(storage, transaction, &mut emptied).map_err(failed)?;
    keep_identity(&source.database, from, &emptied)?;
    source.define(env, &emptied)?;
    target.define(env, &filled)
}

/// Returns the table without roots.
fn without_storage(table: &Table) -> Table {
    let mut table = table.clone();
    table.root = PageId::NONE;
    table.indexes.iter_mut().for_each(|index| index.root = PageId::NONE);
    table
}

/// Checks the columns. Fails with 4942 to 4946, 4952, 4958, 4961, 4964 to 4966, 4985, 11412 or
/// 11413.
fn check_columns(source: &Altered, target: &Altered) -> Result<(), SqlError> {
    let (from, to) = (&source.table, &target.table);
    let (full, other) = (source.full_name(), target.full_name());
    if from.columns.len() != to.columns.len() {
        return Err(SqlError::switch_column_counts_differ(full, from.columns.len(), other, to.columns.len()));
    }
    for (place, (own, its)) in from.columns.iter().zip(&to.columns).enumerate() {
        let column = &own.name;
        if !name::same(column, &its.name) {
            return Err(SqlError::switch_column_names_differ(column, place + 1, full, &its.name, other));
        }
        if own.data_type != its.data_type {
            return Err(SqlError::switch_column_types_differ(column, own.data_type, full, its.data_type, other));
        }
        if own.collation != its.collation {
            return Err(SqlError::switch_column_collations_differ(column, full, other));
        }
        // A column set is a computed column.
        if own.flags.is_column_set != its.flags.is_column_set {
            return Err(SqlError::switch_column_set_differs(column, full, other));
        }
        match (&own.computed, &its.computed) {
            (None, None) => {}
            (Some(_), None) => return Err(SqlError::switch_column_computed(column, full, other)),
            (None, Some(_)) => return Err(SqlError::switch_column_computed(column, other, full)),
            (Some(own), Some(its)) if own.is_persisted != its.is_persisted => {
                return Err(SqlError::switch_column_persistence_differs(column, full, other));
            }
            (Some(own), Some(its)) if own.definition != its.definition => {
                let (own, its) = (&own.definition, &its.definition);
                return Err(SqlError::switch_column_definitions_differ(column, own, full, other, its));
            }
            (Some(_), Some(_)) => {}
        }
        if own.flags.is_stored != its.flags.is_stored {
            return Err(unsupported("ALTER TABLE SWITCH with a computed column that one table alone indexes"));
        }
        if own.flags.is_trimmed != its.flags.is_trimmed {
            return Err(SqlError::switch_column_trimming_differs(column, full, other));
        }
        if own.flags.is_sparse != its.flags.is_sparse {
            return Err(SqlError::switch_column_sparseness_differs(column, full, other));
        }
        if own.flags.is_row_guid != its.flags.is_row_guid {
            return Err(SqlError::switch_column_rowguidcol_differs(column, full, other));
        }
        match (own.nullable, its.nullable) {
            (true, false) => return Err(SqlError::switch_column_is_nullable(column, full, other)),
            (false, true) => return Err(SqlError::switch_column_nullability_differs(column, full, other)),
            _ => {}
        }
    }
    for altered in [source, target] {
        if let Some(column) = altered.table.columns.iter().find(|column| column.bound.rule.is_some()) {
            return Err(SqlError::switch_of_table_with_rule(altered.full_name(), &column.name));
        }
    }
    Ok(())
}

/// Checks the indexes. Fails with 4913 if only one table has a clustered index, with 4914 if it is
/// disabled, with 4947 if an index of the target has no equal in the source.
fn check_indexes(source: &Altered, target: &Altered) -> Result<(), SqlError> {
    let (from, to) = (&source.table, &target.table);
    for altered in [source, target] {
        if altered.table.disabled_clustered().is_some() {
            return Err(SqlError::switch_of_disabled_table(altered.full_name()));
        }
    }
    match (from.clustered(), to.clustered()) {
        (Some(index), None) => {
            let (with, without) = (source.full_name(), target.full_name());
            return Err(SqlError::switch_clustering_differs(with, &index.name, without));
        }
        (None, Some(index)) => {
            let (with, without) = (target.full_name(), source.full_name());
            return Err(SqlError::switch_clustering_differs(with, &index.name, without));
        }
        _ => {}
    }
    for index in &to.indexes {
        if !from.indexes.iter().any(|own| is_equal(own, index)) {
            return Err(SqlError::switch_without_identical_index(source.full_name(), &index.name, target.full_name()));
        }
    }
    Ok(())
}

/// Fails with 11406 if the tables' rows, or those of two equal indexes, are compressed in different
/// ways.
fn check_compression(source: &Altered, target: &Altered) -> Result<(), SqlError> {
    let (from, to) = (&source.table, &target.table);
    let has_same = |index: &Index| {
        let mut equal = from.indexes.iter().filter(|own| is_equal(own, index));
        index.is_clustered() || equal.any(|own| own.compression == index.compression)
    };
    match from.options.compression == to.options.compression && to.indexes.iter().all(has_same) {
        true => Ok(()),
        false => Err(SqlError::switch_compression_differs()),
    }
}

/// Whether two indexes have the same kind, keys, included columns and filter.
fn is_equal(one: &Index, other: &Index) -> bool {
    let filter = |index: &Index| index.filter.as_ref().map(|filter| Arc::clone(&filter.definition));
    let is_primary = |index: &Index| index.constraint.is_some_and(|constraint| constraint.is_primary);
    let keys = |index: &Index| index.keys.iter().map(|key| (key.column, key.descending)).collect::<Vec<_>>();
    one.is_clustered() == other.is_clustered()
        && one.unique == other.unique
        && is_primary(one) == is_primary(other)
        && one.is_disabled == other.is_disabled
        && keys(one) == keys(other)
        && one.included == other.included
        && filter(one) == filter(other)
}

/// Fails with 4940 if the tables are in different filegroups.
fn check_filegroups(source: &Altered, target: &Altered) -> Result<(), SqlError> {
    let of = |altered: &Altered| {
        let group = altered.table.filegroups.rows;
        let files = altered.database.options().data_files;
        group.and_then(|group| files.filegroup_name(group).map(str::to_owned)).unwrap_or_default()
    };
    let (own, its) = (of(source), of(target));
    if own == its {
        return Ok(());
    }
    Err(SqlError::switch_between_filegroups(source.full_name(), own, target.full_name(), its))
}

/// Fails with 4967 if another table refers to the source, with 4968, 4969 or 4974 if the source has
/// no foreign key like one of the target.
fn check_keys(catalog: &Catalog, source: &Altered, target: &Altered) -> Result<(), SqlError> {
    if let Some((_, constraint, _)) = catalog.referrers(source.table.id).first() {
        return Err(SqlError::switch_of_referenced_table(source.full_name(), &constraint.name));
    }
    let is_same = |one: &ForeignKey, other: &ForeignKey| {
        one.columns == other.columns
            && one.referenced == other.referenced
            && one.referenced_columns == other.referenced_columns
    };
    for (constraint, key) in target.table.foreign_keys() {
        let Some((own, found)) = source.table.foreign_keys().find(|(_, own)| is_same(own, key)) else {
            let (to, from) = (target.full_name(), source.full_name());
            return Err(SqlError::switch_without_foreign_key(to, &constraint.name, from));
        };
        let (wanted, held) = (key.enforcement, found.enforcement);
        if held.is_disabled && !wanted.is_disabled {
            let (from, to) = (source.full_name(), target.full_name());
            return Err(SqlError::switch_of_disabled_foreign_key(&own.name, from, &constraint.name, to));
        }
        if held.is_not_trusted && !wanted.is_not_trusted {
            let (from, to) = (source.full_name(), target.full_name());
            return Err(SqlError::switch_of_unchecked_foreign_key(&own.name, from, &constraint.name, to));
        }
    }
    Ok(())
}

/// Fails with 4970 or 4971 if the source has no CHECK constraint like one of the target, with 4960
/// if its rows weren't checked.
fn check_checks(source: &Altered, target: &Altered) -> Result<(), SqlError> {
    for constraint in &target.table.constraints {
        let Rule::Check { column, definition, enforcement } = &constraint.rule else { continue };
        let is_same = |own: &&Constraint| matches!(&own.rule, Rule::Check { definition: own, .. } if own == definition);
        let (from, to) = (source.full_name(), target.full_name());
        let Some(own) = source.table.constraints.iter().find(is_same) else {
            return Err(match column {
                None => SqlError::switch_without_table_check(to, &constraint.name, from),
                Some(_) => SqlError::switch_without_column_check(to, &constraint.name, from),
            });
        };
        let is_unchecked = own.rule.enforcement().is_some_and(|own| own.is_not_trusted);
        if is_unchecked && !enforcement.is_not_trusted {
            return Err(SqlError::switch_of_unchecked_check(&own.name, from, &constraint.name, to));
        }
    }
    Ok(())
}
