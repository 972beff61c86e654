//! Bound expressions: every name resolved, every type known, every implicit conversion written out.
//!
//! Invariants: the operands of an [`ExprKind::Chain`] have the types that their operators work on, both sides of a
//! [`Condition::Compare`] have one type; values and conditions are different things, as in T-SQL, so a condition never
//! needs the value "unknown": it holds or it does not hold. [`Condition::negated`] keeps three-valued logic right.

use sluice_functions::{Function, Signature};
use sluice_types::{CollationId, Comparison, DataType, Operator, UnaryOperator, Value};
use std::fmt;

/// A column of an operator's rows. Its number is its own within the statement: two uses of one table have different columns, and
/// an operator that passes rows on passes their columns on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ColumnId {
    /// Its number in the statement.
    pub number: u32,
    /// The collation of its texts, which an expression over it inherits; none of what comes from constants and variables.
    pub collation: Option<CollationId>,
}

/// A value to compute.
#[derive(Clone, Debug)]
pub struct Expr {
    /// How it is computed.
    pub kind: ExprKind,
    /// The type of its value.
    pub data_type: DataType,
    /// Whether it may be NULL.
    pub nullable: bool,
}

/// How an [`Expr`] is computed.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// Always the same.
    Constant(Value),
    /// A variable of the batch, by its slot.
    Variable(usize),
    /// One of the session's figures (`@@ROWCOUNT` and so on).
    Global(Global),
    /// A column of the rows that the expression is over, or of the rows outside a subquery.
    Column(ColumnId),
    /// Addition and so on: an operand, and what is done to it step by step.
    Chain(Box<Expr>, Vec<Step>),
    /// A sign and so on.
    Unary(UnaryOperator, Box<Expr>),
    /// The input, converted to the expression's type.
    Convert {
        /// What is converted.
        input: Box<Expr>,
        /// The style of CONVERT, if one is given.
        style: Option<i32>,
        /// Whether the value is NULL where the conversion fails (TRY_CAST).
        tolerant: bool,
    },
    /// A built-in function.
    Call(FunctionCall),
    /// The statement's user-defined function of that number, of these arguments.
    Invoke(usize, Vec<Expr>),
    /// The first branch whose condition holds, else the last expression (or NULL).
    Case(Vec<(Condition, Expr)>, Option<Box<Expr>>),
    /// The value of the statement's subquery of that number.
    Subquery(usize),
    /// The value that the statement's generator of that number has given for this row.
    NextValue(usize),
}

/// One operator of an [`ExprKind::Chain`], whose left operand is the value of all before it.
#[derive(Clone, Debug)]
pub struct Step {
    /// The operator.
    pub operator: Operator,
    /// The right operand.
    pub right: Expr,
    /// The type of the result.
    pub data_type: DataType,
}

/// The operands of a chain, in order.
pub fn operands<'e>(first: &'e Expr, steps: &'e [Step]) -> impl Iterator<Item = &'e Expr> {
    std::iter::once(first).chain(steps.iter().map(|step| &step.right))
}

/// A call of a built-in function; the arguments have the signature's types.
#[derive(Clone)]
pub struct FunctionCall {
    /// Which.
    pub function: &'static Function,
    /// The types that were chosen.
    pub signature: Signature,
    /// The arguments.
    pub arguments: Vec<Expr>,
}

impl fmt::Debug for FunctionCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:?}", self.function.name, self.arguments)
    }
}

/// A figure of the session that T-SQL writes with two at signs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Global {
    /// Rows affected by the last statement.
    RowCount,
    /// Number of the last statement's error, 0 for none.
    Error,
    /// Depth of BEGIN TRANSACTION.
    TranCount,
    /// How long locks are waited for, in milliseconds; -1 for as long as it takes.
    LockTimeout,
    /// The session's id.
    Spid,
    /// Product and version.
    Version,
    /// The server's name.
    ServerName,
    /// The identity value that the last INSERT gave; NULL if it gave none.
    Identity,
    /// The identity value that was given last in this scope; NULL if none was.
    ScopeIdentity,
    /// How deep modules and dynamic batches have called each other; 0 in the batch itself.
    NestLevel,
    /// The id of the module that runs; 0 in a batch.
    ProcedureId,
    /// How the last FETCH went: 0, or -1 beyond the rows.
    FetchStatus,
    /// How many rows the cursor has that was opened last; -1 where that may change.
    CursorRows,
    /// What SET has switched, a bit for each option.
    Options,
    /// 1 with a transaction that can be committed, -1 with one that can't, 0 without one.
    TransactionState,
}

/// Something that holds or does not.
#[derive(Clone, Debug)]
pub enum Condition {
    /// Comparison of two values of one type; does not hold where one is NULL.
    Compare(Comparison, Expr, Expr),
    /// All of them hold.
    And(Vec<Condition>),
    /// One of them holds.
    Or(Vec<Condition>),
    /// The value is NULL (or, where the flag is set, is not).
    IsNull(Expr, bool),
    /// The statement's subquery of that number has a row (or, where the flag is set, has none).
    Exists(usize, bool),
}

impl Expr {
    /// A constant of type `data_type`.
    pub fn constant(value: Value, data_type: DataType) -> Expr {
        let nullable = matches!(value, Value::Null);
        Expr { kind: ExprKind::Constant(value), data_type, nullable }
    }

    /// The column `id`.
    pub fn column(id: ColumnId, data_type: DataType, nullable: bool) -> Expr {
        Expr { kind: ExprKind::Column(id), data_type, nullable }
    }

    /// `self operator right`; a chain grows by a step. The operands have the operator's types.
    pub fn chained(self, step: Step) -> Expr {
        let nullable = self.nullable || step.right.nullable;
        let data_type = step.data_type;
        let kind = match self.kind {
            ExprKind::Chain(first, mut steps) => {
                steps.push(step);
                ExprKind::Chain(first, steps)
            }
            _ => ExprKind::Chain(Box::new(self), vec![step]),
        };
        Expr { kind, data_type, nullable }
    }

    /// The column that the expression is, if it is one as a whole.
    pub fn as_column(&self) -> Option<ColumnId> {
        match self.kind {
            ExprKind::Column(id) => Some(id),
            _ => None,
        }
    }
}

impl Expr {
    /// Whether a generator's value is in it.
    pub fn draws(&self) -> bool {
        let mut generators = Vec::new();
        self.generators(&mut generators);
        !generators.is_empty()
    }

    /// The numbers of the generators whose values are in it, each once, appended to `found`.
    pub fn generators(&self, found: &mut Vec<usize>) {
        match &self.kind {
            ExprKind::NextValue(number) if !found.contains(number) => found.push(*number),
            ExprKind::Chain(first, steps) => operands(first, steps).for_each(|operand| operand.generators(found)),
            ExprKind::Unary(_, operand) | ExprKind::Convert { input: operand, .. } => operand.generators(found),
            ExprKind::Call(call) => call.arguments.iter().for_each(|argument| argument.generators(found)),
            ExprKind::Invoke(_, arguments) => arguments.iter().for_each(|argument| argument.generators(found)),
            // What is not always evaluated draws nothing: the binder refuses it there.
            ExprKind::Case(..)
            | ExprKind::NextValue(_)
            | ExprKind::Constant(_)
            | ExprKind::Variable(_)
            | ExprKind::Global(_)
            | ExprKind::Column(_)
            | ExprKind::Subquery(_) => {}
        }
    }
}

impl Condition {
    /// The parts that all have to hold, appended to `parts`.
    pub fn split_into(self, parts: &mut Vec<Condition>) {
        match self {
            Condition::And(all) => all.into_iter().for_each(|part| part.split_into(parts)),
            other => parts.push(other),
        }
    }

    /// What holds where all of these do; none where there are none.
    pub fn all_of(mut parts: Vec<Condition>) -> Option<Condition> {
        match parts.len() {
            0 => None,
            1 => parts.pop(),
            _ => Some(Condition::And(parts)),
        }
    }

    /// The condition that holds where this one is false; where this one is unknown, neither holds.
    pub fn negated(self) -> Condition {
        match self {
            Condition::Compare(op, left, right) => Condition::Compare(op.negated(), left, right),
            Condition::And(all) => Condition::Or(all.into_iter().map(Condition::negated).collect()),
            Condition::Or(any) => Condition::And(any.into_iter().map(Condition::negated).collect()),
            Condition::IsNull(expr, not) => Condition::IsNull(expr, !not),
            Condition::Exists(subquery, not) => Condition::Exists(subquery, !not),
        }
    }
}

/// The comparison with its sides exchanged.
pub(crate) fn mirrored(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Less => Comparison::Greater,
        Comparison::LessOrEqual => Comparison::GreaterOrEqual,
        Comparison::Greater => Comparison::Less,
        Comparison::GreaterOrEqual => Comparison::LessOrEqual,
        same @ (Comparison::Equal | Comparison::NotEqual) => same,
    }
}
