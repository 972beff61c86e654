//! `sys.sp_sequence_get_range`: several values of a sequence at once.

use super::Env;
use crate::code::Reg;
use sluice_base::sync::Arc;
use sluice_table::storage_error::sql_error;
use sluice_txn::LockMode;
use sluice_types::{DataType, Decimal, SqlError, Value, convert};

/// A call, compiled.
pub struct SequenceRange {
    /// Where the sequence's name is.
    pub sequence: Reg,
    /// Where the number of values is.
    pub size: Reg,
    /// What goes into which variable, and the variable's type.
    pub outputs: Vec<(RangeOutput, Reg, DataType)>,
}

/// What the procedure gives out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RangeOutput {
    /// The first value.
    First,
    /// The last value.
    Last,
    /// How often the sequence cycled on the way.
    Cycles,
    /// The sequence's increment.
    Increment,
    /// Its least value.
    Minimum,
    /// Its greatest value.
    Maximum,
}

impl RangeOutput {
    /// All, in the order of the procedure's parameters.
    pub const ALL: [RangeOutput; 6] = [
        RangeOutput::First,
        RangeOutput::Last,
        RangeOutput::Cycles,
        RangeOutput::Increment,
        RangeOutput::Minimum,
        RangeOutput::Maximum,
    ];
}

/// Takes the values: 11733 for a size that is not positive, 208 and 11726 for a name that is no sequence's.
pub fn take_range(env: &mut Env<'_, '_>, call: &SequenceRange) -> Result<(), SqlError> {
    let size = env.frame.get(call.size).as_i64().and_then(|size| u64::try_from(size).ok()).filter(|size| *size > 0);
    let size = size.ok_or_else(|| SqlError::new(11733, 16, 1, vec!["@range_size".to_owned()]))?;
    let written = env.frame.get(call.sequence).as_str().unwrap_or_default().to_owned();
    let unknown = || SqlError::invalid_object_name(&written);
    let name = crate::quoted_name::parse(&written).ok_or_else(unknown)?;
    let database = match &name.database {
        Some(database) => env.context.host.database(database).ok_or_else(unknown)?,
        None => Arc::clone(&env.state.database),
    };
    let find = |env: &Env<'_, '_>| {
        let catalog = env.state.work.catalog(&database);
        match catalog.sequence(&name) {
            Some(sequence) => Ok(Arc::clone(sequence)),
            None if catalog.table(&name).is_some() => Err(SqlError::new(11726, 16, 1, vec![written.clone()])),
            None => Err(unknown()),
        }
    };
    let found = find(env)?;
    let place = (database.name.as_str(), &*found);
    env.permitted(|_| env.state.check_sequence(env.context.host, place))?;
    env.state.lock(database.table(found.id), LockMode::SchemaStability)?;
    // Only now does it stand still.
    let sequence = find(env)?;
    let generator = database.generator(&sequence).map_err(|error| sql_error(&error, &database.name))?;
    let taken = generator.take(size);
    if env.is_autocommit() {
        env.state.commit(false)?;
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

/// The type that every output has before it is the variable's.
const NUMBER: DataType = DataType::decimal(38, 0);
