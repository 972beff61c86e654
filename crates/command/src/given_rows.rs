//! Inserts rows that a client has sent into a table variable. The INSERT reads them as a view that
//! only this statement can see.

use crate::captured::NAME;
use crate::statement::{BoundSlot, BoundSource, Env};
use sluice_base::sync::Arc;
use sluice_catalog::{Column, SystemViewDef, ViewPermission};
use sluice_plan::{Variables, unsupported};
use sluice_query::code::VariableRegisters;
use sluice_session::consequence::UNSUPPORTED;
use sluice_session::host::{SystemView, ViewContext, ViewRows};
use sluice_session::request_rows::GivenRows;
use sluice_session::sink::NullSink;
use sluice_syntax::ast::StatementKind;
use sluice_types::{SqlError, Value, sent_value};

struct GivenView {
    def: Arc<SystemViewDef>,
    rows: Arc<Vec<Vec<Value>>>,
}

/// Inserts the rows into their table variable. Fails with 500 if the number of columns differs from
/// the table's, with 8043 for a value that doesn't have the declared type. Other errors of the rows
/// are followed by 8061, or by 8062 if the argument has no name. It runs `INSERT … SELECT` from a
/// view of the rows. Columns that the client marks as default are left out. Does nothing without
/// rows or without such a variable. Fails with 40517 if the client marks all columns as default.
/// The flag of an error says whether the statement had begun.
pub fn insert(env: &mut Env<'_, '_>, given: GivenRows) -> Result<(), (bool, SqlError)> {
    let (position, name) = given.argument.clone();
    insert_rows(env, given).map_err(|(has_begun, error)| match error.number {
        _ if is_of_request(&error) => (false, error),
        number if name.is_empty() => {
            let refused = SqlError::rows_of_unnamed_parameter_refused(position, number, error.state);
            (has_begun, refused.after(error))
        }
        number => (has_begun, SqlError::rows_of_parameter_refused(name, number, error.state).after(error)),
    })
}

/// Whether an error is one of the request itself: its form, a missing feature, or its end.
fn is_of_request(error: &SqlError) -> bool {
    let of_request = [SqlError::CANCELLED, WRONG_COLUMN_COUNT, WRONG_VALUE, UNSUPPORTED];
    of_request.contains(&error.number) || error.severity >= OF_SYSTEM
}

fn insert_rows(env: &mut Env<'_, '_>, given: GivenRows) -> Result<(), (bool, SqlError)> {
    let GivenRows { variable, argument: (position, name), mut rows } = given;
    let Some(table) = env.state.module.table_variables.get(&variable) else { return Ok(()) };
    if rows.columns.len() != table.columns.len() {
        return Err((false, SqlError::table_parameter_column_count(rows.columns.len(), table.columns.len())));
    }
    if rows.rows.is_empty() {
        return Ok(());
    }
    let given = table.columns.iter().zip(&rows.columns).enumerate();
    let given = given.filter_map(|(place, (column, given))| Some((column, (*given)?, place + 1)));
    let given: Vec<_> = given.collect();
    for (number, row) in rows.rows.iter_mut().enumerate() {
        let invalid = |ordinal: usize, type_name: &str| {
            (false, SqlError::invalid_rpc_cell(position, &name, number + 1, ordinal, type_name))
        };
        if row.len() != given.len() {
            return Err(invalid(row.len(), "table"));
        }
        for (value, (_, data_type, ordinal)) in row.iter_mut().zip(&given) {
            *value = sent_value(value, *data_type).ok_or_else(|| invalid(*ordinal, data_type.name()))?;
        }
    }
    let names: Vec<String> = given.iter().map(|(column, ..)| sluice_types::bracketed(&column.name)).collect();
    if names.is_empty() {
        return Err((false, unsupported("rows of a table-valued parameter that have defaults alone")));
    }
    let text = format!("INSERT {variable} ({}) SELECT * FROM sys.[{NAME}]", names.join(", "));
    let statement = sluice_syntax::parse(&text).statements.into_iter().next().map(|statement| statement.kind);
    let Some(StatementKind::Insert(insert)) = statement else { return Ok(()) };
    let mut variables = Variables::default();
    variables.declare_table(&variable).map_err(|error| (false, error))?;
    let column =
        |(place, (_, data_type, _)): (usize, &(&Column, _, usize))| Column::nullable(&format!("c{place}"), *data_type);
    let columns = given.iter().enumerate().map(column).collect();
    let def = Arc::new(SystemViewDef {
        schema: "sys",
        name: NAME,
        permission: ViewPermission::Own,
        columns,
        parameters: None,
        reach: sluice_catalog::ViewReach::default(),
    });
    let mut slot = BoundSlot::new(BoundSource::Insert(insert), Arc::new(variables), VariableRegisters::default());
    env.state.module.captured = Some(Arc::new(GivenView { def, rows: Arc::new(rows.rows) }));
    let mut silent = Env { state: env.state, frame: env.frame, context: env.context, sink: &mut NullSink };
    let inserted = slot.run(&mut silent);
    env.state.module.captured = None;
    inserted.map(|_| ()).map_err(|(is_binding, error)| (!is_binding, error))
}

/// The numbers of errors that come without 8061.
const WRONG_COLUMN_COUNT: i32 = 500;
const WRONG_VALUE: i32 = 8043;
/// The least severity of an error of the system rather than of the rows.
const OF_SYSTEM: u8 = 17;

impl SystemView for GivenView {
    fn def(&self) -> &Arc<SystemViewDef> {
        &self.def
    }

    fn rows(&self, _: &ViewContext<'_>) -> Result<ViewRows, SqlError> {
        let rows = Arc::clone(&self.rows);
        Ok(Box::new((0..rows.len()).map(move |place| Ok(rows[place].clone()))))
    }
}
