//! A plan in words, as SET SHOWPLAN_TEXT shows it (`t-sql/statements/set-showplan-text-transact-sql.md`): a line for each physical operator, in
//! SQL Server's names, below it those that it takes rows from.
//!
//! It shows the plan that runs. Where one of our operators does the work of several of SQL Server's (a seek that looks rows up, a window), it shows
//! these. Of a hash join the first input is the one that is kept. A subquery of an expression stands behind the tree, with a name of its own.

mod access;
mod expression;
mod operator;

mod statement;

pub use statement::explain;

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
    fn write(&self, before: &str, is_last: bool, lines: &mut Vec<String>) {
        lines.push(format!("{before}|--{}", self.text));
        let before = format!("{before}{}", if is_last { "     " } else { "|    " });
        for (number, below) in self.below.iter().enumerate() {
            below.write(&before, number + 1 == self.below.len(), lines);
        }
    }
}

/// What stands before the first line.
const MARGIN: &str = "  ";
