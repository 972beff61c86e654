//! Every text gets its arguments.

use super::{known, text};
use sluice_plan::refusal::syntax_error;
use sluice_syntax::{Span, SyntaxError};
use sluice_types::SqlError;
use sluice_types::error::catalogue::find;
use std::fs;
use std::path::Path;

/// The parser doesn't know the catalogue: its numbers, severities and arguments must agree with it.
#[test]
fn numbers_of_syntax_errors_are_in_the_catalogue() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../syntax/src/error.rs");
    let source = fs::read_to_string(source).expect("the source of syntax errors");
    let numbers: Vec<i32> =
        source.lines().filter_map(|line| line.split_once(": i32 = ")?.1.strip_suffix(';')?.parse().ok()).collect();
    assert!(numbers.contains(&102) && numbers.len() > 20, "the constants are not found in the source");
    for number in numbers {
        let message = find(number).unwrap_or_else(|| panic!("{number} is not in the catalogue"));
        let error = SyntaxError { number, line: 1, span: Span::default(), argument: "a".to_owned() };
        assert_eq!(message.severity, error.severity(), "{number}");
        let text = text(&syntax_error(&error));
        assert!(!text.contains('%'), "{text}");
    }
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
