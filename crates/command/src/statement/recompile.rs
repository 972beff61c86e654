//! `sp_recompile` (`relational-databases/system-stored-procedures/sp-recompile-transact-sql`).

use super::Env;
use sluice_catalog::name::same;
use sluice_session::quoted_name;
use sluice_session::rights::Rights;
use sluice_types::SqlError;

/// Requires ALTER on the object. Fails with 15165 without it. An invalid name passes.
pub fn check_recompile(rights: &Rights<'_>, object: &str) -> Result<(), SqlError> {
    match quoted_name::parse(object) {
        Some(name) => rights.alter(&name, &SqlError::object_not_found_or_denied(object)),
        None => Ok(()),
    }
}

/// Makes all sessions compile their plans again, those of the object `name` and of its users among
/// them. Fails with 15165 if the current database has no such object. Informs with 15070 or the
/// like. No statement is compiled here. Fails with 15250 for a name in another database.
pub fn recompile(env: &mut Env<'_, '_>, name: &str) -> Result<(), SqlError> {
    let database = &env.state.database;
    let unknown = || SqlError::object_not_found_or_denied(name);
    let parsed = quoted_name::parse(name).ok_or_else(unknown)?;
    if parsed.database.as_ref().is_some_and(|other| !same(other, &database.name)) {
        return Err(SqlError::database_qualifier_not_current());
    }
    let catalog = env.catalog(database);
    let parsed = env.existing(&parsed);
    if catalog.table(&parsed).is_none() && catalog.module(&parsed).is_none() {
        return Err(unknown());
    }
    env.context.host.forget_plans();
    env.inform(SqlError::marked_for_recompilation(name));
    Ok(())
}
