//! SET of session options.

use super::Env;
use super::command::{Command, CommandError, Compilation};
use super::identity_insert;
use crate::statement::event::EventSource;
use sluice_functions::session_values::{CONTEXT_INFO_BYTES, TEXT_SIZE_DEFAULT};
use sluice_functions::{self as functions, Language, language_named};
use sluice_plan::{BrowseMode, unsupported};
use sluice_query::code::Reg;
use sluice_session::consequence::StatementClass;
use sluice_session::rights::Rights;
use sluice_syntax::ast::{Expr, ExprKind, IsolationLevel, Literal, Name, SetOption, UnaryOperator};
use sluice_table::isolation::Isolation;
use sluice_types::date_text::DateOrder;
use sluice_types::{DataType, Length, SqlError};
use std::time::Duration;

/// A session option with its new value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionSwitch {
    /// NOCOUNT.
    NoCount(bool),
    /// XACT_ABORT.
    XactAbort(bool),
    /// IMPLICIT_TRANSACTIONS.
    ImplicitTransactions(bool),
    /// CURSOR_CLOSE_ON_COMMIT.
    CursorCloseOnCommit(bool),
    /// FMTONLY.
    FormatOnly(bool),
    /// NOEXEC.
    NoExec(bool),
    /// NO_BROWSETABLE.
    NoBrowseTable(bool),
    /// SHOWPLAN_TEXT.
    ShowplanText(bool),
    /// SHOWPLAN_ALL.
    ShowplanAll(bool),
    /// SHOWPLAN_XML.
    ShowplanXml(bool),
    /// STATISTICS IO.
    StatisticsIo(bool),
    /// STATISTICS TIME.
    StatisticsTime(bool),
    /// STATISTICS PROFILE.
    StatisticsProfile(bool),
    /// STATISTICS XML.
    StatisticsXml(bool),
    /// TRANSACTION ISOLATION LEVEL.
    Isolation(Isolation),
    /// LOCK_TIMEOUT in milliseconds; a negative value means no limit.
    LockTimeout(i64),
    /// DEADLOCK_PRIORITY, from -10 to 10.
    DeadlockPriority(i16),
    /// TEXTSIZE in bytes; a negative value means no limit.
    TextSize(i32),
    /// LANGUAGE.
    Language(&'static Language),
    /// DATEFORMAT.
    DateFormat(DateOrder),
    /// An option that decides what statements mean.
    Meaning(functions::SetOption, bool),
}

/// An option whose value may come from a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ValueOption {
    /// ROWCOUNT.
    RowCount,
    /// ROWCOUNT with a value that isn't an integer, which fails with 507.
    WrongRowCount,
    /// DATEFIRST.
    DateFirst,
    /// DATEFORMAT.
    DateFormat,
    /// LANGUAGE.
    Language,
    /// DEADLOCK_PRIORITY.
    DeadlockPriority,
    /// CONTEXT_INFO.
    ContextInfo,
}

/// SET of an option to the value in a register.
struct ValueSetting {
    option: ValueOption,
    register: Reg,
}

/// Compiles SET of an option that takes a table or a value computed at run time. Returns false for
/// other options, whose switches [`option_of`] returns. These are IDENTITY_INSERT, ROWCOUNT,
/// DATEFIRST, CONTEXT_INFO, and DEADLOCK_PRIORITY or DATEFORMAT with a variable.
pub(in crate::statement) fn compile(option: &SetOption, to: &mut dyn Compilation) -> Result<bool, SqlError> {
    let (option, register) = match option {
        SetOption::IdentityInsert { table, on } => {
            identity_insert::compile(table, *on, to)?;
            return Ok(true);
        }
        SetOption::Value { option, value } if option.is("ROWCOUNT") => {
            let (register, data_type) = to.emit_untyped(value)?;
            (if data_type.is_integer() { ValueOption::RowCount } else { ValueOption::WrongRowCount }, register)
        }
        SetOption::Value { option, value } if option.is("DATEFIRST") => {
            (ValueOption::DateFirst, to.emit(value, DataType::BigInt)?)
        }
        SetOption::Value { option, value } if option.is("CONTEXT_INFO") => {
            (ValueOption::ContextInfo, to.emit(value, DataType::VarBinary(Length::Limited(CONTEXT_INFO_BYTES as u16)))?)
        }
        option => match priority_variable(option).or_else(|| date_variable(option)) {
            Some((option, variable)) => (option, to.variable(&variable.text)?.0),
            None => return Ok(false),
        },
    };
    to.add(Box::new(ValueSetting { option, register }));
    Ok(true)
}

impl Command for ValueSetting {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.everybody("t-sql/statements/set-statements-transact-sql.md")
    }

    fn class(&self) -> StatementClass {
        StatementClass::Other
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::None
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        Ok(set_value(env, self.option, self.register)?)
    }
}

/// Returns the switches of a SET statement. Options set to their permanent value need no switch;
/// other unsupported options fail by name. One statement may have several options. A value that
/// must be constant and isn't fails with 40517. Fails with 2740, 2741 and 2755 for an unknown
/// language, date format and deadlock priority.
pub fn option_of(option: &SetOption) -> Result<Vec<OptionSwitch>, SqlError> {
    match option {
        SetOption::Switch { options, on } => {
            let mut switches = Vec::new();
            for name in options {
                if name.is("ANSI_DEFAULTS") {
                    switches.extend(ANSI_DEFAULTS.map(|option| OptionSwitch::Meaning(option, *on)));
                    switches.extend([OptionSwitch::ImplicitTransactions(*on), OptionSwitch::CursorCloseOnCommit(*on)]);
                    continue;
                }
                switches.extend(one(&name.text, *on)?);
            }
            Ok(switches)
        }
        SetOption::Statistics { options, on } => {
            let switches = options.iter().map(|name| statistics(name, *on)).collect::<Result<Vec<_>, _>>()?;
            Ok(switches.into_iter().flatten().collect())
        }
        SetOption::IdentityInsert { .. } => unreachable!("it names a table and has a step of its own"),
        SetOption::Value { option, value } if option.is("LOCK_TIMEOUT") => match whole_number(value) {
            Some(milliseconds) => Ok(vec![OptionSwitch::LockTimeout(milliseconds)]),
            None => Err(unsupported("SET LOCK_TIMEOUT to what is no constant")),
        },
        SetOption::Value { option, value } if option.is("DEADLOCK_PRIORITY") => match priority(value) {
            Some(priority) => Ok(vec![OptionSwitch::DeadlockPriority(priority)]),
            None => Err(no_priority()),
        },
        SetOption::Value { option, value } if option.is("TEXTSIZE") => Ok(vec![text_size(value)?]),
        SetOption::Value { option, value } if option.is("LANGUAGE") => {
            let written = word(value).ok_or_else(|| unsupported("SET LANGUAGE to what is no name"))?;
            Ok(vec![language(written)?])
        }
        SetOption::Value { option, value } if option.is("DATEFORMAT") => {
            let written = word(value).ok_or_else(|| unsupported("SET DATEFORMAT to what is no name"))?;
            Ok(vec![date_format(written)?])
        }
        SetOption::Value { option, value } if is_as_always(option, value) => Ok(Vec::new()),
        SetOption::Value { option, .. } => Err(unsupported(&format!("SET {}", option.text.to_uppercase()))),
        SetOption::IsolationLevel(level) => {
            let isolation = match level {
                IsolationLevel::ReadUncommitted => Isolation::ReadUncommitted,
                IsolationLevel::ReadCommitted => Isolation::ReadCommitted,
                IsolationLevel::RepeatableRead => Isolation::RepeatableRead,
                IsolationLevel::Serializable => Isolation::Serializable,
                IsolationLevel::Snapshot => Isolation::Snapshot,
            };
            Ok(vec![OptionSwitch::Isolation(isolation)])
        }
    }
}

/// Sets an option of the session at once, in its state and in what others see of it. `@@ROWCOUNT`
/// becomes 0. SET LANGUAGE informs with 5703.
pub fn switch(env: &mut Env<'_, '_>, option: OptionSwitch) {
    env.frame.globals.row_count = 0;
    match option {
        OptionSwitch::NoCount(on) => env.state.options.nocount = on,
        OptionSwitch::XactAbort(on) => env.state.options.xact_abort = on,
        OptionSwitch::ImplicitTransactions(on) => env.state.options.implicit_transactions = on,
        OptionSwitch::CursorCloseOnCommit(on) => env.state.options.cursor_close_on_commit = on,
        OptionSwitch::FormatOnly(on) => env.state.options.format_only = on,
        OptionSwitch::NoExec(on) => env.state.options.no_exec = on,
        OptionSwitch::NoBrowseTable(on) => {
            let browse = if on { BrowseMode::Tables } else { BrowseMode::Off };
            env.state.options.compile_mode = env.state.options.compile_mode.browsing(browse);
        }
        OptionSwitch::ShowplanText(on) => env.state.options.showplan_text = on,
        OptionSwitch::ShowplanAll(on) => env.state.options.showplan_all = on,
        OptionSwitch::ShowplanXml(on) => env.state.options.showplan_xml = on,
        OptionSwitch::StatisticsIo(on) => env.state.options.statistics_io = on,
        OptionSwitch::StatisticsTime(on) => env.state.options.statistics_time = on,
        OptionSwitch::StatisticsProfile(on) => env.state.options.set_profile(on, env.state.options.statistics_xml),
        OptionSwitch::StatisticsXml(on) => env.state.options.set_profile(env.state.options.statistics_profile, on),
        OptionSwitch::Isolation(level) => {
            env.state.options.isolation = level;
            env.state.activity.sight.set_isolation(level.number());
        }
        OptionSwitch::LockTimeout(milliseconds) => {
            env.state.transaction.locks.set_wait_limit(u64::try_from(milliseconds).ok().map(Duration::from_millis));
            env.frame.globals.lock_timeout_ms = i32::try_from(milliseconds.max(-1)).ok();
            env.state.activity.sight.set_lock_timeout(env.frame.globals.lock_timeout_ms);
        }
        OptionSwitch::TextSize(bytes) => env.state.values.set_text_size(bytes),
        OptionSwitch::Language(language) => {
            env.state.values.set_language(language);
            env.state.set_meaning(env.state.options.meaning.in_language(language));
            env.inform(SqlError::language_changed(language.name));
        }
        OptionSwitch::DateFormat(order) => env.state.values.set_date_order(order),
        OptionSwitch::DeadlockPriority(priority) => {
            env.state.transaction.locks.set_priority(priority);
            env.state.activity.sight.set_deadlock_priority(priority.into());
        }
        OptionSwitch::Meaning(option, on) => env.state.set_meaning(env.state.options.meaning.with(option, on)),
    }
    env.frame.globals.options = env.state.options.bits();
}

/// SET LANGUAGE. Fails with 2740 if the language doesn't exist.
fn language(name: &str) -> Result<OptionSwitch, SqlError> {
    let unknown = || SqlError::invalid_language(name);
    language_named(name).map(OptionSwitch::Language).ok_or_else(unknown)
}

/// SET DATEFORMAT. Fails with 2741 for an invalid date order.
fn date_format(order: &str) -> Result<OptionSwitch, SqlError> {
    let wrong = || SqlError::invalid_dateformat(order);
    DateOrder::of_word(order.trim_end()).map(OptionSwitch::DateFormat).ok_or_else(wrong)
}

/// Returns the variable that SET DATEFORMAT or SET LANGUAGE takes its value from, with the option.
fn date_variable(option: &SetOption) -> Option<(ValueOption, &Name)> {
    let SetOption::Value { option, value: Expr { kind: ExprKind::Variable(name), .. } } = option else { return None };
    match () {
        () if option.is("DATEFORMAT") => Some((ValueOption::DateFormat, name)),
        () if option.is("LANGUAGE") => Some((ValueOption::Language, name)),
        () => None,
    }
}

/// Whether the value is the option's permanent value.
fn is_as_always(option: &Name, value: &Expr) -> bool {
    let number = whole_number(value);
    match () {
        // "If 0 or negative, all queries are allowed to run".
        () if option.is("QUERY_GOVERNOR_COST_LIMIT") => number == Some(0),
        () => false,
    }
}

/// Returns the text of a word or string literal.
fn word(value: &Expr) -> Option<&str> {
    match &value.kind {
        ExprKind::Column(column) if column.qualifier.is_none() => Some(&column.name.text),
        ExprKind::Literal(Literal::String(text) | Literal::NationalString(text)) => Some(text),
        _ => None,
    }
}

/// SET TEXTSIZE: 0 means 4 KB, -1 no limit (`t-sql/statements/set-textsize-transact-sql.md`).
fn text_size(value: &Expr) -> Result<OptionSwitch, SqlError> {
    let bytes = whole_number(value).and_then(|bytes| i32::try_from(bytes).ok()).filter(|bytes| *bytes >= -1);
    let bytes = bytes.ok_or_else(|| unsupported("SET TEXTSIZE to what is no constant of -1 to 2147483647"))?;
    Ok(OptionSwitch::TextSize(if bytes == 0 { TEXT_SIZE_DEFAULT } else { bytes }))
}

/// Returns an integer literal, with an optional minus sign. `None` for every other expression, also
/// for constants like 1 + 1.
pub fn whole_number(value: &Expr) -> Option<i64> {
    match &value.kind {
        ExprKind::Literal(Literal::Integer(number)) => Some(*number),
        ExprKind::Unary { operator: UnaryOperator::Minus, operand } => whole_number(operand)?.checked_neg(),
        _ => None,
    }
}

/// Returns a deadlock priority given by number or name
/// (`t-sql/statements/set-deadlock-priority-transact-sql.md`).
fn priority(value: &Expr) -> Option<i16> {
    match &value.kind {
        ExprKind::Column(column) if column.qualifier.is_none() => priority_named(&column.name.text),
        _ => whole_number(value).and_then(priority_numbered),
    }
}

fn priority_named(name: &str) -> Option<i16> {
    let known = [("LOW", -5), ("NORMAL", 0), ("HIGH", 5)];
    known.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, priority)| *priority)
}

fn priority_numbered(number: i64) -> Option<i16> {
    i16::try_from(number).ok().filter(|number| (-10..=10).contains(number))
}

/// Returns the variable that SET DEADLOCK_PRIORITY takes its value from.
fn priority_variable(option: &SetOption) -> Option<(ValueOption, &Name)> {
    match option {
        SetOption::Value { option, value: Expr { kind: ExprKind::Variable(name), .. } }
            if option.is("DEADLOCK_PRIORITY") =>
        {
            Some((ValueOption::DeadlockPriority, name))
        }
        _ => None,
    }
}

/// Sets an option to the value in a register.
fn set_value(env: &mut Env<'_, '_>, option: ValueOption, value: Reg) -> Result<(), SqlError> {
    match option {
        ValueOption::RowCount => limit_rows(env, value),
        ValueOption::WrongRowCount => Err(SqlError::invalid_rowcount()),
        ValueOption::DateFirst => begin_weeks(env, value),
        ValueOption::DeadlockPriority => set_priority(env, value),
        ValueOption::ContextInfo => {
            env.state.values.set_context_info(env.frame.get(value).as_bytes().unwrap_or_default());
            env.frame.globals.row_count = 0;
            Ok(())
        }
        ValueOption::DateFormat | ValueOption::Language => {
            let word = env.frame.get(value).as_str().unwrap_or_default().to_owned();
            let of_word = if option == ValueOption::Language { language } else { date_format };
            switch(env, of_word(&word)?);
            Ok(())
        }
    }
}

/// SET DEADLOCK_PRIORITY from a variable that holds a word or number. Fails with 2755 otherwise.
fn set_priority(env: &mut Env<'_, '_>, variable: Reg) -> Result<(), SqlError> {
    let value = env.frame.get(variable);
    let number = || value.as_i64().and_then(priority_numbered);
    let priority = value.as_str().map_or_else(number, |word| priority_named(word.trim_end()));
    switch(env, OptionSwitch::DeadlockPriority(priority.ok_or_else(no_priority)?));
    Ok(())
}

/// SET DATEFIRST, from 1 (Monday) to 7. Fails with 2742 for another value.
fn begin_weeks(env: &mut Env<'_, '_>, day: Reg) -> Result<(), SqlError> {
    env.frame.globals.row_count = 0;
    let written = env.frame.get(day).as_i64();
    let day = written.and_then(|day| u8::try_from(day).ok()).filter(|day| (1..=7).contains(day));
    let wrong = || SqlError::datefirst_out_of_range(written.unwrap_or_default());
    env.state.values.set_date_first(day.ok_or_else(wrong)?);
    Ok(())
}

/// SET ROWCOUNT. Fails with 507 for a value that isn't a number of rows.
fn limit_rows(env: &mut Env<'_, '_>, number: Reg) -> Result<(), SqlError> {
    let limit = env.frame.get(number).as_i64().and_then(|number| u64::try_from(number).ok());
    env.frame.globals.row_limit = limit.ok_or_else(SqlError::invalid_rowcount)?;
    env.frame.globals.row_count = 0;
    Ok(())
}

/// Returns the switch of a SET STATISTICS option.
fn statistics(name: &Name, on: bool) -> Result<Option<OptionSwitch>, SqlError> {
    match () {
        () if name.is("IO") => Ok(Some(OptionSwitch::StatisticsIo(on))),
        () if name.is("TIME") => Ok(Some(OptionSwitch::StatisticsTime(on))),
        () if name.is("PROFILE") => Ok(Some(OptionSwitch::StatisticsProfile(on))),
        () if name.is("XML") => Ok(Some(OptionSwitch::StatisticsXml(on))),
        () => Err(unsupported(&format!("SET STATISTICS {}", name.text.to_uppercase()))),
    }
}

/// 2755: the value isn't LOW, NORMAL, HIGH or a number from -10 to 10.
fn no_priority() -> SqlError {
    SqlError::invalid_deadlock_priority()
}

fn one(name: &str, on: bool) -> Result<Option<OptionSwitch>, SqlError> {
    let is = |known: &str| known.eq_ignore_ascii_case(name);
    if is("NOCOUNT") {
        return Ok(Some(OptionSwitch::NoCount(on)));
    }
    if is("XACT_ABORT") {
        return Ok(Some(OptionSwitch::XactAbort(on)));
    }
    if is("IMPLICIT_TRANSACTIONS") {
        return Ok(Some(OptionSwitch::ImplicitTransactions(on)));
    }
    if is("PARSEONLY") {
        // PARSEONLY takes effect when the batch is parsed.
        return Ok(None);
    }
    if is("SHOWPLAN_TEXT") {
        return Ok(Some(OptionSwitch::ShowplanText(on)));
    }
    if is("SHOWPLAN_ALL") {
        return Ok(Some(OptionSwitch::ShowplanAll(on)));
    }
    if is("SHOWPLAN_XML") {
        return Ok(Some(OptionSwitch::ShowplanXml(on)));
    }
    if is("CURSOR_CLOSE_ON_COMMIT") {
        return Ok(Some(OptionSwitch::CursorCloseOnCommit(on)));
    }
    if is("FMTONLY") {
        return Ok(Some(OptionSwitch::FormatOnly(on)));
    }
    if is("NOEXEC") {
        return Ok(Some(OptionSwitch::NoExec(on)));
    }
    if is("NO_BROWSETABLE") {
        return Ok(Some(OptionSwitch::NoBrowseTable(on)));
    }
    if let Some(option) = functions::SetOption::named(name) {
        return Ok(Some(OptionSwitch::Meaning(option, on)));
    }
    if !on && ALWAYS_OFF.iter().any(|known| is(known)) {
        return Ok(None);
    }
    Err(unsupported(&format!("SET {} {}", name.to_uppercase(), if on { "ON" } else { "OFF" })))
}

/// Options that are always OFF; ON isn't supported.
const ALWAYS_OFF: &[&str] = &["FIPS_FLAGGER", "FORCEPLAN", "REMOTE_PROC_TRANSACTIONS"];
/// The options of ANSI_DEFAULTS that decide what statements mean
/// (`t-sql/statements/set-ansi-defaults-transact-sql.md`).
const ANSI_DEFAULTS: [functions::SetOption; 5] = [
    functions::SetOption::AnsiNulls,
    functions::SetOption::AnsiNullDefaultOn,
    functions::SetOption::AnsiPadding,
    functions::SetOption::QuotedIdentifier,
    functions::SetOption::AnsiWarnings,
];
