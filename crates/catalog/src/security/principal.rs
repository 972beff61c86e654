//! Principals: logins, users and roles.

use super::permission::PrincipalSort;
use crate::principal_id::PrincipalId;
use sluice_base::sync::Arc;

/// The scope of a principal, a membership or a permission.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// A database.
    Database,
    /// The server; stored in master.
    Server,
}

/// A principal. Immutable: ALTER creates another `Principal` with the same id.
#[derive(Clone, PartialEq, Debug)]
pub struct Principal {
    /// The id. Ids of dropped users and logins are reused.
    pub id: PrincipalId,
    /// The name as defined.
    pub name: Arc<str>,
    /// The kind of principal.
    pub kind: PrincipalKind,
    /// The owner. `None` for a login or user.
    pub owner: Option<PrincipalId>,
    /// The security identifier, which identifies logins and their users regardless of names. Empty
    /// if there is none.
    pub sid: Arc<[u8]>,
    /// The creation time in local nanoseconds since 1970; 0 for fixed principals.
    pub created_ns: i64,
    /// The time of the last change in local nanoseconds since 1970; 0 for fixed principals.
    pub modified_ns: i64,
}

/// The kinds of principals.
#[derive(Clone, PartialEq, Debug)]
pub enum PrincipalKind {
    /// A login with a password.
    Login(LoginFacts),
    /// A server role.
    ServerRole,
    /// A user of a database.
    User {
        /// Whether a login with the user's sid can exist. False for a user without login.
        has_login: bool,
        /// The schema searched first for unqualified names.
        default_schema: Arc<str>,
    },
    /// A database role.
    Role,
    /// An application role, which has no members. A session that knows its password becomes it.
    ApplicationRole {
        /// The hash of the password with its parameters.
        password: Arc<[u8]>,
        /// The schema searched first for unqualified names.
        default_schema: Arc<str>,
    },
}

/// The properties of a login.
#[derive(Clone, PartialEq, Debug)]
pub struct LoginFacts {
    /// The hash of the password with its parameters. Empty if no password matches.
    pub password: Arc<[u8]>,
    /// Whether the login can't connect.
    pub is_disabled: bool,
    /// The initial database of its sessions.
    pub default_database: Arc<str>,
    /// The initial language of its sessions.
    pub default_language: Arc<str>,
    /// CHECK_POLICY.
    pub checks_policy: bool,
    /// CHECK_EXPIRATION.
    pub checks_expiration: bool,
    /// MUST_CHANGE: whether the login can connect only with a new password.
    pub must_change: bool,
}

impl Principal {
    /// Returns the login's properties, if the principal is a login.
    pub fn login(&self) -> Option<&LoginFacts> {
        if let PrincipalKind::Login(facts) = &self.kind { Some(facts) } else { None }
    }

    /// Returns the schema in which the principal's sessions look names up first. `None` for
    /// principals that no session has as its user.
    pub fn default_schema(&self) -> Option<&Arc<str>> {
        match &self.kind {
            PrincipalKind::User { default_schema, .. } | PrincipalKind::ApplicationRole { default_schema, .. } => {
                Some(default_schema)
            }
            PrincipalKind::Login(_) | PrincipalKind::ServerRole | PrincipalKind::Role => None,
        }
    }

    /// Returns the principal's sort.
    pub fn sort(&self) -> PrincipalSort {
        match self.kind {
            PrincipalKind::Login(_) | PrincipalKind::User { .. } => PrincipalSort::Person,
            PrincipalKind::ServerRole | PrincipalKind::Role => PrincipalSort::Role,
            PrincipalKind::ApplicationRole { .. } => PrincipalSort::ApplicationRole,
        }
    }

    /// Whether the principal can have members.
    pub fn is_role(&self) -> bool {
        self.sort() == PrincipalSort::Role
    }

    /// Returns the code in `sys.database_principals.type` and `sys.server_principals.type`.
    pub fn type_code(&self) -> &'static str {
        match self.sort() {
            PrincipalSort::Person => "S",
            PrincipalSort::Role => "R",
            PrincipalSort::ApplicationRole => "A",
        }
    }

    /// Returns the text of `type_desc` in the views of principals, which follows from the kind
    /// alone.
    pub fn type_words(&self) -> &'static str {
        match self.kind {
            PrincipalKind::Login(_) => "SQL_LOGIN",
            PrincipalKind::ServerRole => "SERVER_ROLE",
            PrincipalKind::User { .. } => "SQL_USER",
            PrincipalKind::Role => "DATABASE_ROLE",
            PrincipalKind::ApplicationRole { .. } => "APPLICATION_ROLE",
        }
    }
}
