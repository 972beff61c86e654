//! The estimated cost of a statement, in SQL Server's unit: about the seconds that it takes on a slow machine.
//!
//! A million rows handed on by one operator cost 1. The estimate bounds how long a statement waits for its memory grant.

use crate::cardinality::rows;
use crate::height::roots;
use crate::statement::Bound;

impl Bound {
    /// Returns the estimated cost: the rows that are read, each handed on by the operators above, and the rows that come out.
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

/// The rows of a source that has no estimate.
const ROWS_UNKNOWN: f64 = 1_000.0;
/// How many rows that are handed on cost 1.
const ROWS_OF_COST: f64 = 1e6;
