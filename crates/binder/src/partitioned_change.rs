//! INSERT, UPDATE and DELETE through partitioned views
//! (`t-sql/statements/create-view-transact-sql.md`, *Conditions for Modifying Data in Partitioned
//! Views*).
//!
//! An INSERT computes its rows once, with the number of the member that takes each row. An UPDATE
//! of the partitioning column deletes the rows that leave their member, keeps them, changes the
//! others in place, and inserts the kept rows.

use super::partitioned::{PartitionedView, UnitedView, number_of};
use super::references::RowChangeKind;
use super::table_hints::HintedUse;
use super::target::{ChangeTarget, columns_given, refuse_computed, written_name};
use super::{Binder, conversion, literal};
use sluice_base::sync::Arc;
use sluice_catalog::security::codes;
use sluice_catalog::{Table, name};
use sluice_definition::refusal::unsupported;
use sluice_plan::expression::{ColumnId, Condition, Expr};
use sluice_plan::physical::{Node, Rows};
use sluice_plan::statement::{BoundChange, BoundInsert, BoundOutput, BoundPartitioned, PartitionedKind, RoutedRows};
use sluice_syntax::ast::{self, ExprKind, InsertSource, QueryBody, TableSourceKind};
use sluice_syntax::walk;
use sluice_types::convert::check_implicit;
use sluice_types::{Comparison, DataType, SqlError, Value};

impl Binder<'_> {
    /// Binds an INSERT if its target is a partitioned view. Returns `None` otherwise. Fails with
    /// 489 for OUTPUT, with 4431 and 4433 for a rowversion and an identity column of a member, with
    /// 4435, 4448 and 4449 if not all columns are given, with 4439 if the source reads a member,
    /// and with the errors of [`Binder::united_view`] and [`Binder::members_of`].
    pub(super) fn bind_partitioned_insert(
        &mut self,
        insert: &ast::Insert,
    ) -> Result<Option<BoundPartitioned>, SqlError> {
        let Some(view) = self.united_view(&insert.target, &[], &insert.with)? else { return Ok(None) };
        self.take_hints(&insert.hints)?;
        self.with_common_tables(&insert.with, |binder| binder.bind_rows_for_members(insert, view)).map(Some)
    }

    fn bind_rows_for_members(&mut self, insert: &ast::Insert, view: UnitedView) -> Result<BoundPartitioned, SqlError> {
        let noted = self.needs.len();
        let view = self.members_of(view)?;
        self.note_optional(noted);
        if insert.output.is_some() {
            return Err(SqlError::output_of_partitioned_view(view.name()));
        }
        check_new_rows(&view)?;
        self.check_members(&view)?;
        view.members.iter().for_each(|member| self.note_change(&member.target, codes::INSERT, &[]));
        let table = view.shape();
        let given = given_columns(&view, &table, insert)?;
        let subqueries = self.subqueries.len();
        let Rows { node, values } = self.bind_given_rows(insert, &view, (&table, &given))?;
        self.check_member_reads(&view, Some(&node), subqueries)?;
        let node = match self.bind_top(insert.top.as_ref(), &[])? {
            Some(top) => Node::Top(Box::new(node), top),
            None => node,
        };
        let mut arranged = Vec::with_capacity(values.len());
        for (place, column) in table.columns.iter().enumerate() {
            let value = given.iter().position(|given| *given == place).and_then(|at| values.get(at));
            let value = value.ok_or_else(|| SqlError::partitioned_insert_without_all_columns(view.name()))?;
            arranged.push(typed(value.clone(), column.data_type)?);
        }
        // The value of the partitioning column decides and is inserted, so it is computed once.
        let value = &mut arranged[view.partitioning];
        let held = Expr::column(self.new_column_for(value), value.data_type, value.nullable);
        let computed = held.as_column().into_iter().map(|id| (id, value.clone())).collect();
        *value = held.clone();
        let node = Node::Compute(Box::new(node), computed);
        let decides = conversion::implicit(held, table.columns[view.partitioning].data_type)?;
        arranged.insert(0, view.member_number(&decides));
        let source = Rows { node, values: arranged };
        let stored: Vec<usize> = (0..table.columns.len()).collect();
        let mut routed = self.route(&view, &source.values, &stored)?;
        let hints = self.target_hints(&insert.target, HintedUse::Insert)?;
        routed.inserts.iter_mut().for_each(|insert| insert.hints = hints);
        routed.source = Some(source);
        let (kind, view) = (PartitionedKind::Insert, view.name().to_owned());
        Ok(BoundPartitioned { view, kind, routed: Some(routed), changes: Vec::new() })
    }

    /// Binds the source of an INSERT. Fails with 4437 for OPENROWSET(BULK), with 354 for a nested
    /// change, and with 40517 for NEXT VALUE FOR.
    fn bind_given_rows(
        &mut self,
        insert: &ast::Insert,
        view: &PartitionedView,
        (table, given): (&Table, &[usize]),
    ) -> Result<Rows, SqlError> {
        let listed = !insert.columns.is_empty();
        let same = |error: SqlError, _: usize| error;
        let rows = match &insert.source {
            InsertSource::Values(rows) => self.bind_values(rows, (table, view.database()), (given, listed), &same)?,
            InsertSource::Query(query) => {
                if is_bulk(query) {
                    return Err(SqlError::bulk_operation_on_partitioned_view(view.name()));
                }
                let rows = self.taking_changes(|binder| binder.bind_insert_query(query, given, listed, &same))?;
                if self.nesting.met.is_some() {
                    return Err(SqlError::nested_insert_target_is_view(written_name(&insert.target)));
                }
                rows
            }
            InsertSource::DefaultValues => return Err(SqlError::default_through_set_operator()),
            InsertSource::Execute(_) => return Err(unsupported("INSERT EXECUTE")),
        };
        match self.draws.targets.is_empty() {
            true => Ok(rows),
            false => Err(unsupported("NEXT VALUE FOR in an INSERT into a partitioned view")),
        }
    }

    /// Binds an UPDATE if its target is a partitioned view. Returns `None` otherwise. Fails with
    /// 417 for TOP, with 489 for OUTPUT, with 4431 for a member with a rowversion, with 4449 for
    /// DEFAULT, with 4450 for an identity column, with 4452 and 4453 for a partitioning column that
    /// can't be changed, and with 4439 if the statement reads a member besides.
    pub(super) fn bind_partitioned_update(
        &mut self,
        update: &ast::Update,
    ) -> Result<Option<BoundPartitioned>, SqlError> {
        let Some(view) = self.united_view(&update.target, &update.from, &update.with)? else { return Ok(None) };
        let view = self.examined(view)?;
        refuse_clauses(update.top.as_ref(), update.output.as_ref(), view.name())?;
        let is_default = |assignment: &ast::Assignment| matches!(assignment.value.kind, ExprKind::Default);
        if update.assignments.iter().any(is_default) {
            return Err(SqlError::default_through_set_operator());
        }
        check_rowversions(&view)?;
        let written = update.assignments.iter().filter_map(|assignment| assignment.column.as_ref());
        let place = |written: &ast::ColumnName| {
            view.columns.iter().position(|column| name::same(&column.name, &written.name.text))
        };
        let assigned: Vec<usize> = written.filter_map(place).collect();
        check_identities(&view, &assigned)?;
        let is_moving = assigned.contains(&view.partitioning);
        if is_moving {
            self.check_partitioning_update(&view)?;
        }
        self.check_members(&view)?;
        let (mut moves, mut changes) = (Vec::new(), Vec::with_capacity(view.members.len()));
        for number in 0..view.members.len() {
            let mut change = self.bind_in_member(&view, number, |binder| binder.bind_update(update))?;
            if is_moving {
                let here = self.member_after(&view, number, &change)?;
                restrict(&mut change, Condition::Compare(Comparison::Equal, here, number_of(number)));
                moves.push(self.bind_moved(update, &view, number)?);
            }
            changes.push(change);
        }
        let routed = match moves.first().and_then(|moved| moved.output.as_ref()) {
            Some(output) => {
                let values = output.values.clone();
                Some(RoutedRows { moves, ..self.route(&view, &values, &view.stored())? })
            }
            None => None,
        };
        Ok(Some(BoundPartitioned { view: view.name().to_owned(), kind: PartitionedKind::Update, routed, changes }))
    }

    /// Binds a DELETE if its target is a partitioned view. Returns `None` otherwise. Fails with 417
    /// for TOP, with 489 for OUTPUT, and with 4439 if the statement reads a member besides.
    pub(super) fn bind_partitioned_delete(
        &mut self,
        delete: &ast::Delete,
    ) -> Result<Option<BoundPartitioned>, SqlError> {
        let Some(view) = self.united_view(&delete.target, &delete.from, &delete.with)? else { return Ok(None) };
        let view = self.examined(view)?;
        refuse_clauses(delete.top.as_ref(), delete.output.as_ref(), view.name())?;
        self.check_members(&view)?;
        let mut changes = Vec::with_capacity(view.members.len());
        for number in 0..view.members.len() {
            changes.push(self.bind_in_member(&view, number, |binder| binder.bind_delete(delete))?);
        }
        let (kind, view) = (PartitionedKind::Delete, view.name().to_owned());
        Ok(Some(BoundPartitioned { view, kind, routed: None, changes }))
    }

    /// Binds the members of a view, and records no permissions.
    fn examined(&mut self, view: UnitedView) -> Result<PartitionedView, SqlError> {
        let (needs, tables) = (self.needs.len(), self.written_tables.len());
        let view = self.members_of(view);
        self.needs.truncate(needs);
        self.written_tables.truncate(tables);
        view
    }

    /// Binds a change of one member. Fails with 4439 if it reads a member besides.
    fn bind_in_member(
        &mut self,
        view: &PartitionedView,
        number: usize,
        bind: impl FnOnce(&mut Self) -> Result<BoundChange, SqlError>,
    ) -> Result<BoundChange, SqlError> {
        let subqueries = self.subqueries.len();
        let change = self.in_member(view.narrowed(number), bind)?;
        self.check_member_reads(view, change.plan.as_ref().map(|plan| &plan.node), subqueries)?;
        Ok(change)
    }

    /// Binds the deletion of the rows that an UPDATE moves from a member to others. Its OUTPUT rows
    /// are the new rows.
    fn bind_moved(
        &mut self,
        update: &ast::Update,
        view: &PartitionedView,
        number: usize,
    ) -> Result<BoundChange, SqlError> {
        // Each change has columns of its own.
        let change = self.bind_in_member(view, number, |binder| binder.bind_update(update))?;
        let here = self.member_after(view, number, &change)?;
        let new = view.stored().into_iter().map(|column| new_value(view, (number, column), &change));
        let values: Vec<Expr> = std::iter::once(Ok(here.clone())).chain(new).collect::<Result<_, _>>()?;
        let elsewhere = Condition::Compare(Comparison::NotEqual, here.clone(), number_of(number));
        let elsewhere = Condition::Or(vec![Condition::IsNull(here, false), elsewhere]);
        let columns = values.iter().map(|value| self.output_column("", value)).collect();
        let inserted = self.new_row(&change.table.columns);
        let references = self.bind_references(&change.table, change.database.as_ref(), RowChangeKind::Delete)?;
        let (computed, action, into, second) = Default::default();
        let output = BoundOutput { inserted, computed, action, values, columns, into, second };
        let mut moved = BoundChange { columns: Vec::new(), rules: None, references, output: Some(output), ..change };
        restrict(&mut moved, elsewhere);
        Ok(moved)
    }

    /// Returns the number of the member that has a row after its UPDATE. Fails with 40517 for an
    /// UPDATE that also assigns variables or draws from a sequence.
    fn member_after(&self, view: &PartitionedView, number: usize, change: &BoundChange) -> Result<Expr, SqlError> {
        if change.columns.iter().any(|change| change.variable.is_some()) {
            return Err(unsupported("an assignment to a variable in an UPDATE of a partitioning column"));
        }
        if !self.draws.targets.is_empty() {
            return Err(unsupported("NEXT VALUE FOR in an UPDATE of a partitioning column"));
        }
        let value = new_value(view, (number, view.partitioning), change)?;
        Ok(view.member_number(&conversion::implicit(value, view.columns[view.partitioning].data_type)?))
    }

    /// Binds the INSERTs of kept rows into the members. The first of `values` is a row's member,
    /// the others are those of the view's columns `stored`.
    fn route(&mut self, view: &PartitionedView, values: &[Expr], stored: &[usize]) -> Result<RoutedRows, SqlError> {
        let columns: Vec<ColumnId> = values.iter().map(|value| self.new_column_for(value)).collect();
        let kept = columns.iter().zip(values).map(|(id, value)| Expr::column(*id, value.data_type, true));
        let (number, kept) = (Expr::column(columns[0], DataType::Int, true), kept.skip(1).collect::<Vec<_>>());
        let rows_of = |condition| Node::Filter(Box::new(Node::Given(columns.clone())), condition);
        let unplaced = Rows { node: rows_of(Condition::IsNull(number.clone(), false)), values: vec![number.clone()] };
        let mut inserts: Vec<BoundInsert> = Vec::with_capacity(view.members.len());
        for (at, member) in view.members.iter().enumerate() {
            let node = rows_of(Condition::Compare(Comparison::Equal, number.clone(), number_of(at)));
            let places: Vec<usize> = stored.iter().map(|column| member.places[*column]).collect();
            let ChangeTarget { database, table, .. } = &member.target;
            let source = Rows { node, values: kept.clone() };
            inserts.push(self.complete((Arc::clone(table), &[]), database.clone(), source, &places, false)?);
        }
        Ok(RoutedRows { source: None, moves: Vec::new(), columns, unplaced, inserts })
    }
}

/// Returns a value, of the column's type if it is NULL. Fails with 206 if its type doesn't convert.
fn typed(value: Expr, data_type: DataType) -> Result<Expr, SqlError> {
    if literal::is_null(&value) {
        return Ok(Expr::constant(Value::Null, data_type));
    }
    check_implicit(&value.data_type, &data_type)?;
    Ok(value)
}

/// Returns the value of a column of the view after an UPDATE of the member with this number.
fn new_value(view: &PartitionedView, (number, column): (usize, usize), change: &BoundChange) -> Result<Expr, SqlError> {
    let place = view.members[number].places[column];
    let stored = &change.table.columns[place];
    match change.columns.iter().find(|change| change.column == Some(place)) {
        Some(change) => typed(change.value.clone(), stored.data_type),
        None => Ok(Expr::column(change.row[place], stored.data_type, stored.nullable)),
    }
}

/// Leaves out the rows for which `condition` doesn't hold.
fn restrict(change: &mut BoundChange, condition: Condition) {
    match &mut change.plan {
        Some(plan) => {
            let found = std::mem::replace(&mut plan.node, Node::OneRow);
            plan.node = Node::Filter(Box::new(found), condition);
        }
        None => {
            let both = change.condition.take().into_iter().chain([condition]);
            change.condition = Some(Condition::And(both.collect()));
        }
    }
}

/// Returns the ordinals of the given columns. Fails with 4435 without the partitioning column, with
/// 4448 without another, and with 4449 for DEFAULT.
fn given_columns(view: &PartitionedView, table: &Table, insert: &ast::Insert) -> Result<Vec<usize>, SqlError> {
    let given = columns_given(table, &insert.columns)?;
    if !given.contains(&view.partitioning) {
        let column = &view.columns[view.partitioning].name;
        return Err(SqlError::partitioning_column_without_value(view.name(), column));
    }
    if given.len() != table.columns.len() {
        return Err(SqlError::partitioned_insert_without_all_columns(view.name()));
    }
    let is_default = |value: &ast::Expr| matches!(value.kind, ExprKind::Default);
    match &insert.source {
        InsertSource::Values(rows) if rows.iter().flatten().any(is_default) => {
            Err(SqlError::default_through_set_operator())
        }
        _ => Ok(given),
    }
}

/// Checks that rows can be inserted into all members. Fails with 4431 for a rowversion, with 4433
/// for an identity column, with 271 for a computed column.
fn check_new_rows(view: &PartitionedView) -> Result<(), SqlError> {
    check_rowversions(view)?;
    for member in &view.members {
        let table = &member.target.table;
        if table.identity().is_some() {
            return Err(SqlError::insert_into_partitioned_view_with_identity(view.name(), &table.name));
        }
        table.columns.iter().try_for_each(refuse_computed)?;
    }
    Ok(())
}

fn check_rowversions(view: &PartitionedView) -> Result<(), SqlError> {
    let mut tables = view.members.iter().map(|member| &member.target.table);
    match tables.find(|table| table.rowversion().is_some()) {
        Some(table) => Err(SqlError::partitioned_view_with_timestamp(view.name(), &table.name)),
        None => Ok(()),
    }
}

/// Fails with 4450 if an assigned column is an identity column of a member.
fn check_identities(view: &PartitionedView, assigned: &[usize]) -> Result<(), SqlError> {
    for column in assigned {
        if let Some(member) = view.members.iter().find(|member| member.column(*column).identity.is_some()) {
            let (shown, table) = (&view.columns[*column].name, &member.target.table.name);
            return Err(SqlError::update_of_partitioned_identity(view.name(), shown, table));
        }
    }
    Ok(())
}

fn refuse_clauses(top: Option<&ast::Top>, output: Option<&ast::Output>, view: &str) -> Result<(), SqlError> {
    match (top, output) {
        (Some(_), _) => Err(SqlError::top_in_change_of_partitioned_view()),
        (None, Some(_)) => Err(SqlError::output_of_partitioned_view(view)),
        (None, None) => Ok(()),
    }
}

/// Whether a query reads a data file by OPENROWSET(BULK).
fn is_bulk(query: &ast::Query) -> bool {
    let QueryBody::Select(select) = &query.body else { return false };
    let mut found = false;
    let mut visit = |source: &ast::TableSource| found |= matches!(source.kind, TableSourceKind::OpenRowset(_));
    select.from.iter().for_each(|from| walk::sources_of(from, &mut visit));
    found
}
