//! READ_ONLY filegroups: the objects in them can be read, and not changed
//! (`t-sql/statements/alter-database-transact-sql-file-and-filegroup-options`).
//!
//! A statement is checked when it is compiled. The option changes only while its session has the
//! database alone, and all plans on the database's tables are chosen again afterwards.

use crate::database::Database;
use crate::storage_error::sql_error;
use sluice_access::Placement;
use sluice_base::ids::FilegroupId;
use sluice_catalog::{Index, Table};
use sluice_types::SqlError;

impl Database {
    /// Fails with 652 if the rows of `table`, its long values, or an index that `is_changed`
    /// accepts are in a READ_ONLY filegroup. An index that isn't clustered counts only if it has
    /// storage. A table without storage is always writable.
    pub fn check_writable(&self, table: &Table, is_changed: impl Fn(&Index) -> bool) -> Result<(), SqlError> {
        let read_only = self.read_only_filegroups();
        if read_only.is_empty() || table.root.is_none() {
            return Ok(());
        }
        let refused = |id: u16, name: &str, filegroup: FilegroupId| {
            let found = read_only.iter().find(|(known, _)| *known == filegroup);
            found.map_or(Ok(()), |(_, filegroup)| {
                let shown = format!("{}.{}", table.schema, table.name);
                Err(SqlError::index_on_read_only_filegroup(name, shown, table.partition_id(id), filegroup))
            })
        };
        let placement =
            Placement::for_object(&self.storage, table.root).map_err(|error| sql_error(&error, &self.name))?;
        let (id, name) = table.clustered().map_or((0, ""), |index| (index.id, &index.name));
        refused(id, name, placement.rows)?;
        refused(id, name, placement.long_values)?;
        let others = table.indexes.iter().filter(|index| !index.is_clustered() && !index.root.is_none());
        others
            .filter(|index| is_changed(index))
            .try_for_each(|index| refused(index.id, &index.name, self.storage.space.filegroup_of(index.root.file)))
    }

    /// Whether the rows of `table`, its long values or one of its indexes are in a READ_ONLY
    /// filegroup.
    pub fn is_partly_read_only(&self, table: &Table) -> bool {
        self.check_writable(table, |_| true).is_err_and(|error| error.number == READ_ONLY)
    }

    /// Fails with 1924 if a filegroup for new objects is READ_ONLY.
    pub fn check_for_new_objects(&self, filegroup: FilegroupId) -> Result<(), SqlError> {
        let found = self.read_only_filegroups().into_iter().find(|(id, _)| *id == filegroup);
        found.map_or(Ok(()), |(_, name)| Err(SqlError::filegroup_is_read_only(name)))
    }
}

/// The number of the error of [`Database::check_writable`].
const READ_ONLY: i32 = 652;
