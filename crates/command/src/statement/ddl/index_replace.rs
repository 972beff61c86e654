//! CREATE INDEX ... WITH (DROP_EXISTING = ON): replaces an index by one of the same name
//! (`t-sql/statements/create-index-transact-sql.md`).

use sluice_base::sync::Arc;
use sluice_catalog::{Index, Origin, Table, column, name};
use sluice_plan::IndexDefinition;
use sluice_types::SqlError;

/// Removes and returns the index that `definition` replaces. `table` loses the index and its
/// statistics.
///
/// Fails with 7999 if there is none, with 1925 if a clustered index would become nonclustered.
/// Fails with 1907 if the index belongs to a constraint and the definition differs from it.
pub(super) fn take_replaced(table: &mut Table, definition: &IndexDefinition) -> Result<Index, SqlError> {
    let written = definition.name.as_deref().unwrap_or_default();
    let place = table.indexes.iter().position(|index| name::same(&index.name, written));
    let place = place.ok_or_else(|| SqlError::index_name_not_found(written, &table.name))?;
    let index = table.indexes.remove(place);
    let is_clustered = definition.clustered == Some(true);
    if index.is_clustered() && !is_clustered {
        return Err(SqlError::clustered_index_to_nonclustered());
    }
    if index.constraint.is_some() && !(index.is_clustered() == is_clustered && is_same(table, &index, definition)) {
        return Err(SqlError::replaced_index_differs(&index.name));
    }
    table.statistics.retain(|own| own.origin != Origin::Index || own.id != index.id);
    Ok(index)
}

/// Whether the definition has the key of the unique index, no filter and no included columns.
fn is_same(table: &Table, index: &Index, definition: &IndexDefinition) -> bool {
    let mut keys = definition.keys.iter().zip(&index.keys);
    definition.unique
        && definition.included.is_empty()
        && definition.filter.is_none()
        && definition.keys.len() == index.keys.len()
        && keys.all(|((written, descending), key)| {
            column::position(&table.columns, written) == Some(key.column) && *descending == key.descending
        })
}

/// Gives the new index, which has the name of `replaced`, the constraint of `replaced`. It also
/// gets the id, unless a nonclustered index became clustered. Fails with 2727 if the table has no
/// index of that name.
pub(super) fn take_place(table: &mut Table, replaced: Index) -> Result<(), SqlError> {
    let new = table.indexes.iter_mut().find(|index| name::same(&index.name, &replaced.name));
    let Some(new) = new else { return Err(SqlError::index_not_found(&replaced.name)) };
    new.constraint = replaced.constraint;
    if !new.is_clustered() {
        let id = std::mem::replace(&mut new.id, replaced.id);
        let of_new = table.statistics.iter_mut().filter(|own| own.origin == Origin::Index && own.id == id);
        of_new.for_each(|own| Arc::make_mut(own).id = replaced.id);
        table.indexes.sort_by_key(|index| index.id);
    }
    Ok(())
}
