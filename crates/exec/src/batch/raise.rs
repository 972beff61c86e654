//! Compiles THROW and RAISERROR.

use super::compiler::Compiler;
use super::program::Step;
use sluice_command::statement;
use sluice_syntax::ast::{RaiseError, RaiseOption, Throw};
use sluice_types::{DataType, Length, SqlError};

impl Compiler {
    pub(super) fn throw(&mut self, throw: Option<&Throw>) -> Result<(), SqlError> {
        let Some(Throw { number, message, state }) = throw else {
            if self.catching.is_none() {
                // 10704: THROW without operands is allowed only inside a CATCH block.
                return Err(SqlError::new(10704, 15, 1, Vec::new()));
            }
            self.step(Step::ThrowAgain);
            return Ok(());
        };
        let number = self.input(number, DataType::Int)?;
        let message = self.input(message, DataType::NVarChar(Length::Limited(2048)))?;
        let state = self.input(state, DataType::TinyInt)?;
        self.step(Step::Throw([number, message, state]));
        Ok(())
    }

    pub(super) fn raise_error(&mut self, raise: &RaiseError) -> Result<(), SqlError> {
        if raise.arguments.len() > ARGUMENTS_MAX {
            // 2747: too many substitution parameters.
            return Err(SqlError::new(2747, 16, 1, vec![ARGUMENTS_MAX.to_string()]));
        }
        let (message, data_type) = self.value_of(&raise.message)?;
        if !data_type.is_string() && !data_type.is_numeric() {
            // 2748 doesn't cover the message operand, so 206 reports the clash.
            return Err(SqlError::type_clash(data_type.name(), "varchar"));
        }
        let severity = self.input(&raise.severity, DataType::Int)?;
        let state = self.input(&raise.state, DataType::Int)?;
        let arguments = raise.arguments.iter().map(|argument| self.value_of(argument));
        let arguments = arguments.collect::<Result<Vec<_>, _>>()?;
        let sets_error = raise.options.contains(&RaiseOption::SetError);
        let goes_at_once = raise.options.contains(&RaiseOption::NoWait);
        let is_logged = raise.options.contains(&RaiseOption::Log);
        let raise = statement::RaiseError { message, severity, state, arguments, sets_error, goes_at_once, is_logged };
        self.step(Step::RaiseError(Box::new(raise)));
        Ok(())
    }
}

/// Maximum number of RAISERROR's substitution arguments.
const ARGUMENTS_MAX: usize = 20;
