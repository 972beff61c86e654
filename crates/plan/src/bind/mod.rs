//! The binder: from a statement's tree to its bound form.
//!
//! One [`Binder`] binds one statement. Order of work in a query: FROM gives the scope, WHERE is bound in it, then GROUP BY;
//! from there on names mean the groups' values where there are groups.

mod aggregation;
mod call;
mod case;
mod change;
mod condition;
mod conversion;
mod insert;
mod literal;
mod next_value;
mod order;
mod scope;
mod select;
mod source;
mod value;

#[cfg(test)]
mod tests;

use crate::expression::Expr;
use crate::names::Names;
use crate::physical::Node;
use crate::statement::{Bound, BoundBody, Subquery};
use crate::variables::Variables;
use aggregation::Aggregation;
use next_value::Draws;
use scope::Scope;
use sluice_syntax::ast;
use sluice_types::SqlError;

/// Binds one statement.
pub struct Binder<'a> {
    names: &'a dyn Names,
    variables: &'a Variables,
    subqueries: Vec<Subquery>,
    scope: Scope,
    aggregation: Option<Aggregation>,
    // Scopes of the queries outside, for telling a correlated name from an unknown one.
    outer: Vec<Scope>,
    draws: Draws,
}

impl<'a> Binder<'a> {
    /// A binder that sees `names` and `variables`.
    pub fn new(names: &'a dyn Names, variables: &'a Variables) -> Binder<'a> {
        Binder {
            names,
            variables,
            subqueries: Vec::new(),
            scope: Scope::default(),
            aggregation: None,
            outer: Vec::new(),
            draws: Draws::default(),
        }
    }

    /// Binds a SELECT: to the client or into variables.
    pub fn select(mut self, query: &ast::Query) -> Result<Bound, SqlError> {
        let body = self.bind_select(query)?;
        Ok(self.finish(body))
    }

    /// Binds an INSERT.
    pub fn insert(mut self, insert: &ast::Insert) -> Result<Bound, SqlError> {
        let body = self.bind_insert(insert)?;
        Ok(self.finish(BoundBody::Insert(body)))
    }

    /// Binds an UPDATE.
    pub fn update(mut self, update: &ast::Update) -> Result<Bound, SqlError> {
        let body = self.bind_update(update)?;
        Ok(self.finish(BoundBody::Update(body)))
    }

    /// Binds a DELETE.
    pub fn delete(mut self, delete: &ast::Delete) -> Result<Bound, SqlError> {
        let body = self.bind_delete(delete)?;
        Ok(self.finish(BoundBody::Delete(body)))
    }

    /// Binds `SET variable operator value`.
    pub fn set(
        mut self,
        variable: &ast::Name,
        operator: ast::AssignmentOperator,
        value: &ast::Expr,
    ) -> Result<Bound, SqlError> {
        self.draw_once();
        let (target, value) = self.drawing(|binder| binder.bind_assignment(variable, operator, value))?;
        Ok(self.finish(BoundBody::Set { target, value }))
    }

    /// Binds the question of an IF or WHILE.
    pub fn test(mut self, condition: &ast::Condition) -> Result<Bound, SqlError> {
        let condition = self.bind_condition(condition)?;
        Ok(self.finish(BoundBody::Test(condition)))
    }

    /// Binds the text of a PRINT.
    pub fn print(mut self, value: &ast::Expr) -> Result<Bound, SqlError> {
        let value = self.bind_value(value)?;
        let text = conversion::implicit(value, PRINTED)?;
        Ok(self.finish(BoundBody::Print(text)))
    }

    /// Binds an argument of a procedure, as a value of `data_type`.
    pub fn argument(mut self, value: &ast::Expr, data_type: sluice_types::DataType) -> Result<Expr, SqlError> {
        let value = self.bind_value(value)?;
        conversion::implicit(value, data_type)
    }

    fn finish(self, body: BoundBody) -> Bound {
        Bound { subqueries: self.subqueries, generators: self.draws.targets, body }
    }

    /// Binds a query inside the statement and enters it in the list; gives its number there.
    fn bind_subquery(&mut self, query: &ast::Query, exists: bool) -> Result<usize, SqlError> {
        let outside = std::mem::take(&mut self.scope);
        let aggregation = self.aggregation.take();
        self.outer.push(outside);
        let bound = self.refusing_draws(Some((11719, 15)), |binder| binder.bind_query(query));
        self.scope = self.outer.pop().unwrap_or_default();
        self.aggregation = aggregation;
        let (plan, columns) = bound?;
        let data_type = match (exists, columns.as_slice()) {
            (true, _) => sluice_types::DataType::Bit,
            (false, [column]) => column.data_type,
            (false, _) => return Err(SqlError::new(116, 16, 1, Vec::new())),
        };
        let plan = if exists { first_row(plan) } else { plan };
        self.subqueries.push(Subquery { plan, exists, data_type });
        Ok(self.subqueries.len() - 1)
    }
}

/// A plan that ends after its first row.
fn first_row(plan: Node) -> Node {
    let one = crate::expression::Expr::constant(sluice_types::Value::BigInt(1), sluice_types::DataType::BigInt);
    Node::Top(Box::new(plan), one)
}

/// What PRINT converts its value to.
const PRINTED: sluice_types::DataType =
    sluice_types::DataType::NVarChar(sluice_types::Length::Limited(sluice_types::DataType::NCHAR_MAX));
