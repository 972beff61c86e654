//! Queries in expressions: scalar subqueries, EXISTS, IN and quantified comparisons.
//!
//! A comparison with a query's rows becomes an EXISTS over the rows that decide it. The deciding
//! rows of a condition and of its negation differ, because "unknown" satisfies neither.

use super::Binder;
use super::bound::BoundQuery;
use super::collation::{collated, inherited};
use super::condition::operation;
use super::conversion::unified;
use sluice_plan::collation::label;
use sluice_plan::expression::{Condition, Expr, ExprKind};
use sluice_plan::physical::{Node, Rows, Top};
use sluice_plan::statement::Subquery;
use sluice_syntax::ast::{self, QueryBody, SelectItemKind};
use sluice_types::comparable::check_operands;
use sluice_types::{Comparison, DataType, SqlError, Value};
use std::borrow::Cow;

/// A comparison with a query's rows.
#[derive(Clone, Copy)]
pub(super) struct Quantified {
    /// The comparison operator.
    pub comparison: Comparison,
    /// ALL rather than ANY.
    pub all: bool,
    /// Whether the comparison is negated.
    pub negated: bool,
}

impl Binder<'_> {
    /// Binds a scalar subquery. Fails with 116 if it doesn't have exactly one column. A constant is
    /// returned as such, but a NULL stays a subquery, of the type int. The result is nullable; more
    /// than one row fails at the run with 512. NEXT VALUE FOR fails with 11719.
    pub(super) fn bind_scalar_subquery(&mut self, query: &ast::Query) -> Result<Expr, SqlError> {
        let (bound, outer) = self.bind_inner(query)?;
        let [column] = bound.columns.as_slice() else { return Err(SqlError::subquery_has_many_columns()) };
        let data_type = column.data_type;
        if let (Node::OneRow, [value @ Expr { kind: ExprKind::Constant(constant), .. }]) =
            (&bound.rows.node, bound.rows.values.as_slice())
            && !constant.is_null()
        {
            return Ok(value.clone());
        }
        let collation = bound.rows.values.first().and_then(|value| label(value).ok()?.collation());
        let number = self.enter(Subquery { rows: bound.rows, exists: false, outer, data_type, is_joined: false });
        Ok(inherited(Expr { kind: ExprKind::Subquery(number), data_type, nullable: true }, collation))
    }

    /// Returns a key of an order; a subquery that selects a NULL becomes that constant: programs
    /// number rows without an order by it.
    pub(super) fn constant_key(&mut self, key: Expr) -> Expr {
        let ExprKind::Subquery(number) = key.kind else { return key };
        match (&self.subqueries[number].rows.node, self.subqueries[number].rows.values.as_slice()) {
            (Node::OneRow, [value @ Expr { kind: ExprKind::Constant(_), .. }]) => {
                let value = value.clone();
                if number + 1 == self.subqueries.len() {
                    self.subqueries.pop();
                }
                value
            }
            _ => key,
        }
    }

    /// Binds `EXISTS (query)`, or its negation. NEXT VALUE FOR fails with 11719.
    pub(super) fn bind_exists(&mut self, query: &ast::Query, negated: bool) -> Result<Condition, SqlError> {
        let (bound, outer) = self.bind_inner(&without_columns(query))?;
        Ok(self.exists(bound.rows.node, outer, negated))
    }

    /// Binds a comparison of a value with the rows of a one-column query. It becomes EXISTS over
    /// the rows that decide it. Fails with 116 for more than one column, with 402 or 206 if both
    /// sides can't be compared. NEXT VALUE FOR fails with 11719.
    pub(super) fn bind_quantified(
        &mut self,
        left: &ast::Expr,
        query: &ast::Query,
        Quantified { comparison, all, negated }: Quantified,
    ) -> Result<Condition, SqlError> {
        let left = self.bind_value(left)?;
        let (bound, mut outer) = self.bind_inner(query)?;
        let BoundQuery { rows: Rows { node, values }, .. } = bound;
        let Ok([right]) = <[Expr; 1]>::try_from(values) else { return Err(SqlError::subquery_has_many_columns()) };
        check_operands(left.data_type, right.data_type, operation(comparison))?;
        let (left, right) = unified(left, right)?;
        let (left, right) = collated(left, right, "equal to")?;
        sluice_plan::columns::of_expr(&left, &self.subqueries, &mut outer);
        // The deciding row satisfies an ANY condition, or violates an ALL condition.
        let decisive = if all { comparison.negated() } else { comparison };
        // A test for presence needs a row with a known result. A test for absence must also count
        // rows with an unknown result.
        let wants_absence = all != negated;
        let nulls =
            [&left, &right].into_iter().filter(|side| side.nullable).map(|side| Condition::IsNull(side.clone(), false));
        let mut decides = vec![Condition::Compare(decisive, left.clone(), right.clone())];
        if wants_absence {
            decides.extend(nulls);
        }
        let decides = if decides.len() == 1 { decides.remove(0) } else { Condition::Or(decides) };
        Ok(self.exists(Node::Filter(Box::new(node), decides), outer, wants_absence))
    }

    /// Binds a nested query. Returns the outer columns that it uses as well.
    fn bind_inner(
        &mut self,
        query: &ast::Query,
    ) -> Result<(BoundQuery, Vec<sluice_plan::expression::ColumnId>), SqlError> {
        let (bound, level) = self.in_level(|binder| {
            binder.refusing_draws(Some(SqlError::next_value_not_allowed_here), |binder| {
                binder.bind_table_query_here(query)
            })
        })?;
        Ok((bound, level.outer))
    }

    fn exists(&mut self, node: Node, outer: Vec<sluice_plan::expression::ColumnId>, negated: bool) -> Condition {
        let one = Expr::constant(Value::BigInt(1), DataType::BigInt);
        let node = Node::Top(Box::new(node), Top { count: one, percent: false, ties: None });
        let rows = Rows { node, values: Vec::new() };
        Condition::Exists(
            self.enter(Subquery { rows, exists: true, outer, data_type: DataType::Bit, is_joined: false }),
            negated,
        )
    }

    /// Adds a subquery to the statement and returns its index.
    fn enter(&mut self, subquery: Subquery) -> usize {
        self.subqueries.push(subquery);
        self.subqueries.len() - 1
    }
}

/// Returns the query of an EXISTS with `*` replaced if the query groups or has no FROM. The values
/// of an EXISTS query are never read.
fn without_columns(query: &ast::Query) -> Cow<'_, ast::Query> {
    let mut query = Cow::Borrowed(query);
    let is_star = |item: &ast::SelectItem| matches!(item.kind, SelectItemKind::Star(None));
    let QueryBody::Select(select) = &query.body else { return query };
    let is_grouped = !select.group_by.items.is_empty() || select.having.is_some();
    if (is_grouped || select.from.is_empty())
        && select.items.iter().any(is_star)
        && let QueryBody::Select(select) = &mut query.to_mut().body
    {
        for item in select.items.iter_mut().filter(|item| is_star(item)) {
            let one = ast::ExprKind::Literal(ast::Literal::Integer(1));
            item.kind = SelectItemKind::Value { value: ast::Expr::new(one, item.span), alias: None };
        }
    }
    query
}
