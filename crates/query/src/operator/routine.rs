//! The compiled parts of a statement: queries, subqueries and user-defined functions.

use super::Operator;
use crate::code::{Code, Piece, Reg};
use sluice_base::sync::Arc;
use sluice_catalog::Module;
use sluice_plan::LentTable;
use sluice_table::database::Database;
use sluice_types::Value;

/// The compiled parts of a statement other than its operators.
#[derive(Clone, Copy)]
pub struct Routine<'r> {
    /// Code of the expressions.
    pub code: &'r Code,
    /// Subqueries of the expressions.
    pub subplans: &'r [Subplan],
    /// User-defined functions that the statement calls.
    pub functions: &'r Functions,
}

/// Owned form of a [`Routine`].
#[derive(Default)]
pub struct RoutineParts {
    /// Code of the expressions.
    pub code: Code,
    /// Subqueries of the expressions.
    pub subplans: Vec<Subplan>,
    /// User-defined functions that the statement calls.
    pub functions: Functions,
}

impl RoutineParts {
    /// Returns the parts as a run uses them.
    #[inline]
    pub fn routine(&self) -> Routine<'_> {
        Routine { code: &self.code, subplans: &self.subplans, functions: &self.functions }
    }
}

/// A compiled query.
pub struct Plan {
    /// Operator that returns the rows.
    pub(super) operator: Box<dyn Operator>,
    /// Expressions of each row's values.
    pub(super) values: Vec<Piece>,
    /// Source whose columns the values are, from the first on and in order.
    pub(super) row_of: Option<usize>,
    /// Whether any value may be long.
    pub(super) may_be_long: bool,
}

/// A compiled subquery.
pub struct Subplan {
    /// Query of one value, or of none for EXISTS.
    pub(super) plan: Plan,
    /// Whether the value is a bit: whether there is a row (EXISTS).
    pub(super) exists: bool,
    /// Whether the subquery depends on the outer row.
    pub(super) is_correlated: bool,
}

/// The functions of a statement, including those called by other functions.
#[derive(Default)]
pub struct Functions(pub Vec<FunctionBody>);

/// A compiled function.
#[derive(Default)]
pub struct FunctionBody {
    /// Whether the result is NULL if an argument is (RETURNS NULL ON NULL INPUT).
    pub null_makes_null: bool,
    /// Initial values of the registers; the first registers are the parameters.
    pub registers: Vec<Value>,
    /// Greatest number of row sources in a step.
    pub sources: usize,
    /// Greatest depth of operators in a step.
    pub levels: usize,
    /// Steps of the body.
    pub steps: Vec<FunctionStep>,
}

/// A step of a function.
pub enum FunctionStep {
    /// Continues with this step.
    Jump(usize),
    /// Computes something.
    Compute(Box<Computation>),
    /// Returns the value that the interpreter computes: the function has statements that need a
    /// session state of their own, such as changes of table variables. The tables are lent to its
    /// table-valued parameters.
    Interpret(Arc<Database>, Arc<Module>, Vec<LentTable>),
}

/// A step that computes something.
pub struct Computation {
    /// Code of the expressions.
    pub code: Code,
    /// Subqueries of the expressions.
    pub subplans: Vec<Subplan>,
    /// Use of the computed values.
    pub purpose: Purpose,
}

/// Use of the values that a step computes.
pub enum Purpose {
    /// Sets a variable.
    Set(Piece, Reg),
    /// Assigns each row of a query to variables, one row after the other.
    Assign(Plan, Vec<Reg>),
    /// Tests a condition. Continues with this step if the condition isn't true.
    Test(Piece, usize),
    /// Returns the value of the function.
    Return(Piece),
}
