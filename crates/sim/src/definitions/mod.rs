//! Histories of definitions: several sessions create, alter, rename, move and drop tables and indexes inside
//! transactions, and the power is cut at a call that the seed draws.
//!
//! Rules:
//! 1. after a restart a prefix of the commits is there, at least up to the last acknowledged one (L5);
//! 2. the catalog views, the name lookups, the rows and DBCC CHECKDB agree about it;
//! 3. a statement waits (1222) only for an open transaction that named one of its tables;
//! 4. no statement passes by another transaction's uncommitted definition of a table that it names;
//! 5. a transaction sees its own definitions at once.

mod model;

mod choice;

mod look;

mod life;

mod history;

pub use history::{DefinitionRun, Seen, run};
