//! The services of the batch compiler for commands.

use super::compiler::Compiler;
use super::program::Step;
use sluice_base::sync::Arc;
use sluice_command::statement::{Command, Compilation};
use sluice_plan::{TypeNames, Variables, unsupported};
use sluice_query::code::{Reg, VariableRegisters};
use sluice_syntax::ast::{AssignmentOperator, Execute, Expr, ExprKind, Literal, Query};
use sluice_syntax::walk;
use sluice_types::{DataType, SqlError};

impl Compilation for Compiler {
    fn types(&self) -> &dyn TypeNames {
        &self.types
    }

    fn emit(&mut self, value: &Expr, data_type: DataType) -> Result<Reg, SqlError> {
        self.input(value, data_type)
    }

    fn emit_untyped(&mut self, value: &Expr) -> Result<(Reg, DataType), SqlError> {
        self.value_of(value)
    }

    fn variable(&self, name: &str) -> Result<(Reg, DataType), SqlError> {
        let variable = self.variables.get(name)?;
        Ok((self.builder.variables()[variable.slot], variable.data_type))
    }

    fn is_cursor_variable(&self, name: &str) -> bool {
        self.variables.is_cursor(name)
    }

    fn shared_variables(&mut self) -> (Arc<Variables>, VariableRegisters) {
        self.variables_and_registers()
    }

    fn check_variables_of(&self, query: &Query) -> Result<(), SqlError> {
        self.check_variables(&mut |visit| walk::query(query, visit))
    }

    fn is_in_catch(&self) -> bool {
        self.catching.is_some()
    }

    fn set_status(&mut self, execute: &Execute) -> Result<(), SqlError> {
        let Some(status) = &execute.status else { return Ok(()) };
        let zero = Expr { kind: ExprKind::Literal(Literal::Integer(0)), span: status.span };
        self.set(status, AssignmentOperator::Set, &zero)
    }

    fn call(&mut self, execute: &Execute) -> Result<(), SqlError> {
        self.execute(execute)
    }

    fn fail(&mut self, error: SqlError) {
        self.step(Step::Fail(Box::new(error)));
    }

    fn add(&mut self, command: Box<dyn Command>) {
        let raises = command.events().is_some();
        self.step(if raises { Step::Named(command, Box::default()) } else { Step::Command(command) });
    }
}

impl Compiler {
    /// Emits code that computes an argument and returns its register. The value is converted to
    /// `data_type`. DEFAULT fails with 40517.
    pub(super) fn input(&mut self, value: &Expr, data_type: DataType) -> Result<Reg, SqlError> {
        if matches!(value.kind, ExprKind::Default) {
            return Err(unsupported("DEFAULT as an argument"));
        }
        let bound = self.binder().argument(value, data_type)?;
        Ok(self.builder.value(&bound, None))
    }

    /// Emits code that computes a value in its own type, and returns the register and the type.
    /// Fails if the expression can't be bound; names of objects are unknown here.
    pub(super) fn value_of(&mut self, value: &Expr) -> Result<(Reg, DataType), SqlError> {
        let bound = self.binder().untyped_argument(value)?;
        Ok((self.builder.value(&bound, None), bound.data_type))
    }
}
