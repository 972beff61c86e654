//! Freeing a value's pages: to undo their writing, or after the commit of a transaction that frees
//! the value.

use super::read::page_at;
use super::{Lobs, unit};
use crate::edit::Edit;
use crate::layout::{PAGE_ID_SIZE, get_page_id, page_id_bytes};
use crate::lob_page::{self, LobId, LobPointer, NODE_CAPACITY, places};
use crate::object::{self, Life};
use crate::records::LOB_GONE;
use crate::system::{Purpose, SystemRecord, damaged};
use sluice_base::codec::get_u64;
use sluice_base::ids::{PageId, TxnId};
use sluice_buffer::PageMut;
use sluice_txn::{Storage, StorageError, Transaction, UndoChain};

/// A value that a row doesn't lead to any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Freed {
    /// The value.
    pub lob: LobPointer,
    /// The value of the same line that the row leads to, whose pages stay.
    pub still: Option<LobPointer>,
}

/// Pages to be given back of a value whose other pages belong to another value, too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FreePages {
    unit: Life,
    /// As of [`FreeLobs`].
    writer: TxnId,
    /// The identity of the line of values.
    id: LobId,
    /// Each with the transaction that wrote it. A root comes before its pages.
    pub(crate) pages: Vec<(PageId, TxnId)>,
}

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

    /// Decodes an intent, or returns `None` for another kind. Also `None` if it's malformed.
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

/// Registers the release of values after the commit. Values that another value extends give back
/// only the pages which that one doesn't share. Fails with damage if the object has no LOB unit.
pub(super) fn defer(of: &Lobs, storage: &Storage, txn: &mut Transaction, freed: &[Freed]) -> Result<(), StorageError> {
    if freed.is_empty() {
        return Ok(());
    }
    let Some(unit) = unit::life_of_unit(storage, of.root)? else {
        return Err(damaged(storage, of.root, "it has no LOB unit, but a row names a long value"));
    };
    let writer = storage.start(txn)?;
    let whole: Vec<_> = freed.iter().filter(|freed| freed.still.is_none()).map(|freed| freed.lob).collect();
    for lobs in whole.chunks(LOBS_OF_INTENT) {
        storage.defer_release(txn, &FreeLobs { unit, writer, lobs: lobs.to_vec() }.encode())?;
    }
    for (lob, still) in freed.iter().filter_map(|freed| Some((freed.lob, freed.still?))) {
        let (id, pages) = unshared(of, storage, &lob, &still)?;
        for pages in pages.chunks(PAGES_OF_INTENT) {
            storage.defer_release(txn, &FreePages { unit, writer, id, pages: pages.to_vec() }.encode())?;
        }
    }
    Ok(())
}

impl FreePages {
    /// As the intent of a deferred release: version u8 (3), the unit's life as in version 1, the
    /// writer u64, the identity, and each page with its writer u64.
    fn encode(&self) -> Vec<u8> {
        let mut intent = self.unit.encode().to_vec();
        intent[0] = PAGES_VERSION;
        intent.extend_from_slice(&self.writer.0.to_le_bytes());
        for (page, writer) in std::iter::once(&(self.id.first, self.id.writer)).chain(&self.pages) {
            intent.extend_from_slice(&page_id_bytes(*page));
            intent.extend_from_slice(&writer.0.to_le_bytes());
        }
        intent
    }

    /// Decodes an intent, or returns `None` for another kind. Also `None` if it's malformed.
    pub(crate) fn decode(intent: &[u8]) -> Option<FreePages> {
        let (life, rest) = intent.split_at_checked(Life::BYTES)?;
        let mut life: [u8; Life::BYTES] = life.try_into().ok()?;
        if std::mem::replace(&mut life[0], Life::INTENT_VERSION) != PAGES_VERSION {
            return None;
        }
        let (writer, rest) = rest.split_first_chunk::<8>()?;
        let entry = |bytes: &[u8]| {
            let bytes: &[u8; ENTRY_BYTES] = bytes.try_into().ok()?;
            Some((get_page_id(bytes, 0), TxnId(get_u64(bytes, PAGE_ID_SIZE))))
        };
        let mut entries = rest.chunks(ENTRY_BYTES).map(entry);
        let (first, first_writer) = entries.next()??;
        Some(FreePages {
            unit: Life::decode(&life).ok()?,
            writer: TxnId(u64::from_le_bytes(*writer)),
            id: LobId { first, writer: first_writer },
            pages: entries.collect::<Option<_>>()?,
        })
    }
}

/// The pages of a value that another value of its line does not share, each with its writer, and
/// the identity of the line. Pages that both have are at the same places.
fn unshared(
    of: &Lobs,
    storage: &Storage,
    lob: &LobPointer,
    other: &LobPointer,
) -> Result<(LobId, Vec<(PageId, TxnId)>), StorageError> {
    let gone = || StorageError::SnapshotLost;
    let children = |lob: &LobPointer, level: u8, place: usize| -> Result<Vec<PageId>, StorageError> {
        if place >= places(lob.length, level) || places(lob.length, level - 1) == 1 {
            return Ok(Vec::new());
        }
        let node = page_at(of, storage, lob, (level, place))?.ok_or_else(gone)?;
        Ok((0..lob_page::entries(&node)).map(|index| lob_page::child(&node, index)).collect())
    };
    let (id, height) = {
        let root = storage.pool.read(storage.id, lob.root)?;
        if !lob_page::is_root_of(&root, of.object, lob) {
            return Err(gone());
        }
        (lob_page::identity(&root), lob_page::level(&root))
    };
    let (mut pages, mut pending) = (Vec::new(), vec![(height, 0, lob.root)]);
    while let Some((level, place, id)) = pending.pop() {
        pages.push((id, lob_page::writer(&storage.pool.read(storage.id, id)?)));
        if level > 0 {
            let (own, others) = (children(lob, level, place)?, children(other, level, place)?);
            let differing = own.into_iter().enumerate().filter(|(index, child)| others.get(*index) != Some(child));
            pending.extend(differing.map(|(index, child)| (level - 1, place * NODE_CAPACITY + index, child)));
        }
    }
    Ok((id, pages))
}

/// Gives pages back; false, and none of them, while a snapshot may want them. The root comes first:
/// by it a reader finds out that the value is gone. A page that isn't the value's any more is
/// skipped. Each page is latched and logged alone, so a crash leaves the rest for recovery.
pub(crate) fn release_pages(storage: &Storage, free: &FreePages) -> Result<bool, StorageError> {
    if !storage.is_unneeded(free.writer) {
        return Ok(false);
    }
    let _existing = storage.space.existence.read();
    if !free.unit.is_alive(storage)? {
        return Ok(true);
    }
    for (page, writer) in &free.pages {
        let mut page = storage.pool.write(storage.id, *page)?;
        // Given back already, it may be another's by now, or a later one's of the same line.
        if is_of(&page, free.id) && lob_page::writer(&page) == *writer {
            give_back(storage, free.unit.root, &mut page)?;
        }
    }
    Ok(true)
}

/// Frees values. Returns false, without any effect, while a snapshot may need them.
pub(crate) fn release(storage: &Storage, free: &FreeLobs) -> Result<bool, StorageError> {
    if !storage.is_unneeded(free.writer) {
        return Ok(false);
    }
    // With the whole unit its values are free.
    let _existing = storage.space.existence.read();
    if free.unit.is_alive(storage)? {
        free.lobs.iter().try_for_each(|lob| release_one(storage, &free.unit, lob))?;
    }
    Ok(true)
}

/// Frees a value of a unit that exists. Pages freed by an earlier attempt stay free. First the root
/// is marked, for readers; then the pages are freed, from the bottom, the root last.
fn release_one(storage: &Storage, unit: &Life, lob: &LobPointer) -> Result<(), StorageError> {
    let mut root = storage.pool.write(storage.id, lob.root)?;
    if !lob_page::is_root(&root, lob) {
        return Ok(());
    }
    let (id, level) = (lob_page::identity(&root), lob_page::level(&root));
    if level > 0 {
        let mut record = SystemRecord::new(Purpose::Undo);
        record.edit(lob.root, Edit::Next(lob.root));
        record.log(storage, vec![&mut root])?;
    }
    drop(root);
    release_below(storage, unit, id, lob.root, level)
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

/// Removes a page that the record of `txn` added to a value. A page that is already free or
/// another's is left alone. Logs the compensation in each case.
pub(crate) fn undo_add(storage: &Storage, txn: &mut Transaction, chain: &UndoChain<'_>) -> Result<(), StorageError> {
    let record = chain.newest();
    let unit = get_page_id(record.payload.first_chunk::<PAGE_ID_SIZE>().unwrap_or(&[0; PAGE_ID_SIZE]), 0);
    let mut page = storage.pool.write(storage.id, record.page)?;
    // After a crash in between it is already free, and perhaps reused.
    if lob_page::is_lob(&page) && lob_page::writer(&page) == record.txn {
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
const PAGES_VERSION: u8 = 3;
/// A page and its writer in an intent.
const ENTRY_BYTES: usize = PAGE_ID_SIZE + 8;
/// How many pages one intent names.
const PAGES_OF_INTENT: usize = 256;
/// The number of values in one intent: as many as fit into its 4,096 bytes.
const LOBS_OF_INTENT: usize = 144;
