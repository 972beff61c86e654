//! Undo of heap changes. Consecutive records of one page in the transaction's chain are undone
//! together, under one latch and with one compensation record.
//!
//! There are two forms. Inserts into adjacent slots, as a loop of INSERTs makes them, are undone by
//! first slot and number. All other groups are first tried on a copy of the page, one record after
//! the other: a record can be checked only after the later records are undone. Then the
//! compensations of all go into one record.

use crate::heap_cell::stamp_of;
use crate::heap_redo::{change, clear_rows};
use crate::layout::ACCESS_HEADER;
use crate::records::{self, Parts, RowChange, RowStamp, Rows};
use crate::slotted;
use crate::system::damaged;
use sluice_base::codec::{Reader, Truncated};
use sluice_buffer::{PAGE_SIZE, PageMut};
use sluice_txn::{Record, Storage, StorageError, Transaction, UndoChain};

/// Whether records of this kind are undone here.
pub(crate) fn undoes(kind: u8) -> bool {
    is_insert(kind) || matches!(kind, records::HEAP_UPDATE | records::HEAP_DELETE | records::HEAP_ROWS)
}

/// Undoes the newest record of the chain, and the records before it on the same page. Adjacent
/// inserts are undone by one short compensation; other groups are tried on a copy and compensated
/// together, a single record alone.
pub(crate) fn undo(db: &Storage, txn: &mut Transaction, chain: &mut UndoChain<'_>) -> Result<(), StorageError> {
    let page = db.pool.write(db.id, chain.newest().page)?;
    if is_insert(chain.newest().kind) {
        let newest = slot_of(db, chain.newest())?;
        let count = take_run(chain, newest);
        if count > 1 {
            return undo_run(db, txn, chain, page, Rows { first: newest + 1 - count, count, rows: &[] });
        }
    }
    match near(chain, 0) {
        None => undo_one(db, txn, chain, page),
        Some(_) => undo_several(db, txn, chain, page),
    }
}

fn is_insert(kind: u8) -> bool {
    matches!(kind, records::HEAP_INSERT | records::HEAP_FORWARD)
}

/// Returns the next record of the chain if it fits into one record with `bytes` bytes of
/// compensations.
fn near<'r>(chain: &UndoChain<'r>, bytes: usize) -> Option<Record<'r>> {
    chain.before().filter(|record| undoes(record.kind) && bytes + record.payload.len() <= GROUP_MAX)
}

/// Takes the earlier inserts into the slots right before `newest`. Returns the number of slots in
/// all.
fn take_run(chain: &mut UndoChain<'_>, newest: u16) -> u16 {
    let mut count = 1;
    while let Some(record) = chain.before() {
        let next = newest.checked_sub(count);
        let is_next = is_insert(record.kind) && next.is_some() && Reader::new(record.payload).u16().ok() == next;
        if !is_next {
            break;
        }
        chain.take(record);
        count += 1;
    }
    count
}

fn undo_run(
    db: &Storage,
    txn: &mut Transaction,
    chain: &UndoChain<'_>,
    mut page: PageMut<'_>,
    rows: Rows<'_>,
) -> Result<(), StorageError> {
    rows.slots_back().try_for_each(|slot| check_stamp(db, chain.newest(), &page, slot, false))?;
    let payload: [&[u8]; 2] = [&rows.first.to_le_bytes(), &rows.count.to_le_bytes()];
    db.compensate(txn, chain, &mut page, records::HEAP_ROWS_GONE, &payload)?;
    let removed = clear_rows(&mut page, &rows);
    assert!(removed, "the rows were looked at before");
    Ok(())
}

fn undo_one(
    db: &Storage,
    txn: &mut Transaction,
    chain: &UndoChain<'_>,
    mut page: PageMut<'_>,
) -> Result<(), StorageError> {
    let record = chain.newest();
    let (kind, payload) = compensation(db, record, &page)?;
    db.compensate(txn, chain, &mut page, kind, &[&payload])?;
    // Room for the compensation was kept.
    if change(&mut page, kind, record.txn.0, &payload).unwrap_or(false) { Ok(()) } else { Err(refused(db, record)) }
}

fn undo_several(
    db: &Storage,
    txn: &mut Transaction,
    chain: &mut UndoChain<'_>,
    mut page: PageMut<'_>,
) -> Result<(), StorageError> {
    let mut copy = [0; PAGE_SIZE];
    copy.copy_from_slice(&page);
    let mut parts = Vec::new();
    let mut record = *chain.newest();
    loop {
        let (kind, payload) = compensation(db, &record, &copy)?;
        if !change(&mut copy, kind, record.txn.0, &payload).unwrap_or(false) {
            return Err(refused(db, &record));
        }
        Parts::put(kind, &payload, &mut parts);
        let Some(next) = near(chain, parts.len()) else { break };
        chain.take(next);
        record = next;
    }
    db.compensate(txn, chain, &mut page, records::HEAP_UNDONE, &[&parts])?;
    // The bytes before the access header belong to the buffer.
    page[ACCESS_HEADER..].copy_from_slice(&copy[ACCESS_HEADER..]);
    Ok(())
}

/// Returns kind and payload of the record's compensation. Checks first that the row bears the
/// transaction's stamp.
fn compensation(db: &Storage, record: &Record<'_>, page: &[u8]) -> Result<(u8, Vec<u8>), StorageError> {
    let bad = |_: Truncated| refused(db, record);
    match record.kind {
        records::HEAP_UPDATE => {
            let change = RowChange::decode(record.payload).map_err(bad)?.undone();
            check_stamp(db, record, page, change.slot, false)?;
            let mut payload = change.undo_part();
            payload.extend_from_slice(change.after);
            Ok((records::HEAP_REVERT, payload))
        }
        records::HEAP_DELETE => {
            let before = RowStamp::decode(record.payload).map_err(bad)?;
            check_stamp(db, record, page, before.slot, true)?;
            Ok((records::HEAP_RESTORE, record.payload.to_vec()))
        }
        records::HEAP_ROWS => {
            let rows = Rows::decode(record.payload).map_err(bad)?;
            rows.slots_back().try_for_each(|slot| check_stamp(db, record, page, slot, false))?;
            Ok((records::HEAP_ROWS_GONE, record.payload[..4].to_vec()))
        }
        _ => {
            let slot = slot_of(db, record)?;
            check_stamp(db, record, page, slot, false)?;
            Ok((records::HEAP_REMOVE, slot.to_le_bytes().to_vec()))
        }
    }
}

/// Returns the slot of an insert's row.
fn slot_of(db: &Storage, record: &Record<'_>) -> Result<u16, StorageError> {
    Reader::new(record.payload).u16().map_err(|_| refused(db, record))
}

/// Checks that the row (or ghost) in `slot` bears the record's transaction as its stamp; anything
/// else is damage.
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
        format!("slot {slot} holds {found}, but a rollback expects a row of transaction {wanted}"),
    ))
}

#[cold]
fn refused(db: &Storage, record: &Record<'_>) -> StorageError {
    let what = format!("log record {:?} of kind {} cannot be undone on it", record.lsn, record.kind);
    damaged(db, record.page, what)
}

/// The maximum bytes of compensations in one record: far below the guaranteed length of reserved
/// records ([`sluice_wal::RESERVED_RECORD_MAX`]).
const GROUP_MAX: usize = 6_000;
const _: () = assert!(GROUP_MAX + PAGE_SIZE < sluice_wal::RESERVED_RECORD_MAX);
