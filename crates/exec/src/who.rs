//! Who a session is now.

use sluice_base::ids::DatabaseId;
use sluice_base::sync::Arc;
use sluice_catalog::security::{PrincipalId, ids};

/// A login, as a session knows its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoginName {
    /// Its id.
    pub id: PrincipalId,
    /// Its name.
    pub name: Arc<str>,
    /// By which users of databases are its.
    pub sid: Arc<[u8]>,
}

/// A user of a database that a session goes by, whatever its login is: what it may do ends with that database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActingUser {
    /// The database.
    pub database: DatabaseId,
    /// Its id there.
    pub id: PrincipalId,
    /// Its name.
    pub name: Arc<str>,
}

/// Who a session is. Never changes: who goes on as somebody else gets another one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Who {
    /// The login that connected.
    pub original: LoginName,
    /// The login that it goes by.
    pub login: LoginName,
    /// The user that it goes by, where that is not the login's.
    pub user: Option<ActingUser>,
    // Which of the session's changes of who it is made it.
    generation: u64,
}

/// What a session goes back to with REVERT.
#[derive(Clone, Debug)]
pub struct Impersonation {
    /// Who it was.
    pub before: Arc<Who>,
    /// How deep in calls it became somebody else: it is over with that call.
    pub level: u8,
    /// The database that REVERT must be said in.
    pub database: DatabaseId,
    /// What REVERT must show, if anything.
    pub cookie: Option<Vec<u8>>,
    /// Whether there is no way back.
    pub no_revert: bool,
}

impl Who {
    /// Whoever logs in as `login`.
    pub fn logged_in(login: LoginName) -> Who {
        Who { original: login.clone(), login, user: None, generation: 0 }
    }

    /// The administrator: whoever opens the instance.
    pub fn administrator() -> Who {
        Who::logged_in(LoginName { id: ids::SA, name: Arc::from("sa"), sid: Arc::from([1]) })
    }

    /// The same session as another login, or as a user; the `generation`th change of the session.
    pub fn becoming(&self, login: LoginName, user: Option<ActingUser>, generation: u64) -> Who {
        Who { original: self.original.clone(), login, user, generation }
    }

    /// Whether everything is allowed: of `sa`, who can't be taken anything.
    pub fn is_unrestricted(&self) -> bool {
        self.login.id == ids::SA && self.user.is_none()
    }

    /// Tells who it is from who the session has been before.
    pub fn generation(&self) -> u64 {
        self.generation
    }
}

/// Whose module is running, and where: what it names of the same owner's needs no permission.
pub type Chain = (DatabaseId, PrincipalId);
