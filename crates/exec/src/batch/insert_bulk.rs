//! Compiles INSERT BULK and BULK INSERT, and runs BULK INSERT.

use super::compiler::Compiler;
use super::ending::{Ending, Stop};
use super::interpreter::Interpreter;
use super::program::Step;
use sluice_base::sync::Arc;
use sluice_command::statement::{BulkInsert, BulkLoad, LoadTarget, LoadedBatch, refuse_server};
use sluice_plan::table_definition::declared_type;
use sluice_plan::{object_name, unsupported};
use sluice_syntax::ast::{InsertBulk, Statement};
use sluice_types::SqlError;

impl Compiler {
    /// Compiles INSERT BULK. The expected row count is ignored, since it only helps the optimizer
    /// (`t-sql/statements/insert-transact-sql.md`). Unknown options fail with 40517. The table is
    /// resolved at the run.
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
        let order = insert.order.iter().map(|column| (column.name.text.to_string(), column.descending)).collect();
        let load = BulkLoad {
            target: LoadTarget {
                table: object_name(&insert.table),
                keeps_nulls: has("KEEP_NULLS"),
                checks: has("CHECK_CONSTRAINTS"),
                fires: has("FIRE_TRIGGERS"),
                locks_table: has("TABLOCK"),
                order,
            },
            columns: insert.columns.iter().enumerate().map(column).collect::<Result<_, SqlError>>()?,
            statement: Arc::from(sluice_syntax::print(statement)),
        };
        self.step(Step::InsertBulk(Box::new(load)));
        Ok(())
    }

    /// Compiles BULK INSERT to one step. Fails with 40517 for an unknown option; the file is opened
    /// at the run.
    pub(super) fn bulk_insert(&mut self, insert: &sluice_syntax::ast::BulkInsert) -> Result<(), SqlError> {
        self.step(Step::BulkInsert(Box::new(BulkInsert::new(insert)?)));
        Ok(())
    }
}

impl Interpreter<'_, '_, '_, '_> {
    /// Runs BULK INSERT: inserts the rows of each batch, runs the triggers, completes the batch.
    /// `is_guarded` says whether a TRY block of the program encloses the statement. Completed
    /// batches stay if a later one fails. `@@ROWCOUNT` is the number of rows of all batches.
    pub(super) fn insert_file(&mut self, insert: &BulkInsert, is_guarded: bool) -> Stop {
        let mut load = match insert.begin(self.env) {
            Ok(load) => load,
            Err(failed) => return Stop::of_bound(failed),
        };
        loop {
            match load.next(self.env) {
                Ok(LoadedBatch::End) => break,
                Ok(LoadedBatch::Complete) => {}
                Ok(LoadedBatch::Fires(firing)) => {
                    if let Err(stop) = self.fire_for(&firing, is_guarded) {
                        return stop;
                    }
                }
                Err(error) => return Stop::Failed(error),
            }
            if let Err(error) = load.complete(self.env) {
                return Stop::Failed(error);
            }
        }
        self.env.frame.globals.error = 0;
        self.env.done(load.rows);
        Stop::Called(Ending::Returned)
    }
}

/// The options of INSERT BULK.
const OPTIONS: [&str; 6] =
    ["CHECK_CONSTRAINTS", "FIRE_TRIGGERS", "KEEP_NULLS", "KILOBYTES_PER_BATCH", "ROWS_PER_BATCH", "TABLOCK"];
