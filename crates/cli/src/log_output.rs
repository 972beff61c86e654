//! The error log on standard error: a subscriber of `tracing` that prints lines up to a level.

use sluice_base::error_log::TARGET;
use std::fmt;
use std::io::Write as _;
use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Prints the error log's lines of this process from now on, up to `level`. Only the first call of
/// a process has an effect.
pub(crate) fn print_up_to(level: LevelFilter) {
    // The first subscriber of a process stays; the binary sets only this one.
    let _ = tracing::subscriber::set_global_default(StandardError { level });
}

/// Returns the level called `name`. `None` for another name; capitals are another name.
pub(crate) fn level_named(name: &str) -> Option<LevelFilter> {
    Some(match name {
        "error" => LevelFilter::ERROR,
        "warn" => LevelFilter::WARN,
        "info" => LevelFilter::INFO,
        "debug" => LevelFilter::DEBUG,
        _ => return None,
    })
}

struct StandardError {
    level: LevelFilter,
}

impl Subscriber for StandardError {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.is_event() && metadata.target() == TARGET && *metadata.level() <= self.level
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(self.level)
    }

    fn event(&self, event: &Event<'_>) {
        let mut line = Line(String::from("sluice: "));
        event.record(&mut line);
        line.0.push('\n');
        // A failed write is not a reason to stop.
        let _ = std::io::stderr().write_all(line.0.as_bytes());
    }

    // Spans are not enabled.
    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// A line of output. Line breaks and control characters are escaped, because clients choose parts
/// of the text.
struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        if field.name() != "message" {
            return;
        }
        for letter in format!("{value:?}").chars() {
            match letter.is_control() {
                true => self.0.extend(letter.escape_default()),
                false => self.0.push(letter),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_have_the_names_of_the_option() {
        assert_eq!(level_named("error"), Some(LevelFilter::ERROR));
        assert_eq!(level_named("debug"), Some(LevelFilter::DEBUG));
        assert!(level_named("loud").is_none() && level_named("INFO").is_none());
        let subscriber = StandardError { level: LevelFilter::WARN };
        assert_eq!(subscriber.max_level_hint(), Some(LevelFilter::WARN));
    }
}
