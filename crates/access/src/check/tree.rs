//! The check of one B-tree. Every page is reached once; keys ascend and stay between their
//! separators; levels fall by one; prefixes match the separators; and leaves are linked in order
//! and back.

use super::links;
use super::state::Check;
use crate::btree::node;
use crate::heap_cell::Rid;
use crate::{iam, layout, prefix, slotted};
use sluice_base::ids::{ObjectId, PageId};
use sluice_buffer::PageRef;
use std::collections::BTreeSet;

/// A node to check, with its expectations from the parent.
struct Visit {
    id: PageId,
    level: u8,
    low: Vec<u8>,
    high: Option<Vec<u8>>,
}

/// A leaf and its links.
struct Leaf {
    id: PageId,
    previous: PageId,
    next: PageId,
}

/// Checks the tree with the pages `pages` from the IAM chain of `iam_root`. A tree with a LOB unit
/// has rows. Pages that the tree doesn't reach are a problem. Problems are recorded in `check`, and
/// the subtree below is skipped.
pub(super) fn check(check: &mut Check<'_>, iam_root: PageId, object: ObjectId, mut pages: BTreeSet<PageId>) {
    let has_rows = check.read(iam_root).is_some_and(|page| iam::lob_unit(&page).is_some());
    let Some(root) = find_root(check, &pages) else {
        check.problem(iam_root, format!("the tree of object {} has no root", object.0));
        return;
    };
    let Some(root_page) = check.read(root) else { return };
    if layout::anchor(&root_page) != iam_root {
        check.problem(root, format!("it names IAM root {} instead of {iam_root}", layout::anchor(&root_page)));
    }
    let mut visits = vec![Visit { id: root, level: layout::level(&root_page), low: Vec::new(), high: None }];
    drop(root_page);
    let mut leaves: Vec<Leaf> = Vec::new();
    while let Some(visit) = visits.pop() {
        if !pages.remove(&visit.id) {
            check.problem(
                visit.id,
                format!("the tree of object {} leads here, but it is not one of its pages", object.0),
            );
            continue;
        }
        let Some(page) = check.read(visit.id) else { continue };
        if layout::level(&page) != visit.level {
            check.problem(visit.id, format!("level {} where {} belongs", layout::level(&page), visit.level));
            continue;
        }
        if layout::is_root(&page) && visit.id != root {
            check.problem(visit.id, "a second root of the tree");
        }
        keys(check, &page, &visit);
        if visit.level == 0 && has_rows {
            rows(check, object, &page);
        }
        if visit.level == 0 {
            leaves.push(Leaf { id: visit.id, previous: layout::previous(&page), next: layout::next(&page) });
        } else {
            children(check, &page, &visit, &mut visits);
        }
    }
    links(check, &leaves);
    for page in pages {
        check.problem(page, format!("the tree of object {} owns it and never leads to it", object.0));
    }
}

/// Records the long values named by the rows on a leaf.
fn rows(check: &mut Check<'_>, object: ObjectId, page: &PageRef<'_>) {
    for slot in 0..slotted::count(page) {
        // A malformed cell was already reported.
        let Ok((_, row)) = node::leaf_cell(page, slot) else { continue };
        let place = Rid { page: page.id(), slot: slot as u16 };
        links::of_row(check, (place, object), &row, slotted::is_ghost(page, slot));
    }
}

fn find_root(check: &mut Check<'_>, pages: &BTreeSet<PageId>) -> Option<PageId> {
    pages.iter().copied().find(|id| check.read(*id).is_some_and(|page| layout::is_root(&page)))
}

/// Checks that keys ascend and lie between the separators around the node.
fn keys(check: &mut Check<'_>, page: &PageRef<'_>, visit: &Visit) {
    let first_compared = usize::from(visit.level > 0);
    if visit.level > 0 && slotted::count(page) == 0 {
        check.problem(visit.id, "an inner node without children");
    }
    if prefix::get(page) != prefix::between(&visit.low, visit.high.as_deref()) {
        check.problem(visit.id, "its prefix does not match the bounds of the parent");
    }
    let mut before: Option<Vec<u8>> = None;
    for slot in first_compared..slotted::count(page) {
        let Ok(key) = node::key(page, slot) else {
            check.problem(visit.id, format!("cell {slot} cannot be read"));
            continue;
        };
        if before.is_some_and(|before| before >= key) {
            check.problem(visit.id, format!("the key of cell {slot} is not above the one before"));
        }
        if key < visit.low || visit.high.as_ref().is_some_and(|high| key >= *high) {
            check.problem(visit.id, format!("the key of cell {slot} is outside the bounds of the parent"));
        }
        before = Some(key);
    }
}

/// Adds an inner node's children to the visits; the leftmost is added last, so that it is visited
/// first.
fn children(check: &mut Check<'_>, page: &PageRef<'_>, visit: &Visit, visits: &mut Vec<Visit>) {
    let mut high = visit.high.clone();
    for slot in (0..slotted::count(page)).rev() {
        let (Ok((id, _)), Ok(key)) = (node::inner_cell(page, slot), node::key(page, slot)) else {
            check.problem(visit.id, format!("cell {slot} cannot be read"));
            continue;
        };
        let low = if slot == 0 { visit.low.clone() } else { key };
        visits.push(Visit { id, level: visit.level - 1, low: low.clone(), high });
        high = Some(low);
    }
}

/// Checks that the leaves, found from the root in key order, are linked in that order and back.
fn links(check: &mut Check<'_>, leaves: &[Leaf]) {
    let id_at = |index: Option<usize>| index.and_then(|index| leaves.get(index)).map_or(PageId::NONE, |leaf| leaf.id);
    for (index, leaf) in leaves.iter().enumerate() {
        let (left, right) = (id_at(index.checked_sub(1)), id_at(Some(index + 1)));
        if leaf.next != right {
            check.problem(leaf.id, format!("it links to {} instead of the next leaf {right}", leaf.next));
        }
        if leaf.previous != left {
            check.problem(leaf.id, format!("it links back to {} instead of the previous leaf {left}", leaf.previous));
        }
    }
}
