//! Recovery: from a log and pages as a crash left them to a database in which every acknowledged commit is there and nothing
//! else (L5).
//!
//! 1. Pages that the crash tore are mended from the double-write area, with copies that redo brings forward.
//! 2. The log is read once, from the oldest record that a page may lack. Analysis learns from it, from the last checkpoint's begin
//!    on, who was active and what is to be released; redo does everything again, losers' changes included. At the log's
//!    end, what a killed process had appended and not written is written out of the log's ring, and read too.
//! 3. Of transactions that were prepared to commit in several databases, the coordinator is asked.
//! 4. The log starts in a new epoch; from here on records are appended.
//! 5. What the coordinator has committed is committed, on disk. Undo rolls the losers back, along the path of a live rollback; releases not known to be done are run.
//! 6. A checkpoint is asked for, so that the next start is short; whoever has opened the database takes it, beside the
//!    sessions if it can. Nothing depends on it.
//!
//! A crash anywhere in here, or before that checkpoint is done, changes nothing of the outcome: the next start reads the same
//! log and what was appended since, redo does nothing twice (page LSNs), and undo goes on after the last compensation record.
//! Pages may go to disk while the log is still being read: what they hold is in the part that was read, which is durable.
//! If damage is then found further on, the database is refused, and its pages are as that part of the log says.

mod analysis;

mod kept;

mod history;

mod in_doubt;

mod undo;

mod open;

pub use open::RecoveryReport;
