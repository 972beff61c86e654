//! The object beside a heap that has its long values' pages.
//!
//! One system record makes it and writes it down on the heap's IAM root; it is never undone: a rollback leaves an empty unit, which the
//! next value takes. It goes with its heap, before it.

use crate::edit::Edit;
use crate::extent;
use crate::heap::Heap;
use crate::iam::{self, Entry};
use crate::object::{Life, latch_iam_root, read_iam};
use crate::system::{Purpose, SystemRecord};
use sluice_base::ids::PageId;
use sluice_buffer::PageType;
use sluice_txn::{Storage, StorageError};

/// The unit of a heap, if it has one.
pub(crate) fn life_of_unit(storage: &Storage, heap_root: PageId) -> Result<Option<Life>, StorageError> {
    Ok(life(&read_iam(storage, heap_root)?))
}

fn life(heap_root: &[u8]) -> Option<Life> {
    iam::lob_unit(heap_root).map(|(root, generation)| Life { root, generation })
}

/// The unit of a heap, made if there is none yet.
pub(super) fn of_heap(heap: &Heap, storage: &Storage) -> Result<Life, StorageError> {
    if let Some(life) = life_of_unit(storage, heap.root)? {
        return Ok(life);
    }
    let mut heap_root = latch_iam_root(storage, heap.root)?;
    if let Some(life) = life(&heap_root) {
        return Ok(life);
    }
    let mut free = extent::take(storage, Purpose::Work)?;
    let root = free.page(0);
    let life = Life { root, generation: storage.log.tail().0 };
    let mut page = storage.pool.create(storage.id, root)?;
    let mut record = SystemRecord::new(Purpose::Work);
    record.edit(root, Edit::Format { page_type: PageType::IAM.0, level: 0, root: true, object: heap.object });
    record.edit(root, Edit::Generation(life.generation));
    record.edit(root, Edit::Anchor(root));
    record.edit(root, Edit::IamPush(Entry { extent: free.extent, used: 0b1 }));
    record.edit(heap.root, Edit::LobUnit { root, generation: life.generation });
    free.mark(&mut record);
    record.log(storage, vec![&mut heap_root, &mut page, &mut free.gam])?;
    Ok(life)
}
