//! Bound expressions: every name is resolved, every type known, every implicit conversion explicit.
//!
//! Invariants: the operands of an [`ExprKind::Chain`] have the types that their operators need, and
//! both sides of a [`Condition::Compare`] have one type. Values and conditions are separate, as in
//! T-SQL. A condition holds or doesn't hold; [`Condition::negated`] preserves three-valued logic,
//! so no "unknown" value is needed.

use sluice_functions::{Function, Signature};
use sluice_types::precedence::decimal_of;
use sluice_types::{CollationId, Comparison, DataType, Operator, UnaryOperator, Value};
use std::fmt;

/// A column of an operator's rows. The number is unique within the statement: two uses of one table
/// have different columns. An operator that passes rows on keeps their column ids.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ColumnId {
    /// The number within the statement.
    pub number: u32,
    /// The collation of the column's strings, which expressions inherit. `None` for values of
    /// constants and variables.
    pub collation: Option<CollationId>,
}

/// A scalar expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// How it is computed.
    pub kind: ExprKind,
    /// The type of the value.
    pub data_type: DataType,
    /// Whether the value can be NULL.
    pub nullable: bool,
}

/// How an [`Expr`] is computed.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A constant.
    Constant(Value),
    /// A variable of the batch, by slot.
    Variable(usize),
    /// A global of the session, such as `@@ROWCOUNT`.
    Global(Global),
    /// A column of the input rows, or of the rows outside a subquery.
    Column(ColumnId),
    /// Binary operators: a first operand, and steps applied from left to right.
    Chain(Box<Expr>, Vec<Step>),
    /// A unary operator.
    Unary(UnaryOperator, Box<Expr>),
    /// The input, converted to the expression's type.
    Convert {
        /// The input.
        input: Box<Expr>,
        /// The style argument of CONVERT.
        style: Option<i32>,
        /// Whether a failed conversion yields NULL (TRY_CAST).
        tolerant: bool,
    },
    /// A built-in function.
    Call(FunctionCall),
    /// A call of the statement's user function with this index.
    Invoke(usize, Vec<Expr>),
    /// The first branch whose condition holds, otherwise the last expression or NULL.
    Case(Vec<(Condition, Expr)>, Option<Box<Expr>>),
    /// The value of the statement's subquery with this index.
    Subquery(usize),
    /// The value drawn for this row from the statement's generator with this index.
    NextValue(usize),
}

/// One operator of an [`ExprKind::Chain`]. The left operand is the value of all preceding steps.
#[derive(Clone, Debug)]
pub struct Step {
    /// The operator.
    pub operator: Operator,
    /// The right operand.
    pub right: Expr,
    /// The type of the result.
    pub data_type: DataType,
}

/// Returns the operands of a chain, in order.
pub fn operands<'e>(first: &'e Expr, steps: &'e [Step]) -> impl Iterator<Item = &'e Expr> {
    std::iter::once(first).chain(steps.iter().map(|step| &step.right))
}

/// A call of a built-in function. The arguments have the signature's types.
#[derive(Clone)]
pub struct FunctionCall {
    /// The function.
    pub function: &'static Function,
    /// The chosen signature.
    pub signature: Signature,
    /// The arguments.
    pub arguments: Vec<Expr>,
}

impl fmt::Debug for FunctionCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:?}", self.function.name, self.arguments)
    }
}

/// A session global, written in T-SQL with `@@` or as a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Global {
    /// Rows affected by the last statement.
    RowCount,
    /// Number of the last statement's error, 0 for none.
    Error,
    /// Depth of BEGIN TRANSACTION.
    TranCount,
    /// The lock timeout in milliseconds; -1 waits forever.
    LockTimeout,
    /// The session's id.
    Spid,
    /// Product and version.
    Version,
    /// The server's name.
    ServerName,
    /// The last identity value of the last INSERT, or NULL.
    Identity,
    /// The last identity value of this scope, or NULL.
    ScopeIdentity,
    /// The nesting level of modules and dynamic batches; 0 in the batch itself.
    NestLevel,
    /// The id of the running module; 0 in a batch.
    ProcedureId,
    /// The status of the last FETCH: 0, or -1 beyond the rows.
    FetchStatus,
    /// The row count of the last opened cursor; -1 if it can change.
    CursorRows,
    /// The SET options, one bit per option.
    Options,
    /// XACT_STATE(): 1 for a committable transaction, -1 for an uncommittable one, 0 without a
    /// transaction.
    TransactionState,
}

/// A condition.
#[derive(Clone, Debug)]
pub enum Condition {
    /// Comparison of two values of one type. Doesn't hold if either is NULL.
    Compare(Comparison, Expr, Expr),
    /// Holds if all operands hold.
    And(Vec<Condition>),
    /// Holds if any operand holds.
    Or(Vec<Condition>),
    /// IS NULL, or IS NOT NULL if the flag is true.
    IsNull(Expr, bool),
    /// EXISTS of the statement's subquery with this index, or NOT EXISTS if the flag is true.
    Exists(usize, bool),
}

impl Expr {
    /// Creates a constant.
    pub fn constant(value: Value, data_type: DataType) -> Expr {
        let nullable = matches!(value, Value::Null);
        Expr { kind: ExprKind::Constant(value), data_type, nullable }
    }

    /// Creates a reference to the column `id`.
    pub fn column(id: ColumnId, data_type: DataType, nullable: bool) -> Expr {
        Expr { kind: ExprKind::Column(id), data_type, nullable }
    }

    /// Builds `self operator right`. A chain grows by one step. The operands must have the
    /// operator's types. The result has the step's type. It is nullable if either operand is, and
    /// for the arithmetic of exact numbers, which can overflow.
    pub fn chained(self, step: Step) -> Expr {
        let is_exact = decimal_of(step.data_type).is_some() && !step.operator.is_bitwise();
        let nullable = is_exact || self.nullable || step.right.nullable;
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

    /// Returns the column if the whole expression is a column.
    pub fn as_column(&self) -> Option<ColumnId> {
        match self.kind {
            ExprKind::Column(id) => Some(id),
            _ => None,
        }
    }
}

impl Expr {
    /// Whether the expression draws a generator's value.
    pub fn draws(&self) -> bool {
        let mut generators = Vec::new();
        self.generators(&mut generators);
        !generators.is_empty()
    }

    /// Appends the indexes of the generators that the expression draws from to `found`, without
    /// duplicates. Only places where a value may be drawn are searched.
    pub fn generators(&self, found: &mut Vec<usize>) {
        match &self.kind {
            ExprKind::NextValue(number) if !found.contains(number) => found.push(*number),
            ExprKind::Chain(first, steps) => operands(first, steps).for_each(|operand| operand.generators(found)),
            ExprKind::Unary(_, operand) | ExprKind::Convert { input: operand, .. } => operand.generators(found),
            ExprKind::Call(call) => call.arguments.iter().for_each(|argument| argument.generators(found)),
            ExprKind::Invoke(_, arguments) => arguments.iter().for_each(|argument| argument.generators(found)),
            // Expressions that aren't always evaluated can't draw values: the binder refuses them.
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
    /// Splits a conjunction and appends its parts to `parts`.
    pub fn split_into(self, parts: &mut Vec<Condition>) {
        match self {
            Condition::And(all) => all.into_iter().for_each(|part| part.split_into(parts)),
            other => parts.push(other),
        }
    }

    /// Returns the parts of a conjunction. The binder makes flat conjunctions.
    pub fn conjuncts(&self) -> &[Condition] {
        match self {
            Condition::And(parts) => parts,
            other => std::slice::from_ref(other),
        }
    }

    /// Returns the conjunction of `parts`, or `None` if `parts` is empty.
    pub fn all_of(mut parts: Vec<Condition>) -> Option<Condition> {
        match parts.len() {
            0 => None,
            1 => parts.pop(),
            _ => Some(Condition::And(parts)),
        }
    }

    /// Returns the condition that holds where this condition is false. If this condition is
    /// unknown, neither holds. The result has no negation of its own: it is pushed to the
    /// comparisons.
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
