//! A pause in the writing of a database's pages, while the files are frozen.

use crate::error::PageError;
use crate::pool::BufferPool;
use crate::writer;
use sluice_base::ids::DatabaseId;
use sluice_vfs::FileError;

impl BufferPool {
    /// Calls `work` while no page of the database is written and none of its files is synced. So
    /// the files have a state that a crash could leave, and recovery brings it to any later moment
    /// of the log. Fails without a call after an earlier failed sync. A failure of `work` to sync
    /// counts as one: no page is written any more.
    pub fn pause_writes<T>(
        &self,
        database: DatabaseId,
        work: impl FnOnce() -> Result<T, FileError>,
    ) -> Result<T, PageError> {
        writer::pause(&self.cache, &*self.attached(database)?, work)
    }
}
