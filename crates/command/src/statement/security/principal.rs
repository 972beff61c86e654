//! Checks of principals, and the errors of the statements about them.

use super::change::Changing;
use crate::statement::Env;
use sluice_base::sync::Arc;
use sluice_catalog::Security;
use sluice_catalog::security::{Principal, PrincipalId, PrincipalKind, Scope, Securable, codes, ids};
use sluice_types::SqlError;

/// Checks that a principal can be dropped. Fails with 15138 or 15155 if it owns schemas or roles,
/// and with 15284 or 15173 (server) if it has granted permissions. Memberships don't matter.
pub(super) fn owns_nothing(changing: &Changing, id: PrincipalId) -> Result<(), SqlError> {
    let security = &changing.security;
    let owned = |noun: &str| Err(SqlError::principal_owns_objects(noun));
    let is_server = security.scope() == Scope::Server;
    if !is_server && changing.catalog.schemas().any(|schema| schema.owner == id) {
        return owned("schema");
    }
    if security.own().iter().any(|known| known.owner == Some(id)) {
        return match is_server {
            true => Err(SqlError::server_principal_owns("server role")),
            false => owned("database role"),
        };
    }
    match security.permissions().iter().any(|known| known.grantor == id) {
        false => Ok(()),
        true if is_server => {
            let name = security.principal(id).map_or_else(String::new, |known| known.name.to_string());
            Err(SqlError::principal_granted_permissions(name))
        }
        true => Err(SqlError::principal_granted_object_permissions()),
    }
}

/// Returns the session's principal in the scope, which owns the principals it creates. An unknown
/// user counts as dbo.
pub(super) fn current(env: &Env<'_, '_>, scope: Scope) -> PrincipalId {
    match scope {
        Scope::Server => env.state.security.who.login.id,
        Scope::Database => {
            let (database, host) = (&env.state.database, env.context.host);
            let access = env.state.access(host, database, &env.state.transaction.work.catalog(database));
            access.user_id().unwrap_or(ids::DBO)
        }
    }
}

/// Fails with 15247 if the session lacks the permission.
pub(super) fn require(env: &Env<'_, '_>, on: Securable, code: sluice_catalog::security::Code) -> Result<(), SqlError> {
    if may(env, on, code) { Ok(()) } else { Err(SqlError::action_denied()) }
}

/// Whether the session has the permission. Always true for an unrestricted session. The permission
/// is looked up in the current database.
pub(super) fn may(env: &Env<'_, '_>, on: Securable, code: sluice_catalog::security::Code) -> bool {
    if !env.state.security.is_restricted {
        return true;
    }
    let (database, host) = (&env.state.database, env.context.host);
    env.state.access(host, database, &env.state.transaction.work.catalog(database)).may(on, code)
}

/// Fails with 15151 if the session has no ALTER permission on a principal and doesn't own it.
/// `verb` and `noun` are words of the message.
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

/// 15023, or 15025 for the server: the name is taken.
pub(super) fn exists(scope: Scope, written: &str) -> SqlError {
    match scope {
        Scope::Server => SqlError::server_principal_exists(written),
        Scope::Database => SqlError::database_principal_exists(written),
    }
}

/// 15151: the principal doesn't exist, or the session lacks permission.
pub(super) fn not_found(verb: &str, noun: &str, written: &str) -> SqlError {
    SqlError::cannot_find(verb, noun, written)
}

/// 15150: the operation isn't possible on this principal.
pub(super) fn not_possible(verb: &str, noun: &str, written: &str) -> SqlError {
    SqlError::cannot_change_fixed(verb, noun, written)
}
