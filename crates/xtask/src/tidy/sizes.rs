//! Limits of sizes: files aim at 300 lines and stop at 700; functions aim at 50 and stop at 100.
//! The median file has at most 150 lines, nine files of ten at most 350, and a crate at most 18,000
//! product lines.
//!
//! Product lines are those with code: no blank lines, comments or tests.
//!
//! `ratchet.txt` lists files and functions that exceeded a stop when the rule was introduced, with
//! their size, which may only shrink. Tables of data are exempt; their header has the line `//!
//! Table of data.`

use super::finding::Finding;
use super::order::is_test;
use crate::workspace::{self, Crate, Source};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// The sizes of the files, in lines.
#[derive(Debug, Default)]
pub struct Sizes {
    /// The number of files.
    pub files: usize,
    /// The total number of lines.
    pub lines: usize,
    /// The median.
    pub median: usize,
    /// The 90th percentile.
    pub p90: usize,
    /// The longest file.
    pub longest: (usize, String),
    /// The number of functions over the aim of 50 lines.
    pub long_functions: usize,
    /// The longest function.
    pub longest_function: (usize, String),
    /// The crate with the most product lines.
    pub largest_crate: (usize, String),
}

/// The sizes of the files read so far.
pub struct Measure {
    ratchet: Ratchet,
    lengths: Vec<usize>,
    sizes: Sizes,
}

impl Measure {
    /// Returns the measure of a workspace of which no file was read.
    pub fn new(root: &Path) -> Result<Measure, String> {
        Ok(Measure { ratchet: Ratchet::read(root)?, lengths: Vec::new(), sizes: Sizes::default() })
    }

    /// Checks the files below `src` of the crate `name`, and the crate's size.
    pub fn check(&mut self, name: &str, parsed: &[(&Source, syn::File)], findings: &mut Vec<Finding>) {
        parsed.iter().for_each(|(source, file)| self.file(source, file, findings));
        let lines = parsed.iter().map(|(source, file)| product_lines(source, file)).sum();
        if lines > CRATE_STOP {
            let what = format!("the crate has {lines} product lines; the stop is {CRATE_STOP}: cut it in two");
            findings.push(Finding::new(&format!("crates/{name}"), 0, what));
        }
        self.sizes.largest_crate = self.sizes.largest_crate.clone().max((lines, name.to_owned()));
    }

    /// Checks the files beside `src`, and the distribution of all sizes.
    pub fn finish(mut self, root: &Path, crates: &[Crate], findings: &mut Vec<Finding>) -> Result<Sizes, String> {
        let mut outside = Vec::new();
        for one in crates {
            for folder in ["tests", "benches", "examples"] {
                let folder = format!("crates/{}/{folder}", one.name);
                if root.join(&folder).is_dir() {
                    workspace::collect(root, Path::new(&folder), &mut outside)?;
                }
            }
        }
        for source in &outside {
            match syn::parse_file(&source.text) {
                Ok(file) => self.file(source, &file, findings),
                Err(error) => findings.push(Finding::new(&source.path, error.span().start().line, error.to_string())),
            }
        }
        self.ratchet.tighten(findings);
        let Measure { mut lengths, mut sizes, .. } = self;
        lengths.sort_unstable();
        sizes.files = lengths.len();
        sizes.median = lengths.get(lengths.len() / 2).copied().unwrap_or(0);
        sizes.p90 = lengths.get(lengths.len() * 9 / 10).copied().unwrap_or(0);
        for (name, lines, stop) in
            [("median file", sizes.median, MEDIAN_STOP), ("90th percentile", sizes.p90, P90_STOP)]
        {
            if lines > stop {
                findings.push(Finding::new("crates", 0, format!("the {name} has {lines} lines; the stop is {stop}")));
            }
        }
        Ok(sizes)
    }

    fn file(&mut self, source: &Source, file: &syn::File, findings: &mut Vec<Finding>) {
        let lines = source.text.lines().count();
        self.lengths.push(lines);
        self.sizes.lines += lines;
        if source.text.lines().any(|line| line == TABLE_MARK) {
            return;
        }
        self.sizes.longest = self.sizes.longest.clone().max((lines, source.path.clone()));
        let held = self.ratchet.held(&source.path, lines);
        stop(source, 0, "the file", (lines, FILE_STOP), held, findings);
        self.functions(source, file, findings);
    }

    fn functions(&mut self, source: &Source, file: &syn::File, findings: &mut Vec<Finding>) {
        let mut walk = Functions { found: Vec::new() };
        walk.visit_file(file);
        for (name, line, lines) in walk.found {
            let key = format!("{}#{name}", source.path);
            self.sizes.long_functions += usize::from(lines > FUNCTION_AIM);
            self.sizes.longest_function = self.sizes.longest_function.clone().max((lines, key.clone()));
            let held = self.ratchet.held(&key, lines);
            stop(source, line, &format!("`{name}`"), (lines, FUNCTION_STOP), held, findings);
        }
    }
}

/// Returns the number of a source's lines with code that isn't a test's.
fn product_lines(source: &Source, file: &syn::File) -> usize {
    if source.is_test() {
        return 0;
    }
    let is_code = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
    let lines: Vec<bool> = source.text.lines().map(is_code).collect();
    let tests = file.items.iter().filter_map(|item| match item {
        syn::Item::Mod(module) if is_test(&module.attrs) => Some(module.span()),
        syn::Item::Fn(function) if is_test(&function.attrs) => Some(function.span()),
        _ => None,
    });
    let of_tests = tests.map(|span| lines[span.start().line - 1..span.end().line].iter().filter(|code| **code).count());
    lines.iter().filter(|code| **code).count() - of_tests.sum::<usize>()
}

/// Reports a length over its stop, which is the ratchet's if that has an entry.
fn stop(
    source: &Source,
    line: usize,
    what: &str,
    (lines, stop): (usize, usize),
    held: Option<usize>,
    findings: &mut Vec<Finding>,
) {
    let stop = held.unwrap_or(stop);
    if lines > stop {
        let what = format!("{what} has {lines} lines; the stop is {stop}: cut it where a name is missing");
        findings.push(Finding::new(&source.path, line, what));
    }
}

/// The entries of `ratchet.txt`, `PATH LINES` or `PATH#FUNCTION LINES`, each with the actual size.
struct Ratchet {
    entries: BTreeMap<String, (usize, Option<usize>)>,
}

impl Ratchet {
    fn read(root: &Path) -> Result<Ratchet, String> {
        let text = fs::read_to_string(root.join(RATCHET)).map_err(|error| format!("{RATCHET}: {error}"))?;
        Ratchet::parse(&text)
    }

    fn parse(text: &str) -> Result<Ratchet, String> {
        let mut entries = BTreeMap::new();
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (name, size) =
                line.rsplit_once(' ').ok_or_else(|| format!("{RATCHET}: '{line}' is not 'NAME LINES'"))?;
            let size = size.parse().map_err(|error| format!("{RATCHET}: {line}: {error}"))?;
            entries.insert(name.to_owned(), (size, None));
        }
        Ok(Ratchet { entries })
    }

    /// Returns the stop for `name` if the ratchet has an entry. Records the actual size `lines`.
    fn held(&mut self, name: &str, lines: usize) -> Option<usize> {
        let (stop, found) = self.entries.get_mut(name)?;
        *found = Some(found.unwrap_or(0).max(lines));
        Some(*stop)
    }

    /// Reports entries that allow more than the actual size: the ratchet must follow each
    /// reduction.
    fn tighten(&self, findings: &mut Vec<Finding>) {
        for (name, (stop, found)) in &self.entries {
            let found = found.unwrap_or(0);
            if found < *stop {
                findings.push(Finding::new(RATCHET, 0, format!("`{name}` has {found} lines now, not {stop}")));
            }
        }
    }
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

const FILE_STOP: usize = 700;
const FUNCTION_AIM: usize = 50;
const FUNCTION_STOP: usize = 100;
const MEDIAN_STOP: usize = 150;
const P90_STOP: usize = 350;
const CRATE_STOP: usize = 18_000;
const TABLE_MARK: &str = "//! Table of data.";
const RATCHET: &str = "crates/xtask/ratchet.txt";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_measured_from_signature_to_brace() {
        let text = "struct S;\nimpl S {\n    fn f(&self) {\n        1;\n    }\n}\nfn g() {}\n";
        let mut walk = Functions { found: Vec::new() };
        walk.visit_file(&syn::parse_file(text).unwrap());
        assert_eq!(walk.found, [("f".to_owned(), 3, 3), ("g".to_owned(), 7, 1)]);
    }

    #[test]
    fn product_lines_are_code_without_tests() {
        let text = "//! A.\n\nuse x;\n/// B.\nfn f() {\n    // C.\n    g();\n}\n\n#[cfg(test)]\nmod tests {\n    fn h() {}\n}\n";
        let file = syn::parse_file(text).unwrap();
        let lines = |path: &str| product_lines(&Source { path: path.into(), text: text.into() }, &file);
        assert_eq!((lines("a.rs"), lines("a/tests.rs")), (4, 0));
    }

    #[test]
    fn size_over_stop_is_a_violation_without_ratchet() {
        let source = Source { path: "a.rs".into(), text: String::new() };
        let found = |lines, held| {
            let mut findings = Vec::new();
            stop(&source, 0, "the file", (lines, FILE_STOP), held, &mut findings);
            findings.len()
        };
        assert_eq!((found(700, None), found(701, None)), (0, 1));
        assert_eq!((found(701, Some(701)), found(702, Some(701))), (0, 1));
    }

    #[test]
    fn ratchet_follows_reductions() {
        let mut ratchet = Ratchet::parse("# why\na.rs 1100\na.rs#f 120\ngone.rs 1200\n").unwrap();
        assert_eq!((ratchet.held("a.rs", 1_100), ratchet.held("a.rs#f", 101)), (Some(1_100), Some(120)));
        assert_eq!(ratchet.held("b.rs", 2_000), None);
        let mut findings = Vec::new();
        ratchet.tighten(&mut findings);
        assert_eq!(findings.len(), 2, "the function that shrank and the file that went: {findings:?}");
    }
}
