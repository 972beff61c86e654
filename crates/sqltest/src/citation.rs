//! What a golden script's expected results are worked out from: a page of SQL Server's documentation that its comments name, or one of this
//! project's requirements.

use sluice_engine::script::Splitter;

/// What a script relies on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// A page of the documentation.
    Page,
    /// A requirement, where the documentation says nothing.
    Requirement,
    /// None: the script says that what it is about is undocumented.
    Undocumented,
}

/// The best source that the comments of `script` name, if they name any.
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

/// How many batches `script` has that do anything.
pub fn batches(script: &str) -> usize {
    let mut splitter = Splitter::new();
    let mut texts: Vec<String> =
        script.split_inclusive('\n').filter_map(|line| splitter.line(line)).map(|batch| batch.text).collect();
    texts.extend(splitter.finish().map(|batch| batch.text));
    let says = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with("--");
    texts.iter().filter(|text| text.lines().any(says)).count()
}

fn bare(word: &str) -> &str {
    word.trim_matches(|character: char| !character.is_ascii_alphanumeric() && character != '-' && character != '_')
}

/// `docs/t-sql/statements/merge-transact-sql.md`, or what ends like it.
fn is_page(word: &str) -> bool {
    let name = word.strip_suffix(".md").unwrap_or(word);
    let is_path = |name: &str| {
        name.chars().all(|character| character.is_ascii_alphanumeric() || matches!(character, '-' | '_' | '/' | '.'))
    };
    is_path(name) && (name.ends_with("-transact-sql") || word.ends_with(".md") && name.contains('-'))
}

/// `requirement L5`.
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
    fn batches_of_comments_do_not_count() {
        assert_eq!(batches("-- nothing\nGO\nSELECT 1;\nGO\n\nGO\nSELECT 2;"), 2);
    }
}
