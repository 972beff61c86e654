//! The trees of security statements: EXECUTE AS, SETUSER, GRANT, DENY, REVOKE, logins, users and
//! roles. Permissions and options are words as written; none is checked.

use super::name::{Name, ObjectName};
use super::option::NamedOption;

/// `EXECUTE AS context [WITH NO REVERT | COOKIE INTO @x]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExecuteAs {
    /// The new execution context.
    pub context: SessionContext,
    /// `WITH NO REVERT`.
    pub no_revert: bool,
    /// The variable of `WITH COOKIE INTO`.
    pub cookie: Option<Name>,
}

/// The execution context that a session changes to, after EXECUTE AS or the AS of EXECUTE.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SessionContext {
    /// `CALLER`.
    Caller,
    /// `LOGIN = name`: a string or a variable.
    Login(PrincipalText),
    /// `USER = name`: a string or a variable.
    User(PrincipalText),
}

/// A principal's name given as a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PrincipalText {
    /// `'name'`.
    Text(Box<str>),
    /// `@name`.
    Variable(Name),
}

/// The user of `SETUSER 'user' [WITH NORESET]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetUser {
    /// The user's name.
    pub name: Box<str>,
    /// `WITH NORESET`.
    pub no_reset: bool,
}

/// `GRANT | DENY | REVOKE permissions [ON securable] TO | FROM principals`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PermissionStatement {
    /// GRANT, DENY or REVOKE.
    pub verb: PermissionVerb,
    /// `REVOKE GRANT OPTION FOR`.
    pub grant_option_for: bool,
    /// Never empty.
    pub permissions: Vec<Permission>,
    /// `ON`.
    pub securable: Option<Securable>,
    /// Never empty.
    pub principals: Vec<Name>,
    /// `WITH GRANT OPTION`.
    pub with_grant_option: bool,
    /// `CASCADE`.
    pub cascade: bool,
    /// `AS`.
    pub grantor: Option<Name>,
}

/// The permission statements.
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
    /// The columns that the permission is restricted to; empty means all.
    pub columns: Vec<Name>,
}

/// `[class::]name [(columns)]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Securable {
    /// The words before `::`, such as `OBJECT`, `SCHEMA` or `APPLICATION ROLE`; empty if omitted.
    pub class: Vec<Name>,
    /// The object.
    pub name: ObjectName,
    /// The columns that the permission is restricted to; empty means all.
    pub columns: Vec<Name>,
}

/// `CREATE | ALTER LOGIN | USER | ROLE | SERVER ROLE | APPLICATION ROLE name ...`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrincipalDefinition {
    /// `ALTER` (else `CREATE`).
    pub is_alter: bool,
    /// The kind of principal.
    pub kind: PrincipalKind,
    /// The name.
    pub name: Name,
    /// The definition or change.
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
    /// `APPLICATION ROLE`.
    ApplicationRole,
}

/// The definition of a principal, or the change to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PrincipalAction {
    /// `[source] [WITH options]`.
    Define {
        /// The origin.
        source: Option<PrincipalSource>,
        /// `WITH`. The words after `PASSWORD = 'x'`, such as MUST_CHANGE, are in that option's
        /// list.
        options: Vec<NamedOption>,
    },
    /// `AUTHORIZATION owner`, for a role.
    OwnedBy(Name),
    /// `ADD MEMBER name`.
    AddMember(Name),
    /// `DROP MEMBER name`.
    DropMember(Name),
    /// `ENABLE | DISABLE`, for a login.
    Enable(bool),
}

/// The origin of a principal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PrincipalSource {
    /// `FROM WINDOWS`, for a login.
    Windows,
    /// `FROM EXTERNAL PROVIDER`.
    ExternalProvider,
    /// `FOR LOGIN name`, for a user.
    Login(Name),
    /// `WITHOUT LOGIN`, for a user.
    WithoutLogin,
}

/// `ALTER AUTHORIZATION ON securable TO owner`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlterAuthorization {
    /// The object.
    pub securable: Securable,
    /// The new owner; `None` is `SCHEMA OWNER`.
    pub owner: Option<Name>,
}

impl PermissionVerb {
    /// Returns the T-SQL keywords.
    pub fn word(self) -> &'static str {
        match self {
            PermissionVerb::Grant => "GRANT",
            PermissionVerb::Deny => "DENY",
            PermissionVerb::Revoke => "REVOKE",
        }
    }
}

impl PrincipalKind {
    /// Returns the T-SQL keywords.
    pub fn words(self) -> &'static str {
        match self {
            PrincipalKind::Login => "LOGIN",
            PrincipalKind::User => "USER",
            PrincipalKind::Role => "ROLE",
            PrincipalKind::ServerRole => "SERVER ROLE",
            PrincipalKind::ApplicationRole => "APPLICATION ROLE",
        }
    }
}
