//! Shared basics of all layers: ids, sync facade, hashing, codecs, clock, counters, waits and the
//! memory broker.
//!
//! # Purpose
//! The crate does no file I/O and knows no page, no log and no SQL. Only this crate reads a clock,
//! draws randomness or names a lock type of the standard library. All other crates get these from
//! here, so that the simulator and shuttle can replace them.
//!
//! # Main types
//! - Ids: [`ids::Lsn`], [`ids::PageId`], [`ids::TxnId`] and others. Each kind of id has a type of
//!   its own.
//! - Memory: [`memory::MemoryBroker`] enforces the instance's limit. An [`account::Account`] holds
//!   one session's memory. [`grants::Grants`] queue requests that sort, hash or spool. A
//!   [`room::Room`] is a reservation that grows in pieces.
//! - Time: [`clock::Clock`], and [`ticks::Ticker`] for cheap measurements.
//! - Waits and counters: [`waits::Waits`] times every wait for `sys.dm_os_wait_stats`; [`counters`]
//!   and [`page_counts`] feed the other views. `turns` limits how many long requests compute at a
//!   time.
//! - Events: [`events::Events`] passes what the layers report to the event sessions above them.
//! - Logging: [`error_log::ErrorLog`] passes an instance's events to `tracing` and keeps the last
//!   ones.
//! - Concurrency: [`sync`] has the locks and atomics of the engine: the standard library's,
//!   shuttle's, or those of the simulator's scheduler (`schedule`).
//!   [`exclusive_cell::ExclusiveCell`] is a `RefCell` that can move between threads.
//!   [`borrowed::Borrowed`] keeps a value together with what borrows it.
//! - Operating system: [`terminal`], [`readiness`], [`scheduling`], [`open_files`], [`machine`].
//!
//! # Data flow
//! The allocator ([`heap`]) counts bytes per thread. A session's account settles the count with the
//! broker. The broker asks the buffer pool to return memory before it refuses a request.
//!
//! # Invariants
//! - Reserved memory never exceeds the limit that was in force when the last reservation was
//!   granted.
//! - Hash maps and random sources with a seed give the same results in every run.
//! - A recursive walk over user input checks [`stack::is_low`] at each level.
//!
//! # Failures
//! A request without memory gets [`memory::OutOfMemory`]. A thread that panics while holding a lock
//! poisons the lock, and every later `lock` panics.
//!
//! Start reading with [`ids`], [`sync`], [`memory`] and [`waits`].

pub mod ids;

pub mod hash;

pub mod codec;

pub mod splitmix;

pub mod probe;

#[cfg(feature = "schedule")]
pub mod schedule;

mod signal;

pub mod sync;

pub mod borrowed;

pub mod exclusive_cell;

mod processor_counter;

pub mod clock;

pub mod ticks;

pub mod stack;

pub mod random;

pub mod trie_map;

pub mod error_log;

pub mod pending_requests;

pub mod counters;

pub mod work_counts;

pub mod page_counts;

pub mod file_growth;

pub mod heap;

pub mod memory;

pub mod interruption;

pub mod account;

pub mod scheduling;

pub mod machine;
mod turns;

mod wait_type;

pub mod events;

pub mod usage;
pub mod waits;

pub mod helped_request;

pub mod grants;

pub mod room;

pub mod terminal;

pub mod readiness;

pub mod open_files;
