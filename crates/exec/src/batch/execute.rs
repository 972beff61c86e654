//! Compiles EXECUTE of strings, procedures and system procedures.

use super::application_lock;
use super::call::{Call, STATEMENT_ARGUMENTS, StatementCall};
use super::call_procedure::{ProcedureCall, ProcedureName};
use super::compiler::Compiler;
use super::cursor_call::{CursorCall, CursorProcedure};
use super::prepared_call::{PreparedCall, PreparedProcedure};
use super::program::Step;
use super::sequence_range::PROCEDURE;
use super::session_context;
use super::simple_step::refuse_server;
use super::system_procedure::{SystemCall, SystemProcedure};
use sluice_catalog::snapshot::{DEFAULT_SCHEMA, SYSTEM_SCHEMA};
use sluice_catalog::{ObjectName, name};
use sluice_plan::{object_name, unsupported, walk};
use sluice_query::code::Reg;
use sluice_syntax::ast::{AssignmentOperator, Execute, ExecuteModule, ExecuteOption, Expr, ExprKind, Literal};
use sluice_types::{DataType, Length, SqlError};
use std::cell::RefCell;

/// The target of an EXECUTE.
pub(super) enum Called {
    /// Another program.
    Program(Call),
    /// A system procedure compiled to a program step rather than called.
    BuiltIn(&'static str),
}

impl Compiler {
    /// Compiles EXECUTE.
    pub(super) fn execute(&mut self, execute: &Execute) -> Result<(), SqlError> {
        match self.called(execute)? {
            Called::Program(call) => {
                self.step(Step::Call(Box::new(call)));
                Ok(())
            }
            Called::BuiltIn(name) => self.execute_built_in(execute, name),
        }
    }

    /// Resolves the target and compiles its arguments.
    pub(super) fn called(&mut self, execute: &Execute) -> Result<Called, SqlError> {
        self.check_execute_variables(execute)?;
        let is_harmless =
            |option: &&ExecuteOption| matches!(option, ExecuteOption::Recompile | ExecuteOption::ResultSetsUndefined);
        if let Some(option) = execute.options.iter().find(|option| !is_harmless(option)) {
            return Err(unsupported(&format!("EXECUTE WITH {}", option.words())));
        }
        let name = match &execute.module {
            ExecuteModule::Procedure(name) => name,
            ExecuteModule::Variable(variable) => {
                let variable = self.variables.get(&variable.text)?;
                let register = self.builder.variables()[variable.slot];
                return self.procedure_call(execute, ProcedureName::Variable(register));
            }
            ExecuteModule::Text(text) => {
                let context = execute.context.as_ref().map(|context| self.context(context)).transpose()?;
                return Ok(Called::Program(Call::Text(self.input(text, DataType::NVarChar(Length::Max))?, context)));
            }
        };
        refuse_server(name)?;
        let in_sys = name.schema.as_ref().is_none_or(|schema| schema.is(SYSTEM_SCHEMA) || schema.is(DEFAULT_SCHEMA));
        if let Some(call) = in_sys.then(|| self.system_call(execute, &name.name.text)).transpose()?.flatten() {
            return Ok(Called::Program(match &name.database {
                Some(database) => Call::Elsewhere(database.text.clone(), Box::new(call)),
                None => call,
            }));
        }
        let known = BUILT_IN.iter().find(|known| name.name.is(known));
        match known.filter(|_| in_sys) {
            None => self.procedure_call(execute, ProcedureName::Written(object_name(name))),
            Some(_) if name.database.is_some() => Err(unsupported("EXECUTE in another database")),
            Some(known) => Ok(Called::BuiltIn(known)),
        }
    }

    /// Resolves a call to a system procedure. System procedures hide user procedures of the same
    /// name. Returns `None` if `name` isn't one.
    fn system_call(&mut self, execute: &Execute, name: &str) -> Result<Option<Call>, SqlError> {
        let (prepared, cursor) = (PreparedProcedure::named(name), CursorProcedure::named(name));
        let system = SystemProcedure::named(name);
        let is_statement = name.eq_ignore_ascii_case(EXECUTE_STATEMENT);
        if !is_statement && prepared.is_none() && cursor.is_none() && system.is_none() {
            return Ok(None);
        }
        let own = match prepared {
            Some(procedure) => procedure.own_arguments(),
            None if is_statement => STATEMENT_ARGUMENTS,
            None => execute.arguments.len(),
        };
        let (arguments, status) = (self.call_arguments(&execute.arguments, own)?, self.status_of(execute)?);
        Ok(Some(match (prepared, cursor, system) {
            (Some(procedure), ..) => Call::Prepared(PreparedCall { procedure, arguments, status }),
            (_, Some(procedure), _) => Call::Cursor(CursorCall { procedure, arguments, status }),
            (.., Some(procedure)) => Call::System(SystemCall { procedure, arguments, status }),
            (None, None, None) => Call::Statement(StatementCall { arguments, status }),
        }))
    }

    fn execute_built_in(&mut self, execute: &Execute, name: &str) -> Result<(), SqlError> {
        if [application_lock::GET, application_lock::RELEASE].contains(&name) {
            return self.application_lock(execute, name == application_lock::GET);
        }
        if name == session_context::SET {
            self.session_context(&execute.arguments)?;
        } else if name == PROCEDURE {
            self.sequence_range(&execute.arguments)?;
        } else {
            self.flush_log(execute);
        }
        match &execute.status {
            // The status is set by the next step. It keeps its value if the procedure fails.
            Some(status) => {
                let zero = Expr { kind: ExprKind::Literal(Literal::Integer(0)), span: status.span };
                self.set(status, AssignmentOperator::Set, &zero)
            }
            None => Ok(()),
        }
    }

    fn flush_log(&mut self, execute: &Execute) {
        if execute.arguments.is_empty() {
            self.step(Step::FlushLog);
        } else {
            // 8146: the procedure has no parameters and arguments were supplied.
            let error = SqlError::new(8146, 16, 2, vec!["sp_flush_log".to_owned()]);
            self.step(Step::Fail(Box::new(error)));
        }
    }

    /// Fails with 137 if an EXECUTE uses an undeclared variable.
    fn check_execute_variables(&self, execute: &Execute) -> Result<(), SqlError> {
        if let Some(status) = &execute.status {
            self.variables.get(&status.text)?;
        }
        match &execute.module {
            ExecuteModule::Variable(name) => self.variables.get(&name.text).map(|_| ())?,
            ExecuteModule::Text(text) => self.check_variables(&mut |visit| walk::expr(text, visit))?,
            ExecuteModule::Procedure(_) => {}
        }
        let is_value = |value: &&Expr| match &value.kind {
            ExprKind::Variable(name) => !self.variables.is_table(&name.text) && !self.is_cursor_variable(&name.text),
            _ => true,
        };
        let mut values = execute.arguments.iter().map(|argument| &argument.value).filter(is_value);
        values.try_for_each(|value| self.check_variables(&mut |visit| walk::expr(value, visit)))
    }

    fn procedure_call(&mut self, execute: &Execute, name: ProcedureName) -> Result<Called, SqlError> {
        let (arguments, status) = (self.call_arguments(&execute.arguments, 0)?, self.status_of(execute)?);
        Ok(Called::Program(Call::Procedure(ProcedureCall { name, arguments, status, known: RefCell::default() })))
    }

    /// Returns the variable that receives the return status, if any.
    fn status_of(&self, execute: &Execute) -> Result<Option<(Reg, DataType)>, SqlError> {
        let Some(status) = &execute.status else { return Ok(None) };
        let variable = self.variables.get(&status.text)?;
        Ok(Some((self.builder.variables()[variable.slot], variable.data_type)))
    }
}

pub(super) const EXECUTE_STATEMENT: &str = "sp_executesql";
/// System procedures compiled to steps.
const BUILT_IN: [&str; 5] =
    ["sp_flush_log", PROCEDURE, application_lock::GET, application_lock::RELEASE, session_context::SET];

/// Returns the names of the system procedures that aren't written in T-SQL.
pub fn system_procedures() -> impl Iterator<Item = &'static str> {
    let called = SystemProcedure::names().chain(PreparedProcedure::names()).chain(CursorProcedure::names());
    BUILT_IN.into_iter().chain([EXECUTE_STATEMENT]).chain(called)
}

/// Returns whether `name` is a system procedure that a statement can name only directly, not
/// through a variable.
pub(super) fn is_built_in(name: &ObjectName) -> bool {
    let in_sys = name.schema.as_ref().is_none_or(|schema| name::same(schema, "sys"));
    let is_step = BUILT_IN.iter().chain(&[EXECUTE_STATEMENT]).any(|known| name::same(known, &name.object));
    let is_kept = PreparedProcedure::named(&name.object).is_some() || CursorProcedure::named(&name.object).is_some();
    in_sys && (is_step || is_kept || SystemProcedure::named(&name.object).is_some())
}
