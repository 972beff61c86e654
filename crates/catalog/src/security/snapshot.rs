//! A state of the principals, memberships and permissions. States derive from each other; none
//! changes.

use super::fixed;
use super::permission::{Code, SecurableClass};
use super::principal::{Principal, Scope};
use crate::name;
use crate::principal_id::{PrincipalId, ids};
use sluice_base::sync::Arc;

/// The principals of a database or of the server, their memberships and their permissions.
/// Immutable. Fixed ones are shared by all states; an own principal replaces the fixed one with its
/// id.
#[derive(Clone, PartialEq, Debug)]
pub struct Security {
    scope: Scope,
    // The fixed principals.
    fixed: Arc<[Arc<Principal>]>,
    // Principals that users created or changed, in the order of their ids.
    own: Vec<Arc<Principal>>,
    members: Vec<Member>,
    permissions: Vec<Permission>,
}

/// A role membership.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Member {
    /// The role.
    pub role: PrincipalId,
    /// The member, which may be a role.
    pub member: PrincipalId,
}

/// A grant or denial of a permission to a principal on a securable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Permission {
    /// The class of the securable.
    pub class: SecurableClass,
    /// The id of the object, schema, principal or type; 0 for the database and the server.
    pub major: i32,
    /// The column's id; 0 for the whole object.
    pub minor: i32,
    /// The principal that the permission is granted to.
    pub grantee: PrincipalId,
    /// The permission's code.
    pub code: Code,
    /// The principal that granted or denied the permission.
    pub grantor: PrincipalId,
    /// Whether the permission is granted or denied.
    pub granted: Granted,
}

/// The state of a permission.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Granted {
    /// DENY.
    Deny,
    /// GRANT.
    Grant,
    /// GRANT ... WITH GRANT OPTION.
    GrantWithOption,
}

impl Granted {
    /// Returns the code of `state` in the views of permissions.
    pub fn code(self) -> u8 {
        match self {
            Granted::Deny => b'D',
            Granted::Grant => b'G',
            Granted::GrantWithOption => b'W',
        }
    }

    /// Returns the state with this code.
    pub fn of_code(code: u8) -> Option<Granted> {
        [Granted::Deny, Granted::Grant, Granted::GrantWithOption].into_iter().find(|known| known.code() == code)
    }

    /// Returns the text of `state_desc` in the views of permissions.
    pub fn words(self) -> &'static str {
        match self {
            Granted::Deny => "DENY",
            Granted::Grant => "GRANT",
            Granted::GrantWithOption => "GRANT_WITH_GRANT_OPTION",
        }
    }
}

impl Permission {
    /// Whether both are the same permission on the same securable for the same principals: they
    /// differ at most in `granted`.
    pub fn is_about(&self, other: &Permission) -> bool {
        (Permission { granted: other.granted, ..*self }) == *other
    }
}

impl Default for Security {
    /// Returns the state of a database without users.
    fn default() -> Security {
        Security::empty(Scope::Database)
    }
}

impl Security {
    /// Returns the state with the fixed principals only.
    pub fn empty(scope: Scope) -> Security {
        Security::new(scope, Vec::new(), Vec::new(), Vec::new())
    }

    /// Returns a state with these principals, in the order of their ids, and these memberships and
    /// permissions.
    pub fn new(scope: Scope, own: Vec<Arc<Principal>>, members: Vec<Member>, permissions: Vec<Permission>) -> Security {
        Security { scope, fixed: fixed::principals(scope), own, members, permissions }
    }

    /// Returns the scope.
    pub fn scope(&self) -> Scope {
        self.scope
    }

    /// Returns all principals in the order of their ids. A fixed principal that users changed
    /// appears once, as changed.
    pub fn principals(&self) -> Vec<&Arc<Principal>> {
        let fixed = self.fixed.iter().filter(|fixed| !self.own.iter().any(|own| own.id == fixed.id));
        let mut all: Vec<&Arc<Principal>> = fixed.chain(&self.own).collect();
        all.sort_by_key(|principal| principal.id);
        all
    }

    /// Returns the stored principals: those of users, and fixed ones that users changed.
    pub fn own(&self) -> &[Arc<Principal>] {
        &self.own
    }

    /// Returns the principal with this id, or `None`. A changed fixed principal is the changed one.
    pub fn principal(&self, id: PrincipalId) -> Option<&Arc<Principal>> {
        self.own.iter().chain(&*self.fixed).find(|principal| principal.id == id)
    }

    /// Returns `id` if the principal with this id has this sid, otherwise `None`. A later principal
    /// may have the id of a dropped one, so the sid decides whether it is the same.
    pub fn same_principal(&self, id: PrincipalId, sid: &[u8]) -> Option<PrincipalId> {
        self.principal(id).filter(|principal| *principal.sid == *sid).map(|principal| principal.id)
    }

    /// Returns the principal called `name`, in any case, or `None`. A fixed principal that was
    /// renamed isn't found by its old name.
    pub fn named(&self, name: &str) -> Option<&Arc<Principal>> {
        let changed = |fixed: &&Arc<Principal>| !self.own.iter().any(|own| own.id == fixed.id);
        let fixed = self.fixed.iter().filter(changed);
        self.own.iter().chain(fixed).find(|principal| name::same(&principal.name, name))
    }

    /// Returns the principal with this sid, or `None`. An empty sid belongs to nobody.
    pub fn with_sid(&self, sid: &[u8]) -> Option<&Arc<Principal>> {
        let changed = |fixed: &&Arc<Principal>| !self.own.iter().any(|own| own.id == fixed.id);
        let fixed = self.fixed.iter().filter(changed);
        self.own.iter().chain(fixed).find(|principal| !sid.is_empty() && *principal.sid == *sid)
    }

    /// Returns the memberships defined by users.
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// Returns all memberships, including the fixed ones.
    pub fn all_members(&self) -> impl Iterator<Item = &Member> {
        fixed::members(self.scope).iter().chain(&self.members)
    }

    /// Returns the granted and denied permissions. Those of fixed roles aren't among them.
    pub fn permissions(&self) -> &[Permission] {
        &self.permissions
    }

    /// Returns an unused id. Counts up from the first id of users or logins, past the fixed roles;
    /// ids of dropped principals can come again.
    pub fn new_id(&self) -> PrincipalId {
        let first = if self.scope == Scope::Server { ids::FIRST_LOGIN } else { ids::FIRST_USER };
        let used = |id: PrincipalId| self.own.iter().any(|known| known.id == id);
        let mut id = first;
        while used(id) || fixed::is_fixed_role(self.scope, id) {
            id.0 += 1;
        }
        id
    }

    /// Returns the `public` role of the scope.
    pub fn public(&self) -> PrincipalId {
        if self.scope == Scope::Server { ids::SERVER_PUBLIC } else { ids::PUBLIC }
    }

    /// Returns the principal's token: the principal and its direct and indirect roles, including
    /// `public`. The principal is first and occurs even if it doesn't exist; cycles of roles do no
    /// harm.
    pub fn token(&self, of: PrincipalId) -> Vec<PrincipalId> {
        let mut token = vec![of];
        let mut looked_at = 0;
        while let Some(&member) = token.get(looked_at) {
            looked_at += 1;
            for known in self.all_members().filter(|known| known.member == member) {
                if !token.contains(&known.role) {
                    token.push(known.role);
                }
            }
        }
        if !token.contains(&self.public()) {
            token.push(self.public());
        }
        token
    }

    /// Returns this state with `principal` added or replaced. By id; memberships and permissions
    /// stay.
    pub fn with_principal(&self, principal: Principal) -> Security {
        let mut next = self.clone();
        next.own.retain(|known| known.id != principal.id);
        let place = next.own.partition_point(|known| known.id < principal.id);
        next.own.insert(place, Arc::new(principal));
        next
    }

    /// Returns this state without a principal, its memberships, its permissions and the permissions
    /// on it. Permissions that it granted to others stay. A fixed principal becomes as it was.
    pub fn without_principal(&self, id: PrincipalId) -> Security {
        let mut next = self.clone();
        next.own.retain(|known| known.id != id);
        next.members.retain(|known| known.role != id && known.member != id);
        let class = match self.scope {
            Scope::Database => SecurableClass::Principal,
            Scope::Server => SecurableClass::ServerPrincipal,
        };
        next.permissions.retain(|known| known.grantee != id && (known.class != class || known.major != id.0));
        next
    }

    /// Returns this state with a membership added, which isn't there yet.
    pub fn with_member(&self, member: Member) -> Security {
        let mut next = self.clone();
        next.members.push(member);
        next.members.sort_unstable();
        next
    }

    /// Returns this state without a membership. Unchanged if there is none.
    pub fn without_member(&self, member: Member) -> Security {
        let mut next = self.clone();
        next.members.retain(|known| *known != member);
        next
    }

    /// Applies the differences between `before` and `after` to this state, which derives from the
    /// same history. A principal, membership or permission that only another transaction changed
    /// stays as it is here.
    pub fn merged(&self, before: &Security, after: &Security) -> Security {
        let mut next = self.clone();
        next.own.retain(|known| !before.own.contains(known) || after.own.contains(known));
        next.members.retain(|known| !before.members.contains(known) || after.members.contains(known));
        next.permissions.retain(|known| !before.permissions.contains(known) || after.permissions.contains(known));
        next.own.extend(after.own.iter().filter(|known| !before.own.contains(known)).cloned());
        next.own.sort_by_key(|known| known.id);
        next.members.extend(after.members.iter().filter(|known| !before.members.contains(known)));
        next.members.sort_unstable();
        next.permissions.extend(after.permissions.iter().filter(|known| !before.permissions.contains(known)));
        next
    }

    /// Returns this state with these permissions in place of its own.
    pub fn with_permissions(&self, permissions: Vec<Permission>) -> Security {
        Security { permissions, ..self.clone() }
    }
}
