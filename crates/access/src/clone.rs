//! The system pages of a clone's data files.
//!
//! A clone's file is a layer above a frozen file of its source (`sluice_buffer::layer`), which gives
//! pages of the source the clone's guid. Pages that say more about their database have to be
//! written: both headers, whose content has the guid, and the pair pages, which name the log. The
//! double-write directory is emptied, since its copies are of the time before.

use crate::file::{DOUBLE_WRITE_PAGE, PAIR_PAGE};
use crate::header;
use sluice_base::ids::{DatabaseGuid, FileId, PageId};
use sluice_base::sync::Arc;
use sluice_buffer::pair::{self, Pair};
use sluice_buffer::{PAGE_SIZE, page};
use sluice_txn::StorageError;
use sluice_vfs::{AlignedBuf, File};

/// Writes the system pages of the database `guid` into the data file `id`, a copy of another
/// database's file, durably. `pair` is the state of the clone's log. No other page is changed.
pub fn adopt_data_file(file: &Arc<dyn File>, id: FileId, guid: DatabaseGuid, pair: &Pair) -> Result<(), StorageError> {
    let found = header::read_header(file, id)?;
    let sound = if found.damaged_copy == Some(0) { 1 } else { 0 };
    let mut image = AlignedBuf::zeroed(PAGE_SIZE);
    file.read_at(&mut image, offset_of(sound)).map_err(StorageError::File)?;
    header::set_guid(&mut image, guid);
    let mut pages = Vec::new();
    for number in [0, 1] {
        page::set_identity(&mut image, PageId { file: id, page: number }, guid);
        page::seal(&mut image);
        pages.push((offset_of(number), image.to_vec()));
    }
    let first_pair = pair::first_page(pair, PageId { file: id, page: PAIR_PAGE }, guid);
    pages.push((offset_of(PAIR_PAGE), first_pair.to_vec()));
    pages.extend([PAIR_PAGE + 1, DOUBLE_WRITE_PAGE].map(|number| (offset_of(number), vec![0; PAGE_SIZE])));
    for (offset, bytes) in &pages {
        image.copy_from_slice(bytes);
        file.write_at(&image, *offset).map_err(StorageError::File)?;
    }
    file.sync().map_err(StorageError::File)
}

fn offset_of(page: u32) -> u64 {
    u64::from(page) * PAGE_SIZE as u64
}
