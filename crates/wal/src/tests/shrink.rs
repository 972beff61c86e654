//! Shrinking of the log file.

use super::*;
use crate::ShrinkLimit;
use crate::header::VLFS_FROM;
use sluice_vfs::fault::{FaultFs, FaultPlan};
use sluice_vfs::mem::CrashMode;

const MB: u64 = 1 << 20;

/// Appends and hardens records of 9,000 bytes. Returns the LSN of the last one.
fn fill(log: &Log, numbers: std::ops::Range<u64>) -> Result<Lsn, LogError> {
    let mut last = Lsn::NONE;
    for number in numbers {
        last = log.append(7, &[&sized(number, 9_000)], Space::Reserving(0))?;
        log.harden(last, Harden::Commit(0))?;
    }
    Ok(last)
}

/// Appends fillers until the stream is at `end`.
fn go_to(log: &Log, end: Lsn, number: u64) -> Result<u64, LogError> {
    let mut number = number;
    while log.tail() < end {
        fill(log, number..number + 1)?;
        number += 1;
    }
    Ok(number)
}

fn end_of(log: &Log) -> u64 {
    log.vlfs().iter().map(|vlf| vlf.offset + vlf.size).max().unwrap()
}

#[test]
fn shrink_frees_the_end_of_an_empty_log() {
    let world = World::new();
    let (_, log) = world.start().unwrap();
    log.grow_to(6 * MB).unwrap();
    let limit = log.shrink_to(3 * MB).unwrap();
    assert!(matches!(limit, None | Some(ShrinkLimit::Boundary(_))), "{limit:?}");
    let length = log.file_bytes().unwrap();
    assert!((3 * MB..5 * MB).contains(&length) && length == end_of(&log), "{length}");
    // The smallest log stays.
    let limit = log.shrink_to(0).unwrap();
    assert!(matches!(limit, Some(ShrinkLimit::Room)), "{limit:?}");
    let length = log.file_bytes().unwrap();
    assert!((MB..2 * MB).contains(&length) && log.vlfs().len() >= 2, "{length}");
    // It grows again.
    fill(&log, 0..300).unwrap();
    assert!(log.file_bytes().unwrap() > 2 * MB);
    drop(log);
    assert_eq!(world.start().unwrap().0.len(), 300);
}

#[test]
fn vlf_in_use_at_the_end_stays_until_the_stream_has_left_it() {
    let world = World::new();
    let (_, log) = world.start().unwrap();
    let last = fill(&log, 0..400).unwrap();
    log.set_checkpoint(last, last).unwrap();
    let length = log.file_bytes().unwrap();
    assert!(length > 3 * MB, "{length}");
    assert_eq!(log.shrink_to(0).unwrap(), Some(ShrinkLimit::InUse));
    let end = log.way_forward(0).expect("the front is free");
    let number = go_to(&log, end, 400).unwrap();
    let last = fill(&log, number..number + 1).unwrap();
    log.set_checkpoint(last, last).unwrap();
    let limit = log.shrink_to(0).unwrap();
    assert!(limit.is_some() && log.file_bytes().unwrap() < length, "{limit:?}");
    assert_eq!(log.way_forward(log.file_bytes().unwrap()), None, "nothing is behind the target");
}

#[test]
fn room_for_reservations_stays() {
    let world = World::new();
    let (_, log) = world.start().unwrap();
    log.grow_to(8 * MB).unwrap();
    let reserved = 3 * MB as u32;
    log.append(7, &[&body(0)], Space::Reserving(reserved)).unwrap();
    assert_eq!(log.shrink_to(0).unwrap(), Some(ShrinkLimit::Room));
    assert!(log.file_bytes().unwrap() > 4 * MB);
    log.release(u64::from(reserved));
    log.shrink_to(0).unwrap();
    assert!(log.file_bytes().unwrap() < 2 * MB);
}

#[test]
fn target_within_last_vlf_leaves_the_file() {
    let world = World::new();
    let (_, log) = world.start().unwrap();
    let length = log.file_bytes().unwrap();
    let last = log.vlfs().last().map(|vlf| vlf.offset).unwrap();
    assert_eq!(log.shrink_to(length - 4096).unwrap(), Some(ShrinkLimit::Boundary(last)));
    assert_eq!((log.shrink_to(length).unwrap(), log.file_bytes().unwrap()), (None, length));
    assert!(last > VLFS_FROM);
}

/// Grows, shrinks and goes on, with commits and checkpoints. Returns the number of records that are
/// on disk in `hardened`, and of those that may be gone in `dropped`.
fn run(world: &World, hardened: &mut u64, dropped: &mut u64) -> Result<(), LogError> {
    world.create()?;
    let (_, log) = world.start()?;
    for _ in 0..3 {
        log.grow_to(4 * MB)?;
        let first = *hardened;
        let last = fill(&log, first..first + 150)?;
        *hardened = first + 150;
        *dropped = first + 149;
        log.set_checkpoint(last, last)?;
        log.shrink_to(0)?;
        if let Some(end) = log.way_forward(0) {
            *hardened = go_to(&log, end, *hardened)?;
            let last = fill(&log, *hardened..*hardened + 1)?;
            *hardened += 1;
            *dropped = *hardened - 1;
            log.set_checkpoint(last, last)?;
        }
        log.shrink_to(0)?;
    }
    Ok(())
}

#[test]
fn power_cut_during_shrink_leaves_every_kept_record() {
    let faulty = |mem: &Arc<MemFs>, plan| Arc::new(FaultFs::new(mem.clone(), plan));
    let whole = faulty(&Arc::new(MemFs::new(1)), FaultPlan::none());
    run(&World::on(whole.clone()), &mut 0, &mut 0).unwrap();
    let lengths = whole.calls();
    for call in (12..lengths).step_by(7) {
        let mem = Arc::new(MemFs::new(call));
        let (mut hardened, mut dropped, cut) = (0, 0, faulty(&mem, FaultPlan::power_cut_at(call)));
        assert!(run(&World::on(cut.clone()), &mut hardened, &mut dropped).is_err() && cut.is_cut());
        for mode in [CrashMode::POWER_CUT, CrashMode::LOSE_UNSYNCED, CrashMode::KEEP_UNSYNCED] {
            let world = World::on(Arc::new(mem.crash_copy(call, mode)));
            let (records, log) = world.start().unwrap_or_else(|error| panic!("{mode:?} at {call}: {error}"));
            let number = |bytes: &[u8]| u64::from_le_bytes(*bytes.first_chunk().unwrap());
            let numbers: Vec<u64> = records.iter().map(|(_, bytes)| number(bytes)).collect();
            assert!(numbers.windows(2).all(|pair| pair[1] == pair[0] + 1), "{mode:?} at {call}: a gap");
            let (first, last) = (numbers.first().copied(), numbers.last().copied());
            assert!(first.unwrap_or(0) <= dropped, "{mode:?} at {call}: {first:?} is kept, {dropped} may go");
            assert!(last.map_or(0, |last| last + 1) >= hardened, "{mode:?} at {call}: {last:?} of {hardened}");
            let next = last.map_or(0, |last| last + 1);
            fill(&log, next..next + 400).unwrap();
        }
    }
}
