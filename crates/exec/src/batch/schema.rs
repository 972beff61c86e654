//! Compiles CREATE, ALTER and DROP SCHEMA.

use super::compiler::Compiler;
use super::module::view_definition;
use super::program::Step;
use super::simple_step::refuse_server;
use sluice_catalog::snapshot::DEFAULT_SCHEMA;
use sluice_catalog::{ObjectName, name};
use sluice_command::statement::{SchemaDefinition, SchemaTransfer, TableChange};
use sluice_plan::table_definition::{ForeignKeyDefinition, RuleDefinition};
use sluice_plan::{TableDefinition, definition_of, object_name, unsupported};
use sluice_syntax::ast::{CreateSchema, DropObjects, Name, StatementKind, TransferToSchema};
use sluice_types::SqlError;

impl Compiler {
    /// Compiles CREATE SCHEMA with its tables and views. Views and foreign keys are created after
    /// all tables, so they may refer to tables that follow them in the statement.
    pub(super) fn create_schema(&mut self, written: &CreateSchema) -> Result<(), SqlError> {
        let schema = written.name.as_ref().map_or(DEFAULT_SCHEMA, |name| &name.text);
        let owner = written.owner.as_ref().map(|owner| owner.text.clone());
        let (mut tables, mut foreign_keys, mut views) = (Vec::new(), Vec::new(), Vec::new());
        for element in &written.elements {
            match &element.kind {
                StatementKind::CreateTable(table) => {
                    refuse_server(&table.name)?;
                    tables.push((owned(object_name(&table.name), schema)?, definition_of(table, &self.types)?));
                }
                StatementKind::View(view) => {
                    let mut definition = view_definition(view, element.span.slice(&view.text.0))?;
                    definition.name = owned(definition.name, schema)?;
                    views.push(definition);
                }
                other => return Err(unsupported(&format!("CREATE SCHEMA with {}", other.words()))),
            }
        }
        let names: Vec<String> = tables.iter().map(|(name, _)| name.object.clone()).collect();
        for (table, definition) in &mut tables {
            let mut keys = without_foreign_keys(definition);
            for key in keys.constraints.iter_mut().filter_map(|constraint| foreign_key(&mut constraint.rule)) {
                if names.iter().any(|known| name::same(known, &key.table.object)) {
                    key.table.schema.get_or_insert_with(|| schema.to_owned());
                }
            }
            if !keys.constraints.is_empty() {
                foreign_keys.push((table.clone(), TableChange::Add { items: keys, is_checked: true }));
            }
        }
        let name = written.name.as_ref().map(|name| name.text.clone());
        let definition = SchemaDefinition { name, owner, tables, foreign_keys, views };
        self.step(Step::CreateSchema(Box::new(definition)));
        Ok(())
    }

    pub(super) fn transfer_to_schema(&mut self, transfer: &TransferToSchema) -> Result<(), SqlError> {
        refuse_server(&transfer.name)?;
        let is_of = |class: &[Name], kind| class.len() == 1 && class[0].is(kind);
        let is_type = is_of(&transfer.class, "type");
        if !transfer.class.is_empty() && !is_type && !is_of(&transfer.class, "object") {
            let words: Vec<&str> = transfer.class.iter().map(|word| &*word.text).collect();
            return Err(unsupported(&format!("ALTER SCHEMA TRANSFER {}", words.join(" ").to_uppercase())));
        }
        let (schema, name) = (transfer.schema.text.to_string(), object_name(&transfer.name));
        self.step(Step::TransferToSchema(Box::new(SchemaTransfer { schema, is_type, name })));
        Ok(())
    }

    /// Compiles DROP SCHEMA. Fails with 102 if the name has several parts.
    pub(super) fn drop_schema(&mut self, drop: &DropObjects) -> Result<(), SqlError> {
        for name in &drop.names {
            if name.schema.is_some() {
                return Err(SqlError::new(102, 15, 1, vec![".".to_owned()]));
            }
            self.step(Step::DropSchema(drop.if_exists, name.name.text.clone()));
        }
        Ok(())
    }
}

/// Returns the schema-qualified name of an object that is created with the schema.
fn owned(name: ObjectName, schema: &str) -> Result<ObjectName, SqlError> {
    let is_elsewhere = name.schema.as_deref().is_some_and(|written| !name::same(written, schema));
    if is_elsewhere || name.database.is_some() {
        return Err(unsupported("CREATE SCHEMA with an object of another schema"));
    }
    Ok(ObjectName { schema: Some(schema.to_owned()), ..name })
}

/// Moves the foreign keys from a table's definition into a definition of their own.
fn without_foreign_keys(definition: &mut TableDefinition) -> TableDefinition {
    let (keys, others) = std::mem::take(&mut definition.constraints)
        .into_iter()
        .partition(|constraint| matches!(constraint.rule, RuleDefinition::ForeignKey(_)));
    definition.constraints = others;
    TableDefinition { constraints: keys, ..TableDefinition::default() }
}

fn foreign_key(rule: &mut RuleDefinition) -> Option<&mut ForeignKeyDefinition> {
    match rule {
        RuleDefinition::ForeignKey(key) => Some(key),
        _ => None,
    }
}
