//! Read-ahead: a single read for many pages, no change lost, no damage hidden.

use super::fixture::*;
use crate::AheadReads;
use sluice_base::ids::PageId;
use sluice_base::sync::atomic::Ordering;
use std::time::Duration;

fn pages(range: std::ops::Range<u32>) -> Vec<PageId> {
    range.map(|page| PageId::primary(FIRST + page)).collect()
}

fn reads(fixture: &Fixture) -> u64 {
    fixture.file.reads.load(Ordering::SeqCst)
}

/// Returns a database with no page in memory; page n is filled with n + 1.
fn cold(frames: usize) -> Fixture {
    let fixture = Fixture::new(frames);
    (0..200).for_each(|page| fixture.put(FIRST + page, page as u8 + 1));
    fixture.write_all();
    fixture.pool.drop_clean_buffers();
    fixture
}

#[test]
fn adjacent_pages_are_read_in_runs_of_at_most_64() {
    let fixture = cold(1_000);
    let before = reads(&fixture);
    assert_eq!(fixture.pool.read_ahead(DB, &pages(0..100)), 100);
    assert_eq!(reads(&fixture) - before, 2);
    let gaps: Vec<PageId> = pages(110..130).into_iter().filter(|id| id.page % 5 != 0).collect();
    assert_eq!(fixture.pool.read_ahead(DB, &gaps), 16);
    let counted = reads(&fixture);
    (0..100).for_each(|page| assert_eq!(u32::from(fixture.get(FIRST + page)), page + 1));
    assert_eq!(reads(&fixture), counted, "all are in memory");
    assert_eq!(fixture.pool.read_ahead(DB, &pages(0..100)), 0);
    assert_eq!(fixture.pool.counters().read_ahead_pages.get(), 116);
}

#[test]
fn read_ahead_keeps_pages_in_memory() {
    let fixture = cold(1_000);
    fixture.put(FIRST + 3, 250);
    assert_eq!(fixture.pool.read_ahead(DB, &pages(0..8)), 7);
    assert_eq!((fixture.get(FIRST + 3), fixture.get(FIRST + 4)), (250, 5));
}

#[test]
fn scan_does_not_evict_reused_pages() {
    let fixture = cold(160);
    let hot: Vec<u32> = (0..40).collect();
    let use_hot = || hot.iter().for_each(|page| assert_eq!(u32::from(fixture.get(FIRST + page)), page + 1));
    use_hot();
    for start in (40..200).step_by(8) {
        use_hot();
        fixture.pool.read_ahead(DB, &pages(start..start + 8));
        (start..start + 8).for_each(|page| assert_eq!(u32::from(fixture.get(FIRST + page)), page + 1));
    }
    let counted = reads(&fixture);
    use_hot();
    assert_eq!(reads(&fixture), counted);
    assert_eq!(fixture.pool.counters().page_writes.get(), 200, "nothing was written to make room");
}

#[test]
fn small_pool_reads_little_ahead_and_keeps_dirty_pages() {
    let fixture = cold(80);
    assert_eq!(fixture.pool.read_ahead(DB, &pages(0..100)), 10);
    (100..180).for_each(|page| fixture.put(FIRST + page, 7));
    let writes = fixture.pool.counters().page_writes.get();
    assert_eq!(fixture.pool.read_ahead(DB, &pages(20..30)), 0, "all frames are dirty");
    assert_eq!(fixture.pool.counters().page_writes.get(), writes);
}

#[test]
fn damaged_page_read_ahead_fails_only_its_own_read() {
    let fixture = cold(1_000);
    let mut bytes = fixture.raw(FIRST + 5);
    bytes[4000] ^= 1;
    fixture.put_raw(FIRST + 5, &bytes);
    // The cases are a misplaced page and a read beyond the file's end.
    fixture.put_raw(FIRST + 6, &fixture.raw(FIRST + 7));
    assert_eq!(fixture.pool.read_ahead(DB, &pages(0..16)), 14);
    let error = fixture.pool.read(DB, PageId::primary(FIRST + 5)).err().unwrap().to_string();
    assert!(error.contains("checksum"), "{error}");
    let error = fixture.pool.read(DB, PageId::primary(FIRST + 6)).err().unwrap().to_string();
    assert!(error.contains("misdirected"), "{error}");
    assert_eq!(fixture.get(FIRST + 7), 8);
    assert_eq!(fixture.pool.read_ahead(DB, &pages(310..330)), 0, "the file ends at page 320");
    assert!(fixture.pool.read(DB, PageId::primary(FIRST + 321)).is_err());
    assert_eq!(fixture.pool.free_frames(), 1_000 - 14, "no frame is lost");
}

#[test]
fn scattered_pages_are_read_as_one_batch() {
    let fixture = cold(2_000);
    let before = (reads(&fixture), fixture.waits.page_latches().count.get());
    let scattered: Vec<PageId> = pages(0..200).into_iter().filter(|id| id.page % 3 == 0).collect();
    assert_eq!(fixture.pool.read_ahead(DB, &scattered), scattered.len());
    assert_eq!(reads(&fixture) - before.0, scattered.len() as u64, "one part each");
    assert_eq!(fixture.waits.page_latches().count.get() - before.1, 1, "and one wait");
    for id in scattered {
        assert_eq!(u32::from(fixture.get(id.page)), id.page - FIRST + 1);
    }
}

#[test]
fn thread_reads_what_scans_ask_for() {
    let fixture = cold(1_000);
    let scan = AheadReads::default();
    assert!(!fixture.pool.ask_ahead(DB, pages(0..8), &scan), "there is no thread");
    fixture.pool.set_ahead_threads(true);
    assert!(fixture.pool.ask_ahead(DB, pages(0..8), &scan) && fixture.pool.ask_ahead(DB, pages(4..12), &scan));
    assert!(!fixture.pool.is_in_memory(DB, PageId::primary(FIRST)));
    (0..3).for_each(|_| fixture.pool.serve_ahead(Duration::ZERO));
    assert_eq!((scan.take(), scan.take()), (12, 0), "pages in memory aren't read again");
    let counted = reads(&fixture);
    (0..12).for_each(|page| assert_eq!(u32::from(fixture.get(FIRST + page)), page + 1));
    assert_eq!(reads(&fixture), counted);
    let taken = (0..40).filter(|_| fixture.pool.ask_ahead(DB, pages(20..21), &scan)).count();
    assert!((1..40).contains(&taken), "{taken}");
    fixture.pool.set_ahead_threads(false);
    fixture.pool.serve_ahead(Duration::ZERO);
    assert!(!fixture.pool.is_in_memory(DB, PageId::primary(FIRST + 20)), "no request outlives the thread");
}

#[test]
fn detached_database_is_not_read_ahead() {
    let fixture = cold(1_000);
    let scan = AheadReads::default();
    fixture.pool.set_ahead_threads(true);
    assert!(fixture.pool.ask_ahead(DB, pages(0..8), &scan));
    fixture.pool.detach(DB);
    fixture.attach();
    fixture.pool.serve_ahead(Duration::ZERO);
    assert_eq!((scan.take(), fixture.pool.pages()), (0, 0));
}
