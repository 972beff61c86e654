//! WITH CHECK OPTION: rows changed or inserted through such a view, or through a view over it, must
//! satisfy the view's conditions (`t-sql/statements/create-view-transact-sql`; error 550).
//!
//! Each use of such a view records the conditions on its base table's rows, in terms of that use's
//! scan. A statement that changes rows through that scan checks the new rows like a CHECK
//! constraint.

use super::Binder;
use super::select::has_aggregates;
use super::state::ViewCheck;
use sluice_catalog::Table;
use sluice_definition::refusal::unsupported;
use sluice_plan::expression::{ColumnId, Condition, Expr, ExprKind};
use sluice_plan::physical::Node;
use sluice_plan::statement::BoundCheck;
use sluice_plan::substitute;
use sluice_syntax::ast::{Query, QueryBody};
use sluice_types::{Comparison, DataType, SqlError, Value};

impl Binder<'_> {
    /// Records the use of a view with CHECK OPTION whose plan is `node`. A view over several tables
    /// is recorded for each of them, and refused when rows are changed.
    pub(super) fn note_view_check(&mut self, node: &Node) {
        let mut conditions = Vec::new();
        match row_below(node, &mut conditions) {
            Some((row, is_whole)) => {
                let conditions = is_whole.then_some(conditions);
                self.view_checks.push(ViewCheck { row, conditions });
            }
            None => {
                let mut rows = Vec::new();
                scans(node, &mut rows);
                self.view_checks.extend(rows.into_iter().map(|row| ViewCheck { row, conditions: None }));
            }
        }
    }

    /// Returns the views' checks for rows of `table` changed through the scan with the columns
    /// `through`. `row` are the ids of the new row's columns. Fails with 40517 for a view over
    /// several tables or with a subquery in its conditions.
    pub(super) fn view_checks_of(
        &self,
        table: &Table,
        through: &[ColumnId],
        row: &[ColumnId],
    ) -> Result<Vec<BoundCheck>, SqlError> {
        let values: Vec<Expr> = row
            .iter()
            .zip(&table.columns)
            .map(|(id, column)| Expr::column(*id, column.data_type, column.nullable))
            .collect();
        let made = |id: ColumnId| through.iter().position(|known| *known == id).map(|place| &values[place]);
        let mut checks = Vec::new();
        for check in self.view_checks.iter().filter(|check| check.row == through) {
            let refused = || unsupported("WITH CHECK OPTION of a view over several tables or with a subquery");
            for condition in check.conditions.as_ref().ok_or_else(refused)? {
                let condition = substitute::condition(condition, &made).ok_or_else(refused)?;
                let violated = untrue(condition);
                checks.push(BoundCheck { name: None, column: None, violated, calls_functions: false });
            }
        }
        Ok(checks)
    }
}

/// Returns the condition that holds where `condition` is false or unknown.
fn untrue(condition: Condition) -> Condition {
    let bit = |value| Expr::constant(Value::Bit(value), DataType::Bit);
    let kind = ExprKind::Case(vec![(condition, bit(true))], Some(Box::new(bit(false))));
    let holds = Expr { kind, data_type: DataType::Bit, nullable: false };
    Condition::Compare(Comparison::Equal, holds, bit(false))
}

/// Returns the columns of the only base table, and collects the conditions on its rows. The flag is
/// false if other conditions exist.
fn row_below(node: &Node, conditions: &mut Vec<Condition>) -> Option<(Vec<ColumnId>, bool)> {
    match node {
        Node::Scan(target) => Some((target.columns.clone(), true)),
        Node::Filter(input, condition) => {
            conditions.push(condition.clone());
            row_below(input, conditions)
        }
        Node::Compute(input, computed) => {
            let made = |id: ColumnId| computed.iter().find(|(known, _)| *known == id).map(|(_, value)| value);
            let replaced: Option<Vec<_>> = conditions.iter().map(|over| substitute::condition(over, &made)).collect();
            let is_known = replaced.is_some();
            *conditions = replaced.unwrap_or_default();
            row_below(input, conditions).map(|(row, is_whole)| (row, is_whole && is_known))
        }
        _ => None,
    }
}

fn scans(node: &Node, found: &mut Vec<Vec<ColumnId>>) {
    if let Node::Scan(target) = node {
        found.push(target.columns.clone());
    }
    node.inputs().into_iter().for_each(|input| scans(input, found));
}

/// Checks the query of a view created with the option. Fails with 4509 for set operators, and with
/// 4510 for TOP, OFFSET, DISTINCT, GROUP BY, HAVING, and aggregates in the select list or ORDER BY.
/// Sources aren't looked at, so a view over a derived table or view that isn't updatable passes.
pub(super) fn check_query(query: &Query) -> Result<(), SqlError> {
    let QueryBody::Select(select) = &query.body else {
        return Err(SqlError::check_option_with_set_operators());
    };
    let is_grouped = !select.group_by.items.is_empty() || select.having.is_some() || select.distinct;
    let is_grouped = is_grouped || has_aggregates(&query.order_by, select);
    if is_grouped || select.top.is_some() || query.offset.is_some() {
        return Err(SqlError::check_option_on_read_only_view());
    }
    Ok(())
}
