//! The programs that system procedures compile, describe and run.

use super::calls::{Calls, refuse};
use super::ending::{Ending, Raised, Stop};
use super::interpreter::Interpreter;
use super::invocation::Programs;
use super::parameter::Argument;
use super::prepared_statement::check_statement;
use super::procedure_name::{find, is_in_sys};
use super::procedures;
use sluice_base::sync::Arc;
use sluice_catalog::{Module, ObjectName};
use sluice_command::statement::Env;
use sluice_query::code::Reg;
use sluice_session::prepared::PreparedStatement;
use sluice_types::{DataType, SqlError};

impl Programs for Calls<'_> {
    fn run_text(&mut self, env: &mut Env<'_, '_>, text: &str) -> Result<Ending, SqlError> {
        Interpreter::new(env, self).run_text(text)
    }

    fn run_statement(
        &mut self,
        env: &mut Env<'_, '_>,
        text: (&str, &str),
        arguments: &[Argument],
        status: Option<(Reg, DataType)>,
    ) -> Result<Ending, SqlError> {
        Interpreter::new(env, self).run_statement(text, arguments, status)
    }

    fn procedure(&self, env: &Env<'_, '_>, name: &ObjectName) -> Result<Option<Arc<Module>>, SqlError> {
        if is_in_sys(name) && procedures::named(&name.object).is_some() {
            return Ok(None);
        }
        let (_, module) = find(env.state, env.context.host, name)?.into_found();
        Ok(Some(module))
    }

    fn raise(&mut self, env: &mut Env<'_, '_>, raised: Raised, text: &str) -> Result<Ending, SqlError> {
        // The TRY block around the call counts already.
        match Interpreter::new(env, self).raise(raised, text, false) {
            Stop::Called(ending) => Ok(ending),
            Stop::Failed(error) | Stop::Unbound(error) => Err(error),
            _ => Ok(Ending::BatchEnded),
        }
    }

    fn is_in_try(&self) -> bool {
        self.tries > 0
    }

    fn refuse(&self, env: &mut Env<'_, '_>, errors: Vec<SqlError>) -> Ending {
        refuse(env, self, errors)
    }

    fn check_statement(
        &mut self,
        env: &mut Env<'_, '_>,
        statement: &PreparedStatement,
        tells: bool,
    ) -> Result<(), Vec<SqlError>> {
        check_statement(self.plans, env, statement, tells)
    }

    fn describe(
        &mut self,
        env: &mut Env<'_, '_>,
        (text, declarations): (&str, &str),
        browse_mode: Option<i64>,
    ) -> Result<Ending, SqlError> {
        Interpreter::new(env, self).describe(text, declarations, browse_mode)
    }

    fn describe_undeclared(
        &mut self,
        env: &mut Env<'_, '_>,
        (text, declarations): (&str, &str),
    ) -> Result<Ending, SqlError> {
        Interpreter::new(env, self).describe_undeclared(text, declarations)
    }
}
