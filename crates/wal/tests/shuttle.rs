//! The log buffer under explored schedules: `cargo test -p sluice-wal --features shuttle --test
//! shuttle`.
//!
//! In every schedule no thread hangs. A record whose hardening returned is in the file, whole and
//! in its place. The flush counter equals the number of synchronous writes. The file ends up with
//! every record once, in order for each thread.
#![cfg(feature = "shuttle")]

use sluice_base::clock::ManualClock;
use sluice_base::counters::DatabaseCounters;
use sluice_base::ids::{DatabaseGuid, Lsn};
use sluice_base::memory::MemoryBroker;
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use sluice_base::sync::thread;
use sluice_base::waits::Waits;
use sluice_vfs::fault::{Fault, FaultFs, FaultPlan, Rule};
use sluice_vfs::mem::MemFs;
use sluice_vfs::{CallKind, Vfs};
use sluice_wal::{Harden, Log, LogEnvironment, LogError, LogFile, LogOptions, Space, create};
use std::path::Path;

const PATH: &str = "/data_log.ldf";
const GUID: DatabaseGuid = DatabaseGuid(7);

/// Returns the number of schedules a test tries: `count` times SHUTTLE_TIMES.
fn schedules(count: usize) -> usize {
    count * std::env::var("SHUTTLE_TIMES").map_or(1, |times| times.parse().expect("SHUTTLE_TIMES is a number"))
}

struct World {
    env: LogEnvironment,
    options: LogOptions,
    faulty: Arc<FaultFs>,
    /// The number of completed synchronous writes.
    writes: Arc<AtomicU64>,
}

impl World {
    fn new() -> World {
        let faulty = Arc::new(FaultFs::new(Arc::new(MemFs::volatile(u64::MAX)), FaultPlan::none()));
        let vfs: Arc<dyn Vfs> = faulty.clone();
        let env = LogEnvironment {
            vfs,
            waits: Arc::new(Waits::new(Arc::new(ManualClock::new(0)))),
            counters: Arc::new(DatabaseCounters::default()),
            broker: MemoryBroker::new(u64::MAX),
            storage: sluice_base::ids::DatabaseId(1),
        };
        let options =
            LogOptions { initial_bytes: 1 << 20, max_bytes: 1 << 20, in_flight_max: 2, ..LogOptions::default() };
        create(&env, Path::new(PATH), GUID, &options).unwrap();
        World { env, options, faulty, writes: Arc::new(AtomicU64::new(0)) }
    }

    /// Counts writes from now on, and yields during each write.
    fn count_writes(&self) {
        let writes = self.writes.clone();
        let hook = Fault::Hook(Arc::new(move |site| {
            writes.fetch_add(u64::from(site.synchronous), Ordering::SeqCst);
            thread::yield_now();
        }));
        self.faulty.arm(Rule::new(hook).on(CallKind::Write));
    }

    fn start(&self) -> (Vec<Vec<u8>>, Arc<Log>) {
        let file = LogFile::open(&self.env, Path::new(PATH), GUID, &self.options).unwrap();
        let mut scan = file.scan(Lsn::NONE).unwrap();
        let mut records = Vec::new();
        while let Some(record) = scan.next().unwrap() {
            records.push(record.body.to_vec());
        }
        let end = scan.end();
        (records, file.start(end).unwrap())
    }
}

/// Runs `work` in three threads beside a background writer of full blocks. Returns whether all
/// threads succeeded.
fn race(log: &Arc<Log>, work: fn(&Log, u8) -> Result<(), LogError>) -> bool {
    let done = Arc::new(AtomicBool::new(false));
    let background = {
        let (log, done) = (log.clone(), done.clone());
        thread::spawn(move || {
            while !done.load(Ordering::SeqCst) && log.background_turn().is_ok() {
                thread::yield_now();
            }
        })
    };
    let workers: Vec<_> = (0..3)
        .map(|number| {
            let log = log.clone();
            thread::spawn(move || match work(&log, number) {
                Ok(()) => true,
                Err(LogError::Poisoned(_)) => false,
                Err(other) => panic!("{other}"),
            })
        })
        .collect();
    // All workers are joined before their outcomes are examined.
    let outcomes: Vec<bool> = workers.into_iter().map(|worker| worker.join().unwrap()).collect();
    done.store(true, Ordering::SeqCst);
    background.join().unwrap();
    outcomes.into_iter().all(|whole| whole)
}

fn record(thread: u8, number: u8) -> Vec<u8> {
    vec![thread * 16 + number; if number.is_multiple_of(2) { 50 } else { 25_000 }]
}

/// Appends four records and hardens the second and the last.
fn commit_four(log: &Log, thread: u8) -> Result<(), LogError> {
    let mut reader = log.reader(Lsn::NONE);
    for number in 0..4 {
        let lsn = log.append(1, &[&record(thread, number)], Space::Reserving(0))?;
        if number % 2 == 1 {
            log.harden(lsn, Harden::Commit(thread.into()))?;
            assert!(log.durable() > lsn);
        }
        assert_eq!(reader.read(lsn)?.body, record(thread, number));
    }
    Ok(())
}

/// Appends undo records from reserved space, each hardened.
fn undo_three(log: &Log, thread: u8) -> Result<(), LogError> {
    for number in 0..3 {
        let lsn = log.append(1, &[&[thread * 16 + number; 196]], Space::Reserved(200))?;
        log.harden(lsn, Harden::WriteAhead)?;
        assert!(log.durable() > lsn);
    }
    Ok(())
}

/// Appends three records and hardens everything after each, as a checkpoint and the background
/// thread do.
fn flush_three(log: &Log, thread: u8) -> Result<(), LogError> {
    for number in 0..3 {
        let lsn = log.append(1, &[&record(thread, number)], Space::Reserving(0))?;
        log.flush_tail()?;
        assert!(log.durable() > lsn);
    }
    Ok(())
}

/// Returns the number of records of `thread`. The records must be a prefix, in order.
fn prefix_of(records: &[Vec<u8>], thread: u8) -> usize {
    let own: Vec<u8> = records.iter().map(|body| body[0]).filter(|marker| marker / 16 == thread).collect();
    assert!(own.iter().enumerate().all(|(index, marker)| usize::from(marker % 16) == index), "{own:?}");
    own.len()
}

#[test]
fn committers_race_with_background_writer() {
    shuttle::check_random(
        || {
            let world = World::new();
            let (_, log) = world.start();
            world.count_writes();
            assert!(race(&log, commit_four));
            assert_eq!(log.durable().block(), log.tail().block());
            assert_eq!(world.env.counters.log_flushes.get(), world.writes.load(Ordering::SeqCst));
            let (records, _) = world.start();
            assert_eq!([0, 1, 2].map(|thread| prefix_of(&records, thread)), [4, 4, 4]);
            assert!(records.iter().all(|body| *body == record(body[0] / 16, body[0] % 16)));
        },
        schedules(3_000),
    );
}

/// A flush of the tail while the open block is empty waits for the block before it, which another
/// thread writes.
#[test]
fn concurrent_tail_flushes_do_not_hang() {
    shuttle::check_random(
        || {
            let world = World::new();
            let (_, log) = world.start();
            world.count_writes();
            assert!(race(&log, flush_three));
            assert_eq!(log.durable().block(), log.tail().block());
            let (records, _) = world.start();
            assert_eq!([0, 1, 2].map(|thread| prefix_of(&records, thread)), [3, 3, 3]);
        },
        schedules(300),
    );
}

#[test]
fn failed_write_fails_all_without_hang() {
    for nth in 0..4 {
        shuttle::check_random(
            move || {
                let world = World::new();
                let (_, log) = world.start();
                world.count_writes();
                world.faulty.arm(Rule::new(Fault::Eio).on(CallKind::Write).nth(nth));
                let whole = race(&log, commit_four);
                assert_eq!(whole, world.faulty.faults() == 0, "waiters for the lost block get the error");
                let durable = log.durable();
                world.faulty.disarm();
                let (records, log) = world.start();
                for thread in 0..3 {
                    prefix_of(&records, thread);
                }
                assert!(log.tail() >= durable, "what was acknowledged is there");
            },
            schedules(500),
        );
    }
}

#[test]
fn side_writes_in_full_log_lose_no_record() {
    shuttle::check_random(
        || {
            let world = World::new();
            let (_, log) = world.start();
            while log.append(2, &[&[255; 20_000]], Space::Reserving(200 * 9)).is_ok() {}
            log.flush_tail().unwrap();
            let before = world.env.counters.log_flushes.get();
            world.count_writes();
            assert!(race(&log, undo_three));
            assert_eq!(world.env.counters.log_flushes.get() - before, world.writes.load(Ordering::SeqCst));
            let (records, _) = world.start();
            assert_eq!([0, 1, 2].map(|thread| prefix_of(&records, thread)), [3, 3, 3]);
        },
        schedules(500),
    );
}
