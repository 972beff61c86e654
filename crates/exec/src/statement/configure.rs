//! `sp_configure` with a value, and RECONFIGURE
//! (`relational-databases/system-stored-procedures/sp-configure-transact-sql.md`, `t-sql/language-elements/reconfigure-transact-sql.md`).

use super::Env;
use crate::configuration_options::{
    ConfigurationOption, OPTIONS, RECOVERY_INTERVAL, SHOW_ADVANCED_OPTIONS, USER_OPTIONS,
};
use crate::configurations::Configurations;
use crate::state::UserOptions;
use sluice_plan::unsupported;
use sluice_types::SqlError;

/// The options that `name` can mean: that one, or all whose names have it somewhere. 15123 where there is none that may be seen.
pub fn options_named(env: &Env<'_, '_>, name: &str) -> Result<Vec<&'static ConfigurationOption>, SqlError> {
    let shows_advanced = env.context.host.configurations().in_use(SHOW_ADVANCED_OPTIONS) == 1;
    let wanted = name.to_lowercase();
    let seen = || OPTIONS.iter().filter(|option| shows_advanced || !option.is_advanced);
    if let Some(option) = seen().find(|option| option.name.to_lowercase() == wanted) {
        return Ok(vec![option]);
    }
    let like: Vec<_> = seen().filter(|option| option.name.to_lowercase().contains(&wanted)).collect();
    if like.is_empty() {
        return Err(SqlError::new(15123, 16, 1, vec![name.to_owned()]));
    }
    Ok(like)
}

/// Sets an option, durably; it is in use after RECONFIGURE. 15129 where the value is none of it.
pub fn configure(env: &mut Env<'_, '_>, option: &'static ConfigurationOption, value: i32) -> Result<(), SqlError> {
    if !env.is_autocommit() {
        // 15002: not in a transaction.
        return Err(SqlError::new(15002, 16, 1, vec!["sys.sp_configure".to_owned()]));
    }
    let host = env.context.host;
    let before = host.configurations().value(option.id);
    if value < option.range.0 || value > option.range.1 {
        return Err(SqlError::new(15129, 16, 1, vec![value.to_string(), option.name.to_owned()]));
    }
    let is_known = option.id != USER_OPTIONS || UserOptions::of(value).is_some();
    if value != before && !(option.is_settable && is_known) {
        return Err(unsupported(&format!("sp_configure '{}', {value}", option.name)));
    }
    host.configure(option, value)?;
    env.inform(15457, vec![option.name.to_owned(), before.to_string(), value.to_string()]);
    Ok(())
}

/// Has the options be what they are set to. 5807 for a recovery interval that is unreasonable, unless that is overridden.
pub fn reconfigure(env: &mut Env<'_, '_>, with_override: bool) -> Result<(), SqlError> {
    if !env.is_autocommit() {
        // 574: not in a transaction.
        return Err(SqlError::new(574, 16, 0, vec!["CONFIG".to_owned()]));
    }
    let host = env.context.host;
    let configurations: &Configurations = host.configurations();
    if configurations.value(RECOVERY_INTERVAL) > RECOVERY_INTERVAL_REASONABLE && !with_override {
        return Err(SqlError::new(5807, 16, 1, vec![RECOVERY_INTERVAL_REASONABLE.to_string()]));
    }
    host.reconfigure();
    Ok(())
}

/// In minutes.
const RECOVERY_INTERVAL_REASONABLE: i32 = 60;
