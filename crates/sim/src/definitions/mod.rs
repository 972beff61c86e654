//! Histories of definitions: several sessions create, alter, rename, move and drop tables and
//! indexes inside transactions. The power is cut at a call drawn from the seed.
//!
//! Rules:
//! 1. After a restart a prefix of the commits is present (L5): at least up to the last hardened
//!    one, or after a killed process up to the last acknowledged one.
//! 2. The catalog views, the name lookups, the rows and DBCC CHECKDB agree on it.
//! 3. A statement waits (1222) only for an open transaction that named one of its tables.
//! 4. No statement bypasses another transaction's uncommitted definition of a table that it names.
//! 5. A transaction sees its own definitions at once.

mod model;

mod choice;

mod look;

mod life;

mod history;

pub use history::{DefinitionRun, Seen, run};
