//! The databases that every instance has besides master: tempdb (2), model (3), msdb (4), as in SQL Server.
//!
//! - model and msdb are databases like a user's, made with the instance. They are opened when somebody first asks for them, so that
//!   a start does not wait for them.
//! - tempdb is made at every start from nothing, with model's settings, and is in no list on disk: what a crash leaves of
//!   its files is thrown away (T1).
//!
//! A new database gets model's settings, not yet its tables.

use crate::files::FilePair;
use crate::instance::{Instance, Suspect};
use crate::registry::Entry;
use crate::storage::Resources;
use crate::well_known::{
    MODEL, MODEL_ID, MSDB, MSDB_ID, TEMPDB, TEMPDB_ID, model_has_objects, systems_options, tempdbs_options,
};
use sluice_access::VersionPages;
use sluice_base::counters::DatabaseCounters;
use sluice_base::sync::Arc;
use sluice_catalog::name::same;
use sluice_exec::{Database, DatabaseOptions};
use sluice_txn::{RecoveryModel, StorageError};
use sluice_wal::LogOptions;

impl Instance {
    /// Makes those of model and msdb that `entries` lacks, and adds them there.
    pub(crate) fn make_system_databases(&self, entries: &mut Vec<Entry>) -> Result<(), StorageError> {
        let resources = Resources {
            log_options: LogOptions {
                initial_bytes: self.resources.log_options.initial_bytes.min(SYSTEM_LOG_BYTES),
                ..self.resources.log_options.clone()
            },
            data_pages: self.resources.data_pages.min(SYSTEM_DATA_PAGES),
            ..self.resources.clone()
        };
        // Recovery models as SQL Server's are (documentation: `relational-databases/backup-restore/recovery-models-sql-server`).
        for (id, name, model, options) in [
            (MODEL_ID, MODEL, RecoveryModel::Full, DatabaseOptions::default()),
            (MSDB_ID, MSDB, RecoveryModel::Simple, systems_options()),
        ] {
            // A user's database of that name can only be of a folder that is older than this rule.
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

    /// The recovery model that a new database gets: model's.
    pub(crate) fn models_recovery_model(&self, entries: &[Entry]) -> Result<RecoveryModel, StorageError> {
        // Nobody opens model while its files are looked at.
        let _asleep = self.dormant.lock();
        if let Some(model) = self.open_database_where(|database| database.id == MODEL_ID) {
            return Ok(model.storage.recovery_model());
        }
        let Some(model) = entries.iter().find(|entry| entry.id == MODEL_ID) else { return Ok(RecoveryModel::Full) };
        self.settle(model)?;
        self.resources.recovery_model(&FilePair::of(&self.folder, MODEL), model.guid)
    }

    /// Makes tempdb, where row versions go that memory has no room for. `entries` knows what is set for model.
    pub(crate) fn make_tempdb(&self, entries: &[Entry]) -> Result<Arc<Database>, StorageError> {
        let counters = Arc::new(DatabaseCounters::default());
        let files = FilePair::of(&self.folder, TEMPDB);
        let entry = self.new_entry(TEMPDB_ID, TEMPDB, tempdbs_options(entries));
        let model = self.model_to_copy(entries)?;
        let storage = self.resources.make_temporary(entry.id, &files, entry.guid, &counters, model.as_deref())?;
        self.resources.versions.spill_to(VersionPages::new(&storage));
        let shown = self.resources.files_of(TEMPDB, &files);
        let flags = self.resources.trace_flags.clone();
        Database::open(entry.id, entry.name, storage, counters, shown, entry.options, flags)
    }

    /// Model, if a new database begins with what was made there.
    pub(crate) fn model_to_copy(&self, entries: &[Entry]) -> Result<Option<Arc<Database>>, StorageError> {
        if !model_has_objects(entries) {
            return Ok(None);
        }
        self.wake(|entry| entry.id == MODEL_ID);
        let model = self.open_database_where(|database| database.id == MODEL_ID);
        model.map(Some).ok_or_else(|| StorageError::NotOpen(MODEL.to_owned()))
    }

    /// Opens those of the databases that were left closed for which `wanted` holds.
    pub(crate) fn wake(&self, wanted: impl Fn(&Entry) -> bool) {
        let mut dormant = self.dormant.lock();
        if self.is_closed() || !dormant.iter().any(&wanted) {
            return;
        }
        let (waking, sleeping): (Vec<Entry>, Vec<Entry>) = dormant.drain(..).partition(wanted);
        *dormant = sleeping;
        for entry in waking {
            match self.settle(&entry).and_then(|()| self.open_database(&entry)) {
                Ok(database) => self.publish(database),
                Err(error) => {
                    self.suspects.write().push(Suspect::of(&entry, &error));
                }
            }
        }
    }
}

/// Next to nothing is in them: they are made small.
const SYSTEM_LOG_BYTES: u64 = 1 << 20;
const SYSTEM_DATA_PAGES: u32 = 128;
