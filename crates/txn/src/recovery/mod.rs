//! Recovery: restores, from log and pages after a crash, a database with exactly the acknowledged
//! commits (L5).
//!
//! 0. Data file and log are checked to belong together ([`sluice_buffer::pair`]).
//! 1. Torn pages are repaired from the double-write area, with copies that redo brings forward.
//!    Copies of pages in the buffer pool extension, of the opening before, are taken over. A
//!    record that is newer than the copy of its page makes the copy invalid.
//! 2. The log is read once, from the oldest record that a page may lack. From the last checkpoint's
//!    begin on, analysis finds the active transactions and the pending releases. Redo repeats every
//!    change, losers' changes included. At the end of the log, records that a killed process left
//!    in the log's ring are hardened and read too.
//! 3. The coordinator is asked for the outcome of prepared transactions.
//! 4. The log starts in a new epoch; from here on records are appended.
//! 5. Transactions committed by the coordinator are committed on disk. Undo rolls the losers back
//!    along the path of a live rollback. Releases not known to be done are run.
//! 6. A checkpoint is requested, so that the next start is short. The opener of the database takes
//!    it, beside the sessions if possible. Correctness does not depend on it.
//!
//! A crash during recovery, or before that checkpoint, does not change the outcome. The next start
//! reads the same log and the records appended since. Redo repeats nothing (page LSNs), and undo
//! continues after the last compensation record. Pages may go to disk while the log is being read:
//! they depend only on records already read, which are durable. If later log is found damaged, the
//! database is refused, and its pages match the log read so far.

pub(crate) mod analysis;

mod kept;

mod history;

mod in_doubt;

mod pairing;

mod undo;

mod open;

pub use open::{RecoveryParts, RecoveryReport};
