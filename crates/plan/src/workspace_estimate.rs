//! The estimated memory of the rows that a statement's operators keep. It sizes the statement's
//! memory grant.
//!
//! As in SQL Server, all operators are assumed to keep their rows at the same time. Operators whose
//! rows can't be estimated (windows, recursion, spools) count nothing: a statement may use more
//! memory than its grant, or tempdb.

use crate::cardinality::rows;
use crate::estimate::ROWS_UNKNOWN;
use crate::expression::ExprKind;
use crate::height::roots;
use crate::physical::{GroupMethod, JoinMethod, Node, Top};
use crate::statement::Bound;
use crate::widths::Widths;
use sluice_types::Value;

/// Rows that an operator keeps: their number, and the operator that makes them.
struct KeptRows<'n> {
    rows: f64,
    of: &'n Node,
}

impl Bound {
    /// Returns the estimated bytes of the rows that sorts, hash joins and hash aggregates keep.
    pub fn workspace_bytes(&self) -> f64 {
        let kept = self.kept();
        if kept.is_empty() {
            return 0.0;
        }
        let widths = Widths::of_statement(self);
        let bytes = |kept: KeptRows<'_>| {
            let columns = kept.of.columns();
            kept.rows * (ROW_BYTES + columns.len() * VALUE_BYTES + widths.sum(&columns)) as f64
        };
        kept.into_iter().map(bytes).sum()
    }

    /// Returns the rows that the statement's operators keep; none of a very large statement.
    fn kept(&self) -> Vec<KeptRows<'_>> {
        let subqueries = self.subqueries.iter().map(|subquery| &subquery.rows.node);
        let all = roots(&self.body).into_iter().map(|(node, _)| node).chain(subqueries);
        let mut pending: Vec<(&Node, Option<f64>)> = all.map(|node| (node, None)).collect();
        let (mut kept, mut operators) = (Vec::new(), 0);
        while let Some((node, most)) = pending.pop() {
            // An estimate takes the square of the operators below.
            operators += 1;
            if operators > OPERATORS_MAX {
                return Vec::new();
            }
            kept.push((node, most));
            // TOP over a sort keeps its own rows only.
            let below = if let Node::Top(_, top) = node { first_rows(top) } else { None };
            pending.extend(node.inputs().into_iter().map(|input| (input, below)));
        }
        kept.into_iter().filter_map(|(node, most)| kept_by(node, most)).collect()
    }
}

/// Returns the rows that an operator keeps if the operator above takes at most `most` rows.
fn kept_by(node: &Node, most: Option<f64>) -> Option<KeptRows<'_>> {
    let of = match node {
        Node::Sort(input, _) => input,
        Node::Aggregate(_, _, _, GroupMethod::Hash) | Node::GroupingSets(_) => node,
        Node::Join(join) if join.builds_left => &join.left,
        Node::Join(join) if matches!(join.method, JoinMethod::Hash(..)) => &join.right,
        _ => return None,
    };
    let rows = rows(of).unwrap_or(ROWS_UNKNOWN);
    Some(KeptRows { rows: most.map_or(rows, |most| rows.min(most)), of })
}

/// Returns the constant number of rows of a TOP without ties.
fn first_rows(top: &Top) -> Option<f64> {
    match &top.count.kind {
        ExprKind::Constant(Value::BigInt(count)) if !top.percent && top.ties.is_none() => Some(*count as f64),
        _ => None,
    }
}

/// The maximum number of operators of a statement whose memory is estimated.
const OPERATORS_MAX: usize = 100;
/// Bytes of a row that an operator keeps, beside its values.
const ROW_BYTES: usize = 64;
/// Bytes of a value, beside the bytes that it owns on the heap.
const VALUE_BYTES: usize = 24;
