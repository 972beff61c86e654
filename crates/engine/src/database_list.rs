//! Creates, renames and drops databases, and changes their options: the changes of master's list.

use crate::error::InstanceError;
use crate::files::{self, FilePair};
use crate::instance::Instance;
use crate::new_files::{check_places, not_made, options_with};
use crate::registry::Entry;
use crate::rings::LeftRing;
use crate::slot::{Condition, Slot};
use crate::storage::Resources;
use crate::well_known::{FIRST_USER_ID, MASTER, MASTER_ID, TEMPDB, models_options, next_id, sleeps};
use sluice_base::ids::{DatabaseGuid, DatabaseId};
use sluice_base::sync::Arc;
use sluice_catalog::name::same;
use sluice_session::NewFiles;
use sluice_table::{Database, DatabaseOptions, DatabaseState, Lineage};
use sluice_txn::StorageError;
use sluice_types::SqlError;
use sluice_vfs::Vfs;
use std::hash::{BuildHasher, BuildHasherDefault};
use std::io::ErrorKind;

impl Instance {
    /// Creates a database by the protocol in [`crate::files`]. The first use opens it; an instance
    /// without background threads opens it here. Fails with 1801 if the name is taken, and if a
    /// file is. If another error leaves the row in master, the database is listed as suspect, and
    /// its name stays taken until the next start completes or removes it. New databases have the
    /// options of model, and the ids are those after the greatest in the list.
    pub(crate) fn make_database(&self, name: &str, wanted: &NewFiles) -> Result<(), SqlError> {
        let _making = self.making.lock();
        if self.slots.named(name).is_some() {
            return Err(SqlError::database_exists(name));
        }
        let failed = |error: StorageError| sluice_table::storage_error::sql_error(&error, name);
        let entries = self.registry.entries().map_err(failed)?;
        let options = options_with(models_options(&entries), &self.folder, name, wanted)?;
        let files = FilePair::placed(&self.folder, name, &options);
        let known = self.files_to_meet(name, &options, &entries);
        check_places(self.resources.vfs.as_ref(), &files, &known)?;
        let entry = self.new_entry(next_id(&entries), name, options);
        let model = self.models_recovery_model(&entries).map_err(failed)?;
        let resources = self.resources.clone().under(model).for_files(wanted);
        let copied = self.model_to_copy(&entries);
        let added = copied.and_then(|model| self.add_database(&resources, &entry, model.as_deref()));
        let settled = added.and_then(|()| self.settle(&entry));
        let opened = settled.and_then(|()| match self.opens_on_use() {
            true => Ok(None),
            false => self.open_database(&entry).map(Some),
        });
        match opened {
            Ok(Some(open)) => {
                self.add_open(entry, open);
                Ok(())
            }
            Ok(None) => {
                self.slots.add(Arc::new(Slot::new(entry, Condition::Closed)));
                Ok(())
            }
            Err(error) => {
                self.half_made(entry, &error);
                Err(not_made(&files, error).unwrap_or_else(failed))
            }
        }
    }

    /// Returns the files of those databases in `entries` whose places those of a new database
    /// `name` may share. Files at their default places meet only if the databases were created by
    /// the same name.
    pub(crate) fn files_to_meet(&self, name: &str, options: &DatabaseOptions, entries: &[Entry]) -> Vec<FilePair> {
        let is_default = !options.is_elsewhere();
        let may_meet = |entry: &&Entry| {
            let is_of_system = entry.id < DatabaseId(FIRST_USER_ID);
            let was_named_so = entry.options.first_name.as_deref() == Some(name);
            !is_default || is_of_system || entry.options.is_elsewhere() || was_named_so
        };
        entries.iter().filter(may_meet).map(|entry| self.files_of(entry)).collect()
    }

    /// Handles a failed creation. If the row is committed or in doubt, the name stays taken until
    /// the next start, which completes or removes the database.
    pub(crate) fn half_made(&self, entry: Entry, error: &StorageError) {
        if self.registry.entries().is_ok_and(|entries| entries.iter().any(|known| known.id == entry.id)) {
            let slot = Arc::new(Slot::new(entry, Condition::Closed));
            slot.begin().set_unusable(DatabaseState::Suspect, &format!("making it failed: {error}"));
            self.slots.add(slot);
        }
    }

    /// Returns the master row of a new database.
    pub(crate) fn new_entry(&self, id: DatabaseId, name: &str, options: DatabaseOptions) -> Entry {
        let guid = self.new_guid(id.0, name);
        Entry {
            id,
            guid,
            options,
            is_unmade: false,
            reverting_to: None,
            bases: Vec::new(),
            lineage: Lineage::default(),
            name: name.to_owned(),
        }
    }

    /// Creates a database's files with the sizes of `resources` and the objects of `model`, and
    /// inserts the database's row. The files keep their temporary names until [`Instance::settle`].
    /// With files outside the folder, the row is inserted first as unmade, and removed with the
    /// files if making them fails. After another error, files with temporary names may stay; the
    /// next start removes them.
    pub(crate) fn add_database(
        &self,
        resources: &Resources,
        entry: &Entry,
        model: Option<&Database>,
    ) -> Result<(), StorageError> {
        let files = self.files_of(entry);
        let make = |files: &FilePair| {
            resources.make(entry.id, files, entry.guid, model)?;
            resources.write_listing(&files.data, entry)
        };
        if !entry.options.is_elsewhere() {
            make(&files.in_making())?;
            resources.sync_folder(&self.folder)?;
            return self.registry.insert(entry);
        }
        self.registry.insert(&Entry { is_unmade: true, ..entry.clone() })?;
        let made = make(&files.in_making());
        if let Err(error) = made.and_then(|()| Ok(resources.sync_folders(&files)?)) {
            // If the removal fails too, the next start does it.
            let _ = self.unmake(entry);
            return Err(error);
        }
        self.registry.update(entry)
    }

    /// Removes the files of an incomplete database, and its row. Both are durable on return. A file
    /// that can't be removed is an error, and the row stays.
    pub(crate) fn unmake(&self, entry: &Entry) -> Result<(), StorageError> {
        let files = self.files_of(entry).in_making();
        for path in files.paths().chain([&*files.ring]) {
            match self.resources.vfs.exists(path) {
                Ok(true) => self.resources.vfs.remove(path)?,
                Ok(false) => {}
                // No file can exist at such a path. After any other error a file may exist, so the
                // row stays.
                Err(error) if matches!(error.source.kind(), ErrorKind::NotADirectory | ErrorKind::InvalidFilename) => {}
                Err(error) => return Err(error.into()),
            }
        }
        // The row is deleted after the removals are durable, including earlier ones. A power cut
        // can restore a file whose folder wasn't synced, and without the row no start would remove
        // the file.
        self.resources.sync_folders(&files)?;
        self.registry.delete(entry.id)
    }

    /// Returns the files of a database of the list, wherever it is.
    pub(crate) fn files_of(&self, entry: &Entry) -> FilePair {
        FilePair::placed(&self.folder, &entry.name, &entry.options)
    }

    /// Drops a database that no session uses. The files get their temporary names first, so that a
    /// crash leaves either the whole database or files that the next start removes. The files of an
    /// offline database stay. After a failure the database stays in the list, as suspect. Fails
    /// with 3709 if the database has a snapshot. Frozen files that a clone reads stay. Files and
    /// layers of other databases that this was the last one to need are removed and merged. A
    /// snapshot to which its source is being reverted fails with 952.
    pub(crate) fn drop_database(&self, slot: &Slot) -> Result<(), SqlError> {
        let _making = self.making.lock();
        self.check_no_snapshot(slot, "drop")?;
        let source = slot.entry().options.snapshot_of.and_then(|source| self.slots.get(source));
        if source.as_ref().is_some_and(|source| source.entry().reverting_to == Some(slot.id)) {
            return Err(SqlError::database_in_transition(slot.name()));
        }
        let entry = slot.entry();
        if entry.options.is_offline {
            self.check_shares_no_file(slot, "DROP DATABASE while it is OFFLINE")?;
        }
        let mut left = Vec::new();
        if entry.options.snapshot_of.is_none() {
            self.merge_unshared(slot);
            // Files that can't be read are left to the row's list.
            left = self.bases_of(&entry).unwrap_or(entry.bases);
        }
        let failed = |error: StorageError| sluice_table::storage_error::sql_error(&error, &slot.name());
        self.drop_in(slot, &left).map_err(failed)?;
        if let Some(source) = source {
            source.forget_reverted_catalog();
            self.merge_unshared(&source);
        }
        if !left.is_empty() {
            self.remove_left_files();
            self.merge_above(&left);
        }
        Ok(())
    }

    /// Drops the database of a slot, which leaves the frozen files `left`.
    fn drop_in(&self, slot: &Slot, left: &[String]) -> Result<(), StorageError> {
        let transition = slot.begin();
        let entry = slot.entry();
        if !left.is_empty() {
            // It stays if the drop fails: what the database needs is not removed.
            self.registry.insert_dropped(&entry, left.to_vec())?;
        }
        let dropped = match entry.options.is_offline {
            // The files of an offline database stay (`drop-database-transact-sql.md`).
            true => self.registry.delete(entry.id).and_then(|()| {
                self.forget_dropped(&self.registry.entries()?);
                Ok(())
            }),
            false => self.close_slot(&transition).and_then(|()| self.remove(&entry)),
        };
        match &dropped {
            Ok(()) => {
                self.resources.pool.forget_copies(entry.guid);
                // A session that waits for the transition must not open it.
                transition.set(Condition::InTransition);
                self.slots.remove(slot.id);
            }
            // The database is closed but still listed: it can be dropped again, and its name stays
            // taken.
            Err(error) => {
                transition.set_unusable(DatabaseState::Suspect, &format!("dropping it failed: {error}"));
            }
        }
        dropped
    }

    /// Renames a database that no session uses, by closing and reopening it. Its files keep their
    /// names. Fails with 911 for an unknown database, with 1801 if the new name is taken, and for a
    /// system database. After an error the database may be closed.
    pub(crate) fn rename_database(&self, database: &Arc<Database>, name: &str) -> Result<(), SqlError> {
        let _making = self.making.lock();
        let failed = |error: StorageError| sluice_table::storage_error::sql_error(&error, &database.name);
        let is_taken = self.slots.named(name).is_some_and(|other| other.id != database.id);
        if is_taken || [MASTER, TEMPDB].iter().any(|system| same(system, name)) {
            return Err(SqlError::database_exists(name));
        }
        let Some(slot) = self.slot_of(database) else {
            return Err(SqlError::database_not_found(&database.name));
        };
        let transition = slot.begin();
        let mut entry = slot.entry();
        entry.options.first_name = Some(entry.options.first_name.unwrap_or(entry.name));
        entry.name = name.to_owned();
        let closed = database.date_again().and_then(|()| self.close_slot(&transition));
        let renamed = closed.and_then(|()| self.registry.update(&entry)).and_then(|()| {
            slot.set_entry(entry);
            self.slots.renamed(&slot);
            self.open_slot(&transition)
        });
        renamed.map_err(failed)
    }

    /// Changes a database's options. Before full commits may rely on the log's content, the delayed
    /// tail is hardened (L2). Durable on return, except for tempdb's.
    pub(crate) fn set_options(
        &self,
        database: &Database,
        change: &dyn Fn(&mut DatabaseOptions),
    ) -> Result<(), StorageError> {
        // Master's list of databases is changed by one session at a time.
        let _making = self.making.lock();
        self.change_options(database, &mut |options| change(options))
    }

    /// Does the same as [`Instance::set_options`] for a caller that holds `making`. Nothing is
    /// written if the options don't change. The row is durable before they take effect, and a log
    /// that becomes synchronous is flushed first. Master has no listing, as it can't be attached.
    pub(crate) fn change_options(
        &self,
        database: &Database,
        change: &mut dyn FnMut(&mut DatabaseOptions),
    ) -> Result<(), StorageError> {
        let before = database.options();
        let mut options = before.clone();
        change(&mut options);
        let Some(slot) = self.slot_of(database).filter(|_| options != before) else { return Ok(()) };
        if options.delayed_durability != before.delayed_durability && !database.storage.is_temporary() {
            database.storage.log.flush_tail()?;
        }
        let entry = Entry { options: options.clone(), ..slot.entry() };
        // Tempdb has no row: it is made at each start.
        if !database.storage.is_temporary() {
            self.registry.update(&entry)?;
        }
        slot.set_entry(entry.clone());
        database.set_options(options);
        let has_listing = !database.storage.is_temporary() && database.id != MASTER_ID;
        if has_listing && !database.is_emergency() {
            self.save_listing(&database.storage, &entry)?;
        }
        if !before.auto_close && database.options().auto_close {
            self.resources.failures.raise();
        }
        Ok(())
    }

    /// Adds a slot for each database of the list, and opens those that are not left to their first
    /// use. Removes the files of unfinished creations. A database that fails to open is suspect,
    /// and rings that a killed process left are hardened in the background.
    pub(crate) fn open_users_databases(&self, entries: &[Entry]) -> Result<(), InstanceError> {
        let master = FilePair::for_database(&self.folder, MASTER);
        let known: Vec<FilePair> = entries.iter().map(|entry| self.files_of(entry)).chain([master]).collect();
        let rings = files::remove_unfinished(self.resources.vfs.as_ref(), &self.folder, &known)?;
        let mut left = Vec::new();
        for entry in entries {
            if entry.is_unmade {
                if let Err(error) = self.unmake(entry) {
                    let slot = Arc::new(Slot::new(entry.clone(), Condition::Closed));
                    self.set_unusable(&slot.begin(), &error);
                    self.slots.add(slot);
                }
                continue;
            }
            let slot = Arc::new(Slot::new(entry.clone(), Condition::Closed));
            let files = self.files_of(entry);
            if entry.options.is_offline {
                slot.begin().set_unusable(DatabaseState::Offline, "");
            } else if !sleeps(entry.id) && !entry.options.auto_close && !self.opens_on_use() {
                // An error is kept in the slot.
                let _of_slot = self.open_slot(&slot.begin());
            } else if rings.contains(&files.ring) && !entry.options.is_emergency {
                left.push(LeftRing { slot: slot.clone(), files });
            }
            self.slots.add(slot);
        }
        self.ring_threads.start(&self.resources, left);
        self.remove_left_files();
        Ok(())
    }

    /// Whether databases stay closed until their first use. Without background threads everything
    /// runs in a repeatable order, and each start recovers all databases.
    pub(crate) fn opens_on_use(&self) -> bool {
        self.has_background()
    }

    /// Removes a closed database: its files and its row.
    fn remove(&self, entry: &Entry) -> Result<(), StorageError> {
        let vfs = self.resources.vfs.as_ref();
        let files = self.files_of(entry);
        let unnamed = files.in_making();
        for (named, unnamed) in files.paths().zip(unnamed.paths()) {
            if vfs.exists(named)? {
                vfs.rename(named, unnamed)?;
            }
        }
        self.resources.sync_folders(&files)?;
        if entry.options.is_elsewhere() {
            self.registry.update(&Entry { is_unmade: true, ..entry.clone() })?;
            self.unmake(entry)?;
            self.forget_dropped(&self.registry.entries()?);
            return Ok(());
        }
        self.registry.delete(entry.id)?;
        self.forget_dropped(&self.registry.entries()?);
        for path in unnamed.paths().chain([&*files.ring]) {
            if vfs.exists(path)? {
                vfs.remove(path)?;
            }
        }
        Ok(self.resources.sync_folder(&self.folder)?)
    }

    /// Forgets decisions on transactions of dropped databases, which will never ask for them.
    pub(crate) fn forget_dropped(&self, entries: &[Entry]) {
        self.registry.master().retain_participants(|guid| entries.iter().any(|entry| entry.guid == guid));
    }

    /// Renames a database's files to their final names, if creation or a crash left that undone.
    pub(crate) fn settle(&self, entry: &Entry) -> Result<(), StorageError> {
        let files = self.files_of(entry);
        if files.settle(self.resources.vfs.as_ref())? {
            self.resources.sync_folders(&files)?;
        }
        Ok(())
    }

    fn new_guid(&self, id: u16, name: &str) -> DatabaseGuid {
        let build = BuildHasherDefault::<sluice_base::hash::FixedHasher>::default();
        DatabaseGuid(build.hash_one((self.resources.clock.utc_ns(), id, name)) | 1)
    }
}
