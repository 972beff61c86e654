//! The operators of a query, one a file.
//!
//! An operator is what is compiled; a cursor is one run of it. A cursor is asked for row after row; its row is then in the places of its
//! sources in the frame, where the expressions of those above read it (`code::row`). It stays there until the cursor is asked again.

mod accumulator;
mod aggregate;
mod aggregate_late;
mod call;
mod compile;
mod compute;
mod filter;
mod found;
mod function;
mod given;
mod invoke;
mod join;
mod join_parts;
mod join_table;
mod kept_list;
mod kept_rows;
mod limit;
mod merge_join;
mod offset;
mod one_row;
mod order;
mod partitions;
mod plan;
mod ranking;
mod recursion;
mod run;
mod runs;
mod scan;
mod seek_path;
mod send;
mod serialize;
mod sort;
mod spool;
mod stream_aggregate;
mod subplan;
mod top;
mod union;
mod uses;
mod value_bytes;
mod values;
mod vector;
mod view;
mod window;
mod window_functions;
mod work_rows;
mod workspace;

pub use compile::Planner;
pub use found::{Found, Wanted};
pub use function::{Computation, FunctionBody, FunctionStep, Functions, NESTING_MAX, Purpose};
pub use given::GivenRows;
pub(crate) use kept_list::KeptList;
pub use kept_rows::KeptRows;
pub use limit::row_count;
pub use plan::Plan;
pub use run::{Notes, Routine, RowsSeen, Run};
pub(crate) use runs::Runs;
pub use seek_path::SeekPath;
pub use spool::Spool;
pub use subplan::Subplan;
pub(crate) use value_bytes::{put_values, read_value};
pub use workspace::Workspace;

use sluice_types::SqlError;

/// An operator of a compiled plan. It keeps nothing of its runs.
pub trait Operator: Send {
    /// Begins a run.
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError>;

    /// Goes to its row, where it is known to have one at most and there is no need of a cursor for it; whether there is one. None where it
    /// is to be opened.
    fn only_row(&self, _run: &mut Run<'_, '_>) -> Result<Option<bool>, SqlError> {
        Ok(None)
    }
}

/// A run of an operator.
pub trait Cursor<'r> {
    /// Goes to the next row; false at the end, after which it is not asked again.
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError>;
}
