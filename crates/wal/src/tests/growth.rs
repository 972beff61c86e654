//! Growth, piece by piece.

use super::*;
use crate::device::Device;
use crate::growth::planned;
use crate::header::{Header, VLFS_FROM, VLFS_MAX};
use crate::log_device::FileDevice;
use crate::vlf::{FIRST_POSITION, VLF_MIN, Vlf, VlfMap, cut};
use sluice_vfs::CallKind;
use sluice_vfs::fault::{Fault, FaultFs, FaultPlan, Rule};
use sluice_vfs::mem::CrashMode;

/// Appends and hardens until the log has grown `growths` times. Returns the number of the next
/// record.
fn fill(log: &Log, world: &World, mut number: u64, growths: u64) -> Result<u64, LogError> {
    while world.env.counters.log_growths.get() < growths {
        let lsn = log.append(7, &[&sized(number, 9_000)], Space::Reserving(0))?;
        log.harden(lsn, Harden::Commit(0))?;
        number += 1;
    }
    Ok(number)
}

#[test]
fn growth_comes_into_use_piece_by_piece() {
    let world = World::new();
    let (_, log) = world.start().unwrap();
    assert!(!log.growth_turn().unwrap(), "nothing is left to be done");
    fill(&log, &world, 0, 1).unwrap();
    assert_eq!((log.vlfs().len(), world.file().len().unwrap()), (5, 2 << 20), "all is allocated, one piece in use");
    while log.growth_turn().unwrap() {}
    assert_eq!((log.vlfs().len(), world.file().len().unwrap()), (8, 2 << 20));
    // Without a background thread, the session that needs a piece completes it.
    fill(&log, &world, 0, 2).unwrap();
    assert_eq!((log.vlfs().len(), world.file().len().unwrap()), (9, 3 << 20));
    fill(&log, &world, 0, 3).unwrap();
    assert_eq!((log.vlfs().len(), world.file().len().unwrap()), (13, 4 << 20));
}

#[test]
fn interrupted_growth_leaves_log_that_grows() {
    let run = |world: &World, hardened: &mut u64| -> Result<(), LogError> {
        world.create()?;
        let (_, log) = world.start()?;
        *hardened = fill(&log, world, 0, 1)?;
        while log.growth_turn()? {
            log.append(7, &[&sized(*hardened, 9_000)], Space::Reserving(0))?;
            log.flush_tail()?;
            *hardened += 1;
        }
        *hardened = fill(&log, world, *hardened, 2)?;
        Ok(())
    };
    let faulty = |mem: &Arc<MemFs>, plan| Arc::new(FaultFs::new(mem.clone(), plan));
    let whole = faulty(&Arc::new(MemFs::new(1)), FaultPlan::none());
    run(&World::on(whole.clone()), &mut 0).unwrap();
    for call in 12..whole.calls() {
        let mem = Arc::new(MemFs::new(call));
        let (mut hardened, cut) = (0, faulty(&mem, FaultPlan::power_cut_at(call)));
        assert!(run(&World::on(cut.clone()), &mut hardened).is_err() && cut.is_cut());
        for mode in [CrashMode::POWER_CUT, CrashMode::LOSE_UNSYNCED, CrashMode::ProcessKill] {
            let world = World::on(Arc::new(mem.crash_copy(call, mode)));
            let (records, log) = world.start().unwrap_or_else(|error| panic!("{mode:?} at {call}: {error}"));
            let found = records.len() as u64;
            assert!(found >= hardened, "{mode:?} at {call}: {found} of {hardened}");
            fill(&log, &world, found, 1).unwrap();
        }
    }
}

#[test]
fn growth_resumes_on_demand_after_full_disk() {
    let faulty = Arc::new(FaultFs::new(Arc::new(MemFs::new(1)), FaultPlan::none()));
    let world = World::on(faulty.clone());
    world.create().unwrap();
    let (_, log) = world.start().unwrap();
    fill(&log, &world, 0, 1).unwrap();
    faulty.arm(Rule::new(Fault::Enospc).on(CallKind::Write).nth(0));
    assert!(!log.growth_turn().unwrap(), "the failure is reported when room is needed");
    assert_eq!(log.vlfs().len(), 5);
    fill(&log, &world, 0, 2).unwrap();
    assert_eq!(log.vlfs().len(), 6);
}

/// Grows `header` by its own plan until it has `bytes`. Returns the number of growths.
fn grow_on_paper(header: &mut Header, bytes: u64) -> u64 {
    let end = |header: &Header| header.vlfs.iter().map(|vlf| vlf.offset + vlf.size).max().unwrap();
    let mut growths = 0;
    while end(header) < bytes {
        let pieces = planned(header);
        assert!(!pieces.is_empty(), "{} bytes with {} virtual log files", end(header), header.vlfs.len());
        header.vlfs.extend_from_slice(&pieces);
        growths += 1;
    }
    growths
}

#[test]
fn small_growth_reaches_maximum_size_within_header() {
    let (made, max_bytes) = (header_on_disk(&World::new()).1, 2 << 40);
    let new = || Header { growth_bytes: 1 << 20, max_bytes, vlfs: cut(VLFS_FROM, 1 << 20, 99), ..made.clone() };
    let mut header = new();
    grow_on_paper(&mut header, 128 << 20);
    let before = header.vlfs.len();
    grow_on_paper(&mut header, 8 << 30);
    assert!(header.vlfs.len() < before + 600, "one virtual log file of 1/128 a growth");
    grow_on_paper(&mut header, max_bytes - (1 << 20));
    assert!(header.vlfs.len() < 1_500, "{}", header.vlfs.len());
    // A log that was cut into small virtual log files by an earlier version.
    let small = |index: u64| Vlf { offset: VLFS_FROM + (index << 18), size: 1 << 18, start: 0, sequence: 0 };
    let mut header = Header { vlfs: (0..VLFS_MAX as u64 - 40).map(small).collect(), ..new() };
    grow_on_paper(&mut header, max_bytes - (1 << 20));
    // Growth by more than the least step is as it was.
    let mut header = Header { growth_bytes: 64 << 20, ..new() };
    assert_eq!(grow_on_paper(&mut header, 4 << 30), 64);
}

fn header_on_disk(world: &World) -> (Device, Header) {
    let device = FileDevice::open(&*world.vfs, Path::new(PATH), Create::Never).unwrap();
    let device = Device::new(Arc::new(device));
    let header = device.read_header(GUID).unwrap();
    (device, header)
}

#[test]
fn log_without_entries_joins_free_vlfs_and_grows() {
    let world = World::new();
    let (device, mut header) = header_on_disk(&world);
    let of_index = |index: u64| Vlf { offset: VLFS_FROM + index * VLF_MIN, size: VLF_MIN, start: 0, sequence: 0 };
    let mut vlfs = VlfMap::new((0..VLFS_MAX as u64).map(of_index).collect());
    assert!(vlfs.ensure_placed(FIRST_POSITION));
    let end = vlfs.all().iter().map(|vlf| vlf.offset + vlf.size).max().unwrap();
    header = Header { generation: 2, vlfs: vlfs.all().to_vec(), max_bytes: 1 << 40, ..header };
    device.extend(1 << 20, end - (1 << 20)).unwrap();
    device.write_header(&header).unwrap();
    let (_, log) = world.start().unwrap();
    log.grow_to(end + (64 << 20)).unwrap();
    assert!(log.vlfs().len() < VLFS_MAX / 2 + 20 && log.usage().total_bytes >= end - VLFS_FROM + (64 << 20));
    for number in 0..200 {
        commit(&log, number);
    }
    drop(log);
    assert_numbers(&world.records().unwrap(), 200);
}
