//! Databases that leave the instance and enter it with their files: OFFLINE, detach, attach.
//!
//! Each change is one row of master's list, written when the files are closed cleanly. So a crash
//! leaves the database attached or detached, online or offline, and its files are whole in any
//! case.

use crate::attached_files::FoundFiles;
use crate::files::FilePair;
use crate::instance::Instance;
use crate::new_files::path_of;
use crate::registry::Entry;
use crate::slot::{Condition, Slot, Transition};
use crate::well_known::next_id;
use sluice_base::error_log::LogSource;
use sluice_base::ids::SessionId;
use sluice_catalog::name::same;
use sluice_plan::unsupported;
use sluice_session::NewFile;
use sluice_table::DatabaseState;
use sluice_table::storage_error::sql_error;
use sluice_txn::StorageError;
use sluice_types::SqlError;
use sluice_vfs::Vfs;
use std::path::Path;

impl Instance {
    /// Closes the database of a slot that no session uses, and keeps it closed, durably. If closing
    /// fails, the error is logged and the next opening recovers the database. Its cached plans are
    /// dropped. EMERGENCY ends with it.
    pub(crate) fn take_offline(&self, slot: &Slot) -> Result<(), SqlError> {
        let _making = self.making.lock();
        let transition = slot.begin();
        let mut entry = slot.entry();
        if let Err(error) = self.close_slot(&transition) {
            // The next opening recovers it.
            let text = format_args!("Closing database '{}' failed: {error}.", entry.name);
            self.error_log().error(LogSource::Server, text);
        }
        entry.options.is_offline = true;
        entry.options.is_emergency = false;
        self.registry.update(&entry).map_err(|error| sql_error(&error, &entry.name))?;
        slot.set_entry(entry);
        transition.set_unusable(DatabaseState::Offline, "");
        self.forget_old_plans();
        Ok(())
    }

    /// Opens the database of a slot for the session `asking`, unless it is open and works. A failed
    /// database is restarted first, which ends its other sessions. The database becomes online in
    /// the list before it is opened, and EMERGENCY ends. If opening fails, the restart thread takes
    /// over and the error is returned. A closed database is left to its first use.
    pub(crate) fn bring_online(&self, slot: &Slot, asking: SessionId) -> Result<(), SqlError> {
        if slot.needs_restart() {
            Instance::restart(self, slot, Some(asking));
        }
        let _making = self.making.lock();
        let transition = slot.begin();
        let mut entry = slot.entry();
        let is_usable = slot.is_closed() || slot.database().is_some();
        if is_usable && !entry.options.is_emergency && !entry.options.is_offline {
            return Ok(());
        }
        let name = entry.name.clone();
        let failed = |error: StorageError| sql_error(&error, &name);
        // An opening in EMERGENCY has nothing to write. No other session uses it.
        self.close_slot(&transition).map_err(failed)?;
        if entry.options.is_offline || entry.options.is_emergency {
            entry.options.is_offline = false;
            entry.options.is_emergency = false;
            self.registry.update(&entry).map_err(failed)?;
            slot.set_entry(entry);
        }
        let opened = self.open_slot(&transition);
        if opened.is_err() {
            // The restart thread takes over a database whose files can't be used now.
            self.resources.failures.raise();
        }
        opened.map_err(failed)
    }

    /// Closes the database of a slot that no session uses, and opens it again without recovery
    /// (`alter-database-transact-sql-set-options`, EMERGENCY). The state is durable. If the files
    /// can't be read, the database is unusable until ALTER DATABASE ... SET ONLINE or OFFLINE. Does
    /// nothing if the database is open in EMERGENCY. A failed close is logged and doesn't count.
    /// Cached plans are dropped.
    pub(crate) fn begin_emergency(&self, slot: &Slot) -> Result<(), SqlError> {
        let _making = self.making.lock();
        let transition = slot.begin();
        let mut entry = slot.entry();
        if entry.options.is_emergency && slot.database().is_some() {
            return Ok(());
        }
        if let Err(error) = self.close_slot(&transition) {
            // The database is opened as the failure left it.
            let text = format_args!("Closing database '{}' failed: {error}.", entry.name);
            self.error_log().error(LogSource::Server, text);
        }
        let failed = |error: StorageError| sql_error(&error, &slot.name());
        entry.options.is_offline = false;
        entry.options.is_emergency = true;
        let text = format_args!("Database '{}' is in EMERGENCY: it is opened without recovery.", entry.name);
        self.registry.update(&entry).map_err(failed)?;
        self.error_log().information(LogSource::Server, text);
        slot.set_entry(entry);
        self.forget_old_plans();
        self.open_slot(&transition).map_err(failed)
    }

    /// Sets the path at which the next opening of an offline database finds its file. Refused
    /// unless the database is offline. The path is stored in the list; no file is touched. Fails
    /// with 5041 if it has no such file, with 5094 if it has a snapshot, and with 40517 or 5133 for
    /// the path.
    pub(crate) fn move_file(&self, slot: &Slot, file: &str, path: &str) -> Result<(), SqlError> {
        let _making = self.making.lock();
        let _transition = slot.begin();
        let mut entry = slot.entry();
        if !entry.options.is_offline {
            let what = "ALTER DATABASE MODIFY FILE FILENAME of a database that is not OFFLINE";
            return Err(unsupported(what));
        }
        // The layers below a file are found beside it.
        if !self.snapshots_of(slot.id).map_err(|error| sql_error(&error, &entry.name))?.is_empty() {
            return Err(SqlError::not_with_snapshots());
        }
        self.check_shares_no_file(slot, "ALTER DATABASE MODIFY FILE FILENAME")?;
        let first = FilePair::for_database(&self.folder, entry.options.first_name.as_ref().unwrap_or(&entry.name));
        let wanted = NewFile { path: Some(path.to_owned()), ..NewFile::default() };
        let [data, log] = FilePair::logical_names(entry.options.first_name.as_ref().unwrap_or(&entry.name));
        let options = &mut entry.options;
        if same(file, options.data_name.as_ref().unwrap_or(&data)) {
            options.data_path = path_of(&wanted, &self.folder, &first.data)?;
        } else if same(file, options.log_name.as_ref().unwrap_or(&log)) {
            options.log_path = path_of(&wanted, &self.folder, &first.log)?;
        } else if let Some(other) = options.data_files.files.iter_mut().find(|other| same(file, &other.name)) {
            // Such a file has no default path.
            other.path = path_of(&wanted, &self.folder, Path::new(""))?.unwrap_or_default();
        } else {
            return Err(SqlError::modify_file_not_found(file));
        }
        self.registry.update(&entry).map_err(|error| sql_error(&error, &entry.name))?;
        slot.set_entry(entry);
        Ok(())
    }

    /// Removes a database that no session uses from the list, and leaves its closed files. Fails if
    /// a transaction is in doubt or the database is suspect. Delayed commits are hardened, parts of
    /// commits across databases are settled, and the listing is written first. The errors are 3703
    /// and 3707; a snapshot fails with 3706, with 5094 one whose layers can't be merged, and with
    /// 40517 one with a persisted log buffer or that shares files with a copy. A database that was
    /// offline is offline after an error.
    pub(crate) fn detach_database(&self, slot: &Slot) -> Result<(), SqlError> {
        let _making = self.making.lock();
        self.check_no_snapshot(slot, "DETACH")?;
        if slot.entry().options.snapshot_of.is_some() {
            return Err(SqlError::snapshot_cannot_change("DETACH"));
        }
        if slot.entry().options.log_buffer.is_some() {
            // The log alone may be attached elsewhere, without the buffer that it needs.
            return Err(unsupported("sp_detach_db of a database with a persisted log buffer"));
        }
        // Files are attached without layers.
        if self.merge_unshared(slot) {
            self.check_shares_no_file(slot, "DETACH")?;
            // Merging them failed.
            return Err(SqlError::not_with_snapshots());
        }
        let transition = slot.begin();
        let entry = slot.entry();
        let detached = self.detach(&transition, &entry);
        if detached.is_err() && entry.options.is_offline {
            // It was opened to settle a part in doubt. The next opening recovers it.
            let _by_next_opening = self.close_slot(&transition);
            transition.set_unusable(DatabaseState::Offline, "");
        }
        detached
    }

    fn detach(&self, transition: &Transition<'_>, entry: &Entry) -> Result<(), SqlError> {
        let slot = transition.slot;
        let failed = |error: StorageError| sql_error(&error, &entry.name);
        match slot.database() {
            // Such a transaction is in doubt, and only this instance's master can decide on it.
            Some(database) if !database.storage.active_transactions().is_empty() => {
                return Err(SqlError::detach_in_use(&entry.name));
            }
            None if !slot.is_closed() && !entry.options.is_offline => {
                return Err(SqlError::suspect_cannot_be_detached());
            }
            _ => {}
        }
        // A start forgets the decisions on databases that have left. So a closed database with a
        // part in doubt is recovered first.
        let may_ask = || self.registry.master().has_participant(entry.guid);
        if slot.database().is_none() && may_ask() {
            self.open_slot(transition).map_err(failed)?;
        }
        if entry.options.is_emergency && may_ask() {
            return Err(SqlError::detach_in_use(&entry.name));
        }
        self.close_slot(transition).map_err(failed)?;
        let files = self.files_of(entry);
        let is_there = |path: &Path| self.resources.vfs.exists(path).map_err(|error| failed(error.into()));
        // After a close that failed, or a crash, only the ring may have some delayed commits.
        if is_there(&files.ring)? {
            let hardened = self.resources.harden_ring(&files, entry.guid);
            // The log of a database in EMERGENCY may be damaged, and its ring is of no use then.
            if !entry.options.is_emergency {
                hardened.map_err(failed)?;
            }
        }
        // A path that was set while the database was offline isn't in the listing yet.
        if is_there(&files.data)? {
            self.resources.write_listing(&files.data, entry).map_err(failed)?;
        }
        self.registry.delete(entry.id).map_err(failed)?;
        // A session that waits for the transition must not open it.
        transition.set(Condition::InTransition);
        self.slots.remove(slot.id);
        self.forget_old_plans();
        // The log has all that it had. A start removes a ring that stays.
        let _by_next_start = self.resources.vfs.remove(&files.ring);
        Ok(())
    }

    /// Adds the database in the files at `paths` to the list, and opens it. Fails with 1801 if the
    /// name is taken, with 5120 if the primary file can't be opened or another database has one of
    /// the files, and with 40517 if a copy of the database is in the list. If it can't be opened,
    /// the row is removed again and the files stay as they were found.
    pub(crate) fn attach_database(&self, name: &str, paths: &[String]) -> Result<(), SqlError> {
        let _making = self.making.lock();
        if self.slots.named(name).is_some() {
            return Err(SqlError::database_exists(name));
        }
        let failed = |error: StorageError| sql_error(&error, name);
        let entries = self.registry.entries().map_err(failed)?;
        let FoundFiles { guid, options } = self.find_files(name, paths)?;
        let files = FilePair::placed(&self.folder, name, &options);
        let others = self.slots.all().into_iter().map(|slot| slot.entry());
        if let Some(other) = others.into_iter().find(|other| files.meets(&self.files_of(other))) {
            let used = format!("The file belongs to database '{}'.", other.name);
            return Err(SqlError::physical_file_not_opened(files.data.display(), SHARING_VIOLATION, used));
        }
        // The identity of the log is checked with the data files'.
        self.open_to_read(&files.log)?;
        if let Some(known) = entries.iter().find(|entry| entry.guid == guid) {
            let what = format!("CREATE DATABASE FOR ATTACH of a second copy of database '{}'", known.name);
            return Err(unsupported(&what));
        }
        let entry = Entry { guid, ..self.new_entry(next_id(&entries), name, options) };
        self.registry.insert(&entry).map_err(failed)?;
        match self.open_database(&entry) {
            Ok(open) => {
                self.add_open(entry, open);
                Ok(())
            }
            Err(error) => {
                // The files stay as they were found. If the row stays too, the next start tries to
                // open them.
                let _by_next_start = self.registry.delete(entry.id);
                Err(failed(error))
            }
        }
    }
}

/// Windows' error ERROR_SHARING_VIOLATION, which SQL Server reports for a file in use.
const SHARING_VIOLATION: i32 = 32;
