//! Fixtures whose damage a start repairs or whose newest commits it omits: torn pages with a copy
//! in the double-write area, and the ring of a killed process.

use crate::fixtures::{gives_its_rows, machine};
use crate::rig::{Rig, error, ints, ok};
use sluice_base::codec::{get_u32, get_u64};
use sluice_vfs::mem::CrashMode;

const PAGE: usize = 8_192;
/// The first page of the double-write area, its directory: count u32 at 48; from 64 on, page number
/// u32 and checksum u32. The copies follow.
const AREA: usize = 8;

/// Returns the pages of A that have a copy, in the order of the copies.
fn copied(rig: &Rig) -> Vec<usize> {
    let bytes = rig.bytes("A.mdf");
    let directory = &bytes[AREA * PAGE..][..PAGE];
    (0..get_u32(directory, 48) as usize).map(|slot| get_u32(directory, 64 + 8 * slot) as usize).collect()
}

/// Simulates a power cut during the write of the page's second half.
fn tear(rig: &Rig, page: usize) {
    rig.file("A.mdf").write_at(&[0xAA; PAGE / 2], (page * PAGE + PAGE / 2) as u64).unwrap();
}

#[test]
fn torn_pages_are_restored_from_sound_copies() {
    let rig = machine("closed");
    let pages = copied(&rig);
    assert!(pages.len() > 3, "{pages:?}");
    pages.iter().for_each(|page| tear(&rig, *page));
    gives_its_rows(&rig, "closed");
}

#[test]
fn torn_page_with_damaged_copy_is_reported() {
    let rig = machine("closed");
    let bytes = rig.bytes("A.mdf");
    let pages = copied(&rig);
    let (slot, page) = pages.iter().enumerate().find(|(_, page)| bytes[*page * PAGE + 4] == 1).expect("a heap's page");
    tear(&rig, *page);
    rig.damage("A.mdf", ((AREA + 1 + slot) * PAGE + 300) as u64);
    let (_instance, mut session) = rig.connect();
    ok(&mut session, "USE A;");
    let (number, text) = error(&mut session, "DBCC CHECKDB;");
    assert_eq!(number, 8939, "{text}");
    assert!(text.contains("checksum") && text.contains(&format!("(1:{page})")), "{text}");
}

/// Returns the rows of `tail`: 1 and 2 are hardened, 3 to 5 are only in the ring.
fn rows_of_tail(rig: &Rig) -> Vec<i32> {
    let (instance, mut session) = rig.connect();
    ok(&mut session, "USE A; DBCC CHECKDB;");
    let rows = ints(&mut session, "SELECT a FROM dbo.T;");
    ok(&mut session, "INSERT dbo.T VALUES(9);");
    drop(session);
    instance.close().unwrap();
    rows
}

/// Returns the position of the newest block in the ring.
fn newest(ring: &[u8]) -> usize {
    let used = (0..32).map(|slot| 4_096 + slot * 61_440).filter(|at| get_u64(ring, *at) != 0);
    used.max_by_key(|at| get_u64(ring, at + 24)).expect("a block in the ring")
}

#[test]
fn sound_ring_restores_acknowledged_commits() {
    assert_eq!(rows_of_tail(&machine("tail")), [1, 2, 3, 4, 5]);
}

#[test]
fn damaged_ring_restores_no_wrong_commits() {
    let at = newest(&machine("tail").bytes("A_tail.ring"));
    // The ring's magic, checksum and epoch; the newest block's publication, epoch, sequence and
    // records.
    for byte in [0, 12, 40, at, at + 8, at + 24, at + 70] {
        let rig = machine("tail");
        rig.damage("A_tail.ring", byte as u64);
        assert_eq!(rows_of_tail(&rig), [1, 2], "byte {byte}");
    }
}

#[test]
fn ring_of_earlier_boot_is_ignored() {
    let rig = machine("tail").crash(CrashMode::POWER_CUT);
    assert_eq!(rows_of_tail(&rig), [1, 2]);
}
