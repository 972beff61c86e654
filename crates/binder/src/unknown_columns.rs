//! All unknown and all ungrouped columns of a statement. SQL Server reports each of them, not the
//! first alone.
//!
//! A statement is bound normally until it fails with 207, 4104, 8120, 8121 or 8127. A second
//! binding notes such columns and goes on with NULL in their place. Errors that follow from the
//! NULL end the second binding and aren't reported.

use super::{Binder, literal};
use sluice_plan::expression::Expr;
use sluice_syntax::Span;
use sluice_syntax::ast::Literal;
use sluice_types::SqlError;
use std::cell::RefCell;

/// The unknown columns noted so far, in the order of binding.
#[derive(Default)]
pub struct UnknownColumns(RefCell<Vec<SqlError>>);

impl UnknownColumns {
    /// Whether `error` is that of an unknown or ungrouped column of the statement itself.
    pub fn is_one(error: &SqlError) -> bool {
        matches!(error.number, 207 | 4104 | 8120 | 8121 | 8127) && error.procedure.is_none()
    }

    /// Returns the last noted error after the others, or `first` if nothing was noted. `outcome` is
    /// the error that ended the second binding.
    pub fn report(self, first: SqlError, outcome: Option<SqlError>) -> SqlError {
        let mut noted = self.0.into_inner();
        noted.extend(outcome.filter(UnknownColumns::is_one));
        let Some(mut last) = noted.pop() else { return first };
        noted.append(&mut last.causes);
        last.causes = noted;
        last
    }
}

impl<'a> Binder<'a> {
    /// Makes the binder note the statement's unknown columns in `unknown` instead of failing.
    pub fn noting(mut self, unknown: Option<&'a UnknownColumns>) -> Binder<'a> {
        self.unknown = unknown;
        self
    }

    /// Returns NULL for an unknown or ungrouped column that is noted. Fails with `error` if columns
    /// aren't noted, and in a view or function, which reports its own error.
    pub(super) fn unknown_column(&self, error: SqlError, span: Span) -> Result<Expr, SqlError> {
        let error = self.placed(error, span);
        match self.unknown {
            Some(unknown) if self.inside.is_empty() => {
                let mut noted = unknown.0.borrow_mut();
                // Some clauses are bound more than once.
                let is_it = |known: &SqlError| known.place.0 == error.place.0 && *known == error;
                if !noted.iter().any(is_it) {
                    noted.push(error);
                }
                literal::bind(&Literal::Null)
            }
            _ => Err(error),
        }
    }

    /// Returns the result of `bind`, which fails for an unknown column.
    pub(super) fn without_noting<T>(&mut self, bind: impl FnOnce(&mut Self) -> T) -> T {
        let unknown = self.unknown.take();
        let bound = bind(self);
        self.unknown = unknown;
        bound
    }
}
