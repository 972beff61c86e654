//! A foreign key of the changed table: keys that new rows refer to must exist at the end of the
//! statement.

use super::key::key_of;
use super::{Keeping, only_column};
use sluice_base::sync::Arc;
use sluice_catalog::LockHints;
use sluice_plan::BoundOutgoing;
use sluice_query::operator::Planner;
use sluice_table::index_usage::UseKind;
use sluice_table::isolation::Reach;
use sluice_table::key_range::KeyRange;
use sluice_table::row_scan::Take;
use sluice_table::storage_error::sql_error;
use sluice_table::table_rows::TableRows;
use sluice_txn::LockMode;
use sluice_types::{KeyColumn, SqlError, Value};
use std::collections::BTreeSet;

/// A foreign key of the changed table, with the keys that new rows have and that must exist.
pub(super) struct Outgoing {
    name: String,
    /// Positions of the key's columns, in the order of the parent's index key.
    columns: Vec<usize>,
    types: Vec<KeyColumn>,
    parent: Arc<TableRows>,
    /// The id of the parent's unique index.
    index: u16,
    /// The referenced column, if there is only one.
    column: Option<String>,
    is_same: bool,
    noted: BTreeSet<Vec<u8>>,
}

impl Outgoing {
    /// Compiles a foreign key of the table. Registers the lock on the referenced table and the use
    /// of its unique index.
    pub(super) fn compile(
        planner: &mut Planner<'_>,
        bound: &BoundOutgoing,
        database: Option<&str>,
    ) -> Result<Outgoing, SqlError> {
        let database = planner.database(database)?;
        planner.lock(&database, &bound.parent, LockMode::IntentShared, (&LockHints::default(), Reach::Keys));
        let parent = Arc::new(TableRows::new(database, &bound.parent));
        let index = &bound.parent.indexes[bound.index];
        planner.uses(&parent.database, &bound.parent, index.id, UseKind::Seek);
        let places: Vec<usize> = index.keys.iter().map(|key| key.column).collect();
        let types = index.keys.iter().map(|key| bound.parent.columns[key.column].key(key.descending));
        Ok(Outgoing {
            name: bound.name.clone(),
            columns: bound.columns.clone(),
            types: types.collect(),
            column: only_column(&parent, &places),
            parent,
            index: index.id,
            is_same: bound.is_same,
            noted: BTreeSet::new(),
        })
    }

    /// Whether a row can be checked before the statement's other rows have changed.
    pub(super) fn judges_rows(&self) -> bool {
        !self.is_same
    }

    /// Removes the recorded keys. Nothing is checked.
    pub(super) fn forget(&mut self) {
        self.noted.clear();
    }

    /// Records the key that a new row refers to.
    pub(super) fn note(&mut self, value: &dyn Fn(usize) -> Result<Value, SqlError>) -> Result<(), SqlError> {
        self.noted.extend(key_of(&self.columns, &self.types, value)?);
        Ok(())
    }

    /// Fails with 547 if a recorded key doesn't exist in the parent. Reads the newest rows and
    /// waits for their writers, at every isolation level. Locks keys only under SERIALIZABLE.
    pub(super) fn check(&self, keeping: &Keeping<'_, '_, '_>) -> Result<(), SqlError> {
        for key in &self.noted {
            if !self.is_there(keeping, key)? {
                return Err(self.conflict(keeping.statement));
            }
        }
        Ok(())
    }

    /// Whether the key that a row refers to exists. A key with a NULL refers to nothing and counts
    /// as existing.
    pub(super) fn is_kept(
        &self,
        keeping: &Keeping<'_, '_, '_>,
        value: &dyn Fn(usize) -> Result<Value, SqlError>,
    ) -> Result<bool, SqlError> {
        match key_of(&self.columns, &self.types, value)? {
            Some(key) => self.is_there(keeping, &key),
            None => Ok(true),
        }
    }

    /// Whether the parent has a row with the key. Reads the newest version and waits for its
    /// writer. Under SERIALIZABLE, a key-range lock keeps the answer valid.
    fn is_there(&self, keeping: &Keeping<'_, '_, '_>, key: &[u8]) -> Result<bool, SqlError> {
        let database = &self.parent.database;
        let failed = |error| sql_error(&error, &database.name);
        let Some(index) = self.parent.index(self.index) else { return Ok(false) };
        let only = KeyRange::One(key.to_vec());
        let reader = keeping.run.sight.reference_reader(LockMode::RangeSharedShared);
        let mut scan = self.parent.seek(reader, (index, Take::Entries), &only, false).map_err(failed)?;
        Ok(scan.next().map_err(failed)?.is_some())
    }

    #[cold]
    fn conflict(&self, statement: &str) -> SqlError {
        let kind = if self.is_same { "FOREIGN KEY SAME TABLE" } else { "FOREIGN KEY" };
        let (database, table) = (&self.parent.database.name, self.parent.shown_name());
        SqlError::constraint_conflict(
            statement,
            kind,
            &self.name,
            database,
            table,
            self.column.as_deref().unwrap_or_default(),
        )
    }
}
