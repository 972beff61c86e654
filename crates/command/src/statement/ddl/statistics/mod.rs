//! CREATE, UPDATE and DROP STATISTICS, `sp_updatestats`.
//!
//! Statistics are part of a table's definition in the catalog, so they are rolled back, recovered
//! and published with it. Replacing statistics doesn't need the table's Sch-M lock. A change takes
//! an exclusive lock on the table's statistics until its transaction ends.

mod automatic;
mod command;
mod define;
mod measure;
mod targets;

pub(in crate::statement) use automatic::refresh;
pub(in crate::statement) use command::{compile_create, compile_drop, compile_update};
pub use define::{all_of, measured_places, update_all};
pub(in crate::statement) use define::{of_indexes, set_no_recompute, without_gone};
