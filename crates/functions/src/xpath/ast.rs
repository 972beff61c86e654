//! The syntax tree of XQuery expressions.

use sluice_types::Comparison;

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Expr {
    /// True if an operand is true.
    Or(Vec<Expr>),
    /// True if all operands are true.
    And(Vec<Expr>),
    /// True if the comparison holds for some value of each side.
    Compare(Comparison, Box<Expr>, Box<Expr>),
    Number(f64),
    Text(String),
    Call(Function, Vec<Expr>),
    /// A starting point and steps from it.
    Path(Start, Vec<Step>),
}

/// The starting point of a path.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Start {
    /// The context item.
    Here,
    /// The document.
    Root,
    /// The items of another expression that satisfy the conditions.
    Items(Box<Expr>, Vec<Expr>),
}

/// A step of a path.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Step {
    /// Whether the step descends to any depth (`//`).
    pub(crate) descends: bool,
    pub(crate) test: Test,
    /// Conditions on the nodes, or positions among them.
    pub(crate) conditions: Vec<Expr>,
}

/// The nodes that a step selects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Test {
    /// `.`
    Itself,
    /// Elements with this name.
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

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Function {
    /// The number of items.
    Count,
    /// The text of an item.
    String,
    /// The values of items.
    Data,
    /// Whether the argument is empty or false.
    Not,
    /// Whether the argument is empty.
    Empty,
    /// The position among the items.
    Position,
    /// The number of items in the context.
    Last,
    /// Whether a text contains another.
    Contains,
    /// The concatenation of texts.
    Concat,
    /// The number of characters.
    StringLength,
    /// The name without its prefix.
    LocalName,
    Sum,
    Min,
    Max,
    Avg,
    True,
    False,
}

impl Expr {
    /// Returns whether the form of the expression admits at most one item.
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
