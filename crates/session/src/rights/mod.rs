//! Permissions of statements that define something, beyond those on the objects the binder notes.
//!
//! Each check is a method of [`Rights`] and fails with SQL Server's error for the missing
//! permission. The checks look up names and change nothing. An object that doesn't exist passes:
//! the statement itself reports it.

mod dbcc;
mod execute;
mod module;
mod object;
mod principal;
mod schema;
mod table;
mod whole;

use crate::access::Access;
use crate::host::Host;
use crate::state::SessionState;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::security::Securable;
use sluice_catalog::{Catalog, ObjectName, SchemaId};
use sluice_types::SqlError;

/// The rights of a restricted session. Each function requires what a statement needs, and fails
/// with the documented error.
pub struct Rights<'a> {
    state: &'a SessionState,
    host: &'a dyn Host,
}

/// The object that a name denotes, with its catalog and the session's access.
struct Target {
    access: Access,
    catalog: Arc<Catalog>,
    /// The object and its schema, if it exists.
    object: Option<(SchemaId, ObjectId)>,
}

impl<'a> Rights<'a> {
    /// Returns the rights of the session with this state.
    pub fn new(state: &'a SessionState, host: &'a dyn Host) -> Rights<'a> {
        Rights { state, host }
    }

    /// Requires no permission, as the documentation page `page` says. Never fails.
    pub fn everybody(&self, page: &'static str) -> Result<(), SqlError> {
        debug_assert!(page.ends_with(".md"), "a page of the documentation: {page}");
        Ok(())
    }

    /// Requires no permission here: the function `place` makes the check once it has resolved the
    /// names. Never fails.
    pub fn checked_by(&self, place: &'static str) -> Result<(), SqlError> {
        debug_assert!(place.contains("::"), "a function of this crate: {place}");
        Ok(())
    }
}

/// Returns whether the session or one of its roles owns the schema.
fn owns(access: &Access, catalog: &Catalog, schema: SchemaId) -> bool {
    catalog.schemas().any(|known| known.id == schema && access.user.contains(&known.owner))
}

/// Returns the table, module or sequence of that name, and its schema.
fn object(catalog: &Catalog, name: &ObjectName) -> Option<(SchemaId, ObjectId)> {
    let table = catalog.table(name).map(|table| (&table.schema, table.id));
    let module = || catalog.module(name).map(|module| (&module.schema, module.id));
    let sequence = || catalog.sequence(name).map(|sequence| (&sequence.schema, sequence.id));
    let (schema, id) = table.or_else(module).or_else(sequence)?;
    Some((catalog.schema(schema)?.id, id))
}

impl Target {
    /// Returns whether the session has the permission on the object or owns the schema. An object
    /// that doesn't exist passes.
    fn may(&self, code: sluice_catalog::security::Code) -> bool {
        let Some((schema, id)) = self.object else { return true };
        self.access.may(Securable::Object(schema, id), code) || owns(&self.access, &self.catalog, schema)
    }
}

/// Returns error 3701: the object doesn't exist, or the session may not drop it.
pub fn undropped(noun: &str, name: &str) -> SqlError {
    let mut error = SqlError::cannot_drop("drop", noun, name).in_state(20);
    error.severity = 14;
    error
}

/// Returns error 15151: the object doesn't exist, or the session lacks the permission.
pub fn not_found(verb: &str, noun: &str, name: &str) -> SqlError {
    SqlError::cannot_find(verb, noun, name)
}
