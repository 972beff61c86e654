//! Files aim at 300 lines and stop at 1,000; functions aim at 50 and stop at 100; the median file stays at 250 or less.
//!
//! What was over a stop when the rule came stands in `ratchet.txt` with its size, which may only shrink. Tables of data
//! are exempt: they say so with a line `//! Table of data.` in their header.

use super::finding::Finding;
use crate::workspace::{self, Crate, Source};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// How large the files are, in lines.
#[derive(Debug, Default)]
pub struct Sizes {
    /// How many files.
    pub files: usize,
    /// Lines in all.
    pub lines: usize,
    /// Half of the files are no longer than this.
    pub median: usize,
    /// Nine of ten files are no longer than this.
    pub p90: usize,
    /// The longest file.
    pub longest: (usize, String),
    /// Functions over the aim of 50 lines.
    pub long_functions: usize,
    /// The longest function.
    pub longest_function: (usize, String),
}

/// Checks every file of the workspace's crates, their tests included.
pub fn check(root: &Path, crates: &[Crate], findings: &mut Vec<Finding>) -> Result<Sizes, String> {
    let ratchet = ratchet(root)?;
    let mut outside = Vec::new();
    for one in crates {
        for folder in ["tests", "benches", "examples"] {
            let folder = format!("crates/{}/{folder}", one.name);
            if root.join(&folder).is_dir() {
                workspace::collect(root, Path::new(&folder), &mut outside)?;
            }
        }
    }
    let mut sizes = Sizes::default();
    let mut lengths = Vec::new();
    for source in crates.iter().flat_map(|one| &one.sources).chain(&outside) {
        let lines = source.text.lines().count();
        lengths.push(lines);
        sizes.lines += lines;
        if source.text.lines().any(|line| line == TABLE_MARK) {
            continue;
        }
        sizes.longest = sizes.longest.max((lines, source.path.clone()));
        stop(&source.path, 0, "the file", lines, FILE_STOP, ratchet.get(&source.path), findings);
        functions(source, &ratchet, &mut sizes, findings);
    }
    lengths.sort_unstable();
    sizes.files = lengths.len();
    sizes.median = lengths.get(lengths.len() / 2).copied().unwrap_or(0);
    sizes.p90 = lengths.get(lengths.len() * 9 / 10).copied().unwrap_or(0);
    if sizes.median > MEDIAN_STOP {
        findings.push(Finding::new(
            "crates",
            0,
            format!("the median file has {} lines; the stop is {MEDIAN_STOP}", sizes.median),
        ));
    }
    Ok(sizes)
}

fn functions(source: &Source, ratchet: &BTreeMap<String, usize>, sizes: &mut Sizes, findings: &mut Vec<Finding>) {
    let Ok(file) = syn::parse_file(&source.text) else { return };
    let mut walk = Functions { found: Vec::new() };
    walk.visit_file(&file);
    for (name, line, lines) in walk.found {
        let key = format!("{}#{name}", source.path);
        sizes.long_functions += usize::from(lines > FUNCTION_AIM);
        sizes.longest_function = sizes.longest_function.clone().max((lines, key.clone()));
        stop(&source.path, line, &format!("`{name}`"), lines, FUNCTION_STOP, ratchet.get(&key), findings);
    }
}

fn stop(
    path: &str,
    line: usize,
    what: &str,
    lines: usize,
    stop: usize,
    ratchet: Option<&usize>,
    findings: &mut Vec<Finding>,
) {
    let stop = ratchet.copied().unwrap_or(stop);
    if lines > stop {
        findings.push(Finding::new(
            path,
            line,
            format!("{what} has {lines} lines; the stop is {stop}: cut it where a name is missing"),
        ));
    }
}

/// Lines `PATH LINES` or `PATH#FUNCTION LINES`.
fn ratchet(root: &Path) -> Result<BTreeMap<String, usize>, String> {
    let text = fs::read_to_string(root.join(RATCHET)).map_err(|error| format!("{RATCHET}: {error}"))?;
    let mut sizes = BTreeMap::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (name, size) = line.rsplit_once(' ').ok_or_else(|| format!("{RATCHET}: '{line}' is not 'NAME LINES'"))?;
        sizes.insert(name.to_owned(), size.parse().map_err(|error| format!("{RATCHET}: {line}: {error}"))?);
    }
    Ok(sizes)
}

struct Functions {
    found: Vec<(String, usize, usize)>,
}

impl Functions {
    fn add(&mut self, name: &syn::Ident, block: &syn::Block, signature: proc_macro2::Span) {
        let first = signature.start().line;
        self.found.push((name.to_string(), first, block.span().end().line - first + 1));
    }
}

impl<'ast> Visit<'ast> for Functions {
    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.add(&function.sig.ident, &function.block, function.sig.span());
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.add(&function.sig.ident, &function.block, function.sig.span());
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        if let Some(block) = &function.default {
            self.add(&function.sig.ident, block, function.sig.span());
        }
        visit::visit_trait_item_fn(self, function);
    }
}

const FILE_STOP: usize = 1_000;
const FUNCTION_AIM: usize = 50;
const FUNCTION_STOP: usize = 100;
const MEDIAN_STOP: usize = 250;
const TABLE_MARK: &str = "//! Table of data.";
const RATCHET: &str = "crates/xtask/ratchet.txt";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_is_measured_from_its_signature_to_its_brace() {
        let text = "struct S;\nimpl S {\n    fn f(&self) {\n        1;\n    }\n}\nfn g() {}\n";
        let mut walk = Functions { found: Vec::new() };
        walk.visit_file(&syn::parse_file(text).unwrap());
        assert_eq!(walk.found, [("f".to_owned(), 3, 3), ("g".to_owned(), 7, 1)]);
    }

    #[test]
    fn over_the_stop_is_a_breach_unless_the_ratchet_holds_it() {
        let mut findings = Vec::new();
        stop("a.rs", 0, "the file", 1_001, FILE_STOP, None, &mut findings);
        stop("a.rs", 0, "the file", 1_001, FILE_STOP, Some(&1_001), &mut findings);
        stop("a.rs", 0, "the file", 1_002, FILE_STOP, Some(&1_001), &mut findings);
        assert_eq!(findings.len(), 2);
    }
}
