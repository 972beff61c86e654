//! Batches under faults: one result for each part, and the other parts are done.

use crate::{contents, filled, open, open_plain};
use sluice_base::sync::Arc;
use sluice_vfs::fault::{Fault, FaultFs, FaultPlan, Rule};
use sluice_vfs::mem::{CrashMode, MemFs, MemOptions};
use sluice_vfs::{Access, BatchResults, CallKind, Durability, Vfs};
use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::Path;

const SECTOR: usize = 512;

/// Returns files in memory, with a durable `f` of 8 sectors of ones, below the faults of `plan`.
fn faulty(plan: FaultPlan) -> (Arc<MemFs>, FaultFs) {
    let mem = Arc::new(MemFs::new(5));
    open(&*mem, "f", Access::Buffered, Durability::Synchronous).write_at(&[1; 8 * SECTOR], 0).unwrap();
    mem.sync_dir(Path::new("")).unwrap();
    let fault = FaultFs::new(mem.clone(), plan);
    (mem, fault)
}

fn done(results: &BatchResults) -> Vec<bool> {
    results.iter().map(Result::is_ok).collect()
}

/// Returns the first byte of each sector of `f`.
fn sectors(vfs: &MemFs) -> Vec<u8> {
    contents(vfs, "f").unwrap().chunks(SECTOR).map(|sector| sector[0]).collect()
}

#[test]
fn fault_of_one_part_leaves_the_others_done() {
    for fault in [Fault::Eio, Fault::Enospc, Fault::ShortWrite { bytes: 100 }] {
        let is_full = matches!(fault, Fault::Enospc);
        let (mem, vfs) = faulty(FaultPlan::from_rule(Rule::new(fault).on(CallKind::Write).nth(1)));
        let file = open(&vfs, "f", Access::Direct, Durability::Deferred);
        let buf = filled(SECTOR, 2);
        let results = file.write_batch(&[(0, &buf), (2 * SECTOR as u64, &buf), (4 * SECTOR as u64, &buf)]);
        assert_eq!(done(&results), [true, false, true]);
        let error = results.whole().unwrap_err();
        assert_eq!((error.is_disk_full(), error.range), (is_full, Some((1024, 512))), "{error}");
        assert_eq!(sectors(&mem), [2, 1, 1, 1, 2, 1, 1, 1]);
        assert_eq!(vfs.faults(), 1);
    }
}

#[test]
fn failed_read_of_one_part_leaves_the_others_read() {
    let flip = Rule::new(Fault::BitFlip { bit: 8 * 600 }).on(CallKind::Read);
    let (_, vfs) = faulty(FaultPlan::from_rule(Rule::new(Fault::Eio).on(CallKind::Read).nth(2)).and(flip));
    let file = open_plain(&vfs, "f");
    let mut buffers = [[0u8; SECTOR]; 4];
    let [one, two, three, four] = &mut buffers;
    let results = file.read_batch(&mut [(0, one), (512, two), (1024, three), (1 << 20, four)]);
    assert_eq!(done(&results), [true, true, false, false]);
    let kinds: Vec<_> = results.into_iter().filter_map(|one| Some(one.err()?.source.kind())).collect();
    assert_eq!(kinds[1], ErrorKind::UnexpectedEof);
    assert_eq!((buffers[0], buffers[1][88]), ([1; SECTOR], 0), "the flipped bit is in the second part");
}

#[test]
fn full_disk_fails_only_the_parts_without_space() {
    let mem = MemFs::with_options(MemOptions { capacity: 64 * 1024, ..MemOptions::powersafe(1) });
    let file = open_plain(&mem, "f");
    file.allocate(0, 16 * 1024).unwrap();
    let (small, large) = (vec![2; 4096], vec![3; 1 << 20]);
    let results = file.write_batch(&[(1 << 21, &large), (0, &small), (8192, &small)]);
    assert_eq!(done(&results), [false, true, true]);
    assert!(results.whole().unwrap_err().is_disk_full());
}

/// Cuts the power at each part in turn. Any subset of the parts, later ones too, may be on the disk
/// then, and no part torn below the sector.
#[test]
fn power_cut_within_batch_leaves_any_subset_of_parts() {
    let mut subsets = BTreeSet::new();
    for durability in [Durability::Deferred, Durability::Synchronous] {
        for (call, seed) in (0..4).flat_map(|call| (0..40).map(move |seed| (call, seed))) {
            let (mem, vfs) = faulty(FaultPlan::from_rule(Rule::new(Fault::PowerCut).on(CallKind::Write).nth(call)));
            let file = open(&vfs, "f", Access::Direct, durability);
            let buf = filled(SECTOR, 2);
            let results = file.write_batch(&[0, 2, 4, 6].map(|sector| (sector * SECTOR as u64, &buf[..])));
            assert_eq!(done(&results), [0, 1, 2, 3].map(|part| part < call), "{durability:?} {call}");
            assert!(file.sync().is_err() && vfs.is_cut());
            let left = sectors(&mem.crash_seeded(seed, CrashMode::POWER_CUT));
            assert!(left.iter().skip(1).step_by(2).all(|byte| *byte == 1), "{left:?}");
            if durability == Durability::Synchronous {
                assert!(
                    (0..call as usize).all(|part| left[2 * part] == 2),
                    "a part that returned is durable: {left:?}"
                );
            }
            subsets.insert((call, left.iter().step_by(2).copied().collect::<Vec<_>>()));
        }
    }
    assert!(subsets.contains(&(0, vec![1, 1, 1, 2])), "a later part alone");
    assert!(subsets.contains(&(1, vec![1, 2, 1, 2])), "parts on both sides of the cut");
    assert!(subsets.contains(&(0, vec![1, 1, 1, 1])) && subsets.contains(&(3, vec![2, 2, 2, 2])));
}
