//! Refusals of names that denote an object of another kind.

use crate::statement::Env;
use sluice_catalog::{Catalog, Object, ObjectName};
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

/// Fails with 3705 if `name` is that of an object of another kind than `DROP asked` drops. `shown`
/// is the name in the message.
pub(in crate::statement) fn refuse_other_kind(
    catalog: &Catalog,
    name: &ObjectName,
    (asked, shown): (&str, &str),
) -> Result<(), SqlError> {
    let kind = match catalog.object(name) {
        Some(Object::Table(_)) => "table",
        Some(Object::Sequence(_)) => "sequence",
        Some(Object::Module(module)) => module.kind.noun(),
        None => return Ok(()),
    };
    match kind == asked {
        true => Ok(()),
        false => {
            let (asked, remedy) = (asked.to_uppercase(), kind.to_uppercase());
            let noun = if kind == "sequence" { "sequence object" } else { kind };
            Err(SqlError::drop_of_other_kind(asked, shown, shown, noun, remedy))
        }
    }
}
