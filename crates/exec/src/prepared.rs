//! Statements that a client has prepared: texts with their parameters' declarations, by a handle. Each run is one of `sp_executesql`, whose plan
//! the session keeps.

use sluice_base::sync::Arc;
use std::collections::BTreeMap;

/// A prepared statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PreparedStatement {
    /// The text.
    pub text: String,
    /// The declarations of its parameters; empty if there are none.
    pub declarations: String,
}

/// Those of a session.
#[derive(Default)]
pub struct PreparedStatements {
    statements: BTreeMap<i32, Arc<PreparedStatement>>,
    last: i32,
}

impl PreparedStatements {
    /// Keeps one; its handle.
    pub fn add(&mut self, statement: PreparedStatement) -> i32 {
        // A handle is not used again, until there were as many as there are numbers.
        self.last = self.last.checked_add(1).unwrap_or(1);
        self.statements.insert(self.last, Arc::new(statement));
        self.last
    }

    /// The one with the handle.
    pub fn get(&self, handle: i32) -> Option<&Arc<PreparedStatement>> {
        self.statements.get(&handle)
    }

    /// Forgets it; whether there was one.
    pub fn remove(&mut self, handle: i32) -> bool {
        self.statements.remove(&handle).is_some()
    }
}
