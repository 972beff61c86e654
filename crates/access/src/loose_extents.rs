//! Extents of a temporary database that belong to no object: the GAM marks them as used, and no IAM
//! page lists them. Only their taker knows them. All of them are free again at the next start.

use crate::edit::Edit;
use crate::extent;
use crate::gam;
use crate::layout::Extent;
use crate::system::{Purpose, SystemRecord};
use sluice_base::ids::FilegroupId;
use sluice_base::usage::SpaceUse;
use sluice_txn::{Storage, StorageError};

/// Takes a free extent of the filegroup PRIMARY and marks it as used, in a system record. Its pages
/// aren't formatted.
pub(crate) fn take(storage: &Storage) -> Result<Extent, StorageError> {
    let mut free = extent::take(storage, FilegroupId::PRIMARY, Purpose::Work)?;
    let mut record = SystemRecord::new(Purpose::Work);
    free.mark(&mut record);
    record.log(storage, vec![&mut free.gam])?;
    extent::note_use(storage, SpaceUse::InternalAllocated, 1);
    Ok(free.extent)
}

/// Frees extents. One system record for each GAM page. Their pages must not be in use.
pub(crate) fn give_back(storage: &Storage, mut extents: Vec<Extent>) -> Result<(), StorageError> {
    extents.sort_unstable();
    for of_page in extents.chunk_by(|one, next| gam::page_of(*one) == gam::page_of(*next)) {
        let mut map = storage.pool.write(storage.id, gam::page_of(of_page[0]))?;
        let mut record = SystemRecord::new(Purpose::Undo);
        for extent in of_page {
            record.edit(map.id(), Edit::Extent { bit: gam::bit_of(*extent), used: false });
        }
        record.log(storage, vec![&mut map])?;
        extent::note_use(storage, SpaceUse::InternalFreed, of_page.len() as u64);
    }
    Ok(())
}
