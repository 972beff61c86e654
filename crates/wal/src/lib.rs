//! The log of one database: records as opaque bytes, log blocks, the log buffer, group flush, virtual log files,
//! reading, growth and truncation.
//!
//! This crate has never heard of a page, a transaction or SQL: it appends bytes, says where they are ([`sluice_base::ids::Lsn`]),
//! hardens them, and reads back exactly what was hardened. `docs/file-format.md` has the file, *The log file*.

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

mod ring;

mod ring_recovery;

pub mod segment;

pub mod segments;

pub mod scan;

mod crowd;

mod tail;

mod growing;

mod bell;

mod flush;

mod growth;

pub mod reader;

pub mod stream;

pub mod log;

mod retention;

mod file_size;

pub mod file;

mod temporary;

pub use error::LogError;
pub use file::{LogFile, create, create_on};
pub use log::Log;
pub use log_device::LogDevice;
pub use options::{Harden, LogEnvironment, LogOptions, LogUsage, Space, VlfInfo};
pub use reader::LogReader;
pub use record::RecordRef;
pub use recovery_model::RecoveryModel;
pub use scan::LogScan;
pub use segment::LogSegment;
pub use segments::{LogEnd, LogSegments};
pub use space::RESERVED_RECORD_MAX;
pub use stream::LogStream;
pub use temporary::create_temporary;

#[cfg(test)]
mod tests;
