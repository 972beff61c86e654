//! Runs the project's rules with every `cargo test`.

use xtask::{deps, tidy, workspace};

#[test]
fn workspace_is_tidy() {
    let report = tidy::check(&workspace::root()).unwrap();
    let lines: Vec<String> = report.findings.iter().map(ToString::to_string).collect();
    assert!(lines.is_empty(), "\n{}", lines.join("\n"));
}

#[test]
fn dependencies_have_acceptable_licences() {
    let breaches = deps::check(&workspace::root()).unwrap();
    assert!(breaches.is_empty(), "\n{}", breaches.join("\n"));
}
