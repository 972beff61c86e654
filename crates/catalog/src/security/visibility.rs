//! What somebody may know of (`relational-databases/security/metadata-visibility-configuration.md`): what is his, and what he has some
//! permission on, there or on what it is in. A permission that is denied does not count, other ones do.

use super::decision::{Privileges, Securable};
use super::fixed::is_fixed_role;
use super::permission::{SecurableClass, codes, permission_types};
use super::principal::{Principal, PrincipalKind, Scope};
use super::snapshot::{Granted, Member, Permission};
use crate::principal_id::{PrincipalId, ids};

impl Privileges<'_> {
    /// Whether any permission on the securable, or on one of its columns, is there.
    pub fn sees(&self, securable: Securable) -> bool {
        let class = securable.class();
        self.is_owner_of(securable)
            || permission_types().iter().any(|known| known.class == class && self.may(securable, known.code))
            || self.has_granted_column(securable)
    }

    /// Whether a principal may be known of: oneself, those that are always there, the roles that one has or owns, and who one has a
    /// permission on.
    pub fn sees_principal(&self, principal: &Principal) -> bool {
        let (scope, securable) = match principal.kind {
            PrincipalKind::Login(_) | PrincipalKind::ServerRole => {
                (Scope::Server, Securable::ServerPrincipal(principal.id))
            }
            PrincipalKind::User { .. } | PrincipalKind::Role => (Scope::Database, Securable::Principal(principal.id)),
        };
        let token = self.token(scope);
        is_always_there(scope, principal.id)
            || token.contains(&principal.id)
            || principal.owner.is_some_and(|owner| token.contains(&owner))
            || self.sees(securable)
    }

    /// Whether it may be known who has a role: one's own roles, the members of fixed server roles, and those of roles whose definition one
    /// may view.
    pub fn sees_member(&self, scope: Scope, member: &Member) -> bool {
        if self.token(scope).contains(&member.member) {
            return true;
        }
        match scope {
            Scope::Server => {
                is_fixed_role(scope, member.role)
                    || self.login.contains(&ids::SECURITYADMIN)
                    || self.may(Securable::ServerPrincipal(member.role), codes::VIEW_DEFINITION)
            }
            Scope::Database => self.may(Securable::Database, codes::VIEW_DEFINITION),
        }
    }

    /// Whether a permission may be known of: one's own, one's roles', and those of who one has a permission on.
    pub fn sees_permission(&self, scope: Scope, permission: &Permission) -> bool {
        let grantee = permission.grantee;
        let securable = match scope {
            Scope::Server => Securable::ServerPrincipal(grantee),
            Scope::Database => Securable::Principal(grantee),
        };
        self.token(scope).contains(&grantee) || self.sees(securable)
    }

    fn token(&self, scope: Scope) -> &[PrincipalId] {
        match scope {
            Scope::Server => self.login,
            Scope::Database => self.user,
        }
    }

    fn has_granted_column(&self, object: Securable) -> bool {
        let is_of_column = |known: &Permission| {
            known.class == SecurableClass::Object && known.major == object.major() && known.minor != 0
        };
        let of_columns = self.database.permissions().iter().filter(|known| is_of_column(known));
        object.class() == SecurableClass::Object
            && of_columns.filter(|known| known.granted != Granted::Deny).any(|known| self.user.contains(&known.grantee))
    }
}

/// Whether it is there on every server, or in every database.
fn is_always_there(scope: Scope, id: PrincipalId) -> bool {
    let first_own = if scope == Scope::Server { ids::FIRST_LOGIN } else { ids::FIRST_USER };
    id < first_own || is_fixed_role(scope, id)
}
