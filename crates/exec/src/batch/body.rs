//! Compiles the body of a procedure, both when it is defined, to report its errors, and at its
//! first call.
//!
//! Objects named in the body need not exist when the procedure is defined (deferred name
//! resolution). Statements over existing objects must bind.

use super::compiled_batch::Batch;
use super::compiler::{Owner, compile_statements, rows_definition};
use super::parameter::Parameter;
use super::prepare::prepare;
use super::program::BoundProgram;
use super::types::Types;
use sluice_base::sync::Arc;
use sluice_command::statement::Env;
use sluice_session::cached_plan::CachedPlan;
use sluice_session::table_variables::TableVariables;
use sluice_syntax::ast::{self, ModuleContext, ModuleOption, Procedure};
use sluice_types::SqlError;

impl Batch {
    /// Compiles the body of a procedure that is defined on `line`. The batch's parameters are the
    /// procedure's. `plan` has the defining text. Fails with all errors found, attributed to the
    /// procedure. Nothing is bound to tables here. Fails with 1051 for a cursor parameter without
    /// VARYING OUTPUT.
    pub(super) fn of_procedure(
        procedure: &Procedure,
        line: u32,
        plan: Arc<CachedPlan>,
        types: Types,
    ) -> Result<Batch, Vec<SqlError>> {
        let name = &procedure.name.name.text;
        let attributed = |error: SqlError| attributed(error, name, line);
        let parameters = Parameter::declared(&procedure.parameters, &types).map_err(|error| vec![attributed(error)])?;
        let both = |(parameter, written): (&Parameter, &ast::Parameter)| {
            written.varying == parameter.is_cursor && (written.output || !parameter.is_cursor)
        };
        if !parameters.iter().zip(&procedure.parameters).all(both) {
            // 1051: a cursor parameter needs VARYING and OUTPUT, in this order; no other has
            // VARYING.
            return Err(vec![attributed(SqlError::invalid_cursor_parameter())]);
        }
        let program = compile_statements(&procedure.body, &parameters, Owner::Procedure(name.clone()), types);
        let program = program.map_err(|errors| errors.into_iter().map(attributed).collect::<Vec<_>>())?;
        let context = context_of(&procedure.options);
        Ok(Batch { context, ..Batch::of_program(program, plan, parameters, "") })
    }
}

/// Returns the EXECUTE AS context in a module's options. `None` without one.
pub(super) fn context_of(options: &[ModuleOption]) -> Option<ModuleContext> {
    options.iter().find_map(|option| match option {
        ModuleOption::ExecuteAs(context) => Some(context.clone()),
        _ => None,
    })
}

/// Adds the module's name and the line of its definition to an error. They replace earlier ones.
pub(super) fn attributed(error: SqlError, name: &str, line: u32) -> SqlError {
    error.at_line(line).in_procedure(Some(name.into()))
}

/// Returns the errors in the statements of a module before it is created.
pub(super) fn check(env: &mut Env<'_, '_>, body: &mut Batch) -> Result<(), Vec<SqlError>> {
    within(env, body, prepare)
}

/// Runs `look` over a program without executing it, with registers and table variables of its own.
/// The caller's table variables are set aside meanwhile. Those of the program are dropped
/// afterwards.
pub(super) fn within<T>(
    env: &mut Env<'_, '_>,
    body: &mut Batch,
    look: impl FnOnce(&mut BoundProgram, &mut Env<'_, '_>) -> Result<T, Vec<SqlError>>,
) -> Result<T, Vec<SqlError>> {
    let variables = std::mem::take(&mut env.state.module.table_variables);
    body.begin(env.frame.globals);
    let rows = body.parameters.iter().enumerate().filter(|(_, parameter)| parameter.rows.is_some());
    let rows: Vec<_> = rows.map(|(place, _)| (place, None)).collect();
    let lent = lend(env, &variables, body, &rows).map_err(|error| vec![error]);
    let made = lent.and_then(|()| {
        env.state.module.table_variables.make(env.context.host, &body.bound.program.tables).map_err(|error| vec![error])
    });
    let mut inner = Env { state: env.state, frame: &mut body.frame, context: env.context, sink: env.sink };
    let checked = made.and_then(|()| look(&mut body.bound, &mut inner));
    env.state.module.table_variables.release();
    env.state.module.table_variables = variables;
    checked
}

/// Lends the caller's table `variables` to the table-valued parameters of `rows`. A parameter
/// without an argument gets an empty table of its own. Fails if the table type is gone or tempdb
/// has no room.
pub(super) fn lend(
    env: &mut Env<'_, '_>,
    variables: &TableVariables,
    batch: &Batch,
    rows: &[(usize, Option<Box<str>>)],
) -> Result<(), SqlError> {
    for (place, variable) in rows {
        let Parameter { name, rows: Some(user_type), .. } = &batch.parameters[*place] else { continue };
        match variable {
            Some(variable) => env.state.module.table_variables.lend(variables, variable, name),
            None => {
                let definition = rows_definition(user_type, &*env.state.transaction.work.catalog(&env.state.database))?;
                env.state.module.table_variables.make(env.context.host, &[(name.to_string(), definition)])?;
            }
        }
    }
    Ok(())
}
