//! Access to the databases of the instance for layers below the engine.

use crate::database::Database;
use sluice_base::ids::DatabaseId;
use sluice_base::sync::Arc;
use sluice_types::SqlError;

/// Finds databases of the instance.
pub trait Databases: Send + Sync {
    /// Returns the open database called `name`, compared without case.
    fn database(&self, name: &str) -> Option<Arc<Database>>;

    /// Returns the id of the database called `name`, even if it couldn't be opened.
    fn database_id(&self, name: &str) -> Option<DatabaseId>;

    /// Returns the error for a `name` that [`Databases::database`] doesn't find: 911 if there is no
    /// such database, 926 if it couldn't be opened.
    fn not_open(&self, name: &str) -> SqlError;

    /// Returns the open database with this id.
    fn database_by_id(&self, id: DatabaseId) -> Option<Arc<Database>>;

    /// All open databases, in the order of their ids.
    fn databases(&self) -> Vec<Arc<Database>>;
}
