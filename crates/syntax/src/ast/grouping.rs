//! GROUP BY.

use super::expr::Expr;

/// `GROUP BY [ALL] items [WITH ROLLUP | CUBE]`. Without items the query has no GROUP BY.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GroupBy {
    /// `ALL`.
    pub all: bool,
    /// The grouping items.
    pub items: Vec<GroupItem>,
    /// `WITH ROLLUP`, `WITH CUBE`.
    pub with: Option<SuperGroup>,
}

/// An item of GROUP BY, or a set of GROUPING SETS.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GroupItem {
    /// An expression.
    Value(Expr),
    /// `ROLLUP (...)`, `CUBE (...)`. Each element is one expression or a parenthesised list.
    Super(SuperGroup, Vec<Vec<Expr>>),
    /// `GROUPING SETS (...)`.
    Sets(Vec<GroupItem>),
    /// `(a, b)` in GROUPING SETS; `()` makes one group of all rows.
    Set(Vec<Expr>),
}

/// Operators that generate several grouping sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SuperGroup {
    /// `ROLLUP`.
    Rollup,
    /// `CUBE`.
    Cube,
}

impl GroupBy {
    /// Returns all grouping expressions, in order.
    pub fn exprs(&self) -> Vec<&Expr> {
        let mut found = Vec::new();
        self.items.iter().for_each(|item| item.collect(&mut found));
        found
    }
}

impl GroupItem {
    fn collect<'a>(&'a self, found: &mut Vec<&'a Expr>) {
        match self {
            GroupItem::Value(value) => found.push(value),
            GroupItem::Super(_, elements) => found.extend(elements.iter().flatten()),
            GroupItem::Sets(items) => items.iter().for_each(|item| item.collect(found)),
            GroupItem::Set(values) => found.extend(values),
        }
    }
}

impl SuperGroup {
    /// Returns the T-SQL keywords.
    pub fn word(self) -> &'static str {
        match self {
            SuperGroup::Rollup => "ROLLUP",
            SuperGroup::Cube => "CUBE",
        }
    }
}
