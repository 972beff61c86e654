//! Updates and deletes of a claimed row (`writer`).
//!
//! A row is moved in three steps. Each is under the latch of one page, and each has its own undo.
//! The row is stamped in place, the copy is inserted elsewhere, and then the stub is written.
//! Readers find the copy only through the stub. So at every moment readers find the row once, and
//! meet the writer's stamp on the way.

use super::claim::Claimed;
use super::clean::make_room;
use super::{AppendCursor, Heap};
use crate::heap_cell::{self, Body, COPY_HEAD, Rid, STAMP_SIZE, set_stamp, stamp_of};
use crate::records::{HEAP_DELETE, HEAP_FORWARD, HEAP_UPDATE, RowChange};
use crate::slotted;
use crate::system::damaged;
use sluice_base::ids::Lsn;
use sluice_buffer::PageMut;
use sluice_txn::{Storage, StorageError, Transaction};

/// Replaces a claimed row, which keeps its place `rid`. It is replaced in place if it fits on its
/// page after cleaning, otherwise it moves and leaves a stub. Logged with its undo.
pub(super) fn update(
    heap: &Heap,
    storage: &Storage,
    txn: &mut Transaction,
    cursor: &mut AppendCursor,
    rid: Rid,
    row: &[u8],
    mut claimed: Claimed<'_>,
) -> Result<(), StorageError> {
    let head = if claimed.is_copy { COPY_HEAD } else { 0 };
    let growth = (head + row.len()).saturating_sub(claimed.room());
    if make_room(storage, &mut claimed.page, growth)? {
        // Read after the cleaning, which may have removed padding of this cell, too.
        let room = claimed.room();
        let (kind, body) = if claimed.is_copy {
            (heap_cell::COPY, heap_cell::copy_body(rid, row, room))
        } else {
            heap_cell::row_body(row, room)
        };
        if body.len() - room <= slotted::free_bytes(&claimed.page) {
            return replace(storage, txn, &mut claimed.page, claimed.slot, kind, &body);
        }
    }
    move_row(heap, storage, txn, cursor, rid, row, claimed)
}

/// Makes a claimed row a ghost; for a moved row the stub, too. Logged with its undo. The long
/// values of the row are the caller's.
pub(super) fn delete(
    heap: &Heap,
    storage: &Storage,
    txn: &mut Transaction,
    rid: Rid,
    mut claimed: Claimed<'_>,
) -> Result<(), StorageError> {
    make_ghost(heap, storage, txn, &mut claimed.page, claimed.slot)?;
    if claimed.is_copy {
        drop(claimed);
        let mut home = storage.pool.write(storage.id, rid.page)?;
        make_ghost(heap, storage, txn, &mut home, rid.slot)?;
    }
    Ok(())
}

/// Moves a grown row to a page with room.
fn move_row(
    heap: &Heap,
    storage: &Storage,
    txn: &mut Transaction,
    cursor: &mut AppendCursor,
    rid: Rid,
    row: &[u8],
    mut claimed: Claimed<'_>,
) -> Result<(), StorageError> {
    let old = claimed.is_copy.then(|| claimed.place());
    let kind = slotted::kind(&claimed.page, claimed.slot.into());
    let cell = slotted::get(&claimed.page, claimed.slot.into()).unwrap_or_default();
    if txn.id().is_none_or(|id| id.0 != stamp_of(cell)) {
        let body = cell.get(STAMP_SIZE..).unwrap_or_default().to_vec();
        replace(storage, txn, &mut claimed.page, claimed.slot, kind, &body)?;
    }
    drop(claimed);
    let copy = put_copy(heap, storage, txn, cursor, rid, row)?;
    let mut home = storage.pool.write(storage.id, rid.page)?;
    let room = slotted::get(&home, rid.slot.into()).map_or(0, |cell| cell.len().saturating_sub(STAMP_SIZE));
    replace(storage, txn, &mut home, rid.slot, heap_cell::STUB, &heap_cell::stub_body(copy, room))?;
    drop(home);
    if let Some(old) = old {
        let mut page = storage.pool.write(storage.id, old.page)?;
        make_ghost(heap, storage, txn, &mut page, old.slot)?;
    }
    Ok(())
}

/// Inserts a row's copy where new rows go, and returns its place.
fn put_copy(
    heap: &Heap,
    storage: &Storage,
    txn: &mut Transaction,
    cursor: &mut AppendCursor,
    home: Rid,
    row: &[u8],
) -> Result<Rid, StorageError> {
    let body = heap_cell::copy_body(home, row, 0);
    let mut page = heap.append_page(storage, cursor, STAMP_SIZE + body.len())?;
    let slot = slotted::row_slot(&page) as u16;
    let writer = storage.start(txn)?;
    let slot_bytes = slot.to_le_bytes();
    storage.log_change_undone_by(txn, &mut page, HEAP_FORWARD, &[&slot_bytes], &[&body], slot_bytes.len())?;
    let fits = slotted::put_row(&mut page, slot.into(), heap_cell::COPY, &[&writer.0.to_le_bytes(), &body]);
    assert!(fits, "append_page found room for the copy");
    Ok(Rid { page: page.id(), slot })
}

/// Replaces the body of a live cell; there is room for it.
fn replace(
    storage: &Storage,
    txn: &mut Transaction,
    page: &mut PageMut<'_>,
    slot: u16,
    kind: u8,
    body: &[u8],
) -> Result<(), StorageError> {
    let old_kind = slotted::kind(page, slot.into());
    let Some((stamp, old)) = slotted::get(page, slot.into()).and_then(|cell| cell.split_at_checked(STAMP_SIZE)) else {
        return Err(damaged(storage, page.id(), format!("slot {slot} holds no row")));
    };
    let change = RowChange::between(slot, stamp_of(stamp), (old_kind, old), (kind, body));
    let (undo, redo) = (change.undo_part(), change.after.to_vec());
    let writer = storage.start(txn)?;
    storage.log_change_redo(txn, page, HEAP_UPDATE, &[&undo], &[&redo])?;
    let fits = slotted::replace_row(page, slot.into(), kind, &[&writer.0.to_le_bytes(), body]);
    assert!(fits, "the caller found room for the row");
    Ok(())
}

fn make_ghost(
    heap: &Heap,
    storage: &Storage,
    txn: &mut Transaction,
    page: &mut PageMut<'_>,
    slot: u16,
) -> Result<(), StorageError> {
    let Some(stamp) = slotted::get(page, slot.into()).map(stamp_of) else {
        return Err(damaged(storage, page.id(), format!("slot {slot} is empty and should hold a stub or a row")));
    };
    let deleter = storage.start(txn)?;
    storage.log_change(txn, page, HEAP_DELETE, &[&slot.to_le_bytes(), &stamp.to_le_bytes()])?;
    slotted::set_ghost(page, slot.into(), true);
    set_stamp(page, slot.into(), deleter.0);
    storage.space.leftovers.note_room(heap.root, page.id());
    Ok(())
}

/// Returns the content of the live cell at `rid`, if any. `None` for a ghost, an empty slot, and a
/// page of another object. It may be a row, a stub or a copy.
pub(super) fn live_body<'p>(
    heap: &Heap,
    storage: &Storage,
    page: &'p [u8],
    rid: Rid,
) -> Result<Option<Body<'p>>, StorageError> {
    let slot = usize::from(rid.slot);
    if !heap.owns(page) || slotted::is_ghost(page, slot) {
        return Ok(None);
    }
    let Some(cell) = slotted::get(page, slot) else { return Ok(None) };
    let body = heap_cell::read(page, slotted::kind(page, slot), cell);
    body.map(Some).ok_or_else(|| damaged(storage, rid.page, format!("slot {slot} holds no row")))
}

/// Returns the copy of the row at `home`, live or a ghost, if it is at `copy` in this page. A page
/// of another object is damage: pages stay the heap's as long as the heap lives. `None` if another
/// cell is there: the copy has moved on.
pub(super) fn copy_of<'p>(
    heap: &Heap,
    storage: &Storage,
    page: &'p [u8],
    copy: Rid,
    home: Rid,
) -> Result<Option<CopyCell<'p>>, StorageError> {
    if !heap.owns(page) {
        return Err(damaged(
            storage,
            home.page,
            format!("the stub in slot {} leads to a page of another object", home.slot),
        ));
    }
    let slot = usize::from(copy.slot);
    let Some(cell) = slotted::get(page, slot) else { return Ok(None) };
    match heap_cell::read(page, slotted::kind(page, slot), cell) {
        Some(Body::Copy { home: found, row }) if found == home => {
            Ok(Some(CopyCell { cell, row, is_ghost: slotted::is_ghost(page, slot) }))
        }
        Some(_) => Ok(None),
        None => Err(damaged(storage, copy.page, format!("slot {slot} holds no row"))),
    }
}

/// Detects a stub without a copy. If the row moved on or was deleted meanwhile, the stub's page has
/// changed. An unchanged page means damage.
#[derive(Default)]
pub(super) struct LostCopy(Option<Lsn>);

impl LostCopy {
    /// Records that the stub at `home`, on a page with this LSN, led to no copy. Fails with damage
    /// if it did so before on a page with the same LSN.
    pub(super) fn note(&mut self, storage: &Storage, home: Rid, lsn: Lsn) -> Result<(), StorageError> {
        if self.0.replace(lsn) == Some(lsn) {
            return Err(damaged(
                storage,
                home.page,
                format!("the stub in slot {} leads to no copy of its row", home.slot),
            ));
        }
        Ok(())
    }
}

/// The current cell of a moved row.
pub(super) struct CopyCell<'p> {
    pub(super) cell: &'p [u8],
    pub(super) row: &'p [u8],
    /// Whether the copy was deleted, or has moved on.
    pub(super) is_ghost: bool,
}
