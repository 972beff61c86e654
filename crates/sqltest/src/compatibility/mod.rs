//! The compatibility page: the names of SQL Server's documentation, each with a status that
//! follows from running statements that use it.
//!
//! `tests/compatibility` has one file for each part of the documentation's index ([`index`]).
//! [`probes`] runs the statements and judges their outcomes, and [`page`] writes
//! `docs/compatibility.md`. No status is written by hand, so the page can't differ from the engine.
//!
//! ```text
//! index: names, probes -> instance in memory -> outcomes -> status of each name -> page
//! ```

mod index;
mod page;
mod probes;

use std::path::{Path, PathBuf};

/// The page that follows from the outcomes of all probes.
pub struct Compatibility {
    /// The text of the page.
    pub page: String,
    /// Probes with an error that is no refusal: the engine doesn't know a documented name, or the
    /// probe is wrong.
    pub faults: Vec<String>,
}

impl Compatibility {
    /// Runs all probes. Fails if a file can't be read or an instance doesn't start.
    pub fn measure() -> Result<Compatibility, String> {
        let (mut parts, mut faults) = (Vec::new(), Vec::new());
        for part in index::parts(&folder())? {
            let statuses = probes::run(&part, &mut faults)?;
            parts.push((part, statuses));
        }
        Ok(Compatibility { page: page::text(&parts), faults })
    }
}

/// Returns the path of the page.
pub fn page_path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/compatibility.md")
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/compatibility")
}
