//! `sys.sp_sequence_get_range`: takes several values of a sequence at once.

use super::Env;
use super::command::{Command, CommandError, Compilation, procedure};
use super::procedure_arguments::{CommandParameter, CommandProcedure, arguments, emit};
use crate::statement::event::EventSource;
use sluice_base::sync::Arc;
use sluice_query::code::Reg;
use sluice_session::consequence::StatementClass;
use sluice_session::rights::Rights;
use sluice_syntax::ast::{Execute, ExprKind};
use sluice_table::storage_error::sql_error;
use sluice_txn::LockMode;
use sluice_types::{DataType, Decimal, Length, SqlError, Value, convert};

/// A compiled call.
struct SequenceRange {
    /// Register of the sequence's name.
    sequence: Reg,
    /// Register of the number of values.
    size: Reg,
    /// Outputs, each with the register and type of its variable.
    outputs: Vec<(RangeOutput, Reg, DataType)>,
}

/// An output parameter of the procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum RangeOutput {
    /// The first value.
    First,
    /// The last value.
    Last,
    /// How often the sequence cycled within the range.
    Cycles,
    /// The sequence's increment.
    Increment,
    /// The sequence's minimum value.
    Minimum,
    /// The sequence's maximum value.
    Maximum,
}

impl RangeOutput {
    /// All outputs, in the order of the procedure's parameters.
    const ALL: [RangeOutput; 6] = [
        RangeOutput::First,
        RangeOutput::Last,
        RangeOutput::Cycles,
        RangeOutput::Increment,
        RangeOutput::Minimum,
        RangeOutput::Maximum,
    ];
}

/// `sp_sequence_get_range`.
pub static SEQUENCE_RANGE: CommandProcedure = CommandProcedure {
    name: "sp_sequence_get_range",
    parameters: &[
        CommandParameter::required("@sequence_name", DataType::NVarChar(Length::Limited(776))),
        CommandParameter::required("@range_size", DataType::BigInt),
        CommandParameter::required("@range_first_value", DataType::SqlVariant).output(),
        CommandParameter::optional("@range_last_value", DataType::SqlVariant).output(),
        CommandParameter::optional("@range_cycle_count", DataType::Int).output(),
        CommandParameter::optional("@sequence_increment", DataType::SqlVariant).output(),
        CommandParameter::optional("@sequence_min_value", DataType::SqlVariant).output(),
        CommandParameter::optional("@sequence_max_value", DataType::SqlVariant).output(),
    ],
    compile,
};

/// Compiles a call. The outputs may be variables of any type that numbers convert to. The range is
/// taken at the run. Outputs that aren't variables fail with 179. The return status is 0.
fn compile(execute: &Execute, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let [Some(name), Some(size), given @ ..] = arguments::<8>(&SEQUENCE_RANGE, &execute.arguments)? else {
        unreachable!("both are required")
    };
    let sequence = emit(to, name, &SEQUENCE_RANGE.parameters[0])?;
    let size = emit(to, size, &SEQUENCE_RANGE.parameters[1])?;
    let mut outputs = Vec::new();
    for (argument, output) in given.iter().zip(RangeOutput::ALL) {
        let Some(argument) = argument.filter(|argument| argument.output) else { continue };
        let ExprKind::Variable(variable) = &argument.value.kind else {
            // 179: the OUTPUT option cannot be used with a constant.
            return Err(SqlError::output_of_constant());
        };
        let (register, data_type) = to.variable(&variable.text)?;
        outputs.push((output, register, data_type));
    }
    to.add(Box::new(SequenceRange { sequence, size, outputs }));
    to.set_status(execute)
}

impl Command for SequenceRange {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.checked_by("sequence_range::take_range")
    }

    fn class(&self) -> StatementClass {
        StatementClass::Other
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::None
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        procedure(env, |env| take_range(env, self).map(|()| 0))
    }

    fn has_end(&self) -> bool {
        false
    }
}

/// Takes the values. Fails with 11733 for a size that isn't positive, with 208 if the object
/// doesn't exist, and with 11726 for a table.
fn take_range(env: &mut Env<'_, '_>, call: &SequenceRange) -> Result<(), SqlError> {
    let size = env.frame.get(call.size).as_i64().and_then(|size| u64::try_from(size).ok()).filter(|size| *size > 0);
    let size = size.ok_or_else(|| SqlError::parameter_not_positive("@range_size"))?;
    let written = env.frame.get(call.sequence).as_str().unwrap_or_default().to_owned();
    let unknown = || SqlError::invalid_object_name(&written);
    let name = sluice_session::quoted_name::parse(&written).ok_or_else(unknown)?;
    let name = env.existing(&name);
    let database = env.find_database_of(&name)?.ok_or_else(unknown)?;
    let find = |env: &Env<'_, '_>| {
        let catalog = env.state.transaction.work.catalog(&database);
        match catalog.sequence(&name) {
            Some(sequence) => Ok(Arc::clone(sequence)),
            None if catalog.table(&name).is_some() => Err(SqlError::not_a_sequence(&written)),
            None => Err(unknown()),
        }
    };
    let found = find(env)?;
    let place = (database.name.as_str(), &*found);
    env.permitted(|_| env.state.check_sequence(env.context.host, place))?;
    env.state.transaction.lock(database.table(found.id), LockMode::SchemaStability)?;
    // The Sch-S lock is held, so the definition can't change from here on.
    let sequence = find(env)?;
    let generator = database.generator(&sequence).map_err(|error| sql_error(&error, &database.name))?;
    let taken = generator.take(size);
    if env.is_autocommit() {
        env.state.transaction.commit(false)?;
    }
    let range = taken?;
    for (output, register, data_type) in &call.outputs {
        let number = match output {
            RangeOutput::First => range.first,
            RangeOutput::Last => range.last,
            RangeOutput::Cycles => range.cycles.into(),
            RangeOutput::Increment => sequence.progression.increment,
            RangeOutput::Minimum => sequence.progression.minimum,
            RangeOutput::Maximum => sequence.progression.maximum,
        };
        let value = Decimal::new(number, 0).map_or(Value::Null, Value::Decimal);
        let value = convert(&value, &NUMBER, data_type)?;
        env.frame.set(*register, value);
    }
    env.frame.globals.row_count = 0;
    Ok(())
}

/// The type of each output before conversion to its variable's type.
const NUMBER: DataType = DataType::decimal(38, 0);
