//! SET of session options.

use super::Env;
use crate::code::Reg;
use crate::state::Isolation;
use sluice_plan::unsupported;
use sluice_syntax::ast::{Expr, ExprKind, IsolationLevel, Literal, Name, SetOption, UnaryOperator};
use sluice_types::SqlError;
use std::time::Duration;

/// An option that is switched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionSwitch {
    /// NOCOUNT.
    NoCount(bool),
    /// XACT_ABORT.
    XactAbort(bool),
    /// IMPLICIT_TRANSACTIONS.
    ImplicitTransactions(bool),
    /// NOEXEC.
    NoExec(bool),
    /// SHOWPLAN_TEXT.
    ShowplanText(bool),
    /// STATISTICS IO.
    StatisticsIo(bool),
    /// STATISTICS TIME.
    StatisticsTime(bool),
    /// TRANSACTION ISOLATION LEVEL.
    Isolation(Isolation),
    /// LOCK_TIMEOUT in milliseconds; below zero: no limit.
    LockTimeout(i64),
    /// DEADLOCK_PRIORITY, from -10 to 10.
    DeadlockPriority(i16),
}

/// What `option` switches; options that ask for what always holds switch nothing, the others are refused by name.
pub fn option_of(option: &SetOption) -> Result<Vec<OptionSwitch>, SqlError> {
    match option {
        SetOption::Switch { options, on } => {
            let switches = options.iter().map(|name| one(&name.text, *on)).collect::<Result<Vec<_>, _>>()?;
            Ok(switches.into_iter().flatten().collect())
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

/// Switches an option.
pub fn switch(env: &mut Env<'_, '_>, option: OptionSwitch) {
    env.frame.globals.row_count = 0;
    match option {
        OptionSwitch::NoCount(on) => env.state.options.nocount = on,
        OptionSwitch::XactAbort(on) => env.state.options.xact_abort = on,
        OptionSwitch::ImplicitTransactions(on) => env.state.options.implicit_transactions = on,
        OptionSwitch::NoExec(on) => env.state.options.no_exec = on,
        OptionSwitch::ShowplanText(on) => env.state.options.showplan_text = on,
        OptionSwitch::StatisticsIo(on) => env.state.options.statistics_io = on,
        OptionSwitch::StatisticsTime(on) => env.state.options.statistics_time = on,
        OptionSwitch::Isolation(level) => {
            env.state.options.isolation = level;
            env.state.sight.set_isolation(level.number());
        }
        OptionSwitch::LockTimeout(milliseconds) => {
            env.state.locks.set_wait_limit(u64::try_from(milliseconds).ok().map(Duration::from_millis));
            env.frame.globals.lock_timeout_ms = i32::try_from(milliseconds.max(-1)).ok();
        }
        OptionSwitch::DeadlockPriority(priority) => env.state.locks.set_priority(priority),
    }
    env.frame.globals.options = env.state.options.bits();
}

/// Whether the value is the one that the option always has.
fn is_as_always(option: &Name, value: &Expr) -> bool {
    let number = whole_number(value);
    match () {
        () if option.is("DATEFIRST") => number == Some(7),
        // Values of any length are sent whole; -1 is what drivers say for that.
        () if option.is("TEXTSIZE") => matches!(number, Some(-1 | 0x7FFF_FFFF)),
        // "If 0 or negative, all queries are allowed to run".
        () if option.is("QUERY_GOVERNOR_COST_LIMIT") => number == Some(0),
        () if option.is("DATEFORMAT") => match &value.kind {
            ExprKind::Column(column) => column.qualifier.is_none() && column.name.is("mdy"),
            ExprKind::Literal(Literal::String(text) | Literal::NationalString(text)) => {
                text.eq_ignore_ascii_case("mdy")
            }
            _ => false,
        },
        () => false,
    }
}

fn whole_number(value: &Expr) -> Option<i64> {
    match &value.kind {
        ExprKind::Literal(Literal::Integer(number)) => Some(*number),
        ExprKind::Unary { operator: UnaryOperator::Minus, operand } => whole_number(operand)?.checked_neg(),
        _ => None,
    }
}

/// A priority by number or name; `t-sql/statements/set-deadlock-priority-transact-sql.md` has both.
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

/// The variable that SET DEADLOCK_PRIORITY takes its value from, if it does.
pub fn priority_variable(option: &SetOption) -> Option<&Name> {
    match option {
        SetOption::Value { option, value: Expr { kind: ExprKind::Variable(name), .. } }
            if option.is("DEADLOCK_PRIORITY") =>
        {
            Some(name)
        }
        _ => None,
    }
}

/// SET DEADLOCK_PRIORITY to what a variable holds: a word or a number.
pub fn set_priority(env: &mut Env<'_, '_>, variable: Reg) -> Result<(), SqlError> {
    let value = env.frame.get(variable);
    let number = || value.as_i64().and_then(priority_numbered);
    let priority = value.as_str().map_or_else(number, |word| priority_named(word.trim_end()));
    switch(env, OptionSwitch::DeadlockPriority(priority.ok_or_else(no_priority)?));
    Ok(())
}

/// SET ROWCOUNT: 507 for what is no number of rows.
pub fn limit_rows(env: &mut Env<'_, '_>, number: Reg) -> Result<(), SqlError> {
    let limit = env.frame.get(number).as_i64().and_then(|number| u64::try_from(number).ok());
    env.frame.globals.row_limit = limit.ok_or_else(|| SqlError::new(507, 16, 2, Vec::new()))?;
    env.frame.globals.row_count = 0;
    Ok(())
}

/// An option of SET STATISTICS.
fn statistics(name: &Name, on: bool) -> Result<Option<OptionSwitch>, SqlError> {
    match () {
        () if name.is("IO") => Ok(Some(OptionSwitch::StatisticsIo(on))),
        () if name.is("TIME") => Ok(Some(OptionSwitch::StatisticsTime(on))),
        () if !on && (name.is("PROFILE") || name.is("XML")) => Ok(None),
        () => Err(unsupported(&format!("SET STATISTICS {}", name.text.to_uppercase()))),
    }
}

fn no_priority() -> SqlError {
    unsupported("SET DEADLOCK_PRIORITY to what is none of LOW, NORMAL, HIGH and -10 to 10")
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
        // It has counted when the batch was read.
        return Ok(None);
    }
    if is("SHOWPLAN_TEXT") {
        return Ok(Some(OptionSwitch::ShowplanText(on)));
    }
    if is("NOEXEC") {
        return Ok(Some(OptionSwitch::NoExec(on)));
    }
    if (on && ALWAYS_ON.iter().any(|known| is(known))) || (!on && ALWAYS_OFF.iter().any(|known| is(known))) {
        return Ok(None);
    }
    Err(unsupported(&format!("SET {} {}", name.to_uppercase(), if on { "ON" } else { "OFF" })))
}

/// Options that are ON and cannot be switched off yet.
const ALWAYS_ON: &[&str] = &[
    "ANSI_NULLS",
    "ANSI_NULL_DFLT_ON",
    "ANSI_PADDING",
    "ANSI_WARNINGS",
    "ARITHABORT",
    "CONCAT_NULL_YIELDS_NULL",
    "QUOTED_IDENTIFIER",
];
/// Options that are OFF and cannot be switched on yet.
const ALWAYS_OFF: &[&str] = &[
    "ANSI_NULL_DFLT_OFF",
    "ARITHIGNORE",
    "CURSOR_CLOSE_ON_COMMIT",
    "FMTONLY",
    "NUMERIC_ROUNDABORT",
    "REMOTE_PROC_TRANSACTIONS",
    "SHOWPLAN_ALL",
    "SHOWPLAN_XML",
];
