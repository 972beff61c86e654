//! CREATE, ALTER and DROP of logins, users and roles
//! (`t-sql/statements/create-login-transact-sql.md` and related pages).

use super::change::{Changing, new_principal, now};
use super::{login, membership, user};
use crate::statement::Env;
use crate::statement::ddl::definition;
use sluice_base::sync::Arc;
use sluice_catalog::security::{Principal, PrincipalId, PrincipalKind, Scope, Securable, codes, ids, is_fixed_role};
use sluice_catalog::{Security, name};
use sluice_plan::unsupported;
use sluice_syntax::ast::{self, DroppedKind, NamedOption, PrincipalAction, PrincipalDefinition};
use sluice_types::SqlError;

/// Creates or alters a principal, inside the session's transaction or in a transaction of its own.
pub fn define_principal(env: &mut Env<'_, '_>, written: &PrincipalDefinition) -> Result<(), SqlError> {
    definition::define(env, |env| define(env, written))
}

/// Drops a principal, inside the session's transaction or in a transaction of its own.
pub fn drop_principal(
    env: &mut Env<'_, '_>,
    if_exists: bool,
    kind: DroppedKind,
    written: &str,
) -> Result<(), SqlError> {
    definition::define(env, |env| match kind {
        DroppedKind::Login => login::drop(env, written),
        DroppedKind::User => user::drop(env, if_exists, written),
        DroppedKind::ServerRole => drop_role(env, Scope::Server, false, written),
        _ => drop_role(env, Scope::Database, if_exists, written),
    })
}

fn define(env: &mut Env<'_, '_>, definition: &PrincipalDefinition) -> Result<(), SqlError> {
    let PrincipalDefinition { is_alter, kind, name, action } = definition;
    let written = &*name.text;
    check_name(written)?;
    match (kind, action, is_alter) {
        (ast::PrincipalKind::Login, PrincipalAction::Enable(enable), _) => login::enable(env, written, *enable),
        (ast::PrincipalKind::Login, PrincipalAction::Define { source, options }, false) => {
            login::create(env, written, source.as_ref(), options)
        }
        (ast::PrincipalKind::Login, PrincipalAction::Define { options, .. }, true) => {
            login::alter(env, written, options)
        }
        (ast::PrincipalKind::User, PrincipalAction::Define { source, options }, false) => {
            user::create(env, written, source.as_ref(), options)
        }
        (ast::PrincipalKind::User, PrincipalAction::Define { options, .. }, true) => user::alter(env, written, options),
        (ast::PrincipalKind::Role, action, _) => role(env, Scope::Database, written, action, *is_alter),
        (ast::PrincipalKind::ServerRole, action, _) => role(env, Scope::Server, written, action, *is_alter),
        _ => Err(unsupported(kind.words())),
    }
}

fn role(
    env: &mut Env<'_, '_>,
    scope: Scope,
    written: &str,
    action: &PrincipalAction,
    is_alter: bool,
) -> Result<(), SqlError> {
    match action {
        PrincipalAction::AddMember(member) => membership::change(env, scope, written, &member.text, true),
        PrincipalAction::DropMember(member) => membership::change(env, scope, written, &member.text, false),
        PrincipalAction::OwnedBy(owner) => create_role(env, scope, written, Some(&owner.text)),
        PrincipalAction::Define { .. } if !is_alter => create_role(env, scope, written, None),
        PrincipalAction::Define { options, .. } => rename_role(env, scope, written, options),
        PrincipalAction::Enable(_) => Err(unsupported("ALTER ROLE")),
    }
}

fn create_role(env: &mut Env<'_, '_>, scope: Scope, written: &str, owner: Option<&str>) -> Result<(), SqlError> {
    let changing = Changing::begin(env, scope)?;
    let (on, code) = match scope {
        Scope::Database => (Securable::Database, codes::CREATE_ROLE),
        Scope::Server => (Securable::Server, codes::CREATE_SERVER_ROLE),
    };
    require(env, on, code)?;
    if let Some(owner) = owner {
        env.permitted(|rights| match scope {
            Scope::Database => rights.assign_owner(owner),
            Scope::Server => rights.assign_server_owner(owner),
        })?;
    }
    let security = &changing.security;
    if security.named(written).is_some() {
        return Err(exists(scope, written));
    }
    let owner = match owner {
        Some(owner) => named(security, owner, noun_of(scope, owner, security))?.id,
        None => current(env, scope),
    };
    let kind = if scope == Scope::Server { PrincipalKind::ServerRole } else { PrincipalKind::Role };
    let role = Principal { owner: Some(owner), ..new_principal(env, security, written, kind) };
    let next = security.with_principal(role);
    changing.end(env, next)
}

fn rename_role(env: &mut Env<'_, '_>, scope: Scope, written: &str, options: &[NamedOption]) -> Result<(), SqlError> {
    let changing = Changing::begin(env, scope)?;
    let noun = if scope == Scope::Server { "server role" } else { "role" };
    let role = role_named(&changing.security, written, "alter", noun)?;
    if is_fixed_role(scope, role.id) {
        return Err(not_possible("alter", noun, written));
    }
    may_change(env, &role, "alter", noun)?;
    let mut role = Principal::clone(&role);
    for option in options {
        let new = super::login::word_of(option).filter(|_| option.name.is("name"));
        let new = new.ok_or_else(|| unsupported(&format!("ALTER ROLE WITH {}", option.name.text.to_uppercase())))?;
        if changing.security.named(new).is_some_and(|known| known.id != role.id) {
            return Err(exists(scope, new));
        }
        role.name = Arc::from(new);
    }
    role.modified_ns = now(env);
    let next = changing.security.with_principal(role);
    changing.end(env, next)
}

fn drop_role(env: &mut Env<'_, '_>, scope: Scope, if_exists: bool, written: &str) -> Result<(), SqlError> {
    let changing = Changing::begin(env, scope)?;
    let noun = if scope == Scope::Server { "server role" } else { "role" };
    let security = Arc::clone(&changing.security);
    if if_exists && security.named(written).is_none() {
        return Ok(());
    }
    let role = role_named(&security, written, "drop", noun)?;
    if is_fixed_role(scope, role.id) || role.id == security.public() {
        return Err(not_possible("drop", noun, written));
    }
    may_change(env, &role, "drop", noun)?;
    if security.members().iter().any(|known| known.role == role.id) {
        // 15144: the role has members.
        return Err(SqlError::new(15144, 16, 1, Vec::new()));
    }
    owns_nothing(&changing, role.id)?;
    changing.end(env, security.without_principal(role.id))
}

/// Checks that a principal can be dropped. Fails with 15138 or 15155 if it owns schemas or roles,
/// and with 15284 or 15173 (server) if it has granted permissions.
pub(super) fn owns_nothing(changing: &Changing, id: PrincipalId) -> Result<(), SqlError> {
    let security = &changing.security;
    let owned = |noun: &str| Err(SqlError::new(15138, 16, 1, vec![noun.to_owned()]));
    let is_server = security.scope() == Scope::Server;
    if !is_server && changing.catalog.schemas().any(|schema| schema.owner == id) {
        return owned("schema");
    }
    if security.own().iter().any(|known| known.owner == Some(id)) {
        return match is_server {
            true => Err(SqlError::new(15155, 16, 1, vec!["server role".to_owned()])),
            false => owned("database role"),
        };
    }
    match security.permissions().iter().any(|known| known.grantor == id) {
        false => Ok(()),
        true if is_server => {
            let name = security.principal(id).map_or_else(String::new, |known| known.name.to_string());
            Err(SqlError::new(15173, 16, 1, vec![name]))
        }
        true => Err(SqlError::new(15284, 16, 1, Vec::new())),
    }
}

/// Returns the session's principal in the scope, which owns the principals it creates.
pub(super) fn current(env: &Env<'_, '_>, scope: Scope) -> PrincipalId {
    match scope {
        Scope::Server => env.state.who.login.id,
        Scope::Database => {
            let (database, host) = (&env.state.database, env.context.host);
            let access = env.state.access(host, database, &env.state.work.catalog(database));
            access.user_id().unwrap_or(ids::DBO)
        }
    }
}

/// Fails with 15247 if the session lacks the permission.
pub(super) fn require(env: &Env<'_, '_>, on: Securable, code: sluice_catalog::security::Code) -> Result<(), SqlError> {
    if may(env, on, code) { Ok(()) } else { Err(SqlError::new(15247, 16, 1, Vec::new())) }
}

/// Whether the session has the permission.
pub(super) fn may(env: &Env<'_, '_>, on: Securable, code: sluice_catalog::security::Code) -> bool {
    if !env.state.is_restricted {
        return true;
    }
    let (database, host) = (&env.state.database, env.context.host);
    env.state.access(host, database, &env.state.work.catalog(database)).may(on, code)
}

/// Fails with 15151 if the session has no ALTER permission on a principal and doesn't own it.
pub(super) fn may_change(env: &Env<'_, '_>, principal: &Principal, verb: &str, noun: &str) -> Result<(), SqlError> {
    let (scope, on) = match principal.kind {
        PrincipalKind::Login(_) | PrincipalKind::ServerRole => {
            (Scope::Server, Securable::ServerPrincipal(principal.id))
        }
        _ => (Scope::Database, Securable::Principal(principal.id)),
    };
    let is_owner = principal.owner.is_some_and(|owner| owner == current(env, scope));
    if is_owner || may(env, on, codes::ALTER) { Ok(()) } else { Err(not_found(verb, noun, &principal.name)) }
}

/// Returns the principal of that name and any kind. Fails with 15151 if it doesn't exist.
pub(super) fn named(security: &Security, written: &str, noun: &str) -> Result<Arc<Principal>, SqlError> {
    security.named(written).map(Arc::clone).ok_or_else(|| not_found("find", noun, written))
}

fn role_named(security: &Security, written: &str, verb: &str, noun: &str) -> Result<Arc<Principal>, SqlError> {
    let found = security.named(written).filter(|known| known.is_role());
    found.map(Arc::clone).ok_or_else(|| not_found(verb, noun, written))
}

fn noun_of(scope: Scope, written: &str, security: &Security) -> &'static str {
    let is_role = security.named(written).is_some_and(|known| known.is_role());
    match (scope, is_role) {
        (Scope::Server, _) => "server principal",
        (Scope::Database, true) => "role",
        (Scope::Database, false) => "principal",
    }
}

/// 15023, or 15025 for the server: the name is taken.
pub(super) fn exists(scope: Scope, written: &str) -> SqlError {
    let number = if scope == Scope::Server { 15025 } else { 15023 };
    SqlError::new(number, 16, 1, vec![written.to_owned()])
}

/// 15151: the principal doesn't exist, or the session lacks permission.
pub(super) fn not_found(verb: &str, noun: &str, written: &str) -> SqlError {
    SqlError::new(15151, 16, 1, vec![verb.to_owned(), noun.to_owned(), written.to_owned()])
}

/// 15150: the operation isn't possible on this principal.
pub(super) fn not_possible(verb: &str, noun: &str, written: &str) -> SqlError {
    SqlError::new(15150, 16, 1, vec![verb.to_owned(), noun.to_owned(), written.to_owned()])
}

/// Fails with 15006 for an empty name or a name with a backslash, which is reserved for Windows
/// principals.
fn check_name(written: &str) -> Result<(), SqlError> {
    if written.is_empty() || written.contains('\\') || name::same(written, "null") {
        return Err(SqlError::new(15006, 16, 1, vec![written.to_owned()]));
    }
    Ok(())
}
