//! Creation of FOREIGN KEY constraints: resolution of columns and checks
//! (`t-sql/statements/create-table-transact-sql.md`, *FOREIGN KEY constraints*;
//! `relational-databases/tables/primary-and-foreign-key-constraints.md`).

use super::Binder;
use super::definition::Making;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::snapshot::DEFAULT_SCHEMA;
use sluice_catalog::{Action, Catalog, Column, Enforcement, ForeignKey, Index, ObjectName, Table, TriggerEvent, name};
use sluice_definition::refusal::unsupported;
use sluice_definition::table_definition::ForeignKeyDefinition;
use sluice_types::{DataType, SqlError};

impl Binder<'_> {
    /// Creates the foreign key `name` of `table`. `column` is the column whose definition contains
    /// the constraint. Fails with 1715, 1753, 1757, 1761 to 1771, 1773 to 1776, 1778, 1785 to
    /// 1788 or 8139, and with 40517 in a table variable. The parent's key may belong to any unique
    /// index. Cascades must not form a cycle or several paths. Nothing is stored.
    pub(super) fn define_foreign_key(
        &self,
        table: &Table,
        written: &ForeignKeyDefinition,
        (column, name): (Option<&str>, &str),
        making: Making<'_>,
    ) -> Result<ForeignKey, SqlError> {
        let shown = written.table.to_string();
        if table.is_variable() {
            return Err(unsupported("FOREIGN KEY of a table variable"));
        }
        if written.table.object.starts_with('#') {
            return Err(SqlError::foreign_key_to_temporary_table(name));
        }
        let not_found = || SqlError::foreign_key_table_not_found(name, &shown);
        let catalog = self.names.catalog(making.database)?.ok_or_else(not_found)?;
        let is_here = |other: &str| making.database.is_some_and(|database| name::same(database, other));
        if written.table.database.as_deref().is_some_and(|other| !is_here(other)) {
            return Err(SqlError::foreign_key_across_databases(name));
        }
        let referenced = self.referenced_name(&catalog, &written.table);
        let schema = referenced.schema.as_deref().unwrap_or(DEFAULT_SCHEMA);
        let is_itself = name::same(schema, &table.schema) && name::same(&written.table.object, &table.name);
        let parent: &Table = match is_itself {
            true => table,
            false => match catalog.table(&referenced) {
                Some(parent) => parent,
                None if catalog.is_taken(schema, &written.table.object) => {
                    return Err(SqlError::foreign_key_to_other_object(name, &shown));
                }
                None => return Err(not_found()),
            },
        };
        let own: Vec<&str> = match column {
            Some(column) if written.columns.is_empty() => vec![column],
            _ => written.columns.iter().map(|column| &**column).collect(),
        };
        let referencing = |column: &&str| {
            table.column(column).ok_or_else(|| SqlError::referencing_column_not_found(name, column, &table.name))
        };
        let columns = own.iter().map(referencing).collect::<Result<Vec<_>, _>>()?;
        let named = written.referenced.iter().map(|column| {
            parent.column(column).ok_or_else(|| SqlError::referenced_column_not_found(name, column, &parent.name))
        });
        let referenced = match written.referenced.is_empty() {
            false => named.collect::<Result<Vec<_>, _>>()?,
            true => {
                let missing = || SqlError::foreign_key_without_primary_key(name, &shown);
                let key = parent.primary_key().ok_or_else(missing)?;
                key.keys.iter().map(|key| key.column).collect()
            }
        };
        if columns.len() != referenced.len() {
            return Err(match written.referenced.is_empty() {
                true => SqlError::foreign_key_column_count(name, &shown),
                false => SqlError::foreign_key_column_counts_differ(&table.name),
            });
        }
        check_candidate_key(parent, &referenced, (name, &shown))?;
        for (own, other) in columns.iter().zip(&referenced) {
            check_columns((table, &table.columns[*own]), (parent, &parent.columns[*other]), name)?;
        }
        let actions = [written.on_delete, written.on_update];
        for (own, other) in columns.iter().zip(&referenced) {
            check_actions((table, &table.columns[*own]), (parent, &parent.columns[*other]), written, name)?;
        }
        if has_instead_of_trigger(&catalog, table, written) {
            return Err(SqlError::cascade_with_instead_of_trigger(name, &table.name));
        }
        let is_open = |place: &usize| table.columns[*place].nullable;
        if actions.contains(&Action::SetNull) && !columns.iter().all(is_open) {
            return Err(SqlError::set_null_of_not_null(name));
        }
        let has_default = |place: &usize| is_open(place) || table.default_of(*place).is_some();
        if actions.contains(&Action::SetDefault) && !columns.iter().all(has_default) {
            return Err(SqlError::set_default_without_default(name));
        }
        let ids = |table: &Table, places: &[usize]| places.iter().map(|place| table.columns[*place].id).collect();
        let key = ForeignKey {
            columns: ids(table, &columns),
            referenced: parent.id,
            referenced_columns: ids(parent, &referenced),
            on_delete: written.on_delete,
            on_update: written.on_update,
            enforcement: Enforcement {
                is_disabled: false,
                is_not_trusted: !making.is_checked,
                not_for_replication: written.not_for_replication,
            },
        };
        let of: [ActionOf; 2] = [|key| key.on_delete, |key| key.on_update];
        if of.iter().any(|action| branches(&catalog, table, &key, *action)) {
            return Err(SqlError::foreign_key_cascade_cycle(name, &table.name));
        }
        Ok(key)
    }

    /// Returns the name of the table that REFERENCES names, with its schema. Without one written,
    /// the table is looked up in the first schema, then in dbo. A table that doesn't exist is the
    /// new one of the first schema.
    fn referenced_name(&self, catalog: &Catalog, written: &ObjectName) -> ObjectName {
        let first = self.names.first_schema();
        let found = catalog.in_schema(written.clone(), first.as_deref());
        let is_in_dbo = || catalog.is_taken(DEFAULT_SCHEMA, &written.object);
        match (&found.schema, first) {
            (None, Some(first)) if !is_in_dbo() => ObjectName { schema: Some(first), ..found },
            _ => found,
        }
    }
}

/// Checks that a column of `table` can reference a column of `parent`. Fails with 1753, 1757, 1764
/// or 1778.
fn check_columns(
    (table, own): (&Table, &Column),
    (parent, other): (&Table, &Column),
    name: &str,
) -> Result<(), SqlError> {
    if own.is_unpersisted() {
        let constraint = "FOREIGN KEY constraint";
        return Err(SqlError::computed_column_not_persisted(&own.name, &table.name, constraint).in_state(0));
    }
    match difference(own, other) {
        Some(refusal) => Err(refusal(&parent.name, &other.name, &table.name, &own.name, name)),
        None => Ok(()),
    }
}

/// Checks that the key's actions can change a column of `table`. Fails with 1715 or 1765 for a
/// computed column, with 1786 for a rowversion, and with 1788 for an identity column.
fn check_actions(
    (table, own): (&Table, &Column),
    (parent, other): (&Table, &Column),
    written: &ForeignKeyDefinition,
    name: &str,
) -> Result<(), SqlError> {
    let (on_delete, on_update) = (written.on_delete, written.on_update);
    let is_set = matches!(on_delete, Action::SetNull | Action::SetDefault);
    if own.computed.is_some() && on_update != Action::NoAction {
        return Err(SqlError::update_action_of_computed_column(name, &own.name));
    }
    if own.computed.is_some() && is_set {
        return Err(SqlError::delete_action_of_computed_column(name, &own.name));
    }
    let is_cascading = [on_delete, on_update].iter().any(|action| *action != Action::NoAction);
    if is_cascading && [own, other].iter().any(|column| column.data_type == DataType::RowVersion) {
        return Err(SqlError::cascade_of_rowversion(&parent.name, &other.name, &table.name, &own.name, name));
    }
    if own.identity.is_some() && (is_set || on_update != Action::NoAction) {
        return Err(SqlError::cascade_of_identity_column(name, &table.name, &own.name));
    }
    Ok(())
}

/// Whether an INSTEAD OF trigger of `table` replaces a change that the key's actions make.
fn has_instead_of_trigger(catalog: &Catalog, table: &Table, written: &ForeignKeyDefinition) -> bool {
    let replaces = |event: TriggerEvent| {
        let triggers = catalog.triggers_of(table.id);
        triggers.iter().filter_map(|module| module.trigger.as_ref()).any(|own| own.instead_of && own.events.has(event))
    };
    let (deletes, updates) = Action::changes_of(written.on_delete, written.on_update);
    deletes && replaces(TriggerEvent::Delete) || updates && replaces(TriggerEvent::Update)
}

/// Selects the DELETE or UPDATE action of a foreign key.
type ActionOf = fn(&ForeignKey) -> Action;

/// Whether, with `key` added to `table`, a cascade could reach a table along two paths or in a
/// cycle.
fn branches(catalog: &Arc<Catalog>, table: &Table, key: &ForeignKey, action: ActionOf) -> bool {
    if action(key) == Action::NoAction {
        return false;
    }
    // Edges lead from the referenced table to the referencing table.
    let mut edges: Vec<(ObjectId, ObjectId)> = vec![(key.referenced, table.id)];
    let known = catalog.tables();
    let others = known.iter().filter(|other| other.id != table.id).map(|other| &***other);
    for other in others.chain([table]) {
        let acting = other.foreign_keys().filter(|(_, key)| action(key) != Action::NoAction);
        edges.extend(acting.map(|(_, key)| (key.referenced, other.id)));
    }
    let roots: Vec<ObjectId> = edges.iter().map(|(from, _)| *from).collect();
    roots.into_iter().any(|root| {
        let (mut reached, mut next) = (vec![root], 0);
        while let Some(from) = reached.get(next).copied() {
            next += 1;
            for (_, to) in edges.iter().filter(|(known, _)| *known == from) {
                if reached.contains(to) {
                    return true;
                }
                reached.push(*to);
            }
        }
        false
    })
}

/// Makes an error from the referenced column's table and name, those of the referencing column, and
/// the key's name.
type ColumnRefusal<'n> = fn(&'n str, &'n str, &'n str, &'n str, &'n str) -> SqlError;

/// Returns why one column can't reference the other: 1778 for another type, also for decimal and
/// numeric, 1753 for another length or scale, 1757 for another collation.
fn difference<'n>(own: &Column, other: &Column) -> Option<ColumnRefusal<'n>> {
    let is_kin = std::mem::discriminant(&own.data_type) == std::mem::discriminant(&other.data_type)
        && own.data_type.is_named_numeric() == other.data_type.is_named_numeric();
    // The code page is the collation's.
    let is_same = own.data_type == other.data_type.in_code_page(own.data_type.code_page().unwrap_or_default());
    match (is_same && is_kin, own.collation == other.collation) {
        (true, true) => None,
        (true, false) => Some(SqlError::foreign_key_collation_differs),
        (false, _) if is_kin => Some(SqlError::foreign_key_length_differs),
        (false, _) => Some(SqlError::foreign_key_type_differs),
    }
}

/// Fails with 1771 or 1775 if the clustered index or primary key of `parent` is disabled, and with
/// 1776 if no usable unique index has exactly the columns `referenced`. `shown` is the name of
/// `parent` as written.
fn check_candidate_key(parent: &Table, referenced: &[usize], (name, shown): (&str, &str)) -> Result<(), SqlError> {
    if let Some(index) = parent.disabled_clustered() {
        return Err(SqlError::foreign_key_to_disabled_table(name, shown, &index.name));
    }
    if let Some(index) = parent.primary_key().filter(|index| index.is_disabled) {
        return Err(SqlError::foreign_key_to_disabled_key(name, shown, &index.name));
    }
    let is_key = |index: &Index| {
        index.unique
            && !index.is_disabled
            && index.filter.is_none()
            && index.keys.len() == referenced.len()
            && index.keys.iter().all(|key| referenced.contains(&key.column))
    };
    if !parent.indexes.iter().any(is_key) {
        return Err(SqlError::foreign_key_without_candidate_key(shown, name));
    }
    Ok(())
}
