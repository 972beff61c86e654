//! EXECUTE: of a string, and of the procedures that there are.

use super::application_lock;
use super::call::{Call, StatementCall};
use super::call_procedure::{ProcedureCall, ProcedureName};
use super::compiler::Compiler;
use super::cursor_call::{CursorCall, CursorProcedure};
use super::prepared_call::{PreparedCall, PreparedProcedure};
use super::program::Step;
use super::sequence_range::PROCEDURE;
use super::session_context;
use super::simple_step::refuse_server;
use super::system_procedure::{SystemCall, SystemProcedure};
use crate::code::Reg;
use sluice_catalog::{ObjectName, name};
use sluice_plan::{object_name, unsupported, walk};
use sluice_syntax::ast::{AssignmentOperator, Execute, ExecuteModule, ExecuteOption, Expr, ExprKind, Literal};
use sluice_types::{DataType, Length, SqlError};
use std::cell::RefCell;

/// What an EXECUTE calls.
pub(super) enum Called {
    /// Another program.
    Program(Call),
    /// A procedure that is none, but a step.
    BuiltIn(&'static str),
}

impl Compiler {
    /// EXEC.
    pub(super) fn execute(&mut self, execute: &Execute) -> Result<(), SqlError> {
        match self.called(execute)? {
            Called::Program(call) => {
                self.step(Step::Call(Box::new(call)));
                Ok(())
            }
            Called::BuiltIn(name) => self.execute_built_in(execute, name),
        }
    }

    /// What it calls, with the code of its arguments.
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
        let in_sys = name.schema.as_ref().is_none_or(|schema| schema.is("sys"));
        if in_sys && name.name.is(EXECUTE_STATEMENT) {
            let (arguments, status) = (self.call_arguments(&execute.arguments)?, self.status_of(execute)?);
            return Ok(Called::Program(Call::Statement(StatementCall { arguments, status })));
        }
        if let Some(procedure) = PreparedProcedure::named(&name.name.text).filter(|_| in_sys) {
            let (arguments, status) = (self.call_arguments(&execute.arguments)?, self.status_of(execute)?);
            return Ok(Called::Program(Call::Prepared(PreparedCall { procedure, arguments, status })));
        }
        if let Some(procedure) = CursorProcedure::named(&name.name.text).filter(|_| in_sys) {
            let (arguments, status) = (self.call_arguments(&execute.arguments)?, self.status_of(execute)?);
            return Ok(Called::Program(Call::Cursor(CursorCall { procedure, arguments, status })));
        }
        if let Some(procedure) = SystemProcedure::named(&name.name.text).filter(|_| in_sys) {
            if name.database.is_some() {
                return Err(unsupported("EXECUTE in another database"));
            }
            let (arguments, status) = (self.call_arguments(&execute.arguments)?, self.status_of(execute)?);
            return Ok(Called::Program(Call::System(SystemCall { procedure, arguments, status })));
        }
        let known = BUILT_IN.iter().find(|known| name.name.is(known));
        match known.filter(|_| in_sys) {
            None => self.procedure_call(execute, ProcedureName::Written(object_name(name))),
            Some(_) if name.database.is_some() => Err(unsupported("EXECUTE in another database")),
            Some(known) => Ok(Called::BuiltIn(known)),
        }
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
            // Behind its step: where that fails, the status stays what it was.
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

    /// 137 for a variable of an EXECUTE that is not declared.
    fn check_execute_variables(&self, execute: &Execute) -> Result<(), SqlError> {
        if let Some(status) = &execute.status {
            self.variables.get(&status.text)?;
        }
        match &execute.module {
            ExecuteModule::Variable(name) => self.variables.get(&name.text).map(|_| ())?,
            ExecuteModule::Text(text) => self.check_variables(&mut |visit| walk::expr(text, visit))?,
            ExecuteModule::Procedure(_) => {}
        }
        let is_table =
            |value: &&Expr| matches!(&value.kind, ExprKind::Variable(name) if self.variables.is_table(&name.text));
        let mut values = execute.arguments.iter().map(|argument| &argument.value).filter(|value| !is_table(value));
        values.try_for_each(|value| self.check_variables(&mut |visit| walk::expr(value, visit)))
    }

    fn procedure_call(&mut self, execute: &Execute, name: ProcedureName) -> Result<Called, SqlError> {
        let (arguments, status) = (self.call_arguments(&execute.arguments)?, self.status_of(execute)?);
        Ok(Called::Program(Call::Procedure(ProcedureCall { name, arguments, status, known: RefCell::default() })))
    }

    /// The variable that takes the return status, if one does.
    fn status_of(&self, execute: &Execute) -> Result<Option<(Reg, DataType)>, SqlError> {
        let Some(status) = &execute.status else { return Ok(None) };
        let variable = self.variables.get(&status.text)?;
        Ok(Some((self.builder.variables()[variable.slot], variable.data_type)))
    }
}

pub(super) const EXECUTE_STATEMENT: &str = "sp_executesql";
/// The system procedures that are no text, beside `sp_executesql`.
const BUILT_IN: [&str; 5] =
    ["sp_flush_log", PROCEDURE, application_lock::GET, application_lock::RELEASE, session_context::SET];

/// Whether `name` is that of a system procedure that only a statement can name, not a variable.
pub(super) fn is_built_in(name: &ObjectName) -> bool {
    let in_sys = name.schema.as_ref().is_none_or(|schema| name::same(schema, "sys"));
    let is_step = BUILT_IN.iter().chain(&[EXECUTE_STATEMENT]).any(|known| name::same(known, &name.object));
    let is_kept = PreparedProcedure::named(&name.object).is_some() || CursorProcedure::named(&name.object).is_some();
    in_sys && (is_step || is_kept || SystemProcedure::named(&name.object).is_some())
}
