//! Transactions of one database, and the lock manager of the instance.
//!
//! # Purpose
//! The crate implements begin, change, commit, rollback, savepoints, deferred releases,
//! checkpoints, recovery and row versions. It knows the log ([`sluice_wal`]) and pages
//! ([`sluice_buffer`]), and neither page contents nor SQL. The access methods implement
//! [`LogHandler`]: redo, undo and release of their records. Formats: `docs/file-format.md`, *Log
//! records of transactions*.
//!
//! # Main types
//! - [`Storage`]: one database, in parts with one duty each: log, buffer pool, data file
//!   (`DataSpace`), transactions (`Transactions`: active ones, deferred releases, delayed commits),
//!   checkpoints (`Checkpoints`), page writes (`PageWrites`), commits across databases
//!   (`Coordination`) and the log policy.
//! - [`Transaction`]: an active transaction; `Storage::commit` and `Storage::rollback` consume it.
//! - [`LockManager`], [`LockOwner`]: the locks of all databases, with deadlock detection
//!   ([`lock`]).
//! - `LogPolicy`: a database's use of its log. `recovered` logs for the next start, `temporary` for
//!   live rollback alone, and `unrecovered` takes no change. The policy is chosen at open; every
//!   step that differs is one of its methods.
//! - `Snapshot`, `VersionStore` and `View`: row versions for readers by snapshot (`versions`,
//!   `visibility`).
//!
//! # Data flow
//! `Storage::log_change` appends a record and stamps the latched page; the caller then changes the
//! bytes. `Storage::commit` appends the commit record, hardens it and takes the transaction out of
//! the table. `Storage::rollback` walks the record chain backwards and calls `LogHandler::undo`. A
//! checkpoint records the active transactions, pending releases and decisions. Recovery reads the
//! last checkpoint, redoes the log in parallel shares of pages, and undoes unfinished transactions.
//!
//! # Invariants, cited by number
//! 1. A page is stamped with the LSN of a record only under its exclusive latch. It is marked dirty
//!    before the record is appended, so no checkpoint misses it.
//! 2. A transaction is in the table before its begin record is in the log, and leaves the table
//!    only after its last record is appended. Each append and the update of the last LSN happen
//!    under the transaction's own lock. For page changes, both happen under the log's lock alone.
//! 3. A full commit is acknowledged, and leaves the table, only when its commit record is on disk
//!    (L3, L3a).
//! 4. Rollback needs only the log. Live rollback and recovery walk the same path. Log space for
//!    rollback is reserved with each change.
//! 5. A deferred release runs only after the commit record that requests it is on disk.
//! 6. Lock order: page latch, transaction's own lock, log. No page is latched under the table's or
//!    the release list's lock. Waits for locks ([`lock`]) and for the end of transactions hold none
//!    of these.
//! 7. A row's stamp is its writer's lock. The writer is in the table before the stamp is on the
//!    page, and leaves the table only when the row is committed (rule 3) or undone.
//! 8. A transaction across databases is committed by the coordinator's decision record alone. A
//!    prepared database never decides for itself, and no decision is forgotten while a participant
//!    may ask for it ([`together`]).
//!
//! # Failure
//! [`StorageError`] is classified by the caller's reaction: roll back, retry, end the statement, or
//! reopen the database. After a failed log write (`Poisoned`) the outcome of commits in progress is
//! known only to the next recovery. After a failed page write (`PagesFailed`) reading goes on and
//! no new change begins. After a failed rollback (`UndoFailed`) the transaction's rows stay locked.
//!
//! # Where to start reading
//! `record` (log records), `change` (logging), `commit`, `rollback`, `checkpoint`, `recovery`,
//! `lock`, `versions`.

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

mod cleanup;

mod delayed;

mod leftovers;

pub mod crew;

pub mod redo_pages;

pub mod undo_chain;

mod proportional_fill;

mod data_space;

mod change_records;

mod checkpoint_state;

mod page_writes;

pub mod storage;

mod redo_distance;

mod activity;

mod change;

mod visibility;

mod release;

mod checkpoint;

mod rollback;

mod commit;

mod temporary;

mod recovered;

mod unrecovered;

pub mod together;

mod backup;

mod freeze;

mod shrink;

mod recovery;

mod conversion;

mod receipt;

pub use activity::ActiveWriters;
pub use backup::LogBackup;
pub use cleanup::{Cleaning, NoCleaning};
pub use conversion::{branch_log, convert_log};
pub use crew::{Alone, Crew, Task};
pub use data_space::{DataFileSpace, DataGrowth, DataSpace, FilegroupSpace};
pub use error::{DamageLocation, StorageError};
pub use freeze::Frozen;
pub use leftovers::{Leftovers, SparseLeaf};
pub use lock::{
    HeldLock, LockGate, LockManager, LockMode, LockOwner, LockStatistics, LockStatus, MetadataKind, OwnerId, Resource,
};
pub use lock::{LockFacts, LockedNames};
pub use lock::{ResourceDescription, application, key_hash};
pub use log_reuse_wait::LogReuseWait;
pub use receipt::{CommitFate, CommitReceipt};
pub use record::{FIRST_HANDLER_KIND, Record};
pub use recovery::{RecoveryParts, RecoveryReport};
pub use redo_pages::{Before, RedoPages};
pub use sluice_wal::{RecoveryModel, ShrinkLimit};
pub use storage::{CommitDurability, LogHandler, Storage, StorageParts};
pub use together::{Part, PartFailed};
pub use transaction::{Savepoint, Transaction};
pub use undo_chain::UndoChain;
pub use versions::{Snapshot, VersionSpace, VersionStore};
pub use visibility::{PastRow, View};
pub use writer_sight::{WriterPhase, WriterSight};
