//! Inserts rows that a client has sent into a table variable. The INSERT reads them as a view that
//! only this statement can see.

use crate::captured::NAME;
use crate::statement::{BoundSlot, BoundSource, Env};
use sluice_base::sync::Arc;
use sluice_catalog::{Column, SystemViewDef, ViewPermission};
use sluice_plan::{Variables, unsupported};
use sluice_query::code::VariableRegisters;
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
/// the table's, with 8023 for a value that doesn't have the declared type. It runs `INSERT …
/// SELECT` from a view of the rows. Columns that the client marks as default are left out. Does
/// nothing without rows or without such a variable. Fails with 40517 if the client marks all
/// columns as default.
pub fn insert(env: &mut Env<'_, '_>, given: GivenRows) -> Result<(), SqlError> {
    let GivenRows { variable, mut rows } = given;
    let Some(table) = env.state.module.table_variables.get(&variable) else { return Ok(()) };
    if rows.columns.len() != table.columns.len() {
        return Err(SqlError::table_parameter_column_count(rows.columns.len(), table.columns.len()));
    }
    if rows.rows.is_empty() {
        return Ok(());
    }
    let given = table.columns.iter().zip(&rows.columns).filter_map(|(column, given)| Some((column, (*given)?)));
    let given: Vec<_> = given.collect();
    let invalid = |name: &str| SqlError::invalid_rpc_value(variable.trim_start_matches('@'), String::new(), name);
    for row in &mut rows.rows {
        if row.len() != given.len() {
            return Err(invalid("table"));
        }
        for (value, (_, data_type)) in row.iter_mut().zip(&given) {
            *value = sent_value(value, *data_type).ok_or_else(|| invalid(data_type.name()))?;
        }
    }
    let names: Vec<String> = given.iter().map(|(column, _)| sluice_types::bracketed(&column.name)).collect();
    if names.is_empty() {
        return Err(unsupported("rows of a table-valued parameter that have defaults alone"));
    }
    let text = format!("INSERT {variable} ({}) SELECT * FROM sys.[{NAME}]", names.join(", "));
    let statement = sluice_syntax::parse(&text).statements.into_iter().next().map(|statement| statement.kind);
    let Some(StatementKind::Insert(insert)) = statement else { return Ok(()) };
    let mut variables = Variables::default();
    variables.declare_table(&variable)?;
    let column = |(place, (_, data_type)): (usize, &(&Column, _))| Column::nullable(&format!("c{place}"), *data_type);
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
    inserted.map(|_| ()).map_err(|(_, error)| error)
}

impl SystemView for GivenView {
    fn def(&self) -> &Arc<SystemViewDef> {
        &self.def
    }

    fn rows(&self, _: &ViewContext<'_>) -> Result<ViewRows, SqlError> {
        let rows = Arc::clone(&self.rows);
        Ok(Box::new((0..rows.len()).map(move |place| Ok(rows[place].clone()))))
    }
}
