//! The source of a golden script's expected results: a page of SQL Server's documentation cited in
//! its comments, or a requirement of this project.

use sluice_engine::script::Splitter;
use std::path::PathBuf;

/// The source of a script's expected results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// A page of the documentation.
    Page,
    /// A requirement, for behaviour that the documentation doesn't cover.
    Requirement,
    /// No source: the script states that its subject is undocumented.
    Undocumented,
}

/// Returns the best source cited in the script's comments, if any.
pub fn source_of(script: &str) -> Option<Source> {
    let comments = || script.lines().filter_map(|line| line.split_once("--").map(|(_, comment)| comment));
    let words = || comments().flat_map(str::split_whitespace).map(bare);
    if words().any(is_page) {
        return Some(Source::Page);
    }
    if words().zip(words().skip(1)).any(is_requirement) {
        return Some(Source::Requirement);
    }
    words().any(|word| word == "undocumented").then_some(Source::Undocumented)
}

/// Returns the number of batches in `script` that do anything.
pub fn batches(script: &str) -> usize {
    let mut splitter = Splitter::new();
    let mut texts: Vec<String> =
        script.split_inclusive('\n').filter_map(|line| splitter.line(line)).map(|batch| batch.text).collect();
    texts.extend(splitter.finish().map(|batch| batch.text));
    let says = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with("--");
    texts.iter().filter(|text| text.lines().any(says)).count()
}

/// Counts of batches by their source.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Batches in scripts that cite a page.
    pub cited: usize,
    /// All batches.
    pub all: usize,
    /// The scripts without a source.
    pub uncited: Vec<PathBuf>,
}

impl Tally {
    /// The minimum of batches that cite the documentation; it may grow.
    pub const CITED_LEAST: usize = 3_000;

    /// Counts the batches of these scripts.
    pub fn count(scripts: &[PathBuf]) -> std::io::Result<Self> {
        let mut tally = Self::default();
        for path in scripts {
            let script = std::fs::read_to_string(path)?;
            let batches = batches(&script);
            tally.all += batches;
            match source_of(&script) {
                None => tally.uncited.push(path.clone()),
                Some(Source::Page) => tally.cited += batches,
                Some(Source::Requirement | Source::Undocumented) => {}
            }
        }
        Ok(tally)
    }
}

fn bare(word: &str) -> &str {
    word.trim_matches(|character: char| !character.is_ascii_alphanumeric() && character != '-' && character != '_')
}

/// Returns whether the word is a page such as `docs/t-sql/statements/merge-transact-sql.md` or a
/// suffix of its path.
fn is_page(word: &str) -> bool {
    let name = word.strip_suffix(".md").unwrap_or(word);
    let is_path = |name: &str| {
        name.chars().all(|character| character.is_ascii_alphanumeric() || matches!(character, '-' | '_' | '/' | '.'))
    };
    is_path(name) && (name.ends_with("-transact-sql") || word.ends_with(".md") && name.contains('-'))
}

/// Returns whether the words are like `requirement L5`.
fn is_requirement((first, second): (&str, &str)) -> bool {
    let mut characters = second.chars();
    let is_number = characters.next().is_some_and(|letter| letter.is_ascii_uppercase())
        && characters.next().is_some_and(|digit| digit.is_ascii_digit());
    is_number && (first.eq_ignore_ascii_case("requirement") || first.eq_ignore_ascii_case("requirements"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_and_requirements_are_sources() {
        assert_eq!(source_of("-- docs/t-sql/statements/merge-transact-sql.md: MERGE.\nSELECT 1;"), Some(Source::Page));
        assert_eq!(source_of("SELECT 1; -- next-value-for-transact-sql, what it says"), Some(Source::Page));
        assert_eq!(source_of("-- (requirement L5): so it is\nGO"), Some(Source::Requirement));
        assert_eq!(source_of("-- As we think it is; see README.md.\nSELECT 1;"), None);
        assert_eq!(source_of("SELECT 'merge-transact-sql';"), None);
    }

    #[test]
    fn batches_of_comments_are_not_counted() {
        assert_eq!(batches("-- nothing\nGO\nSELECT 1;\nGO\n\nGO\nSELECT 2;"), 2);
    }

    #[test]
    fn batches_are_counted_by_source() {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [
            ("a.sql", "-- t-sql/queries/from-transact-sql.md\nSELECT 1;\nGO\nSELECT 2;\n"),
            ("b.sql", "SELECT 3;\n"),
            ("c.txt", "SELECT 4;\n"),
        ] {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        let tally = Tally::count(&crate::scripts::below(folder.path()).unwrap()).unwrap();
        assert_eq!(tally, Tally { cited: 2, all: 3, uncited: vec![folder.path().join("b.sql")] });
    }
}
