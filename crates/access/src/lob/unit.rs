//! The LOB unit: the object beside a heap or tree with its rows' long values.
//!
//! One system record creates it and stores it on the heap's or tree's IAM root. It is never undone:
//! a rollback leaves an empty unit, which the next value uses. It is freed with its heap or tree,
//! before it.

use crate::edit::Edit;
use crate::extent;
use crate::iam;
use crate::object::{Life, latch_iam_root, read_iam};
use crate::system::{Purpose, SystemRecord};
use sluice_base::ids::{ObjectId, PageId};
use sluice_base::usage::SpaceUse;
use sluice_buffer::PageType;
use sluice_txn::{Storage, StorageError};

/// The long values of the rows of a heap or tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lobs {
    /// The IAM root of the heap or tree.
    pub root: PageId,
    /// The object of its pages.
    pub object: ObjectId,
}

/// Returns the unit of long values of a heap or tree, or `None` if it has none. Reads the IAM root.
pub(crate) fn life_of_unit(storage: &Storage, iam_root: PageId) -> Result<Option<Life>, StorageError> {
    Ok(life(&read_iam(storage, iam_root)?))
}

fn life(iam_root: &[u8]) -> Option<Life> {
    iam::lob_unit(iam_root).map(|(root, generation)| Life { root, generation })
}

/// Returns the unit of a heap or tree, creating it if needed. A new unit takes an extent in the
/// filegroup for long values. The record isn't the transaction's: it stays after a rollback.
pub(super) fn get_or_create(lobs: &Lobs, storage: &Storage) -> Result<Life, StorageError> {
    if let Some(life) = life_of_unit(storage, lobs.root)? {
        return Ok(life);
    }
    let mut iam_root = latch_iam_root(storage, lobs.root)?;
    if let Some(life) = life(&iam_root) {
        return Ok(life);
    }
    let filegroup = iam::lob_filegroup(&iam_root).unwrap_or(storage.space.filegroup_of(lobs.root.file));
    let mut free = extent::take(storage, filegroup, Purpose::Work)?;
    let root = free.page(0);
    let life = Life { root, generation: storage.log.tail().0 };
    let mut page = storage.pool.create(storage.id, root)?;
    let mut record = SystemRecord::new(Purpose::Work);
    record.edit(root, Edit::Format { page_type: PageType::IAM.0, level: 0, root: true, object: lobs.object });
    record.edit(root, Edit::Generation(life.generation));
    record.edit(root, Edit::Anchor(root));
    record.edit(root, Edit::IamPush { number: free.extent.number, used: 0b1 });
    record.edit(lobs.root, Edit::LobUnit { root, generation: life.generation });
    free.mark(&mut record);
    extent::note_use(storage, SpaceUse::UserAllocated, 1);
    record.log(storage, vec![&mut iam_root, &mut page, &mut free.gam])?;
    Ok(life)
}
