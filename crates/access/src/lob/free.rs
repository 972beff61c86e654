//! Freeing a value's pages: to undo their writing, or after the commit of a transaction that frees
//! the value.

use super::{Lobs, unit};
use crate::edit::Edit;
use crate::layout::{PAGE_ID_SIZE, get_page_id};
use crate::lob_page::{self, LobId, LobPointer};
use crate::object::{self, Life};
use crate::records::LOB_GONE;
use crate::system::{Purpose, SystemRecord, damaged};
use sluice_base::ids::{PageId, TxnId};
use sluice_buffer::PageMut;
use sluice_txn::{Storage, StorageError, Transaction, UndoChain};

/// Values to free, of the unit with this life.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FreeLobs {
    unit: Life,
    /// The freeing transaction: the values stay while a snapshot does not see it.
    writer: TxnId,
    pub(crate) lobs: Vec<LobPointer>,
}

impl FreeLobs {
    /// Encodes the intent of a deferred release: version u8 (2), the unit's life as in version 1,
    /// the writer u64, the pointers.
    fn encode(&self) -> Vec<u8> {
        let mut intent = self.unit.encode().to_vec();
        intent[0] = INTENT_VERSION;
        intent.extend_from_slice(&self.writer.0.to_le_bytes());
        self.lobs.iter().for_each(|lob| intent.extend_from_slice(&lob.encode()));
        intent
    }

    /// Decodes an intent, or returns `None` for another kind.
    pub(crate) fn decode(intent: &[u8]) -> Option<FreeLobs> {
        let (life, rest) = intent.split_at_checked(Life::BYTES)?;
        let mut life: [u8; Life::BYTES] = life.try_into().ok()?;
        if std::mem::replace(&mut life[0], Life::INTENT_VERSION) != INTENT_VERSION {
            return None;
        }
        let (writer, lobs) = rest.split_first_chunk::<8>()?;
        let lobs = lobs.chunks(LobPointer::BYTES).map(LobPointer::decode).collect::<Option<_>>()?;
        Some(FreeLobs { unit: Life::decode(&life).ok()?, writer: TxnId(u64::from_le_bytes(*writer)), lobs })
    }
}

/// See [`Lobs::defer_free`].
pub(super) fn defer(
    of: &Lobs,
    storage: &Storage,
    txn: &mut Transaction,
    lobs: &[LobPointer],
) -> Result<(), StorageError> {
    if lobs.is_empty() {
        return Ok(());
    }
    let Some(unit) = unit::life_of_unit(storage, of.root)? else {
        return Err(damaged(storage, of.root, "it has no LOB unit, but a row names a long value"));
    };
    let writer = storage.start(txn)?;
    lobs.chunks(LOBS_OF_INTENT)
        .try_for_each(|lobs| storage.defer_release(txn, &FreeLobs { unit, writer, lobs: lobs.to_vec() }.encode()))
}

/// Frees values. Returns false, without any effect, while a snapshot may need them.
pub(crate) fn release(storage: &Storage, free: &FreeLobs) -> Result<bool, StorageError> {
    if !storage.is_unneeded(free.writer) {
        return Ok(false);
    }
    free.lobs.iter().try_for_each(|lob| release_one(storage, &free.unit, lob))?;
    Ok(true)
}

/// Frees a value. Pages freed by an earlier attempt, or with the whole unit, stay free. First the
/// root is marked, for readers; then the pages are freed, from the bottom, the root last.
fn release_one(storage: &Storage, unit: &Life, lob: &LobPointer) -> Result<(), StorageError> {
    let mut root = storage.pool.write(storage.id, lob.root)?;
    if !is_of(&root, lob.id) || !unit.is_alive(storage)? {
        return Ok(());
    }
    let level = lob_page::level(&root);
    if level > 0 {
        let mut record = SystemRecord::new(Purpose::Undo);
        record.edit(lob.root, Edit::Next(lob.root));
        record.log(storage, vec![&mut root])?;
    }
    drop(root);
    release_below(storage, unit, lob.id, lob.root, level)
}

/// Frees a page of a value and the pages below it.
fn release_below(storage: &Storage, unit: &Life, id: LobId, page: PageId, level: u8) -> Result<(), StorageError> {
    if level > 0 {
        let children: Vec<PageId> = {
            let node = storage.pool.read(storage.id, page)?;
            if !is_of(&node, id) || lob_page::level(&node) != level {
                return Ok(());
            }
            (0..lob_page::entries(&node)).map(|index| lob_page::child(&node, index)).collect()
        };
        children.into_iter().try_for_each(|child| release_below(storage, unit, id, child, level - 1))?;
    }
    let mut page = storage.pool.write(storage.id, page)?;
    if is_of(&page, id) { give_back(storage, unit.root, &mut page) } else { Ok(()) }
}

/// Removes a page that the record of `txn` added to a value.
pub(crate) fn undo_add(storage: &Storage, txn: &mut Transaction, chain: &UndoChain<'_>) -> Result<(), StorageError> {
    let record = chain.newest();
    let unit = get_page_id(record.payload.first_chunk::<PAGE_ID_SIZE>().unwrap_or(&[0; PAGE_ID_SIZE]), 0);
    let mut page = storage.pool.write(storage.id, record.page)?;
    // After a crash in between it is already free, and perhaps reused.
    if lob_page::is_lob(&page) && lob_page::identity(&page).writer == record.txn {
        give_back(storage, unit, &mut page)?;
    }
    storage.compensate(txn, chain, &mut page, LOB_GONE, &[])?;
    Ok(())
}

fn give_back<'a>(storage: &'a Storage, unit: PageId, page: &mut PageMut<'a>) -> Result<(), StorageError> {
    let mut iam_root = object::latch_iam_root(storage, unit)?;
    let mut record = SystemRecord::new(Purpose::Undo);
    object::free_page(&mut record, &iam_root, page.id());
    record.log(storage, vec![page, &mut iam_root])
}

fn is_of(page: &[u8], id: LobId) -> bool {
    lob_page::is_lob(page) && lob_page::identity(page) == id
}

const INTENT_VERSION: u8 = 2;
/// The number of values in one intent: as many as fit into its 4,096 bytes.
const LOBS_OF_INTENT: usize = 144;
