//! Rows captured for a statement's triggers (`t-sql/statements/create-trigger-transact-sql`). They
//! are computed like the rows of an OUTPUT clause, in addition to the statement's own OUTPUT.

use super::Binder;
use super::output::Changed;
use super::rules::source_of;
use super::target::ChangeTarget;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::{Module, Table, TriggerEvent, TriggerEvents, name};
use sluice_definition::indexed_view::BoundView;
use sluice_definition::refusal::unsupported;
use sluice_plan::expression::{ColumnId, Expr};
use sluice_plan::statement::{BoundCapture, BoundFiring, BoundMerge, BoundOutput, BoundReferences, MergeAction};
use sluice_syntax::Span;
use sluice_syntax::ast;
use sluice_types::SqlError;

/// The kinds of row changes that a statement makes.
pub(super) struct RowChanges {
    /// The trigger events.
    pub events: TriggerEvents,
    /// The ordinals of the assigned columns.
    pub columns: Vec<usize>,
    /// The statement, for messages.
    pub statement: &'static str,
    /// The tables that cascades change, and the indexed views that read them.
    pub cascaded: Vec<(Arc<Table>, Vec<BoundView>)>,
    /// Whether the cascades fire triggers.
    pub cascades_fire: bool,
}

impl RowChanges {
    /// Returns the changes of an INSERT into a table of `columns` columns.
    pub(super) fn insert(columns: usize) -> RowChanges {
        let events = TriggerEvents::default().and(TriggerEvent::Insert);
        RowChanges::new(events, (0..columns).collect(), "INSERT")
    }

    /// Returns the changes of an UPDATE of `columns`, which are positions.
    pub(super) fn update(columns: Vec<usize>) -> RowChanges {
        let events = TriggerEvents::default().and(TriggerEvent::Update);
        RowChanges::new(events, columns, "UPDATE")
    }

    /// Returns the changes of a DELETE.
    pub(super) fn delete() -> RowChanges {
        let events = TriggerEvents::default().and(TriggerEvent::Delete);
        RowChanges::new(events, Vec::new(), "DELETE")
    }

    fn new(events: TriggerEvents, columns: Vec<usize>, statement: &'static str) -> RowChanges {
        RowChanges { events, columns, statement, cascaded: Vec::new(), cascades_fire: false }
    }

    /// Returns the changes with those of the cascades of `references`.
    pub(super) fn with_cascades(mut self, references: &BoundReferences) -> RowChanges {
        self.add_cascades(references);
        self
    }

    fn add_cascades(&mut self, references: &BoundReferences) {
        for (child, cascade) in references.incoming.iter().filter_map(|key| Some((&key.child, key.cascade.as_ref()?))) {
            if let Some(BoundCapture { firing, .. }) = &cascade.capture {
                self.cascades_fire |= !firing.triggers.is_empty();
                if !firing.views.is_empty() && !self.cascaded.iter().any(|(known, _)| known.id == child.id) {
                    self.cascaded.push((Arc::clone(child), firing.views.clone()));
                }
            }
            self.add_cascades(&cascade.references);
        }
    }
}

impl Binder<'_> {
    /// Returns the enabled triggers of `parent` for any of `events`, in creation order.
    /// `instead_of` chooses INSTEAD OF triggers, otherwise AFTER triggers. Empty if the database
    /// isn't available.
    pub(super) fn triggers(
        &self,
        (database, parent): (Option<&str>, ObjectId),
        events: TriggerEvents,
        instead_of: bool,
    ) -> Vec<Arc<Module>> {
        let Ok(Some(catalog)) = self.names.catalog(database) else { return Vec::new() };
        let fires = |module: &Arc<Module>| {
            let trigger = module.trigger.filter(|trigger| !trigger.is_disabled && trigger.instead_of == instead_of);
            trigger.is_some_and(|trigger| !trigger.events.common(events).is_empty())
        };
        catalog.triggers_of(parent).into_iter().filter(|module| fires(module)).cloned().collect()
    }

    /// Whether the table has triggers of any kind.
    pub(super) fn has_triggers(&self, database: Option<&str>, table: &Table) -> bool {
        let any = TriggerEvents::of_bits(u8::MAX);
        [false, true].into_iter().any(|way| !self.triggers((database, table.id), any, way).is_empty())
    }

    /// Returns the name of a foreign key of the table or of one that refers to it, if there is one.
    pub(super) fn related_key(&self, database: Option<&str>, table: &Table) -> Option<String> {
        let own = table.foreign_keys().next().map(|(constraint, _)| constraint.name.clone());
        own.or_else(|| {
            let catalog = self.names.catalog(database).ok().flatten()?;
            catalog.referrers(table.id).first().map(|(_, constraint, _)| constraint.name.clone())
        })
    }

    /// Binds the rows captured for AFTER triggers and indexed views of `target`. Fails with 334 if
    /// there are triggers and an OUTPUT clause without INTO. `None` without triggers, also of
    /// cascades, and without views. The rows have all columns of the table, whatever the statement
    /// may read.
    pub(super) fn bind_capture(
        &mut self,
        target: &ChangeTarget,
        row_changes: RowChanges,
        output: Option<&ast::Output>,
    ) -> Result<Option<BoundCapture>, SqlError> {
        let RowChanges { events, columns, statement, cascaded, cascades_fire } = row_changes;
        let database = target.database.as_deref();
        let triggers = self.triggers((database, target.table.id), events, false);
        let mut views = self.changed_views((database, &target.table), statement)?;
        for view in cascaded.iter().flat_map(|(_, views)| views) {
            if !views.iter().any(|known| known.view.id == view.view.id) {
                views.push(view.clone());
            }
        }
        let is_captured = !triggers.is_empty() || !views.is_empty();
        if !is_captured && !cascades_fire {
            return Ok(None);
        }
        if !triggers.is_empty() && output.is_some_and(ast::Output::reaches_client) {
            return Err(SqlError::output_with_triggers(&target.table.name));
        }
        let target = self.as_table(target)?;
        let inserted = events.has(TriggerEvent::Insert) || events.has(TriggerEvent::Update);
        let deleted = events.has(TriggerEvent::Update) || events.has(TriggerEvent::Delete);
        let seen = [("inserted", inserted), ("deleted", deleted)];
        let items = seen.into_iter().filter(|(_, is_there)| *is_there).map(|(name, _)| all_of(name)).collect();
        let rows = ast::Output::to_client(items);
        let is_merge = events.each().count() > 1;
        let changed = Changed { target: &target, inserted, deleted, others: Vec::new(), is_merge };
        // A trigger sees every column, whatever the statement's principal may read.
        let used = std::mem::take(&mut self.used);
        let rows = self.bind_output(Some(&rows), changed);
        self.used = used;
        let (rows, table) = (rows?, &target.table);
        let updated = columns.iter().map(|place| table.columns[*place].id).collect();
        let firing = BoundFiring {
            database: target.database.clone(),
            triggers,
            views,
            cascaded: cascaded.into_iter().map(|(table, _)| table).collect(),
            // Rows of other events aren't kept.
            events: if is_captured { events } else { TriggerEvents::default() },
            columns: table.columns.clone(),
            updated,
            cascades_fire,
        };
        Ok(rows.map(|rows| BoundCapture { firing, rows }))
    }

    /// Binds the rows that a cascade changes in `child`, captured for the AFTER triggers and the
    /// indexed views of that table. `None` without triggers and views.
    pub(super) fn bind_cascade_capture(
        &mut self,
        child: &Arc<Table>,
        database: Option<&String>,
        row_changes: RowChanges,
    ) -> Result<Option<BoundCapture>, SqlError> {
        let RowChanges { events, columns, statement, .. } = row_changes;
        let place = database.map(String::as_str);
        let triggers = self.triggers((place, child.id), events, false);
        let views = self.changed_views((place, child), statement)?;
        if triggers.is_empty() && views.is_empty() {
            return Ok(None);
        }
        let inserted: Vec<ColumnId> = self.new_row(&child.columns);
        let mut shown = source_of(child, &inserted).columns;
        let computed = self.bind_virtual(child, &mut shown)?;
        let values = shown.iter().map(|column| Expr::column(column.id, column.data_type, column.nullable)).collect();
        let (action, columns_shown, into, second) = Default::default();
        let rows = BoundOutput { inserted, computed, action, values, columns: columns_shown, into, second };
        let firing = BoundFiring {
            database: database.cloned(),
            triggers,
            views,
            cascaded: Vec::new(),
            events,
            columns: child.columns.clone(),
            updated: columns.iter().map(|place| child.columns[*place].id).collect(),
            cascades_fire: false,
        };
        Ok(Some(BoundCapture { firing, rows }))
    }

    /// Binds the rows captured for AFTER triggers of a MERGE. `events` are those of its clauses.
    /// Fails with 334 for triggers beside an OUTPUT clause without INTO.
    pub(super) fn bind_merge_capture(
        &mut self,
        (merge, events): (&BoundMerge, TriggerEvents),
        target: &ChangeTarget,
        output: Option<&ast::Output>,
    ) -> Result<Option<BoundCapture>, SqlError> {
        let mut row_changes = RowChanges::new(events, Vec::new(), "MERGE");
        for clause in &merge.clauses {
            if let MergeAction::Update(.., references) | MergeAction::Delete(references) = &clause.action {
                row_changes.add_cascades(references);
            }
            if let MergeAction::Update(changes, ..) = &clause.action {
                row_changes.columns.extend(changes.iter().filter_map(|change| change.column));
            }
        }
        self.bind_capture(target, row_changes, output)
    }

    /// Returns the target with its base table's columns and names, whichever view named it.
    fn as_table(&self, target: &ChangeTarget) -> Result<ChangeTarget, SqlError> {
        let table = &target.table;
        let mut columns = table.columns.iter().zip(&target.source.columns);
        if target.is_whole() && columns.all(|(column, shown)| name::same(&column.name, &shown.name)) {
            return Ok(target.clone());
        }
        if table.columns.iter().any(|column| column.is_virtual()) {
            return Err(unsupported(
                "triggers or indexed views of a table with computed columns that is changed through a view",
            ));
        }
        Ok(ChangeTarget { source: source_of(table, &target.row), ..target.clone() })
    }
}

/// Returns the select item `name.*`.
fn all_of(name: &str) -> ast::SelectItem {
    let span = Span::default();
    let name = ast::ObjectName { server: None, database: None, schema: None, name: ast::Name::new(name, span), span };
    ast::SelectItem { kind: ast::SelectItemKind::Star(Some(name)), span }
}
