//! `sp_bindefault`, `sp_bindrule`, `sp_unbindefault` and `sp_unbindrule`: defaults and rules of
//! columns and alias types
//! (`relational-databases/system-stored-procedures/sp-bindefault-transact-sql.md` and its like).
//!
//! A column of an alias type takes a new binding of the type unless it has a binding or a DEFAULT
//! of its own. A binding is stored with its column or type, with a copy of the text. The copy stays
//! right because a bound default or rule can't be changed.

use crate::statement::Env;
use crate::statement::ddl::definition::{define, store};
use crate::statement::ddl::module::is_constraint;
use crate::statement::ddl::user_type;
use crate::statement::event::DdlEvent;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::{
    BoundObject, Catalog, CatalogStore, Column, EventType, ModuleKind, ObjectName, Table, TypeKind, UserType, name,
};
use sluice_session::quoted_name;
use sluice_table::database::Database;
use sluice_types::{DataType, SqlError};

/// The arguments of a procedure that binds or unbinds.
pub struct ObjectBinding<'a> {
    /// Whether the object is a rule; otherwise a default.
    pub is_rule: bool,
    /// The name of the default or rule; `None` to unbind.
    pub object: Option<&'a str>,
    /// The column or the alias type.
    pub target: &'a str,
    /// `futureonly`: existing columns of an alias type stay as they are.
    pub future_only: Option<&'a str>,
}

/// The column or alias type that a binding names.
enum Target {
    Column(Arc<Table>, usize),
    Type(Arc<UserType>),
}

/// Binds or unbinds a default or rule, inside the session's transaction or in a transaction of its
/// own. Sends 15511 to 15524 for what was bound or unbound. Fails with 15016 or 15017 if the
/// default or rule doesn't exist, with 15148 for an unknown column or type, with 15049 or 15050 for
/// a DEFAULT constraint, with 15101 to 15107 for a column that can't be bound, and with 15236 to
/// 15239 if nothing was bound.
pub fn bind_object(env: &mut Env<'_, '_>, binding: &ObjectBinding<'_>) -> Result<(), SqlError> {
    let mut done = Vec::new();
    define(env, |env| {
        done = apply(env, binding)?;
        Ok(())
    })?;
    done.into_iter().for_each(|message| env.inform(message));
    Ok(())
}

/// Returns the event of a call. Its object is the default or rule that is bound, or the column or
/// type that is unbound. Empty if a name can't be parsed or the object isn't found.
pub fn bind_object_event(env: &Env<'_, '_>, binding: &ObjectBinding<'_>) -> Vec<DdlEvent> {
    let (event, kind) = match (binding.object.is_some(), binding.is_rule) {
        (true, false) => (EventType::BIND_DEFAULT, "DEFAULT"),
        (true, true) => (EventType::BIND_RULE, "RULE"),
        (false, false) => (EventType::UNBIND_DEFAULT, "TYPE"),
        (false, true) => (EventType::UNBIND_RULE, "TYPE"),
    };
    let Some(target) = quoted_name::parse(binding.target) else { return Vec::new() };
    let table = table_of(&target);
    let event = match (binding.object.map(quoted_name::parse), &table) {
        (Some(None), _) => None,
        (Some(Some(object)), _) => {
            let event = env.object_event(event, &object, kind);
            event.map(|event| match &table {
                Some(table) => event.of_target(&table.object, env.target_kind(table)),
                None => event.of_target(&target.object, "TYPE"),
            })
        }
        (None, Some(table)) => env.part_event(event, (&target.object, "COLUMN"), (table, env.target_kind(table))),
        (None, None) => env.object_event(event, &target, kind),
    };
    event.into_iter().collect()
}

/// Returns the kind of the things that the default or rule `id` is bound to; `None` if it isn't
/// bound.
pub(super) fn holder(catalog: &Catalog, id: ObjectId) -> Option<&'static str> {
    let is_bound = |table: &&Arc<Table>| table.columns.iter().any(|column| column.bound.has(id));
    if catalog.tables().into_iter().any(|table| is_bound(&table)) {
        return Some("column");
    }
    catalog.user_types().iter().any(|known| known.bound.has(id)).then_some("data type")
}

fn apply(env: &mut Env<'_, '_>, binding: &ObjectBinding<'_>) -> Result<Vec<SqlError>, SqlError> {
    let is_for_future = match binding.future_only.map(str::trim_end) {
        None => false,
        Some(flag) if flag.eq_ignore_ascii_case("futureonly") => true,
        Some(_) => return Err(usage(binding)),
    };
    let database = Arc::clone(&env.state.database);
    env.state.transaction.begin_defining(&database)?;
    let catalog = env.catalog(&database);
    // The permission is checked first: without it, a caller doesn't learn which objects exist.
    let target = target_of(env, &catalog, binding.target)?;
    let object = binding.object.map(|name| object_called(env, &catalog, name, binding.is_rule)).transpose()?;
    match target {
        Target::Column(table, place) => {
            check_column(binding, &table, place)?;
            let mut new = Table::clone(&table);
            *new.columns[place].bound.of_kind_mut(binding.is_rule) = object;
            replace(env, &database, &catalog, (&table, new))?;
            Ok(vec![message(binding, false)])
        }
        Target::Type(known) => {
            check_type(binding, &known)?;
            let old = known.bound.of_kind(binding.is_rule).cloned();
            let mut new = UserType::clone(&known);
            *new.bound.of_kind_mut(binding.is_rule) = object.clone();
            // The name stays, so it can't be taken.
            user_type::replace(env, &database, &catalog, (&known, new))?;
            let mut done = vec![message(binding, true)];
            if !is_for_future {
                bind_columns(env, &database, (binding, &known), (old.as_ref(), object.as_ref()))?;
                done.push(columns_message(binding));
            }
            Ok(done)
        }
    }
}

/// Gives the existing columns of a type the type's new binding. Columns with another binding or
/// with a DEFAULT constraint keep theirs.
fn bind_columns(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    (binding, known): (&ObjectBinding<'_>, &UserType),
    (old, new): (Option<&BoundObject>, Option<&BoundObject>),
) -> Result<(), SqlError> {
    let catalog = env.catalog(database);
    let takes = |table: &Table, place: usize| {
        let column = &table.columns[place];
        let own = column.bound.of_kind(binding.is_rule).map(|bound| bound.id);
        let is_inherited = own == old.map(|old| old.id) || (new.is_some() && own.is_none());
        column.user_type == Some(known.id) && is_inherited && may_bind(binding.is_rule, table, place).is_ok()
    };
    for table in catalog.tables() {
        let places: Vec<usize> = (0..table.columns.len()).filter(|place| takes(table, *place)).collect();
        if places.is_empty() {
            continue;
        }
        let mut changed = Table::clone(table);
        for place in places {
            *changed.columns[place].bound.of_kind_mut(binding.is_rule) = new.cloned();
        }
        let now = env.catalog(database);
        replace(env, database, &now, (table, changed))?;
    }
    Ok(())
}

/// Returns the default or rule of this name. Fails with 15016 or 15017 if it doesn't exist, with
/// 15050 for a DEFAULT constraint.
fn object_called(env: &Env<'_, '_>, catalog: &Catalog, name: &str, is_rule: bool) -> Result<BoundObject, SqlError> {
    let unknown = || if is_rule { SqlError::rule_does_not_exist(name) } else { SqlError::default_does_not_exist(name) };
    let written = quoted_name::parse(name).ok_or_else(unknown)?;
    if written.database.as_ref().is_some_and(|other| !name::same(other, &env.state.database.name)) {
        return Err(unknown());
    }
    let written = env.existing(&ObjectName { database: None, ..written });
    let kind = if is_rule { ModuleKind::Rule } else { ModuleKind::Default };
    match catalog.module(&written).filter(|module| module.kind == kind) {
        Some(module) => sluice_plan::bound_object(module),
        None if !is_rule && is_constraint(catalog, &written) => Err(SqlError::cannot_bind_constraint(name)),
        None => Err(unknown()),
    }
}

/// Returns the column or the alias type called `written`. A name of one part is a type; a longer
/// one is a column before it is a type. Fails with 15148 if there is none, or without permission.
fn target_of(env: &mut Env<'_, '_>, catalog: &Catalog, written: &str) -> Result<Target, SqlError> {
    let unknown = || SqlError::binding_target_not_found(written);
    let parsed = quoted_name::parse(written).ok_or_else(unknown)?;
    if let Some(table) = table_of(&parsed)
        && let Some(found) = catalog.table(&env.existing(&table)).cloned()
        && let Some(place) = found.column(&parsed.object)
    {
        env.permitted(|rights| rights.alter(&table, &unknown()))?;
        return Ok(Target::Column(found, place));
    }
    if parsed.database.is_some() {
        return Err(unknown());
    }
    env.permitted(|rights| rights.bind_to_type(&parsed, &unknown()))?;
    let placed = env.state.type_in_default_schema(catalog, parsed);
    let found = catalog.user_type(&placed).filter(|known| matches!(known.kind, TypeKind::Alias { .. }));
    found.cloned().map(Target::Type).ok_or_else(unknown)
}

/// Returns the table in the name of a column.
fn table_of(written: &ObjectName) -> Option<ObjectName> {
    let object = written.schema.clone()?;
    Some(ObjectName { database: None, schema: written.database.clone(), object })
}

/// Checks the column of a binding. Fails if it can't be bound, or has nothing to unbind.
fn check_column(binding: &ObjectBinding<'_>, table: &Table, place: usize) -> Result<(), SqlError> {
    if binding.object.is_some() {
        return may_bind(binding.is_rule, table, place);
    }
    match table.columns[place].bound.of_kind(binding.is_rule) {
        Some(_) => Ok(()),
        None if binding.is_rule => Err(SqlError::column_has_no_rule(binding.target)),
        None if table.default_constraint(place).is_some() => Err(SqlError::cannot_unbind_constraint(binding.target)),
        None => Err(SqlError::column_has_no_default(binding.target)),
    }
}

/// Fails with 15101, 15102, 15103 or 15107 if a default or a rule can't be bound to the column.
fn may_bind(is_rule: bool, table: &Table, place: usize) -> Result<(), SqlError> {
    let column = &table.columns[place];
    if !has_bindable_type(column.data_type) || is_special(column) {
        return Err(refused(is_rule));
    }
    if is_rule {
        return Ok(());
    }
    if column.identity.is_some() {
        return Err(SqlError::default_cannot_be_bound_to_identity());
    }
    match table.default_constraint(place) {
        Some(_) => Err(SqlError::default_cannot_be_bound_to_default()),
        None => Ok(()),
    }
}

/// Checks the alias type of a binding. Fails if it can't be bound, or has nothing to unbind.
fn check_type(binding: &ObjectBinding<'_>, known: &UserType) -> Result<(), SqlError> {
    let is_bound = known.bound.of_kind(binding.is_rule).is_some();
    match (binding.object, binding.is_rule) {
        (Some(_), is_rule) => match known.alias_of().is_some_and(has_bindable_type) {
            true => Ok(()),
            false => Err(refused(is_rule)),
        },
        (None, _) if is_bound => Ok(()),
        (None, false) => Err(SqlError::type_has_no_default(binding.target)),
        (None, true) => Err(SqlError::type_has_no_rule(binding.target)),
    }
}

fn has_bindable_type(data_type: DataType) -> bool {
    !data_type.is_max() && !data_type.is_lob() && !data_type.is_document() && data_type != DataType::RowVersion
}

fn is_special(column: &Column) -> bool {
    column.computed.is_some() || column.flags.is_sparse || column.flags.is_column_set
}

fn refused(is_rule: bool) -> SqlError {
    if is_rule { SqlError::rule_cannot_be_bound() } else { SqlError::default_cannot_be_bound() }
}

/// Returns the error for an unknown flag.
fn usage(binding: &ObjectBinding<'_>) -> SqlError {
    match (binding.object.is_some(), binding.is_rule) {
        (true, false) => SqlError::bind_default_usage(),
        (true, true) => SqlError::bind_rule_usage(),
        (false, false) => SqlError::invalid_procedure_option("sys.sp_unbindefault"),
        (false, true) => SqlError::invalid_procedure_option("sys.sp_unbindrule"),
    }
}

/// Returns the message about the column or the type itself.
fn message(binding: &ObjectBinding<'_>, is_type: bool) -> SqlError {
    match (binding.object.is_some(), binding.is_rule, is_type) {
        (true, false, false) => SqlError::default_bound_to_column(),
        (true, false, true) => SqlError::default_bound_to_type(),
        (true, true, false) => SqlError::rule_bound_to_column(),
        (true, true, true) => SqlError::rule_bound_to_type(),
        (false, false, false) => SqlError::default_unbound_from_column(),
        (false, false, true) => SqlError::default_unbound_from_type(),
        (false, true, false) => SqlError::rule_unbound_from_column(),
        (false, true, true) => SqlError::rule_unbound_from_type(),
    }
}

/// Returns the message about the existing columns of a type.
fn columns_message(binding: &ObjectBinding<'_>) -> SqlError {
    match (binding.object.is_some(), binding.is_rule) {
        (true, false) => SqlError::default_bound_to_columns_of_type(),
        (true, true) => SqlError::rule_bound_to_columns_of_type(),
        (false, false) => SqlError::default_unbound_from_columns_of_type(),
        (false, true) => SqlError::rule_unbound_from_columns_of_type(),
    }
}

/// Replaces a table's definition under a Sch-M lock.
fn replace(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    catalog: &Catalog,
    (old, new): (&Table, Table),
) -> Result<(), SqlError> {
    env.lock_table_names(database, old)?;
    env.lock_object(database.table(old.id))?;
    let next = catalog.without_table(old.id).with_table(new.clone());
    let next = next.ok_or_else(|| SqlError::object_exists(&old.name))?;
    store(env, database, next, |stored, enlisted| {
        stored.delete_table(&mut enlisted.transaction, old)?;
        stored.insert_table(&mut enlisted.transaction, &new)
    })
}
