//! A log file at rest.
use crate::error::LogError;
use crate::log::Log;
use crate::options::{LogEnvironment, LogOptions};
use crate::scan::{LogEnd, LogScan};
use sluice_base::ids::{DatabaseGuid, Lsn};
use sluice_base::sync::Arc;
use std::path::Path;

/// Makes a log file.
pub fn create(_env: &LogEnvironment, _path: &Path, _guid: DatabaseGuid, _options: &LogOptions) -> Result<(), LogError> {
    panic!("not yet")
}

/// A log file, opened and not yet taking records.
pub struct LogFile {}

impl LogFile {
    /// Opens it.
    pub fn open(
        _env: &LogEnvironment,
        _path: &Path,
        _guid: DatabaseGuid,
        _options: &LogOptions,
    ) -> Result<LogFile, LogError> {
        panic!("not yet")
    }
    /// The LSN of the last checkpoint record; [`Lsn::NONE`] in a log just created.
    pub fn checkpoint(&self) -> Lsn {
        panic!("not yet")
    }
    /// Whether it was closed properly.
    pub fn was_clean(&self) -> bool {
        panic!("not yet")
    }
    /// Reads forward from `from`.
    pub fn scan(&self, _from: Lsn) -> Result<LogScan<'_>, LogError> {
        panic!("not yet")
    }
    /// Makes a new epoch durable; then records can be appended.
    pub fn start(self, _end: LogEnd) -> Result<Arc<Log>, LogError> {
        panic!("not yet")
    }
}
