//! DML statements replaced by INSTEAD OF triggers. The statement only computes the rows for the
//! triggers; the table's constraints are checked for the triggers' own statements
//! (`t-sql/statements/create-trigger-transact-sql`).

use super::bound::{BoundSource, Resolved};
use super::change::Rows as Which;
use super::firing::RowChanges;
use super::scope::{ScopeColumn, Source};
use super::target::columns_given;
use super::{Binder, literal};
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::security::codes;
use sluice_catalog::{Column, Module, Table, TriggerEvents, name};
use sluice_definition::refusal::unsupported;
use sluice_plan::expression::Expr;
use sluice_plan::physical::{Node, Rows};
use sluice_plan::statement::{BoundFiring, BoundInstead};
use sluice_syntax::ast::{self, AssignmentOperator, InsertSource, TableSourceKind, Target};
use sluice_types::convert::check_implicit;
use sluice_types::{DataType, SqlError, Value};

/// The table or view with INSTEAD OF triggers.
struct Replaced {
    database: Option<String>,
    id: ObjectId,
    schema: String,
    name: String,
    /// The ids of a table's columns. `None` for a view, whose columns are numbered from 1.
    columns: Option<Vec<u16>>,
    triggers: Vec<Arc<Module>>,
}

impl Binder<'_> {
    /// Binds an INSERT if an INSTEAD OF trigger replaces it. Returns `None` otherwise. OUTPUT
    /// without INTO fails with 334, with INTO with 40517.
    pub(super) fn bind_instead_of_insert(&mut self, insert: &ast::Insert) -> Result<Option<BoundInstead>, SqlError> {
        let row_changes = RowChanges::insert(0);
        let Some(replaced) = self.replaced(&insert.target, &[], row_changes.events)? else { return Ok(None) };
        refuse_output(insert.output.as_ref(), &insert.target)?;
        self.note_replaced(replaced.place(), codes::INSERT, Vec::new());
        self.take_hints(&insert.hints)?;
        self.with_common_tables(&insert.with, |binder| binder.bind_rows_to_come(insert, replaced, row_changes.events))
            .map(Some)
    }

    fn bind_rows_to_come(
        &mut self,
        insert: &ast::Insert,
        replaced: Replaced,
        events: TriggerEvents,
    ) -> Result<BoundInstead, SqlError> {
        let table = self.shape_of(&insert.target, &replaced)?;
        let given = columns_given(&table, &insert.columns)?;
        let listed = !insert.columns.is_empty();
        let database = replaced.database.as_ref();
        let source = match &insert.source {
            InsertSource::Values(rows) => {
                self.bind_values(rows, (&table, database), (&given, listed), &|error, _| error)?
            }
            InsertSource::Query(query) => self.bind_insert_query(query, &given, listed, &|error, _| error)?,
            InsertSource::DefaultValues => Rows { node: Node::OneRow, values: Vec::new() },
            InsertSource::Execute(_) => return Err(unsupported("INSERT EXECUTE")),
        };
        let is_default = matches!(insert.source, InsertSource::DefaultValues);
        let node = match self.bind_top(insert.top.as_ref(), &[])? {
            Some(top) => Node::Top(Box::new(source.node), top),
            None => source.node,
        };
        let mut values = Vec::with_capacity(table.columns.len());
        for (place, column) in table.columns.iter().enumerate() {
            let at = if is_default { None } else { given.iter().position(|given| *given == place) };
            values.push(match at {
                Some(at) => source.values[at].clone(),
                // Identity and computed columns have no value yet.
                None if column.identity.is_some() => Expr::constant(Value::Int(0), DataType::Int),
                None if column.computed.is_some() => Expr::constant(Value::Null, DataType::OF_NULL),
                None => self.bind_default(&table, database, place)?,
            });
            check_value(&values[place], column)?;
        }
        let updated = table.columns.iter().map(|column| column.id).collect();
        Ok(replaced.done(table.columns.clone(), (events, updated), &table.name, Rows { node, values }))
    }

    /// Binds an UPDATE if an INSTEAD OF trigger replaces it. Returns `None` otherwise. The plan
    /// computes the old and new rows. A view that takes part in a join fails with 414, in a DELETE
    /// with 415. OUTPUT fails with 334, with INTO with 40517. A column assigned twice fails with
    /// 264.
    pub(super) fn bind_instead_of_update(&mut self, update: &ast::Update) -> Result<Option<BoundInstead>, SqlError> {
        let events = RowChanges::update(Vec::new()).events;
        let Some(replaced) = self.replaced(&update.target, &update.from, events)? else { return Ok(None) };
        if replaced.columns.is_none() && is_joined(&update.from) {
            return Err(SqlError::update_of_joined_view_with_trigger(&replaced.name));
        }
        refuse_output(update.output.as_ref(), &update.target)?;
        self.take_hints(&update.hints)?;
        self.with_common_tables(&update.with, |binder| {
            let which = Which {
                top: update.top.as_ref(),
                target: &update.target,
                from: &update.from,
                condition: update.condition.as_ref(),
            };
            let (node, source) = binder.bind_sources(&which)?;
            let columns = columns_of(&source);
            let old: Vec<Expr> = source.columns.iter().map(value_of).collect();
            let (mut new, mut updated) = (old.clone(), Vec::new());
            for assignment in &update.assignments {
                let (place, value) = binder.bind_new_value(&source, assignment)?;
                if updated.contains(&columns[place].id) {
                    return Err(SqlError::column_named_twice(&columns[place].name));
                }
                check_value(&value, &columns[place])?;
                updated.push(columns[place].id);
                new[place] = value;
            }
            let node = binder.bind_found(&which, node)?;
            let changed = updated.iter().map(|id| replaced.column_id(*id)).collect();
            binder.note_replaced(replaced.place(), codes::UPDATE, changed);
            let rows = Rows { node, values: [new, old].concat() };
            Ok(replaced.done(columns, (events, updated), &source.alias, rows))
        })
        .map(Some)
    }

    /// Binds a DELETE if an INSTEAD OF trigger replaces it. Returns `None` otherwise. The plan
    /// computes the rows to delete. OUTPUT without INTO fails with 334, with INTO with 40517. A
    /// DELETE of a view with a join fails with 415.
    pub(super) fn bind_instead_of_delete(&mut self, delete: &ast::Delete) -> Result<Option<BoundInstead>, SqlError> {
        let events = RowChanges::delete().events;
        let Some(replaced) = self.replaced(&delete.target, &delete.from, events)? else { return Ok(None) };
        if replaced.columns.is_none() && is_joined(&delete.from) {
            return Err(SqlError::delete_of_joined_view_with_trigger(&replaced.name));
        }
        refuse_output(delete.output.as_ref(), &delete.target)?;
        self.note_replaced(replaced.place(), codes::DELETE, Vec::new());
        self.take_hints(&delete.hints)?;
        self.with_common_tables(&delete.with, |binder| {
            let which = Which {
                top: delete.top.as_ref(),
                target: &delete.target,
                from: &delete.from,
                condition: delete.condition.as_ref(),
            };
            let (node, source) = binder.bind_sources(&which)?;
            let node = binder.bind_found(&which, node)?;
            let rows = Rows { node, values: source.columns.iter().map(value_of).collect() };
            Ok(replaced.done(columns_of(&source), (events, Vec::new()), &source.alias, rows))
        })
        .map(Some)
    }

    /// Returns the columns of `inserted` and `deleted` for triggers on this table or view.
    pub fn trigger_columns(mut self, target: &ast::ObjectName) -> Result<Vec<Column>, SqlError> {
        match self.resolve(target)? {
            (_, Resolved::Table(table)) => Ok(table.columns.clone()),
            _ => {
                let bound = self.bind_table(target, None)?;
                Ok(bound.sources.first().map(columns_of).unwrap_or_default())
            }
        }
    }

    /// Whether INSTEAD OF triggers replace changes of the target, outside these triggers.
    pub(super) fn has_instead(&self, target: &Target, events: TriggerEvents) -> Result<bool, SqlError> {
        Ok(self.replaced(target, &[], events)?.is_some())
    }

    /// Returns the target with its INSTEAD OF triggers. Returns `None` if there are none, or if the
    /// statement runs inside that trigger.
    fn replaced(
        &self,
        target: &Target,
        from: &[ast::TableSource],
        events: TriggerEvents,
    ) -> Result<Option<Replaced>, SqlError> {
        let Target::Table { name, .. } = target else { return Ok(None) };
        let written = from.iter().find_map(|source| aliased(source, name)).unwrap_or(name);
        // The statement itself reports an invalid name.
        let (database, id, schema, name, columns) = match self.resolve(written) {
            Ok((found, Resolved::Table(table))) => {
                let columns = table.columns.iter().map(|column| column.id).collect();
                (found.database, table.id, table.schema.clone(), table.name.clone(), Some(columns))
            }
            Ok((found, Resolved::Module(module))) if module.id.0 > 0 => {
                (found.database, module.id, module.schema.clone(), module.name.clone(), None)
            }
            _ => return Ok(None),
        };
        let mut triggers = self.triggers((database.as_deref(), id), events, true);
        triggers.retain(|trigger| !self.names.is_instead(trigger.id));
        Ok((!triggers.is_empty()).then_some(Replaced { database, id, schema, name, columns, triggers }))
    }

    /// Returns the table's shape: the table itself, or a table with the view's columns. The
    /// statement doesn't read the view's rows, so the subqueries of the view's select list don't
    /// become subqueries of the statement.
    fn shape_of(&mut self, target: &Target, replaced: &Replaced) -> Result<Arc<Table>, SqlError> {
        let (noted, subqueries) = (self.needs.len(), self.subqueries.len());
        let view = self.bind_view_target(target)?;
        self.note_optional(noted);
        self.subqueries.truncate(subqueries);
        match view {
            None => Ok(self.resolve_target(target)?.1),
            Some(BoundSource { sources, .. }) => {
                let source = sources.into_iter().next().unwrap_or_default();
                let schema = source.schema.clone().unwrap_or_else(|| "dbo".to_owned());
                let columns = columns_of(&source);
                Ok(Arc::new(Table { columns, ..Table::empty(replaced.id, schema, source.alias) }))
            }
        }
    }

    /// Applies WHERE and TOP.
    fn bind_found(&mut self, which: &Which<'_>, mut node: Node) -> Result<Node, SqlError> {
        if let Some(condition) = which.condition {
            let condition = self.bind_condition(condition)?;
            node = Node::Filter(Box::new(node), self.settled(condition));
        }
        if let Some(top) = self.bind_top(which.top, &[])? {
            node = Node::Top(Box::new(node), top);
        }
        Ok(node)
    }

    fn bind_new_value(&mut self, source: &Source, assignment: &ast::Assignment) -> Result<(usize, Expr), SqlError> {
        let (Some(written), None) = (&assignment.column, &assignment.variable) else {
            return Err(unsupported("UPDATE of a variable where an INSTEAD OF trigger runs"));
        };
        let text = &written.name.text;
        let place = source.columns.iter().position(|column| name::same(&column.name, text));
        let span = written.name.span;
        let place = place.ok_or_else(|| SqlError::invalid_column_name(text).at_bytes(span.start, span.end))?;
        let value = match (&assignment.value.kind, assignment.operator) {
            (ast::ExprKind::Default, _) => return Err(unsupported("DEFAULT where an INSTEAD OF trigger runs")),
            (_, AssignmentOperator::Method) => {
                let old = &source.columns[place];
                self.bind_write(value_of(old), &old.name, &assignment.value)?
            }
            (_, AssignmentOperator::Set) => self.bind_value(&assignment.value)?,
            (_, AssignmentOperator::Compound(operator)) => {
                let value = self.bind_value(&assignment.value)?;
                self.operate(operator, value_of(&source.columns[place]), value)?
            }
        };
        Ok((place, value))
    }
}

impl Replaced {
    /// Returns the database, id, schema and name of the table or view.
    fn place(&self) -> (Option<&String>, ObjectId, &str, &str) {
        (self.database.as_ref(), self.id, &self.schema, &self.name)
    }

    /// Returns the catalog id of the column with the trigger's column number, from 1.
    fn column_id(&self, number: u16) -> i32 {
        let id = self.columns.as_ref().and_then(|columns| columns.get(usize::from(number) - 1));
        id.copied().unwrap_or(number).into()
    }

    fn done(
        self,
        columns: Vec<Column>,
        (events, updated): (TriggerEvents, Vec<u16>),
        shown: &str,
        rows: Rows,
    ) -> BoundInstead {
        let Replaced { database, triggers, .. } = self;
        let firing = BoundFiring {
            database,
            triggers,
            views: Vec::new(),
            cascaded: Vec::new(),
            events,
            columns,
            updated,
            cascades_fire: false,
        };
        BoundInstead { firing, shown: shown.to_owned(), rows }
    }
}

/// Whether FROM joins several sources.
fn is_joined(from: &[ast::TableSource]) -> bool {
    from.len() > 1 || from.iter().any(|source| matches!(source.kind, ast::TableSourceKind::Join { .. }))
}

/// Returns the table or view that has `alias` in FROM.
pub(super) fn aliased<'s>(source: &'s ast::TableSource, alias: &ast::ObjectName) -> Option<&'s ast::ObjectName> {
    match &source.kind {
        TableSourceKind::Table { name, alias: Some(own), .. } => {
            (alias.schema.is_none() && name::same(&own.text, &alias.name.text)).then_some(name)
        }
        TableSourceKind::Join { left, right, .. } => aliased(left, alias).or_else(|| aliased(right, alias)),
        _ => None,
    }
}

/// Returns a source's columns as table columns, numbered from 1.
pub(super) fn columns_of(source: &Source) -> Vec<Column> {
    let column = |(column, id): (&ScopeColumn, u16)| {
        let mut shown = Column::nullable(&column.name, column.data_type);
        shown.id = id;
        column.id.collation.into_iter().for_each(|collation| shown.collation = collation);
        shown
    };
    source.columns.iter().zip(1..).map(column).collect()
}

fn value_of(column: &ScopeColumn) -> Expr {
    Expr::column(column.id, column.data_type, column.nullable)
}

fn check_value(value: &Expr, column: &Column) -> Result<(), SqlError> {
    if literal::is_null(value) { Ok(()) } else { check_implicit(&value.data_type, &column.data_type) }
}

/// Fails with 334 for OUTPUT without INTO.
fn refuse_output(output: Option<&ast::Output>, target: &Target) -> Result<(), SqlError> {
    match (output, target) {
        (None, _) => Ok(()),
        (Some(output), Target::Table { name, .. }) if output.reaches_client() => {
            Err(SqlError::output_with_triggers(&name.name.text))
        }
        _ => Err(unsupported("OUTPUT INTO where an INSTEAD OF trigger runs")),
    }
}
