//! The error log: what an instance does and what fails, for its operator.
//!
//! Each line goes to `tracing`, under the target [`TARGET`]. A bounded ring keeps the last lines
//! for `sp_readerrorlog`. `sp_cycle_errorlog` begins another ring and keeps the earlier ones.
//! Debug lines are not kept, because they would displace the others. No
//! line is written on a path that a successful statement takes.

use crate::clock::Clock;
use crate::ids::SessionId;
use crate::sync::{Arc, Mutex};
use std::collections::VecDeque;
use std::fmt;

/// The target of the lines in `tracing`.
pub const TARGET: &str = "sluice";

/// The error log of an instance.
pub struct ErrorLog {
    clock: Arc<dyn Clock>,
    kept: Mutex<Rings>,
}

/// The current ring and earlier ones, the newest first.
#[derive(Default)]
struct Rings {
    current: Ring,
    earlier: VecDeque<Ring>,
}

/// A kept line of the error log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogLine {
    /// The time in UTC, in nanoseconds since 1970.
    pub utc_ns: i64,
    /// The source of the line.
    pub source: LogSource,
    /// The text, of at most `LINE_BYTES_MAX` bytes. It may contain line breaks and other control
    /// characters, because clients choose parts of it.
    pub text: String,
}

/// The source of a line, which `sp_readerrorlog` shows as ProcessInfo.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogSource {
    /// The instance and its background threads.
    Server,
    /// A log-in.
    LogOn,
    /// A session.
    Session(SessionId),
}

/// The importance of a line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum LogLevel {
    /// Something failed that an operator must know.
    Error,
    /// Something was refused or is at risk.
    Warning,
    /// A change of the instance's state.
    Information,
    /// Routine work.
    Debug,
}

/// The lines of the ring and their total length.
#[derive(Default)]
struct Ring {
    lines: VecDeque<LogLine>,
    bytes: usize,
}

impl ErrorLog {
    /// Returns an empty log whose lines have the times of `clock`.
    pub fn new(clock: Arc<dyn Clock>) -> ErrorLog {
        ErrorLog { clock, kept: Mutex::default() }
    }

    /// Writes a line about a failure that an operator must know: to `tracing` and to the kept
    /// lines. A kept line is truncated to `LINE_BYTES_MAX` bytes. There is no file that could fail.
    pub fn error(&self, source: LogSource, text: fmt::Arguments<'_>) {
        self.write(LogLevel::Error, source, text);
    }

    /// Writes a line about something that was refused or is at risk.
    pub fn warning(&self, source: LogSource, text: fmt::Arguments<'_>) {
        self.write(LogLevel::Warning, source, text);
    }

    /// Writes a line about a change of the instance's state.
    pub fn information(&self, source: LogSource, text: fmt::Arguments<'_>) {
        self.write(LogLevel::Information, source, text);
    }

    /// Writes a line about routine work, which only `tracing` gets.
    pub fn debug(&self, source: LogSource, text: fmt::Arguments<'_>) {
        self.write(LogLevel::Debug, source, text);
    }

    /// Writes an error of a session as SQL Server does: a line with its number, severity and state,
    /// and a line with its text.
    pub fn sql_error(&self, level: LogLevel, source: LogSource, (number, severity, state): (i32, u8, u8), text: &str) {
        self.write(level, source, format_args!("Error: {number}, Severity: {severity}, State: {state}."));
        self.write(level, source, format_args!("{text}"));
    }

    /// Returns the kept lines of the current log, the oldest first.
    pub fn lines(&self) -> Vec<LogLine> {
        self.kept.lock().current.lines.iter().cloned().collect()
    }

    /// Returns the kept lines of an earlier log, 1 for the last one; `None` if there is none.
    pub fn earlier_lines(&self, number: usize) -> Option<Vec<LogLine>> {
        let kept = self.kept.lock();
        let ring = kept.earlier.get(number.checked_sub(1)?)?;
        Some(ring.lines.iter().cloned().collect())
    }

    /// Ends the current log and begins another one. The oldest of more than `EARLIER_MAX` earlier
    /// logs is forgotten.
    pub fn cycle(&self, source: LogSource) {
        let mut kept = self.kept.lock();
        let ended = std::mem::take(&mut kept.current);
        kept.earlier.push_front(ended);
        kept.earlier.truncate(EARLIER_MAX);
        drop(kept);
        self.information(source, format_args!("The error log has been reinitialized."));
    }

    fn write(&self, level: LogLevel, source: LogSource, text: fmt::Arguments<'_>) {
        match level {
            LogLevel::Error => tracing::error!(target: TARGET, source = %source, "{text}"),
            LogLevel::Warning => tracing::warn!(target: TARGET, source = %source, "{text}"),
            LogLevel::Information => tracing::info!(target: TARGET, source = %source, "{text}"),
            LogLevel::Debug => tracing::debug!(target: TARGET, source = %source, "{text}"),
        }
        if level == LogLevel::Debug {
            return;
        }
        let mut text = text.to_string();
        text.truncate(text.floor_char_boundary(LINE_BYTES_MAX));
        let line = LogLine { utc_ns: self.clock.utc_ns(), source, text };
        self.kept.lock().current.push(line);
    }
}

impl Ring {
    fn push(&mut self, line: LogLine) {
        self.bytes += line.text.len();
        self.lines.push_back(line);
        while self.lines.len() > LINES_MAX || self.bytes > BYTES_MAX {
            let Some(oldest) = self.lines.pop_front() else { return };
            self.bytes -= oldest.text.len();
        }
    }
}

impl fmt::Debug for ErrorLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ErrorLog({} lines)", self.kept.lock().current.lines.len())
    }
}

impl fmt::Display for LogSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LogSource::Server => f.write_str("Server"),
            LogSource::LogOn => f.write_str("Logon"),
            LogSource::Session(id) => write!(f, "spid{}", id.0),
        }
    }
}

/// The greatest number of kept lines, and of the bytes of their texts.
const LINES_MAX: usize = 4096;
const BYTES_MAX: usize = 512 * 1024;
/// The number of earlier logs that are kept, as by default in SQL Server.
const EARLIER_MAX: usize = 6;
/// The greatest length of a kept line in bytes.
const LINE_BYTES_MAX: usize = 4000;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::SystemClock;

    fn log() -> ErrorLog {
        ErrorLog::new(Arc::new(SystemClock::new()))
    }

    #[test]
    fn ring_keeps_the_newest_lines_within_its_bounds() {
        let log = log();
        for number in 0..LINES_MAX + 5 {
            log.information(LogSource::Server, format_args!("{number}"));
        }
        let lines = log.lines();
        assert_eq!((lines.len(), lines[0].text.as_str()), (LINES_MAX, "5"));
        let long = "ä".repeat(LINE_BYTES_MAX);
        (0..2 * BYTES_MAX / LINE_BYTES_MAX).for_each(|_| log.error(LogSource::LogOn, format_args!("{long}")));
        let lines = log.lines();
        assert!(lines.iter().map(|line| line.text.len()).sum::<usize>() <= BYTES_MAX);
        assert!(lines.iter().all(|line| line.text.len() == LINE_BYTES_MAX && line.source == LogSource::LogOn));
    }

    #[test]
    fn cycle_keeps_six_earlier_logs() {
        let log = log();
        for number in 0..8 {
            log.information(LogSource::Server, format_args!("{number}"));
            log.cycle(LogSource::Server);
        }
        let last = |number| log.earlier_lines(number).map(|lines| lines[lines.len() - 1].text.clone());
        assert_eq!([1, 6, 7, 0].map(last), [Some("7".into()), Some("2".into()), None, None]);
        assert_eq!(log.lines().len(), 1);
    }

    #[test]
    fn debug_lines_are_not_kept() {
        let log = log();
        log.debug(LogSource::Server, format_args!("routine"));
        log.warning(LogSource::Session(SessionId(51)), format_args!("unusual"));
        let lines = log.lines();
        assert_eq!(lines.len(), 1);
        assert_eq!((lines[0].source.to_string().as_str(), lines[0].text.as_str()), ("spid51", "unusual"));
    }
}
