//! Keeps the listing in a primary data file, a copy of the database's row in master's list
//! (`docs/file-format.md`, *The data files*). A database with several data files or with options
//! other than the defaults has one, so that it is attached by its primary file with its files and
//! options. If its options become the defaults again, it keeps the listing, with these.
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
use sluice_base::sync::Arc;
use sluice_buffer::layer::LayeredFile;
use sluice_table::DatabaseOptions;
use sluice_txn::{Storage, StorageError};
use sluice_vfs::File;
use std::path::Path;

impl Resources {
    /// Makes the listing of a closed database equal to its row, durably, also after an earlier sync
    /// that failed. Does nothing for a database that needs no listing. Writes nothing in EMERGENCY,
    /// where SET ONLINE does it. Fails for the file of another database.
    pub(crate) fn write_listing(&self, data: &Path, entry: &Entry) -> Result<(), StorageError> {
        if entry.options.is_emergency {
            return Ok(());
        }
        let file: Arc<dyn File> = LayeredFile::open(self.vfs.as_ref(), data, DATA_FILE)?;
        check_owner(data, entry.guid, access::read_header(&file, FileId::PRIMARY)?.guid)?;
        // Once the database is detached, the listing alone has the options.
        if access::rewrite_listing(&file, entry.guid)? {
            file.sync()?;
        }
        if write(&file, entry)? {
            file.sync()?;
        }
        Ok(())
    }
}

impl Instance {
    /// Writes the listing of an open database, durably. Does nothing for a database that needs no
    /// listing, and doesn't sync an unchanged one. Waits for the sync.
    pub(crate) fn save_listing(&self, storage: &Storage, entry: &Entry) -> Result<(), StorageError> {
        if write(&storage.space.primary().handle, entry)? {
            storage.pool.sync_file(storage.id, FileId::PRIMARY)?;
        }
        Ok(())
    }
}

/// Writes the listing, if the database needs one or has one and it differs. Returns whether it has
/// written.
fn write(file: &Arc<dyn File>, entry: &Entry) -> Result<bool, StorageError> {
    let options = &entry.options;
    // Only model has objects of its own that CREATE DATABASE copies.
    let is_default = *options == DatabaseOptions { has_objects: options.has_objects, ..DatabaseOptions::default() };
    if is_default && !access::has_listing(file, entry.guid)? {
        return Ok(false);
    }
    access::write_listing(file, entry.guid, &registry::listing(entry))
}
