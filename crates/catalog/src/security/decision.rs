//! Permission checks (`relational-databases/security/permissions-database-engine.md`, the summary
//! of the algorithm).
//!
//! A principal has a permission on a securable if the principal or one of its roles was granted
//! that permission. A grant of a permission that covers it on the same securable, or implies it on
//! a containing securable, also counts. A denial of any of these overrides all grants. Ownership of
//! the securable is not considered here.

use super::fixed;
use super::permission::{Code, PrincipalSort, SecurableClass, codes, type_of};
use super::principal::Scope;
use super::snapshot::{Granted, Security};
use crate::principal_id::{PrincipalId, ids};
use crate::schema::SchemaId;
use sluice_base::ids::ObjectId;

/// A securable: the object of a permission.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Securable {
    /// The server.
    Server,
    /// A login or server role.
    ServerPrincipal(PrincipalId),
    /// The database.
    Database,
    /// A schema.
    Schema(SchemaId),
    /// An object and its schema.
    Object(SchemaId, ObjectId),
    /// A type and its schema.
    Type(SchemaId, i32),
    /// A user or role.
    Principal(PrincipalId),
}

/// The result of a permission check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// The permission was granted.
    Granted,
    /// The permission was denied, which overrides all grants.
    Denied,
    /// The permission was neither granted nor denied.
    Nothing,
}

/// The privileges of a session in a database: its principals in the database and on the server.
#[derive(Clone, Copy, Debug)]
pub struct Privileges<'a> {
    /// The database's principals and permissions.
    pub database: &'a Security,
    /// The user and its roles. Empty if the session has no access to the database.
    pub user: &'a [PrincipalId],
    /// The server's principals and permissions.
    pub server: &'a Security,
    /// The login and its roles. Empty if only the user counts.
    pub login: &'a [PrincipalId],
}

impl Securable {
    /// Returns the class of the securable. A securable of every class has a distinct form, but
    /// users and roles share one.
    pub fn class(self) -> SecurableClass {
        match self {
            Securable::Server => SecurableClass::Server,
            Securable::ServerPrincipal(_) => SecurableClass::ServerPrincipal,
            Securable::Database => SecurableClass::Database,
            Securable::Schema(_) => SecurableClass::Schema,
            Securable::Object(..) => SecurableClass::Object,
            Securable::Type(..) => SecurableClass::Type,
            Securable::Principal(_) => SecurableClass::Principal,
        }
    }

    /// Returns the id of the securable within its class. 0 for the server and the database, which
    /// have no ids.
    pub fn major(self) -> i32 {
        match self {
            Securable::Server | Securable::Database => 0,
            Securable::ServerPrincipal(id) | Securable::Principal(id) => id.0,
            Securable::Schema(id) => id.0,
            Securable::Object(_, id) => id.0,
            Securable::Type(_, id) => id,
        }
    }

    fn parent(self) -> Option<Securable> {
        match self {
            Securable::Server => None,
            Securable::ServerPrincipal(_) | Securable::Database => Some(Securable::Server),
            Securable::Schema(_) | Securable::Principal(_) => Some(Securable::Database),
            Securable::Object(schema, _) | Securable::Type(schema, _) => Some(Securable::Schema(schema)),
        }
    }
}

impl Privileges<'_> {
    /// Whether all actions are allowed in the database: for its owner and for server
    /// administrators.
    pub fn is_owner(&self) -> bool {
        self.user.first() == Some(&ids::DBO) || self.is_administrator()
    }

    /// Whether all actions are allowed on the server. A database's owner has no rights there.
    pub fn is_administrator(&self) -> bool {
        self.login.contains(&ids::SYSADMIN)
    }

    /// Whether permissions on the securable are irrelevant because the principal owns its scope.
    pub(super) fn is_owner_of(&self, securable: Securable) -> bool {
        if securable.class().is_of_server() { self.is_administrator() } else { self.is_owner() }
    }

    /// Checks a permission on a whole securable, including permissions that cover or imply it; a
    /// denial of any of them wins. Administrators and the database's owner have every permission.
    /// The owner of the securable is not considered, nor are permissions on single columns. A
    /// denial is found wherever it is on the way up.
    pub fn decide(&self, securable: Securable, code: Code) -> Decision {
        if self.is_owner_of(securable) {
            return Decision::Granted;
        }
        let mut answer = Decision::Nothing;
        let mut asked: Vec<(Securable, Code)> = vec![(securable, code)];
        let mut place = 0;
        while let Some(&(securable, code)) = asked.get(place) {
            place += 1;
            match self.explicit_decision(securable, 0, code) {
                Decision::Denied => return Decision::Denied,
                Decision::Granted => answer = Decision::Granted,
                Decision::Nothing => {}
            }
            let Some(known) = type_of(securable.class(), code) else { continue };
            let mut add = |next| {
                if !asked.contains(&next) {
                    asked.push(next);
                }
            };
            known.covered_by.into_iter().for_each(|code| add((securable, code)));
            if let (Some(parent), Some((_, code))) = (securable.parent(), known.implied_for(self.sort(securable))) {
                add((parent, code));
            }
        }
        answer
    }

    /// Whether the permission is granted.
    pub fn may(&self, securable: Securable, code: Code) -> bool {
        self.decide(securable, code) == Decision::Granted
    }

    /// Returns the explicit grant or denial on a column of an object. The owner of the database has
    /// every permission. Permissions on the whole object don't count.
    pub fn of_column(&self, object: Securable, column: i32, code: Code) -> Decision {
        if self.is_owner() { Decision::Granted } else { self.explicit_decision(object, column, code) }
    }

    /// Whether the permission on a securable of the database, or on its column if `minor` isn't 0,
    /// can be granted to others: with CONTROL, or if it was granted WITH GRANT OPTION. The grant
    /// option of a server permission isn't considered.
    pub fn can_grant(&self, securable: Securable, minor: i32, code: Code) -> bool {
        let is_passed_on = |known: &super::Permission| {
            known.class == securable.class()
                && known.major == securable.major()
                && (known.minor == 0 || known.minor == minor)
                && known.code == code
                && known.granted == Granted::GrantWithOption
                && self.user.contains(&known.grantee)
        };
        self.may(securable, codes::CONTROL) || self.database.permissions().iter().any(is_passed_on)
    }

    /// Returns the ids of the columns on which the user, by itself or by a role, has been granted
    /// or denied the permission. A column with several such permissions occurs several times.
    pub fn columns(&self, object: Securable, code: Code) -> impl Iterator<Item = i32> {
        let all = self.database.permissions().iter();
        let own = all.filter(move |known| known.class == SecurableClass::Object && known.major == object.major());
        own.filter(move |known| known.minor != 0 && known.code == code && self.user.contains(&known.grantee))
            .map(|known| known.minor)
    }

    /// Returns the sort of a principal; `Person` for other securables.
    fn sort(&self, securable: Securable) -> PrincipalSort {
        let principal = match securable {
            Securable::Principal(id) => self.database.principal(id),
            Securable::ServerPrincipal(id) => self.server.principal(id),
            _ => None,
        };
        principal.map_or(PrincipalSort::Person, |principal| principal.sort())
    }

    /// Returns the grant or denial to the session's principals of exactly this permission on this
    /// securable or column, fixed roles included. A denial wins.
    fn explicit_decision(&self, securable: Securable, minor: i32, code: Code) -> Decision {
        let class = securable.class();
        let (security, token) =
            if class.is_of_server() { (self.server, self.login) } else { (self.database, self.user) };
        let mut answer = Decision::Nothing;
        let is_it = |known: &&super::Permission| {
            known.class == class && known.major == securable.major() && known.minor == minor && known.code == code
        };
        for known in security.permissions().iter().filter(is_it).filter(|known| token.contains(&known.grantee)) {
            match known.granted {
                Granted::Deny => return Decision::Denied,
                Granted::Grant | Granted::GrantWithOption => answer = Decision::Granted,
            }
        }
        if matches!(securable, Securable::Database | Securable::Server) {
            let scope = if class.is_of_server() { Scope::Server } else { Scope::Database };
            let fixed =
                fixed::permissions(scope).iter().filter(|(role, _, known)| *known == code && token.contains(role));
            for (_, is_denied, _) in fixed {
                if *is_denied {
                    return Decision::Denied;
                }
                answer = Decision::Granted;
            }
        }
        answer
    }
}
