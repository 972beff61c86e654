//! Statistics of tables in sysstats. They are loaded for all tables at once and written with their
//! table, or alone after an update of statistics.

use super::statistics_row::{self, StatisticsRow};
use super::stored::{OBJECT_KEY, StoredCatalog, column_key, damaged, object_of, unreadable};
use sluice_base::hash::HashMap;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::{Column, DefinitionBinder, Statistics, Table};
use sluice_txn::{StorageError, Transaction};
use std::ops::Bound;

/// A table's entries in the order of their keys: statistics id and row.
pub(super) type Entries = Vec<(u16, Vec<u8>)>;

impl StoredCatalog<'_> {
    /// Reads the undecoded rows of all statistics, by table and in the order of their keys. The
    /// first row of statistics is followed by the rows of its steps under the same id.
    pub(super) fn read_statistics(&self) -> Result<HashMap<ObjectId, Entries>, StorageError> {
        let mut tables: HashMap<ObjectId, Entries> = HashMap::default();
        let mut scan = self.statistics.scan(self.storage, Bound::Unbounded, Bound::Unbounded)?;
        while let Some((key, row)) = scan.next()? {
            let table = key.get(..OBJECT_KEY).and_then(object_of);
            let id = key.get(OBJECT_KEY..OBJECT_KEY + 2).and_then(|id| id.try_into().ok()).map(u16::from_be_bytes);
            let (Some(table), Some(id)) = (table, id) else { return Err(self.broken()) };
            tables.entry(table).or_default().push((id, row.to_vec()));
        }
        Ok(tables)
    }

    /// Decodes the rows of the statistics of one table, whose name and columns are `table`. The
    /// columns determine the types of histogram values. Fails with `Damaged` if a row or a step is
    /// missing or can't be read.
    pub(super) fn decode_statistics(
        &self,
        table: (&str, &[Column]),
        entries: Entries,
        binder: &dyn DefinitionBinder,
    ) -> Result<Vec<Arc<Statistics>>, StorageError> {
        let mut found = Vec::new();
        let mut entries = entries.into_iter();
        while let Some((id, row)) = entries.next() {
            let unreadable =
                || unreadable(self.storage, ("sysstats", self.statistics.root), (&statistics_row::layout(), &row));
            let row = StatisticsRow::decode(&row).ok_or_else(unreadable)?;
            let following: Vec<Vec<u8>> = entries.by_ref().take(row.following).map(|(_, step)| step).collect();
            let name = row.name().to_owned();
            let bind = |definition: &str| binder.filter(&name, table, definition).ok();
            let statistics = row.with_following(id, table.1, &following, bind).ok_or_else(|| self.broken())?;
            found.push(Arc::new(statistics));
        }
        Ok(found)
    }

    /// Writes all statistics of a table.
    pub(super) fn insert_statistics(&self, transaction: &mut Transaction, table: &Table) -> Result<(), StorageError> {
        table.statistics.iter().try_for_each(|own| self.insert_one_statistics(transaction, table, own))
    }

    /// Deletes the rows of all statistics in this definition of the table.
    pub(super) fn delete_statistics(&self, transaction: &mut Transaction, table: &Table) -> Result<(), StorageError> {
        table.statistics.iter().try_for_each(|own| self.delete_one_statistics(transaction, table, own))
    }

    /// Writes the statistics of `table` that differ from those of `old`, the stored state of the
    /// same table. Statistics count as equal only if both tables share the same `Arc`. The
    /// differing ones of `old` are deleted first.
    pub fn replace_statistics(
        &self,
        transaction: &mut Transaction,
        old: &Table,
        table: &Table,
    ) -> Result<(), StorageError> {
        let is_in = |table: &Table, one: &Arc<Statistics>| table.statistics.iter().any(|other| Arc::ptr_eq(one, other));
        for gone in old.statistics.iter().filter(|one| !is_in(table, one)) {
            self.delete_one_statistics(transaction, old, gone)?;
        }
        for new in table.statistics.iter().filter(|one| !is_in(old, one)) {
            self.insert_one_statistics(transaction, table, new)?;
        }
        Ok(())
    }

    fn insert_one_statistics(
        &self,
        transaction: &mut Transaction,
        table: &Table,
        statistics: &Statistics,
    ) -> Result<(), StorageError> {
        for (piece, row) in statistics_row::encode(&table.columns, statistics).iter().enumerate() {
            self.statistics.insert(self.storage, transaction, &key(table.id, statistics.id, piece), row)?;
        }
        Ok(())
    }

    fn delete_one_statistics(
        &self,
        transaction: &mut Transaction,
        table: &Table,
        statistics: &Statistics,
    ) -> Result<(), StorageError> {
        for piece in 0..statistics_row::count(statistics) {
            self.statistics.delete(self.storage, transaction, &key(table.id, statistics.id, piece))?;
        }
        Ok(())
    }

    fn broken(&self) -> StorageError {
        damaged(self.storage, self.statistics.root, "a row of sysstats cannot be read")
    }
}

/// Encodes table, statistics id and piece number.
fn key(table: ObjectId, id: u16, piece: usize) -> [u8; OBJECT_KEY + 4] {
    let mut key = [0; OBJECT_KEY + 4];
    key[..OBJECT_KEY + 2].copy_from_slice(&column_key(table, id.into()));
    key[OBJECT_KEY + 2..].copy_from_slice(&(piece as u16).to_be_bytes());
    key
}
