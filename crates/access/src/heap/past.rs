//! Reading by a snapshot: rows as they were.
//!
//! A row's state and its versions change under the latch of the page where its bytes are, so both
//! are read under that latch. The versions of a moved row are its stub's, as its place is. Whether
//! the snapshot is still good is asked last (rule 7 of `sluice_txn`'s versions).

use super::change::LostCopy;
use super::{Heap, change};
use crate::heap_cell::{self, Body, Rid, stamp_of};
use crate::slotted;
use crate::system::damaged;
use sluice_base::ids::{PageId, TxnId};
use sluice_txn::{PastRow, Storage, StorageError, View};
use std::ops::Range;

/// The rows of a page that a snapshot sees otherwise than the page has them; the others are as they
/// are.
#[derive(Default)]
pub(super) struct PastRows {
    /// From the largest slot down. Used up from the end.
    rows: Vec<PastRow>,
    bytes: Vec<u8>,
}

impl PastRows {
    /// Looks at a latched page's rows in some slots, but for those that have moved.
    pub(super) fn look(
        &mut self,
        storage: &Storage,
        (id, page): (PageId, &[u8]),
        slots: Range<usize>,
        view: &mut View<'_>,
    ) -> Result<(), StorageError> {
        self.rows.clear();
        self.bytes.clear();
        for slot in slots.rev() {
            let Some(stamp) = slotted::get(page, slot).map(|cell| TxnId(stamp_of(cell))) else { continue };
            if !view.sees(stamp) && !is_elsewhere(page, slot) {
                self.rows.push(PastRow::new(slot as u16, stamp));
            }
        }
        if !self.rows.is_empty() {
            storage.look_back(id, &mut self.rows, &mut self.bytes, view)?;
        }
        view.check()
    }

    /// The rows in these slots, from the largest down, are none for the reader, and there are no
    /// others.
    pub(super) fn pass_over(&mut self, slots: impl Iterator<Item = usize>) {
        self.rows.clear();
        self.rows.extend(slots.map(|slot| PastRow::new(slot as u16, TxnId::NONE)));
    }

    /// Whether none of them is left.
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The slot's row if it is one of these; asked slot by slot, in their order.
    #[inline]
    pub(super) fn at(&mut self, slot: usize) -> Option<Option<Range<usize>>> {
        let is_it = self.rows.last().is_some_and(|next| usize::from(next.slot) == slot);
        if is_it { self.rows.pop().map(|row| row.bytes) } else { None }
    }

    /// A row's bytes.
    pub(super) fn row(&self, range: Range<usize>) -> &[u8] {
        &self.bytes[range]
    }
}

/// Appends the row at a place, as `view` sees it, to `row`; false if it sees none.
pub(super) fn row_at(
    heap: &Heap,
    storage: &Storage,
    rid: Rid,
    view: &mut View<'_>,
    row: &mut Vec<u8>,
) -> Result<bool, StorageError> {
    let mut lost = LostCopy::default();
    loop {
        let page = storage.pool.read(storage.id, rid.page)?;
        let lsn = page.lsn();
        if !heap.owns(&page) {
            return view.check().map(|()| false);
        }
        let copy = match cell_at(storage, &page, rid)? {
            // What was here may have been taken away because the snapshot is lost.
            None | Some((Body::Copy { .. }, ..)) => return view.check().map(|()| false),
            Some((Body::Stub(copy), _, false)) => copy,
            Some((body, stamp, is_ghost)) => return state(storage, rid, (body, stamp, is_ghost), view, row),
        };
        drop(page);
        let page = storage.pool.read(storage.id, copy.page)?;
        if let Some(found) = change::copy_of(heap, storage, &page, copy, rid)? {
            let newest = (Body::Row(found.row), TxnId(stamp_of(found.cell)), found.is_ghost);
            return state(storage, rid, newest, view, row);
        }
        // It has moved on in between; the stub knows.
        drop(page);
        lost.note(storage, rid, lsn)?;
    }
}

/// What is in a slot of a latched page: its body, its stamp, and whether it is a ghost.
fn cell_at<'p>(storage: &Storage, page: &'p [u8], rid: Rid) -> Result<Option<(Body<'p>, TxnId, bool)>, StorageError> {
    let slot = usize::from(rid.slot);
    let Some(cell) = slotted::get(page, slot) else { return Ok(None) };
    let body = heap_cell::read(slotted::kind(page, slot), cell);
    let body = body.ok_or_else(|| damaged(storage, rid.page, format!("slot {slot} holds no row")))?;
    Ok(Some((body, TxnId(stamp_of(cell)), slotted::is_ghost(page, slot))))
}

/// The state of a row that `view` sees, by the newest one; its page is latched.
fn state(
    storage: &Storage,
    rid: Rid,
    (body, stamp, is_ghost): (Body<'_>, TxnId, bool),
    view: &mut View<'_>,
    row: &mut Vec<u8>,
) -> Result<bool, StorageError> {
    if view.sees(stamp) {
        view.check()?;
        let Body::Row(now) = body else { return Ok(false) };
        row.extend_from_slice(now);
        return Ok(!is_ghost);
    }
    let mut past = [PastRow::new(rid.slot, stamp)];
    storage.look_back(rid.page, &mut past, row, view)?;
    view.check()?;
    Ok(past[0].bytes.is_some())
}

/// Whether the slot's row is read elsewhere: it has moved away, or it is the copy of one that has
/// moved here. The stub of a moved row that was deleted is read where it is.
fn is_elsewhere(page: &[u8], slot: usize) -> bool {
    match slotted::kind(page, slot) {
        heap_cell::COPY => true,
        heap_cell::STUB => !slotted::is_ghost(page, slot),
        _ => false,
    }
}
