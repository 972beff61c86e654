//! The pool under shuttle: readers, writers, evictions and a checkpoint in schedules that a seed draws.

use super::fixture::*;
use super::schedules;
use sluice_base::codec::{get_u32, put_u32};
use sluice_base::ids::{Lsn, PageId};
use sluice_base::sync::Arc;
use sluice_base::sync::thread;

const PAGES: u32 = 4;

fn increment(fixture: &Fixture, page: u32) {
    let mut page = fixture.pool.write(DB, PageId::primary(page)).unwrap();
    let value = get_u32(&page, 100);
    page.will_change();
    let lsn = fixture.log.append();
    put_u32(&mut page, 100, value + 1);
    page.set_lsn(lsn);
}

fn work() {
    // Fewer frames than pages, one for each of the threads that hold a page, and one to spare.
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
fn no_change_is_lost_and_nobody_waits_for_ever() {
    shuttle::check_random(work, schedules(2_000));
    shuttle::check_pct(work, schedules(500), 3);
}
