//! Analysis: finds the transactions active at the crash, and the releases still to be done.
//!
//! The checkpoint's entries are as of some moment after its begin, and the records from its begin
//! on are applied to them. So every step gives the same result whether or not an entry already
//! included the record.

use crate::checkpoint_record::{CheckpointData, Entry, Piece};
use crate::decisions::Participant;
use crate::error::StorageError;
use crate::record::{self, BadBody, Record};
use crate::table::{Active, Intent, Phase, Preparation};
use sluice_base::codec::{Reader, Truncated};
use sluice_base::ids::{DatabaseGuid, FileId, Lsn, TxnId};
use sluice_wal::LogFile;
use std::collections::BTreeMap;
use std::path::Path;

/// The result of analysis.
#[derive(Debug)]
pub(crate) struct Analysis {
    /// Transactions without an end, by id. The coordinator decides the end of prepared ones.
    pub(crate) losers: BTreeMap<TxnId, Active>,
    /// Intents of committed transactions without a drop-done record, by LSN.
    pub(crate) releases: BTreeMap<Lsn, Intent>,
    /// For a coordinator, the decisions not forgotten, by LSN.
    pub(crate) decisions: BTreeMap<Lsn, Vec<Participant>>,
    /// The id for the next transaction.
    pub(crate) next_txn: TxnId,
    /// The LSN where redo starts.
    pub(crate) redo_from: Lsn,
    /// For each data file, the LSN as of which the newest page copies known to the checkpoint were
    /// made.
    pub(crate) copies: Vec<(FileId, Lsn)>,
    /// The checkpoint's begin: earlier records are for redo alone.
    pub(crate) begin: Lsn,
    /// The number of records read from the checkpoint's begin on.
    pub(crate) records: u64,
    /// The last transaction read, which is not in `losers` meanwhile: its next record usually
    /// follows.
    recent: Active,
}

/// Decodes a record of the log file at `path`.
#[inline]
pub(crate) fn decode<'a>(path: &Path, lsn: Lsn, kind: u8, body: &'a [u8]) -> Result<Record<'a>, StorageError> {
    Record::decode(lsn, kind, body).map_err(|bad| undecoded(path, lsn, bad))
}

#[cold]
fn undecoded(path: &Path, lsn: Lsn, bad: BadBody) -> StorageError {
    StorageError::damaged_record(path, lsn, format!("{bad:?}"))
}

/// Reads the last checkpoint, with all its parts. A log without one gives an empty checkpoint.
/// Fails with `Damaged` if the head or a part isn't where it must be.
pub(crate) fn read_checkpoint(log: &LogFile, path: &Path) -> Result<CheckpointData, StorageError> {
    let head = log.checkpoint();
    if head.is_none() {
        return Ok(CheckpointData::none());
    }
    let damaged =
        |lsn: Lsn| StorageError::damaged_record(path, lsn, "it is not the expected checkpoint record".to_owned());
    let (mut data, parts) = {
        let mut scan = log.scan(head)?;
        let raw = scan.next()?.filter(|raw| raw.lsn == head).ok_or_else(|| damaged(head))?;
        let record = decode(path, raw.lsn, raw.kind, raw.body)?;
        match Piece::decode(record.payload) {
            Ok(Piece::Head(data, parts)) if record.kind == record::CHECKPOINT => (data, parts),
            _ => return Err(damaged(head)),
        }
    };
    let mut found = 0;
    let mut scan = log.scan(data.begin)?;
    while found < parts {
        let raw = scan.next()?.filter(|raw| raw.lsn < head).ok_or_else(|| damaged(head))?;
        if raw.kind != record::CHECKPOINT {
            continue;
        }
        let record = decode(path, raw.lsn, raw.kind, raw.body)?;
        match Piece::decode(record.payload).map_err(|_| damaged(record.lsn))? {
            Piece::Part(begin, entries) if begin == data.begin => {
                data.entries.extend(entries);
                found += 1;
            }
            _ => {}
        }
    }
    Ok(data)
}

impl Analysis {
    /// Starts from the state of the checkpoint. Transactions that had committed by then are taken
    /// out, and their intents become releases.
    pub(crate) fn from_checkpoint(data: CheckpointData) -> Analysis {
        let mut analysis = Analysis {
            losers: BTreeMap::new(),
            releases: BTreeMap::new(),
            decisions: BTreeMap::new(),
            next_txn: data.next_txn,
            redo_from: data.min_rec.min(data.begin),
            copies: Vec::new(),
            begin: data.begin,
            records: 0,
            recent: Active::without_records(TxnId::NONE),
        };
        // Transactions are added before their intents, whatever the order of the parts.
        for entry in &data.entries {
            if let Entry::Active { id, first, last, phase } = *entry {
                let active = Active { first, last, phase, ..Active::without_records(id) };
                analysis.losers.insert(id, active);
            }
        }
        for entry in data.entries {
            match entry {
                Entry::Active { .. } | Entry::Time(_) => {}
                Entry::Intent { txn, intent } => analysis.active(txn).intents.push(intent),
                Entry::Pending(intent) => analysis.release(intent),
                Entry::Copies(file, as_of) => analysis.copies.push((file, as_of)),
                Entry::Decision(lsn, who) => analysis.decisions.entry(lsn).or_default().push(who),
            }
        }
        analysis.finish();
        analysis.losers.values_mut().for_each(|active| active.intents.sort_unstable_by_key(|intent| intent.lsn));
        let committed: Vec<TxnId> =
            analysis.losers.values().filter(|txn| txn.phase == Phase::Committed).map(|txn| txn.id).collect();
        committed.into_iter().for_each(|txn| analysis.commit(txn));
        analysis
    }

    /// Applies the next record. Updates losers, releases, decisions and the next transaction id.
    /// The log must be read from the checkpoint's begin on, in order. Fails with a reason if the
    /// record can't be decoded.
    pub(crate) fn read(&mut self, record: &Record<'_>) -> Result<(), String> {
        self.records += 1;
        match record.kind {
            record::COMMIT => self.commit(record.txn),
            record::ROLLED_BACK => drop(self.take(record.txn)),
            record::DROP_DONE => {
                let intent = Lsn(record.number().map_err(|bad| format!("{bad:?}"))?);
                self.releases.remove(&intent);
            }
            record::DECIDED => {
                let parts = participants(record).map_err(|Truncated| "it ends too early".to_owned())?;
                self.decisions.insert(record.lsn, parts);
            }
            record::FORGOTTEN => {
                let decision = Lsn(record.number().map_err(|bad| format!("{bad:?}"))?);
                self.decisions.remove(&decision);
            }
            record::CHECKPOINT => {}
            _ if record.is_system() => {}
            _ => self.change(record)?,
        }
        self.next_txn = self.next_txn.max(TxnId(record.txn.0.saturating_add(1)));
        Ok(())
    }

    /// Returns the first record of the transactions that have not ended so far, or `None` if all
    /// have.
    pub(crate) fn oldest(&self) -> Option<Lsn> {
        let recent = Some(&self.recent).filter(|recent| recent.id != TxnId::NONE);
        self.losers.values().chain(recent).map(|active| active.first).min()
    }

    /// Applies a record of a transaction without an end so far.
    fn change(&mut self, record: &Record<'_>) -> Result<(), String> {
        let active = self.active(record.txn);
        if active.first.is_none() {
            active.first = record.lsn;
        }
        active.last = active.last.max(record.lsn);
        if record.compensation {
            // The rollback had begun, so the outcome is not in doubt.
            active.phase = Phase::Active;
        }
        match record.kind {
            record::PREPARED => {
                let preparation = preparation(record).map_err(|Truncated| "it ends too early".to_owned())?;
                active.phase = Phase::Prepared(preparation);
            }
            // Intents are in the order of their LSNs. Intents of the checkpoint may be read again.
            record::INTENT if active.intents.last().is_none_or(|known| known.lsn < record.lsn) => {
                active.intents.push(Intent { lsn: record.lsn, bytes: record.payload.into() });
            }
            record::INTENT_WITHDRAWN => {
                let intent = Lsn(record.number().map_err(|bad| format!("{bad:?}"))?);
                if let Ok(place) = active.intents.binary_search_by_key(&intent, |known| known.lsn) {
                    active.intents.remove(place);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn commit(&mut self, txn: TxnId) {
        let ended = self.take(txn);
        ended.into_iter().flat_map(|active| active.intents).for_each(|intent| self.release(intent));
    }

    fn release(&mut self, intent: Intent) {
        self.releases.insert(intent.lsn, intent);
    }

    /// Returns the transaction's entry, creating it if needed.
    fn active(&mut self, id: TxnId) -> &mut Active {
        if self.recent.id != id {
            let next = self.losers.remove(&id).unwrap_or_else(|| Active::without_records(id));
            let before = std::mem::replace(&mut self.recent, next);
            self.keep(before);
        }
        &mut self.recent
    }

    /// Removes and returns the transaction's entry.
    fn take(&mut self, id: TxnId) -> Option<Active> {
        if self.recent.id == id {
            return Some(std::mem::replace(&mut self.recent, Active::without_records(TxnId::NONE)));
        }
        self.losers.remove(&id)
    }

    fn keep(&mut self, active: Active) {
        if active.id != TxnId::NONE {
            self.losers.insert(active.id, active);
        }
    }

    /// Ends the reading of the log: afterwards all transactions without an end are in `losers`.
    pub(crate) fn finish(&mut self) {
        let last = std::mem::replace(&mut self.recent, Active::without_records(TxnId::NONE));
        self.keep(last);
    }
}

fn preparation(record: &Record<'_>) -> Result<Preparation, Truncated> {
    let mut reader = Reader::new(record.payload);
    Ok(Preparation { coordinator: DatabaseGuid(reader.u64()?), epoch: reader.u32()?, known: Lsn(reader.u64()?) })
}

fn participants(record: &Record<'_>) -> Result<Vec<Participant>, Truncated> {
    let mut reader = Reader::new(record.payload);
    let mut parts = Vec::new();
    while !reader.is_empty() {
        parts.push(Participant { database: DatabaseGuid(reader.u64()?), txn: TxnId(reader.u64()?) });
    }
    Ok(parts)
}
