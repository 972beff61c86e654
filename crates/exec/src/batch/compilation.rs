//! The services of the batch compiler for commands.

use super::compiler::Compiler;
use super::program::Step;
use sluice_command::statement::{Command, Compilation};
use sluice_plan::TypeNames;
use sluice_query::code::Reg;
use sluice_syntax::ast::Expr;
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

    fn add(&mut self, command: Box<dyn Command>) {
        self.step(Step::Command(command));
    }
}
