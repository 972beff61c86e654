//! Checks existing rows against constraints that are added or enabled.

use crate::statement::Env;
use crate::statement::ddl::alter_table::Altered;
use crate::statement::ddl::alter_table::row_code::RowCode;
use crate::statement::dml::references::{Keeping, References};
use crate::statement::dml::rules::{RowSite, Rules};
use sluice_access::Reader;
use sluice_base::sync::Arc;
use sluice_binder::Binder;
use sluice_catalog::{Constraint, Table};
use sluice_plan::Variables;
use sluice_query::operator::{Notes, RowsSeen, Run};
use sluice_table::isolation::Sight;
use sluice_table::storage_error::sql_error;
use sluice_table::stored_rows::StoredRows;
use sluice_table::table_rows::{TableRow, TableRows};
use sluice_types::SqlError;

/// Checks all rows of `new`. Fails with 547 if a row violates one of `constraints`, and with 515 if
/// a column in `not_null` (by position) is NULL. Does nothing if there is nothing to check. Rows
/// are read as the session's isolation level says.
pub(super) fn verify(
    env: &mut Env<'_, '_>,
    altered: &Altered,
    new: &Arc<Table>,
    constraints: &[&Constraint],
    not_null: &[usize],
) -> Result<(), SqlError> {
    let is_asked = |constraint: &Constraint| constraints.iter().any(|asked| asked.id == constraint.id);
    let name = &altered.database.name;
    let bound = Binder::new(&env.names(), &Variables::default()).verification(new, name, is_asked)?;
    if bound.rules.checks.is_empty() && bound.references.outgoing.is_empty() && not_null.is_empty() {
        return Ok(());
    }
    let (database, table) = (&altered.database, altered.full_name());
    let (code, (rules, source, rows, mut references)) = RowCode::compile(env, &bound.functions, |planner| {
        let rows = Arc::new(TableRows::new(Arc::clone(database), new));
        let source = planner.builder.source(&bound.rules.row, Some(Arc::new(StoredRows::of_table(&rows))));
        let references = References::compile(planner, &bound.references, Some(name))?;
        Ok((Rules::compile_over(planner, &bound.rules, source), source, rows, references))
    })?;
    let sight = Sight::new(env.state.options.isolation, &env.state.transaction.locks, &env.state.transaction.snapshots);
    let (routine, mut notes) = (code.routine(), Notes::default());
    let mut run = Run { frame: env.frame, routine, context: env.context, sight, notes: &mut notes };
    let _held = rows.hold();
    let site = RowSite {
        action: "ALTER TABLE",
        statement: "ALTER TABLE",
        database: &database.name,
        table: &table,
        not_null: &[],
    };
    let reader = Reader::Committed(&env.state.transaction.locks);
    let mut scan = rows.scan(reader).map_err(|error| sql_error(&error, &database.name))?;
    let mut seen = RowsSeen::default();
    while let Some((_, bytes)) = scan.next().map_err(|error| sql_error(&error, &database.name))? {
        seen.one_more(&run)?;
        run.frame.rows[source].store(bytes, false);
        rules.check(&mut run, site)?;
        let row = TableRow { rows: &rows, bytes, is_dirty: false };
        references.note_new(&|place| row.column(place))?;
        for column in not_null {
            if row.link(*column)?.is_none() && row.column(*column)?.is_null() {
                return Err(SqlError::null_into_not_null(&new.columns[*column].name, &table, "UPDATE"));
            }
        }
    }
    let (locks, transaction) =
        (&env.state.transaction.locks, &mut env.state.transaction.work.enlist(database).transaction);
    let mut keeping = Keeping { statement: "ALTER TABLE", run: &mut run, transaction, locks, snapshot: None };
    references.settle(&mut keeping)
}

/// Whether the table has at least one row. Waits for an uncommitted first row.
pub(super) fn has_rows(env: &Env<'_, '_>, altered: &Altered) -> Result<bool, SqlError> {
    let failed = |error| sql_error(&error, &altered.database.name);
    let rows = TableRows::new(Arc::clone(&altered.database), &altered.table);
    let reader = Reader::Committed(&env.state.transaction.locks);
    let mut scan = rows.scan(reader).map_err(failed)?;
    Ok(scan.next().map_err(failed)?.is_some())
}
