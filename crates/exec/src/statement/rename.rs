//! `sp_rename`: another name for a table, a module, a constraint, a column, an index or a type
//! (`relational-databases/system-stored-procedures/sp-rename-transact-sql.md`).
//!
//! What names the old one is not changed with it. A column that is named in the text of a constraint or of a computed column keeps its name
//! (15336): the text would mean nothing.

use super::binding::{bound_to, bound_to_column};
use super::definition::define;
use super::schema::store;
use super::{Env, user_type};
use crate::quoted_name;
use sluice_base::sync::Arc;
use sluice_catalog::snapshot::DEFAULT_SCHEMA;
use sluice_catalog::{Catalog, CatalogStore, Index, Module, ObjectName, Rule, Table, UserType, name};
use sluice_plan::unsupported;
use sluice_table::database::Database;
use sluice_types::SqlError;

/// What is to be called otherwise.
pub struct Rename<'a> {
    /// What it is called, as its kind needs it.
    pub name: &'a str,
    /// What it is to be called.
    pub new: &'a str,
    /// COLUMN, OBJECT and so on, if it is said.
    pub kind: Option<&'a str>,
}

/// What of a table may have another name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Column,
    Index,
}

/// Renames it, inside the session's transaction or as one of its own; 15477 tells of the danger.
pub fn rename(env: &mut Env<'_, '_>, rename: &Rename<'_>) -> Result<(), SqlError> {
    define(env, |env| apply(env, rename))?;
    env.inform(15477, Vec::new());
    Ok(())
}

fn apply(env: &mut Env<'_, '_>, rename: &Rename<'_>) -> Result<(), SqlError> {
    let kind = rename.kind.map(str::to_uppercase);
    let part = match kind.as_deref() {
        None | Some("OBJECT") => None,
        Some("COLUMN") => Some(Part::Column),
        Some("INDEX") => Some(Part::Index),
        Some("USERDATATYPE") => return rename_type(env, rename),
        Some(known @ ("DATABASE" | "STATISTICS")) => {
            return Err(unsupported(&format!("sp_rename of kind {known}")));
        }
        // 15249: the kind is unknown.
        Some(_) => return Err(SqlError::new(15249, 11, 1, vec![rename.kind.unwrap_or_default().to_owned()])),
    };
    // 15253: it is no name.
    let written = quoted_name::parse(rename.name);
    let written = written.ok_or_else(|| SqlError::new(15253, 11, 1, vec![rename.name.to_owned()]))?;
    let database = Arc::clone(&env.state.database);
    env.state.begin_defining(&database)?;
    let catalog = env.catalog(&database);
    if let Some(part) = part {
        env.permitted(|rights| table_of_part(&written).map_or(Ok(()), |table| rights.rename(&table, rename.name)))?;
        return rename_part(env, &database, &catalog, (part, &written, rename));
    }
    check_database(&written, &database)?;
    let renamed = holder_of(&catalog, &written).unwrap_or_else(|| written.clone());
    env.permitted(|rights| rights.rename(&renamed, rename.name))?;
    rename_object(env, &database, &catalog, (&written, rename))
}

/// 15248 for what is no type of a user's, 15335 for a name that is taken.
fn rename_type(env: &mut Env<'_, '_>, rename: &Rename<'_>) -> Result<(), SqlError> {
    let database = Arc::clone(&env.state.database);
    env.state.begin_defining(&database)?;
    let catalog = env.catalog(&database);
    let written = quoted_name::parse(rename.name);
    if let Some(written) = &written {
        env.permitted(|rights| rights.rename_type(written, rename.name))?;
    }
    let old = written.as_ref().filter(|written| written.database.is_none()).and_then(|name| catalog.user_type(name));
    let unknown = || SqlError::new(15248, 11, 1, vec![rename.kind.unwrap_or_default().to_owned()]);
    let old = Arc::clone(old.ok_or_else(unknown)?);
    let new = UserType { name: rename.new.to_owned(), ..UserType::clone(&old) };
    let renamed = user_type::replace(env, &database, &catalog, (&old, new))?;
    renamed.ok_or_else(|| in_use(rename, "USERDATATYPE"))
}

fn rename_object(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    catalog: &Catalog,
    (written, rename): (&ObjectName, &Rename<'_>),
) -> Result<(), SqlError> {
    let schema = written.schema.as_deref().unwrap_or(DEFAULT_SCHEMA);
    if catalog.sequence(written).is_some() {
        return Err(unsupported("sp_rename of a sequence"));
    }
    let in_use = || in_use(rename, "object");
    let found = catalog.table(written).map(|table| (&table.schema, &table.name, table.id));
    let found = found.or_else(|| catalog.module(written).map(|module| (&module.schema, &module.name, module.id)));
    if found.is_some_and(|(schema, name, id)| bound_to(catalog, (schema, name), id).is_some()) {
        return Err(SqlError::new(15336, 16, 1, vec![rename.name.to_owned()]));
    }
    if let Some(module) = catalog.module(written) {
        env.lock_name(database, &module.schema, &module.name)?;
        env.lock_name(database, &module.schema, rename.new)?;
        env.lock_object(database.table(module.id))?;
        let renamed = Module { name: rename.new.to_owned(), ..Module::clone(module) };
        let next = catalog.without_module(module).with_module(renamed.clone()).ok_or_else(in_use)?;
        return store(env, database, next, |stored, enlisted| {
            stored.delete_module(&mut enlisted.transaction, module)?;
            stored.insert_module(&mut enlisted.transaction, &renamed)
        });
    }
    if let Some(table) = catalog.table(written) {
        let renamed = Table { name: rename.new.to_owned(), ..Table::clone(table) };
        return replace(env, database, catalog, (table, renamed), &in_use);
    }
    let of_schema = |table: &&&Arc<Table>| name::same(&table.schema, schema);
    let tables = catalog.tables();
    let of_schema = tables.iter().filter(of_schema);
    let found =
        of_schema.filter_map(|table| Some((*table, with_constraint(table, &written.object, rename.new)?))).next();
    let (table, renamed) = found.ok_or_else(|| unknown(rename, database))?;
    replace(env, database, catalog, (table, renamed), &in_use)
}

/// The table or view that a constraint or a trigger belongs to: ALTER on it is what renaming takes.
fn holder_of(catalog: &Catalog, written: &ObjectName) -> Option<ObjectName> {
    if let Some(trigger) = catalog.module(written).and_then(|module| module.trigger) {
        let table = catalog.table_by_id(trigger.parent).map(|table| ObjectName::qualified(&table.schema, &table.name));
        let view = || catalog.module_by_id(trigger.parent).map(|view| ObjectName::qualified(&view.schema, &view.name));
        return table.or_else(view);
    }
    let schema = written.schema.as_deref().unwrap_or(DEFAULT_SCHEMA);
    let tables = catalog.tables();
    let mut of_schema = tables.iter().filter(|table| name::same(&table.schema, schema));
    let has = |table: &&&Arc<Table>| table.constraint_names().any(|known| name::same(known, &written.object));
    of_schema.find(has).map(|table| ObjectName::qualified(&table.schema, &table.name))
}

/// The table whose column or index a name of several parts means.
fn table_of_part(written: &ObjectName) -> Option<ObjectName> {
    let object = written.schema.clone()?;
    Some(ObjectName { database: None, schema: written.database.clone(), object })
}

/// The table with its constraint `old`, be it a key, called `new`; `None` if it has none such.
fn with_constraint(table: &Table, old: &str, new: &str) -> Option<Table> {
    let mut renamed = table.clone();
    if let Some(constraint) = renamed.constraints.iter_mut().find(|constraint| name::same(&constraint.name, old)) {
        (constraint.name, constraint.is_system_named) = (new.to_owned(), false);
        return Some(renamed);
    }
    let mut indexes = renamed.indexes.iter_mut();
    let index = indexes.find(|index| index.constraint.is_some() && name::same(&index.name, old))?;
    rename_index(index, new);
    Some(renamed)
}

/// An index of a constraint is called as the constraint is.
fn rename_index(index: &mut Index, new: &str) {
    new.clone_into(&mut index.name);
    if let Some(constraint) = &mut index.constraint {
        constraint.is_system_named = false;
    }
}

/// The name says the column or index last, the table before it.
fn rename_part(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    catalog: &Catalog,
    (part, written, rename): (Part, &ObjectName, &Rename<'_>),
) -> Result<(), SqlError> {
    let unknown = || {
        let kind = rename.kind.unwrap_or_default().to_owned();
        // 15248: the name, or what it is said to be, is wrong.
        SqlError::new(15248, 11, 1, vec![kind])
    };
    let table = table_of_part(written).ok_or_else(unknown)?;
    let table = catalog.table(&table).ok_or_else(unknown)?;
    if part == Part::Index {
        let place = |called: &str| table.indexes.iter().position(|index| name::same(&index.name, called));
        let found = place(&written.object).ok_or_else(unknown)?;
        if place(rename.new).is_some_and(|other| other != found) {
            return Err(in_use(rename, "INDEX"));
        }
        let mut renamed = Table::clone(table);
        rename_index(&mut renamed.indexes[found], rename.new);
        return replace(env, database, catalog, (table, renamed), &|| in_use(rename, "INDEX"));
    }
    let place = table.column(&written.object).ok_or_else(unknown)?;
    if table.column(rename.new).is_some_and(|other| other != place) {
        return Err(in_use(rename, "COLUMN"));
    }
    let column = &table.columns[place].name;
    if is_named_in_text(table, column) || !bound_to_column(catalog, table, column).is_empty() {
        return Err(SqlError::new(15336, 16, 1, vec![rename.name.to_owned()]));
    }
    let mut renamed = Table::clone(table);
    rename.new.clone_into(&mut renamed.columns[place].name);
    replace(env, database, catalog, (table, renamed), &|| in_use(rename, "COLUMN"))
}

/// Whether a CHECK, a computed column or an index's filter of the table names the column.
fn is_named_in_text(table: &Table, column: &str) -> bool {
    let quoted = format!("[{}]", column.replace(']', "]]")).to_lowercase();
    let checks = table.constraints.iter().filter_map(|constraint| match &constraint.rule {
        Rule::Check { definition, .. } => Some(definition),
        _ => None,
    });
    let computed = table.columns.iter().filter_map(|column| column.computed.as_ref().map(|it| &it.definition));
    let filters = table.indexes.iter().filter_map(|index| index.filter.as_ref().map(|filter| &filter.definition));
    checks.chain(computed).chain(filters).any(|text| text.to_lowercase().contains(&quoted))
}

/// Puts one definition of a table in the place of another; nobody uses the table meanwhile.
fn replace(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    catalog: &Catalog,
    (old, new): (&Table, Table),
    in_use: &dyn Fn() -> SqlError,
) -> Result<(), SqlError> {
    env.lock_table_names(database, old)?;
    env.lock_table_names(database, &new)?;
    env.lock_object(database.table(old.id))?;
    let next = catalog.without_table(old.id).with_table(new.clone()).ok_or_else(in_use)?;
    store(env, database, next, |stored, enlisted| {
        stored.delete_table(&mut enlisted.transaction, old)?;
        stored.insert_table(&mut enlisted.transaction, &new)
    })
}

fn check_database(written: &ObjectName, database: &Database) -> Result<(), SqlError> {
    match &written.database {
        // 15250: it must be in the current database.
        Some(other) if !name::same(other, &database.name) => Err(SqlError::new(15250, 16, 1, Vec::new())),
        _ => Ok(()),
    }
}

/// 15225: there is nothing of that name.
fn unknown(rename: &Rename<'_>, database: &Database) -> SqlError {
    let kind = rename.kind.unwrap_or("(null)").to_owned();
    SqlError::new(15225, 11, 1, vec![rename.name.to_owned(), database.name.clone(), kind])
}

/// 15335: the new name is taken.
fn in_use(rename: &Rename<'_>, kind: &str) -> SqlError {
    SqlError::new(15335, 11, 1, vec![rename.new.to_owned(), kind.to_owned()])
}
