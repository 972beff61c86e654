//! The parameters that a module's text declares, and the result of a scalar function, for system
//! views. Default values aren't included.

use super::parameter::Parameter;
use sluice_base::sync::Arc;
use sluice_catalog::{Catalog, Module, TypeId};
use sluice_command::statement::CommandParameter;
use sluice_plan::{DeclaredType, table_definition};
use sluice_syntax::ast::{FunctionBody, Statement, StatementKind, TypeName};
use sluice_types::DataType;

/// A parameter of a procedure or function, or the result of a scalar function, which has no name.
pub struct DeclaredParameter {
    /// Name, with its @. Empty for a function's result.
    pub name: String,
    /// Its type.
    pub data_type: DataType,
    /// User-defined type of the declaration.
    pub user_type: Option<TypeId>,
    /// Whether the parameter is READONLY, that is, of a table type.
    pub is_read_only: bool,
    /// Whether the parameter is a cursor.
    pub is_cursor: bool,
    /// Whether the parameter is OUTPUT.
    pub is_output: bool,
}

/// Returns the result of a scalar function and the parameters in order. Both are empty for a module
/// without parameters or with an unreadable text. Alias types are resolved with `types`; a type
/// that is gone gives no result or no parameters.
pub fn declared_parameters(
    module: &Arc<Module>,
    types: &Catalog,
) -> (Option<DeclaredParameter>, Vec<DeclaredParameter>) {
    let script = sluice_plan::script_of(module);
    let (written, function) = match script.statements.first() {
        Some(Statement { kind: StatementKind::Procedure(procedure), .. }) => (&procedure.parameters, false),
        Some(Statement { kind: StatementKind::Function(function), .. }) => (&function.parameters, true),
        _ => return (None, Vec::new()),
    };
    let returned = sluice_binder::scalar_function(None, module, types).ok().filter(|_| function);
    let of_result = |written: &TypeName| match table_definition::declared(1, written, types) {
        Ok(DeclaredType::Scalar(_, user_type)) => user_type.map(|user_type| user_type.id),
        _ => None,
    };
    let returned = returned.map(|it| {
        let user_type = match &it.definition.body {
            FunctionBody::Scalar { returns, .. } => of_result(returns),
            _ => None,
        };
        let (name, data_type) = (String::new(), it.returns);
        DeclaredParameter { name, data_type, user_type, is_read_only: false, is_cursor: false, is_output: true }
    });
    let declared = Parameter::declared(written, types).unwrap_or_default().into_iter();
    (returned, declared.map(DeclaredParameter::from).collect())
}

impl From<&CommandParameter> for DeclaredParameter {
    fn from(parameter: &CommandParameter) -> DeclaredParameter {
        DeclaredParameter {
            name: parameter.name.to_owned(),
            data_type: parameter.data_type,
            user_type: None,
            is_read_only: false,
            is_cursor: false,
            is_output: parameter.is_output,
        }
    }
}

impl From<Parameter> for DeclaredParameter {
    fn from(parameter: Parameter) -> DeclaredParameter {
        DeclaredParameter {
            name: parameter.name.into(),
            data_type: parameter.data_type,
            user_type: parameter.user_type,
            is_read_only: parameter.rows.is_some(),
            is_cursor: parameter.is_cursor,
            is_output: parameter.is_output,
        }
    }
}
