//! Damaged pages are reported by name, repaired if there is a copy, and never followed into a wrong
//! place.

use super::rig::{DATA, GUID, create, data_file, new, open_with};
use crate::check::check_database;
use crate::file::DOUBLE_WRITE_PAGE;
use crate::heap::{AppendCursor, Heap};
use crate::{BTree, layout, mend_header, read_header, slotted};
use sluice_base::ids::{FileId, ObjectId, PageId};
use sluice_base::sync::Arc;
use sluice_buffer::{PAGE_SIZE, page};
use sluice_txn::{CommitDurability, Storage, StorageError};
use sluice_vfs::mem::MemFs;
use sluice_vfs::{AlignedBuf, Create, Vfs};
use std::ops::Bound;

fn damage(vfs: &Arc<dyn Vfs>, number: u32) {
    let file = data_file(vfs, Create::Never).unwrap();
    let mut bytes = AlignedBuf::zeroed(PAGE_SIZE);
    let offset = u64::from(number) * PAGE_SIZE as u64;
    file.read_at(&mut bytes, offset).unwrap();
    bytes[777] ^= 0x40;
    file.write_at(&bytes, offset).unwrap();
    file.sync().unwrap();
}

#[test]
fn one_damaged_header_copy_is_tolerated() {
    for bad in 0..2 {
        let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(1));
        create(&vfs).unwrap();
        let file = data_file(&vfs, Create::Never).unwrap();
        let whole = read_header(&file, FileId::PRIMARY).unwrap();
        assert_eq!((whole.guid, whole.pages, whole.damaged_copy), (GUID, 96, None));
        damage(&vfs, bad);
        let found = read_header(&file, FileId::PRIMARY).unwrap();
        assert_eq!((found.guid, found.pages, found.damaged_copy), (GUID, 96, Some(bad)));
        mend_header(&file, &found).unwrap();
        assert_eq!(read_header(&file, FileId::PRIMARY).unwrap(), whole);
        damage(&vfs, 0);
        damage(&vfs, 1);
        let error = read_header(&file, FileId::PRIMARY).unwrap_err().to_string();
        assert!(error.contains(DATA) && error.contains("both header copies"), "{error}");
    }
}

#[test]
fn foreign_or_short_file_is_refused() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(2));
    vfs.create_dir_all(std::path::Path::new("/db")).unwrap();
    let file = data_file(&vfs, Create::New).unwrap();
    assert!(read_header(&file, FileId::PRIMARY).unwrap_err().to_string().contains("too short"));
    file.write_at(&AlignedBuf::zeroed(8 * PAGE_SIZE), 0).unwrap();
    assert!(read_header(&file, FileId::PRIMARY).is_err(), "zeroes are no header");
}

#[test]
fn newer_format_is_refused_by_name() {
    for (offset, expected) in [(104, "format version"), (108, "collation version"), (120, "features 0x")] {
        let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(4));
        create(&vfs).unwrap();
        let file = data_file(&vfs, Create::Never).unwrap();
        for number in 0..2 {
            let mut bytes = AlignedBuf::zeroed(PAGE_SIZE);
            file.read_at(&mut bytes, number * PAGE_SIZE as u64).unwrap();
            bytes[offset] += 1;
            page::seal(&mut bytes);
            file.write_at(&bytes, number * PAGE_SIZE as u64).unwrap();
        }
        let error = read_header(&file, FileId::PRIMARY).unwrap_err().to_string();
        assert!(error.contains(expected) && error.contains("unknown to this program"), "{error}");
    }
}

#[test]
fn damaged_page_is_named_by_check_and_read() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(3));
    let storage = new(&vfs);
    let mut txn = storage.begin();
    let heap = Heap::create(&storage, &mut txn, ObjectId(7)).unwrap();
    let mut cursor = AppendCursor::default();
    for _ in 0..5 {
        heap.insert(&storage, &mut txn, &mut cursor, &[1; 8000]).unwrap();
    }
    storage.commit(txn, CommitDurability::Full).unwrap();
    storage.close().unwrap();
    drop(storage);
    damage(&vfs, heap.root.page + 3);
    // The double-write area still has the last batch, and would repair the page.
    let area = AlignedBuf::zeroed(65 * PAGE_SIZE);
    data_file(&vfs, Create::Never).unwrap().write_at(&area, u64::from(DOUBLE_WRITE_PAGE) * PAGE_SIZE as u64).unwrap();
    let (storage, _) = open_with(&vfs, 64).unwrap();
    let problems = check_database(&storage, None);
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert_eq!(problems[0].page, PageId::primary(heap.root.page + 3));
    let error = super::rig::rows(&storage, &heap).unwrap_err();
    assert!(matches!(error, StorageError::Damaged { .. }) && error.to_string().contains(DATA), "{error}");
}

/// Changes a page in the pool without the log.
fn tamper(storage: &Storage, id: PageId, change: impl FnOnce(&mut [u8])) {
    let mut page = storage.pool.write(storage.id, id).unwrap();
    page.will_change();
    change(&mut page);
}

/// Creates a tree of two levels. Returns its first two leaves.
fn tree(storage: &Storage) -> (BTree, PageId, PageId) {
    let mut txn = storage.begin();
    let tree = BTree::create(storage, &mut txn, ObjectId(9)).unwrap();
    for number in 0..150u8 {
        tree.insert(storage, &mut txn, &[number], &[7; 1000]).unwrap();
    }
    storage.commit(txn, CommitDurability::Full).unwrap();
    let root = storage.pool.read(storage.id, tree.root).unwrap();
    assert_eq!(layout::level(&root), 1);
    let child = |slot| crate::btree::node::inner_cell(&root, slot).unwrap().0;
    (tree, child(0), child(1))
}

fn problems(storage: &Storage) -> String {
    check_database(storage, None).iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

#[test]
fn check_finds_damage_with_valid_checksum() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(4));
    let storage = new(&vfs);
    let (tree, first, second) = tree(&storage);
    assert_eq!(problems(&storage), "");
    let good = storage.pool.read(storage.id, first).unwrap().to_vec();
    let restore = |storage: &Storage| tamper(storage, first, |bytes| bytes.copy_from_slice(&good));

    tamper(&storage, first, |bytes| layout::set_next(bytes, PageId::NONE));
    assert!(problems(&storage).contains(&format!("page {first}: it links to")));
    restore(&storage);

    tamper(&storage, first, |bytes| slotted::get_mut(bytes, 1).unwrap()[10] = 0xFF);
    assert!(problems(&storage).contains("outside the bounds of the parent"));
    restore(&storage);

    tamper(&storage, first, |bytes| bytes[52] = 99);
    assert!(problems(&storage).contains("garbage"));
    restore(&storage);

    tamper(&storage, first, |bytes| page::set_object(bytes, ObjectId(10)));
    assert!(problems(&storage).contains("it is of object 10"));
    let mut value = Vec::new();
    let error = tree.get(&storage, &[0], &mut value).unwrap_err();
    assert!(error.to_string().contains(&first.to_string()), "{error}");
    restore(&storage);

    tamper(&storage, PageId::primary(3), |bytes| crate::gam::set_used(bytes, 900, true));
    assert!(problems(&storage).contains("extent 900 is in use, but beyond the end of the file"));
    tamper(&storage, PageId::primary(3), |bytes| crate::gam::set_used(bytes, 900, false));
    tamper(&storage, PageId::primary(3), |bytes| crate::gam::set_used(bytes, 130, true));
    assert!(problems(&storage).contains("extent 130 is in use and has no owner"));
    tamper(&storage, PageId::primary(3), |bytes| crate::gam::set_used(bytes, 130, false));
    tamper(&storage, PageId::primary(3), |bytes| crate::gam::set_used(bytes, 11, false));
    assert!(problems(&storage).contains("extent 11 is free in the GAM"));
    tamper(&storage, PageId::primary(3), |bytes| crate::gam::set_used(bytes, 11, true));

    tamper(&storage, PageId::primary(1), |bytes| crate::header::set_pages(bytes, 5));
    assert!(problems(&storage).contains("it says 5 pages"));
    tamper(&storage, PageId::primary(1), |bytes| {
        crate::header::set_pages(bytes, crate::extent::file_pages(&storage, FileId::PRIMARY).unwrap())
    });
    assert_eq!(problems(&storage), "");
    assert_ne!(first, second);
}

#[test]
fn cyclic_tree_is_an_error_not_a_loop() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(5));
    let storage = new(&vfs);
    let (tree, first, _) = tree(&storage);
    tamper(&storage, tree.root, |bytes| {
        let cell = slotted::get_mut(bytes, 0).unwrap();
        cell[..6].copy_from_slice(&layout::page_id_bytes(tree.root));
    });
    let mut txn = storage.begin();
    let mut value = Vec::new();
    let errors = [
        tree.get(&storage, &[0], &mut value).unwrap_err(),
        tree.insert(&storage, &mut txn, &[0, 0], &[1]).unwrap_err(),
        tree.scan(&storage, Bound::Unbounded, Bound::Unbounded).err().unwrap(),
    ];
    for error in errors {
        assert!(matches!(error, StorageError::Damaged { .. }), "{error}");
        assert!(error.to_string().contains(&tree.root.to_string()), "{error}");
    }
    assert!(tree.get(&storage, &[39], &mut value).unwrap(), "the rest of the tree works");
    assert!(problems(&storage).contains(&format!("page {first}: the tree of object 9 owns it and never leads to it")));
    storage.rollback(txn).unwrap();
}
