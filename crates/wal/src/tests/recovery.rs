//! Restarts: records read, epochs, checkpoints, truncation, growth, clean shutdown, and the reader.

use super::*;
use crate::evidence;
use crate::header::{Header, VLFS_FROM, copy_offset};
use crate::log_device::FileDevice;
use crate::vlf::FIRST_POSITION;
use sluice_vfs::CallKind;
use sluice_vfs::fault::{CallSite, Fault, FaultFs, FaultPlan, Rule};

#[test]
fn new_log_is_empty_and_complete() {
    let world = World::new();
    let file = world.open().unwrap();
    assert_eq!((file.checkpoint(), file.was_clean()), (Lsn::NONE, true));
    assert!(world.records().unwrap().is_empty());
    let (_, log) = world.start().unwrap();
    assert_eq!((log.path(), log.tail()), (Path::new(PATH), Lsn::new(8, 64)));
    assert_eq!(log.usage().used_bytes, 0);
    assert_eq!(log.vlfs().len(), 4);
}

#[test]
fn restart_reads_exactly_the_hardened_prefix() {
    let world = World::new();
    let mut count = 0;
    for round in 0..20 {
        let (records, log) = world.start().unwrap();
        assert_numbers(&records, count);
        for _ in 0..round * 7 {
            put(&log, count);
            count += 1;
        }
        if count > 0 {
            commit(&log, count);
            count += 1;
        }
        log.append(9, &[b"lost"], Space::Reserving(0)).unwrap();
    }
    assert_numbers(&world.records().unwrap(), count);
}

#[test]
fn stopped_log_refuses_records_and_is_not_clean() {
    let world = World::new();
    let (_, log) = world.start().unwrap();
    put(&log, 0);
    log.stop().unwrap();
    let refused = log.append(9, &[b"late"], Space::Reserving(0)).and_then(|lsn| log.harden(lsn, Harden::Commit(0)));
    assert!(matches!(refused, Err(LogError::Poisoned(_))), "{refused:?}");
    assert!(!world.open().unwrap().was_clean());
    assert_numbers(&world.records().unwrap(), 1);
}

#[test]
fn clean_start_syncs_only_the_header() {
    let world = World::new();
    let (_, log) = world.start().unwrap();
    let checkpoint = put(&log, 0);
    log.close(checkpoint, checkpoint).unwrap();
    let trace = Arc::new(sluice_vfs::trace::TraceFs::new(world.env.vfs.clone()));
    let env = LogEnvironment { vfs: trace.clone(), ..world.env.clone() };
    let file = LogFile::open(&env, Path::new(PATH), GUID, &world.options).unwrap();
    let mut scan = file.scan(checkpoint).unwrap();
    while scan.next().unwrap().is_some() {}
    let end = scan.end();
    file.start(end).unwrap();
    let calls = trace.calls();
    assert_eq!(calls.iter().filter(|call| call.kind == CallKind::Sync).count(), 2, "{calls:?}");
    // The reads are the header and one piece of the log.
    let read: u64 = calls.iter().filter(|call| call.kind == CallKind::Read).map(|call| call.len).sum();
    assert!(read <= 4 * (64 << 10), "{read} bytes");
}

#[test]
fn scan_starts_at_any_record_or_former_tail() {
    let world = World::new();
    let (_, log) = world.start().unwrap();
    let mut tails = Vec::new();
    for number in 0..3_000 {
        tails.push((log.tail(), put(&log, number)));
        if number % 41 == 0 {
            log.flush_tail().unwrap();
        }
    }
    log.flush_tail().unwrap();
    let file = world.open().unwrap();
    for number in (0..3_000).step_by(17) {
        let (tail, lsn) = tails[number];
        for from in [tail, lsn] {
            let mut scan = file.scan(from).unwrap();
            assert_eq!(scan.next().unwrap().map(|record| record.lsn), Some(lsn));
        }
    }
    let inside = Lsn(tails[5].1.0 + 1);
    damaged_at(file.scan(inside).unwrap().next().map(|_| ()));
}

#[test]
fn clean_log_ends_at_header_end() {
    let world = World::new();
    let (_, log) = world.start().unwrap();
    let lsn = commit(&log, 0);
    put(&log, 1);
    log.close(lsn, lsn).unwrap();
    assert!(matches!(log.append(1, &[], Space::Reserving(0)), Err(LogError::Poisoned(_))));
    let file = world.open().unwrap();
    assert_eq!((file.checkpoint(), file.was_clean()), (lsn, true));
    assert_numbers(&world.records().unwrap(), 2);
    let (_, log) = world.start().unwrap();
    assert!(!world.open().unwrap().was_clean(), "not once it is in use again");
    commit(&log, 2);
    assert_numbers(&world.records().unwrap(), 3);
}

/// Two blocks reach the disk and the block before them does not. The next epoch writes a block of
/// the same length in its place.
#[test]
fn stale_blocks_beyond_a_hole_are_never_read() {
    let faulty = Arc::new(FaultFs::new(Arc::new(MemFs::new(1)), FaultPlan::none()));
    let world = World::on(faulty.clone());
    world.create().unwrap();
    let (_, log) = world.start().unwrap();
    commit(&log, 0);
    let fill = |log: &Log, marker: u8, count: usize| {
        for _ in 0..count {
            log.append(7, &[&[marker; 1000]], Space::Reserving(0)).unwrap();
        }
    };
    fill(&log, 1, 260);
    let ahead = log.clone();
    let overtake = move |_: &CallSite<'_>| {
        assert!(ahead.background_turn().unwrap() && ahead.background_turn().unwrap(), "two blocks go first");
    };
    faulty.arm(Rule::new(Fault::Hook(Arc::new(overtake))).on(CallKind::Write).nth(0));
    faulty.arm(Rule::new(Fault::Eio).on(CallKind::Write).nth(0));
    let durable = log.durable();
    assert!(matches!(log.flush_tail(), Err(LogError::Poisoned(_))));
    let calls = faulty.calls();
    assert!(matches!(log.background_turn(), Err(LogError::Poisoned(_))));
    assert_eq!(faulty.calls(), calls, "nothing more is written");
    assert_eq!((log.durable(), faulty.faults() >= 1), (durable, true), "nothing behind the hole was acknowledged");
    let stale = log.vlfs()[0].offset + 512 + 61_440;
    let bytes = world.bytes(stale, 61_440);
    assert!(crate::block::parse(&bytes).is_ok(), "a whole block is beyond the hole");
    drop(log);

    let (records, log) = world.start().unwrap();
    assert_numbers(&records, 1);
    fill(&log, 2, 62);
    assert!(log.background_turn().unwrap());
    assert_eq!(log.durable().block(), crate::block::parse(&bytes).unwrap().header.position);
    let records = world.records().unwrap();
    assert_eq!(records.len(), 1 + 61, "the block and nothing stale behind it");
    assert!(records[1..].iter().all(|(_, body)| body[..] == [2; 1000]));
}

#[test]
fn truncated_log_reuses_virtual_log_files() {
    let world = World::new();
    let (_, log) = world.start().unwrap();
    let mut number = 0;
    let mut kept = 0;
    for _ in 0..60 {
        kept = number;
        let keep = commit(&log, number);
        for _ in 0..900 {
            number += 1;
            put(&log, number);
        }
        number += 1;
        let checkpoint = commit(&log, number);
        number += 1;
        log.set_checkpoint(checkpoint, keep).unwrap();
    }
    assert!(world.env.counters.log_truncations.get() > 10);
    assert_eq!(world.env.counters.log_growths.get(), 0, "reused instead");
    assert!(log.vlfs().iter().map(|vlf| vlf.sequence).max().unwrap() > 8);
    let usage = log.usage();
    assert!(usage.used_bytes < usage.total_bytes / 2, "{usage:?}");
    let records = world.records().unwrap();
    let first = records.iter().position(|(_, bytes)| *bytes == body(kept)).expect("what is kept is there");
    for (index, (_, bytes)) in records[first..].iter().enumerate() {
        assert_eq!(*bytes, body(kept + index as u64));
    }
    assert_eq!(records.last().unwrap().1, body(number - 1));
    let (again, log) = world.start().unwrap();
    assert_eq!(again.len(), records.len());
    commit(&log, number);
    assert_eq!(world.records().unwrap().len(), records.len() + 1);
}

#[test]
fn log_grows_when_no_vlf_is_free() {
    let world = World::new();
    let (_, log) = world.start().unwrap();
    for number in 0..60_000 {
        put(&log, number);
    }
    log.flush_tail().unwrap();
    assert!(world.env.counters.log_growths.get() >= 3);
    while log.growth_turn().unwrap() {}
    assert_eq!(log.vlfs().len() as u64, 4 + 4 * world.env.counters.log_growths.get());
    assert_numbers(&world.records().unwrap(), 60_000);
    let (records, log) = world.start().unwrap();
    assert_eq!(records.len(), 60_000);
    commit(&log, 60_000);
    assert_numbers(&world.records().unwrap(), 60_001);
}

#[test]
fn larger_sector_pads_blocks_after_restart() {
    let mut world = World::on(Arc::new(MemFs::new(1)));
    world.options.sector = 4096;
    world.create().unwrap();
    world.options.sector = 512;
    let (_, log) = world.start().unwrap();
    commit(&log, 0);
    commit(&log, 1);
    assert_eq!(log.tail().block(), 8 + 2 * 8);
    assert_eq!(world.env.counters.log_bytes_flushed.get(), 1024, "counted in units of 512 bytes");
    assert_numbers(&world.records().unwrap(), 2);
}

#[test]
fn reader_finds_records_in_buffer_and_file() {
    let world = World::new();
    let (_, log) = world.start().unwrap();
    let mut lsns: Vec<Lsn> = (0..4_000).map(|number| put(&log, number)).collect();
    log.harden(lsns[2_000], Harden::Request).unwrap();
    let mut reader = log.reader(Lsn::NONE);
    for number in (0..4_000).rev() {
        let record = reader.read(lsns[number]).unwrap();
        assert_eq!((record.lsn, record.kind, record.body), (lsns[number], 7, &body(number as u64)[..]));
    }
    lsns.push(put(&log, 4_000));
    assert_eq!(reader.read(lsns[3_999]).unwrap().body, body(3_999));
    assert_eq!(reader.read(lsns[4_000]).unwrap().body, body(4_000), "appended after the block was cached");
    damaged_at(reader.read(log.tail()).map(|_| ()));
    damaged_at(reader.read(Lsn::new(1 << 40, 64)).map(|_| ()));
}

#[test]
fn reader_uses_segments_read_at_start() {
    let mut world = World::new();
    world.env.broker = MemoryBroker::new(1 << 30);
    let (_, log) = world.start().unwrap();
    let mut lsns: Vec<Lsn> = (0..30_000).map(|number| put(&log, number)).collect();
    log.flush_tail().unwrap();
    drop(log);
    let file = world.open().unwrap();
    let mut segments = file.segments(Lsn::NONE);
    let mut known = Vec::new();
    let mut next = segments.segment();
    while segments.next_into(&mut next).unwrap() {
        let room = segments.spare_segment(known.len()).unwrap();
        known.push(std::mem::replace(&mut next, room));
    }
    assert!(known.len() > 3, "{}", known.len());
    assert_eq!(world.env.broker.held(), (known.len() as u64) << 22, "each but the first is reckoned");
    let end = segments.end();
    let log = file.start(end).unwrap();
    lsns.extend((30_000..30_100).map(|number| put(&log, number)));
    // The oldest segment is dropped from memory, and the newest records came later. The blocks in
    // memory are erased on disk.
    known.remove(0);
    let first = known[0].records().next().unwrap().lsn;
    for vlf in log.vlfs().iter().filter(|vlf| vlf.active) {
        let kept = first.block().saturating_sub(vlf.start.block()) * Lsn::BLOCK_UNIT;
        let zeroes = vec![0; (vlf.size - kept.min(vlf.size)) as usize];
        world.file().write_at(&zeroes, vlf.offset + kept.min(vlf.size)).unwrap();
    }
    let mut reader = log.reader(Lsn::NONE).with_known(known.into());
    for (number, lsn) in lsns.iter().enumerate().rev() {
        assert_eq!(reader.read(*lsn).unwrap().body, body(number as u64), "{number}");
    }
}

#[test]
fn unclean_start_reads_log_and_rest_of_one_vlf() {
    let mut world = World::on(Arc::new(MemFs::new(1)));
    world.options.initial_bytes = 65 << 20;
    world.create().unwrap();
    let (_, log) = world.start().unwrap();
    for number in 0..10 {
        commit(&log, number);
    }
    let size = log.vlfs()[0].size;
    drop(log);
    let trace = Arc::new(sluice_vfs::trace::TraceFs::new(world.env.vfs.clone()));
    let env = LogEnvironment { vfs: trace.clone(), ..world.env.clone() };
    let file = LogFile::open(&env, Path::new(PATH), GUID, &world.options).unwrap();
    let mut scan = file.scan(Lsn::NONE).unwrap();
    while scan.next().unwrap().is_some() {}
    let read: u64 = trace.calls().iter().filter(|call| call.kind == CallKind::Read).map(|call| call.len).sum();
    assert!((size..size + (1 << 20)).contains(&read), "{read} bytes of {} in a virtual log file", size);
}

#[test]
fn start_rewrites_outdated_header_copy() {
    let world = World::new();
    let (_, log) = world.start().unwrap();
    let old = world.bytes(copy_offset(1), 4096);
    let lsn = commit(&log, 0);
    log.set_checkpoint(lsn, lsn).unwrap();
    drop(log);
    world.file().write_at(&old, copy_offset(1)).unwrap();
    assert_eq!(world.open().unwrap().checkpoint(), lsn, "the newer copy counts");
    world.start().unwrap();
    let copies = [0, 1].map(|copy| Header::decode(&world.bytes(copy_offset(copy), 4096)).unwrap());
    assert_eq!(copies[0], copies[1]);
    assert_eq!(copies[0].checkpoint, lsn);
}

#[test]
fn evidence_search_covers_every_sector() {
    let mut world = World::on(Arc::new(MemFs::new(1)));
    // The header names the first of four virtual log files and, ahead of its use, the second.
    world.options.initial_bytes = 32 << 20;
    world.create().unwrap();
    let (_, log) = world.start().unwrap();
    commit(&log, 0);
    let end = log.durable();
    commit(&log, 1);
    let block = world.bytes(log.vlfs()[0].offset + 512, 512);
    let after = log.durable();
    // Fill up to the second virtual log file.
    while log.usage().used_bytes <= log.vlfs()[0].size {
        log.append(7, &[&sized(2, 15_000)], Space::Reserving(0)).unwrap();
    }
    log.flush_tail().unwrap();
    let header = Header::decode(&world.bytes(copy_offset(0), 4096)).unwrap();
    for vlf in log.vlfs() {
        world.file().write_at(&vec![0; vlf.size as usize], vlf.offset).unwrap();
    }
    let vlfs = crate::vlf::VlfMap::new(header.vlfs.clone());
    let file = FileDevice::open(&*world.vfs, Path::new(PATH), Create::Never).unwrap();
    let device = crate::device::Device::new(Arc::new(file));
    let find = |below: Lsn| {
        let found = evidence::search(&device, &header, &vlfs, below).unwrap();
        found.map(|evidence| evidence.offset)
    };
    for (index, vlf) in log.vlfs().iter().enumerate() {
        for offset in [vlf.offset + 1024, vlf.offset + vlf.size - 61_440, vlf.offset + vlf.size - 512] {
            world.file().write_at(&block, offset).unwrap();
            assert_eq!(find(end), None, "the block bears what was durable before it");
            assert_eq!(find(Lsn(end.0 - 1)), (index < 2).then_some(offset), "nothing new can be in a free one");
            assert_eq!(find(after), None);
            world.file().write_at(&[0; 512], offset).unwrap();
        }
    }
}

/// Returns the number of header writes until the stream has passed through `crossings` virtual log
/// files of `bytes` each.
fn header_writes(bytes: u64, crossings: u64) -> usize {
    let mut world = World::on(Arc::new(MemFs::new(1)));
    world.options.initial_bytes = crate::header::VLFS_FROM + 4 * bytes;
    world.create().unwrap();
    let trace = Arc::new(sluice_vfs::trace::TraceFs::new(world.env.vfs.clone()));
    let env = LogEnvironment { vfs: trace.clone(), ..world.env.clone() };
    let file = LogFile::open(&env, Path::new(PATH), GUID, &world.options).unwrap();
    let mut scan = file.scan(Lsn::NONE).unwrap();
    while scan.next().unwrap().is_some() {}
    let end = scan.end();
    let log = file.start(end).unwrap();
    let is_header = |call: &&sluice_vfs::trace::Call| call.kind == CallKind::Write && call.offset < VLFS_FROM;
    let before = trace.calls().iter().filter(is_header).count();
    while log.usage().used_bytes <= crossings * bytes {
        let lsn = log.append(7, &[&sized(2, 15_000)], Space::Reserving(0)).unwrap();
        log.harden(lsn, Harden::Commit(0)).unwrap();
    }
    trace.calls().iter().filter(is_header).count() - before
}

#[test]
fn small_vlfs_are_named_ahead_in_header() {
    assert_eq!(header_writes(512 << 10, 3), 0, "the start named all of them");
    assert_eq!(header_writes(5 << 20, 3), 2, "the second by the start, the fourth with the third, in two copies");
    assert_eq!(header_writes(9 << 20, 3), 6, "two copies each");
}

#[test]
fn unwritten_tail_is_the_end() {
    let world = World::new();
    let (_, log) = world.start().unwrap();
    let first = log.vlfs()[0];
    // Append blocks until the next block would be the first of the second virtual log file.
    while log.tail().block() * 512 < FIRST_POSITION * 512 + first.size {
        let lsn = log.append(7, &[&sized(2, 15_000)], Space::Reserving(0)).unwrap();
        log.harden(lsn, Harden::Commit(0)).unwrap();
    }
    let tail = log.tail();
    assert_eq!(tail.block(), FIRST_POSITION + first.size / 512);
    drop(log);
    let file = world.open().unwrap();
    let mut scan = file.scan(tail).unwrap();
    assert!(scan.next().unwrap().is_none());
    assert_eq!(scan.end().lsn(), Lsn::new(tail.block(), 0));
}
