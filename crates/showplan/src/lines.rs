//! The lines of SHOWPLAN_TEXT, which are also the rows of SHOWPLAN_ALL.

use crate::operator::PlanOperator;

/// A line of a plan.
pub struct PlanLine<'p> {
    /// The line, including the tree's strokes.
    pub shown: String,
    /// The operator.
    pub operator: &'p PlanOperator,
    /// The index of the parent's line; `None` for a root.
    pub above: Option<usize>,
}

/// Returns the lines of a plan's roots, indented as a tree.
pub fn lines(roots: &[PlanOperator]) -> Vec<PlanLine<'_>> {
    let mut lines = Vec::new();
    for (number, root) in roots.iter().enumerate() {
        write(root, MARGIN, number + 1 == roots.len(), None, &mut lines);
    }
    lines
}

/// Appends the lines of the tree. `before` is the prefix of each line.
fn write<'p>(
    operator: &'p PlanOperator,
    before: &str,
    is_last: bool,
    above: Option<usize>,
    lines: &mut Vec<PlanLine<'p>>,
) {
    let (shown, place) = (format!("{before}|--{}", operator.text()), lines.len());
    lines.push(PlanLine { shown, operator, above });
    let (before, count) = (format!("{before}{}", if is_last { "     " } else { "|    " }), operator.inputs.len());
    for (number, input) in operator.inputs.iter().enumerate() {
        write(input, &before, number + 1 == count, Some(place), lines);
    }
}

/// The prefix of the first line.
const MARGIN: &str = "  ";
