//! The check against all damage of a kind: flipped bits on disk, swapped pages, and wrong fields
//! under a right checksum.

use super::lob::whole;
use super::rig::{Alone as _, DATA, assert_sound, data_file, new, open, open_with};
use crate::check::check_database;
use crate::file::{DOUBLE_WRITE_PAGE, PAIR_PAGE};
use crate::heap::{AppendCursor, Heap};
use crate::lob_page::{is_lob, length};
use crate::{BTree, layout};
use sluice_base::ids::{ObjectId, PageId};
use sluice_base::sync::Arc;
use sluice_buffer::{PAGE_SIZE, PageType, page};
use sluice_txn::{CommitDurability, Storage};
use sluice_vfs::mem::{CrashMode, MemFs};
use sluice_vfs::{AlignedBuf, Create, Vfs};
use std::collections::BTreeSet;

/// Creates a closed database with all page types. The double-write area holds no copies, which
/// would repair the damage of a test.
pub(super) fn prepared() -> Arc<MemFs> {
    let mem = Arc::new(MemFs::new(1));
    let vfs: Arc<dyn Vfs> = mem.clone();
    let storage = new(&vfs);
    let mut txn = storage.begin();
    let heap = Heap::create(&storage, &mut txn, ObjectId(7)).unwrap();
    let tree = BTree::create(&storage, &mut txn, ObjectId(8)).unwrap();
    let mut cursor = AppendCursor::default();
    let rids: Vec<_> =
        (0..24u8).map(|number| heap.insert(&storage, &mut txn, &mut cursor, &[number; 900]).unwrap()).collect();
    storage.commit(txn, CommitDurability::Full).unwrap();
    let mut txn = storage.begin();
    assert!(heap.update(&storage, &mut txn, &mut cursor, rids[1], &[1; 6000]).unwrap());
    assert!(heap.update(&storage, &mut txn, &mut cursor, rids[2], &[2; 60]).unwrap());
    assert!(heap.delete(&storage, &mut txn, rids[3]).unwrap());
    for number in 0..30u8 {
        tree.insert(&storage, &mut txn, &[number], &[number; 900]).unwrap();
    }
    assert!(tree.delete(&storage, &mut txn, &[4]).unwrap());
    // A long value of a node and three pages, and one that leaves free pages behind.
    let mut long = |length: usize| {
        let mut writer = heap.lobs().write(&storage);
        writer.push(&mut txn, &vec![5; length]).unwrap();
        writer.finish(&mut txn).unwrap()
    };
    let gone = long(9_000);
    long(20_000);
    heap.lobs().defer_free(&storage, &mut txn, &[whole(gone)]).unwrap();
    storage.commit(txn, CommitDurability::Full).unwrap();
    // Merged leaves: free pages of a tree, and a page with a prefix.
    let mut txn = storage.begin();
    for number in 30..60u8 {
        tree.insert(&storage, &mut txn, &[b'p', b'q', number], &[number; 900]).unwrap();
    }
    storage.commit(txn, CommitDurability::Full).unwrap();
    let mut txn = storage.begin();
    for number in 8..28u8 {
        assert!(tree.delete(&storage, &mut txn, &[number]).unwrap());
    }
    storage.commit(txn, CommitDurability::Full).unwrap();
    for number in 0..30u8 {
        tree.tidy(&storage, &[number]).unwrap();
    }
    storage.close().unwrap();
    drop(storage);
    let area = AlignedBuf::zeroed(65 * PAGE_SIZE);
    write(&vfs, DOUBLE_WRITE_PAGE, &area);
    assert_sound(&open(&(Arc::new(mem.crash_copy(9, CrashMode::ProcessKill)) as Arc<dyn Vfs>)));
    mem
}

pub(super) fn read(vfs: &Arc<dyn Vfs>, number: u32) -> AlignedBuf {
    let mut bytes = AlignedBuf::zeroed(PAGE_SIZE);
    data_file(vfs, Create::Never).unwrap().read_at(&mut bytes, u64::from(number) * PAGE_SIZE as u64).unwrap();
    bytes
}

pub(super) fn write(vfs: &Arc<dyn Vfs>, number: u32, bytes: &AlignedBuf) {
    let file = data_file(vfs, Create::Never).unwrap();
    file.write_at(bytes, u64::from(number) * PAGE_SIZE as u64).unwrap();
    file.sync().unwrap();
}

/// Whether opening the database, or its check, reports the page.
pub(super) fn is_found(mem: &MemFs, number: u32, damage: impl Fn(&Arc<dyn Vfs>)) -> bool {
    let vfs: Arc<dyn Vfs> = Arc::new(mem.crash_copy(2, CrashMode::ProcessKill));
    damage(&vfs);
    match open_with(&vfs, 64) {
        Ok((storage, _)) => {
            check_database(&storage, None).iter().any(|problem| problem.page == PageId::primary(number))
        }
        Err(error) => error.to_string().contains(DATA),
    }
}

/// Returns the written pages, except the headers, which are copies of each other, and the pair
/// pages and the map of changed extents, of which one page is enough.
fn written(mem: &Arc<MemFs>) -> Vec<u32> {
    let vfs: Arc<dyn Vfs> = mem.clone();
    let numbers = (2..112).filter(|number| !(PAIR_PAGE..DOUBLE_WRITE_PAGE).contains(number));
    let pages = numbers.filter(|number| read(&vfs, *number).iter().any(|byte| *byte != 0));
    let pages: Vec<u32> = pages.collect();
    let kinds: BTreeSet<u8> = pages.iter().map(|number| page::page_type(&read(&vfs, *number)).0).collect();
    assert!([0, 1, 2, 3, 4, 8, 10, 13].iter().all(|kind| kinds.contains(kind)), "{kinds:?}");
    assert!(pages.len() > 12 && pages.contains(&2) && pages.contains(&3), "{pages:?}");
    pages
}

#[test]
fn flipped_bit_is_found_in_every_page() {
    let mem = prepared();
    for number in written(&mem) {
        for byte in [0, 5, 9, 17, 33, 50, 70, 95, 96, 300, 4000, PAGE_SIZE - 1] {
            let found = is_found(&mem, number, |vfs| {
                let mut bytes = read(vfs, number);
                bytes[byte] ^= 1 << (byte % 8);
                write(vfs, number, &bytes);
            });
            assert!(found, "page {number}, byte {byte}");
        }
    }
}

#[test]
fn swapped_pages_are_found() {
    let mem = prepared();
    let pages = written(&mem);
    for pair in pages.windows(2) {
        let swap = |vfs: &Arc<dyn Vfs>| {
            let (one, other) = (read(vfs, pair[0]), read(vfs, pair[1]));
            write(vfs, pair[0], &other);
            write(vfs, pair[1], &one);
        };
        // If one of the pages is a map needed to find the owner of the other, the map is named.
        assert!(is_found(&mem, pair[0], swap) || is_found(&mem, pair[1], swap), "pages {pair:?}");
    }
}

#[test]
fn wrong_field_with_right_checksum_is_found() {
    let mem = prepared();
    let storage = open(&(mem.clone() as Arc<dyn Vfs>));
    let mut missed = Vec::new();
    for number in written(&mem) {
        let id = PageId::primary(number);
        let (good, kind) = {
            let page = storage.pool.read(storage.id, id).unwrap();
            (page.to_vec(), page::page_type(&page))
        };
        // Behind the entries of an IAM root are its recovery value and its LOB unit.
        let tail = [8_097, 8_120, 8_125, 8_126, 8_128, 8_135, 8_136, 8_191].into_iter();
        let tail = tail.filter(|_| kind == PageType::IAM);
        let header = (TYPE_FIELD..TYPE_FIELD + 1).chain(OBJECT_FIELD).chain(layout::ACCESS_HEADER..layout::BODY);
        for byte in header.chain(tail) {
            for bit in [0x01, 0x80] {
                // A GAM's hint may be too low, and the generation of an IAM root is arbitrary.
                if (80..88).contains(&byte) && (kind == PageType::GAM || kind == PageType::IAM) {
                    continue;
                }
                // Which transaction wrote the root of a value only its row knows.
                let is_root = is_lob(&good) && length(&good) != 0;
                if is_root && (64..72).contains(&byte) {
                    continue;
                }
                tamper(&storage, id, |bytes| bytes[byte] ^= bit);
                if check_database(&storage, None).is_empty() {
                    missed.push((number, kind.0, byte, bit));
                }
                tamper(&storage, id, |bytes| bytes.copy_from_slice(&good));
            }
        }
    }
    assert!(missed.is_empty(), "page, type, byte, bit: {missed:?}");
    assert_sound(&storage);
}

/// Changes a page in the pool without the log.
fn tamper(storage: &Storage, id: PageId, change: impl FnOnce(&mut [u8])) {
    let mut page = storage.pool.write(storage.id, id).unwrap();
    page.will_change();
    change(&mut page);
}

const TYPE_FIELD: usize = 4;
const OBJECT_FIELD: std::ops::Range<usize> = 24..28;
