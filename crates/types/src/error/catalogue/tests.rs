//! Placeholders, arguments and uses of the catalogue's messages.

use super::{all, find};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn placeholders_are_numbered_without_a_gap() {
    for message in all() {
        let mut seen: Vec<char> =
            message.text.match_indices('%').filter_map(|(at, _)| message.text[at + 1..].chars().next()).collect();
        seen.retain(|sign| sign.is_ascii_digit());
        seen.sort_unstable();
        seen.dedup();
        let expected: Vec<char> = ('1'..='9').take(seen.len()).collect();
        assert_eq!(seen, expected, "message {}", message.number);
        let braces = |brace| message.text.matches(brace).count();
        assert_eq!(braces('{'), braces('}'), "message {}", message.number);
        if let Some((_, arguments)) = message.constructor {
            assert_eq!(arguments.len(), seen.len(), "message {}", message.number);
        }
    }
}

#[test]
fn messages_are_found_by_number() {
    assert!(all().all(|message| find(message.number).is_some_and(|found| std::ptr::eq(found, message))));
    assert!(find(101).is_none() && find(106).is_none() && find(i32::MAX).is_none());
}

/// A message that nothing raises has no constructor.
#[test]
fn every_constructor_is_called() {
    let mut sources = Vec::new();
    read(Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the folder of crates"), &mut sources);
    let used: BTreeSet<&str> = sources.iter().flat_map(|(_, text)| names_after(text, "SqlError::")).collect();
    assert!(used.contains("new") && used.len() > 700, "the pattern is not found in the sources");
    let constructors = all().filter_map(|message| message.constructor);
    let unused: Vec<&str> = constructors.map(|(name, _)| name).filter(|name| !used.contains(name)).collect();
    assert!(unused.is_empty(), "constructors that no code calls: {unused:?}");
}

/// A raised error has its number, severity and text from the catalogue.
#[test]
fn errors_with_free_numbers_are_made_in_listed_files() {
    let mut sources = Vec::new();
    read(Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the folder of crates"), &mut sources);
    let is_test =
        |path: &Path| path.components().any(|part| ["tests", "tests.rs"].iter().any(|name| part.as_os_str() == *name));
    let product = |text: &str| text.split("#[cfg(test)]").next().unwrap_or_default().to_owned();
    let makers = sources.iter().filter(|(path, text)| !is_test(path) && product(text).contains("SqlError::new("));
    let makers: BTreeSet<String> =
        makers.filter_map(|(path, _)| Some(path.file_name()?.to_str()?.to_owned())).collect();
    let listed = FREE_NUMBERS.map(|(file, _)| file.to_owned());
    assert_eq!(makers, BTreeSet::from(listed));
}

/// Files that make errors without a constructor, and the sources of their numbers.
const FREE_NUMBERS: [(&str, &str); 4] = [
    ("mod.rs", "this module: the constructors"),
    ("raise.rs", "RAISERROR and THROW: numbers of the user"),
    ("refusal.rs", "the parser's numbers, which a test of the engine compares with the catalogue"),
    ("transaction.rs", "-1, which makes a statement bind again and is never sent"),
];

/// Returns the identifiers that follow `pattern` in `text`.
fn names_after<'t>(text: &'t str, pattern: &str) -> impl Iterator<Item = &'t str> {
    text.match_indices(pattern).map(|(at, pattern)| {
        let rest = &text[at + pattern.len()..];
        &rest[..rest.find(|sign: char| !(sign.is_alphanumeric() || sign == '_')).unwrap_or(rest.len())]
    })
}

/// Collects the text of the crates' sources.
fn read(folder: &Path, sources: &mut Vec<(PathBuf, String)>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            read(&path, sources);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("a source");
            sources.push((path, text));
        }
    }
}
