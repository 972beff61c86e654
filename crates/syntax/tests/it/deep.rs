//! Depth and length: no stack overflow and no quadratic time.

use std::time::{Duration, Instant};

use sluice_syntax::error::number::NESTED_TOO_DEEPLY;
use sluice_syntax::{parse, print_batch};

fn refused(text: &str) {
    let errors = parse(text).errors;
    assert!(errors.iter().any(|error| error.number == NESTED_TOO_DEEPLY), "{:?}", errors.first());
}

#[test]
fn nesting_beyond_the_bound_is_error_191() {
    for (open, middle, close) in [
        ("(", "1", ")"),
        ("- ", "1", ""),
        ("~", "1", ""),
        ("f(", "1", ")"),
        ("CASE WHEN 1 = 1 THEN ", "1", " END"),
        ("CASE ", "1", " WHEN 1 THEN 1 END"),
        ("(SELECT ", "1", ")"),
        ("(SELECT 1 FROM t WHERE 1 = ", "1", ")"),
        ("CAST(", "1", " AS int)"),
        ("IIF(NOT (1 = ", "1", "), 1, 2)"),
        ("x + (1 * ", "1", ")"),
        ("SUM(1) OVER (ORDER BY ", "1", ")"),
    ] {
        let count = 50_000;
        refused(&format!("SELECT {}{middle}{}", open.repeat(count), close.repeat(count)));
    }
    refused(&format!("SELECT 1 WHERE {}1 = 1", "NOT ".repeat(50_000)));
    refused(&format!("SELECT 1 WHERE {}1 = 1{}", "(".repeat(50_000), ")".repeat(50_000)));
    refused(&format!("SELECT a{}", " COLLATE b".repeat(50_000)));
    refused(&format!("SELECT a FROM t{}", " CROSS JOIN t".repeat(50_000)));
    refused(&format!("SELECT a FROM t{}", " PIVOT (SUM(a) FOR b IN (c)) AS p".repeat(50_000)));
    refused(&format!("SELECT a{}", " AT TIME ZONE 'x'".repeat(50_000)));
    refused(&format!("SELECT a FROM {}t", "(DELETE t FROM ".repeat(50_000)));
    refused(&format!("ALTER INDEX ALL ON t SET ({}", "a = ON (".repeat(50_000)));
    refused(&format!("CREATE PROC p AS {}SELECT 1", "WHILE 1 = 1 ".repeat(50_000)));
    refused(&format!("SELECT a FROM {}t{}", "(".repeat(50_000), ")".repeat(50_000)));
    refused(&format!("SELECT a FROM t{}", " JOIN t".repeat(50_000)));
    refused(&format!("{}SELECT 1{}", "(".repeat(50_000), ")".repeat(50_000)));
    refused(&format!("{}SELECT 1", "IF 1 = 1 ".repeat(50_000)));
    refused(&format!("{}SELECT 1{}", "BEGIN ".repeat(50_000), " END".repeat(50_000)));
    refused(&format!("{}SELECT 1", "WHILE 1 = 1 ".repeat(50_000)));
}

#[test]
fn allowed_depth_parses_and_prints() {
    for text in [
        format!("SELECT {}1{}", "(".repeat(120), ")".repeat(120)),
        format!("SELECT {}1{}", "f(".repeat(100), ")".repeat(100)),
        format!("SELECT {}1{}", "(SELECT ".repeat(32), ")".repeat(32)),
        format!("{}SELECT 1{}", "BEGIN ".repeat(90), " END".repeat(90)),
        format!("SELECT {}1", "- ".repeat(120)),
        format!("SELECT {}1", "~ -+".repeat(40)),
        format!("SELECT {}1", "-1 * ".repeat(60)),
        format!("SELECT {}1{}", "-1 * (~".repeat(28), ")".repeat(28)),
        format!("SELECT a FROM t {}{}", "JOIN t ".repeat(100), "ON 1 = 1 ".repeat(100)),
        format!("SELECT a FROM t{}", " PIVOT (SUM(a) FOR b IN (c)) AS p".repeat(400)),
        format!("SELECT a{}", " AT TIME ZONE 'x'".repeat(400)),
    ] {
        let script = parse(&text);
        assert_eq!(script.errors, vec![], "{text}");
        assert_eq!(parse(&print_batch(&script.statements)).statements, script.statements);
    }
}

#[test]
fn long_chains_are_flat() {
    let parts = 20_000;
    for text in [
        format!("SELECT 1 WHERE 1 = 1{}", " OR 1 = 1".repeat(parts)),
        format!("SELECT 1 WHERE 1 = 1{}", " AND 1 = 1".repeat(parts)),
        format!("SELECT 1{}", " UNION ALL SELECT 1".repeat(parts)),
        format!("SELECT 1{}", " INTERSECT SELECT 1".repeat(parts)),
        format!("SELECT 1 WHERE 1 IN (1{})", ", 1 + 1".repeat(parts)),
        format!("INSERT t VALUES (1){}", ", (-1)".repeat(parts)),
        format!("SELECT 1{}", " + 1".repeat(parts)),
        format!("SELECT 'a'{}", " + @b * -2 - c".repeat(parts)),
        format!("SELECT CASE{} END", " WHEN a = 1 THEN 2".repeat(parts)),
        format!("{}SELECT 1", "IF 1 = 1 SELECT 1 ELSE ".repeat(parts)),
        "SELECT 1 ".repeat(parts),
    ] {
        let script = parse(&text);
        assert_eq!(script.errors, vec![], "{}", &text[..60]);
        assert_eq!(parse(&print_batch(&script.statements)).statements, script.statements);
    }
}

#[test]
fn parse_time_is_linear() {
    // Each text has at least half a million characters. A quadratic parser would take an hour.
    let began = Instant::now();
    for piece in [
        "(",
        ")",
        "((SELECT 1) ",
        "'",
        "[",
        "/*",
        "*/",
        "-",
        "a.",
        ".",
        "@",
        "BEGIN ",
        "END ",
        "SELECT ",
        "SELECT (",
        "CREATE ",
        "DROP x ",
        "GRANT ",
        "CREATE VIEW ",
        "CASE ",
        "a ",
        "a:",
        "1",
        "1.",
        ",",
        ";",
        "\n",
        "é",
        "EXEC ",
        "WITH a AS (",
        "ALTER DATABASE x ADD ",
        "CREATE SEQUENCE s ",
        "IF ",
        "GOTO a ",
        "a: GOTO b ",
        "MERGE ",
        "CREATE PROC p AS ",
        "MERGE t USING s ON 1 = 1 WHEN MATCHED THEN DELETE ",
        "ALTER TABLE t ADD ",
        "GRANT a, ",
        "a::",
        "FROM t PIVOT (",
        "GROUP BY GROUPING SETS (",
        "SELECT 1 FOR XML PATH, ",
        "CREATE SCHEMA s ",
        "$a",
        "SET x = (a = ",
        "DECLARE c CURSOR FOR ",
        "SELECT * FROM t (NOLOCK) ",
    ] {
        let text = piece.repeat(500_000 / piece.len() + 1);
        let script = parse(&text);
        drop(print_batch(&script.statements));
    }
    assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
}
