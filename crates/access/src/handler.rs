//! What the log records of the access methods mean: how each is done again, undone, and what a deferred release frees.

use crate::btree::{self, BTree, node};
use crate::edit::apply_all;
use crate::heap_cell::{self, STAMP_SIZE, set_stamp, stamp_of};
use crate::layout::PAGE_ID_SIZE;
use crate::lob::{self, FreeLob};
use crate::object::{self, Life};
use crate::records::{self, RowChange, RowStamp, Rows, TreeEntry, decode_sections};
use crate::slotted;
use crate::system::damaged;
use sluice_base::codec::{Reader, Truncated};
use sluice_base::ids::PageId;
use sluice_buffer::{PageMut, page};
use sluice_txn::{LogHandler, Place, Record, RedoStorage, Storage, StorageError, Transaction};
use std::path::PathBuf;

/// The access methods' side of recovery and rollback. It has no state: one serves every database.
#[derive(Clone, Copy, Default, Debug)]
pub struct Handler;

impl LogHandler for Handler {
    fn redo(&self, db: &RedoStorage, record: &Record<'_>) -> Result<(), StorageError> {
        let sections = match record.kind {
            records::SYSTEM => record.payload,
            records::LOB_ADD => record.payload.get(PAGE_ID_SIZE..).ok_or_else(|| bad_record(record))?,
            _ => return redo_page(db, record, record.page, |page| change(page, record)),
        };
        for section in decode_sections(sections).map_err(|_| bad_record(record))? {
            redo_page(db, record, section.page, |page| apply_all(page, section.edits).is_ok())?;
        }
        Ok(())
    }

    fn undo(&self, db: &Storage, txn: &mut Transaction, record: &Record<'_>) -> Result<(), StorageError> {
        match record.kind {
            records::HEAP_INSERT | records::HEAP_FORWARD => undo_heap_insert(db, txn, record),
            records::HEAP_UPDATE => undo_heap_update(db, txn, record),
            records::HEAP_ROWS => undo_heap_rows(db, txn, record),
            records::HEAP_DELETE => undo_heap_delete(db, txn, record),
            records::TREE_INSERT | records::TREE_REMOVE | records::TREE_GHOST => undo_tree(db, txn, record),
            records::OBJECT_CREATE => undo_create(db, txn, record),
            records::LOB_ADD => lob::undo_add(db, txn, record),
            _ => Err(bad_record(record)),
        }
    }

    fn release(&self, db: &Storage, intent: &[u8]) -> Result<(), StorageError> {
        if let Some(free) = FreeLob::decode(intent) {
            return lob::release(db, &free);
        }
        let life = Life::decode(intent).map_err(|_| StorageError::Damaged {
            path: db.log.path().to_owned(),
            place: Place::Record(db.log.tail()),
            what: "a deferred release names no object".to_owned(),
        })?;
        object::release(db, life)
    }
}

/// Makes a change to a page that lacks it: one whose LSN is smaller than the record's.
fn redo_page(
    db: &RedoStorage,
    record: &Record<'_>,
    id: PageId,
    change: impl FnOnce(&mut [u8]) -> bool,
) -> Result<(), StorageError> {
    // Also a page that the record formats is read: what is there may be newer than the record, and then it stays.
    let mut page = db.pool.write(db.id, id)?;
    if page.lsn() >= record.lsn {
        return Ok(());
    }
    page.will_change();
    if !change(&mut page) {
        let what = format!("it does not take the change of log record {:?}", record.lsn);
        return Err(StorageError::Damaged { path: PathBuf::from(DATA_FILE), place: Place::Page(id), what });
    }
    page.set_lsn(record.lsn);
    Ok(())
}

/// Makes the change of a one-page record to its page's bytes; false if the page does not take it or the record is none.
fn change(bytes: &mut [u8], record: &Record<'_>) -> bool {
    match record.kind {
        records::OBJECT_CREATE => apply_all(bytes, record.payload).is_ok(),
        records::OBJECT_GONE | records::LOB_GONE => true,
        records::TREE_INSERT
        | records::TREE_REMOVE
        | records::TREE_GHOST
        | records::TREE_RESTORE
        | records::TREE_GHOST_BACK => change_entry(bytes, record).unwrap_or(false),
        _ => change_row(bytes, record).unwrap_or(false),
    }
}

/// [`change`] for the records of trees.
fn change_entry(bytes: &mut [u8], record: &Record<'_>) -> Result<bool, Truncated> {
    let entry = TreeEntry::decode(record.payload)?;
    let slot = usize::from(entry.slot);
    Ok(match record.kind {
        records::TREE_INSERT => insert_entry(bytes, record, &entry)?,
        records::TREE_REMOVE => slotted::remove_cell(bytes, slot),
        records::TREE_GHOST_BACK => {
            let fits = insert_entry(bytes, record, &entry)?;
            if fits {
                slotted::set_ghost(bytes, slot, true);
            }
            fits
        }
        _ if slotted::get(bytes, slot).is_none() => false,
        records::TREE_GHOST => {
            slotted::set_ghost(bytes, slot, true);
            set_stamp(bytes, slot, record.txn.0);
            true
        }
        _ => {
            slotted::set_ghost(bytes, slot, false);
            set_stamp(bytes, slot, entry.stamp_and_key()?.0);
            true
        }
    })
}

fn insert_entry(bytes: &mut [u8], record: &Record<'_>, entry: &TreeEntry<'_>) -> Result<bool, Truncated> {
    let (key, value) = entry.key_and_value()?;
    Ok(node::insert_entry(bytes, entry.slot.into(), record.txn.0, key, value))
}

/// [`change`] for the records of heaps.
fn change_row(bytes: &mut [u8], record: &Record<'_>) -> Result<bool, Truncated> {
    let mut reader = Reader::new(record.payload);
    let slot = usize::from(reader.u16()?);
    let is_filled = slotted::get(bytes, slot).is_some();
    Ok(match record.kind {
        records::HEAP_INSERT => heap_cell::put_row(bytes, slot, record.txn.0, reader.rest()),
        records::HEAP_FORWARD => {
            slotted::put_row(bytes, slot, heap_cell::COPY, &[&record.txn.0.to_le_bytes(), reader.rest()])
        }
        records::HEAP_UPDATE => replace(bytes, record.txn.0, &RowChange::decode(record.payload)?),
        records::HEAP_REVERT => {
            let change = RowChange::decode(record.payload)?;
            replace(bytes, change.stamp, &change)
        }
        records::HEAP_ROWS => {
            slotted::count(bytes) == slot
                && heap_cell::put_rows(bytes, record.txn.0, Rows::decode(record.payload)?.rows)
        }
        records::HEAP_ROWS_GONE => clear_rows(bytes, &Rows::decode(record.payload)?),
        records::HEAP_REMOVE => slotted::clear_row(bytes, slot),
        records::HEAP_DELETE if is_filled => {
            slotted::set_ghost(bytes, slot, true);
            set_stamp(bytes, slot, record.txn.0);
            true
        }
        records::HEAP_RESTORE if is_filled => {
            slotted::set_ghost(bytes, slot, false);
            set_stamp(bytes, slot, RowStamp::decode(record.payload)?.stamp);
            true
        }
        _ => false,
    })
}

fn undo_heap_insert(db: &Storage, txn: &mut Transaction, record: &Record<'_>) -> Result<(), StorageError> {
    let slot = Reader::new(record.payload).u16().map_err(|_| bad_record(record))?;
    let mut page = stamped_row(db, record, slot, false)?;
    db.compensate(txn, record, &mut page, records::HEAP_REMOVE, &[&slot.to_le_bytes()])?;
    let removed = slotted::clear_row(&mut page, slot.into());
    assert!(removed, "stamped_row found the row");
    Ok(())
}

fn undo_heap_rows(db: &Storage, txn: &mut Transaction, record: &Record<'_>) -> Result<(), StorageError> {
    let rows = Rows::decode(record.payload).map_err(|_| bad_record(record))?;
    let mut page = db.pool.write(db.id, record.page)?;
    for slot in rows.slots_back() {
        check_stamp(db, record, &page, slot, false)?;
    }
    db.compensate(txn, record, &mut page, records::HEAP_ROWS_GONE, &[&record.payload[..4]])?;
    let removed = clear_rows(&mut page, &rows);
    assert!(removed, "check_stamp found the rows");
    Ok(())
}

fn clear_rows(bytes: &mut [u8], rows: &Rows<'_>) -> bool {
    rows.slots_back().all(|slot| slotted::clear_row(bytes, slot.into()))
}

fn undo_heap_update(db: &Storage, txn: &mut Transaction, record: &Record<'_>) -> Result<(), StorageError> {
    let change = RowChange::decode(record.payload).map_err(|_| bad_record(record))?.undone();
    let mut page = stamped_row(db, record, change.slot, false)?;
    db.compensate(txn, record, &mut page, records::HEAP_REVERT, &[&change.undo_part(), change.after])?;
    // Room for it was kept.
    if replace(&mut page, change.stamp, &change) {
        Ok(())
    } else {
        Err(damaged(db, record.page, format!("slot {} does not take its row back", change.slot)))
    }
}

/// Replaces a row's cell as `change` says; false if the page does not take it.
fn replace(bytes: &mut [u8], stamp: u64, change: &RowChange<'_>) -> bool {
    let slot = usize::from(change.slot);
    let old = slotted::get(bytes, slot).and_then(|cell| cell.get(STAMP_SIZE..));
    let body = old.and_then(|old| change.body_after(old));
    body.is_some_and(|body| slotted::replace_row(bytes, slot, change.kinds.1, &[&stamp.to_le_bytes(), &body]))
}

fn undo_heap_delete(db: &Storage, txn: &mut Transaction, record: &Record<'_>) -> Result<(), StorageError> {
    let before = RowStamp::decode(record.payload).map_err(|_| bad_record(record))?;
    let mut page = stamped_row(db, record, before.slot, true)?;
    db.compensate(txn, record, &mut page, records::HEAP_RESTORE, &[record.payload])?;
    slotted::set_ghost(&mut page, before.slot.into(), false);
    set_stamp(&mut page, before.slot.into(), before.stamp);
    Ok(())
}

/// The record's page, whose row (or ghost) in `slot` bears the record's transaction as its stamp; anything else is damage.
fn stamped_row<'a>(
    db: &'a Storage,
    record: &Record<'_>,
    slot: u16,
    is_ghost: bool,
) -> Result<PageMut<'a>, StorageError> {
    let page = db.pool.write(db.id, record.page)?;
    check_stamp(db, record, &page, slot, is_ghost)?;
    Ok(page)
}

fn check_stamp(db: &Storage, record: &Record<'_>, page: &[u8], slot: u16, is_ghost: bool) -> Result<(), StorageError> {
    let stamp = slotted::get(page, slot.into()).map(stamp_of);
    if stamp == Some(record.txn.0) && slotted::is_ghost(page, slot.into()) == is_ghost {
        return Ok(());
    }
    let found = stamp.map_or("nothing".to_owned(), |stamp| format!("a row of transaction {stamp}"));
    let wanted = record.txn.0;
    Err(damaged(
        db,
        record.page,
        format!("slot {slot} holds {found}, a rollback of transaction {wanted} looks for its own"),
    ))
}

fn undo_tree(db: &Storage, txn: &mut Transaction, record: &Record<'_>) -> Result<(), StorageError> {
    let entry = TreeEntry::decode(record.payload).map_err(|_| bad_record(record))?;
    let object = page::object(&db.pool.read(db.id, entry.root)?);
    let tree = BTree { root: entry.root, object };
    if record.kind == records::TREE_GHOST {
        let before = entry.stamp_and_key().map_err(|_| bad_record(record))?;
        return btree::undo_ghost(&tree, db, txn, record, before);
    }
    let (key, value) = entry.key_and_value().map_err(|_| bad_record(record))?;
    if record.kind == records::TREE_INSERT {
        btree::undo_insert(&tree, db, txn, record, key)
    } else {
        btree::undo_remove(&tree, db, txn, record, key, value)
    }
}

/// Frees the object first: a crash before the compensation record frees it once more, which does nothing.
fn undo_create(db: &Storage, txn: &mut Transaction, record: &Record<'_>) -> Result<(), StorageError> {
    let life = Life::of_create(record.page, record.payload).ok_or_else(|| bad_record(record))?;
    object::release(db, life)?;
    // The page may be another object's by now: the record only takes its place in the page's history.
    let mut page = db.pool.write(db.id, record.page)?;
    db.compensate(txn, record, &mut page, records::OBJECT_GONE, &[])?;
    Ok(())
}

#[cold]
fn bad_record(record: &Record<'_>) -> StorageError {
    let what = format!("kind {} with {} bytes cannot be read", record.kind, record.payload.len());
    StorageError::Damaged { path: PathBuf::from(LOG_FILE), place: Place::Record(record.lsn), what }
}

/// Where recovery does not say the path.
const DATA_FILE: &str = "data file";
const LOG_FILE: &str = "log file";
