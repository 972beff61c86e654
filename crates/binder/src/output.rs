//! OUTPUT: rows computed from the changed rows (`t-sql/queries/output-clause-transact-sql`).
//!
//! `deleted` is the old row and `inserted` the new row, also if a source has that name. The other
//! sources of the statement are visible too, with a qualifier outside MERGE. The changed table
//! isn't visible under its own name or alias.

use super::Binder;
use super::bound::{Item, Resolved};
use super::scope::{ScopeColumn, Source};
use super::select::has_aggregate_expr;
use super::target::ChangeTarget;
use super::target::{columns_given, refuse_rowversion, written_name};
use sluice_catalog::{Module, ModuleKind, Rule, Table, name};
use sluice_definition::names::object_name;
use sluice_definition::refusal::unsupported;
use sluice_plan::expression::{ColumnId, Expr};
use sluice_plan::physical::{Node, Rows};
use sluice_plan::statement::{BoundOutput, OutputColumn};
use sluice_plan::substitute;
use sluice_syntax::ast::{self, ExprKind, SelectItemKind};
use sluice_syntax::walk::{self, Met};
use sluice_types::SqlError;

/// The names visible to an OUTPUT clause.
#[derive(Clone)]
pub(super) struct Changed<'t> {
    /// The target.
    pub target: &'t ChangeTarget,
    /// Whether `inserted` exists.
    pub inserted: bool,
    /// Whether `deleted` exists.
    pub deleted: bool,
    /// The other sources.
    pub others: Vec<Source>,
    /// Whether the statement is a MERGE: `$action` exists, and either row may be missing.
    pub is_merge: bool,
}

impl Binder<'_> {
    /// Binds an OUTPUT clause over the sources `inserted` and `deleted`, as far as `changed` has
    /// them, and the statement's other sources. Returns `None` without a clause. A second clause
    /// has rows of its own. A MERGE may have NULLs on both sides. With INTO, the target is checked
    /// too: 330 for a view, 331 to 333 for triggers, foreign keys and checks, 109, 110, 207 or 213
    /// for its columns. An aggregate fails with 158, a subquery with 10705, NEXT VALUE FOR with
    /// 11720, and a function that isn't schema-bound with 345.
    pub(super) fn bind_output(
        &mut self,
        output: Option<&ast::Output>,
        changed: Changed<'_>,
    ) -> Result<Option<BoundOutput>, SqlError> {
        let Some(output) = output else { return Ok(None) };
        let second = match &output.second {
            None => None,
            Some(second) => self.bind_output(Some(second), changed.clone())?.map(Box::new),
        };
        let Changed { target, inserted: has_inserted, deleted, others, is_merge } = changed;
        check_items(&output.items, target, is_merge)?;
        let mut row: Vec<ScopeColumn> = target.source.columns.clone();
        let inserted: Vec<ColumnId> = self.new_row(&target.table.columns);
        // A view's columns are those of its table, under other names.
        for column in &mut row {
            if let Some(place) = target.row.iter().position(|id| *id == column.id) {
                column.id = inserted[place];
            }
        }
        let mut computed = match target.is_whole() {
            true => self.bind_virtual_of(target, &inserted, &mut row)?,
            false => self.bind_derived_of(target, &inserted, &mut row),
        };
        if !deleted && row.iter().any(|column| target.source.columns.iter().any(|found| found.id == column.id)) {
            return Err(unsupported("OUTPUT of an INSERT into a view that computes a column with a function"));
        }
        let found = target.source.columns.iter().map(|column| column.id);
        let both: Vec<(ColumnId, ColumnId)> = row.iter().map(|column| column.id).zip(found).collect();
        let named = |alias: &str, columns: Vec<ScopeColumn>| {
            let optional = |column: ScopeColumn| ScopeColumn { nullable: column.nullable || is_merge, ..column };
            let columns = columns.into_iter().map(optional).collect();
            Source { alias: alias.to_owned(), schema: None, columns, repeats: false }
        };
        let mut sources = Vec::with_capacity(others.len() + 2);
        if has_inserted {
            sources.push(named("inserted", row));
        }
        if deleted {
            sources.push(named("deleted", target.source.columns.clone()));
        }
        let is_row = |source: &Source| ["inserted", "deleted"].iter().any(|row| name::same(&source.alias, row));
        sources.extend(others.into_iter().filter(|source| !is_row(source)));
        let action = is_merge.then(|| self.new_column());
        let before = std::mem::replace(&mut self.action, action);
        let mut items: Vec<Item<'_>> = Vec::with_capacity(output.items.len());
        // The statement's own sources include the changed table, which is hidden.
        let hidden = std::mem::take(&mut self.level().scope);
        let bound = self.refusing_draws(Some(SqlError::next_value_in_clause), |binder| {
            binder.over_all(sources, |binder| {
                binder.level().scope.needs_qualifier = !is_merge;
                output.items.iter().try_for_each(|item| binder.bind_item(item, &mut items))
            })
        });
        self.action = before;
        self.level().scope = hidden;
        bound?;
        output.items.iter().try_for_each(|item| self.refuse_unbound_function(item))?;
        self.note_shown(&both);
        if !target.is_whole() {
            computed.retain(|(id, _)| self.used.get(id.number as usize).is_some_and(|used| *used));
        }
        let columns: Vec<OutputColumn> = items.iter().map(|item| self.output_column(&item.name, &item.value)).collect();
        let values = items.into_iter().map(|item| item.value).collect();
        let into = match &output.into {
            None => None,
            Some(into) => Some(Box::new(self.bind_output_into(into, &output.columns, &columns)?)),
        };
        if let (Some(bound), Some(written), Some(_)) = (&into, &output.into, &second)
            && bound.table.indexes.iter().any(|index| index.options.ignore_dup_key)
        {
            return Err(SqlError::output_into_target_ignores_duplicates(written_name(written)));
        }
        Ok(Some(BoundOutput { inserted, computed, action, values, columns, into, second }))
    }

    /// Fails with 345 if an item of OUTPUT calls a user's function that isn't schema-bound, which
    /// counts as reading data (`t-sql/queries/output-clause-transact-sql.md`). The item is bound.
    fn refuse_unbound_function(&self, item: &ast::SelectItem) -> Result<(), SqlError> {
        let SelectItemKind::Value { value, .. } = &item.kind else { return Ok(()) };
        let found = self.unbound_function(|visit| walk::expr(value, visit));
        found.map_or(Ok(()), |function| Err(SqlError::function_in_output(function)))
    }

    /// Returns the name of the first user's function that `walk` meets and that isn't schema-bound.
    /// The visited expressions are bound.
    pub(super) fn unbound_function(&self, walk: impl FnOnce(&mut walk::Visitor<'_>)) -> Option<String> {
        let mut found = None;
        walk(&mut |met| {
            if let Met::Expr(ast::Expr { kind: ExprKind::Call(call), .. }) = met
                && let Some(schema) = &call.name.schema
            {
                let is_called = |module: &Module| {
                    name::same(&module.schema, &schema.text) && name::same(&module.name, &call.name.name.text)
                };
                let unbound = self.functions.iter().map(|function| &function.module);
                if unbound.filter(|module| !module.options.is_schema_bound).any(|module| is_called(module)) {
                    found = Some(object_name(&call.name).to_string());
                }
            }
            found.is_none()
        });
        found
    }

    /// Computes the columns of the new row that a view computes. Columns with a subquery, a user
    /// function or a value that differs from call to call keep the ids of the old row.
    fn bind_derived_of(
        &mut self,
        target: &ChangeTarget,
        inserted: &[ColumnId],
        row: &mut [ScopeColumn],
    ) -> Vec<(ColumnId, Expr)> {
        let stored = target.row.iter().zip(inserted).zip(&target.table.columns);
        let mut values: Vec<(ColumnId, Expr)> = stored
            .map(|((found, now), column)| (*found, Expr::column(*now, column.data_type, column.nullable)))
            .collect();
        for (id, value) in &target.derived {
            let made = |id: ColumnId| values.iter().find(|(known, _)| *known == id).map(|(_, value)| value);
            if let Some(value) = substitute::expr(value, &made) {
                values.push((*id, value));
            }
        }
        let mut computed = Vec::new();
        for column in row.iter_mut().filter(|column| !inserted.contains(&column.id)) {
            if let Some((_, value)) = values.iter().find(|(id, _)| *id == column.id) {
                column.id = self.new_column_for(value);
                computed.push((column.id, value.clone()));
            }
        }
        computed
    }

    /// Binds the computed columns of the new row. The target is the table itself.
    fn bind_virtual_of(
        &mut self,
        target: &ChangeTarget,
        inserted: &[ColumnId],
        row: &mut [ScopeColumn],
    ) -> Result<Vec<(ColumnId, Expr)>, SqlError> {
        row.iter_mut().zip(inserted).for_each(|(column, id)| column.id = *id);
        self.bind_virtual(&target.table, row)
    }

    /// Binds INTO. Fails with 213, 110 or 109 if the numbers of columns differ, with 330 for a
    /// view, with 331 to 333 if the table has triggers, foreign keys or checks.
    fn bind_output_into(
        &mut self,
        into: &ast::Target,
        listed: &[ast::Name],
        outputs: &[OutputColumn],
    ) -> Result<sluice_plan::statement::BoundInsert, SqlError> {
        if let ast::Target::Table { name, .. } = into {
            let is_view =
                |resolved: &Resolved| matches!(resolved, Resolved::Module(module) if module.kind == ModuleKind::View);
            if self.common_table_place(name).is_some() || is_view(&self.resolve(name)?.1) {
                return Err(SqlError::output_into_view(&name.name.text));
            }
        }
        let (name, table) = self.resolve_target(into)?;
        if self.has_triggers(name.database.as_deref(), &table) {
            return Err(SqlError::output_into_target_has_triggers(&table.name));
        }
        if self.has_indexed_views(name.database.as_deref(), &table) {
            return Err(unsupported("OUTPUT INTO a table that an indexed view reads"));
        }
        if !table.is_variable() {
            if let Some(key) = self.related_key(name.database.as_deref(), &table) {
                return Err(SqlError::output_into_target_has_foreign_key(&table.name, key));
            }
            if let Some(check) = check_of(&table) {
                return Err(SqlError::output_into_target_has_check(&table.name, check));
            }
        }
        self.note_insert(name.database.as_ref(), &table);
        let given = columns_given(&table, listed)?;
        refuse_rowversion(&table, &given)?;
        if given.len() != outputs.len() {
            return Err(match (listed.is_empty(), outputs.len() < given.len()) {
                (true, _) => SqlError::column_count_mismatch(),
                (false, true) => SqlError::more_columns_than_values(),
                (false, false) => SqlError::fewer_columns_than_values(),
            });
        }
        let columns: Vec<ColumnId> = outputs.iter().map(|_| self.new_column()).collect();
        let values = columns.iter().zip(outputs);
        let values = values.map(|(id, output)| Expr::column(*id, output.data_type, output.nullable)).collect();
        let source = Rows { node: Node::Given(columns), values };
        self.complete((table, &[]), name.database, source, &given, false)
    }
}

/// Returns the name of an enabled CHECK constraint, or the column of a rule.
fn check_of(table: &Table) -> Option<&str> {
    let enabled = |rule: &Rule| matches!(rule, Rule::Check { enforcement, .. } if !enforcement.is_disabled);
    let check = table.constraints.iter().find(|constraint| enabled(&constraint.rule));
    let ruled = table.columns.iter().find(|column| column.bound.rule.is_some());
    check.map(|check| check.name.as_str()).or(ruled.map(|column| column.name.as_str()))
}

/// Fails with 4186 if `inserted` or `deleted` qualifies a column of the view that reads data, and
/// with 404 if `inserted` qualifies one of a table that isn't changed.
fn check_column(qualifier: &ast::ObjectName, column: &ScopeColumn, target: &ChangeTarget) -> Result<(), SqlError> {
    if qualifier.single().is_some() && qualifier.name.is("inserted") && target.unchanged.contains(&column.id) {
        return Err(SqlError::output_of_other_table(&column.name));
    }
    let is_row = qualifier.single().is_some() && (qualifier.name.is("inserted") || qualifier.name.is("deleted"));
    match is_row && target.reading.contains(&column.id) {
        true => Err(SqlError::output_column_reads_data(&qualifier.name.text, &column.name)),
        false => Ok(()),
    }
}

/// Checks the items. Fails with 158 for aggregates, with 10705 for subqueries, with 207 for
/// unqualified columns of a MERGE's target, with 4186 for columns of a view that read data.
fn check_items(items: &[ast::SelectItem], target: &ChangeTarget, is_merge: bool) -> Result<(), SqlError> {
    for item in items {
        let value = match &item.kind {
            SelectItemKind::Value { value, .. } => value,
            SelectItemKind::Star(Some(qualifier)) => {
                target.source.columns.iter().try_for_each(|column| check_column(qualifier, column, target))?;
                continue;
            }
            _ => continue,
        };
        if has_aggregate_expr(value) {
            return Err(SqlError::aggregate_in_output());
        }
        let mut found = None;
        walk::expr(value, &mut |met| {
            match met {
                Met::Query(_) => found = Some(SqlError::subquery_in_output()),
                Met::Expr(ast::Expr { kind: ExprKind::Column(column), .. }) if column.qualifier.is_none() => {
                    let is_own = |own: &ScopeColumn| name::same(&own.name, &column.name.text);
                    if is_merge && target.source.columns.iter().any(is_own) {
                        found = Some(SqlError::invalid_column_name(&column.name.text));
                    }
                }
                Met::Expr(ast::Expr { kind: ExprKind::Column(column), .. }) => {
                    let is_named = |own: &&ScopeColumn| name::same(&own.name, &column.name.text);
                    let own = target.source.columns.iter().find(is_named);
                    if let (Some(qualifier), Some(own)) = (&column.qualifier, own) {
                        found = check_column(qualifier, own, target).err();
                    }
                }
                _ => {}
            }
            found.is_none()
        });
        if let Some(error) = found {
            return Err(error);
        }
    }
    Ok(())
}
