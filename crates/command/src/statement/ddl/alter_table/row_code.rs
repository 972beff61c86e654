//! Compiled code over a table's rows for statements that generate their own expressions.

use crate::statement::Env;
use crate::statement::function::Registry;
use sluice_base::sync::Arc;
use sluice_plan::UserFunction;
use sluice_query::code::{Builder, Code, VariableRegisters};
use sluice_query::operator::{Functions, Planner, Routine};
use sluice_types::SqlError;

/// Compiled code and the user functions it calls.
pub(super) struct RowCode {
    code: Code,
    functions: Functions,
}

impl RowCode {
    /// Compiles the code that `build` emits and grows the batch's frame for it. `functions` are the
    /// user functions that the code calls. Constants are set in the frame at once. Locks that
    /// `build` registers aren't taken here.
    pub(super) fn compile<T>(
        env: &mut Env<'_, '_>,
        functions: &[Arc<UserFunction>],
        build: impl FnOnce(&mut Planner<'_>) -> Result<T, SqlError>,
    ) -> Result<(RowCode, T), SqlError> {
        let mut builder = Builder::new(env.frame.registers.len() as u32, VariableRegisters::default());
        let names = env.names();
        let mut planner = Planner::new(&names, &mut builder, &[]);
        let mut registry = Registry::new(&names);
        registry.enter(&mut planner, functions)?;
        let made = build(&mut planner)?;
        let mut code = builder.finish()?;
        let functions = registry.finish();
        env.frame.grow_to(code.registers);
        env.frame.make_room(code.sources.len());
        for (register, value) in code.constants.drain(..) {
            env.frame.set(register, value);
        }
        Ok((RowCode { code, functions }, made))
    }

    /// Returns the code with its functions and without subqueries, to run over rows.
    pub(super) fn routine(&self) -> Routine<'_> {
        Routine { code: &self.code, subplans: &[], functions: &self.functions }
    }
}
