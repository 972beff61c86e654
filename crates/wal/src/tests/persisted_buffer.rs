//! The persisted log buffer: no acknowledged commit is lost by a power cut between any two stores,
//! and damage is refused.

use super::*;
use sluice_vfs::fault::{Fault, FaultFs, FaultPlan, Rule};
use sluice_vfs::mem::{CrashMode, MemOptions};
use sluice_vfs::persistent::is_without_dax;
use sluice_vfs::{CallKind, Persistence};
use std::cell::Cell;

const BUFFER: &str = "/pmem_log.pldf";
const RING: &str = "/data_tail.ring";
const CUTS: [CrashMode; 3] = [CrashMode::POWER_CUT, CrashMode::LOSE_UNSYNCED, CrashMode::KEEP_UNSYNCED];

/// A log on a machine with persistent memory that can be stopped.
struct Machine {
    mem: Arc<MemFs>,
    faulty: Arc<FaultFs>,
    world: World,
    /// Whether the database lists the buffer, so that it is opened with it.
    is_listed: Cell<bool>,
    /// The number of blocks that starts brought from the buffer into the log file.
    saved: Cell<u64>,
}

/// The progress of a run when the machine was stopped.
#[derive(Default)]
struct Progress {
    is_made: Cell<bool>,
    /// Numbers below were begun.
    begun: Cell<u64>,
    /// Numbers below were acknowledged while the machine was alive.
    committed: Cell<u64>,
    /// Numbers below may have been truncated.
    dropped: Cell<u64>,
}

impl Machine {
    fn on(mem: Arc<MemFs>, plan: FaultPlan) -> Machine {
        let faulty = Arc::new(FaultFs::new(mem.clone(), plan));
        let mut world = World::on(faulty.clone());
        world.options.sector = LogOptions::SECTOR;
        world.options.growth_bytes = 256 << 10;
        world.options.max_bytes = 2 << 20;
        Machine { mem, faulty, world, is_listed: Cell::new(false), saved: Cell::new(0) }
    }

    fn new(seed: u64, plan: FaultPlan) -> Machine {
        Machine::on(Arc::new(MemFs::rewriting(seed)), plan)
    }

    /// Returns the machine as a stop at this moment leaves it.
    fn stopped(&self, seed: u64, mode: CrashMode) -> Machine {
        let after = Machine::on(Arc::new(self.mem.crash_copy(seed, mode)), FaultPlan::none());
        after.is_listed.set(self.is_listed.get());
        after
    }

    fn open(&self) -> Result<LogFile, LogError> {
        let file = self.world.open()?.with_tail_ring(Path::new(RING))?;
        match self.is_listed.get() {
            true => file.with_persisted_buffer(Path::new(BUFFER), Persistence::Durable),
            false => Ok(file),
        }
    }

    /// Recovers. Returns the records and the started log.
    fn start(&self) -> Result<(Records, Arc<Log>), LogError> {
        let file = self.open()?;
        let mut scan = file.scan(Lsn::NONE)?;
        let mut records = Vec::new();
        while let Some(record) = scan.next()? {
            records.push((record.lsn, record.body.to_vec()));
        }
        self.saved.set(self.saved.get() + scan.hardened());
        let end = scan.end();
        Ok((records, file.start(end)?))
    }

    fn add_buffer(&self, log: &Log) -> Result<(), LogError> {
        log.create_persisted_buffer(Path::new(BUFFER), Persistence::Durable)?;
        self.world.vfs.sync_dir(Path::new("/"))?;
        self.is_listed.set(true);
        log.use_persisted_buffer(Path::new(BUFFER), Persistence::Durable)
    }

    /// Returns a new log with a buffer.
    fn started(&self) -> Arc<Log> {
        self.world.create().unwrap();
        let (_, log) = self.start().unwrap();
        self.add_buffer(&log).unwrap();
        log
    }

    fn append(&self, progress: &Progress, log: &Log, length: usize, space: Space) -> Result<Lsn, LogError> {
        let number = progress.begun.get();
        progress.begun.set(number + 1);
        log.append(7, &[&sized(number, length)], space)
    }

    fn commit(&self, progress: &Progress, log: &Log, length: usize) -> Result<Lsn, LogError> {
        let lsn = self.append(progress, log, length, Space::Reserving(0))?;
        log.harden(lsn, Harden::Commit(0))?;
        self.acknowledge(progress);
        Ok(lsn)
    }

    /// Counts what was begun as acknowledged. Stores report no error, so a reply after the cut
    /// reaches no client.
    fn acknowledge(&self, progress: &Progress) {
        if !self.faulty.is_cut() {
            progress.committed.set(progress.begun.get());
        }
    }
}

/// Commits in a log that gets a buffer, wraps, grows, rests and loses its buffer again.
fn run(machine: &Machine, progress: &Progress) -> Result<(), LogError> {
    machine.world.create()?;
    let (_, log) = machine.start()?;
    progress.is_made.set(true);
    machine.append(progress, &log, 50, Space::Reserving(0))?;
    machine.commit(progress, &log, 60)?;
    let body = sized(progress.begun.get(), 90);
    progress.begun.set(progress.begun.get() + 1);
    log.append_surviving(7, 90, Space::Reserving(0), |_, bytes| {
        bytes.copy_from_slice(&body);
        90
    })?;
    machine.add_buffer(&log)?;
    for round in 0..9 {
        let keep = progress.begun.get();
        let keep_lsn = machine.commit(progress, &log, 40)?;
        for size in 0..6 {
            machine.append(progress, &log, 4_000, Space::Reserving(0))?;
            machine.append(progress, &log, 5_500 + 700 * size, Space::Reserving(0))?;
            machine.commit(progress, &log, 30 + 8 * size)?;
        }
        if round % 3 == 0 {
            log.background_turn()?;
        }
        if round % 4 == 2 {
            let checkpoint = machine.append(progress, &log, 100, Space::Reserved(0))?;
            progress.dropped.set(keep);
            log.set_checkpoint(checkpoint, keep_lsn)?;
            machine.acknowledge(progress);
        }
        if round % 4 == 3 {
            log.rest();
        }
    }
    log.leave_persisted_buffer()?;
    machine.acknowledge(progress);
    machine.commit(progress, &log, 500)?;
    Ok(())
}

fn numbers(records: &[(Lsn, Vec<u8>)]) -> Vec<u64> {
    records.iter().map(|(_, bytes)| u64::from_le_bytes(*bytes.first_chunk().unwrap())).collect()
}

fn check(progress: &Progress, records: &[(Lsn, Vec<u8>)], what: &str) {
    let numbers = numbers(records);
    let next = numbers.last().map_or(0, |last| last + 1);
    assert!(numbers.windows(2).all(|pair| pair[1] == pair[0] + 1), "{what}: without gaps");
    assert!(numbers.first().copied().unwrap_or(0) <= progress.dropped.get(), "{what}: nothing that is kept is missing");
    assert!(next >= progress.committed.get(), "{what}: {next} of {} commits", progress.committed.get());
    assert!(next <= progress.begun.get(), "{what}: nothing foreign");
}

#[test]
fn power_cut_between_any_stores_loses_no_commit() {
    let whole = Machine::new(5, FaultPlan::none());
    run(&whole, &Progress::default()).unwrap();
    let calls = whole.faulty.calls();
    let mut saved = 0;
    for call in 0..calls {
        let machine = Machine::new(call, FaultPlan::power_cut_at(call));
        let progress = Progress::default();
        let _ = run(&machine, &progress);
        assert!(machine.faulty.is_cut(), "call {call}");
        if !progress.is_made.get() {
            continue;
        }
        for (index, mode) in CUTS.into_iter().chain([CrashMode::POWER_CUT, CrashMode::ProcessKill]).enumerate() {
            let what = format!("call {call}, {mode:?}");
            let after = machine.stopped(call * 10 + index as u64, mode);
            let (records, log) = after.start().unwrap_or_else(|error| panic!("{what}: {error}"));
            check(&progress, &records, &what);
            saved += after.saved.get();
            // The log goes on, and the power fails once more.
            let next = numbers(&records).last().map_or(0, |last| last + 1);
            let again = Progress { begun: Cell::new(next), dropped: Cell::new(u64::MAX), ..Progress::default() };
            after.commit(&again, &log, 80).unwrap();
            let (records, _) = after.stopped(call, CrashMode::LOSE_UNSYNCED).start().unwrap();
            check(&again, &records, &format!("{what}, then a commit"));
        }
    }
    assert!(calls > 300 && saved > 300, "{saved} blocks, {calls} calls");
}

#[test]
fn recovery_interrupted_at_any_call_is_repeatable() {
    let machine = Machine::new(1, FaultPlan::none());
    let progress = Progress::default();
    let log = machine.started();
    for size in 0..70 {
        machine.append(&progress, &log, 4_000, Space::Reserving(0)).unwrap();
        machine.commit(&progress, &log, 20 + size).unwrap();
    }
    let calls = {
        let whole = machine.stopped(0, CrashMode::LOSE_UNSYNCED);
        check(&progress, &whole.start().unwrap().0, "whole");
        whole.faulty.calls()
    };
    for call in 0..calls {
        let copy = machine.stopped(0, CrashMode::LOSE_UNSYNCED).mem;
        let first = Machine::on(copy, FaultPlan::power_cut_at(call));
        first.is_listed.set(true);
        let _ = first.start();
        assert!(first.faulty.is_cut());
        for (seed, mode) in CUTS.into_iter().chain([CrashMode::POWER_CUT; 3]).enumerate() {
            let (records, _) = first.stopped(seed as u64, mode).start().unwrap();
            check(&progress, &records, &format!("cut at {call} of {calls}, {mode:?}"));
        }
    }
}

#[test]
fn commit_in_buffer_writes_no_file() {
    let machine = Machine::new(1, FaultPlan::none());
    let progress = Progress::default();
    let log = machine.started();
    let flushes = machine.world.env.counters.log_flushes.get();
    for _ in 0..50 {
        let lsn = machine.commit(&progress, &log, 100).unwrap();
        assert!(log.durable() > lsn && log.durable_in_file() < lsn);
    }
    let lsn = machine.append(&progress, &log, 100, Space::Reserving(0)).unwrap();
    log.harden(lsn, Harden::WriteAhead).unwrap();
    assert_eq!(machine.world.env.counters.log_flushes.get(), flushes, "no block is written");
    assert_eq!(machine.world.env.counters.log_flush_waits.get(), 0);
    log.harden(lsn, Harden::InFile).unwrap();
    assert!(log.durable_in_file() > lsn && machine.world.env.counters.log_flushes.get() == flushes + 1);
    machine.commit(&progress, &log, 100).unwrap();
    assert!(log.rest(), "an idle log writes its last block, and keeps the buffer for the next commit");
    let lsn = machine.commit(&progress, &log, 100).unwrap();
    assert!(log.durable_in_file() < lsn);
}

/// In a log that is full but for reserved space, blocks go to side slots and stay open.
#[test]
fn full_log_keeps_commits_in_buffer_and_side_slots() {
    let mut machine = Machine::new(1, FaultPlan::none());
    machine.world.options.max_bytes = 1 << 20;
    let progress = Progress::default();
    let log = machine.started();
    while machine.append(&progress, &log, 5_000, Space::Reserving(3_000)).is_ok() {}
    progress.begun.set(progress.begun.get() - 1);
    // Each block that is written alone is padded, until that would take reserved room.
    for _ in 0..60 {
        let lsn = machine.append(&progress, &log, 296, Space::Reserved(300)).unwrap();
        log.harden(lsn, Harden::InFile).unwrap();
    }
    let mut aside = 0;
    for turn in 0..60 {
        let lsn = machine.append(&progress, &log, 296, Space::Reserved(300)).unwrap();
        let why = if turn % 4 == 1 { Harden::InFile } else { Harden::Commit(0) };
        log.harden(lsn, why).unwrap();
        machine.acknowledge(&progress);
        aside += usize::from(log.durable_in_file().offset() > 0);
        let (records, _) = machine.stopped(turn, CrashMode::LOSE_UNSYNCED).start().unwrap();
        check(&progress, &records, "full");
    }
    assert!(aside > 3, "{aside} hardenings left the block open");
}

/// Returns a machine without power whose log file lacks several blocks of the buffer.
fn cut_machine() -> (Machine, Progress) {
    let machine = Machine::new(1, FaultPlan::none());
    let progress = Progress::default();
    let log = machine.started();
    for _ in 0..30 {
        machine.commit(&progress, &log, 6_000).unwrap();
    }
    (machine.stopped(0, CrashMode::LOSE_UNSYNCED), progress)
}

/// Returns the text of the damage of the buffer.
#[track_caller]
fn refused(machine: &Machine) -> String {
    match machine.start() {
        Err(LogError::Damaged { path, what, .. }) => {
            assert_eq!(path, Path::new(BUFFER));
            what
        }
        Err(other) => panic!("not damage of the buffer but {other}"),
        Ok(_) => panic!("the damage was not noticed"),
    }
}

#[test]
fn damaged_byte_of_needed_block_is_refused() {
    let (machine, progress) = cut_machine();
    check(&progress, &machine.start().unwrap().0, "whole");
    let (machine, _) = cut_machine();
    // The first block has sequence 1, and the log file has none of its blocks.
    let slot = 4_096 + 61_440;
    for at in (0..40).chain((64..20_000).step_by(97)) {
        let damaged = machine.stopped(0, CrashMode::ProcessKill);
        let file = damaged.world.vfs.open(Path::new(BUFFER), PLAIN).unwrap();
        let mut byte = [0];
        file.read_at(&mut byte, slot + at).unwrap();
        file.write_at(&[byte[0] ^ 0x10], slot + at).unwrap();
        refused(&damaged);
    }
    // A lost word is noticed by the later blocks.
    let lost = machine.stopped(0, CrashMode::ProcessKill);
    lost.world.vfs.open(Path::new(BUFFER), PLAIN).unwrap().write_at(&[0; 8], slot).unwrap();
    assert!(refused(&lost).contains("has a later one"));
}

#[test]
fn line_that_cannot_be_read_is_refused() {
    let (machine, progress) = cut_machine();
    let mut tolerated = 0;
    for nth in 0..12 {
        let bad = machine.stopped(0, CrashMode::ProcessKill);
        bad.faulty.arm(Rule::new(Fault::Eio).on(CallKind::Read).path(".pldf").nth(nth));
        match nth {
            // One copy of the header.
            0 | 1 => {
                check(&progress, &bad.start().unwrap().0, "one bad copy");
                tolerated += 1;
            }
            _ => assert!(refused(&bad).contains("can't be read")),
        }
        bad.faulty.disarm();
        if nth > 1 {
            check(&progress, &bad.start().unwrap().0, "nothing was changed");
        }
    }
    assert_eq!(tolerated, 2);
}

#[test]
fn write_back_that_lies_is_noticed_or_harmless() {
    let count = |plan| {
        let machine = Machine::new(1, plan);
        let progress = Progress::default();
        let log = machine.started();
        for _ in 0..12 {
            machine.commit(&progress, &log, 6_000).unwrap();
        }
        (machine, progress)
    };
    let (mut noticed, mut harmless) = (0, 0);
    for nth in 0..30 {
        let (machine, progress) =
            count(FaultPlan::from_rule(Rule::new(Fault::LyingSync).on(CallKind::WriteBack).nth(nth)));
        // The write-backs of a commit are those of its payload and of its word, in turn.
        let is_last_word = nth >= 25;
        match machine.stopped(0, CrashMode::LOSE_UNSYNCED).start() {
            Ok((records, _)) if !is_last_word => {
                check(&progress, &records, &format!("lie {nth}"));
                harmless += 1;
            }
            Ok(_) => {}
            Err(LogError::Damaged { path, .. }) => {
                assert_eq!(path, Path::new(BUFFER));
                noticed += 1;
            }
            Err(other) => panic!("{other}"),
        }
    }
    assert!(noticed > 5 && harmless > 5, "{noticed} noticed, {harmless} harmless");
}

#[test]
fn log_is_not_opened_without_its_own_buffer() {
    let (machine, _) = cut_machine();
    let missing = machine.stopped(0, CrashMode::ProcessKill);
    missing.is_listed.set(false);
    let (_, what) = damaged_at(missing.start().map(|_| ()));
    assert!(what.contains("persisted log buffer"), "{what}");
    missing.is_listed.set(true);
    missing.mem.remove(Path::new(BUFFER)).unwrap();
    assert!(matches!(missing.start(), Err(LogError::File(error)) if error.is_not_found()));
    // The buffer of an earlier epoch, put back.
    let later = machine.stopped(0, CrashMode::ProcessKill);
    let mut earlier = vec![0; 4_096];
    later.world.vfs.open(Path::new(BUFFER), PLAIN).unwrap().read_at(&mut earlier, 0).unwrap();
    for _ in 0..2 {
        drop(later.start().unwrap());
    }
    later.world.vfs.open(Path::new(BUFFER), PLAIN).unwrap().write_at(&earlier, 0).unwrap();
    assert!(refused(&later).contains("last used with the log"));
    // Another database's.
    let other = machine.stopped(0, CrashMode::ProcessKill);
    for copy in [0, 2_048] {
        other.world.vfs.open(Path::new(BUFFER), PLAIN).unwrap().write_at(&[0x77; 64], copy).unwrap();
    }
    assert!(refused(&other).contains("both copies"));
}

#[test]
fn closed_log_needs_its_buffer_and_left_buffer_is_not_needed() {
    let machine = Machine::new(1, FaultPlan::none());
    let progress = Progress::default();
    let log = machine.started();
    machine.commit(&progress, &log, 100).unwrap();
    let checkpoint = machine.append(&progress, &log, 50, Space::Reserved(0)).unwrap();
    log.close(checkpoint, Lsn::NONE).unwrap();
    drop(log);
    machine.is_listed.set(false);
    assert!(machine.start().is_err(), "the header names the buffer");
    machine.is_listed.set(true);
    let (records, log) = machine.start().unwrap();
    check(&progress, &records, "closed");
    assert!(log.persisted_buffer().is_some_and(|buffer| buffer.is_durable));
    machine.commit(&progress, &log, 100).unwrap();
    log.leave_persisted_buffer().unwrap();
    assert!(log.persisted_buffer().is_none());
    machine.commit(&progress, &log, 100).unwrap();
    let left = machine.stopped(0, CrashMode::LOSE_UNSYNCED);
    left.is_listed.set(false);
    check(&progress, &left.start().unwrap().0, "left");
    // A crash in the middle of the removal leaves the file listed, and it is adopted again.
    left.is_listed.set(true);
    drop(left.start().unwrap());
    let (_, log) = left.start().unwrap();
    assert!(log.persisted_buffer().is_some());
}

#[test]
fn volume_without_dax_is_refused_or_simulated() {
    let options = MemOptions { has_dax: false, ..MemOptions::powersafe(1) };
    let machine = Machine::on(Arc::new(MemFs::with_options(options)), FaultPlan::none());
    machine.world.create().unwrap();
    let (_, log) = machine.start().unwrap();
    let refused = log.create_persisted_buffer(Path::new(BUFFER), Persistence::Durable);
    assert!(matches!(refused, Err(LogError::File(error)) if is_without_dax(&error)));
    machine.mem.remove(Path::new(BUFFER)).unwrap();
    log.create_persisted_buffer(Path::new(BUFFER), Persistence::Simulated).unwrap();
    log.use_persisted_buffer(Path::new(BUFFER), Persistence::Simulated).unwrap();
    assert!(log.persisted_buffer().is_some_and(|buffer| !buffer.is_durable));
    let progress = Progress::default();
    machine.commit(&progress, &log, 100).unwrap();
    // A killed process loses nothing. A volume that isn't DAX any more is used without the buffer.
    let killed = machine.stopped(0, CrashMode::ProcessKill);
    killed.is_listed.set(true);
    let (records, log) = killed.start().unwrap();
    check(&progress, &records, "killed");
    assert!(log.persisted_buffer().is_none());
}

const PLAIN: OpenOptions =
    OpenOptions { create: Create::Never, access: Access::Buffered, durability: Durability::Synchronous };
