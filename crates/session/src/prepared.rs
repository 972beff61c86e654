//! Prepared statements of a client: texts with parameter declarations, by handle. Each execution
//! runs like `sp_executesql`, whose plan the session caches.

use sluice_base::sync::Arc;
use std::collections::BTreeMap;

/// A prepared statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PreparedStatement {
    /// Text of the statement, or the name of a procedure.
    pub text: String,
    /// Parameter declarations; may be empty.
    pub declarations: String,
    /// Whether the text is the name of a procedure, which receives the arguments of an execution.
    pub is_procedure: bool,
}

/// The prepared statements of a session, by handle.
#[derive(Default)]
pub struct PreparedStatements {
    statements: BTreeMap<i32, Arc<PreparedStatement>>,
    last: i32,
}

impl PreparedStatements {
    /// Stores a statement and returns its handle. Handles count up from 1.
    pub fn add(&mut self, statement: PreparedStatement) -> i32 {
        // Handles repeat only after 2^31 statements.
        self.last = self.last.checked_add(1).unwrap_or(1);
        self.statements.insert(self.last, Arc::new(statement));
        self.last
    }

    /// Returns the statement with this handle. `None` for an unknown or forgotten handle.
    pub fn get(&self, handle: i32) -> Option<&Arc<PreparedStatement>> {
        self.statements.get(&handle)
    }

    /// Forgets the statement. Returns whether the handle existed.
    pub fn remove(&mut self, handle: i32) -> bool {
        self.statements.remove(&handle).is_some()
    }
}
