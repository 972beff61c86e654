//! Name resolution for operators.

use crate::code::context::ViewHandle;
use sluice_base::ids::SessionId;
use sluice_base::sync::Arc;
use sluice_table::database::Database;

/// Resolves the names in a plan: databases and system views.
pub trait SourceNames {
    /// Returns the database called `name`, or the current database.
    fn find_database(&self, name: Option<&str>) -> Option<Arc<Database>>;

    /// The session. A database in single-user mode admits only one.
    fn session(&self) -> SessionId;

    /// Returns the system view `name` in `schema`.
    fn view(&self, schema: &str, name: &str) -> Option<ViewHandle>;
}
