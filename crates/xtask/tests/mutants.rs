//! Each fault for the simulator still fits the sources.

use std::collections::BTreeSet;
use xtask::{mutants, workspace};

#[test]
fn mutants_fit_the_sources() {
    let root = workspace::root();
    let all = mutants::storage(&root).unwrap();
    for mutant in &all {
        let text = std::fs::read_to_string(root.join(&mutant.file)).unwrap();
        assert!(!mutant.why.is_empty() && !mutant.changes.is_empty(), "{mutant:?}");
        assert_ne!(mutant.apply(&text).unwrap(), text, "{}", mutant.name);
    }
    let names: BTreeSet<&str> = all.iter().map(|mutant| mutant.name.as_str()).collect();
    assert!(names.len() == all.len() && all.len() >= 20, "{} mutants", all.len());
}
