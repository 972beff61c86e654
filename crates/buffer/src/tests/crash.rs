//! Power cuts at every write and sync of a write-back. After repair every page is whole, and old or
//! new.

use super::fixture::*;
use crate::database::LogProbe;
use crate::page;
use sluice_base::ids::{FileId, Lsn, PageId};
use sluice_vfs::File;
use sluice_vfs::mem::{CrashMode, MemFs, Survival};

/// Pages of two batches: some adjacent, some separate.
fn pages() -> Vec<u32> {
    (FIRST..FIRST + 40).chain((FIRST + 50..FIRST + 110).step_by(2)).chain([FIRST + 200]).collect()
}

/// Returns the LSN as of which the copies of the only file were made.
fn newest_copies(fixture: &Fixture) -> Lsn {
    let copies = fixture.pool.newest_copies(DB);
    assert_eq!((copies.len(), copies[0].0), (1, FileId::PRIMARY));
    copies[0].1
}

const OLD: u8 = 0x11;
const NEW: u8 = 0x22;

/// Stores all pages as old in the file and new in memory, then writes them back with a power cut
/// after `calls` more writes and syncs. Returns the survivor and whether the write-back was
/// acknowledged, or `None` if it made fewer calls.
fn cut_after(calls: u64, seed: u64, mode: CrashMode, double_write: bool) -> Option<(Fixture, bool)> {
    let fixture = Fixture::over(128, MemFs::new(seed), double_write, ProbeLog::new());
    let pages = pages();
    pages.iter().for_each(|page| fixture.put(*page, OLD));
    fixture.write_all();
    fixture.file.sync().unwrap();
    pages.iter().for_each(|page| fixture.put(*page, NEW));
    fixture.file.after(calls, Mishap::PowerCut(seed, mode));
    let is_acknowledged = fixture.pool.write_back(DB, Lsn(u64::MAX)).is_ok();
    let survivor = fixture.file.survivor.lock().take()?;
    Some((Fixture::over(128, survivor, double_write, fixture.log.clone()), is_acknowledged))
}

#[test]
fn pages_behind_a_cut_may_be_new_before_it() {
    // Calls of the first batch: the area, its sync, then pages in place.
    for (seed, is_behind_new) in [(2, true), (3, false)] {
        let (fixture, _) = cut_after(3, seed, CrashMode::KEEP_UNSYNCED, true).unwrap();
        let later = uniform(&fixture.raw(FIRST + 58)) == NEW;
        assert_eq!(later, is_behind_new, "seed {seed}");
    }
}

/// Returns the number of whole pages in the file.
fn whole_in_file(fixture: &Fixture) -> usize {
    let is_whole = |page: &&u32| page::verify(&fixture.raw(**page), PageId::primary(**page), GUID).is_valid();
    pages().iter().filter(is_whole).count()
}

fn assert_old_or_new(fixture: &Fixture) -> usize {
    let values = pages().into_iter().map(|page| uniform(&fixture.raw(page)));
    values.inspect(|value| assert!(*value == OLD || *value == NEW)).filter(|value| *value == NEW).count()
}

const MODES: [CrashMode; 4] = [
    CrashMode::POWER_CUT,
    CrashMode::LOSE_UNSYNCED,
    CrashMode::KEEP_UNSYNCED,
    CrashMode::PowerCut(Survival { kept: 70, torn: 100, entries: 100 }),
];

#[test]
fn repaired_pages_are_whole_after_power_cut_at_any_call() {
    let mut repaired = 0;
    let mut cuts = 0;
    for mode in MODES {
        for seed in 1..4 {
            let mut calls = 0;
            while let Some((fixture, is_acknowledged)) = cut_after(calls, seed, mode, true) {
                repaired += fixture.pool.repair_torn(DB, Lsn::NONE, &[], false).unwrap();
                assert_eq!(whole_in_file(&fixture), pages().len(), "cut after {calls} calls, seed {seed}, {mode:?}");
                let new = assert_old_or_new(&fixture);
                assert!(!is_acknowledged || new == pages().len(), "what was acknowledged is there");
                let again = fixture.file.cut_copy(CrashMode::LOSE_UNSYNCED);
                let again = Fixture::over(1, again, true, fixture.log.clone());
                assert_eq!(
                    again.pool.repair_torn(DB, Lsn::NONE, &[], false).unwrap(),
                    0,
                    "what was repaired is durable"
                );
                cuts += 1;
                calls += 1;
            }
        }
    }
    assert!(cuts > 300 && repaired > 100, "the cuts tore pages: {cuts} cuts, {repaired} repaired");
}

#[test]
fn pages_without_double_write_area_are_torn() {
    let torn = CrashMode::PowerCut(Survival { kept: 50, torn: 100, entries: 100 });
    let (fixture, _) = cut_after(3, 5, torn, false).unwrap();
    assert_eq!(fixture.pool.repair_torn(DB, Lsn::NONE, &[], false).unwrap(), 0);
    assert!(whole_in_file(&fixture) < pages().len(), "or the other test proves nothing");
}

#[test]
fn power_cut_during_repair_is_repaired_by_next_repair() {
    let torn = CrashMode::PowerCut(Survival { kept: 50, torn: 100, entries: 100 });
    // The cut comes after some of: the directory's batch, its sync, the first write in place.
    let mut interrupted = 0;
    for calls in 3..12 {
        for at in 0..40 {
            let (fixture, _) = cut_after(calls, 11, torn, true).unwrap();
            fixture.file.after(at, Mishap::PowerCut(at, torn));
            let _ = fixture.pool.repair_torn(DB, Lsn::NONE, &[], false);
            let Some(survivor) = fixture.file.survivor.lock().take() else { break };
            interrupted += 1;
            let fixture = Fixture::over(128, survivor, true, fixture.log.clone());
            fixture.pool.repair_torn(DB, Lsn::NONE, &[], false).unwrap();
            assert_eq!(whole_in_file(&fixture), pages().len(), "cut after {calls} calls, repair cut after {at}");
            assert_old_or_new(&fixture);
        }
    }
    assert!(interrupted > 20, "{interrupted}");
}

#[test]
fn torn_page_without_copy_is_refused() {
    let fixture = Fixture::new(16);
    (0..3).for_each(|page| fixture.put(FIRST + page, OLD));
    fixture.write_all();
    fixture.put(FIRST + 1, NEW);
    fixture.write_all();
    fixture.pool.drop_clean_buffers();
    for page in [FIRST, FIRST + 1] {
        let mut bytes = fixture.raw(page);
        bytes[512..1024].fill(0xEE);
        fixture.put_raw(page, &bytes);
    }
    // Only the last batch has copies.
    assert_eq!(fixture.pool.repair_torn(DB, Lsn::NONE, &[], false).unwrap(), 1);
    assert_eq!(fixture.get(FIRST + 1), NEW);
    assert!(fixture.pool.read(DB, PageId::primary(FIRST)).is_err());
    assert_eq!(fixture.get(FIRST + 2), OLD);
}

#[test]
fn damaged_directory_or_copy_is_not_used() {
    let fixture = Fixture::new(16);
    fixture.put(FIRST, NEW);
    fixture.put(FIRST + 1, NEW);
    fixture.write_all();
    let torn: Vec<u8> =
        fixture.raw(FIRST).iter().enumerate().map(|(at, byte)| if at < 4096 { *byte } else { 1 }).collect();
    let directory = fixture.raw(AREA);
    let copy = fixture.raw(AREA + 1);
    let damaged = |bytes: &[u8]| {
        let mut bytes = bytes.to_vec();
        bytes[300] ^= 1;
        bytes
    };
    fixture.put_raw(FIRST, &torn);
    fixture.put_raw(AREA, &damaged(&directory));
    assert_eq!(fixture.pool.repair_torn(DB, Lsn::NONE, &[], false).unwrap(), 0);
    fixture.put_raw(AREA, &directory);
    fixture.put_raw(AREA + 1, &damaged(&copy));
    assert_eq!(fixture.pool.repair_torn(DB, Lsn::NONE, &[], false).unwrap(), 0);
    // The pages are whole but differ from the copy listed in the directory: another page, and
    // another state of this page.
    fixture.put_raw(AREA + 1, &fixture.raw(AREA + 2));
    assert_eq!(fixture.pool.repair_torn(DB, Lsn::NONE, &[], false).unwrap(), 0);
    let mut other = copy.clone();
    other[300] ^= 1;
    page::seal(&mut other);
    fixture.put_raw(AREA + 1, &other);
    assert_eq!(fixture.pool.repair_torn(DB, Lsn::NONE, &[], false).unwrap(), 0);
    fixture.put_raw(AREA + 1, &copy);
    assert_eq!(fixture.pool.repair_torn(DB, Lsn::NONE, &[], false).unwrap(), 1);
    assert_eq!(uniform(&fixture.raw(FIRST)), NEW);
}

#[test]
fn copy_older_than_redo_start_is_not_used() {
    let fixture = Fixture::new(16);
    fixture.put(FIRST, OLD);
    fixture.write_all();
    let (old_area, as_of) = ([fixture.raw(AREA), fixture.raw(AREA + 1)], fixture.log.tail());
    fixture.put(FIRST, NEW);
    fixture.write_all();
    fixture.pool.drop_clean_buffers();
    let (end, newest) = (fixture.log.tail(), newest_copies(&fixture));
    // The disk reported the second batch's copies as durable. They were not, and the page is torn.
    fixture.put_raw(AREA, &old_area[0]);
    fixture.put_raw(AREA + 1, &old_area[1]);
    let mut torn = fixture.raw(FIRST);
    torn[512..1024].fill(0xEE);
    fixture.put_raw(FIRST, &torn);
    // A checkpoint has released the log up to here: the newer change would be lost silently.
    assert_eq!(fixture.pool.repair_torn(DB, end, &[(FileId::PRIMARY, newest)], false).unwrap(), 0);
    assert!(fixture.pool.read(DB, PageId::primary(FIRST)).is_err(), "it is told, not replaced by an older one");
    assert_eq!(
        fixture.pool.repair_torn(DB, as_of, &[(FileId::PRIMARY, newest)], false).unwrap(),
        1,
        "redo makes the newer change again"
    );
    assert_eq!(fixture.get(FIRST), OLD);
}

#[test]
fn newest_copies_repair_damage_long_after_their_batch() {
    let fixture = Fixture::new(16);
    fixture.put(FIRST, NEW);
    fixture.write_all();
    fixture.pool.drop_clean_buffers();
    let newest = newest_copies(&fixture);
    let mut flipped = fixture.raw(FIRST);
    flipped[700] ^= 4;
    fixture.put_raw(FIRST, &flipped);
    let later = Lsn(fixture.log.append().0 + 1_000);
    assert_eq!(
        fixture.pool.repair_torn(DB, later, &[(FileId::PRIMARY, Lsn(newest.0 + 1))], false).unwrap(),
        0,
        "a newer batch was lost"
    );
    assert_eq!(fixture.pool.repair_torn(DB, later, &[(FileId::PRIMARY, newest)], false).unwrap(), 1);
    assert_eq!(fixture.get(FIRST), NEW);
}

#[test]
fn lost_synced_write_is_repaired_and_newer_page_kept() {
    let fixture = Fixture::new(16);
    fixture.put(FIRST, OLD);
    fixture.write_all();
    let old = fixture.raw(FIRST);
    fixture.put(FIRST, NEW);
    fixture.write_all();
    fixture.pool.drop_clean_buffers();
    let (new, area) = (fixture.raw(FIRST), [fixture.raw(AREA), fixture.raw(AREA + 1)]);
    let (end, newest) = (fixture.log.append(), newest_copies(&fixture));
    fixture.put_raw(FIRST, &old);
    assert_eq!(
        fixture.pool.repair_torn(DB, end, &[(FileId::PRIMARY, newest)], false).unwrap(),
        1,
        "no redo would do it"
    );
    assert_eq!(fixture.raw(FIRST), new);
    // The opposite case: an older area below a newer page.
    fixture.put(FIRST, 0x33);
    fixture.write_all();
    let newer = fixture.raw(FIRST);
    (0..2).for_each(|at| fixture.put_raw(AREA + at, &area[at as usize]));
    assert_eq!(fixture.pool.repair_torn(DB, Lsn::NONE, &[], false).unwrap(), 0);
    assert_eq!(fixture.raw(FIRST), newer);
}

/// Stores OLD durably and NEW in memory in two pages. The write-back fails at its `call`th call,
/// and the system drops the bytes that waited for a sync, but shows them.
fn failed_sync(call: u64) -> Fixture {
    let fixture = Fixture::new(16);
    for value in [OLD, NEW] {
        (0..2).for_each(|page| fixture.put(FIRST + page, value));
        if value == OLD {
            fixture.write_all();
        }
    }
    fixture.file.after(call, Mishap::Fail);
    fixture.pool.write_back(DB, Lsn(u64::MAX)).unwrap_err();
    fixture.file.drop_unsynced();
    fixture.pool.detach(DB);
    fixture.attach_for_redo();
    fixture
}

#[test]
fn pages_of_failed_sync_are_written_again_by_repair() {
    // Calls of the batch: the area, its sync, the pages in place, their sync.
    for (call, repaired) in [(1, 2), (3, 0)] {
        let fixture = failed_sync(call);
        let lost = Fixture::over(16, fixture.file.cut_copy(CrashMode::KEEP_UNSYNCED), true, fixture.log.clone());
        assert_eq!(uniform(&lost.raw(FIRST)), OLD, "or the test proves nothing");
        assert_eq!(fixture.pool.repair_torn(DB, Lsn::NONE, &[], false).unwrap(), repaired);
        let durable = fixture.file.cut_copy(CrashMode::LOSE_UNSYNCED);
        let durable = Fixture::over(16, durable, true, fixture.log.clone());
        assert_eq!([0, 1].map(|page| uniform(&durable.raw(FIRST + page))), [NEW; 2], "call {call}");
    }
}

#[test]
fn power_cut_after_failed_sync_and_repair_leaves_whole_pages() {
    let torn = CrashMode::PowerCut(Survival { kept: 50, torn: 100, entries: 100 });
    let mut cuts = 0;
    for call in [1, 3] {
        for (at, seed) in (0..8).flat_map(|at| (0..20).map(move |seed| (at, seed))) {
            let fixture = failed_sync(call);
            fixture.file.after(at, Mishap::PowerCut(seed, torn));
            let _ = fixture.pool.repair_torn(DB, Lsn::NONE, &[], false);
            let Some(survivor) = fixture.file.survivor.lock().take() else { break };
            cuts += 1;
            let fixture = Fixture::over(16, survivor, true, fixture.log.clone());
            fixture.pool.repair_torn(DB, Lsn::NONE, &[], false).unwrap();
            for page in [FIRST, FIRST + 1] {
                let bytes = fixture.raw(page);
                assert!(page::verify(&bytes, PageId::primary(page), GUID).is_valid(), "call {call}, cut at {at}");
                assert!([OLD, NEW].contains(&uniform(&bytes)), "call {call}, cut at {at}");
            }
        }
    }
    assert!(cuts > 100, "{cuts}");
}
