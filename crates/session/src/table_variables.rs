//! Table variables: tables of tempdb that exist while the batch that declares them runs.
//!
//! They are in no catalog, so only their batch can name them. A statement changes them in a
//! transaction of its own ([`Work::enlist_target`](crate::work::Work::enlist_target)). A rollback
//! of the session's transaction doesn't affect them, as in SQL Server.

use crate::host::Host;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_base::waits::note_work;
use sluice_base::work_counts::WorkCount;
use sluice_binder::{Binder, Making};
use sluice_catalog::{Table, name};
use sluice_plan::{NoNames, TableDefinition, Variables, filegroup_of_tempdb};
use sluice_table::database::Database;
use sluice_table::storage_error::sql_error;
use sluice_table::table_storage;
use sluice_table::temporary::TEMPDB;
use sluice_txn::{CommitDurability, Storage, StorageError, Transaction};
use sluice_types::SqlError;

/// Table variables of the running batch, and those that its caller lends it.
#[derive(Default)]
pub struct TableVariables {
    tables: Vec<(Arc<Database>, Arc<Table>)>,
    // Table variables of the callers: arguments for table-valued parameters.
    lent: Vec<Arc<Table>>,
}

impl TableVariables {
    /// Creates an empty table for each definition, given with the variable's name (with @). It gets
    /// storage in tempdb and is in no catalog. Fails if a definition can't be bound; earlier ones
    /// stay for the caller to release.
    pub fn make(&mut self, host: &dyn Host, definitions: &[(String, TableDefinition)]) -> Result<(), SqlError> {
        for (name, definition) in definitions {
            let database = host.database(TEMPDB).ok_or_else(|| host.not_open(TEMPDB))?;
            let empty = Table::empty(database.new_object(), String::new(), name.clone());
            let new_id = || database.new_object();
            let making = Making {
                statement: "DECLARE",
                database: Some(TEMPDB),
                is_checked: true,
                new_id: &new_id,
                filegroup: &filegroup_of_tempdb,
            };
            let (mut table, _) = Binder::new(&NoNames, &Variables::default()).define(&empty, definition, making)?;
            let storage = &database.storage;
            let made = alone(storage, |transaction| table_storage::create(storage, transaction, &mut table));
            made.map_err(|error| sql_error(&error, &database.name))?;
            self.tables.push((database, Arc::new(table)));
            note_work(WorkCount::TableVariable);
        }
        Ok(())
    }

    /// Binds the parameter `name` (with @) to the caller's table variable `variable` and its rows.
    pub fn lend(&mut self, of: &TableVariables, variable: &str, name: &str) {
        let lent = of.get(variable).map(|table| Table { name: name.to_owned(), ..Table::clone(&table) });
        self.lent.extend(lent.map(Arc::new));
    }

    /// Takes a table variable of a caller, to be lent under a name that the caller chooses.
    pub fn take_lent(&mut self, table: Arc<Table>) {
        self.lent.push(table);
    }

    /// Returns the table variable called `name` (with @), lent tables included. `None` if there is
    /// none.
    pub fn get(&self, name: &str) -> Option<Arc<Table>> {
        self.all().find(|table| name::same(&table.name, name)).cloned()
    }

    /// Whether a table variable has this id.
    pub fn has(&self, id: ObjectId) -> bool {
        self.all().any(|table| table.id == id)
    }

    fn all(&self) -> impl Iterator<Item = &Arc<Table>> {
        self.tables.iter().map(|(_, table)| table).chain(&self.lent)
    }

    /// Drops all tables that aren't lent. A table that can't be dropped disappears when tempdb is
    /// recreated.
    pub fn release(&mut self) {
        self.lent.clear();
        for (database, table) in self.tables.drain(..) {
            let storage = &database.storage;
            let _ = alone(storage, |transaction| table_storage::drop(storage, transaction, &table));
            database.forget_identity(&table);
            note_work(WorkCount::TableVariableEnd);
        }
    }
}

/// Runs `change` in a transaction of its own.
fn alone<T>(
    storage: &Storage,
    change: impl FnOnce(&mut Transaction) -> Result<T, StorageError>,
) -> Result<T, StorageError> {
    let mut transaction = storage.begin();
    match change(&mut transaction) {
        Ok(value) => storage.commit(transaction, CommitDurability::Delayed).map(|_| value),
        Err(error) => storage.rollback(transaction).and(Err(error)),
    }
}
