//! Redo, undo and release of the access methods' log records.

use crate::btree::{self, BTree, node};
use crate::edit::{self, apply_all};
use crate::extent;
use crate::heap_cell::set_stamp;
use crate::layout::PAGE_ID_SIZE;
use crate::lob::{self, FreeLobs, FreePages};
use crate::object::{self, Life};
use crate::records::{self, Section, Sections, TreeChange, TreeEntry};
use crate::slotted;
use crate::{heap_redo, heap_undo};
use sluice_base::codec::Truncated;
use sluice_base::ids::PageId;
use sluice_buffer::page;
use sluice_txn::{
    Before, DamageLocation, LogHandler, Record, RedoPages, Storage, StorageError, Transaction, UndoChain,
};
use std::path::PathBuf;

/// The access methods' side of recovery and rollback. It has no state: one value serves every
/// database.
#[derive(Clone, Copy, Default, Debug)]
pub struct Handler;

impl LogHandler for Handler {
    fn redo(&self, record: &Record<'_>, pages: &mut RedoPages<'_>) -> Result<(), StorageError> {
        let Some(sections) = sections(record) else {
            return pages.change(record, record.page, before_single(record), |page| change(page, record));
        };
        for section in Sections::decode(sections?).map_err(|_| bad_record(record))? {
            let Section { page, edits } = section.map_err(|_| bad_record(record))?;
            pages.change(record, page, before(edit::formats(edits)), |page| apply_all(page, edits).is_ok())?;
        }
        Ok(())
    }

    fn redone_pages(&self, record: &Record<'_>, note: &mut dyn FnMut(PageId, Before)) {
        let Some(sections) = sections(record) else { return note(record.page, before_single(record)) };
        let Some(sections) = sections.ok().and_then(|sections| Sections::decode(sections).ok()) else { return };
        for Section { page, edits } in sections.map_while(Result::ok) {
            note(page, before(edit::formats(edits)));
        }
    }

    fn undo(&self, db: &Storage, txn: &mut Transaction, chain: &mut UndoChain<'_>) -> Result<(), StorageError> {
        match chain.newest().kind {
            records::TREE_INSERT | records::TREE_GHOST | records::TREE_UPDATE => undo_tree(db, txn, chain),
            records::OBJECT_CREATE => undo_create(db, txn, chain),
            records::LOB_ADD => lob::undo_add(db, txn, chain),
            kind if heap_undo::undoes(kind) => heap_undo::undo(db, txn, chain),
            _ => Err(bad_record(chain.newest())),
        }
    }

    fn release(&self, db: &Storage, intent: &[u8]) -> Result<bool, StorageError> {
        if let Some(free) = FreeLobs::decode(intent) {
            return lob::release(db, &free);
        }
        if let Some(free) = FreePages::decode(intent) {
            return lob::release_pages(db, &free);
        }
        let life = Life::decode(intent).map_err(|_| StorageError::Damaged {
            path: db.log.path().to_owned(),
            place: DamageLocation::Record(db.log.tail()),
            what: "a deferred release names no object".to_owned(),
        })?;
        object::release(db, life).map(|()| true)
    }
}

/// Returns the sections of a record of several pages; `None` for a record of one page.
fn sections<'r>(record: &Record<'r>) -> Option<Result<&'r [u8], StorageError>> {
    match record.kind {
        records::SYSTEM => Some(Ok(record.payload)),
        records::LOB_ADD => Some(record.payload.get(PAGE_ID_SIZE..).ok_or_else(|| bad_record(record))),
        _ => None,
    }
}

/// Returns whether redo of a record of one page needs the page's old content.
fn before_single(record: &Record<'_>) -> Before {
    before(record.kind == records::OBJECT_CREATE && edit::formats(record.payload))
}

/// Returns whether redo of a record needs the page's old content, given whether its first edit
/// formats the page.
fn before(formats: bool) -> Before {
    if formats { Before::IsGone } else { Before::Matters }
}

/// Applies a one-page record to its page's bytes. Returns false if the page refuses it or the
/// record is malformed.
fn change(bytes: &mut [u8], record: &Record<'_>) -> bool {
    match record.kind {
        records::OBJECT_CREATE => apply_all(bytes, record.payload).is_ok(),
        records::OBJECT_GONE | records::LOB_GONE => true,
        records::TREE_INSERT | records::TREE_REMOVE | records::TREE_GHOST | records::TREE_RESTORE => {
            change_entry(bytes, record).unwrap_or(false)
        }
        records::TREE_UPDATE | records::TREE_REVERT => change_body(bytes, record).unwrap_or(false),
        _ => heap_redo::change(bytes, record.kind, record.txn.0, record.payload).unwrap_or(false),
    }
}

/// Applies a record of a tree, as [`change`] does.
fn change_entry(bytes: &mut [u8], record: &Record<'_>) -> Result<bool, Truncated> {
    let entry = TreeEntry::decode(record.payload)?;
    let slot = usize::from(entry.slot);
    Ok(match record.kind {
        records::TREE_INSERT => {
            let (key, value) = entry.key_and_value()?;
            node::insert_entry(bytes, slot, record.txn.0, key, value)
        }
        records::TREE_REMOVE => slotted::remove_cell(bytes, slot),
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

fn change_body(bytes: &mut [u8], record: &Record<'_>) -> Result<bool, Truncated> {
    let change = TreeChange::decode(record.payload)?.change;
    let stamp = if record.kind == records::TREE_UPDATE { record.txn.0 } else { change.stamp };
    Ok(node::change_body(bytes, stamp, &change))
}

fn undo_tree(db: &Storage, txn: &mut Transaction, chain: &UndoChain<'_>) -> Result<(), StorageError> {
    let record = chain.newest();
    let bad = |_: Truncated| bad_record(record);
    // All payloads begin with the root.
    let entry = TreeEntry::decode(record.payload).map_err(bad)?;
    let object = page::object(&db.pool.read(db.id, entry.root)?);
    let tree = BTree { root: entry.root, object };
    match record.kind {
        records::TREE_INSERT => btree::undo_insert(&tree, db, txn, chain, entry.key_and_value().map_err(bad)?.0),
        records::TREE_GHOST => btree::undo_ghost(&tree, db, txn, chain, entry.stamp_and_key().map_err(bad)?),
        _ => {
            let TreeChange { key, change, .. } = TreeChange::decode(record.payload).map_err(bad)?;
            btree::undo_change(&tree, db, txn, chain, (key, &change))
        }
    }
}

/// The object is freed first. After a crash before the compensation record the second release has
/// no effect.
fn undo_create(db: &Storage, txn: &mut Transaction, chain: &UndoChain<'_>) -> Result<(), StorageError> {
    let record = chain.newest();
    let life = Life::of_create(record.page, record.payload).ok_or_else(|| bad_record(record))?;
    let _no_shrink = db.space.resizing.read();
    object::release(db, life)?;
    extent::reach(db, record.page)?;
    // The page may belong to another object by now: the record only takes its place in the page's
    // history.
    let mut page = db.pool.write(db.id, record.page)?;
    db.compensate(txn, chain, &mut page, records::OBJECT_GONE, &[])?;
    Ok(())
}

#[cold]
fn bad_record(record: &Record<'_>) -> StorageError {
    let what = format!("kind {} with {} bytes cannot be read", record.kind, record.payload.len());
    StorageError::Damaged { path: PathBuf::from(LOG_FILE), place: DamageLocation::Record(record.lsn), what }
}

/// The path in errors where recovery has none.
const LOG_FILE: &str = "log file";
