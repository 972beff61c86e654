//! Compiles bound INSERT, UPDATE, DELETE and MERGE statements.

use super::change::Change;
use super::column_value::column_value;
use super::form::RowForm;
use super::inner_change::InnerChange;
use super::insert::{Insert, RowSource, Source};
use super::merge::{Action, Clause, Merge};
use super::output::{Captured, OutputClause};
use super::output_rows::{compile_output_rows, compile_virtual};
use super::references::References;
use super::row_change::{Assigned, ChangeKind, RowChange};
use super::rules::Rules;
use super::view_rows::ViewRows;
use crate::statement::trigger::capture::Capturing;
use crate::statement::trigger::instead::Instead;
use sluice_access::Granule;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::Table;
use sluice_plan::columns::{of_condition, of_expr};
use sluice_plan::{
    BoundBody, BoundCapture, BoundChange, BoundInsert, BoundInstead, BoundMerge, BoundOutput, BoundRules, ColumnChange,
    ColumnId, Expr, MergeAction, MergeClause, Node, Rows,
};
use sluice_query::code::{Builder, Conversion, Op, Piece};
use sluice_query::operator::{Planner, SeekPath};
use sluice_table::database::Database;
use sluice_table::isolation::{Reach, Reading, haste};
use sluice_table::row_writer::RowCursor;
use sluice_table::storage_error::sql_error;
use sluice_table::stored_rows::StoredRows;
use sluice_table::table_rows::TableRows;
use sluice_txn::LockMode;
use sluice_types::SqlError;

/// Compiles an INSERT. Registers the table's lock, index uses and generators with `planner`. A
/// VALUES list of one row without OUTPUT and triggers compiles to registers, every other source to
/// a plan.
pub(in crate::statement) fn compile_insert(
    planner: &mut Planner<'_>,
    insert: &BoundInsert,
) -> Result<Insert, SqlError> {
    let database = planner.database(insert.database.as_deref())?;
    let table = &insert.table;
    planner.lock_target(&database, table, LockMode::IntentExclusive, (&insert.hints, Reach::Nothing));
    let shown = shown_name(&database, table);
    let inner = match &insert.inner {
        Some(inner) => Some(Box::new(compile_inner(planner, inner)?) as Box<dyn RowSource>),
        None => None,
    };
    let source = match &insert.source {
        Rows { node: Node::OneRow, values } if insert.output.is_none() && insert.capture.is_none() => {
            compile_row(planner, insert, &shown, values)
        }
        rows => {
            let value = |builder: &mut Builder, place: usize, value: &Expr| {
                column_value(builder, &table.columns[place], &shown, value)
            };
            Source::Rows { plan: planner.plan_with(rows, value)?, spool: insert.reads_target }
        }
    };
    let identity = match insert.identity {
        None => None,
        Some(given) => {
            let generator = database.identity(table).map_err(|error| sql_error(&error, &database.name))?;
            Some((given, generator))
        }
    };
    // Virtual computed columns aren't stored in the row.
    let not_null = table.columns.iter().enumerate().filter(|(_, column)| !column.nullable && !column.is_virtual());
    let rules = insert.rules.as_ref().map(|rules| Box::new(Rules::compile(planner, rules, table, &shown)));
    let output = insert.output.as_ref().map(|output| compile_output(planner, output)).transpose()?;
    let capture = compile_capture(planner, insert.capture.as_ref(), (&database, table.id))?;
    let rows = TableRows::new(database, table).hurried(haste(&insert.hints));
    planner.changes(&rows, None)?;
    Ok(Insert {
        rows,
        is_variable: table.is_variable(),
        form: RowForm {
            table: shown,
            not_null: not_null.map(|(place, column)| (place, column.name.clone())).collect(),
            rules,
        },
        statement: "INSERT",
        identity,
        source,
        inner,
        references: References::compile(planner, &insert.references, insert.database.as_deref())?,
        output,
        capture: capture.map(Box::new),
        has_left_out: false,
        cursor: RowCursor::default(),
        row: Vec::new(),
    })
}

/// How much of the target table the plan reads to find the rows.
fn target_reach(node: &Node) -> Reach {
    match node {
        Node::Scan(scan) if scan.locator.is_some() => Reach::of_scan(scan.seek.is_some(), &scan.table),
        other => {
            let is_by_keys = other.inputs().into_iter().any(|input| target_reach(input) == Reach::Keys);
            if is_by_keys { Reach::Keys } else { Reach::Whole }
        }
    }
}

/// Returns the table's name as messages about its columns show it.
fn shown_name(database: &Database, table: &Table) -> Arc<str> {
    match table.is_variable() {
        true => Arc::from(table.name.as_str()),
        false => Arc::from(format!("{}.{}.{}", database.name, table.schema, table.name)),
    }
}

/// Compiles the only row of a VALUES list: each column's converted value in a register.
fn compile_row(planner: &mut Planner<'_>, insert: &BoundInsert, shown: &Arc<str>, row: &[Expr]) -> Source {
    let builder = &mut *planner.builder;
    let start = builder.here();
    builder.draw(row);
    let columns = row.iter().zip(&insert.table.columns);
    let columns = columns.map(|(value, column)| column_value(builder, column, shown, value));
    let columns = columns.collect();
    let is_computed = builder.here() > start;
    builder.push(Op::End);
    Source::Registers { start: is_computed.then_some(start), columns }
}

/// Compiles the nested change whose OUTPUT rows are an INSERT's source.
fn compile_inner(planner: &mut Planner<'_>, inner: &sluice_plan::InnerChange) -> Result<InnerChange, SqlError> {
    let mut made = match &inner.body {
        BoundBody::Insert(insert) => InnerChange::Insert(Box::new(compile_insert(planner, insert)?)),
        BoundBody::Merge(merge) => InnerChange::Merge(compile_merge(planner, merge)?),
        BoundBody::Update(change) => InnerChange::Change(compile_change(planner, change, false)?),
        BoundBody::Delete(change) => InnerChange::Change(compile_change(planner, change, true)?),
        _ => unreachable!("the binder lets only changes be nested"),
    };
    let output = match &mut made {
        InnerChange::Insert(insert) => &mut insert.output,
        InnerChange::Merge(merge) => &mut merge.output,
        InnerChange::Change(change) => &mut change.output,
    };
    let source = planner.builder.source(&inner.columns, None);
    output.iter_mut().for_each(|output| output.rows.into = Some(source));
    Ok(made)
}

/// Compiles an UPDATE, or a DELETE if `is_delete`. Registers the table's lock and index uses with
/// `planner`. A change whose rows come from one scan needs no plan. Fails with 208 for an unknown
/// system view, and with 911 for an unknown database.
pub(in crate::statement) fn compile_change(
    planner: &mut Planner<'_>,
    change: &BoundChange,
    is_delete: bool,
) -> Result<Change, SqlError> {
    let database = planner.database(change.database.as_deref())?;
    let table = &change.table;
    let reach = match &change.plan {
        Some(plan) => target_reach(&plan.node),
        None => Reach::of_scan(change.seek.is_some(), table),
    };
    planner.lock_target(&database, table, LockMode::SharedIntentExclusive, (&change.hints, reach));
    let shown = shown_name(&database, table);
    let rows = Arc::new(TableRows::new(database, table).hurried(haste(&change.hints)));
    let mut used = Vec::new();
    let values = change.columns.iter().chain(change.first.iter().map(|(_, change)| change));
    values.for_each(|change| of_expr(&change.value, planner.subqueries, &mut used));
    used_by_output(planner, change.output.as_ref(), &mut used);
    used_by_output(planner, change.capture.as_ref().map(|capture| &capture.rows), &mut used);
    let mut found = change.plan.as_ref().map(|plan| planner.found(plan, &change.row, &used)).transpose()?;
    let source = match &found {
        Some(found) => found.target,
        None => planner.builder.source(&change.row, Some(Arc::new(StoredRows::of_table(&rows)))),
    };
    let computed = compile_virtual(planner, &change.computed);
    let first = compile_first(planner, (table, &shown), &change.first);
    if let (Some(found), Some((source, _))) = (&mut found, &first) {
        found.keep(*source);
    }
    let kind = match is_delete {
        true => ChangeKind::Delete,
        false => {
            let changes = (change.columns.as_slice(), change.rules.as_ref());
            let sought = change.seek.as_ref().map(|seek| seek.index);
            compile_assigned(planner, (&rows, table, &shown, "UPDATE"), changes, sought)
        }
    };
    if found.is_none() {
        planner.reads(&rows.database, table, change.seek.as_ref());
    }
    planner.changes(&rows, kind.touched())?;
    let condition = change.condition.as_ref().map(|condition| planner.builder.condition_piece(condition));
    let references = References::compile(planner, &change.references, change.database.as_deref())?;
    // A statement that changes every row goes over from row locks to page locks.
    let granule = if condition.is_some() || change.top.is_some() { Granule::Row } else { Granule::Growing };
    Ok(Change {
        is_variable: table.is_variable(),
        reading: Reading { granule, hints: change.hints, reach },
        found,
        first,
        seek: change.seek.as_ref().map(|seek| SeekPath::new(planner.builder, table, seek)),
        top: change.top.as_ref().map(|top| planner.builder.piece(top)),
        capture: compile_capture(planner, change.capture.as_ref(), (&rows.database, table.id))?,
        change: RowChange { rows, source, computed, table: shown, condition, kind, references },
        output: change.output.as_ref().map(|output| compile_output(planner, output)).transpose()?,
    })
}

/// Compiles a MERGE: the plan that joins target and source, and a change or an insert for each
/// clause. Registers the table's lock and index uses with `planner`. Fails with 208 for an unknown
/// system view, and with 911 for an unknown database.
pub(in crate::statement) fn compile_merge(planner: &mut Planner<'_>, merge: &BoundMerge) -> Result<Merge, SqlError> {
    let database = planner.database(merge.database.as_deref())?;
    let table = &merge.table;
    let reach = target_reach(&merge.plan.node);
    planner.lock_target(&database, table, LockMode::SharedIntentExclusive, (&merge.hints, reach));
    let shown = shown_name(&database, table);
    let rows = Arc::new(TableRows::new(database, table).hurried(haste(&merge.hints)));
    let mut used = vec![merge.is_sourced];
    merge.clauses.iter().for_each(|clause| used_by_clause(planner, clause, &mut used));
    used_by_output(planner, merge.output.as_ref(), &mut used);
    used_by_output(planner, merge.capture.as_ref().map(|capture| &capture.rows), &mut used);
    let found = planner.found(&merge.plan, &merge.row, &used)?;
    let is_sourced = Expr::column(merge.is_sourced, sluice_types::DataType::Bit, true);
    let is_sourced = planner.builder.piece(&is_sourced);
    let mut clauses = Vec::with_capacity(merge.clauses.len());
    for clause in &merge.clauses {
        let condition = clause.condition.as_ref().map(|condition| planner.builder.condition_piece(condition));
        let kind = match &clause.action {
            MergeAction::Insert(insert) => Err(Insert { statement: "MERGE", ..compile_insert(planner, insert)? }),
            MergeAction::Delete(_) => Ok(ChangeKind::Delete),
            MergeAction::Update(changes, rules, _) => {
                Ok(compile_assigned(planner, (&rows, table, &shown, "MERGE"), (changes, rules.as_ref()), None))
            }
        };
        if let Ok(kind) = &kind {
            planner.changes(&rows, kind.touched())?;
        }
        let references = match &clause.action {
            MergeAction::Insert(_) => References::default(),
            MergeAction::Delete(references) | MergeAction::Update(.., references) => {
                References::compile(planner, references, merge.database.as_deref())?
            }
        };
        let action = match kind {
            Err(insert) => Action::Insert(Box::new(insert)),
            Ok(kind) => Action::Change(Box::new(RowChange {
                rows: Arc::clone(&rows),
                source: found.target,
                computed: None,
                table: Arc::clone(&shown),
                condition: None,
                kind,
                references,
            })),
        };
        clauses.push(Clause { in_target: clause.in_target, in_source: clause.in_source, condition, action });
    }
    let capture = compile_capture(planner, merge.capture.as_ref(), (&rows.database, table.id))?;
    Ok(Merge {
        is_variable: table.is_variable(),
        found,
        is_sourced,
        top: merge.top.as_ref().map(|(count, is_percent)| (planner.builder.piece(count), *is_percent)),
        clauses,
        output: merge.output.as_ref().map(|output| compile_output(planner, output)).transpose()?,
        capture,
    })
}

fn used_by_clause(planner: &Planner<'_>, clause: &MergeClause, used: &mut Vec<ColumnId>) {
    clause.condition.iter().for_each(|condition| of_condition(condition, planner.subqueries, used));
    match &clause.action {
        MergeAction::Update(changes, ..) => {
            changes.iter().for_each(|change| of_expr(&change.value, planner.subqueries, used));
        }
        MergeAction::Insert(insert) => {
            insert.source.values.iter().for_each(|value| of_expr(value, planner.subqueries, used));
        }
        MergeAction::Delete(_) => {}
    }
}

fn used_by_output(planner: &Planner<'_>, output: Option<&BoundOutput>, used: &mut Vec<ColumnId>) {
    let clauses = output.into_iter().flat_map(|output| [Some(output), output.second.as_deref()]).flatten();
    clauses.flat_map(|output| &output.values).for_each(|value| of_expr(value, planner.subqueries, used));
}

fn compile_output(planner: &mut Planner<'_>, output: &BoundOutput) -> Result<OutputClause, SqlError> {
    let mut rows = compile_output_rows(planner, output)?;
    let second = output.second.as_ref().map(|second| compile_output_rows(planner, second)).transpose()?;
    let mut insert = None;
    if let Some(bound) = &output.into {
        rows.into = Some(planner.builder.source(&bound.source.node.columns(), None));
        insert = Some(Box::new(compile_insert(planner, bound)?));
    }
    Ok(OutputClause { rows, insert, second })
}

/// Compiles the capture of a change's rows for triggers.
fn compile_capture(
    planner: &mut Planner<'_>,
    capture: Option<&BoundCapture>,
    (database, table): (&Arc<Database>, ObjectId),
) -> Result<Option<Captured>, SqlError> {
    let Some(capture) = capture else { return Ok(None) };
    let output = compile_output_rows(planner, &capture.rows)?;
    let mut changed = vec![(table, Arc::from(capture.firing.columns.as_slice()))];
    let others = capture.firing.cascaded.iter().filter(|cascaded| cascaded.id != table);
    changed.extend(others.map(|cascaded| (cascaded.id, Arc::from(cascaded.columns.as_slice()))));
    let views = capture.firing.views.iter().map(|view| ViewRows::compile(planner, view, database, &changed));
    let views = views.filter_map(Result::transpose).collect::<Result<_, _>>()?;
    let rows = Capturing::new(&capture.firing, Arc::clone(database));
    Ok(Some(Captured { output, rows, table, views, cascaded: Vec::new() }))
}

/// Compiles a change that INSTEAD OF triggers replace. The plan computes the rows of `inserted` and
/// `deleted`; the table itself isn't changed. Fails with 208 for an unknown system view, and with
/// 911 for an unknown database.
pub(in crate::statement) fn compile_instead(
    planner: &mut Planner<'_>,
    instead: &BoundInstead,
) -> Result<Instead, SqlError> {
    let firing = &instead.firing;
    let database = planner.database(firing.database.as_deref())?;
    let (columns, shown) = (&firing.columns, Arc::from(instead.shown.as_str()));
    // Each row holds the inserted columns, followed by the same columns of the deleted row.
    let value = |builder: &mut Builder, place: usize, value: &Expr| {
        column_value(builder, &columns[place % columns.len()], &shown, value)
    };
    let plan = planner.plan_with(&instead.rows, value)?;
    Ok(Instead { plan, rows: Capturing::new(firing, database) })
}

/// Compiles the new values of updated rows and the rules that check them.
fn compile_assigned(
    planner: &mut Planner<'_>,
    (rows, table, shown, statement): (&TableRows, &Table, &Arc<str>, &'static str),
    (changes, rules): (&[ColumnChange], Option<&BoundRules>),
    sought: Option<u16>,
) -> ChangeKind {
    let stored = rules.into_iter().flat_map(|rules| rules.computed.iter().map(|(place, _)| *place));
    let changed: Vec<usize> = changes.iter().filter_map(|change| change.column).chain(stored).collect();
    let touched = rows.touched(&changed, sought);
    let not_null = changed.iter().map(|place| (*place, &table.columns[*place]));
    let not_null = not_null.filter(|(_, column)| !column.nullable);
    let not_null = not_null.map(|(place, column)| (place, column.name.clone())).collect();
    let rules = rules.map(|rules| Box::new(Rules::compile(planner, rules, table, shown)));
    let mut drawn: Vec<&Expr> = changes.iter().map(|change| &change.value).collect();
    let values = changes.iter().map(|change| {
        let drawn = std::mem::take(&mut drawn);
        (change.column, compile_assignment(planner, (table, shown), change, &drawn))
    });
    ChangeKind::Update(Box::new(Assigned {
        statement,
        values: values.collect(),
        form: RowForm { table: Arc::clone(shown), not_null, rules },
        touched,
        cursor: RowCursor::default(),
        row: Vec::new(),
        bytes: Vec::new(),
    }))
}

/// Compiles the values that are computed when a row is found, and the source of their columns.
fn compile_first(
    planner: &mut Planner<'_>,
    table: (&Table, &Arc<str>),
    first: &[(ColumnId, ColumnChange)],
) -> Option<(usize, Vec<Piece>)> {
    if first.is_empty() {
        return None;
    }
    let mut drawn: Vec<&Expr> = first.iter().map(|(_, change)| &change.value).collect();
    let values = first.iter().map(|(_, change)| {
        let drawn = std::mem::take(&mut drawn);
        compile_assignment(planner, table, change, &drawn)
    });
    let values = values.collect();
    let columns: Vec<ColumnId> = first.iter().map(|(id, _)| *id).collect();
    Some((planner.builder.source(&columns, None), values))
}

/// Compiles one assignment. It also writes the variable of `@v = column = value`. The first one of
/// a row draws for all values, `drawn`: a sequence has one value in a row.
fn compile_assignment(
    planner: &mut Planner<'_>,
    (table, shown): (&Table, &Arc<str>),
    change: &ColumnChange,
    drawn: &[&Expr],
) -> Piece {
    let builder = &mut *planner.builder;
    let start = builder.here();
    builder.draw(drawn.iter().copied());
    let (result, from) = match change.column.map(|place| &table.columns[place]) {
        Some(column) => (column_value(builder, column, shown, &change.value), column.stored_type()),
        None => (builder.long_value(&change.value, None), change.value.data_type),
    };
    if let Some((slot, to)) = change.variable {
        let variable = builder.variables()[slot];
        let value = match from == to {
            true => result,
            false => {
                let conversion = Conversion { from, to, style: None, tolerant: false, column: None };
                builder.conversion(conversion, result, None)
            }
        };
        builder.kept(value, to, Some(variable));
    }
    builder.push(Op::End);
    Piece { start, result }
}
