//! Clones: databases made by CREATE DATABASE ... AS COPY OF, while their source is in use.
//!
//! A clone's data files are layers above the frozen data files of its source, so it takes the space
//! of the pages in which the two differ. It has its own guid and its own log. `shared_files` says
//! how long a frozen file lives.
//!
//! # Order
//! 1. The source is frozen, and its log copied, as for a snapshot (`txn::freeze`).
//! 2. The clone's files are made under temporary names. Recovery with the copied log gives them the
//!    state of the freeze. Then they get the clone's guid and a new log behind the copied one,
//!    which is removed. So no LSN of the clone's pages is ahead of its log. All this happens
//!    without a sync; then each file is synced once.
//! 3. The clone's row is committed. From then on it exists.
//! 4. The files get their names.
//!
//! A crash before the third step leaves files with temporary names, which the next start removes,
//! and layers of the source, which its next opening merges. The source's transition is held until
//! the row is there, so nothing merges them before.

use crate::files::{DATA_FILE, FilePair, MAKING, SecondaryPath, file_name};
use crate::instance::Instance;
use crate::layers::new_id;
use crate::new_files::{check_places, not_made};
use crate::registry::Entry;
use crate::slot::{Condition, Slot};
use crate::storage::{NO_STORAGE, Resources};
use crate::well_known::{FIRST_USER_ID, next_id};
use sluice_access as access;
use sluice_base::counters::DatabaseCounters;
use sluice_base::ids::{DatabaseId, FileId, Lsn};
use sluice_base::sync::Arc;
use sluice_buffer::layer::{CloneGuids, LayeredFile, adopt_pages, create_layer};
use sluice_plan::unsupported;
use sluice_session::host::DatabaseCopy;
use sluice_table::storage_error::sql_error;
use sluice_table::{Database, DatabaseOptions, FileKind, UserAccess};
use sluice_txn::{StorageError, branch_log};
use sluice_types::SqlError;
use sluice_vfs::{Create, File, OpenOptions, Vfs};
use std::path::PathBuf;

impl Instance {
    /// Makes the clone `name` of the database `source`; durable on return. Fails with 1801 if the
    /// name exists, with 40561 if the source doesn't, and with 40568 if it can't be used. A source
    /// that a clone can't be made of fails with 40517.
    pub(crate) fn make_clone(&self, name: &str, source: &str) -> Result<(), SqlError> {
        let _making = self.making.lock();
        if self.slots.named(name).is_some() {
            return Err(SqlError::database_exists(name));
        }
        let slot = self.slots.named(source).ok_or_else(SqlError::copied_database_not_found)?;
        check_kind(&slot.entry())?;
        let database = self.database_of(&slot).filter(|database| !database.storage.is_unrecovered());
        let database = database.ok_or_else(SqlError::copied_database_unavailable)?;
        let failed = |error: StorageError| sql_error(&error, name);
        let entries = self.registry.entries().map_err(failed)?;
        let entry = self.new_entry(next_id(&entries), name, options_of_clone(name, &database));
        let files = self.files_of(&entry);
        let known = self.files_to_meet(name, &entry.options, &entries);
        check_places(self.resources.vfs.as_ref(), &files, &known)?;
        let transition = slot.begin();
        let began_ns = self.clock().utc_ns();
        let copy = DatabaseCopy { source: slot.id, name: name.to_owned(), guid: entry.guid, began_ns };
        *self.copies.lock() = vec![copy];
        let added = self.make_clone_files(&slot, &database, &entry).and_then(|(bases, at)| {
            let lineage = slot.entry().lineage.of_clone(database.storage.guid(), at);
            let entry = Entry { bases, lineage, ..entry.clone() };
            self.registry.insert(&entry).map(|()| entry)
        });
        drop(transition);
        self.copies.lock().clear();
        let settled = added.and_then(|entry| self.settle(&entry).map(|()| entry));
        let opened = settled.and_then(|entry| match self.opens_on_use() {
            true => Ok((entry, None)),
            false => self.open_database(&entry).map(|open| (entry, Some(open))),
        });
        match opened {
            Ok((entry, Some(open))) => {
                self.add_open(entry, open);
                Ok(())
            }
            Ok((entry, None)) => {
                self.slots.add(Arc::new(Slot::new(entry, Condition::Closed)));
                Ok(())
            }
            Err(error) => {
                self.half_made(entry, &error);
                self.merge_unshared(&slot);
                Err(not_made(&files, error).unwrap_or_else(failed))
            }
        }
    }

    /// Freezes the source and makes the clone's files under their temporary names, durably. Returns
    /// the frozen files below them, and the LSN below which commits are in the clone. The caller
    /// holds the source's transition, and the source stays open. After an error the files are
    /// removed as far as possible; a start removes the rest.
    fn make_clone_files(
        &self,
        slot: &Slot,
        source: &Database,
        entry: &Entry,
    ) -> Result<(Vec<String>, Lsn), StorageError> {
        let closed = || StorageError::NotOpen(source.name.clone());
        let opening = slot.files().zip(slot.layers()).filter(|_| !source.is_closed());
        let (opened, layers) = opening.ok_or_else(closed)?;
        let (resources, new) = (&self.resources, NewClone::new(self.files_of(entry).in_making()));
        let vfs = resources.vfs.as_ref();
        new.remove(vfs)?;
        let make = || {
            let (random, making) = (&resources.random, resources.unsynced());
            let copy = (making.vfs.as_ref() as &dyn Vfs, &*new.copied.log);
            let (frozen, at) = layers.freeze(&source.storage, (&*opened, random), copy)?;
            let mut bases = Vec::new();
            for (id, base) in frozen {
                create_layer(&*making.vfs, new.data_file(id), &base, new_id(random), NEW_FILE)?;
                bases.push(self.stored_path(&base));
            }
            let guids = CloneGuids { below: source.storage.guid(), own: entry.guid };
            making.recover_clone(entry.id, &new, guids)?;
            resources.sync_made(new.files.paths())?;
            resources.sync_folders(&new.files)?;
            Ok((bases, at))
        };
        let made = make();
        if made.is_err() {
            let _by_next_start = new.remove(vfs);
        }
        made
    }
}

/// The files of a clone that is being made.
struct NewClone {
    files: FilePair,
    /// The same with the copied log instead of the clone's.
    copied: FilePair,
}

impl NewClone {
    /// Returns the clone that is made in `files`. The copied log is beside its own, with an ending
    /// by which a start finds and removes it.
    fn new(files: FilePair) -> NewClone {
        let mut log = files.log.clone().into_os_string();
        log.push(COPY);
        log.push(MAKING);
        let copied = FilePair { log: PathBuf::from(log), ..files.clone() };
        NewClone { files, copied }
    }

    fn data_file(&self, id: FileId) -> &PathBuf {
        let of_id = |file: &&SecondaryPath| file.id == id;
        self.files.secondary.iter().find(of_id).map_or(&self.files.data, |file| &file.path)
    }

    fn data_files(&self) -> impl Iterator<Item = (FileId, &PathBuf)> {
        let secondary = self.files.secondary.iter().map(|file| (file.id, &file.path));
        std::iter::once((FileId::PRIMARY, &self.files.data)).chain(secondary)
    }

    /// Removes those of the files that exist.
    fn remove(&self, vfs: &dyn Vfs) -> Result<(), StorageError> {
        for path in self.files.paths().chain([&*self.copied.log, &*self.files.ring]) {
            if vfs.exists(path)? {
                vfs.remove(path)?;
            }
        }
        Ok(())
    }
}

impl Resources {
    /// Recovers the frozen state in the files of a new clone, and gives it its own guid and log.
    /// The caller makes the files durable.
    fn recover_clone(&self, id: DatabaseId, new: &NewClone, guids: CloneGuids) -> Result<(), StorageError> {
        self.recover_frozen(id, &new.copied, guids.below)?;
        let environment = self.environment(NO_STORAGE, &Arc::new(DatabaseCounters::default()));
        let (from, to) = ((&*new.copied.log, guids.below), (&*new.files.log, guids.own));
        let pair = branch_log(&environment, from, to, &self.log_options, self.clock.utc_ns())?;
        let vfs = self.vfs.as_ref();
        for (id, path) in new.data_files() {
            let file: Arc<dyn File> = LayeredFile::open(vfs, path, DATA_FILE)?;
            access::adopt_data_file(&file, id, guids.own, &pair)?;
            drop(file);
            adopt_pages(vfs, path, guids, DATA_FILE)?;
        }
        for path in [&new.copied.log, &new.copied.ring] {
            if self.vfs.exists(path)? {
                self.vfs.remove(path)?;
            }
        }
        Ok(())
    }
}

/// Returns the options of the clone `name` of `source`: those of its source, and all files at their
/// default places. Logical names stay, as in a database that is restored under another name.
fn options_of_clone(name: &str, source: &Database) -> DatabaseOptions {
    let files = source.files();
    let logical = |kind: FileKind| files.iter().find(|file| file.kind == kind).map(|file| file.name.clone());
    let mut options = DatabaseOptions {
        user_access: UserAccess::Multi,
        first_name: None,
        data_name: logical(FileKind::Rows),
        log_name: logical(FileKind::Log),
        data_path: None,
        log_path: None,
        log_buffer: None,
        ..source.options()
    };
    options.data_files.files.retain(|file| !file.is_absent);
    for file in &mut options.data_files.files {
        file.path = format!("{}_{}.ndf", file_name(name), file_name(&file.name));
    }
    options
}

/// Fails with 40517 for a database of the system and for a snapshot, which has no log to go on
/// with.
fn check_kind(source: &Entry) -> Result<(), SqlError> {
    let what = match source.options.snapshot_of {
        _ if source.id < DatabaseId(FIRST_USER_ID) => "a system database",
        Some(_) => "a database snapshot",
        None => return Ok(()),
    };
    Err(unsupported(&format!("CREATE DATABASE AS COPY OF {what}")))
}

/// The ending of the copied log, before that of a file in creation.
const COPY: &str = ".copy";
const NEW_FILE: OpenOptions = OpenOptions { create: Create::New, ..DATA_FILE };
