//! Implements the executor's `Host` traits for the instance.

use crate::instance::Instance;
use crate::slot::Slot;
use crate::well_known::{FIRST_USER_ID, MASTER};
use sluice_base::clock::Clock;
use sluice_base::counters::NetworkCounters;
use sluice_base::error_log::ErrorLog;
use sluice_base::grants::Grants;
use sluice_base::ids::{DatabaseId, FileId, FilegroupId, ObjectId, SessionId, TxnId};
use sluice_base::machine::{BatchDevice, Machine, Volume};
use sluice_base::pending_requests::PendingRequest;
use sluice_base::random::Random;
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_base::usage::UsageTotals;
use sluice_base::waits::Waits;
use sluice_catalog::Module;
use sluice_catalog::name::same;
use sluice_events::EventSessions;
use sluice_session::configuration_options::ConfigurationOption;
use sluice_session::configurations::Configurations;
use sluice_session::host::{DatabaseCopy, RevertingSession};
use sluice_session::shutdown::Shutdown;
use sluice_session::system_object::SystemObject;
use sluice_session::{
    CachedPlans, Host, NewFile, NewFiles, ProcedurePermission, SessionSight, SnapshotFile, StoredMessage, SystemView,
    TransactionNumbers,
};
use sluice_table::{Database, DatabaseOptions, Databases, FileFacts, ListedDatabase, TraceFlags};
use sluice_txn::{OwnerId, RecoveryModel};
use sluice_types::SqlError;
use sluice_vfs::data_folder::DataFileError;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

impl Databases for Instance {
    fn database(&self, name: &str) -> Option<Arc<Database>> {
        self.slots.named(name).and_then(|slot| self.database_of(&slot))
    }

    fn database_id(&self, name: &str) -> Option<DatabaseId> {
        self.slots.named(name).map(|slot| slot.id)
    }

    fn not_open(&self, name: &str) -> SqlError {
        match self.slots.named(name) {
            Some(slot) => slot.error(),
            None => SqlError::database_not_found(name),
        }
    }

    fn database_by_id(&self, id: DatabaseId) -> Option<Arc<Database>> {
        self.slots.get(id).and_then(|slot| self.database_of(&slot))
    }

    fn databases(&self) -> Vec<Arc<Database>> {
        Instance::databases(self)
    }

    fn listed(&self) -> Vec<ListedDatabase> {
        self.slots.all().iter().map(|slot| slot.listed()).collect()
    }

    fn name_of(&self, id: DatabaseId) -> Option<String> {
        self.slots.get(id).map(|slot| slot.name())
    }

    fn closed_files(&self, id: DatabaseId) -> Vec<FileFacts> {
        self.slots.get(id).map_or_else(Vec::new, |slot| Instance::closed_files(self, &slot))
    }

    fn recovery_model_of(&self, id: DatabaseId) -> Option<RecoveryModel> {
        let entry = self.slots.get(id)?.entry();
        self.resources.log_model(&self.files_of(&entry), entry.guid)
    }

    fn id_of_storage(&self, storage: DatabaseId) -> DatabaseId {
        // Few databases have a spare id, so the own ids come first.
        if self.slots.get(storage).is_some() {
            return storage;
        }
        let open = self.slots.open();
        open.iter().find(|database| database.storage.id == storage).map_or(storage, |database| database.id)
    }
}

impl Host for Instance {
    fn create_database(&self, name: &str, files: &NewFiles) -> Result<(), SqlError> {
        self.make_database(name, files)
    }

    fn create_snapshot(&self, name: &str, source: &str, files: &[SnapshotFile]) -> Result<(), SqlError> {
        self.make_snapshot(name, source, files)
    }

    fn create_copy(&self, name: &str, source: &str) -> Result<(), SqlError> {
        self.make_clone(name, source)
    }

    fn copies(&self) -> Vec<DatabaseCopy> {
        self.copies.lock().clone()
    }

    fn revert_database(
        &self,
        name: &str,
        snapshot: &str,
        keeping: Option<&RevertingSession<'_>>,
    ) -> Result<(), SqlError> {
        Instance::revert_database(self, name, snapshot, keeping)
    }

    fn rename_database(&self, database: &Arc<Database>, name: &str) -> Result<(), SqlError> {
        Instance::rename_database(self, database, name)
    }

    fn drop_database(&self, name: &str) -> Result<(), SqlError> {
        let Some(slot) = self.slots.named(name) else {
            return Err(SqlError::cannot_drop("drop", "database", name).in_state(1));
        };
        if slot.id.0 < FIRST_USER_ID {
            return Err(SqlError::system_object_cannot_change("drop", "database", name));
        }
        Instance::drop_database(self, &slot)?;
        // Cached plans keep the databases that they name open: each session discards its own at the
        // end of its batch, or before the next one.
        self.forget_plans();
        Ok(())
    }

    fn take_offline(&self, name: &str) -> Result<(), SqlError> {
        Instance::take_offline(self, &*self.slot_named(name)?)
    }

    fn bring_online(&self, name: &str, asking: SessionId) -> Result<(), SqlError> {
        Instance::bring_online(self, &*self.slot_named(name)?, asking)
    }

    fn begin_emergency(&self, name: &str) -> Result<(), SqlError> {
        Instance::begin_emergency(self, &*self.slot_named(name)?)
    }

    fn move_file(&self, name: &str, file: &str, path: &str) -> Result<(), SqlError> {
        Instance::move_file(self, &*self.slot_named(name)?, file, path)
    }

    fn detach_database(&self, name: &str) -> Result<(), SqlError> {
        Instance::detach_database(self, &*self.slot_named(name)?)
    }

    fn attach_database(&self, name: &str, paths: &[String]) -> Result<(), SqlError> {
        Instance::attach_database(self, name, paths)
    }

    fn set_options(&self, database: &Arc<Database>, change: &dyn Fn(&mut DatabaseOptions)) -> Result<(), SqlError> {
        Instance::set_options(self, database, change)
            .map_err(|error| sluice_table::storage_error::sql_error(&error, &database.name))
    }

    fn add_data_file(&self, database: &Arc<Database>, filegroup: FilegroupId, file: &NewFile) -> Result<(), SqlError> {
        Instance::add_data_file(self, database, filegroup, file)
    }

    fn remove_data_file(&self, database: &Arc<Database>, file: FileId) -> Result<(), SqlError> {
        Instance::remove_data_file(self, database, file)
    }

    fn shrink_data_file(&self, database: &Arc<Database>, file: FileId, least: u32) -> Result<Option<u32>, SqlError> {
        Instance::shrink_data_file(self, database, file, least)
    }

    fn default_file_pages(&self, database: &Database, file: FileId) -> u32 {
        Instance::default_file_pages(self, database, file)
    }

    fn add_log_buffer(&self, database: &Arc<Database>, file: &NewFile) -> Result<(), SqlError> {
        Instance::add_log_buffer(self, database, file)
    }

    fn remove_log_buffer(&self, database: &Arc<Database>) -> Result<(), SqlError> {
        Instance::remove_log_buffer(self, database)
    }

    fn end_transactions(
        &self,
        database: &Arc<Database>,
        transactions: &[(TxnId, OwnerId)],
        cancel: &AtomicBool,
    ) -> bool {
        let mut each = transactions.iter();
        each.all(|(txn, owner)| self.sessions().end_owner(*owner, || database.storage.is_active(*txn), cancel))
    }

    fn end_sessions(&self, database: DatabaseId, except: SessionId, cancel: &AtomicBool) -> bool {
        Instance::sessions(self).end_in(database, except, cancel)
    }

    fn end_session(&self, id: SessionId, cancel: &AtomicBool) -> bool {
        if self.has_background() {
            self.sessions().end_apart(id);
            return true;
        }
        Instance::sessions(self).end_one(id, cancel)
    }

    fn view(&self, schema: &str, name: &str) -> Option<Arc<dyn SystemView>> {
        let named =
            |view: &&Arc<dyn SystemView>| view.def().schema.eq_ignore_ascii_case(schema) && same(view.def().name, name);
        is_of_system(schema).then(|| self.system_catalog().views.iter().find(named).cloned())?
    }

    fn system_module(&self, schema: &str, name: &str) -> Option<Arc<Module>> {
        let named = |module: &&Arc<Module>| module.schema.eq_ignore_ascii_case(schema) && same(&module.name, name);
        is_of_system(schema).then(|| self.system_catalog().text_modules.iter().find(named).cloned())?
    }

    fn system_objects(&self) -> &[SystemObject] {
        &self.system_catalog().objects
    }

    fn procedure_permission(&self, id: ObjectId) -> Option<ProcedurePermission> {
        sluice_sysviews::procedure_permission(id)
    }

    fn error_log(&self) -> &ErrorLog {
        Instance::error_log(self)
    }

    fn clock(&self) -> &Arc<dyn Clock> {
        Instance::clock(self)
    }

    fn started_ns(&self) -> u64 {
        self.started_ns
    }

    fn machine(&self) -> Machine {
        sluice_vfs::machine::read()
    }

    fn processor_of_thread(&self, id: u32) -> Option<u32> {
        sluice_vfs::machine::processor_of_thread(id)
    }

    fn volume(&self, path: &Path) -> Option<Volume> {
        sluice_vfs::machine::volume(path)
    }

    fn pending_requests(&self) -> Vec<(PathBuf, PendingRequest)> {
        self.resources.vfs.pending_requests()
    }

    fn batch_devices(&self) -> Vec<BatchDevice> {
        sluice_vfs::machine::batch_devices()
    }

    fn random(&self) -> &Random {
        Instance::random(self)
    }

    fn open_data_file(&self, path: &str) -> Result<Box<dyn Read + Send>, SqlError> {
        match self.resources.data_folder.open(path) {
            Ok(file) => Ok(Box::new(file)),
            Err(error) => Err(data_file_error(path, &error)),
        }
    }

    fn create_data_file(&self, path: &str) -> Result<Box<dyn Write + Send>, SqlError> {
        match self.resources.data_folder.create(path) {
            Ok(file) => Ok(Box::new(file)),
            Err(error) => Err(data_file_error(path, &error)),
        }
    }

    fn message_text(&self, error: &SqlError) -> String {
        crate::messages::text(error)
    }

    fn message(&self, number: i32) -> Option<StoredMessage> {
        crate::messages::stored(number).or_else(|| self.messages.values.get(number))
    }

    fn messages(&self) -> Vec<StoredMessage> {
        let mut messages = crate::messages::all();
        messages.extend(self.messages.values.all());
        messages
    }

    fn keep_message(&self, message: StoredMessage) -> Result<(), SqlError> {
        let failed = |error| sluice_table::storage_error::sql_error(&error, MASTER);
        self.messages.keep(message).map_err(failed)
    }

    fn forget_message(&self, number: i32) -> Result<(), SqlError> {
        let failed = |error| sluice_table::storage_error::sql_error(&error, MASTER);
        self.messages.forget(number).map_err(failed)
    }

    fn plan_generation(&self) -> u64 {
        self.plan_generation.load(Ordering::Relaxed)
    }

    fn forget_plans(&self) {
        self.plan_generation.fetch_add(1, Ordering::Relaxed);
    }

    fn cached_plans(&self) -> &CachedPlans {
        &self.resources.cached_plans
    }

    fn configurations(&self) -> &Configurations {
        &self.configuration.values
    }

    fn configure(&self, option: &'static ConfigurationOption, value: i32) -> Result<(), SqlError> {
        let failed = |error| sluice_table::storage_error::sql_error(&error, MASTER);
        self.configuration.set(option, value).map_err(failed)
    }

    fn reconfigure(&self) {
        // A closed database applies the options when it is opened.
        self.configuration.install(&self.resources.broker);
        self.slots.all().iter().for_each(|slot| slot.with_open(|database| self.configuration.apply_to(database)));
    }

    fn turn_extension_on(&self, path: &str, bytes: u64) -> Result<bool, SqlError> {
        self.extension.turn_on(&self.resources, &self.folder, path, bytes)
    }

    fn turn_extension_off(&self) -> Result<bool, SqlError> {
        self.extension.turn_off(&self.resources, &self.folder)
    }

    fn trace_flags(&self) -> &TraceFlags {
        &self.resources.trace_flags
    }

    fn transaction_numbers(&self) -> &Arc<TransactionNumbers> {
        &self.resources.transaction_numbers
    }

    fn shutdown(&self) -> &Shutdown {
        Instance::shutdown(self)
    }

    fn waits(&self) -> &Waits {
        Instance::waits(self)
    }

    fn event_sessions(&self) -> &EventSessions {
        &self.event_sessions
    }

    fn grants(&self) -> &Arc<Grants> {
        &self.resources.grants
    }

    fn degree_max(&self) -> usize {
        self.resources.query_threads.degree_max()
    }

    fn run_together(&self, wanted: usize, help: &(dyn Fn() + Sync), own: &mut dyn FnMut(usize)) {
        self.resources.query_threads.run_together(wanted, help, own);
    }

    fn sessions(&self) -> Vec<Arc<SessionSight>> {
        Instance::sessions(self).sights()
    }

    fn connections_made(&self) -> u64 {
        Instance::sessions(self).made()
    }

    fn connections_ended(&self) -> u64 {
        Instance::sessions(self).ended()
    }

    fn usage_totals(&self) -> UsageTotals {
        Instance::sessions(self).totals()
    }

    fn network_counters(&self) -> &NetworkCounters {
        &self.network
    }
}

impl Instance {
    /// Returns the slot of the database `name`. Fails with 911 if there is none.
    fn slot_named(&self, name: &str) -> Result<Arc<Slot>, SqlError> {
        self.slots.named(name).ok_or_else(|| SqlError::database_not_found(name))
    }
}

/// Returns 4860 or 4861 for a data file that can't be opened. Error code 5 is Windows' *access is
/// denied*, which clients of SQL Server know.
fn data_file_error(path: &str, error: &DataFileError) -> SqlError {
    match error {
        DataFileError::Missing => SqlError::bulk_file_not_found(path),
        DataFileError::NoFolder => SqlError::bulk_file_not_opened(path, format_args!("5({NO_FOLDER})")),
        DataFileError::Outside => SqlError::bulk_file_not_opened(path, format_args!("5({OUTSIDE})")),
        DataFileError::Failed(error) => SqlError::bulk_file_not_opened(path, sluice_bulk::os_error(error)),
    }
}

const NO_FOLDER: &str = "This server reads no data files: it was started without --bulk-folder.";
const OUTSIDE: &str = "The file is outside the server's folder of data files.";

/// Returns whether objects of the system can be in a schema of this name.
fn is_of_system(schema: &str) -> bool {
    sluice_sysviews::SCHEMAS.iter().any(|own| own.eq_ignore_ascii_case(schema))
}
