//! Expressions evaluated once per statement (see [`sluice_plan::runtime_constant`]).

use super::Binder;
use super::decided::decided;
use sluice_plan::expression::Condition;
use sluice_plan::expression::Expr;
use sluice_plan::expression::ExprKind;
use sluice_plan::physical::Node;
use sluice_plan::physical::Rows;
use sluice_plan::runtime_constant::is_volatile;
use sluice_plan::runtime_constant::uses_rows;
use sluice_plan::statement::Subquery;

impl Binder<'_> {
    /// Makes a call of RAND run once per statement if its seed doesn't depend on the row. Other
    /// calls, and a call outside a query with rows, are returned unchanged.
    pub(super) fn once_in_statement(&mut self, call: Expr) -> Expr {
        let ExprKind::Call(function) = &call.kind else { return call };
        let is_settled = |seed: &Expr| !is_volatile(seed) && !uses_rows(seed, &self.subqueries);
        let is_once = function.function.name == "RAND" && function.arguments.iter().all(is_settled);
        if is_once && self.has_rows() { self.once(call) } else { call }
    }

    /// Makes the sides of comparisons run once per statement that call a volatile function, such as
    /// NEWID, and use no column. AND and OR are searched; all else stays. So does all outside a
    /// query with rows.
    pub(super) fn settled(&mut self, condition: Condition) -> Condition {
        let condition = decided(condition);
        if !self.has_rows() {
            return condition;
        }
        match condition {
            Condition::Compare(operator, left, right) => {
                Condition::Compare(operator, self.settled_side(left), self.settled_side(right))
            }
            Condition::And(parts) => Condition::And(parts.into_iter().map(|part| self.settled(part)).collect()),
            Condition::Or(parts) => Condition::Or(parts.into_iter().map(|part| self.settled(part)).collect()),
            other => other,
        }
    }

    fn settled_side(&mut self, side: Expr) -> Expr {
        if is_volatile(&side) && !uses_rows(&side, &self.subqueries) { self.once(side) } else { side }
    }

    fn has_rows(&mut self) -> bool {
        !self.level().scope.sources.is_empty()
    }

    /// Makes an expression run once per statement.
    pub(super) fn once(&mut self, value: Expr) -> Expr {
        let data_type = value.data_type;
        let rows = Rows { node: Node::OneRow, values: vec![value] };
        self.subqueries.push(Subquery { rows, exists: false, outer: Vec::new(), data_type, is_joined: false });
        Expr { kind: ExprKind::Subquery(self.subqueries.len() - 1), data_type, nullable: true }
    }
}
