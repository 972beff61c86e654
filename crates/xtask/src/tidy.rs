//! `cargo xtask tidy`: the project's rules that the compiler doesn't check (STYLE.md has their
//! reasons).
//!
//! | file | rule |
//! |---|---|
//! | [`arrows`] | a crate depends only on those that ARCHITECTURE.md's table permits |
//! | [`order`] | inside a crate, a module names only modules declared above it in `lib.rs` |
//! | [`circles`] | files of a crate import each other in circles of at most three |
//! | [`doors`] | files, threads, clocks, lock types, unsafe and SQL errors stay in their crates |
//! | [`recursion`] | a recursive function over user trees has a bound in ARCHITECTURE.md's table |
//! | [`sizes`] | files stop at 700 lines, functions at 100, by a ratchet; crates at 18,000 |
//! | [`text`] | every file begins with its documentation; no leftovers; no path of a machine |
//! | [`feature_files`] | the lists of files in CONTRIBUTING.md are complete for their examples |
//! | [`names`] | documents that follow the code name existing code |
//! | [`prose`] | comments and documents name things; names are those of the field |

pub mod finding;

pub mod arrows;

pub mod order;

pub mod circles;

pub mod doors;

pub mod recursion;

pub mod sizes;

pub mod text;

pub mod names;

pub mod feature_files;

pub mod prose;

use crate::workspace;
use finding::Finding;
use std::path::Path;

/// The findings of a run, and the measured sizes.
pub struct Report {
    /// All violations, sorted by file.
    pub findings: Vec<Finding>,
    /// Lines per file and the longest function.
    pub sizes: sizes::Sizes,
    /// The number of long sentences.
    pub long_sentences: prose::LongSentences,
}

/// Checks the workspace at `root`.
pub fn check(root: &Path) -> Result<Report, String> {
    let crates = workspace::crates(root)?;
    let mut findings = Vec::new();
    arrows::check(root, &crates, &mut findings)?;
    let mut walks = recursion::Walks::read(root)?;
    let mut circles = circles::Circles::read(root)?;
    let mut sizes = sizes::Measure::new(root)?;
    for one in &crates {
        let mut parsed = Vec::new();
        for source in &one.sources {
            match syn::parse_file(&source.text) {
                Ok(file) => parsed.push((source, file)),
                Err(error) => findings.push(Finding::new(&source.path, error.span().start().line, error.to_string())),
            }
        }
        order::check(&one.name, &parsed, &mut findings);
        circles.check(&one.name, &parsed, &mut findings);
        walks.check(&one.name, &parsed, &mut findings);
        sizes.check(&one.name, &parsed, &mut findings);
        for (source, file) in &parsed {
            doors::check(&one.name, source, file, &mut findings);
        }
    }
    circles.finish(&mut findings);
    walks.finish(&mut findings);
    text::check(root, &crates, &mut findings)?;
    names::check(root, &crates, &mut findings)?;
    feature_files::check(root, &crates, &mut findings)?;
    let long_sentences = prose::check(root, &crates, &mut findings)?;
    let sizes = sizes.finish(root, &crates, &mut findings)?;
    findings.sort();
    Ok(Report { findings, sizes, long_sentences })
}
