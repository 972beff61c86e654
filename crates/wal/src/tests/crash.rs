//! Power cuts at every file call of a run, each with several outcomes of what was under way; and again during recovery.

use super::*;
use sluice_vfs::CallKind;
use sluice_vfs::fault::{Fault, FaultFs, FaultPlan, Rule};
use sluice_vfs::mem::CrashMode;
use std::cell::Cell;

const MODES: [CrashMode; 4] =
    [CrashMode::POWER_CUT, CrashMode::LOSE_UNSYNCED, CrashMode::KEEP_UNSYNCED, CrashMode::ProcessKill];

/// What a run was told before the power failed.
#[derive(Default)]
struct Told {
    created: Cell<bool>,
    /// Numbers below this are on disk.
    hardened: Cell<u64>,
    /// Numbers below this were appended.
    appended: Cell<u64>,
    /// Numbers below this may have been truncated away.
    dropped: Cell<u64>,
}

/// Goes on with a log: commits, checkpoints, growth, in a small file. Numbers go on where the log ends.
fn go_on(world: &World, told: &Told, rounds: u64) -> Result<(), LogError> {
    let (records, log) = world.start()?;
    let mut number = records.last().map_or(0, |(_, bytes)| number_of(bytes) + 1);
    for round in 0..rounds {
        told.appended.set(number + 1);
        let keep = number;
        let keep_lsn = log.append(7, &[&body(number)], Space::Reserving(0))?;
        log.harden(keep_lsn, Harden::Commit(0))?;
        number += 1;
        told.hardened.set(number);
        for _ in 0..60 {
            told.appended.set(number + 1);
            log.append(7, &[&sized(number, 900)], Space::Reserving(0))?;
            number += 1;
        }
        log.background_turn()?;
        if round % 3 == 2 {
            told.appended.set(number + 1);
            let checkpoint = log.append(7, &[&body(number)], Space::Reserved(0))?;
            number += 1;
            told.dropped.set(keep);
            log.set_checkpoint(checkpoint, keep_lsn)?;
            told.hardened.set(number);
        }
    }
    Ok(())
}

fn number_of(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(*bytes.first_chunk().unwrap())
}

fn check(told: &Told, records: &[(Lsn, Vec<u8>)], what: &str) {
    let numbers: Vec<u64> = records.iter().map(|(_, bytes)| number_of(bytes)).collect();
    let next = numbers.last().map_or(0, |last| last + 1);
    assert!(numbers.windows(2).all(|pair| pair[1] == pair[0] + 1), "{what}: without gaps");
    assert!(numbers.first().copied().unwrap_or(0) <= told.dropped.get(), "{what}: nothing that is kept is missing");
    assert!(next >= told.hardened.get(), "{what}: {next} of {} hardened", told.hardened.get());
    assert!(next <= told.appended.get(), "{what}: nothing foreign");
}

fn small(vfs: Arc<dyn Vfs>, grows: bool) -> World {
    let mut world = World::on(vfs);
    world.options.growth_bytes = 256 << 10;
    world.options.max_bytes = if grows { 2 << 20 } else { 1 << 20 };
    world
}

fn run(world: &World, told: &Told, rounds: u64) -> Result<(), LogError> {
    world.create()?;
    told.created.set(true);
    go_on(world, told, rounds)
}

#[test]
fn a_power_cut_at_any_call_loses_nothing_that_was_hardened() {
    let rounds = 22;
    let faulty = Arc::new(FaultFs::new(Arc::new(MemFs::new(5)), FaultPlan::none()));
    run(&small(faulty.clone(), true), &Told::default(), rounds).unwrap();
    let calls = faulty.calls();
    assert!(calls > 80, "{calls}");
    for call in 0..calls {
        let mem = Arc::new(MemFs::new(call));
        let faulty = Arc::new(FaultFs::new(mem.clone(), FaultPlan::power_cut_at(call)));
        let told = Told::default();
        let outcome = run(&small(faulty.clone(), true), &told, rounds);
        assert!(outcome.is_err() && faulty.is_cut(), "call {call}");
        if !told.created.get() {
            continue;
        }
        for (index, mode) in MODES.into_iter().enumerate() {
            let what = format!("call {call}, {mode:?}");
            let after = Arc::new(mem.crash_copy(call * 10 + index as u64, mode));
            let world = small(after.clone(), true);
            let records = world.records().unwrap_or_else(|error| panic!("{what}: {error}"));
            check(&told, &records, &what);
            if call % 7 == index as u64 || (call % 2 == 0 && mode == CrashMode::ProcessKill) {
                crash_again(&after, &told, &what);
            }
        }
    }
}

/// Starts the log that a power cut left, with another power cut at each of its first calls.
fn crash_again(mem: &MemFs, told: &Told, what: &str) {
    for call in 0..14 {
        let copy = Arc::new(mem.crash_copy(call, CrashMode::ProcessKill));
        let faulty = Arc::new(FaultFs::new(copy.clone(), FaultPlan::power_cut_at(call)));
        let second = Told::default();
        second.hardened.set(told.hardened.get());
        second.appended.set(told.appended.get());
        second.dropped.set(told.dropped.get());
        let _ = go_on(&small(faulty, true), &second, 1);
        second.appended.set(second.appended.get().max(told.appended.get()));
        let world = small(Arc::new(copy.crash(CrashMode::POWER_CUT)), true);
        let records = world.records().unwrap_or_else(|error| panic!("{what}, again at {call}: {error}"));
        check(&second, &records, &format!("{what}, again at {call}"));
        go_on(&world, &second, 2).unwrap();
        check(&second, &world.records().unwrap(), what);
    }
}

/// The same in a log that is full but for what is reserved, where hardening goes through the side slots.
#[test]
fn a_power_cut_at_any_call_in_a_full_log() {
    let sectors = |vfs: Arc<dyn Vfs>| {
        let mut world = small(vfs, false);
        world.options.max_sector = Some(4096);
        world
    };
    let undo = |world: &World, told: &Told| -> Result<(), LogError> {
        world.create()?;
        told.created.set(true);
        let (_, log) = world.start()?;
        let mut number = 0;
        while log.append(7, &[&sized(number, 5000)], Space::Reserving(300)).is_ok() {
            number += 1;
            told.appended.set(number);
        }
        for _ in 0..number.min(60) {
            told.appended.set(number + 1);
            let lsn = log.append(8, &[&sized(number, 296)], Space::Reserved(300))?;
            log.harden(lsn, Harden::WriteAhead)?;
            number += 1;
            told.hardened.set(number);
        }
        // Room again, so that the block which was hardened aside goes to its own place.
        told.appended.set(number + 1);
        let checkpoint = log.append(4, &[&body(number)], Space::Reserved(0))?;
        log.set_checkpoint(checkpoint, Lsn::NONE)?;
        told.hardened.set(number + 1);
        log.release(300 * 1000);
        for _ in 0..3 {
            number += 1;
            told.appended.set(number + 1);
            let lsn = log.append(8, &[&body(number)], Space::Reserved(0))?;
            log.harden(lsn, Harden::Commit(0))?;
            told.hardened.set(number + 1);
        }
        Ok(())
    };
    let faulty = Arc::new(FaultFs::new(Arc::new(MemFs::new(5)), FaultPlan::none()));
    let world = sectors(faulty.clone());
    undo(&world, &Told::default()).unwrap();
    let calls = faulty.calls();
    let aside = [0, 1].map(|side| crate::block::peek(&world.bytes(crate::header::side_offset(side), 4096)));
    assert!(aside.iter().all(Result::is_ok), "both side slots were used");
    assert!(calls > 60, "{calls}");
    for call in 0..calls {
        let mem = Arc::new(MemFs::new(call));
        let faulty = Arc::new(FaultFs::new(mem.clone(), FaultPlan::power_cut_at(call)));
        let told = Told::default();
        let outcome = undo(&sectors(faulty.clone()), &told);
        assert!(outcome.is_err() && faulty.is_cut(), "call {call}");
        if !told.created.get() {
            continue;
        }
        for (index, mode) in MODES.into_iter().enumerate() {
            let what = format!("call {call}, {mode:?}");
            let after = mem.crash_copy(call * 10 + index as u64, mode);
            let world = small(Arc::new(after), false);
            let records = world.records().unwrap_or_else(|error| panic!("{what}: {error}"));
            check(&told, &records, &what);
            let (again, log) = world.start().unwrap();
            assert_eq!(again, records, "{what}");
            let lsn = log.append(8, &[&[1; 296]], Space::Reserved(300)).unwrap();
            log.harden(lsn, Harden::Commit(0)).unwrap();
            assert_eq!(world.records().unwrap().last().unwrap().0, lsn, "{what}");
        }
    }
}

/// A killed process leaves a block that can be read and is not durable; then the power fails during the start that read it.
#[test]
fn a_start_after_a_kill_relies_on_nothing_that_a_power_cut_takes() {
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
