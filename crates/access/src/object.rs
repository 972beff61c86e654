//! Objects as owners of pages: creation, allocation of pages, and release.
//!
//! A creation logs two records under the latch of the GAM page. The first is the transaction's
//! "object create", which formats the IAM root. The second is the system record that takes the
//! extent. A crash between them leaves the transaction to undo, and undo frees the extent, taken or
//! not. Each life of an IAM root has a generation (the log's tail at creation). So a second release
//! of an object never frees pages of a later object.

use crate::edit::{Edit, apply_all};
use crate::extent::{self, FreeExtent};
use crate::gam;
use crate::iam::{self, Entry};
use crate::layout::{self, Extent};
use crate::records::OBJECT_CREATE;
use crate::system::{Purpose, SystemRecord, damaged};
use sluice_base::codec::{Reader, Truncated};
use sluice_base::ids::{FileId, FilegroupId, ObjectId, PageId};
use sluice_base::usage::SpaceUse;
use sluice_buffer::{PageMut, PageRef, PageType, page};
use sluice_txn::{Storage, StorageError, Transaction};

/// One life of an IAM root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Life {
    /// The IAM root.
    pub(crate) root: PageId,
    /// The generation of the IAM root.
    pub(crate) generation: u64,
}

impl Life {
    /// Encodes the intent of a deferred release: version u8 (1), root id, generation u64.
    pub(crate) fn encode(self) -> [u8; Life::BYTES] {
        let mut intent = [0; Life::BYTES];
        intent[0] = Life::INTENT_VERSION;
        intent[1..7].copy_from_slice(&layout::page_id_bytes(self.root));
        intent[7..].copy_from_slice(&self.generation.to_le_bytes());
        intent
    }

    /// Decodes an intent. Fails for another version or too few bytes.
    pub(crate) fn decode(intent: &[u8]) -> Result<Life, Truncated> {
        let mut reader = Reader::new(intent);
        if reader.u8()? != Life::INTENT_VERSION {
            return Err(Truncated);
        }
        let root = layout::get_page_id(reader.bytes(layout::PAGE_ID_SIZE)?, 0);
        Ok(Life { root, generation: reader.u64()? })
    }

    /// Whether the object exists. A root behind the end of its file was freed before the file was
    /// shrunk.
    pub(crate) fn is_alive(self, storage: &Storage) -> Result<bool, StorageError> {
        Ok(self.is_within(storage)? && self.is_on(&storage.pool.read(storage.id, self.root)?))
    }

    /// Whether the root is a page of its file. The caller holds `DataSpace::resizing`.
    fn is_within(self, storage: &Storage) -> Result<bool, StorageError> {
        Ok(self.root.page < extent::file_pages(storage, self.root.file)?)
    }

    fn is_on(self, root: &[u8]) -> bool {
        page::page_type(root) == PageType::IAM && layout::is_root(root) && layout::generation(root) == self.generation
    }

    /// The length of the intent, in bytes.
    pub(crate) const BYTES: usize = 15;
    /// The version of the intent.
    pub(crate) const INTENT_VERSION: u8 = 1;

    /// Decodes the payload of an "object create" record of the page `root`. `None` if it has no
    /// generation or is malformed.
    pub(crate) fn of_create(root: PageId, payload: &[u8]) -> Option<Life> {
        let mut reader = Reader::new(payload);
        while !reader.is_empty() {
            if let Edit::Generation(generation) = Edit::decode(&mut reader).ok()? {
                return Some(Life { root, generation });
            }
        }
        None
    }
}

/// The filegroups of a new object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement {
    /// The filegroup of the object's own pages.
    pub rows: FilegroupId,
    /// The filegroup of the long values of its rows.
    pub long_values: FilegroupId,
}

impl Placement {
    /// Everything in the filegroup PRIMARY.
    pub const PRIMARY: Placement = Placement::within(FilegroupId::PRIMARY);

    /// Returns the placement of both rows and long values in one filegroup.
    pub const fn within(filegroup: FilegroupId) -> Placement {
        Placement { rows: filegroup, long_values: filegroup }
    }

    /// Returns the placement of an existing object with this IAM root.
    pub fn for_object(storage: &Storage, root: PageId) -> Result<Placement, StorageError> {
        let rows = storage.space.filegroup_of(root.file);
        let long_values = iam::lob_filegroup(&read_iam(storage, root)?).unwrap_or(rows);
        Ok(Placement { rows, long_values })
    }
}

/// The first page of a new object besides its IAM root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FirstPage {
    /// No page: a heap gets pages with its rows.
    None,
    /// The root of a B-tree, page 1 of the first extent.
    TreeRoot,
}

/// Creates an object with one extent and returns its IAM root. Undone with the transaction. The IAM
/// root is formatted with a new generation; with `FirstPage::TreeRoot`, an empty leaf on the next
/// page is the tree's root. Grows a file if necessary.
pub(crate) fn create(
    storage: &Storage,
    txn: &mut Transaction,
    object: ObjectId,
    placement: Placement,
    first: FirstPage,
) -> Result<PageId, StorageError> {
    let mut free = extent::take(storage, placement.rows, Purpose::Work)?;
    let root = free.page(0);
    // Noted pages may belong to an earlier object with this root, and be free by now.
    storage.space.leftovers.forget(root);
    let used = if first == FirstPage::TreeRoot { 0b11 } else { 0b1 };
    let edits = [
        Edit::Format { page_type: PageType::IAM.0, level: 0, root: true, object },
        Edit::Generation(storage.log.tail().0),
        Edit::Anchor(root),
        Edit::IamPush { number: free.extent.number, used },
    ];
    let mut payload = Vec::new();
    edits.iter().for_each(|edit| edit.encode(&mut payload));
    if placement.long_values != placement.rows {
        Edit::LobFilegroup(placement.long_values).encode(&mut payload);
    }
    let mut root_page = storage.pool.create(storage.id, root)?;
    storage.log_change(txn, &mut root_page, OBJECT_CREATE, &[&payload])?;
    apply_all(&mut root_page, &payload).expect("a new page takes these edits");
    let mut record = SystemRecord::new(Purpose::Work);
    free.mark(&mut record);
    extent::note_use(storage, SpaceUse::UserAllocated, 1);
    if first == FirstPage::None {
        record.log(storage, vec![&mut free.gam])?;
    } else {
        let tree = free.page(1);
        let mut tree_page = storage.pool.create(storage.id, tree)?;
        record.edit(tree, Edit::Format { page_type: PageType::INDEX.0, level: 0, root: true, object });
        record.edit(tree, Edit::Anchor(root));
        record.log(storage, vec![&mut free.gam, &mut tree_page])?;
    }
    Ok(root)
}

/// A latched new page of an object, with the record that allocates it. The caller adds its own
/// edits to that record.
pub(crate) struct NewPage<'a> {
    /// The record that allocates the page. The caller adds at least the page's format.
    pub(crate) record: SystemRecord,
    /// The new page.
    pub(crate) page: PageMut<'a>,
    /// The IAM pages and the GAM page that the record changes, in latch order.
    maps: Vec<PageMut<'a>>,
}

impl<'a> NewPage<'a> {
    /// Logs the record as a change of `txn` on the new page. `undo` is the payload for undo.
    pub(crate) fn log_for(
        mut self,
        storage: &Storage,
        txn: &mut Transaction,
        kind: u8,
        undo: &[u8],
    ) -> Result<(), StorageError> {
        let maps = self.maps.iter_mut().collect();
        self.record.log_for(storage, txn, &mut self.page, maps, kind, undo)
    }

    /// Logs the record. `others` are the caller's own pages in it. Returns the new page, still
    /// latched.
    pub(crate) fn log(mut self, storage: &Storage, others: Vec<&mut PageMut<'a>>) -> Result<PageMut<'a>, StorageError> {
        let mut pages = others;
        pages.push(&mut self.page);
        pages.extend(self.maps.iter_mut());
        self.record.log(storage, pages)?;
        Ok(self.page)
    }
}

/// Allocates the next page of the object with this IAM root. Takes a page that the object has given
/// back, if there is one. Otherwise returns `None` if the object's last page is no longer `after`.
/// Else takes the next page of the last extent, or a new extent, which may grow a file. The result
/// has the latched pages and an unlogged record, to which the caller adds its edits.
pub(crate) fn next_page<'a>(
    storage: &'a Storage,
    root: PageId,
    after: Option<PageId>,
    purpose: Purpose,
) -> Result<Option<NewPage<'a>>, StorageError> {
    let mut record = SystemRecord::new(purpose);
    let mut maps = vec![latch_iam_root(storage, root)?];
    let free = layout::free_page(&maps[0]);
    if !free.is_none() {
        let page = latch_free_page(storage, root, free, layout::object(&maps[0]))?;
        record.edit(root, Edit::FreePage(layout::next(&page)));
        return Ok(Some(NewPage { record, page, maps }));
    }
    let filling = filling_page(&maps[0]);
    if filling != root {
        let page = latch_filling(storage, &maps[0], filling)?;
        maps.push(page);
    }
    let filled = &maps[maps.len() - 1];
    let last = iam::last(filled).ok_or_else(|| damaged(storage, filling, "an IAM page without extents"))?;
    if after.is_some() && after != last.last_page() {
        return Ok(None);
    }
    let new = if let Some(index) = last.free_page() {
        record.edit(filling, Edit::IamUse(index as u8));
        last.page(index)
    } else {
        let free = extent::take(storage, storage.space.filegroup_of(root.file), purpose)?;
        free.mark(&mut record);
        extent::note_use(storage, SpaceUse::UserAllocated, 1);
        let new = add_extent(storage, &mut record, &mut maps, &free)?;
        maps.push(free.gam);
        new
    };
    let page = storage.pool.create(storage.id, new)?;
    Ok(Some(NewPage { record, page, maps }))
}

/// Returns the IAM page whose last extent has the object's next page.
fn filling_page(iam_root: &[u8]) -> PageId {
    let filling = iam::filling(iam_root);
    if filling.is_none() { layout::anchor(iam_root) } else { filling }
}

/// Adds to a record that the object owns the extent `free`, and uses its first page or, behind a
/// new IAM page, the second. Returns that page. `maps` holds the IAM root and, if that is another
/// page, the page being filled; further IAM pages that the record changes are added.
fn add_extent<'a>(
    storage: &'a Storage,
    record: &mut SystemRecord,
    maps: &mut Vec<PageMut<'a>>,
    free: &FreeExtent<'_>,
) -> Result<PageId, StorageError> {
    let (root, tail, before) = (maps[0].id(), layout::anchor(&maps[0]), iam::filling(&maps[0]));
    let (target, new) = match iam_page_with_room(storage, maps, free.extent.file)? {
        Some(target) => {
            record.edit(target, Edit::IamPush { number: free.extent.number, used: 0b1 });
            (target, free.page(0))
        }
        None => {
            let object = layout::object(&maps[0]);
            if maps.iter().all(|map| map.id() != tail) {
                let page = latch_tail(storage, &maps[0], tail)?;
                maps.push(page);
            }
            maps.push(add_iam_page(storage, record, free, root, tail, object)?);
            (free.page(0), free.page(1))
        }
    };
    let new_tail = if new == free.page(1) { target } else { tail };
    let filling = if target == new_tail { PageId::NONE } else { target };
    if filling != before {
        record.edit(root, Edit::Filling(filling));
    }
    Ok(new)
}

/// Returns the object's IAM page for extents of `file` that has room for an entry, latched in
/// `maps`. The chain is followed from its tail. Its pages change only under the root's latch, which
/// the caller holds, so no other thread waits for a latch that the caller has.
fn iam_page_with_room<'a>(
    storage: &'a Storage,
    maps: &mut Vec<PageMut<'a>>,
    file: FileId,
) -> Result<Option<PageId>, StorageError> {
    let (root, object) = (maps[0].id(), layout::object(&maps[0]));
    let mut id = layout::anchor(&maps[0]);
    loop {
        let latched = maps.iter().position(|map| map.id() == id);
        let previous = match latched {
            Some(index) if id.file == file => {
                return Ok(Some(id).filter(|_| iam::count(&maps[index]) < iam::ENTRIES_MAX));
            }
            Some(index) => layout::previous(&maps[index]),
            None if id.file == file => {
                let page = latch_in_chain(storage, id, object)?;
                let has_room = iam::count(&page) < iam::ENTRIES_MAX;
                if has_room {
                    maps.push(page);
                }
                return Ok(Some(id).filter(|_| has_room));
            }
            None => layout::previous(&latch_in_chain(storage, id, object)?),
        };
        if id == root {
            return Ok(None);
        }
        id = previous;
    }
}

/// Adds to a record that `page`, which is no longer linked, becomes the object's first free page.
/// `iam_root` is latched. The page stays the object's and is its next page, perhaps at once. A
/// reader with older knowledge of the page detects that by the LSN. Redo uses the LSN, too, and
/// undo uses the page's content or the key.
pub(crate) fn free_page(record: &mut SystemRecord, iam_root: &PageMut<'_>, page: PageId) {
    let object = layout::object(iam_root);
    record.edit(page, Edit::Format { page_type: PageType::NONE.0, level: 0, root: false, object });
    record.edit(page, Edit::Next(layout::free_page(iam_root)));
    record.edit(iam_root.id(), Edit::FreePage(page));
}

/// Returns the last page allocated to the object: its IAM page if there is no other. Reads the IAM
/// root and the IAM page being filled.
pub(crate) fn last_page(storage: &Storage, root: PageId) -> Result<PageId, StorageError> {
    let root_page = read_iam(storage, root)?;
    let filling = filling_page(&root_page);
    let last = if filling == root { iam::last(&root_page) } else { iam::last(&read_iam(storage, filling)?) };
    last.and_then(Entry::last_page).ok_or_else(|| damaged(storage, filling, "an IAM page without extents"))
}

/// Returns an IAM page latched shared. Another kind of page is damage.
pub(crate) fn read_iam(storage: &Storage, id: PageId) -> Result<PageRef<'_>, StorageError> {
    let iam = storage.pool.read(storage.id, id)?;
    if page::page_type(&iam) != PageType::IAM {
        return Err(damaged(storage, id, "it is no IAM page"));
    }
    Ok(iam)
}

/// Returns the IAM root of `object` latched shared. Another page or object is damage.
pub(crate) fn iam_root(storage: &Storage, id: PageId, object: ObjectId) -> Result<PageRef<'_>, StorageError> {
    let iam = read_iam(storage, id)?;
    if !layout::is_root(&iam) || page::object(&iam) != object {
        return Err(damaged(storage, id, format!("it is not the IAM root of object {}", object.0)));
    }
    Ok(iam)
}

/// Reads the IAM page after `before` in the chain of an object. Each page names its predecessor, so
/// a cycle in the chain is detected. A page that isn't behind `before` is damage.
pub(crate) fn iam_behind(
    storage: &Storage,
    before: PageId,
    id: PageId,
    object: ObjectId,
) -> Result<PageRef<'_>, StorageError> {
    let iam = read_iam(storage, id)?;
    if !is_behind(&iam, before, object) {
        return Err(damaged(storage, id, format!("it is not the IAM page of object {} behind {before}", object.0)));
    }
    Ok(iam)
}

fn is_behind(iam: &[u8], before: PageId, object: ObjectId) -> bool {
    page::page_type(iam) == PageType::IAM
        && !layout::is_root(iam)
        && layout::previous(iam) == before
        && page::object(iam) == object
}

/// Latches the last page of an object's IAM chain, which is not its root.
fn latch_tail<'a>(storage: &'a Storage, root: &[u8], id: PageId) -> Result<PageMut<'a>, StorageError> {
    let tail = latch_in_chain(storage, id, layout::object(root))?;
    if !layout::next(&tail).is_none() {
        return Err(damaged(storage, id, format!("it is not the last IAM page of object {}", layout::object(root).0)));
    }
    Ok(tail)
}

/// Latches the IAM page being filled, which is not the root: the tail, unless the root names it.
fn latch_filling<'a>(storage: &'a Storage, root: &[u8], id: PageId) -> Result<PageMut<'a>, StorageError> {
    if iam::filling(root).is_none() {
        latch_tail(storage, root, id)
    } else {
        latch_in_chain(storage, id, layout::object(root))
    }
}

/// Latches an IAM page of an object that is not its root.
fn latch_in_chain(storage: &Storage, id: PageId, object: ObjectId) -> Result<PageMut<'_>, StorageError> {
    if id.file.0 == 0 {
        return Err(damaged(storage, id, format!("the chain of IAM pages of object {} names it", object.0)));
    }
    let page = storage.pool.write(storage.id, id)?;
    let is_of_chain =
        page::page_type(&page) == PageType::IAM && !layout::is_root(&page) && layout::object(&page) == object;
    if !is_of_chain {
        return Err(damaged(storage, id, format!("it is not the last IAM page of object {}", object.0)));
    }
    Ok(page)
}

/// Frees all extents of an object, that of its IAM root last, after those of its long values: the
/// freed heap was the only way to them. Extents freed by an earlier attempt stay free. Waits for
/// threads that clean up.
pub(crate) fn release(storage: &Storage, life: Life) -> Result<(), StorageError> {
    let _freeing = storage.space.existence.write();
    storage.space.leftovers.forget_leaves(tree_root(life.root));
    if !life.is_within(storage)? {
        return Ok(());
    }
    let root = storage.pool.read(storage.id, life.root)?;
    let unit = iam::lob_unit(&root).filter(|_| life.is_on(&root));
    drop(root);
    if let Some((unit, generation)) = unit {
        release_extents(storage, Life { root: unit, generation })?;
    }
    release_extents(storage, life)
}

/// Returns the root page of the tree with this IAM root.
fn tree_root(iam_root: PageId) -> PageId {
    PageId { page: iam_root.page + 1, ..iam_root }
}

fn release_extents(storage: &Storage, life: Life) -> Result<(), StorageError> {
    loop {
        let mut root = storage.pool.write(storage.id, life.root)?;
        if !life.is_on(&root) {
            return Ok(());
        }
        let tail_id = layout::anchor(&root);
        if tail_id != life.root {
            let mut tail = latch_tail(storage, &root, tail_id)?;
            if iam::count(&tail) > 1 {
                free_last_extents(storage, &mut tail)?;
            } else {
                unlink_tail(storage, &mut root, &mut tail)?;
            }
        } else if iam::count(&root) > 1 {
            free_last_extents(storage, &mut root)?;
        } else {
            return free_root(storage, &mut root);
        }
    }
}

/// Frees the extents at the end of an IAM page whose bits are in one GAM page, except the first,
/// which holds the IAM page.
fn free_last_extents<'a>(storage: &'a Storage, iam_page: &mut PageMut<'a>) -> Result<(), StorageError> {
    let count = iam::count(iam_page);
    let gam_id = gam::page_of(iam::entry(iam_page, count - 1).extent);
    let mut gam_page = storage.pool.write(storage.id, gam_id)?;
    let mut record = SystemRecord::new(Purpose::Undo);
    let mut keep = count;
    while keep > 1 && gam::page_of(iam::entry(iam_page, keep - 1).extent) == gam_id {
        keep -= 1;
        free_bit(storage, &mut record, iam::entry(iam_page, keep).extent);
    }
    record.edit(iam_page.id(), Edit::IamTruncate(keep as u16));
    record.log(storage, vec![iam_page, &mut gam_page])
}

/// Removes the last IAM page from the chain and frees its extent.
fn unlink_tail<'a>(storage: &'a Storage, root: &mut PageMut<'a>, tail: &mut PageMut<'a>) -> Result<(), StorageError> {
    let extent = Extent::from_page(tail.id());
    let before = layout::previous(tail);
    let mut before_page = if before == root.id() { None } else { Some(latch_before(storage, tail, before)?) };
    let mut record = SystemRecord::new(Purpose::Undo);
    record.edit(before, Edit::Next(PageId::NONE));
    record.edit(root.id(), Edit::Anchor(before));
    if iam::filling(root) == tail.id() {
        record.edit(root.id(), Edit::Filling(PageId::NONE));
    }
    let mut gam_page = storage.pool.write(storage.id, gam::page_of(extent))?;
    free_bit(storage, &mut record, extent);
    let mut pages = vec![root, &mut gam_page];
    pages.extend(before_page.as_mut());
    record.log(storage, pages)
}

/// Latches the IAM page before the tail of a chain.
fn latch_before<'a>(storage: &'a Storage, tail: &PageMut<'a>, id: PageId) -> Result<PageMut<'a>, StorageError> {
    let wrong = || damaged(storage, tail.id(), format!("it names {id} as the IAM page before it"));
    // Checked before latching: a thread that latches a page twice waits for itself.
    if id == tail.id() || id.file.0 == 0 {
        return Err(wrong());
    }
    let before = storage.pool.write(storage.id, id)?;
    if page::page_type(&before) != PageType::IAM || layout::next(&before) != tail.id() {
        return Err(wrong());
    }
    Ok(before)
}

/// Frees the extent of the IAM root itself. Its page has no object from then on.
fn free_root<'a>(storage: &'a Storage, root: &mut PageMut<'a>) -> Result<(), StorageError> {
    let extent = Extent::from_page(root.id());
    let mut gam_page = storage.pool.write(storage.id, gam::page_of(extent))?;
    let mut record = SystemRecord::new(Purpose::Undo);
    let page_type = PageType::NONE.0;
    record.edit(root.id(), Edit::Format { page_type, level: 0, root: false, object: ObjectId(0) });
    free_bit(storage, &mut record, extent);
    record.log(storage, vec![root, &mut gam_page])
}

fn free_bit(storage: &Storage, record: &mut SystemRecord, extent: Extent) {
    extent::note_use(storage, SpaceUse::UserFreed, 1);
    record.edit(gam::page_of(extent), Edit::Extent { bit: gam::bit_of(extent), used: false });
}

/// Returns an object's IAM root, latched exclusively. Fails as damaged if the page is none.
pub(crate) fn latch_iam_root(storage: &Storage, root: PageId) -> Result<PageMut<'_>, StorageError> {
    let page = storage.pool.write(storage.id, root)?;
    if page::page_type(&page) != PageType::IAM || !layout::is_root(&page) {
        return Err(damaged(storage, root, "it is no object's IAM root"));
    }
    Ok(page)
}

fn latch_free_page(storage: &Storage, root: PageId, id: PageId, object: ObjectId) -> Result<PageMut<'_>, StorageError> {
    if id == root || id.file.0 == 0 {
        return Err(damaged(storage, root, format!("it names {id} as a free page")));
    }
    let page = storage.pool.write(storage.id, id)?;
    if page::page_type(&page) != PageType::NONE || layout::object(&page) != object {
        return Err(damaged(
            storage,
            id,
            format!("it is not a free page of object {}, but IAM root {root} lists it as free", object.0),
        ));
    }
    Ok(page)
}

/// Makes page 0 of a free extent the new tail of an IAM chain, and marks page 1 as used, too.
fn add_iam_page<'a>(
    storage: &'a Storage,
    record: &mut SystemRecord,
    free: &FreeExtent<'_>,
    root: PageId,
    tail: PageId,
    object: ObjectId,
) -> Result<PageMut<'a>, StorageError> {
    let id = free.page(0);
    let page = storage.pool.create(storage.id, id)?;
    record.edit(id, Edit::Format { page_type: PageType::IAM.0, level: 0, root: false, object });
    record.edit(id, Edit::Previous(tail));
    record.edit(id, Edit::IamPush { number: free.extent.number, used: 0b11 });
    record.edit(tail, Edit::Next(id));
    record.edit(root, Edit::Anchor(id));
    Ok(page)
}
