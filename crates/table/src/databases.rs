//! The databases of the instance, as layers below the engine find them.

use crate::database::Database;
use sluice_base::ids::DatabaseId;
use sluice_base::sync::Arc;
use sluice_types::SqlError;

/// Finds databases of the instance.
pub trait Databases: Send + Sync {
    /// The open database called `name`, in any case.
    fn database(&self, name: &str) -> Option<Arc<Database>>;

    /// The id of the database called `name`, in any case; also of one that could not be opened.
    fn database_id(&self, name: &str) -> Option<DatabaseId>;

    /// Why [`Databases::database`] has none called `name`: 911 if there is no such database, 926 if
    /// it could not be opened.
    fn not_open(&self, name: &str) -> SqlError;

    /// The open database `id`.
    fn database_by_id(&self, id: DatabaseId) -> Option<Arc<Database>>;

    /// All open databases, in the order of their ids.
    fn databases(&self) -> Vec<Arc<Database>>;
}
