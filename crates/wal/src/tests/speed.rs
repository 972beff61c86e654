//! Measurements of the cost of a commit. Run by hand, in release, on a quiet machine: `cargo test
//! --release -p sluice-wal speed -- --ignored --nocapture --test-threads 1`. The folder is
//! `SLUICE_BENCH_DIR`, by default the system's folder for temporary files.

use super::*;
use crate::ring::{SlotKey, TailRing};
use sluice_base::clock::SystemClock;
use sluice_base::counters::Counter;
use sluice_vfs::os::OsFs;
use std::time::{Duration, Instant};

fn folder() -> tempfile::TempDir {
    std::env::var_os("SLUICE_BENCH_DIR").map_or_else(tempfile::tempdir, tempfile::tempdir_in).unwrap()
}

/// A delayed commit of one row is three records of some 20 bytes, copied to the ring together. The
/// result is the best batch of 1,000 commits. A batch is shorter than a time slice, so a busy
/// machine disturbs few batches.
#[test]
#[ignore = "a measurement: of use in a release build"]
#[expect(clippy::print_stdout, reason = "it is there to be read")]
fn speed_of_the_tail_ring() {
    let folder = folder();
    let mut ring = TailRing::open(&OsFs::new(), &folder.path().join("tail.ring"), GUID).unwrap().unwrap();
    let (mut sequence, mut used, mut records) = (0, usize::MAX, 0);
    let block = [7; 61_440];
    let mut best = f64::MAX;
    for _ in 0..3_000 {
        let start = Instant::now();
        for _ in 0..1_000 {
            if used > 61_000 {
                (sequence, used, records) = (sequence + 1, 64, 0);
                ring.begin(SlotKey { position: sequence, sequence, offset: 0 });
            }
            (used, records) = (used + 60, records + 3);
            ring.put(&block[..used], records);
        }
        best = best.min(start.elapsed().as_nanos() as f64 / 1_000.0);
    }
    println!("{best:.0} ns a delayed commit");
    assert!(best <= 100.0, "{best:.0} ns a delayed commit; the target is 100");
}

/// Creates a log in its own file.
fn log_in(folder: &Path, in_flight_max: usize) -> (World, Arc<Log>) {
    let mut world = World::on(Arc::new(OsFs::new()));
    world.env.waits = Arc::new(Waits::new(Arc::new(SystemClock::new())));
    world.options = LogOptions { initial_bytes: 512 << 20, in_flight_max, ..LogOptions::default() };
    let path = folder.join(format!("log{in_flight_max}"));
    create(&world.env, &path, GUID, &world.options).unwrap();
    let file = LogFile::open(&world.env, &path, GUID, &world.options).unwrap();
    let mut scan = file.scan(Lsn::NONE).unwrap();
    assert!(scan.next().unwrap().is_none());
    let end = scan.end();
    (world, file.start(end).unwrap())
}

/// Returns the commits per second and the commits per flush of `threads` committers.
fn group(world: &World, log: &Log, threads: u64, time: Duration) -> (f64, f64) {
    let (commits, flushes) = (Counter::default(), world.env.counters.log_flushes.get());
    let start = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while start.elapsed() < time {
                    log.append(7, &[&[1; 56]], Space::Reserving(0)).unwrap();
                    log.append(7, &[&[2; 56]], Space::Reserving(0)).unwrap();
                    let lsn = log.append(7, &[&[3; 56]], Space::Reserving(0)).unwrap();
                    log.harden(lsn, Harden::Commit(0)).unwrap();
                    commits.add(1);
                }
            });
        }
    });
    let (done, took) = (commits.get() as f64, start.elapsed().as_secs_f64());
    (done / took, done / (world.env.counters.log_flushes.get() - flushes) as f64)
}

/// Measures how committers share flushes, by the depth of the window (rule in `Tail::may_take`).
/// Windows and thread counts take turns, many times for a short while each. The result is the best
/// turn, the quietest moment of the machine.
#[test]
#[ignore = "a measurement: of use in a release build"]
#[expect(clippy::print_stdout, reason = "it is there to be read")]
fn speed_of_group_commit() {
    const THREADS: [u64; 5] = [1, 2, 4, 8, 64];
    const WINDOWS: [usize; 4] = [1, 2, 4, 8];
    let folder = folder();
    let logs = WINDOWS.map(|window| log_in(folder.path(), window));
    let mut best = [[(0.0, 0.0); THREADS.len()]; WINDOWS.len()];
    for _ in 0..12 {
        for (best, (world, log)) in best.iter_mut().zip(&logs) {
            for (best, threads) in best.iter_mut().zip(THREADS) {
                let found = group(world, log, threads, Duration::from_millis(150));
                if found.0 > best.0 {
                    *best = found;
                }
            }
        }
    }
    for (window, best) in WINDOWS.iter().zip(best) {
        for ((rate, share), threads) in best.iter().zip(THREADS) {
            let ratio = rate / best[0].0;
            println!("window {window}, {threads:2} threads: {rate:6.0}/s, {ratio:5.2} of one, {share:4.1} a flush");
        }
    }
}
