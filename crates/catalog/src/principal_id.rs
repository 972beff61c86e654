//! The ids of principals, and the ids with a fixed meaning. Servers and databases have separate
//! ids.

/// A principal's id: SQL Server's `principal_id`. The server and each database have separate ids.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PrincipalId(pub i32);

/// Ids with a fixed meaning.
pub mod ids {
    use super::PrincipalId;

    /// The id of no principal. Its token has `public` alone.
    pub const NOBODY: PrincipalId = PrincipalId(-1);
    /// The administrator's login.
    pub const SA: PrincipalId = PrincipalId(1);
    /// The `public` server role: all logins.
    pub const SERVER_PUBLIC: PrincipalId = PrincipalId(2);
    /// The `sysadmin` server role.
    pub const SYSADMIN: PrincipalId = PrincipalId(3);
    /// The `securityadmin` server role, which manages logins.
    pub const SECURITYADMIN: PrincipalId = PrincipalId(4);
    /// The `serveradmin` server role, which changes the server's settings and messages.
    pub const SERVERADMIN: PrincipalId = PrincipalId(5);
    /// The `dbcreator` server role, which may create and alter databases.
    pub const DBCREATOR: PrincipalId = PrincipalId(9);
    /// The first login or server role created by a user.
    pub const FIRST_LOGIN: PrincipalId = PrincipalId(257);
    /// The `public` database role: all users.
    pub const PUBLIC: PrincipalId = PrincipalId(0);
    /// A database's owner.
    pub const DBO: PrincipalId = PrincipalId(1);
    /// The user for logins without a user in the database.
    pub const GUEST: PrincipalId = PrincipalId(2);
    /// The owner of the schema `INFORMATION_SCHEMA`.
    pub const INFORMATION_SCHEMA: PrincipalId = PrincipalId(3);
    /// The owner of the schema `sys`.
    pub const SYS: PrincipalId = PrincipalId(4);
    /// The first user or role created by a user.
    pub const FIRST_USER: PrincipalId = PrincipalId(5);
    /// The `db_owner` role, which has all permissions in a database.
    pub const DB_OWNER: PrincipalId = PrincipalId(16384);
    /// The `db_accessadmin` role, which manages a database's users.
    pub const DB_ACCESSADMIN: PrincipalId = PrincipalId(16385);
    /// The `db_securityadmin` role, which manages a database's roles.
    pub const DB_SECURITYADMIN: PrincipalId = PrincipalId(16386);
    /// The `db_ddladmin` role, which creates and drops objects.
    pub const DB_DDLADMIN: PrincipalId = PrincipalId(16387);
}
