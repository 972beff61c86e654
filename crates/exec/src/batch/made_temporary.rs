//! Temporary tables of a batch or procedure must have different names
//! (`t-sql/statements/create-table-transact-sql.md`, Temporary tables), also in statements that
//! never run together, such as the branches of an IF.

use super::compiler::Compiler;
use sluice_catalog::Folded;
use sluice_syntax::ast::StatementKind;
use sluice_table::temporary;
use sluice_types::SqlError;

impl Compiler {
    /// Fails with 2714 if the statement makes a temporary table of the session under a name that an
    /// earlier statement of the batch uses.
    pub(super) fn note_temporary(&mut self, kind: &StatementKind) -> Result<(), SqlError> {
        let made = match kind {
            StatementKind::CreateTable(table) => Some(&table.name),
            StatementKind::Select(query) => query.body.leading().into.as_ref(),
            _ => None,
        };
        let Some(made) = made.filter(|made| temporary::is_private(&made.name.text)) else { return Ok(()) };
        let folded = Folded::new(&made.name.text);
        if self.made_temporary.contains(&folded) {
            return Err(SqlError::object_exists(&made.name.text).in_state(1));
        }
        self.made_temporary.push(folded);
        Ok(())
    }
}
