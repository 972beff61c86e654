//! Transactions of one database: begin, change, commit, rollback, savepoints, deferred releases, checkpoints and the
//! recovery driver; the lock manager of the instance.
//!
//! This crate knows the log ([`sluice_wal`]) and pages ([`sluice_buffer`]); it does not know what is on a page. What a
//! record means it learns from the [`LogHandler`] that the access methods implement: redo, undo, release. It has
//! never heard of SQL. Formats: `docs/file-format.md`, *Log records of transactions*.
//!
//! The rules that the modules keep, cited by number:
//! 1. A page is stamped with the LSN of a record only under its exclusive latch, and is marked dirty before the record is
//!    appended, so that no checkpoint can miss it.
//! 2. A transaction is in the table before its begin record is in the log, and leaves it only after its last record is.
//!    Each append and the update of its last LSN happen under the transaction's own lock; of changes of pages, under the log's alone.
//! 3. A full commit is acknowledged, and leaves the table, only when its commit record is on disk (L3, L3a).
//! 4. What rollback needs is in the log and nowhere else; live rollback and recovery walk the same path. Log space for it
//!    is reserved with each change.
//! 5. A deferred release runs only after the commit record that asks for it is on disk.
//! 6. Order of locks: page latch, transaction's own lock, log. Under the table's and the release list's locks no page is
//!    latched. Locks of [`lock`] and ends of transactions are waited for with none of these held.
//! 7. A row's stamp is its writer's lock: the writer is in the table before the stamp is on the page, and leaves it only when
//!    the row is committed (rule 3) or taken back.
//! 8. A transaction across databases is committed by the coordinator's decision record alone; once prepared, no database decides for
//!    itself, and no decision is forgotten while somebody may ask ([`together`]).

mod log_reuse_wait;

pub mod error;

pub mod record;

pub mod lock;

mod writer_sight;

mod table;

mod decisions;

mod versions;

mod checkpoint_record;

mod transaction;

mod pending;

mod delayed;

mod leftovers;

pub mod crew;

pub mod redo_pages;

pub mod undo_chain;

mod data_growth;

pub mod storage;

mod redo_distance;

mod activity;

mod change;

mod visibility;

mod release;

pub mod temporary;

mod checkpoint;

mod rollback;

mod commit;

pub mod together;

mod backup;

mod recovery;

pub use activity::ActiveWriters;
pub use backup::LogBackup;
pub use crew::{Alone, Crew, Task};
pub use data_growth::DataGrowth;
pub use error::{Place, StorageError};
pub use leftovers::{Leftovers, SparseLeaf};
pub use lock::{HeldLock, LockGate, LockManager, LockMode, LockOwner, LockStatus, MetadataKind, OwnerId, Resource};
pub use log_reuse_wait::LogReuseWait;
pub use record::{FIRST_HANDLER_KIND, Record};
pub use recovery::RecoveryReport;
pub use redo_pages::{Before, RedoPages};
pub use sluice_wal::RecoveryModel;
pub use storage::{CommitDurability, LogHandler, Storage, StorageParts};
pub use temporary::TemporaryParts;
pub use together::{Part, PartFailed};
pub use transaction::{Savepoint, Transaction};
pub use undo_chain::UndoChain;
pub use versions::{Snapshot, VersionSpace, VersionStore};
pub use visibility::{PastRow, View};
pub use writer_sight::{WriterPhase, WriterSight};
