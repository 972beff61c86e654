//! Table-valued parameters of functions, and the table variables that calls pass to them
//! (`relational-databases/tables/use-table-valued-parameters-database-engine.md`).

use super::Binder;
use sluice_base::sync::Arc;
use sluice_catalog::{Table, UserType};
use sluice_definition::names::TypeNames;
use sluice_definition::refusal::unsupported;
use sluice_definition::table_definition::{DeclaredType, declared};
use sluice_plan::expression::Expr;
use sluice_syntax::ast;
use sluice_types::{DataType, SqlError, Value};

/// The type of a function's parameter.
pub(super) enum ParameterType {
    /// A scalar type.
    Value(DataType),
    /// The table type of a table-valued parameter.
    Rows(Arc<UserType>),
}

/// Returns the type of a function's parameter. Fails with 352 for a table type without READONLY,
/// with 346 for READONLY of another type, with 40517 for a default of a table.
pub(super) fn parameter_type(
    ordinal: usize,
    parameter: &ast::Parameter,
    types: &dyn TypeNames,
) -> Result<ParameterType, SqlError> {
    let name = &parameter.name.text;
    match declared(ordinal, &parameter.data_type, types)? {
        DeclaredType::Scalar(..) if parameter.read_only => Err(SqlError::scalar_parameter_is_readonly(name)),
        DeclaredType::Scalar(data_type, _) => Ok(ParameterType::Value(data_type)),
        DeclaredType::Table(_) if !parameter.read_only => Err(SqlError::table_parameter_not_readonly(name)),
        DeclaredType::Table(_) if parameter.default.is_some() => {
            Err(unsupported("default of a table-valued parameter"))
        }
        DeclaredType::Table(user_type) => Ok(ParameterType::Rows(user_type)),
    }
}

/// Returns the value in the place of a table among the arguments. It isn't NULL, so that RETURNS
/// NULL ON NULL INPUT looks at the other arguments alone.
pub(super) fn placeholder() -> Expr {
    Expr::constant(Value::Int(0), DataType::Int)
}

impl Binder<'_> {
    /// Returns the table variable that `argument` passes to a parameter of the table type `wanted`.
    /// `None` for DEFAULT, which is an empty table. Fails with 206 for a value and for a table of
    /// another type.
    pub(super) fn row_argument(
        &mut self,
        argument: &ast::Expr,
        wanted: &Arc<UserType>,
    ) -> Result<Option<Arc<Table>>, SqlError> {
        let (name, of) = match &argument.kind {
            ast::ExprKind::Default => return Ok(None),
            ast::ExprKind::Variable(name) if let Some(of) = self.type_of_rows(&name.text) => (name, of),
            _ => {
                let value = self.bind_value(argument)?;
                return Err(SqlError::type_clash(value.data_type.operand_name(), &wanted.name));
            }
        };
        match of {
            Some(of) if of == *wanted => Ok(Some(self.table_variable(name)?.1)),
            of => Err(SqlError::type_clash(of.as_ref().map_or("table", |of| &of.name), &wanted.name)),
        }
    }

    /// Returns the table type of a table variable or table-valued parameter. The outer `None` means
    /// no such variable, the inner one no table type.
    fn type_of_rows(&self, name: &str) -> Option<Option<Arc<UserType>>> {
        match self.inside.last() {
            Some(inside) => inside.rows_parameter(name).map(|rows| Some(Arc::clone(&rows.user_type))),
            None => self.variables.is_table(name).then(|| self.variables.table_type(name).cloned()),
        }
    }
}
