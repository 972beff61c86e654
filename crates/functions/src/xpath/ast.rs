//! The syntax tree of XQuery expressions.

use sluice_types::Comparison;
use sluice_types::xml::Node;

/// A parsed XQuery expression. External values and variables are only references;
/// [`super::evaluate`] has their values.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Expr {
    /// The items of all parts, in order.
    Sequence(Vec<Expr>),
    /// True if an operand is true.
    Or(Vec<Expr>),
    /// True if all operands are true.
    And(Vec<Expr>),
    /// True if the comparison holds for some value of each side.
    Compare(Comparison, Box<Expr>, Box<Expr>),
    /// A first operand, and operators with their right operands.
    Arithmetic(Box<Expr>, Vec<(Arithmetic, Expr)>),
    Negative(Box<Expr>),
    Number(f64),
    Text(String),
    /// `$name`.
    Variable(String),
    /// `sql:variable` or `sql:column`: the value with this number among them.
    External(usize),
    Call(Function, Vec<Expr>),
    /// `if (test) then a else b`.
    If(Box<[Expr; 3]>),
    Flwor(Box<Flwor>),
    /// `some` (true) or `every` (false) variable in items satisfies a condition.
    Quantified(bool, Vec<(String, Expr)>, Box<Expr>),
    Element(Box<Constructed>),
    /// `attribute name {value}`.
    MakeAttribute(String, Box<Expr>),
    /// `text {value}`.
    MakeText(Box<Expr>),
    /// A written comment, processing instruction or CDATA section.
    Constant(Node),
    /// `a | b`: the nodes of all parts, once each, in document order.
    Union(Vec<Expr>),
    /// Compares the places of two nodes.
    Places(PlaceComparison, Box<Expr>, Box<Expr>),
    /// A starting point and steps from it.
    Path(Start, Vec<Step>),
}

/// A comparison of nodes by identity or document order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PlaceComparison {
    /// `is`: the same node.
    Same,
    /// `<<`: the left node precedes the right one.
    Before,
    /// `>>`: the left node follows the right one.
    After,
}

/// The operators of arithmetic: `+`, `-`, `*`, `div` and `mod`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
}

/// `for ... let ... where ... order by ... return ...`. There is at least one clause; an order key
/// is evaluated for every combination of the variables.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Flwor {
    pub(crate) clauses: Vec<Clause>,
    pub(crate) condition: Option<Expr>,
    /// Each key, and whether its order is descending.
    pub(crate) order: Vec<(Expr, bool)>,
    pub(crate) result: Expr,
}

/// A clause that binds a variable, in the order in which they are written.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Clause {
    /// A variable for each item.
    For(String, Expr),
    /// A variable for all items.
    Let(String, Expr),
}

/// `<name attribute="...">content</name>`.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Constructed {
    /// The name with its prefix.
    pub(crate) name: String,
    /// The attributes with their parts.
    pub(crate) attributes: Vec<(String, Vec<Part>)>,
    pub(crate) content: Vec<Part>,
    /// Declarations that the element needs: attribute name and namespace.
    pub(crate) declared: Vec<(String, String)>,
}

/// A part of a constructor's content or attribute: text, or an expression in braces.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Part {
    Text(String),
    Expr(Expr),
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
    /// `self::name`
    ItselfNamed(NameTest),
    /// `..`
    Parent,
    /// `parent::name`
    ParentNamed(NameTest),
    /// Child elements.
    Element(NameTest),
    /// `@name`
    Attribute(NameTest),
    /// `text()`
    Text,
    /// `comment()`
    Comment,
    /// `processing-instruction()`
    Instruction,
    /// `node()`
    Node,
}

impl Test {
    /// Whether the test takes the item itself or its parent, rather than something in the item.
    pub(crate) fn is_around(&self) -> bool {
        matches!(self, Test::Itself | Test::ItselfNamed(_)) || self.is_parent()
    }

    /// Whether the test takes the item's parent.
    pub(crate) fn is_parent(&self) -> bool {
        matches!(self, Test::Parent | Test::ParentNamed(_))
    }
}

/// A test of a name; `None` admits any.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NameTest {
    /// The namespace; empty for names without one.
    pub(crate) namespace: Option<String>,
    pub(crate) local: Option<String>,
}

/// The supported functions of XQuery. A function without an argument takes the context item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Function {
    /// The number of items.
    Count,
    /// The text of an item.
    String,
    /// The values of items.
    Data,
    /// The values of items, and a binary value of the statement in hexadecimal digits.
    HexBinary,
    /// An item as a number.
    Number,
    /// An item as a truth.
    Boolean,
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
    /// A part of a text, by position and length.
    Substring,
    /// The number of characters.
    StringLength,
    LowerCase,
    UpperCase,
    /// The name without its prefix.
    LocalName,
    NamespaceUri,
    DistinctValues,
    Sum,
    Min,
    Max,
    Avg,
    Ceiling,
    Floor,
    Round,
    True,
    False,
}

impl Expr {
    /// Returns whether the expression converts to `xs:hexBinary`.
    pub(crate) fn is_hexadecimal(&self) -> bool {
        matches!(self, Expr::Call(Function::HexBinary, _))
    }

    /// Returns whether the form of the expression admits at most one item. Decides by form alone,
    /// without a schema: every step of a path and every `for` must be single.
    pub(crate) fn is_single(&self) -> bool {
        match self {
            Expr::Path(start, steps) => {
                let starts_single = match start {
                    Start::Here | Start::Root => true,
                    Start::Items(items, conditions) => items.is_single() || conditions.iter().any(is_position),
                };
                starts_single && steps.iter().all(Step::is_single)
            }
            Expr::Call(Function::Data | Function::HexBinary, arguments) => arguments.iter().all(Expr::is_single),
            Expr::Call(Function::DistinctValues, _) | Expr::Union(_) => false,
            Expr::Flwor(flwor) => {
                let is_once = |clause: &Clause| match clause {
                    Clause::For(_, items) => items.is_single(),
                    Clause::Let(..) => true,
                };
                flwor.clauses.iter().all(is_once) && flwor.result.is_single()
            }
            Expr::Sequence(parts) => parts.len() < 2 && parts.iter().all(Expr::is_single),
            Expr::If(parts) => parts[1].is_single() && parts[2].is_single(),
            _ => true,
        }
    }
}

impl Expr {
    /// Returns whether the form of the expression shows that attributes are among its items.
    pub(crate) fn yields_attribute(&self) -> bool {
        match self {
            Expr::MakeAttribute(..) => true,
            Expr::Path(start, steps) => match (steps.last(), start) {
                (Some(step), _) => matches!(step.test, Test::Attribute(_)),
                (None, Start::Items(items, _)) => items.yields_attribute(),
                (None, Start::Here | Start::Root) => false,
            },
            Expr::Sequence(parts) | Expr::Union(parts) => parts.iter().any(Expr::yields_attribute),
            Expr::If(parts) => parts[1].yields_attribute() || parts[2].yields_attribute(),
            Expr::Flwor(flwor) => flwor.result.yields_attribute(),
            _ => false,
        }
    }

    /// Returns whether the form of the expression shows that its items are values, not nodes.
    pub(crate) fn yields_value(&self) -> bool {
        match self {
            Expr::Or(_) | Expr::And(_) | Expr::Compare(..) | Expr::Arithmetic(..) | Expr::Negative(_) => true,
            Expr::Number(_) | Expr::Text(_) | Expr::Call(..) | Expr::Quantified(..) | Expr::Places(..) => true,
            Expr::Path(Start::Items(items, _), steps) => steps.is_empty() && items.yields_value(),
            Expr::Sequence(parts) => parts.iter().any(Expr::yields_value),
            _ => false,
        }
    }
}

impl Step {
    fn is_single(&self) -> bool {
        let by_position = self.conditions.iter().any(is_position);
        let is_one = self.test.is_around() || matches!(&self.test, Test::Attribute(NameTest { local: Some(_), .. }));
        !self.descends && (by_position || is_one)
    }
}

fn is_position(condition: &Expr) -> bool {
    matches!(condition, Expr::Number(_) | Expr::Call(Function::Last, _))
}
