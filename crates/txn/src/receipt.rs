//! Receipts of commits, and what became of the commits they name.
//!
//! A receipt names a commit record: the database, the epoch of its log and the LSN. No two records
//! of a database have the same epoch and LSN. An LSN alone would not do: a crash may lose the end
//! of the log, and the next epoch uses those LSNs again.
//!
//! # Rule
//! A record of an earlier epoch survived if it lies below the first LSN of the next epoch. The pair
//! pages list the epochs (`sluice_buffer::pair`), each before its first commit. If an epoch or its
//! successor isn't listed any more, the fate is unknown, and never guessed.

use crate::storage::Storage;
use sluice_base::ids::{DatabaseGuid, Lsn};

/// The name of a commit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CommitReceipt {
    /// The database that was changed.
    pub database: DatabaseGuid,
    /// The epoch of its log.
    pub epoch: u32,
    /// The LSN of the commit record.
    pub lsn: Lsn,
}

/// The fate of a commit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommitFate {
    /// The commit is durable.
    Survived,
    /// The commit is acknowledged, and a crash now would lose it.
    NotDurable,
    /// A crash has lost the commit.
    Lost,
    /// The commit was durable, and a revert of the database has abandoned it.
    Reverted,
}

impl CommitReceipt {
    /// The length of a receipt as bytes.
    pub const BYTES: usize = 20;

    /// Returns the receipt as bytes, each number with its highest byte first.
    pub fn to_bytes(self) -> [u8; CommitReceipt::BYTES] {
        let mut bytes = [0; CommitReceipt::BYTES];
        bytes[..8].copy_from_slice(&self.database.0.to_be_bytes());
        bytes[8..12].copy_from_slice(&self.epoch.to_be_bytes());
        bytes[12..].copy_from_slice(&self.lsn.0.to_be_bytes());
        bytes
    }

    /// Returns the receipt with these bytes. `None` if they are no receipt.
    pub fn from_bytes(bytes: &[u8]) -> Option<CommitReceipt> {
        let bytes: &[u8; CommitReceipt::BYTES] = bytes.try_into().ok()?;
        let (database, rest) = bytes.split_first_chunk::<8>()?;
        let (epoch, rest) = rest.split_first_chunk::<4>()?;
        let (lsn, _) = rest.split_first_chunk::<8>()?;
        let database = DatabaseGuid(u64::from_be_bytes(*database));
        Some(CommitReceipt { database, epoch: u32::from_be_bytes(*epoch), lsn: Lsn(u64::from_be_bytes(*lsn)) })
    }
}

impl Storage {
    /// Returns the receipt of a commit of this opening. `None` for a commit that logged nothing.
    #[inline]
    pub fn receipt(&self, lsn: Lsn) -> Option<CommitReceipt> {
        (!lsn.is_none()).then(|| CommitReceipt { database: self.guid(), epoch: self.log.epoch(), lsn })
    }

    /// Returns what became of the commit record with this epoch and LSN in this log, apart from
    /// reverts. The record isn't read: every LSN of an epoch counts as that of a commit. `None` if
    /// the epoch isn't listed any more, if the LSN lies outside the epoch, and in a temporary or
    /// unrecovered database.
    pub fn fate_in_log(&self, epoch: u32, lsn: Lsn) -> Option<CommitFate> {
        if self.is_temporary() || self.is_unrecovered() || lsn.is_none() {
            return None;
        }
        let current = self.log.epoch();
        match epoch == current {
            true if lsn < self.log.epoch_first() => None,
            true if lsn < self.log.durable() => Some(CommitFate::Survived),
            true => (lsn < self.log.tail_in_order()).then_some(CommitFate::NotDurable),
            false => {
                let (first, end) = self.pool.log_epoch(self.id, epoch)?;
                if lsn < first {
                    return None;
                }
                Some(if lsn < end { CommitFate::Survived } else { CommitFate::Lost })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn receipt_round_trips_as_bytes_and_others_are_none() {
        let receipt = CommitReceipt { database: DatabaseGuid(7 << 40), epoch: 3, lsn: Lsn(1 << 50) };
        let bytes = receipt.to_bytes();
        assert_eq!(CommitReceipt::from_bytes(&bytes), Some(receipt));
        assert_eq!(CommitReceipt::from_bytes(&bytes[1..]), None);
        assert_eq!(CommitReceipt::from_bytes(&[0; 21]), None);
    }
}
