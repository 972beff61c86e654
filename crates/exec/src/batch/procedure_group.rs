//! Numbered procedures: the procedures of a group.

use sluice_catalog::{ObjectName, numbered_name};
use sluice_types::SqlError;

/// Returns the number of a procedure in its group, 0 for the first. Fails with 1005 for a number
/// that isn't from 1 to 32767.
pub(super) fn group_number(written: Option<u32>) -> Result<u16, SqlError> {
    match written {
        None | Some(1) => Ok(0),
        Some(number @ 2..=NUMBER_MAX) => Ok(number as u16),
        Some(number) => Err(SqlError::invalid_procedure_number(number)),
    }
}

/// Returns the name of the group's procedure with this number.
pub(super) fn in_group(name: ObjectName, number: u16) -> ObjectName {
    match number {
        0 => name,
        _ => ObjectName { object: numbered_name(&name.object, number), ..name },
    }
}

/// The greatest number of a procedure in a group.
const NUMBER_MAX: u32 = 32_767;
