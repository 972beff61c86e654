//! Names of code in documents that follow the code: a name that no source contains is a violation.

use super::finding::Finding;
use crate::workspace::{self, Crate};
use std::collections::BTreeSet;
use std::path::Path;

/// Looks up every name of code in `DOCUMENTS`: words in backticks that are a path (`a::b`) or
/// contain `_`, by their last part.
pub fn check(root: &Path, crates: &[Crate], findings: &mut Vec<Finding>) -> Result<(), String> {
    let known: BTreeSet<&str> =
        crates.iter().flat_map(|one| &one.sources).flat_map(|source| words(&source.text)).collect();
    for document in workspace::other_texts(root)?.iter().filter(|text| DOCUMENTS.contains(&text.path.as_str())) {
        for (index, line) in document.text.lines().enumerate() {
            for name in names(line).filter(|name| !known.contains(name)) {
                let what = format!("`{name}` is in no source: one of the two is out of date");
                findings.push(Finding::new(&document.path, index + 1, what));
            }
        }
    }
    Ok(())
}

/// Returns the last parts of the names of code in a line.
fn names(line: &str) -> impl Iterator<Item = &str> {
    let quoted = line.split('`').skip(1).step_by(2);
    let code = quoted.filter(|text| text.chars().all(|sign| sign.is_alphanumeric() || "_:".contains(sign)));
    code.filter(|text| text.contains("::") || text.contains('_')).filter_map(|text| text.rsplit("::").next())
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|sign: char| !(sign.is_alphanumeric() || sign == '_')).filter(|word| !word.is_empty())
}

const DOCUMENTS: &[&str] = &["ARCHITECTURE.md", "docs/life-of-a-statement.md"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_looked_up_by_their_last_part() {
        let line = "`wal::Log::append` → `read_in`, not `INSERT`, `SET @i_1 += 1`, plain_word or `a b_c`";
        assert_eq!(names(line).collect::<Vec<_>>(), ["append", "read_in"]);
    }
}
