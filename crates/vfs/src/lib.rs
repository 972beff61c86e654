//! File access of the engine: two traits, [`Vfs`] and [`File`], and their implementations. No other
//! crate touches the database's files.
//!
//! # Purpose
//! The crate knows bytes, paths and offsets, but no page, log block or database. Calls block.
//! Overlap happens inside a call: the parts of a batch ([`File::read_batch`],
//! [`File::write_batch`]) may run at the same time. There are no completion callbacks.
//!
//! # Implementations and the faults of each
//! - [`os::OsFs`]: the operating system's files. All real faults occur. A file system without
//!   direct I/O is used through its cache, and without reservations by writing zeroes.
//! - [`mem::MemFs`]: files in memory. After a power cut, unsynced writes are lost, torn by the
//!   sector or reordered. Unsynced lengths, reservations and names are lost, and mapped pages are
//!   of any moment. Devices that rewrite 4 KB for each sector may destroy the neighbours. Killed
//!   processes and full disks are simulated too. Unflushed lines of persistent memory are lost or
//!   kept.
//! - [`fault::FaultFs`]: a wrapper with faults by plan. Faults are errors, full disks, short
//!   writes, lying syncs, flipped bits on reads, power cuts at any call, and hooks before any call.
//! - [`trace::TraceFs`]: a wrapper that records calls. Has no faults of its own.
//! - [`unsynced::UnsyncedFs`]: a wrapper without syncs, for files that a crash may take. Has no
//!   faults of its own.
//! - [`metered::MeteredFs`]: a wrapper that counts the I/O of each file. An instance reaches its
//!   files through this wrapper. Has no faults of its own.
//!
//! Not modelled: bytes that change on the device, misdirected writes, a sector torn within, a
//! rename that leaves neither name. Implementations stack: most engine tests run on `TraceFs` over
//! `FaultFs` over `MemFs`.
//!
//! # Data flow
//! A caller opens a file through a `Vfs` and gets a handle (`File`). Wrappers pass each call to the
//! implementation below them, and each wrapper keeps the rules of that implementation.
//!
//! # Rules for callers
//! - The numbered rules of [`mod@file`] hold on every implementation. Callers must not rely on any
//!   further behaviour.
//! - Direct handles need [`AlignedBuf`]s. A misaligned call fails with kind `InvalidInput` on every
//!   implementation.
//! - A file may be open several times. Writes that must be durable at once go through a synchronous
//!   handle. All other writes go through a deferred handle and `sync`, so that a trace
//!   distinguishes both kinds.
//! - To replace a file: write the new file under another name, `sync` it, `rename` it over the old
//!   file, `sync_dir`. New files need the `sync_dir` too; folders created by `create_dir_all`
//!   don't.
//! - A failed write or sync must not simply be retried.
//!
//! # Rules for changes of this crate
//! - A new implementation passes the tests in `tests/it`, which compare files in memory with the
//!   system's files.
//! - Unsafe code is only in `aligned`, `os::linux`, `os::mapping`, `os::persistent` and
//!   `os::ring`.
//! - No implementation writes a format of its own to disk.
//!
//! Start reading with [`mod@file`], then [`mod@error`] and [`os`].

pub mod process_memory;

pub mod error;

pub mod aligned;

pub mod batch;

pub mod persistent;

pub mod file;

pub mod call;

mod alignment;

pub mod os;

pub mod machine;

pub mod mem;

pub mod trace;

pub mod forward;

pub mod unsynced;

pub mod metered;

pub mod fault;

pub mod folder_text;

pub mod data_folder;

pub use aligned::AlignedBuf;
pub use batch::BatchResults;
pub use call::CallKind;
pub use error::{FileError, Operation};
pub use file::{Access, BootId, Create, Durability, File, FileLock, MappedFile, OpenOptions, Vfs};
pub use forward::{ForwardingFile, ForwardingFs};
pub use persistent::{Persistence, PersistentMemory};
