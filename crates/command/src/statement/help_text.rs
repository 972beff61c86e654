//! `sp_helptext`: sends the definition of a module, constraint or computed column, line by line
//! (`relational-databases/system-stored-procedures/sp-helptext-transact-sql.md`).

use super::Env;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::snapshot::{DEFAULT_SCHEMA, SYSTEM_SCHEMA};
use sluice_catalog::{Catalog, ObjectName, Rule, Table};
use sluice_session::quoted_name;
use sluice_session::sink::ColumnInfo;
use sluice_session::system_object::{SystemObject, SystemSource};
use sluice_types::{DataType, Length, SqlError, Value};

/// Sends the text of the object or constraint `name`, or of its computed column `column`, line by
/// line. An object of the system is found if no other has the name. Informs with 15471 instead if
/// the text is encrypted. Fails with 15009 if the object doesn't exist or is hidden, with 15197 if
/// it has no text or its definition is hidden, and with 15250 for a name in another database. Fails
/// with 15218 for a column of something else than a table, with 15645 for an unknown column, and
/// with 15646 for one that isn't computed.
pub fn help_text(env: &mut Env<'_, '_>, name: &str, column: Option<&str>) -> Result<(), SqlError> {
    let database = &env.state.database;
    let unknown = || SqlError::object_not_in_database(name, &database.name);
    let parsed = quoted_name::parse(name).ok_or_else(unknown)?;
    if parsed.database.as_ref().is_some_and(|other| !sluice_catalog::name::same(other, &database.name)) {
        // 15250: the object must be in the current database.
        return Err(SqlError::database_qualifier_not_current());
    }
    let catalog = env.state.transaction.work.catalog(database);
    let parsed = env.existing(&parsed);
    let no_text = || match catalog.is_taken(parsed.schema.as_deref().unwrap_or(DEFAULT_SCHEMA), &parsed.object) {
        true => SqlError::no_text_for_object(name),
        false => unknown(),
    };
    if let (Some(column), Some(table)) = (column, catalog.table(&parsed)) {
        check_access(env, &catalog, (&table.schema, table.id), name)?;
        let definition = computed_text(table, column)?.to_owned();
        send(env, &definition);
        return Ok(());
    }
    if let Some(table) = catalog.table_of_constraint(&parsed) {
        check_access(env, &catalog, (&table.schema, table.id), name)?;
        let definition = constraint_text(table, &parsed.object).ok_or_else(no_text)?.to_owned();
        if column.is_some() {
            return Err(SqlError::object_is_not_a_table(name));
        }
        send(env, &definition);
        return Ok(());
    }
    let Some(module) = catalog.module(&parsed).filter(|module| module.kind.has_text()) else {
        let is_own = catalog.is_taken(parsed.schema.as_deref().unwrap_or(DEFAULT_SCHEMA), &parsed.object);
        return match system_text(env, &parsed).filter(|_| !is_own) {
            Some(Some(_)) if column.is_some() => Err(SqlError::object_is_not_a_table(name)),
            Some(Some(definition)) => {
                send(env, &definition);
                Ok(())
            }
            Some(None) => Err(SqlError::no_text_for_object(name)),
            None => Err(no_text()),
        };
    };
    let of = module.trigger.map_or(module.id, |trigger| trigger.parent);
    check_access(env, &catalog, (&module.schema, of), name)?;
    if column.is_some() {
        return Err(SqlError::object_is_not_a_table(name));
    }
    match module.shown_definition() {
        Some(definition) => send(env, definition),
        // 15471: the text is encrypted.
        None => env.inform(SqlError::text_is_encrypted(name)),
    }
    Ok(())
}

/// Fails with 15009 if the session must not know of the object, with 15197 if it must not read its
/// definition.
fn check_access(
    env: &Env<'_, '_>,
    catalog: &Catalog,
    (schema, id): (&str, ObjectId),
    name: &str,
) -> Result<(), SqlError> {
    if !env.state.security.is_restricted {
        return Ok(());
    }
    let database = &env.state.database;
    let access = env.state.access(env.context.host, database, catalog);
    if !access.sees_object(catalog, schema, id) {
        return Err(SqlError::object_not_in_database(name, &database.name));
    }
    if !access.sees_definition(catalog, schema, id) {
        return Err(SqlError::no_text_for_object(name));
    }
    Ok(())
}

/// Returns the definition of a computed column. Fails with 15645 if the table has no such column,
/// and with 15646 if the column isn't computed.
fn computed_text<'t>(table: &'t Table, column: &str) -> Result<&'t str, SqlError> {
    let place = table.column(column).ok_or_else(|| SqlError::column_does_not_exist(column))?;
    let computed = table.columns[place].computed.as_ref();
    computed.map(|computed| &*computed.definition).ok_or_else(|| SqlError::column_is_not_computed(column))
}

/// Returns the definition of a CHECK or DEFAULT constraint. `None` for other constraints.
fn constraint_text<'t>(table: &'t Table, name: &str) -> Option<&'t str> {
    let constraint = table.constraints.iter().find(|known| sluice_catalog::name::same(&known.name, name))?;
    match &constraint.rule {
        Rule::Check { definition, .. } | Rule::Default { definition, .. } => Some(definition),
        _ => None,
    }
}

/// Returns the definition of an object of the system, which everybody may read. `Some(None)` for
/// one that isn't written in T-SQL, `None` if there is none of that name.
fn system_text(env: &Env<'_, '_>, name: &ObjectName) -> Option<Option<Arc<str>>> {
    let schema = name.schema.as_deref().unwrap_or(SYSTEM_SCHEMA);
    let is_it = |object: &&SystemObject| {
        object.schema.eq_ignore_ascii_case(schema) && sluice_catalog::name::same(&object.name, &name.object)
    };
    let found = env.context.host.system_objects().iter().find(is_it)?;
    Some(match &found.source {
        SystemSource::Module(module) => Some(Arc::clone(&module.definition)),
        SystemSource::View(_) | SystemSource::Procedure => None,
    })
}

/// Sends a definition, a row per line. Longer lines are cut.
fn send(env: &mut Env<'_, '_>, definition: &str) {
    let text = DataType::NVarChar(Length::Limited(LINE_MAX as u16));
    env.sink.columns(&[ColumnInfo::expression("Text", text, true)]);
    let mut count = 0;
    for line in definition.split_inclusive('\n') {
        let characters: Vec<char> = line.chars().collect();
        for piece in characters.chunks(LINE_MAX) {
            env.sink.row(&[Value::text(piece.iter().collect::<String>())]);
            count += 1;
        }
    }
    env.done(count);
}

/// Maximum length of a line in the result, in characters.
const LINE_MAX: usize = 255;
