//! Survival of data after a crash of files in memory: rules 1 to 3 of the traits, and no more than
//! they promise.

use crate::{contents, filled, open, open_plain};
use proptest::collection::vec;
use proptest::prelude::*;
use sluice_vfs::mem::{CrashMode, MemFs};
use sluice_vfs::{Access, Durability, Vfs};
use std::collections::BTreeSet;
use std::path::Path;

const SECTOR: usize = 512;

/// Returns the contents of file `f` after 200 crashes of the file system that `make` builds.
fn outcomes(make: impl Fn(&MemFs)) -> BTreeSet<Option<Vec<u8>>> {
    let outcome = |seed| {
        let mem = MemFs::new(seed);
        make(&mem);
        contents(&mem.crash(CrashMode::POWER_CUT), "f")
    };
    (0..200).map(outcome).collect()
}

/// Writes a file `f` of eight durable sectors of ones.
fn eight_ones(mem: &MemFs) {
    open(mem, "f", Access::Direct, Durability::Synchronous).write_at(&filled(8 * SECTOR, 1), 0).unwrap();
    mem.sync_dir(Path::new("")).unwrap();
}

#[test]
fn unsynced_write_is_kept_lost_or_torn_by_sector() {
    let outcomes = outcomes(|mem| {
        eight_ones(mem);
        open_plain(mem, "f").write_at(&[2; 4 * SECTOR], 2 * SECTOR as u64).unwrap();
    });
    let mut torn = 0;
    for bytes in outcomes.iter().flatten() {
        let sectors: Vec<u8> = bytes.chunks(SECTOR).map(|sector| sector[0]).collect();
        assert!(bytes.chunks(SECTOR).all(|sector| sector.iter().all(|byte| *byte == sector[0])), "within a sector");
        assert!(sectors[..2] == [1, 1] && sectors[6..] == [1, 1], "beside the write: {sectors:?}");
        torn += usize::from(sectors.contains(&2) && sectors[2..6].contains(&1));
    }
    assert_eq!((outcomes.len(), torn), (16, 14), "every mixture of four sectors occurs");
}

/// A device that rewrites 4 KB for each sector may destroy synced sectors beside the one that it is
/// writing, and none in another unit.
#[test]
fn interrupted_write_may_destroy_its_rewrite_unit() {
    let (mut destroyed, mut whole) = (0, 0);
    for seed in 0..200 {
        let mem = MemFs::rewriting(seed);
        open(&mem, "f", Access::Direct, Durability::Synchronous).write_at(&filled(16 * SECTOR, 1), 0).unwrap();
        mem.sync_dir(Path::new("")).unwrap();
        open_plain(&mem, "f").write_at(&[2; SECTOR], 2 * SECTOR as u64).unwrap();
        let bytes = contents(&mem.crash(CrashMode::POWER_CUT), "f").unwrap();
        let beside = bytes[..8 * SECTOR].chunks(SECTOR).enumerate().filter(|(index, _)| *index != 2);
        let kept = beside.filter(|(_, sector)| sector.iter().all(|byte| *byte == 1)).count();
        assert!(kept == 7 || kept == 0, "the unit is kept or destroyed as a whole: {kept}");
        (destroyed, whole) = (destroyed + usize::from(kept == 0), whole + usize::from(kept == 7));
        assert!(bytes[8 * SECTOR..].iter().all(|byte| *byte == 1), "another unit is untouched");
    }
    assert!(destroyed > 20 && whole > 20, "{destroyed} and {whole}");
}

#[test]
fn later_write_may_survive_lost_earlier_write() {
    let outcomes = outcomes(|mem| {
        eight_ones(mem);
        let file = open_plain(mem, "f");
        file.write_at(&[2; SECTOR], 0).unwrap();
        file.write_at(&[3; SECTOR], SECTOR as u64).unwrap();
    });
    let heads: BTreeSet<(u8, u8)> = outcomes.iter().flatten().map(|bytes| (bytes[0], bytes[SECTOR])).collect();
    assert_eq!(heads, BTreeSet::from([(1, 1), (1, 3), (2, 1), (2, 3)]));
}

#[test]
fn unsynced_growth_and_its_bytes_are_lost_independently() {
    let outcomes = outcomes(|mem| {
        eight_ones(mem);
        open_plain(mem, "f").write_at(&[2; SECTOR], 8 * SECTOR as u64).unwrap();
    });
    let tails: BTreeSet<Option<u8>> = outcomes.iter().flatten().map(|bytes| bytes.get(8 * SECTOR).copied()).collect();
    assert_eq!(tails, BTreeSet::from([None, Some(0), Some(2)]));
}

#[test]
fn synchronous_write_over_unsynced_writes_survives() {
    let outcomes = outcomes(|mem| {
        eight_ones(mem);
        let deferred = open_plain(mem, "f");
        deferred.write_at(&[2; 3 * SECTOR], 0).unwrap();
        open(mem, "f", Access::Direct, Durability::Synchronous).write_at(&filled(SECTOR, 3), SECTOR as u64).unwrap();
        deferred.write_at(&[4; SECTOR], 2 * SECTOR as u64).unwrap();
    });
    let heads =
        |sector: usize| -> BTreeSet<u8> { outcomes.iter().flatten().map(|bytes| bytes[sector * SECTOR]).collect() };
    assert_eq!(heads(0), BTreeSet::from([1, 2]));
    assert_eq!(heads(1), BTreeSet::from([3]), "rule 2");
    assert_eq!(heads(2), BTreeSet::from([1, 2, 4]));
}

#[test]
fn sync_on_any_handle_covers_all_handles() {
    let outcomes = outcomes(|mem| {
        eight_ones(mem);
        let (one, other) = (open_plain(mem, "f"), open_plain(mem, "f"));
        one.write_at(&[2; 10 * SECTOR], 0).unwrap();
        one.allocate(0, 20 * SECTOR as u64).unwrap();
        other.sync().unwrap();
    });
    let expected = [vec![2; 10 * SECTOR], vec![0; 10 * SECTOR]].concat();
    assert_eq!(outcomes, BTreeSet::from([Some(expected)]));
}

#[test]
fn truncation_is_kept_or_lost_whole_until_sync() {
    let cut = |mem: &MemFs| {
        eight_ones(mem);
        let file = open_plain(mem, "f");
        file.truncate(3 * SECTOR as u64).unwrap();
        file
    };
    let whole = vec![1; 8 * SECTOR];
    assert_eq!(
        outcomes(|mem| drop(cut(mem))),
        BTreeSet::from([Some(whole.clone()), Some(whole[..3 * SECTOR].to_vec())])
    );
    let synced = outcomes(|mem| cut(mem).sync().unwrap());
    assert_eq!(synced, BTreeSet::from([Some(whole[..3 * SECTOR].to_vec())]));
    // Bytes behind the cut are zero after a growth.
    let grown = outcomes(|mem| {
        let file = cut(mem);
        file.allocate(0, 5 * SECTOR as u64).unwrap();
        file.sync().unwrap();
    });
    assert_eq!(grown, BTreeSet::from([Some([vec![1; 3 * SECTOR], vec![0; 2 * SECTOR]].concat())]));
}

#[test]
fn file_name_survives_only_after_sync_dir() {
    let made = |mem: &MemFs| open(mem, "f", Access::Buffered, Durability::Synchronous).write_at(&[1; 3], 0).unwrap();
    assert_eq!(outcomes(made), BTreeSet::from([None, Some(vec![1; 3])]));
    let synced = outcomes(|mem| {
        made(mem);
        mem.sync_dir(Path::new("/")).unwrap();
    });
    assert_eq!(synced, BTreeSet::from([Some(vec![1; 3])]));
}

#[test]
fn rename_or_removal_before_sync_dir_may_be_lost() {
    let prepare = |mem: &MemFs| {
        for (name, byte) in [("f", 1), ("new", 2)] {
            open(mem, name, Access::Buffered, Durability::Synchronous).write_at(&[byte], 0).unwrap();
        }
        mem.sync_dir(Path::new("")).unwrap();
    };
    let rename = |mem: &MemFs| {
        prepare(mem);
        mem.rename(Path::new("new"), Path::new("f")).unwrap();
    };
    assert_eq!(outcomes(rename), BTreeSet::from([Some(vec![1]), Some(vec![2])]), "the old or the new, never none");
    let synced = outcomes(|mem| {
        rename(mem);
        mem.sync_dir(Path::new("")).unwrap();
    });
    assert_eq!(synced, BTreeSet::from([Some(vec![2])]));
    let removed = outcomes(|mem| {
        prepare(mem);
        mem.remove(Path::new("f")).unwrap();
    });
    assert_eq!(removed, BTreeSet::from([None, Some(vec![1])]));
}

#[test]
fn folder_changes_survive_as_prefix() {
    let counts: BTreeSet<usize> = (0..100)
        .map(|seed| {
            let mem = MemFs::new(seed);
            let names = ["1", "2", "3"];
            names.iter().for_each(|name| drop(open_plain(&mem, name)));
            let left = mem.crash(CrashMode::POWER_CUT).list(Path::new("")).unwrap();
            assert!(left.iter().eq(names[..left.len()].iter().map(Path::new)), "{left:?}");
            left.len()
        })
        .collect();
    assert_eq!(counts, BTreeSet::from([0, 1, 2, 3]));
}

#[test]
fn process_kill_keeps_unsynced_data_unsynced() {
    let mem = MemFs::new(1);
    eight_ones(&mem);
    open_plain(&mem, "f").write_at(&[2; SECTOR], 0).unwrap();
    open_plain(&mem, "g");
    let killed = mem.crash(CrashMode::ProcessKill);
    assert_eq!(contents(&killed, "f").unwrap()[..SECTOR], [2; SECTOR]);
    assert!(killed.exists(Path::new("g")).unwrap());
    let cut = killed.crash(CrashMode::LOSE_UNSYNCED);
    assert_eq!(contents(&cut, "f").unwrap(), [1; 8 * SECTOR]);
    assert!(!cut.exists(Path::new("g")).unwrap());
}

#[test]
fn crashed_file_system_fails_and_releases_locks() {
    let mem = MemFs::new(1);
    let file = open_plain(&mem, "f");
    let _lock = mem.lock(Path::new("f")).unwrap();
    let after = mem.crash(CrashMode::KEEP_UNSYNCED);
    assert!(file.write_at(&[1], 0).is_err() && file.sync().is_err() && file.len().is_err());
    assert!(file.read_at(&mut [0], 0).is_err() && file.allocate(0, 1).is_err());
    assert!(mem.list(Path::new("")).is_err() && mem.remove(Path::new("f")).is_err());
    assert_eq!(contents(&after, "f").unwrap(), []);
    after.lock(Path::new("f")).unwrap();
}

#[test]
fn crash_copy_leaves_original_running() {
    let mem = MemFs::new(1);
    eight_ones(&mem);
    let file = open_plain(&mem, "f");
    file.write_at(&[2; SECTOR], 0).unwrap();
    assert_eq!(contents(&mem.crash_copy(1, CrashMode::LOSE_UNSYNCED), "f").unwrap(), [1; 8 * SECTOR]);
    file.sync().unwrap();
    assert_eq!(contents(&mem.crash(CrashMode::LOSE_UNSYNCED), "f").unwrap()[..SECTOR], [2; SECTOR]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// After a power cut, each byte is the last durable byte or a byte written since, for any order
    /// of writes and syncs. The same seed leaves the same bytes.
    #[test]
    fn crash_byte_is_no_older_than_last_sync(
        writes in vec((0..6000usize, 1..3000usize, 0..5u8), 1..30),
        seed: u64,
    ) {
        let mem = MemFs::new(seed);
        let (deferred, synchronous) =
            (open_plain(&mem, "f"), open(&mem, "f", Access::Buffered, Durability::Synchronous));
        mem.sync_dir(Path::new("")).unwrap();
        let mut possible: Vec<BTreeSet<u8>> = vec![BTreeSet::from([0]); 9000];
        let mut durable_len = 0;
        for (number, (offset, length, action)) in writes.iter().enumerate() {
            let byte = number as u8 + 1;
            let range = *offset..offset + length;
            match action {
                0 => {
                    deferred.sync().unwrap();
                    durable_len = deferred.len().unwrap() as usize;
                    let mut now = vec![0; durable_len];
                    deferred.read_at(&mut now, 0).unwrap();
                    for (byte, possible) in now.into_iter().zip(&mut possible) {
                        *possible = BTreeSet::from([byte]);
                    }
                }
                1 => {
                    synchronous.write_at(&vec![byte; *length], *offset as u64).unwrap();
                    durable_len = durable_len.max(range.end);
                    possible[range].fill(BTreeSet::from([byte]));
                }
                4 => {
                    deferred.truncate(*offset as u64).unwrap();
                    durable_len = durable_len.min(*offset);
                    possible[*offset..].iter_mut().for_each(|possible| { possible.insert(0); });
                }
                _ => {
                    deferred.write_at(&vec![byte; *length], *offset as u64).unwrap();
                    possible[range].iter_mut().for_each(|possible| { possible.insert(byte); });
                }
            }
        }
        let left = contents(&mem.crash_copy(seed, CrashMode::POWER_CUT), "f").unwrap();
        prop_assert!(left.len() >= durable_len);
        for (at, byte) in left.iter().enumerate() {
            prop_assert!(possible[at].contains(byte), "byte {} is {}, not of {:?}", at, byte, possible[at]);
        }
        prop_assert_eq!(contents(&mem.crash_copy(seed, CrashMode::POWER_CUT), "f").unwrap(), left);
        let kept = contents(&mem.crash_copy(seed, CrashMode::KEEP_UNSYNCED), "f");
        prop_assert_eq!(kept, contents(&mem, "f"));
    }
}
