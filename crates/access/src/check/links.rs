//! The check of rows against long values: every value named by a row exists, and every value is
//! named by a row.
//!
//! Deleted rows may still name their values while they are on their pages. A value that will be
//! freed has its intent until it is gone.

use super::state::{Check, Links};
use crate::heap_cell::Rid;
use crate::lob::{FreeLobs, FreePages};
use sluice_base::ids::{ObjectId, PageId};
use std::collections::BTreeSet;

/// Records the values named by the row in a slot. Those of a ghost may be named without being
/// required.
pub(super) fn of_row(check: &mut Check<'_>, (place, object): (Rid, ObjectId), row: &[u8], is_ghost: bool) {
    let Some(lobs_of_row) = check.lobs_of_row else { return };
    match lobs_of_row(row) {
        None => check.problem(
            place.page,
            format!("the pointers to long values in the row in slot {} cannot be read", place.slot),
        ),
        Some(lobs) if is_ghost => check.links.passing.extend(lobs.iter().map(|lob| lob.root)),
        Some(lobs) => check.links.named.extend(lobs.into_iter().map(|lob| (object, place, lob))),
    }
}

/// Compares the two sides, after all pages were read. A value without a row is a problem unless a
/// ghost or an intent names it; so is a row without its value, and a value named by two rows.
pub(super) fn compare(check: &mut Check<'_>) {
    let Links { named, mut passing, values } = std::mem::take(&mut check.links);
    for intent in check.storage.intents() {
        passing.extend(FreeLobs::decode(&intent).into_iter().flat_map(|free| free.lobs).map(|lob| lob.root));
        let pages = FreePages::decode(&intent).into_iter().flat_map(|free| free.pages);
        passing.extend(pages.map(|(page, _)| page));
    }
    let mut reached: BTreeSet<(ObjectId, PageId)> = BTreeSet::new();
    for (object, place, lob) in named {
        let at = |page: PageId| format!("the row in slot {} leads to a long value at {page}", place.slot);
        match values.get(&(object, lob.root)) {
            Some(found) if *found == lob => {}
            Some(_) => {
                check.problem(place.page, format!("{}, which differs from the pointer in the row", at(lob.root)))
            }
            None => check.problem(place.page, format!("{}, which is not there", at(lob.root))),
        }
        if !reached.insert((object, lob.root)) {
            check.problem(place.page, format!("{}, and so does another row", at(lob.root)));
        }
    }
    for ((object, root), lob) in values {
        if !reached.contains(&(object, root)) && !passing.contains(&root) {
            check.problem(lob.root, format!("no row of object {} leads to its long value", object.0));
        }
    }
}
