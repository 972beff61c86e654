//! Expressions and conditions.

use super::literal::Literal;
use super::name::{ColumnName, CursorName, Name, ObjectName, TypeName};
use super::operator::BinaryOperator;
use super::query::{OrderItem, Query};
use crate::span::Span;

/// A scalar expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expr {
    /// The kind and its operands.
    pub kind: ExprKind,
    /// The source range, without enclosing parentheses.
    pub span: Span,
}

/// The kinds of scalar expressions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExprKind {
    /// A constant.
    Literal(Literal),
    /// `@x`.
    Variable(Name),
    /// `@@x`.
    GlobalVariable(Name),
    /// A column, or a bare word that a function takes (`second` in `DATEDIFF(second, a, b)`).
    Column(Box<ColumnName>),
    /// A sign or `~`.
    Unary {
        /// The operator.
        operator: UnaryOperator,
        /// The operand.
        operand: Box<Expr>,
    },
    /// Arithmetic, bitwise operators and concatenation: operands joined by operators of one
    /// precedence, evaluated from left to right. [`Expr::chained`] builds the node.
    Chain {
        /// The first operand.
        first: Box<Expr>,
        /// Each further operand after its operator; never empty.
        rest: Vec<(BinaryOperator, Expr)>,
    },
    /// A function or aggregate.
    Call(Box<Call>),
    /// `target.method(arguments)`, on XML and CLR values.
    Method {
        /// The value.
        target: Box<Expr>,
        /// The method.
        method: Name,
        /// Its arguments.
        arguments: Vec<Expr>,
    },
    /// A function written without parentheses.
    Niladic(Niladic),
    /// `CAST(operand AS target)`, `TRY_CAST`.
    Cast {
        /// The value.
        operand: Box<Expr>,
        /// The target type.
        target: Box<TypeName>,
        /// Returns NULL instead of an error (`TRY_`).
        tolerant: bool,
    },
    /// `CONVERT(target, operand [, style])`, `TRY_CONVERT`.
    Convert {
        /// The target type.
        target: Box<TypeName>,
        /// The value.
        operand: Box<Expr>,
        /// Style number.
        style: Option<Box<Expr>>,
        /// Returns NULL instead of an error (`TRY_`).
        tolerant: bool,
    },
    /// `CASE operand WHEN value THEN result ... END`.
    SimpleCase {
        /// The compared value.
        operand: Box<Expr>,
        /// Value and result; never empty.
        branches: Vec<(Expr, Expr)>,
        /// `ELSE`.
        otherwise: Option<Box<Expr>>,
    },
    /// `CASE WHEN condition THEN result ... END`.
    SearchedCase {
        /// Condition and result; never empty.
        branches: Vec<(Condition, Expr)>,
        /// `ELSE`.
        otherwise: Option<Box<Expr>>,
    },
    /// `IIF(condition, then, otherwise)`.
    Iif {
        /// The condition.
        condition: Box<Condition>,
        /// Value if true.
        then: Box<Expr>,
        /// Value if false or unknown.
        otherwise: Box<Expr>,
    },
    /// A scalar subquery.
    Subquery(Box<Query>),
    /// `operand COLLATE collation`.
    Collate {
        /// The string.
        operand: Box<Expr>,
        /// The collation's name.
        collation: Name,
    },
    /// `operand AT TIME ZONE zone`.
    AtTimeZone {
        /// The time.
        operand: Box<Expr>,
        /// The zone's name.
        zone: Box<Expr>,
    },
    /// `PARSE(operand AS target [USING culture])`, `TRY_PARSE`.
    Parse {
        /// The text.
        operand: Box<Expr>,
        /// The target type.
        target: Box<TypeName>,
        /// The culture.
        culture: Option<Box<Expr>>,
        /// Returns NULL instead of an error (`TRY_`).
        tolerant: bool,
    },
    /// `TRIM([LEADING | TRAILING | BOTH] characters FROM operand)`. TRIM without `FROM` is a
    /// `Call`.
    Trim {
        /// The end; `None` if omitted.
        side: Option<TrimSide>,
        /// The characters to remove.
        characters: Box<Expr>,
        /// The text.
        operand: Box<Expr>,
    },
    /// `$action`, `$identity`, `$rowguid`, possibly qualified; the name has its `$`.
    PseudoColumn(Box<ColumnName>),
    /// `NEXT VALUE FOR sequence [OVER (...)]`.
    NextValue {
        /// The sequence.
        sequence: Box<ObjectName>,
        /// `OVER`: the order in which values are assigned.
        over: Option<Box<Over>>,
    },
    /// `DEFAULT`, valid only in VALUES, UPDATE assignments and procedure arguments.
    Default,
}

/// A call of a function: `name([DISTINCT] arguments | *) [IGNORE NULLS] [WITHIN GROUP (ORDER BY
/// ...)] [OVER (...)]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The function. Keywords such as `LEFT` and `COALESCE` are one-part names.
    pub name: ObjectName,
    /// `DISTINCT` before the arguments.
    pub distinct: bool,
    /// `*` instead of arguments, as in `COUNT(*)`.
    pub star: bool,
    /// The arguments.
    pub arguments: Vec<Expr>,
    /// `IGNORE NULLS` or `RESPECT NULLS`, if said; of JSON_OBJECT and JSON_ARRAY, whose arguments
    /// are names and values by turns or values, `ABSENT ON NULL` or `NULL ON NULL`.
    pub ignores_nulls: Option<bool>,
    /// `WITHIN GROUP (ORDER BY ...)`.
    pub within_group: Vec<OrderItem>,
    /// The window.
    pub over: Option<Over>,
    /// `RETURNING type` of JSON_VALUE.
    pub returning: Option<Box<TypeName>>,
}

/// `OVER ([window] [PARTITION BY ...] [ORDER BY ...] [ROWS | RANGE ...])`, or `OVER window`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Over {
    /// The window of the WINDOW clause that this window refines or equals.
    pub base: Option<Name>,
    /// `PARTITION BY`.
    pub partition_by: Vec<Expr>,
    /// `ORDER BY`.
    pub order_by: Vec<OrderItem>,
    /// The frame.
    pub frame: Option<Frame>,
    /// The whole clause.
    pub span: Span,
}

/// `ROWS | RANGE start`, or `ROWS | RANGE BETWEEN start AND end`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// `ROWS` (else `RANGE`).
    pub rows: bool,
    /// First row.
    pub start: FrameBound,
    /// Last row.
    pub end: Option<FrameBound>,
}

/// A bound of a window's frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FrameBound {
    /// `UNBOUNDED PRECEDING`.
    UnboundedPreceding,
    /// `n PRECEDING`.
    Preceding(i64),
    /// `CURRENT ROW`.
    CurrentRow,
    /// `n FOLLOWING`.
    Following(i64),
    /// `UNBOUNDED FOLLOWING`.
    UnboundedFollowing,
}

/// The ends of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrimSide {
    /// `LEADING`.
    Leading,
    /// `TRAILING`.
    Trailing,
    /// `BOTH`.
    Both,
}

/// Operators with one operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnaryOperator {
    /// `+`.
    Plus,
    /// `-`; it binds weaker than `*`, as in SQL Server: `-1 * 2` is `-(1 * 2)`.
    Minus,
    /// `~`.
    BitNot,
}

/// A function with the argument grammar of JSON_OBJECT or JSON_ARRAY.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JsonForm {
    /// Whether the arguments are `name : value`.
    pub is_object: bool,
    /// Whether the function aggregates rows: one member or element, which takes ORDER BY.
    pub is_aggregate: bool,
}

/// Functions written without parentheses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Niladic {
    /// `CURRENT_DATE`.
    CurrentDate,
    /// `CURRENT_TIMESTAMP`.
    CurrentTimestamp,
    /// `CURRENT_USER`.
    CurrentUser,
    /// `SESSION_USER`.
    SessionUser,
    /// `SYSTEM_USER`.
    SystemUser,
    /// `USER`.
    User,
}

impl Expr {
    /// Creates an expression.
    pub fn new(kind: ExprKind, span: Span) -> Expr {
        Expr { kind, span }
    }

    /// Builds `self operator right`. A chain of the operator's precedence grows by one operand. `*
    /// / %` are one precedence, all others another; a chain of the other precedence becomes the
    /// first operand.
    pub fn chained(mut self, operator: BinaryOperator, right: Expr) -> Expr {
        let span = self.span.to(right.span);
        let is_same = self.chain_operator().is_some_and(|own| own.is_multiplicative() == operator.is_multiplicative());
        match &mut self.kind {
            ExprKind::Chain { rest, .. } if is_same => {
                rest.push((operator, right));
                self.span = span;
                self
            }
            _ => Expr::new(ExprKind::Chain { first: Box::new(self), rest: vec![(operator, right)] }, span),
        }
    }

    /// Returns the first operator of a chain. All operators of a chain have its precedence. `None`
    /// for any other expression.
    pub fn chain_operator(&self) -> Option<BinaryOperator> {
        match &self.kind {
            ExprKind::Chain { rest, .. } => rest.first().map(|(operator, _)| *operator),
            _ => None,
        }
    }
}

impl JsonForm {
    /// Returns the form of the function `name`. `None` for another name. Compared without case.
    pub fn named(name: &str) -> Option<JsonForm> {
        let forms = [
            ("JSON_OBJECT", JsonForm { is_object: true, is_aggregate: false }),
            ("JSON_ARRAY", JsonForm { is_object: false, is_aggregate: false }),
            ("JSON_OBJECTAGG", JsonForm { is_object: true, is_aggregate: true }),
            ("JSON_ARRAYAGG", JsonForm { is_object: false, is_aggregate: true }),
        ];
        forms.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, form)| form)
    }

    /// Whether the function takes ORDER BY after its argument.
    pub fn is_ordered(self) -> bool {
        self.is_aggregate && !self.is_object
    }
}

impl Call {
    /// Creates a call without arguments.
    pub fn plain(name: ObjectName) -> Call {
        Call {
            name,
            distinct: false,
            star: false,
            arguments: Vec::new(),
            ignores_nulls: None,
            within_group: Vec::new(),
            over: None,
            returning: None,
        }
    }
}

impl TrimSide {
    /// Returns the T-SQL keywords.
    pub fn word(self) -> &'static str {
        match self {
            TrimSide::Leading => "LEADING",
            TrimSide::Trailing => "TRAILING",
            TrimSide::Both => "BOTH",
        }
    }
}

impl UnaryOperator {
    /// Returns the operator's text.
    pub fn symbol(self) -> &'static str {
        match self {
            UnaryOperator::Plus => "+",
            UnaryOperator::Minus => "-",
            UnaryOperator::BitNot => "~",
        }
    }
}

impl Niladic {
    /// Returns the T-SQL keywords.
    pub fn word(self) -> &'static str {
        match self {
            Niladic::CurrentDate => "CURRENT_DATE",
            Niladic::CurrentTimestamp => "CURRENT_TIMESTAMP",
            Niladic::CurrentUser => "CURRENT_USER",
            Niladic::SessionUser => "SESSION_USER",
            Niladic::SystemUser => "SYSTEM_USER",
            Niladic::User => "USER",
        }
    }
}

/// A condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// The kind and its operands.
    pub kind: ConditionKind,
    /// The source range, without enclosing parentheses.
    pub span: Span,
}

/// The kinds of conditions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConditionKind {
    /// `left operator right`.
    Comparison {
        /// The operator.
        operator: ComparisonOperator,
        /// Left operand.
        left: Expr,
        /// Right operand.
        right: Expr,
    },
    /// `left operator ALL | ANY (query)`.
    Quantified {
        /// The operator.
        operator: ComparisonOperator,
        /// Left operand.
        left: Expr,
        /// `ALL` (else `ANY`, also written `SOME`).
        all: bool,
        /// A query of one column.
        query: Box<Query>,
    },
    /// Every operand.
    And(Vec<Condition>),
    /// Any operand.
    Or(Vec<Condition>),
    /// `NOT`.
    Not(Box<Condition>),
    /// `operand IS [NOT] NULL`.
    IsNull {
        /// The value.
        operand: Expr,
        /// `NOT`.
        negated: bool,
    },
    /// `left IS [NOT] DISTINCT FROM right`.
    IsDistinct {
        /// Left operand.
        left: Expr,
        /// Right operand.
        right: Expr,
        /// `NOT`.
        negated: bool,
    },
    /// `operand [NOT] IN (list)`.
    InList {
        /// The value.
        operand: Expr,
        /// Never empty.
        list: Vec<Expr>,
        /// `NOT`.
        negated: bool,
    },
    /// `operand [NOT] IN (query)`.
    InQuery {
        /// The value.
        operand: Expr,
        /// A query of one column.
        query: Box<Query>,
        /// `NOT`.
        negated: bool,
    },
    /// `operand [NOT] BETWEEN low AND high`.
    Between {
        /// The value.
        operand: Expr,
        /// Inclusive.
        low: Expr,
        /// Inclusive.
        high: Expr,
        /// `NOT`.
        negated: bool,
    },
    /// `operand [NOT] LIKE pattern [ESCAPE escape]`.
    Like {
        /// The value.
        operand: Expr,
        /// The pattern.
        pattern: Expr,
        /// The escape character.
        escape: Option<Expr>,
        /// `NOT`.
        negated: bool,
    },
    /// `REGEXP_LIKE(operand, pattern [, flags])`.
    RegexpLike {
        /// The text.
        operand: Expr,
        /// The regular expression.
        pattern: Expr,
        /// Letters that change the matching.
        flags: Option<Expr>,
    },
    /// `EXISTS (query)`.
    Exists(Box<Query>),
    /// `UPDATE(column)` in a trigger: whether the triggering statement sets the column.
    Updated(Name),
    /// `WHERE CURRENT OF cursor`: the cursor's current row. Never part of a larger condition.
    CurrentOf(CursorName),
}

/// Comparisons.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ComparisonOperator {
    /// `=`.
    Equal,
    /// `<>`, `!=`.
    NotEqual,
    /// `<`.
    Less,
    /// `<=`, `!>`.
    LessOrEqual,
    /// `>`.
    Greater,
    /// `>=`, `!<`.
    GreaterOrEqual,
}

impl Condition {
    /// Creates a condition.
    pub fn new(kind: ConditionKind, span: Span) -> Condition {
        Condition { kind, span }
    }
}

impl ComparisonOperator {
    /// Returns the operator's text, such as `<=`.
    pub fn symbol(self) -> &'static str {
        match self {
            ComparisonOperator::Equal => "=",
            ComparisonOperator::NotEqual => "<>",
            ComparisonOperator::Less => "<",
            ComparisonOperator::LessOrEqual => "<=",
            ComparisonOperator::Greater => ">",
            ComparisonOperator::GreaterOrEqual => ">=",
        }
    }
}
