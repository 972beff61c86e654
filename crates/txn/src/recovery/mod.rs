//! Recovery: from a log and pages as a crash left them to a database in which every acknowledged commit is there and nothing
//! else (L5).
//!
//! 0. After a killed process, what it had appended to the log and not written is written now, out of the log's ring.
//! 1. Pages that the crash tore are mended from the double-write area.
//! 2. Analysis reads the log from the last checkpoint's begin: who was active, what is to be released.
//!    Of transactions that were prepared to commit in several databases, the coordinator is asked.
//! 3. Redo reads it from the oldest record that a page may lack and does everything again, losers' changes included.
//! 4. The log starts in a new epoch; from here on records are appended.
//! 5. What the coordinator has committed is committed. Undo rolls the losers back, along the path of a live rollback; releases not known to be done are run.
//! 6. A checkpoint, so that the next start is short.
//!
//! A crash anywhere in here changes nothing of the outcome: until the checkpoint of step 6 the next start reads the same log
//! and what this one appended, redo does nothing twice (page LSNs), and undo goes on after the last compensation record.

mod analysis;

mod in_doubt;

mod redo;

mod undo;

mod open;

pub use open::RecoveryReport;
