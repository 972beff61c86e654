//! Several sessions over two databases, statement by statement in an order that the seed draws, on one thread: transactions in one
//! database and across both at every isolation level, definitions, sequences, temporary tables, savepoints, checkpoints, growth, backups,
//! options that change; power cuts, kills, failing calls, and syncs that lie. Nobody waits for a lock (LOCK_TIMEOUT 0): who would have to, is
//! told 1222 and goes on.

mod image;

mod record;

mod settings;

mod actor;

mod choice;

mod isolation;

mod life;

mod lie;

pub mod run;
