//! Table variables: the tables that a batch declares, each a table of tempdb from the batch's beginning to its end.
//!
//! They are in no catalog: only the batch that declares them can name them. A statement's changes of theirs are a transaction of
//! its own ([`Work::enlist_target`](crate::work::Work::enlist_target)): a rollback of the session's leaves them alone, as in SQL
//! Server.

use crate::host::Host;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::{Table, name};
use sluice_plan::{Binder, Making, NoNames, TableDefinition, Variables};
use sluice_table::database::Database;
use sluice_table::storage_error::sql_error;
use sluice_table::table_storage;
use sluice_table::temporary::TEMPDB;
use sluice_txn::{CommitDurability, Storage, StorageError, Transaction};
use sluice_types::SqlError;

/// The table variables of the batch that runs.
#[derive(Default)]
pub struct TableVariables {
    tables: Vec<(Arc<Database>, Arc<Table>)>,
    // Of those who called it: parameters of table types.
    lent: Vec<Arc<Table>>,
}

impl TableVariables {
    /// Makes an empty table for each definition: its name (with its @), and what it says.
    pub fn make(&mut self, host: &dyn Host, definitions: &[(String, TableDefinition)]) -> Result<(), SqlError> {
        for (name, definition) in definitions {
            let database = host.database(TEMPDB).ok_or_else(|| host.not_open(TEMPDB))?;
            let empty = Table::empty(database.new_object(), String::new(), name.clone());
            let new_id = || database.new_object();
            let making = Making { statement: "DECLARE", database: Some(TEMPDB), is_checked: true, new_id: &new_id };
            let (mut table, _) = Binder::new(&NoNames, &Variables::default()).define(&empty, definition, making)?;
            let storage = &database.storage;
            let made = alone(storage, |transaction| table_storage::create(storage, transaction, &mut table));
            made.map_err(|error| sql_error(&error, &database.name))?;
            self.tables.push((database, Arc::new(table)));
        }
        Ok(())
    }

    /// Has the parameter `name` (with its @) be the table variable `variable` of the caller's, with its rows.
    pub fn lend(&mut self, of: &TableVariables, variable: &str, name: &str) {
        let lent = of.get(variable).map(|table| Table { name: name.to_owned(), ..Table::clone(&table) });
        self.lent.extend(lent.map(Arc::new));
    }

    /// The one called `name` (with its @).
    pub fn get(&self, name: &str) -> Option<Arc<Table>> {
        self.all().find(|table| name::same(&table.name, name)).cloned()
    }

    /// Whether one of them has this id.
    pub fn has(&self, id: ObjectId) -> bool {
        self.all().any(|table| table.id == id)
    }

    fn all(&self) -> impl Iterator<Item = &Arc<Table>> {
        self.tables.iter().map(|(_, table)| table).chain(&self.lent)
    }

    /// Gives all of them back, but for those that others have lent. What can't be given back goes when tempdb is made anew.
    pub fn release(&mut self) {
        self.lent.clear();
        for (database, table) in self.tables.drain(..) {
            let storage = &database.storage;
            let _ = alone(storage, |transaction| table_storage::drop(storage, transaction, &table));
            database.forget_identity(&table);
        }
    }
}

/// A transaction for this change alone.
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
