//! New logs behind others: the conversion of a database's log from format 5, and the log of a
//! clone. Each begins with the checkpoint of the log before.
//!
//! Only a log that was closed properly is converted. Its pages are all in the data file then, and
//! no transaction is open. Some entries of its last checkpoint go into the checkpoint of the new
//! log: the next transaction's id, releases to be done, and decisions that participants may need.
//! Copies in the double-write area are not carried over.

use crate::checkpoint_record::{CheckpointData, Entry};
use crate::error::StorageError;
use crate::record::{self, Front};
use crate::recovery::analysis;
use sluice_base::ids::{DatabaseGuid, Lsn, PageId, TxnId};
use sluice_buffer::pair::{Generation, Pair};
use sluice_wal::{Harden, Log, LogEnvironment, LogFile, LogOptions, Space};
use std::path::Path;

/// Converts the log of database `guid` at `from` to a new log at `to`, as of `at_ns`. Returns the
/// state of the new log that the data file must name. Fails with [`StorageError::NotOpen`] if the
/// log was not closed properly. `from` is not changed, and the caller makes the entry of `to`
/// durable. Reads the old log only for its last checkpoint. `to` must not exist.
pub fn convert_log(
    env: &LogEnvironment,
    (from, to): (&Path, &Path),
    guid: DatabaseGuid,
    options: &LogOptions,
    at_ns: i64,
) -> Result<Pair, StorageError> {
    let earlier = LogFile::open_earlier(env, from, guid, options)?;
    let checkpoint = analysis::read_checkpoint(&earlier, from)?;
    let is_open = |entry: &Entry| matches!(entry, Entry::Active { .. } | Entry::Intent { .. });
    if !earlier.was_clean() || checkpoint.entries.iter().any(is_open) {
        return Err(StorageError::NotOpen(format!(
            "the log '{}' has format 5 and was not closed properly. Nothing was changed; open the database with the \
             version of Sluice that last used it, shut that down, and try again",
            from.display()
        )));
    }
    earlier.create_behind(to)?;
    begin_with(env, to, guid, options, (checkpoint, at_ns))
}

/// Makes the log of a clone at `to`, behind the log at `from`, as of `at_ns`. Each log is given
/// with its database. Returns the state of the new log that the data files must name. Fails with
/// [`StorageError::NotOpen`] if the log was not closed properly. `from` is not changed, and the
/// caller makes the entry of `to` durable. `to` must not exist.
pub fn branch_log(
    env: &LogEnvironment,
    (from, source): (&Path, DatabaseGuid),
    (to, clone): (&Path, DatabaseGuid),
    options: &LogOptions,
    at_ns: i64,
) -> Result<Pair, StorageError> {
    let log = LogFile::open(env, from, source, options)?;
    let checkpoint = analysis::read_checkpoint(&log, from)?;
    let is_open = |entry: &Entry| matches!(entry, Entry::Active { .. } | Entry::Intent { .. });
    if !log.was_clean() || checkpoint.entries.iter().any(is_open) {
        return Err(StorageError::NotOpen(format!("the log '{}' was not closed properly", from.display())));
    }
    log.create_branch(to, clone)?;
    begin_with(env, to, clone, options, (checkpoint, at_ns))
}

/// Starts a new log with a checkpoint, and closes it. Returns the state that the data files must
/// name. The checkpoint has what lasts of the log before.
fn begin_with(
    env: &LogEnvironment,
    path: &Path,
    guid: DatabaseGuid,
    options: &LogOptions,
    (before, at_ns): (CheckpointData, i64),
) -> Result<Pair, StorageError> {
    let file = LogFile::open(env, path, guid, options)?;
    let mut scan = file.scan(Lsn::NONE)?;
    while scan.next()?.is_some() {}
    let end = scan.end();
    let log = file.start(end)?;
    let begin = log.tail();
    let mut entries = before.entries;
    entries.retain(|entry| matches!(entry, Entry::Pending(_) | Entry::Decision(..)));
    entries.push(Entry::Time(at_ns));
    let head = append(&log, &CheckpointData { begin, min_rec: begin, next_txn: before.next_txn, entries })?;
    log.harden(head, Harden::Checkpoint)?;
    let end = log.durable();
    log.close(head, begin)?;
    let current = Generation { checkpoint: head, at_ns };
    Ok(Pair { current, previous: current, epoch: log.epoch(), end })
}

/// Appends the records of a checkpoint. Returns the LSN of the last.
fn append(log: &Log, checkpoint: &CheckpointData) -> Result<Lsn, StorageError> {
    let front = Front::system(PageId::NONE);
    let mut head = Lsn::NONE;
    for payload in checkpoint.encode() {
        let length = record::front_max(TxnId::NONE) + payload.len();
        head = log.append_with(record::CHECKPOINT, length, Space::Reserved(0), |lsn, body| {
            let used = front.encode(lsn, body);
            body[used..used + payload.len()].copy_from_slice(&payload);
            used + payload.len()
        })?;
    }
    Ok(head)
}
