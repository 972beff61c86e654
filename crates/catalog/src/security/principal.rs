//! A principal: who can be granted something.

use crate::principal_id::PrincipalId;
use sluice_base::sync::Arc;

/// Where a principal, a membership or a permission belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// A database.
    Database,
    /// The server; kept in master.
    Server,
}

/// A principal. Immutable; altering it makes another one under the same id.
#[derive(Clone, PartialEq, Debug)]
pub struct Principal {
    /// Its id; of users and logins given again when they have been dropped.
    pub id: PrincipalId,
    /// Its name, spelled as defined.
    pub name: Arc<str>,
    /// What it is.
    pub kind: PrincipalKind,
    /// Whose it is; of a login or user nobody's.
    pub owner: Option<PrincipalId>,
    /// By which logins and their users are told apart, whatever they are called; empty where it has none.
    pub sid: Arc<[u8]>,
    /// When it was made, in local nanoseconds since 1970; 0 for those that are always there.
    pub created_ns: i64,
    /// When it was changed last, likewise.
    pub modified_ns: i64,
}

/// The kinds of principals.
#[derive(Clone, PartialEq, Debug)]
pub enum PrincipalKind {
    /// A login that proves itself by a password.
    Login(LoginFacts),
    /// A role of the server.
    ServerRole,
    /// A user of a database.
    User {
        /// Whether there is a login, by its sid, that has it.
        has_login: bool,
        /// The schema that names without one are looked for in first.
        default_schema: Arc<str>,
    },
    /// A role of a database.
    Role,
}

/// What a login has beside its name.
#[derive(Clone, PartialEq, Debug)]
pub struct LoginFacts {
    /// The hash of its password, with how it is made; empty where nothing fits it.
    pub password: Arc<[u8]>,
    /// Whether it may not connect.
    pub is_disabled: bool,
    /// The database that its sessions begin in.
    pub default_database: Arc<str>,
    /// The language that its sessions begin with.
    pub default_language: Arc<str>,
    /// CHECK_POLICY.
    pub checks_policy: bool,
    /// CHECK_EXPIRATION.
    pub checks_expiration: bool,
}

impl Principal {
    /// What it has as a login.
    pub fn login(&self) -> Option<&LoginFacts> {
        if let PrincipalKind::Login(facts) = &self.kind { Some(facts) } else { None }
    }

    /// Whether others can be its members.
    pub fn is_role(&self) -> bool {
        matches!(self.kind, PrincipalKind::Role | PrincipalKind::ServerRole)
    }

    /// Its code in `sys.database_principals.type` and `sys.server_principals.type`.
    pub fn type_code(&self) -> &'static str {
        if self.is_role() { "R" } else { "S" }
    }

    /// Its kind in words, as those views have it.
    pub fn type_words(&self) -> &'static str {
        match self.kind {
            PrincipalKind::Login(_) => "SQL_LOGIN",
            PrincipalKind::ServerRole => "SERVER_ROLE",
            PrincipalKind::User { .. } => "SQL_USER",
            PrincipalKind::Role => "DATABASE_ROLE",
        }
    }
}
