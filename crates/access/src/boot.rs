//! The roots of the catalog, in slots of the boot page. Read and set under the page's latch;
//! `boot_page` has the layout.

use crate::boot_page;
use crate::edit::Edit;
use crate::system::{Purpose, SystemRecord, damaged};
use sluice_base::ids::PageId;
use sluice_buffer::{PageType, page};
use sluice_txn::{Storage, StorageError};

pub use crate::boot_page::SLOTS;

/// Sets a slot (below [`SLOTS`]) by a system record: redone after a crash and never undone,
/// whatever becomes of any transaction. Latches the boot page.
pub fn set(storage: &Storage, slot: u8, root: PageId) -> Result<(), StorageError> {
    let mut boot = storage.pool.write(storage.id, BOOT)?;
    let mut record = SystemRecord::new(Purpose::Work);
    record.edit(BOOT, Edit::Boot { slot, page: root });
    record.log(storage, vec![&mut boot])
}

/// Returns the page in a slot (below [`SLOTS`]), or NONE if it was never set. Fails with damage if
/// the page isn't a boot page or `slot` is too great.
pub fn get(storage: &Storage, slot: u8) -> Result<PageId, StorageError> {
    let boot = storage.pool.read(storage.id, BOOT)?;
    if page::page_type(&boot) != PageType::BOOT || usize::from(slot) >= SLOTS {
        return Err(damaged(storage, BOOT, format!("it has no boot slot {slot}")));
    }
    Ok(boot_page::at(&boot, slot))
}

const BOOT: PageId = PageId::primary(boot_page::PAGE);
