//! The session that the running thread works for, as actions and predicates of event sessions see
//! it.

use super::FieldValue;
use crate::sync::Arc;
use std::cell::RefCell;

/// A fact of the session whose request a thread runs: an action, and a source of predicates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Global {
    /// The name of the client's program.
    ClientAppName,
    /// The name of the client's machine.
    ClientHostName,
    /// The process id of the client.
    ClientPid,
    /// The id of the current database.
    DatabaseId,
    /// The name of the current database.
    DatabaseName,
    /// The login that is in effect.
    ServerPrincipalName,
    /// The id of the session.
    SessionId,
    /// The login that connected, or that is in effect after EXECUTE AS.
    SessionServerPrincipalName,
    /// The text of the request.
    SqlText,
    /// The login that connected.
    UserName,
    /// The name of the Windows user; empty for a login of the server.
    NtUserName,
    /// The id of the request.
    RequestId,
    /// The number of the transaction; 0 without one.
    TransactionId,
    /// The hash of the statement's text; 0 for an unknown statement.
    QueryHash,
    /// The hash of the statement's plan; 0 without a plan.
    QueryPlanHash,
    /// The handle of the plan that runs.
    PlanHandle,
    /// The running statement, as the action `tsql_frame` shows it.
    Frame,
    /// The running statements, each called by the next, as the action `tsql_stack` shows them.
    Stack,
    /// The state of session and transaction, as attributes of the element `process` of reports.
    ProcessAttributes,
    /// The same statements as reports of deadlocks show them.
    ExecutionStack,
}

/// The session of a request.
pub trait Context: Send + Sync {
    /// Returns a fact; `None` if the session doesn't know it.
    fn global(&self, global: Global) -> Option<FieldValue>;
}

thread_local! {
    static CURRENT: RefCell<Option<Arc<dyn Context>>> = const { RefCell::new(None) };
}

/// Makes `context` the thread's until the result is dropped.
pub fn enter(context: Arc<dyn Context>) -> Entered {
    Entered(CURRENT.replace(Some(context)))
}

/// The guard returned by [`enter`].
pub struct Entered(Option<Arc<dyn Context>>);

impl Drop for Entered {
    fn drop(&mut self) {
        CURRENT.replace(self.0.take());
    }
}

/// Calls `read` with the thread's context. A background thread has none.
pub fn with_context<T>(read: impl FnOnce(Option<&dyn Context>) -> T) -> T {
    CURRENT.with_borrow(|context| read(context.as_deref()))
}

/// Returns the thread's context, for a use by another thread. `None` if it has none.
pub fn current() -> Option<Arc<dyn Context>> {
    CURRENT.with_borrow(Option::clone)
}
