//! Statements that a client has prepared: texts with their parameters' declarations, by a handle. Each run is a call of `sp_executesql`, whose plan
//! the session keeps.

use std::collections::BTreeMap;

/// A prepared statement.
#[derive(Clone)]
pub(crate) struct Statement {
    /// The text.
    pub(crate) text: String,
    /// The declarations of its parameters; empty if there are none.
    pub(crate) declarations: String,
}

/// Those of a connection.
#[derive(Default)]
pub(crate) struct Prepared {
    statements: BTreeMap<i32, Statement>,
    last: i32,
}

impl Prepared {
    /// Keeps one; its handle.
    pub(crate) fn add(&mut self, statement: Statement) -> i32 {
        // A handle is not used again, until there were as many as there are numbers.
        self.last = self.last.checked_add(1).unwrap_or(1);
        self.statements.insert(self.last, statement);
        self.last
    }

    /// The one with the handle.
    pub(crate) fn get(&self, handle: i32) -> Option<&Statement> {
        self.statements.get(&handle)
    }

    /// Forgets it; whether there was one.
    pub(crate) fn remove(&mut self, handle: i32) -> bool {
        self.statements.remove(&handle).is_some()
    }
}
