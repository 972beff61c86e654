//! Refusals of names that denote an object of another kind.

use crate::statement::Env;
use sluice_catalog::ObjectName;
use sluice_types::SqlError;

/// Returns `refusal` if `written` names an object that isn't a table.
pub(in crate::statement) fn other_object(
    env: &mut Env<'_, '_>,
    written: &ObjectName,
    refusal: fn(String) -> SqlError,
) -> Option<SqlError> {
    let name = env.placed(written);
    let database = env.find_database_of(&name).ok().flatten()?;
    env.catalog(&database).object(&name)?;
    Some(refusal(written.object.clone()))
}
