//! The objects that depend on a column and forbid its change
//! (`t-sql/statements/alter-table-transact-sql.md`, ALTER COLUMN and DROP COLUMN).

use crate::statement::Env;
use crate::statement::ddl::binding::bound_to_column;
use sluice_base::sync::Arc;
use sluice_binder::{Binder, DependentKind};
use sluice_catalog::{Catalog, Index, Origin, Statistics, Table};
use sluice_plan::Variables;
use sluice_types::SqlError;

/// How much of a column changes. Each extent is refused by all dependents that refuse the one
/// before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Extent {
    /// Nothing changes.
    Nothing,
    /// Another nullability or alias type.
    Nullability,
    /// A longer string of the same type.
    Length,
    /// Another length, precision or scale of the same type.
    Size,
    /// Another type.
    Type,
    /// The column is dropped.
    Drop,
}

/// A change of a column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub(super) extent: Extent,
    /// Whether the column gets another collation.
    pub(super) is_collation: bool,
    /// Whether the column changes from NULL to NOT NULL.
    pub(super) is_to_not_null: bool,
    /// Whether the column changes to NULL.
    pub(super) is_to_null: bool,
}

impl Change {
    /// Returns a change that keeps the collation and the nullability.
    pub(super) fn new(extent: Extent) -> Change {
        Change { extent, is_collation: false, is_to_not_null: false, is_to_null: false }
    }

    /// Returns the words in 4922.
    fn words(self) -> &'static str {
        if self.extent == Extent::Drop { "DROP COLUMN" } else { "ALTER COLUMN" }
    }

    /// Whether a CHECK of the column forbids the change.
    fn is_refused_by_check(self) -> bool {
        self.extent >= Extent::Type || self.is_collation
    }

    /// Whether a foreign key from or to the column forbids the change.
    fn is_refused_by_foreign_key(self) -> bool {
        self.extent >= Extent::Length || self.is_collation
    }

    /// Whether an index with the column as a key or included column forbids the change. A primary
    /// key also forbids a longer string and NULL.
    fn is_refused_by_index(self, index: &Index) -> bool {
        let is_refused_by_any = self.extent >= Extent::Size || self.is_collation || self.is_to_not_null;
        is_refused_by_any || index.is_primary_key() && (self.extent == Extent::Length || self.is_to_null)
    }
}

/// Fails with one 5074 per object that depends on the column at `place` and forbids the change,
/// followed by 4922. The order is: defaults and rules, computed columns, filters of indexes,
/// CHECKs, keys and indexes, statistics, foreign keys, schema-bound modules. Computed columns and
/// filters forbid every change, even one to the same definition. An index whose filter and key have
/// the column is reported for both.
pub(super) fn refuse_dependents(
    env: &Env<'_, '_>,
    table: &Table,
    place: usize,
    change: Change,
) -> Result<(), SqlError> {
    let column = table.columns[place].name.clone();
    let catalog = env.state.transaction.work.catalog(&env.state.database);
    let mut causes = Vec::new();
    if let (true, Some((constraint, _))) = (change.extent >= Extent::Type, table.default_constraint(place)) {
        causes.push(("object", constraint.name.clone()));
    }
    if change.extent == Extent::Drop {
        let bound = &table.columns[place].bound;
        let bound = [&bound.default, &bound.rule].into_iter().flatten();
        let modules = bound.filter_map(|bound| catalog.module_by_id(bound.id));
        causes.extend(modules.map(|module| ("object", module.name.clone())));
    }
    let found = Binder::new(&env.names(), &Variables::default()).dependents(table, place)?;
    let of_kind = |kind: DependentKind| {
        let found = found.iter().filter(move |dependent| dependent.kind == kind);
        found.map(|dependent| (dependent.kind.noun(), dependent.name.clone()))
    };
    causes.extend(of_kind(DependentKind::Computed));
    let is_filtered = |index: &&Index| index.filter.as_ref().is_some_and(|filter| filter.uses(place));
    causes.extend(table.indexes.iter().filter(is_filtered).map(noun_and_name));
    if change.is_refused_by_check() {
        causes.extend(of_kind(DependentKind::Check));
    }
    let has = |index: &&Index| index.keys.iter().any(|key| key.column == place) || index.included.contains(&place);
    let forbids = |index: &&Index| has(index) && change.is_refused_by_index(index);
    causes.extend(table.indexes.iter().filter(forbids).map(noun_and_name));
    if change.extent >= Extent::Size || change.is_collation {
        causes.extend(statistics(table, place));
    }
    if change.is_refused_by_foreign_key() {
        causes.extend(of_kind(DependentKind::ForeignKey));
        causes.extend(referencing_keys(&catalog, table, place));
    }
    if change.extent > Extent::Nothing || change.is_collation {
        let bound = bound_to_column(&catalog, table, &column);
        causes.extend(bound.into_iter().map(|module| ("object", module)));
    }
    if causes.is_empty() {
        return Ok(());
    }
    let error = SqlError::column_is_accessed(change.words(), &column);
    let causes = causes.into_iter().map(|(kind, name)| SqlError::column_has_dependent(kind, name, &column));
    Err(causes.fold(error, SqlError::after))
}

/// Returns the kind in messages and the name of an index.
fn noun_and_name(index: &Index) -> (&'static str, String) {
    (if index.constraint.is_some() { "object" } else { "index" }, index.name.clone())
}

/// Returns the statistics of CREATE STATISTICS that have the column.
fn statistics(table: &Table, place: usize) -> Vec<(&'static str, String)> {
    let id = table.columns[place].id;
    let has_column = |own: &&Arc<Statistics>| {
        let is_filtered = own.filter.as_ref().is_some_and(|filter| filter.uses(place));
        own.origin == Origin::User && (is_filtered || own.columns.contains(&id))
    };
    table.statistics.iter().filter(has_column).map(|own| ("statistics", own.name.clone())).collect()
}

/// Returns the foreign keys of other tables that reference the column.
fn referencing_keys(catalog: &Catalog, table: &Table, place: usize) -> Vec<(&'static str, String)> {
    let id = table.columns[place].id;
    let others = catalog.tables().into_iter().filter(|other| other.id != table.id);
    let keys = others.flat_map(|other| other.foreign_keys());
    let found = keys.filter(|(_, key)| key.referenced == table.id && key.referenced_columns.contains(&id));
    found.map(|(constraint, _)| ("object", constraint.name.clone())).collect()
}
