//! ALTER DATABASE ADD FILE and REMOVE FILE: the data files of an open database besides the primary
//! one (`docs/file-format.md`, *The folder*).
//!
//! Master's row of the database lists the files. A file that is being made or removed is listed as
//! absent: it has no page in use, and the next start removes the file and its entry
//! ([`Instance::remove_absent_files`]). So:
//!
//! - ADD FILE commits the row with the absent file, makes the file durable, pairs it with the log,
//!   and commits the row with the file. From then on the database does not open without the file.
//!   Extents are taken from the file only after that commit.
//! - REMOVE FILE stops taking extents, checks that none is in use, takes a checkpoint, and commits
//!   the row with the absent file. So no later redo needs a page of it. Then the file is removed,
//!   and its entry with it.

use crate::files::FilePair;
use crate::instance::Instance;
use crate::new_files::{check_new_path, pages_of, said, secondary_file};
use crate::slot::Slot;
use crate::well_known::{MASTER, TEMPDB};
use sluice_access as access;
use sluice_base::ids::{FileId, FilegroupId};
use sluice_base::sync::Arc;
use sluice_catalog::name::same;
use sluice_session::NewFile;
use sluice_table::data_files::SecondaryFile;
use sluice_table::database_options::size_in_pages;
use sluice_table::storage_error::sql_error;
use sluice_table::{Database, DatabaseFile, DatabaseOptions, FileKind};
use sluice_txn::{DataFileSpace, StorageError};
use sluice_types::SqlError;
use sluice_vfs::{File, Vfs};
use std::path::{Path, PathBuf};

impl Instance {
    /// Adds a data file to an open database; durable on return. Fails with 1828 or 5170 if the
    /// logical name or the path is taken, and with 5123 if the file can't be made. If making the
    /// file fails, its entry is removed again.
    pub(crate) fn add_data_file(
        &self,
        database: &Arc<Database>,
        filegroup: FilegroupId,
        file: &NewFile,
    ) -> Result<(), SqlError> {
        let _making = self.making.lock();
        let failed = |error: StorageError| sql_error(&error, &database.name);
        let slot = self.slot_of_open(database).map_err(failed)?;
        let _no_restart = slot.begin();
        self.slot_of_open(database).map_err(failed)?;
        let wanted = secondary_file(&self.folder, &database.name, file, filegroup)?;
        if database.files().iter().any(|known| same(&known.name, &wanted.name)) {
            return Err(SqlError::logical_file_name_in_use(&wanted.name));
        }
        let path = self.folder.join(&wanted.path);
        self.check_path_is_free(&path).map_err(failed)??;
        let mut id = FileId::PRIMARY;
        self.change_options(database, &mut |options| {
            id = options.data_files.next_file();
            options.data_files.files.push(SecondaryFile { id, ..wanted.clone() });
            options.file_sizes.extend(file.size.map(|bytes| (id, size_in_pages(bytes))));
        })
        .map_err(failed)?;
        let added = self.make_data_file(database, id, &path, pages_of(file));
        let handle = match added {
            Ok(handle) => handle,
            Err(error) => {
                // If the removal fails too, the next start does it.
                let _ = self.remove_absent(database, id, &path);
                return Err(match error {
                    StorageError::File(error) if error.path == path => {
                        SqlError::create_file_failed(said(&error), path.display())
                    }
                    error => failed(error),
                });
            }
        };
        self.change_options(database, &mut |options| {
            if let Some(file) = options.data_files.file_mut(id) {
                file.is_absent = false;
            }
        })
        .map_err(failed)?;
        let space = DataFileSpace::new(id, filegroup, handle);
        space.growth.set(wanted.growth, wanted.max_bytes.unwrap_or(u64::MAX));
        database.storage.space.add_file(space);
        database.add_file(self.database_file(id, filegroup, wanted.name, path));
        Ok(())
    }

    /// Makes a data file durable, and attaches it to the storage without giving it any use.
    fn make_data_file(
        &self,
        database: &Database,
        id: FileId,
        path: &Path,
        pages: u32,
    ) -> Result<Arc<dyn File>, StorageError> {
        let (storage, resources) = (&database.storage, &self.resources);
        drop(resources.create_data_file(path, id, storage.guid(), pages)?);
        resources.sync_folder(path.parent().unwrap_or(&self.folder))?;
        let closed = || StorageError::NotOpen(database.name.clone());
        let slot = self.slot_of_open(database)?;
        let (files, layers) = slot.files().zip(slot.layers()).ok_or_else(closed)?;
        let handle: Arc<dyn File> = layers.open_file(&*files, id, path)?;
        storage.attach_file(id, handle.clone())?;
        Ok(handle)
    }

    /// Removes an empty data file from an open database; durable on return. Fails with 5009 for an
    /// unknown file, with 5042 if the file has pages of an object, and with 5094 if the database
    /// has a snapshot. No new pages are placed in it meanwhile. If the check or the commit of
    /// master's row fails, they are placed in it again. After a later error the file is out of use,
    /// and the next start removes it.
    pub(crate) fn remove_data_file(&self, database: &Arc<Database>, id: FileId) -> Result<(), SqlError> {
        let _making = self.making.lock();
        let failed = |error: StorageError| sql_error(&error, &database.name);
        let slot = self.slot_of_open(database).map_err(failed)?;
        let _no_restart = slot.begin();
        self.slot_of_open(database).map_err(failed)?;
        if !self.snapshots_of(database.id).map_err(failed)?.is_empty() {
            return Err(SqlError::not_with_snapshots());
        }
        if slot.layers().is_some_and(|layers| layers.is_layered(id)) {
            self.check_shares_no_file(&slot, "ALTER DATABASE REMOVE FILE")?;
        }
        let storage = &database.storage;
        let Some(space) = storage.space.file(id) else { return Err(SqlError::files_not_found()) };
        let path = space.handle.path().to_owned();
        space.set_closing(true);
        let emptied = access::is_empty_file(storage, id).and_then(|is_empty| {
            if is_empty {
                storage.checkpoint()?;
            }
            Ok(is_empty)
        });
        let name =
            || database.files().into_iter().find(|file| file.id == id).map_or_else(String::new, |file| file.name);
        let left = emptied.map_err(failed).and_then(|is_empty| match is_empty {
            true => self.mark_absent(database, id).map_err(failed),
            false => Err(SqlError::part_not_empty("file", name())),
        });
        if let Err(error) = left {
            space.set_closing(false);
            return Err(error);
        }
        storage.space.remove_file(id);
        database.forget_file(id);
        storage.detach_file(id).map_err(failed)?;
        self.remove_absent(database, id, &path).map_err(failed)
    }

    /// Returns the slot of a database, whose transition a change of the files holds: an opening in
    /// between would remove the absent file. Fails if the opening is over.
    pub(crate) fn slot_of_open(&self, database: &Database) -> Result<Arc<Slot>, StorageError> {
        self.slot_of(database).ok_or_else(|| StorageError::NotOpen(database.name.clone()))
    }

    fn mark_absent(&self, database: &Arc<Database>, id: FileId) -> Result<(), StorageError> {
        self.change_options(database, &mut |options| {
            if let Some(file) = options.data_files.file_mut(id) {
                file.is_absent = true;
            }
        })
    }

    /// Removes an absent file and its entry.
    fn remove_absent(&self, database: &Arc<Database>, id: FileId, path: &Path) -> Result<(), StorageError> {
        database.storage.detach_file(id)?;
        if let Some(layers) = self.slot_of(database).and_then(|slot| slot.layers()) {
            layers.forget_file(id);
        }
        self.remove_file_durably(path)?;
        self.change_options(database, &mut |options| forget(options, id))
    }

    /// Removes the absent files of a database that is about to be opened, and their entries. Does
    /// nothing, and writes nothing, without absent files.
    pub(crate) fn remove_absent_files(&self, slot: &Slot) -> Result<(), StorageError> {
        self.remove_absent_buffer(slot)?;
        let mut entry = slot.entry();
        let absent: Vec<SecondaryFile> =
            entry.options.data_files.files.iter().filter(|file| file.is_absent).cloned().collect();
        if absent.is_empty() {
            return Ok(());
        }
        for file in absent {
            self.remove_file_durably(&self.folder.join(&file.path))?;
            forget(&mut entry.options, file.id);
        }
        self.registry.update(&entry)?;
        slot.set_entry(entry);
        Ok(())
    }

    /// Removes the file if it exists, and syncs its folder.
    pub(crate) fn remove_file_durably(&self, path: &Path) -> Result<(), StorageError> {
        let vfs = self.resources.vfs.as_ref();
        if vfs.exists(path)? {
            vfs.remove(path)?;
        }
        let folder = path.parent().unwrap_or(&self.folder);
        if vfs.exists(folder)? {
            self.resources.sync_folder(folder)?;
        }
        Ok(())
    }

    /// Returns the inner error 5170 if a file is at `path` or belongs to a database, or 5133 if its
    /// folder is missing. The outer error is that of reading master's list.
    pub(crate) fn check_path_is_free(&self, path: &Path) -> Result<Result<(), SqlError>, StorageError> {
        let entries = self.registry.entries()?;
        let system = [MASTER, TEMPDB].map(|name| FilePair::for_database(&self.folder, name));
        let known = entries.iter().map(|entry| self.files_of(entry)).chain(system);
        if known.into_iter().any(|files| files.paths().any(|taken| taken == path)) {
            return Ok(Err(SqlError::file_exists(path.display())));
        }
        Ok(check_new_path(self.resources.vfs.as_ref(), path))
    }

    /// Returns a data file as views show it.
    fn database_file(&self, id: FileId, filegroup: FilegroupId, name: String, path: PathBuf) -> DatabaseFile {
        let counters = self.resources.vfs.counters(&path);
        DatabaseFile { id, kind: FileKind::Rows, filegroup: Some(filegroup), name, path, counters }
    }
}

fn forget(options: &mut DatabaseOptions, id: FileId) {
    options.data_files.files.retain(|file| file.id != id);
    options.file_sizes.remove(&id);
}
