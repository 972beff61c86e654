//! Compiles EXECUTE of strings, procedures and system procedures.

use super::call::{Call, CommandCall, DeclaredCall, ProcedureCall, ProcedureName, call_of_system};
use super::compiler::{Compiler, Owner};
use super::procedure_group::{group_number, in_group};
use super::procedures;
use super::program::Step;
use super::system_procedure::{Body, SystemProcedure};
use sluice_catalog::snapshot::{DEFAULT_SCHEMA, SYSTEM_SCHEMA};
use sluice_command::statement::{CommandProcedure, Compilation, ContextSource};
use sluice_plan::{object_name, unsupported};
use sluice_query::code::Reg;
use sluice_syntax::ast::{self, Execute, ExecuteModule, Expr, ExprKind, Literal, Name, TypeArgument, TypeName};
use sluice_syntax::walk;
use sluice_types::{DataType, Length, SqlError};

/// The target of an EXECUTE.
pub(super) enum Called {
    /// Another program.
    Program(Call),
    /// A system procedure compiled to a command rather than called.
    Command(&'static SystemProcedure, &'static CommandProcedure),
}

impl Compiler {
    /// Compiles EXECUTE. It becomes a call of a program or, for some native procedures, a command.
    /// In a function, a system procedure fails with 557 when it is run.
    pub(super) fn execute(&mut self, execute: &Execute) -> Result<(), SqlError> {
        let called = self.called(execute)?;
        if self.is_function() && !matches!(called, Called::Program(Call::Procedure(_))) {
            self.fail(SqlError::only_functions_in_function());
            return Ok(());
        }
        match (called, self.declared_sets(execute)?) {
            (Called::Program(call), None) => {
                self.step(Step::Call(Box::new(call)));
                Ok(())
            }
            (Called::Program(call), Some(sets)) => {
                self.step(Step::DeclaredCall(Box::new(DeclaredCall { call, sets })));
                Ok(())
            }
            (Called::Command(_, command), None) => self.command(execute, command),
            (Called::Command(procedure, _), Some(sets)) => {
                let call = self.command_call(execute, procedure)?;
                self.step(Step::DeclaredCall(Box::new(DeclaredCall { call, sets })));
                Ok(())
            }
        }
    }

    /// Compiles a call of a procedure that is a command. Arguments that don't fit its parameters
    /// are an error of the call at its run, as for other procedures.
    fn command(&mut self, execute: &Execute, command: &'static CommandProcedure) -> Result<(), SqlError> {
        match (command.compile)(execute, self) {
            Err(mut error) if ERRORS_OF_ARGUMENTS.contains(&error.number) => {
                error.procedure.get_or_insert_with(|| command.name.into());
                self.fail(error);
                Ok(())
            }
            result => result,
        }
    }

    /// Resolves the target and compiles its arguments. A text, a variable or a name is found at the
    /// run; native procedures are recognized now. A name in a procedure group gets its number. A
    /// linked server and a number after a variable fail with 40517.
    pub(super) fn called(&mut self, execute: &Execute) -> Result<Called, SqlError> {
        self.check_execute_variables(execute)?;
        let name = match &execute.module {
            ExecuteModule::Procedure(name) => name,
            ExecuteModule::Variable(_) if execute.number.is_some() => {
                return Err(unsupported("EXECUTE of a variable with a number"));
            }
            ExecuteModule::Variable(variable) => {
                let variable = self.variables.get(&variable.text)?;
                let register = self.builder.variables()[variable.slot];
                return self.procedure_call(execute, ProcedureName::Variable(register));
            }
            ExecuteModule::Text(text) => {
                let context = execute.context.as_ref().map(|context| ContextSource::new(context, self)).transpose()?;
                let text = joined_text(text);
                return Ok(Called::Program(Call::Text(self.input(&text, DataType::NVarChar(Length::Max))?, context)));
            }
        };
        if let Some(server) = &name.server {
            return Err(SqlError::server_not_found(&server.text));
        }
        let number = group_number(execute.number)?;
        if number > 0 {
            let name = in_group(object_name(name), number);
            return self.procedure_call(execute, ProcedureName::Written(name));
        }
        let in_sys = name.schema.as_ref().is_none_or(|schema| schema.is(SYSTEM_SCHEMA) || schema.is(DEFAULT_SCHEMA));
        let Some(procedure) = in_sys.then(|| procedures::named(&name.name.text)).flatten() else {
            return self.procedure_call(execute, ProcedureName::Written(object_name(name)));
        };
        let call = match procedure.body {
            Body::Command(command) if name.database.is_none() => return Ok(Called::Command(procedure, command)),
            Body::Command(_) => self.command_call(execute, procedure)?,
            _ => self.system_call(execute, procedure)?,
        };
        Ok(Called::Program(match &name.database {
            Some(database) => Call::Elsewhere(database.text.clone(), Box::new(call)),
            None => call,
        }))
    }

    /// Compiles a call of a system procedure. System procedures hide user procedures of the same
    /// name.
    fn system_call(&mut self, execute: &Execute, procedure: &'static SystemProcedure) -> Result<Call, SqlError> {
        let own = procedure.own_arguments().min(execute.arguments.len());
        let (arguments, status) = (self.call_arguments(&execute.arguments, own)?, self.status_of(execute)?);
        Ok(call_of_system(procedure, arguments, status))
    }

    /// Compiles a call of a procedure that is a command otherwise, for where a call is needed. A
    /// table or a cursor as an argument fails with 40517.
    pub(super) fn command_call(
        &mut self,
        execute: &Execute,
        procedure: &'static SystemProcedure,
    ) -> Result<Call, SqlError> {
        let (arguments, status) = (self.call_arguments(&execute.arguments, 0)?, self.status_of(execute)?);
        let call = CommandCall::new(procedure.name, &arguments, status).map(Call::Command);
        call.ok_or_else(|| unsupported(&format!("{} of a table or a cursor", procedure.name)))
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
        let is_of_function = self.is_function();
        let call = ProcedureCall { is_of_function, ..ProcedureCall::new(name, arguments, status) };
        Ok(Called::Program(Call::Procedure(call)))
    }

    /// Whether the compiled unit is the body of a function.
    fn is_function(&self) -> bool {
        matches!(self.owner, Owner::Function(..) | Owner::Scalar(..))
    }

    /// Returns the variable that receives the return status, if any.
    fn status_of(&self, execute: &Execute) -> Result<Option<(Reg, DataType)>, SqlError> {
        let Some(status) = &execute.status else { return Ok(None) };
        let variable = self.variables.get(&status.text)?;
        Ok(Some((self.builder.variables()[variable.slot], variable.data_type)))
    }
}

/// The errors of arguments that don't fit the parameters of a procedure.
const ERRORS_OF_ARGUMENTS: [i32; 6] = [201, 8143, 8144, 8145, 8146, 8162];

/// Returns the text to execute. Unlike elsewhere, `+` joins texts of any length here, variables of
/// any type are converted to text, and NULL adds nothing.
fn joined_text(text: &Expr) -> Expr {
    match &text.kind {
        ExprKind::Chain { first, rest } => rest
            .iter()
            .fold(part_of_text(first), |joined, (operator, operand)| joined.chained(*operator, part_of_text(operand))),
        _ => text.clone(),
    }
}

/// Returns `CAST(operand AS nvarchar(max))` for a string and `ISNULL(CAST(...), N'')` for a
/// variable.
fn part_of_text(operand: &Expr) -> Expr {
    let span = operand.span;
    let named = |text| ast::ObjectName::simple(Name::new(text, span));
    let target =
        TypeName { name: named("nvarchar"), arguments: vec![TypeArgument::Max], schema_collection: None, span };
    let cast = ExprKind::Cast { operand: Box::new(operand.clone()), target: Box::new(target), tolerant: false };
    let cast = Expr::new(cast, span);
    if matches!(operand.kind, ExprKind::Literal(_)) {
        return cast;
    }
    let nothing = Expr::new(ExprKind::Literal(Literal::NationalString("".into())), span);
    let call = ast::Call { arguments: vec![cast, nothing], ..ast::Call::plain(named("ISNULL")) };
    Expr::new(ExprKind::Call(Box::new(call)), span)
}
