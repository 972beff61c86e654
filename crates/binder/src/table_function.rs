//! Multi-statement table-valued user functions in FROM.
//!
//! The executor runs the function's statements. This file binds the parameters and columns from the
//! function's definition.

use super::Binder;
use super::bound::BoundSource;
use super::conversion::implicit;
use super::definition::Making;
use super::row_argument::{ParameterType, parameter_type, placeholder};
use super::scope::{ScopeColumn, Source};
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::{Column, Module, Table};
use sluice_definition::index_definition::filegroup_of_tempdb;
use sluice_definition::module_script::script_of;
use sluice_definition::names::{NoNames, TypeNames, object_name};
use sluice_definition::refusal::{argument_count_differs, column_count_differs, syntax_error, unsupported};
use sluice_definition::table_definition::definition_of_variable;
use sluice_definition::variables::Variables;
use sluice_plan::expression::Expr;
use sluice_plan::physical::{Node, RowsOfModule};
use sluice_syntax::ast::{self, FunctionBody, StatementKind, TableVariable};
use sluice_types::SqlError;

/// Returns the columns of a multi-statement function's rows, from its definition in `module`. A
/// module of another kind fails with 40517.
pub fn function_columns(module: &Module, types: &dyn TypeNames) -> Result<Vec<Column>, SqlError> {
    let function = definition_of(module)?;
    columns_of(returned(&function)?, types)
}

/// Returns the columns of the table that a function returns.
fn columns_of(table: &TableVariable, types: &dyn TypeNames) -> Result<Vec<Column>, SqlError> {
    let definition = definition_of_variable(table, types)?;
    let empty = Table::empty(ObjectId(0), String::new(), table.name.text.to_string());
    let new_id = || ObjectId(0);
    let making = Making {
        statement: "CREATE FUNCTION",
        database: None,
        is_checked: true,
        new_id: &new_id,
        filegroup: &filegroup_of_tempdb,
    };
    Ok(Binder::new(&NoNames, &Variables::default()).define(&empty, &definition, making)?.0.columns)
}

fn definition_of(module: &Module) -> Result<ast::Function, SqlError> {
    let script = script_of(module);
    if let Some(error) = script.errors.first() {
        return Err(syntax_error(error));
    }
    match script.statements.into_iter().next().map(|statement| statement.kind) {
        Some(StatementKind::Function(function)) => Ok(*function),
        _ => Err(unsupported("module of this kind")),
    }
}

fn returned(function: &ast::Function) -> Result<&TableVariable, SqlError> {
    match &function.body {
        FunctionBody::MultiStatement { table, .. } => Ok(table),
        FunctionBody::Scalar { .. } | FunctionBody::Inline(_) => Err(unsupported("function of this kind")),
    }
}

impl Binder<'_> {
    /// Binds a call in FROM. Fails with 313 for too few and 8144 for too many arguments. Arguments
    /// are converted to the parameters' types; DEFAULT takes the parameter's default. The body
    /// isn't compiled here.
    pub(super) fn bind_table_function(
        &mut self,
        (database, module): (Option<String>, &Arc<Module>),
        written: &[ast::Expr],
        alias: Option<&ast::TableAlias>,
    ) -> Result<BoundSource, SqlError> {
        let function = definition_of(module)?;
        let (given, wanted) = (written.len(), function.parameters.len());
        if given != wanted {
            return Err(
                argument_count_differs(given < wanted, format_args!("{}.{}", module.schema, module.name)).in_state(3)
            );
        }
        let types = self.names.catalog(database.as_deref())?.unwrap_or_default();
        let (mut arguments, mut lent) = (Vec::with_capacity(given), Vec::new());
        for (place, (parameter, argument)) in function.parameters.iter().zip(written).enumerate() {
            let data_type = match parameter_type(place + 1, parameter, &*types)? {
                ParameterType::Value(data_type) => data_type,
                ParameterType::Rows(wanted) => {
                    lent.push((place, self.row_argument(argument, &wanted)?));
                    arguments.push(placeholder());
                    continue;
                }
            };
            let value: Expr = match (&argument.kind, &parameter.default) {
                (ast::ExprKind::Default, Some(default)) => self.bind_value(default)?,
                _ => self.bind_value(argument)?,
            };
            arguments.push(implicit(value, data_type)?);
        }
        let found = columns_of(returned(&function)?, &*types)?;
        let columns = self.columns_of(&found);
        let ids = columns.iter().map(|column| column.id).collect();
        let (alias, schema) = match alias {
            Some(alias) => (alias.name.text.to_string(), None),
            None => (module.name.clone(), Some(module.schema.clone())),
        };
        let rows = RowsOfModule { database, module: Arc::clone(module), arguments, lent, columns: ids };
        let repeats = schema.is_some();
        let sources = vec![Source { alias, schema, columns, repeats }];
        Ok(BoundSource { node: Node::Invoke(Box::new(rows)), sources })
    }
}

/// Returns the rows of a function; 313 and 8144 of their call name the function as `written`.
pub(super) fn called(
    bound: Result<BoundSource, SqlError>,
    module: &Module,
    written: &ast::ObjectName,
) -> Result<BoundSource, SqlError> {
    bound.map_err(|mut error| {
        if [TOO_FEW_ARGUMENTS, TOO_MANY_ARGUMENTS].contains(&error.number)
            && let Some(function) = error.args.first_mut()
            && *function == format!("{}.{}", module.schema, module.name)
        {
            *function = object_name(written).to_string();
        }
        error
    })
}

const TOO_FEW_ARGUMENTS: i32 = 313;
const TOO_MANY_ARGUMENTS: i32 = 8144;

/// Fails with 317 if the alias of a user's function has names for columns
/// (`t-sql/queries/from-transact-sql.md`).
pub(super) fn refuse_column_alias(module: &Module, alias: Option<&ast::TableAlias>) -> Result<(), SqlError> {
    match alias.is_some_and(|alias| !alias.columns.is_empty()) {
        true => Err(SqlError::function_with_column_alias(&module.name)),
        false => Ok(()),
    }
}

/// Renames the columns by the alias's column list, if any. Fails with 8158 for too few and 8159 for
/// too many names. Without a list they keep their names.
pub(super) fn renamed(
    mut columns: Vec<ScopeColumn>,
    alias: Option<&ast::TableAlias>,
) -> Result<Vec<ScopeColumn>, SqlError> {
    let Some(alias) = alias.filter(|alias| !alias.columns.is_empty()) else { return Ok(columns) };
    if alias.columns.len() != columns.len() {
        return Err(column_count_differs(columns.len() > alias.columns.len(), &alias.name.text));
    }
    columns.iter_mut().zip(&alias.columns).for_each(|(column, name)| column.name = name.text.to_string());
    Ok(columns)
}
