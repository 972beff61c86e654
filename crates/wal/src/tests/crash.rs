//! Power cuts at every file call of a run, with several outcomes of the unsynced writes, and again
//! during recovery.

use super::*;
use sluice_vfs::CallKind;
use sluice_vfs::fault::{Fault, FaultFs, FaultPlan, Rule};
use sluice_vfs::mem::CrashMode;
use std::cell::Cell;

const MODES: [CrashMode; 4] =
    [CrashMode::POWER_CUT, CrashMode::LOSE_UNSYNCED, CrashMode::KEEP_UNSYNCED, CrashMode::ProcessKill];

/// The progress of a run before the power failed.
#[derive(Default)]
struct Progress {
    created: Cell<bool>,
    /// Numbers below are on disk.
    hardened: Cell<u64>,
    /// Numbers below were appended.
    appended: Cell<u64>,
    /// Numbers below may have been truncated.
    dropped: Cell<u64>,
}

/// Continues a log with commits, checkpoints and growth, in a small file. Numbers continue behind
/// the last record of the log.
fn go_on(world: &World, progress: &Progress, rounds: u64) -> Result<(), LogError> {
    let (records, log) = world.start()?;
    let mut number = records.last().map_or(0, |(_, bytes)| number_of(bytes) + 1);
    for round in 0..rounds {
        progress.appended.set(number + 1);
        let keep = number;
        let keep_lsn = log.append(7, &[&body(number)], Space::Reserving(0))?;
        log.harden(keep_lsn, Harden::Commit(0))?;
        number += 1;
        progress.hardened.set(number);
        for _ in 0..60 {
            progress.appended.set(number + 1);
            log.append(7, &[&sized(number, 900)], Space::Reserving(0))?;
            number += 1;
        }
        log.background_turn()?;
        if round % 3 == 2 {
            progress.appended.set(number + 1);
            let checkpoint = log.append(7, &[&body(number)], Space::Reserved(0))?;
            number += 1;
            progress.dropped.set(keep);
            log.set_checkpoint(checkpoint, keep_lsn)?;
            progress.hardened.set(number);
        }
    }
    Ok(())
}

fn number_of(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(*bytes.first_chunk().unwrap())
}

fn check(progress: &Progress, records: &[(Lsn, Vec<u8>)], what: &str) {
    let numbers: Vec<u64> = records.iter().map(|(_, bytes)| number_of(bytes)).collect();
    let next = numbers.last().map_or(0, |last| last + 1);
    assert!(numbers.windows(2).all(|pair| pair[1] == pair[0] + 1), "{what}: without gaps");
    assert!(numbers.first().copied().unwrap_or(0) <= progress.dropped.get(), "{what}: nothing that is kept is missing");
    assert!(next >= progress.hardened.get(), "{what}: {next} of {} hardened", progress.hardened.get());
    assert!(next <= progress.appended.get(), "{what}: nothing foreign");
}

fn small(vfs: Arc<dyn Vfs>, grows: bool) -> World {
    let mut world = World::on(vfs);
    world.options.sector = LogOptions::SECTOR;
    world.options.growth_bytes = 256 << 10;
    world.options.max_bytes = if grows { 2 << 20 } else { 1 << 20 };
    world
}

fn run(world: &World, progress: &Progress, rounds: u64) -> Result<(), LogError> {
    world.create()?;
    progress.created.set(true);
    go_on(world, progress, rounds)
}

#[test]
fn power_cut_at_any_call_loses_no_hardened_record() {
    let rounds = 26;
    let faulty = Arc::new(FaultFs::new(Arc::new(MemFs::new(5)), FaultPlan::none()));
    run(&small(faulty.clone(), true), &Progress::default(), rounds).unwrap();
    let calls = faulty.calls();
    assert!(calls > 80, "{calls}");
    for call in 0..calls {
        let mem = Arc::new(MemFs::rewriting(call));
        let faulty = Arc::new(FaultFs::new(mem.clone(), FaultPlan::power_cut_at(call)));
        let progress = Progress::default();
        let outcome = run(&small(faulty.clone(), true), &progress, rounds);
        assert!(outcome.is_err() && faulty.is_cut(), "call {call}");
        if !progress.created.get() {
            continue;
        }
        for (index, mode) in MODES.into_iter().enumerate() {
            let what = format!("call {call}, {mode:?}");
            let after = Arc::new(mem.crash_copy(call * 10 + index as u64, mode));
            let world = small(after.clone(), true);
            let records = world.records().unwrap_or_else(|error| panic!("{what}: {error}"));
            check(&progress, &records, &what);
            if call % 7 == index as u64 || (call % 2 == 0 && mode == CrashMode::ProcessKill) {
                crash_again(&after, &progress, &what);
            }
        }
    }
}

/// Starts the log left by a power cut, with another power cut at each of its first calls.
fn crash_again(mem: &MemFs, progress: &Progress, what: &str) {
    for call in 0..14 {
        let copy = Arc::new(mem.crash_copy(call, CrashMode::ProcessKill));
        let faulty = Arc::new(FaultFs::new(copy.clone(), FaultPlan::power_cut_at(call)));
        let second = Progress::default();
        second.hardened.set(progress.hardened.get());
        second.appended.set(progress.appended.get());
        second.dropped.set(progress.dropped.get());
        let _ = go_on(&small(faulty, true), &second, 1);
        second.appended.set(second.appended.get().max(progress.appended.get()));
        let world = small(Arc::new(copy.crash(CrashMode::POWER_CUT)), true);
        let records = world.records().unwrap_or_else(|error| panic!("{what}, again at {call}: {error}"));
        check(&second, &records, &format!("{what}, again at {call}"));
        go_on(&world, &second, 2).unwrap();
        check(&second, &world.records().unwrap(), what);
    }
}

/// Returns the number of seeds with which a power cut during the second commit loses the first, on
/// a device that rewrites 4 KB for each sector.
fn losses_beside_a_write(sector: u32) -> usize {
    let loses = |seed: &u64| {
        let mem = Arc::new(MemFs::rewriting(*seed));
        let faulty = Arc::new(FaultFs::new(mem.clone(), FaultPlan::none()));
        let mut world = World::on(faulty.clone());
        world.options.sector = sector;
        world.create().unwrap();
        let (_, log) = world.start().unwrap();
        commit(&log, 0);
        faulty.arm(Rule::new(Fault::PowerCut).on(CallKind::Write));
        let lsn = put(&log, 1);
        assert!(log.harden(lsn, Harden::Commit(0)).is_err());
        let after = World::on(Arc::new(mem.crash(CrashMode::POWER_CUT)));
        after.records().is_ok_and(|records| records.is_empty())
    };
    (0..100).filter(loses).count()
}

#[test]
fn acknowledged_block_survives_rewrite_of_its_neighbour() {
    assert_eq!(losses_beside_a_write(LogOptions::SECTOR), 0);
    assert!(losses_beside_a_write(512) > 5, "the device does destroy neighbours");
}

/// Power cuts in a log that is full except for reserved space. There hardening uses the side slots.
#[test]
fn power_cut_at_any_call_in_full_log_loses_nothing() {
    let sectors = |vfs: Arc<dyn Vfs>| small(vfs, false);
    let undo = |world: &World, progress: &Progress| -> Result<(), LogError> {
        world.create()?;
        progress.created.set(true);
        let (_, log) = world.start()?;
        let mut number = 0;
        while log.append(7, &[&sized(number, 5000)], Space::Reserving(300)).is_ok() {
            number += 1;
            progress.appended.set(number);
        }
        for _ in 0..number.min(60) {
            progress.appended.set(number + 1);
            let lsn = log.append(8, &[&sized(number, 296)], Space::Reserved(300))?;
            log.harden(lsn, Harden::WriteAhead)?;
            number += 1;
            progress.hardened.set(number);
        }
        // The log has room again, so the block hardened in a side slot moves to its own place.
        progress.appended.set(number + 1);
        let checkpoint = log.append(4, &[&body(number)], Space::Reserved(0))?;
        log.set_checkpoint(checkpoint, Lsn::NONE)?;
        progress.hardened.set(number + 1);
        log.release(300 * 1000);
        for _ in 0..3 {
            number += 1;
            progress.appended.set(number + 1);
            let lsn = log.append(8, &[&body(number)], Space::Reserved(0))?;
            log.harden(lsn, Harden::Commit(0))?;
            progress.hardened.set(number + 1);
        }
        Ok(())
    };
    let faulty = Arc::new(FaultFs::new(Arc::new(MemFs::new(5)), FaultPlan::none()));
    let world = sectors(faulty.clone());
    undo(&world, &Progress::default()).unwrap();
    let calls = faulty.calls();
    let aside = [0, 1].map(|side| crate::block::peek(&world.bytes(crate::header::side_offset(side), 4096)));
    assert!(aside.iter().all(Result::is_ok), "both side slots were used");
    assert!(calls > 60, "{calls}");
    for call in 0..calls {
        let mem = Arc::new(MemFs::rewriting(call));
        let faulty = Arc::new(FaultFs::new(mem.clone(), FaultPlan::power_cut_at(call)));
        let progress = Progress::default();
        let outcome = undo(&sectors(faulty.clone()), &progress);
        assert!(outcome.is_err() && faulty.is_cut(), "call {call}");
        if !progress.created.get() {
            continue;
        }
        for (index, mode) in MODES.into_iter().enumerate() {
            let what = format!("call {call}, {mode:?}");
            let after = mem.crash_copy(call * 10 + index as u64, mode);
            let world = small(Arc::new(after), false);
            let records = world.records().unwrap_or_else(|error| panic!("{what}: {error}"));
            check(&progress, &records, &what);
            let (again, log) = world.start().unwrap();
            assert_eq!(again, records, "{what}");
            let lsn = log.append(8, &[&[1; 296]], Space::Reserved(300)).unwrap();
            log.harden(lsn, Harden::Commit(0)).unwrap();
            assert_eq!(world.records().unwrap().last().unwrap().0, lsn, "{what}");
        }
    }
}

/// A killed process leaves a block that is readable and not durable. Then the power fails during
/// the start that read the block.
#[test]
fn start_after_kill_survives_power_cut() {
    let mem = Arc::new(MemFs::new(1));
    let faulty = Arc::new(FaultFs::new(mem.clone(), FaultPlan::none()));
    let world = World::on(faulty.clone());
    world.create().unwrap();
    let (_, log) = world.start().unwrap();
    commit(&log, 0);
    faulty.arm(Rule::new(Fault::LyingSync).on(CallKind::Write));
    commit(&log, 1);
    let killed = mem.crash(CrashMode::ProcessKill);
    let mut lost = 0;
    for call in 0..16 {
        for seed in 0..16 {
            let mem = Arc::new(killed.crash_copy(seed, CrashMode::ProcessKill));
            let world = World::on(Arc::new(FaultFs::new(mem.clone(), FaultPlan::power_cut_at(call))));
            let _ = world.start();
            let after = World::on(Arc::new(mem.crash_seeded(seed, CrashMode::POWER_CUT)));
            let records = after.records().unwrap_or_else(|error| panic!("call {call}, seed {seed}: {error}"));
            assert!((1..=2).contains(&records.len()));
            lost += 2 - records.len();
        }
    }
    assert!(lost > 0, "the second block was really at risk");
}
