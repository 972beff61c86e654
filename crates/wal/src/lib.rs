//! The write-ahead log of one database: log blocks, the log buffer, group flush, virtual log files,
//! growth, truncation and reading.
//!
//! # Purpose
//! The crate appends records as opaque bytes, returns the [`sluice_base::ids::Lsn`] of each record,
//! hardens records, and reads back exactly the hardened records. It knows nothing of pages,
//! transactions or SQL. The bytes on disk are described in `docs/file-format.md`, *The log file*.
//!
//! # Main types
//! - [`LogFile`]: an opened log that takes no records yet. Recovery scans it and then calls
//!   `start`.
//! - [`Log`]: the log in use. Appends, hardens, truncates, grows and closes.
//! - [`LogSegments`], [`LogScan`]: forward reading at a start, up to the end of the log.
//! - [`LogReader`]: random access for rollback. [`LogStream`]: forward reading of a log in use.
//! - [`LogDevice`]: the file, or whatever else holds the bytes of a log.
//!
//! # Data flow
//! `Log::append` copies a record into the open block of the log buffer (`tail`). A full block is
//! sealed and queued. A session that needs a block on disk writes the block itself, and other
//! committers gather in the next block (`flush`, `crowd`). The write goes to the current virtual
//! log file (`vlf`). The header (`header`) names the virtual log files in use. The optional tail
//! ring (`ring`) keeps the unwritten tail in a mapped file that survives a killed process. On
//! persistent memory it survives a power cut too, and acknowledges commits (`persisted_buffer`). A
//! log without unwritten records and transactions gives its buffers back (`buffers`).
//!
//! # Invariants
//! 1. A record is durable only when all blocks up to and including its own block are written.
//! 2. Reserved space never runs out: rule R of `space`.
//! 3. No block is written into a virtual log file before the header on disk names that file
//!    (`header`, invariant 3).
//! 4. The end of the log is accepted only if no block proves that later blocks were acknowledged
//!    (`evidence`).
//!
//! # Failure
//! A failed write or sync poisons the log ([`LogError::Poisoned`]): nothing is appended or hardened
//! until the log is opened again. Bytes that no crash can explain are [`LogError::Damaged`]; the
//! log is refused, never shortened. A full log that cannot grow is [`LogError::Full`], SQL Server's
//! 9002; reserved records still fit.
//!
//! # Where to start reading
//! `block` (format), `tail` (log buffer), `flush` (group flush), `space` (reservations), `segments`
//! (reading at a start).

pub mod error;

pub mod recovery_model;

pub mod options;

pub mod record;

pub mod block;

mod space;

mod vlf;

mod header;

pub mod log_device;

mod device;

mod window;

mod evidence;

mod expected;

mod transit;

mod redo_cost;

mod ring;

mod persisted_buffer;

mod ring_recovery;

pub mod segment;

pub mod segments;

pub mod scan;

mod crowd;

mod tail;

mod growing;

mod bell;

mod memory;

mod flush;

mod buffers;

mod growth;

pub mod reader;

pub mod stream;

pub mod log;

mod retention;

mod buffer_change;

mod copy;

mod file_size;

pub mod file;

mod shrink;

mod conversion;

mod temporary;

mod absent;

pub use absent::without_log;
pub use error::LogError;
pub use file::{LogFile, create, create_on};
pub use flush::LogWatcher;
pub use log::Log;
pub use log_device::LogDevice;
pub use options::{Harden, LogEnvironment, LogOptions, LogUsage, Space, VlfInfo};
pub use persisted_buffer::{BufferInUse, PERSISTED_BUFFER_BYTES};
pub use reader::LogReader;
pub use record::RecordRef;
pub use recovery_model::RecoveryModel;
pub use scan::LogScan;
pub use segment::LogSegment;
pub use segments::{LogEnd, LogSegments};
pub use shrink::ShrinkLimit;
pub use space::RESERVED_RECORD_MAX;
pub use stream::LogStream;
pub use temporary::create_temporary;

#[cfg(test)]
mod tests;
