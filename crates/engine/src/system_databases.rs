//! The system databases: master (1), tempdb (2), model (3), msdb (4), as in SQL Server.
//!
//! - model and msdb are stored like user databases and created with the instance. They are opened
//!   on first use, so that a start doesn't wait for them.
//! - tempdb is created at every start with model's settings and is in no list on disk. A crash's
//!   leftover files are discarded (T1).
//!
//! A new database gets model's settings, and its objects if model has any.

use crate::files::FilePair;
use crate::instance::Instance;
use crate::registry::Entry;
use crate::slot::{Condition, OpenDatabase, Slot};
use crate::storage::{OpenedStorage, Resources};
use crate::well_known::{
    MASTER, MASTER_ID, MODEL, MODEL_ID, MSDB, MSDB_ID, TEMPDB, TEMPDB_ID, model_has_objects, systems_options,
    tempdbs_options,
};
use sluice_access::VersionPages;
use sluice_base::counters::DatabaseCounters;
use sluice_base::sync::Arc;
use sluice_catalog::name::same;
use sluice_table::{Database, DatabaseOptions};
use sluice_txn::{RecoveryModel, RecoveryReport, StorageError};
use sluice_wal::LogOptions;

impl Instance {
    /// Creates model and msdb if `entries` lacks them, and adds them to `entries`. Their files are
    /// small, and model has the recovery model FULL, msdb SIMPLE. An id or name that exists is left
    /// as it is.
    pub(crate) fn make_system_databases(&self, entries: &mut Vec<Entry>) -> Result<(), StorageError> {
        let resources = Resources {
            log_options: LogOptions {
                initial_bytes: self.resources.log_options.initial_bytes.min(SYSTEM_LOG_BYTES),
                ..self.resources.log_options.clone()
            },
            data_pages: self.resources.data_pages.min(SYSTEM_DATA_PAGES),
            ..self.resources.clone()
        };
        // Recovery models as in SQL Server (documentation:
        // `relational-databases/backup-restore/recovery-models-sql-server`).
        for (id, name, model, options) in [
            (MODEL_ID, MODEL, RecoveryModel::Full, DatabaseOptions::default()),
            (MSDB_ID, MSDB, RecoveryModel::Simple, systems_options()),
        ] {
            // A user database with this name exists only in a folder created before these names
            // were reserved.
            if entries.iter().any(|entry| entry.id == id || same(&entry.name, name)) {
                continue;
            }
            let entry = self.new_entry(id, name, options);
            self.add_database(&resources.clone().under(model), &entry, None)?;
            self.settle(&entry)?;
            entries.push(entry);
        }
        Ok(())
    }

    /// Returns the recovery model of new databases, which is model's. Read from model's log if it
    /// isn't open; FULL without a model.
    pub(crate) fn models_recovery_model(&self, entries: &[Entry]) -> Result<RecoveryModel, StorageError> {
        // Prevents model from being opened while its files are read.
        let slot = self.slots.get(MODEL_ID);
        let _unopened = slot.as_ref().map(|slot| slot.begin());
        if let Some(model) = slot.as_ref().and_then(|slot| slot.database()) {
            return Ok(model.storage.recovery_model());
        }
        let Some(model) = entries.iter().find(|entry| entry.id == MODEL_ID) else { return Ok(RecoveryModel::Full) };
        self.settle(model)?;
        self.resources.recovery_model(&FilePair::for_database(&self.folder, MODEL), model.guid)
    }

    /// Puts master into use. The list has its row only if its options were changed; otherwise it
    /// has those of [`systems_options`].
    pub(crate) fn use_master(
        &self,
        opened: OpenedStorage,
        counters: Arc<DatabaseCounters>,
    ) -> Result<(), StorageError> {
        let guid = opened.storage.guid();
        let options = self.registry.masters_options()?.unwrap_or_else(systems_options);
        let entry = Entry { guid, ..self.new_entry(MASTER_ID, MASTER, options) };
        let shown = self.resources.files_of(MASTER, &FilePair::for_database(&self.folder, MASTER));
        let open = self.load(&entry, opened, counters, shown, None)?;
        self.add_open(entry, open);
        Ok(())
    }

    /// Creates tempdb, which also stores row versions that don't fit into memory, and puts it into
    /// use. `entries` has model's settings. With objects in model, they are copied, so model is
    /// opened first. Files of an earlier tempdb are replaced.
    pub(crate) fn use_tempdb(&self, entries: &[Entry]) -> Result<(), StorageError> {
        let counters = Arc::new(DatabaseCounters::default());
        let paths = FilePair::for_database(&self.folder, TEMPDB);
        let entry = self.new_entry(TEMPDB_ID, TEMPDB, tempdbs_options(entries));
        let model = self.model_to_copy(entries)?;
        let opened = self.resources.make_temporary(entry.id, &paths, entry.guid, &counters, model.as_deref());
        let (storage, files) = opened?;
        self.resources.versions.spill_to(VersionPages::new(&storage));
        let opened = OpenedStorage { storage, files, layers: Arc::default(), report: RecoveryReport::default() };
        let open = self.load(&entry, opened, counters, self.resources.files_of(TEMPDB, &paths), None)?;
        self.add_open(entry, open);
        Ok(())
    }

    /// Lists an opened database and puts it into use.
    pub(crate) fn add_open(&self, entry: Entry, open: OpenDatabase) {
        let slot = Arc::new(Slot::new(entry, Condition::InTransition));
        self.put_into_use(&slot.begin(), open);
        self.slots.add(slot);
    }

    /// Returns model if new databases start with a copy of its objects. Opens model. Fails if it
    /// cannot be opened.
    pub(crate) fn model_to_copy(&self, entries: &[Entry]) -> Result<Option<Arc<Database>>, StorageError> {
        if !model_has_objects(entries) {
            return Ok(None);
        }
        let model = self.slots.get(MODEL_ID).and_then(|slot| self.database_of(&slot));
        model.map(Some).ok_or_else(|| StorageError::NotOpen(MODEL.to_owned()))
    }
}

/// The system databases are nearly empty, so they are created small.
pub(crate) const SYSTEM_LOG_BYTES: u64 = 1 << 20;
pub(crate) const SYSTEM_DATA_PAGES: u32 = 128;
