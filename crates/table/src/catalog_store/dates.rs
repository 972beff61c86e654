//! Creation and modification dates of objects in sysdates: 16 bytes for each object. Object 0 is
//! the database. Both functions scan or change the tree; nothing is cached.

use super::stored::{DATES, StoredCatalog, damaged, object_key, object_of};
use sluice_access::{BTree, boot};
use sluice_base::ids::ObjectId;
use sluice_catalog::Dates;
use sluice_txn::{Storage, StorageError, Transaction};
use std::ops::Bound;

impl StoredCatalog<'_> {
    /// Reads all dates. Fails with `Damaged` if a key or a row can't be read.
    pub(super) fn load_dates(&self) -> Result<Vec<(ObjectId, Dates)>, StorageError> {
        let mut dates = Vec::new();
        let mut scan = self.dates.scan(self.storage, Bound::Unbounded, Bound::Unbounded)?;
        while let Some((key, row)) = scan.next()? {
            let found = object_of(key).zip(decode(row));
            dates
                .push(found.ok_or_else(|| damaged(self.storage, self.dates.root, "a row of sysdates cannot be read"))?);
        }
        Ok(dates)
    }
}

/// Writes the dates of objects; `None` deletes them. An object's old entry is deleted first, so it
/// may exist or not. The caller commits.
pub fn write_dates(
    storage: &Storage,
    transaction: &mut Transaction,
    changes: &[(ObjectId, Option<Dates>)],
) -> Result<(), StorageError> {
    if changes.is_empty() {
        return Ok(());
    }
    let (slot, object) = DATES;
    let tree = BTree { root: boot::get(storage, slot)?, object };
    for (id, dates) in changes {
        let key = object_key(*id);
        tree.delete(storage, transaction, &key)?;
        if let Some(dates) = dates {
            tree.insert(storage, transaction, &key, &encode(*dates))?;
        }
    }
    Ok(())
}

fn encode(dates: Dates) -> [u8; ROW] {
    let mut row = [0; ROW];
    row[..8].copy_from_slice(&dates.created_ns.to_le_bytes());
    row[8..].copy_from_slice(&dates.modified_ns.to_le_bytes());
    row
}

fn decode(row: &[u8]) -> Option<Dates> {
    let (created, modified) = row.split_first_chunk()?;
    let (created_ns, modified_ns) = (i64::from_le_bytes(*created), i64::from_le_bytes(modified.try_into().ok()?));
    Some(Dates { created_ns, modified_ns })
}

const ROW: usize = 16;
