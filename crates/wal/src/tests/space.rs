//! A full log: ordinary records are refused, reserved records never.

use super::*;
use crate::space::RESERVED_RECORD_MAX;
use proptest::prelude::*;
use sluice_vfs::CallKind;
use sluice_vfs::fault::{Fault, FaultFs, FaultPlan, Rule};
use sluice_vfs::mem::CrashMode;

fn fixed() -> World {
    let mut world = World::on(Arc::new(MemFs::new(1)));
    world.options.max_bytes = 1 << 20;
    world.create().unwrap();
    world
}

fn is_full(result: &Result<Lsn, LogError>) -> bool {
    matches!(result, Err(LogError::Full { bytes: 1_048_576, .. }))
}

/// Appends ordinary records until the log is full. Returns their number.
fn fill(log: &Log, length: usize) -> u64 {
    let mut count = 0;
    loop {
        let tail = log.tail();
        let result = log.append(7, &[&sized(count, length)], Space::Reserving(0));
        if result.is_err() {
            assert!(is_full(&result), "{result:?}");
            assert_eq!(log.tail(), tail, "nothing was appended");
            return count;
        }
        count += 1;
    }
}

#[test]
fn full_log_refuses_records_until_truncation() {
    let world = fixed();
    let (_, log) = world.start().unwrap();
    let count = fill(&log, 100);
    let usage = log.usage();
    assert!(usage.used_bytes > usage.total_bytes / 2, "{usage:?}");
    assert_eq!(fill(&log, 100), 0, "still full");
    // The record of a checkpoint needs no reservation, even in a full log.
    let checkpoint = log.append(4, &[&[0; 500]], Space::Reserved(0)).unwrap();
    log.set_checkpoint(checkpoint, checkpoint).unwrap();
    assert!(fill(&log, 100) > count / 2);
    assert_eq!(world.env.counters.log_growths.get(), 0);
    log.flush_tail().unwrap();
    assert_eq!(world.records().unwrap().last().unwrap().1.len(), 100);
}

#[test]
fn full_disk_is_a_full_log_without_poison() {
    let faulty = Arc::new(FaultFs::new(Arc::new(MemFs::new(1)), FaultPlan::none()));
    let world = World::on(faulty.clone());
    world.create().unwrap();
    let (_, log) = world.start().unwrap();
    for kind in [CallKind::Allocate, CallKind::Write] {
        faulty.arm(Rule::new(Fault::Enospc).on(kind));
        if kind == CallKind::Allocate {
            fill(&log, 50_000);
        } else {
            assert!(matches!(log.append(7, &[&[1; 50_000]], Space::Reserving(0)), Err(LogError::Full { .. })));
        }
        assert!(faulty.faults() > 0);
        faulty.disarm();
    }
    let lsn = log.append(7, &[&[1; 50_000]], Space::Reserving(0)).unwrap();
    assert_eq!(world.env.counters.log_growths.get(), 1);
    log.harden(lsn, Harden::Commit(0)).unwrap();
    assert_eq!(world.records().unwrap().last().unwrap().0, lsn);
}

#[test]
fn hardening_in_full_log_uses_no_reserved_space() {
    let world = fixed();
    let (_, log) = world.start().unwrap();
    let mut reserved = 0u32;
    while log.append(7, &[&[1; 100]], Space::Reserving(200)).is_ok() {
        reserved += 200;
    }
    assert!(is_full(&log.append(7, &[&[1; 100]], Space::Reserving(200))));
    // Every undo record is hardened before the next. Without side slots each would cost a sector.
    let flushes = world.env.counters.log_flushes.get();
    let mut count = 0;
    let mut last = Lsn::NONE;
    while reserved > 0 {
        last = log.append(8, &[&sized(count, 196)], Space::Reserved(200)).unwrap();
        log.harden(last, Harden::WriteAhead).unwrap();
        assert!(log.durable() > last);
        (reserved, count) = (reserved - 200, count + 1);
    }
    assert!(world.env.counters.log_flushes.get() >= flushes + count);
    let records = world.records().unwrap();
    assert_eq!(records.last().unwrap().0, last, "also what is only in a side slot");
    let (again, log) = world.start().unwrap();
    assert_eq!(again, records);
    let lsn = log.append(4, &[&[9; 8]], Space::Reserved(0)).unwrap();
    log.harden(lsn, Harden::Request).unwrap();
    assert_eq!(world.records().unwrap().last().unwrap().0, lsn);
}

#[test]
fn log_ending_in_side_slot_is_not_closed_clean() {
    let mut world = World::on(Arc::new(MemFs::new(1)));
    (world.options.max_bytes, world.options.sector) = (1 << 20, 4096);
    world.create().unwrap();
    let (_, log) = world.start().unwrap();
    while log.append(7, &[&[1; 100]], Space::Reserving(200)).is_ok() {}
    let mut last = Lsn::NONE;
    for number in 0..400 {
        last = log.append(8, &[&sized(number, 196)], Space::Reserved(200)).unwrap();
        log.flush_tail().unwrap();
    }
    log.close(last, Lsn::NONE).unwrap();
    assert!(!world.open().unwrap().was_clean());
    assert_eq!(world.records().unwrap().last().unwrap().0, last);
    world.damage(crate::header::side_offset(0) + 66);
    world.damage(crate::header::side_offset(1) + 66);
    damaged_at(world.records());
}

#[test]
fn restart_in_full_log_has_room_for_undo() {
    let mem = Arc::new(MemFs::new(1));
    let mut world = World::on(mem.clone());
    world.options.max_bytes = 1 << 20;
    world.create().unwrap();
    let (_, log) = world.start().unwrap();
    let mut pending = 0u64;
    while log.append(7, &[&[1; 100]], Space::Reserving(200)).is_ok() {
        pending += 1;
    }
    log.flush_tail().unwrap();
    drop(log);
    // Reservations are unknown after a crash. The room is still there, even after several crashes.
    for crashes in 1..=4 {
        let mut world = World::on(Arc::new(mem.crash_copy(crashes, CrashMode::LOSE_UNSYNCED)));
        world.options.max_bytes = 1 << 20;
        let mut left = pending;
        for crash in 1..=crashes {
            let (_, log) = world.start().unwrap();
            for _ in 0..if crash == crashes { left } else { 1 } {
                log.append(8, &[&[2; 196]], Space::Reserved(200)).unwrap();
                left -= 1;
            }
            log.flush_tail().unwrap();
        }
        assert_eq!(left, 0);
    }
}

/// The worst fill of blocks by reserved records: a small record, then three of the longest, which
/// leave no room for a fourth.
#[test]
fn reservations_hold_with_badly_filled_blocks() {
    // The log is large and padded enough that the margins do not hide a wrong computation.
    let mut world = World::on(Arc::new(MemFs::new(1)));
    (world.options.initial_bytes, world.options.max_bytes) = (16 << 20, 16 << 20);
    world.options.sector = 4096;
    world.create().unwrap();
    let (_, log) = world.start().unwrap();
    let lengths = [100, RESERVED_RECORD_MAX, RESERVED_RECORD_MAX, RESERVED_RECORD_MAX];
    let mut held = Vec::new();
    for length in lengths.into_iter().cycle() {
        if log.append(7, &[&[1; 4]], Space::Reserving(length as u32)).is_err() {
            break;
        }
        held.push(length);
    }
    assert!(held.len() > 500);
    for bytes in held {
        undo(&log, bytes, 0);
    }
}

#[derive(Clone, Debug)]
enum Step {
    Ordinary { length: usize, undo: usize },
    Undo { which: proptest::sample::Index, shorter: usize },
    Release { which: proptest::sample::Index },
    Harden,
    Checkpoint,
}

fn step() -> impl Strategy<Value = Step> {
    let length = prop_oneof![8usize..200, 200usize..9000, 9000usize..61_000];
    let undo = prop_oneof![4usize..300, 4usize..9000, 4usize..=RESERVED_RECORD_MAX];
    prop_oneof![
        6 => (length, undo).prop_map(|(length, undo)| Step::Ordinary { length, undo }),
        3 => (any::<proptest::sample::Index>(), 0usize..100).prop_map(|(which, shorter)| Step::Undo { which, shorter }),
        1 => any::<proptest::sample::Index>().prop_map(|which| Step::Release { which }),
        3 => Just(Step::Harden),
        1 => Just(Step::Checkpoint),
    ]
}

fn undo(log: &Log, bytes: usize, shorter: usize) -> Lsn {
    let length = bytes.saturating_sub(shorter).max(4);
    log.append(8, &[&vec![3; length - 4]], Space::Reserved(bytes as u32))
        .expect("a reserved record never meets a full log")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    /// After any history, every reservation can be used up, with a flush after every record. The
    /// file holds every record.
    #[test]
    fn reserved_record_always_finds_room(
        steps in proptest::collection::vec(step(), 1..300),
        sector in prop_oneof![Just(512u32), Just(4096)],
    ) {
        let mut world = World::on(Arc::new(MemFs::new(1)));
        world.options.max_bytes = 1 << 20;
        world.options.sector = sector;
        world.create().unwrap();
        let (_, log) = world.start().unwrap();
        let mut held: Vec<usize> = Vec::new();
        let mut appended = Vec::new();
        for step in steps {
            match step {
                Step::Ordinary { length, undo } => {
                    match log.append(7, &[&vec![1; length]], Space::Reserving(undo as u32)) {
                        Ok(lsn) => {
                            appended.push(lsn);
                            held.push(undo);
                        }
                        Err(error) => prop_assert!(matches!(error, LogError::Full { .. }), "{}", error),
                    }
                }
                Step::Undo { which, shorter } if !held.is_empty() => {
                    let bytes = held.swap_remove(which.index(held.len()));
                    appended.push(undo(&log, bytes, shorter));
                }
                Step::Release { which } if !held.is_empty() => {
                    log.release(held.swap_remove(which.index(held.len())) as u64);
                }
                Step::Harden => log.flush_tail().unwrap(),
                Step::Checkpoint if !appended.is_empty() => {
                    let at = appended[appended.len() - 1];
                    log.set_checkpoint(at, appended[appended.len() / 2]).unwrap();
                }
                _ => {}
            }
        }
        for bytes in held {
            appended.push(undo(&log, bytes, 0));
            log.flush_tail().unwrap();
        }
        log.flush_tail().unwrap();
        let found: Vec<Lsn> = world.records().unwrap().into_iter().map(|(lsn, _)| lsn).collect();
        prop_assert!(appended.ends_with(&found) || found.is_empty(), "a suffix of what was appended");
        prop_assert_eq!(found.last(), appended.last());
    }
}
