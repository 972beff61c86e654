//! The lock manager. It holds the locks of transactions that are not row stamps, and all waits of
//! transactions.
//!
//! A row written by a transaction is locked by its stamp, without an entry here. A session that
//! meets the stamp of an active transaction waits for the end of that transaction
//! (`LockManager::transaction_ended`). All waits are in one table, so deadlocks are found across
//! locks and stamps.
//!
//! Rules:
//! 1. The table of queues and waits has one mutex, `main`. Its holder waits for nothing else: no
//!    latch, no slot of the transaction table, no log.
//! 2. A weak lock on an object or on metadata (Sch-S, IS, IX) is recorded with its owner alone,
//!    since weak locks never conflict. So two sessions on one table share no mutex. A requester of
//!    a strong lock first counts itself in `strong`, and then moves the weak locks of all owners
//!    into the table. Later requesters see the count and use the table too.
//! 3. A queue is fair: a request waits for earlier requests that conflict with it. A conversion
//!    goes before requests of owners without a lock.
//! 4. An owner that begins to wait searches for a cycle through itself: a cycle can arise at no
//!    other moment. The victim has the lowest priority, then the least log, and then began to wait
//!    last.
//! 5. Writers of rows make no entry here, so a writer must find the readers that lock rows, keys or
//!    pages without writing them. Such a reader raises the flag of its table. Then it locks the
//!    page (as a whole, or in intent and then the row). Only then does it latch the page and read
//!    the stamps. A writer latches the page exclusively, and reads the stamp, then the flag. If the
//!    flag is raised, the writer checks the locks of the page of the row's place (it needs IX) and
//!    of the row (X). Without a conflict it stamps the row before it releases the latch. Either the
//!    reader or the writer latches first. If the reader is first, its flag and lock happen before
//!    the checks of the writer, and the writer waits for the lock. Release and acquisition of the
//!    latch order them, so the flag itself may be relaxed. If the writer is first, the reader sees
//!    the stamp and waits for the writer's end. So no interleaving lets both go on. A flag goes
//!    down only after its owner's locks are released. Inserts into heaps check nothing: a row that
//!    no reader has read takes nothing from repeatable readers.
//! 6. The memory of every lock, except on tables, comes from the memory broker (`OutOfLocks`). It
//!    is reserved before the lock is requested.

mod mode;

mod resource;

mod description;

mod held;

mod owner_cell;

mod graph;

mod facts;

mod inventory;

mod statistics;

mod deadlock;

mod wait_report;

mod queue;

mod manager;

mod owner;

#[cfg(test)]
mod tests;

pub use description::{ResourceDescription, application, key_hash};
pub use facts::{LockFacts, LockedNames};
pub use inventory::{HeldLock, LockStatus};
pub use manager::LockManager;
pub use mode::LockMode;
pub use owner::{LockGate, LockOwner};
pub use owner_cell::OwnerId;
pub use resource::{MetadataKind, Resource};
pub use statistics::{LOCK_COUNTS, LockStatistics};
