//! Permissions for tables: CREATE, ALTER, SELECT INTO, foreign keys, user-defined types, bulk
//! loads.

use super::{Rights, Target, owns};
use crate::permission_check::database_denied;
use sluice_catalog::security::{Code, Securable, codes};
use sluice_catalog::snapshot::DEFAULT_SCHEMA;
use sluice_catalog::{Catalog, Constraint, ObjectName, Rule, Table, TypeId};
use sluice_plan::{TableDefinition, table_definition};
use sluice_types::SqlError;

impl Rights<'_> {
    /// Requires CREATE TABLE in the database, ALTER on the schema (`create-table-transact-sql.md`),
    /// and REFERENCES on the tables and types that the definition refers to. Fails with 262 without
    /// the first, with 2760 without the second, and with 229 without the last.
    pub fn create_table(&self, name: &ObjectName, definition: &TableDefinition) -> Result<(), SqlError> {
        self.new_table(name)?;
        self.references(name, definition)
    }

    /// Requires what [`Rights::create_table`] does, for SELECT INTO, whose new table has no
    /// references (`select-into-clause-transact-sql.md`). Fails with 262 or 2760. A temporary
    /// table, a missing schema and a database that isn't open pass.
    pub fn new_table(&self, name: &ObjectName) -> Result<(), SqlError> {
        let Some(Target { access, .. }) = self.target(name)? else { return Ok(()) };
        if !access.may(Securable::Database, codes::CREATE_TABLE) {
            let database = name.database.as_ref().unwrap_or(&self.state.database.name);
            return Err(database_denied(codes::CREATE_TABLE, database));
        }
        self.in_schema(name, codes::ALTER)
    }

    /// Requires the permission on the schema of a new object; fails with 2760. The schema's owner
    /// has it. A name without a schema means the user's default schema. Passes for a temporary
    /// table and a missing schema.
    pub fn in_schema(&self, name: &ObjectName, code: Code) -> Result<(), SqlError> {
        let Some(Target { access, catalog, .. }) = self.target(name)? else { return Ok(()) };
        let name = self.state.new_name(name);
        let written = name.schema.as_deref().unwrap_or(DEFAULT_SCHEMA);
        let Some(schema) = catalog.schema(written).map(|schema| schema.id) else { return Ok(()) };
        let may = access.may(Securable::Schema(schema), code) || owns(&access, &catalog, schema);
        if may { Ok(()) } else { Err(SqlError::schema_not_found(written)) }
    }

    /// Requires REFERENCES on each table that a foreign key refers to and on each user-defined type
    /// of a column; fails with 229. Foreign keys of temporary tables are left out, since they
    /// aren't created.
    pub fn references(&self, name: &ObjectName, definition: &TableDefinition) -> Result<(), SqlError> {
        for rule in definition.constraints.iter().map(|constraint| &constraint.rule) {
            let table_definition::RuleDefinition::ForeignKey(key) = rule else { continue };
            if name.object.starts_with('#') {
                // Left out of temporary tables.
                continue;
            }
            let Some(target) = self.target(&key.table)? else { continue };
            let Some((schema, _)) = target.object.filter(|_| !target.may(codes::REFERENCES)) else { continue };
            let schema = target.catalog.schemas().find(|known| known.id == schema);
            let schema = schema.map(|schema| schema.name.to_string()).unwrap_or_default();
            return Err(self.no_reference(&key.table.object, &schema));
        }
        let types: Vec<TypeId> = definition.columns.iter().filter_map(|column| column.user_type).collect();
        self.types(name, &types)
    }

    /// Requires REFERENCES on each user-defined type that columns of the table get. The owner of a
    /// type's schema has it. Fails with 229.
    pub fn types(&self, name: &ObjectName, types: &[TypeId]) -> Result<(), SqlError> {
        if types.is_empty() {
            return Ok(());
        }
        let Some(Target { access, catalog, .. }) = self.target(name)? else { return Ok(()) };
        for known in types.iter().filter_map(|id| catalog.type_by_id(*id)) {
            let Some(schema) = catalog.schema(&known.schema).map(|schema| schema.id) else { continue };
            let on = Securable::Type(schema, known.id.0);
            if !access.may(on, codes::REFERENCES) && !owns(&access, &catalog, schema) {
                return Err(self.no_reference(&known.name, &known.schema));
            }
        }
        Ok(())
    }

    fn no_reference(&self, object: &str, schema: &str) -> SqlError {
        SqlError::object_permission_denied("REFERENCES", object, &self.state.database.name, schema)
    }

    /// Requires ALTER on the table for a bulk load that skips constraints or triggers
    /// (`tools/bcp-utility.md`). `checks` and `fires` say that they aren't skipped. Fails with 1088
    /// without ALTER. Passes if the table has nothing to skip, doesn't exist, or is temporary.
    pub fn bulk_load(&self, name: &ObjectName, checks: bool, fires: bool) -> Result<(), SqlError> {
        let Some(target) = self.target(name)? else { return Ok(()) };
        let name = &self.state.in_default_schema(&target.catalog, name.clone());
        let skips = target.catalog.table(name).is_some_and(|table| skipped(&target.catalog, table, (checks, fires)));
        if skips && !target.may(codes::ALTER) { Err(SqlError::object_not_found(name).in_state(8)) } else { Ok(()) }
    }

    /// Requires ADMINISTER BULK OPERATIONS, and ALTER on the table as [`Rights::bulk_load`] does or
    /// for KEEPIDENTITY (`t-sql/statements/bulk-insert-transact-sql.md`). Fails with 4834 without
    /// the first, and with 1088 without the second.
    pub fn bulk_insert(
        &self,
        name: &ObjectName,
        checks: bool,
        fires: bool,
        keeps_identity: bool,
    ) -> Result<(), SqlError> {
        self.server_or(codes::ADMINISTER_BULK_OPERATIONS, SqlError::bulk_load_permission())?;
        self.bulk_load(name, checks, fires)?;
        let Some(target) = self.target(name)? else { return Ok(()) };
        let is_denied = keeps_identity && !target.may(codes::ALTER);
        if is_denied { Err(SqlError::object_not_found(name).in_state(8)) } else { Ok(()) }
    }
}

/// Returns whether the table has triggers or constraints that the load skips. A default is no
/// constraint here.
fn skipped(catalog: &Catalog, table: &Table, (checks, fires): (bool, bool)) -> bool {
    let is_checked = |constraint: &Constraint| !matches!(constraint.rule, Rule::Default { .. });
    (!fires && !catalog.triggers_of(table.id).is_empty()) || (!checks && table.constraints.iter().any(is_checked))
}
