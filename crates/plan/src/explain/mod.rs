//! A plan in words, as SET SHOWPLAN_TEXT and SHOWPLAN_ALL show it (`t-sql/statements/set-showplan-text-transact-sql.md`): a line for each physical operator, in
//! SQL Server's names, below it those that it takes rows from.
//!
//! It shows the plan that runs. Where one of our operators does the work of several of SQL Server's (a seek that looks rows up, a window), it shows
//! these. Of a hash join the first input is the one that is kept. A subquery of an expression stands behind the tree, with a name of its own.

mod access;
mod expression;
mod operator;

mod statement;

pub use statement::{explain, kind_of};

/// A line of a plan.
pub struct PlanLine {
    /// The line, with the strokes that lead to it.
    pub shown: String,
    /// The operator alone.
    pub text: String,
    /// The place of the line above it; none for a root.
    pub above: Option<usize>,
}

impl PlanLine {
    /// What stands before the parentheses: the physical operator.
    pub fn physical(&self) -> &str {
        self.text.split_once('(').map_or(&self.text, |(operator, _)| operator)
    }

    /// What stands within them; nothing where there are none.
    fn inner(&self) -> &str {
        self.text.split_once('(').map_or("", |(_, inner)| inner.strip_suffix(')').unwrap_or(inner))
    }

    /// The logical operator: the first within the parentheses where it has no colon, else that of the physical one.
    pub fn logical(&self) -> &str {
        let first = self.inner().split(", ").next().unwrap_or_default();
        match self.physical() {
            "Stream Aggregate" => "Aggregate",
            "Hash Match" | "Merge Join" | "Nested Loops" if !first.contains(':') => first,
            physical => physical,
        }
    }

    /// What follows the logical operator.
    pub fn argument(&self) -> &str {
        let inner = self.inner();
        inner.strip_prefix(self.logical()).map_or(inner, |rest| rest.strip_prefix(", ").unwrap_or(rest))
    }

    /// What it defines.
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

/// A line of the tree, and the lines below it.
pub(crate) struct Line {
    text: String,
    below: Vec<Line>,
}

impl Line {
    pub(crate) fn new(text: String, below: Vec<Line>) -> Line {
        Line { text, below }
    }

    /// Appends the tree's lines; `before` is what stands before each of them.
    fn write(self, before: &str, is_last: bool, above: Option<usize>, lines: &mut Vec<PlanLine>) {
        let (shown, place) = (format!("{before}|--{}", self.text), lines.len());
        lines.push(PlanLine { shown, text: self.text, above });
        let (before, count) = (format!("{before}{}", if is_last { "     " } else { "|    " }), self.below.len());
        for (number, below) in self.below.into_iter().enumerate() {
            below.write(&before, number + 1 == count, Some(place), lines);
        }
    }
}

/// What stands before the first line.
const MARGIN: &str = "  ";
