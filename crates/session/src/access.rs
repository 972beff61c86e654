//! How a session is known in a database: its user, its login and their roles.

use crate::who::Who;
use sluice_base::sync::Arc;
use sluice_catalog::Catalog;
use sluice_catalog::Security;
use sluice_catalog::name::same;
use sluice_catalog::security::{Decision, PrincipalId, Privileges, Scope, Securable, codes, ids};
use sluice_catalog::snapshot::DEFAULT_SCHEMA;
use sluice_table::database::Database;
use sluice_types::SqlError;

/// A session's principals in a database, with the security catalogs that decide what they may do.
#[derive(Clone, Debug)]
pub struct Access {
    database: Arc<Security>,
    server: Arc<Security>,
    /// The user, followed by its roles; empty if the session has no access to the database.
    pub user: Vec<PrincipalId>,
    /// The login, followed by its roles; empty if the session impersonates a database user.
    pub login: Vec<PrincipalId>,
    is_systems: bool,
    // Whether the session is an application role of the database, which needs no CONNECT.
    is_application_role: bool,
}

/// Returns the principals of `who` in the database with the names `catalog`. `master` is master's
/// catalog, which has the server's principals. An impersonated user exists in its own database
/// only, and an application role is guest in others. A sysadmin is dbo everywhere. Another login is
/// the user with its SID, or guest if guest may enter. A principal that was dropped meanwhile keeps
/// the permissions of `public` alone.
pub fn access(who: &Who, master: Option<&Catalog>, (database, catalog): (&Database, &Catalog)) -> Access {
    let server = master.and_then(|master| master.server().cloned());
    let server = server.unwrap_or_else(|| Arc::new(Security::empty(Scope::Server)));
    let security = Arc::clone(catalog.security());
    let login = match who.user {
        Some(_) => Vec::new(),
        None => server.token(server.same_principal(who.login.id, &who.login.sid).unwrap_or(ids::NOBODY)),
    };
    let is_systems = SYSTEMS.contains(&database.id.0);
    let user = match &who.user {
        Some(user) if user.database == database.id => {
            Some(security.same_principal(user.id, &user.sid).unwrap_or(ids::NOBODY))
        }
        Some(_) => None,
        None if who.login.id == ids::SA || login.contains(&ids::SYSADMIN) => Some(ids::DBO),
        None => security.with_sid(&who.login.sid).map(|user| user.id),
    };
    let is_application_role = who.user.as_ref().is_some_and(|user| {
        user.is_application_role && user.database == database.id && security.principal(user.id).is_some()
    });
    let mut access = Access { database: security, server, user: Vec::new(), login, is_systems, is_application_role };
    match user {
        Some(user) => access.user = access.database.token(user),
        // An impersonated database user has no identity outside its own database.
        None if who.user.as_ref().is_some_and(|user| !user.is_application_role) => {}
        None => access.enter_as_guest(),
    }
    access
}

impl Access {
    /// Returns the permissions of these principals, for questions about securables.
    pub fn privileges(&self) -> Privileges<'_> {
        Privileges { database: &self.database, user: &self.user, server: &self.server, login: &self.login }
    }

    /// Whether these principals have the permission `code` on `securable`.
    pub fn may(&self, securable: Securable, code: sluice_catalog::security::Code) -> bool {
        self.privileges().may(securable, code)
    }

    /// Returns the session's user in the database. `None` if it has no access to the database.
    pub fn user_id(&self) -> Option<PrincipalId> {
        self.user.first().copied()
    }

    /// The schema in which the session looks names up first, if it isn't dbo: the default schema of
    /// its user (`t-sql/statements/create-user-transact-sql.md`).
    pub fn default_schema(&self) -> Option<&Arc<str>> {
        let schema = self.database.principal(self.user_id()?)?.default_schema()?;
        Some(schema).filter(|schema| !schema.is_empty() && !same(schema, DEFAULT_SCHEMA))
    }

    /// Returns the principals and permissions of the database.
    pub fn database(&self) -> &Arc<Security> {
        &self.database
    }

    /// Returns the principals and permissions of the server.
    pub fn server(&self) -> &Arc<Security> {
        &self.server
    }

    /// Whether the session may use the database. It needs CONNECT and a user. An application role
    /// of the database needs no CONNECT, nor does guest in the databases of the system, and CONNECT
    /// ANY DATABASE replaces it.
    pub fn may_enter(&self) -> bool {
        let Some(user) = self.user_id() else { return false };
        let is_let_in = self.is_systems && user == ids::GUEST || self.is_application_role;
        match self.privileges().decide(Securable::Database, codes::CONNECT) {
            Decision::Granted => true,
            Decision::Denied => false,
            Decision::Nothing => is_let_in || self.may(Securable::Server, codes::CONNECT_ANY_DATABASE),
        }
    }

    /// Whether RESTRICTED_USER admits the session: members of db_owner, dbcreator and sysadmin
    /// (`t-sql/statements/alter-database-transact-sql-set-options`).
    fn may_enter_restricted(&self) -> bool {
        self.user.contains(&ids::DB_OWNER) || self.may_restore()
    }

    /// Whether the session may restore the database: members of dbcreator and sysadmin, and the
    /// owner, but not members of db_owner (`restore-statements-transact-sql.md`).
    pub fn may_restore(&self) -> bool {
        let is_owner = self.user_id() == Some(ids::DBO);
        is_owner || self.login.iter().any(|login| [ids::SA, ids::SYSADMIN, ids::DBCREATOR].contains(login))
    }

    /// Checks whether these principals may use `database` in its state and with its user access.
    /// Fails with 916 without access to it or in EMERGENCY, which admits sysadmin alone, and with
    /// 923 if RESTRICTED_USER keeps them out.
    pub fn check_entry(&self, who: &Who, database: &Database) -> Result<(), SqlError> {
        if !self.may_enter() || database.is_emergency() && !self.privileges().is_administrator() {
            return Err(no_access(who, &database.name));
        }
        if database.is_restricted() && !self.may_enter_restricted() {
            return Err(SqlError::database_is_restricted(&database.name));
        }
        Ok(())
    }

    /// Makes the session the guest user, if guest may use the database.
    fn enter_as_guest(&mut self) {
        self.user = self.database.token(ids::GUEST);
        if !self.may_enter() {
            self.user.clear();
        }
    }
}

/// Returns 916: the login has no access to the database.
fn no_access(who: &Who, database: &str) -> SqlError {
    SqlError::login_cannot_access_database(&who.login.name, database)
}

/// Ids of master, tempdb and msdb, which guest may always use.
const SYSTEMS: [u16; 3] = [1, 2, 4];
