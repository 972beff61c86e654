//! Facts that security functions return of logins, users and roles.

use crate::access::Access;
use crate::who::Who;
use sluice_base::sync::Arc;
use sluice_catalog::security::{Member, Principal, PrincipalId, Scope, Securable, codes, ids};
use sluice_catalog::{Catalog, Security};
use sluice_functions::{AskedPrincipal, LoginSettings, PrincipalFacts};

/// Returns the facts of a login; `asked` is `None` for the session's own. `None` if there is none.
/// Permissions aren't checked.
pub(super) fn login(
    (master, who): (Option<&Catalog>, &Who),
    asked: Option<AskedPrincipal<'_>>,
) -> Option<PrincipalFacts> {
    let Some(asked) = asked else {
        let own = &who.login;
        return Some(PrincipalFacts { id: own.id.0, name: own.name.to_string(), sid: own.sid.to_vec() });
    };
    find(master?.server()?, asked).map(facts)
}

/// Returns the settings of a login that the session sees
/// (`t-sql/functions/loginproperty-transact-sql.md`). `None` if there is no such login or it's
/// hidden. The hash is included only with CONTROL SERVER.
pub(super) fn login_settings(access: &Access, name: &str) -> Option<LoginSettings> {
    let privileges = access.privileges();
    let login = access.server().named(name).filter(|login| privileges.sees_principal(login))?;
    let facts = login.login()?;
    let shows_hash = privileges.may(Securable::Server, codes::CONTROL) && !facts.password.is_empty();
    Some(LoginSettings {
        default_database: Arc::clone(&facts.default_database),
        default_language: Arc::clone(&facts.default_language),
        must_change: facts.must_change,
        password_hash: shows_hash.then(|| Arc::clone(&facts.password)),
    })
}

/// Returns the facts of a user or role of the database; `asked` is `None` for the session's own
/// user. `None` if there is none, or the session has no user there. Permissions aren't checked.
pub(super) fn user(access: &Access, asked: Option<AskedPrincipal<'_>>) -> Option<PrincipalFacts> {
    let own = access.user_id().map(|id| AskedPrincipal::Id(id.0));
    find(access.database(), asked.or(own)?).map(facts)
}

/// Returns whether a user is a member of the role, or `None` if either is unknown or hidden.
/// Without `user`, the session's own user counts, and a role isn't hidden. Membership may be
/// indirect. A role isn't a member of itself.
pub(super) fn is_member(access: &Access, role: &str, user: Option<&str>) -> Option<bool> {
    let security = access.database();
    let role = security.named(role).filter(|known| known.is_role())?.id;
    let user = match user {
        None => access.user_id()?,
        Some(user) => {
            security.named(user).map(|user| user.id).filter(|id| shows(access, Scope::Database, role, *id))?
        }
    };
    // A role isn't a member of itself.
    Some(user != role && security.token(user).contains(&role))
}

/// Returns whether a login is a member of the server role, or `None` if either is unknown or
/// hidden. Without `login`, the session's own counts. Membership may be indirect. A session that
/// has a user but no login is a member of public only.
pub(super) fn is_server_member(access: &Access, role: &str, login: Option<&str>) -> Option<bool> {
    let security = access.server();
    let role = security.named(role).filter(|known| known.is_role())?.id;
    let login: PrincipalId = match login {
        None => match access.login.first() {
            Some(own) => *own,
            // A session that has a user but no login has only the public role.
            None => return Some(role == ids::SERVER_PUBLIC),
        },
        Some(login) => {
            security.named(login).map(|login| login.id).filter(|id| shows(access, Scope::Server, role, *id))?
        }
    };
    Some(login != role && security.token(login).contains(&role))
}

/// Returns whether the session may see if `member` has the role. It always may for itself.
/// Otherwise the functions return NULL (`is-rolemember-transact-sql.md`).
fn shows(access: &Access, scope: Scope, role: PrincipalId, member: PrincipalId) -> bool {
    access.privileges().sees_member(scope, &Member { role, member })
}

fn find<'s>(security: &'s Security, asked: AskedPrincipal<'_>) -> Option<&'s Principal> {
    let found = match asked {
        AskedPrincipal::Id(id) => security.principal(PrincipalId(id)),
        AskedPrincipal::Name(name) => security.named(name),
        AskedPrincipal::Sid(sid) => security.with_sid(sid),
    };
    found.map(|found| &**found)
}

fn facts(principal: &Principal) -> PrincipalFacts {
    PrincipalFacts { id: principal.id.0, name: principal.name.to_string(), sid: principal.sid.to_vec() }
}
