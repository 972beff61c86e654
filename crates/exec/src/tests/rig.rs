//! Test rig: an instance of two databases on in-memory files, and a sink that writes a transcript.

use crate::{BatchEnd, Session};
use sluice_access::{DOUBLE_WRITE_PAGE, Handler, PAIR_PAGE, format};
use sluice_base::clock::{Clock, ManualClock};
use sluice_base::counters::{DatabaseCounters, NetworkCounters};
use sluice_base::error_log::ErrorLog;
use sluice_base::grants::Grants;
use sluice_base::ids::{DatabaseGuid, DatabaseId, SessionId, TxnId};
use sluice_base::memory::MemoryBroker;
use sluice_base::random::Random;
use sluice_base::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use sluice_base::sync::{Arc, Mutex};
use sluice_base::usage::UsageTotals;
use sluice_base::waits::Waits;
use sluice_binder::StoredDefinitions;
use sluice_buffer::{BufferPool, DatabaseFiles};
use sluice_catalog::{Column, SystemViewDef};
use sluice_session::configuration_options::ConfigurationOption;
use sluice_session::configurations::Configurations;
use sluice_session::{
    ColumnInfo, Host, Message, SessionSight, Sink, SystemView, TransactionNumbers, ViewContext, ViewRows,
};
use sluice_table::{Database, DatabaseParts, DatabaseState, Databases, FileFacts, ListedDatabase};
use sluice_table::{DatabaseOptions, TraceFlags};
use sluice_txn::{Alone, LockManager, OwnerId, RecoveryParts, Storage, StorageParts, VersionStore};
use sluice_types::{DataType, SqlError, Value, display};
use sluice_vfs::fault::{FaultFs, FaultPlan};
use sluice_vfs::mem::MemFs;
use sluice_vfs::{Access, Create, Durability, OpenOptions, Vfs};
use sluice_wal::{LogEnvironment, LogFile, LogOptions};
use std::fmt::Write;
use std::path::PathBuf;

/// The instance under test.
pub(super) struct TestHost {
    pub(super) memory: Arc<MemFs>,
    pub(super) vfs: Arc<dyn Vfs>,
    clock: Arc<dyn Clock>,
    random: Random,
    waits: Arc<Waits>,
    pool: Arc<BufferPool>,
    broker: Arc<MemoryBroker>,
    grants: Arc<Grants>,
    locks: Arc<LockManager>,
    trace_flags: TraceFlags,
    network: NetworkCounters,
    numbers: Arc<TransactionNumbers>,
    cached_plans: sluice_session::CachedPlans,
    configurations: Configurations,
    versions: Arc<VersionStore>,
    databases: Mutex<Vec<Arc<Database>>>,
    view: Arc<dyn SystemView>,
    /// Number of lookups of a view by name, which happen when statements are bound.
    pub(super) views_asked: AtomicUsize,
    error_log: ErrorLog,
}

/// `sys.dm_os_performance_counters` with the counter of log flushes only.
struct CountersView(Arc<SystemViewDef>);

impl TestHost {
    /// Returns an instance with the new databases `one` (5) and `two` (6).
    pub(super) fn new() -> Arc<TestHost> {
        TestHost::faulty(FaultPlan::none()).0
    }

    /// Returns such an instance on files that can be made to fail.
    pub(super) fn faulty(plan: FaultPlan) -> (Arc<TestHost>, Arc<FaultFs>) {
        let memory = Arc::new(MemFs::new(1));
        let faults = Arc::new(FaultFs::new(Arc::clone(&memory) as Arc<dyn Vfs>, plan));
        let host = TestHost::on(memory, Arc::clone(&faults) as Arc<dyn Vfs>);
        host.vfs.create_dir_all(&folder()).expect("a folder can be made");
        for (id, name) in [(5, "one"), (6, "two")] {
            host.make(id, name);
            let storage = host.open_storage(id, name);
            Database::create_catalog(&storage.0).expect("a new database takes system tables");
            host.add(id, name, storage);
        }
        (host, faults)
    }

    /// Opens the same databases on the files in `memory`.
    pub(super) fn reopened(memory: Arc<MemFs>) -> Arc<TestHost> {
        let host = TestHost::on(Arc::clone(&memory), memory);
        for (id, name) in [(5, "one"), (6, "two")] {
            let storage = host.open_storage(id, name);
            host.add(id, name, storage);
        }
        host
    }

    /// Returns a session in database `one`.
    pub(super) fn connect(self: &Arc<TestHost>, id: u16) -> Session {
        let database = self.database("one").expect("it is open");
        Session::new(Arc::clone(self) as Arc<dyn Host>, SessionId(id), database)
    }

    fn on(memory: Arc<MemFs>, vfs: Arc<dyn Vfs>) -> Arc<TestHost> {
        let clock: Arc<dyn Clock> = Arc::new(ManualClock::new(1_700_000_000_000_000_000));
        let waits = Arc::new(Waits::new(Arc::clone(&clock)));
        let broker = MemoryBroker::new(1 << 30);
        let pool = BufferPool::new(2048, Arc::clone(&waits), &broker).expect("there is memory for a small pool");
        let text = DataType::SYSNAME;
        let columns = vec![
            Column::not_null("counter_name", text),
            Column::nullable("instance_name", text),
            Column::not_null("cntr_value", DataType::BigInt),
        ];
        let def = SystemViewDef {
            schema: "sys",
            name: "dm_os_performance_counters",
            permission: sluice_catalog::ViewPermission::Own,
            columns,
            parameters: None,
            reach: sluice_catalog::ViewReach::default(),
        };
        let view = Arc::new(CountersView(Arc::new(def)));
        let locks = LockManager::new(Arc::clone(&waits), &broker);
        let versions = VersionStore::new(&broker);
        let error_log = ErrorLog::new(clock.clone());
        let (databases, views_asked) = (Mutex::new(Vec::new()), AtomicUsize::new(0));
        Arc::new(TestHost {
            memory,
            vfs,
            clock,
            random: Random::seeded(1),
            waits,
            pool,
            broker,
            grants: Arc::default(),
            locks,
            trace_flags: TraceFlags::default(),
            network: NetworkCounters::default(),
            numbers: Arc::default(),
            cached_plans: sluice_session::CachedPlans::default(),
            configurations: Configurations::default(),
            versions,
            databases,
            view,
            views_asked,
            error_log,
        })
    }

    fn make(&self, id: u16, name: &str) {
        let (data, log) = paths(name);
        let file = self.vfs.open(&data, options(Create::New)).expect("a file can be made");
        format(&file, sluice_base::ids::FileId::PRIMARY, guid(id), 96).expect("it can be formatted");
        file.sync().expect("it can be synced");
        sluice_wal::create(&self.environment(), &log, guid(id), &log_options()).expect("a log can be made");
        self.vfs.sync_dir(&folder()).expect("the folder can be synced");
    }

    fn open_storage(&self, id: u16, name: &str) -> (Arc<Storage>, Arc<DatabaseCounters>) {
        let (data, log) = paths(name);
        let environment = self.environment();
        let counters = Arc::clone(&environment.counters);
        let data = self.vfs.open(&data, options(Create::Never)).expect("the file is there");
        let log = LogFile::open(&environment, &log, guid(id), &log_options()).expect("the log is there");
        let data = DatabaseFiles {
            guid: guid(id),
            data,
            secondary: Vec::new(),
            log: None,
            pair_page: PAIR_PAGE,
            double_write_page: DOUBLE_WRITE_PAGE,
            double_write: true,
            check: sluice_access::check_form,
        };
        let parts = StorageParts {
            id: DatabaseId(id),
            pool: Arc::clone(&self.pool),
            data,
            filegroups: Vec::new(),
            handler: Arc::new(Handler),
            clock: Arc::clone(&self.clock),
            counters: Arc::clone(&counters),
            locks: Arc::clone(&self.locks),
            versions: Arc::clone(&self.versions),
        };
        let coordinator = self.database("one").map(|one| Arc::clone(&one.storage));
        let recovery = RecoveryParts { log, crew: Arc::new(Alone), coordinator, is_snapshot: false };
        (Storage::open(parts, recovery).expect("it recovers").0, counters)
    }

    fn add(&self, id: u16, name: &str, (storage, counters): (Arc<Storage>, Arc<DatabaseCounters>)) {
        let options = DatabaseOptions::default();
        let (id, name) = (DatabaseId(id), name.to_owned());
        let lineage = sluice_table::Lineage::default();
        let parts = DatabaseParts {
            id,
            name,
            storage,
            counters,
            files: Vec::new(),
            options,
            opening: 0,
            lineage,
            loaded: None,
        };
        let database = Database::open(parts, Arc::default(), &StoredDefinitions);
        self.databases.lock().push(database.expect("its catalog can be read"));
    }

    fn environment(&self) -> LogEnvironment {
        LogEnvironment {
            vfs: Arc::clone(&self.vfs),
            waits: Arc::clone(&self.waits),
            counters: Arc::new(DatabaseCounters::default()),
            broker: Arc::clone(&self.broker),
            storage: DatabaseId(1),
        }
    }
}

impl Databases for TestHost {
    fn database(&self, name: &str) -> Option<Arc<Database>> {
        self.databases.lock().iter().find(|database| database.name.eq_ignore_ascii_case(name)).cloned()
    }

    fn database_id(&self, name: &str) -> Option<DatabaseId> {
        self.database(name).map(|database| database.id)
    }

    fn not_open(&self, name: &str) -> SqlError {
        SqlError::database_not_found(name)
    }

    fn database_by_id(&self, id: DatabaseId) -> Option<Arc<Database>> {
        self.databases.lock().iter().find(|database| database.id == id).cloned()
    }

    fn databases(&self) -> Vec<Arc<Database>> {
        self.databases.lock().clone()
    }

    fn listed(&self) -> Vec<ListedDatabase> {
        let listed = |database: &Arc<Database>| ListedDatabase {
            id: database.id,
            name: database.name.clone(),
            state: DatabaseState::Online,
            options: database.options(),
            open: Some(Arc::clone(database)),
            last: None,
        };
        self.databases.lock().iter().map(listed).collect()
    }

    fn name_of(&self, id: DatabaseId) -> Option<String> {
        self.database_by_id(id).map(|database| database.name.clone())
    }

    fn closed_files(&self, _id: DatabaseId) -> Vec<FileFacts> {
        Vec::new()
    }

    fn recovery_model_of(&self, _id: DatabaseId) -> Option<sluice_txn::RecoveryModel> {
        None
    }

    fn id_of_storage(&self, storage: DatabaseId) -> DatabaseId {
        storage
    }
}

impl Host for TestHost {
    fn degree_max(&self) -> usize {
        2
    }

    fn run_together(&self, wanted: usize, help: &(dyn Fn() + Sync), own: &mut dyn FnMut(usize)) {
        let helpers = (0..wanted.min(1)).map(|_| Box::new(help) as Box<dyn FnOnce() + Send + '_>).collect();
        sluice_base::sync::thread::run_together(helpers, || own(wanted.min(1)));
    }

    fn turn_extension_on(&self, _path: &str, _bytes: u64) -> Result<bool, SqlError> {
        Ok(true)
    }

    fn turn_extension_off(&self) -> Result<bool, SqlError> {
        Ok(false)
    }

    fn event_sessions(&self) -> &sluice_events::EventSessions {
        unreachable!("no test of this crate uses event sessions")
    }

    fn machine(&self) -> sluice_base::machine::Machine {
        sluice_base::machine::Machine::default()
    }

    fn processor_of_thread(&self, _id: u32) -> Option<u32> {
        None
    }

    fn volume(&self, _path: &std::path::Path) -> Option<sluice_base::machine::Volume> {
        None
    }

    fn pending_requests(&self) -> Vec<(std::path::PathBuf, sluice_base::pending_requests::PendingRequest)> {
        Vec::new()
    }

    fn batch_devices(&self) -> Vec<sluice_base::machine::BatchDevice> {
        Vec::new()
    }

    fn open_data_file(&self, path: &str) -> Result<Box<dyn std::io::Read + Send>, SqlError> {
        Err(SqlError::bulk_file_not_found(path))
    }

    fn create_data_file(&self, path: &str) -> Result<Box<dyn std::io::Write + Send>, SqlError> {
        Err(SqlError::bulk_file_not_found(path))
    }

    fn create_database(&self, name: &str, _files: &sluice_session::NewFiles) -> Result<(), SqlError> {
        match self.database(name) {
            Some(_) => Err(SqlError::database_exists(name)),
            None => Ok(()),
        }
    }

    fn create_snapshot(&self, _: &str, source: &str, _: &[sluice_session::SnapshotFile]) -> Result<(), SqlError> {
        Err(SqlError::database_not_found(source))
    }

    fn create_copy(&self, _: &str, _: &str) -> Result<(), SqlError> {
        Err(SqlError::copied_database_not_found())
    }

    fn copies(&self) -> Vec<sluice_session::host::DatabaseCopy> {
        Vec::new()
    }

    fn revert_database(
        &self,
        _: &str,
        _: &str,
        _: Option<&sluice_session::host::RevertingSession<'_>>,
    ) -> Result<(), SqlError> {
        Err(SqlError::database_not_reverted())
    }

    fn take_offline(&self, name: &str) -> Result<(), SqlError> {
        Err(SqlError::database_not_found(name))
    }

    fn bring_online(&self, name: &str, _asking: SessionId) -> Result<(), SqlError> {
        Err(SqlError::database_not_found(name))
    }

    fn begin_emergency(&self, name: &str) -> Result<(), SqlError> {
        Err(SqlError::database_not_found(name))
    }

    fn move_file(&self, _name: &str, file: &str, _path: &str) -> Result<(), SqlError> {
        Err(SqlError::modify_file_not_found(file))
    }

    fn detach_database(&self, name: &str) -> Result<(), SqlError> {
        Err(SqlError::database_not_found(name))
    }

    fn attach_database(&self, name: &str, _paths: &[String]) -> Result<(), SqlError> {
        Err(SqlError::database_exists(name))
    }

    fn rename_database(&self, database: &Arc<Database>, _name: &str) -> Result<(), SqlError> {
        Err(SqlError::database_not_found(&database.name))
    }

    fn drop_database(&self, _name: &str) -> Result<(), SqlError> {
        Ok(())
    }

    fn set_options(&self, database: &Arc<Database>, change: &dyn Fn(&mut DatabaseOptions)) -> Result<(), SqlError> {
        let mut options = database.options();
        change(&mut options);
        database.set_options(options);
        Ok(())
    }

    fn add_data_file(
        &self,
        _database: &Arc<Database>,
        _filegroup: sluice_base::ids::FilegroupId,
        _file: &sluice_session::NewFile,
    ) -> Result<(), SqlError> {
        Err(SqlError::files_not_found())
    }

    fn remove_data_file(&self, _database: &Arc<Database>, _file: sluice_base::ids::FileId) -> Result<(), SqlError> {
        Err(SqlError::files_not_found())
    }

    fn shrink_data_file(
        &self,
        _database: &Arc<Database>,
        _file: sluice_base::ids::FileId,
        _least: u32,
    ) -> Result<Option<u32>, SqlError> {
        Err(SqlError::files_not_found())
    }

    fn default_file_pages(&self, _database: &Database, _file: sluice_base::ids::FileId) -> u32 {
        0
    }

    fn add_log_buffer(&self, _database: &Arc<Database>, _file: &sluice_session::NewFile) -> Result<(), SqlError> {
        Err(SqlError::files_not_found())
    }

    fn remove_log_buffer(&self, _database: &Arc<Database>) -> Result<(), SqlError> {
        Err(SqlError::files_not_found())
    }

    fn end_transactions(
        &self,
        _database: &Arc<Database>,
        _transactions: &[(TxnId, OwnerId)],
        _cancel: &AtomicBool,
    ) -> bool {
        unreachable!("tests of this need an instance")
    }

    fn end_session(&self, _id: SessionId, _cancel: &AtomicBool) -> bool {
        unreachable!("tests of this need an instance")
    }

    fn end_sessions(&self, _database: DatabaseId, _except: SessionId, _cancel: &AtomicBool) -> bool {
        unreachable!("tests of this need an instance")
    }

    fn view(&self, schema: &str, name: &str) -> Option<Arc<dyn SystemView>> {
        self.views_asked.fetch_add(1, Ordering::Relaxed);
        let def = self.view.def();
        let found = def.schema.eq_ignore_ascii_case(schema) && def.name.eq_ignore_ascii_case(name);
        found.then(|| Arc::clone(&self.view))
    }

    fn system_module(&self, _schema: &str, _name: &str) -> Option<Arc<sluice_catalog::Module>> {
        None
    }

    fn system_objects(&self) -> &[sluice_session::system_object::SystemObject] {
        &[]
    }

    fn procedure_permission(&self, _id: sluice_base::ids::ObjectId) -> Option<sluice_session::ProcedurePermission> {
        None
    }

    fn message_text(&self, error: &SqlError) -> String {
        error.to_string()
    }

    fn message(&self, _number: i32) -> Option<sluice_session::StoredMessage> {
        None
    }

    fn messages(&self) -> Vec<sluice_session::StoredMessage> {
        Vec::new()
    }

    fn keep_message(&self, _message: sluice_session::StoredMessage) -> Result<(), SqlError> {
        unreachable!("tests of this need an instance")
    }

    fn forget_message(&self, _number: i32) -> Result<(), SqlError> {
        unreachable!("tests of this need an instance")
    }

    fn plan_generation(&self) -> u64 {
        0
    }

    fn forget_plans(&self) {}

    fn cached_plans(&self) -> &sluice_session::CachedPlans {
        &self.cached_plans
    }

    fn configurations(&self) -> &Configurations {
        &self.configurations
    }

    fn configure(&self, _option: &'static ConfigurationOption, _value: i32) -> Result<(), SqlError> {
        unreachable!("tests of this need an instance")
    }

    fn reconfigure(&self) {
        unreachable!("tests of this need an instance")
    }

    fn connections_made(&self) -> u64 {
        0
    }

    fn connections_ended(&self) -> u64 {
        0
    }

    fn usage_totals(&self) -> UsageTotals {
        UsageTotals::default()
    }

    fn network_counters(&self) -> &NetworkCounters {
        &self.network
    }

    fn trace_flags(&self) -> &TraceFlags {
        &self.trace_flags
    }

    fn transaction_numbers(&self) -> &Arc<TransactionNumbers> {
        &self.numbers
    }

    fn shutdown(&self) -> &sluice_session::shutdown::Shutdown {
        unreachable!("no test of this crate ends the instance")
    }

    fn waits(&self) -> &Waits {
        &self.waits
    }

    fn error_log(&self) -> &ErrorLog {
        &self.error_log
    }

    fn grants(&self) -> &Arc<Grants> {
        &self.grants
    }

    fn sessions(&self) -> Vec<Arc<SessionSight>> {
        Vec::new()
    }

    fn clock(&self) -> &Arc<dyn Clock> {
        &self.clock
    }

    fn started_ns(&self) -> u64 {
        0
    }

    fn random(&self) -> &Random {
        &self.random
    }
}

impl SystemView for CountersView {
    fn def(&self) -> &Arc<SystemViewDef> {
        &self.0
    }

    fn rows(&self, context: &ViewContext<'_>) -> Result<ViewRows, SqlError> {
        let row = |database: Arc<Database>| {
            let flushes = database.counters.log_flushes.get() as i64;
            Ok(vec![Value::text("Log Flushes/sec"), Value::text(database.name.as_str()), Value::BigInt(flushes)])
        };
        Ok(Box::new(context.host.databases().into_iter().map(row)))
    }
}

/// Transcript of a batch's output, one line for each item.
#[derive(Default)]
pub(super) struct Transcript {
    pub(super) text: String,
    types: Vec<DataType>,
}

impl Sink for Transcript {
    fn columns(&mut self, columns: &[ColumnInfo]) {
        self.types = columns.iter().map(|column| column.data_type).collect();
        let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
        self.line(&format!("[{}]", names.join("|")));
    }

    fn row(&mut self, row: &[Value]) {
        let texts: Vec<String> = row.iter().zip(&self.types).map(|(value, ty)| display::text(value, ty)).collect();
        self.line(&texts.join("|"));
    }

    fn done(&mut self, rows: Option<u64>) {
        if let Some(rows) = rows {
            self.line(&format!("({rows})"));
        }
    }

    fn message(&mut self, message: Message) {
        match message {
            Message::Print { text, .. } => self.line(&format!("print: {text}")),
            Message::Error(error) if error.severity < 11 => self.line(&format!("note {}", error.number)),
            Message::Error(error) => {
                let args = error.args.join("; ");
                self.line(format!("Msg {} line {} {args}", error.number, error.line).trim_end());
            }
        }
    }
}

impl Transcript {
    fn line(&mut self, line: &str) {
        writeln!(self.text, "{line}").expect("a string takes all");
    }
}

/// Runs a batch and returns its transcript, with lines joined by " / ".
pub(super) fn run(session: &mut Session, batch: &str) -> String {
    run_to_end(session, batch).0
}

/// Runs a batch as [`run`] does, and also returns how it ended.
pub(super) fn run_to_end(session: &mut Session, batch: &str) -> (String, BatchEnd) {
    let mut transcript = Transcript::default();
    let end = session.execute(batch, &mut transcript);
    (transcript.text.trim_end().replace('\n', " / "), end)
}

/// Returns the transcript of a batch in a new instance.
pub(super) fn alone(batch: &str) -> String {
    run(&mut TestHost::new().connect(51), batch)
}

fn folder() -> PathBuf {
    PathBuf::from("/data")
}

fn paths(name: &str) -> (PathBuf, PathBuf) {
    (folder().join(format!("{name}.mdf")), folder().join(format!("{name}_log.ldf")))
}

fn guid(id: u16) -> DatabaseGuid {
    DatabaseGuid(u64::from(id) + 0x51_CE00)
}

fn options(create: Create) -> OpenOptions {
    OpenOptions { create, access: Access::Direct, durability: Durability::Deferred }
}

fn log_options() -> LogOptions {
    LogOptions { initial_bytes: 2 << 20, growth_bytes: 2 << 20, max_bytes: 512 << 20, ..LogOptions::default() }
}
