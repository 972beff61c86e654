//! Nested DML statements whose OUTPUT rows are the source of an INSERT
//! (`t-sql/queries/output-clause-transact-sql`, *Inserting Data Returned From an OUTPUT Clause Into
//! a Table*).

use super::Binder;
use super::bound::BoundQuery;
use super::bound::BoundSource;
use super::level::Level;
use super::select::has_aggregate_expr;
use sluice_catalog::Table;
use sluice_definition::refusal::unsupported;
use sluice_plan::expression::{ColumnId, Expr};
use sluice_plan::physical::{Node, Rows};
use sluice_plan::statement::{BoundBody, BoundCapture, BoundOutput, InnerChange};
use sluice_syntax::ast::{self, ExprKind, NestedChange, QueryBody, SelectItemKind};
use sluice_syntax::walk::{self, Met};
use sluice_types::SqlError;

impl Binder<'_> {
    /// Binds the source query of an INSERT, which may contain a nested DML statement. Within a
    /// nested statement it may not contain another.
    pub(super) fn taking_changes<T>(
        &mut self,
        bind: impl FnOnce(&mut Self) -> Result<T, SqlError>,
    ) -> Result<T, SqlError> {
        self.nesting.is_source = !self.nesting.is_inside;
        let bound = bind(self);
        self.nesting.is_source = false;
        bound
    }

    /// Binds a part of a statement in which a nested DML statement fails with `error`.
    pub(super) fn refusing_changes<T>(
        &mut self,
        error: fn() -> SqlError,
        bind: impl FnOnce(&mut Self) -> Result<T, SqlError>,
    ) -> Result<T, SqlError> {
        let refused = self.nesting.refused.replace(error);
        let is_source = std::mem::take(&mut self.nesting.is_source);
        let bound = bind(self);
        self.nesting.refused = refused;
        self.nesting.is_source = is_source;
        bound
    }

    /// Binds `(change) AS alias`. Fails with 10729 outside an INSERT's source, with 10731 within
    /// another nested statement, and with [`Binder::refusing_changes`]' error there. Fails with
    /// 10716 if the statement has no OUTPUT clause, with 10720 for OUTPUT INTO. A change of a table
    /// with triggers fails with 40517. The rows become a source with the OUTPUT columns.
    pub(super) fn bind_change_source(
        &mut self,
        change: &NestedChange,
        alias: &ast::TableAlias,
    ) -> Result<BoundSource, SqlError> {
        if !std::mem::take(&mut self.nesting.is_source) {
            return Err(match self.nesting.refused {
                _ if self.nesting.is_inside => SqlError::nested_change_in_nested_change(),
                Some(refused) => refused(),
                None => SqlError::nested_change_not_allowed(),
            });
        }
        let levels = std::mem::replace(&mut self.levels, vec![Level::default()]);
        self.nesting.is_inside = true;
        let body = self.bind_nested(change);
        self.nesting.is_inside = false;
        self.levels = levels;
        let body = body?;
        if changed_by(&body).is_some_and(|(database, table)| self.has_triggers(database.as_deref(), table)) {
            return Err(unsupported("a nested change of a table with triggers"));
        }
        if capture_of(&body).is_some_and(|capture| !capture.firing.views.is_empty()) {
            return Err(unsupported("a nested change of a table that an indexed view reads"));
        }
        let outputs = match output_of(&body) {
            None => return Err(SqlError::nested_change_without_output()),
            Some(output) if output.into.is_some() => return Err(SqlError::output_into_in_nested_change()),
            Some(output) => output.columns.clone(),
        };
        let columns: Vec<ColumnId> = outputs.iter().map(|_| self.new_column()).collect();
        let values = columns.iter().zip(&outputs);
        let values = values.map(|(id, output)| Expr::column(*id, output.data_type, output.nullable)).collect();
        self.nesting.met = Some(InnerChange { body, columns: columns.clone() });
        let rows = Rows { node: Node::Given(columns), values };
        self.named_rows(BoundQuery { rows, columns: outputs }, &alias.name, &alias.columns)
    }

    /// Binds the nested statement. Fails with 10718 if it has query hints, with 10721 for WHERE
    /// CURRENT OF.
    fn bind_nested(&mut self, change: &NestedChange) -> Result<BoundBody, SqlError> {
        let hints = match change {
            NestedChange::Insert(insert) => &insert.hints,
            NestedChange::Update(update) => &update.hints,
            NestedChange::Delete(delete) => &delete.hints,
            NestedChange::Merge(merge) => &merge.hints,
        };
        if !hints.is_empty() {
            return Err(SqlError::hints_in_nested_change());
        }
        let condition = match change {
            NestedChange::Update(update) => update.condition.as_ref(),
            NestedChange::Delete(delete) => delete.condition.as_ref(),
            NestedChange::Insert(_) | NestedChange::Merge(_) => None,
        };
        if condition.is_some_and(|condition| matches!(condition.kind, ast::ConditionKind::CurrentOf(_))) {
            return Err(SqlError::current_of_in_nested_change());
        }
        Ok(match change {
            NestedChange::Insert(insert) => BoundBody::Insert(self.bind_insert(insert)?),
            NestedChange::Update(update) => BoundBody::Update(self.bind_update(update)?),
            NestedChange::Delete(delete) => BoundBody::Delete(self.bind_delete(delete)?),
            NestedChange::Merge(merge) => BoundBody::Merge(Box::new(self.bind_merge(merge)?)),
        })
    }
}

/// Fails with 10727 if a side of a join is a nested DML statement.
pub(super) fn refuse_join_of_change(left: &ast::TableSource, right: &ast::TableSource) -> Result<(), SqlError> {
    let is_change = |source: &ast::TableSource| matches!(source.kind, ast::TableSourceKind::Change { .. });
    if is_change(left) || is_change(right) { Err(SqlError::nested_change_in_join()) } else { Ok(()) }
}

impl Binder<'_> {
    /// Fails with 353 if the SELECT or WHERE clause of a query over a nested DML statement calls a
    /// user's function that isn't schema-bound. The query is bound.
    pub(super) fn refuse_functions_over_change(&self, query: &ast::Query) -> Result<(), SqlError> {
        let QueryBody::Select(select) = &query.body else { return Ok(()) };
        let items = select.items.iter().find_map(|item| match &item.kind {
            SelectItemKind::Value { value, .. } => self.unbound_function(|visit| walk::expr(value, visit)),
            _ => None,
        });
        if let Some(function) = items {
            return Err(SqlError::data_access_over_nested_change(function, "SELECT"));
        }
        let condition = select.condition.as_ref();
        let called = condition.and_then(|condition| self.unbound_function(|visit| walk::condition(condition, visit)));
        called.map_or(Ok(()), |function| Err(SqlError::data_access_over_nested_change(function, "WHERE")))
    }
}

/// Checks a query over a nested DML statement. Its SELECT and WHERE clauses can't have ranking
/// functions (5321), aggregates (5322) and subqueries (5323). Fails with 10717 or 10722 for other
/// clauses.
pub(super) fn check_over_change(query: &ast::Query) -> Result<(), SqlError> {
    let QueryBody::Select(select) = &query.body else { return Ok(()) };
    if select.distinct {
        return Err(SqlError::distinct_over_nested_change());
    }
    let clauses = [
        (!select.group_by.items.is_empty(), "GROUP BY"),
        (select.having.is_some(), "HAVING"),
        (!query.order_by.is_empty(), "ORDER BY"),
        (select.top.is_some() || query.offset.is_some(), "TOP or OFFSET"),
    ];
    if let Some((_, clause)) = clauses.into_iter().find(|(is_given, _)| *is_given) {
        return Err(SqlError::clause_over_nested_change(clause));
    }
    for item in &select.items {
        if let SelectItemKind::Value { value, .. } = &item.kind {
            if has_aggregate_expr(value) {
                return Err(SqlError::aggregate_over_nested_change("SELECT"));
            }
            refuse_in("SELECT", |visit| walk::expr(value, visit))?;
        }
    }
    select.condition.as_ref().map_or(Ok(()), |condition| refuse_in("WHERE", |visit| walk::condition(condition, visit)))
}

/// Returns the capture of a change.
fn capture_of(body: &BoundBody) -> Option<&BoundCapture> {
    match body {
        BoundBody::Insert(insert) => insert.capture.as_ref(),
        BoundBody::Update(change) | BoundBody::Delete(change) => change.capture.as_ref(),
        BoundBody::Merge(merge) => merge.capture.as_ref(),
        _ => None,
    }
}

/// Fails for a subquery or a function with OVER that `walk` meets.
fn refuse_in(clause: &str, walk: impl FnOnce(&mut walk::Visitor<'_>)) -> Result<(), SqlError> {
    let mut found = None;
    walk(&mut |met| {
        match met {
            Met::Query(_) => found = Some(SqlError::subquery_over_nested_change(clause)),
            Met::Expr(ast::Expr { kind: ExprKind::Call(call), .. }) if call.over.is_some() => {
                found = Some(SqlError::function_over_nested_change(call.name.name.text.to_uppercase(), clause));
            }
            _ => {}
        }
        found.is_none()
    });
    found.map_or(Ok(()), Err)
}

fn changed_by(body: &BoundBody) -> Option<(&Option<String>, &Table)> {
    match body {
        BoundBody::Insert(insert) => Some((&insert.database, &insert.table)),
        BoundBody::Update(change) | BoundBody::Delete(change) => Some((&change.database, &change.table)),
        BoundBody::Merge(merge) => Some((&merge.database, &merge.table)),
        _ => None,
    }
}

fn output_of(body: &BoundBody) -> Option<&BoundOutput> {
    match body {
        BoundBody::Insert(insert) => insert.output.as_ref(),
        BoundBody::Update(change) | BoundBody::Delete(change) => change.output.as_ref(),
        BoundBody::Merge(merge) => merge.output.as_ref(),
        _ => None,
    }
}
