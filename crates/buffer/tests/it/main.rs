//! The pool over a real log: the calls of a write-back, and the state after a power cut at each
//! call.
#![cfg(not(feature = "shuttle"))]

use sluice_base::clock::ManualClock;
use sluice_base::counters::DatabaseCounters;
use sluice_base::ids::{DatabaseGuid, DatabaseId, Lsn, PageId};
use sluice_base::memory::MemoryBroker;
use sluice_base::sync::Arc;
use sluice_base::waits::Waits;
use sluice_buffer::page::{self, Verdict};
use sluice_buffer::{BufferPool, DatabaseFiles, PAGE_HEADER, PAGE_SIZE, PageError};
use sluice_vfs::fault::{Fault, FaultFs, FaultPlan, Rule};
use sluice_vfs::mem::{CrashMode, MemFs};
use sluice_vfs::trace::TraceFs;
use sluice_vfs::{Access, AlignedBuf, Create, Durability, File, OpenOptions, Vfs};
use sluice_wal::{Log, LogEnvironment, LogFile, LogOptions, Space};
use std::collections::BTreeMap;
use std::path::Path;

const DB: DatabaseId = DatabaseId(5);
const GUID: DatabaseGuid = DatabaseGuid(0xABCD);
const DATA: &str = "/data.mdf";
const LOG: &str = "/data_log.ldf";
const PAIR: u32 = 4;
const AREA: u32 = 8;
const FIRST: u32 = 80;
const PAGES: u32 = 20;
const KIND: u8 = 16;

/// A database and its pool on a file system.
struct World {
    env: LogEnvironment,
    data: Arc<dyn File>,
    pool: Arc<BufferPool>,
}

impl World {
    fn on(vfs: Arc<dyn Vfs>) -> World {
        let waits = Arc::new(Waits::new(Arc::new(ManualClock::new(0))));
        let broker = MemoryBroker::new(64 << 20);
        let pool = BufferPool::new(32, waits.clone(), &broker).unwrap();
        let options =
            OpenOptions { create: Create::IfMissing, access: Access::Direct, durability: Durability::Deferred };
        let data = vfs.open(Path::new(DATA), options).unwrap();
        let counters = Arc::new(DatabaseCounters::default());
        let env = LogEnvironment { vfs, waits, counters, broker, storage: DB };
        World { env, data, pool }
    }

    fn create(&self) {
        sluice_wal::create(&self.env, Path::new(LOG), GUID, &log_options()).unwrap();
        self.data.allocate(0, u64::from(FIRST + PAGES) * PAGE_SIZE as u64).unwrap();
        self.data.sync().unwrap();
        self.env.vfs.sync_dir(Path::new("/")).unwrap();
    }

    /// Attaches the database and starts its log. Returns the log's contents by LSN: page and value.
    fn start(&self) -> (Arc<Log>, BTreeMap<Lsn, (u32, u8)>) {
        let files = DatabaseFiles {
            guid: GUID,
            data: self.data.clone(),
            secondary: Vec::new(),
            log: None,
            pair_page: PAIR,
            double_write_page: AREA,
            double_write: true,
            check: |_| Ok(()),
        };
        self.pool.attach(DB, files).unwrap();
        self.pool.repair_torn(DB, Lsn::NONE, &[], false).unwrap();
        let file = LogFile::open(&self.env, Path::new(LOG), GUID, &log_options()).unwrap();
        let mut scan = file.scan(file.checkpoint()).unwrap();
        let mut records = BTreeMap::new();
        while let Some(record) = scan.next().unwrap() {
            records.insert(record.lsn, (u32::from(record.body[0]), record.body[1]));
        }
        let end = scan.end();
        let log = file.start(end).unwrap();
        self.pool.set_log(DB, log.clone());
        (log, records)
    }

    fn put(&self, log: &Log, number: u32, value: u8) -> Result<(), PageError> {
        let mut page = self.pool.write(DB, PageId::primary(FIRST + number))?;
        page.will_change();
        let lsn = log.append(KIND, &[&[number as u8, value]], Space::Reserving(16))?;
        page[PAGE_HEADER..].fill(value);
        page.set_lsn(lsn);
        Ok(())
    }

    /// Changes all pages, writes them back, changes them again and writes them back again, until
    /// the power fails.
    fn run(&self, log: &Log) -> Result<(), PageError> {
        for value in 1..3 {
            (0..PAGES).try_for_each(|number| self.put(log, number, value))?;
            self.pool.write_back(DB, Lsn(u64::MAX))?;
        }
        Ok(())
    }

    fn raw(&self, number: u32) -> AlignedBuf {
        let mut bytes = AlignedBuf::zeroed(PAGE_SIZE);
        self.data.read_at(&mut bytes, u64::from(FIRST + number) * PAGE_SIZE as u64).unwrap();
        bytes
    }
}

fn log_options() -> LogOptions {
    LogOptions { initial_bytes: 1 << 20, growth_bytes: 1 << 20, ..LogOptions::default() }
}

#[test]
fn write_back_hardens_log_then_area_then_pages() {
    let trace = Arc::new(TraceFs::new(Arc::new(MemFs::new(1))).relative_to(Path::new("/")));
    let world = World::on(trace.clone());
    world.create();
    let (log, _) = world.start();
    [0, 1, 2, 7].into_iter().for_each(|number| world.put(&log, number, 1).unwrap());
    let mark = trace.mark();
    assert_eq!(world.pool.write_back(DB, log.tail()).unwrap(), 4);
    let text = trace.text_since(mark);
    let expected = [
        "write data_log.ldf",
        "write data.mdf 65536+40960 direct",
        "sync data.mdf",
        "write data.mdf 655360+24576 direct",
        "write data.mdf 712704+8192 direct",
        "write data.mdf 57344+8192 direct",
        "sync data.mdf",
    ];
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), expected.len(), "{text}");
    for (line, expected) in lines.iter().zip(expected) {
        assert!(line.starts_with(expected), "{expected:?} was expected in\n{text}");
    }
}

#[test]
fn power_cut_leaves_no_page_torn_or_ahead_of_log() {
    let (mut cuts, mut written) = (0, 0);
    for seed in 0..6 {
        for call in 0.. {
            let memory = Arc::new(MemFs::new(seed));
            let faults = Arc::new(FaultFs::new(memory.clone(), FaultPlan::none()));
            let world = World::on(faults.clone());
            world.create();
            let (log, _) = world.start();
            faults.arm(Rule::new(Fault::PowerCut).nth(call));
            let result = world.run(&log);
            if !faults.is_cut() {
                assert!(result.is_ok() && call > 15, "the run made {call} calls");
                break;
            }
            assert!(result.is_err(), "whoever met the cut says so");
            cuts += 1;
            let mode = if seed % 2 == 0 { CrashMode::POWER_CUT } else { CrashMode::KEEP_UNSYNCED };
            let after = World::on(Arc::new(memory.crash(mode)));
            let (_log, records) = after.start();
            for number in 0..PAGES {
                let bytes = after.raw(number);
                let verdict = page::verify(&bytes, PageId::primary(FIRST + number), GUID);
                assert!(verdict.is_valid(), "seed {seed}, call {call}, page {number}: {verdict}");
                if verdict == Verdict::Ok {
                    let value = bytes[PAGE_HEADER];
                    assert!(bytes[PAGE_HEADER..].iter().all(|byte| *byte == value));
                    assert_eq!(records.get(&page::lsn(&bytes)), Some(&(number, value)), "its record is in the log");
                    written += 1;
                }
                assert!(after.pool.read(DB, PageId::primary(FIRST + number)).is_ok());
            }
        }
    }
    assert!(cuts > 80 && written > 500, "{cuts} cuts, {written} pages found written");
}
