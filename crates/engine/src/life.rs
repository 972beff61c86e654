//! Opens and closes databases.
//!
//! A closed database is opened by its first use. A database can be closed and opened again while
//! the instance and all other databases work on. Each opening has its own [`Database`], storage and
//! file handles, and a later opening shares none of them (see `slot` and `storage_ids`).

use crate::background_pool::Background;
use crate::instance::Instance;
use crate::registry::Entry;
use crate::slot::{Condition, OpenDatabase, Slot, Transition};
use crate::storage::OpenedStorage;
use crate::well_known::FIRST_USER_ID;
use sluice_base::counters::DatabaseCounters;
use sluice_base::error_log::LogSource;
use sluice_base::ids::DatabaseId;
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::Ordering;
use sluice_binder::StoredDefinitions;
use sluice_table::{Database, DatabaseFile, DatabaseOptions, DatabaseParts, DatabaseState, FileKind, LoadedCatalog};
use sluice_txn::StorageError;
use std::time::Duration;

impl Instance {
    /// Returns the database of a slot. Opens it if it is closed. Returns `None` if it can't be
    /// used.
    ///
    /// A database in transition (a restart in place, a rename) is usable again in a moment, so the
    /// caller waits for it up to [`TRANSITION_WAIT_MAX`]. That can't deadlock:
    /// - The caller is a statement that holds no page latch and no lock of a log, so files,
    ///   recovery and background threads, for which a transition's holder waits, don't need it.
    /// - A transition's holder has the locks on the database before it begins, and ends sessions
    ///   without waiting for them, so it doesn't wait for a lock or a statement of the caller.
    /// - The wait is bounded. A recovery or a disk that takes longer gets 952. A revert that keeps
    ///   connections is waited for until its end; it gives up itself if a session is in its way.
    pub(crate) fn database_of(&self, slot: &Slot) -> Option<Arc<Database>> {
        if let Some(database) = slot.database() {
            return Some(database);
        }
        slot.wait_for_condition(TRANSITION_WAIT_MAX);
        if !slot.is_closed() {
            return slot.database();
        }
        let transition = slot.begin();
        // Another thread may have opened it meanwhile.
        if !slot.is_closed() || self.is_closed() {
            return slot.database();
        }
        // The error is kept in the slot, for `not_open`.
        let _of_slot = self.open_slot(&transition);
        let opened = slot.database();
        drop(transition);
        self.close_unused();
        opened
    }

    /// Closes the databases that were opened first among those that nothing refers to, if there are
    /// more than [`UNUSED_MAX`] of them. A database that cannot be closed cleanly is recovered by
    /// its next use.
    fn close_unused(&self) {
        let is_candidate = |slot: &Arc<Slot>| slot.id >= DatabaseId(FIRST_USER_ID);
        let unused = |slot: Arc<Slot>| Some((slot.unused_opening()?, slot));
        let mut unused: Vec<(u32, Arc<Slot>)> =
            self.slots.all().into_iter().filter(is_candidate).filter_map(unused).collect();
        let surplus = unused.len().saturating_sub(UNUSED_MAX);
        if surplus == 0 {
            return;
        }
        unused.sort_by_key(|(opening, _)| *opening);
        for (_, slot) in unused.into_iter().take(surplus) {
            // A session with an older snapshot may come to the database and need its row versions.
            if self.resources.versions.has_snapshots() {
                return;
            }
            let Some(transition) = slot.try_begin() else { continue };
            let Some(open) = transition.take_to_close(OpenDatabase::is_unused) else { continue };
            if let Err(error) = self.end_opening(open) {
                let name = slot.name();
                self.error_log().error(LogSource::Server, format_args!("Closing database '{name}' failed: {error}."));
            }
        }
    }

    /// Opens the database of a slot and puts it into use. After an error the slot has the reason.
    /// Until then a closed slot stays closed, so that other users wait for the transition's end. A
    /// slot whose database is being reverted stays so. Files that an unfinished change left are
    /// removed or renamed first. The reason is logged unless it is that of the attempt before.
    pub(crate) fn open_slot(&self, transition: &Transition<'_>) -> Result<(), StorageError> {
        let reason = transition.slot.reason();
        if !transition.slot.is_closed() && !transition.slot.is_reverting() {
            transition.set(Condition::InTransition);
        }
        let removed = match transition.slot.entry().options.is_emergency {
            true => Ok(()),
            false => self.remove_absent_files(transition.slot),
        };
        let reverted = removed.and_then(|()| self.revert_files(transition.slot));
        let entry = transition.slot.entry();
        let reverted_to = reverted.as_ref().ok().cloned().flatten();
        let loaded = reverted_to.as_ref().and_then(|to| transition.slot.reverted_catalog(to));
        let settled = reverted.and_then(|_| self.settle(&entry));
        match settled.and_then(|()| self.open_with(&entry, loaded)) {
            Ok(open) => {
                if let Some(to) = reverted_to {
                    open.database.set_reverted();
                    transition.slot.keep_reverted_catalog(to, open.database.loaded_catalog());
                    if let Err(error) = self.end_revert(transition.slot) {
                        let _first_error_counts = self.end_opening(open);
                        self.set_unusable(transition, &error);
                        return Err(error);
                    }
                }
                self.merge_layers(&entry, &open.layers);
                self.put_into_use(transition, open);
                Ok(())
            }
            Err(error) => {
                // An attempt that fails as the one before is not logged.
                if reason.as_deref() != Some(&*error.to_string()) {
                    self.log_unusable(&entry.name, &error);
                }
                transition.set_unusable(state_after(&error), &error.to_string());
                Err(error)
            }
        }
    }

    /// Records that the database of a slot can't be opened. Logs the reason. It becomes suspect for
    /// damage and for a transaction in doubt, otherwise RECOVERY_PENDING.
    pub(crate) fn set_unusable(&self, transition: &Transition<'_>, error: &StorageError) {
        self.log_unusable(&transition.slot.name(), error);
        transition.set_unusable(state_after(error), &error.to_string());
    }

    fn log_unusable(&self, name: &str, error: &StorageError) {
        self.error_log().error(LogSource::Server, format_args!("Database '{name}' can't be opened: {error}."));
    }

    /// Puts an opened database into use, with its background work. With AUTO_CLOSE, the closing
    /// thread is woken too.
    pub(crate) fn put_into_use(&self, transition: &Transition<'_>, mut open: OpenDatabase) {
        // An unrecovered database has nothing to write.
        let background = self.resources.background.as_ref().filter(|_| !open.database.storage.is_unrecovered());
        open.background = background.map(|pool| pool.add(&open.database));
        let closes_by_itself = open.database.options().auto_close;
        transition.put_into_use(open, |database| self.configuration.apply_to(database));
        if closes_by_itself {
            self.resources.failures.raise();
        }
    }

    /// Closes the database of a slot cleanly, if it is open. The first use opens it again. After an
    /// error it counts as closed too, and the next opening recovers it.
    pub(crate) fn close_slot(&self, transition: &Transition<'_>) -> Result<(), StorageError> {
        let Some(open) = transition.take_out_of_use() else { return Ok(()) };
        let closed = self.end_opening(open);
        transition.set(Condition::Closed);
        closed
    }

    /// Ends an opening cleanly. No session uses the database. After an error the next opening
    /// recovers it. Background work ends first. Sequences and identity columns are settled, and
    /// every holder of the database finds it closed.
    pub(crate) fn end_opening(&self, open: OpenDatabase) -> Result<(), StorageError> {
        let OpenDatabase { database, files, background, .. } = open;
        background.into_iter().for_each(Background::stop);
        // After a clean close, sequences and identity columns continue without a gap.
        let settled = database.settle_generators();
        let closed = settled.and(self.resources.close(&database.storage, &files));
        database.set_closed();
        closed
    }

    /// Opens the database that master lists by `entry`. Recovers it, unless it is in EMERGENCY.
    /// Also brings the listing up to date and logs the recovery. After an error its files are
    /// closed.
    pub(crate) fn open_database(&self, entry: &Entry) -> Result<OpenDatabase, StorageError> {
        self.open_with(entry, None)
    }

    /// Does the same as [`Instance::open_database`]. `loaded` is the content of the system tables,
    /// if it is known.
    fn open_with(&self, entry: &Entry, loaded: Option<LoadedCatalog>) -> Result<OpenDatabase, StorageError> {
        let files = self.files_of(entry);
        let first_name = entry.options.first_name.as_ref().unwrap_or(&entry.name);
        let counters = Arc::new(DatabaseCounters::default());
        let is_snapshot = entry.options.snapshot_of.is_some();
        if entry.options.is_emergency || is_snapshot {
            let opened = self.resources.open_unrecovered(entry.id, &files, entry.guid, &counters, is_snapshot)?;
            return self.load(entry, opened, counters, self.resources.files_of(first_name, &files), loaded);
        }
        let master = Some(self.registry.master());
        let opened = self.resources.open(entry.id, &files, Some(entry.guid), &counters, master)?;
        if let Err(error) = self.save_listing(&opened.storage, entry) {
            self.resources.abandon(&opened.storage, &opened.files);
            return Err(error);
        }
        self.resources.log_opening(&entry.name);
        self.resources.log_recovery(&entry.name, entry.id, &opened.report);
        if files.buffer.is_some() {
            self.resources.log_buffer_in_use(&entry.name, &opened.storage);
        }
        self.load(entry, opened, counters, self.resources.files_of(first_name, &files), loaded)
    }

    /// Loads the catalog of an opened storage, unless it is `loaded`. After an error the storage is
    /// closed again. The database counts as a new opening.
    pub(crate) fn load(
        &self,
        entry: &Entry,
        opened: OpenedStorage,
        counters: Arc<DatabaseCounters>,
        shown: Vec<DatabaseFile>,
        loaded: Option<LoadedCatalog>,
    ) -> Result<OpenDatabase, StorageError> {
        let OpenedStorage { storage, files, layers, .. } = opened;
        let parts = DatabaseParts {
            id: entry.id,
            name: entry.name.clone(),
            storage: Arc::clone(&storage),
            counters,
            files: shown_of(&entry.options, shown),
            options: entry.options.clone(),
            opening: self.openings.fetch_add(1, Ordering::Relaxed),
            lineage: entry.lineage.clone(),
            loaded,
        };
        match Database::open(parts, self.resources.trace_flags.clone(), &StoredDefinitions) {
            Ok(database) => Ok(OpenDatabase { database, files, layers, background: None }),
            Err(error) => {
                self.resources.abandon(&storage, &files);
                Err(error)
            }
        }
    }

    /// Makes sessions drop their cached plans, which keep closed databases in memory. Each session
    /// does so at the end of its batch, or before the next one.
    pub(crate) fn forget_old_plans(&self) {
        self.plan_generation.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the slot of `database`, unless that opening is over.
    pub(crate) fn slot_of(&self, database: &Database) -> Option<Arc<Slot>> {
        self.slots.get(database.id).filter(|_| !database.is_closed())
    }
}

/// Returns the files that views show of a database. A snapshot has no log.
pub(crate) fn shown_of(options: &DatabaseOptions, mut files: Vec<DatabaseFile>) -> Vec<DatabaseFile> {
    files.retain(|file| options.snapshot_of.is_none() || file.kind == FileKind::Rows);
    files
}

/// The longest time for which a statement waits for a database in transition: half of the second
/// within which a database answers again.
const TRANSITION_WAIT_MAX: Duration = Duration::from_millis(500);
/// The number of open databases that nothing refers to. Sessions that come back find the usual
/// databases open.
const UNUSED_MAX: usize = 64;

/// Returns the state of a database that couldn't be opened: files that can't be used now may be
/// usable later, and damage stays.
fn state_after(error: &StorageError) -> DatabaseState {
    match error {
        StorageError::Damaged { .. } | StorageError::InDoubt(_) => DatabaseState::Suspect,
        _ => DatabaseState::RecoveryPending,
    }
}
