//! The environment of a part's measurement, its clock and its remarks.

use sluice_base::clock::{Clock, SystemClock};
use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

/// The environment of a part's measurement.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// The release binary `sluice`.
    pub binary: &'a Path,
    /// An empty folder on the disk that holds the build.
    pub folder: &'a Path,
    /// The share of the full size to run; 1 is the bar's own size.
    pub scale: f64,
}

/// Returns the time since `begun` was created: a new clock starts at zero.
pub(super) fn elapsed(begun: &SystemClock) -> Duration {
    Duration::from_nanos(begun.monotonic_ns())
}

/// Prints a part's remarks.
pub(super) fn say(what: impl Display) {
    // A closed output is ignored.
    let _ = writeln!(io::stdout(), "{what}");
}
