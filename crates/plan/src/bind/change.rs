//! UPDATE and DELETE: which rows, and what their columns become.

use super::insert::refuse_computed;
use super::references::Deed;
use super::scope::Scope;
use super::source::Resolved;
use super::value::{binary, full_name, operator_of};
use super::{Binder, literal, select};
use crate::expression::Expr;
use crate::physical::Node;
use crate::refusal::unsupported;
use crate::statement::{BoundChange, BoundReferences, ColumnChange};
use sluice_base::sync::Arc;
use sluice_catalog::snapshot::DEFAULT_SCHEMA;
use sluice_catalog::{Table, name};
use sluice_syntax::ast::{self, AssignmentOperator, TableSourceKind, Target};
use sluice_types::SqlError;
use sluice_types::convert::check_implicit;

/// What UPDATE and DELETE have in common.
struct Rows<'a> {
    with: &'a [ast::CommonTable],
    top: Option<&'a ast::Top>,
    target: &'a Target,
    output: Option<&'a ast::Output>,
    from: &'a [ast::TableSource],
    condition: Option<&'a ast::Condition>,
    hints: &'a [ast::Hint],
}

impl Binder<'_> {
    pub(super) fn bind_update(&mut self, update: &ast::Update) -> Result<BoundChange, SqlError> {
        let rows = Rows {
            with: &update.with,
            top: update.top.as_ref(),
            target: &update.target,
            output: update.output.as_ref(),
            from: &update.from,
            condition: update.condition.as_ref(),
            hints: &update.hints,
        };
        let mut bound = self.bind_rows(&rows, "UPDATE")?;
        for assignment in &update.assignments {
            let change = self.bind_column_change(&bound, assignment)?;
            if bound.columns.iter().any(|other| other.column == change.column) {
                return Err(SqlError::column_named_twice(&bound.table.columns[change.column].name));
            }
            bound.columns.push(change);
        }
        let changed: Vec<usize> = bound.columns.iter().map(|change| change.column).collect();
        bound.rules = self.bind_rules(&bound.table, Some(&changed))?;
        let stored = bound.rules.iter().flat_map(|rules| rules.computed.iter().map(|(place, _)| *place));
        let changed: Vec<usize> = changed.iter().copied().chain(stored).collect();
        bound.references = self.bind_references(&bound.table, bound.database.as_ref(), Deed::Update(&changed))?;
        Ok(bound)
    }

    pub(super) fn bind_delete(&mut self, delete: &ast::Delete) -> Result<BoundChange, SqlError> {
        let rows = Rows {
            with: &delete.with,
            top: delete.top.as_ref(),
            target: &delete.target,
            output: delete.output.as_ref(),
            from: &delete.from,
            condition: delete.condition.as_ref(),
            hints: &delete.hints,
        };
        let mut bound = self.bind_rows(&rows, "DELETE")?;
        bound.references = self.bind_references(&bound.table, bound.database.as_ref(), Deed::Delete)?;
        Ok(bound)
    }

    /// The rows that the statement is about; the scope becomes the table's columns.
    fn bind_rows(&mut self, rows: &Rows<'_>, statement: &str) -> Result<BoundChange, SqlError> {
        let refused = match rows {
            rows if !rows.with.is_empty() => Some("WITH".to_owned()),
            rows if rows.output.is_some() => Some("OUTPUT".to_owned()),
            rows if rows.from.len() > 1 => Some(format!("{statement} FROM several tables")),
            _ => None,
        };
        if let Some(refused) = refused {
            return Err(unsupported(&refused));
        }
        self.take_hints(rows.hints)?;
        let target = target_of(rows.target, rows.from);
        let (found, table) = self.resolve_target(&target)?;
        let node = match rows.from {
            [] => {
                let schema = found.schema.clone().unwrap_or_else(|| DEFAULT_SCHEMA.to_owned());
                let bound =
                    self.scan(found.database.clone(), Arc::clone(&table), found.object.clone(), Some(schema))?;
                self.level().scope = Scope { sources: bound.sources };
                bound.node
            }
            from => {
                let node = self.bind_from(from)?;
                if target == *rows.target && !self.is_table(from, &table) {
                    return Err(unsupported(&format!("{statement} FROM another table")));
                }
                node
            }
        };
        self.bind_which(rows, table, node, found.database)
    }

    fn bind_which(
        &mut self,
        rows: &Rows<'_>,
        table: Arc<Table>,
        node: Node,
        database: Option<String>,
    ) -> Result<BoundChange, SqlError> {
        let (row, computed) = match node {
            Node::Compute(scan, computed) => (scan.columns(), computed),
            scan => (scan.columns(), Vec::new()),
        };
        let condition = rows.condition.map(|condition| self.bind_condition(condition)).transpose()?;
        let condition = condition.map(|condition| self.settled(condition));
        let top = self.bind_top(rows.top, &[])?;
        if top.as_ref().is_some_and(|top| top.percent) {
            return Err(unsupported("TOP PERCENT"));
        }
        let top = top.map(|top| top.count);
        let (seek, columns, references) = (None, Vec::new(), BoundReferences::default());
        Ok(BoundChange { database, table, row, condition, seek, top, columns, computed, rules: None, references })
    }

    /// Whether `qualifier` means what the statement changes.
    fn is_source(&mut self, qualifier: &ast::ObjectName) -> bool {
        self.level().scope.sources.iter().any(|source| source.is_qualifier(qualifier))
    }

    /// Whether FROM reads `table`, the one that its statement changes.
    fn is_table(&self, from: &[ast::TableSource], table: &Arc<Table>) -> bool {
        let found = match from {
            [ast::TableSource { kind: TableSourceKind::Table { name, .. }, .. }] => match self.resolve(name) {
                Ok((_, Resolved::Table(found))) => found,
                _ => return false,
            },
            [ast::TableSource { kind: TableSourceKind::Variable { name, .. }, .. }] => {
                match self.table_variable(name) {
                    Ok((_, found)) => found,
                    Err(_) => return false,
                }
            }
            _ => return false,
        };
        Arc::ptr_eq(&found, table)
    }

    fn bind_column_change(
        &mut self,
        bound: &BoundChange,
        assignment: &ast::Assignment,
    ) -> Result<ColumnChange, SqlError> {
        let table = &bound.table;
        let (None, Some(written)) = (&assignment.variable, &assignment.column) else {
            return Err(unsupported("variable in the SET list of UPDATE"));
        };
        if written.qualifier.as_ref().is_some_and(|qualifier| !self.is_source(qualifier)) {
            return Err(SqlError::multi_part_identifier_not_bound(&full_name(written)));
        }
        let text = &written.name.text;
        let column = table.column(text).ok_or_else(|| SqlError::invalid_column_name(text))?;
        let target = &table.columns[column];
        if target.identity.is_some() {
            // 8102: an identity column's values stay what they are.
            return Err(SqlError::new(8102, 16, 1, vec![target.name.clone()]));
        }
        refuse_computed(target)?;
        if select::has_aggregate_expr(&assignment.value) {
            // 157: an aggregate may not appear in the set list of an UPDATE statement.
            return Err(SqlError::new(157, 15, 1, Vec::new()));
        }
        let value = match (&assignment.value.kind, assignment.operator) {
            (ast::ExprKind::Default, AssignmentOperator::Set) => {
                self.bind_default(table, bound.database.as_ref(), column)?
            }
            (_, AssignmentOperator::Method) => return Err(unsupported("UPDATE SET METHOD")),
            (_, AssignmentOperator::Set) => self.bind_value(&assignment.value)?,
            (_, AssignmentOperator::Compound(operator)) => {
                let old = Expr::column(bound.row[column], target.data_type, target.nullable);
                binary(operator_of(operator), old, self.bind_value(&assignment.value)?)?
            }
        };
        if !literal::is_null(&value) {
            check_implicit(&value.data_type, &target.data_type)?;
        }
        Ok(ColumnChange { column, value })
    }
}

/// The table that is changed: what `written` is an alias for, if FROM says so.
fn target_of(written: &Target, from: &[ast::TableSource]) -> Target {
    let Target::Table { name, hints } = written else { return written.clone() };
    let is_alias = |alias: &Option<ast::Name>| {
        let (Some(single), Some(alias)) = (name.single(), alias) else { return false };
        name::same(&single.text, &alias.text)
    };
    match from {
        [ast::TableSource { kind: TableSourceKind::Table { name: source, alias, .. }, .. }] if is_alias(alias) => {
            Target::Table { name: source.clone(), hints: hints.clone() }
        }
        [ast::TableSource { kind: TableSourceKind::Variable { name: source, alias }, .. }] if is_alias(alias) => {
            Target::Variable(source.clone())
        }
        _ => written.clone(),
    }
}
