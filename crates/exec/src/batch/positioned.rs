//! Compiles UPDATE and DELETE with WHERE CURRENT OF.

use super::compiler::Compiler;
use super::program::Step;
use sluice_cursor::{Positioned, RowChange, checked_cursor};
use sluice_syntax::ast::CursorName;
use sluice_types::SqlError;

impl Compiler {
    /// Compiles UPDATE or DELETE with WHERE CURRENT OF. The cursor's table is looked up at the run.
    /// Fails if a cursor variable isn't declared.
    pub(super) fn change_current(&mut self, cursor: &CursorName, change: RowChange) -> Result<(), SqlError> {
        let (cursor, variables) = (checked_cursor(cursor, self)?, self.variables_and_registers());
        self.step(Step::Positioned(Box::new(Positioned { cursor, change, variables })));
        Ok(())
    }
}
