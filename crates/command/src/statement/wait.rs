//! WAITFOR DELAY and WAITFOR TIME.

use super::Env;
use super::command::{Command, CommandError, Compilation};
use crate::statement::event::EventSource;
use sluice_base::waits::WaitType;
use sluice_query::code::Reg;
use sluice_query::code::context::Context;
use sluice_session::consequence::StatementClass;
use sluice_session::rights::Rights;
use sluice_syntax::ast;
use sluice_types::{DataType, SqlError, Value};
use std::time::Duration;

/// WAITFOR.
struct WaitFor {
    register: Reg,
    /// TIME rather than DELAY.
    is_time: bool,
    /// The name of the value's type, if it is no type of a wait.
    wrong_type: Option<&'static str>,
}

/// Compiles WAITFOR. Fails with 148 for a constant that is no time. A variable is converted at the
/// run, where a text that is no time fails with 241, and another type than strings, datetime, int
/// and smallint with 9815.
pub(in crate::statement) fn compile(wait: &ast::WaitFor, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let (value, is_time) = match wait {
        ast::WaitFor::Delay(value) => (value, false),
        ast::WaitFor::Time(value) => (value, true),
    };
    if let ast::ExprKind::Literal(ast::Literal::String(text) | ast::Literal::NationalString(text)) = &value.kind {
        time_in(text).ok_or_else(|| SqlError::invalid_waitfor_time(text))?;
    }
    let (register, data_type) = to.emit_untyped(value)?;
    let is_fit = data_type.is_string() || matches!(data_type, DataType::DateTime | DataType::Int | DataType::SmallInt);
    let wrong_type = (!is_fit).then(|| data_type.name());
    to.add(Box::new(WaitFor { register, is_time, wrong_type }));
    Ok(())
}

impl Command for WaitFor {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.everybody("t-sql/language-elements/waitfor-transact-sql.md")
    }

    fn class(&self) -> StatementClass {
        StatementClass::Other
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::None
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        if let Some(name) = self.wrong_type {
            return Err(SqlError::invalid_waitfor_type(name).into());
        }
        Ok(wait_for(env, self.register, self.is_time)?)
    }
}

/// Waits for the time in the register: a duration, or if `is_time`, a time of day. An integer is a
/// number of days and has the time of day of midnight. Fails with 241 for an invalid time.
fn wait_for(env: &mut Env<'_, '_>, register: Reg, is_time: bool) -> Result<(), SqlError> {
    env.frame.globals.row_count = 0;
    let asked_ns = match env.frame.get(register) {
        Value::DateTime(ticks) => ticks.rem_euclid(TICKS_PER_DAY) * 10_000_000 / 3,
        Value::Int(_) | Value::SmallInt(_) => 0,
        Value::Str(text) => time_in(text).ok_or_else(SqlError::date_conversion)?,
        _ => return Ok(()),
    };
    let host = env.context.host;
    let wait_ns = if is_time {
        let utc_ns = host.clock().utc_ns();
        let local_ns = utc_ns + i64::from(host.clock().local_offset_s(utc_ns)) * NS_PER_SECOND;
        (asked_ns - local_ns).rem_euclid(DAY_S * NS_PER_SECOND)
    } else {
        asked_ns
    };
    let guard = host.waits().begin(WaitType::WaitFor);
    let result = pause(env, wait_ns as u64);
    guard.end();
    result
}

/// Waits until the time has passed or the batch is cancelled.
pub(super) fn pause(env: &Env<'_, '_>, wait_ns: u64) -> Result<(), SqlError> {
    let clock = env.context.host.clock();
    let since_ns = clock.monotonic_ns();
    loop {
        let waited_ns = clock.monotonic_ns().saturating_sub(since_ns);
        if env.context.is_cancelled() {
            return Err(SqlError::cancelled());
        }
        if waited_ns >= wait_ns {
            return Ok(());
        }
        let limit = STEP.min(Duration::from_nanos(wait_ns - waited_ns));
        env.state.activity.pause.wait(limit, || env.context.is_cancelled());
    }
}

/// Returns the nanoseconds of a text; none are an empty text's.
fn time_in(text: &str) -> Option<i64> {
    let text = text.trim();
    if text.is_empty() { Some(0) } else { nanoseconds(text) }
}

/// Parses `hh:mm[:ss[.mmm]]` into nanoseconds.
fn nanoseconds(text: &str) -> Option<i64> {
    let (clock, fraction) = text.split_once('.').unwrap_or((text, ""));
    let mut parts = clock.split(':').map(|part| {
        let is_number = matches!(part.len(), 1 | 2) && part.bytes().all(|sign| sign.is_ascii_digit());
        if is_number { part.parse::<i64>().ok() } else { None }
    });
    let (hours, minutes) = (parts.next()??, parts.next()??);
    let seconds = match parts.next() {
        Some(seconds) => seconds?,
        None if fraction.is_empty() => 0,
        None => return None,
    };
    let is_time = hours < 24 && minutes < 60 && seconds < 60 && parts.next().is_none();
    let digits = fraction.len() <= 3 && fraction.bytes().all(|sign| sign.is_ascii_digit());
    let milliseconds: i64 = if fraction.is_empty() { 0 } else { format!("{fraction:0<3}").parse().ok()? };
    (is_time && digits)
        .then_some(((hours * 60 + minutes) * 60 + seconds) * NS_PER_SECOND + milliseconds * (NS_PER_SECOND / 1000))
}

const NS_PER_SECOND: i64 = 1_000_000_000;
const DAY_S: i64 = 86_400;
/// In units of 1/300 second.
const TICKS_PER_DAY: i64 = DAY_S * 300;
/// The interval at which the clock is read: a simulated one may go faster than the system's.
const STEP: Duration = Duration::from_millis(10);

#[cfg(test)]
mod tests {
    use super::nanoseconds;

    #[test]
    fn times_of_day_are_read() {
        assert_eq!(nanoseconds("00:00:01"), Some(1_000_000_000));
        assert_eq!(nanoseconds("1:02"), Some(3_720_000_000_000));
        assert_eq!(nanoseconds("00:00:00.5"), Some(500_000_000));
        assert_eq!(nanoseconds("23:59:59.999"), Some(86_399_999_000_000));
        for wrong in ["", "5", "24:00", "00:60", "00:00:60", "00:00:00:00", "2026-01-01", "a:b", "00:00.5"] {
            assert_eq!(nanoseconds(wrong), None, "{wrong}");
        }
    }
}
