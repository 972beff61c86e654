//! CREATE, ALTER and DROP USER (`t-sql/statements/create-user-transact-sql.md`).

use super::change::{Changing, new_principal, new_sid, now};
use super::login::word_of;
use super::principal::{exists, may_change, not_found, not_possible, owns_nothing, require};
use crate::statement::Env;
use sluice_base::sync::Arc;
use sluice_catalog::security::{
    Granted, Permission, Principal, PrincipalId, PrincipalKind, Scope, Securable, SecurableClass, codes, ids,
};
use sluice_plan::unsupported;
use sluice_syntax::ast::{NamedOption, PrincipalSource};
use sluice_types::SqlError;

/// Runs CREATE USER: for a login of the same or another name, or WITHOUT LOGIN, and grants CONNECT.
/// CREATE USER guest only grants CONNECT to guest. Fails with 15023 for a name in use, with 15007
/// for an unknown login, with 40517 for an unsupported option, with 15063 if the login has a user
/// already, and without ALTER ANY USER.
pub(super) fn create(
    env: &mut Env<'_, '_>,
    written: &str,
    source: Option<&PrincipalSource>,
    options: &[NamedOption],
) -> Result<(), SqlError> {
    let mut schema = "dbo".to_owned();
    for option in options {
        match word_of(option) {
            Some(name) if option.name.is("default_schema") => schema = name.to_owned(),
            _ => return Err(unsupported(&format!("CREATE USER WITH {}", option.name.text.to_uppercase()))),
        }
    }
    let changing = Changing::begin(env, Scope::Database)?;
    require(env, Securable::Database, codes::ALTER_ANY_USER)?;
    let security = Arc::clone(&changing.security);
    // The guest user always exists: CREATE USER guest grants it CONNECT.
    if security.named(written).is_some_and(|known| known.id == ids::GUEST) && source.is_none() {
        let next = security.with_permissions(connected(&security, ids::GUEST));
        return changing.end(env, next);
    }
    if security.named(written).is_some() {
        return Err(exists(Scope::Database, written));
    }
    let login = match source {
        Some(PrincipalSource::WithoutLogin) => None,
        Some(PrincipalSource::ExternalProvider) => return Err(unsupported("CREATE USER FROM EXTERNAL PROVIDER")),
        Some(PrincipalSource::Windows) => return Err(unsupported("CREATE USER FROM WINDOWS")),
        Some(PrincipalSource::Login(login)) => Some(sid_of_login(env, &login.text)?),
        // The default is the login of the same name.
        None => Some(sid_of_login(env, written)?),
    };
    if let Some(sid) = &login
        && security.with_sid(sid).is_some()
    {
        // 15063: the login already has a user in this database.
        return Err(SqlError::login_has_user());
    }
    let kind = PrincipalKind::User { has_login: login.is_some(), default_schema: Arc::from(schema) };
    let sid = login.unwrap_or_else(|| new_sid(env));
    let user = Principal { sid, ..new_principal(env, &security, written, kind) };
    let id = user.id;
    let next = security.with_principal(user);
    let permissions = connected(&next, id);
    changing.end(env, next.with_permissions(permissions))
}

/// Runs ALTER USER WITH NAME, DEFAULT_SCHEMA or LOGIN. Fails with 15151 for an unknown user or
/// without permission, with 15150 for a built-in user, with 15023 for a name in use, and with 15063
/// if the login has a user. Fails with 15007 for an unknown login, and with 40517 for other
/// options.
pub(super) fn alter(env: &mut Env<'_, '_>, written: &str, options: &[NamedOption]) -> Result<(), SqlError> {
    let changing = Changing::begin(env, Scope::Database)?;
    let security = Arc::clone(&changing.security);
    let user = user_named(&security, written, "alter")?;
    if user.id < ids::FIRST_USER {
        return Err(not_possible("alter", "user", written));
    }
    may_change(env, &user, "alter", "user")?;
    let mut user = Principal::clone(&user);
    for option in options {
        match word_of(option) {
            Some(new) if option.name.is("name") => {
                if security.named(new).is_some_and(|known| known.id != user.id) {
                    return Err(exists(Scope::Database, new));
                }
                user.name = Arc::from(new);
            }
            Some(schema) if option.name.is("default_schema") => {
                if let PrincipalKind::User { default_schema, .. } = &mut user.kind {
                    *default_schema = Arc::from(schema);
                }
            }
            Some(login) if option.name.is("login") => {
                let sid = sid_of_login(env, login)?;
                if security.with_sid(&sid).is_some_and(|known| known.id != user.id) {
                    return Err(SqlError::login_has_user());
                }
                user.sid = sid;
            }
            _ => return Err(unsupported(&format!("ALTER USER WITH {}", option.name.text.to_uppercase()))),
        }
    }
    user.modified_ns = now(env);
    let next = security.with_principal(user);
    changing.end(env, next)
}

/// Runs DROP USER. Fails with 15151 for an unknown user or without permission, with 15150 for a
/// built-in user, and with the errors of [`owns_nothing`]. Its permissions and memberships go with
/// it.
pub(super) fn drop(env: &mut Env<'_, '_>, if_exists: bool, written: &str) -> Result<(), SqlError> {
    let changing = Changing::begin(env, Scope::Database)?;
    let security = Arc::clone(&changing.security);
    if if_exists && security.named(written).is_none() {
        return Ok(());
    }
    let user = user_named(&security, written, "drop")?;
    if user.id < ids::FIRST_USER {
        return Err(not_possible("drop", "user", written));
    }
    may_change(env, &user, "drop", "user")?;
    owns_nothing(&changing, user.id)?;
    changing.end(env, security.without_principal(user.id))
}

/// Returns the permissions with CONNECT granted to the user.
fn connected(security: &sluice_catalog::Security, user: PrincipalId) -> Vec<Permission> {
    let mut permissions = security.permissions().to_vec();
    permissions.retain(|known| {
        !(known.class == SecurableClass::Database && known.grantee == user && known.code == codes::CONNECT)
    });
    permissions.push(Permission {
        class: SecurableClass::Database,
        major: 0,
        minor: 0,
        grantee: user,
        code: codes::CONNECT,
        grantor: ids::DBO,
        granted: Granted::Grant,
    });
    permissions
}

fn user_named(security: &sluice_catalog::Security, written: &str, verb: &str) -> Result<Arc<Principal>, SqlError> {
    let user = security.named(written).filter(|known| matches!(known.kind, PrincipalKind::User { .. }));
    user.cloned().ok_or_else(|| not_found(verb, "user", written))
}

/// Returns the sid of a login. Fails with 15007 if it doesn't exist.
fn sid_of_login(env: &Env<'_, '_>, written: &str) -> Result<Arc<[u8]>, SqlError> {
    let unknown = || SqlError::invalid_login(written);
    let master = env.context.host.database("master").ok_or_else(unknown)?;
    let catalog = env.state.transaction.work.catalog(&master);
    let login = catalog.server().and_then(|server| server.named(written)).filter(|known| known.login().is_some());
    login.map(|login| Arc::clone(&login.sid)).ok_or_else(unknown)
}
