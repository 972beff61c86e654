//! The identity of a session: its login and user.

use sluice_base::ids::DatabaseId;
use sluice_base::sync::Arc;
use sluice_catalog::security::{Principal, PrincipalId, ids};

/// A login, as stored in its session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoginName {
    /// Principal id of the login.
    pub id: PrincipalId,
    /// Name of the login.
    pub name: Arc<str>,
    /// Security id, which links the login to its database users.
    pub sid: Arc<[u8]>,
}

/// A database user that a session impersonates. Its permissions end at the database's boundary.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActingUser {
    /// Database of the user.
    pub database: DatabaseId,
    /// Principal id in that database.
    pub id: PrincipalId,
    /// Security id: another user may get the id of a dropped one.
    pub sid: Arc<[u8]>,
    /// Name of the user.
    pub name: Arc<str>,
    /// Whether it is an application role, which is guest in other databases
    /// (`relational-databases/security/authentication-access/application-roles.md`).
    pub is_application_role: bool,
}

/// The identity that `sp_setapprole` or SETUSER replaced. The session can't leave the database
/// while it has the new one.
#[derive(Clone, Debug)]
pub struct ReplacedIdentity {
    /// The replaced identity.
    pub before: Arc<Who>,
    /// The way back.
    pub way_back: WayBack,
}

/// How a session gets its replaced identity back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WayBack {
    /// By `sp_unsetapprole` with this cookie; `None` if `sp_setapprole` made none.
    Cookie(Option<Vec<u8>>),
    /// By SETUSER without a user.
    SetUser,
    /// Only by a new log-in: SETUSER WITH NORESET.
    Never,
}

/// The identity of a session. It is immutable; impersonation creates a new one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Who {
    /// Login that connected.
    pub original: LoginName,
    /// Login in effect.
    pub login: LoginName,
    /// Impersonated database user, if any.
    pub user: Option<ActingUser>,
    // Number of the identity change that created this identity.
    generation: u64,
}

/// State that REVERT restores.
#[derive(Clone, Debug)]
pub struct Impersonation {
    /// Previous identity.
    pub before: Arc<Who>,
    /// Call depth of EXECUTE AS; the impersonation ends with that call.
    pub level: u8,
    /// Database in which REVERT must run.
    pub database: DatabaseId,
    /// Cookie that REVERT must present, if any.
    pub cookie: Option<Vec<u8>>,
    /// WITH NO REVERT: the impersonation can't be reverted.
    pub no_revert: bool,
}

impl Who {
    /// Returns the identity of a new session of `login`, which impersonates nobody.
    pub fn logged_in(login: LoginName) -> Who {
        Who { original: login.clone(), login, user: None, generation: 0 }
    }

    /// Returns the identity of the administrator `sa`, which opens the instance.
    pub fn administrator() -> Who {
        Who::logged_in(LoginName { id: ids::SA, name: Arc::from("sa"), sid: Arc::from([1]) })
    }

    /// Returns the identity after EXECUTE AS a login or user. `generation` counts the session's
    /// identity changes.
    pub fn becoming(&self, login: LoginName, user: Option<ActingUser>, generation: u64) -> Who {
        Who { original: self.original.clone(), login, user, generation }
    }

    /// Whether all permissions are implied: for `sa`, whose permissions can't be denied.
    pub fn is_unrestricted(&self) -> bool {
        self.login.id == ids::SA && self.user.is_none()
    }

    /// Whether this is the login `principal`, not as an impersonated database user.
    pub fn is_login(&self, principal: &Principal) -> bool {
        self.user.is_none() && (self.login.id, &self.login.sid) == (principal.id, &principal.sid)
    }

    /// Whether this is the impersonated user `principal` of the database.
    pub fn is_user(&self, database: DatabaseId, principal: &Principal) -> bool {
        let same = |user: &ActingUser| (user.database, user.id, &user.sid) == (database, principal.id, &principal.sid);
        self.user.as_ref().is_some_and(same)
    }

    /// Number that distinguishes this identity from earlier ones of the session.
    pub fn generation(&self) -> u64 {
        self.generation
    }
}

/// Database and owner of the running module. Objects of the same owner need no permission check
/// (ownership chain).
pub type Chain = (DatabaseId, PrincipalId);
