//! SELECT INTO: a new table, filled by the page with the rows of a query.

use super::Env;
use super::create_table::make_table;
use crate::code::Code;
use crate::operator::{Flow, Operator, Run, append_row};
use crate::state::Sight;
use crate::storage_error::sql_error;
use crate::table_rows::TableRows;
use sluice_catalog::{Column, ObjectName};
use sluice_txn::StorageError;
use sluice_types::SqlError;

/// A compiled SELECT INTO.
pub(super) struct SelectInto {
    /// The new table.
    pub(super) name: ObjectName,
    /// Its columns, which are those of the plan's rows.
    pub(super) columns: Vec<Column>,
    /// Makes the rows.
    pub(super) plan: Box<dyn Operator>,
}

impl SelectInto {
    /// Makes the table with its rows, as a whole or not at all.
    pub(super) fn run(&self, env: &mut Env<'_, '_>, code: &Code) -> Result<(), SqlError> {
        let before = env.state.work.mark();
        let result = self.fill(env, code);
        let count = env.settle(before, result)?;
        env.done(count);
        Ok(())
    }

    fn fill(&self, env: &mut Env<'_, '_>, code: &Code) -> Result<u64, SqlError> {
        let (database, table) = make_table(env, &self.name, &self.columns)?;
        let to_sql = |error: StorageError| sql_error(&error, &database.name);
        let rows = TableRows::new(database.clone(), &table);
        let enlisted = env.state.work.enlist(&database);
        let mut load = rows.heap.bulk_load(&database.storage, &mut enlisted.transaction).map_err(to_sql)?;
        let mut run = Run::new(
            code,
            env.frame,
            env.context,
            Sight::new(env.state.options.isolation, &env.state.locks, &env.state.snapshots),
        );
        let (mut values, mut bytes) = (Vec::new(), Vec::new());
        let mut count = 0u64;
        self.plan.run(&mut run, &mut |run, row| {
            values.clear();
            append_row(row, &mut values)?;
            rows.encode(&mut enlisted.transaction, |place| &values[place], |_| None, &mut bytes)?;
            load.push(&bytes).map_err(to_sql)?;
            count += 1;
            if count.is_multiple_of(ROWS_BETWEEN_CHECKS) {
                run.check_cancelled()?;
            }
            Ok(Flow::Continue)
        })?;
        load.finish().map_err(to_sql)?;
        if run.nulls_passed_over {
            env.inform(8153, Vec::new());
        }
        Ok(count)
    }
}

/// After how many rows it asks whether it is to stop.
const ROWS_BETWEEN_CHECKS: u64 = 256;
