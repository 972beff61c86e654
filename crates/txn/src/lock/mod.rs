//! Locks: what a transaction holds without having written it, and waits for one that has.
//!
//! A row that a transaction writes is locked by its stamp, not by an entry here; whoever meets a stamp of an active transaction
//! waits for that transaction's end (`LockManager::transaction_ended`). All waits are in one table, so that deadlocks are
//! found across locks and stamps.
//!
//! Rules:
//! 1. The table of queues and waits has one lock, `main`. Nothing else is waited for while it is held: no latch, no slot of the
//!    transaction table, no log.
//! 2. A weak lock on an object or on metadata (Sch-S, IS, IX) is written down with its owner alone, since weak locks never exclude each other:
//!    two sessions on one table meet at no common lock. Whoever wants a strong one first counts itself in `strong`, and then
//!    moves the weak ones of all owners into the table; who comes later sees the count, and goes to the table too.
//! 3. A queue is fair: a request waits for those before it that it excludes, but who has a lock already and wants more of it
//!    goes before those who have none.
//! 4. Who begins to wait looks for a cycle through itself; there is no other moment at which one can come about. The victim is
//!    the one of the cycle that has logged least, of several the one that began to wait last.
//! 5. Writers of rows make no entry here, so readers that lock rows (or keys, or pages) without writing them have to be found by the
//!    writers. Each such reader raises its table's flag, then locks the page (as a whole, or in intent and then the row), and only then
//!    latches the row's page and looks at the stamps. A writer
//!    latches the page exclusively, looks at the stamp, then at the flag, and if that is raised, at the locks of the page of the row's place
//!    (it needs IX) and of the row (X); if nothing is in
//!    its way it stamps the row before it lets go of the latch. One of the two holds the latch first. If it is the reader, all that it
//!    did before, the flag and the lock, happened before the writer's looks (the latch's release and acquisition order them, which
//!    is why the flag itself may be relaxed), and the writer waits for the lock. If it is the writer, the reader sees its stamp, and
//!    waits for its end. So no interleaving lets both go on. A flag goes down only after its owner's locks have been given back.
//!    Inserts into heaps look at nothing: a row that nobody has read takes nothing from who keeps what it has read.
//! 6. Every lock but those on tables is within what the memory broker grants (`OutOfLocks`); it is asked before the lock is.

mod graph;

mod manager;

mod mode;

mod resource;

mod held;

mod owner;

mod inventory;

mod queue;

#[cfg(test)]
mod tests;

pub use inventory::{HeldLock, LockStatus};
pub use manager::LockManager;
pub use mode::LockMode;
pub use owner::{LockGate, LockOwner, OwnerId};
pub use resource::{MetadataKind, Resource};
