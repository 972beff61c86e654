//! One state of who is there and who may do what.

use super::fixed;
use super::permission::{Code, SecurableClass};
use super::principal::{Principal, Scope};
use crate::name;
use crate::principal_id::{PrincipalId, ids};
use sluice_base::sync::Arc;

/// The principals of a database or of the server, their memberships and their permissions. Immutable.
#[derive(Clone, PartialEq, Debug)]
pub struct Security {
    scope: Scope,
    // Those that are always there.
    fixed: Arc<[Arc<Principal>]>,
    // Those that users made or changed, in the order of their ids.
    own: Vec<Arc<Principal>>,
    members: Vec<Member>,
    permissions: Vec<Permission>,
}

/// Somebody's having a role.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Member {
    /// The role.
    pub role: PrincipalId,
    /// Who has it; perhaps a role.
    pub member: PrincipalId,
}

/// What is granted or denied to somebody on something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Permission {
    /// What kind of thing it is about.
    pub class: SecurableClass,
    /// Which: an object's, schema's, principal's or type's id; 0 for the database and the server.
    pub major: i32,
    /// The column's id; 0 for the whole.
    pub minor: i32,
    /// Whose.
    pub grantee: PrincipalId,
    /// What.
    pub code: Code,
    /// Who has said so.
    pub grantor: PrincipalId,
    /// What has been said.
    pub granted: Granted,
}

/// What a permission's row says.
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
    /// As `state` has it.
    pub fn code(self) -> u8 {
        match self {
            Granted::Deny => b'D',
            Granted::Grant => b'G',
            Granted::GrantWithOption => b'W',
        }
    }

    /// What has that code.
    pub fn of_code(code: u8) -> Option<Granted> {
        [Granted::Deny, Granted::Grant, Granted::GrantWithOption].into_iter().find(|known| known.code() == code)
    }

    /// As `state_desc` has it.
    pub fn words(self) -> &'static str {
        match self {
            Granted::Deny => "DENY",
            Granted::Grant => "GRANT",
            Granted::GrantWithOption => "GRANT_WITH_GRANT_OPTION",
        }
    }
}

impl Permission {
    /// Whether the other one is about the same, perhaps with another answer.
    pub fn is_about(&self, other: &Permission) -> bool {
        (Permission { granted: other.granted, ..*self }) == *other
    }
}

impl Default for Security {
    /// A database's, without users.
    fn default() -> Security {
        Security::empty(Scope::Database)
    }
}

impl Security {
    /// Nobody but those who are always there.
    pub fn empty(scope: Scope) -> Security {
        Security::of(scope, Vec::new(), Vec::new(), Vec::new())
    }

    /// These; the principals in the order of their ids.
    pub fn of(scope: Scope, own: Vec<Arc<Principal>>, members: Vec<Member>, permissions: Vec<Permission>) -> Security {
        Security { scope, fixed: fixed::principals(scope), own, members, permissions }
    }

    /// Where they belong.
    pub fn scope(&self) -> Scope {
        self.scope
    }

    /// All principals, in the order of their ids.
    pub fn principals(&self) -> Vec<&Arc<Principal>> {
        let fixed = self.fixed.iter().filter(|fixed| !self.own.iter().any(|own| own.id == fixed.id));
        let mut all: Vec<&Arc<Principal>> = fixed.chain(&self.own).collect();
        all.sort_by_key(|principal| principal.id);
        all
    }

    /// Those that are kept, as users made or changed them.
    pub fn own(&self) -> &[Arc<Principal>] {
        &self.own
    }

    /// The principal with that id.
    pub fn principal(&self, id: PrincipalId) -> Option<&Arc<Principal>> {
        self.own.iter().chain(&*self.fixed).find(|principal| principal.id == id)
    }

    /// The principal called `name`, in any case.
    pub fn named(&self, name: &str) -> Option<&Arc<Principal>> {
        let changed = |fixed: &&Arc<Principal>| !self.own.iter().any(|own| own.id == fixed.id);
        let fixed = self.fixed.iter().filter(changed);
        self.own.iter().chain(fixed).find(|principal| name::same(&principal.name, name))
    }

    /// The principal that has the sid.
    pub fn with_sid(&self, sid: &[u8]) -> Option<&Arc<Principal>> {
        let changed = |fixed: &&Arc<Principal>| !self.own.iter().any(|own| own.id == fixed.id);
        let fixed = self.fixed.iter().filter(changed);
        self.own.iter().chain(fixed).find(|principal| !sid.is_empty() && *principal.sid == *sid)
    }

    /// Who has which role by what users have said.
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// Who has which role, with those that can't lose it.
    pub fn all_members(&self) -> impl Iterator<Item = &Member> {
        fixed::members(self.scope).iter().chain(&self.members)
    }

    /// What is granted and denied.
    pub fn permissions(&self) -> &[Permission] {
        &self.permissions
    }

    /// An id that no principal has.
    pub fn new_id(&self) -> PrincipalId {
        let first = if self.scope == Scope::Server { ids::FIRST_LOGIN } else { ids::FIRST_USER };
        let used = |id: PrincipalId| self.own.iter().any(|known| known.id == id);
        let mut id = first;
        while used(id) || fixed::is_fixed_role(self.scope, id) {
            id.0 += 1;
        }
        id
    }

    /// Everybody in the scope.
    pub fn public(&self) -> PrincipalId {
        if self.scope == Scope::Server { ids::SERVER_PUBLIC } else { ids::PUBLIC }
    }

    /// The principal and the roles that it has, directly or by another role; everybody's too.
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

    /// With another principal, or in the place of the one with its id.
    pub fn with_principal(&self, principal: Principal) -> Security {
        let mut next = self.clone();
        next.own.retain(|known| known.id != principal.id);
        let place = next.own.partition_point(|known| known.id < principal.id);
        next.own.insert(place, Arc::new(principal));
        next
    }

    /// Without a principal, its memberships and what it was granted.
    pub fn without_principal(&self, id: PrincipalId) -> Security {
        let mut next = self.clone();
        next.own.retain(|known| known.id != id);
        next.members.retain(|known| known.role != id && known.member != id);
        next.permissions.retain(|known| known.grantee != id);
        next
    }

    /// With one more member of a role.
    pub fn with_member(&self, member: Member) -> Security {
        let mut next = self.clone();
        next.members.push(member);
        next.members.sort_unstable();
        next
    }

    /// With one less.
    pub fn without_member(&self, member: Member) -> Security {
        let mut next = self.clone();
        next.members.retain(|known| *known != member);
        next
    }

    /// With the same differences as `after` has from `before`, which was another state of it.
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

    /// With other permissions.
    pub fn with_permissions(&self, permissions: Vec<Permission>) -> Security {
        Security { permissions, ..self.clone() }
    }
}
