//! EXECUTE: of a string, and of the procedures that there are.

use super::application_lock;
use super::call::{Call, StatementCall};
use super::call_procedure::{ProcedureCall, ProcedureName};
use super::compiler::Compiler;
use super::program::Step;
use super::sequence_range::PROCEDURE;
use super::simple_step::refuse_server;
use crate::code::Reg;
use sluice_catalog::{ObjectName, name};
use sluice_plan::{object_name, unsupported, walk};
use sluice_syntax::ast::{Execute, ExecuteModule, ExecuteOption, Expr};
use sluice_types::{DataType, Length, SqlError};
use std::cell::RefCell;

impl Compiler {
    /// EXEC: the procedures that there are, 2812 for every other name.
    pub(super) fn execute(&mut self, execute: &Execute) -> Result<(), SqlError> {
        self.check_execute_variables(execute)?;
        if execute.context.is_some() {
            return Err(unsupported("EXECUTE AS of a string"));
        }
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
                return self.execute_procedure(execute, ProcedureName::Variable(register));
            }
            ExecuteModule::Text(text) => return self.execute_text(text),
        };
        refuse_server(name)?;
        let in_sys = name.schema.as_ref().is_none_or(|schema| schema.is("sys"));
        let is_known = |known: &&str| name.name.is(known);
        if in_sys && name.name.is("sp_executesql") {
            return self.execute_statement(execute);
        }
        let known = BUILT_IN.iter().find(|name| is_known(name));
        let Some(known) = known.filter(|_| in_sys) else {
            return self.execute_procedure(execute, ProcedureName::Written(object_name(name)));
        };
        if name.database.is_some() {
            return Err(unsupported("EXECUTE in another database"));
        }
        if [application_lock::GET, application_lock::RELEASE].contains(known) {
            return self.application_lock(execute, *known == application_lock::GET);
        }
        if execute.status.is_some() {
            return Err(unsupported("return status of a procedure"));
        }
        if *known == PROCEDURE {
            return self.sequence_range(&execute.arguments);
        }
        if execute.arguments.is_empty() {
            self.step(Step::FlushLog);
        } else {
            // 8146: the procedure has no parameters and arguments were supplied.
            let error = SqlError::new(8146, 16, 2, vec!["sp_flush_log".to_owned()]);
            self.step(Step::Fail(Box::new(error)));
        }
        Ok(())
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
        let mut values = execute.arguments.iter().map(|argument| &argument.value);
        values.try_for_each(|value| self.check_variables(&mut |visit| walk::expr(value, visit)))
    }

    fn execute_statement(&mut self, execute: &Execute) -> Result<(), SqlError> {
        let arguments = self.call_arguments(&execute.arguments)?;
        let status = self.status_of(execute)?;
        self.step(Step::Call(Box::new(Call::Statement(StatementCall { arguments, status }))));
        Ok(())
    }

    fn execute_procedure(&mut self, execute: &Execute, name: ProcedureName) -> Result<(), SqlError> {
        let arguments = self.call_arguments(&execute.arguments)?;
        let status = self.status_of(execute)?;
        let call = ProcedureCall { name, arguments, status, known: RefCell::default() };
        self.step(Step::Call(Box::new(Call::Procedure(call))));
        Ok(())
    }

    /// The variable that takes the return status, if one does.
    fn status_of(&self, execute: &Execute) -> Result<Option<(Reg, DataType)>, SqlError> {
        let Some(status) = &execute.status else { return Ok(None) };
        let variable = self.variables.get(&status.text)?;
        Ok(Some((self.builder.variables()[variable.slot], variable.data_type)))
    }

    fn execute_text(&mut self, text: &Expr) -> Result<(), SqlError> {
        let text = self.input(text, DataType::NVarChar(Length::Max))?;
        self.step(Step::Call(Box::new(Call::Text(text))));
        Ok(())
    }
}

/// The system procedures that are no text, beside `sp_executesql`.
const BUILT_IN: [&str; 4] = ["sp_flush_log", PROCEDURE, application_lock::GET, application_lock::RELEASE];

/// Whether `name` is that of a system procedure that only a statement can name, not a variable.
pub(super) fn is_built_in(name: &ObjectName) -> bool {
    let in_sys = name.schema.as_ref().is_none_or(|schema| name::same(schema, "sys"));
    in_sys && BUILT_IN.iter().chain(&["sp_executesql"]).any(|known| name::same(known, &name.object))
}
