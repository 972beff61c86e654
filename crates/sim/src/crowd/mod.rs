//! Several sessions over two databases, interleaved statement by statement on one thread in an
//! order drawn from the seed.
//!
//! The sessions run transactions in one database and across both at every isolation level,
//! definitions, sequences, temporary tables, savepoints, checkpoints, growth, backups and option
//! changes. Faults are power cuts, kills, failing file calls and lying syncs. Sessions never wait
//! for a lock (LOCK_TIMEOUT 0): a conflicting statement fails with 1222 and the session goes on.

mod image;

mod record;

mod settings;

mod actor;

mod choice;

mod isolation;

mod life;

mod lie;

pub mod run;
