//! The figures of `cargo xtask accept truths`: results, limits of memory and depth, cancellation
//! and permissions.
//!
//! Each part is one file and one row of [`PARTS`]. Golden scripts below `tests/sql/truths` are the
//! part `points`.

mod setting;

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

pub use setting::Setting;

use crate::figure::Figure;

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

/// Measures the part called `name`.
pub fn measure(name: &str, setting: Setting<'_>) -> Result<Vec<Figure>, String> {
    let found = PARTS.iter().find(|(part, _)| *part == name);
    let (_, part) = found.ok_or_else(|| format!("truths has no part '{name}'"))?;
    part(setting)
}
