//! The seeds whose programs reach nearly all lines of the binder.
//!
//! Seeds are better than texts because they follow changes of the grammar. Complex kinds of
//! statements have most of the seeds.

use super::author::{Context, KINDS};

/// Returns the corpus: unique seeds of programs.
pub fn corpus() -> impl Iterator<Item = u64> {
    let pairs = (KINDS.len() * Context::ALL.len()) as u64;
    let of_kind = move |kind: &'static str, count: u64| {
        let place = KINDS.iter().position(|known| *known == kind).unwrap_or_default() as u64;
        // The first context is a batch, which the binder never refuses.
        (0..count).map(move |turn| place + turn * pairs)
    };
    let once = 0..pairs;
    once.chain(WEIGHTS.iter().flat_map(move |(kind, count)| of_kind(kind, *count).skip(1)))
}

/// Kinds of statements with their number of programs.
const WEIGHTS: &[(&str, u64)] = &[
    ("Select", 1_600),
    ("Insert", 300),
    ("Update", 300),
    ("Delete", 150),
    ("Merge", 250),
    ("View", 60),
    ("Function", 60),
    ("Procedure", 60),
    ("Trigger", 60),
    ("CreateTable", 100),
    ("AlterTable", 100),
    ("CreateIndex", 60),
    ("Execute", 100),
    ("DeclareCursor", 60),
    ("SetVariable", 60),
];
