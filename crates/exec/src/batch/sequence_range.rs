//! Compiles `EXEC sys.sp_sequence_get_range`.
//!
//! The outputs may be variables of any type that numbers convert to. SQL Server declares them as
//! sql_variant.

use super::compiler::Compiler;
use super::procedure;
use super::program::Step;
use super::system_procedure::{Body, SystemProcedure};
use sluice_command::statement::{RangeOutput, SequenceRange};
use sluice_syntax::ast::{Execute, ExprKind};
use sluice_types::{DataType, Length, SqlError};

pub(super) static SEQUENCE_GET_RANGE: SystemProcedure =
    SystemProcedure { name: PROCEDURE, body: Body::Step(Compiler::sequence_range) };

impl Compiler {
    /// Compiles a call. Fails with 119, 201 or 8143 to 8145 for wrong arguments.
    fn sequence_range(&mut self, execute: &Execute) -> Result<(), SqlError> {
        let given = procedure::arguments(PROCEDURE, PARAMETERS, &execute.arguments)?;
        let needed = |place: usize| given[place].ok_or_else(|| procedure::missing(PROCEDURE, PARAMETERS[place]));
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
        self.set_status(execute)
    }
}

/// Name of the procedure.
const PROCEDURE: &str = "sp_sequence_get_range";
/// Parameters in order. The first three are required.
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
/// Type of the sequence's name.
const NAME: DataType = DataType::NVarChar(Length::Limited(776));
