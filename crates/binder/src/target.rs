//! The target table of a DML statement: named directly, or the base table of a view, a common table
//! expression or a derived table.
//!
//! The target's scan is located in the plan by the visible columns. Only operators that pass
//! complete rows on may be above it. Rules of updatable views:
//! `t-sql/statements/create-view-transact-sql`.

use super::Binder;
use super::column_set::check_set_alone;
use super::scope::{ScopeColumn, Source};
use sluice_base::sync::Arc;
use sluice_catalog::LockHints;
use sluice_catalog::{Column, Table, name};
use sluice_definition::refusal::unsupported;
use sluice_plan::expression::{ColumnId, Expr};
use sluice_plan::physical::{Node, ScanTarget};
use sluice_plan::subquery_uses;
use sluice_syntax::ast;
use sluice_types::{DataType, SqlError};

/// A table whose rows are changed.
#[derive(Clone)]
pub(super) struct ChangeTarget {
    /// The table's database; `None` is the current database.
    pub database: Option<String>,
    /// The table.
    pub table: Arc<Table>,
    /// The lock hints given in FROM.
    pub hints: LockHints,
    /// The ids of the table's columns in its scan.
    pub row: Vec<ColumnId>,
    /// The visible columns.
    pub source: Source,
    /// Visible columns of a view whose values are computed with a subquery, or with a function that
    /// isn't schema-bound.
    pub reading: Vec<ColumnId>,
    /// The columns of the other tables of a view.
    pub unchanged: Vec<ColumnId>,
    /// Columns that a view or the table computes of the scan's columns, each after those that its
    /// expression names.
    pub derived: Vec<(ColumnId, Expr)>,
}

impl ChangeTarget {
    /// Whether the visible columns are those of the table in its order, rather than of a view.
    /// Virtual columns have ids of their own.
    pub(super) fn is_whole(&self) -> bool {
        let stored = self.table.columns.iter().zip(&self.row);
        let is_same = |(shown, (column, id)): (&ScopeColumn, (&Column, &ColumnId))| {
            shown.id == *id || column.is_virtual() && name::same(&column.name, &shown.name)
        };
        self.source.columns.len() == self.table.columns.len() && self.source.columns.iter().zip(stored).all(is_same)
    }
}

impl Binder<'_> {
    /// Returns the target for `source` in the plan `node`. Fails with 4405 if the columns `changed`
    /// belong to several tables, or if nothing is named and there are several tables. Fails with
    /// 4403 if the rows aren't a table's, with 10700 for a table-valued parameter. The columns of
    /// `changed` decide between several tables. A target whose rows are grouped or made distinct
    /// fails with 4403 too, one of UNION ALL with 4426, and an indexed view WITH (NOEXPAND) with
    /// 40517.
    pub(super) fn target_in(
        &self,
        node: &Node,
        source: &Source,
        changed: &[ColumnId],
    ) -> Result<ChangeTarget, SqlError> {
        let mut scans = Vec::new();
        reachable(node, &mut scans);
        let shows =
            |scan: &&&ScanTarget| scan.columns.iter().any(|id| source.columns.iter().any(|column| column.id == *id));
        let mut own: Vec<&&ScanTarget> = scans.iter().filter(shows).collect();
        let is_stored = |id: &&ColumnId| scans.iter().any(|scan| scan.columns.contains(*id));
        if own.len() > 1 && changed.iter().any(|id| is_stored(&id)) {
            own.retain(|scan| changed.iter().filter(is_stored).all(|id| scan.columns.contains(id)));
        }
        match own.as_slice() {
            [scan] if scan.table.is_of_view() => Err(unsupported("modification of an indexed view WITH (NOEXPAND)")),
            [scan] => {
                if scan.table.is_variable() {
                    self.variables.check_change(&scan.table.name)?;
                }
                let others = scans.iter().flat_map(|other| &other.columns).copied();
                let others = others.filter(|id| !scan.columns.contains(id));
                Ok(ChangeTarget {
                    database: scan.database.clone(),
                    table: Arc::clone(&scan.table),
                    hints: scan.hints,
                    row: scan.columns.clone(),
                    source: source.clone(),
                    reading: self.reading_columns(node),
                    unchanged: others.collect(),
                    derived: derived_above(node),
                })
            }
            // 4426: a UNION below a view or a derived table.
            [] if is_united(node, source) => Err(SqlError::view_with_union_not_updatable(&source.alias)),
            // 4403: aggregates, DISTINCT, GROUP BY, PIVOT; 4405: several base tables.
            [] if scans.is_empty() => Err(SqlError::view_with_aggregates_not_updatable(&source.alias)),
            // 4406: the changed columns, or all of the one table, are hidden behind expressions.
            _ if scans.len() == 1 || !changed.is_empty() && !changed.iter().any(|id| is_stored(&id)) => {
                Err(SqlError::derived_field_not_updatable(&source.alias))
            }
            _ => Err(SqlError::view_change_affects_many_tables(&source.alias)),
        }
    }

    /// Returns the columns that operators of `node` compute with data of tables. A function that
    /// isn't schema-bound counts as reading data (`t-sql/queries/output-clause-transact-sql.md`).
    fn reading_columns(&self, node: &Node) -> Vec<ColumnId> {
        let reads = |value: &Expr| {
            let is_unbound = |number: usize| !self.functions[number].module.options.is_schema_bound;
            subquery_uses::reads_data(value, &is_unbound)
        };
        let mut computed = Vec::new();
        computed_above(node, &mut computed);
        computed.into_iter().filter(|(_, value)| reads(value)).map(|(id, _)| *id).collect()
    }

    /// Makes the target's scan produce row locators, and applies the target's hints. Returns the
    /// locator column.
    pub(super) fn located(&mut self, node: &mut Node, target: &ChangeTarget) -> ColumnId {
        let locator = self.new_column();
        locate(node, target, locator);
        locator
    }
}

/// Returns the last part of the name of a target.
pub(super) fn written_name(target: &ast::Target) -> &str {
    match target {
        ast::Target::Variable(name) => &name.text,
        ast::Target::Table { name, .. } => &name.name.text,
    }
}

/// Whether `plan` reads `table`, or calls a table function, which may read it.
pub(super) fn reads_table(plan: &Node, table: &Arc<Table>) -> bool {
    match plan {
        Node::Scan(target) => Arc::ptr_eq(&target.table, table) || target.table.root == table.root,
        Node::Invoke(_) => true,
        _ => plan.inputs().into_iter().any(|input| reads_table(input, table)),
    }
}

/// Collects the scans whose rows are passed on unchanged.
fn reachable<'n>(node: &'n Node, found: &mut Vec<&'n ScanTarget>) {
    match node {
        Node::Scan(target) => found.push(target),
        Node::Join(_) => node.inputs().into_iter().for_each(|input| reachable(input, found)),
        _ => node.passage().into_iter().for_each(|(_, input)| reachable(input, found)),
    }
}

/// Whether the rows of `source` are those of a UNION ALL.
fn is_united(node: &Node, source: &Source) -> bool {
    match node {
        Node::Union(columns, _) => source.columns.iter().any(|column| columns.contains(&column.id)),
        Node::Join(_) => node.inputs().into_iter().any(|input| is_united(input, source)),
        _ => node.passage().into_iter().any(|(_, input)| is_united(input, source)),
    }
}

/// Collects the columns that are computed above the scans of [`reachable`].
fn computed_above<'n>(node: &'n Node, found: &mut Vec<&'n (ColumnId, Expr)>) {
    if let Node::Compute(_, computed) = node {
        found.extend(computed);
    }
    match node {
        Node::Join(_) => node.inputs().into_iter().for_each(|input| computed_above(input, found)),
        _ => node.passage().into_iter().for_each(|(_, input)| computed_above(input, found)),
    }
}

/// Returns the columns that are computed above the scans of [`reachable`], the innermost first.
fn derived_above(node: &Node) -> Vec<(ColumnId, Expr)> {
    let mut computed = Vec::new();
    computed_above(node, &mut computed);
    computed.into_iter().rev().cloned().collect()
}

fn locate(node: &mut Node, of: &ChangeTarget, locator: ColumnId) {
    match node {
        Node::Scan(target) if target.columns == of.row => {
            target.locator = Some(locator);
            target.hints = of.hints;
        }
        _ => {
            let whole = std::mem::replace(node, Node::OneRow);
            *node = whole.with_inputs(|mut input| {
                locate(&mut input, of, locator);
                input
            });
        }
    }
}

/// Returns the ordinals of the given columns, in statement order. Without a list these are all
/// columns except identity and computed columns, and the column set instead of the sparse columns.
/// Fails with 207, 264, 271, or 360 for a sparse column beside the column set. The table's name
/// isn't needed for the errors.
pub(super) fn columns_given(table: &Table, listed: &[ast::Name]) -> Result<Vec<usize>, SqlError> {
    if listed.is_empty() {
        let has_set = table.column_set().is_some();
        let is_given = |place: &usize| {
            let Column { identity, computed, flags, .. } = &table.columns[*place];
            let is_member = has_set && flags.is_sparse;
            identity.is_none() && (computed.is_none() || flags.is_column_set) && !is_member
        };
        return Ok((0..table.columns.len()).filter(is_given).collect());
    }
    let mut given = Vec::with_capacity(listed.len());
    let unknown = |written: &ast::Name| {
        SqlError::invalid_column_name(&written.text).at_bytes(written.span.start, written.span.end)
    };
    // Each unknown column is reported.
    let missing = listed.iter().filter(|written| table.column(&written.text).is_none());
    let mut missing: Vec<SqlError> = missing.map(unknown).collect();
    if let Some(mut last) = missing.pop() {
        last.causes = missing;
        return Err(last);
    }
    for written in listed {
        let place = table.column(&written.text).ok_or_else(|| unknown(written))?;
        if given.contains(&place) {
            return Err(SqlError::column_named_twice(&written.text));
        }
        refuse_computed(&table.columns[place])?;
        given.push(place);
    }
    check_set_alone(table, &given)?;
    Ok(given)
}

/// Fails with 271 if the column is computed. A column set can be changed.
pub(super) fn refuse_computed(column: &Column) -> Result<(), SqlError> {
    match column.computed {
        Some(_) if !column.flags.is_column_set => Err(SqlError::column_cannot_be_modified(&column.name)),
        _ => Ok(()),
    }
}

/// Fails with 273 if a rowversion is given.
pub(super) fn refuse_rowversion(table: &Table, given: &[usize]) -> Result<(), SqlError> {
    match given.iter().any(|place| table.columns[*place].data_type == DataType::RowVersion) {
        true => Err(rowversion_given()),
        false => Ok(()),
    }
}

/// Error 273: a value for a rowversion column.
pub(super) fn rowversion_given() -> SqlError {
    SqlError::cannot_insert_timestamp()
}
