//! The pool under shuttle: readers, writers, evictions and a checkpoint in seeded random schedules.

use super::fixture::*;
use super::schedules;
use crate::{AheadReads, EpochHook};
use sluice_base::codec::{get_u32, put_u32};
use sluice_base::ids::{DatabaseId, Lsn, PageId};
use sluice_base::sync::thread;
use sluice_base::sync::{Arc, Mutex};
use std::time::Duration;

const PAGES: u32 = 4;

fn increment(fixture: &Fixture, page: u32) {
    let mut page = fixture.pool.write(DB, PageId::primary(page)).unwrap();
    let value = get_u32(&page, 100);
    page.will_change();
    page.set_lsn(fixture.log.append());
    put_u32(&mut page, 100, value + 1);
}

fn work() {
    // Fewer frames than pages: a frame for each of the threads that hold a page, and a spare frame.
    let fixture = Arc::new(Fixture::new(3));
    let writers: Vec<_> = (0..2)
        .map(|writer| {
            let fixture = fixture.clone();
            thread::spawn(move || (0..PAGES).for_each(|page| increment(&fixture, FIRST + (page + writer * 2) % PAGES)))
        })
        .collect();
    let checkpoint = {
        let fixture = fixture.clone();
        thread::spawn(move || fixture.pool.write_back(DB, Lsn(u64::MAX)).unwrap())
    };
    writers.into_iter().for_each(|writer| writer.join().unwrap());
    checkpoint.join().unwrap();
    fixture.write_all();
    assert_eq!(fixture.pool.min_rec_lsn(DB), None);
    fixture.pool.drop_clean_buffers();
    assert_eq!(fixture.pool.free_frames(), 3, "no frame is lost");
    for page in FIRST..FIRST + PAGES {
        assert_eq!(get_u32(&fixture.pool.read(DB, PageId::primary(page)).unwrap(), 100), 2);
    }
}

#[test]
fn shuttled_pool_loses_no_change_and_ends() {
    shuttle::check_random(work, schedules(2_000));
    shuttle::check_pct(work, schedules(500), 3);
}

/// The content of each page at the start of the epoch.
#[derive(Default)]
struct Album(Mutex<Vec<(u32, u32)>>);

impl EpochHook for Album {
    fn before_first_change(&self, _: DatabaseId, page: PageId, _: u32, _: u32, content: &[u8]) {
        self.0.lock().push((page.page, get_u32(content, 100)));
    }
}

/// Runs all background work at the same time, on the smallest pool with a lazy writer and
/// read-ahead, full of dirty pages.
fn background() {
    let fixture = Arc::new(Fixture::new(64));
    let album = Arc::new(Album::default());
    fixture.pool.restore_epochs(DB, Vec::new(), album.clone()).unwrap();
    (0..66).for_each(|page| increment(&fixture, FIRST + page));
    let on_thread = |work: fn(&Fixture)| {
        let fixture = fixture.clone();
        thread::spawn(move || work(&fixture))
    };
    let threads = [
        on_thread(|fixture| [0, 65, 1].into_iter().for_each(|page| increment(fixture, FIRST + page))),
        on_thread(|fixture| _ = fixture.pool.make_free()),
        on_thread(|fixture| {
            let pages: Vec<PageId> = (FIRST..FIRST + 4).map(PageId::primary).collect();
            fixture.pool.read_ahead(DB, &pages);
            assert!(pages.iter().all(|page| get_u32(&fixture.pool.read(DB, *page).unwrap(), 100) >= 1));
        }),
        on_thread(|fixture| {
            fixture.pool.write_oldest(DB, Lsn(u64::MAX), 8).unwrap();
            fixture.pool.advance_epoch(DB).unwrap();
        }),
    ];
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    let value = |page: u32| get_u32(&fixture.pool.read(DB, PageId::primary(page)).unwrap(), 100);
    for page in [FIRST, FIRST + 1, FIRST + 65] {
        assert_eq!(value(page), 2);
    }
    // In any order of events, a page changed in the epoch was shown once as it was before. From
    // here on all pages are shown.
    let shown = std::mem::take(&mut *album.0.lock());
    assert!(shown.iter().all(|(_, value)| *value == 1) && shown.len() <= 3, "{shown:?}");
    (0..2).for_each(|_| increment(&fixture, FIRST + 40));
    let again = [FIRST, FIRST + 1, FIRST + 65].into_iter().filter(|page| shown.iter().all(|(known, _)| known != page));
    let expected: Vec<(u32, u32)> = again.map(|page| (page, 2)).collect();
    album.0.lock().retain(|(page, value)| (*page, *value) != (FIRST + 40, 1));
    [FIRST, FIRST + 1, FIRST + 65].into_iter().for_each(|page| increment(&fixture, page));
    assert_eq!(*album.0.lock(), expected);
    fixture.write_all();
    assert_eq!(fixture.pool.min_rec_lsn(DB), None);
    fixture.pool.drop_clean_buffers();
    assert_eq!(fixture.pool.free_frames(), 64, "no frame is lost");
}

#[test]
fn shuttled_background_loses_no_change_or_epoch_page() {
    shuttle::check_random(background, schedules(60));
    shuttle::check_pct(background, schedules(20), 3);
}

/// Detaches a database while two read-ahead threads serve requests for it.
fn detached() {
    let fixture = Arc::new(Fixture::new(64));
    (0..10).for_each(|page| fixture.put(FIRST + page, 7));
    fixture.write_all();
    fixture.pool.drop_clean_buffers();
    fixture.pool.set_ahead_threads(true);
    let reads = AheadReads::default();
    let wanted = || (FIRST..FIRST + 4).map(PageId::primary).collect();
    assert!(fixture.pool.ask_ahead(DB, wanted(), &reads) && fixture.pool.ask_ahead(DB, wanted(), &reads));
    let serve = |_| {
        let fixture = fixture.clone();
        thread::spawn(move || fixture.pool.serve_ahead(Duration::ZERO))
    };
    let threads = [(); 2].map(serve);
    let scan = {
        let fixture = fixture.clone();
        thread::spawn(move || _ = fixture.pool.ask_ahead(DB, vec![PageId::primary(FIRST + 9)], &AheadReads::default()))
    };
    fixture.pool.detach(DB);
    assert_eq!(fixture.pool.pages(), 0, "no page of the database is left");
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    scan.join().unwrap();
    fixture.pool.serve_ahead(Duration::ZERO);
    assert_eq!(fixture.pool.pages(), 0, "and none comes later");
}

#[test]
fn shuttled_detach_leaves_no_page_read_ahead() {
    shuttle::check_random(detached, schedules(1_000));
    shuttle::check_pct(detached, schedules(300), 3);
}
