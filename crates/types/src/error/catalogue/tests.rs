//! Placeholders, arguments and uses of the catalogue's messages.

use super::{all, find};
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
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the folder of crates");
    let mut sources = String::new();
    read(crates, &mut sources);
    let calls: std::collections::BTreeSet<&str> = sources
        .match_indices("SqlError::")
        .map(|(at, pattern)| {
            let rest = &sources[at + pattern.len()..];
            &rest[..rest.find(|sign: char| !(sign.is_alphanumeric() || sign == '_')).unwrap_or(rest.len())]
        })
        .collect();
    assert!(calls.contains("new") && calls.len() > 100, "the pattern is not found in the sources");
    let is_raised = |number| sources.contains(&format!("({number},")) || sources.contains(&format!(" {number}"));
    let unraised = all().filter(|message| !is_raised(message.number));
    let constructors = unraised.filter_map(|message| message.constructor);
    let unused: Vec<&str> = constructors.map(|(name, _)| name).filter(|name| !calls.contains(name)).collect();
    assert!(unused.is_empty(), "constructors that no code calls: {unused:?}");
}

/// Appends the text of the crates' sources.
fn read(folder: &Path, sources: &mut String) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            read(&path, sources);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            sources.push_str(&fs::read_to_string(&path).expect("a source"));
        }
    }
}
