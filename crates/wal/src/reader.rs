//! Random access to records, for rollback.
use crate::error::LogError;
use crate::record::RecordRef;
use sluice_base::ids::Lsn;

/// Reads single records, also such as are not written yet.
pub struct LogReader {}

impl LogReader {
    /// The record at `lsn`.
    pub fn read(&mut self, _lsn: Lsn) -> Result<RecordRef<'_>, LogError> {
        panic!("not yet")
    }
}
