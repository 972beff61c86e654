//! The interface through which the compiler of operators resolves databases and views and knows its
//! session.

use crate::code::context::ViewHandle;
use sluice_base::ids::SessionId;
use sluice_base::sync::Arc;
use sluice_table::database::Database;
use sluice_types::SqlError;

/// Resolves the names in a plan: databases and system views.
pub trait SourceNames {
    /// Returns the database called `name`, or the current database. Returns `None` if it doesn't
    /// exist. Fails with the error of its state if it exists and isn't open.
    fn find_database(&self, name: Option<&str>) -> Result<Option<Arc<Database>>, SqlError>;

    /// The session. A database in single-user mode admits only one.
    fn session(&self) -> SessionId;

    /// Returns the system view `name` in `schema`. `None` if there is none.
    fn view(&self, schema: &str, name: &str) -> Option<ViewHandle>;
}
