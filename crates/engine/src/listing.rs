//! Keeps the listing in a primary data file, a copy of the database's row in master's list
//! (`docs/file-format.md`, *The data files*). A database of several data files has one, so that it
//! can be attached by its primary file.
//!
//! Master's row decides while the database is in the list. The listing is written after the row is
//! committed, and before a new file gets an extent or a removed file is deleted. So whenever a
//! crash comes, the listing names all files with pages in use, and all named files exist. An
//! opening writes the listing before anything else if it differs from the row.

use crate::instance::Instance;
use crate::registry::{self, Entry};
use crate::storage::{DATA_FILE, Resources, check_owner};
use sluice_access as access;
use sluice_base::ids::FileId;
use sluice_table::data_files::DataFiles;
use sluice_txn::{Storage, StorageError};
use sluice_vfs::Vfs;
use std::path::Path;

impl Resources {
    /// Writes the listing of a closed database, durably. Does nothing for a database that needs no
    /// listing, and doesn't sync an unchanged one. Fails for the file of another database.
    pub(crate) fn write_listing(&self, data: &Path, entry: &Entry) -> Result<(), StorageError> {
        if !has_listing(entry) {
            return Ok(());
        }
        let file = self.vfs.open(data, DATA_FILE)?;
        check_owner(data, entry.guid, access::read_header(&file, FileId::PRIMARY)?.guid)?;
        if access::write_listing(&file, entry.guid, &registry::listing(entry))? {
            file.sync()?;
        }
        Ok(())
    }
}

impl Instance {
    /// Writes the listing of an open database, durably. Does nothing for a database that needs no
    /// listing, and doesn't sync an unchanged one.
    pub(crate) fn save_listing(&self, storage: &Storage, entry: &Entry) -> Result<(), StorageError> {
        if !has_listing(entry) {
            return Ok(());
        }
        let file = &storage.space.primary().handle;
        if access::write_listing(file, entry.guid, &registry::listing(entry))? {
            storage.pool.sync_file(storage.id, FileId::PRIMARY)?;
        }
        Ok(())
    }
}

fn has_listing(entry: &Entry) -> bool {
    entry.options.data_files != DataFiles::default()
}
