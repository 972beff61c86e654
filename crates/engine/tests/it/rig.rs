//! A small simulated machine: an in-memory disk, faults, and an instance.

use sluice_engine::{Collector, Instance, InstanceError, InstanceOptions, Session, Value};
use sluice_vfs::fault::{FaultFs, FaultPlan};
use sluice_vfs::mem::{CrashMode, MemFs, MemOptions};
use sluice_vfs::{Access, Create, Durability, File, OpenOptions, Vfs};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

pub(crate) struct Rig {
    pub(crate) disk: Arc<MemFs>,
    /// The faults of the disk.
    pub(crate) faults: Arc<FaultFs>,
    /// The initial size and growth of a log in bytes.
    pub(crate) log_bytes: u64,
}

impl Rig {
    /// Returns a machine with an empty disk of `capacity` bytes.
    pub(crate) fn with_capacity(capacity: u64) -> Rig {
        Rig::on(MemFs::with_options(MemOptions { capacity, ..MemOptions::powersafe(7) }))
    }

    /// Returns a machine with an empty disk.
    pub(crate) fn new() -> Rig {
        Rig::with_capacity(u64::MAX)
    }

    /// Returns a machine on which an instance was started and closed once: a copy of one disk, which
    /// takes less time than a first start.
    pub(crate) fn started() -> Rig {
        static DISK: OnceLock<Arc<MemFs>> = OnceLock::new();
        let disk = DISK.get_or_init(|| {
            let rig = Rig::new();
            let (instance, session) = rig.connect();
            drop(session);
            instance.close().unwrap();
            rig.disk
        });
        Rig::on(disk.crash_copy(7, CrashMode::ProcessKill))
    }

    /// Returns a machine with that disk.
    pub(crate) fn on(disk: MemFs) -> Rig {
        let disk = Arc::new(disk);
        let faults = Arc::new(FaultFs::new(disk.clone(), FaultPlan::none()));
        Rig { disk, faults, log_bytes: 1 << 20 }
    }

    pub(crate) fn options(&self) -> InstanceOptions {
        let mut options = InstanceOptions::on(self.faults.clone(), Path::new(FOLDER));
        options.background = false;
        options.data_pages = 264;
        options.machine_memory = 256 * 8192;
        options.log_bytes = self.log_bytes;
        options.log_growth_bytes = 1 << 20;
        options
    }

    pub(crate) fn open(&self) -> Result<Arc<Instance>, InstanceError> {
        Instance::open(self.options())
    }

    /// Opens the instance and a session on it.
    pub(crate) fn connect(&self) -> (Arc<Instance>, Session) {
        let instance = self.open().unwrap();
        let session = instance.connect().unwrap();
        (instance, session)
    }

    /// Returns the machine after a crash. Files opened before fail from now on.
    pub(crate) fn crash(self, mode: CrashMode) -> Rig {
        Rig { log_bytes: self.log_bytes, ..Rig::on(self.disk.crash(mode)) }
    }

    /// Opens a file of the instance, bypassing the faults.
    pub(crate) fn file(&self, name: &str) -> Arc<dyn File> {
        let options = OpenOptions { create: Create::Never, access: Access::Buffered, durability: Durability::Deferred };
        self.disk.open(&path(name), options).unwrap()
    }

    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        let file = self.file(name);
        let mut bytes = vec![0; file.len().unwrap() as usize];
        file.read_at(&mut bytes, 0).unwrap();
        bytes
    }

    /// Flips the bits of one byte, durably.
    pub(crate) fn damage(&self, name: &str, offset: u64) {
        let file = self.file(name);
        let mut byte = [0];
        file.read_at(&mut byte, offset).unwrap();
        file.write_at(&[!byte[0]], offset).unwrap();
        file.sync().unwrap();
    }

    pub(crate) fn remove(&self, name: &str) {
        self.disk.remove(&path(name)).unwrap();
    }

    /// Returns the paths in the instance's folder.
    pub(crate) fn names(&self) -> Vec<String> {
        let list = self.disk.list(Path::new(FOLDER)).unwrap();
        list.iter().map(|path| path.to_string_lossy().into_owned()).collect()
    }
}

/// Returns the path of a file of the instance.
pub(crate) fn path(name: &str) -> PathBuf {
    Path::new(FOLDER).join(name)
}

pub(crate) fn run(session: &mut Session, text: &str) -> Collector {
    let mut sent = Collector::default();
    session.execute(text, &mut sent).unwrap();
    sent
}

/// Runs a batch that must not fail.
pub(crate) fn ok(session: &mut Session, text: &str) -> Collector {
    let sent = run(session, text);
    assert_eq!(sent.first_error(), None, "{text}");
    sent
}

/// Runs a batch that must fail. Returns its first error.
pub(crate) fn error(session: &mut Session, text: &str) -> (i32, String) {
    run(session, text).first_error().unwrap_or_else(|| panic!("`{text}` went through"))
}

/// Returns the int values of a query's only column.
pub(crate) fn ints(session: &mut Session, query: &str) -> Vec<i32> {
    let sent = ok(session, query);
    let value = |row: &Vec<Value>| match row[0] {
        Value::Int(value) => value,
        ref other => panic!("{query}: {other:?}"),
    };
    sent.results[0].rows.iter().map(value).collect()
}

/// Inserts the rows `from..to` into dbo.T, each with a full commit.
pub(crate) fn insert(session: &mut Session, from: i32, to: i32) {
    for row in from..to {
        ok(session, &format!("INSERT dbo.T VALUES({row});"));
    }
}

const FOLDER: &str = "/data";
