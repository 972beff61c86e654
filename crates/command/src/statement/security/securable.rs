//! Resolves the securables that GRANT, DENY, REVOKE and ALTER AUTHORIZATION name.

use super::principal::not_found;
use crate::statement::Env;
use sluice_base::sync::Arc;
use sluice_catalog::security::{ObjectKind, PrincipalSort, Scope, Securable, SecurableClass};
use sluice_catalog::{Catalog, ObjectName, SchemaId, Security};
use sluice_plan::{object_name, unsupported};
use sluice_session::module_columns::module_columns;
use sluice_session::system_object;
use sluice_syntax::ast;
use sluice_table::database::Database;
use sluice_types::SqlError;

/// A resolved securable.
pub(super) struct ResolvedSecurable {
    /// The securable's class and id.
    pub securable: Securable,
    /// Its kind, if it is an object.
    pub kind: Option<ObjectKind>,
    /// Names and ids of its columns.
    pub columns: Vec<(String, i32)>,
    /// The noun for messages.
    pub noun: &'static str,
    /// Its name.
    pub name: String,
}

/// Resolves a securable of a database. Fails with 15151 if it doesn't exist. Classes are objects
/// (also with columns), schemas, the database, types, users and roles; others fail with 40517.
pub(super) fn find(
    env: &Env<'_, '_>,
    catalog: &Arc<Catalog>,
    database: &Arc<Database>,
    written: &ast::Securable,
) -> Result<ResolvedSecurable, SqlError> {
    let class: Vec<String> = written.class.iter().map(|word| word.text.to_uppercase()).collect();
    let name = object_name(&written.name);
    let class = class.join(" ");
    match class.as_str() {
        "" | "OBJECT" => object(env, catalog, database, &name),
        "SCHEMA" => {
            let schema = catalog.schema(&name.object).ok_or_else(|| not_found("find", "schema", &name.object))?;
            Ok(ResolvedSecurable::whole(Securable::Schema(schema.id), "schema", &schema.name))
        }
        "DATABASE" if sluice_catalog::name::same(&name.object, &database.name) => {
            Ok(ResolvedSecurable::whole(Securable::Database, "database", &database.name))
        }
        "DATABASE" => Err(not_found("find", "database", &name.object)),
        "TYPE" => {
            let name = env.state.type_in_default_schema(catalog, name);
            let found = catalog.user_type(&name).ok_or_else(|| not_found("find", "type", &name.object))?;
            let schema = catalog.schema(&found.schema).map_or(SchemaId(1), |schema| schema.id);
            Ok(ResolvedSecurable::whole(Securable::Type(schema, found.id.0), "type", &found.name))
        }
        "USER" | "ROLE" | "APPLICATION ROLE" => {
            let (noun, sort) = match class.as_str() {
                "USER" => ("user", PrincipalSort::Person),
                "ROLE" => ("role", PrincipalSort::Role),
                _ => ("application role", PrincipalSort::ApplicationRole),
            };
            let found = catalog.security().named(&name.object).filter(|known| known.sort() == sort);
            let found = found.ok_or_else(|| not_found("find", noun, &name.object))?;
            Ok(ResolvedSecurable::whole(Securable::Principal(found.id), noun, &found.name))
        }
        other => Err(unsupported(&format!("permissions ON {other}"))),
    }
}

/// Resolves a login or server role. Fails with 15151 if it doesn't exist. The class says which of
/// the two is meant.
pub(super) fn find_of_server(server: &Security, written: &ast::Securable) -> Result<ResolvedSecurable, SqlError> {
    let is_role = written.class.len() == 2;
    let noun = if is_role { "server role" } else { "login" };
    let name = &written.name.name.text;
    let found = server.named(name).filter(|known| known.is_role() == is_role);
    let found = found.ok_or_else(|| not_found("find", noun, name))?;
    Ok(ResolvedSecurable::whole(Securable::ServerPrincipal(found.id), noun, &found.name))
}

/// Whether the securable belongs to the server or to a database. Only logins and server roles
/// belong to the server.
pub(super) fn scope_of(written: &ast::Securable) -> Scope {
    let is = |words: &[&str]| {
        written.class.len() == words.len() && written.class.iter().zip(words).all(|(known, word)| known.is(word))
    };
    if is(&["login"]) || is(&["server", "role"]) { Scope::Server } else { Scope::Database }
}

/// The class's name in `fn_builtin_permissions`.
pub(super) fn class_word(class: SecurableClass) -> &'static str {
    match class {
        SecurableClass::Object => "OBJECT",
        SecurableClass::Principal => "USER",
        SecurableClass::ServerPrincipal => "LOGIN",
        other => other.words(),
    }
}

fn object(
    env: &Env<'_, '_>,
    catalog: &Arc<Catalog>,
    database: &Arc<Database>,
    written: &ObjectName,
) -> Result<ResolvedSecurable, SqlError> {
    let unknown = || not_found("find", "object", &written.object);
    if written.database.is_some() {
        return Err(unknown());
    }
    let name = env.state.in_default_schema(catalog, written.clone());
    let schema = |schema: &str| catalog.schema(schema).map_or(SchemaId(1), |schema| schema.id);
    if let Some(table) = catalog.table(&name) {
        let columns = table.columns.iter().map(|column| (column.name.clone(), column.id.into())).collect();
        let securable = Securable::Object(schema(&table.schema), table.id);
        return Ok(ResolvedSecurable {
            columns,
            kind: Some(ObjectKind::Table),
            ..ResolvedSecurable::whole(securable, "object", &table.name)
        });
    }
    if let Some(module) = catalog.module(&name) {
        let of_module = module_columns(env.context.host, database, catalog, module);
        let columns = of_module.iter().zip(1..).map(|(column, id)| (column.name.clone(), id)).collect();
        let securable = Securable::Object(schema(&module.schema), module.id);
        return Ok(ResolvedSecurable {
            columns,
            kind: Some(module.kind.into()),
            ..ResolvedSecurable::whole(securable, "object", &module.name)
        });
    }
    let Some(sequence) = catalog.sequence(&name) else {
        let is_of_system = system_object::named(env.context.host.system_objects(), &name).is_some();
        return Err(if is_of_system { unsupported("permissions on system objects") } else { unknown() });
    };
    let securable = Securable::Object(schema(&sequence.schema), sequence.id);
    Ok(ResolvedSecurable {
        kind: Some(ObjectKind::Sequence),
        ..ResolvedSecurable::whole(securable, "object", &sequence.name)
    })
}

impl ResolvedSecurable {
    /// Returns a securable without columns. `noun` and `name` are for messages.
    pub(super) fn whole(securable: Securable, noun: &'static str, name: &str) -> ResolvedSecurable {
        ResolvedSecurable { securable, kind: None, columns: Vec::new(), noun, name: name.to_owned() }
    }
}
