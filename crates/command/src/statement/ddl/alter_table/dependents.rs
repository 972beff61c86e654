//! The objects that depend on a column and forbid its change
//! (`t-sql/statements/alter-table-transact-sql.md`, ALTER COLUMN and DROP COLUMN).

use crate::statement::Env;
use crate::statement::ddl::binding::bound_to_column;
use sluice_base::sync::Arc;
use sluice_binder::{Binder, DependentKind};
use sluice_catalog::{Catalog, Index, Origin, Statistics, Table};
use sluice_plan::Variables;
use sluice_types::SqlError;

/// A change of a column. Each is refused by fewer kinds of dependents than the one before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Change {
    /// Another nullability or alias type: refused by computed columns and schema-bound modules.
    Nullability,
    /// A longer string of the same type: primary and foreign keys refuse it too.
    Length,
    /// Another length, precision or scale of the same type, or another collation: refused by all
    /// dependents but a DEFAULT.
    Size,
    /// Another type: refused by all dependents.
    Type,
    /// The column is dropped: bound defaults and rules refuse it too.
    Drop,
}

impl Change {
    /// Returns the words in 4922.
    fn words(self) -> &'static str {
        if self == Change::Drop { "DROP COLUMN" } else { "ALTER COLUMN" }
    }
}

/// Fails with one 5074 per object that depends on the column at `place` and forbids the change,
/// followed by 4922. Objects are defaults, rules, indexes, statistics, constraints, computed
/// columns and schema-bound modules.
pub(super) fn refuse_dependents(
    env: &Env<'_, '_>,
    table: &Table,
    place: usize,
    change: Change,
) -> Result<(), SqlError> {
    let column = table.columns[place].name.clone();
    let catalog = env.state.transaction.work.catalog(&env.state.database);
    let mut causes = Vec::new();
    if let (true, Some((constraint, _))) = (change >= Change::Type, table.default_constraint(place)) {
        causes.push(("object", constraint.name.clone()));
    }
    if change == Change::Drop {
        let bound = &table.columns[place].bound;
        let bound = [&bound.default, &bound.rule].into_iter().flatten();
        let modules = bound.filter_map(|bound| catalog.module_by_id(bound.id));
        causes.extend(modules.map(|module| ("object", module.name.clone())));
    }
    causes.extend(indexes(table, place, change));
    if change >= Change::Size {
        causes.extend(statistics(table, place));
    }
    let found = Binder::new(&env.names(), &Variables::default()).dependents(table, place)?;
    let forbids = |kind: DependentKind| match kind {
        DependentKind::Check => change >= Change::Size,
        DependentKind::ForeignKey => change >= Change::Length,
        DependentKind::Computed => true,
    };
    let found = found.into_iter().filter(|dependent| forbids(dependent.kind));
    causes.extend(found.map(|dependent| (dependent.kind.noun(), dependent.name)));
    if change == Change::Length {
        causes.extend(referencing_keys(&catalog, table, place));
    }
    let bound = bound_to_column(&catalog, table, &column);
    causes.extend(bound.into_iter().map(|module| ("object", module)));
    if causes.is_empty() {
        return Ok(());
    }
    let error = SqlError::column_is_accessed(change.words(), &column);
    let causes = causes.into_iter().map(|(kind, name)| SqlError::column_has_dependent(kind, name, &column));
    Err(causes.fold(error, SqlError::after))
}

/// Returns the kinds and names of the indexes that have the column and forbid the change.
fn indexes(table: &Table, place: usize, change: Change) -> Vec<(&'static str, String)> {
    let has = |index: &&Index| {
        let is_filtered = index.filter.as_ref().is_some_and(|filter| filter.uses(place));
        is_filtered || index.keys.iter().any(|key| key.column == place) || index.included.contains(&place)
    };
    let forbids = |index: &&Index| change >= Change::Size || change == Change::Length && index.is_primary_key();
    let found = table.indexes.iter().filter(has).filter(forbids);
    found.map(|index| (if index.constraint.is_some() { "object" } else { "index" }, index.name.clone())).collect()
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

/// Returns the foreign keys of other tables that reference the column. Only a longer string needs
/// them: every other change is refused by the key that they need.
fn referencing_keys(catalog: &Catalog, table: &Table, place: usize) -> Vec<(&'static str, String)> {
    let id = table.columns[place].id;
    let others = catalog.tables().into_iter().filter(|other| other.id != table.id);
    let keys = others.flat_map(|other| other.foreign_keys());
    let found = keys.filter(|(_, key)| key.referenced == table.id && key.referenced_columns.contains(&id));
    found.map(|(constraint, _)| ("object", constraint.name.clone())).collect()
}
