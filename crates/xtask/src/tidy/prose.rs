//! Prose and names by STYLE.md: comments, documents, names of tests, types and functions.
//!
//! Violations are counted by group: a crate, `fuzz`, `docs/decisions`, or a document. `prose.txt`
//! has the number that each group may still have, which only shrinks; a group without an entry may
//! have none.

use super::finding::Finding;
use crate::workspace::{self, Crate, Source};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The number of sentences in the project longer than 30 words: reported, not
/// rejected.
#[derive(Clone, Copy, Default, Debug)]
pub struct LongSentences(pub usize);

/// Checks every Rust file and every Markdown file.
pub fn check(root: &Path, crates: &[Crate], findings: &mut Vec<Finding>) -> Result<LongSentences, String> {
    let mut more = Vec::new();
    let tests = crates.iter().map(|one| format!("crates/{}/tests", one.name));
    for folder in tests.chain(["fuzz/fuzz_targets".to_owned()]).filter(|folder| root.join(folder).is_dir()) {
        workspace::collect(root, Path::new(&folder), &mut more)?;
    }
    let mut found = Vec::new();
    let mut long = LongSentences::default();
    for source in crates.iter().flat_map(|one| &one.sources).chain(&more) {
        rust_file(source, &mut found, &mut long);
    }
    for document in workspace::other_texts(root)?.iter().filter(|text| text.path.ends_with(".md")) {
        markdown_file(document, &mut found, &mut long);
    }
    let text = fs::read_to_string(root.join(ALLOWED)).map_err(|error| format!("{ALLOWED}: {error}"))?;
    findings.extend(beyond(found, &allowed(&text)?));
    Ok(long)
}

/// Returns the violations of groups that exceed their number, and entries that allow more than
/// exist.
fn beyond(found: Vec<Finding>, allowed: &BTreeMap<String, usize>) -> Vec<Finding> {
    let mut groups: BTreeMap<String, Vec<Finding>> = BTreeMap::new();
    for finding in found {
        groups.entry(group(&finding.path)).or_default().push(finding);
    }
    let mut findings = Vec::new();
    for (group, may_have) in allowed {
        let count = groups.get(group).map_or(0, Vec::len);
        if count < *may_have {
            findings.push(Finding::new(ALLOWED, 0, format!("`{group}` has {count} breaches now, not {may_have}")));
        }
    }
    for (group, found) in groups {
        if found.len() > allowed.get(&group).copied().unwrap_or(0) {
            findings.extend(found);
        }
    }
    findings
}

fn allowed(text: &str) -> Result<BTreeMap<String, usize>, String> {
    let entry = |line: &str| {
        let (group, count) = line.rsplit_once(' ')?;
        Some((group.to_owned(), count.parse().ok()?))
    };
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| entry(line).ok_or_else(|| format!("{ALLOWED}: '{line}' is not 'GROUP COUNT'"))).collect()
}

fn group(path: &str) -> String {
    let mut parts = path.split('/');
    match (parts.next(), parts.next()) {
        (Some("crates"), Some(name)) => format!("crates/{name}"),
        (Some("docs"), Some("decisions")) => "docs/decisions".to_owned(),
        (Some("fuzz"), Some(_)) => "fuzz".to_owned(),
        _ => path.to_owned(),
    }
}

fn rust_file(source: &Source, found: &mut Vec<Finding>, long: &mut LongSentences) {
    let mut paragraph = Paragraph::default();
    let mut is_test = false;
    for (index, line) in source.text.lines().enumerate() {
        let code = line.trim_start();
        let Some(comment) = code.strip_prefix("//") else {
            paragraph.end(&source.path, found, long);
            names(&source.path, index, code, is_test, found);
            is_test = code.starts_with("#[test]") || (is_test && code.starts_with("#["));
            continue;
        };
        if line.chars().count() > COMMENT_COLUMNS {
            let what = format!("the comment is longer than {COMMENT_COLUMNS} columns");
            found.push(Finding::new(&source.path, index + 1, what));
        }
        let text = comment.trim_start_matches(['/', '!']).trim();
        paragraph.add(index, text, &source.path, found, long);
    }
    paragraph.end(&source.path, found, long);
}

fn markdown_file(document: &Source, found: &mut Vec<Finding>, long: &mut LongSentences) {
    let mut paragraph = Paragraph::default();
    let mut is_code = false;
    for (index, line) in document.text.lines().enumerate() {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        if is_code || is_fence || line.starts_with("    ") || line.starts_with('|') {
            paragraph.end(&document.path, found, long);
            continue;
        }
        if line.chars().count() > PROSE_COLUMNS {
            let what = format!("the line is longer than {PROSE_COLUMNS} columns");
            found.push(Finding::new(&document.path, index + 1, what));
        }
        paragraph.add(index, line.trim(), &document.path, found, long);
    }
    paragraph.end(&document.path, found, long);
}

/// Reports a name of a test, a type or a function.
fn names(path: &str, index: usize, code: &str, is_test: bool, found: &mut Vec<Finding>) {
    let mut words = code.split(|sign: char| !(sign.is_alphanumeric() || sign == '_')).filter(|word| !word.is_empty());
    let keyword = words.find(|word| ["fn", "struct", "enum", "trait", "type"].contains(word));
    let is_definition = ["fn ", "pub", "struct ", "enum ", "trait ", "type ", "const fn ", "async fn "];
    let (Some(keyword), Some(name)) = (keyword, words.next()) else { return };
    if !is_definition.iter().any(|start| code.starts_with(start)) {
        return;
    }
    let what = match keyword {
        "fn" if is_test && name.len() > TEST_NAME_MAX => format!("the test's name has over {TEST_NAME_MAX} characters"),
        "fn" if name == "of" => "`of` says nothing: `new`, `from_…` or `for_…`".to_owned(),
        "fn" => return,
        _ if RIDDLES.contains(&name) => format!("`{name}` is no name of the field"),
        _ => return,
    };
    found.push(Finding::new(path, index + 1, what));
}

/// Consecutive lines of prose, with the number of their first line.
#[derive(Default)]
struct Paragraph {
    first: usize,
    text: String,
}

impl Paragraph {
    fn add(&mut self, index: usize, line: &str, path: &str, found: &mut Vec<Finding>, long: &mut LongSentences) {
        let starts_item =
            line.starts_with(['-', '*', '|', '#']) || line.starts_with(|sign: char| sign.is_ascii_digit());
        if line.is_empty() || starts_item {
            self.end(path, found, long);
        }
        if self.text.is_empty() {
            self.first = index;
        }
        self.text
            .push_str(line.trim_start_matches(|sign: char| "-*|#.".contains(sign) || sign.is_ascii_digit()).trim());
        self.text.push(' ');
    }

    fn end(&mut self, path: &str, found: &mut Vec<Finding>, long: &mut LongSentences) {
        let text = without_code(&std::mem::take(&mut self.text));
        for sentence in sentences(&text) {
            let words: Vec<String> =
                sentence.split(|sign: char| !sign.is_alphanumeric()).map(str::to_lowercase).collect();
            let words: Vec<&str> = words.iter().map(String::as_str).filter(|word| !word.is_empty()).collect();
            long.0 += usize::from(words.len() > LONG_SENTENCE_WORDS);
            let pairs = words.windows(2).any(|pair| pair == ["none", "that"]);
            let word = words.iter().find(|word| WORDS.contains(word)).copied().or(pairs.then_some("none that"));
            if let Some(word) = word {
                found.push(Finding::new(path, self.first + 1, format!("`{word}`: name the thing")));
            }
            if let Some(start) = STARTS.iter().find(|start| sentence.starts_with(**start)) {
                let what = format!("a sentence begins with `{}`: begin with a noun or a verb", start.trim());
                found.push(Finding::new(path, self.first + 1, what));
            }
        }
    }
}

/// Replaces each span of code by the word `X`.
fn without_code(text: &str) -> String {
    text.split('`').enumerate().map(|(index, part)| if index % 2 == 0 { part } else { "X" }).collect()
}

fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive(['.', '?', '!']).map(str::trim).filter(|sentence| !sentence.is_empty())
}

const COMMENT_COLUMNS: usize = 100;
const PROSE_COLUMNS: usize = 120;
const TEST_NAME_MAX: usize = 60;
const LONG_SENTENCE_WORDS: usize = 30;
const WORDS: &[&str] = &["whoever", "whom", "told", "tells"];
const STARTS: &[&str] = &["Of ", "By which ", "What ", "Who "];
const RIDDLES: &[&str] = &["Place", "Found", "Known", "Kept", "Turn", "Told", "Deed", "Given"];
const ALLOWED: &str = "crates/xtask/prose.txt";

#[cfg(test)]
mod tests {
    use super::*;

    fn rust(text: &str) -> Vec<usize> {
        let (mut found, mut long) = (Vec::new(), LongSentences::default());
        rust_file(&Source { path: "crates/a/src/b.rs".into(), text: text.into() }, &mut found, &mut long);
        found.iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn riddles_in_comments_are_found_by_line() {
        assert!(rust("/// Returns the lock.\nfn lock() {}\n").is_empty());
        assert_eq!(rust("/// Returns the lock. What\n/// it holds.\nfn lock() {}\n"), [1]);
        assert_eq!(rust("fn a() {}\n// Wakes whoever waits.\n// The caller is `told`.\n"), [2]);
        assert_eq!(rust(&format!("// {}\n", "a".repeat(98))), [1]);
        assert!(rust("let text = \"What\"; // not a line of its own\n").is_empty());
    }

    #[test]
    fn meaningless_names_are_found() {
        assert_eq!(
            rust("pub(crate) struct Place {\n    place: Found,\n}\nimpl Place {\n    pub fn of() {}\n}\n"),
            [1, 5]
        );
        let name = "a".repeat(61);
        assert_eq!(rust(&format!("#[test]\nfn {name}() {{}}\nfn {name}() {{}}\n")), [2]);
    }

    #[test]
    fn markdown_tables_and_code_are_skipped() {
        let (mut found, mut long) = (Vec::new(), LongSentences::default());
        let text = format!("# A\n| {0} |\n```\n{0}\n```\n{0}\n", "word ".repeat(30));
        markdown_file(&Source { path: "README.md".into(), text }, &mut found, &mut long);
        assert_eq!((found.len(), found[0].line), (1, 6));
    }

    #[test]
    fn groups_stay_within_their_entries() {
        let one = |path: &str| Finding::new(path, 1, "x");
        let may = allowed("# why\ncrates/a 1\ncrates/b 2\n").unwrap();
        let found = vec![one("crates/a/src/x.rs"), one("crates/b/src/y.rs"), one("docs/decisions/z.md")];
        let paths: Vec<String> = beyond(found, &may).into_iter().map(|finding| finding.path).collect();
        assert_eq!(paths, [ALLOWED, "docs/decisions/z.md"]);
    }
}
