//! What a module's text declares of its parameters, for those who show them.

use super::parameter::Parameter;
use sluice_base::sync::Arc;
use sluice_catalog::{Catalog, Module, TypeId};
use sluice_plan::{DeclaredType, UserFunction, table_definition};
use sluice_syntax::ast::{FunctionBody, Statement, StatementKind, TypeName};
use sluice_types::DataType;

/// A parameter of a procedure or function, or what a scalar function returns, which has no name.
pub struct DeclaredParameter {
    /// Its name, with its @.
    pub name: String,
    /// Its type.
    pub data_type: DataType,
    /// The user's type that it was declared with.
    pub user_type: Option<TypeId>,
    /// Whether it is of a table type: READONLY.
    pub is_read_only: bool,
    /// Whether it is for a cursor.
    pub is_cursor: bool,
    /// OUTPUT.
    pub is_output: bool,
}

/// What a scalar function returns, and the parameters in their order; nothing of a module that has none, or whose text cannot be read.
pub fn declared_parameters(
    module: &Arc<Module>,
    types: &Catalog,
) -> (Option<DeclaredParameter>, Vec<DeclaredParameter>) {
    let script = sluice_syntax::parse(&module.definition);
    let (written, function) = match script.statements.first() {
        Some(Statement { kind: StatementKind::Procedure(procedure), .. }) => (&procedure.parameters, false),
        Some(Statement { kind: StatementKind::Function(function), .. }) => (&function.parameters, true),
        _ => return (None, Vec::new()),
    };
    let returned = UserFunction::from_module(None, module, types).ok().filter(|_| function);
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
    let shown = |parameter: Parameter| DeclaredParameter {
        name: parameter.name.into(),
        data_type: parameter.data_type,
        user_type: parameter.user_type,
        is_read_only: parameter.rows.is_some(),
        is_cursor: parameter.is_cursor,
        is_output: parameter.is_output,
    };
    (returned, declared.map(shown).collect())
}
