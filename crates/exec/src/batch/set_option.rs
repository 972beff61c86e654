//! Compiles SET of session options.

use super::compiler::Compiler;
use super::parse_only::parses_only;
use super::program::{NameSource, Step};
use super::showplan::showplan;
use sluice_command::statement::refuse_server;
use sluice_command::statement::{ValueOption, date_variable, option_of, priority_variable};
use sluice_plan::object_name;
use sluice_syntax::ast::SetOption;
use sluice_types::{DataType, SqlError};

impl Compiler {
    pub(super) fn set_option(&mut self, option: &SetOption) -> Result<(), SqlError> {
        if let SetOption::IdentityInsert { table, on } = option {
            refuse_server(table)?;
            self.step(Step::IdentityInsert(Box::new(object_name(table)), *on));
            return Ok(());
        }
        if let Some(variable) = priority_variable(option) {
            let NameSource::Register(register) = self.name_source(variable)? else { return Ok(()) };
            self.step(Step::SetValue(ValueOption::DeadlockPriority, register));
            return Ok(());
        }
        if let Some((which, variable)) = date_variable(option) {
            let NameSource::Register(register) = self.name_source(variable)? else { return Ok(()) };
            self.step(Step::SetValue(which, register));
            return Ok(());
        }
        match option {
            SetOption::Value { option, value } if option.is("ROWCOUNT") => {
                let register = self.input(value, DataType::BigInt)?;
                self.step(Step::SetValue(ValueOption::RowCount, register));
            }
            SetOption::Value { option, value } if option.is("DATEFIRST") => {
                let register = self.input(value, DataType::BigInt)?;
                self.step(Step::SetValue(ValueOption::DateFirst, register));
            }
            // 1059: PARSEONLY can't be set inside a module.
            option if self.is_in_module() && parses_only(option).is_some() => {
                return Err(SqlError::new(1059, 15, 1, vec!["parseonly".to_owned()]));
            }
            option
                if self.is_in_module()
                    && let Some(name) = showplan(option) =>
            {
                return Err(SqlError::new(1059, 15, 1, vec![name]));
            }
            option => match option_of(option) {
                Ok(switches) => self.step(Step::Switch(switches)),
                Err(error) => self.step(Step::Fail(Box::new(error))),
            },
        }
        Ok(())
    }
}
