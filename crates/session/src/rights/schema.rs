//! Permissions for schemas and types.

use super::{Rights, Target, not_found, owns};
use sluice_catalog::security::{Securable, codes};
use sluice_catalog::{Catalog, ObjectName};
use sluice_types::SqlError;

impl Rights<'_> {
    /// Requires CREATE SCHEMA in the database; fails with 262. A named owner also requires
    /// [`Rights::assign_owner`] (`create-schema-transact-sql.md`).
    pub fn create_schema(&self, owner: Option<&str>) -> Result<(), SqlError> {
        self.on_database(codes::CREATE_SCHEMA)?;
        owner.map_or(Ok(()), |owner| self.assign_owner(owner))
    }

    /// Requires CREATE TABLE and CREATE VIEW for the objects of a CREATE SCHEMA; fails with 262.
    /// The session or the named owner owns the new schema.
    pub fn made_with_schema(&self, tables: bool, views: bool) -> Result<(), SqlError> {
        if tables {
            self.on_database(codes::CREATE_TABLE)?;
        }
        if views { self.on_database(codes::CREATE_VIEW) } else { Ok(()) }
    }

    /// Requires CONTROL of the schema, or ALTER ANY SCHEMA (`drop-schema-transact-sql.md`). The
    /// schema's owner has both. Passes if there is no such schema; fails with 15151.
    pub fn drop_schema(&self, name: &str) -> Result<(), SqlError> {
        let Some(Target { access, catalog, .. }) = self.target(&ObjectName::unqualified(name))? else { return Ok(()) };
        let Some(schema) = catalog.schema(name).map(|schema| schema.id) else { return Ok(()) };
        let may = access.may(Securable::Schema(schema), codes::CONTROL)
            || access.may(Securable::Database, codes::ALTER_ANY_SCHEMA)
            || owns(&access, &catalog, schema);
        if may { Ok(()) } else { Err(not_found("drop", "schema", name)) }
    }

    /// Requires CONTROL of the moved object and ALTER on the target schema
    /// (`alter-schema-transact-sql.md`); fails with 15151. Passes for names that denote nothing.
    pub fn transfer(&self, schema: &str, is_type: bool, name: &ObjectName) -> Result<(), SqlError> {
        let Some(Target { access, catalog, object }) = self.target(name)? else { return Ok(()) };
        let moved = if is_type {
            type_of(&catalog, &self.state.type_in_default_schema(&catalog, name.clone()))
        } else {
            object.map(|(schema, id)| Securable::Object(schema, id))
        };
        let is_own = |moved: Securable| match moved {
            Securable::Object(schema, _) | Securable::Type(schema, _) => owns(&access, &catalog, schema),
            _ => false,
        };
        if let Some(moved) = moved
            && !access.may(moved, codes::CONTROL)
            && !is_own(moved)
        {
            return Err(not_found("find", if is_type { "type" } else { "object" }, &name.object));
        }
        match catalog.schema(schema).map(|schema| schema.id) {
            Some(id) if !access.may(Securable::Schema(id), codes::ALTER) && !owns(&access, &catalog, id) => {
                Err(not_found("alter", "schema", schema))
            }
            _ => Ok(()),
        }
    }

    /// Requires CREATE TYPE in the database and ALTER on the schema
    /// (`create-type-transact-sql.md`). Fails with 262 or 2760.
    pub fn create_type(&self, name: &ObjectName) -> Result<(), SqlError> {
        self.on_database(codes::CREATE_TYPE)?;
        self.in_schema(name, codes::ALTER)
    }

    /// Requires CONTROL of the type, or ALTER on its schema (`drop-type-transact-sql.md`). The
    /// schema's owner has both. Passes if there is no such type; fails with 15151.
    pub fn drop_type(&self, name: &ObjectName) -> Result<(), SqlError> {
        let Some(Target { access, catalog, .. }) = self.target(name)? else { return Ok(()) };
        let Some(known @ Securable::Type(schema, _)) =
            type_of(&catalog, &self.state.type_in_default_schema(&catalog, name.clone()))
        else {
            return Ok(());
        };
        let may = access.may(known, codes::CONTROL)
            || access.may(Securable::Schema(schema), codes::ALTER)
            || owns(&access, &catalog, schema);
        if may { Ok(()) } else { Err(not_found("drop", "type", &name.object)) }
    }
}

fn type_of(catalog: &Catalog, name: &ObjectName) -> Option<Securable> {
    let known = catalog.user_type(name)?;
    Some(Securable::Type(catalog.schema(&known.schema)?.id, known.id.0))
}
