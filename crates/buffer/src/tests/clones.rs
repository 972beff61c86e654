//! The lowest layer of a clone: pages of the database below count as the clone's.

use crate::layer::{CloneGuids, LayeredFile, adopt_pages, create_layer, files_below};
use crate::page::{self, PAGE_SIZE, Verdict};
use sluice_base::ids::{DatabaseGuid, FileId, PageId};
use sluice_base::sync::Arc;
use sluice_vfs::mem::MemFs;
use sluice_vfs::{Access, AlignedBuf, Create, Durability, File, OpenOptions, Vfs};
use std::path::{Path, PathBuf};

const SOURCE: DatabaseGuid = DatabaseGuid(0x51);
const CLONE: DatabaseGuid = DatabaseGuid(0xc1);
const PAGES: u32 = 8;
const FILE: &str = "/d.mdf";
const OF_CLONE: &str = "/c.mdf";
const OPTIONS: OpenOptions =
    OpenOptions { create: Create::IfMissing, access: Access::Direct, durability: Durability::Deferred };

fn sealed(number: u32, guid: DatabaseGuid, value: u8) -> AlignedBuf {
    let mut bytes = AlignedBuf::zeroed(PAGE_SIZE);
    page::set_identity(&mut bytes, PageId { file: FileId::PRIMARY, page: number }, guid);
    bytes[PAGE_SIZE - 1] = value;
    page::seal(&mut bytes);
    bytes
}

fn offset(number: u32) -> u64 {
    u64::from(number) * PAGE_SIZE as u64
}

/// Makes a file whose pages are the source's, but for page 6, which was never written. Freezes it,
/// and makes a layer above it that is the lowest of a clone. Returns the source's file.
fn with_clone(vfs: &MemFs) -> Arc<LayeredFile> {
    let plain = vfs.open(Path::new(FILE), OPTIONS).unwrap();
    plain.allocate(0, offset(PAGES)).unwrap();
    (0..PAGES).filter(|number| *number != 6).for_each(|number| {
        plain.write_at(&sealed(number, SOURCE, number as u8), offset(number)).unwrap();
    });
    plain.sync().unwrap();
    let file = LayeredFile::open(vfs, Path::new(FILE), OPTIONS).unwrap();
    let frozen = file.freeze(vfs, 1).unwrap();
    create_layer(vfs, Path::new(OF_CLONE), &frozen, 2, OPTIONS).unwrap();
    // The recovery of the clone writes pages before it gets its guid.
    let unadopted = LayeredFile::open(vfs, Path::new(OF_CLONE), OPTIONS).unwrap();
    unadopted.write_at(&sealed(1, SOURCE, 101), offset(1)).unwrap();
    unadopted.sync().unwrap();
    adopt_pages(vfs, Path::new(OF_CLONE), CloneGuids { below: SOURCE, own: CLONE }, OPTIONS).unwrap();
    file
}

fn read(file: &dyn File, number: u32) -> AlignedBuf {
    let mut bytes = AlignedBuf::zeroed(PAGE_SIZE);
    file.read_at(&mut bytes, offset(number)).unwrap();
    bytes
}

fn verdict(bytes: &[u8], number: u32, guid: DatabaseGuid) -> Verdict {
    page::verify(bytes, PageId { file: FileId::PRIMARY, page: number }, guid)
}

#[test]
fn clone_reads_pages_of_its_source_as_its_own() {
    let vfs = MemFs::new(1);
    let source = with_clone(&vfs);
    let clone = LayeredFile::open(&vfs, Path::new(OF_CLONE), OPTIONS).unwrap();
    clone.write_at(&sealed(2, CLONE, 102), offset(2)).unwrap();
    let mut all = AlignedBuf::zeroed(PAGES as usize * PAGE_SIZE);
    clone.read_at(&mut all, 0).unwrap();
    for (number, bytes) in (0..PAGES).zip(all.chunks_exact(PAGE_SIZE)) {
        let (expected, value) = match number {
            1 | 2 => (Verdict::Ok, 100 + number as u8),
            6 => (Verdict::NeverWritten, 0),
            _ => (Verdict::Ok, number as u8),
        };
        assert_eq!((verdict(bytes, number, CLONE), bytes[PAGE_SIZE - 1]), (expected, value), "page {number}");
        // A part of a page is the part of what the whole page is.
        let mut part = vec![0; 100];
        clone.read_at(&mut part, offset(number) + 5).unwrap();
        assert_eq!(part, bytes[5..105], "page {number}");
    }
    assert_eq!(verdict(&read(&*source, 1), 1, SOURCE), Verdict::Ok);
}

#[test]
fn clone_finds_damage_and_foreign_pages_of_its_source() {
    let vfs = MemFs::new(1);
    drop(with_clone(&vfs));
    let frozen = vfs.open(Path::new("/d.mdf.layer1"), OPTIONS).unwrap();
    let mut torn = sealed(3, SOURCE, 3);
    torn[4000] ^= 1;
    frozen.write_at(&torn, offset(3)).unwrap();
    frozen.write_at(&sealed(4, DatabaseGuid(9), 4), offset(4)).unwrap();
    let clone = LayeredFile::open(&vfs, Path::new(OF_CLONE), OPTIONS).unwrap();
    assert!(matches!(verdict(&read(&*clone, 3), 3, CLONE), Verdict::BadChecksum { .. }));
    assert_eq!(verdict(&read(&*clone, 4), 4, CLONE), Verdict::WrongDatabase { found: DatabaseGuid(9) });
}

#[test]
fn lowest_layer_of_clone_is_never_merged() {
    let vfs = MemFs::new(1);
    let source = with_clone(&vfs);
    let clone = LayeredFile::open(&vfs, Path::new(OF_CLONE), OPTIONS).unwrap();
    let own = clone.freeze(&vfs, 3).unwrap();
    clone.write_at(&sealed(5, CLONE, 105), offset(5)).unwrap();
    let (path, frozen) = (Path::new(OF_CLONE), PathBuf::from("/d.mdf.layer1"));
    assert_eq!(files_below(&vfs, path, OPTIONS).unwrap(), [own, frozen.clone()]);
    assert!(clone.merge(&vfs).unwrap(), "its own layer above its frozen file");
    assert!(!clone.merge(&vfs).unwrap(), "the file below is the source's");
    assert_eq!(files_below(&vfs, path, OPTIONS).unwrap(), [frozen]);
    let values = [1, 5, 7].map(|number| read(&*clone, number)[PAGE_SIZE - 1]);
    assert_eq!(values, [101, 105, 7]);
    assert_eq!(read(&*source, 5)[PAGE_SIZE - 1], 5);
}

#[test]
fn clone_of_clone_reads_pages_of_both_sources() {
    let vfs = MemFs::new(1);
    drop(with_clone(&vfs));
    let clone = LayeredFile::open(&vfs, Path::new(OF_CLONE), OPTIONS).unwrap();
    clone.write_at(&sealed(2, CLONE, 102), offset(2)).unwrap();
    let frozen = clone.freeze(&vfs, 3).unwrap();
    let (path, own) = (Path::new("/e.mdf"), DatabaseGuid(0xe1));
    create_layer(&vfs, path, &frozen, 4, OPTIONS).unwrap();
    adopt_pages(&vfs, path, CloneGuids { below: CLONE, own }, OPTIONS).unwrap();
    let second = LayeredFile::open(&vfs, path, OPTIONS).unwrap();
    for (number, value) in [(0, 0), (1, 101), (2, 102), (7, 7)] {
        let bytes = read(&*second, number);
        assert_eq!((verdict(&bytes, number, own), bytes[PAGE_SIZE - 1]), (Verdict::Ok, value), "page {number}");
    }
}

#[test]
fn freeze_beyond_the_greatest_depth_is_refused() {
    let vfs = MemFs::new(1);
    let file = with_clone(&vfs);
    let mut id = 10;
    let error = loop {
        id += 1;
        if let Err(error) = file.freeze(&vfs, id) {
            break error;
        }
    };
    assert!(error.to_string().contains("too many layers"), "{error}");
    assert_eq!(file.depth(), 60);
    drop(file);
    let file = LayeredFile::open(&vfs, Path::new(FILE), OPTIONS).unwrap();
    assert_eq!(read(&*file, 5)[PAGE_SIZE - 1], 5, "it can still be opened");
}
