//! `EXEC sys.sp_sequence_get_range`: its arguments, by place or by name.
//!
//! Its outputs go into variables of any type that a number converts to; SQL Server's are `sql_variant`, which is not there.

use super::compiler::Compiler;
use super::program::Step;
use crate::statement::{RangeOutput, SequenceRange};
use sluice_plan::{Binder, NoNames, unsupported};
use sluice_syntax::ast::{ExecuteArgument, Expr, ExprKind};
use sluice_types::{DataType, Length, SqlError};

impl Compiler {
    /// Enters a call: 119, 201, 8143 to 8145 for arguments that do not suit.
    pub(super) fn sequence_range(&mut self, arguments: &[ExecuteArgument]) -> Result<(), SqlError> {
        let mut given: [Option<&ExecuteArgument>; PARAMETERS.len()] = [None; PARAMETERS.len()];
        let mut by_name = false;
        for (index, argument) in arguments.iter().enumerate() {
            let place = match &argument.name {
                Some(name) => {
                    by_name = true;
                    PARAMETERS
                        .iter()
                        .position(|parameter| name.is(parameter))
                        .ok_or_else(|| SqlError::new(8145, 16, 2, vec![name.text.to_string(), PROCEDURE.to_owned()]))?
                }
                None if by_name => return Err(SqlError::new(119, 15, 1, vec![(index + 1).to_string()])),
                None if index >= PARAMETERS.len() => {
                    return Err(SqlError::new(8144, 16, 2, vec![PROCEDURE.to_owned()]));
                }
                None => index,
            };
            if given[place].replace(argument).is_some() {
                return Err(SqlError::new(8143, 16, 1, vec![PARAMETERS[place].to_owned()]));
            }
        }
        let needed = |place: usize| {
            given[place]
                .ok_or_else(|| SqlError::new(201, 16, 4, vec![PROCEDURE.to_owned(), PARAMETERS[place].to_owned()]))
        };
        let (name, size) = (needed(0)?, needed(1)?);
        needed(2)?;
        let sequence = self.input(&name.value, NAME)?;
        let size = self.input(&size.value, DataType::BigInt)?;
        let mut outputs = Vec::new();
        for (argument, output) in given[2..].iter().zip(RangeOutput::ALL) {
            let Some(argument) = argument.filter(|argument| argument.output) else { continue };
            let ExprKind::Variable(variable) = &argument.value.kind else {
                // 179: the OUTPUT option cannot be used with a constant.
                return Err(SqlError::new(179, 15, 1, Vec::new()));
            };
            let variable = self.variables.get(&variable.text)?;
            outputs.push((output, self.builder.variables()[variable.slot], variable.data_type));
        }
        self.step(Step::SequenceRange(Box::new(SequenceRange { sequence, size, outputs })));
        Ok(())
    }

    /// Code that computes an argument; its register.
    fn input(&mut self, value: &Expr, data_type: DataType) -> Result<crate::code::Reg, SqlError> {
        if matches!(value.kind, ExprKind::Default) {
            return Err(unsupported("DEFAULT as an argument"));
        }
        let bound = Binder::new(&NoNames, &self.variables).argument(value, data_type)?;
        Ok(self.builder.value(&bound, None))
    }
}

/// The procedure's own name.
pub(super) const PROCEDURE: &str = "sp_sequence_get_range";
/// Its parameters in their order; the first three must be given.
const PARAMETERS: [&str; 8] = [
    "@sequence_name",
    "@range_size",
    "@range_first_value",
    "@range_last_value",
    "@range_cycle_count",
    "@sequence_increment",
    "@sequence_min_value",
    "@sequence_max_value",
];
/// The type of the sequence's name.
const NAME: DataType = DataType::NVarChar(Length::Limited(776));
