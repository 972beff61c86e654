//! `sys.sp_sequence_get_range`: takes several values of a sequence at once.

use super::Env;
use sluice_base::sync::Arc;
use sluice_query::code::Reg;
use sluice_table::storage_error::sql_error;
use sluice_txn::LockMode;
use sluice_types::{DataType, Decimal, SqlError, Value, convert};

/// A compiled call.
pub struct SequenceRange {
    /// Register of the sequence's name.
    pub sequence: Reg,
    /// Register of the number of values.
    pub size: Reg,
    /// Outputs, each with the register and type of its variable.
    pub outputs: Vec<(RangeOutput, Reg, DataType)>,
}

/// An output parameter of the procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RangeOutput {
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
    pub const ALL: [RangeOutput; 6] = [
        RangeOutput::First,
        RangeOutput::Last,
        RangeOutput::Cycles,
        RangeOutput::Increment,
        RangeOutput::Minimum,
        RangeOutput::Maximum,
    ];
}

/// Takes the values. Fails with 11733 for a size that isn't positive, with 208 if the object
/// doesn't exist, and with 11726 for a table.
pub fn take_range(env: &mut Env<'_, '_>, call: &SequenceRange) -> Result<(), SqlError> {
    let size = env.frame.get(call.size).as_i64().and_then(|size| u64::try_from(size).ok()).filter(|size| *size > 0);
    let size = size.ok_or_else(|| SqlError::new(11733, 16, 1, vec!["@range_size".to_owned()]))?;
    let written = env.frame.get(call.sequence).as_str().unwrap_or_default().to_owned();
    let unknown = || SqlError::invalid_object_name(&written);
    let name = sluice_session::quoted_name::parse(&written).ok_or_else(unknown)?;
    let database = match &name.database {
        Some(database) => env.context.host.database(database).ok_or_else(unknown)?,
        None => Arc::clone(&env.state.database),
    };
    let find = |env: &Env<'_, '_>| {
        let catalog = env.state.transaction.work.catalog(&database);
        match catalog.sequence(&name) {
            Some(sequence) => Ok(Arc::clone(sequence)),
            None if catalog.table(&name).is_some() => Err(SqlError::new(11726, 16, 1, vec![written.clone()])),
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
