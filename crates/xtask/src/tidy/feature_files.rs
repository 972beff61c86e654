//! The lists of files in CONTRIBUTING.md: each is complete for its example.
//!
//! | part of a section | contents |
//! |---|---|
//! | `### FEATURE: at most N files` | the heading |
//! | `Example: ...` | the example as users write it |
//! | `Names: ...` | the identifiers of the example, in backticks |
//! | `Users: ...` | optionally, files of other features that use the example |
//! | a table | its first cells are the files that a new feature touches |

use super::finding::Finding;
use crate::workspace::{self, Crate, Source};
use std::path::Path;

/// A section of the document.
#[derive(Default, Debug)]
struct Feature {
    /// The line of the heading.
    line: usize,
    /// The maximum number of files in `crates/`.
    most: usize,
    /// The example as users write it, which texts contain.
    example: String,
    /// The example's identifiers, which sources contain.
    names: Vec<String>,
    /// Sources of other features that use the example.
    users: Vec<String>,
    /// The listed files and their lines.
    files: Vec<(String, usize)>,
}

/// Compares the lists with the sources.
pub fn check(root: &Path, crates: &[Crate], findings: &mut Vec<Finding>) -> Result<(), String> {
    let texts = workspace::other_texts(root)?;
    let document = texts.iter().find(|text| text.path == DOCUMENT).ok_or("CONTRIBUTING.md is missing")?;
    let sources: Vec<&Source> = crates.iter().flat_map(|one| &one.sources).filter(|source| !source.is_test()).collect();
    let features = features(&document.text);
    if features.is_empty() {
        findings.push(Finding::new(DOCUMENT, 0, "the lists of files are missing"));
    }
    for feature in &features {
        compare(feature, &sources, &|path| std::fs::read_to_string(root.join(path)).ok(), findings);
    }
    Ok(())
}

fn compare(
    feature: &Feature,
    sources: &[&Source],
    text_of: &dyn Fn(&str) -> Option<String>,
    findings: &mut Vec<Finding>,
) {
    let mut report = |line, what: String| findings.push(Finding::new(DOCUMENT, line, what));
    let of_crates = feature.files.iter().filter(|(path, _)| path.starts_with("crates/")).count();
    if of_crates > feature.most {
        report(feature.line, format!("{of_crates} files are listed, at most {} are allowed", feature.most));
    }
    let naming: Vec<&str> =
        sources.iter().filter(|source| is_named(source, &feature.names)).map(|source| &*source.path).collect();
    for path in &naming {
        let is_listed = feature.files.iter().any(|(listed, _)| listed == path);
        if !is_listed && !feature.users.iter().any(|user| user == path) {
            report(feature.line, format!("`{path}` names the example and is not in the list"));
        }
    }
    for (path, line) in &feature.files {
        let is_found = match path.ends_with(".rs") {
            true => naming.contains(&&**path),
            false => text_of(path).is_some_and(|text| text.to_lowercase().contains(&feature.example.to_lowercase())),
        };
        if !is_found {
            report(*line, format!("`{path}` does not name the example"));
        }
    }
    for user in feature.users.iter().filter(|user| !naming.contains(&&***user)) {
        report(feature.line, format!("`{user}` does not use the example"));
    }
}

/// Whether code of a source contains one of the names. The file of a module `name` contains
/// `name::`.
fn is_named(source: &Source, names: &[String]) -> bool {
    let code = code(&source.text);
    names.iter().any(|name| {
        let of_module = name.strip_suffix("::").map(|module| format!("/{module}.rs"));
        of_module.is_some_and(|file| source.path.ends_with(&file)) || has_word(&code, name)
    })
}

/// Whether `text` contains `name` at the boundaries of words.
fn has_word(text: &str, name: &str) -> bool {
    let in_word = |sign: Option<char>| sign.is_some_and(|sign| sign.is_alphanumeric() || sign == '_');
    text.match_indices(name).any(|(at, _)| {
        let before = in_word(text[..at].chars().next_back()) && in_word(name.chars().next());
        let after = in_word(text[at + name.len()..].chars().next()) && in_word(name.chars().next_back());
        !before && !after
    })
}

/// Returns the text without lines of comments and without a module of tests.
fn code(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let is_module = lines.peek().is_some_and(|next| next.starts_with("mod ") && next.ends_with('{'));
        if line == "#[cfg(test)]" && is_module {
            break;
        }
        if !line.trim_start().starts_with("//") {
            code.push_str(line);
            code.push('\n');
        }
    }
    code
}

/// Reads the sections.
fn features(document: &str) -> Vec<Feature> {
    let mut features: Vec<Feature> = Vec::new();
    for (index, line) in document.lines().enumerate() {
        if let Some((_, most)) = line.strip_prefix("### ").and_then(|heading| heading.split_once(": at most ")) {
            let most = most.split(' ').next().and_then(|most| most.parse().ok()).unwrap_or_default();
            features.push(Feature { line: index + 1, most, ..Feature::default() });
        } else if line.starts_with('#') && features.last().is_some_and(|last| last.files.is_empty()) {
            break;
        }
        let Some(last) = features.last_mut() else { continue };
        let mut quoted = line.split('`').skip(1).step_by(2).map(str::to_owned);
        if line.starts_with("Example: ") {
            last.example = quoted.next().unwrap_or_default();
        } else if line.starts_with("Names: ") {
            last.names.extend(quoted);
        } else if line.starts_with("Users: ") {
            last.users.extend(quoted);
        } else if line.starts_with("| `") {
            last.files.extend(quoted.next().map(|path| (path, index + 1)));
        }
    }
    features
}

const DOCUMENT: &str = "CONTRIBUTING.md";

#[cfg(test)]
mod tests {
    use super::*;

    const LISTED: &str = "### Type: at most 2 files\n\nExample: `guid`.\nNames: `Guid`, `guid::`\n\
                          Users: `crates/a/src/user.rs`\n\n| file | contents |\n|---|---|\n\
                          | `crates/a/src/guid.rs` | operations |\n| `crates/a/src/value.rs` | the variant |\n\
                          | `tests/guid.sql` | a script |\n";

    fn found(listed: &str, sources: &[(&str, &str)]) -> Vec<String> {
        let sources: Vec<Source> =
            sources.iter().map(|(path, text)| Source { path: (*path).into(), text: (*text).into() }).collect();
        let (sources, mut findings) = (sources.iter().collect::<Vec<_>>(), Vec::new());
        for feature in features(listed) {
            compare(&feature, &sources, &|_| Some("SELECT GUID".to_owned()), &mut findings);
        }
        findings.into_iter().map(|finding| finding.what).collect()
    }

    const SOURCES: [(&str, &str); 4] = [
        ("crates/a/src/guid.rs", "fn parse() {}"),
        ("crates/a/src/value.rs", "Guid([u8; 16])"),
        ("crates/a/src/user.rs", "Value::Guid"),
        ("crates/a/src/other.rs", "// Guid\nDatabaseGuid; page::guid(x)\n#[cfg(test)]\nmod tests {\nGuid\n}"),
    ];

    #[test]
    fn complete_list_has_no_findings() {
        assert_eq!(found(LISTED, &SOURCES), [""; 0]);
    }

    #[test]
    fn missing_and_superfluous_files_are_found() {
        let more = [SOURCES.as_slice(), &[("crates/b/src/new.rs", "match value { Guid(_) => {} }")]].concat();
        assert_eq!(found(LISTED, &more), ["`crates/b/src/new.rs` names the example and is not in the list"]);
        let fewer = &SOURCES[..1];
        assert_eq!(
            found(LISTED, fewer),
            ["`crates/a/src/value.rs` does not name the example", "`crates/a/src/user.rs` does not use the example",]
        );
        let short = LISTED.replace("at most 2", "at most 1");
        assert_eq!(found(&short, &SOURCES), ["2 files are listed, at most 1 are allowed"]);
        let text = LISTED.replace("Example: `guid`", "Example: `money`");
        assert_eq!(found(&text, &SOURCES), ["`tests/guid.sql` does not name the example"]);
    }
}
