//! Frames: the limit, the eviction order, created pages, waits and memory.

use super::fixture::*;
use crate::{BufferPool, PageError, page};
use sluice_base::clock::ManualClock;
use sluice_base::ids::{Lsn, PageId};
use sluice_base::memory::{Clerk, MemoryBroker};
use sluice_base::sync::Arc;
use sluice_base::waits::{WaitType, Waits};
use std::time::Duration;

#[test]
fn frame_limit_is_hard_until_a_page_is_released() {
    let fixture = Fixture::new(3);
    let held: Vec<_> = (0..3).map(|page| fixture.pool.read(DB, PageId::primary(FIRST + page)).unwrap()).collect();
    let error = fixture.pool.read(DB, PageId::primary(FIRST + 3)).err().unwrap();
    assert!(matches!(error, PageError::NoFrames { frames: 3 }), "{error}");
    drop(held);
    assert_eq!(fixture.get(FIRST + 3), 0);
}

#[test]
fn clean_pages_are_evicted_before_dirty_pages() {
    let fixture = Fixture::new(4);
    fixture.put(FIRST, 1);
    (1..20).for_each(|page| assert_eq!(fixture.get(FIRST + page), 0));
    assert_eq!(fixture.pool.counters().page_writes.get(), 0);
    assert_eq!(fixture.pool.counters().evictions.get(), 16);
    let reads = fixture.pool.counters().page_reads.get();
    assert_eq!(fixture.get(FIRST), 1);
    assert_eq!(fixture.pool.counters().page_reads.get(), reads, "it was never given up");
}

#[test]
fn all_dirty_pool_writes_a_batch_to_free_frames() {
    let fixture = Fixture::new(20);
    (0..20).for_each(|page| fixture.put(FIRST + page, 1));
    assert_eq!(fixture.pool.counters().write_batches.get(), 0);
    (20..30).for_each(|page| fixture.put(FIRST + page, 1));
    assert_eq!(fixture.pool.counters().write_batches.get(), 1, "one batch makes room for many");
    assert_eq!(fixture.pool.counters().page_writes.get(), 20, "each page is written once");
}

#[test]
fn writer_holding_dirty_page_does_not_deadlock() {
    let fixture = Fixture::new(4);
    (0..4).for_each(|page| fixture.put(FIRST + page, 1));
    let mut mine: Vec<_> = (0..3).map(|page| fixture.pool.write(DB, PageId::primary(FIRST + page)).unwrap()).collect();
    mine.iter_mut().for_each(|page| change(&fixture.log, page, 2));
    assert_eq!(fixture.get(FIRST + 10), 0, "the fourth was written and given up");
    drop(mine);
    assert_eq!((0..4).map(|page| fixture.get(FIRST + page)).collect::<Vec<_>>(), [2, 2, 2, 1]);
}

#[test]
fn page_used_again_is_evicted_later() {
    let fixture = Fixture::new(4);
    (0..4).for_each(|page| assert_eq!(fixture.get(FIRST + page), 0));
    let survivor = FIRST + 2;
    for page in 5..20 {
        let reads = fixture.pool.counters().page_reads.get();
        fixture.get(survivor);
        assert_eq!(fixture.pool.counters().page_reads.get(), reads, "still there before page {page}");
        fixture.get(FIRST + page);
    }
}

#[test]
fn page_read_soon_after_its_eviction_is_spared() {
    let clock = Arc::new(ManualClock::new(0));
    let fixture = Fixture::with_clock(64, clock.clone());
    let mut next = FIRST;
    let mut stream = |pages: u32| {
        (next..next + pages).for_each(|page| assert_eq!(fixture.get(page), 0));
        next += pages;
    };
    let is_read = |page| {
        let reads = fixture.pool.counters().page_reads.get();
        fixture.get(page);
        fixture.pool.counters().page_reads.get() > reads
    };
    let recurring = FIRST + 300;
    assert!(is_read(recurring));
    stream(65);
    clock.advance(Duration::from_millis(100));
    assert!(is_read(recurring), "it was evicted");
    stream(64);
    clock.advance(Duration::from_secs(1));
    assert!(!is_read(recurring), "it is spared, although the stream needs all frames");
    // The hand notes the last use.
    stream(64);
    clock.advance(Duration::from_secs(3));
    stream(64);
    assert!(is_read(recurring), "it wasn't used for long");
}

#[test]
fn pages_that_recur_together_leave_most_frames() {
    let fixture = Fixture::new(64);
    for _ in 0..4 {
        (0..100).for_each(|page| assert_eq!(fixture.get(FIRST + page), 0));
    }
    let held: Vec<_> =
        (0..64).map(|page| fixture.pool.read(DB, PageId::primary(FIRST + 100 + page)).unwrap()).collect();
    assert_eq!(held.len(), 64, "spared pages are given up when nothing else is left");
}

#[test]
fn created_page_is_forgotten_unless_changed() {
    let fixture = Fixture::new(4);
    fixture.put(FIRST, 7);
    fixture.write_all();
    let created = fixture.pool.create(DB, PageId::primary(FIRST)).unwrap();
    assert_eq!((uniform(&created), page::id(&created), page::guid(&created)), (0, PageId::primary(FIRST), GUID));
    drop(created);
    assert_eq!(fixture.get(FIRST), 7, "the file still has it");
    let reads = fixture.pool.counters().page_reads.get();
    change(&fixture.log, &mut fixture.pool.create(DB, PageId::primary(FIRST + 1)).unwrap(), 8);
    assert_eq!(fixture.pool.counters().page_reads.get(), reads, "nothing is read to create a page");
    fixture.write_all();
    fixture.pool.drop_clean_buffers();
    assert_eq!(fixture.get(FIRST + 1), 8);
}

#[test]
fn created_page_keeps_lsn_of_earlier_changes() {
    let fixture = Fixture::new(4);
    fixture.put(FIRST, 7);
    let lsn = fixture.pool.read(DB, PageId::primary(FIRST)).unwrap().lsn();
    let oldest = fixture.pool.min_rec_lsn(DB);
    drop(fixture.pool.create(DB, PageId::primary(FIRST)).unwrap());
    let page = fixture.pool.read(DB, PageId::primary(FIRST)).unwrap();
    assert!(page.lsn() == lsn && lsn > Lsn::NONE, "redo of what is in the log must still see that it is done");
    assert_eq!(fixture.pool.min_rec_lsn(DB), oldest);
}

#[test]
fn read_waits_are_io_and_busy_page_waits_are_latches() {
    let fixture = Arc::new(Fixture::new(4));
    let count = |wait| fixture.waits.cell(wait).count.get();
    fixture.get(FIRST);
    fixture.put(FIRST + 1, 1);
    assert_eq!((count(WaitType::PageIoLatchShared), count(WaitType::PageIoLatchExclusive)), (1, 1));
    assert_eq!((count(WaitType::PageLatchShared), count(WaitType::PageLatchExclusive)), (0, 0));
    let held = fixture.pool.read(DB, PageId::primary(FIRST)).unwrap();
    fixture.get(FIRST);
    assert_eq!(count(WaitType::PageLatchShared), 0, "readers share");
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| fixture.put(FIRST, 9));
        // The wait is counted when it ends. Until then, the reader that blocks the writer can see
        // the writer's wait.
        while !held.is_wanted() {
            std::thread::yield_now();
        }
        assert!(!writer.is_finished());
        drop(held);
    });
    assert_eq!((count(WaitType::PageLatchExclusive), fixture.get(FIRST)), (1, 9));
}

#[test]
fn waiters_of_failed_read_get_its_error() {
    let fixture = Arc::new(Fixture::new(4));
    fixture.put_raw(FIRST, &[1; crate::PAGE_SIZE]);
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let fixture = fixture.clone();
            std::thread::spawn(move || {
                let refused = (0..200).filter(|_| fixture.pool.read(DB, PageId::primary(FIRST)).is_err());
                refused.count()
            })
        })
        .collect();
    assert_eq!(threads.into_iter().map(|thread| thread.join().unwrap()).sum::<usize>(), 800);
    assert_eq!(fixture.pool.free_frames(), 4);
}

/// Frames are made as they are used. The pool's greatest size doesn't depend on that.
#[test]
fn greatest_size_counts_frames_never_used() {
    let waits = Arc::new(Waits::new(Arc::new(ManualClock::new(0))));
    let broker = MemoryBroker::new(64 << 20);
    let pool = BufferPool::new(100_000, waits, &broker).unwrap();
    assert_eq!(pool.frames(), (64 << 20) / 8192);
    broker.set_limit(4 << 30);
    assert_eq!(pool.frames(), 100_000);
}

#[test]
fn pool_reserves_and_returns_memory() {
    let broker = MemoryBroker::new(1 << 20);
    let waits = || Arc::new(Waits::new(Arc::new(ManualClock::new(0))));
    assert!(BufferPool::new(128, waits(), &broker).is_err(), "128 pages and their states are more than 1 MB");
    let pool = BufferPool::new(100, waits(), &broker).unwrap();
    assert!(broker.held_by(Clerk::BufferPool) >= 100 * 8192);
    drop(pool);
    assert_eq!(broker.held_by(Clerk::BufferPool), 0);
}
