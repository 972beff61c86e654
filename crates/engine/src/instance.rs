//! An instance: a folder, its databases, and the buffer pool and threads that they share.

use crate::background::{Services, turn_within};
use crate::background_pool::BackgroundPool;
use crate::catalog_memory::CatalogMemory;
use crate::configuration::Configuration;
use crate::crew::Threads;
use crate::error::InstanceError;
use crate::event_writer::EventWriter;
use crate::failures::Failures;
use crate::known_passwords::KnownPasswords;
use crate::lazy_writer::LazyWriter;
use crate::master_database::open_master;
use crate::options::InstanceOptions;
use crate::pool_extension::PoolExtension;
use crate::query_threads::QueryThreads;
use crate::read_ahead::ReadAhead;
use crate::registry::Registry;
use crate::rings::RingThreads;
use crate::sessions::Sessions;
use crate::slot::Condition;
use crate::slots::Slots;
use crate::storage::Resources;
use crate::stored_event_sessions;
use crate::stored_messages::StoredMessages;
use crate::system_catalog::SystemCatalog;
use crate::watcher::{Caretaker, Watcher};
use crate::well_known::{MASTER, TEMPDB};
use sluice_access::Handler;
use sluice_base::clock::Clock;
use sluice_base::counters::{DatabaseCounters, NetworkCounters};
use sluice_base::error_log::{ErrorLog, LogSource};
use sluice_base::heap;
use sluice_base::memory::{Clerk, HeapCharge, MemoryBroker};
use sluice_base::random::Random;
use sluice_base::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use sluice_base::sync::{Arc, Mutex, OnceLock};
use sluice_base::waits::Waits;
use sluice_buffer::{BufferPool, PAGE_SIZE};
use sluice_events::EventSessions;
use sluice_session::host::DatabaseCopy;
use sluice_session::shutdown::Shutdown;
use sluice_table::{Database, TraceFlags};
use sluice_txn::{Alone, CommitFate, CommitReceipt, LockFacts, LockManager, VersionStore};
use sluice_vfs::data_folder::DataFolder;
use sluice_vfs::metered::MeteredFs;
use sluice_vfs::{FileLock, Persistence};
use sluice_wal::LogOptions;
use std::path::PathBuf;

/// A running instance. [`Instance::close`], or dropping the last reference, ends it cleanly.
/// Databases, buffer pool, locks and threads belong to it alone; a lock on the folder keeps other
/// processes out.
pub struct Instance {
    pub(crate) folder: PathBuf,
    pub(crate) resources: Resources,
    pub(crate) registry: Registry,
    pub(crate) configuration: Configuration,
    pub(crate) extension: PoolExtension,
    pub(crate) messages: StoredMessages,
    pub(crate) event_sessions: Arc<EventSessions>,
    /// The databases, open or not.
    pub(crate) slots: Arc<Slots>,
    /// The threads that harden the rings of an ended process.
    pub(crate) ring_threads: RingThreads,
    /// The number of databases opened so far.
    pub(crate) openings: AtomicU32,
    shutdown: Shutdown,
    lazy_writer: Mutex<Option<LazyWriter>>,
    read_ahead: Mutex<Option<ReadAhead>>,
    event_writer: Mutex<Option<EventWriter>>,
    watcher: Mutex<Option<Watcher>>,
    /// Held while master's list of databases is changed, so that ids stay unique.
    pub(crate) making: Mutex<()>,
    /// The copies of databases that are being made.
    pub(crate) copies: Mutex<Vec<DatabaseCopy>>,
    /// Done when the system's catalog was charged to this instance.
    charged_catalog: OnceLock<()>,
    sessions: Sessions,
    pub(crate) passwords: Arc<KnownPasswords>,
    closed: AtomicBool,
    /// The memory that opening the instance allocated.
    started_with: HeapCharge,
    /// The start time, on the monotonic clock.
    pub(crate) started_ns: u64,
    /// The counters of packets, to which a server adds.
    pub(crate) network: Arc<NetworkCounters>,
    /// The number of times the plan cache was cleared.
    pub(crate) plan_generation: AtomicU64,
    /// The lock on the folder, held until the instance is closed.
    lock: Mutex<Option<Box<dyn FileLock>>>,
}

impl Instance {
    /// Opens the instance in the options' folder, creates the folder if missing, and recovers all
    /// databases. A database that fails to open is suspect: its users get the error. A failure of
    /// master is returned. Fails if another process has the folder. tempdb is made anew, model and
    /// msdb are made in a new folder, and user databases may be left to their first use.
    pub fn open(options: InstanceOptions) -> Result<Arc<Instance>, InstanceError> {
        let folder = options.folder.clone();
        let heap_before = heap::thread_bytes();
        options.vfs.create_dir_all(&folder)?;
        let lock = options.vfs.lock(&folder.join(LOCK_FILE)).map_err(|error| match error.is_locked() {
            true => InstanceError::InUse { folder: folder.clone() },
            false => InstanceError::File(error),
        })?;
        let started_ns = options.clock.monotonic_ns();
        let resources = resources(&options)?;
        log_start(&options, &resources);
        let of_master = |source| InstanceError::Database { name: MASTER.to_owned(), source };
        let counters = Arc::new(DatabaseCounters::default());
        let master = open_master(&resources, &folder, &counters)?;
        let registry = Registry::open(&master.storage).map_err(of_master)?;
        let mut entries = registry.entries().map_err(of_master)?.to_vec();
        let configuration = Configuration::open(&master.storage, &resources.broker).map_err(of_master)?;
        let extension = PoolExtension::open(&master.storage).map_err(of_master)?;
        let messages = StoredMessages::open(&master.storage).map_err(of_master)?;
        let services = (&resources.waits, &resources.broker);
        let event_sessions = stored_event_sessions::open(&master.storage, services, resources.event_files(&folder));
        let event_sessions = event_sessions.map_err(of_master)?;
        let started_with = HeapCharge::new(&resources.broker, Clerk::Startup);
        let passwords = Arc::new(KnownPasswords::new(&resources.broker));
        let instance = Arc::new(Instance {
            folder,
            resources,
            registry,
            configuration,
            extension,
            messages,
            event_sessions,
            slots: Arc::default(),
            ring_threads: RingThreads::default(),
            openings: AtomicU32::new(0),
            lazy_writer: Mutex::new(None),
            read_ahead: Mutex::new(None),
            event_writer: Mutex::new(None),
            watcher: Mutex::new(None),
            making: Mutex::new(()),
            copies: Mutex::default(),
            charged_catalog: OnceLock::new(),
            sessions: Sessions::default(),
            passwords,
            closed: AtomicBool::new(false),
            shutdown: Shutdown::default(),
            started_with,
            started_ns,
            network: Arc::default(),
            plan_generation: AtomicU64::new(0),
            lock: Mutex::new(Some(lock)),
        });
        let facts: Arc<dyn LockFacts> = instance.clone();
        instance.resources.locks.set_facts(Arc::downgrade(&facts));
        stored_event_sessions::begin(&instance.event_sessions, instance.error_log());
        // Before the other databases, which take their copies over from it.
        instance.extension.start(&instance.resources, &instance.folder);
        instance.use_master(master, counters).map_err(of_master)?;
        instance.make_system_databases(&mut entries).map_err(of_master)?;
        instance.forget_dropped(&entries);
        instance.open_users_databases(&entries)?;
        let of_tempdb = |source| InstanceError::Database { name: TEMPDB.to_owned(), source };
        instance.use_tempdb(&entries).map_err(of_tempdb)?;
        if options.background {
            let catalogs = CatalogMemory::new(&instance.slots);
            let lazy_writer =
                LazyWriter::start(&instance.resources.pool, instance.clock(), catalogs, &instance.passwords);
            *instance.lazy_writer.lock() = Some(lazy_writer);
            *instance.read_ahead.lock() = Some(ReadAhead::start(&instance.resources.pool));
            *instance.event_writer.lock() = Some(EventWriter::start(&instance.event_sessions));
            let as_caretaker: Arc<dyn Caretaker> = instance.clone();
            let (slots, failures) = (&instance.slots, &instance.resources.failures);
            let watcher = Watcher::start(slots, failures, instance.clock(), Arc::downgrade(&as_caretaker));
            *instance.watcher.lock() = Some(watcher);
            // A database whose files can't be used yet is tried again.
            instance.resources.failures.raise();
        }
        instance.charge_start(heap_before);
        instance.error_log().information(LogSource::Server, format_args!("Recovery is complete."));
        Ok(instance)
    }

    /// Charges a clerk with the memory that opening the instance allocated and no other clerk
    /// covers.
    fn charge_start(&self, heap_before: i64) {
        let broker = &self.resources.broker;
        let catalogs: u64 = self.slots.open().iter().map(|database| database.catalog().heap_bytes()).sum();
        broker.measure(Clerk::Catalogs, catalogs);
        let reserved = broker.held_of_heap();
        let allocated = u64::try_from(heap::thread_bytes() - heap_before).unwrap_or(0);
        self.started_with.add(i64::try_from(allocated.saturating_sub(reserved)).unwrap_or(0));
    }

    /// Returns whether the instance has background threads.
    pub(crate) fn has_background(&self) -> bool {
        self.resources.with_background
    }

    /// Closes the instance: cancels running batches, ends sessions and rolls their transactions
    /// back, checkpoints databases and marks them clean, and unlocks the folder. Background threads
    /// end first; master is closed last. The first error is returned, but everything is closed. A
    /// later call returns `Ok` at once, even while the first one still closes.
    pub fn close(&self) -> Result<(), InstanceError> {
        if self.closed.swap(true, Ordering::AcqRel) {
            return Ok(());
        }
        self.error_log().information(LogSource::Server, format_args!("The instance is shutting down."));
        self.sessions.close();
        self.watcher.lock().take().into_iter().for_each(Watcher::stop);
        self.ring_threads.stop();
        self.read_ahead.lock().take().into_iter().for_each(ReadAhead::stop);
        self.lazy_writer.lock().take().into_iter().for_each(LazyWriter::stop);
        let mut outcome = Ok(());
        // Master closes last, because it lists the others.
        for slot in self.slots.all().into_iter().rev() {
            let transition = slot.begin();
            let Some(open) = transition.take_out_of_use() else { continue };
            let name = open.database.name.clone();
            let closed = self.end_opening(open).map_err(|source| InstanceError::Database { name, source });
            transition.set(Condition::Closed);
            if let Err(error) = &closed {
                self.error_log().error(LogSource::Server, format_args!("Closing failed: {error}."));
            }
            outcome = outcome.and(closed);
        }
        self.resources.background.iter().for_each(|pool| pool.stop());
        self.resources.pool.close_extension();
        self.event_writer.lock().take().into_iter().for_each(EventWriter::stop);
        self.event_sessions.end();
        // The folder is unlocked last, when nothing of this instance writes to it any more.
        *self.lock.lock() = None;
        outcome
    }

    /// Returns the open databases by id.
    pub fn databases(&self) -> Vec<Arc<Database>> {
        self.slots.open()
    }

    /// Returns what became of a commit, as the database `name` knows it: one of its own, or one of
    /// a database that it is a copy of. `None` if that is unknown, or if the database can't be
    /// used.
    pub fn fate_of(&self, name: &str, receipt: CommitReceipt) -> Option<CommitFate> {
        self.slots.named(name).and_then(|slot| self.database_of(&slot))?.fate_of(receipt)
    }

    /// Returns the number of times that a database was opened since the instance started.
    pub fn openings(&self) -> u32 {
        self.openings.load(Ordering::Relaxed)
    }

    /// Whether closing has begun.
    pub(crate) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Acquire)
    }

    /// The clock of the instance.
    pub(crate) fn clock(&self) -> &Arc<dyn Clock> {
        &self.resources.clock
    }

    /// The handler of SHUTDOWN. A program that serves the instance sets it, and calls
    /// [`Shutdown::carry_out`] after each answer.
    pub fn shutdown(&self) -> &Shutdown {
        &self.shutdown
    }

    /// Returns the counters of packets. A server adds those that it reads and writes.
    pub fn network_counters(&self) -> &Arc<NetworkCounters> {
        &self.network
    }

    /// Returns the error log, which `sp_readerrorlog` shows and `tracing` gets.
    pub fn error_log(&self) -> &ErrorLog {
        &self.resources.error_log
    }

    /// The source of random numbers.
    pub(crate) fn random(&self) -> &Random {
        &self.resources.random
    }

    /// Returns the wait statistics of the instance, which code that waits for a session must
    /// update.
    pub fn waits(&self) -> &Waits {
        &self.resources.waits
    }

    /// Returns the system's own objects. The first call charges the instance with their memory.
    pub(crate) fn system_catalog(&self) -> &'static SystemCatalog {
        let catalog = SystemCatalog::get();
        self.charged_catalog.get_or_init(|| self.started_with.add(catalog.heap_bytes));
        catalog
    }

    /// The connected sessions.
    pub(crate) fn sessions(&self) -> &Sessions {
        &self.sessions
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        // A drop can't report errors; callers that need them use `close`.
        let _ = self.close();
    }
}

fn resources(options: &InstanceOptions) -> Result<Resources, InstanceError> {
    let waits = Arc::new(Waits::new(options.clock.clone()));
    let broker = MemoryBroker::new(options.memory_limit);
    let pool = BufferPool::new((options.machine_memory / PAGE_SIZE as u64) as usize, waits.clone(), &broker)?;
    let locks = LockManager::new(waits.clone(), &broker);
    let versions = VersionStore::new(&broker);
    let (error_log, trace_flags) = (Arc::new(ErrorLog::new(options.clock.clone())), Arc::<TraceFlags>::default());
    let failures = Arc::<Failures>::default();
    let services = Services {
        clock: options.clock.clone(),
        trace_flags: trace_flags.clone(),
        error_log: error_log.clone(),
        failures: failures.clone(),
        is_refusal_noted: AtomicBool::new(false),
        turn: turn_within(options.delayed_at_risk_max),
    };
    Ok(Resources {
        background: options.background.then(|| Arc::new(BackgroundPool::start(services))),
        vfs: Arc::new(MeteredFs::new(options.vfs.clone(), options.clock.clone())),
        clock: options.clock.clone(),
        random: options.random.clone(),
        error_log,
        waits,
        broker,
        pool,
        locks,
        versions,
        handler: Arc::new(Handler),
        log_options: LogOptions {
            initial_bytes: options.log_bytes,
            growth_bytes: options.log_growth_bytes,
            sector: options.log_sector,
            ..LogOptions::default()
        },
        persistence: match options.simulate_persistent_memory {
            true => Persistence::Simulated,
            false => Persistence::Durable,
        },
        data_pages: options.data_pages,
        secondary_pages: Vec::new(),
        is_making: false,
        is_snapshot: false,
        storage_ids: Arc::default(),
        failures,
        delayed_at_risk_max: options.delayed_at_risk_max,
        // Without background threads everything runs in a repeatable order.
        crew: if options.background { Arc::new(Threads::of_machine()) } else { Arc::new(Alone) },
        query_threads: Arc::new(QueryThreads::new(!options.background)),
        with_background: options.background,
        trace_flags,
        transaction_numbers: Arc::default(),
        grants: Arc::default(),
        data_folder: Arc::new(DataFolder::new(options.bulk_folder.as_deref())),
        cached_plans: Arc::default(),
    })
}

/// Logs the version, the folder and the memory of an instance that starts.
fn log_start(options: &InstanceOptions, resources: &Resources) {
    resources.error_log.information(
        LogSource::Server,
        format_args!(
            "Sluice {} opens the folder '{}' with {} MB of memory.",
            env!("CARGO_PKG_VERSION"),
            options.folder.display(),
            options.memory_limit >> 20
        ),
    );
}

const LOCK_FILE: &str = "sluice.lock";
