//! The security context of a session: its identity, impersonations and ownership chain.

use crate::who::{ActingUser, Chain, Impersonation, LoginName, ReplacedIdentity, Who};
use sluice_base::sync::Arc;

/// The security context of a session.
pub struct SecurityContext {
    /// Login and user of the session.
    pub who: Arc<Who>,
    /// Whether permissions must be checked. A copy of a fact of `who`, because every statement
    /// reads it.
    pub is_restricted: bool,
    /// Previous identities, one for each active EXECUTE AS.
    pub impersonations: Vec<Impersonation>,
    /// The identity before `sp_setapprole` or SETUSER.
    pub replaced: Option<ReplacedIdentity>,
    /// Default schema of the session's user in the current database; `None` for dbo
    /// ([`crate::state::SessionState::look_up_default_schema`]).
    pub default_schema: Option<Arc<str>>,
    /// Ownership chain of the running module.
    pub chain: Option<Chain>,
    // Number of changes of identity.
    changes: u64,
}

impl SecurityContext {
    /// Returns the context of `who`, without impersonation.
    pub(crate) fn new(who: Arc<Who>) -> SecurityContext {
        let is_restricted = !who.is_unrestricted();
        SecurityContext {
            who,
            is_restricted,
            impersonations: Vec::new(),
            replaced: None,
            default_schema: None,
            chain: None,
            changes: 0,
        }
    }

    /// Sets the identity and `is_restricted`, which follows from it. Changes nothing else:
    /// [`crate::state::SessionState::be`] also looks up the default schema.
    pub(crate) fn set_who(&mut self, who: Arc<Who>) {
        self.is_restricted = !who.is_unrestricted();
        self.who = who;
    }

    /// Returns the identity after EXECUTE AS a login or user, with a new generation. The context
    /// itself isn't switched.
    pub(crate) fn impersonated(&mut self, login: LoginName, user: Option<ActingUser>) -> Arc<Who> {
        self.changes += 1;
        Arc::new(self.who.becoming(login, user, self.changes))
    }
}
