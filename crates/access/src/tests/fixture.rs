//! A database with every page type in the file format of the time, stored as text. Undamaged, it is
//! sound and gives its content. With one page of each type damaged, the check reports the page's
//! number.
//!
//! `fixture_is_rebuilt` creates the fixture. It is run by hand when a new version of the format
//! replaces an old one.

use super::rig::{DATA, assert_sound, entries, open_with, rows};
use super::sweep::{is_found, prepared, read, write};
use crate::heap::Heap;
use crate::{BTree, LobPointer, lob_page};
use sluice_base::ids::{ObjectId, PageId};
use sluice_base::sync::Arc;
use sluice_buffer::page;
use sluice_vfs::mem::{CrashMode, MemFs};
use sluice_vfs::{Vfs, folder_text};
use std::collections::BTreeMap;
use std::path::Path;

const TEXT: &str = include_str!("fixture.txt");

#[test]
#[ignore = "makes the fixture anew: by hand, when the format gets a new version"]
fn fixture_is_rebuilt() {
    let text = folder_text::write(&*prepared(), Path::new(DATA).parent().unwrap()).unwrap();
    std::fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/fixture.txt"), text).unwrap();
}

/// The fixture's heap.
pub(super) const FIXTURE_HEAP: Heap = Heap { root: PageId::primary(80), object: ObjectId(7) };
/// The fixture's tree.
pub(super) const FIXTURE_TREE: BTree = BTree { root: PageId::primary(89), object: ObjectId(8) };

/// The fixture's long value, of a node and three pages.
pub(super) fn lob() -> LobPointer {
    let vfs: Arc<dyn Vfs> = fixture();
    let root = page_of_each_type(&vfs)[&4];
    LobPointer { id: lob_page::identity(&read(&vfs, root)), root: PageId::primary(root), length: 20_000 }
}

/// Creates a disk with the fixture.
pub(super) fn fixture() -> Arc<MemFs> {
    let mem = Arc::new(MemFs::new(1));
    let done = folder_text::read(TEXT, &*mem, Path::new(DATA).parent().unwrap()).unwrap();
    done.expect("the text of a folder");
    mem
}

/// Returns the last page of each type. All but the boot page and the GAM page are behind the
/// double-write area.
fn page_of_each_type(vfs: &Arc<dyn Vfs>) -> BTreeMap<u8, u32> {
    let written = |number: &u32| read(vfs, *number).iter().any(|byte| *byte != 0);
    let numbers = (2..4).chain(80..128).filter(written);
    numbers.map(|number| (page::page_type(&read(vfs, number)).0, number)).collect()
}

#[test]
fn undamaged_fixture_gives_its_content() {
    let vfs: Arc<dyn Vfs> = fixture();
    let (heap, tree) = (FIXTURE_HEAP, FIXTURE_TREE);
    let (storage, report) = open_with(&vfs, 64).unwrap();
    assert!(report.clean, "it was closed properly");
    assert_sound(&storage);
    let found = rows(&storage, &heap).unwrap();
    assert_eq!(found.len(), 23);
    assert!(found.contains(&vec![1; 6_000]) && found.contains(&vec![2; 60]) && found.contains(&vec![23; 900]));
    let keys: Vec<Vec<u8>> = entries(&storage, &tree).unwrap().into_iter().map(|(key, _)| key).collect();
    let expected = (0..8).chain(28..30).filter(|number| *number != 4).map(|number| vec![number]);
    assert_eq!(keys, expected.chain((30..60).map(|number| vec![b'p', b'q', number])).collect::<Vec<_>>());
    let mut value = Vec::new();
    assert!(heap.lobs().read(&storage, &lob(), (0, 30_000), &mut value).unwrap());
    assert_eq!(value, [5; 20_000]);
}

#[test]
fn damaged_page_of_each_type_is_reported_by_number() {
    let mem = fixture();
    let vfs: Arc<dyn Vfs> = Arc::new(mem.crash_copy(1, CrashMode::ProcessKill));
    let pages = page_of_each_type(&vfs);
    assert_eq!(pages.keys().copied().collect::<Vec<_>>(), [0, 1, 2, 3, 4, 8, 10, 13]);
    for (kind, number) in pages {
        for byte in [17, 60, 700] {
            let found = is_found(&mem, number, |vfs| {
                let mut page = read(vfs, number);
                page[byte] ^= 0x10;
                write(vfs, number, &page);
            });
            assert!(found, "type {kind}, page {number}, byte {byte}");
        }
    }
}
