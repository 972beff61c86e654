//! Row versions: what a reader who looks at the past needs, and nobody else. Rollback never reads them, it has the log (rule 4 of the
//! crate); after a crash undo ends before the database opens, so no version outlives a restart.
//!
//! ```text
//!  page:  slot 3 = stamp 90, row C          side table, by page:  slot 3: 70 -> 90, row B
//!                                                                 slot 3: 12 -> 70, row A
//! ```
//!
//! The newest state of a row is on its page, whether its writer has committed or not. Who replaces a state that is not his own, keeps it
//! here first, under the page's latch, with both stamps: whose it was, and who replaced it. A reader under the latch of
//! the page goes from the stamp on the page back to the first state whose writer it sees; where that chain ends the row was not there yet.
//!
//! Rules:
//! 1. A transaction becomes visible by one number, drawn when it is published (`commit`): in full, hardened (L3a); delayed, appended.
//!    That is before it leaves the table of transactions, so whoever has left it and is not remembered here is seen by every snapshot.
//! 2. A snapshot is such a number. It sees who was published up to it, and its own transaction. Taking one looks at no
//!    table of transactions and at no row.
//! 3. A transaction that began after the newest snapshot was taken is seen by none that there is; so each snapshot has a ceiling (`ceilings`),
//!    and of the published only those below it have their numbers remembered. Versions go when all snapshots see who replaced them: those of the
//!    published in the order of their numbers, at once if there is no snapshot; those of a transaction that is rolled back go with it.
//! 4. A version is found by the stamp that replaced it. So one that is no longer of use, since its replacement was undone, is
//!    never found; but the slot's versions go when the slot becomes another row's ([`crate::Storage::slot_cleared`]).
//! 5. Order of locks: page latch; whose turn it is to spill; latches within the space beside memory, or a shard of the side table, or the store's
//!    state, one at a time. Nothing else is waited for under them.
//! 6. Memory is what the memory broker grants. Where that is not enough, versions are written to the space beside memory (`spill`): those of the
//!    published first, the oldest first; if that is not enough, those of the transaction that wants room. So of two versions of a row the
//!    older one is written first, and is freed first (`lane`).
//! 7. Where that space can't grow, the oldest snapshots are lost, as many as it
//!    takes for something to go, so that no writer waits or fails for a reader's sake. They are marked as lost before anything goes, and
//!    a reader asks for the mark after it has judged and before it hands anything out ([`Snapshot::check`]): who was misled, because
//!    a version was not there, or a writer not remembered, or a ghost taken away, meets the mark. Asked only before, it could be set in between.
//! 8. Where no snapshot is in the way either, the room is taken by transactions under way. One that finds none keeps nothing from then on, gives up
//!    what it has kept in memory, and is noted as unkept, before it replaces the row, until it is rolled back or all snapshots see it. A reader that
//!    finds a chain end at such a writer, which it does not see, can't tell what was before.

mod side_table;

mod space;

mod run;

mod kept;

mod ceilings;

mod lane;

mod store;

mod spill;

mod snapshot;

pub(crate) use kept::{Kept, Part};
pub(crate) use run::Run;
pub(crate) use side_table::Version;
pub use snapshot::Snapshot;
pub use space::VersionSpace;
pub use store::VersionStore;

#[cfg(test)]
pub(crate) mod memory_space;

#[cfg(test)]
mod tests;
