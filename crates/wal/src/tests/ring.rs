//! The tail ring: a killed process loses no surviving record after its append has returned, and no
//! record before it, at whatever point the process is killed.

use super::*;
use sluice_base::sync::{Mutex, thread};
use sluice_vfs::CallKind;
use sluice_vfs::fault::{Fault, FaultFs, FaultPlan, Rule};
use sluice_vfs::mem::CrashMode;
use std::cell::Cell;
use std::sync::mpsc;

const RING: &str = "/data_tail.ring";

/// A log with a ring, on a machine that can be stopped.
struct Machine {
    mem: Arc<MemFs>,
    faulty: Arc<FaultFs>,
    world: World,
}

/// The progress of a run when the process was stopped.
#[derive(Default)]
struct Progress {
    /// Numbers below were acknowledged as surviving while the machine was alive, or precede such a
    /// record.
    appended: Cell<u64>,
    /// Numbers below were acknowledged or in progress.
    begun: Cell<u64>,
    /// Numbers below are on disk.
    hardened: Cell<u64>,
}

impl Machine {
    fn on(mem: Arc<MemFs>, plan: FaultPlan) -> Machine {
        let faulty = Arc::new(FaultFs::new(mem.clone(), plan));
        let mut world = World::on(faulty.clone());
        world.options.growth_bytes = 256 << 10;
        world.options.max_bytes = 2 << 20;
        Machine { mem, faulty, world }
    }

    fn new(seed: u64, plan: FaultPlan) -> Machine {
        Machine::on(Arc::new(MemFs::new(seed)), plan)
    }

    /// Returns the machine as a stop at this moment leaves it.
    fn stopped(&self, seed: u64, mode: CrashMode) -> Machine {
        Machine::on(Arc::new(self.mem.crash_copy(seed, mode)), FaultPlan::none())
    }

    /// Recovers. Returns the number of blocks from the ring, the records of the log, and the log.
    fn start(&self) -> Result<(u64, Records, Arc<Log>), LogError> {
        let file = self.world.open()?.with_tail_ring(Path::new(RING))?;
        let mut scan = file.scan(Lsn::NONE)?;
        let mut records = Vec::new();
        while let Some(record) = scan.next()? {
            records.push((record.lsn, record.body.to_vec()));
        }
        let (blocks, end) = (scan.hardened(), scan.end());
        Ok((blocks, records, file.start(end)?))
    }

    /// Creates and starts a log.
    fn started(&self) -> Arc<Log> {
        self.world.create().unwrap();
        self.start().unwrap().2
    }

    fn append(&self, progress: &Progress, log: &Log, length: usize, space: Space) -> Result<Lsn, LogError> {
        let number = progress.begun.get();
        progress.begun.set(number + 1);
        let body = sized(number, length);
        let lsn = log.append_surviving(7, length, space, |_, bytes| {
            bytes.copy_from_slice(&body);
            length
        })?;
        if !self.faulty.is_cut() {
            progress.appended.set(number + 1);
        }
        Ok(lsn)
    }

    /// Appends a record that need not survive.
    fn append_volatile(&self, progress: &Progress, log: &Log, length: usize) -> Result<Lsn, LogError> {
        let number = progress.begun.get();
        progress.begun.set(number + 1);
        log.append(7, &[&sized(number, length)], Space::Reserving(0))
    }

    fn harden(&self, progress: &Progress, log: &Log, lsn: Lsn) -> Result<(), LogError> {
        log.harden(lsn, Harden::Commit(0))?;
        progress.hardened.set(progress.begun.get());
        Ok(())
    }
}

/// Writes groups of records that are hardened, written in the background, or left, with checkpoints
/// and growth in between.
fn run(machine: &Machine, progress: &Progress) -> Result<(), LogError> {
    machine.world.create()?;
    let (_, _, log) = machine.start()?;
    for round in 0..18 {
        let first = machine.append(progress, &log, 40, Space::Reserving(0))?;
        if round % 2 == 0 {
            machine.harden(progress, &log, first)?;
        }
        for size in 0..50 {
            // Some blocks hold no surviving record, most hold a mixture.
            match (round % 4, size % 3) {
                (3, _) | (_, 1) => machine.append_volatile(progress, &log, 300 + 40 * size)?,
                _ => machine.append(progress, &log, 300 + 40 * size, Space::Reserving(0))?,
            };
        }
        if round % 3 == 1 {
            log.background_turn()?;
        }
        if round % 5 == 3 {
            log.flush_tail()?;
            progress.hardened.set(progress.begun.get());
            assert!(log.rest(), "the ring is mapped again in the next round");
            machine.append_volatile(progress, &log, 100)?;
        }
        if round == 8 || round == 16 {
            let checkpoint = machine.append(progress, &log, 100, Space::Reserved(0))?;
            log.set_checkpoint(checkpoint, Lsn::NONE)?;
            progress.hardened.set(progress.begun.get());
        }
    }
    Ok(())
}

fn numbers(records: &[(Lsn, Vec<u8>)]) -> Vec<u64> {
    records.iter().map(|(_, bytes)| u64::from_le_bytes(*bytes.first_chunk().unwrap())).collect()
}

/// Asserts that the records are consecutive numbers from 0, at least `least`, and that all were
/// appended.
fn check(progress: &Progress, least: u64, records: &[(Lsn, Vec<u8>)], what: &str) {
    let found = numbers(records);
    assert!(found.iter().copied().eq(0..found.len() as u64), "{what}: in order, without gaps");
    let count = found.len() as u64;
    assert!(count >= least, "{what}: {count} of at least {least}");
    assert!(count <= progress.begun.get(), "{what}: nothing foreign");
}

#[test]
fn kill_at_any_call_loses_no_surviving_record() {
    let whole = Machine::new(5, FaultPlan::none());
    run(&whole, &Progress::default()).unwrap();
    let calls = whole.faulty.calls();
    let (mut saved, mut ignored) = (0, 0);
    for call in 12..calls {
        let machine = Machine::new(call, FaultPlan::power_cut_at(call));
        let progress = Progress::default();
        assert!(run(&machine, &progress).is_err() && machine.faulty.is_cut());
        let killed = machine.stopped(call, CrashMode::ProcessKill);
        let (blocks, records, log) = killed.start().unwrap_or_else(|error| panic!("killed at {call}: {error}"));
        check(&progress, progress.appended.get(), &records, &format!("killed at {call}"));
        saved += blocks;
        // The log continues in a new epoch, and the process is killed again.
        let after = Progress { begun: Cell::new(records.len() as u64), ..Progress::default() };
        killed.append(&after, &log, 60, Space::Reserving(0)).unwrap();
        let (_, records, _) = killed.stopped(0, CrashMode::ProcessKill).start().unwrap();
        check(&after, after.begun.get(), &records, &format!("killed at {call} and soon after the start"));
        // After a power cut the ring is ignored.
        for mode in [CrashMode::POWER_CUT, CrashMode::LOSE_UNSYNCED, CrashMode::KEEP_UNSYNCED] {
            let (blocks, records, _) = machine.stopped(call, mode).start().unwrap();
            check(&progress, progress.hardened.get(), &records, &format!("cut at {call}, {mode:?}"));
            assert_eq!(blocks, 0);
            ignored += 1;
        }
    }
    assert!(saved > 30 && ignored > 200, "{saved} blocks of {calls} kills");
}

#[test]
fn recovery_interrupted_by_kill_or_power_cut_is_repeatable() {
    let machine = Machine::new(1, FaultPlan::none());
    let progress = Progress::default();
    run(&machine, &progress).unwrap();
    let whole = machine.stopped(0, CrashMode::ProcessKill);
    let (blocks, _, _) = whole.start().unwrap();
    assert!(blocks >= 2, "{blocks}");
    let calls = whole.faulty.calls();
    for call in 0..calls {
        let first = Machine::on(machine.stopped(0, CrashMode::ProcessKill).mem, FaultPlan::power_cut_at(call));
        assert!(first.start().is_err());
        let (_, records, _) = first.stopped(call, CrashMode::ProcessKill).start().unwrap();
        check(&progress, progress.appended.get(), &records, &format!("killed again at {call} of {calls}"));
        for seed in 0..4 {
            let (_, records, _) = first.stopped(seed, CrashMode::POWER_CUT).start().unwrap();
            check(&progress, progress.hardened.get(), &records, &format!("cut at {call} of {calls} of the recovery"));
        }
    }
}

/// Hardening in a log that is full except for reserved space uses the side slots, and the open
/// block stays open.
#[test]
fn kill_in_full_log_loses_no_surviving_record() {
    let mut machine = Machine::new(1, FaultPlan::none());
    machine.world.options.max_bytes = 1 << 20;
    machine.world.options.sector = 4096;
    let progress = Progress::default();
    let log = machine.started();
    while machine.append(&progress, &log, 5000, Space::Reserving(3000)).is_ok() {}
    progress.begun.set(progress.begun.get() - 1);
    for _ in 0..60 {
        let lsn = machine.append(&progress, &log, 296, Space::Reserved(300)).unwrap();
        machine.harden(&progress, &log, lsn).unwrap();
    }
    let mut aside = 0;
    for turn in 0..40 {
        let lsn = machine.append(&progress, &log, 296, Space::Reserved(300)).unwrap();
        if turn % 3 == 0 {
            machine.harden(&progress, &log, lsn).unwrap();
            aside += usize::from(log.durable().offset() > 0);
        }
        let (blocks, records, _) = machine.stopped(turn, CrashMode::ProcessKill).start().unwrap();
        check(&progress, progress.appended.get(), &records, "killed");
        assert!(blocks > 0 || turn % 3 == 0, "the newest records are in no file");
    }
    assert!(aside >= 2, "{aside} hardenings left the block open");
}

/// Whole unwritten blocks extend over virtual log files that the header does not name as in use.
#[test]
fn kill_with_full_log_buffer_recovers_all_blocks() {
    let machine = Machine::new(1, FaultPlan::none());
    let progress = Progress::default();
    let log = machine.started();
    let first = log.tail().block();
    for _ in 0..150 {
        machine.append(&progress, &log, 4000, Space::Reserving(0)).unwrap();
    }
    assert_eq!(log.durable().block(), first, "nothing is on disk");
    assert!(log.vlfs().iter().filter(|vlf| vlf.active).count() > 3);
    let (blocks, records, _) = machine.stopped(0, CrashMode::ProcessKill).start().unwrap();
    check(&progress, 150, &records, "killed");
    assert_eq!(blocks, 10);
}

/// The ring is attached when the log buffer holds whole blocks already.
#[test]
fn first_surviving_record_saves_all_buffered_blocks() {
    let machine = Machine::new(1, FaultPlan::none());
    let progress = Progress::default();
    let log = machine.started();
    for _ in 0..50 {
        machine.append_volatile(&progress, &log, 4000).unwrap();
    }
    assert!(!machine.mem.exists(Path::new(RING)).unwrap(), "nothing needs a ring yet");
    machine.append(&progress, &log, 40, Space::Reserving(0)).unwrap();
    machine.append_volatile(&progress, &log, 40).unwrap();
    machine.append(&progress, &log, 40, Space::Reserving(0)).unwrap();
    assert_eq!(machine.world.env.counters.log_flushes.get(), 0, "no block is on disk");
    let (blocks, records, _) = machine.stopped(0, CrashMode::ProcessKill).start().unwrap();
    check(&progress, 53, &records, "killed");
    assert!(blocks > 3, "{blocks}");
}

/// Without memory or disk space for a ring, surviving records are hardened.
#[test]
fn surviving_record_without_ring_is_hardened() {
    let mut machine = Machine::new(1, FaultPlan::none());
    machine.world.env.broker = MemoryBroker::new(1_000_000);
    let progress = Progress::default();
    let log = machine.started();
    for _ in 0..3 {
        let lsn = machine.append(&progress, &log, 40, Space::Reserving(0)).unwrap();
        assert!(log.durable() > lsn);
    }
    assert!(!machine.mem.exists(Path::new(RING)).unwrap());
    machine.world.env.broker.set_limit(64 << 20);
    machine.faulty.arm(Rule::new(Fault::Enospc).on(CallKind::Map).nth(0));
    let lsn = machine.append(&progress, &log, 40, Space::Reserving(0)).unwrap();
    assert!(log.durable() > lsn, "the disk is full");
    let lsn = machine.append(&progress, &log, 40, Space::Reserving(0)).unwrap();
    assert!(log.durable() <= lsn && machine.mem.exists(Path::new(RING)).unwrap(), "there is a ring now");
    let (_, records, _) = machine.stopped(0, CrashMode::ProcessKill).start().unwrap();
    check(&progress, 5, &records, "killed");
}

/// The log file is complete once its ring is hardened, also after a power cut.
#[test]
fn hardened_ring_is_removed_and_log_is_complete() {
    let machine = Machine::new(1, FaultPlan::none());
    let progress = Progress::default();
    let log = machine.started();
    let lsn = machine.append(&progress, &log, 100, Space::Reserving(0)).unwrap();
    machine.harden(&progress, &log, lsn).unwrap();
    for _ in 0..40 {
        machine.append(&progress, &log, 4000, Space::Reserving(0)).unwrap();
    }
    let killed = machine.stopped(0, CrashMode::ProcessKill);
    let calls = {
        let whole = machine.stopped(0, CrashMode::ProcessKill);
        let before = whole.faulty.calls();
        let file = whole.world.open().unwrap().with_tail_ring(Path::new(RING)).unwrap();
        assert!(file.harden_ring().unwrap() > 1);
        assert!(!whole.mem.exists(Path::new(RING)).unwrap());
        assert_numbered(&whole.stopped(3, CrashMode::LOSE_UNSYNCED).start().unwrap().1, 41);
        whole.faulty.calls() - before
    };
    // Interrupted at each call, and killed once more: nothing is lost.
    for call in 0..calls {
        let cut =
            Machine::on(Arc::new(killed.mem.crash_copy(0, CrashMode::ProcessKill)), FaultPlan::power_cut_at(call));
        let hardened =
            cut.world.open().and_then(|file| file.with_tail_ring(Path::new(RING))).and_then(LogFile::harden_ring);
        let is_removed = !cut.mem.exists(Path::new(RING)).unwrap_or(true);
        assert!(hardened.is_err() || is_removed || cut.faulty.is_cut());
        assert_numbered(&cut.stopped(call, CrashMode::ProcessKill).start().unwrap().1, 41);
    }
}

fn assert_numbered(records: &[(Lsn, Vec<u8>)], count: u64) {
    assert!(numbers(records).into_iter().eq(0..count), "{} records", records.len());
}

#[test]
fn closed_log_removes_its_ring() {
    let machine = Machine::new(1, FaultPlan::none());
    let progress = Progress::default();
    let log = machine.started();
    let checkpoint = machine.append(&progress, &log, 50, Space::Reserved(0)).unwrap();
    assert!(machine.mem.exists(Path::new(RING)).unwrap());
    log.close(checkpoint, Lsn::NONE).unwrap();
    assert!(!machine.mem.exists(Path::new(RING)).unwrap());
    let (_, records, _) = machine.start().unwrap();
    check(&progress, 1, &records, "closed");
}

/// The process is killed after the disk wrote the second of two blocks and before it wrote the
/// first.
#[test]
fn hole_among_flying_blocks_is_filled_from_ring() {
    let machine = Machine::new(1, FaultPlan::none());
    let progress = Progress::default();
    let log = machine.started();
    for _ in 0..40 {
        machine.append(&progress, &log, 4000, Space::Reserving(0)).unwrap();
    }
    let (reached, at_write) = mpsc::channel();
    let (go_on, hold) = mpsc::channel::<()>();
    let hold = Arc::new(Mutex::new(hold));
    let stall = Fault::Hook(Arc::new(move |_| {
        reached.send(()).unwrap();
        hold.lock().recv().unwrap();
    }));
    machine.faulty.arm(Rule::new(stall).on(CallKind::Write).nth(0));
    let writer = log.clone();
    let first = thread::spawn(move || writer.background_turn().unwrap());
    at_write.recv().unwrap();
    assert!(log.background_turn().unwrap(), "the second block overtakes the first");
    let killed = machine.stopped(0, CrashMode::ProcessKill);
    go_on.send(()).unwrap();
    assert!(first.join().unwrap());
    assert_eq!(numbers(&killed.world.records().unwrap()), [], "the log file alone ends before the first");
    let (blocks, records, _) = killed.start().unwrap();
    check(&progress, 40, &records, "killed");
    assert_eq!(blocks, 3);
}

#[test]
fn damaged_ring_is_used_up_to_the_damage() {
    let machine = Machine::new(1, FaultPlan::none());
    let progress = Progress::default();
    let log = machine.started();
    for _ in 0..5 {
        machine.append(&progress, &log, 24, Space::Reserving(0)).unwrap();
    }
    let used = usize::from(log.tail().offset());
    let killed = machine.stopped(0, CrashMode::ProcessKill);
    // The first block has sequence 1, so its slot is the second.
    let slot = 4096 + 61_440;
    let mut lost = 0;
    for at in (0..48).chain(slot..slot + used) {
        for bit in [0, 7] {
            let damaged = killed.stopped(0, CrashMode::ProcessKill);
            let mut mapped = damaged.mem.map(Path::new(RING), 4096 + 2 * 61_440).unwrap();
            let mut byte = [0];
            mapped.read(at, &mut byte);
            mapped.write(at, &[byte[0] ^ 1 << bit]);
            let (_, records, _) = damaged.start().unwrap();
            check(&progress, 0, &records, "damaged");
            lost += usize::from(records.is_empty());
            // Bytes 40 to 64 of a slot are unused.
            assert_eq!(records.is_empty(), !(slot + 40..slot + 64).contains(&at), "byte {at}");
        }
    }
    assert!(lost > 100);
}

#[test]
fn ring_of_other_log_or_epoch_or_closed_log_is_ignored() {
    let machine = Machine::new(1, FaultPlan::none());
    let progress = Progress::default();
    let log = machine.started();
    let lsn = machine.append(&progress, &log, 50, Space::Reserving(0)).unwrap();
    machine.harden(&progress, &log, lsn).unwrap();
    machine.append(&progress, &log, 50, Space::Reserving(0)).unwrap();
    let hardened = |machine: &Machine, guid| {
        let world = &machine.world;
        let file = LogFile::open(&world.env, Path::new(PATH), guid, &world.options).unwrap();
        let file = file.with_tail_ring(Path::new(RING)).unwrap();
        let mut scan = file.scan(Lsn::NONE).unwrap();
        while scan.next().unwrap().is_some() {}
        scan.hardened()
    };
    let killed = machine.stopped(0, CrashMode::ProcessKill);
    assert_eq!(hardened(&killed, GUID), 1);
    let other = machine.stopped(0, CrashMode::ProcessKill);
    for path in [PATH, RING] {
        assert!(other.mem.exists(Path::new(path)).unwrap());
    }
    other.mem.remove(Path::new(PATH)).unwrap();
    create(&other.world.env, Path::new(PATH), DatabaseGuid(8), &other.world.options).unwrap();
    assert_eq!(hardened(&other, DatabaseGuid(8)), 0, "another log");
    let later = machine.stopped(0, CrashMode::ProcessKill);
    let (_, log) = later.world.start().unwrap();
    drop(log);
    assert_eq!(hardened(&later, GUID), 0, "started since, without it");
    let closed = machine.stopped(0, CrashMode::ProcessKill);
    let (_, _, log) = closed.start().unwrap();
    let checkpoint = closed.append(&progress, &log, 50, Space::Reserved(0)).unwrap();
    log.close(checkpoint, Lsn::NONE).unwrap();
    assert_eq!(hardened(&closed, GUID), 0, "closed");
}
