//! `sp_configure` with a value, and RECONFIGURE
//! (`relational-databases/system-stored-procedures/sp-configure-transact-sql.md`,
//! `t-sql/language-elements/reconfigure-transact-sql.md`).

use sluice_catalog::security::codes;
use sluice_command::statement::{Command, CommandError, Compilation, Env, EventSource};
use sluice_plan::unsupported;
use sluice_session::configuration_options::{
    ALLOW_UPDATES, ConfigurationOption, OPTIONS, RECOVERY_INTERVAL, SHOW_ADVANCED_OPTIONS, USER_OPTIONS,
};
use sluice_session::configurations::Configurations;
use sluice_session::consequence::StatementClass;
use sluice_session::options::UserOptions;
use sluice_session::rights::Rights;
use sluice_types::SqlError;

/// Returns the option called `name`, or else all options whose names contain `name`, without regard
/// to case. Advanced options count only if 'show advanced options' is in use. Fails with 15123 if
/// there is no match.
pub fn options_named(env: &Env<'_, '_>, name: &str) -> Result<Vec<&'static ConfigurationOption>, SqlError> {
    let shows_advanced = env.context.host.configurations().in_use(SHOW_ADVANCED_OPTIONS) == 1;
    let wanted = name.to_lowercase();
    let seen = || OPTIONS.iter().filter(|option| shows_advanced || !option.is_advanced);
    if let Some(option) = seen().find(|option| option.name.to_lowercase() == wanted) {
        return Ok(vec![option]);
    }
    let like: Vec<_> = seen().filter(|option| option.name.to_lowercase().contains(&wanted)).collect();
    if like.is_empty() {
        return Err(SqlError::option_not_found(name));
    }
    Ok(like)
}

/// Sets an option durably, and informs with 15457. The new value is in use after RECONFIGURE. Fails
/// with 15129 if the value is out of range, with 15002 within a transaction, and with 40517 for a
/// change of an option without effect here.
pub fn configure(env: &mut Env<'_, '_>, option: &'static ConfigurationOption, value: i32) -> Result<(), SqlError> {
    if !env.is_autocommit() {
        return Err(SqlError::procedure_in_transaction("sys.sp_configure"));
    }
    let host = env.context.host;
    let before = host.configurations().value(option.id);
    if value < option.range.0 || value > option.range.1 {
        return Err(SqlError::invalid_option_value(value, option.name));
    }
    let is_known = option.id != USER_OPTIONS || UserOptions::from_bits(value).is_some();
    if value != before && !(option.is_settable && is_known) {
        return Err(unsupported(&format!("sp_configure '{}', {value}", option.name)));
    }
    host.configure(option, value)?;
    env.inform(SqlError::configuration_changed(option.name, before, value));
    Ok(())
}

/// RECONFIGURE.
struct Reconfiguration {
    with_override: bool,
}

/// Compiles RECONFIGURE.
pub(crate) fn compile(with_override: bool, to: &mut dyn Compilation) {
    to.add(Box::new(Reconfiguration { with_override }));
}

impl Command for Reconfiguration {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.server_or(codes::ALTER_SETTINGS, SqlError::reconfigure_denied())
    }

    fn class(&self) -> StatementClass {
        StatementClass::Other
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::None
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        Ok(reconfigure(env, self.with_override)?)
    }
}

/// Puts the configured values into use. Unless `with_override`, fails with 5807 if the recovery
/// interval exceeds 60 minutes, and with 5808 if 'allow updates' is 1.
fn reconfigure(env: &mut Env<'_, '_>, with_override: bool) -> Result<(), SqlError> {
    if !env.is_autocommit() {
        return Err(SqlError::not_allowed_in_user_transaction("CONFIG"));
    }
    let host = env.context.host;
    let configurations: &Configurations = host.configurations();
    if configurations.value(RECOVERY_INTERVAL) > RECOVERY_INTERVAL_REASONABLE && !with_override {
        return Err(SqlError::recovery_interval_too_long(RECOVERY_INTERVAL_REASONABLE));
    }
    if configurations.value(ALLOW_UPDATES) != 0 && !with_override {
        return Err(SqlError::ad_hoc_catalog_update_not_supported());
    }
    host.reconfigure();
    Ok(())
}

/// Minutes.
const RECOVERY_INTERVAL_REASONABLE: i32 = 60;
