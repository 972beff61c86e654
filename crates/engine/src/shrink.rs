//! DBCC SHRINKFILE and SHRINKDATABASE: the end of a data file.
//!
//! No snapshot or copy is made, and the database isn't closed, while a file is cut off. A file with
//! layers is refused: the frozen file below keeps its pages for others.

use crate::instance::Instance;
use crate::new_files::SECONDARY_BYTES;
use crate::system_databases::{SYSTEM_DATA_PAGES, SYSTEM_LOG_BYTES};
use crate::well_known::{MASTER_ID, MODEL_ID, MSDB_ID, TEMPDB_ID};
use sluice_access::{self as access, Shrunk};
use sluice_base::ids::FileId;
use sluice_base::sync::Arc;
use sluice_plan::unsupported;
use sluice_table::Database;
use sluice_table::database_options::size_in_pages;
use sluice_table::storage_error::sql_error;
use sluice_txn::StorageError;
use sluice_types::SqlError;

impl Instance {
    /// Gives the free extents at the end of a data file back; see `Host::shrink_data_file`. Takes a
    /// checkpoint.
    pub(crate) fn shrink_data_file(
        &self,
        database: &Arc<Database>,
        id: FileId,
        least: u32,
    ) -> Result<Option<u32>, SqlError> {
        let _making = self.making.lock();
        let failed = |error: StorageError| sql_error(&error, &database.name);
        let storage = &database.storage;
        let Some(space) = storage.space.file(id) else { return Err(SqlError::files_not_found()) };
        let shrink = || match access::release_end(storage, &space, least).map_err(failed)? {
            Shrunk::To(pages) => Ok(Some(pages)),
            Shrunk::Busy => Ok(None),
        };
        // Master and tempdb are always open, and never have snapshots or copies.
        if matches!(database.id, MASTER_ID | TEMPDB_ID) {
            return shrink();
        }
        let slot = self.slot_of_open(database).map_err(failed)?;
        let _no_restart = slot.begin();
        self.slot_of_open(database).map_err(failed)?;
        if slot.layers().is_some_and(|layers| layers.is_layered(id)) {
            return Err(unsupported("DBCC SHRINKFILE of a database with snapshots or copies"));
        }
        shrink()
    }

    /// Returns the size of a new file without SIZE; see `Host::default_file_pages`.
    pub(crate) fn default_file_pages(&self, database: &Database, file: FileId) -> u32 {
        // tempdb is made with the sizes of a user database.
        let is_system = matches!(database.id, MASTER_ID | MODEL_ID | MSDB_ID);
        match file {
            FileId::LOG if is_system => size_in_pages(self.resources.log_options.initial_bytes.min(SYSTEM_LOG_BYTES)),
            FileId::LOG => size_in_pages(self.resources.log_options.initial_bytes),
            FileId::PRIMARY if is_system => self.resources.data_pages.min(SYSTEM_DATA_PAGES),
            FileId::PRIMARY => self.resources.data_pages,
            _ => size_in_pages(SECONDARY_BYTES),
        }
    }
}
