//! Binds defaults, CHECK constraints, bound rules and computed columns, when a table is defined and
//! for each statement that needs them.
//!
//! They are bound from their texts, in a scope with the table's columns (CHECK, computed columns)
//! or an empty scope (DEFAULT).

use super::Binder;
use super::column_set::hide_members;
use super::conversion::explicit;
use super::scope::{Scope, ScopeColumn, Source, Usage};
use super::state::{DrawPlace, Inside};
use sluice_base::sync::Arc;
use sluice_catalog::{Column, Constraint, Rule, Table};
use sluice_definition::definition_text::RULE_VALUE;
use sluice_plan::columns::{of_condition, of_expr};
use sluice_plan::expression::{ColumnId, Expr};
use sluice_plan::statement::{BoundCheck, BoundRules};
use sluice_syntax::ast::{self, QueryBody, SelectItemKind, StatementKind};
use sluice_syntax::parse;
use sluice_syntax::walk::{self, Met};
use sluice_types::convert::check_explicit;
use sluice_types::{DataType, SqlError, Value};

impl Binder<'_> {
    /// Binds the DEFAULT of a column without a given value. Without a DEFAULT the value is NULL.
    /// The value is bound in the table's database, whose sequences and functions it names. It isn't
    /// converted to the column's type, except that a bound default (CREATE DEFAULT) of a text
    /// column is cut to the column's length.
    pub(super) fn bind_default(
        &mut self,
        table: &Table,
        database: Option<&String>,
        place: usize,
    ) -> Result<Expr, SqlError> {
        let Some((_, definition)) = table.default_of(place) else {
            return Ok(Expr::constant(Value::Null, DataType::OF_NULL));
        };
        let value = value_of(definition)?;
        // Sequences in the DEFAULT are resolved in the table's database.
        self.inside.push(Inside::definition(database.cloned(), table));
        let bound =
            self.in_level(|binder| binder.drawing_in(DrawPlace::Default, |binder| binder.bind_default_value(&value)));
        self.inside.pop();
        let (bound, _) = bound?;
        // A text that is too long for the column is truncated if the default is a bound one
        // (`t-sql/statements/create-default-transact-sql.md`).
        let column = &table.columns[place];
        let is_cut = table.default_constraint(place).is_none() && is_text(column.data_type);
        if is_cut && check_explicit(&bound.data_type, &column.data_type).is_ok() {
            return explicit(bound, column.data_type, None, false);
        }
        Ok(bound)
    }

    /// Binds the virtual columns of `table`, over its other columns as named by `columns`. Replaces
    /// the ids in `columns` by the virtual columns' ids. Returns each id with its expression.
    /// Permissions for columns that only they use aren't needed, except for a column set.
    pub(super) fn bind_virtual(
        &mut self,
        table: &Table,
        columns: &mut [ScopeColumn],
    ) -> Result<Vec<(ColumnId, Expr)>, SqlError> {
        let mut bound = Vec::new();
        if !table.columns.iter().any(Column::is_virtual) {
            return Ok(bound);
        }
        let source = Source { alias: table.name.clone(), schema: None, columns: columns.to_vec(), repeats: false };
        // The permissions for the parts of a computed column are its owner's; reading the column
        // doesn't need them.
        let used = std::mem::take(&mut self.used);
        for (column, shown) in table.columns.iter().zip(columns) {
            if let Some(computed) = column.computed.as_ref().filter(|_| column.is_virtual()) {
                let value = match column.flags.is_column_set {
                    true => self.column_set_value(table, &source.columns)?,
                    false => {
                        let value = value_of(&computed.definition)?;
                        self.over_row(source.clone(), |binder| binder.bind_value(&value))?
                    }
                };
                shown.id = self.new_column_of(Some(column.collation));
                if column.flags.is_column_set {
                    let members = table.columns.iter().zip(&source.columns);
                    let members = members.filter(|(column, _)| column.flags.is_sparse).map(|(_, shown)| shown.id);
                    self.column_sets.push((shown.id, members.collect()));
                }
                bound.push((shown.id, value));
            }
        }
        self.used = used;
        Ok(bound)
    }

    /// Binds the checks for inserted rows (`changed` is `None`) or changed rows of `table`.
    /// `through` are the columns of the scan that finds the rows of a view; empty without a view.
    /// `None` if there is nothing to check. Checks whose columns don't change are left out. CHECK
    /// OPTIONs of views come after the table's constraints.
    pub(super) fn bind_rules(
        &mut self,
        table: &Table,
        changed: Option<&[usize]>,
        through: &[ColumnId],
    ) -> Result<Option<BoundRules>, SqlError> {
        let persisted = |column: &Column| column.computed.is_some() && !column.is_virtual();
        let checks = || table.constraints.iter().filter(|constraint| is_enforced(constraint));
        let has_rule = |column: &Column| column.bound.rule.is_some();
        if !table.columns.iter().any(|column| persisted(column) || has_rule(column))
            && checks().next().is_none()
            && self.view_checks.is_empty()
        {
            return Ok(None);
        }
        let row: Vec<ColumnId> = self.new_row(&table.columns);
        let source = source_of(table, &row);
        let mut touched: Vec<ColumnId> = match changed {
            Some(changed) => changed.iter().map(|place| row[*place]).collect(),
            None => row.clone(),
        };
        let is_touched = |used: &[ColumnId], touched: &[ColumnId]| {
            changed.is_none() || used.iter().any(|column| touched.contains(column))
        };
        let mut rules = BoundRules { row: row.clone(), computed: Vec::new(), checks: Vec::new(), used: Vec::new() };
        let mut all_used = Vec::new();
        for (place, column) in table.columns.iter().enumerate().filter(|(_, column)| persisted(column)) {
            let Some(computed) = &column.computed else { continue };
            let value = value_of(&computed.definition)?;
            let value = self.over_row(source.clone(), |binder| binder.bind_value(&value))?;
            let mut used = Vec::new();
            of_expr(&value, &self.subqueries, &mut used);
            if is_touched(&used, &touched) {
                all_used.extend(used);
                rules.computed.push((place, value));
            }
        }
        touched.extend(rules.computed.iter().map(|(place, _)| row[*place]));
        let mut all = Vec::new();
        for constraint in checks() {
            all.extend(self.bind_check(table, constraint, &row)?);
        }
        for (column, id) in table.columns.iter().zip(&row) {
            all.extend(self.bind_bound_rule(column, *id)?);
        }
        all.extend(self.view_checks_of(table, through, &row)?);
        for check in all {
            let mut used = Vec::new();
            of_condition(&check.violated, &self.subqueries, &mut used);
            if is_touched(&used, &touched) {
                all_used.extend(used);
                rules.checks.push(check);
            }
        }
        rules.used = (0..row.len()).filter(|place| all_used.contains(&row[*place])).collect();
        Ok((!rules.computed.is_empty() || !rules.checks.is_empty()).then_some(rules))
    }

    /// Binds a CHECK over the row `row` of `table`. Returns `None` for a constraint of another
    /// kind. A check that is unknown passes. The condition of the result is its negation: true for
    /// rows that violate it.
    pub(super) fn bind_check(
        &mut self,
        table: &Table,
        constraint: &Constraint,
        row: &[ColumnId],
    ) -> Result<Option<BoundCheck>, SqlError> {
        let Rule::Check { column, definition, .. } = &constraint.rule else { return Ok(None) };
        let condition = condition_of(definition)?;
        let violated = self.over_row(source_of(table, row), |binder| binder.bind_condition_as(&condition, true))?;
        let column = column.and_then(|id| table.column_by_id(id));
        let column = column.map(|place| table.columns[place].name.clone());
        let calls_functions = calls_functions(&condition);
        Ok(Some(BoundCheck { name: Some(constraint.name.clone()), column, violated, calls_functions }))
    }

    /// Checks the value of a default of CREATE DEFAULT. Fails with 128 for a column.
    pub fn check_default(mut self, definition: &str) -> Result<(), SqlError> {
        let value = value_of(definition)?;
        let bound = self.in_level(|binder| binder.drawing_in(DrawPlace::Default, |binder| binder.bind_value(&value)));
        bound.map(|_| ()).map_err(name_in_default)
    }

    /// Binds the rule bound to a column, over the value `id`. An unknown condition passes.
    fn bind_bound_rule(&mut self, column: &Column, id: ColumnId) -> Result<Option<BoundCheck>, SqlError> {
        let Some(rule) = &column.bound.rule else { return Ok(None) };
        let condition = condition_of(&rule.definition)?;
        let value = ScopeColumn {
            name: RULE_VALUE.to_owned(),
            id,
            data_type: column.data_type,
            nullable: column.nullable,
            usage: Usage::Any,
        };
        let source = Source { alias: String::new(), schema: None, columns: vec![value], repeats: false };
        let violated = self.over_row(source, |binder| binder.bind_condition_as(&condition, true))?;
        Ok(Some(BoundCheck { name: None, column: Some(column.name.clone()), violated, calls_functions: false }))
    }

    /// Binds with only the columns of `source` visible.
    pub(super) fn over_row<T>(
        &mut self,
        source: Source,
        bind: impl FnOnce(&mut Self) -> Result<T, SqlError>,
    ) -> Result<T, SqlError> {
        self.over_all(vec![source], bind)
    }

    /// Binds with only the columns of these sources visible.
    pub(super) fn over_all<T>(
        &mut self,
        sources: Vec<Source>,
        bind: impl FnOnce(&mut Self) -> Result<T, SqlError>,
    ) -> Result<T, SqlError> {
        let (bound, _) = self.in_level(|binder| {
            binder.level().scope = Scope::new(sources);
            // CHECKs and computed columns draw no values.
            binder.refusing_draws(Some(SqlError::next_value_not_allowed_here), bind)
        })?;
        Ok(bound)
    }
}

/// Returns the columns `row` of `table` as a source. It is named like the table.
pub(super) fn source_of(table: &Table, row: &[ColumnId]) -> Source {
    let shown = |(column, id): (&Column, &ColumnId)| ScopeColumn {
        name: column.name.clone(),
        id: *id,
        data_type: column.data_type,
        nullable: column.nullable,
        usage: Usage::Any,
    };
    let mut columns: Vec<ScopeColumn> = table.columns.iter().zip(row).map(shown).collect();
    hide_members(table, &mut columns);
    Source { alias: table.name.clone(), schema: Some(table.schema.clone()), columns, repeats: false }
}

/// Returns the error of a default's value: 128 for a column.
pub(super) fn name_in_default(error: SqlError) -> SqlError {
    match error.number {
        207 | 4104 => SqlError::name_not_permitted(error.args.first().map_or("", String::as_str)),
        _ => error,
    }
}

/// Whether a condition calls a user function, which has a name of several parts.
fn calls_functions(condition: &ast::Condition) -> bool {
    let mut calls = false;
    walk::condition(condition, &mut |met| {
        calls |=
            matches!(met, Met::Expr(ast::Expr { kind: ast::ExprKind::Call(call), .. }) if call.name.single().is_none());
        !calls
    });
    calls
}

/// Whether values of the type are strings of characters or bytes.
fn is_text(data_type: DataType) -> bool {
    use DataType::{Binary, Char, NChar, NVarChar, VarBinary, VarChar};
    matches!(data_type, Char(..) | VarChar(..) | NChar(_) | NVarChar(_) | Binary(_) | VarBinary(_))
}

/// Whether the constraint is a CHECK that is enabled.
fn is_enforced(constraint: &Constraint) -> bool {
    matches!(&constraint.rule, Rule::Check { enforcement, .. } if !enforcement.is_disabled)
}

/// Parses a value from a definition's text. Fails with 102 if the text isn't a value, which is
/// damage of the catalog.
pub(super) fn value_of(definition: &str) -> Result<ast::Expr, SqlError> {
    let select = select_of(&format!("SELECT {definition}"))?;
    match select.items.into_iter().next().map(|item| item.kind) {
        Some(SelectItemKind::Value { value, .. }) => Ok(value),
        _ => Err(unreadable(definition)),
    }
}

/// Parses a condition from a definition's text. Fails with 102 if the text isn't one, which is
/// damage of the catalog.
pub(super) fn condition_of(definition: &str) -> Result<ast::Condition, SqlError> {
    select_of(&format!("SELECT 1 WHERE {definition}"))?.condition.ok_or_else(|| unreadable(definition))
}

fn select_of(text: &str) -> Result<ast::Select, SqlError> {
    let statement = parse(text).statements.into_iter().next().map(|statement| statement.kind);
    match statement {
        Some(StatementKind::Select(query)) => match Arc::unwrap_or_clone(query).body {
            QueryBody::Select(select) => Ok(*select),
            _ => Err(unreadable(text)),
        },
        _ => Err(unreadable(text)),
    }
}

/// The error for a stored text that can't be parsed. It was valid when the table was defined.
fn unreadable(text: &str) -> SqlError {
    SqlError::syntax_near(text)
}
