//! The directory in the extension's file: which page each slot has, so that the next start finds
//! the copies again (`docs/file-format.md`, section 12).
//!
//! A directory is written in two areas in turn. Its pages are of two kinds: *databases*, with the
//! state of each database that the entries belong to, and *entries*. Each page has a checksum and
//! the directory's sequence. A directory counts if all its pages of databases are sound. A page of
//! entries that is missing or of another directory only costs its copies. Nothing is synced:
//! whatever a power cut leaves is either sound or ignored.
//!
//! An ended process may have left pages of entries of a directory that it did not complete, and
//! the next process uses the same sequence. So a page of entries also has a checksum of the states
//! of the databases: entries that are of the same states are as good.

use super::layout::{DATABASE, DATABASES_IN_PAGE, ENTRIES_IN_PAGE, ENTRY, HEADER, databases_pages};
use super::slots::{CopyStamp, KeptSlot};
use super::store::Store;
use crate::log_history::{CopiesAsOf, LogEpoch};
use crate::page::{PAGE_SIZE, PageType};
use sluice_base::codec::{get_u16, get_u32, get_u64, put_u16, put_u32, put_u64};
use sluice_base::ids::{DatabaseGuid, FileId, Lsn, PageId};
use sluice_vfs::{AlignedBuf, FileError};

/// An entry of a directory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct DirectoryEntry {
    /// The index of the database in the directory.
    pub(super) database: u16,
    pub(super) page: PageId,
    pub(super) slot: KeptSlot,
}

/// A directory being written.
pub(super) struct DirectoryWriter<'a> {
    store: &'a Store,
    sequence: u64,
    databases: &'a [CopiesAsOf],
    /// The checksum of `databases`.
    states: u32,
    /// The pages encoded and not yet written.
    pages: &'a mut AlignedBuf,
    filled: usize,
    /// Entries in the last page.
    in_page: usize,
    /// The pages of entries written.
    written: u32,
}

impl<'a> DirectoryWriter<'a> {
    /// Begins the directory `sequence` of the copies of `databases`. `pages` is the space for pages
    /// to be written together.
    pub(super) fn new(
        store: &'a Store,
        sequence: u64,
        databases: &'a [CopiesAsOf],
        pages: &'a mut AlignedBuf,
    ) -> DirectoryWriter<'a> {
        let states = checksum_of(databases);
        DirectoryWriter { store, sequence, databases, states, pages, filled: 0, in_page: ENTRIES_IN_PAGE, written: 0 }
    }

    /// Adds an entry to the page in memory. Writes the pages to the store when all of them are
    /// full. Fails if that write does.
    pub(super) fn push(&mut self, entry: &DirectoryEntry) -> Result<(), FileError> {
        if self.in_page == ENTRIES_IN_PAGE {
            if self.filled * PAGE_SIZE == self.pages.len() {
                self.flush()?;
            }
            self.in_page = 0;
            self.filled += 1;
            page_of(self.pages, self.filled - 1).fill(0);
        }
        let page = page_of(self.pages, self.filled - 1);
        encode_entry(entry, &mut page[HEADER + self.in_page * ENTRY..][..ENTRY]);
        self.in_page += 1;
        put_u32(page, COUNT, self.in_page as u32);
        Ok(())
    }

    /// Writes the last entries, and then the databases, which complete the directory. If a write
    /// fails, the directory stays incomplete, and the earlier one counts.
    pub(super) fn finish(mut self) -> Result<(), FileError> {
        self.flush()?;
        let chunks: Vec<&[CopiesAsOf]> = match self.databases {
            [] => vec![self.databases],
            some => some.chunks(DATABASES_IN_PAGE).collect(),
        };
        for (index, chunk) in chunks.iter().enumerate() {
            let page = page_of(self.pages, 0);
            page.fill(0);
            put_u32(page, COUNT, chunk.len() as u32);
            put_u32(page, PAGES, chunks.len() as u32);
            for (at, database) in chunk.iter().enumerate() {
                encode_database(database, &mut page[HEADER + at * DATABASE..][..DATABASE]);
            }
            seal(page, DATABASES, self.sequence, index as u32);
            self.store.write_directory(self.sequence, index as u64, page)?;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), FileError> {
        for page in 0..self.filled {
            put_u32(page_of(self.pages, page), STATES, self.states);
            seal(page_of(self.pages, page), ENTRIES, self.sequence, self.written + page as u32);
        }
        if self.filled > 0 {
            let at = databases_pages(self.store.slots().into()) + u64::from(self.written);
            self.store.write_directory(self.sequence, at, &self.pages[..self.filled * PAGE_SIZE])?;
        }
        self.written += self.filled as u32;
        (self.filled, self.in_page) = (0, ENTRIES_IN_PAGE);
        Ok(())
    }
}

/// A directory read from the file.
#[derive(Default)]
pub(super) struct Directory {
    /// Zero if the file has none.
    pub(super) sequence: u64,
    pub(super) databases: Vec<CopiesAsOf>,
    pub(super) entries: Vec<DirectoryEntry>,
}

/// Reads the newest complete directory. Fails only if the file can't be read.
pub(super) fn read(store: &Store) -> Result<Directory, FileError> {
    let (one, other) = (read_databases(store, 0)?, read_databases(store, 1)?);
    let mut newest = if one.sequence > other.sequence { one } else { other };
    if newest.sequence == 0 {
        return Ok(newest);
    }
    let (first, states) = (databases_pages(store.slots().into()), checksum_of(&newest.databases));
    let mut pages = AlignedBuf::zeroed(READ_PAGES * PAGE_SIZE);
    let mut index = 0;
    while first + index < store.directory_pages() {
        let count = (store.directory_pages() - first - index).min(READ_PAGES as u64);
        let bytes = &mut pages[..count as usize * PAGE_SIZE];
        store.read_directory(newest.sequence, first + index, bytes)?;
        for (at, page) in (index..).zip(bytes.chunks_exact(PAGE_SIZE)) {
            let count = records(page, ENTRIES, newest.sequence, at as u32, ENTRIES_IN_PAGE);
            if let Some(count) = count.filter(|_| get_u32(page, STATES) == states) {
                let entries = page[HEADER..].chunks_exact(ENTRY).take(count).map(decode_entry);
                newest.entries.extend(entries.filter(|entry| usize::from(entry.database) < newest.databases.len()));
            }
        }
        index += count;
    }
    Ok(newest)
}

/// Reads the databases of the directory in the area of `turn`. The result has the sequence 0 if
/// they are not complete.
fn read_databases(store: &Store, turn: u64) -> Result<Directory, FileError> {
    let mut page = AlignedBuf::zeroed(PAGE_SIZE);
    let mut directory = Directory::default();
    let mut index = 0;
    loop {
        store.read_directory(turn, index, &mut page)?;
        let sequence = if index == 0 { get_u64(&page, SEQUENCE) } else { directory.sequence };
        let count = records(&page, DATABASES, sequence, index as u32, DATABASES_IN_PAGE);
        let Some(count) = count.filter(|_| sequence % 2 == turn && sequence > 0) else {
            return Ok(Directory::default());
        };
        directory.sequence = sequence;
        directory.databases.extend(page[HEADER..].chunks_exact(DATABASE).take(count).map(decode_database));
        index += 1;
        if index >= u64::from(get_u32(&page, PAGES)).min(databases_pages(store.slots().into())) {
            return Ok(directory);
        }
    }
}

/// Returns the number of records in a page if it is the sound page `index` of that kind and
/// directory.
fn records(page: &[u8], kind: u32, sequence: u64, index: u32, most: usize) -> Option<usize> {
    let is_sound = get_u32(page, CHECKSUM) == crc32c::crc32c(&page[KIND..PAGE_SIZE])
        && get_u32(page, KIND) == kind
        && get_u64(page, SEQUENCE) == sequence
        && get_u32(page, INDEX) == index;
    is_sound.then(|| (get_u32(page, COUNT) as usize).min(most))
}

fn seal(page: &mut [u8], kind: u32, sequence: u64, index: u32) {
    put_u32(page, KIND, kind);
    put_u64(page, SEQUENCE, sequence);
    put_u32(page, INDEX, index);
    let checksum = crc32c::crc32c(&page[KIND..PAGE_SIZE]);
    put_u32(page, CHECKSUM, checksum);
}

fn checksum_of(databases: &[CopiesAsOf]) -> u32 {
    databases.iter().fold(0, |checksum, database| {
        let mut bytes = [0; DATABASE];
        encode_database(database, &mut bytes);
        crc32c::crc32c_append(checksum, &bytes)
    })
}

fn page_of(pages: &mut [u8], index: usize) -> &mut [u8] {
    &mut pages[index * PAGE_SIZE..][..PAGE_SIZE]
}

fn encode_database(database: &CopiesAsOf, bytes: &mut [u8]) {
    put_u64(bytes, 0, database.guid.0);
    put_u64(bytes, 8, database.epoch.first.0);
    put_u64(bytes, 16, database.epoch.at_ns as u64);
    put_u64(bytes, 24, database.as_of.0);
    put_u32(bytes, 32, database.epoch.number);
}

fn decode_database(bytes: &[u8]) -> CopiesAsOf {
    CopiesAsOf {
        guid: DatabaseGuid(get_u64(bytes, 0)),
        epoch: LogEpoch { number: get_u32(bytes, 32), first: Lsn(get_u64(bytes, 8)), at_ns: get_u64(bytes, 16) as i64 },
        as_of: Lsn(get_u64(bytes, 24)),
    }
}

fn encode_entry(entry: &DirectoryEntry, bytes: &mut [u8]) {
    let KeptSlot { slot, stamp, uses, is_main } = entry.slot;
    put_u64(bytes, 0, stamp.lsn.0);
    put_u32(bytes, 8, stamp.checksum);
    put_u32(bytes, 12, slot);
    put_u32(bytes, 16, entry.page.page);
    put_u16(bytes, 20, entry.page.file.0);
    put_u16(bytes, 22, entry.database);
    bytes[24] = stamp.page_type.0;
    bytes[25] = uses | if is_main { IS_MAIN } else { 0 };
}

fn decode_entry(bytes: &[u8]) -> DirectoryEntry {
    let stamp = CopyStamp { lsn: Lsn(get_u64(bytes, 0)), checksum: get_u32(bytes, 8), page_type: PageType(bytes[24]) };
    let slot =
        KeptSlot { slot: get_u32(bytes, 12), stamp, uses: bytes[25] & !IS_MAIN, is_main: bytes[25] & IS_MAIN != 0 };
    let page = PageId { file: FileId(get_u16(bytes, 20)), page: get_u32(bytes, 16) };
    DirectoryEntry { database: get_u16(bytes, 22), page, slot }
}

const CHECKSUM: usize = 0;
const KIND: usize = 4;
const SEQUENCE: usize = 8;
const INDEX: usize = 16;
const COUNT: usize = 20;
/// In a page of databases: the number of these pages.
const PAGES: usize = 24;
/// In a page of entries: the checksum of the databases.
const STATES: usize = 28;
const DATABASES: u32 = 1;
const ENTRIES: u32 = 2;

const IS_MAIN: u8 = 0x80;

/// The pages read together.
const READ_PAGES: usize = 64;
