//! Fixtures whose damage a start mends, or whose newest commits it leaves out: torn pages with a copy in the double-write area, the ring of a
//! killed process.

use crate::fixtures::{gives_its_rows, machine};
use crate::rig::{Rig, error, ints, ok};
use sluice_base::codec::{get_u32, get_u64};
use sluice_vfs::mem::CrashMode;

const PAGE: usize = 8_192;
/// The double-write area's directory: count u32 at 48, from 64 on page number u32 and checksum u32; the copies behind it.
const AREA: usize = 8;

/// The pages of A that have a copy, in the copies' order.
fn copied(rig: &Rig) -> Vec<usize> {
    let bytes = rig.bytes("A.mdf");
    let directory = &bytes[AREA * PAGE..][..PAGE];
    (0..get_u32(directory, 48) as usize).map(|slot| get_u32(directory, 64 + 8 * slot) as usize).collect()
}

/// The power went while the page's second half was written.
fn tear(rig: &Rig, page: usize) {
    rig.file("A.mdf").write_at(&[0xAA; PAGE / 2], (page * PAGE + PAGE / 2) as u64).unwrap();
}

#[test]
fn torn_pages_with_sound_copies_are_put_right() {
    let rig = machine("closed");
    let pages = copied(&rig);
    assert!(pages.len() > 3, "{pages:?}");
    pages.iter().for_each(|page| tear(&rig, *page));
    gives_its_rows(&rig, "closed");
}

#[test]
fn a_torn_page_whose_copy_is_damaged_too_is_told_by_name() {
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

/// The rows of `tail`: 1 and 2 are hardened, of 3 to 5 only the ring knows.
fn rows_of_tail(rig: &Rig) -> Vec<i32> {
    let (instance, mut session) = rig.connect();
    ok(&mut session, "USE A; DBCC CHECKDB;");
    let rows = ints(&mut session, "SELECT a FROM dbo.T;");
    ok(&mut session, "INSERT dbo.T VALUES(9);");
    drop(session);
    instance.close().unwrap();
    rows
}

/// Where the ring's newest block is.
fn newest(ring: &[u8]) -> usize {
    let used = (0..32).map(|slot| 4_096 + slot * 61_440).filter(|at| get_u64(ring, *at) != 0);
    used.max_by_key(|at| get_u64(ring, at + 24)).expect("a block in the ring")
}

#[test]
fn a_sound_ring_gives_what_a_killed_process_had_told() {
    assert_eq!(rows_of_tail(&machine("tail")), [1, 2, 3, 4, 5]);
}

#[test]
fn a_damaged_ring_gives_nothing_that_is_wrong() {
    let at = newest(&machine("tail").bytes("A_tail.ring"));
    // Its magic, its checksum, its epoch; the newest block's publication, its epoch, its sequence, its records.
    for byte in [0, 12, 40, at, at + 8, at + 24, at + 70] {
        let rig = machine("tail");
        rig.damage("A_tail.ring", byte as u64);
        assert_eq!(rows_of_tail(&rig), [1, 2], "byte {byte}");
    }
}

#[test]
fn a_ring_of_an_earlier_run_of_the_system_is_not_read() {
    let rig = machine("tail").crash(CrashMode::POWER_CUT);
    assert_eq!(rows_of_tail(&rig), [1, 2]);
}
