//! Query operators, one per file.
//!
//! An operator is compiled code; a cursor is one run of it. A call of `next` moves a cursor to its
//! next row and puts the row into its sources' places in the frame. Expressions above read the row
//! there (`code::row`). The row stays there until the next call.

mod accumulator;
mod aggregate;
mod aggregate_late;
mod call;
mod compile;
mod compute;
mod counted;
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
mod listed;
mod merge_join;
mod offset;
mod one_row;
mod order;
mod partitions;
mod plan;
mod pull;
mod ranking;
mod recursion;
mod routine;
mod run;
mod run_parts;
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
pub use counted::Counters;
pub use found::{FoundRows, Wanted};
pub use function::NESTING_MAX;
pub use kept_list::KeptList;
pub use kept_rows::{GivenRows, KeptRows};
pub use limit::row_count;
pub use pull::{Pull, PullOwner, PullSite};
pub use routine::{Computation, FunctionBody, FunctionStep, Functions, Plan, Purpose, Routine, RoutineParts, Subplan};
pub use run::{Notes, Run};
pub use run_parts::{RowsSeen, RunParts};
pub use runs::{Merge, Runs};
pub use seek_path::SeekPath;
pub use spool::Spool;
pub use value_bytes::{put_values, read_value};
pub use workspace::Workspace;

use sluice_types::SqlError;

/// A compiled operator. It stores no state of its runs, and sessions may share it.
pub trait Operator: Send + Sync {
    /// Starts a run.
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError>;

    /// Moves to the only row without a cursor, if the operator returns at most one row. Returns
    /// whether there is a row. Returns `None` if the operator must be opened instead.
    fn only_row(&self, _run: &mut Run<'_, '_>) -> Result<Option<bool>, SqlError> {
        Ok(None)
    }
}

/// A run of an operator. It borrows compiled code, locks and snapshots for `'r`. It may be
/// suspended between two rows and continue on another thread.
pub trait Cursor<'r>: Send {
    /// Moves to the next row. Returns false at the end; must not be called again then.
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError>;
}
