//! The changed-extent map of a data file: the extents changed since the differential base, the last
//! full backup. SQL Server's differential changed map (DCM).
//!
//! ```text
//! two pages for each range of 64,000 extents, written in turn: the pages 6 and 7 of the range
//!  48 sequence u64   one more with each writing; page 6 + sequence % 2 holds it
//!  56 base u64       LSN of the base's checkpoint; 0: there is no base
//!  96 64,000 bits    lowest bit of a byte first; 1: changed since the base
//! ```
//! Rules:
//! 1. A bit is set in memory when a page becomes dirty: before its first change, in redo too.
//! 2. The map with that bit is written in place together with the page, after the copies of the
//!    batch are durable. If a power cut tears the map, its other page has the state before, and the
//!    double-write directory names the pages of the batch ([`ChangedExtents::mark`]).
//! 3. Such bits are durable in the map before another batch replaces the directory.
//! 4. A page that was not written has no bit in the file. Redo changes it again, and sets the bit.
//! 5. A base replaces the map only when its backup is complete. Until then bits are added to both
//!    maps, so a failed backup or a crash leaves the earlier base with all its bits.
//! 6. A base is written into the first range last. A range with another base, or with a damaged map
//!    page, counts as changed whole: that is right for either base. A power cut may have torn the
//!    page, or it may have been the newer one.
//! 7. A range that was never written has no changed page. Without a base in the primary file all
//!    extents of all files count as changed: so it is with a new database, whose making keeps no
//!    map, and with a converted one, whose first range was never written.
//! 8. A base is written into the primary file last. Another file with another base counts as
//!    changed whole, with the primary file's base. A file without a base was made after that base,
//!    so its map has every change since.

use crate::double_write::offset_of;
use crate::page::{self, PAGE_SIZE, PageType, Verdict};
use sluice_base::codec::{get_u64, put_u64};
use sluice_base::ids::{DatabaseGuid, FileId, Lsn, PageId};
use sluice_base::sync::Mutex;
use sluice_vfs::{AlignedBuf, File, FileError};

/// The map of a file, in memory.
#[derive(Default)]
pub(crate) struct ChangedExtents(Mutex<State>);

#[derive(Default)]
struct State {
    changed: Bits,
    /// The bits that the file has.
    saved: Bits,
    /// The bits set since a full backup began, while it runs.
    next: Option<Bits>,
    /// The LSN of the base's checkpoint; NONE without a base.
    base: Lsn,
    /// The sequence of each range's newest page.
    sequences: Vec<u64>,
}

/// A set of extents.
#[derive(Clone, Default)]
struct Bits(Vec<u64>);

/// A map page to be written, and its number.
pub(crate) struct MapPage {
    pub(crate) number: u32,
    pub(crate) bytes: AlignedBuf,
}

impl ChangedExtents {
    /// Reads the map of a file just attached. `base` is the primary file's, unless this is the
    /// primary file. A range that can't be read, was never written, or has another base than the
    /// file counts as changed everywhere, as does a file without a base.
    pub(crate) fn read(
        &self,
        file: &dyn File,
        id: FileId,
        guid: DatabaseGuid,
        base: Option<Lsn>,
    ) -> Result<(), FileError> {
        let pages = file.len()? / PAGE_SIZE as u64;
        let mut state = State::default();
        let mut is_all_changed = false;
        for range in (0..).take_while(|range| first_page(*range) + 2 <= pages) {
            let found = read_range(file, id, range, guid)?;
            if range == 0 {
                let is_other = base.is_some_and(|base| base != found.base && !found.base.is_none());
                state.base = base.filter(|_| is_other).unwrap_or(found.base);
                let has_base = !base.unwrap_or(found.base).is_none();
                is_all_changed = !has_base || found.sequence == 0 || is_other;
            }
            // A range that was never written has no base either.
            let is_known = found.is_sound && (found.base == state.base || found.sequence == 0);
            match is_known && !is_all_changed {
                true => state.changed.put_range(range, &found.bits),
                false => state.changed.put_range(range, &[u8::MAX; RANGE_BYTES]),
            }
            state.sequences.push(found.sequence);
        }
        state.saved = state.changed.clone();
        *self.0.lock() = state;
        Ok(())
    }

    /// Marks the extent of a page as changed.
    pub(crate) fn mark(&self, page: u32) {
        let mut state = self.0.lock();
        state.changed.set(page / EXTENT_PAGES);
        if let Some(next) = &mut state.next {
            next.set(page / EXTENT_PAGES);
        }
    }

    /// Whether the extent of a page is marked as changed.
    pub(crate) fn is_marked(&self, page: u32) -> bool {
        self.0.lock().changed.has(page / EXTENT_PAGES)
    }

    /// Returns the marked extents of a file of `pages` pages.
    pub(crate) fn marked(&self, pages: u32) -> Vec<u32> {
        let state = self.0.lock();
        (0..pages.div_ceil(EXTENT_PAGES)).filter(|extent| state.changed.has(*extent)).collect()
    }

    /// Returns the base: the LSN of the last full backup's checkpoint, or NONE.
    pub(crate) fn base(&self) -> Lsn {
        self.0.lock().base
    }

    /// Returns the map pages that must be written with the pages `written`: those of ranges where
    /// the file lacks a bit of theirs.
    pub(crate) fn unsaved(&self, written: impl Iterator<Item = u32>, id: FileId, guid: DatabaseGuid) -> Vec<MapPage> {
        let state = self.0.lock();
        let lacks = |page: &u32| !state.saved.has(page / EXTENT_PAGES);
        let mut ranges: Vec<u32> = written.filter(lacks).map(|page| page / EXTENT_PAGES / RANGE_EXTENTS).collect();
        ranges.dedup();
        ranges.into_iter().map(|range| state.page(range, id, guid)).collect()
    }

    /// Returns all map pages, for the base at `base` with the bits set since its backup began.
    pub(crate) fn rebased(&self, base: Lsn, id: FileId, guid: DatabaseGuid) -> Vec<MapPage> {
        let mut state = self.0.lock();
        if let Some(next) = state.next.take() {
            (state.changed, state.base) = (next, base);
        }
        (0..state.sequences.len() as u32).map(|range| state.page(range, id, guid)).collect()
    }

    /// Records that a map page is durable. Marks made since the page was encoded stay unsaved.
    pub(crate) fn saved(&self, page: &MapPage) {
        let mut state = self.0.lock();
        let range = page.number / EXTENT_PAGES / RANGE_EXTENTS;
        state.saved.put_range(range, &page.bytes[BITS..BITS + RANGE_BYTES]);
        let sequence = get_u64(&page.bytes, SEQUENCE);
        let known = range as usize + 1;
        if state.sequences.len() < known {
            state.sequences.resize(known, 0);
        }
        state.sequences[range as usize] = sequence;
    }

    /// Begins to collect the bits for the next base. `dirty` returns the pages that are dirty once
    /// the collection has begun: a later change of such a page sets no bit.
    pub(crate) fn begin_base(&self, dirty: impl FnOnce() -> Vec<u32>) {
        self.0.lock().next = Some(Bits::default());
        dirty().into_iter().for_each(|page| self.mark(page));
    }

    /// Keeps the present base: the backup of the next one failed.
    pub(crate) fn keep_base(&self) {
        self.0.lock().next = None;
    }
}

impl State {
    fn page(&self, range: u32, id: FileId, guid: DatabaseGuid) -> MapPage {
        let sequence = self.sequences.get(range as usize).copied().unwrap_or(0) + 1;
        let number = first_page(range) as u32 + (sequence % 2) as u32;
        let bytes = encode((sequence, self.base), PageId { file: id, page: number }, guid, |bits| {
            self.changed.copy_range(range, bits);
        });
        MapPage { number, bytes }
    }
}

impl Bits {
    fn set(&mut self, extent: u32) {
        let word = extent as usize / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (extent % 64);
    }

    fn has(&self, extent: u32) -> bool {
        self.0.get(extent as usize / 64).is_some_and(|word| word & (1 << (extent % 64)) != 0)
    }

    /// Copies the bits of a range to the body of its page.
    fn copy_range(&self, range: u32, bytes: &mut [u8]) {
        let words = self.0.iter().skip(range as usize * RANGE_BYTES / 8);
        words.zip(bytes.chunks_exact_mut(8)).for_each(|(word, bytes)| bytes.copy_from_slice(&word.to_le_bytes()));
    }

    /// Replaces the bits of a range by the body of its page.
    fn put_range(&mut self, range: u32, bytes: &[u8]) {
        let from = range as usize * RANGE_BYTES / 8;
        self.0.resize(self.0.len().max(from + RANGE_BYTES / 8), 0);
        let words = self.0[from..].iter_mut().zip(bytes.chunks_exact(8));
        words.for_each(|(word, bytes)| *word = get_u64(bytes, 0));
    }
}

/// Returns the first map page of a new file, without a base. In a database with a base, its system
/// pages count as changed.
pub fn first_map_page(guid: DatabaseGuid, file: FileId) -> AlignedBuf {
    encode((2, Lsn::NONE), PageId { file, page: MAP_PAGE }, guid, |bits| bits[0] = 1)
}

fn encode((sequence, base): (u64, Lsn), id: PageId, guid: DatabaseGuid, bits: impl FnOnce(&mut [u8])) -> AlignedBuf {
    let mut bytes = AlignedBuf::zeroed(PAGE_SIZE);
    page::set_identity(&mut bytes, id, guid);
    page::set_page_type(&mut bytes, PageType::CHANGED_MAP);
    put_u64(&mut bytes, SEQUENCE, sequence);
    put_u64(&mut bytes, BASE, base.0);
    bits(&mut bytes[BITS..BITS + RANGE_BYTES]);
    page::seal(&mut bytes);
    bytes
}

/// The map of a range, as its newest readable page has it.
struct FoundRange {
    /// 0 without a readable page.
    sequence: u64,
    base: Lsn,
    bits: Vec<u8>,
    /// Whether neither page is damaged.
    is_sound: bool,
}

/// Reads the map pages of a range.
fn read_range(file: &dyn File, id: FileId, range: u32, guid: DatabaseGuid) -> Result<FoundRange, FileError> {
    let mut pages = AlignedBuf::zeroed(2 * PAGE_SIZE);
    let first = first_page(range) as u32;
    file.read_at(&mut pages, offset_of(first))?;
    let mut found = FoundRange { sequence: 0, base: Lsn::NONE, bits: vec![0; RANGE_BYTES], is_sound: true };
    for (number, bytes) in (first..).zip(pages.chunks_exact(PAGE_SIZE)) {
        match page::verify(bytes, PageId { file: id, page: number }, guid) {
            Verdict::Ok if page::page_type(bytes) == PageType::CHANGED_MAP => {
                let sequence = get_u64(bytes, SEQUENCE);
                if sequence > found.sequence {
                    (found.sequence, found.base) = (sequence, Lsn(get_u64(bytes, BASE)));
                    found.bits.copy_from_slice(&bytes[BITS..BITS + RANGE_BYTES]);
                }
            }
            Verdict::NeverWritten => {}
            _ => found.is_sound = false,
        }
    }
    Ok(found)
}

/// Returns the number of the first map page of a range.
fn first_page(range: u32) -> u64 {
    u64::from(range) * u64::from(RANGE_EXTENTS * EXTENT_PAGES) + u64::from(MAP_PAGE)
}

/// The first of the two map pages of a range, counted from the range's first page.
pub const MAP_PAGE: u32 = 6;
/// The number of extents of a range.
const RANGE_EXTENTS: u32 = 64_000;
const RANGE_BYTES: usize = RANGE_EXTENTS as usize / 8;
const EXTENT_PAGES: u32 = 8;
const SEQUENCE: usize = 48;
const BASE: usize = 56;
const BITS: usize = 96;

const _: () = assert!(RANGE_BYTES.is_multiple_of(8) && BITS + RANGE_BYTES <= PAGE_SIZE);

#[cfg(all(test, not(feature = "shuttle")))]
mod tests {
    use super::*;
    use sluice_vfs::mem::MemFs;
    use sluice_vfs::{Access, Create, Durability, OpenOptions, Vfs};
    use std::path::Path;

    const GUID: DatabaseGuid = DatabaseGuid(0xFEED);
    const FILE: FileId = FileId(1);
    /// A page of the second range.
    const FAR: u32 = RANGE_EXTENTS * EXTENT_PAGES + 80;

    /// Returns a file with `ranges` ranges and the base at 1.
    fn file(ranges: u32) -> sluice_base::sync::Arc<dyn File> {
        let file = new_file(ranges);
        let changed = read(&*file);
        changed.begin_base(Vec::new);
        write(&*file, &changed, changed.rebased(Lsn(1), FILE, GUID));
        file
    }

    /// Returns a new file with `ranges` ranges.
    fn new_file(ranges: u32) -> sluice_base::sync::Arc<dyn File> {
        let options = OpenOptions { create: Create::New, access: Access::Buffered, durability: Durability::Deferred };
        let file = MemFs::new(1).open(Path::new("/d.mdf"), options).unwrap();
        let pages = (ranges - 1) * RANGE_EXTENTS * EXTENT_PAGES + 88;
        file.write_at(&[0; PAGE_SIZE], offset_of(pages - 1)).unwrap();
        file.write_at(&first_map_page(GUID, FILE), offset_of(MAP_PAGE)).unwrap();
        file
    }

    fn read(file: &dyn File) -> ChangedExtents {
        let changed = ChangedExtents::default();
        changed.read(file, FILE, GUID, None).unwrap();
        changed
    }

    fn write(file: &dyn File, changed: &ChangedExtents, pages: Vec<MapPage>) {
        for page in pages {
            file.write_at(&page.bytes, offset_of(page.number)).unwrap();
            changed.saved(&page);
        }
    }

    /// Saves the map as a batch with `pages` does.
    fn save(file: &dyn File, changed: &ChangedExtents, pages: &[u32]) -> usize {
        let maps = changed.unsaved(pages.iter().copied(), FILE, GUID);
        let count = maps.len();
        write(file, changed, maps);
        count
    }

    #[test]
    fn marks_are_saved_with_their_pages_alone() {
        let file = file(2);
        let changed = read(&*file);
        assert!(!changed.is_marked(0) && !changed.is_marked(80));
        [80, 88, FAR].into_iter().for_each(|page| changed.mark(page));
        assert_eq!(save(&*file, &changed, &[81]), 1);
        assert_eq!(save(&*file, &changed, &[80, 87, 88]), 0, "the map has them");
        let again = read(&*file);
        assert!(again.is_marked(80) && again.is_marked(95) && !again.is_marked(96));
        assert!(!again.is_marked(FAR), "its page was not written");
        assert_eq!(save(&*file, &changed, &[FAR]), 1);
        assert!(read(&*file).is_marked(FAR + 7));
    }

    #[test]
    fn base_replaces_marks_once_its_backup_is_complete() {
        let file = file(2);
        let changed = read(&*file);
        [80, FAR].into_iter().for_each(|page| changed.mark(page));
        save(&*file, &changed, &[80, FAR]);
        changed.begin_base(|| vec![80]);
        changed.mark(96);
        changed.keep_base();
        assert!(changed.is_marked(80) && changed.is_marked(96) && changed.is_marked(FAR), "the backup failed");
        changed.begin_base(|| vec![80]);
        changed.mark(104);
        let pages = changed.rebased(Lsn(77), FILE, GUID);
        write(&*file, &changed, pages);
        for changed in [changed, read(&*file)] {
            assert_eq!(changed.base(), Lsn(77));
            let marked: Vec<u32> = [80, 96, 104, FAR].into_iter().filter(|page| changed.is_marked(*page)).collect();
            assert_eq!(marked, [80, 104], "dirty at the beginning, and changed since");
        }
    }

    #[test]
    fn map_with_damaged_page_or_other_base_counts_as_changed() {
        let file = file(2);
        let changed = read(&*file);
        changed.mark(80);
        save(&*file, &changed, &[80]);
        changed.begin_base(Vec::new);
        let mut pages = changed.rebased(Lsn(5), FILE, GUID);
        write(&*file, &changed, pages.split_off(1));
        let cut = read(&*file);
        assert_eq!((cut.base(), cut.is_marked(88), cut.is_marked(FAR)), (Lsn(1), false, true), "the base before");
        write(&*file, &changed, pages);
        assert_eq!((read(&*file).base(), read(&*file).is_marked(FAR)), (Lsn(5), false));
        file.write_at(&[7; 512], offset_of(MAP_PAGE) + 1024).unwrap();
        let damaged = read(&*file);
        assert!(damaged.base() == Lsn(5) && damaged.is_marked(88) && !damaged.is_marked(FAR), "the older page");
        file.write_at(&[7; 512], offset_of(MAP_PAGE + 1) + 1024).unwrap();
        assert!(read(&*file).base().is_none() && read(&*file).is_marked(FAR), "both");
    }

    #[test]
    fn file_with_other_base_than_primary_file_counts_as_changed() {
        let read_beside = |file: &dyn File, base: Lsn| {
            let changed = ChangedExtents::default();
            changed.read(file, FILE, GUID, Some(base)).unwrap();
            (changed.base(), changed.is_marked(80), changed.is_marked(88), changed.is_marked(FAR))
        };
        let file = new_file(2);
        let changed = ChangedExtents::default();
        changed.read(&*file, FILE, GUID, Some(Lsn(5))).unwrap();
        changed.mark(80);
        save(&*file, &changed, &[80]);
        assert_eq!(read_beside(&*file, Lsn(5)), (Lsn::NONE, true, false, false), "made after the base");
        changed.begin_base(|| vec![88]);
        let pages = changed.rebased(Lsn(9), FILE, GUID);
        write(&*file, &changed, pages);
        assert_eq!(read_beside(&*file, Lsn(9)), (Lsn(9), false, true, false));
        assert_eq!(read_beside(&*file, Lsn(5)), (Lsn(5), true, true, true), "a crash before the primary file's map");
    }

    #[test]
    fn files_without_base_count_as_changed_and_save_nothing() {
        let file = new_file(2);
        for base in [None, Some(Lsn::NONE)] {
            let changed = ChangedExtents::default();
            changed.read(&*file, FILE, GUID, base).unwrap();
            assert!(changed.is_marked(80) && changed.is_marked(FAR) && changed.base().is_none());
            changed.mark(80);
            assert_eq!(save(&*file, &changed, &[80]), 0);
        }
    }

    #[test]
    fn converted_file_counts_as_changed() {
        let file = new_file(2);
        file.write_at(&[0; PAGE_SIZE], offset_of(MAP_PAGE)).unwrap();
        let changed = read(&*file);
        assert!(changed.is_marked(80) && changed.is_marked(FAR) && changed.base().is_none());
    }
}
