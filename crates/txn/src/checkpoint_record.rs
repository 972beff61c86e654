//! The encoding of checkpoint records.
//!
//! ```text
//! head  := 1 u8, begin u64, min_rec u64, next_txn u64, parts u32, entry*
//! part  := 2 u8, begin u64 (the head's), entry*
//! entry := 1 u8, txn u64, first u64, last u64, phase u8    a transaction in the table;
//!                                                          phase 0: active, 1: committed,
//!                                                          2: prepared, then coordinator u64,
//!                                                          epoch u32, known u64
//!        | 2 u8, txn u64, lsn u64, length u16, bytes       an intent of a transaction in the table
//!        | 3 u8, lsn u64, length u16, bytes                an intent of a committed transaction,
//!                                                          not known to be done
//!        | 4 u8, lsn u64, database u64, txn u64            a decision and a participant that may
//!                                                          still ask for it
//!        | 5 u8, lsn u64                                   the LSN as of which the newest page
//!                                                          copies were made
//!        | 7 u8, file u16, lsn u64                         entry 5 for a data file other than the
//!                                                          primary one
//!        | 6 u8, time i64                                  the checkpoint's time, in nanoseconds
//!                                                          since 1970; missing: 0
//! ```
//! Entries that do not fit in the head precede it, in `parts` part records, all of them after
//! `begin`.

use crate::decisions::Participant;
use crate::table::{Active, Intent, Phase, Preparation};
use sluice_base::codec::{Reader, Truncated};
use sluice_base::ids::{DatabaseGuid, FileId, Lsn, TxnId};
use sluice_base::sync::Arc;

/// The starting point of recovery.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CheckpointData {
    /// Analysis starts here: the entries are as of this moment or later.
    pub(crate) begin: Lsn,
    /// The oldest record that a page on disk may lack; not after `begin`.
    pub(crate) min_rec: Lsn,
    /// Transactions that began before `begin` have smaller ids.
    pub(crate) next_txn: TxnId,
    /// The transactions in the table, the pending releases and the decisions.
    pub(crate) entries: Vec<Entry>,
}

/// One item of a checkpoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Entry {
    /// A transaction in the table.
    Active { id: TxnId, first: Lsn, last: Lsn, phase: Phase },
    /// A release of its commit.
    Intent { txn: TxnId, intent: Intent },
    /// A release of a committed transaction, not known to be done.
    Pending(Intent),
    /// The decision that a transaction across databases is committed, and a participant that may
    /// still ask for it.
    Decision(Lsn, Participant),
    /// The LSN as of which the newest batch of pages went through a file's double-write area.
    Copies(FileId, Lsn),
    /// The time of the checkpoint, by which the data file knows it (`sluice_buffer::pair`).
    Time(i64),
}

/// A decoded checkpoint record: a head, or a part.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Piece {
    /// The head, and the number of its parts.
    Head(CheckpointData, u32),
    /// More entries for the head with this `begin`.
    Part(Lsn, Vec<Entry>),
}

impl CheckpointData {
    /// The checkpoint of a log without one: the log is read from its first record on.
    pub(crate) fn none() -> CheckpointData {
        CheckpointData { begin: Lsn::NONE, min_rec: Lsn::NONE, next_txn: TxnId(1), entries: Vec::new() }
    }

    /// Returns the checkpoint's time; 0 if the record has none.
    pub(crate) fn at_ns(&self) -> i64 {
        let time = |entry: &Entry| if let Entry::Time(at_ns) = entry { Some(*at_ns) } else { None };
        self.entries.iter().find_map(time).unwrap_or(0)
    }

    /// Returns the payloads of its records in append order; the last payload is the head's. Each
    /// payload is small enough for one record. Parts hold entries that don't fit into the head.
    pub(crate) fn encode(&self) -> Vec<Vec<u8>> {
        let mut parts = Vec::new();
        let mut bytes = Vec::new();
        for entry in &self.entries {
            if bytes.len() + entry.encoded_len() > ENTRIES_MAX {
                let front = [&[PART][..], &self.begin.0.to_le_bytes()].concat();
                parts.push([front, std::mem::take(&mut bytes)].concat());
            }
            entry.encode(&mut bytes);
        }
        let mut head = vec![HEAD];
        for number in [self.begin.0, self.min_rec.0, self.next_txn.0] {
            head.extend_from_slice(&number.to_le_bytes());
        }
        head.extend_from_slice(&(parts.len() as u32).to_le_bytes());
        head.extend_from_slice(&bytes);
        parts.push(head);
        parts
    }
}

impl Piece {
    /// Decodes the payload of one checkpoint record: a head with the number of its parts, or a part
    /// with the begin of its checkpoint. Fails on an unknown tag or a short payload.
    pub(crate) fn decode(payload: &[u8]) -> Result<Piece, Truncated> {
        let mut reader = Reader::new(payload);
        match reader.u8()? {
            HEAD => {
                let (begin, min_rec) = (Lsn(reader.u64()?), Lsn(reader.u64()?));
                let next_txn = TxnId(reader.u64()?);
                let parts = reader.u32()?;
                let entries = Entry::decode_all(reader)?;
                Ok(Piece::Head(CheckpointData { begin, min_rec, next_txn, entries }, parts))
            }
            PART => Ok(Piece::Part(Lsn(reader.u64()?), Entry::decode_all(reader)?)),
            _ => Err(Truncated),
        }
    }
}

impl Entry {
    /// Returns the entries for a transaction in the table: the transaction, then its intents.
    pub(crate) fn of_active(active: Active) -> impl Iterator<Item = Entry> {
        let Active { id, first, last, phase, intents, .. } = active;
        let intents = intents.into_iter().map(move |intent| Entry::Intent { txn: id, intent });
        std::iter::once(Entry::Active { id, first, last, phase }).chain(intents)
    }

    fn encoded_len(&self) -> usize {
        match self {
            Entry::Active { .. } => 1 + 8 + 8 + 8 + 1 + 8 + 4 + 8,
            Entry::Intent { intent, .. } => 1 + 8 + 8 + 2 + intent.bytes.len(),
            Entry::Pending(intent) => 1 + 8 + 2 + intent.bytes.len(),
            Entry::Decision(..) => 1 + 8 + 8 + 8,
            Entry::Copies(FileId::PRIMARY, _) | Entry::Time(_) => 1 + 8,
            Entry::Copies(..) => 1 + 2 + 8,
        }
    }

    fn encode(&self, out: &mut Vec<u8>) {
        match self {
            Entry::Active { id, first, last, phase } => {
                out.push(ACTIVE);
                put(out, [id.0, first.0, last.0]);
                match phase {
                    Phase::Committed => out.push(COMMITTED),
                    Phase::Prepared(preparation) => {
                        out.push(PREPARED);
                        put(out, [preparation.coordinator.0]);
                        out.extend_from_slice(&preparation.epoch.to_le_bytes());
                        put(out, [preparation.known.0]);
                    }
                    Phase::Active | Phase::RolledBack => out.push(0),
                }
            }
            Entry::Intent { txn, intent } => {
                out.push(INTENT);
                out.extend_from_slice(&txn.0.to_le_bytes());
                encode_intent(intent, out);
            }
            Entry::Pending(intent) => {
                out.push(PENDING);
                encode_intent(intent, out);
            }
            Entry::Decision(lsn, participant) => {
                out.push(DECISION);
                put(out, [lsn.0, participant.database.0, participant.txn.0]);
            }
            Entry::Copies(file, as_of) => {
                match *file {
                    FileId::PRIMARY => out.push(COPIES),
                    FileId(file) => {
                        out.push(COPIES_OF_FILE);
                        out.extend_from_slice(&file.to_le_bytes());
                    }
                }
                out.extend_from_slice(&as_of.0.to_le_bytes());
            }
            Entry::Time(at_ns) => {
                out.push(TIME);
                out.extend_from_slice(&at_ns.to_le_bytes());
            }
        }
    }

    fn decode_all(mut reader: Reader<'_>) -> Result<Vec<Entry>, Truncated> {
        let mut entries = Vec::new();
        while !reader.is_empty() {
            entries.push(match reader.u8()? {
                ACTIVE => Entry::Active {
                    id: TxnId(reader.u64()?),
                    first: Lsn(reader.u64()?),
                    last: Lsn(reader.u64()?),
                    phase: match reader.u8()? {
                        0 => Phase::Active,
                        COMMITTED => Phase::Committed,
                        PREPARED => Phase::Prepared(Preparation {
                            coordinator: DatabaseGuid(reader.u64()?),
                            epoch: reader.u32()?,
                            known: Lsn(reader.u64()?),
                        }),
                        _ => return Err(Truncated),
                    },
                },
                INTENT => Entry::Intent { txn: TxnId(reader.u64()?), intent: decode_intent(&mut reader)? },
                PENDING => Entry::Pending(decode_intent(&mut reader)?),
                DECISION => {
                    let lsn = Lsn(reader.u64()?);
                    let database = DatabaseGuid(reader.u64()?);
                    Entry::Decision(lsn, Participant { database, txn: TxnId(reader.u64()?) })
                }
                COPIES => Entry::Copies(FileId::PRIMARY, Lsn(reader.u64()?)),
                COPIES_OF_FILE => Entry::Copies(FileId(reader.u16()?), Lsn(reader.u64()?)),
                TIME => Entry::Time(reader.u64()? as i64),
                _ => return Err(Truncated),
            });
        }
        Ok(entries)
    }
}

fn put<const N: usize>(out: &mut Vec<u8>, numbers: [u64; N]) {
    numbers.iter().for_each(|number| out.extend_from_slice(&number.to_le_bytes()));
}

fn encode_intent(intent: &Intent, out: &mut Vec<u8>) {
    out.extend_from_slice(&intent.lsn.0.to_le_bytes());
    out.extend_from_slice(&(intent.bytes.len() as u16).to_le_bytes());
    out.extend_from_slice(&intent.bytes);
}

fn decode_intent(reader: &mut Reader<'_>) -> Result<Intent, Truncated> {
    let lsn = Lsn(reader.u64()?);
    let length = reader.u16()?;
    Ok(Intent { lsn, bytes: Arc::from(reader.bytes(usize::from(length))?) })
}

/// The maximum length of an intent in bytes, so that a part holds several.
pub(crate) const INTENT_MAX: usize = 4096;
/// The maximum length of the entries in a record, in bytes. The record fits into the log's margin
/// when the log is full.
const ENTRIES_MAX: usize = 12 * 1024;

const _: () = assert!(INTENT_MAX + 64 < ENTRIES_MAX && ENTRIES_MAX + 64 < sluice_wal::RESERVED_RECORD_MAX);

const HEAD: u8 = 1;
const PART: u8 = 2;
const ACTIVE: u8 = 1;
const INTENT: u8 = 2;
const PENDING: u8 = 3;
const DECISION: u8 = 4;
const COMMITTED: u8 = 1;
const PREPARED: u8 = 2;
const COPIES: u8 = 5;
const TIME: u8 = 6;
const COPIES_OF_FILE: u8 = 7;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn intents() -> impl Strategy<Value = Intent> {
        let bytes = proptest::collection::vec(any::<u8>(), 0..INTENT_MAX);
        (any::<u64>(), bytes).prop_map(|(lsn, bytes)| Intent { lsn: Lsn(lsn), bytes: Arc::from(bytes) })
    }

    fn phases() -> impl Strategy<Value = Phase> {
        let prepared = |(coordinator, epoch, known)| {
            Phase::Prepared(Preparation { coordinator: DatabaseGuid(coordinator), epoch, known: Lsn(known) })
        };
        prop_oneof![Just(Phase::Active), Just(Phase::Committed), any::<(u64, u32, u64)>().prop_map(prepared)]
    }

    fn entries() -> impl Strategy<Value = Entry> {
        prop_oneof![
            (any::<[u64; 3]>(), phases()).prop_map(|([id, first, last], phase)| Entry::Active {
                id: TxnId(id),
                first: Lsn(first),
                last: Lsn(last),
                phase,
            }),
            any::<[u64; 3]>().prop_map(|[lsn, database, txn]| {
                Entry::Decision(Lsn(lsn), Participant { database: DatabaseGuid(database), txn: TxnId(txn) })
            }),
            (any::<u64>(), intents()).prop_map(|(txn, intent)| Entry::Intent { txn: TxnId(txn), intent }),
            intents().prop_map(Entry::Pending),
            (any::<u16>(), any::<u64>()).prop_map(|(file, as_of)| Entry::Copies(FileId(file), Lsn(as_of))),
            any::<i64>().prop_map(Entry::Time),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn checkpoint_round_trips_in_any_number_of_parts(
            numbers in any::<[u64; 3]>(), entries in proptest::collection::vec(entries(), 0..60),
        ) {
            let [begin, min_rec, next] = numbers;
            let data = CheckpointData { begin: Lsn(begin), min_rec: Lsn(min_rec), next_txn: TxnId(next), entries };
            let pieces = data.encode();
            let mut read = Vec::new();
            for (index, payload) in pieces.iter().enumerate() {
                prop_assert!(payload.len() <= ENTRIES_MAX + 64);
                match Piece::decode(payload).unwrap() {
                    Piece::Part(tag, entries) => {
                        prop_assert_eq!(tag, data.begin);
                        read.extend(entries);
                    }
                    Piece::Head(head, parts) => {
                        prop_assert_eq!((index, parts as usize), (pieces.len() - 1, index));
                        read.extend(head.entries.iter().cloned());
                        prop_assert_eq!(CheckpointData { entries: read.clone(), ..head }, data.clone());
                    }
                }
            }
        }
    }
}
