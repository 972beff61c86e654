//! The double-write area: copies of pages are made durable here before the pages are overwritten in
//! place. A write torn by a power cut can then be repaired without a backup.
//!
//! ```text
//! area, DOUBLE_WRITE_PAGES pages of a data file:   directory | copy 0 | copy 1 | ... | copy 63
//! directory: common page header (type 32, the page's own number), then
//!   48 count u32     copies in this batch, 1..=64
//!   52 reserved u32
//!   56 sequence u64  of the batch, since the database was opened
//!   64 entries       count times: page number u32, checksum u32 of its copy
//!  576 as of u64     an LSN: the copies have every change before it, of every page of the batch
//! ```
//! The write order is: directory and copies in one write; sync; pages in place; sync. Hence:
//! 1. A directory with a wrong checksum was being written when the power failed. No page had been
//!    written in place yet, so there is nothing to repair.
//! 2. A copy without the checksum listed in the directory was being written too. The page in place
//!    is whole.
//! 3. Otherwise, a page in place that does not verify was torn, and its copy replaces it.
//! 4. Copies are used only if redo brings them forward, or if no newer batch was written. While a
//!    batch is being written, it has pages that are dirty from before its *as of* LSN, so no
//!    checkpoint lets redo begin after that LSN. Its other pages are fillers (`fill`), whose copies
//!    have every change before that LSN too. If redo begins later, the batch had been written in
//!    place and synced. Its copies can still repair other damage if they are as new as the newest
//!    copies known to the checkpoint. Older copies mean that the disk reported a false success for
//!    a sync of the area. A page may have changed after such a copy, with no record left for redo.
//!    Such a page is left damaged and refused on reading, rather than replaced by an older version.
//! 5. A whole page in place that is older than such a copy is replaced by the copy too. Its write,
//!    or the following sync, was lost although the disk reported success, and redo may begin later.
//!    The log records of the copy's changes are on disk (write-ahead).
//! 6. After a failed sync the system may show bytes that no later sync writes. The newest batch may
//!    have such bytes if redo begins before it and the database was not closed properly. So its
//!    pages are written in place once more. They are written only from durable copies: the area is
//!    written first, unless a page in place equals its copy or is torn. Such a page was written
//!    after a successful sync of the area. Otherwise all pages in place are whole, and redo brings
//!    them forward if a power cut tears the area.
//!
//! Repair is idempotent, because it does not change the area.

use crate::page::{self, PAGE_SIZE, PageType};
use sluice_base::codec::{get_u32, get_u64, put_u32, put_u64};
use sluice_base::ids::{DatabaseGuid, FileId, Lsn, PageId};
use sluice_vfs::{AlignedBuf, File, FileError};
use std::io::ErrorKind;

/// Pages of the area: its directory and the copies of a batch.
pub const DOUBLE_WRITE_PAGES: u32 = 1 + BATCH_PAGES as u32;

/// Maximum number of pages in a batch.
pub(crate) const BATCH_PAGES: usize = 64;

/// Bytes of the staging area of a database's batches: the directory's page, and the copies of a
/// whole batch or of one page.
pub(crate) const STAGING_BYTES: usize = DOUBLE_WRITE_PAGES as usize * PAGE_SIZE;
pub(crate) const STAGING_MIN_BYTES: usize = 2 * PAGE_SIZE;

/// Fills the directory page for the sealed copies that follow it. The copies have every change
/// before `as_of`. It lists number and checksum of each copy. Panics unless there are between 1 and
/// [`BATCH_PAGES`] copies.
pub(crate) fn fill_directory(staging: &mut [u8], id: PageId, guid: DatabaseGuid, sequence: u64, as_of: Lsn) {
    let (directory, copies) = staging.split_at_mut(PAGE_SIZE);
    let count = copies.len() / PAGE_SIZE;
    assert!((1..=BATCH_PAGES).contains(&count), "a batch fits the area");
    directory.fill(0);
    page::set_identity(directory, id, guid);
    page::set_page_type(directory, PageType::DOUBLE_WRITE);
    put_u32(directory, COUNT, count as u32);
    put_u64(directory, SEQUENCE, sequence);
    put_u64(directory, AS_OF, as_of.0);
    for (slot, copy) in copies.chunks_exact(PAGE_SIZE).enumerate() {
        let entry = ENTRIES + slot * ENTRY;
        put_u32(directory, entry, page::id(copy).page);
        put_u32(directory, entry + 4, page::stored_checksum(copy));
    }
    page::seal(directory);
}

/// The newest batch of a data file, as a start finds it.
#[derive(Debug, Default)]
pub(crate) struct NewestBatch {
    /// The numbers of its pages, each with an LSN at or beyond the page's last change.
    pub(crate) pages: Vec<(u32, Lsn)>,
    /// The numbers of the pages that were repaired.
    pub(crate) repaired: Vec<u32>,
    /// Whether its bytes may have met a failed sync (rule 6).
    pub(crate) is_unsettled: bool,
}

/// Writes whole copies over torn and older pages of a data file, durably, unless the copies are
/// older than `not_before` (rule 4). A page that does not verify and has no usable copy is left
/// unchanged: reading the page reports its damage. A batch from `unsettled` on may have met a
/// failed sync (rule 6). Returns nothing of a batch that was not written or is too old. Also
/// returns the newest LSN of each page that the batch lists.
pub(crate) fn repair(
    file: &dyn File,
    (id, area): (FileId, u32),
    guid: DatabaseGuid,
    not_before: Lsn,
    unsettled: Option<Lsn>,
) -> Result<NewestBatch, FileError> {
    let mut directory = AlignedBuf::zeroed(PAGE_SIZE);
    if !read_whole(file, &mut directory, area)? {
        return Ok(NewestBatch::default());
    }
    let count = listed(&directory, PageId { file: id, page: area }, guid);
    let as_of = Lsn(get_u64(&directory, AS_OF));
    if count == 0 || as_of < not_before {
        return Ok(NewestBatch::default());
    }
    let mut copies = AlignedBuf::zeroed(count * PAGE_SIZE);
    if !read_whole(file, &mut copies, area + 1)? {
        return Ok(NewestBatch::default());
    }
    let mut pages = AlignedBuf::zeroed(count * PAGE_SIZE);
    let are_there = read_listed(file, &directory, &mut pages)?;
    let is_unsettled = unsettled.is_some_and(|from| as_of >= from);
    let mut batch = NewestBatch { is_unsettled, ..NewestBatch::default() };
    let (mut writes, mut is_area_durable) = (Vec::new(), !is_unsettled);
    for (slot, (in_place, is_there)) in pages.chunks_exact(PAGE_SIZE).zip(are_there).enumerate() {
        let entry = ENTRIES + slot * ENTRY;
        let (number, checksum) = (get_u32(&directory, entry), get_u32(&directory, entry + 4));
        let copy = &copies[slot * PAGE_SIZE..(1 + slot) * PAGE_SIZE];
        let page_id = PageId { file: id, page: number };
        let is_copy_whole =
            page::stored_checksum(copy) == checksum && page::verify(copy, page_id, guid) == page::Verdict::Ok;
        let is_whole = is_there && page::verify(in_place, page_id, guid).is_valid();
        let lsns = [(is_whole, in_place), (is_copy_whole, copy)].into_iter().filter(|(is_whole, _)| *is_whole);
        let newest = lsns.map(|(_, page)| page::lsn(page)).max().unwrap_or(Lsn(u64::MAX));
        batch.pages.push((number, newest));
        is_area_durable |= is_there && (!is_whole || in_place == copy);
        if !is_copy_whole {
            continue;
        }
        // A newer page is never replaced. An older page lost the write that the copy was made for
        // (rule 5).
        if !is_whole || page::lsn(in_place) < page::lsn(copy) {
            batch.repaired.push(number);
            writes.push((offset_of(number), copy));
        } else if is_unsettled && in_place == copy {
            writes.push((offset_of(number), copy));
        }
    }
    if writes.is_empty() {
        return Ok(batch);
    }
    if !is_area_durable {
        file.write_batch(&[(offset_of(area), &directory[..]), (offset_of(area + 1), &copies[..])]).whole()?;
        file.sync()?;
    }
    file.write_batch(&writes).whole()?;
    file.sync()?;
    Ok(batch)
}

/// Returns the byte offset of a page in its file.
pub(crate) fn offset_of(page: u32) -> u64 {
    u64::from(page) * PAGE_SIZE as u64
}

/// Returns the number of copies listed in a directory: 0 if it is not a whole directory of this
/// file.
fn listed(directory: &[u8], id: PageId, guid: DatabaseGuid) -> usize {
    let is_whole = page::verify(directory, id, guid) == page::Verdict::Ok
        && page::page_type(directory) == PageType::DOUBLE_WRITE
        && page::format_version(directory) == page::PAGE_FORMAT;
    let count = get_u32(directory, COUNT) as usize;
    if is_whole && count <= BATCH_PAGES { count } else { 0 }
}

/// Reads the pages listed in the directory, as many as `pages` has space for. Adjacent pages are
/// read together, because every start of a database calls this function. Returns which of the pages
/// exist: the file may end before a page.
fn read_listed(file: &dyn File, directory: &[u8], pages: &mut [u8]) -> Result<Vec<bool>, FileError> {
    let count = pages.len() / PAGE_SIZE;
    let number = |slot: usize| get_u32(directory, ENTRIES + slot * ENTRY);
    let follows = |slot: usize| number(slot - 1).checked_add(1) == Some(number(slot));
    let mut are_there = Vec::with_capacity(count);
    while are_there.len() < count {
        let first = are_there.len();
        let end = (first + 1..count).find(|slot| !follows(*slot)).unwrap_or(count);
        let run = &mut pages[first * PAGE_SIZE..end * PAGE_SIZE];
        if read_whole(file, run, number(first))? {
            are_there.resize(end, true);
            continue;
        }
        for (slot, page) in (first..end).zip(run.chunks_exact_mut(PAGE_SIZE)) {
            are_there.push(read_whole(file, page, number(slot))?);
        }
    }
    Ok(are_there)
}

/// Fills `buf` from page `first`. Returns false if the file ends before the range does.
fn read_whole(file: &dyn File, buf: &mut [u8], first: u32) -> Result<bool, FileError> {
    match file.read_at(buf, offset_of(first)) {
        Ok(()) => Ok(true),
        Err(error) if error.source.kind() == ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

const COUNT: usize = 48;
const SEQUENCE: usize = 56;
const ENTRIES: usize = 64;
const ENTRY: usize = 8;
const AS_OF: usize = ENTRIES + BATCH_PAGES * ENTRY;

const _: () = assert!(AS_OF + 8 <= PAGE_SIZE, "a full batch fits one directory");
