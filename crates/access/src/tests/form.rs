//! Malformed pages with a right checksum, as memory or program faults leave them. Each reader,
//! writer or release gets an error with file and page, or the right result. No code panics or loops
//! forever.

use super::fixture::{FIXTURE_HEAP, FIXTURE_TREE, fixture, lob};
use super::lob::whole;
use super::rig::{DATA, entries, open_with, rows};
use super::sweep::{read, write};
use crate::heap::AppendCursor;
use crate::layout::{ACCESS_HEADER, BODY, GARBAGE};
use crate::{LobPointer, check_database, check_form, defer_drop, slotted};
use sluice_base::codec::get_u16;
use sluice_base::ids::PageId;
use sluice_base::sync::Arc;
use sluice_buffer::{PAGE_SIZE, PageType, page};
use sluice_txn::{CommitDurability, Storage, StorageError};
use sluice_vfs::Vfs;
use sluice_vfs::mem::{CrashMode, MemFs};

/// Reads the heap's rows, the tree's keys and values, and the long value.
fn content(storage: &Storage, lob: &LobPointer) -> [Result<Vec<Vec<u8>>, StorageError>; 3] {
    let mut value = Vec::new();
    let read = FIXTURE_HEAP.lobs().read(storage, lob, (0, 30_000), &mut value);
    [
        rows(storage, &FIXTURE_HEAP),
        entries(storage, &FIXTURE_TREE)
            .map(|entries| entries.into_iter().flat_map(|(key, value)| [key, value]).collect()),
        // A missing value, although a row names it, counts as a report of damage.
        read.map(|is_there| if is_there { vec![value] } else { vec![vec![5; 20_000]] }),
    ]
}

/// Makes changes of every kind. Each succeeds or returns an error.
fn change(storage: &Storage, lob: &LobPointer) -> Vec<StorageError> {
    let mut errors = Vec::new();
    let mut cursor = AppendCursor::default();
    let mut txn = storage.begin();
    for size in [8, 3_000, 7_000] {
        errors.extend(FIXTURE_HEAP.insert(storage, &mut txn, &mut cursor, &vec![9; size]).err());
    }
    for key in [&[0, 7][..], &[29, 1], b"pqz"] {
        errors.extend(FIXTURE_TREE.insert(storage, &mut txn, key, &[9; 900]).err());
        errors.extend(FIXTURE_TREE.delete(storage, &mut txn, &[key[0]]).err());
        errors.extend(FIXTURE_TREE.tidy(storage, key).err());
    }
    errors.extend(FIXTURE_HEAP.lobs().defer_free(storage, &mut txn, &[whole(*lob)]).err());
    errors.extend(storage.commit(txn, CommitDurability::Full).err());
    let mut txn = storage.begin();
    errors.extend(defer_drop(storage, &mut txn, FIXTURE_HEAP.root).err());
    errors.extend(defer_drop(storage, &mut txn, TREE_IAM).err());
    errors.extend(storage.commit(txn, CommitDurability::Full).err());
    errors
}

fn assert_named(error: &StorageError, what: &str) {
    assert!(matches!(error, StorageError::Damaged { .. }) && error.to_string().contains(DATA), "{what}: {error:?}");
}

/// Returns the offsets of a page's layout and link bytes, without the content of rows and keys.
fn structure(bytes: &[u8]) -> Vec<usize> {
    let mut places: Vec<usize> = std::iter::once(4).chain(ACCESS_HEADER..BODY).collect();
    match page::page_type(bytes) {
        PageType::DATA | PageType::INDEX => {
            let slots = slotted::count(bytes) * slotted::SLOT_SIZE;
            // A slot's last byte also has the cell's kind and the ghost flag. With garbage on the
            // page, a slot may point there.
            let first = if get_u16(bytes, GARBAGE) == 0 { 0 } else { 2 };
            let entries = (PAGE_SIZE - slots - 4..PAGE_SIZE).filter(|place| (first..3).contains(&(place % 4)));
            places.extend(entries.rev().take(24));
        }
        PageType::IAM | PageType::LOB_NODE => places.extend(BODY..BODY + 20),
        PageType::GAM => places.extend(BODY..BODY + 3),
        _ => {}
    }
    places
}

/// Changes each structural byte of each page in turn.
fn each_damage(mem: &MemFs, mut report: impl FnMut(u32, usize, u8, Arc<dyn Vfs>)) {
    let whole: Arc<dyn Vfs> = Arc::new(mem.crash_copy(1, CrashMode::ProcessKill));
    let step = if std::env::var_os("SLOW").is_some() { 1 } else { 11 };
    let mut count = 0;
    for number in (2..4).chain(80..128) {
        let good = read(&whole, number);
        if good.iter().all(|byte| *byte == 0) {
            continue;
        }
        for place in structure(&good) {
            for value in
                [good[place] ^ 1, good[place] ^ 0x80, 0, 0xFF].into_iter().filter(|value| *value != good[place])
            {
                count += 1;
                if count % step == 0 {
                    let vfs: Arc<dyn Vfs> = Arc::new(mem.crash_copy(2, CrashMode::ProcessKill));
                    let mut bytes = read(&vfs, number);
                    bytes[place] = value;
                    page::seal(&mut bytes);
                    write(&vfs, number, &bytes);
                    report(number, place, value, vfs);
                }
            }
        }
    }
    assert!(count > 2_000, "{count}");
}

#[test]
fn reader_of_malformed_page_gets_error_or_right_data() {
    let (mem, lob) = (fixture(), lob());
    let whole: Arc<dyn Vfs> = Arc::new(mem.crash_copy(3, CrashMode::ProcessKill));
    let right = content(&open_with(&whole, 64).unwrap().0, &lob).map(Result::unwrap);
    let mut refused = 0;
    each_damage(&mem, |number, place, value, vfs| {
        let what = format!("page {number}, byte {place} = {value}");
        let storage = match open_with(&vfs, 64) {
            Ok((storage, _)) => storage,
            Err(error) => return assert_named(&error, &what),
        };
        for (found, right) in content(&storage, &lob).into_iter().zip(&right) {
            match found {
                Ok(found) => assert!(found == *right, "{what}: wrong data without an error"),
                Err(error) => {
                    refused += 1;
                    assert_named(&error, &what);
                }
            }
        }
        check_database(&storage, None);
    });
    assert!(refused > 50, "{refused}");
}

#[test]
fn writer_of_malformed_page_gets_error_or_succeeds() {
    let (mem, lob) = (fixture(), lob());
    let mut refused = 0;
    each_damage(&mem, |number, place, value, vfs| {
        let Ok((storage, _)) = open_with(&vfs, 64) else { return };
        for error in change(&storage, &lob) {
            refused += 1;
            assert_named(&error, &format!("page {number}, byte {place} = {value}"));
        }
    });
    assert!(refused > 50, "{refused}");
}

#[test]
fn form_check_accepts_written_pages_and_never_panics() {
    let whole: Arc<dyn Vfs> = fixture();
    let pages: Vec<_> = (2..4).chain(80..128).map(|number| read(&whole, number)).collect();
    let wrong: Vec<_> =
        pages.iter().filter_map(|page| check_form(page).err().map(|what| (page::id(page), what))).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    let mut state = 7_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize
    };
    let mut wrong = 0;
    for _ in 0..3_000 {
        let mut bytes = pages[next() % pages.len()].to_vec();
        for _ in 0..1 + next() % 12 {
            let place = if next() % 2 == 0 { ACCESS_HEADER + next() % 48 } else { PAGE_SIZE - 1 - next() % 128 };
            bytes[place] = next() as u8;
        }
        wrong += usize::from(check_form(&bytes).is_err());
    }
    assert!(wrong > 300, "{wrong}");
}

/// The IAM root of the fixture's tree.
const TREE_IAM: PageId = PageId::primary(88);
