//! Tests of the log over files in memory: the shared fixture, and numbered records.

mod codec;

mod crash;

mod damage;

mod flush;

mod persisted_buffer;

mod growth;

mod recovery;

mod retention;

mod ring;

mod shrink;

mod space;

mod stream;

mod speed;

mod temporary;

use crate::{Harden, Log, LogEnvironment, LogError, LogFile, LogOptions, Space, create};
use sluice_base::clock::ManualClock;
use sluice_base::counters::DatabaseCounters;
use sluice_base::ids::{DatabaseGuid, Lsn};
use sluice_base::memory::MemoryBroker;
use sluice_base::sync::Arc;
use sluice_base::waits::Waits;
use sluice_vfs::mem::MemFs;
use sluice_vfs::{Access, AlignedBuf, Create, Durability, File, OpenOptions, Vfs};
use std::path::Path;

pub(super) const PATH: &str = "/data_log.ldf";
pub(super) const GUID: DatabaseGuid = DatabaseGuid(0x5EED);

/// The LSNs and bodies of records.
pub(super) type Records = Vec<(Lsn, Vec<u8>)>;

pub(super) struct World {
    pub(super) vfs: Arc<dyn Vfs>,
    pub(super) env: LogEnvironment,
    pub(super) options: LogOptions,
}

impl World {
    pub(super) fn on(vfs: Arc<dyn Vfs>) -> World {
        let env = LogEnvironment {
            vfs: vfs.clone(),
            waits: Arc::new(Waits::new(Arc::new(ManualClock::new(0)))),
            counters: Arc::new(DatabaseCounters::default()),
            broker: MemoryBroker::new(64 << 20),
            storage: sluice_base::ids::DatabaseId(1),
        };
        // Small blocks: the tests name many places by their distance of one sector.
        let options =
            LogOptions { initial_bytes: 1 << 20, growth_bytes: 1 << 20, sector: 512, ..LogOptions::default() };
        World { vfs, env, options }
    }

    /// Creates a fixture with a new log, in files in memory.
    pub(super) fn new() -> World {
        let world = World::on(Arc::new(MemFs::new(1)));
        world.create().unwrap();
        world
    }

    pub(super) fn create(&self) -> Result<(), LogError> {
        create(&self.env, Path::new(PATH), GUID, &self.options)?;
        Ok(self.vfs.sync_dir(Path::new("/"))?)
    }

    pub(super) fn open(&self) -> Result<LogFile, LogError> {
        LogFile::open(&self.env, Path::new(PATH), GUID, &self.options)
    }

    /// Reads the records of the log, and starts the log behind them.
    pub(super) fn start(&self) -> Result<(Records, Arc<Log>), LogError> {
        let file = self.open()?;
        let mut scan = file.scan(Lsn::NONE)?;
        let mut records = Vec::new();
        while let Some(record) = scan.next()? {
            records.push((record.lsn, record.body.to_vec()));
        }
        let end = scan.end();
        Ok((records, file.start(end)?))
    }

    /// Reads the records of the log without changing the file.
    pub(super) fn records(&self) -> Result<Records, LogError> {
        let file = self.open()?;
        let mut scan = file.scan(Lsn::NONE)?;
        let mut records = Vec::new();
        while let Some(record) = scan.next()? {
            records.push((record.lsn, record.body.to_vec()));
        }
        Ok(records)
    }

    pub(super) fn file(&self) -> Arc<dyn File> {
        let options =
            OpenOptions { create: Create::Never, access: Access::Buffered, durability: Durability::Synchronous };
        self.vfs.open(Path::new(PATH), options).unwrap()
    }

    /// Flips a bit of the byte at `offset`.
    pub(super) fn damage(&self, offset: u64) {
        let file = self.file();
        let mut byte = [0];
        file.read_at(&mut byte, offset).unwrap();
        file.write_at(&[byte[0] ^ 0x10], offset).unwrap();
    }

    pub(super) fn bytes(&self, offset: u64, length: usize) -> AlignedBuf {
        let mut bytes = AlignedBuf::zeroed(length);
        self.file().read_at(&mut bytes, offset).unwrap();
        bytes
    }
}

/// Returns the body of record `number`. Length and bytes are computed from the number.
pub(super) fn body(number: u64) -> Vec<u8> {
    sized(number, 8 + (number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 57) as usize)
}

/// Returns a body of `length` bytes that begins with the number.
pub(super) fn sized(number: u64, length: usize) -> Vec<u8> {
    let mut bytes = vec![number as u8; length];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    bytes
}

/// Appends record `number` without a reservation.
pub(super) fn put(log: &Log, number: u64) -> Lsn {
    log.append(7, &[&body(number)], Space::Reserving(0)).unwrap()
}

/// Appends and hardens record `number`.
pub(super) fn commit(log: &Log, number: u64) -> Lsn {
    let lsn = put(log, number);
    log.harden(lsn, Harden::Commit(0)).unwrap();
    assert!(log.durable() > lsn);
    lsn
}

/// Asserts that the error reports damage. Returns its offset and text.
#[track_caller]
pub(super) fn damaged_at(result: Result<impl Sized, LogError>) -> (u64, String) {
    match result {
        Err(LogError::Damaged { path, offset, what, .. }) => {
            assert_eq!(path, Path::new(PATH));
            assert!(what.contains("restore"), "{what}");
            (offset, what)
        }
        Err(other) => panic!("not damage but {other}"),
        Ok(_) => panic!("the damage was not noticed"),
    }
}

/// Asserts that the records are exactly the numbers `0..count`, in order.
#[track_caller]
pub(super) fn assert_numbers(records: &[(Lsn, Vec<u8>)], count: u64) {
    assert_eq!(records.len() as u64, count);
    for (number, (_, bytes)) in records.iter().enumerate() {
        assert_eq!(*bytes, body(number as u64), "record {number}");
    }
    assert!(records.windows(2).all(|pair| pair[0].0 < pair[1].0), "in order");
}
