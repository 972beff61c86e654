//! The check of one LOB unit and of the link to it. Every page of a value is reached once from its
//! root, has the value's identity, and is full except the last of its level.

use super::state::Check;
use crate::iam;
use crate::layout::{self, BODY, PAGE_ID_SIZE};
use crate::lob_page::{self, DATA_CAPACITY, LobId, LobPointer, NODE_CAPACITY};
use sluice_base::ids::{FilegroupId, ObjectId, PageId, TxnId};
use sluice_buffer::{PAGE_SIZE, PageType, page};
use std::collections::{BTreeMap, BTreeSet};

/// A page of a value. A part is a data page or a node.
pub(super) struct Part {
    /// The identity of its line of values.
    id: LobId,
    writer: TxnId,
    level: u8,
    children: Vec<PageId>,
    /// The bytes of the value on the page; 0 on a node.
    bytes: u64,
    is_full: bool,
    /// The stored length of the value.
    length: u64,
}

/// Checks a page of a value by itself. Returns `None` if it is malformed. Its level, its length and
/// the zeros behind its bytes are checked.
pub(super) fn part(check: &mut Check<'_>, id: PageId, bytes: &[u8]) -> Option<Part> {
    let level = layout::level(bytes);
    let is_data = page::page_type(bytes) == PageType::LOB;
    if is_data != (level == 0) {
        check.problem(id, format!("level {level} on a page of a long value, type {}", page::page_type(bytes).0));
        return None;
    }
    let used = if is_data { lob_page::data(bytes).map(<[u8]>::len) } else { lob_page::children_bytes(bytes) };
    let Some(used) = used else {
        check.problem(id, "its part of a long value has no end");
        return None;
    };
    if let Some(at) = (BODY + used..PAGE_SIZE).find(|at| bytes[*at] != 0) {
        check.problem(id, format!("byte {at} behind its part of a long value is {}", bytes[at]));
    }
    let entries = if is_data { 0 } else { used / PAGE_ID_SIZE };
    Some(Part {
        id: lob_page::identity(bytes),
        writer: lob_page::writer(bytes),
        level,
        children: (0..entries).map(|index| lob_page::child(bytes, index)).collect(),
        bytes: if is_data { used as u64 } else { 0 },
        length: lob_page::length(bytes),
        is_full: if is_data { used == DATA_CAPACITY } else { entries == NODE_CAPACITY },
    })
}

/// Compares the pages of a unit with each other, after all were read. Each child must exist once
/// with the identity of its parent and one level less, and must be full unless it's the last.
/// Values that extend each other may share pages.
pub(super) fn compare(check: &mut Check<'_>, object: ObjectId, parts: &BTreeMap<PageId, Part>) {
    let below: BTreeSet<PageId> = parts.values().flat_map(|part| part.children.iter().copied()).collect();
    // The root of a value that extends another value bears its own writer.
    let is_extending = |(id, part): &(&PageId, &Part)| part.writer != part.id.writer && !below.contains(*id);
    let extended: BTreeSet<LobId> = parts.iter().filter(is_extending).map(|(_, part)| part.id).collect();
    let mut reached = BTreeSet::new();
    for (id, part) in parts {
        if part.writer != part.id.writer && !extended.contains(&part.id) {
            check.problem(*id, "its writer is not the writer of its long value");
        }
        for (index, child) in part.children.iter().enumerate() {
            let is_last = index + 1 == part.children.len();
            let fits = |found: &Part| found.id == part.id && found.level + 1 == part.level;
            match parts.get(child).filter(|found| fits(found)) {
                None => check.problem(*id, format!("its child {child} is no page of the same long value")),
                // Values that extend each other share pages.
                Some(_) if !reached.insert(*child) && !extended.contains(&part.id) => {
                    check.problem(*child, "two pages of long values lead to it");
                }
                Some(found) if !found.is_full && !is_last => {
                    check.problem(*child, "it is not full, and not the last of its long value");
                }
                Some(_) => {}
            }
        }
    }
    values(check, object, parts, (&reached, &extended));
}

/// Checks that each value has one root, a page that no page leads to, that it begins on one of its
/// own pages, and that its length is the one in the root. Values that extend each other have
/// several roots, and pages that no root leads to until they are freed.
fn values(
    check: &mut Check<'_>,
    object: ObjectId,
    parts: &BTreeMap<PageId, Part>,
    (reached, extended): (&BTreeSet<PageId>, &BTreeSet<LobId>),
) {
    let mut roots = BTreeSet::new();
    for (id, part) in parts {
        if reached.contains(id) {
            if part.length != 0 {
                check.problem(*id, "it is marked as the root of a long value, but has a parent");
            }
            continue;
        }
        let is_extended = extended.contains(&part.id);
        let own = LobId { writer: part.writer, ..part.id };
        check.links.value(object, LobPointer { id: own, root: *id, length: part.length });
        if is_extended && part.length == 0 {
            continue;
        }
        if !roots.insert(part.id) && !is_extended {
            check.problem(*id, format!("a second root of the long value at {}", part.id.first));
        }
        if !is_extended && parts.get(&part.id.first).is_none_or(|first| first.id != part.id || first.level != 0) {
            check.problem(*id, format!("its long value begins at {}, which is not its page", part.id.first));
        }
        let found = bytes_below(parts, *id);
        if found != part.length {
            check.problem(*id, format!("its long value has {found} bytes instead of {}", part.length));
        }
    }
}

/// Returns the bytes of the data pages below a root. A page counts once, and only below a page of a
/// higher level.
fn bytes_below(parts: &BTreeMap<PageId, Part>, root: PageId) -> u64 {
    let (mut bytes, mut seen, mut pending) = (0, BTreeSet::new(), vec![root]);
    while let Some(id) = pending.pop() {
        let Some(part) = parts.get(&id).filter(|_| seen.insert(id)) else { continue };
        bytes += part.bytes;
        pending.extend(part.children.iter().filter(|id| parts.get(id).is_some_and(|child| child.id == part.id)));
    }
    bytes
}

/// Checks that an IAM root names an existing unit of the same object. Also checks the filegroup of
/// long values and the unused bytes of the root.
pub(super) fn link(check: &mut Check<'_>, root: PageId) {
    let Some(bytes) = check.read(root) else { return };
    let (object, unit) = (page::object(&bytes), iam::lob_unit(&bytes));
    let is_plain = iam::is_behind_entries_plain(&bytes);
    let filegroup = iam::lob_filegroup(&bytes);
    drop(bytes);
    if !is_plain {
        check.misallocated(root, "the bytes behind its entries are malformed");
    }
    let space = &check.storage.space;
    let is_other = |id: FilegroupId| id != space.filegroup_of(root.file) && space.filegroup(id).is_some();
    if let Some(id) = filegroup.filter(|id| !is_other(*id)) {
        check.misallocated(root, format!("its long values are in filegroup {}, which is its own or none", id.0));
    }
    let Some((unit, generation)) = unit else { return };
    let Some(bytes) = check.read(unit) else { return };
    let is_it = page::page_type(&bytes) == PageType::IAM
        && layout::is_root(&bytes)
        && page::object(&bytes) == object
        && layout::generation(&bytes) == generation;
    if !is_it || unit == root {
        check.misallocated(root, format!("its LOB unit {unit} is not an IAM root of its object"));
    }
}
