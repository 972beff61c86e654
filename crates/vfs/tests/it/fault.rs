//! Each fault affects the calls of its rule as documented.

use crate::{contents, filled, open, open_plain};
use sluice_base::sync::{Arc, Mutex};
use sluice_vfs::fault::{Fault, FaultFs, FaultPlan, Rule};
use sluice_vfs::mem::{CrashMode, MemFs};
use sluice_vfs::{Access, CallKind, Durability, FileError, Vfs};
use std::collections::BTreeSet;
use std::path::Path;

/// Returns files in memory, with a durable `f` of 2,048 ones, below the faults of `plan`.
fn faulty(plan: FaultPlan) -> (Arc<MemFs>, FaultFs) {
    let mem = Arc::new(MemFs::new(5));
    open(&*mem, "f", Access::Buffered, Durability::Synchronous).write_at(&[1; 2048], 0).unwrap();
    mem.sync_dir(Path::new("")).unwrap();
    let fault = FaultFs::new(mem.clone(), plan);
    (mem, fault)
}

fn synced_bytes(mem: &MemFs) -> Vec<u8> {
    contents(&mem.crash_copy(1, CrashMode::LOSE_UNSYNCED), "f").unwrap()
}

#[test]
fn injected_error_hits_matching_call_and_does_nothing() {
    let rule = Rule::new(Fault::Eio).path("f").on(CallKind::Write).nth(1);
    let (mem, vfs) = faulty(FaultPlan::from_rule(rule));
    let (file, other) = (open_plain(&vfs, "f"), open_plain(&vfs, "g"));
    file.write_at(&[2], 0).unwrap();
    other.write_at(&[2], 0).unwrap();
    assert_eq!(vfs.faults(), 0);
    let error = file.write_at(&[3], 1).unwrap_err();
    assert_eq!(error.range, Some((1, 1)));
    file.write_at(&[4], 2).unwrap();
    assert_eq!(contents(&*mem, "f").unwrap()[..4], [2, 1, 4, 1]);
    assert_eq!((vfs.calls(), vfs.faults()), (6, 1));
}

#[test]
fn injected_full_disk_stays_full() {
    let (_, vfs) = faulty(FaultPlan::from_rule(Rule::new(Fault::Enospc).on(CallKind::Allocate).from(1)));
    let file = open_plain(&vfs, "f");
    file.allocate(0, 4096).unwrap();
    for _ in 0..2 {
        assert!(file.allocate(0, 8192).unwrap_err().is_disk_full());
    }
    vfs.disarm();
    file.allocate(0, 8192).unwrap();
}

#[test]
fn short_write_on_direct_handle_does_whole_sectors() {
    for (access, done) in [(Access::Direct, 512), (Access::Buffered, 1000)] {
        let (mem, vfs) = faulty(FaultPlan::from_rule(Rule::new(Fault::ShortWrite { bytes: 1000 })));
        let file = open(&vfs, "f", access, Durability::Synchronous);
        assert!(!file.write_at(&filled(2048, 2), 0).unwrap_err().is_disk_full());
        assert_eq!(synced_bytes(&mem), [vec![2; done], vec![1; 2048 - done]].concat());
    }
}

#[test]
fn lying_sync_makes_nothing_durable() {
    let (mem, vfs) = faulty(FaultPlan::from_rule(Rule::new(Fault::LyingSync)));
    let file = open_plain(&vfs, "f");
    file.write_at(&[2; 2048], 0).unwrap();
    file.sync().unwrap();
    assert_eq!(synced_bytes(&mem), [1; 2048]);
    open_plain(&vfs, "g");
    vfs.sync_dir(Path::new("")).unwrap();
    assert!(!mem.crash_copy(1, CrashMode::LOSE_UNSYNCED).exists(Path::new("g")).unwrap());
    vfs.disarm();
    file.sync().unwrap();
    assert_eq!(synced_bytes(&mem), [2; 2048]);
}

#[test]
fn lying_synchronous_write_is_not_durable() {
    let (mem, vfs) = faulty(FaultPlan::from_rule(Rule::new(Fault::LyingSync).nth(0)));
    let file = open(&vfs, "f", Access::Direct, Durability::Synchronous);
    file.write_at(&filled(512, 2), 0).unwrap();
    file.write_at(&filled(512, 3), 512).unwrap();
    assert_eq!(contents(&*mem, "f").unwrap(), [vec![2; 512], vec![3; 512], vec![1; 1024]].concat());
    assert_eq!(synced_bytes(&mem), [vec![1; 512], vec![3; 512], vec![1; 1024]].concat());
}

#[test]
fn sync_after_failed_sync_lies() {
    let (mem, vfs) = faulty(FaultPlan::from_rule(Rule::new(Fault::Eio).on(CallKind::Sync).nth(0)));
    let file = open_plain(&vfs, "f");
    file.write_at(&[2; 2048], 0).unwrap();
    file.sync().unwrap_err();
    file.sync().unwrap();
    assert_eq!(synced_bytes(&mem), [1; 2048]);
}

#[test]
fn flipped_bit_is_read_but_not_stored() {
    let (mem, vfs) = faulty(FaultPlan::from_rule(Rule::new(Fault::BitFlip { bit: 1000 * 8 + 3 }).nth(1)));
    let file = open_plain(&vfs, "f");
    let mut buf = [0; 100];
    file.read_at(&mut buf, 950).unwrap();
    file.read_at(&mut buf, 0).unwrap();
    assert_eq!(buf, [1; 100], "the first read that holds the bit, and one that does not");
    file.read_at(&mut buf, 950).unwrap();
    assert_eq!((buf[50], buf.iter().filter(|byte| **byte != 1).count()), (1 ^ 8, 1));
    assert_eq!(contents(&*mem, "f").unwrap(), [1; 2048]);
}

#[test]
fn hook_runs_before_call_and_hides_no_fault() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let hook = {
        let seen = seen.clone();
        Arc::new(move |site: &sluice_vfs::fault::CallSite<'_>| seen.lock().push((site.kind, site.offset, site.len)))
    };
    let plan =
        FaultPlan::from_rule(Rule::new(Fault::Hook(hook)).path("f")).and(Rule::new(Fault::Eio).on(CallKind::Sync));
    let (_, vfs) = faulty(plan);
    let file = open_plain(&vfs, "f");
    file.write_at(&[1; 3], 7).unwrap();
    file.sync().unwrap_err();
    let seen = seen.lock();
    assert_eq!(*seen, [(CallKind::Open, 0, 0), (CallKind::Write, 7, 3), (CallKind::Sync, 0, 0)]);
}

#[test]
fn write_at_power_cut_is_kept_lost_or_torn() {
    let left = |seed| {
        let (mem, vfs) = faulty(FaultPlan::power_cut_at(2));
        let (file, other) = (open(&vfs, "f", Access::Direct, Durability::Synchronous), open_plain(&vfs, "f"));
        assert!(!vfs.is_cut());
        file.write_at(&filled(1024, 2), 0).unwrap_err();
        assert!(vfs.is_cut() && vfs.faults() == 1);
        other.write_at(&[3; 2048], 0).unwrap_err();
        other.sync().unwrap_err();
        vfs.exists(Path::new("f")).unwrap_err();
        let bytes = contents(&mem.crash_seeded(seed, CrashMode::POWER_CUT), "f").unwrap();
        (bytes[0], bytes[512], bytes[1024])
    };
    let all: BTreeSet<(u8, u8, u8)> = (0..100).map(left).collect();
    assert_eq!(all, BTreeSet::from([(1, 1, 1), (1, 2, 1), (2, 1, 1), (2, 2, 1)]));
}

/// Replaces the bytes of `f` safely: write, sync, rename, sync of the folder.
fn replace(vfs: &dyn Vfs, byte: u8) -> Result<(), FileError> {
    use sluice_vfs::{Create, OpenOptions};
    let create = Create::IfMissing;
    let options = OpenOptions { create, access: Access::Buffered, durability: Durability::Deferred };
    let file = vfs.open(Path::new("f.new"), options)?;
    file.write_at(&[byte; 2048], 0)?;
    file.sync()?;
    vfs.rename(Path::new("f.new"), Path::new("f"))?;
    vfs.sync_dir(Path::new(""))
}

/// Example of the fault plan: a safe replacement survives a power cut at each of its calls. Without
/// its sync it doesn't survive, which shows that the test can fail.
#[test]
fn safe_replacement_survives_power_cut_at_every_call() {
    let (_, healthy) = faulty(FaultPlan::none());
    replace(&healthy, 2).unwrap();
    assert_eq!(healthy.calls(), 5);
    let mut torn = 0;
    for call in 0..=healthy.calls() {
        for seed in 0..50 {
            for lying in [false, true] {
                let lie = Rule::new(Fault::LyingSync).on(CallKind::Sync);
                let plan = FaultPlan::power_cut_at(call);
                let (mem, vfs) = faulty(if lying { plan.and(lie) } else { plan });
                let acknowledged = replace(&vfs, 2).is_ok();
                assert_eq!(acknowledged, call == 5);
                let bytes = contents(&mem.crash_seeded(seed, CrashMode::POWER_CUT), "f").unwrap();
                let whole = bytes == [2; 2048] || bytes == [1; 2048] && !acknowledged;
                assert!(whole || lying, "call {call}, seed {seed}");
                torn += usize::from(!whole);
            }
        }
    }
    assert!(torn > 0);
}

#[test]
fn healed_file_works_while_others_fail() {
    let (mem, vfs) = faulty(FaultPlan::from_rule(Rule::new(Fault::Eio).path("f").from(1)));
    vfs.arm(Rule::new(Fault::Eio).path("g").on(CallKind::Write));
    let (file, other) = (open_plain(&vfs, "f"), open_plain(&vfs, "g"));
    assert!(file.write_at(&[2; 2048], 0).is_err() && file.sync().is_err());
    assert!(vfs.has_failed_sync("f") && !vfs.has_failed_sync("g"));
    vfs.heal("f");
    assert!(!vfs.has_failed_sync("f"));
    file.write_at(&[3; 2048], 0).unwrap();
    file.sync().unwrap();
    assert_eq!(synced_bytes(&mem), [3; 2048]);
    assert!(other.write_at(&[1], 0).is_err());
}

#[test]
fn dropped_bytes_stay_readable_until_power_cut() {
    let mem = MemFs::new(5);
    let synced = open(&mem, "f", Access::Buffered, Durability::Synchronous);
    synced.write_at(&[1; 12_288], 0).unwrap();
    mem.sync_dir(Path::new("")).unwrap();
    let file = open_plain(&mem, "f");
    file.write_at(&[2; 1024], 0).unwrap();
    synced.write_at(&[3; 512], 512).unwrap();
    mem.lose_unsynced(Path::new("f"));
    file.write_at(&[4; 4096], 8192).unwrap();
    file.sync().unwrap();
    let parts = |first| [vec![first; 512], vec![3; 512], vec![1; 7168], vec![4; 4096]].concat();
    assert!(contents(&mem, "f").unwrap() == parts(2) && synced_bytes(&mem) == parts(1));
}
