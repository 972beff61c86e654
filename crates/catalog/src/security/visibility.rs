//! Metadata visibility (`relational-databases/security/metadata-visibility-configuration.md`). A
//! principal sees a securable that it owns, or on which or on whose container it has a permission.
//! A denied permission does not count; other permissions do.

use super::decision::{Decision, Privileges, Securable};
use super::fixed::is_fixed_role;
use super::object_kind::ObjectKind;
use super::permission::{Code, SecurableClass, codes, permission_types};
use super::principal::{Principal, PrincipalKind, Scope};
use super::snapshot::{Granted, Member, Permission};
use crate::principal_id::{PrincipalId, ids};
use crate::schema::Schema;
use crate::type_id::TypeId;
use sluice_base::ids::ObjectId;

impl Privileges<'_> {
    /// Whether the principal has any permission on the securable or one of its columns.
    pub fn sees(&self, securable: Securable) -> bool {
        self.sees_by(securable, |_| true)
    }

    /// Whether an object of `schema` is visible, by ownership or by a permission that objects of
    /// its kind can have.
    pub fn sees_object(&self, schema: &Schema, id: ObjectId, kind: ObjectKind) -> bool {
        self.owns(schema) || self.sees_by(Securable::Object(schema.id, id), |code| kind.takes(code))
    }

    fn sees_by(&self, securable: Securable, takes: impl Fn(Code) -> bool) -> bool {
        let of_class = permission_types().iter().filter(|known| known.class == securable.class());
        self.is_owner_of(securable)
            || of_class.filter(|known| takes(known.code)).any(|known| self.may(securable, known.code))
            || self.has_granted_column(securable)
    }

    /// Whether a type of `schema` is visible, by ownership or by a permission.
    pub fn sees_type(&self, schema: &Schema, id: TypeId) -> bool {
        self.owns(schema) || self.sees(Securable::Type(schema.id, id.0))
    }

    /// Whether the definition text of an object of `schema` is visible. This needs VIEW DEFINITION,
    /// or a permission to change the object unless VIEW DEFINITION is denied.
    pub fn sees_definition(&self, schema: &Schema, id: ObjectId) -> bool {
        let object = Securable::Object(schema.id, id);
        let may_change =
            || [codes::CONTROL, codes::ALTER, codes::TAKE_OWNERSHIP].into_iter().any(|code| self.may(object, code));
        self.owns(schema)
            || match self.decide(object, codes::VIEW_DEFINITION) {
                Decision::Granted => true,
                Decision::Denied => false,
                Decision::Nothing => may_change(),
            }
    }

    /// Whether a permission on this object itself is granted or denied, to anybody.
    pub fn has_own_permission(&self, id: ObjectId) -> bool {
        let is_of = |known: &Permission| known.class == SecurableClass::Object && known.major == id.0;
        self.database.permissions().iter().any(is_of)
    }

    fn owns(&self, schema: &Schema) -> bool {
        self.is_owner() || self.user.contains(&schema.owner)
    }

    /// Whether a principal is visible: the session's own principals, fixed principals, roles that
    /// it has or owns, and principals that it has a permission on.
    pub fn sees_principal(&self, principal: &Principal) -> bool {
        let (scope, securable) = match principal.kind {
            PrincipalKind::Login(_) | PrincipalKind::ServerRole => {
                (Scope::Server, Securable::ServerPrincipal(principal.id))
            }
            PrincipalKind::User { .. } | PrincipalKind::Role | PrincipalKind::ApplicationRole { .. } => {
                (Scope::Database, Securable::Principal(principal.id))
            }
        };
        let token = self.token(scope);
        is_always_there(scope, principal.id)
            || token.contains(&principal.id)
            || principal.owner.is_some_and(|owner| token.contains(&owner))
            || self.sees(securable)
    }

    /// Whether a membership is visible: in the session's own roles, in fixed server roles, and in
    /// roles whose definition the session may view.
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

    /// Whether a permission is visible: of the session's own principals and roles, and of
    /// principals that the session has a permission on.
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

    /// Whether the user or one of its roles was granted a permission on a column of the object. A
    /// denial does not count.
    fn has_granted_column(&self, object: Securable) -> bool {
        let is_of_column = |known: &Permission| {
            known.class == SecurableClass::Object && known.major == object.major() && known.minor != 0
        };
        let of_columns = self.database.permissions().iter().filter(|known| is_of_column(known));
        object.class() == SecurableClass::Object
            && of_columns.filter(|known| known.granted != Granted::Deny).any(|known| self.user.contains(&known.grantee))
    }
}

/// Whether the principal exists on every server or in every database.
fn is_always_there(scope: Scope, id: PrincipalId) -> bool {
    let first_own = if scope == Scope::Server { ids::FIRST_LOGIN } else { ids::FIRST_USER };
    id < first_own || is_fixed_role(scope, id)
}
