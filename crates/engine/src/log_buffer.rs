//! ALTER DATABASE ADD LOG FILE and REMOVE FILE of a persisted log buffer
//! (`docs/decisions/2026-11-30-persisted-log-buffer.md`).
//!
//! Master's row lists the buffer, and the header of the log says whether the log needs it. The row
//! is wider at any time:
//!
//! - ADD LOG FILE commits the row with the absent file, makes the file durable, and commits the row
//!   with the file. Then the log names the buffer in its header and uses it. A crash before that
//!   leaves a listed buffer that the next start adopts.
//! - REMOVE FILE brings every record into the log file, and the header names no buffer any more.
//!   Then the row is committed with the absent file, the file is removed, and its entry with it. A
//!   crash before the row is committed leaves the buffer in use.
//!
//! A database with a listed buffer is not opened without the file: it is RECOVERY_PENDING, as
//! documented.

use crate::instance::Instance;
use crate::new_files::{path_of, said};
use crate::slot::Slot;
use crate::storage::Resources;
use sluice_base::error_log::LogSource;
use sluice_base::ids::FileId;
use sluice_base::sync::Arc;
use sluice_catalog::name::same;
use sluice_plan::unsupported;
use sluice_session::NewFile;
use sluice_table::data_files::LogBufferFile;
use sluice_table::storage_error::sql_error;
use sluice_table::{Database, DatabaseFile, FileKind};
use sluice_txn::{Storage, StorageError};
use sluice_types::SqlError;
use sluice_vfs::persistent::is_without_dax;
use std::path::Path;

impl Instance {
    /// Adds a persisted log buffer to an open database; durable on return. Fails with 1036 without
    /// a logical name, with 1828 if that is taken, with 5133 or 5170 for its path, and with 5123 if
    /// the file can't be made or isn't on persistent memory. A second one fails with 40517.
    pub(crate) fn add_log_buffer(&self, database: &Arc<Database>, file: &NewFile) -> Result<(), SqlError> {
        let _making = self.making.lock();
        let failed = |error: StorageError| sql_error(&error, &database.name);
        let slot = self.slot_of_open(database).map_err(failed)?;
        let _no_restart = slot.begin();
        self.slot_of_open(database).map_err(failed)?;
        if database.options().log_buffer.is_some() {
            return Err(unsupported("ALTER DATABASE ADD LOG FILE to a database with a persisted log buffer"));
        }
        let name = file.name.clone().ok_or_else(|| SqlError::file_option_required("NAME"))?;
        if database.files().iter().any(|known| same(&known.name, &name)) {
            return Err(SqlError::logical_file_name_in_use(&name));
        }
        if file.path.is_none() {
            return Err(SqlError::file_option_required("FILENAME"));
        }
        let written = path_of(file, &self.folder, Path::new(""))?.unwrap_or_default();
        let path = self.folder.join(&written);
        self.check_path_is_free(&path).map_err(failed)??;
        let mut id = FileId::PRIMARY;
        self.change_options(database, &mut |options| {
            id = options.data_files.next_file();
            let (name, path) = (name.clone(), written.clone());
            options.log_buffer = Some(LogBufferFile { id, name, path, is_absent: true });
        })
        .map_err(failed)?;
        if let Err(error) = self.make_log_buffer(database, &path) {
            // If the removal fails too, the next start does it.
            let _by_next_start = self.forget_log_buffer(database, &path);
            return Err(match error {
                StorageError::File(error) if error.path == path => {
                    let said = if is_without_dax(&error) { NO_DAX.to_owned() } else { said(&error) };
                    SqlError::create_file_failed(said, path.display())
                }
                error => failed(error),
            });
        }
        self.set_absent(database, false).map_err(failed)?;
        let log = &database.storage.log;
        log.use_persisted_buffer(&path, self.resources.persistence).map_err(|error| failed(error.into()))?;
        self.resources.log_buffer_in_use(&database.name, &database.storage);
        let counters = self.resources.vfs.counters(&path);
        database.add_file(DatabaseFile { id, kind: FileKind::LogBuffer, filegroup: None, name, path, counters });
        Ok(())
    }

    /// Makes the file of the buffer durable, and checks that it is on persistent memory.
    fn make_log_buffer(&self, database: &Database, path: &Path) -> Result<(), StorageError> {
        database.storage.log.create_persisted_buffer(path, self.resources.persistence)?;
        Ok(self.resources.sync_folder(path.parent().unwrap_or(&self.folder))?)
    }

    /// Removes the persisted log buffer of an open database that no other session uses; durable on
    /// return. Fails with 5009 if it has none.
    pub(crate) fn remove_log_buffer(&self, database: &Arc<Database>) -> Result<(), SqlError> {
        let _making = self.making.lock();
        let failed = |error: StorageError| sql_error(&error, &database.name);
        let slot = self.slot_of_open(database).map_err(failed)?;
        let _no_restart = slot.begin();
        self.slot_of_open(database).map_err(failed)?;
        let Some(file) = database.options().log_buffer else { return Err(SqlError::files_not_found()) };
        database.storage.log.leave_persisted_buffer().map_err(|error| failed(error.into()))?;
        self.set_absent(database, true).map_err(failed)?;
        database.forget_file(file.id);
        self.forget_log_buffer(database, &self.folder.join(&file.path)).map_err(failed)
    }

    fn set_absent(&self, database: &Arc<Database>, is_absent: bool) -> Result<(), StorageError> {
        self.change_options(database, &mut |options| {
            if let Some(file) = &mut options.log_buffer {
                file.is_absent = is_absent;
            }
        })
    }

    /// Removes the absent file and its entry.
    fn forget_log_buffer(&self, database: &Arc<Database>, path: &Path) -> Result<(), StorageError> {
        self.remove_file_durably(path)?;
        self.change_options(database, &mut |options| options.log_buffer = None)
    }

    /// Removes the absent buffer of a database that is about to be opened, and its entry.
    pub(crate) fn remove_absent_buffer(&self, slot: &Slot) -> Result<(), StorageError> {
        let mut entry = slot.entry();
        let Some(file) = entry.options.log_buffer.take_if(|file| file.is_absent) else { return Ok(()) };
        self.remove_file_durably(&self.folder.join(&file.path))?;
        self.registry.update(&entry)?;
        slot.set_entry(entry);
        Ok(())
    }
}

impl Resources {
    /// Logs how the database `name` uses its persisted log buffer: as information if it is on
    /// persistent memory or not used, as an error if it is simulated.
    pub(crate) fn log_buffer_in_use(&self, name: &str, storage: &Storage) {
        let write = |text: std::fmt::Arguments<'_>| self.error_log.information(LogSource::Server, text);
        match storage.log.persisted_buffer() {
            Some(buffer) if buffer.is_durable => {
                write(format_args!("Database '{name}' uses the persisted log buffer '{}'.", buffer.path.display()));
            }
            Some(buffer) => self.error_log.error(
                LogSource::Server,
                format_args!(
                    "The persisted log buffer '{}' of database '{name}' is not on persistent memory: the commits of \
                     the database are NOT durable.",
                    buffer.path.display()
                ),
            ),
            None => write(format_args!(
                "The persisted log buffer of database '{name}' is not on persistent memory, and is not used."
            )),
        }
    }
}

/// The text of Windows error 50, with the reason.
const NO_DAX: &str = "50(The request is not supported: the volume has no direct access (DAX) to persistent memory.)";
