//! ALTER DATABASE SCOPED CONFIGURATION
//! (`t-sql/statements/alter-database-scoped-configuration-transact-sql.md`).

use sluice_base::sync::Arc;
use sluice_command::statement::Env;
use sluice_plan::unsupported;
use sluice_session::scoped_options::{IDENTITY_CACHE, MAX_DEGREE, ScopedValue, scoped_option};
use sluice_syntax::ast::{Literal, NamedOption, OptionValue, ScopedChange};
use sluice_table::storage_error::sql_error;
use sluice_types::SqlError;

/// Changes the configuration of the current database, or makes all sessions compile their plans
/// again. An option without a mechanism keeps its default; another value fails with 40517. Fails
/// with 226 within a transaction. An unknown option fails with 102.
pub(super) fn alter_scoped_configuration(env: &mut Env<'_, '_>, change: &ScopedChange) -> Result<(), SqlError> {
    env.refuse_in_transaction("ALTER DATABASE SCOPED CONFIGURATION")?;
    match change {
        // The plans of other databases are only compiled again.
        ScopedChange::ClearProcedureCache => env.context.host.forget_plans(),
        ScopedChange::Set { secondary, option } => set(env, *secondary, option)?,
    }
    Ok(())
}

fn set(env: &mut Env<'_, '_>, secondary: bool, option: &NamedOption) -> Result<(), SqlError> {
    let name = option.name.text.to_uppercase();
    let refused = |clause: &str| unsupported(&format!("ALTER DATABASE SCOPED CONFIGURATION {clause} {name}"));
    let known = scoped_option(&name).ok_or_else(|| refused("SET"))?;
    let word = match &option.value {
        Some(OptionValue::Word(word)) => Some(&*word.text),
        _ => None,
    };
    if secondary {
        // Replicas don't exist, so theirs stays the primary's.
        let is_primary = word.is_some_and(|word| word.eq_ignore_ascii_case("PRIMARY"));
        return if is_primary { Ok(()) } else { Err(refused("FOR SECONDARY SET")) };
    }
    let on = word.and_then(|word| match word.to_ascii_uppercase().as_str() {
        "ON" => Some(true),
        "OFF" => Some(false),
        _ => None,
    });
    if known.name == IDENTITY_CACHE {
        let caches = on.ok_or_else(|| word.map_or_else(|| refused("SET"), SqlError::syntax_near))?;
        return set_identity_cache(env, caches);
    }
    if known.name == MAX_DEGREE {
        let threads = number(option.value.as_ref()).and_then(|threads| u16::try_from(threads).ok());
        let threads = threads.filter(|threads| *threads <= MAX_DEGREE_MAX).ok_or_else(|| refused("SET"))?;
        let database = Arc::clone(&env.state.database);
        return env.context.host.set_options(&database, &|options| options.max_degree = threads);
    }
    let is_default = match known.default {
        ScopedValue::Switch(default) => on == Some(default),
        ScopedValue::Off => on == Some(false),
        ScopedValue::Number(default) => number(option.value.as_ref()) == Some(default.into()),
    };
    if is_default { Ok(()) } else { Err(refused("SET")) }
}

/// Sets IDENTITY_CACHE. OFF saves the identity columns' cached values: a crash would leave a gap
/// otherwise.
fn set_identity_cache(env: &mut Env<'_, '_>, on: bool) -> Result<(), SqlError> {
    let database = Arc::clone(&env.state.database);
    env.context.host.set_options(&database, &|options| options.identity_cache = on)?;
    let settled = if on { Ok(()) } else { database.settle_generators() };
    settled.map_err(|error| sql_error(&error, &database.name))
}

fn number(value: Option<&OptionValue>) -> Option<i64> {
    match value {
        Some(OptionValue::Literal { value: Literal::Integer(number), unit: None }) => Some(*number),
        _ => None,
    }
}

/// The greatest value of MAXDOP.
const MAX_DEGREE_MAX: u16 = 32767;
