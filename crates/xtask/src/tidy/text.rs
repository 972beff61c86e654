//! What a file says: it begins with its documentation, leaves nothing behind, and knows no machine.

use super::finding::Finding;
use crate::workspace::{self, Crate, Source};
use std::path::Path;

/// Checks the text of every Rust file of the workspace and of the fuzz targets.
pub fn check(root: &Path, crates: &[Crate], findings: &mut Vec<Finding>) -> Result<(), String> {
    let mut more = Vec::new();
    for folder in crates.iter().map(|one| format!("crates/{}/tests", one.name)).chain(["fuzz/fuzz_targets".to_owned()])
    {
        if root.join(&folder).is_dir() {
            workspace::collect(root, Path::new(&folder), &mut more)?;
        }
    }
    for source in crates.iter().flat_map(|one| &one.sources).chain(&more) {
        one_file(source, findings);
    }
    Ok(())
}

fn one_file(source: &Source, findings: &mut Vec<Finding>) {
    let first = source.text.lines().find(|line| !line.starts_with("#!["));
    if !first.is_some_and(|line| line.starts_with("//!")) {
        findings.push(Finding::new(
            &source.path,
            1,
            "the file does not begin with a `//!` header that says what it is",
        ));
    }
    for (index, line) in source.text.lines().enumerate() {
        for (mark, why) in marks() {
            if line.contains(&mark) {
                findings.push(Finding::new(&source.path, index + 1, format!("`{mark}`: {why}")));
            }
        }
    }
}

/// What may not stand in a source file. Put together here from halves, so that this file passes its own check.
fn marks() -> Vec<(String, &'static str)> {
    [
        ("TO", "DO", "open work is an issue, not a comment"),
        ("FIX", "ME", "open work is an issue, not a comment"),
        ("XX", "X ", "open work is an issue, not a comment"),
        ("to", "do!(", "no stub is done"),
        ("unimple", "mented!(", "no stub is done"),
        ("db", "g!(", "left from debugging"),
        ("#[igno", "re]", "a test that does not run says why"),
        ("/ro", "ot/", "a path of one machine"),
        ("/wo", "rk/", "a path of one machine"),
        ("/ho", "me/", "a path of one machine"),
    ]
    .map(|(head, tail, why)| (format!("{head}{tail}"), why))
    .to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_asked_for_and_marks_are_found() {
        let mut findings = Vec::new();
        one_file(&Source { path: "a.rs".into(), text: "//! Good.\nfn f() {}\n".into() }, &mut findings);
        assert!(findings.is_empty(), "{findings:?}");
        let text = format!("fn f() {{}} // {}{} later\n", "TO", "DO");
        one_file(&Source { path: "a.rs".into(), text }, &mut findings);
        assert_eq!(findings.len(), 2);
    }
}
