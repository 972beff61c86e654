//! `sp_rename`: renames a table, module, sequence, constraint, column, index, statistics or type
//! (`relational-databases/system-stored-procedures/sp-rename-transact-sql.md`).
//!
//! Columns and indexes of a temporary table are renamed by `tempdb..sp_rename '#t.part'`. Texts
//! that use the old name aren't changed. A column named in the text of a constraint or computed
//! column can't be renamed (15336), because the text would become invalid.

use crate::statement::Env;
use crate::statement::ddl::binding::{bound_to, bound_to_column};
use crate::statement::ddl::definition::{define, store};
use crate::statement::ddl::user_type;
use crate::statement::event::DdlEvent;
use sluice_base::sync::Arc;
use sluice_catalog::snapshot::DEFAULT_SCHEMA;
use sluice_catalog::{
    Catalog, CatalogStore, EventType, Index, Module, ObjectName, Origin, Rule, Sequence, Table, UserType, name,
};
use sluice_plan::unsupported;
use sluice_session::quoted_name;
use sluice_table::database::Database;
use sluice_table::temporary;
use sluice_types::SqlError;

/// The arguments of `sp_rename`.
pub struct Rename<'a> {
    /// The current name, in the form that the kind requires.
    pub name: &'a str,
    /// The new name.
    pub new: &'a str,
    /// COLUMN, OBJECT and so on; `None` if not given.
    pub kind: Option<&'a str>,
}

/// A part of a table that can be renamed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Column,
    Index,
    Statistics,
}

impl Part {
    /// The part's word in messages if the call doesn't name the kind.
    fn word(self) -> &'static str {
        match self {
            Part::Column => "column",
            Part::Index => "index",
            Part::Statistics => "statistics",
        }
    }
}

/// Renames an object, inside the session's transaction or in a transaction of its own. Sends 15477,
/// a warning that scripts and procedures may break. Fails with 15225 if there is no such object,
/// with 15248 or 15249 if the given kind is wrong, with 15253 for a bad identifier, with 15250 for
/// another database, with 15335 for a new name in use, and with 15336 if a constraint, computed
/// column or schema-bound module names it.
pub fn rename(env: &mut Env<'_, '_>, rename: &Rename<'_>) -> Result<(), SqlError> {
    define(env, |env| apply(env, rename))?;
    env.inform(SqlError::rename_caution());
    Ok(())
}

/// Returns the event of a call, at most one. Empty if the old name can't be parsed or names a
/// temporary object, and if its database isn't found. The object itself need not exist: the events
/// of a call that fails are dropped by [`Raising::ran`](crate::statement::event::Raising::ran).
pub fn rename_event(env: &Env<'_, '_>, rename: &Rename<'_>) -> Vec<DdlEvent> {
    let Some((_, written)) = quoted_name::parse_part(rename.name) else { return Vec::new() };
    let database = Arc::clone(&env.state.database);
    let inferred = inferred_part(env, &env.catalog(&database), (rename, &written)).map(Part::word);
    let kind = rename.kind.or(inferred).map_or_else(|| "OBJECT".to_owned(), str::to_uppercase);
    let event = match (kind.as_str(), table_of_part(&written)) {
        ("COLUMN" | "INDEX" | "STATISTICS", Some(table)) => {
            env.part_event(EventType::RENAME, (&written.object, &kind), (&table, env.target_kind(&table)))
        }
        _ => env.object_event(EventType::RENAME, &written, &kind),
    };
    event.into_iter().map(|event| event.with("NewObjectName", rename.new)).collect()
}

fn apply(env: &mut Env<'_, '_>, rename: &Rename<'_>) -> Result<(), SqlError> {
    let kind = rename.kind.map(str::to_uppercase);
    let part = match kind.as_deref() {
        None | Some("OBJECT") => None,
        Some("COLUMN") => Some(Part::Column),
        Some("INDEX") => Some(Part::Index),
        Some("STATISTICS") => Some(Part::Statistics),
        Some("USERDATATYPE") => return rename_type(env, rename),
        Some(_) => return Err(SqlError::unknown_object_type(rename.kind.unwrap_or_default())),
    };
    // 15253: the name can't be parsed.
    let written = quoted_name::parse_part(rename.name);
    let (qualifier, written) = written.ok_or_else(|| SqlError::invalid_identifier(rename.name))?;
    let database = Arc::clone(&env.state.database);
    check_database(qualifier.as_deref(), &database)?;
    env.state.transaction.begin_defining(&database)?;
    let catalog = env.catalog(&database);
    if let Some(part) = part.or_else(|| inferred_part(env, &catalog, (rename, &written))) {
        let table = table_of_part(&written).map(|table| placed(env, (&database, &catalog), &table));
        env.permitted(|rights| table.map_or(Ok(()), |table| rights.rename(&table, rename.name)))?;
        return rename_part(env, &database, &catalog, (part, &written, rename));
    }
    if qualifier.is_some() {
        // The names of objects have three parts.
        return Err(unknown(rename, &database));
    }
    check_database(written.database.as_deref(), &database)?;
    let written = env.existing(&written);
    let renamed = holder_of(&catalog, &written).unwrap_or_else(|| written.clone());
    env.permitted(|rights| rights.rename(&renamed, rename.name))?;
    rename_object(env, &database, &catalog, (&written, rename))
}

/// Returns what `table.part` denotes if no kind is given and no object has this name: a column of
/// the table, or else an index.
fn inferred_part(env: &Env<'_, '_>, catalog: &Catalog, (rename, written): (&Rename<'_>, &ObjectName)) -> Option<Part> {
    let schema = written.schema.as_deref().unwrap_or(DEFAULT_SCHEMA);
    let is_object = || catalog.is_taken(schema, &written.object) || holder_of(catalog, written).is_some();
    if rename.kind.is_some() || written.database.is_none() && is_object() {
        return None;
    }
    let table = catalog.stored_table(&placed(env, (&env.state.database, catalog), &table_of_part(written)?))?;
    let is_index = || table.indexes.iter().any(|index| name::same(&index.name, &written.object));
    if table.column(&written.object).is_some() { Some(Part::Column) } else { is_index().then_some(Part::Index) }
}

/// Renames a user type. Fails with 15248 if it doesn't exist and with 15335 if the new name is
/// taken.
fn rename_type(env: &mut Env<'_, '_>, rename: &Rename<'_>) -> Result<(), SqlError> {
    let database = Arc::clone(&env.state.database);
    env.state.transaction.begin_defining(&database)?;
    let catalog = env.catalog(&database);
    let written = quoted_name::parse(rename.name);
    if let Some(written) = &written {
        env.permitted(|rights| rights.rename_type(written, rename.name))?;
    }
    let written = written.map(|written| env.state.type_in_default_schema(&catalog, written));
    let old = written.as_ref().filter(|written| written.database.is_none()).and_then(|name| catalog.user_type(name));
    let unknown = || SqlError::wrong_object_type(rename.kind.unwrap_or_default());
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
    let in_use = || in_use(rename, "object");
    if let Some(sequence) = catalog.sequence(written) {
        if bound_to(catalog, (&sequence.schema, &sequence.name), sequence.id).is_some() {
            return Err(SqlError::object_has_enforced_dependencies(rename.name));
        }
        return rename_sequence(env, database, catalog, (sequence, rename));
    }
    let found = catalog.table(written).map(|table| (&table.schema, &table.name, table.id));
    let found = found.or_else(|| catalog.module(written).map(|module| (&module.schema, &module.name, module.id)));
    if found.is_some_and(|(schema, name, id)| bound_to(catalog, (schema, name), id).is_some()) {
        return Err(SqlError::object_has_enforced_dependencies(rename.name));
    }
    if let Some(module) = catalog.module(written) {
        if !catalog.numbered(module).is_empty() {
            return Err(unsupported("sp_rename of a group of procedures"));
        }
        env.lock_name(database, &module.schema, &module.name)?;
        env.lock_name(database, &module.schema, rename.new)?;
        env.lock_object(database.table(module.id))?;
        let rows =
            module.rows.as_ref().map(|rows| Arc::new(Table { name: rename.new.to_owned(), ..Table::clone(rows) }));
        let renamed = Module { name: rename.new.to_owned(), rows, ..Module::clone(module) };
        let next = catalog.without_module(module).with_module(renamed.clone()).ok_or_else(in_use)?;
        return store(env, database, next, |stored, enlisted| {
            let transaction = &mut enlisted.transaction;
            if let (Some(old), Some(new)) = (&module.rows, &renamed.rows) {
                stored.delete_table(transaction, old)?;
                stored.insert_table(transaction, new)?;
            }
            stored.delete_module(transaction, module)?;
            stored.insert_module(transaction, &renamed)
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

/// Renames a sequence, whose values go on.
fn rename_sequence(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    catalog: &Catalog,
    (sequence, rename): (&Sequence, &Rename<'_>),
) -> Result<(), SqlError> {
    env.lock_object(database.table(sequence.id))?;
    env.lock_name(database, &sequence.schema, &sequence.name)?;
    env.lock_name(database, &sequence.schema, rename.new)?;
    let renamed = Sequence { name: rename.new.to_owned(), ..Sequence::clone(sequence) };
    let next = catalog.without_sequence(sequence).with_sequence(renamed.clone());
    let next = next.ok_or_else(|| in_use(rename, "object"))?;
    store(env, database, next, |stored, enlisted| {
        stored.delete_sequence(&mut enlisted.transaction, sequence)?;
        stored.insert_sequence(&mut enlisted.transaction, &renamed)
    })
}

/// Returns the table or view of a constraint or trigger. Renaming requires ALTER permission on it.
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

/// Returns the table in the name of a column or index.
fn table_of_part(written: &ObjectName) -> Option<ObjectName> {
    let object = written.schema.clone()?;
    Some(ObjectName { database: None, schema: written.database.clone(), object })
}

/// Returns the name of an existing table in the catalog. In tempdb, `#t` is the session's table.
fn placed(env: &Env<'_, '_>, (database, catalog): (&Database, &Catalog), table: &ObjectName) -> ObjectName {
    if !temporary::is_temporary(&table.object) || !database.storage.is_temporary() {
        return env.existing(table);
    }
    let in_tempdb = |place: &ObjectName| ObjectName { database: None, ..place.clone() };
    in_tempdb(&temporary::find(table, env.scope(), |place| catalog.stored_table(&in_tempdb(place)).is_some()))
}

/// Returns the table with its constraint or key `old` renamed; `None` if it doesn't exist.
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

/// Renames an index. The index of a constraint has the constraint's name.
fn rename_index(index: &mut Index, new: &str) {
    new.clone_into(&mut index.name);
    if let Some(constraint) = &mut index.constraint {
        constraint.is_system_named = false;
    }
}

/// Renames a column, index or statistics. The last part of `written` is its name, preceded by the
/// table. The statistics of an index are renamed with the index.
fn rename_part(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    catalog: &Catalog,
    (part, written, rename): (Part, &ObjectName, &Rename<'_>),
) -> Result<(), SqlError> {
    let unknown = || {
        let kind = rename.kind.unwrap_or_default().to_owned();
        // 15248: the name or the given kind is wrong.
        SqlError::wrong_object_type(kind)
    };
    let table = table_of_part(written).ok_or_else(unknown)?;
    let table = catalog.stored_table(&placed(env, (database, catalog), &table)).ok_or_else(unknown)?;
    let own = |called: &str| {
        let mut own = table.statistics.iter();
        own.position(|own| own.origin != Origin::Index && name::same(&own.name, called))
    };
    if let (Part::Statistics, Some(place)) = (part, own(&written.object)) {
        if table.statistics_id(rename.new).is_some_and(|other| other != table.statistics[place].id) {
            return Err(in_use(rename, part.word()));
        }
        let mut renamed = Table::clone(table);
        rename.new.clone_into(&mut Arc::make_mut(&mut renamed.statistics[place]).name);
        return replace(env, database, catalog, (table, renamed), &|| in_use(rename, part.word()));
    }
    if part != Part::Column {
        let place = |called: &str| table.indexes.iter().position(|index| name::same(&index.name, called));
        let found = place(&written.object).ok_or_else(unknown)?;
        if place(rename.new).is_some_and(|other| other != found) {
            return Err(in_use(rename, part.word()));
        }
        let mut renamed = Table::clone(table);
        rename_index(&mut renamed.indexes[found], rename.new);
        return replace(env, database, catalog, (table, renamed), &|| in_use(rename, part.word()));
    }
    let place = table.column(&written.object).filter(|_| !table.is_of_view()).ok_or_else(unknown)?;
    if table.column(rename.new).is_some_and(|other| other != place) {
        return Err(in_use(rename, part.word()));
    }
    let column = &table.columns[place].name;
    if is_named_in_text(table, column) || !bound_to_column(catalog, table, column).is_empty() {
        return Err(SqlError::object_has_enforced_dependencies(rename.name));
    }
    let mut renamed = Table::clone(table);
    rename.new.clone_into(&mut renamed.columns[place].name);
    replace(env, database, catalog, (table, renamed), &|| in_use(rename, part.word()))
}

/// Whether a CHECK constraint, a computed column, or a filter of an index or of statistics names
/// the column.
fn is_named_in_text(table: &Table, column: &str) -> bool {
    let quoted = sluice_types::bracketed(column).to_lowercase();
    let checks = table.constraints.iter().filter_map(|constraint| match &constraint.rule {
        Rule::Check { definition, .. } => Some(definition),
        _ => None,
    });
    let computed = table.columns.iter().filter_map(|column| column.computed.as_ref().map(|it| &it.definition));
    let filters = table.indexes.iter().filter_map(|index| index.filter.as_ref().map(|filter| &filter.definition));
    let own = table.statistics.iter().filter_map(|own| own.filter.as_ref().map(|filter| &filter.definition));
    checks.chain(computed).chain(filters).chain(own).any(|text| text.to_lowercase().contains(&quoted))
}

/// Replaces a table's definition under a Sch-M lock.
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
    let next = match new.is_of_view() {
        true => catalog.with_changed(new.clone()),
        false => catalog.without_table(old.id).with_table(new.clone()).ok_or_else(in_use)?,
    };
    store(env, database, next, |stored, enlisted| {
        stored.delete_table(&mut enlisted.transaction, old)?;
        stored.insert_table(&mut enlisted.transaction, &new)
    })
}

fn check_database(qualifier: Option<&str>, database: &Database) -> Result<(), SqlError> {
    match qualifier {
        Some(other) if !name::same(other, &database.name) => Err(SqlError::database_qualifier_not_current()),
        _ => Ok(()),
    }
}

/// 15225: no object has that name; 15248 if the call names the kind.
fn unknown(rename: &Rename<'_>, database: &Database) -> SqlError {
    match rename.kind {
        Some(kind) => SqlError::wrong_object_type(kind),
        None => SqlError::item_not_found(rename.name, &database.name, "(null)"),
    }
}

/// 15335: the new name is taken. The message has the kind as it is written in the call.
fn in_use(rename: &Rename<'_>, kind: &str) -> SqlError {
    SqlError::new_name_in_use(rename.new, rename.kind.unwrap_or(kind))
}
