//! Rules for the text of files: a header, no leftovers, no paths of a machine.

use super::finding::Finding;
use crate::workspace::{self, Crate, Source};
use std::path::Path;

/// Checks the text of all Rust files of the workspace and the fuzz targets, and all other texts for
/// machine paths.
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
    for source in workspace::other_texts(root)? {
        for (index, line) in source.text.lines().enumerate() {
            report(&source.path, index, line, &machine_marks(), findings);
        }
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
    let name = source.path.rsplit('/').next().unwrap_or_default().trim_end_matches(".rs");
    if NO_NOUNS.contains(&name) {
        findings.push(Finding::new(&source.path, 0, "the name says nothing: one noun, one file"));
    }
    if name == "lib" && syn::parse_file(&source.text).is_ok_and(|file| file.items.iter().any(is_logic)) {
        findings.push(Finding::new(&source.path, 0, "lib.rs has documentation, modules and re-exports, no logic"));
    }
    let marks: Vec<_> = marks().into_iter().chain(machine_marks()).collect();
    for (index, line) in source.text.lines().enumerate() {
        report(&source.path, index, line, &marks, findings);
    }
}

fn report(path: &str, index: usize, line: &str, marks: &[(String, &str)], findings: &mut Vec<Finding>) {
    for (mark, why) in marks.iter().filter(|(mark, _)| line.contains(mark)) {
        findings.push(Finding::new(path, index + 1, format!("`{mark}`: {why}")));
    }
}

fn is_logic(item: &syn::Item) -> bool {
    matches!(item, syn::Item::Fn(_) | syn::Item::Impl(_) | syn::Item::Trait(_) | syn::Item::Static(_))
}

/// Returns the forbidden marks of source files. They are composed of halves, so that this file
/// passes its own check.
fn marks() -> Vec<(String, &'static str)> {
    [
        ("TO", "DO", "open work is an issue, not a comment"),
        ("FIX", "ME", "open work is an issue, not a comment"),
        ("XX", "X ", "open work is an issue, not a comment"),
        ("to", "do!(", "no stub is done"),
        ("unimple", "mented!(", "no stub is done"),
        ("db", "g!(", "left from debugging"),
        ("#[igno", "re]", "a test that does not run says why"),
    ]
    .map(|(head, tail, why)| (format!("{head}{tail}"), why))
    .to_vec()
}

/// Returns the forbidden marks of all texts.
fn machine_marks() -> Vec<(String, &'static str)> {
    [("/ro", "ot/"), ("/wo", "rk/"), ("/ho", "me/"), ("/Us", "ers/"), ("/tm", "p/")]
        .map(|(head, tail)| (format!("{head}{tail}"), "a path of one machine"))
        .to_vec()
}

/// File names that don't limit their content.
const NO_NOUNS: &[&str] = &["util", "utils", "helper", "helpers", "common", "misc"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_header_and_marks_are_found() {
        let mut findings = Vec::new();
        one_file(&Source { path: "a.rs".into(), text: "//! Good.\nfn f() {}\n".into() }, &mut findings);
        assert!(findings.is_empty(), "{findings:?}");
        let text = format!("fn f() {{}} // {}{} later\n", "TO", "DO");
        one_file(&Source { path: "a.rs".into(), text }, &mut findings);
        assert_eq!(findings.len(), 2);
    }

    #[test]
    fn vague_names_and_logic_in_lib_are_found() {
        let count = |path: &str, text: &str| {
            let mut findings = Vec::new();
            one_file(&Source { path: path.into(), text: text.into() }, &mut findings);
            findings.len()
        };
        assert_eq!((count("crates/x/src/helpers.rs", "//! A."), count("crates/x/src/lock.rs", "//! A.")), (1, 0));
        assert_eq!(count("crates/x/src/lib.rs", "//! A.\nfn f() {}\n"), 1);
        assert_eq!(count("crates/x/src/lib.rs", "//! A.\nmod a;\npub use a::B;\n"), 0);
        assert_eq!(count("crates/x/src/a.rs", &format!("//! A.\n// {}{}x\n", "/ho", "me/")), 1);
    }
}
