//! Placeholders, arguments and uses of the catalogue's messages.

use super::message::RAISABLE_MIN;
use super::placeholder::{Piece, pieces};
use super::{all, find};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each percent sign starts a placeholder, each placeholder has a value, and each argument is used.
#[test]
fn placeholders_have_values_and_arguments_are_used() {
    for message in all() {
        let number = message.number;
        assert!(!pieces(message.text).any(|piece| piece == Piece::Text("%")), "message {number}");
        let count = |wanted| pieces(message.text).filter(|piece| *piece == wanted).count();
        assert_eq!(count(Piece::OptionalStart), count(Piece::OptionalEnd), "message {number}");
        let arguments = message.constructor.map_or(message.placeholders(), |(_, arguments)| arguments.len());
        if message.values.is_empty() {
            assert_eq!(message.placeholders(), arguments, "message {number}");
            continue;
        }
        assert_eq!(message.placeholders(), message.values.len(), "message {number}");
        let is_used = |digit: char| message.values.iter().any(|value| value.contains(&format!("%{digit}")));
        let used = ('1'..='9').filter(|digit| is_used(*digit)).collect::<String>();
        assert!("123456789".starts_with(&used), "message {number}");
        if message.constructor.is_some() {
            assert_eq!(used.len(), arguments, "message {number}");
        }
        // RAISERROR gives a value to each placeholder, and code fewer arguments.
        assert!(number < RAISABLE_MIN || used.len() < message.placeholders(), "message {number}");
    }
}

#[test]
fn listed_text_has_the_documented_placeholders() {
    let listed = |number| find(number).expect("a message").listed_text();
    assert_eq!(listed(207), "Invalid column name '%.*ls'.");
    assert_eq!(
        listed(547),
        "The %ls statement conflicted with the %ls constraint \"%.*ls\". The conflict occurred in database \"%.*ls\", \
         table \"%.*ls\"%ls%.*ls%ls."
    );
    assert_eq!(
        listed(2755),
        "SET DEADLOCK_PRIORITY option is invalid. Valid options are {HIGH | NORMAL | LOW | [%d ... %d] of type integer}."
    );
    assert_eq!(listed(5060), "Nonqualified transactions are being rolled back. Estimated rollback completion: %d%%.");
}

/// Code gives 15281 three arguments for its six placeholders; a user's RAISERROR gives six.
#[test]
fn raiserror_fills_placeholders_in_order() {
    let filled = |args: &[&str]| {
        let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
        find(15_281).expect("a message").fill(&args, 1)
    };
    assert!(filled(&["procedure", "sys.a", "b"]).starts_with(
        "SQL Server blocked access to procedure 'sys.a' of component 'b' because this component is turned off"
    ));
    let of_user = filled(&["1", "2", "3", "4", "5", "6"]);
    assert!(of_user.contains("enable the use of '4'") && of_user.contains("search for '6'"), "{of_user}");
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
