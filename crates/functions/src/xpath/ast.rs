//! What an expression is.

use sluice_types::Comparison;

/// An expression.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Expr {
    /// One of them is true.
    Or(Vec<Expr>),
    /// All of them are true.
    And(Vec<Expr>),
    /// Some value of the left stands so to some value of the right.
    Compare(Comparison, Box<Expr>, Box<Expr>),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// A function.
    Call(Function, Vec<Expr>),
    /// Items, and steps from there.
    Path(Start, Vec<Step>),
}

/// Where a path begins.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Start {
    /// At the item that the expression is asked of.
    Here,
    /// At the document.
    Root,
    /// At the items of another expression, of which those count for which the conditions hold.
    Items(Box<Expr>, Vec<Expr>),
}

/// A step.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Step {
    /// Whether it goes any depth down (`//`).
    pub(crate) descends: bool,
    /// Which nodes.
    pub(crate) test: Test,
    /// Conditions on them, or positions among them.
    pub(crate) conditions: Vec<Expr>,
}

/// Which nodes a step takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Test {
    /// `.`
    Itself,
    /// Elements of this name.
    Element(String),
    /// `*`
    AnyElement,
    /// `@name`
    Attribute(String),
    /// `@*`
    AnyAttribute,
    /// `text()`
    Text,
    /// `comment()`
    Comment,
    /// `node()`
    Node,
}

/// The functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Function {
    /// How many.
    Count,
    /// The text of all of it.
    String,
    /// The values.
    Data,
    /// Whether there is none, or it is false.
    Not,
    /// Whether there is none.
    Empty,
    /// The place among the items.
    Position,
    /// How many items there are.
    Last,
    /// Whether a text has another in it.
    Contains,
    /// A text behind another.
    Concat,
    /// How many characters.
    StringLength,
    /// The name without its prefix.
    LocalName,
    /// The sum of numbers.
    Sum,
    /// The least.
    Min,
    /// The greatest.
    Max,
    /// The mean.
    Avg,
    /// The constant.
    True,
    /// The constant.
    False,
}

impl Expr {
    /// Whether it can have one item at most, as far as its form tells.
    pub(crate) fn is_single(&self) -> bool {
        match self {
            Expr::Path(start, steps) => {
                let starts_single = match start {
                    Start::Here | Start::Root => true,
                    Start::Items(items, conditions) => items.is_single() || conditions.iter().any(is_position),
                };
                starts_single && steps.iter().all(Step::is_single)
            }
            Expr::Call(Function::Data, arguments) => arguments.iter().all(Expr::is_single),
            _ => true,
        }
    }
}

impl Step {
    fn is_single(&self) -> bool {
        let by_position = self.conditions.iter().any(is_position);
        !self.descends && (by_position || matches!(self.test, Test::Itself | Test::Attribute(_)))
    }
}

fn is_position(condition: &Expr) -> bool {
    matches!(condition, Expr::Number(_) | Expr::Call(Function::Last, _))
}
