//! Rewrites all rows of a table under a new definition. Each row is decoded by the old definition
//! and written in place by the new definition.

use crate::statement::Env;
use crate::statement::ddl::alter_table::Altered;
use crate::statement::ddl::alter_table::row_code::RowCode;
use crate::statement::dml::column_value::compile_column;
use crate::statement::dml::rules::{RowSite, Rules};
use crate::statement::dml::stored::StoredRowWriter;
use sluice_access::{Changed, Reader};
use sluice_base::sync::Arc;
use sluice_binder::Binder;
use sluice_catalog::{Column, Table};
use sluice_plan::{Expr, Variables};
use sluice_query::code::{Op, Piece};
use sluice_query::operator::{Notes, Routine, RowsSeen, Run};
use sluice_table::isolation::Sight;
use sluice_table::row_writer::{RowCursor, Touched};
use sluice_table::storage_error::table_error;
use sluice_table::stored_rows::StoredRows;
use sluice_table::table_rows::{TableRow, TableRows};
use sluice_txn::{StorageError, Transaction};
use sluice_types::{SqlError, Value};

/// State of one rewrite.
struct Rewrite {
    old: Arc<TableRows>,
    new: TableRows,
    /// Frame source that holds the row before the change.
    source: usize,
    /// Draws the values that come from generators.
    draw: Piece,
    /// One value per new column.
    values: Vec<NewValue>,
    rules: Option<Rules>,
    not_null: Vec<(usize, String)>,
    /// database.schema.table, for messages.
    table: Arc<str>,
    /// Touches no index: an indexed column keeps its type.
    touched: Touched,
    cursor: RowCursor,
    row: Vec<u8>,
}

enum NewValue {
    /// Copied from this old column, which has the same stored type.
    Kept(usize),
    Made(Piece),
}

/// Writes all rows as rows of `new`. The new columns in `filled` get their DEFAULT. Fails with 515
/// for a NULL in a NOT NULL column. Each row is decoded by the old definition and updated in place,
/// logged like an UPDATE of all rows; triggers don't fire. Checks of constraints are the caller's.
pub(in crate::statement) fn rewrite_rows(
    env: &mut Env<'_, '_>,
    altered: &Altered,
    new: &Arc<Table>,
    filled: &[u16],
) -> Result<(), SqlError> {
    let (database, old) = (&altered.database, &altered.table);
    database.check_writable(old, |_| true)?;
    let bound = Binder::new(&env.names(), &Variables::default()).rewrite((old, new), &database.name, filled)?;
    let table = altered.full_name();
    env.state.transaction.numbers(&database.rowversions);
    let (code, mut rewrite) = RowCode::compile(env, &bound.functions, |planner| {
        for target in &bound.generators {
            planner.generator(target)?;
        }
        let rows = Arc::new(TableRows::new(Arc::clone(database), old));
        let source = planner.builder.source(&bound.row, Some(Arc::new(StoredRows::of_table(&rows))));
        let draw = planner.builder.here();
        planner.builder.draw(&bound.values);
        planner.builder.push(Op::End);
        let value = |(expr, column): (&Expr, &Column)| {
            let place = bound.row.iter().position(|id| expr.as_column() == Some(*id));
            match place.filter(|place| old.columns[*place].stored_type() == column.stored_type()) {
                Some(place) => NewValue::Kept(place),
                None => NewValue::Made(compile_column(planner, column, &table, expr)),
            }
        };
        let values = bound.values.iter().zip(&new.columns).map(value).collect();
        let not_null = new.columns.iter().enumerate().filter(|(_, column)| !column.nullable && !column.is_virtual());
        Ok(Rewrite {
            old: Arc::clone(&rows),
            new: TableRows::new(Arc::clone(database), new),
            source,
            draw: Piece { start: draw, result: 0 },
            values,
            rules: bound.rules.as_ref().map(|rules| Rules::compile(planner, rules, new, &table)),
            not_null: not_null.map(|(place, column)| (place, column.name.clone())).collect(),
            table: Arc::clone(&table),
            touched: rows.touched(&[], None),
            cursor: RowCursor::default(),
            row: Vec::new(),
        })
    })?;
    rewrite.run(env, code.routine())
}

impl Rewrite {
    fn run(&mut self, env: &mut Env<'_, '_>, routine: Routine<'_>) -> Result<(), SqlError> {
        let database = Arc::clone(&self.old.database);
        let table = Arc::clone(&self.table);
        let to_sql = |error: StorageError| table_error(&error, &database.name, &table);
        let transaction = &mut env.state.transaction.work.enlist(&database).transaction;
        let sight =
            Sight::new(env.state.options.isolation, &env.state.transaction.locks, &env.state.transaction.snapshots);
        let mut notes = Notes::default();
        let mut run = Run { frame: env.frame, routine, context: env.context, sight, notes: &mut notes };
        let _held = self.old.hold();
        let old = Arc::clone(&self.old);
        let mut scan = old.scan(Reader::Committed(&env.state.transaction.locks)).map_err(to_sql)?;
        let mut writer = StoredRowWriter::new(&old, &env.state.transaction.locks, None);
        let mut seen = RowsSeen::default();
        while let Some((locator, bytes)) = scan.next().map_err(to_sql)? {
            seen.one_more(&run)?;
            self.rewrite_row(&mut run, &mut writer, transaction, (locator, bytes))?;
        }
        self.new.free(transaction, &mut writer.finish())
    }

    /// Rewrites one row. The Sch-M lock excludes other writers, so the row is as the scan returned
    /// it.
    fn rewrite_row(
        &mut self,
        run: &mut Run<'_, '_>,
        writer: &mut StoredRowWriter<'_>,
        transaction: &mut Transaction,
        (locator, bytes): (&[u8], &[u8]),
    ) -> Result<(), SqlError> {
        let row = TableRow { rows: &self.old, bytes, is_dirty: false };
        run.frame.rows[self.source].store(bytes, false);
        run.evaluate(self.draw)?;
        let used = |place: usize| self.rules.as_ref().is_some_and(|rules| rules.used.contains(&place));
        let (mut values, mut kept) = (Vec::with_capacity(self.values.len()), Vec::new());
        for (place, value) in self.values.iter().enumerate() {
            values.push(match value {
                NewValue::Made(piece) => run.value(*piece)?,
                NewValue::Kept(old) => {
                    let link = row.link(*old)?;
                    kept.extend(link.map(|link| (place, link)));
                    if link.is_some() && !used(place) { ELSEWHERE } else { row.column(*old)? }
                }
            });
        }
        if let Some(rules) = &self.rules {
            let name = &self.old.database.name;
            let site =
                RowSite { action: "UPDATE", statement: "UPDATE", database: name, table: &self.table, not_null: &[] };
            values = rules.hold(run, values, site)?;
        }
        let link = |place: usize| kept.iter().find(|(kept, _)| *kept == place).map(|(_, link)| *link);
        let is_null = |(place, _): &&(usize, String)| values[*place].is_null() && link(*place).is_none();
        if let Some((_, column)) = self.not_null.iter().find(is_null) {
            return Err(SqlError::null_into_not_null(column, &self.table, "UPDATE"));
        }
        self.new.encode(
            (transaction, run.context.cancel_flag()),
            |place| &values[place],
            link,
            (None, &mut self.row),
        )?;
        let touched = (&mut self.cursor, &self.touched);
        let changed = writer.update(transaction, touched, (locator, bytes), &self.row)?;
        debug_assert_eq!(changed, Changed::Done, "nobody else has the table");
        Ok(())
    }
}

/// Placeholder for a long value that stays where it is and isn't read.
const ELSEWHERE: Value = Value::Null;
