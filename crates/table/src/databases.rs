//! Access to the databases of the instance for layers below the engine.

use crate::database::Database;
use crate::database_facts::{DatabaseFacts, FileFacts};
use crate::database_options::DatabaseOptions;
use crate::database_state::DatabaseState;
use sluice_base::ids::DatabaseId;
use sluice_base::sync::Arc;
use sluice_txn::RecoveryModel;
use sluice_types::SqlError;

/// A database of the instance, open or not.
#[derive(Clone)]
pub struct ListedDatabase {
    /// Id within the instance.
    pub id: DatabaseId,
    /// Name, in the case in which it was written.
    pub name: String,
    /// State.
    pub state: DatabaseState,
    /// Options.
    pub options: DatabaseOptions,
    /// The database, if it is open.
    pub open: Option<Arc<Database>>,
    /// The facts of the last opening, if there was one since the instance started.
    pub last: Option<Arc<DatabaseFacts>>,
}

/// Finds databases of the instance.
pub trait Databases: Send + Sync {
    /// Returns the open database called `name`, compared without case.
    fn database(&self, name: &str) -> Option<Arc<Database>>;

    /// Returns the database called `name`, or `None` if it doesn't exist. Fails with the error of
    /// its state if it exists and isn't open.
    fn find_database(&self, name: &str) -> Result<Option<Arc<Database>>, SqlError> {
        match self.database(name) {
            None if self.database_id(name).is_some() => Err(self.not_open(name)),
            found => Ok(found),
        }
    }

    /// Returns the id of the database called `name`, even if it couldn't be opened.
    fn database_id(&self, name: &str) -> Option<DatabaseId>;

    /// Returns the error for a `name` that [`Databases::database`] doesn't find: 911 if there is no
    /// such database, otherwise the error of the state that keeps it closed.
    fn not_open(&self, name: &str) -> SqlError;

    /// Returns the open database with this id. `None` if no open database has it.
    fn database_by_id(&self, id: DatabaseId) -> Option<Arc<Database>>;

    /// All open databases, in the order of their ids. Opens none.
    fn databases(&self) -> Vec<Arc<Database>>;

    /// All databases, open or not, in the order of their ids. Opens none.
    fn listed(&self) -> Vec<ListedDatabase>;

    /// Returns the name of the database with this id. Opens no database.
    fn name_of(&self, id: DatabaseId) -> Option<String>;

    /// Returns the files of a database that isn't open, without opening it. Returns nothing for an
    /// open one.
    fn closed_files(&self, id: DatabaseId) -> Vec<FileFacts>;

    /// Returns the recovery model of a database that isn't open, as its log's header has it. Opens
    /// no database. Returns `None` if the header can't be read.
    fn recovery_model_of(&self, id: DatabaseId) -> Option<RecoveryModel>;

    /// The id of the database whose storage has this id ([`Database::id`]).
    fn id_of_storage(&self, storage: DatabaseId) -> DatabaseId;
}
