//! The tail ring: a killed process loses no record that was to survive it once its append had returned, whatever the process
//! was doing, and nothing before such a record.

use super::*;
use sluice_base::sync::{Mutex, thread};
use sluice_vfs::CallKind;
use sluice_vfs::fault::{Fault, FaultFs, FaultPlan, Rule};
use sluice_vfs::mem::CrashMode;
use std::cell::Cell;
use std::sync::mpsc;

const RING: &str = "/data_tail.ring";

/// A log with a ring on a machine that can be stopped.
struct Machine {
    mem: Arc<MemFs>,
    faulty: Arc<FaultFs>,
    world: World,
}

/// What the process knew when it was stopped.
#[derive(Default)]
struct Told {
    /// Numbers below were appended to survive, or before one that was, as their writer was told while the machine was alive.
    appended: Cell<u64>,
    /// The same, or it was under way.
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

    /// What a stop at this moment leaves.
    fn stopped(&self, seed: u64, mode: CrashMode) -> Machine {
        Machine::on(Arc::new(self.mem.crash_copy(seed, mode)), FaultPlan::none())
    }

    /// Recovers; how many blocks came from the ring, what the log holds, and the log.
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

    /// A log that has just been made, in use.
    fn started(&self) -> Arc<Log> {
        self.world.create().unwrap();
        self.start().unwrap().2
    }

    fn append(&self, told: &Told, log: &Log, length: usize, space: Space) -> Result<Lsn, LogError> {
        let number = told.begun.get();
        told.begun.set(number + 1);
        let body = sized(number, length);
        let lsn = log.append_surviving(7, length, space, |_, bytes| {
            bytes.copy_from_slice(&body);
            length
        })?;
        if !self.faulty.is_cut() {
            told.appended.set(number + 1);
        }
        Ok(lsn)
    }

    /// A record that nobody is told of.
    fn append_untold(&self, told: &Told, log: &Log, length: usize) -> Result<Lsn, LogError> {
        let number = told.begun.get();
        told.begun.set(number + 1);
        log.append(7, &[&sized(number, length)], Space::Reserving(0))
    }

    fn harden(&self, told: &Told, log: &Log, lsn: Lsn) -> Result<(), LogError> {
        log.harden(lsn, Harden::Commit(0))?;
        told.hardened.set(told.begun.get());
        Ok(())
    }
}

/// Groups of records that are hardened, written in the background, or left; checkpoints and growth between.
fn run(machine: &Machine, told: &Told) -> Result<(), LogError> {
    machine.world.create()?;
    let (_, _, log) = machine.start()?;
    for round in 0..18 {
        let first = machine.append(told, &log, 40, Space::Reserving(0))?;
        if round % 2 == 0 {
            machine.harden(told, &log, first)?;
        }
        for size in 0..50 {
            // Some blocks hold nothing that anybody was told of, most a mixture.
            match (round % 4, size % 3) {
                (3, _) | (_, 1) => machine.append_untold(told, &log, 300 + 40 * size)?,
                _ => machine.append(told, &log, 300 + 40 * size, Space::Reserving(0))?,
            };
        }
        if round % 3 == 1 {
            log.background_turn()?;
        }
        if round == 8 || round == 16 {
            let checkpoint = machine.append(told, &log, 100, Space::Reserved(0))?;
            log.set_checkpoint(checkpoint, Lsn::NONE)?;
            told.hardened.set(told.begun.get());
        }
    }
    Ok(())
}

fn numbers(records: &[(Lsn, Vec<u8>)]) -> Vec<u64> {
    records.iter().map(|(_, bytes)| u64::from_le_bytes(*bytes.first_chunk().unwrap())).collect()
}

/// Whether the records are numbers from 0 on, at least `least`, none that nobody sent.
fn check(told: &Told, least: u64, records: &[(Lsn, Vec<u8>)], what: &str) {
    let found = numbers(records);
    assert!(found.iter().copied().eq(0..found.len() as u64), "{what}: in order, without gaps");
    let count = found.len() as u64;
    assert!(count >= least, "{what}: {count} of at least {least}");
    assert!(count <= told.begun.get(), "{what}: nothing foreign");
}

#[test]
fn a_kill_at_any_call_loses_no_record() {
    let whole = Machine::new(5, FaultPlan::none());
    run(&whole, &Told::default()).unwrap();
    let calls = whole.faulty.calls();
    let (mut saved, mut ignored) = (0, 0);
    for call in 12..calls {
        let machine = Machine::new(call, FaultPlan::power_cut_at(call));
        let told = Told::default();
        assert!(run(&machine, &told).is_err() && machine.faulty.is_cut());
        let killed = machine.stopped(call, CrashMode::ProcessKill);
        let (blocks, records, log) = killed.start().unwrap_or_else(|error| panic!("killed at {call}: {error}"));
        check(&told, told.appended.get(), &records, &format!("killed at {call}"));
        saved += blocks;
        // Life goes on in a new epoch, and ends by a kill again.
        let after = Told { begun: Cell::new(records.len() as u64), ..Told::default() };
        killed.append(&after, &log, 60, Space::Reserving(0)).unwrap();
        let (_, records, _) = killed.stopped(0, CrashMode::ProcessKill).start().unwrap();
        check(&after, after.begun.get(), &records, &format!("killed at {call} and soon after the start"));
        // A power cut is not a kill: the ring counts for nothing.
        for mode in [CrashMode::POWER_CUT, CrashMode::LOSE_UNSYNCED, CrashMode::KEEP_UNSYNCED] {
            let (blocks, records, _) = machine.stopped(call, mode).start().unwrap();
            check(&told, told.hardened.get(), &records, &format!("cut at {call}, {mode:?}"));
            assert_eq!(blocks, 0);
            ignored += 1;
        }
    }
    assert!(saved > 30 && ignored > 200, "{saved} blocks of {calls} kills");
}

#[test]
fn a_recovery_that_is_killed_or_loses_its_power_changes_nothing() {
    let machine = Machine::new(1, FaultPlan::none());
    let told = Told::default();
    run(&machine, &told).unwrap();
    let whole = machine.stopped(0, CrashMode::ProcessKill);
    let (blocks, _, _) = whole.start().unwrap();
    assert!(blocks >= 2, "{blocks}");
    let calls = whole.faulty.calls();
    for call in 0..calls {
        let first = Machine::on(machine.stopped(0, CrashMode::ProcessKill).mem, FaultPlan::power_cut_at(call));
        assert!(first.start().is_err());
        let (_, records, _) = first.stopped(call, CrashMode::ProcessKill).start().unwrap();
        check(&told, told.appended.get(), &records, &format!("killed again at {call} of {calls}"));
        for seed in 0..4 {
            let (_, records, _) = first.stopped(seed, CrashMode::POWER_CUT).start().unwrap();
            check(&told, told.hardened.get(), &records, &format!("cut at {call} of {calls} of the recovery"));
        }
    }
}

/// Hardening in a log that is full but for what is reserved goes through the side slots, and the open block stays open.
#[test]
fn a_kill_in_a_full_log_loses_no_record() {
    let mut machine = Machine::new(1, FaultPlan::none());
    machine.world.options.max_bytes = 1 << 20;
    machine.world.options.max_sector = Some(4096);
    let told = Told::default();
    let log = machine.started();
    while machine.append(&told, &log, 5000, Space::Reserving(3000)).is_ok() {}
    told.begun.set(told.begun.get() - 1);
    for _ in 0..60 {
        let lsn = machine.append(&told, &log, 296, Space::Reserved(300)).unwrap();
        machine.harden(&told, &log, lsn).unwrap();
    }
    let mut aside = 0;
    for turn in 0..40 {
        let lsn = machine.append(&told, &log, 296, Space::Reserved(300)).unwrap();
        if turn % 3 == 0 {
            machine.harden(&told, &log, lsn).unwrap();
            aside += usize::from(log.durable().offset() > 0);
        }
        let (blocks, records, _) = machine.stopped(turn, CrashMode::ProcessKill).start().unwrap();
        check(&told, told.appended.get(), &records, "killed");
        assert!(blocks > 0 || turn % 3 == 0, "the newest records are in no file");
    }
    assert!(aside >= 2, "{aside} hardenings left the block open");
}

/// Whole blocks that nobody has written yet, over the borders of virtual log files that the header does not know to be in use.
#[test]
fn a_log_buffer_full_of_sealed_blocks_is_recovered() {
    let machine = Machine::new(1, FaultPlan::none());
    let told = Told::default();
    let log = machine.started();
    let first = log.tail().block();
    for _ in 0..150 {
        machine.append(&told, &log, 4000, Space::Reserving(0)).unwrap();
    }
    assert_eq!(log.durable().block(), first, "nothing is on disk");
    assert!(log.vlfs().iter().filter(|vlf| vlf.active).count() > 3);
    let (blocks, records, _) = machine.stopped(0, CrashMode::ProcessKill).start().unwrap();
    check(&told, 150, &records, "killed");
    assert_eq!(blocks, 10);
}

/// The disk is done with the second of two blocks when the process is killed, and not with the first.
#[test]
fn a_hole_among_blocks_in_flight_is_filled() {
    let machine = Machine::new(1, FaultPlan::none());
    let told = Told::default();
    let log = machine.started();
    for _ in 0..40 {
        machine.append(&told, &log, 4000, Space::Reserving(0)).unwrap();
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
    check(&told, 40, &records, "killed");
    assert_eq!(blocks, 3);
}

#[test]
fn a_damaged_ring_gives_what_is_sound_up_to_the_damage() {
    let machine = Machine::new(1, FaultPlan::none());
    let told = Told::default();
    let log = machine.started();
    for _ in 0..5 {
        machine.append(&told, &log, 24, Space::Reserving(0)).unwrap();
    }
    let used = usize::from(log.tail().offset());
    let killed = machine.stopped(0, CrashMode::ProcessKill);
    // The first block's sequence is 1: its slot is the second.
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
            check(&told, 0, &records, "damaged");
            lost += usize::from(records.is_empty());
            // Bytes 40 to 64 of a slot mean nothing.
            assert_eq!(records.is_empty(), !(slot + 40..slot + 64).contains(&at), "byte {at}");
        }
    }
    assert!(lost > 100);
}

#[test]
fn a_ring_of_another_log_or_epoch_or_of_a_log_that_was_closed_counts_for_nothing() {
    let machine = Machine::new(1, FaultPlan::none());
    let told = Told::default();
    let log = machine.started();
    let lsn = machine.append(&told, &log, 50, Space::Reserving(0)).unwrap();
    machine.harden(&told, &log, lsn).unwrap();
    machine.append(&told, &log, 50, Space::Reserving(0)).unwrap();
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
    let checkpoint = closed.append(&told, &log, 50, Space::Reserved(0)).unwrap();
    log.close(checkpoint, Lsn::NONE).unwrap();
    assert_eq!(hardened(&closed, GUID), 0, "closed");
}
