//! Metadata visibility: which names of a database a session may see
//! (`relational-databases/security/metadata-visibility-configuration.md`).
//!
//! An administrator and the database's owner see everything; for them the catalog is neither
//! filtered nor copied. Everything in tempdb is visible to all sessions.

use crate::access::{Access, access};
use crate::who::Who;
use sluice_base::ids::ObjectId;
use sluice_catalog::object::Object;
use sluice_catalog::security::{ObjectKind, Securable, codes};
use sluice_catalog::{Catalog, DdlScope, UserType};
use sluice_table::database::Database;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Returns the principals of `who` in the database if parts of it are hidden from them, else
/// `None`. `master` is master's catalog.
pub fn limits(who: &Who, master: Option<&Catalog>, of: (&Database, &Catalog)) -> Option<Access> {
    if who.is_unrestricted() || of.0.storage.is_temporary() {
        return None;
    }
    Some(access(who, master, of)).filter(|access| !access.privileges().is_owner())
}

/// Returns `catalog` reduced to the visible names. Objects and types that the session may not see
/// are left out. Schemas, principals and columns aren't filtered.
pub fn visible(access: &Access, catalog: &Catalog) -> Catalog {
    let privileges = access.privileges();
    // Most objects have no permissions of their own; their visibility depends on the schema and is
    // cached by schema and kind.
    let nothing_said = RefCell::new(BTreeMap::new());
    let [sees_ddl, sees_server] = [may_see_ddl(access, DdlScope::Database), may_see_ddl(access, DdlScope::Server)];
    let keeps = |schema: &str, id: ObjectId, kind: ObjectKind| {
        if kind == ObjectKind::Trigger && schema == DdlScope::Database.stored_schema() {
            return sees_ddl;
        }
        if kind == ObjectKind::Trigger && schema == DdlScope::Server.stored_schema() {
            return sees_server;
        }
        let Some(schema) = catalog.schemas().find(|known| known.name == schema) else { return false };
        if privileges.has_own_permission(id) {
            return privileges.sees_object(schema, id, kind);
        }
        let mut known = nothing_said.borrow_mut();
        *known.entry((schema.id.0, kind)).or_insert_with(|| privileges.sees_object(schema, ObjectId(0), kind))
    };
    let keeps_type =
        |known: &UserType| catalog.schema(&known.schema).is_some_and(|schema| privileges.sees_type(schema, known.id));
    catalog.limited_to(keeps, keeps_type)
}

/// Whether the DDL triggers of a scope are visible. For the database they need ALTER ANY DATABASE
/// DDL TRIGGER or VIEW DEFINITION, for the server VIEW ANY DEFINITION.
pub fn may_see_ddl(access: &Access, scope: DdlScope) -> bool {
    match scope {
        DdlScope::Database => {
            access.may(Securable::Database, codes::ALTER_ANY_DATABASE_DDL_TRIGGER)
                || access.may(Securable::Database, codes::VIEW_DEFINITION)
        }
        DdlScope::Server => access.may(Securable::Server, codes::VIEW_ANY_DEFINITION),
    }
}

impl Access {
    /// Whether an object is visible. An unknown one counts as a table, and nothing is visible in an
    /// unknown schema.
    pub fn sees_object(&self, catalog: &Catalog, schema: &str, id: ObjectId) -> bool {
        let kind = catalog.object_by_id(id).map_or(ObjectKind::Table, Object::kind);
        catalog.schema(schema).is_some_and(|schema| self.privileges().sees_object(schema, id, kind))
    }

    /// Whether the definition of the object `id` in `schema` may be read; false for an unknown
    /// schema.
    pub fn sees_definition(&self, catalog: &Catalog, schema: &str, id: ObjectId) -> bool {
        catalog.schema(schema).is_some_and(|schema| self.privileges().sees_definition(schema, id))
    }
}
