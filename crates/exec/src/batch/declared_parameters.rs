//! What a module's text declares of its parameters, for those who show them.

use super::parameter::Parameter;
use sluice_base::sync::Arc;
use sluice_catalog::Module;
use sluice_plan::UserFunction;
use sluice_syntax::ast::{Statement, StatementKind};
use sluice_types::DataType;

/// A parameter of a procedure or function, or what a scalar function returns, which has no name.
pub struct DeclaredParameter {
    /// Its name, with its @.
    pub name: String,
    /// Its type.
    pub data_type: DataType,
    /// OUTPUT.
    pub is_output: bool,
}

/// What a scalar function returns, and the parameters in their order; nothing of a module that has none, or whose text cannot be read.
pub fn declared_parameters(module: &Arc<Module>) -> (Option<DeclaredParameter>, Vec<DeclaredParameter>) {
    let script = sluice_syntax::parse(&module.definition);
    let (written, function) = match script.statements.first() {
        Some(Statement { kind: StatementKind::Procedure(procedure), .. }) => (&procedure.parameters, false),
        Some(Statement { kind: StatementKind::Function(function), .. }) => (&function.parameters, true),
        _ => return (None, Vec::new()),
    };
    let returned = UserFunction::of(None, module).ok().filter(|_| function);
    let returned = returned.map(|it| DeclaredParameter { name: String::new(), data_type: it.returns, is_output: true });
    let declared = Parameter::declared(written).unwrap_or_default().into_iter();
    let shown = |parameter: Parameter| DeclaredParameter {
        name: parameter.name.into(),
        data_type: parameter.data_type,
        is_output: parameter.is_output,
    };
    (returned, declared.map(shown).collect())
}
