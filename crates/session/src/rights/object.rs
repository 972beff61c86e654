//! Permissions on a single object that a statement names.

use super::{Rights, Target, object, owns, undropped};
use sluice_base::sync::Arc;
use sluice_catalog::ObjectName;
use sluice_catalog::security::{Code, Securable, codes};
use sluice_table::temporary;
use sluice_types::SqlError;

impl Rights<'_> {
    /// Returns the object that `name` denotes; `None` for a temporary table, and for a name in a
    /// database that isn't open. The object in the result is `None` if there is none of the name.
    /// Fails if the session may not enter the database.
    pub(super) fn target(&self, name: &ObjectName) -> Result<Option<Target>, SqlError> {
        if temporary::is_temporary(&name.object) {
            return Ok(None);
        }
        let database = match &name.database {
            Some(database) => match self.host.database(database) {
                Some(database) => database,
                None => return Ok(None),
            },
            None => Arc::clone(&self.state.database),
        };
        let catalog = self.state.transaction.work.catalog(&database);
        let access = self.state.enter(self.host, &database)?;
        let name = self.state.in_default_schema(&catalog, name.clone());
        let object = object(&catalog, &name);
        Ok(Some(Target { access, catalog, object }))
    }

    /// Requires ALTER on the object.
    pub fn alter(&self, name: &ObjectName, denied: &SqlError) -> Result<(), SqlError> {
        self.on_object(name, codes::ALTER, denied)
    }

    /// Requires ALTER on the securable that has an extended property; for a type, CONTROL of it or
    /// ALTER on its schema (`sp-addextendedproperty-transact-sql.md`). The owner of the schema has
    /// all of these. Fails with `denied`.
    pub fn change_properties(&self, securable: Securable, denied: SqlError) -> Result<(), SqlError> {
        let database = &self.state.database;
        let (access, catalog) = (self.state.enter(self.host, database)?, self.state.transaction.work.catalog(database));
        let may = match securable {
            Securable::Object(schema, _) | Securable::Schema(schema) => {
                access.may(securable, codes::ALTER) || owns(&access, &catalog, schema)
            }
            Securable::Type(schema, _) => {
                access.may(securable, codes::CONTROL)
                    || access.may(Securable::Schema(schema), codes::ALTER)
                    || owns(&access, &catalog, schema)
            }
            _ => access.may(securable, codes::ALTER),
        };
        if may { Ok(()) } else { Err(denied) }
    }

    /// Requires the permission on the object, or ownership of its schema; fails with `denied`.
    /// Passes if there is no such object, and for a temporary table.
    pub fn on_object(&self, name: &ObjectName, code: Code, denied: &SqlError) -> Result<(), SqlError> {
        match self.target(name)? {
            Some(target) if !target.may(code) => Err(denied.clone()),
            _ => Ok(()),
        }
    }

    /// Requires CONTROL of each object, or ALTER on its schema. The owner of the schema has both.
    /// Names that denote nothing pass. Fails with 3701, which shows `noun`.
    pub fn drop_each(&self, names: &[ObjectName], noun: &str) -> Result<(), SqlError> {
        names.iter().try_for_each(|name| {
            let Some(Target { access, catalog, object }) = self.target(name)? else { return Ok(()) };
            let Some((schema, id)) = object else { return Ok(()) };
            let may = access.may(Securable::Object(schema, id), codes::CONTROL)
                || access.may(Securable::Schema(schema), codes::ALTER)
                || owns(&access, &catalog, schema);
            if may { Ok(()) } else { Err(undropped(noun, &name.object)) }
        })
    }

    /// Checks `sp_rename`: requires ALTER on the table, module or sequence, also for its columns
    /// and indexes. Fails with 15165.
    pub fn rename(&self, name: &ObjectName, shown: &str) -> Result<(), SqlError> {
        self.alter(name, &unknown(shown))
    }

    /// Checks a binding of a default or rule to an alias type: requires CONTROL of the type or
    /// ALTER on its schema (`sp-bindrule-transact-sql.md`). Passes if there is no such type. Fails
    /// with `denied`.
    pub fn bind_to_type(&self, name: &ObjectName, denied: &SqlError) -> Result<(), SqlError> {
        let Some(Target { access, catalog, .. }) = self.target(name)? else { return Ok(()) };
        let name = self.state.type_in_default_schema(&catalog, name.clone());
        let Some(known) = catalog.user_type(&name) else { return Ok(()) };
        let Some(schema) = catalog.schema(&known.schema).map(|schema| schema.id) else { return Ok(()) };
        let may = access.may(Securable::Type(schema, known.id.0), codes::CONTROL)
            || access.may(Securable::Schema(schema), codes::ALTER)
            || owns(&access, &catalog, schema);
        if may { Ok(()) } else { Err(denied.clone()) }
    }

    /// Checks `sp_rename` of a type: requires CONTROL of the type. ALTER on its schema isn't
    /// enough; the schema's owner has CONTROL. Passes if there is no such type. Fails with 15165,
    /// which shows `shown`.
    pub fn rename_type(&self, name: &ObjectName, shown: &str) -> Result<(), SqlError> {
        let Some(Target { access, catalog, .. }) = self.target(name)? else { return Ok(()) };
        let name = self.state.type_in_default_schema(&catalog, name.clone());
        let Some(known) = catalog.user_type(&name) else { return Ok(()) };
        let Some(schema) = catalog.schema(&known.schema).map(|schema| schema.id) else { return Ok(()) };
        let may = access.may(Securable::Type(schema, known.id.0), codes::CONTROL) || owns(&access, &catalog, schema);
        if may { Ok(()) } else { Err(unknown(shown)) }
    }
}

/// Returns error 15165: the object doesn't exist, or the session may not rename it.
fn unknown(shown: &str) -> SqlError {
    SqlError::object_not_found_or_denied(shown)
}
