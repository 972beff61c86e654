//! Compiles SET of session options.

use super::compiler::Compiler;
use super::parse_only::parses_only;
use super::program::Step;
use super::showplan::sets_showplan;
use sluice_command::statement::{OptionSwitch, compile, option_of};
use sluice_plan::SetOption;
use sluice_syntax::ast::{self, Statement};
use sluice_types::SqlError;

/// Returns whether a module keeps the option
/// (`t-sql/statements/create-procedure-transact-sql.md`).
fn is_of_module(switch: OptionSwitch) -> bool {
    matches!(switch, OptionSwitch::Meaning(SetOption::AnsiNulls | SetOption::QuotedIdentifier, _))
}

impl Compiler {
    /// Compiles SET of an option: as a step, as a command, or as a step that fails when it's
    /// reached, for an unsupported option. Fails at once with 1059 for options that a module can't
    /// set. Options that a module keeps from its creation are left out in it. SHOWPLAN options fail
    /// with 1067 in a module.
    pub(super) fn set_option(&mut self, option: &ast::SetOption, statement: &Statement) -> Result<(), SqlError> {
        if compile(statement, self)? {
            return Ok(());
        }
        match option {
            // 1059: PARSEONLY can't be set inside a module.
            option if self.is_in_module() && parses_only(option).is_some() => {
                return Err(SqlError::parseonly_in_module());
            }
            option if self.is_in_module() && sets_showplan(option) => return Err(SqlError::showplan_not_alone()),
            option => match option_of(option) {
                // A module keeps these options as at its creation.
                Ok(mut switches) => {
                    switches.retain(|switch| !self.is_in_module() || !is_of_module(*switch));
                    self.step(Step::Switch(switches));
                }
                Err(error) => self.step(Step::Fail(Box::new(error))),
            },
        }
        Ok(())
    }
}
