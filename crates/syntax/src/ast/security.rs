//! Who may do what: EXECUTE AS, GRANT, DENY, REVOKE, logins, users, roles.

use super::name::{Name, ObjectName};
use super::option::NamedOption;

/// `EXECUTE AS context [WITH NO REVERT | COOKIE INTO @x]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExecuteAs {
    /// As whom.
    pub context: SessionContext,
    /// `WITH NO REVERT`.
    pub no_revert: bool,
    /// `WITH COOKIE INTO`: the variable.
    pub cookie: Option<Name>,
}

/// As whom a session goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SessionContext {
    /// `CALLER`.
    Caller,
    /// `LOGIN = name`: a string or a variable.
    Login(PrincipalText),
    /// `USER = name`: a string or a variable.
    User(PrincipalText),
}

/// A principal's name that is given as a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PrincipalText {
    /// `'name'`.
    Text(Box<str>),
    /// `@name`.
    Variable(Name),
}

/// `GRANT | DENY | REVOKE permissions [ON securable] TO | FROM principals`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PermissionStatement {
    /// Which of the three.
    pub verb: PermissionVerb,
    /// `REVOKE GRANT OPTION FOR`.
    pub grant_option_for: bool,
    /// At least one.
    pub permissions: Vec<Permission>,
    /// `ON`.
    pub securable: Option<Securable>,
    /// At least one.
    pub principals: Vec<Name>,
    /// `WITH GRANT OPTION`.
    pub with_grant_option: bool,
    /// `CASCADE`.
    pub cascade: bool,
    /// `AS`.
    pub grantor: Option<Name>,
}

/// GRANT and its kin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PermissionVerb {
    /// `GRANT`.
    Grant,
    /// `DENY`.
    Deny,
    /// `REVOKE`.
    Revoke,
}

/// `words [(columns)]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Permission {
    /// `SELECT`, `VIEW SERVER STATE`, `ALL PRIVILEGES`.
    pub words: Vec<Name>,
    /// Of these columns alone.
    pub columns: Vec<Name>,
}

/// `[class::]name [(columns)]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Securable {
    /// `OBJECT`, `SCHEMA`, `APPLICATION ROLE`.
    pub class: Vec<Name>,
    /// What.
    pub name: ObjectName,
    /// Of these columns alone.
    pub columns: Vec<Name>,
}

/// `CREATE | ALTER LOGIN | USER | ROLE | SERVER ROLE name ...`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrincipalDefinition {
    /// `ALTER` (else `CREATE`).
    pub is_alter: bool,
    /// What it is.
    pub kind: PrincipalKind,
    /// Its name.
    pub name: Name,
    /// What is said of it.
    pub action: PrincipalAction,
}

/// The kinds of principals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrincipalKind {
    /// `LOGIN`.
    Login,
    /// `USER`.
    User,
    /// `ROLE`.
    Role,
    /// `SERVER ROLE`.
    ServerRole,
}

/// What is said of a principal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PrincipalAction {
    /// `[source] [WITH options]`.
    Define {
        /// Where it comes from.
        source: Option<PrincipalSource>,
        /// `WITH`; `PASSWORD = 'x' MUST_CHANGE` has the words after it in its list.
        options: Vec<NamedOption>,
    },
    /// `AUTHORIZATION owner`, of a role.
    OwnedBy(Name),
    /// `ADD MEMBER name`.
    AddMember(Name),
    /// `DROP MEMBER name`.
    DropMember(Name),
    /// `ENABLE | DISABLE`, of a login.
    Enable(bool),
}

/// Where a principal comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PrincipalSource {
    /// `FROM WINDOWS`, of a login.
    Windows,
    /// `FROM EXTERNAL PROVIDER`.
    ExternalProvider,
    /// `FOR LOGIN name`, of a user.
    Login(Name),
    /// `WITHOUT LOGIN`, of a user.
    WithoutLogin,
}

/// `ALTER AUTHORIZATION ON securable TO owner`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlterAuthorization {
    /// What.
    pub securable: Securable,
    /// Whose; `None` is `SCHEMA OWNER`.
    pub owner: Option<Name>,
}

impl PermissionVerb {
    /// How it is written.
    pub fn word(self) -> &'static str {
        match self {
            PermissionVerb::Grant => "GRANT",
            PermissionVerb::Deny => "DENY",
            PermissionVerb::Revoke => "REVOKE",
        }
    }
}

impl PrincipalKind {
    /// How it is written.
    pub fn words(self) -> &'static str {
        match self {
            PrincipalKind::Login => "LOGIN",
            PrincipalKind::User => "USER",
            PrincipalKind::Role => "ROLE",
            PrincipalKind::ServerRole => "SERVER ROLE",
        }
    }
}
