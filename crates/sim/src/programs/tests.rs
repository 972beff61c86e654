//! Tests of the generator: every kind of statement is generated, and a seed is reproducible.

use super::faults::spoil;
use super::{Author, Context, KINDS, World};
use sluice_base::random::Random;
use sluice_engine::vocabulary::statement_kinds_of;

#[test]
fn rule_of_each_kind_writes_that_kind() {
    let author = Author::new(Vec::new());
    let pairs = (KINDS.len() * Context::ALL.len()) as u64;
    for (place, kind) in KINDS.iter().enumerate() {
        let seeds = (0..20).map(|turn| place as u64 + turn * pairs);
        let found = seeds.filter(|seed| statement_kinds_of(&author.program(*seed).text).contains(kind)).count();
        assert!(found >= 8, "{kind}: {found} of 20");
    }
}

#[test]
fn program_follows_from_seed_alone() {
    let (one, other) = (Author::new(Vec::new()), Author::new(Vec::new()));
    other.program(77);
    assert!((0..500).all(|seed| one.program(seed) == other.program(seed)));
    assert_ne!(one.program(3).text, one.program(3 + (KINDS.len() * Context::ALL.len()) as u64).text);
}

#[test]
fn spoiled_text_differs_and_is_repeatable() {
    let text = "SELECT a, b FROM t WHERE c = 'x'; PRINT @i";
    let spoiled = |seed| spoil(text, &Random::seeded(seed), 2);
    assert!((0..50).filter(|seed| spoiled(*seed) != text).count() > 40);
    assert!((0..50).all(|seed| spoiled(seed) == spoiled(seed)));
}

#[test]
fn setup_runs_without_errors() {
    World::new().unwrap_or_else(|failure| panic!("{failure}"));
}
