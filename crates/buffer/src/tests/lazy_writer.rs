//! The lazy writer, background writes of the oldest pages, and memory needed by other clerks.

use super::fixture::*;
use crate::database::LogProbe;
use crate::{BufferPool, PAGE_SIZE};
use sluice_base::clock::ManualClock;
use sluice_base::ids::Lsn;
use sluice_base::memory::{Clerk, MemoryBroker};
use sluice_base::sync::Arc;
use sluice_base::waits::Waits;
use sluice_vfs::File;
use sluice_vfs::mem::MemFs;
use std::time::Duration;

#[test]
fn lazy_writer_frees_cold_pages_ahead_of_misses() {
    let fixture = Fixture::new(128);
    (0..128).for_each(|page| fixture.put(FIRST + page, 1));
    assert_eq!(fixture.pool.free_frames(), 0);
    // The lazy writer was requested when few frames were free. The request remains until it is
    // answered.
    fixture.pool.wait_for_shortage(Duration::from_secs(600));
    assert!(fixture.pool.make_free() >= 4);
    let counters = fixture.pool.counters();
    assert_eq!((counters.lazy_writes.get(), counters.free_list_stalls.get()), (64, 0));
    let writes = counters.page_writes.get();
    (200..204).for_each(|page| assert_eq!(fixture.get(FIRST + page), 0));
    assert_eq!((counters.page_writes.get(), counters.free_list_stalls.get()), (writes, 0), "misses found frames");
    (0..128).for_each(|page| assert_eq!(fixture.get(FIRST + page), 1));
}

#[test]
fn miss_without_lazy_writer_frees_its_own_frame() {
    let fixture = Fixture::new(128);
    (0..128).for_each(|page| fixture.put(FIRST + page, 1));
    assert_eq!(fixture.get(FIRST + 200), 0);
    assert_eq!((fixture.pool.counters().free_list_stalls.get(), fixture.pool.counters().lazy_writes.get()), (1, 0));
}

#[test]
fn lazy_writer_keeps_pages_while_enough_is_free() {
    let fixture = Fixture::new(128);
    (0..100).for_each(|page| fixture.put(FIRST + page, 1));
    assert_eq!((fixture.pool.make_free(), fixture.pool.counters().page_writes.get()), (0, 0));
}

#[test]
fn discarded_pages_are_never_written() {
    let fixture = Fixture::new(128);
    (0..100).for_each(|page| fixture.put(FIRST + page, 1));
    let id = |page| sluice_base::ids::PageId::primary(page);
    let held = fixture.pool.read(DB, id(FIRST + 7)).unwrap();
    fixture.pool.discard(DB, (FIRST..FIRST + 50).map(id));
    assert!(fixture.pool.is_in_memory(DB, id(FIRST + 7)), "somebody holds it");
    drop(held);
    fixture.pool.discard(DB, [id(FIRST + 7)]);
    assert_eq!(fixture.pool.free_frames(), 128 - 50);
    fixture.write_all();
    assert_eq!(fixture.pool.counters().page_writes.get(), 50);
    assert_eq!((uniform(&fixture.raw(FIRST + 7)), uniform(&fixture.raw(FIRST + 60))), (0, 1));
    fixture.put(FIRST + 7, 2);
    assert_eq!(fixture.get(FIRST + 7), 2);
}

#[test]
fn lazy_writer_disk_error_does_not_fail_reads() {
    let fixture = Fixture::new(128);
    (0..128).for_each(|page| fixture.put(FIRST + page, 1));
    fixture.file.after(1, Mishap::Fail);
    fixture.pool.make_free();
    assert_eq!(fixture.get(FIRST), 1, "what is in memory stays");
    assert!(fixture.pool.failure(DB).is_some_and(|why| why.contains("a mishap")));
}

#[test]
fn write_oldest_writes_only_oldest_pages() {
    let fixture = Fixture::new(200);
    // The order in the file is not the order of the changes.
    for page in (0..130).rev() {
        fixture.put(FIRST + page, 1);
    }
    let middle = fixture.pool.min_rec_lsn(DB).map(|lsn| Lsn(lsn.0 + 1000)).unwrap();
    assert_eq!(fixture.pool.write_oldest(DB, middle, 70).unwrap(), 70);
    assert_eq!(fixture.pool.min_rec_lsn(DB), Some(Lsn(middle.0 - 300)));
    assert_eq!((uniform(&fixture.raw(FIRST + 129)), uniform(&fixture.raw(FIRST + 59))), (1, 0));
    assert_eq!(fixture.pool.write_oldest(DB, middle, 70).unwrap(), 30);
    assert_eq!(fixture.pool.min_rec_lsn(DB), Some(middle), "the redo is as short as asked");
    assert_eq!(fixture.pool.write_oldest(DB, middle, 70).unwrap(), 0);
    let counters = fixture.pool.counters();
    assert_eq!((counters.background_writer_pages.get(), counters.checkpoint_pages.get()), (100, 0));
    fixture.write_all();
    assert_eq!((counters.checkpoint_pages.get(), fixture.pool.min_rec_lsn(DB)), (30, None));
    assert!(fixture.log.tail() > middle);
}

/// Returns a pool that may use all of the memory of `broker`, on a file of 2,000 pages.
fn limited(broker: &Arc<MemoryBroker>) -> Fixture {
    let mut fixture = Fixture::over(1, MemFs::new(7), true, ProbeLog::new());
    fixture.file.allocate(0, 2_000 * PAGE_SIZE as u64).unwrap();
    let waits = Arc::new(Waits::new(Arc::new(ManualClock::new(0))));
    fixture.pool = BufferPool::new(4096, waits, broker).unwrap();
    fixture.attach();
    fixture
}

const MB: u64 = 1 << 20;

#[test]
fn pool_takes_free_memory_and_gives_back_on_demand() {
    let broker = MemoryBroker::new(16 * MB);
    let fixture = limited(&broker);
    let read_all = || (0..1_500).for_each(|page| assert_eq!(fixture.get(FIRST + page), 0));
    read_all();
    assert!(broker.held_by(Clerk::BufferPool) >= 1_500 * PAGE_SIZE as u64);
    let others = broker.reserve(Clerk::QueryWorkspace, 8 * MB).unwrap();
    assert!(broker.held() <= 16 * MB, "{broker:?}");
    assert!(fixture.pool.target_pages() < 4096);
    read_all();
    broker.reserve(Clerk::LogBuffer, 5 * MB).unwrap_err();
    assert!(broker.held_by(Clerk::BufferPool) >= 4 * MB, "not below its floor");
    drop(others);
    read_all();
    let reads = fixture.pool.counters().page_reads.get();
    read_all();
    assert_eq!(fixture.pool.counters().page_reads.get(), reads, "all are in memory again");
}

#[test]
fn memory_of_dirty_pages_is_owed_then_written_and_freed() {
    let broker = MemoryBroker::new(16 * MB);
    let fixture = limited(&broker);
    (0..1_500).for_each(|page| fixture.put(FIRST + page, 1));
    broker.reserve(Clerk::QueryWorkspace, 8 * MB).unwrap_err();
    assert_eq!(fixture.pool.counters().page_writes.get(), 0, "who asks does not write");
    fixture.pool.wait_for_shortage(Duration::from_secs(600));
    fixture.pool.make_free();
    let _others = broker.reserve(Clerk::QueryWorkspace, 8 * MB).unwrap();
    assert!(broker.held() <= 16 * MB);
    (0..1_500).for_each(|page| assert_eq!(fixture.get(FIRST + page), 1));
}

#[test]
fn pool_grows_and_shrinks_with_limit() {
    let broker = MemoryBroker::new(8 * MB);
    let fixture = limited(&broker);
    let read_all = || (0..1_900).for_each(|page| assert_eq!(fixture.get(FIRST + page), 0));
    read_all();
    assert!((600..1_024).contains(&fixture.pool.pages()), "{} pages", fixture.pool.pages());
    broker.set_limit(32 * MB);
    assert!(fixture.pool.target_pages() > 3_000);
    read_all();
    assert_eq!(fixture.pool.pages(), 1_900, "all fit");
    let reads = fixture.pool.counters().page_reads.get();
    read_all();
    assert_eq!(fixture.pool.counters().page_reads.get(), reads);
    broker.set_limit(8 * MB);
    assert!(broker.held() <= 8 * MB && fixture.pool.pages() < 1_024, "clean pages go at once");
    read_all();
    assert!(broker.held() <= 8 * MB && fixture.pool.pages() < 1_024);
}

#[test]
fn lowered_limit_writes_dirty_pages_first() {
    let broker = MemoryBroker::new(32 * MB);
    let fixture = limited(&broker);
    (0..1_900).for_each(|page| fixture.put(FIRST + page, 1));
    broker.set_limit(8 * MB);
    fixture.pool.wait_for_shortage(Duration::from_secs(600));
    fixture.pool.make_free();
    assert!(broker.held() <= 8 * MB, "{broker:?}");
    (0..1_900).for_each(|page| assert_eq!(fixture.get(FIRST + page), 1));
}
