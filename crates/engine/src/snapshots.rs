//! Database snapshots, made and dropped. `reverts` has the reverts to them.
//!
//! A snapshot's files are layers above the frozen data files of its source. They have the pages in
//! which the source's state at the freeze differs from the frozen files: the changes that only the
//! log had, and the rollback of the transactions that were open. Recovery writes both when the
//! snapshot is made, with a copy of the log. From then on the snapshot is only read, without a log.
//!
//! # Order
//! - **CREATE** commits the snapshot's row as unmade, freezes the source, makes the files under
//!   temporary names and recovers them, all without a sync. Then it syncs the files and commits the
//!   row, and the files get their names. A crash before leaves an unmade row: the next start
//!   removes it with its files. The source's layers stay then, and its next opening merges them.
//! - **DROP** removes the snapshot. If its source has no other one, its layers are merged
//!   (`shared_files`). If a
//!   crash prevents that, the next opening does it. A source with snapshots is not dropped.

use crate::files::{FilePair, SecondaryPath};
use crate::instance::Instance;
use crate::layers::{Layers, new_id};
use crate::new_files::{check_places, not_made, path_of};
use crate::registry::Entry;
use crate::slot::{Condition, Slot};
use crate::storage::{DATA_FILE, Resources};
use crate::well_known::{FIRST_USER_ID, MSDB_ID, next_id};
use sluice_base::counters::DatabaseCounters;
use sluice_base::error_log::LogSource;
use sluice_base::ids::{DatabaseGuid, DatabaseId, Lsn};
use sluice_base::sync::Arc;
use sluice_buffer::layer::create_layer;
use sluice_catalog::name::same;
use sluice_session::{NewFile, SnapshotFile};
use sluice_table::storage_error::sql_error;
use sluice_table::{Database, DatabaseFile, DatabaseOptions, FileKind, Lineage};
use sluice_txn::StorageError;
use sluice_types::SqlError;
use sluice_vfs::{Create, OpenOptions, Vfs};
use std::path::Path;

impl Instance {
    /// Makes the snapshot `name` of the database `source`; durable on return. `files` names each
    /// data file of the source and the path of the snapshot's file for it. Fails with 911 or 1801
    /// for the names, with 1816 or 1821 for a source that is a system database or a snapshot, with
    /// 1822 if the source isn't open, with 5127 if a data file of the source isn't named, with 5014
    /// or 1828 for a name that the source hasn't or that comes twice, and with 1823 if the snapshot
    /// can't be opened.
    pub(crate) fn make_snapshot(&self, name: &str, source: &str, files: &[SnapshotFile]) -> Result<(), SqlError> {
        let _making = self.making.lock();
        if self.slots.named(name).is_some() {
            return Err(SqlError::database_exists(name));
        }
        let slot = self.slots.named(source).ok_or_else(|| SqlError::database_not_found(source))?;
        check_kind(&slot.entry())?;
        let database = self.database_of(&slot).filter(|database| !database.storage.is_unrecovered());
        let database = database.ok_or_else(SqlError::snapshot_of_closed_database)?;
        let failed = |error: StorageError| sql_error(&error, name);
        let entries = self.registry.entries().map_err(failed)?;
        let options = self.options_of_snapshot(&database, files)?;
        let places = FilePair::placed(&self.folder, name, &options);
        let known: Vec<FilePair> = entries.iter().map(|entry| self.files_of(entry)).collect();
        check_places(self.resources.vfs.as_ref(), &places, &known)?;
        let entry = self.new_entry(next_id(&entries), name, options);
        // Pages name the database that they were written in.
        let entry = Entry { guid: database.storage.guid(), ..entry };
        let no_restart = slot.begin();
        let frozen = self.make_snapshot_files(&slot, &database, &entry);
        let frozen_at = *frozen.as_ref().unwrap_or(&Lsn::NONE);
        let entry = Entry { lineage: Lineage { frozen_at, ..Lineage::default() }, ..entry };
        let started = frozen.map(|_| self.start_snapshot(&entry));
        let is_unstarted = matches!(started, Ok(Err(_)));
        // A page that comes back by a revert must not be ahead of the source's log.
        let made = started.and_then(|end| database.storage.advance_log_past(end?));
        drop(no_restart);
        if made.is_err() {
            // If the removal fails too, the next start does it.
            let _by_next_start = self.unmake(&entry);
        }
        // From here on the snapshot may exist: after a failure the next start completes or removes
        // it, with files of either name.
        let settled = made.and_then(|()| self.registry.update(&entry)).and_then(|()| self.settle(&entry));
        match settled {
            Ok(()) => {
                self.slots.add(Arc::new(Slot::new(entry, Condition::Closed)));
                Ok(())
            }
            Err(error) => {
                self.half_made(entry, &error);
                self.merge_unshared(&slot);
                match is_unstarted {
                    true => Err(SqlError::snapshot_not_started()),
                    false => Err(not_made(&places, error).unwrap_or_else(failed)),
                }
            }
        }
    }

    /// Freezes the source's files, and makes the snapshot's files and log under their temporary
    /// names, not durably. Returns the LSN below which commits are in the snapshot. The source
    /// stays open; the caller holds its transition.
    fn make_snapshot_files(&self, slot: &Slot, source: &Database, entry: &Entry) -> Result<Lsn, StorageError> {
        let closed = || StorageError::NotOpen(source.name.clone());
        let opening = slot.files().zip(slot.layers()).filter(|_| !source.is_closed());
        let (opened, layers) = opening.ok_or_else(closed)?;
        self.registry.insert(&Entry { is_unmade: true, ..entry.clone() })?;
        let (random, files) = (&self.resources.random, self.files_of(entry).in_making());
        let making = self.resources.unsynced().vfs;
        let (frozen, at) = layers.freeze(&source.storage, (&*opened, random), (&*making, &files.log))?;
        for (id, base) in frozen {
            let of_id = |file: &&SecondaryPath| file.id == id;
            let path = files.secondary.iter().find(of_id).map_or(&files.data, |file| &file.path);
            create_layer(&*making, path, &base, new_id(random), NEW_FILE)?;
        }
        Ok(at)
    }

    /// Recovers the files of a new snapshot. Returns an LSN beyond those of all pages. A failure is
    /// logged.
    fn start_snapshot(&self, entry: &Entry) -> Result<Lsn, StorageError> {
        let files = self.files_of(entry).in_making();
        self.resources.recover_snapshot(entry.id, &files, entry.guid).inspect_err(|error| {
            let text = format_args!("Database snapshot '{}' can't be started: {error}.", entry.name);
            self.error_log().error(LogSource::Server, text);
        })
    }

    /// Returns the options of a snapshot of `source`: those of its source, and READ_ONLY. Fails
    /// with 5127 if a file of the source is missing, with 5014 for a file that the source doesn't
    /// have, with 1828 for a file that is there twice, and with the errors of paths.
    fn options_of_snapshot(&self, source: &Database, files: &[SnapshotFile]) -> Result<DatabaseOptions, SqlError> {
        let own: Vec<DatabaseFile> = source.files().into_iter().filter(|file| file.kind == FileKind::Rows).collect();
        for (place, file) in files.iter().enumerate() {
            if !own.iter().any(|known| same(&known.name, &file.name)) {
                return Err(SqlError::part_not_in_database("file", &file.name, &source.name));
            }
            if files[..place].iter().any(|other| same(&other.name, &file.name)) {
                return Err(SqlError::logical_file_name_in_use(&file.name));
            }
        }
        let mut options = DatabaseOptions {
            snapshot_of: Some(source.id),
            is_read_only: true,
            auto_close: false,
            log_buffer: None,
            first_name: None,
            user_access: sluice_table::UserAccess::Multi,
            ..source.options()
        };
        for file in own {
            let given = files.iter().find(|given| same(&given.name, &file.name));
            let given = given.ok_or_else(|| SqlError::snapshot_file_missing(&file.name))?;
            let wanted = NewFile { path: Some(given.path.clone()), ..NewFile::default() };
            let path = path_of(&wanted, &self.folder, Path::new(""))?.unwrap_or_default();
            match options.data_files.file_mut(file.id) {
                Some(other) => other.path = path,
                None => {
                    options.data_name = Some(file.name);
                    // No other database has a file of that name, so the snapshot has no log that
                    // could be another database's.
                    options.log_path = Some(format!("{path}{LOG}"));
                    options.data_path = Some(path);
                }
            }
        }
        Ok(options)
    }

    /// Returns the database's snapshots, as master lists them. A start opens databases before it
    /// knows all others.
    pub(crate) fn snapshots_of(&self, source: DatabaseId) -> Result<Vec<Entry>, StorageError> {
        let is_snapshot = |entry: &&Entry| entry.options.snapshot_of == Some(source);
        Ok(self.registry.entries()?.iter().filter(is_snapshot).cloned().collect())
    }

    /// Fails with 3709 if the database has a snapshot. `verb` is what would be done to it.
    pub(crate) fn check_no_snapshot(&self, slot: &Slot, verb: &str) -> Result<(), SqlError> {
        let snapshots = self.snapshots_of(slot.id).map_err(|error| sql_error(&error, &slot.name()))?;
        let first = snapshots.into_iter().next();
        first.map_or(Ok(()), |snapshot| Err(SqlError::snapshot_refers_to_database(verb, snapshot.name)))
    }

    /// Merges those layers of a database that neither a snapshot nor a clone needs into its data
    /// files. A failure is logged; the next opening tries again. Returns whether there are layers
    /// left.
    pub(crate) fn merge_unshared(&self, slot: &Slot) -> bool {
        let _no_restart = slot.begin();
        let entry = slot.entry();
        let opened = || Layers::open(self.resources.vfs.as_ref(), &self.files_of(&entry)).ok().map(Arc::new);
        // Files that can't be opened are left to the next opening.
        let Some(layers) = slot.layers().or_else(opened) else { return false };
        self.merge_layers(&entry, &layers);
        layers.are_layered()
    }
}

impl Resources {
    /// Recovers the frozen state in the files of a new snapshot, with the copy of its source's log.
    /// Then the copy is removed, and the files are made durable. Returns an LSN beyond those of all
    /// pages.
    fn recover_snapshot(&self, id: DatabaseId, files: &FilePair, guid: DatabaseGuid) -> Result<Lsn, StorageError> {
        let end = self.unsynced().recover_frozen(id, files, guid)?;
        for path in [&files.log, &files.ring] {
            if self.vfs.exists(path)? {
                self.vfs.remove(path)?;
            }
        }
        self.sync_made(files.data_paths())?;
        self.sync_folders(files)?;
        Ok(end)
    }

    /// Recovers the frozen state in layers above it, with the copy of its log, and closes it.
    /// Returns an LSN beyond those of all pages.
    pub(crate) fn recover_frozen(
        &self,
        id: DatabaseId,
        files: &FilePair,
        guid: DatabaseGuid,
    ) -> Result<Lsn, StorageError> {
        let counters = Arc::new(DatabaseCounters::default());
        let recovering = Resources { is_snapshot: true, ..self.clone() };
        let opened = recovering.open(id, files, Some(guid), &counters, None)?;
        let end = opened.storage.log.tail();
        self.close(&opened.storage, &opened.files)?;
        Ok(end)
    }
}

/// Fails with 1816 for master, model and tempdb (`database-snapshots-sql-server.md`,
/// *Limitations*), and with 1821 for a snapshot.
fn check_kind(source: &Entry) -> Result<(), SqlError> {
    if source.id < DatabaseId(FIRST_USER_ID) && source.id != MSDB_ID {
        return Err(SqlError::snapshot_of_system_database(&source.name));
    }
    if source.options.snapshot_of.is_some() {
        return Err(SqlError::snapshot_of_snapshot());
    }
    Ok(())
}

/// The ending of the log path in a snapshot's row. Only the making of the snapshot has that file.
const LOG: &str = ".log";
const NEW_FILE: OpenOptions = OpenOptions { create: Create::New, ..DATA_FILE };
