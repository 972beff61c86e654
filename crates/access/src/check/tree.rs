//! The check of one B-tree: every page of it is reached once, keys ascend and stay between their separators, levels fall by
//! one, and the leaves' links lead from each to the next.

use super::Check;
use crate::btree::node;
use crate::{layout, slotted};
use sluice_base::ids::{ObjectId, PageId};
use sluice_buffer::PageRef;
use std::collections::BTreeSet;

/// A node still to be looked at, and what its parent says of it.
struct Visit {
    id: PageId,
    level: u8,
    low: Vec<u8>,
    high: Option<Vec<u8>>,
}

/// Checks the tree whose pages, as the IAM chain of `iam_root` says, are `pages`.
pub(super) fn check(check: &mut Check<'_>, iam_root: PageId, object: ObjectId, mut pages: BTreeSet<PageId>) {
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
    let mut leaves: Vec<(PageId, PageId)> = Vec::new();
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
        if visit.level == 0 {
            leaves.push((visit.id, layout::next(&page)));
        } else {
            children(check, &page, &visit, &mut visits);
        }
    }
    links(check, &leaves);
    for page in pages {
        check.problem(page, format!("the tree of object {} has it and never leads here", object.0));
    }
}

fn find_root(check: &mut Check<'_>, pages: &BTreeSet<PageId>) -> Option<PageId> {
    pages.iter().copied().find(|id| check.read(*id).is_some_and(|page| layout::is_root(&page)))
}

/// Keys ascend and lie between the separators around the node.
fn keys(check: &mut Check<'_>, page: &PageRef<'_>, visit: &Visit) {
    let first_compared = usize::from(visit.level > 0);
    if visit.level > 0 && slotted::count(page) == 0 {
        check.problem(visit.id, "an inner node without children");
    }
    let mut before: Option<&[u8]> = None;
    for slot in first_compared..slotted::count(page) {
        let Ok(key) = node::key(page, slot) else {
            check.problem(visit.id, format!("cell {slot} cannot be read"));
            continue;
        };
        if before.is_some_and(|before| before >= key) {
            check.problem(visit.id, format!("the key of cell {slot} is not above the one before"));
        }
        if key < visit.low.as_slice() || visit.high.as_deref().is_some_and(|high| key >= high) {
            check.problem(visit.id, format!("the key of cell {slot} is outside what the parent says"));
        }
        before = Some(key);
    }
}

/// Adds an inner node's children to the visits, the leftmost last, so that it comes first.
fn children(check: &mut Check<'_>, page: &PageRef<'_>, visit: &Visit, visits: &mut Vec<Visit>) {
    let mut high = visit.high.clone();
    for slot in (0..slotted::count(page)).rev() {
        let Ok((id, key)) = node::inner_cell(page, slot) else {
            check.problem(visit.id, format!("cell {slot} cannot be read"));
            continue;
        };
        let low = if slot == 0 { visit.low.clone() } else { key.to_vec() };
        visits.push(Visit { id, level: visit.level - 1, low: low.clone(), high });
        high = Some(low);
    }
}

/// The leaves, found from the root in the order of their keys, are linked in that order.
fn links(check: &mut Check<'_>, leaves: &[(PageId, PageId)]) {
    for (index, (leaf, next)) in leaves.iter().enumerate() {
        let right = leaves.get(index + 1).map_or(PageId::NONE, |(id, _)| *id);
        if *next != right {
            check.problem(*leaf, format!("it links to {next}, the next leaf is {right}"));
        }
    }
}
