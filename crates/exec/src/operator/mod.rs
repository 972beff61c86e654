//! The operators of a query, one a file.
//!
//! Rows are pushed: an operator runs its input and hands each row to its output, which lends it only for the call, so that a
//! heap's row is read in place. An output that has enough says [`Flow::Stop`].

mod accumulator;
mod aggregate;
mod compile;
mod filter;
mod one_row;
mod project;
mod scan;
mod sort;
mod spool;
mod top;
mod values;
mod view;
mod workspace;

pub use compile::{Planner, compile};
pub use spool::Spool;
pub use top::top_count;
pub use workspace::Workspace;

use crate::code::{CallContext, Code, Exit, Frame, Piece, Reg, Row, run};
use crate::state::Sight;
use sluice_types::{SqlError, Value};

/// Whether more rows are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// Yes.
    Continue,
    /// No; an operator whose output says so ends.
    Stop,
}

/// Takes the rows of an operator.
pub type Output<'o> = dyn FnMut(&mut Run<'_>, Row<'_>) -> Result<Flow, SqlError> + 'o;

/// An operator of a compiled plan. It keeps nothing between two runs.
pub trait Operator: Send {
    /// Hands its rows to `output`.
    fn run(&self, run: &mut Run<'_>, output: &mut Output<'_>) -> Result<(), SqlError>;
}

/// What operators work with while a statement runs.
pub struct Run<'r> {
    /// The statement's code.
    pub code: &'r Code,
    /// The batch's registers.
    pub frame: &'r mut Frame,
    /// What functions see.
    pub context: &'r CallContext<'r>,
    /// What it sees.
    pub sight: Sight<'r>,
    /// Whether an aggregate has passed over a NULL (message 8153).
    pub nulls_passed_over: bool,
}

impl<'r> Run<'r> {
    /// The run of a statement.
    pub fn new(code: &'r Code, frame: &'r mut Frame, context: &'r CallContext<'r>, sight: Sight<'r>) -> Run<'r> {
        Run { code, frame, context, sight, nulls_passed_over: false }
    }
}

impl Run<'_> {
    /// Computes an expression over `row`; its value is then in the piece's register.
    #[inline]
    pub fn evaluate(&mut self, piece: Piece, row: Row<'_>) -> Result<(), SqlError> {
        run(self.code, piece.start, self.frame, row, self.context).map(|_| ()).map_err(|(_, error)| error)
    }

    /// The value of an expression over `row`.
    #[inline]
    pub fn value(&mut self, piece: Piece, row: Row<'_>) -> Result<Value, SqlError> {
        self.evaluate(piece, row)?;
        Ok(self.frame.get(piece.result).clone())
    }

    /// Whether a condition holds for `row`.
    #[inline]
    pub fn holds(&mut self, piece: Piece, row: Row<'_>) -> Result<bool, SqlError> {
        let exit = run(self.code, piece.start, self.frame, row, self.context).map_err(|(_, error)| error)?;
        Ok(exit == Exit::Accept)
    }

    /// The value that a register holds.
    pub fn register(&self, register: Reg) -> &Value {
        self.frame.get(register)
    }

    /// An error if the batch is to stop; asked once a page or so of rows.
    pub fn check_cancelled(&self) -> Result<(), SqlError> {
        if self.context.is_cancelled() { Err(crate::consequence::cancelled()) } else { Ok(()) }
    }
}

/// All values of a row, appended to `values`.
pub fn append_row(row: Row<'_>, values: &mut Vec<Value>) -> Result<(), SqlError> {
    match row {
        Row::None => {}
        Row::Values(given) => values.extend_from_slice(given),
        Row::Encoded(row) => {
            for column in 0..row.rows.layout.len() {
                values.push(row.column(column)?);
            }
        }
    }
    Ok(())
}
