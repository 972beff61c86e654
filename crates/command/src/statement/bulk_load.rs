//! INSERT BULK: rows that a client sends after the statement
//! (`t-sql/statements/insert-transact-sql.md`, MS-TDS 2.2.6.1).
//!
//! The statement itself only checks that the table and columns exist. The rows then arrive in
//! parts, and each part runs as an INSERT. All parts are one statement, which succeeds as a whole
//! or not at all. An INSERT reads the rows of its part from an internal view.
//!
//! Without KEEP_NULLS, a NULL for a column with a default means the default. Rows with the same
//! defaulted columns are therefore inserted together. Without CHECK_CONSTRAINTS, CHECK and FOREIGN
//! KEY constraints aren't checked and become not trusted.

use super::Env;
use super::bound::{BoundSlot, Outcome};
use super::bound_statement::BoundSource;
use crate::captured::NAME;
use crate::statement::ddl::alter_table;
use sluice_base::sync::{Arc, Mutex};
use sluice_catalog::{Column, ObjectName, Rule, SystemViewDef, Table, ViewPermission, name};
use sluice_plan::{Variables, unsupported};
use sluice_session::bulk::{Awaited, BulkPart};
use sluice_session::host::{SystemView, ViewContext, ViewRows};
use sluice_session::options::IdentityInsert;
use sluice_session::sink::NullSink;
use sluice_session::work::Mark;
use sluice_syntax::ast::StatementKind;
use sluice_types::convert::check_implicit;
use sluice_types::{DataType, SqlError, Value};
use std::collections::BTreeMap;

/// A compiled INSERT BULK.
pub struct BulkLoad {
    /// The target table.
    pub table: ObjectName,
    /// Names and types of the columns sent.
    pub columns: Vec<(String, DataType)>,
    /// KEEP_NULLS.
    pub keeps_nulls: bool,
    /// CHECK_CONSTRAINTS.
    pub checks: bool,
    /// TABLOCK.
    pub locks_table: bool,
    /// The statement's text, sent as a batch of its own.
    pub statement: Arc<str>,
}

/// A bulk load that is receiving rows.
pub struct RunningLoad {
    view: Arc<RowsView>,
    /// One INSERT for each set of columns left to their defaults.
    inserts: BTreeMap<Vec<bool>, BoundSlot>,
    /// For each column, whether NULL means the default.
    has_default: Vec<bool>,
    /// The table, if values are given for its identity column.
    identity: Option<IdentityInsert>,
    before: Mark,
    is_alone: bool,
    rows: u64,
}

/// The rows of one part, as a system view.
struct RowsView {
    def: Arc<SystemViewDef>,
    rows: Mutex<Arc<Vec<Vec<Value>>>>,
}

/// Starts the bulk load, or processes the part that has arrived. The flag of an error is true if
/// the error arose before any rows arrived.
pub fn bulk_load(
    env: &mut Env<'_, '_>,
    load: &BulkLoad,
    slot: &mut Option<RunningLoad>,
) -> Result<(), (bool, SqlError)> {
    let part = env.state.client.bulk.as_mut().and_then(|awaited| awaited.part.take());
    let result = match part {
        None => return begin(env, load).map_err(|error| (true, error)),
        Some(BulkPart::Columns(types)) => load.columns_came(env, &types).map(|running| *slot = Some(running)),
        Some(BulkPart::Rows(rows)) => load.rows_came(env, slot, rows),
        Some(BulkPart::End) => load.end(env, slot),
        Some(BulkPart::Abandon) => return undo(env, slot).map_err(|error| (false, error)),
    };
    result.or_else(|error| undo(env, slot).and(Err(error))).map_err(|error| (false, error))
}

/// Checks that the table and columns exist. Fails with 208, 207 and other binding errors.
fn begin(env: &mut Env<'_, '_>, load: &BulkLoad) -> Result<(), SqlError> {
    env.frame.globals.row_count = 0;
    let types: Vec<DataType> = load.columns.iter().map(|(_, data_type)| *data_type).collect();
    env.state.module.captured = Some(RowsView::with_columns(&types));
    let bound = load.insert(&vec![false; types.len()]).and_then(|mut insert| {
        let database = Arc::clone(&env.state.database);
        insert.bind(&database, env)
    });
    env.state.module.captured = None;
    bound?;
    env.state.client.bulk = Some(Awaited { statement: Arc::clone(&load.statement), part: None });
    Ok(())
}

impl BulkLoad {
    fn columns_came(&self, env: &mut Env<'_, '_>, types: &[DataType]) -> Result<RunningLoad, SqlError> {
        if types.len() != self.columns.len() {
            return Err(SqlError::bulk_stream_ended_early());
        }
        for (place, (came, (_, declared))) in types.iter().zip(&self.columns).enumerate() {
            // 4816: the sent type has no implicit conversion to the column's type.
            check_implicit(came, declared).map_err(|_| SqlError::invalid_bcp_column_type(place + 1))?;
        }
        let before = env.begin_change()?;
        let table = self.table(env)?;
        let has_default = |column: &(String, DataType)| match &table {
            Some((_, table)) if !self.keeps_nulls => has_default(table, &column.0),
            _ => false,
        };
        let has_default: Vec<bool> = self.columns.iter().map(has_default).collect();
        let identity = table.and_then(|(database, table)| {
            let column = &table.columns[table.identity()?];
            let is_given = self.columns.iter().any(|(given, _)| name::same(given, &column.name));
            is_given.then(|| IdentityInsert { database, table: table.id, name: table.name.clone() })
        });
        let is_alone = env.is_autocommit();
        env.frame.globals.tran_count += i32::from(is_alone);
        let (view, inserts) = (RowsView::with_columns(types), BTreeMap::new());
        Ok(RunningLoad { view, inserts, has_default, identity, before, is_alone, rows: 0 })
    }

    fn rows_came(
        &self,
        env: &mut Env<'_, '_>,
        slot: &mut Option<RunningLoad>,
        rows: Vec<Vec<Value>>,
    ) -> Result<(), SqlError> {
        let Some(running) = slot else { return Ok(()) };
        let mut together: Vec<Vec<Value>> = Vec::new();
        let mut lacking: Vec<bool> = Vec::new();
        for row in rows {
            let lacks = |(value, has_default): (&Value, &bool)| *has_default && value.is_null();
            let lacks: Vec<bool> = row.iter().zip(&running.has_default).map(lacks).collect();
            if lacks != lacking {
                self.put_in(env, running, &lacking, std::mem::take(&mut together))?;
                lacking = lacks;
            }
            together.push(row);
        }
        self.put_in(env, running, &lacking, together)
    }

    /// Inserts rows, leaving the columns in `lacking` to their defaults.
    fn put_in(
        &self,
        env: &mut Env<'_, '_>,
        running: &mut RunningLoad,
        lacking: &[bool],
        rows: Vec<Vec<Value>>,
    ) -> Result<(), SqlError> {
        if rows.is_empty() {
            return Ok(());
        }
        if !running.inserts.contains_key(lacking) {
            running.inserts.insert(lacking.to_vec(), self.insert(lacking)?);
        }
        let Some(insert) = running.inserts.get_mut(lacking) else { return Ok(()) };
        let count = rows.len();
        running.rows += count as u64;
        *running.view.rows.lock() = Arc::new(rows);
        env.state.module.captured = Some(running.view.clone());
        let allowed = env.state.identity_insert.clone();
        if running.identity.is_some() {
            env.state.identity_insert = running.identity.clone();
        }
        // INSERT ... DEFAULT VALUES reads no rows and inserts one row.
        let turns = if lacking.contains(&false) { 1 } else { count };
        let mut silent = Env { state: env.state, frame: env.frame, context: env.context, sink: &mut NullSink };
        let inserted = (0..turns).try_for_each(|_| match insert.run(&mut silent) {
            // AFTER triggers don't fire. An INSTEAD OF trigger would take the rows and lose them,
            // so it is refused.
            Ok(Outcome::Fires(firing)) if firing.is_instead() => {
                Err((false, unsupported("a bulk load into a table with INSTEAD OF triggers")))
            }
            result => result.map(|_| ()),
        });
        env.state.identity_insert = allowed;
        env.state.module.captured = None;
        *running.view.rows.lock() = Arc::default();
        inserted.map_err(|(_, error)| error)
    }

    fn end(&self, env: &mut Env<'_, '_>, slot: &mut Option<RunningLoad>) -> Result<(), SqlError> {
        let Some(running) = slot else {
            // 4804: the load ended before its columns arrived.
            return Err(SqlError::bulk_stream_ended_early().in_state(1));
        };
        let (rows, is_alone) = (running.rows, running.is_alone);
        if !self.checks && rows > 0 {
            alter_table::distrust(env, &self.table)?;
        }
        env.state.client.bulk = None;
        *slot = None;
        if is_alone {
            env.frame.globals.tran_count = 0;
            env.state.transaction.commit(false)?;
        }
        env.done(rows);
        Ok(())
    }

    /// Returns the table and its database; `None` if the target is a view.
    fn table(&self, env: &Env<'_, '_>) -> Result<Option<(sluice_base::ids::DatabaseId, Arc<Table>)>, SqlError> {
        let placed = env.placed(&self.table);
        let database = env.database_of(&placed)?;
        let catalog = env.state.transaction.work.catalog(&database);
        Ok(catalog.table(&placed).map(|table| (database.id, Arc::clone(table))))
    }

    /// Builds the INSERT of rows whose columns in `lacking` are left to their defaults.
    fn insert(&self, lacking: &[bool]) -> Result<BoundSlot, SqlError> {
        let named = self.columns.iter().enumerate().filter(|(place, _)| !lacking[*place]);
        let (names, values): (Vec<String>, Vec<String>) =
            named.map(|(place, (name, _))| (bracketed(name), format!("c{place}"))).unzip();
        let hint = if self.locks_table { " WITH (TABLOCK)" } else { "" };
        let table = self.written_table();
        let text = if names.is_empty() {
            format!("INSERT {table}{hint} DEFAULT VALUES")
        } else {
            format!("INSERT {table}{hint} ({}) SELECT {} FROM sys.[{NAME}]", names.join(", "), values.join(", "))
        };
        let statement = sluice_syntax::parse(&text).statements.into_iter().next().map(|statement| statement.kind);
        let Some(StatementKind::Insert(insert)) = statement else {
            return Err(sluice_plan::unsupported("a bulk load of rows that are defaults alone"));
        };
        let source = BoundSource::Load { insert, checks: self.checks };
        Ok(BoundSlot::new(source, Arc::new(Variables::default()), Arc::from([])))
    }

    fn written_table(&self) -> String {
        let ObjectName { database, schema, object } = &self.table;
        let part = |part: &Option<String>| part.as_deref().map(bracketed).unwrap_or_default();
        match (database, schema) {
            (Some(_), _) => format!("{}.{}.{}", part(database), part(schema), bracketed(object)),
            (None, Some(_)) => format!("{}.{}", part(schema), bracketed(object)),
            (None, None) => bracketed(object),
        }
    }
}

/// Undoes the whole load.
fn undo(env: &mut Env<'_, '_>, slot: &mut Option<RunningLoad>) -> Result<(), SqlError> {
    env.state.client.bulk = None;
    let Some(running) = slot.take() else { return Ok(()) };
    if running.is_alone {
        (env.frame.globals.tran_count, env.frame.globals.is_doomed) = (0, false);
        return env.state.transaction.roll_back();
    }
    let is_open = env.frame.globals.tran_count > 0 && !env.frame.globals.is_doomed;
    if is_open { env.state.transaction.work.roll_back_to(running.before) } else { Ok(()) }
}

fn has_default(table: &Table, column: &str) -> bool {
    let Some(column) = table.columns.iter().find(|known| name::same(&known.name, column)) else { return false };
    table.constraints.iter().any(|constraint| match &constraint.rule {
        Rule::Default { column: of, .. } => *of == column.id,
        _ => false,
    })
}

fn bracketed(name: &str) -> String {
    format!("[{}]", name.replace(']', "]]"))
}

impl RowsView {
    fn with_columns(types: &[DataType]) -> Arc<RowsView> {
        let column = |(place, data_type): (usize, &DataType)| Column::nullable(&format!("c{place}"), *data_type);
        let columns = types.iter().enumerate().map(column).collect();
        let def = Arc::new(SystemViewDef {
            schema: "sys",
            name: NAME,
            permission: ViewPermission::Own,
            columns,
            parameters: None,
            reach: sluice_catalog::ViewReach::default(),
        });
        Arc::new(RowsView { def, rows: Mutex::default() })
    }
}

impl SystemView for RowsView {
    fn def(&self) -> &Arc<SystemViewDef> {
        &self.def
    }

    fn rows(&self, _: &ViewContext<'_>) -> Result<ViewRows, SqlError> {
        let rows = Arc::clone(&self.rows.lock());
        Ok(Box::new((0..rows.len()).map(move |place| Ok(rows[place].clone()))))
    }
}
