//! SELECT INTO: creates a table and bulk-loads the rows of a query.

use super::Env;
use super::dml::form::{encode_new, pass_given};
use super::select::finish;
use crate::statement::ddl::create_table::make_table;
use crate::statement::ddl::definition::define;
use sluice_access::Heap;
use sluice_base::sync::Arc;
use sluice_catalog::{Column, ObjectName};
use sluice_plan::{IdentityUse, TableDefinition};
use sluice_query::operator::{Notes, Plan, Routine, Run};
use sluice_table::isolation::Sight;
use sluice_table::storage_error::sql_error;
use sluice_table::table_rows::TableRows;
use sluice_txn::StorageError;
use sluice_types::SqlError;

/// A compiled SELECT INTO.
pub(super) struct SelectInto {
    pub(super) name: ObjectName,
    /// ON filegroup; `None` is the default filegroup.
    pub(super) filegroup: Option<String>,
    /// The table's columns, which match the plan's rows.
    pub(super) columns: Vec<Column>,
    pub(super) plan: Plan,
    /// The column whose values the new identity column's generator supplies.
    pub(super) drawn: Option<usize>,
}

impl SelectInto {
    /// Creates the table with its rows, or nothing. Fails with 262 or 2760 without the permission.
    /// Sets `@@ROWCOUNT` and sends the row count.
    pub(super) fn run(&self, env: &mut Env<'_, '_>, routine: Routine<'_>) -> Result<(), SqlError> {
        env.permitted(|rights| rights.new_table(&self.name))?;
        let count = define(env, |env| self.fill(env, routine))?;
        env.done(count);
        Ok(())
    }

    fn fill(&self, env: &mut Env<'_, '_>, routine: Routine<'_>) -> Result<u64, SqlError> {
        let (columns, filegroup) = (self.columns.clone(), self.filegroup.clone());
        let definition = TableDefinition { columns, filegroup, ..TableDefinition::default() };
        let (database, table) = make_table(env, &self.name, &definition)?;
        let to_sql = |error: StorageError| sql_error(&error, &database.name);
        let table = Arc::new(table);
        let (heap, rows) = (Heap { root: table.root, object: table.id }, TableRows::new(database.clone(), &table));
        let enlisted = env.state.transaction.work.enlist(&database);
        let mut load = heap.bulk_load(&database.storage, &mut enlisted.transaction).map_err(to_sql)?;
        let sight =
            Sight::new(env.state.options.isolation, &env.state.transaction.locks, &env.state.transaction.snapshots);
        let identity = match table.identity() {
            Some(place) => {
                let source = self.drawn.map_or(IdentityUse::Given(place), IdentityUse::Drawn);
                Some((source, database.identity(&table).map_err(to_sql)?))
            }
            None => None,
        };
        let mut notes = Notes::default();
        let mut run = Run { frame: env.frame, routine, context: env.context, sight, notes: &mut notes };
        let (mut bytes, mut count) = (Vec::new(), 0u64);
        self.plan.for_each(&mut run, |run, values| {
            let writing = (&mut enlisted.transaction, &**run.context.cancel_flag());
            let next = match &identity {
                Some((IdentityUse::Drawn(place), generator)) => Some((*place, generator.next_value()?)),
                _ => None,
            };
            let value = |place: usize| match &next {
                Some((drawn, value)) if *drawn == place => value,
                _ => &values[place],
            };
            pass_given(identity.as_ref(), value)?;
            if let Some(identity) = encode_new(&rows, identity.as_ref(), writing, value, &mut bytes)? {
                identity.keep(&mut run.frame.globals);
            }
            count += 1;
            load.push(&bytes).map_err(to_sql)
        })?;
        load.finish().map_err(to_sql)?;
        rows.note_rows(count);
        finish(env, &notes);
        Ok(count)
    }
}
