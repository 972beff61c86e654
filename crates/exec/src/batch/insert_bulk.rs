//! Compiles INSERT BULK.

use super::compiler::Compiler;
use super::program::Step;
use sluice_base::sync::Arc;
use sluice_command::statement::BulkLoad;
use sluice_command::statement::refuse_server;
use sluice_plan::table_definition::declared_type;
use sluice_plan::{object_name, unsupported};
use sluice_syntax::ast::{InsertBulk, Statement};
use sluice_types::SqlError;

impl Compiler {
    /// Compiles the options for checks and locks. The expected row count and order are ignored,
    /// since they only help the optimizer (`t-sql/statements/insert-transact-sql.md`).
    pub(super) fn insert_bulk(&mut self, insert: &InsertBulk, statement: &Statement) -> Result<(), SqlError> {
        refuse_server(&insert.table)?;
        let has = |option: &str| insert.options.iter().any(|written| written.name.is(option));
        if let Some(other) = insert.options.iter().find(|written| !OPTIONS.iter().any(|known| written.name.is(known))) {
            return Err(unsupported(&format!("INSERT BULK WITH {}", other.name.text.to_uppercase())));
        }
        let column = |(place, column): (usize, &sluice_syntax::ast::BulkColumn)| {
            let data_type = declared_type(place + 1, &column.data_type, &self.types)?;
            Ok((column.name.text.to_string(), data_type))
        };
        let load = BulkLoad {
            table: object_name(&insert.table),
            columns: insert.columns.iter().enumerate().map(column).collect::<Result<_, SqlError>>()?,
            keeps_nulls: has("KEEP_NULLS"),
            checks: has("CHECK_CONSTRAINTS"),
            locks_table: has("TABLOCK"),
            statement: Arc::from(sluice_syntax::print(statement)),
        };
        self.step(Step::InsertBulk(Box::new(load)));
        Ok(())
    }
}

/// Supported options. Bulk loads don't fire triggers, so FIRE_TRIGGERS is refused.
const OPTIONS: [&str; 5] = ["CHECK_CONSTRAINTS", "KEEP_NULLS", "KILOBYTES_PER_BATCH", "ROWS_PER_BATCH", "TABLOCK"];
