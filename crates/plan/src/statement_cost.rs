//! The estimated cost of a statement, in SQL Server's unit: roughly the seconds that the statement
//! takes on a slow machine.
//!
//! Passing a million rows through one operator costs 1. The estimate bounds how long a statement
//! waits for its memory grant.

use crate::cardinality::rows;
use crate::estimate::{ROWS_OF_COST, ROWS_UNKNOWN};
use crate::height::roots;
use crate::statement::Bound;

impl Bound {
    /// Returns the estimated cost: the rows read, times the operators that pass them on, plus the
    /// rows returned. Unknown row counts take a fixed guess.
    pub fn cost(&self) -> f64 {
        let subqueries = self.subqueries.iter().map(|subquery| &subquery.rows.node);
        let mut pending: Vec<_> =
            roots(&self.body).into_iter().map(|(node, _)| node).chain(subqueries).map(|node| (node, 1.0)).collect();
        let mut handed: f64 = pending.iter().map(|(node, _)| rows(node).unwrap_or(ROWS_UNKNOWN)).sum();
        while let Some((node, operators)) = pending.pop() {
            let inputs = node.inputs();
            if inputs.is_empty() {
                handed += rows(node).unwrap_or(ROWS_UNKNOWN) * operators;
            }
            pending.extend(inputs.into_iter().map(|input| (input, operators + 1.0)));
        }
        handed / ROWS_OF_COST
    }
}
