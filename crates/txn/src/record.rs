//! The body of a log record: who wrote it, what it follows, which page it is about, and the payload that the access
//! methods understand. The log below sees opaque bytes; kind and length are its own.
//!
//! ```text
//! body := flags u8, [txn u64], [prev u64], [undo_next u64], [page u32, file u16], payload
//! ```
//! A field is there if its flag is. All numbers are little-endian. Invariants:
//! - a record without a transaction is a system record: redone, never undone;
//! - `prev` is absent in a transaction's first record (begin) only, and always smaller than the record's own LSN;
//! - a compensation record has `undo_next`: where undo goes on after it. It is redone, never undone.

use sluice_base::codec::{Reader, Truncated};
use sluice_base::ids::{FileId, Lsn, PageId, TxnId};

/// A decoded record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record<'a> {
    /// Where it is.
    pub lsn: Lsn,
    /// What it is: below [`FIRST_HANDLER_KIND`] this crate's, else the access methods'.
    pub kind: u8,
    /// Whose it is; [`TxnId::NONE`] for system records.
    pub txn: TxnId,
    /// The transaction's record before it; NONE for its first one and for system records.
    pub prev: Lsn,
    /// Compensation records only: the next record to undo, NONE when there is no more.
    pub undo_next: Lsn,
    /// The page it is about (the first one, if several); NONE if none.
    pub page: PageId,
    /// Whether it undoes another record, and so is never undone itself.
    pub compensation: bool,
    /// What the record's kind says it is.
    pub payload: &'a [u8],
}

/// Why bytes are not a record's body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadBody {
    /// They end too early.
    Truncated,
    /// A flag is set that this version does not know, or flags contradict each other.
    Flags(u8),
    /// A link of the transaction's chain does not point back.
    Link(Lsn),
}

/// The front of a body, ready to be appended before the payload: on the stack, since every change makes one.
pub(crate) struct Front {
    bytes: [u8; FRONT_MAX],
    len: usize,
}

/// The kinds from here on belong to the [`crate::LogHandler`].
pub const FIRST_HANDLER_KIND: u8 = 16;

/// A transaction's first record; payload: time i64 (nanoseconds since 1970, UTC).
pub const BEGIN: u8 = 1;
/// The transaction is committed; payload: time i64.
pub const COMMIT: u8 = 2;
/// The transaction is rolled back: all its changes are compensated.
pub const ROLLED_BACK: u8 = 3;
/// A checkpoint, see `checkpoint_record`.
pub const CHECKPOINT: u8 = 4;
/// A deferred release is done; payload: the intent's LSN.
pub const DROP_DONE: u8 = 5;
/// Asks for a release after the commit; payload: the handler's intent.
pub const INTENT: u8 = 6;
/// Compensation of an intent; payload: the intent's LSN.
pub const INTENT_WITHDRAWN: u8 = 7;
/// The transaction is prepared: its end is the coordinator's to decide; payload: the coordinator's id u64, its log's
/// epoch u32, and u64 below what LSN that was on disk then.
pub const PREPARED: u8 = 8;
/// System record of a coordinator: a transaction across databases is committed; payload: its parts, each id of the database u64 and
/// transaction u64.
pub const DECIDED: u8 = 9;
/// System record of a coordinator: nobody will ask for a decision any more; payload: the decision's LSN.
pub const FORGOTTEN: u8 = 10;

impl<'a> Record<'a> {
    /// Reads the body of the record of `kind` at `lsn`.
    #[inline]
    pub fn decode(lsn: Lsn, kind: u8, body: &'a [u8]) -> Result<Record<'a>, BadBody> {
        let mut reader = Reader::new(body);
        let flags = reader.u8()?;
        if flags & !ALL_FLAGS != 0 || (flags & (PREV | UNDO_NEXT) != 0 && flags & TXN == 0) {
            return Err(BadBody::Flags(flags));
        }
        let has = |flag: u8| flags & flag != 0;
        let txn = if has(TXN) { TxnId(reader.u64()?) } else { TxnId::NONE };
        let prev = if has(PREV) { Lsn(reader.u64()?) } else { Lsn::NONE };
        let undo_next = if has(UNDO_NEXT) { Lsn(reader.u64()?) } else { Lsn::NONE };
        let page = if has(PAGE) { PageId { page: reader.u32()?, file: FileId(reader.u16()?) } } else { PageId::NONE };
        if let Some(link) = [prev, undo_next].into_iter().find(|link| *link >= lsn) {
            return Err(BadBody::Link(link));
        }
        let compensation = has(UNDO_NEXT);
        Ok(Record { lsn, kind, txn, prev, undo_next, page, compensation, payload: reader.rest() })
    }

    /// Whether it belongs to no transaction: redone, never undone.
    pub fn is_system(&self) -> bool {
        self.txn == TxnId::NONE
    }

    /// Whether its kind belongs to the access methods.
    pub fn is_handlers(&self) -> bool {
        self.kind >= FIRST_HANDLER_KIND
    }

    /// The payload of kinds that carry one number.
    pub(crate) fn number(&self) -> Result<u64, BadBody> {
        Ok(Reader::new(self.payload).u64()?)
    }
}

impl From<Truncated> for BadBody {
    fn from(_: Truncated) -> BadBody {
        BadBody::Truncated
    }
}

impl Front {
    /// Of a system record about `page` (NONE: about none).
    pub(crate) fn system(page: PageId) -> Front {
        Front::new(TxnId::NONE, Lsn::NONE, None, page)
    }

    /// Of a transaction's record; `undo_next` makes it a compensation record.
    pub(crate) fn new(txn: TxnId, prev: Lsn, undo_next: Option<Lsn>, page: PageId) -> Front {
        let mut front = Front { bytes: [0; FRONT_MAX], len: 1 };
        let mut flags = 0;
        if txn != TxnId::NONE {
            flags |= TXN;
            front.put(&txn.0.to_le_bytes());
        }
        if !prev.is_none() {
            flags |= PREV;
            front.put(&prev.0.to_le_bytes());
        }
        if let Some(next) = undo_next {
            flags |= UNDO_NEXT;
            front.put(&next.0.to_le_bytes());
        }
        if !page.is_none() {
            flags |= PAGE;
            front.put(&page.page.to_le_bytes());
            front.put(&page.file.0.to_le_bytes());
        }
        front.bytes[0] = flags;
        front
    }

    /// The bytes to append.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    fn put(&mut self, bytes: &[u8]) {
        self.bytes[self.len..self.len + bytes.len()].copy_from_slice(bytes);
        self.len += bytes.len();
    }
}

/// How much log space, in bytes, a change with this payload keeps for its own compensation: the record's frame and front,
/// a payload as long and [`COMPENSATION_SLACK`] more.
pub(crate) fn undo_reserve(payload: usize) -> u32 {
    (WAL_FRAME + FRONT_MAX + payload + COMPENSATION_SLACK) as u32
}

/// By how many bytes a compensation record's payload may exceed that of the record it undoes.
pub const COMPENSATION_SLACK: usize = 32;

/// What a transaction keeps for the record that ends it.
pub(crate) const END_RESERVE: u32 = (WAL_FRAME + FRONT_MAX + 8) as u32;

/// Length, kind and version, put before each body by the log.
const WAL_FRAME: usize = 4;
const FRONT_MAX: usize = 1 + 8 + 8 + 8 + 6;

const TXN: u8 = 1;
const PREV: u8 = 2;
const UNDO_NEXT: u8 = 4;
const PAGE: u8 = 8;
const ALL_FLAGS: u8 = TXN | PREV | UNDO_NEXT | PAGE;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn body(front: &Front, payload: &[u8]) -> Vec<u8> {
        [front.as_bytes(), payload].concat()
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            txn in 0u64..=u64::MAX, prev in 0u64..1 << 40, undo_next in proptest::option::of(0u64..1 << 40),
            page in any::<u32>(), file in 0u16..3, payload in proptest::collection::vec(any::<u8>(), 0..80),
        ) {
            let page = PageId { file: FileId(file), page };
            let system = txn == 0;
            let (prev, undo_next) = if system { (0, None) } else { (prev, undo_next) };
            let front = Front::new(TxnId(txn), Lsn(prev), undo_next.map(Lsn), page);
            let bytes = body(&front, &payload);
            let record = Record::decode(Lsn(1 << 41), 17, &bytes).unwrap();
            prop_assert_eq!(record, Record {
                lsn: Lsn(1 << 41), kind: 17, txn: TxnId(txn), prev: Lsn(prev), undo_next: Lsn(undo_next.unwrap_or(0)),
                page, compensation: undo_next.is_some(), payload: &payload,
            });
            for cut in 0..front.as_bytes().len() {
                prop_assert_eq!(Record::decode(Lsn(1 << 41), 17, &bytes[..cut]), Err(BadBody::Truncated));
            }
        }

        #[test]
        fn any_bytes_are_decoded_or_refused_and_never_point_forward(
            bytes in proptest::collection::vec(any::<u8>(), 0..60), lsn in any::<u64>(),
        ) {
            if let Ok(record) = Record::decode(Lsn(lsn), 20, &bytes) {
                prop_assert!(record.prev < record.lsn && record.undo_next < record.lsn);
            }
        }
    }

    #[test]
    fn a_small_insert_stays_below_sixty_bytes() {
        let front = Front::new(TxnId(7), Lsn(9), None, PageId::primary(3));
        let slot_and_row = 2 + 20;
        assert!(WAL_FRAME + front.as_bytes().len() + slot_and_row < 60);
    }

    #[test]
    fn links_of_a_system_record_are_refused() {
        let front = Front::new(TxnId::NONE, Lsn(4), None, PageId::NONE);
        assert_eq!(Record::decode(Lsn(9), 17, front.as_bytes()), Err(BadBody::Flags(PREV)));
    }
}
