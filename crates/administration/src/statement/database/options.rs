//! ALTER DATABASE ... SET (`t-sql/statements/alter-database-transact-sql-set-options.md`).

use super::altered::altered;
use super::state::{NewState, change_state};
use super::{snapshot_options, system_options, termination, user_access};
use sluice_base::error_log::LogSource;
use sluice_base::sync::Arc;
use sluice_catalog::name;
use sluice_command::statement::Env;
use sluice_plan::refusal::refuse_repetition;
use sluice_plan::unsupported;
use sluice_session::sink::Message;
use sluice_syntax::ast::{AlterDatabaseSet, Literal, NamedOption, OptionValue, Termination};
use sluice_table::database::Database;
use sluice_table::database_options::{
    COMPATIBILITY_LEVELS, DatabaseOptions, DelayedDurability, SessionDefaults, UserAccess,
};
use sluice_table::storage_error::sql_error;
use sluice_txn::RecoveryModel;
use sluice_types::SqlError;

/// Runs ALTER DATABASE ... SET. All options are checked before the first is set. Fails with 226
/// within a transaction, and with 5058 for a setting that a system database can't have.
/// The termination clause applies to other sessions' transactions if an option has to wait for
/// them. A new state, such as OFFLINE, must be the only option. Fails with 5011 or 5064 as
/// [`altered`], with 15048 for an unknown compatibility level, with 1039 for an option given twice,
/// with 5062 for options that exclude each other, and with 102 or 40517 for an unknown or
/// unsupported option. The error log gets each option that was set (5084).
pub(super) fn alter_database(env: &mut Env<'_, '_>, statement: &AlterDatabaseSet) -> Result<(), SqlError> {
    set_options(env, statement)?;
    let database =
        statement.database.as_ref().map_or_else(|| env.state.database.name.clone(), |name| name.text.to_string());
    let (host, source) = (env.context.host, LogSource::Session(env.state.id));
    for option in &statement.options {
        let error = SqlError::database_option_set(option.name.text.to_uppercase(), value_of(option), &database);
        let text = host.message_text(&error);
        host.error_log().information(source, format_args!("{text}"));
    }
    Ok(())
}

/// Returns the value of an option as the error log shows it. An option that is a value itself is
/// ON.
fn value_of(option: &NamedOption) -> String {
    match &option.value {
        None => "ON".to_owned(),
        Some(OptionValue::Word(word) | OptionValue::Variable(word)) => word.text.to_uppercase(),
        Some(OptionValue::Literal { value, unit }) => {
            let value = match value {
                Literal::Integer(number) => number.to_string(),
                Literal::Decimal(text) | Literal::Float(text) | Literal::String(text) => text.to_string(),
                _ => String::new(),
            };
            unit.as_ref().map_or(value.clone(), |unit| format!("{value} {}", unit.text.to_uppercase()))
        }
    }
}

fn set_options(env: &mut Env<'_, '_>, statement: &AlterDatabaseSet) -> Result<(), SqlError> {
    env.refuse_in_transaction("ALTER DATABASE")?;
    refuse_repetition(&statement.options)?;
    refuse_conflict(&statement.options)?;
    refuse_versioning(env, statement)?;
    if let Some(state) = statement.options.iter().find_map(NewState::of_option) {
        if let Some(other) = statement.options.iter().find(|option| NewState::of_option(option).is_none()) {
            let other = other.name.text.to_uppercase();
            return Err(unsupported(&format!("ALTER DATABASE SET {} with {other}", state.name())));
        }
        return change_state(env, statement.database.as_ref(), state, statement.termination.as_ref());
    }
    let database = altered(env, statement.database.as_ref())?;
    let setting = |option| setting_in(&database, option);
    let settings = statement.options.iter().map(setting).collect::<Result<Vec<_>, _>>()?;
    let access = settings.iter().find_map(Setting::user_access);
    if settings.iter().any(Setting::waits) && !database.storage.is_temporary() {
        termination::outlast(env, &database, statement.termination)?;
    }
    for setting in &settings {
        match setting {
            Setting::RecoveryModel(model) => set_recovery_model(&database, *model)?,
            Setting::CompatibilityLevel(level) if *level < OTHER_RESULTS_BELOW => {
                let text =
                    format!("Statements in database '{}' run as at the latest compatibility level.", database.name);
                env.sink.message(Message::Print { text, line: env.frame.globals.line });
            }
            _ => {}
        }
    }
    if settings.iter().all(|setting| matches!(setting, Setting::RecoveryModel(_) | Setting::AsItIs)) {
        return Ok(());
    }
    let apply = |options: &mut DatabaseOptions| settings.iter().for_each(|setting| setting.apply(options));
    let mut wanted = database.options();
    apply(&mut wanted);
    if wanted.is_read_only != database.options().is_read_only {
        return change_alone(env, &database, statement.termination.as_ref(), &apply);
    }
    let termination = statement.termination.as_ref();
    if let Some(access) = access {
        return user_access::change(env, &database, access, termination, |env| {
            env.context.host.set_options(&database, &apply)
        });
    }
    snapshot_options::change(env, &database, &wanted, termination, |env| {
        env.context.host.set_options(&database, &apply)
    })
}

/// Fails with 5082 if ALLOW_SNAPSHOT_ISOLATION or READ_COMMITTED_SNAPSHOT is set beside another
/// option, and with 5083 if ALLOW_SNAPSHOT_ISOLATION has a termination clause
/// (`t-sql/statements/alter-database-transact-sql-set-options`, *Setting options*).
fn refuse_versioning(env: &Env<'_, '_>, statement: &AlterDatabaseSet) -> Result<(), SqlError> {
    let has = |name: &str| statement.options.iter().any(|option| option.name.is(name));
    let allows = has("ALLOW_SNAPSHOT_ISOLATION");
    if statement.options.len() > 1 && (allows || has("READ_COMMITTED_SNAPSHOT")) {
        let named = statement.database.as_ref().map(|name| name.text.to_string());
        return Err(SqlError::versioning_with_other_state(named.unwrap_or_else(|| env.state.database.name.clone())));
    }
    if allows && statement.termination.is_some() {
        return Err(SqlError::versioning_with_termination());
    }
    Ok(())
}

/// Fails with 5062 for an option that excludes an earlier one.
fn refuse_conflict(options: &[NamedOption]) -> Result<(), SqlError> {
    for (place, option) in options.iter().enumerate() {
        let group = EXCLUSIVE.iter().find(|group| group.iter().any(|name| option.name.is(name)));
        let is_rival = |other: &NamedOption| group.is_some_and(|group| group.iter().any(|name| other.name.is(name)));
        if options[..place].iter().any(is_rival) {
            return Err(SqlError::conflicting_database_options(option.name.text.to_uppercase()));
        }
    }
    Ok(())
}

/// Groups of options of which a statement may have one.
const EXCLUSIVE: [&[&str]; 3] = [
    &["SINGLE_USER", "RESTRICTED_USER", "MULTI_USER"],
    &["READ_ONLY", "READ_WRITE"],
    &["ONLINE", "OFFLINE", "EMERGENCY"],
];

/// Changes options that need the database without other sessions
/// (`alter-database-transact-sql-set-options`, *db_update_option*).
fn change_alone(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    termination: Option<&Termination>,
    apply: &dyn Fn(&mut DatabaseOptions),
) -> Result<(), SqlError> {
    user_access::be_alone(env, database, termination)?;
    // Values that are only in memory are written before the database becomes read-only.
    let settled = database.settle_generators().map_err(|error| sql_error(&error, &database.name));
    let result = settled.and_then(|()| env.context.host.set_options(database, apply));
    result.and(env.state.share(database))
}

/// Sets a database's recovery model and logs the change. Tempdb is SIMPLE for good.
fn set_recovery_model(database: &Database, model: RecoveryModel) -> Result<(), SqlError> {
    if database.storage.is_temporary() {
        return Ok(());
    }
    database.storage.set_recovery_model(model).map_err(|error| sql_error(&error, &database.name))
}

/// The effect of one SET option.
enum Setting {
    DelayedDurability(DelayedDurability),
    /// Seconds.
    TargetRecoveryTime(u32),
    AllowSnapshotIsolation(bool),
    ReadCommittedSnapshot(bool),
    AutoCreateStatistics(bool),
    AutoUpdateStatistics(bool),
    RecursiveTriggers(bool),
    AutoClose(bool),
    CompatibilityLevel(u8),
    /// The option at this place of `SessionDefaults::NAMES`.
    SessionDefault(usize, bool),
    ReadOnly(bool),
    RecoveryModel(RecoveryModel),
    UserAccess(UserAccess),
    /// The option already has this value in every database.
    AsItIs,
}

impl Setting {
    /// Whether the option waits for the database's active transactions.
    fn waits(&self) -> bool {
        matches!(self, Setting::DelayedDurability(_))
    }

    /// Whether the database has this setting already.
    fn is_in(&self, database: &Database) -> bool {
        let mut options = database.options();
        self.apply(&mut options);
        match self {
            Setting::RecoveryModel(model) => *model == database.storage.recovery_model(),
            _ => options == database.options(),
        }
    }

    fn user_access(&self) -> Option<UserAccess> {
        if let Setting::UserAccess(access) = self { Some(*access) } else { None }
    }

    fn apply(&self, options: &mut DatabaseOptions) {
        match self {
            Setting::DelayedDurability(setting) => options.delayed_durability = *setting,
            Setting::TargetRecoveryTime(seconds) => options.target_recovery_time = *seconds,
            Setting::AllowSnapshotIsolation(on) => options.allow_snapshot_isolation = *on,
            Setting::ReadCommittedSnapshot(on) => options.read_committed_snapshot = *on,
            Setting::AutoCreateStatistics(on) => options.auto_create_statistics = *on,
            Setting::AutoUpdateStatistics(on) => options.auto_update_statistics = *on,
            Setting::RecursiveTriggers(on) => options.recursive_triggers = *on,
            Setting::UserAccess(access) => options.user_access = *access,
            Setting::AutoClose(on) => options.auto_close = *on,
            Setting::CompatibilityLevel(level) => options.compatibility_level = *level,
            Setting::SessionDefault(place, on) => options.session_defaults.set(*place, *on),
            Setting::ReadOnly(on) => options.is_read_only = *on,
            Setting::RecoveryModel(_) | Setting::AsItIs => {}
        }
    }
}

/// Returns the setting of an option for `database`. Fails with 5058 for a setting that a system
/// database can't have (`system_options`), which includes settings that are supported nowhere.
fn setting_in(database: &Database, option: &NamedOption) -> Result<Setting, SqlError> {
    let setting = setting_of(option);
    let is_change = match &setting {
        Ok(setting) => !setting.is_in(database),
        Err(error) => error.number == UNSUPPORTED,
    };
    match system_options::fixed(database, &option.name.text).filter(|_| is_change) {
        Some(error) => Err(error),
        None => setting,
    }
}

fn setting_of(option: &NamedOption) -> Result<Setting, SqlError> {
    let sub = |(name, sub, value): &(&str, &str, &str)| {
        let is_so = |sub_option: &NamedOption| {
            sub_option.name.is(sub) && matches!(&sub_option.value, Some(OptionValue::Word(word)) if word.is(value))
        };
        option.name.is(name) && option.list.iter().all(is_so)
    };
    if !option.list.is_empty() && !ALWAYS_SO_INSIDE.iter().any(sub) && !is_forced_off(option) {
        return Err(unsupported(&format!("ALTER DATABASE SET {}", option.name.text.to_uppercase())));
    }
    let word = match &option.value {
        Some(OptionValue::Word(word)) => &*word.text,
        _ => "",
    };
    if let Some(access) = UserAccess::ALL.iter().find(|access| option.value.is_none() && option.name.is(access.name()))
    {
        return Ok(Setting::UserAccess(*access));
    }
    for (word, on) in [("READ_ONLY", true), ("READ_WRITE", false)] {
        if option.value.is_none() && option.name.is(word) {
            return Ok(Setting::ReadOnly(on));
        }
    }
    if option.name.is("DELAYED_DURABILITY") {
        let known = [
            ("DISABLED", DelayedDurability::Disabled),
            ("ALLOWED", DelayedDurability::Allowed),
            ("FORCED", DelayedDurability::Forced),
        ];
        let found = known.iter().find(|(text, _)| name::same(text, word));
        let setting = found.map(|(_, setting)| Setting::DelayedDurability(*setting));
        return setting.ok_or_else(|| SqlError::syntax_near(word));
    }
    if option.name.is("TARGET_RECOVERY_TIME") {
        return target_recovery_time(option).map(Setting::TargetRecoveryTime);
    }
    for (known, setting) in [
        ("ALLOW_SNAPSHOT_ISOLATION", Setting::AllowSnapshotIsolation as fn(bool) -> Setting),
        ("READ_COMMITTED_SNAPSHOT", Setting::ReadCommittedSnapshot),
        ("AUTO_CREATE_STATISTICS", Setting::AutoCreateStatistics),
        ("AUTO_UPDATE_STATISTICS", Setting::AutoUpdateStatistics),
        ("RECURSIVE_TRIGGERS", Setting::RecursiveTriggers),
        ("AUTO_CLOSE", Setting::AutoClose),
    ] {
        if option.name.is(known) {
            let on = [("ON", true), ("OFF", false)].into_iter().find(|(text, _)| name::same(text, word));
            return on.map(|(_, on)| setting(on)).ok_or_else(|| SqlError::syntax_near(word));
        }
    }
    if let Some(place) = SessionDefaults::place(&option.name.text) {
        let words = match SessionDefaults::NAMES[place] {
            SessionDefaults::CURSOR_DEFAULT => [("LOCAL", true), ("GLOBAL", false)],
            _ => [("ON", true), ("OFF", false)],
        };
        let on = words.into_iter().find(|(text, _)| name::same(text, word));
        return on.map(|(_, on)| Setting::SessionDefault(place, on)).ok_or_else(|| SqlError::syntax_near(word));
    }
    if option.name.is("RECOVERY") {
        let known = [
            ("FULL", RecoveryModel::Full),
            ("BULK_LOGGED", RecoveryModel::BulkLogged),
            ("SIMPLE", RecoveryModel::Simple),
        ];
        let found = known.iter().find(|(text, _)| name::same(text, word));
        return found.map(|(_, model)| Setting::RecoveryModel(*model)).ok_or_else(|| SqlError::syntax_near(word));
    }
    let number = match &option.value {
        Some(OptionValue::Literal { value: Literal::Integer(number), unit: None }) => number.to_string(),
        _ => String::new(),
    };
    if option.name.is("COMPATIBILITY_LEVEL") {
        let level = number.parse().ok().filter(|level| COMPATIBILITY_LEVELS.contains(level));
        return level.map(Setting::CompatibilityLevel).ok_or_else(invalid_level);
    }
    let is_so = |(name, value): &&(&str, &str)| option.name.is(name) && (name::same(value, word) || *value == number);
    if ALWAYS_SO.iter().find(is_so).is_some() {
        return Ok(Setting::AsItIs);
    }
    let word = if word.is_empty() { &number } else { word };
    Err(unsupported(format!("ALTER DATABASE SET {} {word}", option.name.text.to_uppercase()).trim_end()))
}

/// Whether the option is `QUERY_STORE = OFF (FORCED)`, which doesn't wait for the store's
/// background tasks. There are none.
fn is_forced_off(option: &NamedOption) -> bool {
    option.name.is("QUERY_STORE")
        && matches!(&option.value, Some(OptionValue::Word(value)) if value.is("OFF"))
        && matches!(&*option.list, [only] if only.name.is("FORCED") && only.value.is_none())
}

/// 15048: there is no such compatibility level.
fn invalid_level() -> SqlError {
    let [a, b, c, d, e, f, last] = COMPATIBILITY_LEVELS;
    SqlError::invalid_compatibility_level(a, b, c, d, e, f, last)
}

/// Parses `TARGET_RECOVERY_TIME = n { SECONDS | MINUTES }` into seconds.
fn target_recovery_time(option: &NamedOption) -> Result<u32, SqlError> {
    let Some(OptionValue::Literal { value: Literal::Integer(number), unit: Some(unit) }) = &option.value else {
        return Err(SqlError::syntax_near(&option.name.text));
    };
    let seconds =
        [("SECONDS", 1), ("MINUTES", 60)].into_iter().find(|(text, _)| unit.is(text)).map(|(_, seconds)| seconds);
    let seconds = seconds.and_then(|seconds| u32::try_from(*number).ok()?.checked_mul(seconds));
    // The system view shows an int.
    seconds.filter(|seconds| i32::try_from(*seconds).is_ok()).ok_or_else(|| SqlError::syntax_near(&unit.text))
}

/// Options with one fixed setting (`t-sql/statements/alter-database-transact-sql-set-options`).
/// Another setting is refused.
const ALWAYS_SO: &[(&str, &str)] = &[
    ("ACCELERATED_DATABASE_RECOVERY", "OFF"),
    ("AUTO_SHRINK", "OFF"),
    ("AUTO_UPDATE_STATISTICS_ASYNC", "OFF"),
    ("CHANGE_TRACKING", "OFF"),
    ("CONTAINMENT", "NONE"),
    ("CURSOR_CLOSE_ON_COMMIT", "OFF"),
    ("DATE_CORRELATION_OPTIMIZATION", "OFF"),
    ("DB_CHAINING", "OFF"),
    ("DISABLE_BROKER", ""),
    ("ENCRYPTION", "OFF"),
    ("FILESTREAM", ""),
    ("HONOR_BROKER_PRIORITY", "OFF"),
    ("MEMORY_OPTIMIZED_ELEVATE_TO_SNAPSHOT", "OFF"),
    ("MIXED_PAGE_ALLOCATION", "OFF"),
    ("NUMERIC_ROUNDABORT", "OFF"),
    ("PAGE_VERIFY", "CHECKSUM"),
    ("PARAMETERIZATION", "SIMPLE"),
    ("QUERY_STORE", "CLEAR"),
    ("QUERY_STORE", "OFF"),
    ("SUPPLEMENTAL_LOGGING", "OFF"),
    ("TEMPORAL_HISTORY_RETENTION", "ON"),
    ("TORN_PAGE_DETECTION", "OFF"),
    ("TRUSTWORTHY", "OFF"),
    ("VARDECIMAL_STORAGE_FORMAT", "ON"),
];
/// Options in parentheses that have one fixed setting: the outer option, the inner one, its value.
const ALWAYS_SO_INSIDE: &[(&str, &str, &str)] =
    &[("AUTO_CREATE_STATISTICS", "INCREMENTAL", "OFF"), ("FILESTREAM", "NON_TRANSACTED_ACCESS", "OFF")];
/// From this compatibility level on, levels differ in plans alone, not in results
/// (`t-sql/statements/alter-database-transact-sql-compatibility-level.md`).
const OTHER_RESULTS_BELOW: u8 = 130;
/// The message of an option that isn't supported.
const UNSUPPORTED: i32 = 40517;
