//! Permissions to make another principal the owner of something, or to run as another principal.

use super::{Rights, not_found};
use crate::access::Access;
use sluice_base::sync::Arc;
use sluice_catalog::Security;
use sluice_catalog::security::{Principal, PrincipalSort, Scope, Securable, codes};
use sluice_types::SqlError;

impl Rights<'_> {
    /// Checks that the session may make the user or role `owner` of the current database an owner.
    /// Needs IMPERSONATE for another user, membership or ALTER for a role, and ALTER for an
    /// application role. Passes if there is no such principal; otherwise fails with 15151.
    pub fn assign_owner(&self, owner: &str) -> Result<(), SqlError> {
        let access = self.access();
        let Some(principal) = access.database().named(owner).cloned() else { return Ok(()) };
        match may_assign(&access, Scope::Database, &principal) {
            true => Ok(()),
            false => Err(not_found("find", noun(&principal), owner)),
        }
    }

    /// Like [`Rights::assign_owner`], for the login or server role `owner`. IMPERSONATE ANY LOGIN
    /// suffices for a login. An unknown owner passes: the command reports it.
    pub fn assign_server_owner(&self, owner: &str) -> Result<(), SqlError> {
        let access = self.access();
        let server: Arc<Security> = Arc::clone(access.server());
        let Some(principal) = server.named(owner) else { return Ok(()) };
        match may_assign(&access, Scope::Server, principal) {
            true => Ok(()),
            false => Err(not_found("find", noun(principal), owner)),
        }
    }

    fn access(&self) -> Access {
        let database = &self.state.database;
        self.state.access(self.host, database, &self.state.transaction.work.catalog(database))
    }
}

/// Requires IMPERSONATE on a user or login other than the session's own. A role requires membership
/// in it, or ALTER on it, and an application role ALTER (`alter-authorization-transact-sql.md`,
/// `create-schema-transact-sql.md`, `create-role-transact-sql.md`).
fn may_assign(access: &Access, scope: Scope, principal: &Principal) -> bool {
    let (own, on) = match scope {
        Scope::Database => (&access.user, Securable::Principal(principal.id)),
        Scope::Server => (&access.login, Securable::ServerPrincipal(principal.id)),
    };
    match principal.sort() {
        PrincipalSort::Role => return own.contains(&principal.id) || access.may(on, codes::ALTER),
        PrincipalSort::ApplicationRole => return access.may(on, codes::ALTER),
        PrincipalSort::Person => {}
    }
    let is_itself = own.first() == Some(&principal.id);
    let any_login = || scope == Scope::Server && access.may(Securable::Server, codes::IMPERSONATE_ANY_LOGIN);
    is_itself || access.may(on, codes::IMPERSONATE) || any_login()
}

fn noun(principal: &Principal) -> &'static str {
    if principal.is_role() { "role" } else { "principal" }
}
