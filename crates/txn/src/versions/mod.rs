//! Row versions, for readers by snapshot only. Rollback uses the log (rule 4 of the crate). After a
//! crash, undo ends before the database opens, so no version outlives a restart.
//!
//! ```text
//!  page:  slot 3 = stamp 90, row C          side table, by page:  slot 3: 70 -> 90, row B
//!                                                                 slot 3: 12 -> 70, row A
//! ```
//!
//! The newest state of a row is on its page, whether its writer has committed or not. A transaction
//! that replaces a state of another transaction first keeps that state here, under the page's
//! latch, with both stamps: its writer and its replacer. A reader under the latch of the page goes
//! from the stamp on the page back to the first state whose writer it sees. If the chain ends
//! before, the row did not exist yet.
//!
//! Rules:
//! 1. A transaction becomes visible by one number, drawn when it is published (`commit`): in full,
//!    hardened (L3a); delayed, appended. It is published before it leaves the table of
//!    transactions. So a transaction that has left the table and is not remembered here is seen by
//!    every snapshot.
//! 2. A snapshot is such a number. It sees the transactions published up to it, and its own
//!    transaction. Taking a snapshot reads no table of transactions and no row.
//! 3. A transaction that began after the newest snapshot was taken is seen by no existing snapshot.
//!    So each snapshot has a ceiling (`ceilings`), and only published transactions below a ceiling
//!    have their numbers remembered. Versions are freed when all snapshots see their replacer:
//!    those of published transactions in the order of their numbers, at once without a snapshot.
//!    Versions of a transaction that is rolled back are freed with it.
//! 4. A version is found by its replacer's stamp. So a version whose replacement was undone is
//!    never found. But a slot's versions are freed when another row takes the slot
//!    ([`crate::Storage::slot_cleared`]).
//! 5. Lock order: page latch; the turn to spill; then one at a time: latches within the spill
//!    space, a shard of the side table, or the store's state. Nothing else is waited for under
//!    them.
//! 6. The memory broker grants the memory. Beyond that, versions are written to the spill space
//!    (`spill`): those of published transactions first, oldest first, and then those of the
//!    requesting transaction. So of two versions of a row the older is written first, and freed
//!    first (`lane`).
//! 7. If the spill space cannot grow, the oldest snapshots are lost, as many as needed to free
//!    something. So no writer waits or fails for a reader's sake. Snapshots are marked as lost
//!    before anything is freed. A reader checks the mark after it has judged and before it returns
//!    anything ([`Snapshot::check`]). So a reader misled by a missing version, a forgotten writer
//!    or a removed ghost meets the mark. A check only before the judgement could miss it.
//! 8. Without such a snapshot, active transactions use all the space. A transaction without room
//!    keeps no versions from then on, and frees those it has in memory. It is noted as unkept
//!    before it replaces the row, until it is rolled back or seen by all snapshots. A reader whose
//!    chain ends at such a writer, which it does not see, cannot find the earlier state.

mod side_table;

mod space;

mod run;

mod kept;

mod ceilings;

mod lane;

mod store;

mod spill;

mod snapshot;

pub(crate) use kept::{KeptVersions, Part};
pub(crate) use run::Run;
pub(crate) use side_table::Version;
pub use snapshot::Snapshot;
pub use space::VersionSpace;
pub use store::VersionStore;

#[cfg(test)]
pub(crate) mod memory_space;

#[cfg(test)]
mod tests;
