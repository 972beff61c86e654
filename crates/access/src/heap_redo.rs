//! The effect of heap log records on a page, for redo and for undo of several records at once.
//! A page refuses a record that doesn't fit it; the caller reports a refusal as damage. Redo
//! compares the page's LSN before (`RedoPages::change`).

use crate::heap_cell::{self, STAMP_SIZE, set_stamp};
use crate::records::{self, Parts, RowChange, RowStamp, Rows};
use crate::slotted;
use sluice_base::codec::{Reader, Truncated};

/// Applies a record of `kind`, logged by the transaction `writer`, to its page's bytes. Returns
/// false if the page refuses it or the record is no heap record. Fails only if the payload is too
/// short. The page may be changed in part if it refuses.
pub(crate) fn change(bytes: &mut [u8], kind: u8, writer: u64, payload: &[u8]) -> Result<bool, Truncated> {
    let mut reader = Reader::new(payload);
    if kind == records::HEAP_UNDONE {
        return undone(bytes, writer, payload);
    }
    let slot = usize::from(reader.u16()?);
    let is_filled = slotted::get(bytes, slot).is_some();
    Ok(match kind {
        records::HEAP_INSERT => heap_cell::put_row(bytes, slot, writer, reader.rest()),
        records::HEAP_FORWARD => {
            slotted::put_row(bytes, slot, heap_cell::COPY, &[&writer.to_le_bytes(), reader.rest()])
        }
        records::HEAP_UPDATE => replace(bytes, writer, &RowChange::decode(payload)?),
        records::HEAP_REVERT => {
            let change = RowChange::decode(payload)?;
            replace(bytes, change.stamp, &change)
        }
        records::HEAP_ROWS => {
            slotted::count(bytes) == slot && heap_cell::put_rows(bytes, writer, Rows::decode(payload)?.rows)
        }
        records::HEAP_ROWS_GONE => clear_rows(bytes, &Rows::decode(payload)?),
        records::HEAP_REMOVE => slotted::clear_row(bytes, slot),
        records::HEAP_DELETE if is_filled => {
            slotted::set_ghost(bytes, slot, true);
            set_stamp(bytes, slot, writer);
            true
        }
        records::HEAP_RESTORE if is_filled => {
            slotted::set_ghost(bytes, slot, false);
            set_stamp(bytes, slot, RowStamp::decode(payload)?.stamp);
            true
        }
        _ => false,
    })
}

/// Removes rows from a page. Returns false if one is missing. The rows behind the missing one are
/// removed then.
pub(crate) fn clear_rows(bytes: &mut [u8], rows: &Rows<'_>) -> bool {
    rows.slots_back().all(|slot| slotted::clear_row(bytes, slot.into()))
}

fn undone(bytes: &mut [u8], writer: u64, payload: &[u8]) -> Result<bool, Truncated> {
    for part in Parts::new(payload) {
        let (kind, payload) = part?;
        // A part compensates one record. The check that it is no group prevents endless recursion.
        if kind == records::HEAP_UNDONE || !change(bytes, kind, writer, payload)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Replaces a row's cell by `change`. Returns false if the page refuses it.
fn replace(bytes: &mut [u8], stamp: u64, change: &RowChange<'_>) -> bool {
    let slot = usize::from(change.slot);
    let old = slotted::get(bytes, slot).and_then(|cell| cell.get(STAMP_SIZE..));
    let body = old.and_then(|old| change.body_after(old));
    body.is_some_and(|body| slotted::replace_row(bytes, slot, change.kinds.1, &[&stamp.to_le_bytes(), &body]))
}
