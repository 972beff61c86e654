//! What a statement that defines something needs, beyond the objects that the binder notes: each check is a method of [`Rights`] and
//! fails with the error that SQL Server gives for a missing permission.
//!
//! The checks look names up and change nothing. An object that doesn't exist passes: the statement itself reports it.

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

/// The rights of a restricted session.
pub struct Rights<'a> {
    state: &'a SessionState,
    host: &'a dyn Host,
}

/// The securable that a name stands for.
struct Target {
    access: Access,
    catalog: Arc<Catalog>,
    /// The object and its schema, if it exists.
    object: Option<(SchemaId, ObjectId)>,
}

impl<'a> Rights<'a> {
    /// The rights of the session whose state is given.
    pub fn new(state: &'a SessionState, host: &'a dyn Host) -> Rights<'a> {
        Rights { state, host }
    }

    /// Nothing is needed, as the documentation page `page` says.
    pub fn everybody(&self, page: &'static str) -> Result<(), SqlError> {
        debug_assert!(page.ends_with(".md"), "a page of the documentation: {page}");
        Ok(())
    }

    /// Nothing is needed here: `place` makes the check when it knows what is named.
    pub fn checked_by(&self, place: &'static str) -> Result<(), SqlError> {
        debug_assert!(place.contains("::"), "a function of this crate: {place}");
        Ok(())
    }
}

/// Whether the session or one of its roles owns the schema.
fn owns(access: &Access, catalog: &Catalog, schema: SchemaId) -> bool {
    catalog.schemas().any(|known| known.id == schema && access.user.contains(&known.owner))
}

/// The object of that name, whatever it is, and its schema.
fn object(catalog: &Catalog, name: &ObjectName) -> Option<(SchemaId, ObjectId)> {
    let table = catalog.table(name).map(|table| (&table.schema, table.id));
    let module = || catalog.module(name).map(|module| (&module.schema, module.id));
    let sequence = || catalog.sequence(name).map(|sequence| (&sequence.schema, sequence.id));
    let (schema, id) = table.or_else(module).or_else(sequence)?;
    Some((catalog.schema(schema)?.id, id))
}

impl Target {
    /// Whether the session may do with the object what `code` says, or owns it; an object that doesn't exist passes.
    fn may(&self, code: sluice_catalog::security::Code) -> bool {
        let Some((schema, id)) = self.object else { return true };
        self.access.may(Securable::Object(schema, id), code) || owns(&self.access, &self.catalog, schema)
    }
}

/// An error whose only argument is the object as written.
pub(crate) fn missing(number: i32, state: u8, name: &ObjectName) -> SqlError {
    SqlError::new(number, 16, state, vec![name.to_string()])
}

/// 3701: it does not exist, or the session may not drop it.
pub(crate) fn undropped(noun: &str, name: &str) -> SqlError {
    SqlError::new(3701, 14, 20, vec!["drop".to_owned(), noun.to_owned(), name.to_owned()])
}

/// 15151: it does not exist, or the session may not do that with it.
pub(crate) fn not_found(verb: &str, noun: &str, name: &str) -> SqlError {
    SqlError::new(15151, 16, 1, vec![verb.to_owned(), noun.to_owned(), name.to_owned()])
}
