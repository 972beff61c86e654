//! Damage is distinguished from the end of the log, and refused with its place. It never shortens
//! the log or panics.

use super::*;
use crate::header::copy_offset;
use proptest::prelude::*;

/// A log of 40 one-sector blocks, numbers 0..40, left as by a crash. Returns the offset of the
/// first block.
fn forty_blocks() -> (World, u64) {
    let world = World::new();
    let (_, log) = world.start().unwrap();
    for number in 0..40 {
        commit(&log, number);
    }
    let first = log.vlfs()[0].offset;
    (world, first)
}

#[test]
fn torn_last_block_is_the_end() {
    for byte in [0, 5, 30, 70] {
        let (world, first) = forty_blocks();
        world.damage(first + 39 * 512 + byte);
        assert_numbers(&world.records().unwrap(), 39);
        let (_, log) = world.start().unwrap();
        commit(&log, 39);
        assert_numbers(&world.records().unwrap(), 40);
    }
}

#[test]
fn damaged_block_before_end_is_refused_with_offset() {
    for block in 0..39 {
        let (world, first) = forty_blocks();
        world.damage(first + block * 512 + 66);
        let file = world.open().unwrap();
        let mut scan = file.scan(Lsn::NONE).unwrap();
        for number in 0..block {
            assert_eq!(scan.next().unwrap().unwrap().body, body(number));
        }
        assert_eq!(damaged_at(scan.next().map(|record| record.is_some())).0, first + block * 512);
    }
}

#[test]
fn damaged_first_block_of_vlf_is_refused_with_offset() {
    for missing in [1, 2] {
        let mut world = World::on(Arc::new(MemFs::new(1)));
        // Without a growth, the header does not know how far the log reaches.
        world.options.initial_bytes = 2 << 20;
        world.create().unwrap();
        let (_, log) = world.start().unwrap();
        while log.usage().used_bytes <= 2 * log.vlfs()[0].size + 100_000 {
            let lsn = log.append(7, &[&sized(2, 15_000)], Space::Reserving(0)).unwrap();
            log.harden(lsn, Harden::Commit(0)).unwrap();
        }
        let place = log.vlfs()[missing].offset;
        world.damage(place + 70);
        let (offset, what) = damaged_at(world.records());
        assert_eq!(offset, place);
        // The header named all these files ahead of their use, so it was not written since.
        assert!(what.contains("proves that more was hardened"), "{what}");
    }
}

#[test]
fn erased_blocks_before_end_are_refused() {
    let (world, first) = forty_blocks();
    world.file().write_at(&[0; 30 * 512], first + 5 * 512).unwrap();
    assert_eq!(damaged_at(world.records()).0, first + 5 * 512);
}

#[test]
fn lost_tail_below_header_end_is_refused() {
    let (world, first) = forty_blocks();
    let (_, log) = world.start().unwrap();
    drop(log);
    // The start recorded durably that 40 blocks exist.
    world.damage(first + 39 * 512 + 66);
    assert_eq!(damaged_at(world.records()).0, first + 39 * 512);
}

#[test]
fn clean_log_with_damaged_tail_is_refused() {
    for byte in [2, 66] {
        let (world, first) = forty_blocks();
        let (records, log) = world.start().unwrap();
        log.close(records[20].0, records[20].0).unwrap();
        world.damage(first + 39 * 512 + byte);
        assert_eq!(damaged_at(world.records()).0, first + 39 * 512);
    }
}

#[test]
fn one_header_copy_suffices() {
    for copy in [0, 1] {
        for byte in [0, 9, 13, 40, 100] {
            let (world, _) = forty_blocks();
            world.damage(copy_offset(copy) + byte);
            assert_numbers(&world.records().unwrap(), 40);
            let (_, log) = world.start().unwrap();
            commit(&log, 40);
            drop(log);
            // The start repaired this copy, so the other copy may fail now.
            world.damage(copy_offset(1 - copy) + byte);
            assert_numbers(&world.records().unwrap(), 41);
        }
    }
    let (world, _) = forty_blocks();
    world.damage(copy_offset(0) + 20);
    world.damage(copy_offset(1) + 40);
    assert_eq!(damaged_at(world.open()).0, 0);
}

#[test]
fn foreign_log_and_short_file_are_refused() {
    let (world, _) = forty_blocks();
    let other = LogFile::open(&world.env, Path::new(PATH), DatabaseGuid(1), &world.options);
    assert!(damaged_at(other).1.contains("another database"));
    let short = OpenOptions { create: Create::New, access: Access::Buffered, durability: Durability::Synchronous };
    let file = world.vfs.open(Path::new("/short"), short).unwrap();
    file.write_at(&world.bytes(0, 512 << 10), 0).unwrap();
    let short = LogFile::open(&world.env, Path::new("/short"), GUID, &world.options);
    assert!(matches!(short, Err(LogError::Damaged { offset: 524_288, .. })));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// A damaged byte in any block is refused, or only the last block is missing.
    #[test]
    fn damaged_byte_never_shortens_log(at in 0u64..40 * 512) {
        let (world, first) = forty_blocks();
        world.damage(first + at);
        match world.records() {
            Ok(records) => {
                assert_numbers(&records, if at >= 39 * 512 { records.len() as u64 } else { 40 });
                prop_assert!(records.len() >= 39);
            }
            Err(LogError::Damaged { offset, .. }) => prop_assert_eq!(offset, first + at / 512 * 512),
            Err(other) => prop_assert!(false, "{}", other),
        }
    }

    /// Bytes strewn over the file cause an answer or an error, never a panic.
    #[test]
    fn arbitrary_bytes_do_not_panic_start(spots in proptest::collection::vec((0u64..400_000, any::<u64>()), 1..30)) {
        let (world, _) = forty_blocks();
        for (offset, bytes) in spots {
            world.file().write_at(&bytes.to_le_bytes(), offset).unwrap();
        }
        let _ = world.records();
        if let Ok((_, log)) = world.start() {
            commit(&log, 99);
        }
    }
}
