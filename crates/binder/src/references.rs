//! Binds the foreign-key checks and cascades of a statement that changes rows, from table to table.

use super::Binder;
use super::firing::RowChanges;
use super::target::ChangeTarget;
use sluice_base::sync::Arc;
use sluice_catalog::{Action, Catalog, Constraint, ForeignKey, Table};
use sluice_plan::expression::Expr;
use sluice_plan::statement::{BoundCascade, BoundIncoming, BoundOutgoing, BoundReferences, BoundRules};
use sluice_types::{DataType, SqlError, Value};

/// The kind of row change that a statement makes.
#[derive(Clone, Copy)]
pub(super) enum RowChangeKind<'c> {
    Insert,
    Delete,
    /// Changes the columns with these ordinals.
    Update(&'c [usize]),
}

impl Binder<'_> {
    /// Binds the foreign-key checks for a change of the rows of `table`. These are keys that new
    /// rows refer to, and references to keys that are lost, with their cascades. Disabled keys and
    /// those of untouched columns are left out; table variables have none.
    pub(super) fn bind_references(
        &mut self,
        table: &Arc<Table>,
        database: Option<&String>,
        change_kind: RowChangeKind<'_>,
    ) -> Result<BoundReferences, SqlError> {
        if table.is_variable() {
            return Ok(BoundReferences::default());
        }
        let Some(catalog) = self.names.catalog(database.map(String::as_str))? else {
            return Ok(BoundReferences::default());
        };
        let mut bound = BoundReferences::default();
        let is_touched = |places: &[usize]| match change_kind {
            RowChangeKind::Insert => true,
            RowChangeKind::Delete => false,
            RowChangeKind::Update(changed) => places.iter().any(|place| changed.contains(place)),
        };
        let own = table.foreign_keys().filter(|(_, key)| !key.enforcement.is_disabled);
        for (constraint, key) in own.filter(|(_, key)| is_touched(&table.places(&key.columns))) {
            bound.outgoing.extend(outgoing(&catalog, table, constraint, key));
        }
        if matches!(change_kind, RowChangeKind::Insert) {
            return Ok(bound);
        }
        // Triggers fire by the ids of the keys.
        let mut referrers = catalog.referrers(table.id);
        referrers.sort_by_key(|(_, constraint, _)| constraint.id.0);
        for (child, constraint, key) in referrers {
            let columns = table.places(&key.referenced_columns);
            let (action, is_concerned) = match change_kind {
                RowChangeKind::Update(changed) => (key.on_update, columns.iter().any(|place| changed.contains(place))),
                RowChangeKind::Insert | RowChangeKind::Delete => (key.on_delete, true),
            };
            if key.enforcement.is_disabled || !is_concerned {
                continue;
            }
            let is_delete = matches!(change_kind, RowChangeKind::Delete);
            let cascade = self.bind_cascade(child, database, (key, action), is_delete)?;
            let is_same = child.id == table.id;
            let still = outgoing(&catalog, child, constraint, key);
            let (name, child, own) = (constraint.name.clone(), Arc::clone(child), child.places(&key.columns));
            bound.incoming.push(BoundIncoming { name, columns, child, child_columns: own, is_same, still, cascade });
        }
        Ok(bound)
    }

    /// Binds the foreign-key checks for an UPDATE of the columns with these ordinals. Stored
    /// computed columns change with them. Fails as [`Binder::bind_references`] does.
    pub(super) fn bind_update_references(
        &mut self,
        target: &ChangeTarget,
        places: &[usize],
        rules: Option<&BoundRules>,
    ) -> Result<BoundReferences, SqlError> {
        let stored = rules.into_iter().flat_map(|rules| rules.computed.iter().map(|(place, _)| *place));
        let changed: Vec<usize> = places.iter().copied().chain(stored).collect();
        self.bind_references(&target.table, target.database.as_ref(), RowChangeKind::Update(&changed))
    }

    /// Binds the action on rows of `child` whose referenced row is deleted or changes its key.
    fn bind_cascade(
        &mut self,
        child: &Arc<Table>,
        database: Option<&String>,
        (key, action): (&ForeignKey, Action),
        is_delete: bool,
    ) -> Result<Option<BoundCascade>, SqlError> {
        self.deeper()?;
        let places = child.places(&key.columns);
        let row_changes = match action {
            Action::NoAction => return Ok(None),
            Action::Cascade if is_delete => RowChanges::delete(),
            _ => RowChanges::update(places.clone()),
        };
        let capture = self.bind_cascade_capture(child, database, row_changes)?;
        let values = match action {
            Action::NoAction => return Ok(None),
            Action::Cascade if is_delete => {
                let references = self.bind_references(child, database, RowChangeKind::Delete)?;
                return Ok(Some(BoundCascade {
                    values: None,
                    rules: None,
                    rowversion: None,
                    references,
                    changed: Vec::new(),
                    capture,
                }));
            }
            Action::Cascade => Vec::new(),
            Action::SetNull => places.iter().map(|_| Expr::constant(Value::Null, DataType::OF_NULL)).collect(),
            Action::SetDefault => {
                let defaults = places.iter().map(|place| self.bind_default(child, database, *place));
                defaults.collect::<Result<Vec<_>, _>>()?
            }
        };
        let rowversion = child.rowversion().map(|place| (place, self.next_rowversion(database)));
        let mut changed = places;
        changed.extend(rowversion.as_ref().map(|(place, _)| *place));
        let rules = self.bind_rules(child, Some(&changed), &[])?;
        changed.extend(rules.iter().flat_map(|rules| rules.computed.iter().map(|(place, _)| *place)));
        let references = self.bind_references(child, database, RowChangeKind::Update(&changed))?;
        Ok(Some(BoundCascade { values: Some(values), rules, rowversion, references, changed, capture }))
    }
}

/// Returns the lookup of a foreign key's referenced row through the unique index over exactly its
/// columns. Returns `None` if the index doesn't exist. An index can't be dropped while a foreign
/// key uses it. Takes no lock and reads nothing.
pub(super) fn outgoing(
    catalog: &Catalog,
    table: &Arc<Table>,
    constraint: &Constraint,
    key: &ForeignKey,
) -> Option<BoundOutgoing> {
    let is_same = key.referenced == table.id;
    let parent = if is_same { table } else { catalog.table_by_id(key.referenced)? };
    let referenced = parent.places(&key.referenced_columns);
    let own = table.places(&key.columns);
    let index = parent.indexes.iter().position(|index| {
        index.unique
            && !index.is_disabled
            && index.filter.is_none()
            && index.keys.len() == referenced.len()
            && index.keys.iter().all(|key| referenced.contains(&key.column))
    })?;
    let column_for = |key: &sluice_catalog::IndexKey| {
        let place = referenced.iter().position(|place| *place == key.column)?;
        own.get(place).copied()
    };
    let columns = parent.indexes[index].keys.iter().map(column_for).collect::<Option<Vec<_>>>()?;
    let name = constraint.name.clone();
    Some(BoundOutgoing { name, columns, parent: Arc::clone(parent), index, is_same })
}
