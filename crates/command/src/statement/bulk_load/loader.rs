//! Inserts the rows of a bulk load, part by part.

use super::order::OrderCheck;
use super::rows_view::RowsView;
use crate::captured::NAME;
use crate::statement::Env;
use crate::statement::bound::{BoundSlot, Outcome};
use crate::statement::bound_statement::BoundSource;
use crate::statement::ddl::alter_table;
use crate::triggers::Firing;
use sluice_base::ids::DatabaseId;
use sluice_base::sync::Arc;
use sluice_catalog::{ObjectName, Rule, Table, name};
use sluice_plan::Variables;
use sluice_query::code::VariableRegisters;
use sluice_session::options::IdentityInsert;
use sluice_session::sink::NullSink;
use sluice_session::work::Mark;
use sluice_syntax::ast::StatementKind;
use sluice_types::{DataType, SqlError, Value, bracketed};
use std::collections::BTreeMap;

/// The target and the options of a bulk load.
#[derive(Clone, Debug)]
pub struct LoadTarget {
    /// The target table or view.
    pub table: ObjectName,
    /// KEEP_NULLS.
    pub keeps_nulls: bool,
    /// CHECK_CONSTRAINTS.
    pub checks: bool,
    /// FIRE_TRIGGERS.
    pub fires: bool,
    /// TABLOCK.
    pub locks_table: bool,
    /// ORDER: the columns, and whether each is descending.
    pub order: Vec<(String, bool)>,
}

/// A bulk load in progress. Each INSERT reads the rows of a part as the view `view`.
pub(super) struct Loader {
    target: LoadTarget,
    columns: Vec<String>,
    view: Arc<RowsView>,
    /// One INSERT for each set of columns left to their defaults.
    inserts: BTreeMap<Vec<bool>, BoundSlot>,
    /// For each column, whether NULL means the default.
    has_default: Vec<bool>,
    /// The table, if values are given for its identity column.
    identity: Option<IdentityInsert>,
    order: Option<OrderCheck>,
}

/// A batch of a bulk load: rows that are inserted as a whole or not at all. `is_alone` says that
/// it's a transaction of its own.
pub(super) struct Batch {
    before: Mark,
    pub(super) is_alone: bool,
    pub(super) rows: u64,
    firing: Option<Box<Firing>>,
}

impl LoadTarget {
    /// Returns the table and its database; `None` if the target is a view or doesn't exist. Fails
    /// if the database doesn't exist or isn't open.
    pub(super) fn table(&self, env: &Env<'_, '_>) -> Result<Option<(DatabaseId, Arc<Table>)>, SqlError> {
        let placed = env.placed(&self.table);
        let database = env.database_of(&placed)?;
        let catalog = env.state.transaction.work.catalog(&database);
        Ok(catalog.table(&placed).map(|table| (database.id, Arc::clone(table))))
    }

    /// Checks that the target and the columns exist. Fails with 208, 207 and other binding errors.
    /// Binds the INSERT of a load without running it.
    pub(super) fn bind(&self, env: &mut Env<'_, '_>, columns: &[String], types: &[DataType]) -> Result<(), SqlError> {
        env.state.module.captured = Some(RowsView::with_columns(types));
        let bound = self.insert(columns, &vec![false; types.len()]).and_then(|mut insert| {
            let database = Arc::clone(&env.state.database);
            insert.bind(&database, env)
        });
        env.state.module.captured = None;
        bound
    }

    /// Whether NULL for the column means the column's default. That is so if the column has a
    /// default and KEEPNULLS wasn't given.
    pub(super) fn defaults(&self, table: &Table, column: &str) -> bool {
        let column = table.columns.iter().find(|known| name::same(&known.name, column));
        let column = column.filter(|_| !self.keeps_nulls);
        column.is_some_and(|column| {
            table.constraints.iter().any(|constraint| match &constraint.rule {
                Rule::Default { column: of, .. } => *of == column.id,
                _ => false,
            })
        })
    }

    /// Builds the INSERT of rows whose columns in `lacking` are left to their defaults.
    fn insert(&self, columns: &[String], lacking: &[bool]) -> Result<BoundSlot, SqlError> {
        let named = columns.iter().enumerate().filter(|(place, _)| !lacking[*place]);
        let (names, values): (Vec<String>, Vec<String>) =
            named.map(|(place, name)| (bracketed(name), format!("c{place}"))).unzip();
        let hint = if self.locks_table { " WITH (TABLOCK)" } else { "" };
        let table = self.written();
        let text = if names.is_empty() {
            format!("INSERT {table}{hint} DEFAULT VALUES")
        } else {
            format!("INSERT {table}{hint} ({}) SELECT {} FROM sys.[{NAME}]", names.join(", "), values.join(", "))
        };
        let statement = sluice_syntax::parse(&text).statements.into_iter().next().map(|statement| statement.kind);
        let Some(StatementKind::Insert(insert)) = statement else {
            return Err(sluice_plan::unsupported("a bulk load of rows that are defaults alone"));
        };
        let source = BoundSource::Load { insert, checks: self.checks, fires: self.fires };
        Ok(BoundSlot::new(source, Arc::new(Variables::default()), VariableRegisters::default()))
    }

    fn written(&self) -> String {
        let ObjectName { database, schema, object } = &self.table;
        let part = |part: &Option<String>| part.as_deref().map(bracketed).unwrap_or_default();
        match (database, schema) {
            (Some(_), _) => format!("{}.{}.{}", part(database), part(schema), bracketed(object)),
            (None, Some(_)) => format!("{}.{}", part(schema), bracketed(object)),
            (None, None) => bracketed(object),
        }
    }
}

impl Loader {
    /// Returns the load of rows with values of `types` for `columns`. Fails with 4817 or 4818 for
    /// the ORDER hint. No INSERT is compiled yet.
    pub(super) fn new(
        env: &Env<'_, '_>,
        target: &LoadTarget,
        columns: Vec<String>,
        types: &[DataType],
    ) -> Result<Loader, SqlError> {
        let table = target.table(env)?;
        let table = table.as_ref();
        let has_default =
            columns.iter().map(|column| table.is_some_and(|(_, table)| target.defaults(table, column))).collect();
        let identity = table.and_then(|(database, table)| {
            let column = &table.columns[table.identity()?];
            let is_given = columns.iter().any(|given| name::same(given, &column.name));
            let database_name = env.context.host.database_by_id(*database).map(|database| database.name.to_string());
            let name = [database_name.unwrap_or_default(), table.schema.to_string(), table.name.to_string()];
            is_given.then(|| IdentityInsert { database: *database, table: table.id, name })
        });
        let order = match table {
            Some((_, table)) => OrderCheck::new(&target.order, table, &columns, types)?,
            None => None,
        };
        let (view, inserts) = (RowsView::with_columns(types), BTreeMap::new());
        Ok(Loader { target: target.clone(), columns, view, inserts, has_default, identity, order })
    }

    /// Begins a batch. Sets a savepoint. In autocommit it begins a transaction, which is counted in
    /// `@@TRANCOUNT` until the batch ends. Fails with 3930 in a doomed transaction.
    pub(super) fn begin(&self, env: &mut Env<'_, '_>) -> Result<Batch, SqlError> {
        let before = env.begin_change()?;
        let is_alone = env.is_autocommit();
        env.frame.globals.tran_count += i32::from(is_alone);
        Ok(Batch { before, is_alone, rows: 0, firing: None })
    }

    /// Inserts rows, as many as possible by one INSERT: a row whose NULLs mean other defaults than
    /// the row before begins a new one. Fails with 4819 if rows aren't in the order of the hint.
    pub(super) fn put(
        &mut self,
        env: &mut Env<'_, '_>,
        batch: &mut Batch,
        rows: Vec<Vec<Value>>,
    ) -> Result<(), SqlError> {
        if let Some(order) = &mut self.order {
            rows.iter().try_for_each(|row| order.check(row))?;
        }
        if !self.has_default.contains(&true) {
            return self.put_alike(env, batch, &vec![false; self.columns.len()], rows);
        }
        let mut together: Vec<Vec<Value>> = Vec::new();
        let mut lacking: Vec<bool> = Vec::new();
        for row in rows {
            let lacks = |(value, has_default): (&Value, &bool)| *has_default && value.is_null();
            if !row.iter().zip(&self.has_default).map(lacks).eq(lacking.iter().copied()) {
                self.put_alike(env, batch, &lacking, std::mem::take(&mut together))?;
                lacking = row.iter().zip(&self.has_default).map(lacks).collect();
            }
            together.push(row);
        }
        self.put_alike(env, batch, &lacking, together)
    }

    /// Inserts rows, leaving the columns in `lacking` to their defaults.
    fn put_alike(
        &mut self,
        env: &mut Env<'_, '_>,
        batch: &mut Batch,
        lacking: &[bool],
        rows: Vec<Vec<Value>>,
    ) -> Result<(), SqlError> {
        if rows.is_empty() {
            return Ok(());
        }
        if !self.inserts.contains_key(lacking) {
            self.inserts.insert(lacking.to_vec(), self.target.insert(&self.columns, lacking)?);
        }
        let Some(insert) = self.inserts.get_mut(lacking) else { return Ok(()) };
        let count = rows.len();
        batch.rows += count as u64;
        self.view.show(rows);
        env.state.module.captured = Some(self.view.clone());
        let allowed = env.state.identity_insert.clone();
        if self.identity.is_some() {
            env.state.identity_insert = self.identity.clone();
        }
        // INSERT ... DEFAULT VALUES reads no rows and inserts one row.
        let turns = if lacking.contains(&false) { 1 } else { count };
        let mut silent = Env { state: env.state, frame: env.frame, context: env.context, sink: &mut NullSink };
        let inserted = (0..turns).try_for_each(|_| match insert.run(&mut silent) {
            Ok(Outcome::Fires(firing)) => batch.fire(silent.context.host, firing),
            Ok(_) => Ok(()),
            Err((_, error)) => Err(error),
        });
        env.state.identity_insert = allowed;
        env.state.module.captured = None;
        self.view.show(Vec::new());
        inserted
    }

    /// Ends a batch except for its commit and its triggers, which are returned. Without
    /// CHECK_CONSTRAINTS, the table's constraints become not trusted if rows came.
    pub(super) fn end(&self, env: &mut Env<'_, '_>, batch: &mut Batch) -> Result<Option<Box<Firing>>, SqlError> {
        if !self.target.checks && batch.rows > 0 {
            alter_table::distrust(env, &self.target.table)?;
        }
        let (count, is_alone) = (batch.rows, batch.is_alone);
        Ok(batch.firing.take().map(|firing| Box::new(Firing { count, is_alone, ..*firing })))
    }
}

impl Batch {
    /// Adds the rows of a part to those that the batch's triggers get.
    fn fire(&mut self, host: &dyn sluice_table::databases::Databases, part: Box<Firing>) -> Result<(), SqlError> {
        match &mut self.firing {
            Some(firing) => firing.append(host, &part),
            None => {
                self.firing = Some(part);
                Ok(())
            }
        }
    }

    /// Undoes the batch. Its own transaction is rolled back as a whole. A doomed or ended
    /// transaction of the session stays as it is.
    pub(super) fn undo(self, env: &mut Env<'_, '_>) -> Result<(), SqlError> {
        if self.is_alone {
            (env.frame.globals.tran_count, env.frame.globals.is_doomed) = (0, false);
            return env.state.transaction.roll_back();
        }
        let is_open = env.frame.globals.tran_count > 0 && !env.frame.globals.is_doomed;
        if is_open { env.roll_back_to(self.before) } else { Ok(()) }
    }
}
