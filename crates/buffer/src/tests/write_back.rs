//! Write-back: the order of calls, the time at which pages become clean, and failures of the file.

use super::fixture::*;
use crate::database::{Database, DatabaseFiles, DatabaseLog, LogProbe};
use crate::{DOUBLE_WRITE_PAGES, MAP_PAGE, PAGE_SIZE, PageError};
use sluice_base::ids::{DatabaseId, FileId, Lsn, PageId};
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::Ordering;
use sluice_vfs::mem::MemFs;
use sluice_wal::LogError;
use std::time::{Duration, Instant};

const SYNC: (u32, u32) = (0, 0);

#[test]
fn batch_writes_area_syncs_writes_in_place_syncs() {
    let fixture = Fixture::new(100);
    for page in [5, 0, 1, 2, 9, 8] {
        fixture.put(FIRST + page, 1);
    }
    fixture.file.trace.lock().clear();
    assert_eq!(fixture.write_all(), 6);
    // The map of changed extents is written with the pages.
    let expected = [(AREA, 7), SYNC, (FIRST, 3), (FIRST + 5, 1), (FIRST + 8, 2), (MAP_PAGE + 1, 1), SYNC];
    assert_eq!(*fixture.file.trace.lock(), expected);
    assert_eq!((fixture.write_all(), fixture.pool.min_rec_lsn(DB)), (0, None), "all is clean");
    assert_eq!(fixture.pool.counters().page_writes.get(), 6);
}

/// A header is read before any page can be repaired. So a power cut must leave a copy whole.
#[test]
fn header_copies_are_written_in_two_batches() {
    let fixture = Fixture::new(100);
    [0, 1, FIRST].into_iter().for_each(|page| fixture.put(page, 1));
    fixture.file.trace.lock().clear();
    assert_eq!(fixture.write_all(), 3);
    let trace = fixture.file.trace.lock().clone();
    let place = |written: (u32, u32)| trace.iter().position(|call| *call == written).unwrap();
    let (first, second) = (place((0, 1)), place((1, 1)));
    assert!(trace[first..second].contains(&SYNC), "{trace:?}");
}

#[test]
fn write_back_splits_into_batches() {
    let fixture = Fixture::new(200);
    (0..130).for_each(|page| fixture.put(FIRST + page, 1));
    assert_eq!(fixture.write_all(), 130);
    assert_eq!(fixture.pool.counters().double_write_batches.get(), 3);
    let most = fixture.file.trace.lock().iter().map(|(_, pages)| *pages).max();
    assert_eq!(most, Some(DOUBLE_WRITE_PAGES), "the area is used whole and never overrun");
}

/// Without memory for a whole batch, pages are written one at a time, so that writing never waits
/// for memory.
#[test]
fn write_back_without_memory_writes_single_pages() {
    let fixture = Fixture::new(100);
    (0..3).for_each(|page| fixture.put(FIRST + page, 1));
    fixture.pool.broker().set_limit(1);
    fixture.file.trace.lock().clear();
    assert_eq!(fixture.write_all(), 3);
    let most = fixture.file.trace.lock().iter().map(|(_, pages)| *pages).max();
    assert_eq!(most, Some(2), "the directory and one copy");
    assert_eq!(fixture.pool.min_rec_lsn(DB), None);
}

#[test]
fn resting_database_frees_staging_area() {
    let fixture = Fixture::new(100);
    let held = || fixture.pool.broker().held();
    fixture.put(FIRST, 1);
    let dirty = held();
    assert_eq!(fixture.write_all(), 1);
    assert_eq!(held() - dirty, u64::from(DOUBLE_WRITE_PAGES - 2) * PAGE_SIZE as u64);
    fixture.pool.rest(DB);
    assert_eq!(held(), dirty);
    fixture.put(FIRST, 2);
    assert_eq!(fixture.write_all(), 1);
}

#[test]
fn write_back_skips_pages_changed_later() {
    let fixture = Fixture::new(20);
    fixture.put(FIRST, 1);
    fixture.put(FIRST + 1, 1);
    let middle = fixture.log.tail();
    fixture.put(FIRST, 2);
    fixture.put(FIRST + 2, 1);
    assert_eq!(fixture.pool.write_back(DB, middle).unwrap(), 2, "a page counts by its first change");
    assert_eq!(fixture.pool.min_rec_lsn(DB), Some(Lsn(middle.0 + 10)));
}

#[test]
fn change_after_copy_keeps_page_dirty_from_tail() {
    let fixture = Arc::new(Fixture::new(20));
    fixture.put(FIRST, 1);
    fixture.put(FIRST + 1, 1);
    let at_copy = fixture.log.tail();
    let late = fixture.clone();
    fixture.log.on_next_harden(move || late.put(FIRST, 2));
    assert_eq!(fixture.write_all(), 2);
    assert_eq!(uniform(&fixture.raw(FIRST)), 1, "the copy was written");
    assert_eq!(fixture.pool.min_rec_lsn(DB), Some(at_copy), "the change that came after it still needs the log");
    assert_eq!(fixture.write_all(), 1);
    assert_eq!((uniform(&fixture.raw(FIRST)), fixture.pool.min_rec_lsn(DB)), (2, None));
}

#[test]
fn announcement_after_copy_keeps_page_dirty() {
    let fixture = Arc::new(Fixture::new(20));
    fixture.put(FIRST, 1);
    let late = fixture.clone();
    // No LSN changes here: only the announcement makes the page dirty.
    fixture.log.on_next_harden(move || late.pool.write(DB, PageId::primary(FIRST)).unwrap().will_change());
    fixture.write_all();
    assert!(fixture.pool.min_rec_lsn(DB).is_some());
}

#[test]
fn announced_page_is_dirty_from_before_append() {
    let fixture = Fixture::new(20);
    let mut page = fixture.pool.write(DB, PageId::primary(FIRST)).unwrap();
    let before = fixture.log.tail();
    page.will_change();
    fixture.log.append();
    assert_eq!(fixture.pool.min_rec_lsn(DB), Some(before), "a checkpoint between append and change sees it");
}

#[test]
fn write_back_waits_for_page_latched_by_writer() {
    let fixture = Arc::new(Fixture::new(20));
    fixture.put(FIRST, 1);
    fixture.put(FIRST + 1, 1);
    let mut page = fixture.pool.write(DB, PageId::primary(FIRST)).unwrap();
    std::thread::scope(|scope| {
        let checkpoint = scope.spawn(|| fixture.write_all());
        while fixture.pool.counters().page_writes.get() < 1 {
            std::thread::yield_now();
        }
        assert!(!checkpoint.is_finished(), "the other page is written, this one waited for");
        change(&fixture.log, &mut page, 2);
        drop(page);
        assert_eq!(checkpoint.join().unwrap(), 2);
    });
    assert_eq!((uniform(&fixture.raw(FIRST)), fixture.pool.min_rec_lsn(DB)), (2, None));
}

#[test]
fn failed_sync_ends_writing_not_reading() {
    for call in [1, 4] {
        let fixture = Fixture::new(4);
        (0..3).for_each(|page| fixture.put(FIRST + page, 1));
        fixture.file.after(call, Mishap::Fail);
        let first = fixture.pool.write_back(DB, Lsn(u64::MAX)).unwrap_err();
        assert!(matches!(first, PageError::File(_)), "{first}");
        fixture.file.trace.lock().clear();
        let second = fixture.pool.write_back(DB, Lsn(u64::MAX)).unwrap_err();
        assert!(matches!(&second, PageError::Poisoned(why) if why.contains("a mishap")), "{second}");
        assert!(fixture.file.trace.lock().is_empty(), "nothing is tried again");
        assert_eq!((fixture.get(FIRST), fixture.get(FIRST + 50)), (1, 0), "reading goes on");
        assert!(fixture.pool.min_rec_lsn(DB).is_some(), "nothing was marked clean");
        // The frames of the changed pages are needed. The file has an older state of them, which
        // nobody reads.
        let oldest = fixture.pool.min_rec_lsn(DB);
        fixture.put(FIRST + 50, 1);
        (51..60).for_each(|page| assert_eq!(fixture.get(FIRST + page), 0));
        for page in [0, 1, 2, 50] {
            let id = PageId::primary(FIRST + page);
            let lost = fixture.pool.read(DB, id).err().unwrap();
            assert!(matches!(&lost, PageError::Poisoned(why) if why.contains("a mishap")), "{lost}");
            assert!(matches!(fixture.pool.create(DB, id), Err(PageError::Poisoned(_))));
            assert_eq!(fixture.pool.read_ahead(DB, &[id]), 0);
        }
        assert_eq!(fixture.pool.min_rec_lsn(DB), oldest, "the log must be kept for the lost pages");
        let after = fixture.pool.write_back(DB, Lsn(u64::MAX)).unwrap_err();
        assert!(matches!(after, PageError::Poisoned(_)), "no checkpoint follows: {after}");
    }
}

#[test]
fn failed_page_write_is_tried_again_before_any_other() {
    // Calls of a batch: area, sync, in place, map of changed extents, sync.
    for (call, again) in [(0, vec![]), (2, vec![(FIRST, 2), (MAP_PAGE + 1, 1), SYNC])] {
        let fixture = Fixture::new(20);
        fixture.put(FIRST, 1);
        fixture.put(FIRST + 1, 1);
        fixture.file.after(call, Mishap::Fail);
        let first = fixture.pool.write_back(DB, Lsn(u64::MAX)).unwrap_err();
        assert!(matches!(first, PageError::File(_)), "{first}");
        assert!(fixture.pool.failure(DB).is_none(), "the database goes on");
        assert!(fixture.pool.min_rec_lsn(DB).is_some(), "nothing was marked clean");
        fixture.put(FIRST, 2);
        fixture.file.trace.lock().clear();
        fixture.write_all();
        let trace = std::mem::take(&mut *fixture.file.trace.lock());
        assert_eq!(trace[..again.len()], again, "the failed batch comes first");
        assert!(trace[again.len()..].starts_with(&[(AREA, 2 + (call == 0) as u32), (0, 0)]), "{trace:?}");
        assert_eq!((uniform(&fixture.raw(FIRST)), uniform(&fixture.raw(FIRST + 1))), (2, 1));
        assert_eq!(fixture.pool.min_rec_lsn(DB), None);
    }
}

/// Each file has its own double-write area, so the failed batch of one holds up no other.
#[test]
fn failed_page_write_is_tried_again_in_its_file() {
    let database = DatabaseId(6);
    let fixture = Fixture::new(20);
    let second: Arc<dyn sluice_vfs::File> = fixture.file.clone();
    let files = DatabaseFiles {
        guid: GUID,
        data: fixture.second_file("/other.mdf"),
        secondary: vec![(FileId(3), second)],
        log: None,
        pair_page: PAIR,
        double_write_page: AREA,
        double_write: true,
        check: |_| Ok(()),
    };
    fixture.pool.attach(database, files).unwrap();
    fixture.pool.give_log(database, DatabaseLog::Probe(fixture.log.clone()));
    let ids = [PageId::primary(FIRST), PageId { file: FileId(3), page: FIRST }];
    let put = |id, value| change(&fixture.log, &mut fixture.pool.write(database, id).unwrap(), value);
    ids.into_iter().for_each(|id| put(id, 1));
    fixture.file.after(2, Mishap::Fail);
    let failed = fixture.pool.write_back(database, Lsn(u64::MAX)).unwrap_err();
    assert!(matches!(failed, PageError::File(_)), "{failed}");
    put(ids[0], 2);
    fixture.file.trace.lock().clear();
    fixture.pool.write_back(database, Lsn(u64::MAX)).unwrap();
    assert_eq!(*fixture.file.trace.lock(), [(FIRST, 1), (MAP_PAGE + 1, 1), SYNC], "from its copies");
    assert_eq!(fixture.pool.min_rec_lsn(database), None);
    fixture.pool.drop_clean_buffers();
    let values = ids.map(|id| uniform(&fixture.pool.read(database, id).unwrap()));
    assert_eq!(values, [2, 1]);
}

#[test]
fn repeated_write_failures_end_writing() {
    let fixture = Fixture::new(20);
    fixture.put(FIRST, 1);
    for failure in 0..3 {
        assert!(fixture.pool.failure(DB).is_none(), "{failure}");
        fixture.file.after(if failure == 0 { 2 } else { 0 }, Mishap::Fail);
        fixture.pool.write_back(DB, Lsn(u64::MAX)).unwrap_err();
    }
    assert!(fixture.pool.failure(DB).is_some_and(|why| why.contains("a mishap")));
}

#[test]
fn failed_database_gives_its_frames_to_others() {
    let other = DatabaseId(6);
    for call in [1, 4] {
        let fixture = Fixture::new(8);
        let data = fixture.second_file("/other.mdf");
        let files = DatabaseFiles {
            guid: GUID,
            data,
            secondary: Vec::new(),
            log: None,
            pair_page: PAIR,
            double_write_page: AREA,
            double_write: true,
            check: |_| Ok(()),
        };
        fixture.pool.attach(other, files).unwrap();
        (0..8).for_each(|page| fixture.put(FIRST + page, 1));
        fixture.file.after(call, Mishap::Fail);
        // All frames hold dirty pages of a database whose next sync fails.
        for page in 0..20 {
            let read = fixture.pool.read(other, PageId::primary(FIRST + page));
            assert_eq!(uniform(&read.unwrap_or_else(|error| panic!("{call}, {page}: {error}"))), 0);
        }
        let mut mine = fixture.pool.write(other, PageId::primary(FIRST)).unwrap();
        mine.will_change();
        drop(mine);
        assert!(fixture.pool.failure(DB).is_some() && fixture.pool.failure(other).is_none());
        assert!(fixture.pool.failure_flag(DB).load(Ordering::SeqCst), "seen without a checkpoint");
        fixture.pool.write_back(other, Lsn(u64::MAX)).unwrap();
    }
}

#[test]
fn database_with_poisoned_log_gives_up_its_pages() {
    let fixture = Fixture::new(4);
    (0..4).for_each(|page| fixture.put(FIRST + page, 1));
    fixture.log.poison();
    (50..60).for_each(|page| assert_eq!(fixture.get(FIRST + page), 0));
    assert!(fixture.pool.failure(DB).is_none(), "the data file has not failed");
    for page in 0..4 {
        let lost = fixture.pool.read(DB, PageId::primary(FIRST + page)).err().unwrap();
        assert!(matches!(&lost, PageError::Log(LogError::Poisoned(_))), "{lost}");
    }
    assert_eq!(fixture.file.trace.lock().len(), 0);
}

#[test]
fn failed_file_sync_is_not_retried() {
    let fixture = Fixture::new(4);
    fixture.put(FIRST, 1);
    fixture.file.after(0, Mishap::Fail);
    assert!(matches!(fixture.pool.sync_file(DB, FileId::PRIMARY), Err(PageError::File(_))));
    fixture.file.trace.lock().clear();
    assert!(matches!(fixture.pool.sync_file(DB, FileId::PRIMARY), Err(PageError::Poisoned(_))));
    assert!(matches!(fixture.pool.write_back(DB, Lsn(u64::MAX)), Err(PageError::Poisoned(_))));
    assert!(fixture.file.trace.lock().is_empty(), "the system may say that all is well, of what it has dropped");
}

#[test]
fn write_back_without_area_does_not_sync() {
    let fixture = Fixture::over(20, MemFs::new(1), false, ProbeLog::new());
    fixture.put(FIRST, 1);
    fixture.write_all();
    assert_eq!(*fixture.file.trace.lock(), [(FIRST, 1)]);
    assert_eq!(fixture.pool.counters().double_write_batches.get(), 0);
}

/// Whether the turn is free, or becomes free soon.
fn is_turn_free(database: &Database) -> bool {
    let until = Instant::now() + Duration::from_secs(5);
    while Instant::now() < until {
        if database.turn.try_lock().is_some() {
            return true;
        }
        std::thread::yield_now();
    }
    false
}

#[test]
fn detach_keeps_no_turn_while_it_waits_for_a_latch() {
    let fixture = Fixture::new(20);
    fixture.put(FIRST, 1);
    let database = fixture.pool.cache.databases.get(DB).unwrap();
    let held = fixture.pool.read(DB, PageId::primary(FIRST)).unwrap();
    std::thread::scope(|scope| {
        let detaching = scope.spawn(|| fixture.pool.detach(DB));
        while fixture.pool.cache.databases.get(DB).is_some() {
            std::thread::yield_now();
        }
        std::thread::sleep(Duration::from_millis(50));
        assert!(!detaching.is_finished(), "it waits for the latch");
        // A thread that holds a latch may need the turn, for an eviction or to read a page of a
        // database that failed.
        let is_free = is_turn_free(&database);
        drop(held);
        assert!(is_free);
    });
    assert_eq!(fixture.pool.free_frames(), 20);
}

#[test]
fn removal_of_file_keeps_no_turn_while_it_waits_for_a_latch() {
    let fixture = Fixture::new(20);
    fixture.put(FIRST, 1);
    let database = fixture.pool.cache.databases.get(DB).unwrap();
    let held = fixture.pool.read(DB, PageId::primary(FIRST)).unwrap();
    std::thread::scope(|scope| {
        // The pages matter here, not which file they are of.
        let removing = scope.spawn(|| fixture.pool.remove_file(DB, FileId::PRIMARY).unwrap());
        std::thread::sleep(Duration::from_millis(50));
        assert!(!removing.is_finished(), "it waits for the latch");
        let is_free = is_turn_free(&database);
        drop(held);
        assert!(is_free);
    });
    assert_eq!(fixture.pool.free_frames(), 20);
}

#[test]
fn redo_without_log_takes_rec_lsn_from_records() {
    let fixture = Fixture::new(20);
    fixture.pool.detach(DB);
    let data: Arc<dyn sluice_vfs::File> = fixture.file.clone();
    let files = DatabaseFiles {
        guid: GUID,
        data,
        secondary: Vec::new(),
        log: None,
        pair_page: PAIR,
        double_write_page: AREA,
        double_write: true,
        check: |_| Ok(()),
    };
    fixture.pool.attach(DB, files).unwrap();
    let first = fixture.log.append();
    let redo = |page: u32, lsn: Lsn| {
        let mut page = fixture.pool.write(DB, PageId::primary(page)).unwrap();
        page.will_change();
        page.set_lsn(lsn);
    };
    redo(FIRST, first);
    redo(FIRST, fixture.log.append());
    redo(FIRST + 1, fixture.log.append());
    assert_eq!(fixture.pool.min_rec_lsn(DB), Some(first));
    fixture.pool.give_log(DB, DatabaseLog::Probe(fixture.log.clone()));
    assert_eq!(fixture.write_all(), 2);
    assert_eq!(fixture.pool.min_rec_lsn(DB), None);
}
