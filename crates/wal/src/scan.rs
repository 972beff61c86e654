//! Reading the log forward after a start.
use crate::error::LogError;
use crate::record::RecordRef;
use sluice_base::ids::Lsn;
use std::marker::PhantomData;

/// Reads records forward until the log's end.
pub struct LogScan<'a> {
    file: PhantomData<&'a ()>,
}

/// Where the log ends, as a scan has found it.
pub struct LogEnd {}

impl LogEnd {
    /// A lower bound for the LSN of anything appended later.
    pub fn lsn(&self) -> Lsn {
        panic!("not yet")
    }
}

impl LogScan<'_> {
    /// The next record; `None` at the log's end.
    #[expect(clippy::should_implement_trait, reason = "a record is lent, which an iterator cannot")]
    pub fn next(&mut self) -> Result<Option<RecordRef<'_>>, LogError> {
        panic!("not yet {:?}", self.file)
    }
    /// The end, once `next` has returned `None`.
    pub fn end(self) -> LogEnd {
        panic!("not yet")
    }
}
