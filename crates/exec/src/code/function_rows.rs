//! How an operator comes to the rows of a user's function of several statements: those who run programs give them, whom nobody here knows.

use super::context::CallContext;
use super::frame::Globals;
use crate::database::Database;
use crate::host::ViewRows;
use crate::isolation::Sight;
use sluice_base::sync::Arc;
use sluice_catalog::{Catalog, Module};
use sluice_types::{SqlError, Value};

/// Runs functions for their rows.
pub trait FunctionRows: Send + Sync {
    /// The rows of a call. 217 where calls are nested too deeply.
    fn rows(&self, call: FunctionCall<'_>) -> Result<ViewRows, SqlError>;
}

/// The names of a database as a transaction has changed them, and has not committed yet.
pub type ChangedNames = Vec<(Arc<Database>, Arc<Catalog>)>;

/// A call of a function within a statement.
pub struct FunctionCall<'c> {
    /// The function, and the database that it is in.
    pub function: (&'c Arc<Database>, &'c Arc<Module>),
    /// Its arguments, of its parameters' types.
    pub arguments: Vec<Value>,
    /// What the calling statement's functions see.
    pub context: &'c CallContext<'c>,
    /// The figures of the calling program.
    pub globals: &'c Globals,
    /// What the calling statement sees, and the locks of its transaction.
    pub sight: Sight<'c>,
    /// The names that its transaction has changed.
    pub names: &'c ChangedNames,
}
