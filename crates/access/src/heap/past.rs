//! Reads by a snapshot: rows as they were.
//!
//! A row's state and its versions change under the latch of the page of its bytes, so both are read
//! under that latch. A moved row's versions belong to its stub's place. The snapshot is checked
//! last (rule 7 of `sluice_txn`'s versions).

use super::change::LostCopy;
use super::{Heap, change};
use crate::heap_cell::{self, Body, Rid, stamp_of};
use crate::slotted;
use crate::system::damaged;
use sluice_base::ids::{PageId, TxnId};
use sluice_txn::{PastRow, Storage, StorageError, View};
use std::borrow::Cow;
use std::ops::Range;

/// The rows of a page that a snapshot sees in another state than the page's. All other rows are as
/// on the page.
#[derive(Default)]
pub(super) struct PastRows {
    /// In descending order of slots; consumed from the end.
    rows: Vec<PastRow>,
    bytes: Vec<u8>,
}

impl PastRows {
    /// Judges the rows in some slots of a latched page, except moved ones. Replaces the earlier
    /// judgement. Rows that the view sees as they are get no entry; others get their past state or
    /// none. Fails if the snapshot is lost.
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

    /// Makes the rows in these slots, in descending order, invisible for the reader.
    pub(super) fn pass_over(&mut self, slots: impl Iterator<Item = usize>) {
        self.rows.clear();
        self.rows.extend(slots.map(|slot| PastRow::new(slot as u16, TxnId::NONE)));
    }

    /// Whether there is no past row.
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Takes the slot's row if it is one of these, or returns `None`. The inner `None` means that
    /// the reader sees no row there. Called slot by slot, in ascending order.
    #[inline]
    pub(super) fn at(&mut self, slot: usize) -> Option<Option<Range<usize>>> {
        let is_it = self.rows.last().is_some_and(|next| usize::from(next.slot) == slot);
        if is_it { self.rows.pop().map(|row| row.bytes) } else { None }
    }

    /// Returns a row's bytes.
    pub(super) fn row(&self, range: Range<usize>) -> &[u8] {
        &self.bytes[range]
    }
}

/// Appends the row at a place, as `view` sees it, to `row`. Returns false if it sees none. Follows
/// a stub to the copy, and starts again if the copy has moved. Fails if the snapshot is lost.
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
            // The cell may have been removed because the snapshot is lost.
            None | Some((Body::Copy { .. }, ..)) => return view.check().map(|()| false),
            Some((Body::Stub(copy), _, false)) => copy,
            Some((body, stamp, is_ghost)) => return state(storage, rid, (body, stamp, is_ghost), view, row),
        };
        drop(page);
        let page = storage.pool.read(storage.id, copy.page)?;
        if let Some(found) = change::copy_of(heap, storage, &page, copy, rid)? {
            let newest = (Body::Row(Cow::Borrowed(found.row)), TxnId(stamp_of(found.cell)), found.is_ghost);
            return state(storage, rid, newest, view, row);
        }
        // The copy has moved on; the stub has its new place.
        drop(page);
        lost.note(storage, rid, lsn)?;
    }
}

/// Returns body, stamp and ghost flag of a slot of a latched page.
fn cell_at<'p>(storage: &Storage, page: &'p [u8], rid: Rid) -> Result<Option<(Body<'p>, TxnId, bool)>, StorageError> {
    let slot = usize::from(rid.slot);
    let Some(cell) = slotted::get(page, slot) else { return Ok(None) };
    let body = heap_cell::read(page, slotted::kind(page, slot), cell);
    let body = body.ok_or_else(|| damaged(storage, rid.page, format!("slot {slot} holds no row")))?;
    Ok(Some((body, TxnId(stamp_of(cell)), slotted::is_ghost(page, slot))))
}

/// Appends the state of a row that `view` sees, given the newest state. The page is latched.
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
        row.extend_from_slice(&now);
        return Ok(!is_ghost);
    }
    let mut past = [PastRow::new(rid.slot, stamp)];
    storage.look_back(rid.page, &mut past, row, view)?;
    view.check()?;
    Ok(past[0].bytes.is_some())
}

/// Whether the slot's row is read elsewhere: it has moved away, or is the copy of a moved row. The
/// stub of a deleted moved row is read in place.
fn is_elsewhere(page: &[u8], slot: usize) -> bool {
    match slotted::kind(page, slot) {
        heap_cell::COPY => true,
        heap_cell::STUB => !slotted::is_ghost(page, slot),
        _ => false,
    }
}
