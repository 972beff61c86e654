//! The ids of principals, and those that have a meaning.

/// A principal's id; SQL Server's `principal_id`. Those of a server and of each database are apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PrincipalId(pub i32);

/// The ids that have a meaning.
pub mod ids {
    use super::PrincipalId;

    /// The login of the administrator.
    pub const SA: PrincipalId = PrincipalId(1);
    /// Everybody on the server.
    pub const SERVER_PUBLIC: PrincipalId = PrincipalId(2);
    /// The role of administrators.
    pub const SYSADMIN: PrincipalId = PrincipalId(3);
    /// Who looks after logins.
    pub const SECURITYADMIN: PrincipalId = PrincipalId(4);
    /// The role that changes the server's settings and messages.
    pub const SERVERADMIN: PrincipalId = PrincipalId(5);
    /// The first login or server role that a user makes.
    pub const FIRST_LOGIN: PrincipalId = PrincipalId(257);
    /// Everybody in a database.
    pub const PUBLIC: PrincipalId = PrincipalId(0);
    /// A database's owner.
    pub const DBO: PrincipalId = PrincipalId(1);
    /// Who has no user of a database.
    pub const GUEST: PrincipalId = PrincipalId(2);
    /// The owner of the schema of that name.
    pub const INFORMATION_SCHEMA: PrincipalId = PrincipalId(3);
    /// The owner of the schema of that name.
    pub const SYS: PrincipalId = PrincipalId(4);
    /// The first user or role that a user makes.
    pub const FIRST_USER: PrincipalId = PrincipalId(5);
    /// Who may do everything in a database.
    pub const DB_OWNER: PrincipalId = PrincipalId(16384);
    /// Who looks after a database's users.
    pub const DB_ACCESSADMIN: PrincipalId = PrincipalId(16385);
    /// Who looks after a database's roles.
    pub const DB_SECURITYADMIN: PrincipalId = PrincipalId(16386);
    /// Who makes and drops objects.
    pub const DB_DDLADMIN: PrincipalId = PrincipalId(16387);
}
