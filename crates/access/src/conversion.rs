//! The conversion of a data file from format 5: a copy in the present format.
//!
//! Pages of objects are the same in both formats. The headers get the present version, the pair
//! pages name the new log, and the double-write area is empty: its copies have the earlier headers.

use crate::file::{DOUBLE_WRITE_PAGE, FIRST_OBJECT_EXTENT, PAIR_PAGE};
use crate::header::{self, DataHeader};
use crate::layout::EXTENT_PAGES;
use sluice_base::ids::PageId;
use sluice_base::sync::Arc;
use sluice_buffer::pair::{self, Pair};
use sluice_buffer::{PAGE_SIZE, page};
use sluice_txn::StorageError;
use sluice_vfs::{AlignedBuf, File};

/// Copies the data file `from`, which has the format before, to the empty file `to` in the present
/// format, durably. `pair` is the state of its converted log. `from` is not changed. Reads and
/// writes large pieces in page order. Fails with `DataFull` if the disk is full.
pub fn convert_data(
    from: &Arc<dyn File>,
    to: &Arc<dyn File>,
    header: &DataHeader,
    pair: &Pair,
) -> Result<(), StorageError> {
    let length = u64::from(header.pages) * PAGE_SIZE as u64;
    to.allocate(0, length).map_err(|error| match error.is_disk_full() {
        true => StorageError::DataFull { filegroup: String::new(), path: to.path().to_owned() },
        false => StorageError::File(error),
    })?;
    let mut buf = AlignedBuf::zeroed(COPY_BYTES);
    let mut at = 0;
    while at < length {
        let part = &mut buf[..(length - at).min(COPY_BYTES as u64) as usize];
        from.read_at(part, at).map_err(StorageError::File)?;
        for (number, image) in ((at / PAGE_SIZE as u64) as u32..).zip(part.chunks_exact_mut(PAGE_SIZE)) {
            convert_page(image, number, header, pair);
        }
        to.write_at(part, at).map_err(StorageError::File)?;
        at += part.len() as u64;
    }
    to.sync().map_err(StorageError::File)
}

fn convert_page(image: &mut [u8], number: u32, header: &DataHeader, pair: &Pair) {
    let id = PageId::primary(number);
    match number {
        // A damaged copy stays damaged: the start mends it from the other copy.
        0 | 1 if page::verify(image, id, header.guid) == page::Verdict::Ok => {
            header::set_current_version(image);
            page::seal(image);
        }
        PAIR_PAGE => image.copy_from_slice(&pair::first_page(pair, id, header.guid)),
        DOUBLE_WRITE_PAGE.. if number < FIRST_OBJECT_EXTENT * EXTENT_PAGES => image.fill(0),
        _ if (PAIR_PAGE..DOUBLE_WRITE_PAGE).contains(&number) => image.fill(0),
        _ => {}
    }
}

const COPY_BYTES: usize = 1 << 20;
