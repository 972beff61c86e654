//! Fillers: clean pages that are written with the dirty pages around them on a slow disk.

use super::fixture::*;
use crate::database::LogProbe;
use crate::page;
use sluice_base::ids::{Lsn, PageId};
use sluice_vfs::mem::{CrashMode, Survival};

const OLD: u8 = 0x11;
const NEW: u8 = 0x22;
const PAGES: u32 = 150;

/// Whether a page is dirty before the batch under test.
fn is_dirty(page: &u32) -> bool {
    page.is_multiple_of(3)
}

fn make_dirty(fixture: &Fixture) {
    (0..PAGES).filter(is_dirty).for_each(|page| fixture.put(FIRST + page, NEW));
}

/// Asserts that the file has all pages, those that were dirty with one of the values `dirty`.
fn assert_file(fixture: &Fixture, dirty: &[u8]) {
    for page in 0..PAGES {
        let bytes = fixture.raw(FIRST + page);
        assert!(page::verify(&bytes, PageId::primary(FIRST + page), GUID).is_valid(), "page {page} is damaged");
        let expected: &[u8] = if is_dirty(&page) { dirty } else { &[OLD] };
        assert!(expected.contains(&uniform(&bytes)), "page {page} has {:x}", uniform(&bytes));
    }
}

#[test]
fn gaps_between_dirty_pages_are_filled_on_slow_disk() {
    let fixture = Fixture::slow(200, 7, PAGES, OLD);
    make_dirty(&fixture);
    assert_eq!(fixture.write_all(), 50, "fillers don't count");
    assert_eq!(fixture.pool.counters().filler_pages.get(), 144 - 50);
    let windows = [(FIRST, 61), (FIRST + 63, 61), (FIRST + 126, 22)];
    assert_eq!(fixture.file.take_writes_in_place(), windows);
    assert_eq!(fixture.pool.min_rec_lsn(DB), None);
    assert_file(&fixture, &[NEW]);
}

#[test]
fn no_page_is_filled_on_fast_disk() {
    let fixture = Fixture::new(200);
    for value in [OLD, NEW] {
        (0..PAGES).for_each(|page| fixture.put(FIRST + page, value));
        fixture.write_all();
    }
    fixture.file.take_writes_in_place();
    make_dirty(&fixture);
    assert_eq!(fixture.write_all(), 50);
    assert_eq!(fixture.file.take_writes_in_place().len(), 50);
}

#[test]
fn gap_with_page_not_in_memory_is_not_filled() {
    let fixture = Fixture::slow(200, 7, PAGES, OLD);
    fixture.pool.drop_clean_buffers();
    [0, 2, 3, 20].iter().for_each(|page| fixture.put(FIRST + page, NEW));
    assert_eq!(fixture.write_all(), 4);
    assert_eq!(fixture.file.take_writes_in_place(), [(FIRST, 1), (FIRST + 2, 2), (FIRST + 20, 1)]);
}

#[test]
fn wide_gap_is_not_filled() {
    let fixture = Fixture::slow(200, 7, PAGES, OLD);
    [0, 13, 27].iter().for_each(|page| fixture.put(FIRST + page, NEW));
    assert_eq!(fixture.write_all(), 3);
    assert_eq!(fixture.file.take_writes_in_place(), [(FIRST, 14), (FIRST + 27, 1)], "12 pages, and 13");
}

#[test]
fn header_copies_are_not_written_together_by_a_gap() {
    let fixture = Fixture::slow(200, 7, PAGES, OLD);
    (0..3).for_each(|page| fixture.put(page, OLD));
    fixture.write_all();
    fixture.file.take_writes_in_place();
    [0, 2].iter().for_each(|page| fixture.put(*page, NEW));
    assert_eq!(fixture.write_all(), 2);
    assert_eq!(fixture.file.take_writes_in_place(), [(0, 1), (2, 1)]);
}

#[test]
fn dirty_page_in_a_gap_becomes_clean() {
    let fixture = Fixture::slow(200, 7, PAGES, OLD);
    [0, 2].iter().for_each(|page| fixture.put(FIRST + page, NEW));
    let middle = fixture.log.tail();
    fixture.put(FIRST + 1, NEW);
    assert_eq!(fixture.pool.write_oldest(DB, middle, 2).unwrap(), 3);
    assert_eq!(fixture.file.take_writes_in_place(), [(FIRST, 3)]);
    assert_eq!((uniform(&fixture.raw(FIRST + 1)), fixture.pool.min_rec_lsn(DB)), (NEW, None));
}

#[test]
fn lazy_writer_writes_windows_on_slow_disk() {
    let fixture = Fixture::slow(PAGES as usize, 7, PAGES, OLD);
    for round in 0..6 {
        (0..PAGES).for_each(|page| fixture.put(FIRST + page, NEW + round));
        assert!(fixture.pool.make_free() > 0);
    }
    let written = fixture.file.take_writes_in_place();
    assert!(written.len() >= 4 && written.iter().all(|(_, pages)| *pages >= 20), "{written:?}");
    // The hand goes on where it was.
    let follow = written.windows(2).filter(|pair| pair[1].0 == pair[0].0 + pair[0].1).count();
    assert!(follow >= written.len() / 2, "{written:?}");
    (0..PAGES).for_each(|page| assert_eq!(fixture.get(FIRST + page), NEW + 5));
}

/// Cuts the power after `calls` writes and syncs of a batch with fillers of another log epoch.
/// Returns the survivor, or `None` if there are fewer calls.
fn cut_after(calls: u64, seed: u64, mode: CrashMode) -> Option<(Fixture, bool)> {
    let fixture = Fixture::slow(200, seed, PAGES, OLD);
    fixture.log.begin_epoch(fixture.log.tail());
    make_dirty(&fixture);
    fixture.file.after(calls, Mishap::PowerCut(seed, mode));
    let is_acknowledged = fixture.pool.write_back(DB, Lsn(u64::MAX)).is_ok();
    let survivor = fixture.file.survivor.lock().take()?;
    Some((Fixture::over(200, survivor, true, fixture.log.clone()), is_acknowledged))
}

#[test]
fn fillers_are_whole_after_power_cut_at_any_call() {
    let torn = CrashMode::PowerCut(Survival { kept: 50, torn: 100, entries: 100 });
    let mut cuts = 0;
    for mode in [CrashMode::POWER_CUT, CrashMode::LOSE_UNSYNCED, CrashMode::KEEP_UNSYNCED, torn] {
        for seed in 1..5 {
            let mut calls = 0;
            while let Some((fixture, is_acknowledged)) = cut_after(calls, seed, mode) {
                fixture.pool.repair_torn(DB, Lsn::NONE, &[], false).unwrap();
                assert_file(&fixture, if is_acknowledged { &[NEW] } else { &[OLD, NEW] });
                (cuts, calls) = (cuts + 1, calls + 1);
            }
        }
    }
    assert!(cuts >= 12 * 16, "{cuts}");
}

/// A device may destroy more than it was to write. The cut comes during the first batch in place.
#[test]
fn destroyed_filler_is_repaired() {
    let (fixture, _) = cut_after(2, 3, CrashMode::KEEP_UNSYNCED).unwrap();
    fixture.put_raw(FIRST + 1, &[0xEE; page::PAGE_SIZE]);
    assert!(fixture.pool.read(DB, PageId::primary(FIRST + 1)).is_err(), "or the test proves nothing");
    assert!(fixture.pool.repair_torn(DB, Lsn::NONE, &[], false).unwrap() >= 1);
    assert_file(&fixture, &[OLD, NEW]);
}

#[test]
fn filler_torn_by_a_failed_write_is_read_from_its_batch() {
    let fixture = Fixture::slow(200, 7, PAGES, OLD);
    make_dirty(&fixture);
    fixture.file.after(2, Mishap::Fail);
    fixture.pool.write_back(DB, Lsn(u64::MAX)).unwrap_err();
    fixture.put_raw(FIRST + 1, &[0xEE; page::PAGE_SIZE]);
    fixture.pool.drop_clean_buffers();
    assert_eq!(fixture.get(FIRST + 1), OLD);
    fixture.write_all();
    assert_file(&fixture, &[NEW]);
    // A page that is damaged at rest is still refused.
    fixture.put_raw(FIRST + 1, &[0xEE; page::PAGE_SIZE]);
    fixture.pool.drop_clean_buffers();
    assert!(fixture.pool.read(DB, PageId::primary(FIRST + 1)).is_err());
}
