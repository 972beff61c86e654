//! DBCC commands. `t-sql/database-console-commands` has a page for each.

mod arguments;
mod catalog;
mod check;
mod check_identity;
pub(super) mod command;
mod contiguity;
mod inspect;
mod inspect_command;
mod open_transaction;
mod procedure_call;
mod trace;

pub(in crate::statement) use inspect::show;
