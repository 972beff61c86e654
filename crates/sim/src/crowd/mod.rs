//! Several sessions over two databases, statement by statement in an order that the seed draws, on one thread: transactions in one
//! database and across both, definitions, a sequence, temporary tables, savepoints, checkpoints, growth; power cuts, kills and
//! failing calls. Nobody waits for a lock (LOCK_TIMEOUT 0): who would have to, is told 1222 and goes on.

mod image;

mod record;

mod actor;

mod life;

pub mod run;
