//! Converts the files of a database from format 5 when it is opened.
//!
//! Steps, each durable before the next: the new log and the new data file are written under
//! temporary names; the log gets its name; the data file gets its name. A crash before the first
//! rename leaves the earlier files as they were, and the next attempt starts anew. A crash between
//! the renames leaves the new log and the earlier data file; the next attempt renames the new data
//! file, which was complete before. The earlier files are replaced, and never changed.

use crate::files::FilePair;
use crate::storage::{DATA_FILE, NO_STORAGE, Resources};
use sluice_access as access;
use sluice_base::counters::DatabaseCounters;
use sluice_base::error_log::LogSource;
use sluice_txn::{DamageLocation, StorageError, convert_log};
use sluice_vfs::{Create, File, FileError, OpenOptions, Vfs};
use sluice_wal::LogFile;
use std::sync::Arc;

impl Resources {
    /// Converts a database to the present format. `data` is its open data file, in the format
    /// before, with `header`. Fails with [`StorageError::NotOpen`] if the database needs recovery.
    /// Goes on where an attempt before was broken off. Fails with `Damaged` if a log was converted
    /// but the new data file is missing.
    pub(crate) fn convert(
        &self,
        files: &FilePair,
        data: &Arc<dyn File>,
        header: &access::DataHeader,
    ) -> Result<(), StorageError> {
        let new = files.in_conversion();
        let environment = self.environment(NO_STORAGE, &Arc::new(DatabaseCounters::default()));
        let open = || LogFile::open(&environment, &files.log, header.guid, &self.log_options);
        let is_log_converted = match open() {
            Ok(_) => true,
            // The log has the format before, or can't be read. In the second case it may have been
            // converted: then the new data file must stay.
            Err(_) => {
                LogFile::open_earlier(&environment, &files.log, header.guid, &self.log_options)?;
                false
            }
        };
        if !is_log_converted {
            let made = self.make_converted(files, &new, data, header);
            if made.is_err() {
                // A failed removal is repeated by the next attempt.
                let _ = self.remove_files(&new);
            }
            made?;
            self.rename_durably(&new, (&new.log, &files.log))?;
        } else if !self.vfs.exists(&new.data)? {
            return Err(StorageError::Damaged {
                path: files.data.clone(),
                place: DamageLocation::Offset(0),
                what: format!(
                    "it has format 5, but its log '{}' was converted to format 6. Nothing was changed; put back the \
                     data file that was last used with this log",
                    files.log.display()
                ),
            });
        }
        self.rename_durably(&new, (&new.data, &files.data))?;
        let path = files.data.display();
        let line = format_args!("The database of '{path}' was converted from format 5 to the current format 6.");
        self.error_log.information(LogSource::Server, line);
        Ok(())
    }

    /// Writes the converted files under their temporary names, durably.
    fn make_converted(
        &self,
        files: &FilePair,
        new: &FilePair,
        data: &Arc<dyn File>,
        header: &access::DataHeader,
    ) -> Result<(), StorageError> {
        self.remove_files(new)?;
        let environment = self.environment(NO_STORAGE, &Arc::new(DatabaseCounters::default()));
        let now = self.clock.utc_ns();
        let pair = convert_log(&environment, (&files.log, &new.log), header.guid, &self.log_options, now)?;
        let to = self.vfs.open(&new.data, OpenOptions { create: Create::New, ..DATA_FILE })?;
        access::convert_data(data, &to, header, &pair)?;
        Ok(self.sync_folders(new)?)
    }

    fn rename_durably(
        &self,
        new: &FilePair,
        (from, to): (&std::path::Path, &std::path::Path),
    ) -> Result<(), FileError> {
        self.vfs.rename(from, to)?;
        self.sync_folders(new)
    }
}
