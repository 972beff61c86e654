//! Compiles the bodies of interpreted functions and of the catalog's modules.

use super::body::{attributed, context_of};
use super::compiled_batch::Batch;
use super::compiler::{Owner, compile_statements, syntax_error};
use super::parameter::Parameter;
use super::types::Types;
use sluice_base::sync::Arc;
use sluice_catalog::Module;
use sluice_command::statement::refusals;
use sluice_plan::table_definition::declared_type;
use sluice_plan::unsupported;
use sluice_session::cached_plan::CachedPlan;
use sluice_syntax::ast::{Function, FunctionBody, Statement, StatementKind};
use sluice_types::SqlError;

impl Batch {
    /// Compiles the body of a function that is defined on `line`. The last step of a table function
    /// returns the rows of the result table. Fails with all errors found, attributed to the
    /// function: also 443 for statements that a function may not contain, and 40517 for cursor
    /// parameters and for an inline function.
    pub(super) fn of_function(
        function: &Function,
        line: u32,
        plan: Arc<CachedPlan>,
        types: Types,
    ) -> Result<Batch, Vec<SqlError>> {
        let (statements, owner): (_, &dyn Fn(Box<str>) -> Result<Owner, SqlError>) = match &function.body {
            FunctionBody::MultiStatement { table, statements } => {
                (statements, &|name| Ok(Owner::Function(name, Box::new(table.clone()))))
            }
            FunctionBody::Scalar { returns, statements } => {
                (statements, &|name| Ok(Owner::Scalar(name, declared_type(0, returns, &types)?)))
            }
            FunctionBody::Inline(_) => return Err(vec![unsupported("function of this kind")]),
        };
        let name = &function.name.name.text;
        let attributed = |error: SqlError| attributed(error, name, line);
        let refused = refusals(statements);
        if !refused.is_empty() {
            return Err(refused.into_iter().map(attributed).collect());
        }
        let parameters = Parameter::declared(&function.parameters, &types).map_err(|error| vec![attributed(error)])?;
        if parameters.iter().any(|parameter| parameter.is_cursor) {
            return Err(vec![attributed(unsupported("parameter of a cursor's type"))]);
        }
        let owner = owner(name.clone()).map_err(|error| vec![attributed(error)])?;
        let program = compile_statements(statements, &parameters, owner, types);
        let program = program.map_err(|errors| errors.into_iter().map(attributed).collect::<Vec<_>>())?;
        let context = context_of(&function.options);
        Ok(Batch { context, ..Batch::of_program(program, plan, parameters, "") })
    }

    /// Compiles the body of a procedure, function or DDL trigger of the catalog. Fails with its
    /// syntax errors or those of its compilation. Other kinds fail with 40517.
    pub(super) fn of_module(module: &Module, types: Types) -> Result<Batch, Vec<SqlError>> {
        let script = sluice_plan::script_of(module);
        if !script.errors.is_empty() {
            return Err(script.errors.iter().map(syntax_error).collect());
        }
        let plan = || CachedPlan::of_module(module);
        match script.statements.first() {
            Some(Statement { kind: StatementKind::Procedure(procedure), line, .. }) => {
                Batch::of_procedure(procedure, *line, plan(), types)
            }
            Some(Statement { kind: StatementKind::Function(function), line, .. }) => {
                Batch::of_function(function, *line, plan(), types)
            }
            Some(Statement { kind: StatementKind::Trigger(trigger), line, .. }) => {
                Batch::of_trigger(trigger, (*line, Arc::default()), plan(), types)
            }
            _ => Err(vec![unsupported("module of this kind")]),
        }
    }
}
