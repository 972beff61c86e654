//! Errors as SQL Server numbers and places them.

use sluice_syntax::parse;

/// Each error as (number, line, argument).
fn errors(text: &str) -> Vec<(i32, u32, String)> {
    parse(text).errors.into_iter().map(|error| (error.number, error.line, error.argument)).collect()
}

fn one(text: &str, number: i32, line: u32, argument: &str) {
    assert_eq!(errors(text), vec![(number, line, argument.to_owned())], "{text}");
}

#[test]
fn words_that_do_not_fit() {
    one("SELECT 1 2", 102, 1, "2");
    one("SELECT *\nFROM t\nWHERE x = = 1", 102, 3, "=");
    one("SELECT * FROM WHERE x = 1", 156, 1, "WHERE");
    one("select 1 from t group x", 102, 1, "x");
    one("SELECT * FROM", 102, 1, "FROM");
    one("INSERT INTO t VALUES (1", 102, 1, "1");
    one("SELECT 1;\n\nBOGUS 1", 102, 3, "BOGUS");
    one("SELECT a = 1 = 2", 102, 1, "=");
    one("SELECT 1 +", 102, 1, "+");
    one("END", 156, 1, "END");
    one("BEGIN END", 156, 1, "END");
    one("IF 1 = 1", 102, 1, "1");
    one("SELECT [a] AS", 102, 1, "AS");
    one("SET NOCOUNT", 102, 1, "NOCOUNT");
    one("DECLARE @x", 102, 1, "@x");
    one("COMMIT WITH (DELAYED_DURABILITY = MAYBE)", 102, 1, "MAYBE");
    one("SELECT ?", 102, 1, "?");
}

#[test]
fn conditions_and_values_are_not_mixed() {
    one("IF 1 SELECT 2", 4145, 1, "SELECT");
    one("SELECT 1 WHERE a AND b = 1", 4145, 1, "AND");
    one("SELECT 1 WHERE (a)", 4145, 1, ")");
    one("SELECT (1 = 1)", 102, 1, ")");
}

#[test]
fn texts_that_end_too_early() {
    let unclosed = vec![(105, 2, "abc ".to_owned()), (102, 2, "abc ".to_owned())];
    assert_eq!(errors("SELECT\n'abc "), unclosed);
    assert_eq!(errors("SELECT\n[abc "), unclosed);
    assert_eq!(errors("SELECT\nN'abc "), unclosed);
    one("SELECT 1 /* a /* b */", 113, 1, "");
}

#[test]
fn statements_out_of_place() {
    one("BREAK", 135, 1, "");
    one("SELECT 1\nCONTINUE", 136, 2, "");
    one("GOTO nowhere", 133, 1, "nowhere");
    one("a: SELECT 1\nA: SELECT 2", 132, 2, "A");
    one("SELECT 1\nWITH x AS (SELECT 1 AS a) SELECT * FROM x", 319, 2, "");
    one("SELECT 1; CREATE VIEW v AS SELECT 1", 111, 1, "CREATE VIEW");
    one("CREATE NONSENSE x", 343, 1, "NONSENSE");
    assert_eq!(errors("SELECT 1; WITH x AS (SELECT 1 AS a) SELECT * FROM x"), vec![]);
    assert_eq!(errors("WHILE 1 = 1 BEGIN IF 1 = 2 BREAK ELSE CONTINUE END"), vec![]);
    assert_eq!(errors("GOTO a; SELECT 1; a:"), vec![]);
}

#[test]
fn names_that_cannot_be() {
    one("SELECT 1 AS []", 1038, 1, "");
    one("SELECT 1 AS ''", 1038, 1, "");
    one("SELECT a.b.c.d.e", 117, 1, "a.b.c.d.e");
    let long = "x".repeat(129);
    one(&format!("SELECT 1 AS {long}"), 103, 1, &long[..128]);
    assert_eq!(errors(&format!("SELECT 1 AS {}", "я".repeat(128))), vec![]);
}

#[test]
fn reading_goes_on_after_an_error() {
    let text = "SELECT 1 +;\nSELECT 2\nIF 1 = 1\nBEGIN\nSELECT FROM t\nPRINT 'x'\nEND\nSELECT 3 3";
    let expected = [(102, 1, ";"), (156, 5, "FROM"), (102, 8, "3")];
    let expected: Vec<_> = expected.map(|(number, line, near)| (number, line, near.to_owned())).into();
    assert_eq!(errors(text), expected);
    assert!(errors(&"SELECT +;\n".repeat(1_000)).len() < 30);
}
