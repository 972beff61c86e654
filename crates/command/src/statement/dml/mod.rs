//! INSERT, UPDATE, DELETE and MERGE, and the order of a row change.
//!
//! Each statement that changes rows keeps this order: INSERT, UPDATE, DELETE, MERGE, SELECT INTO,
//! a bulk load (an INSERT for each part), the cascade of a foreign key, and ALTER TABLE where it
//! rewrites rows. A change through a partitioned view does so for each member table
//! ([`partitioned`]).
//!
//! The steps of a row:
//!
//! 1. The generator passes an identity value that the statement gives ([`form::pass_given`]): the
//!    log record of the generator's recovery value precedes the row's record. Then stored computed
//!    columns, NOT NULL, CHECK and WITH CHECK OPTION ([`form`]).
//! 2. The row's bytes. Long values are written to page chains, with log records of their own
//!    (`TableRows::encode`).
//! 3. The identity value of a new row, for `@@IDENTITY` ([`form::encode_new`]).
//! 4. The row, then its index entries, each with its log record (`table::row_writer`). The row's
//!    stamp locks it. If another transaction has changed the row since it was read, its change
//!    starts again with the newer row. Existing rows are changed by [`stored`].
//! 5. Long values that no row refers to any more are noted ([`stored`]).
//! 6. Foreign keys: the keys that the row has gained and lost are noted. They are checked at once
//!    if the row goes to the client at once ([`row_end`]).
//! 7. OUTPUT, then the capture for triggers and indexed views ([`row_end`]).
//!
//! The steps after the last row:
//!
//! 1. An update in two steps inserts its new keys ([`stored::SecondStep`]).
//! 2. The noted long values are registered to be freed after the commit.
//! 3. Cascades run, then all noted keys are checked ([`references::References::settle`]).
//! 4. Waiting OUTPUT rows go to the client or into their table ([`output::OutputClause::finish`]).
//! 5. The indexed views that read the table follow the change ([`view_rows`]).
//! 6. An error of any step undoes the statement, else its changes stay. Without triggers, an
//!    autocommit statement commits here ([`output::end_change`]).
//! 7. AFTER triggers run with the captured rows (crate `exec`). Then the autocommit statement
//!    commits.

pub(super) mod change;
pub(super) mod column_value;
pub(super) mod compile;
pub(super) mod form;
mod inner_change;
pub(super) mod insert;
pub(super) mod merge;
pub(super) mod output;
mod output_rows;
pub(super) mod partitioned;
pub(super) mod references;
mod row_change;
mod row_end;
pub(super) mod rules;
pub(super) mod stored;
pub(super) mod view_rows;
