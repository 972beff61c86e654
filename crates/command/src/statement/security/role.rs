//! CREATE, ALTER and DROP of roles (`t-sql/statements/create-role-transact-sql.md` and related
//! pages).

use super::change::{Changing, new_principal, now};
use super::login::word_of;
use super::membership;
use super::principal::{current, exists, may_change, named, not_found, not_possible, owns_nothing, require};
use crate::statement::Env;
use sluice_base::sync::Arc;
use sluice_catalog::Security;
use sluice_catalog::security::{Principal, PrincipalKind, Scope, Securable, codes, is_fixed_role};
use sluice_plan::unsupported;
use sluice_syntax::ast::{NamedOption, PrincipalAction};
use sluice_types::SqlError;

/// Runs CREATE or ALTER of a role. Adds and drops members, creates a role with an owner, or renames
/// it. ENABLE fails with 40517.
pub(super) fn define(
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
        let new = word_of(option).filter(|_| option.name.is("name"));
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

/// Runs DROP of a role. Fails with 15150 for a fixed role and public, with 15144 while it has
/// members, and with 15151 for an unknown role without `if_exists`, or without permission. A role
/// that owns something can't be dropped either.
pub(super) fn drop(env: &mut Env<'_, '_>, scope: Scope, if_exists: bool, written: &str) -> Result<(), SqlError> {
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
        return Err(SqlError::role_has_members());
    }
    owns_nothing(&changing, role.id)?;
    changing.end(env, security.without_principal(role.id))
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
