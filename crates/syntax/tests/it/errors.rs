//! Syntax errors: SQL Server's numbers, lines and arguments.

use sluice_syntax::parse;

/// Each error as (number, line, argument).
fn errors(text: &str) -> Vec<(i32, u32, String)> {
    parse(text).errors.into_iter().map(|error| (error.number, error.line, error.argument)).collect()
}

fn one(text: &str, number: i32, line: u32, argument: &str) {
    assert_eq!(errors(text), vec![(number, line, argument.to_owned())], "{text}");
}

/// Returns the first error. The rest of a statement with an error may look like another statement.
fn first(text: &str, number: i32, line: u32, argument: &str) {
    assert_eq!(errors(text).first(), Some(&(number, line, argument.to_owned())), "{text}");
}

#[test]
fn misplaced_token_is_reported() {
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
    one("BEGIN END", 102, 1, "END");
    one("IF 1 = 1", 102, 1, "1");
    one("BEGIN TRY END TRY BEGIN CATCH END CATCH", 102, 1, "TRY");
    one("SET NOCOUNT maybe", 102, 1, "nocount");
    one("SELECT [a] AS", 102, 1, "AS");
    one("SET NOCOUNT", 102, 1, "NOCOUNT");
    one("DECLARE @x", 102, 1, "@x");
    one("COMMIT WITH (DELAYED_DURABILITY = MAYBE)", 102, 1, "MAYBE");
    one("SELECT ?", 102, 1, "?");
}

#[test]
fn condition_as_value_is_reported() {
    one("IF 1 SELECT 2", 4145, 1, "SELECT");
    one("SELECT 1 WHERE a AND b = 1", 4145, 1, "AND");
    one("SELECT 1 WHERE (a)", 4145, 1, ")");
    one("SELECT (1 = 1)", 102, 1, ")");
}

#[test]
fn truncated_text_is_reported() {
    let unclosed = vec![(105, 2, "abc ".to_owned()), (102, 2, "abc ".to_owned())];
    assert_eq!(errors("SELECT\n'abc "), unclosed);
    assert_eq!(errors("SELECT\n[abc "), unclosed);
    assert_eq!(errors("SELECT\nN'abc "), unclosed);
    one("SELECT 1 /* a /* b */", 113, 1, "");
}

#[test]
fn misplaced_statement_is_reported() {
    one("BREAK", 135, 1, "");
    one("SELECT 1\nCONTINUE", 136, 2, "");
    one("GOTO nowhere", 133, 1, "nowhere");
    one("a: SELECT 1\nA: SELECT 2", 132, 2, "A");
    one("SELECT 1\nWITH x AS (SELECT 1 AS a) SELECT * FROM x", 319, 2, "");
    one("SELECT 1; CREATE VIEW v AS SELECT 1", 111, 1, "CREATE VIEW");
    one("SELECT 1\nCREATE PROC p AS SELECT 1", 111, 2, "CREATE/ALTER PROCEDURE");
    one("SELECT 1; ALTER FUNCTION f() RETURNS int BEGIN RETURN 1 END", 111, 1, "CREATE FUNCTION");
    one("USE d CREATE SCHEMA s", 111, 1, "CREATE SCHEMA");
    first("IF 1 = 1 CREATE TRIGGER t ON u AFTER INSERT AS PRINT 1", 156, 1, "TRIGGER");
    first("BEGIN CREATE VIEW v AS SELECT 1 AS a END", 156, 1, "VIEW");
    assert_eq!(errors("/* c */ ; CREATE PROC p AS SELECT 1"), vec![]);
    one("CREATE NONSENSE x", 343, 1, "NONSENSE");
    assert_eq!(errors("SELECT 1; WITH x AS (SELECT 1 AS a) SELECT * FROM x"), vec![]);
    assert_eq!(errors("WHILE 1 = 1 BEGIN IF 1 = 2 BREAK ELSE CONTINUE END"), vec![]);
    assert_eq!(errors("GOTO a; SELECT 1; a:"), vec![]);
}

#[test]
fn invalid_name_is_reported() {
    one("SELECT 1 AS []", 1038, 1, "");
    one("SELECT 1 AS ''", 1038, 1, "");
    one("SELECT a.b.c.d.e.f", 117, 1, "a.b.c.d.e");
    one("SELECT 1 FROM a.b.c.d.e", 117, 1, "a.b.c.d.e");
    let long = "x".repeat(129);
    one(&format!("SELECT 1 AS {long}"), 103, 1, &long[..128]);
    assert_eq!(errors(&format!("SELECT 1 AS {}", "я".repeat(128))), vec![]);
}

#[test]
fn parser_recovers_after_error() {
    let text = "SELECT 1 +;\nSELECT 2\nIF 1 = 1\nBEGIN\nSELECT FROM t\nPRINT 'x'\nEND\nSELECT 3 3";
    let expected = [(102, 1, ";"), (156, 5, "FROM"), (102, 8, "3")];
    let expected: Vec<_> = expected.map(|(number, line, near)| (number, line, near.to_owned())).into();
    assert_eq!(errors(text), expected);
    assert!(errors(&"SELECT +;\n".repeat(1_000)).len() < 30);
}

#[test]
fn merge_without_semicolon_is_reported() {
    let merge = "MERGE t USING s ON t.a = s.a WHEN MATCHED THEN DELETE";
    first(merge, 10713, 1, "");
    first(&format!("{merge}\nSELECT 1"), 10713, 1, "");
    first(&format!("BEGIN\n{merge} END"), 10713, 2, "");
    first(&format!("{merge} x;"), 102, 1, "x");
    assert_eq!(errors(&format!("IF 1 = 1 {merge}; ELSE SELECT 1")), vec![]);
    first("MERGE t USING s ON 1 = 1 WHEN MATCHED THEN INSERT DEFAULT VALUES;", 10711, 1, "WHEN MATCHED");
    first("MERGE t USING s ON 1 = 1 WHEN NOT MATCHED THEN DELETE;", 10710, 1, "DELETE");
    first("MERGE t USING s ON 1 = 1;", 102, 1, ";");
    first("MERGE INTO t s ON 1 = 1", 156, 1, "ON");
}

#[test]
fn module_must_be_alone_in_batch() {
    assert_eq!(errors("CREATE PROC p AS"), vec![]);
    first("CREATE PROC p\n@a\nAS SELECT 1", 156, 3, "SELECT");
    first("CREATE VIEW v AS SELECT 1 AS a\nSELECT 2", 156, 2, "SELECT");
    first("CREATE VIEW v AS UPDATE t SET a = 1", 156, 1, "UPDATE");
    first("CREATE FUNCTION f RETURNS int AS BEGIN RETURN 1 END", 102, 1, "RETURNS");
    first("CREATE FUNCTION f() RETURNS int AS BEGIN RETURN 1 END\nSELECT 1", 156, 2, "SELECT");
    first("CREATE FUNCTION f() RETURNS TABLE AS BEGIN RETURN 1 END", 156, 1, "BEGIN");
    first("CREATE TRIGGER t ON u AS PRINT 1", 156, 1, "AS");
    first("CREATE PROC p WITH FOO AS SELECT 1", 102, 1, "FOO");
    // An error in a body has its line, and parsing continues.
    let text = "CREATE PROC p AS\nSELECT 1 +;\nSELECT 2 2;\nSELECT 3";
    assert_eq!(errors(text), vec![(102, 2, ";".to_owned()), (102, 3, "2".to_owned())]);
    first("CREATE PROC p AS\nBREAK", 135, 2, "");
    first("CREATE PROC p AS\nGOTO nowhere", 133, 2, "nowhere");
}

#[test]
fn unknown_word_is_reported() {
    first("SET FOO ON", 195, 1, "FOO");
    first("SELECT * FROM t WITH (FOO)", 321, 1, "FOO");
    first("SELECT * FROM t WITH (NOLOCK, )", 102, 1, ")");
    first("SELECT $foo", 126, 1, "$foo");
    first("SELECT 1 FOR XML FOO", 102, 1, "FOO");
    first("SELECT 1 FOR JSON PATH, TYPE", 102, 1, "TYPE");
    first("RAISERROR 50001 'x'", 102, 1, "50001");
    first("RAISERROR('x', 16)", 102, 1, ")");
    first("THROW 50000", 102, 1, "50000");
    first("THROW 50000, 'x'", 102, 1, "x");
    first("WAITFOR 5", 102, 1, "5");
    first("KILL", 102, 1, "KILL");
    first("GRANT SELECT ON t", 102, 1, "t");
    first("ALTER TABLE t FOO", 102, 1, "FOO");
    first("ALTER TABLE t WITH CHECK DROP COLUMN a", 156, 1, "DROP");
    first("ALTER TABLE t ALTER COLUMN a ADD FOO", 102, 1, "FOO");
    first("CREATE INDEX i ON t", 102, 1, "t");
    first("CREATE TABLE t (a int DEFAULT 1 FOR a)", 156, 1, "FOR");
    first("DECLARE c CURSOR SELECT 1", 156, 1, "SELECT");
    first("FETCH NEXT c", 102, 1, "c");
    first("SELECT * FROM t PIVOT (a FOR b IN (c)) AS p", 156, 1, "FOR");
    first("SELECT a FROM t GROUP BY GROUPING SETS (GROUPING SETS (a))", 102, 1, "SETS");
    first("RESTORE DATABASE d FROM", 102, 1, "FROM");
    first("CREATE DATABASE d ON (SIZE = x)", 102, 1, "x");
}
