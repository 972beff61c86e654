//! SHOWPLAN text: a plan as SET SHOWPLAN_TEXT and SHOWPLAN_ALL show it
//! (`t-sql/statements/set-showplan-text-transact-sql.md`). Each line is a physical operator under
//! SQL Server's name, followed by its inputs.
//!
//! The text shows the plan that is executed. An operator that does the work of several SQL Server
//! operators (a seek with lookup, a window) is shown as these. The first input of a hash join is
//! the build input. Subqueries of expressions follow the tree under their own names.

mod access;
mod expression;
mod operator;

mod statement;

pub use statement::{explain, kind_of};

/// A line of a plan.
pub struct PlanLine {
    /// The line, including the tree's strokes.
    pub shown: String,
    /// The operator without strokes.
    pub text: String,
    /// The index of the parent's line; `None` for a root.
    pub above: Option<usize>,
}

impl PlanLine {
    /// Returns the physical operator: the text before the parenthesis.
    pub fn physical(&self) -> &str {
        self.text.split_once('(').map_or(&self.text, |(operator, _)| operator)
    }

    /// Returns the text inside the parentheses, or an empty string.
    fn inner(&self) -> &str {
        self.text.split_once('(').map_or("", |(_, inner)| inner.strip_suffix(')').unwrap_or(inner))
    }

    /// Returns the logical operator: the first item inside the parentheses if it has no colon,
    /// otherwise the physical operator's default.
    pub fn logical(&self) -> &str {
        let first = self.inner().split(", ").next().unwrap_or_default();
        match self.physical() {
            "Stream Aggregate" => "Aggregate",
            "Hash Match" | "Merge Join" | "Nested Loops" if !first.contains(':') => first,
            physical => physical,
        }
    }

    /// Returns the text after the logical operator.
    pub fn argument(&self) -> &str {
        let inner = self.inner();
        inner.strip_prefix(self.logical()).map_or(inner, |rest| rest.strip_prefix(", ").unwrap_or(rest))
    }

    /// Returns the columns that the operator defines. That is the text of its DEFINE, or `None`
    /// without one.
    pub fn defined(&self) -> Option<&str> {
        let (_, defined) = self.text.split_once("DEFINE:(")?;
        let mut depth = 1;
        let end = defined.char_indices().find(|(_, sign)| {
            depth += i32::from(*sign == '(') - i32::from(*sign == ')');
            depth == 0
        });
        Some(&defined[..end?.0])
    }
}

/// A line of the tree, with its children.
pub(crate) struct Line {
    text: String,
    below: Vec<Line>,
}

impl Line {
    pub(crate) fn new(text: String, below: Vec<Line>) -> Line {
        Line { text, below }
    }

    /// Appends the lines of the tree. `before` is the prefix of each line.
    fn write(self, before: &str, is_last: bool, above: Option<usize>, lines: &mut Vec<PlanLine>) {
        let (shown, place) = (format!("{before}|--{}", self.text), lines.len());
        lines.push(PlanLine { shown, text: self.text, above });
        let (before, count) = (format!("{before}{}", if is_last { "     " } else { "|    " }), self.below.len());
        for (number, below) in self.below.into_iter().enumerate() {
            below.write(&before, number + 1 == count, Some(place), lines);
        }
    }
}

/// The prefix of the first line.
const MARGIN: &str = "  ";
