//! DBCC commands. `t-sql/database-console-commands` has a page for each.

mod arguments;
mod catalog;
mod check;
mod check_identity;
pub(crate) mod command;
mod contiguity;
mod database_argument;
mod index_check;
mod inspect;
mod inspect_command;
mod open_transaction;
mod procedure_call;
mod result_set;
mod show_statistics;
mod shrink;
mod shrink_command;
mod shrink_moves;
mod trace;
