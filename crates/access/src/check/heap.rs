//! The check of one heap's rows: every cell is valid, every stub leads to a copy that leads back,
//! and every copy has its stub.

use super::links;
use super::state::Check;
use crate::heap_cell::{self, Body, Rid};
use crate::slotted;
use sluice_base::ids::{ObjectId, PageId};
use std::collections::BTreeMap;

/// The moved rows of a heap on the pages read so far.
#[derive(Default)]
pub(super) struct Moved {
    /// The copy of each stub.
    stubs: BTreeMap<Rid, Rid>,
    /// The stub that each copy names.
    copies: BTreeMap<Rid, Rid>,
}

/// Checks the cells of a page. Also records moved rows in `moved`, and the long values that rows
/// name.
pub(super) fn rows(check: &mut Check<'_>, (id, object): (PageId, ObjectId), page: &[u8], moved: &mut Moved) {
    for slot in 0..slotted::count(page) {
        let Some(cell) = slotted::get(page, slot) else { continue };
        let place = Rid { page: id, slot: slot as u16 };
        let body = heap_cell::read(page, slotted::kind(page, slot), cell);
        let is_ghost = slotted::is_ghost(page, slot);
        match &body {
            Some(Body::Row(row)) => links::of_row(check, (place, object), row, is_ghost),
            Some(Body::Copy { row, .. }) => links::of_row(check, (place, object), row, is_ghost),
            Some(Body::Stub(_)) | None => {}
        }
        match body {
            None => check.problem(id, format!("slot {slot} holds no row")),
            Some(_) if is_ghost => {}
            Some(Body::Row(_)) => {}
            Some(Body::Stub(copy)) => drop(moved.stubs.insert(place, copy)),
            Some(Body::Copy { home, .. }) => drop(moved.copies.insert(place, home)),
        }
    }
}

/// Compares stubs and copies, after all pages were read. Each difference becomes a problem of
/// `check`.
pub(super) fn compare(check: &mut Check<'_>, moved: &Moved) {
    let shown = |place: &Rid| format!("slot {} of page {}", place.slot, place.page);
    for (home, copy) in &moved.stubs {
        if moved.copies.get(copy) != Some(home) {
            check.problem(
                home.page,
                format!("the row of slot {} has moved to {}, but is not there", home.slot, shown(copy)),
            );
        }
    }
    for (copy, home) in &moved.copies {
        if moved.stubs.get(home) != Some(copy) {
            check.problem(
                copy.page,
                format!("the row in slot {} belongs to {}, which does not lead here", copy.slot, shown(home)),
            );
        }
    }
}
