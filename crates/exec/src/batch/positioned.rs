//! Compiles UPDATE and DELETE with WHERE CURRENT OF.

use super::compiler::Compiler;
use super::program::Step;
use sluice_cursor::{Positioned, RowChange, checked_cursor};
use sluice_plan::unsupported;
use sluice_syntax::ast::{CursorName, TableSource, TableSourceKind};
use sluice_types::SqlError;

impl Compiler {
    /// Compiles UPDATE or DELETE with WHERE CURRENT OF. A FROM clause with more than the target
    /// fails with 40517. The cursor's table is looked up at the run.
    pub(super) fn change_current(&mut self, cursor: &CursorName, change: RowChange) -> Result<(), SqlError> {
        let from = match &change {
            RowChange::Update(update) => &update.from,
            RowChange::Delete(delete) => &delete.from,
        };
        let is_target = |source: &TableSource| matches!(source.kind, TableSourceKind::Table { .. });
        if from.len() > 1 || !from.iter().all(is_target) {
            return Err(unsupported("WHERE CURRENT OF behind a join"));
        }
        let (cursor, variables) = (checked_cursor(cursor, self)?, self.variables_and_registers());
        self.step(Step::Positioned(Box::new(Positioned { cursor, change, variables })));
        Ok(())
    }
}
