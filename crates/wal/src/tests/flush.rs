//! Times of block writes, waits, counters, and behaviour after a failed write.

use super::*;
use crate::LogWatcher;
use crate::crowd::{GROUP, SAMPLE};
use crate::header::VLFS_FROM;
use crate::tail::{Admission, Step, Tail};
use crate::transit::{BUFFERS, BlockBuffer};
use crate::vlf::{FIRST_POSITION, VlfMap, cut};
use sluice_base::memory::Clerk;
use sluice_base::sync::atomic::{AtomicU64, Ordering};
use sluice_base::waits::WaitType;
use sluice_vfs::CallKind;
use sluice_vfs::fault::{Fault, FaultFs, FaultPlan, Rule};
use sluice_vfs::trace::TraceFs;
use std::time::Duration;

fn traced() -> (Arc<TraceFs>, World) {
    let trace = Arc::new(TraceFs::new(Arc::new(MemFs::new(1))));
    let world = World::on(trace.clone());
    world.create().unwrap();
    (trace, world)
}

fn synchronous_writes(trace: &TraceFs) -> u64 {
    trace.calls().iter().filter(|call| call.is_synchronous_write()).count() as u64
}

#[test]
fn single_committer_makes_one_write_per_commit() {
    let (trace, world) = traced();
    let (_, log) = world.start().unwrap();
    for number in 0..500 {
        let lsn = commit(&log, number);
        log.harden(lsn, Harden::WriteAhead).unwrap();
        log.flush_tail().unwrap();
        assert_eq!(world.env.counters.log_flushes.get(), number + 1, "none when it is already durable");
    }
    let counters = &world.env.counters;
    assert_eq!(synchronous_writes(&trace), 500);
    assert_eq!(counters.log_flush_waits.get(), 500);
    assert_eq!(counters.log_bytes_flushed.get(), 500 * 512);
    assert_eq!(world.env.waits.cell(WaitType::WriteLog).count.get(), 500);
    assert_numbers(&world.records().unwrap(), 500);
}

#[test]
fn unhardened_records_are_written_in_full_blocks() {
    let (trace, world) = traced();
    let (_, log) = world.start().unwrap();
    let total: u64 = (0..3_000).map(|number| put(&log, number)).map(|_| 1).sum();
    assert_eq!(synchronous_writes(&trace), 0, "the ring is large enough");
    let mut turns = 0;
    while log.background_turn().unwrap() {
        turns += 1;
    }
    assert!(turns >= 3 && synchronous_writes(&trace) == turns, "{turns} full blocks");
    assert!(log.durable() < log.tail());
    assert!(world.records().unwrap().len() < total as usize);
    log.flush_tail().unwrap();
    assert_eq!(synchronous_writes(&trace), turns + 1);
    assert_eq!(world.env.counters.log_flushes.get(), turns + 1);
    assert_eq!(world.env.counters.log_flush_waits.get(), 0, "no commit waited");
    assert_numbers(&world.records().unwrap(), total);
}

#[test]
fn appender_without_free_buffer_writes_a_block() {
    let (trace, world) = traced();
    let (_, log) = world.start().unwrap();
    for number in 0..20_000 {
        put(&log, number);
    }
    assert!(synchronous_writes(&trace) > 4);
    assert_eq!(world.env.waits.cell(WaitType::LogBuffer).count.get(), synchronous_writes(&trace));
    log.flush_tail().unwrap();
    assert_numbers(&world.records().unwrap(), 20_000);
}

#[test]
fn concurrent_committers_share_flushes() {
    let slow = Rule::new(Fault::Hook(Arc::new(|_| std::thread::sleep(Duration::from_millis(1))))).on(CallKind::Write);
    let faulty = Arc::new(FaultFs::new(Arc::new(MemFs::new(1)), FaultPlan::none()));
    let world = World::on(faulty.clone());
    world.create().unwrap();
    let (_, log) = world.start().unwrap();
    faulty.arm(slow);
    std::thread::scope(|scope| {
        for thread in 0..16 {
            let log = &log;
            scope.spawn(move || {
                for number in 0..20 {
                    commit(log, thread * 20 + number);
                }
            });
        }
    });
    let flushes = world.env.counters.log_flushes.get();
    assert!((20..=160).contains(&flushes), "{flushes} flushes for 320 commits");
    let mut found: Vec<u64> =
        world.records().unwrap().iter().map(|(_, bytes)| u64::from_le_bytes(*bytes.first_chunk().unwrap())).collect();
    found.sort_unstable();
    assert_eq!(found, (0..320).collect::<Vec<_>>());
}

/// Adds `more` committers to the open block. Returns whether the last committer leads, and then
/// takes the block.
fn leads(tail: &mut Tail, more: u32) -> bool {
    let mut lsn = Lsn::NONE;
    for _ in 0..more {
        assert_eq!(tail.admit(24, Space::Reserving(0)), Admission::Fits);
        lsn = tail.put(7, 24, Space::Reserving(0), |_, body| body.len());
        tail.ride(lsn);
    }
    let leads = tail.step(lsn) == Step::Lead;
    assert_eq!(tail.take(Some(lsn)).is_some(), leads);
    leads
}

fn fresh() -> Tail {
    let mut vlfs = VlfMap::new(cut(VLFS_FROM, 4 << 20, 99));
    assert!(vlfs.ensure_placed(FIRST_POSITION));
    let mut tail = Tail::new(vlfs, FIRST_POSITION, 1, 512, 4, false);
    tail.awaken(BlockBuffer::new(), BUFFERS);
    tail
}

#[test]
fn few_committers_overlap_writes_and_many_gather() {
    let mut eight = fresh();
    let goes: Vec<bool> = [1, 1, 1, 1, 3, 1].map(|more| leads(&mut eight, more)).to_vec();
    assert_eq!(goes, [true, true, false, true, false, true], "one, one, two, four");
    assert!(!leads(&mut eight, 30), "the window is full");
    let mut small = fresh();
    assert_eq!([leads(&mut small, 11), leads(&mut small, 10), leads(&mut small, 1)], [true, false, true]);
    let mut crowd = fresh();
    assert_eq!([leads(&mut crowd, 12), leads(&mut crowd, 23), leads(&mut crowd, 1)], [true, false, true]);
    assert!(!leads(&mut crowd, 71), "twice the 36 in flight");
    assert!(leads(&mut crowd, 1));
}

/// A tail in which 64 committers commit every 20 µs and a write takes 90 µs. One more committer has
/// a record in the open block; its LSN is returned.
fn crowded() -> (Tail, Lsn) {
    let mut tail = fresh();
    let lsn = tail.put(7, 24, Space::Reserving(0), |_, body| body.len());
    tail.ride(lsn);
    let taken = tail.take(Some(lsn)).expect("a single committer does not wait");
    tail.written(taken, 90_000, |_| {});
    (0..u64::from(SAMPLE)).for_each(|commit| tail.count_commit(commit % 64, || 20_000 * u64::from(SAMPLE)));
    let lsn = tail.put(7, 24, Space::Reserving(0), |_, body| body.len());
    tail.ride(lsn);
    (tail, lsn)
}

#[test]
fn crowd_gathers_before_write() {
    let (mut tail, first) = crowded();
    assert_eq!(tail.step(first), Step::Gather);
    let (sequence, _) = tail.gather();
    assert_eq!(tail.step(first), Step::Wait(sequence), "one gatherer is enough");
    assert_eq!(tail.next_leader(|_| true), None);
    assert!(!leads(&mut tail, GROUP - 2));
    assert!(leads(&mut tail, 1), "the group is there");
    tail.gathered(sequence, true);
    assert!(!leads(&mut tail, 1), "what was waited for is in flight: the next block has its own time");
}

#[test]
fn gatherer_writes_after_timeout() {
    let (mut tail, first) = crowded();
    let (sequence, _) = tail.gather();
    tail.gathered(sequence, false);
    assert_eq!(tail.next_leader(|_| true), Some(sequence), "the gatherer was called away: another waiter must gather");
    assert_eq!(tail.step(first), Step::Gather);
    let (sequence, _) = tail.gather();
    tail.gathered(sequence, true);
    assert!(leads(&mut tail, 1));
}

#[test]
fn failed_write_poisons_log() {
    for fault in [Fault::Eio, Fault::ShortWrite { bytes: 512 }, Fault::Enospc] {
        let faulty = Arc::new(FaultFs::new(Arc::new(MemFs::new(1)), FaultPlan::none()));
        let world = World::on(faulty.clone());
        world.create().unwrap();
        let (_, log) = world.start().unwrap();
        for number in 0..10 {
            commit(&log, number);
        }
        let durable = log.durable();
        faulty.arm(Rule::new(fault).on(CallKind::Write).nth(0));
        let lost = log.append(7, &[&[1; 1000]], Space::Reserving(0)).unwrap();
        for why in [Harden::Commit(0), Harden::Commit(0), Harden::Request] {
            let error = log.harden(lost, why).unwrap_err();
            assert!(matches!(&error, LogError::Poisoned(what) if what.contains(PATH)), "{error}");
        }
        assert!(matches!(log.append(7, &[&[1]], Space::Reserved(9)), Err(LogError::Poisoned(_))));
        assert!(matches!(log.background_turn(), Err(LogError::Poisoned(_))));
        assert!(matches!(log.flush_tail(), Err(LogError::Poisoned(_))));
        assert!(matches!(log.set_checkpoint(Lsn::new(8, 64), Lsn::NONE), Err(LogError::Poisoned(_))));
        assert!(matches!(log.close(Lsn::NONE, Lsn::NONE), Err(LogError::Poisoned(_))));
        assert_eq!((log.durable(), faulty.faults()), (durable, 1));
        assert_numbers(&world.records().unwrap(), 10);
    }
}

#[test]
fn failed_header_write_poisons_log() {
    for kind in [CallKind::Write, CallKind::Sync] {
        let faulty = Arc::new(FaultFs::new(Arc::new(MemFs::new(1)), FaultPlan::none()));
        let world = World::on(faulty.clone());
        world.create().unwrap();
        let (_, log) = world.start().unwrap();
        let lsn = commit(&log, 0);
        faulty.arm(Rule::new(Fault::Eio).on(kind).nth(1));
        assert!(matches!(log.set_checkpoint(lsn, lsn), Err(LogError::Poisoned(_))));
        assert!(matches!(log.append(7, &[&[1]], Space::Reserving(0)), Err(LogError::Poisoned(_))));
        assert_eq!(faulty.faults(), 1);
        assert_numbers(&world.records().unwrap(), 1);
    }
}

#[test]
fn record_longer_than_a_block_is_refused() {
    let (_, world) = traced();
    let (_, log) = world.start().unwrap();
    let longest = vec![5; crate::block::CONTENT_BYTES - 4];
    log.append(1, &[&longest], Space::Reserving(0)).unwrap();
    log.append(1, &[], Space::Reserving(0)).unwrap();
    log.append(1, &[&longest, &[]], Space::Reserving(0)).unwrap();
    let error = log.append(1, &[&longest, &[1]], Space::Reserving(0)).unwrap_err();
    assert!(matches!(error, LogError::RecordTooLong { bytes: 61_377, limit: 61_376 }));
    log.flush_tail().unwrap();
    let lengths: Vec<usize> = world.records().unwrap().iter().map(|(_, bytes)| bytes.len()).collect();
    assert_eq!(lengths, [longest.len(), 0, longest.len()]);
}

#[test]
fn log_buffer_memory_is_reserved_from_broker() {
    let (_, mut world) = traced();
    world.env.broker = MemoryBroker::new(100_000);
    let (_, log) = world.start().unwrap();
    let append = |space| log.append(7, &[&body(0)], space);
    let held = || world.env.broker.held_by(Clerk::LogBuffer);
    assert_eq!(held(), 0, "a log at rest has no memory");
    assert!(matches!(append(Space::Reserving(10)), Err(LogError::OutOfMemory(_))));
    append(Space::Reserved(0)).expect("a checkpoint needs no permission");
    assert_eq!(held(), 2 * 61_440);
    append(Space::Reserving(10)).expect("the log is awake");
    drop(log);
    assert_eq!(held(), 0);
}

#[test]
fn log_without_active_transactions_rests() {
    let (_, world) = traced();
    let (_, log) = world.start().unwrap();
    let held = || world.env.broker.held_by(Clerk::LogBuffer);
    assert!(log.rest(), "nothing was appended");
    for round in 0..3 {
        let lsn = log.append(7, &[&body(round)], Space::Reserving(100)).unwrap();
        assert_eq!(held(), 6 * 61_440, "four blocks in flight, the open one, and one more");
        assert!(!log.rest(), "the record is not on disk");
        log.harden(lsn, Harden::Commit(0)).unwrap();
        assert!(!log.rest(), "a transaction may still roll back");
        log.release(100);
        let tail = log.tail();
        assert!(log.rest() && log.rest());
        assert_eq!((held(), log.tail(), log.durable()), (0, tail, Lsn::new(tail.block(), 0)));
        assert_eq!(log.reader(Lsn::NONE).read(lsn).unwrap().body, body(round), "from the file");
    }
    for (number, space) in (3..).zip([Space::Spare, Space::Reserved(0), Space::Reserving(0)]) {
        let lsn = log.append(7, &[&body(number)], space).expect("each append wakes the log");
        log.harden(lsn, Harden::Checkpoint).unwrap();
        assert!(log.rest());
    }
    assert_numbers(&world.records().unwrap(), 6);
}

#[test]
fn queued_blocks_get_more_buffers_while_memory_is_free() {
    let (_, mut world) = traced();
    for (limit, buffers) in [(64 << 20, 16), (8 * 61_440, 6), (3 * 61_440, 2)] {
        world.env.broker = MemoryBroker::new(limit);
        let (_, log) = world.start().unwrap();
        let before = world.env.counters.log_flushes.get();
        while log.tail().block() < log.epoch_first().block() + 8 * 120 {
            put(&log, 0);
        }
        assert_eq!(world.env.broker.held_by(Clerk::LogBuffer), buffers * 61_440);
        let written = world.env.counters.log_flushes.get() - before;
        assert_eq!(written, 9_u64.saturating_sub(buffers), "the eight blocks that {buffers} buffers don't hold");
    }
}

#[test]
fn watcher_is_called_when_log_wakes_and_when_blocks_queue() {
    struct Calls(Arc<AtomicU64>);
    impl LogWatcher for Calls {
        fn wake(&self) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }
    let (_, world) = traced();
    let (_, log) = world.start().unwrap();
    let calls = Arc::new(AtomicU64::new(0));
    log.set_watcher(Box::new(Calls(calls.clone())));
    put(&log, 0);
    put(&log, 1);
    assert_eq!(calls.load(Ordering::Relaxed), 1, "the log woke");
    for number in 2..3_000 {
        put(&log, number);
    }
    assert_eq!(calls.load(Ordering::Relaxed), 2, "blocks wait, and one call is enough");
    while log.background_turn().unwrap() {}
    log.flush_tail().unwrap();
    assert!(log.rest());
    put(&log, 3_000);
    assert_eq!(calls.load(Ordering::Relaxed), 3);
}

#[test]
fn appenders_wait_for_buffers_on_slow_disk() {
    let slow = Rule::new(Fault::Hook(Arc::new(|_| std::thread::sleep(Duration::from_micros(200))))).on(CallKind::Write);
    let faulty = Arc::new(FaultFs::new(Arc::new(MemFs::volatile(u64::MAX)), FaultPlan::none()));
    let mut world = World::on(faulty.clone());
    world.options.in_flight_max = 1;
    world.options.initial_bytes = 16 << 20;
    world.create().unwrap();
    let (_, log) = world.start().unwrap();
    faulty.arm(slow);
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let log = &log;
            scope.spawn(move || (0..15_000).map(|number| put(log, thread * 15_000 + number)).max());
        }
    });
    log.flush_tail().unwrap();
    assert!(world.env.waits.cell(WaitType::LogBuffer).count.get() > 10);
    assert_eq!(world.records().unwrap().len(), 60_000);
}
