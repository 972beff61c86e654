//! The figures of `cargo xtask accept truths`: results, limits of memory and depth, cancellation
//! and permissions.
//!
//! Each part is one file and one row of [`PARTS`]. Golden scripts below `tests/sql/truths` are the
//! part `points`.

mod process;

mod ddl;
mod memory;
mod metadata;

mod depth;

mod long;

mod points;

mod programs;

mod rights;

mod soak;

mod stops;

use crate::figure::Figure;
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

/// A part: its name on the command line and the function that measures it.
pub type Part = (&'static str, fn(Setting<'_>) -> Result<Vec<Figure>, String>);

/// All parts, in the order in which they run.
pub const PARTS: &[Part] = &[
    ("points", points::measure),
    ("ddl", ddl::measure),
    ("memory", memory::measure),
    ("metadata", metadata::measure),
    ("depth", depth::measure),
    ("soak", soak::measure),
    ("long", long::measure),
    ("rights", rights::measure),
    ("programs", programs::measure),
    ("stops", stops::measure),
];

/// Returns the time since `begun` was created: a new clock starts at zero.
fn elapsed(begun: &SystemClock) -> Duration {
    Duration::from_nanos(begun.monotonic_ns())
}

/// Prints a part's remarks.
fn say(what: impl Display) {
    // A closed output is ignored.
    let _ = writeln!(io::stdout(), "{what}");
}

/// Measures the part called `name`.
pub fn measure(name: &str, setting: Setting<'_>) -> Result<Vec<Figure>, String> {
    let found = PARTS.iter().find(|(part, _)| *part == name);
    let (_, part) = found.ok_or_else(|| format!("truths has no part '{name}'"))?;
    part(setting)
}
