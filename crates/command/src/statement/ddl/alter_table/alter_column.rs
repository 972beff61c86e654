//! ALTER TABLE ALTER COLUMN: another type, NULL or NOT NULL; PERSISTED or not.

use crate::statement::Env;
use crate::statement::ddl::alter_table::dependents::{Change, Extent, refuse_dependents};
use crate::statement::ddl::alter_table::{Altered, rewrite, verify};
use crate::statement::ddl::create_table::{check_rows, warn_of_long_rows};
use sluice_base::sync::Arc;
use sluice_binder::Binder;
use sluice_catalog::progression::range_of;
use sluice_catalog::{Column, ColumnFlags, Index, ObjectName, Table};
use sluice_plan::table_definition::{check_row_guid, column_type};
use sluice_plan::{Variables, check_new_options, check_sparse, collation_named, parts_with_needs, unsupported};
use sluice_syntax::ast::{ColumnChange, ColumnProperty, Name, TypeName};
use sluice_types::convert::check_implicit;
use sluice_types::{CollationId, DataType, Length, SqlError};

/// Runs ALTER COLUMN. Fails with 4924 if the column doesn't exist. Each kind of change has its own
/// checks. Rows are read or rewritten if the new type needs it. NOT FOR REPLICATION fails with 4991
/// without an identity, HIDDEN with 40517. A change that the column's use forbids fails with 4922,
/// 4927 or 4928; ROWGUIDCOL, PERSISTED and SPARSE fail with 4919, 4925, 4926, 4989 and 1791.
pub(super) fn alter_column(
    env: &mut Env<'_, '_>,
    altered: &Altered,
    column: &str,
    change: &ColumnChange,
) -> Result<(), SqlError> {
    let place = altered
        .table
        .column(column)
        .ok_or_else(|| SqlError::altered_column_not_found("ALTER COLUMN", column, &altered.shown))?;
    match change {
        ColumnChange::Type { data_type, nullable, collation, is_sparse } => {
            let definition = (data_type, nullable.unwrap_or(true), collation.as_ref(), *is_sparse);
            alter_type(env, altered, place, definition)
        }
        ColumnChange::Property { add, property: ColumnProperty::Persisted } => {
            alter_persistence(env, altered, place, *add)
        }
        ColumnChange::Property { add, property: ColumnProperty::RowGuid } => alter_row_guid(env, altered, place, *add),
        ColumnChange::Property { add, property: ColumnProperty::Sparse } => alter_sparse(env, altered, place, *add),
        ColumnChange::Property { add, property: ColumnProperty::NotForReplication } => {
            let mut new: Table = (*altered.table).clone();
            let own = &mut new.columns[place];
            if own.identity.is_none() {
                return Err(SqlError::not_for_replication_without_identity(&own.name, &altered.shown));
            }
            own.flags.not_for_replication = *add;
            altered.define(env, &new)
        }
        ColumnChange::Property { property: ColumnProperty::Hidden, .. } => Err(unsupported("ALTER COLUMN HIDDEN")),
    }
}

/// Changes a column's type, nullability and collation.
///
/// Fails with 4928 for a computed column or a rowversion, and with 4927 for a change to rowversion.
/// Fails with 5074 and 4922 if an object depends on the column. Fails with 206 or 257 if the old
/// type has no implicit conversion to the new type.
fn alter_type(
    env: &mut Env<'_, '_>,
    altered: &Altered,
    place: usize,
    (written, nullable, collation, is_made_sparse): (&TypeName, bool, Option<&Name>, bool),
) -> Result<(), SqlError> {
    let old = &altered.table.columns[place];
    refuse_computed(old)?;
    let types = env.state.transaction.work.catalog(&altered.database);
    let (data_type, user_type) = column_type((place + 1, &old.name), written, &*types)?;
    if let Some(user_type) = &user_type {
        let table = ObjectName {
            database: Some(altered.database.name.clone()),
            ..ObjectName::qualified(&altered.table.schema, &altered.table.name)
        };
        env.permitted(|rights| rights.types(&table, &[user_type.id]))?;
    }
    if old.data_type == DataType::RowVersion || old.data_type.is_lob() && !may_leave_lob(old.data_type, data_type) {
        return Err(SqlError::cannot_alter_column(&old.name, old.data_type.name()));
    }
    if data_type == DataType::RowVersion {
        return Err(SqlError::cannot_alter_column_type(&old.name, data_type.name()));
    }
    if old.identity.is_some() && range_of(data_type).is_none() {
        return Err(SqlError::invalid_identity_type(&old.name));
    }
    let collation = collation.map_or(Ok(CollationId::DEFAULT), |name| collation_named(name, data_type))?;
    let data_type = data_type.in_code_page(collation.rules().code_page);
    let has = |index: &Index| index.keys.iter().any(|key| key.column == place) || index.included.contains(&place);
    let is_indexed = altered.table.indexes.iter().any(has);
    let is_same = old.data_type == data_type;
    let is_longer = is_same || is_lengthened(old.data_type, data_type);
    let is_sparse = old.flags.is_sparse || is_made_sparse;
    let is_kept = is_longer && old.stored_type() == old.data_type && old.flags.is_sparse == is_sparse;
    // Index entries can't hold values of a max type, and don't allow other rows below them.
    let leaves_index = is_indexed && (data_type.is_max() && !old.data_type.is_max() || is_longer && !is_kept);
    let is_kin = std::mem::discriminant(&old.data_type) == std::mem::discriminant(&data_type);
    let is_to_null = nullable && !old.nullable;
    let nullable = nullable && old.identity.is_none();
    let is_of_other_user_type = old.user_type != user_type.as_ref().map(|user_type| user_type.id);
    let extent = match () {
        () if !is_longer && !is_kin => Extent::Type,
        () if !is_longer || leaves_index => Extent::Size,
        () if !is_same => Extent::Length,
        () if nullable != old.nullable || is_of_other_user_type => Extent::Nullability,
        () => Extent::Nothing,
    };
    let change = Change {
        extent,
        is_collation: collation != old.collation,
        is_to_not_null: old.nullable && !nullable,
        is_to_null,
    };
    refuse_dependents(env, &altered.table, place, change)?;
    if !is_longer {
        check_implicit(&old.data_type, &data_type)?;
    }
    let mut new: Table = (*altered.table).clone();
    if old.flags.is_row_guid {
        check_row_guid(data_type)?;
    }
    let user_type = user_type.map(|user_type| user_type.id);
    // ANSI_PADDING is always ON for ALTER COLUMN (`t-sql/statements/alter-table-transact-sql`).
    let flags = ColumnFlags { is_trimmed: false, is_sparse, ..old.flags };
    new.columns[place] = Column { data_type, collation, nullable, user_type, flags, ..old.clone() };
    check_sparse_column(&altered.shown, &new, place)?;
    let new = Arc::new(new);
    if is_kept {
        let asked: &[usize] = if old.nullable && !nullable { &[place] } else { &[] };
        verify::verify(env, altered, &new, &[], asked)?;
    } else {
        rewrite::rewrite_rows(env, altered, &new, &[])?;
    }
    let mut new = Arc::unwrap_or_clone(new);
    if !is_longer {
        // Drops the column's automatic statistics: their values have the old type. User statistics
        // have refused the change above.
        let id = new.columns[place].id;
        new.statistics.retain(|own| !own.columns.contains(&id));
    }
    altered.define(env, &new)?;
    warn_of_long_rows(env, &altered.shown, &new);
    Ok(())
}

/// Runs ADD or DROP ROWGUIDCOL. Fails with 2761, 4925, 4926 or 4989 if the column can't have the
/// property or hasn't it.
fn alter_row_guid(env: &mut Env<'_, '_>, altered: &Altered, place: usize, add: bool) -> Result<(), SqlError> {
    let mut new: Table = (*altered.table).clone();
    match (add, new.row_guid()) {
        (true, Some(_)) => return Err(SqlError::rowguidcol_exists(&altered.shown)),
        (true, None) => check_row_guid(new.columns[place].data_type)?,
        (false, None) => return Err(SqlError::rowguidcol_not_found(&altered.shown)),
        (false, Some(other)) if other != place => {
            return Err(SqlError::not_the_rowguidcol(&new.columns[place].name, &altered.shown));
        }
        (false, Some(_)) => {}
    }
    new.columns[place].flags.is_row_guid = add;
    altered.define(env, &new)
}

/// Runs ADD or DROP SPARSE, which rewrites the rows. Fails with 4928 for a computed column, with
/// 1731 or 1791 for a column that can't be sparse, with 1919 for a column of the clustered key, and
/// with 11418 if the rows are compressed.
fn alter_sparse(env: &mut Env<'_, '_>, altered: &Altered, place: usize, add: bool) -> Result<(), SqlError> {
    let mut new: Table = (*altered.table).clone();
    let column = &mut new.columns[place];
    refuse_computed(column)?;
    if column.flags.is_sparse == add {
        return Ok(());
    }
    column.flags.is_sparse = add;
    check_sparse_column(&altered.shown, &new, place)?;
    let new = Arc::new(new);
    rewrite::rewrite_rows(env, altered, &new, &[])?;
    altered.define(env, &new)
}

/// Fails with 4928 for a computed column and for a column set.
fn refuse_computed(column: &Column) -> Result<(), SqlError> {
    match &column.computed {
        None => Ok(()),
        Some(_) if column.flags.is_column_set => Err(SqlError::cannot_alter_column(&column.name, "COLUMN_SET")),
        Some(_) => Err(SqlError::cannot_alter_column(&column.name, "COMPUTED")),
    }
}

/// Checks an altered column and the rows of its table. Fails with 1731 or 1791 for a column that
/// can't be sparse, with 1919 for a sparse column of the clustered key, with 11418 for sparse
/// columns of compressed rows.
fn check_sparse_column(shown: &str, table: &Table, place: usize) -> Result<(), SqlError> {
    let column = &table.columns[place];
    check_sparse(column, shown)?;
    if column.flags.is_sparse && table.default_of(place).is_some() {
        return Err(SqlError::default_on_sparse_column(&column.name, shown));
    }
    let is_of_rows = table.clustered().is_some_and(|index| index.keys.iter().any(|key| key.column == place));
    if column.flags.is_sparse && is_of_rows {
        return Err(SqlError::invalid_key_column_type(&column.name, shown));
    }
    check_rows("alter", shown, table)
}

/// Runs ADD or DROP PERSISTED. Fails with 4919 if the column isn't computed, with 4936 if its
/// expression isn't deterministic, and with 1934 if PERSISTED needs other SET options.
fn alter_persistence(env: &mut Env<'_, '_>, altered: &Altered, place: usize, persisted: bool) -> Result<(), SqlError> {
    let mut new: Table = (*altered.table).clone();
    let column = &mut new.columns[place];
    let name = column.name.clone();
    let Some(computed) = column.computed.as_mut().filter(|_| !column.flags.is_column_set) else {
        return Err(SqlError::persisted_of_ordinary_column(name));
    };
    if computed.is_persisted == persisted {
        return Ok(());
    }
    computed.is_persisted = persisted;
    column.flags.is_stored = false;
    check_new_options((parts_with_needs(&altered.table), &new), env.state.options.meaning, "ALTER TABLE")?;
    match persisted {
        true => Binder::new(&env.names(), &Variables::default()).persistable(&new, place)?,
        false => refuse_dependents(env, &altered.table, place, Change::new(Extent::Type))?,
    }
    let new = Arc::new(new);
    rewrite::rewrite_rows(env, altered, &new, &[])?;
    altered.define(env, &new)
}

/// Whether a text, ntext or image column can become a column of the type
/// (`t-sql/statements/alter-table-transact-sql`).
fn may_leave_lob(old: DataType, new: DataType) -> bool {
    let is_kin = new.is_max() && !new.is_lob() && new.is_binary() == old.is_binary();
    is_kin || old.is_string() && new == DataType::Xml
}

/// Whether existing rows stay valid because only the column's maximum length grows.
fn is_lengthened(old: DataType, new: DataType) -> bool {
    let length = |length: Length| match length {
        Length::Limited(length) => u32::from(length),
        Length::Max | Length::Lob => u32::MAX,
    };
    if old.code_page() != new.code_page() {
        return false;
    }
    match (old, new) {
        (DataType::VarChar(old, _), DataType::VarChar(new, _))
        | (DataType::NVarChar(old), DataType::NVarChar(new))
        | (DataType::VarBinary(old), DataType::VarBinary(new)) => length(old) <= length(new),
        _ => false,
    }
}
