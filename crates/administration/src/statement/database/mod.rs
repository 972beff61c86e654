//! CREATE, ALTER and DROP DATABASE: a database's life, its options, files and filegroups.
//!
//! Start reading at `command.rs`, which compiles the statements.

mod altered;
mod change;
pub(super) mod command;
mod file;
mod file_spec;
mod life;
mod modify_file;
mod options;
mod scoped_configuration;
mod snapshot_options;
mod state;
mod system_options;
mod termination;
mod user_access;

pub(super) use file_spec::bytes_of as file_size_bytes;
pub(super) use state::return_to;
pub use state::{detach_database, may_detach_database};
