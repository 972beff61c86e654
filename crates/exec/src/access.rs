//! By whom a session is known in a database.

use crate::who::Who;
use sluice_base::sync::Arc;
use sluice_catalog::Catalog;
use sluice_catalog::Security;
use sluice_catalog::security::{Decision, PrincipalId, Privileges, Scope, Securable, codes, ids};
use sluice_table::database::Database;
use sluice_types::SqlError;

/// A session's standing in a database.
#[derive(Clone, Debug)]
pub struct Access {
    database: Arc<Security>,
    server: Arc<Security>,
    /// The user, then its roles; empty where the session has no business there.
    pub user: Vec<PrincipalId>,
    /// The login, then its roles; empty where the session goes by a user alone.
    pub login: Vec<PrincipalId>,
    is_systems: bool,
}

/// The standing of `who` in the database, whose names are `catalog`; `master` are those of master, where the server's principals are.
pub fn access(who: &Who, master: Option<&Catalog>, (database, catalog): (&Database, &Catalog)) -> Access {
    let server = master.and_then(|master| master.server().cloned());
    let server = server.unwrap_or_else(|| Arc::new(Security::empty(Scope::Server)));
    let security = Arc::clone(catalog.security());
    let login = if who.user.is_some() { Vec::new() } else { server.token(who.login.id) };
    let is_systems = SYSTEMS.contains(&database.id.0);
    let user = match &who.user {
        Some(user) if user.database == database.id => Some(user.id),
        Some(_) => None,
        None if who.login.id == ids::SA || login.contains(&ids::SYSADMIN) => Some(ids::DBO),
        None => security.with_sid(&who.login.sid).map(|user| user.id),
    };
    let mut access = Access { database: security, server, user: Vec::new(), login, is_systems };
    match user {
        Some(user) => access.user = access.database.token(user),
        // A user is somebody in its own database alone.
        None if who.user.is_some() => {}
        None => access.enter_as_guest(),
    }
    access
}

impl Access {
    /// What may be done.
    pub fn privileges(&self) -> Privileges<'_> {
        Privileges { database: &self.database, user: &self.user, server: &self.server, login: &self.login }
    }

    /// Whether it may be done.
    pub fn may(&self, securable: Securable, code: sluice_catalog::security::Code) -> bool {
        self.privileges().may(securable, code)
    }

    /// Who it is in the database.
    pub fn user_id(&self) -> Option<PrincipalId> {
        self.user.first().copied()
    }

    /// What is known of the database.
    pub fn database(&self) -> &Arc<Security> {
        &self.database
    }

    /// What is known of the server.
    pub fn server(&self) -> &Arc<Security> {
        &self.server
    }

    /// Whether it may be in the database at all.
    pub fn may_enter(&self) -> bool {
        let Some(user) = self.user_id() else { return false };
        let is_let_in = self.is_systems && user == ids::GUEST;
        match self.privileges().decide(Securable::Database, codes::CONNECT) {
            Decision::Granted => true,
            Decision::Denied => false,
            Decision::Nothing => is_let_in || self.may(Securable::Server, codes::CONNECT_ANY_DATABASE),
        }
    }

    /// Who has no user is the guest, where guests are let in.
    fn enter_as_guest(&mut self) {
        self.user = self.database.token(ids::GUEST);
        if !self.may_enter() {
            self.user.clear();
        }
    }
}

/// 916: the login has no business in the database.
pub fn no_access(who: &Who, database: &str) -> SqlError {
    SqlError::new(916, 14, 1, vec![who.login.name.to_string(), database.to_owned()])
}

/// The ids of master, tempdb and msdb, where guests are let in.
const SYSTEMS: [u16; 3] = [1, 2, 4];
