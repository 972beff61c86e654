//! Every number in the sources has a text, and every text gets its arguments.

use super::{known, text};
use sluice_types::SqlError;
use sluice_types::error::catalogue::find;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The crates whose sources construct messages.
const RAISING_CRATES: [&str; 12] = [
    "types",
    "syntax",
    "functions",
    "catalog",
    "plan",
    "table",
    "query",
    "session",
    "command",
    "exec",
    "sysviews",
    "engine",
];

#[test]
fn every_number_in_the_sources_has_a_text() {
    let mut numbers: BTreeMap<i32, PathBuf> = BTreeMap::new();
    let files = sources_of(&RAISING_CRATES);
    for file in &files {
        let source = fs::read_to_string(file).expect("a source file can be read");
        for number in numbers_in(&source, file.ends_with("syntax/src/error.rs")) {
            numbers.entry(number).or_insert_with(|| file.clone());
        }
    }
    // Verifies that the patterns match at all: otherwise this test would pass on nothing.
    for sure in [102, 4145] {
        assert!(numbers.contains_key(&sure), "{sure} is not found in the sources");
    }
    let missing: Vec<_> = numbers.iter().filter(|(number, _)| !known(**number)).collect();
    assert!(missing.is_empty(), "numbers without a text: {missing:?}");
}

/// Severities that differ from sys.messages: a denied DROP is 14, a DROP of a missing object is 11.
const RAISED_OTHERWISE: [(i32, i32); 1] = [(3701, 14)];

#[test]
fn table_severities_match_the_sources() {
    let files = sources_of(&RAISING_CRATES);
    let mut seen = 0;
    for file in &files {
        let source = fs::read_to_string(file).expect("a source file can be read");
        let source = source.split("#[cfg(test)]").next().unwrap_or_default();
        for (at, pattern) in source.match_indices("SqlError::new(") {
            let mut arguments = source[at + pattern.len()..].split(',').map(str::trim);
            let numbers = (arguments.next().and_then(leading_number), arguments.next().and_then(leading_number));
            // A severity up to 10 is shown as 10.
            if let (Some(number), Some(given @ 11..)) = numbers
                && !RAISED_OTHERWISE.contains(&(number, given))
            {
                let severity = find(number).map(|message| i32::from(message.severity));
                assert_eq!(severity, Some(given), "{number} in {}", file.display());
                seen += 1;
            }
        }
    }
    assert!(seen > 1, "the pattern is not found in the sources");
}

#[test]
fn arguments_fill_their_placeholders() {
    let filled = |error: SqlError| text(&error);
    assert_eq!(filled(SqlError::duplicate_column_name("a", "t")).matches("Column name 'a' in table 't'").count(), 1);
    assert_eq!(
        filled(SqlError::null_into_not_null("c", "d.dbo.t", "INSERT")),
        "Cannot insert the value NULL into column 'c', table 'd.dbo.t'; column does not allow nulls. INSERT fails."
    );
    assert_eq!(
        filled(SqlError::cannot_drop("drop", "table", "dbo.t")),
        "Cannot drop the table 'dbo.t', because it does not exist or you do not have permission."
    );
    assert_eq!(
        filled(SqlError::conversion_failed("varchar", "100%1", "int")),
        "Conversion failed when converting the varchar value '100%1' to data type int."
    );
    assert_eq!(
        filled(SqlError::duplicate_key("PRIMARY KEY", "PK_t", "dbo.t", "(1)")),
        "Violation of PRIMARY KEY constraint 'PK_t'. Cannot insert duplicate key in object 'dbo.t'. The duplicate key value is (1)."
    );
}

#[test]
fn braced_text_needs_all_of_its_arguments() {
    let error = |args: &[&str]| SqlError::new(2601, 14, 1, args.iter().map(|arg| (*arg).to_owned()).collect());
    assert_eq!(text(&error(&["t"])), "Cannot insert duplicate key row in object 't'.");
    assert_eq!(
        text(&error(&["t", "i", "(1)"])),
        "Cannot insert duplicate key row in object 't' with unique index 'i'. The duplicate key value is (1)."
    );
    let damaged = |file: &str| {
        let args = ["a wrong checksum", "page 77", "d", file].map(str::to_owned).to_vec();
        text(&SqlError::new(824, 24, 2, args))
    };
    assert!(damaged("d.mdf").contains("It occurred at page 77 in file 'd.mdf' of database 'd'."));
    assert!(damaged("").contains("It occurred at page 77 of database 'd'."));
}

#[test]
fn line_is_filled_and_unknown_number_shows_arguments() {
    let line = SqlError::new(1001, 15, 1, vec!["0".to_owned()]).at_line(7);
    assert_eq!(text(&line), "Line 7: Length or precision specification 0 is invalid.");
    assert!(!known(-1));
    assert_eq!(text(&SqlError::new(-1, 16, 1, Vec::new())), "Error -1.");
    assert_eq!(text(&SqlError::new(-1, 16, 1, vec!["a".to_owned(), "b".to_owned()])), "Error -1: a; b.");
}

/// Returns the source files of `crates`, without those of tests and of this module.
fn sources_of(crates: &[&str]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for name in crates {
        collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src"), &mut files);
    }
    files
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the crate's sources are there") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        // Numbers in tests need no text.
        if path.is_dir() && name != "tests" && name != "messages" {
            collect(&path, files);
        } else if name.ends_with(".rs") && name != "tests.rs" {
            files.push(path);
        }
    }
}

/// Returns the numbers that a source constructs, literal or by a constant of the same file. In the
/// file of syntax errors all constants count.
fn numbers_in(source: &str, constants_count: bool) -> Vec<i32> {
    let source = source.split("#[cfg(test)]").next().unwrap_or_default();
    let mut constants = BTreeMap::new();
    for line in source.lines() {
        let constant = line.split_once("const ").and_then(|(_, rest)| rest.split_once(": i32 = "));
        if let Some((name, number)) = constant.and_then(|(name, value)| Some((name, leading_number(value)?))) {
            constants.insert(name.to_owned(), number);
        }
    }
    let mut numbers: Vec<i32> = if constants_count { constants.values().copied().collect() } else { Vec::new() };
    for pattern in ["SqlError::new(", "inform("] {
        for (at, _) in source.match_indices(pattern) {
            let argument = source[at + pattern.len()..].trim_start();
            let name: String = argument.chars().take_while(|sign| sign.is_alphanumeric() || *sign == '_').collect();
            numbers.extend(leading_number(argument).or_else(|| constants.get(&name).copied()));
        }
    }
    numbers
}

fn leading_number(text: &str) -> Option<i32> {
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}
