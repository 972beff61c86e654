//! The log of a database that is created at every start.

use super::{GUID, PATH, World};
use crate::{Harden, Log, Space, create_temporary};
use sluice_base::ids::Lsn;
use sluice_base::sync::Arc;
use sluice_vfs::mem::MemFs;
use sluice_vfs::trace::TraceFs;
use std::path::Path;

fn new() -> (World, Arc<TraceFs>, Arc<Log>) {
    let trace = Arc::new(TraceFs::new(Arc::new(MemFs::new(1))));
    let world = World::on(trace.clone());
    let log = create_temporary(&world.env, Path::new(PATH), GUID, &world.options).unwrap();
    (world, trace, log)
}

fn fill(log: &Log, count: usize) -> Vec<Lsn> {
    (0..count).map(|number| log.append(20, &[&[number as u8; 1000]], Space::Reserving(0)).unwrap()).collect()
}

#[test]
fn released_blocks_are_never_written_but_count_as_flushes() {
    let (world, trace, log) = new();
    let mark = trace.mark();
    for _ in 0..80 {
        fill(&log, 150);
        log.release_below(log.tail());
    }
    assert_eq!(trace.text_since(mark), "", "twelve megabytes went through a log of one");
    let blocks = 80 * 150 / (61_376 / 1004);
    let counted = world.env.counters.log_flushes.get();
    assert!((blocks as u64 - 1..=blocks as u64 + 1).contains(&counted), "{counted} for {blocks} blocks");
    assert!(world.env.counters.log_truncations.get() > 0);
}

#[test]
fn unreleased_records_are_kept_and_readable() {
    let (_, trace, log) = new();
    let lsns = fill(&log, 5000);
    log.release_below(lsns[0]);
    assert!(log.usage().total_bytes > 4 << 20, "the log has grown");
    assert!(!trace.text().contains("sync"), "{}", trace.text());
    let mut reader = log.reader(Lsn::NONE);
    for (number, lsn) in lsns.iter().enumerate().rev() {
        assert_eq!(reader.read(*lsn).unwrap().body, [number as u8; 1000]);
    }
}

#[test]
fn sealed_block_keeps_its_place_after_release() {
    let (world, _, log) = new();
    let lsns = fill(&log, 2000);
    while log.background_turn().unwrap() {}
    log.release_below(lsns[1000]);
    let more = fill(&log, 500);
    let mut reader = log.reader(Lsn::NONE);
    for (number, lsn) in lsns.iter().enumerate().skip(1000) {
        assert_eq!(reader.read(*lsn).unwrap().body, [number as u8; 1000]);
    }
    for (number, lsn) in more.iter().enumerate() {
        assert_eq!(reader.read(*lsn).unwrap().body, [number as u8; 1000]);
    }
    // A temporary log is never hardened in use; a request writes the buffered blocks all the same.
    log.harden(log.tail(), Harden::Request).unwrap();
    assert!(world.env.counters.log_flushes.get() >= 2500 / 62);
}
