//! The body of a log record: transaction, links, page, and the payload of the access methods. The
//! log below sees opaque bytes and stores only kind and length.
//!
//! ```text
//! body := flags u8, [txn varint], [prev varint], [undo_next varint], [page varint], [file u16],
//! payload
//! ```
//! A field is present if its flag is set. `prev` and `undo_next` are distances back from the
//! record's own LSN. `file` is present unless it is the primary data file. Invariants:
//! - A record without a transaction is a system record: redone, never undone.
//! - A compensation record has `undo_next`: the record where undo continues. It is redone and never
//!   undone. It has no `prev`, since no code needs its predecessor.
//! - Among a transaction's other records only the first (begin) has no `prev`.
//! - Links point back.

use sluice_base::codec::{Reader, Truncated, VARINT_MAX, put_varint, varint_length};
use sluice_base::ids::{FileId, Lsn, PageId, TxnId};

/// A decoded log record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record<'a> {
    /// The record's LSN.
    pub lsn: Lsn,
    /// The kind: below [`FIRST_HANDLER_KIND`] this crate's, else the access methods'.
    pub kind: u8,
    /// The transaction; [`TxnId::NONE`] for system records.
    pub txn: TxnId,
    /// The transaction's previous record; NONE for its first record, for compensation records and
    /// for system records.
    pub prev: Lsn,
    /// For compensation records, the next record to undo; NONE when nothing remains.
    pub undo_next: Lsn,
    /// The page (the first of several); NONE without a page.
    pub page: PageId,
    /// Whether the record is a compensation, which is never undone.
    pub compensation: bool,
    /// The payload, interpreted by kind.
    pub payload: &'a [u8],
}

/// The reason bytes are not a record body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadBody {
    /// The bytes end too early.
    Truncated,
    /// A flag is unknown to this version, or flags contradict each other.
    Flags(u8),
    /// A link of the transaction's chain does not point back to a record; holds its distance.
    Link(u64),
}

/// The fields before a record's payload, encoded when the record's LSN is known. `NONE` for
/// transaction and page leaves the field out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Front {
    txn: TxnId,
    link: Link,
    page: PageId,
}

/// The link of a record in its transaction's chain.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Link {
    /// The first record of a transaction, or a system record.
    None,
    /// The previous record.
    Prev(Lsn),
    /// For a compensation record, the record where undo continues.
    UndoNext(Lsn),
}

/// The first kind of the [`crate::LogHandler`].
pub const FIRST_HANDLER_KIND: u8 = 16;

/// First record of a transaction; payload: time i64 (nanoseconds since 1970, UTC).
pub const BEGIN: u8 = 1;
/// The transaction is committed; payload: time i64.
pub const COMMIT: u8 = 2;
/// The transaction is rolled back: all its changes are compensated.
pub const ROLLED_BACK: u8 = 3;
/// A checkpoint, see `checkpoint_record`.
pub const CHECKPOINT: u8 = 4;
/// A deferred release is done; payload: the intent's LSN.
pub const DROP_DONE: u8 = 5;
/// Requests a release after the commit; payload: the handler's intent.
pub const INTENT: u8 = 6;
/// Compensation of an intent; payload: the intent's LSN.
pub const INTENT_WITHDRAWN: u8 = 7;
/// The transaction is prepared, and the coordinator decides its end. Payload: the coordinator's id
/// u64, the epoch u32 of its log, and u64 the durable LSN of that log at the time.
pub const PREPARED: u8 = 8;
/// System record of a coordinator: a transaction across databases is committed; payload: its parts,
/// each with the database's id u64 and transaction u64.
pub const DECIDED: u8 = 9;
/// System record of a coordinator: no participant needs the decision any more; payload: the
/// decision's LSN.
pub const FORGOTTEN: u8 = 10;
/// Takes room in the log and changes nothing, so that later records have greater LSNs than pages
/// from another log.
pub const FILLER: u8 = 11;

impl<'a> Record<'a> {
    /// Decodes the body of the record of `kind` at `lsn`. Fails for unknown flags, contradicting
    /// flags, a link that doesn't lead backwards, and truncation. The payload isn't checked.
    #[inline]
    pub fn decode(lsn: Lsn, kind: u8, body: &'a [u8]) -> Result<Record<'a>, BadBody> {
        let mut reader = Reader::new(body);
        let flags = reader.u8()?;
        let has = |flag: u8| flags & flag != 0;
        let (linked, compensation) = (has(PREV), has(UNDO_NEXT));
        let contradiction = (linked || compensation) && !has(TXN) || linked && compensation || has(FILE) && !has(PAGE);
        if flags & !ALL_FLAGS != 0 || contradiction {
            return Err(BadBody::Flags(flags));
        }
        let txn = if has(TXN) { TxnId(reader.varint()?) } else { TxnId::NONE };
        let prev = if linked { back(lsn, reader.varint()?)? } else { Lsn::NONE };
        let undo_next = if compensation { back(lsn, reader.varint()?)? } else { Lsn::NONE };
        let mut page = PageId::NONE;
        if has(PAGE) {
            page = PageId::primary(u32::try_from(reader.varint()?).map_err(|_| Truncated)?);
        }
        if has(FILE) {
            page.file = FileId(reader.u16()?);
        }
        Ok(Record { lsn, kind, txn, prev, undo_next, page, compensation, payload: reader.rest() })
    }

    /// Whether the record belongs to no transaction: redone, never undone.
    pub fn is_system(&self) -> bool {
        self.txn == TxnId::NONE
    }

    /// Whether the kind belongs to the access methods.
    pub fn is_handlers(&self) -> bool {
        self.kind >= FIRST_HANDLER_KIND
    }

    /// Returns the operation of this crate's kinds for `sys.fn_dblog`, by SQL Server's name if
    /// there is one. `None` for the records of the access methods.
    pub fn operation(&self) -> Option<&'static str> {
        Some(match self.kind {
            BEGIN => "LOP_BEGIN_XACT",
            COMMIT => "LOP_COMMIT_XACT",
            ROLLED_BACK => "LOP_ABORT_XACT",
            CHECKPOINT => "LOP_END_CKPT",
            PREPARED => "LOP_PREP_XACT",
            FORGOTTEN => "LOP_FORGET_XACT",
            FILLER => "LOP_FILLER",
            DECIDED => "LOP_DECIDED_XACT",
            INTENT => "LOP_RELEASE_INTENT",
            INTENT_WITHDRAWN => "LOP_RELEASE_WITHDRAWN",
            DROP_DONE => "LOP_RELEASE_DONE",
            _ => return None,
        })
    }

    /// Returns the time of a begin or commit record, in nanoseconds since 1970 (UTC). `None` for
    /// other kinds and for a payload that is too short.
    pub fn time_ns(&self) -> Option<i64> {
        let has_time = matches!(self.kind, BEGIN | COMMIT);
        let mut reader = Reader::new(self.payload);
        if has_time { reader.i64().ok() } else { None }
    }

    /// Decodes the payload of kinds that carry one number.
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
    /// The front of a system record of `page` (NONE: no page).
    pub(crate) fn system(page: PageId) -> Front {
        Front { txn: TxnId::NONE, link: Link::None, page }
    }

    /// The front of a transaction's record of `page` (NONE: no page).
    pub(crate) fn new(txn: TxnId, link: Link, page: PageId) -> Front {
        Front { txn, link, page }
    }

    /// Returns the maximum length of the encoded fields in bytes.
    #[inline]
    pub(crate) fn length_max(&self) -> usize {
        front_max(self.txn)
    }

    /// Encodes the front into `bytes`, which hold at least [`Front::length_max`], for a record at
    /// `lsn`. Returns the length. Links are stored as distances back from `lsn`.
    #[inline]
    pub(crate) fn encode(&self, lsn: Lsn, bytes: &mut [u8]) -> usize {
        let (mut flags, mut len) = (0, 1);
        if self.txn != TxnId::NONE {
            flags |= TXN;
            len += put_varint(&mut bytes[len..], self.txn.0);
        }
        match self.link {
            Link::Prev(prev) if !prev.is_none() => {
                flags |= PREV;
                len += put_varint(&mut bytes[len..], lsn.0 - prev.0);
            }
            Link::None | Link::Prev(_) => {}
            Link::UndoNext(next) => {
                flags |= UNDO_NEXT;
                len += put_varint(&mut bytes[len..], lsn.0 - next.0);
            }
        }
        if !self.page.is_none() {
            flags |= PAGE;
            len += put_varint(&mut bytes[len..], u64::from(self.page.page));
            if self.page.file != PageId::primary(0).file {
                flags |= FILE;
                bytes[len..len + 2].copy_from_slice(&self.page.file.0.to_le_bytes());
                len += 2;
            }
        }
        bytes[0] = flags;
        len
    }
}

/// Returns the LSN `distance` before `lsn`.
fn back(lsn: Lsn, distance: u64) -> Result<Lsn, BadBody> {
    match lsn.0.checked_sub(distance) {
        Some(link) if distance > 0 => Ok(Lsn(link)),
        _ => Err(BadBody::Link(distance)),
    }
}

/// Returns the maximum length of the front of a record of `txn`.
#[inline]
pub(crate) fn front_max(txn: TxnId) -> usize {
    1 + varint_length(txn.0) + VARINT_MAX + PAGE_MAX
}

/// Returns the maximum log space of a record of `txn` with this payload, in bytes, the log's header
/// included.
#[inline]
pub(crate) fn space_max(txn: TxnId, payload: usize) -> u32 {
    (WAL_FRAME + front_max(txn) + payload) as u32
}

/// The default excess of a compensation record's payload over the payload it undoes, in bytes.
pub const COMPENSATION_SLACK: usize = 32;

/// The length of the payload of a record that ends a transaction, in bytes.
pub(crate) const END_PAYLOAD: usize = 8;

/// The length, kind and version that the log puts before each body, in bytes.
pub(crate) const WAL_FRAME: usize = 4;
/// The maximum length of page number and file, in bytes.
const PAGE_MAX: usize = varint_length(u32::MAX as u64) + 2;

const TXN: u8 = 1;
const PREV: u8 = 2;
const UNDO_NEXT: u8 = 4;
const PAGE: u8 = 8;
const FILE: u8 = 16;
const ALL_FLAGS: u8 = TXN | PREV | UNDO_NEXT | PAGE | FILE;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LSN: Lsn = Lsn(1 << 41);

    fn body(front: &Front, lsn: Lsn, payload: &[u8]) -> Vec<u8> {
        let mut bytes = vec![0; front_max(front.txn)];
        let length = front.encode(lsn, &mut bytes);
        bytes.truncate(length);
        bytes.extend_from_slice(payload);
        bytes
    }

    fn link() -> impl Strategy<Value = Link> {
        let before = 0u64..=LSN.0 - 1;
        prop_oneof![
            Just(Link::None),
            before.clone().prop_map(|prev| Link::Prev(Lsn(prev))),
            before.prop_map(|next| Link::UndoNext(Lsn(next))),
        ]
    }

    proptest! {
        #[test]
        fn record_body_round_trips(
            txn in any::<u64>(), shift in 0u32..64, link in link(),
            page in any::<u32>(), file in 0u16..3, payload in proptest::collection::vec(any::<u8>(), 0..80),
        ) {
            let (txn, page) = (TxnId(txn >> shift), PageId { file: FileId(file), page });
            let link = if txn == TxnId::NONE { Link::None } else { link };
            let front = Front::new(txn, link, page);
            let bytes = body(&front, LSN, &payload);
            let (prev, undo_next, compensation) = match link {
                Link::None => (Lsn::NONE, Lsn::NONE, false),
                Link::Prev(prev) => (prev, Lsn::NONE, false),
                Link::UndoNext(next) => (Lsn::NONE, next, true),
            };
            let record = Record::decode(LSN, 17, &bytes).unwrap();
            let expected = Record { lsn: LSN, kind: 17, txn, prev, undo_next, page, compensation, payload: &payload };
            prop_assert_eq!(record, expected);
            for cut in 0..bytes.len() - payload.len() {
                prop_assert_eq!(Record::decode(LSN, 17, &bytes[..cut]), Err(BadBody::Truncated));
            }
            prop_assert!(bytes.len() + WAL_FRAME <= space_max(txn, payload.len()) as usize);
        }

        #[test]
        fn arbitrary_bytes_never_decode_to_forward_links(
            bytes in proptest::collection::vec(any::<u8>(), 0..60), lsn in any::<u64>(),
        ) {
            if let Ok(record) = Record::decode(Lsn(lsn), 20, &bytes) {
                prop_assert!(record.prev <= record.lsn && record.undo_next <= record.lsn);
                prop_assert!(record.lsn.is_none() || record.prev < record.lsn && record.undo_next < record.lsn);
            }
        }
    }

    #[test]
    fn longest_front_has_reserved_length() {
        let front = Front::new(TxnId(u64::MAX), Link::UndoNext(Lsn::NONE), PageId { file: FileId(7), page: u32::MAX });
        assert_eq!(body(&front, Lsn(u64::MAX), &[]).len(), front_max(TxnId(u64::MAX)));
    }

    #[test]
    fn small_insert_record_takes_22_bytes() {
        let front = Front::new(TxnId(1_000_000), Link::Prev(Lsn::new(9_000, 64)), PageId::primary(3_000));
        let slot_and_row = [0; 2 + 9];
        assert_eq!(WAL_FRAME + body(&front, Lsn::new(9_000, 64 + 22), &slot_and_row).len(), 22);
    }

    #[test]
    fn contradicting_flags_are_refused() {
        for flags in [PREV, UNDO_NEXT, TXN | PREV | UNDO_NEXT, FILE, TXN | FILE, 32] {
            let bytes = [&[flags][..], &[1; 40]].concat();
            assert_eq!(Record::decode(LSN, 17, &bytes), Err(BadBody::Flags(flags)));
        }
    }

    #[test]
    fn link_to_itself_or_before_log_is_refused() {
        assert_eq!(Record::decode(Lsn(9), 17, &[TXN | PREV, 1, 0]), Err(BadBody::Link(0)));
        assert_eq!(Record::decode(Lsn(9), 17, &[TXN | UNDO_NEXT, 1, 10]), Err(BadBody::Link(10)));
        assert_eq!(Record::decode(Lsn(9), 17, &[TXN | UNDO_NEXT, 1, 9]).unwrap().undo_next, Lsn::NONE);
    }
}
