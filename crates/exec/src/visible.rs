//! What a session may know of in a database (`relational-databases/security/metadata-visibility-configuration.md`).
//!
//! An administrator and the owner of the database know everything: for them nothing is looked up and nothing copied. What is in tempdb
//! everybody may know of.

use crate::access::{Access, access};
use crate::who::Who;
use sluice_base::ids::ObjectId;
use sluice_catalog::{Catalog, UserType};
use sluice_table::database::Database;

/// By whom `who` is known in the database, whose names are `catalog`, if anything of it is to be kept from him; `master` are the names of
/// master.
pub(crate) fn limits(who: &Who, master: Option<&Catalog>, of: (&Database, &Catalog)) -> Option<Access> {
    if who.is_unrestricted() || of.0.storage.is_temporary() {
        return None;
    }
    Some(access(who, master, of)).filter(|access| !access.privileges().is_owner())
}

/// The names that one may know of.
pub(crate) fn visible(access: &Access, catalog: &Catalog) -> Catalog {
    let privileges = access.privileges();
    // Of most objects nothing is said: what one may see in their schema one sees.
    let nothing_said = |schema| privileges.sees_object(schema, ObjectId(0));
    let schemas: Vec<_> = catalog.schemas().map(|schema| (schema, nothing_said(schema))).collect();
    let find = |name: &str| schemas.iter().find(|(schema, _)| schema.name == name);
    let keeps = |schema: &str, id: ObjectId| {
        let Some((schema, all)) = find(schema) else { return false };
        if privileges.has_own_permission(id) { privileges.sees_object(schema, id) } else { *all }
    };
    let keeps_type =
        |known: &UserType| catalog.schema(&known.schema).is_some_and(|schema| privileges.sees_type(schema, known.id));
    catalog.limited_to(keeps, keeps_type)
}

impl Access {
    /// Whether an object of the schema may be known of.
    pub fn sees_object(&self, catalog: &Catalog, schema: &str, id: ObjectId) -> bool {
        catalog.schema(schema).is_some_and(|schema| self.privileges().sees_object(schema, id))
    }

    /// Whether the text that defines it may be read.
    pub fn sees_definition(&self, catalog: &Catalog, schema: &str, id: ObjectId) -> bool {
        catalog.schema(schema).is_some_and(|schema| self.privileges().sees_definition(schema, id))
    }
}
