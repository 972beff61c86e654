//! Trees of example texts, compared by their printed form.

use sluice_syntax::ast::{ExprKind, SelectItemKind, StatementKind};
use sluice_syntax::{Script, parse, print, print_batch};

fn read(text: &str) -> Script {
    let script = parse(text);
    assert_eq!(script.errors, vec![], "{text}");
    script
}

fn prints(text: &str, expected: &str) {
    assert_eq!(print_batch(&read(text).statements).trim_end().trim_end_matches(';'), expected, "{text}");
}

fn unsupported(text: &str) -> Vec<String> {
    let kinds = read(text).statements.into_iter().map(|statement| statement.kind);
    kinds
        .filter_map(|kind| match kind {
            StatementKind::Unsupported { name, .. } => Some(name.into()),
            _ => None,
        })
        .collect()
}

#[test]
fn operator_precedence_matches_sql_server() {
    prints("SELECT 1 + 2 * 3 - 4", "SELECT 1 + 2 * 3 - 4");
    prints("SELECT (1 + 2) * 3", "SELECT (1 + 2) * 3");
    prints("SELECT 1 - (2 - 3)", "SELECT 1 - (2 - 3)");
    prints("SELECT -100/-100*10", "SELECT -100 / -100 * 10");
    prints("SELECT ~1 & 2 | 3", "SELECT ~1 & 2 | 3");
    prints("SELECT 1 WHERE NOT a = 1 AND b = 2 OR c = 3", "SELECT 1 WHERE NOT a = 1 AND b = 2 OR c = 3");
    prints("SELECT 1 WHERE a = 1 AND (b = 2 OR c = 3)", "SELECT 1 WHERE a = 1 AND (b = 2 OR c = 3)");
    prints("SELECT 1 WHERE ((a)) + 1 > (2)", "SELECT 1 WHERE a + 1 > 2");
    prints("SELECT 1 WHERE a!=1 AND b!<2 AND c!>3", "SELECT 1 WHERE a <> 1 AND b >= 2 AND c <= 3");
}

#[test]
fn names_and_constants() {
    prints("SELECT [a b], \"c\"\"d\", [e]]f], [select]", "SELECT [a b], [c\"d], [e]]f], [select]");
    prints("SELECT db..t.c, s.[t].c", "SELECT db..t.c, s.t.c");
    prints("SELECT N'a''b', 'c', 0xaBc, $1.5, 1., .5, 1e5", "SELECT N'a''b', 'c', 0x0ABC, $1.5, 1., .5, 1e5");
    prints("SELECT 9223372036854775807, 9223372036854775808", "SELECT 9223372036854775807, 9223372036854775808");
    prints("SELECT /* a /* b */ c */ 1 -- d", "SELECT 1");
}

#[test]
fn select_items() {
    prints(
        "SELECT x = 1, 'y' = 2, 3 z, 4 AS 'w', t.*, a.b.*, *",
        "SELECT 1 AS x, 2 AS y, 3 AS z, 4 AS w, t.*, a.b.*, *",
    );
    prints("SELECT @a = 1, @b += x FROM t", "SELECT @a = 1, @b += x FROM t");
    prints("SELECT DATEDIFF(second, @a, SYSDATETIME())", "SELECT DATEDIFF(second, @a, SYSDATETIME())");
    prints("SELECT COUNT(*), COUNT(DISTINCT a), LEFT(b, 1)", "SELECT COUNT(*), COUNT(DISTINCT a), LEFT(b, 1)");
}

#[test]
fn sources_and_set_operators() {
    prints(
        "SELECT * FROM a JOIN b ON a.x = b.x LEFT OUTER JOIN c ON 1 = 1 CROSS APPLY f(a.x) g",
        "SELECT * FROM a INNER JOIN b ON a.x = b.x LEFT JOIN c ON 1 = 1 CROSS APPLY f(a.x) AS g",
    );
    prints(
        "SELECT * FROM a JOIN b JOIN c ON 1 = 1 ON 2 = 2",
        "SELECT * FROM a INNER JOIN b INNER JOIN c ON 1 = 1 ON 2 = 2",
    );
    prints("SELECT * FROM ((SELECT 1 AS a) x CROSS JOIN y)", "SELECT * FROM (SELECT 1 AS a) AS x CROSS JOIN y");
    prints("SELECT * FROM ((SELECT 1) UNION (SELECT 2)) AS x", "SELECT * FROM (SELECT 1 UNION SELECT 2) AS x");
    prints("SELECT 1 UNION SELECT 2 INTERSECT SELECT 3", "SELECT 1 UNION (SELECT 2 INTERSECT SELECT 3)");
    prints("SELECT ((SELECT 1)), ((SELECT 1) + 1)", "SELECT (SELECT 1), (SELECT 1) + 1");
}

#[test]
fn statements_need_no_semicolons() {
    let text = "SET NOCOUNT ON USE x DECLARE @a AS INT = 1, @b sysname BEGIN TRAN t INSERT INTO s VALUES (@a) \
                SET @a += 1 COMMIT TRAN t SAVE TRAN p ROLLBACK TRAN p COMMIT WITH (DELAYED_DURABILITY = ON) CHECKPOINT \
                EXEC sys.sp_flush_log PRINT 'x' lbl: SELECT 1 c";
    assert_eq!(read(text).statements.len(), 15);
    assert_eq!(print(&read("COMMIT WORK").statements[0]), "COMMIT TRANSACTION");
}

#[test]
fn statement_has_line_and_span() {
    let text = "SELECT 1\n\n  IF 1 = 1 -- c\n PRINT 'a\nb'; SELECT 2";
    let script = read(text);
    let lines: Vec<_> = script.statements.iter().map(|statement| statement.line).collect();
    assert_eq!(lines, [1, 3, 5]);
    assert_eq!(script.statements[1].span.slice(text), "IF 1 = 1 -- c\n PRINT 'a\nb'");
    let StatementKind::Select(query) = &script.statements[2].kind else { panic!("a SELECT") };
    assert_eq!(query.span.slice(text), "SELECT 2");
}

#[test]
fn implicit_execute_only_at_batch_start() {
    prints("sp_who 'a', @b = 2 OUT", "EXEC sp_who 'a', @b = 2 OUTPUT");
    assert_eq!(parse("SELECT 1; sp_who").errors.len(), 1);
}

#[test]
fn unsupported_statement_is_refused_by_name() {
    assert_eq!(unsupported("CREATE CERTIFICATE c WITH SUBJECT = 's' SELECT 1"), ["CREATE CERTIFICATE"]);
    assert_eq!(unsupported("CREATE PRIMARY XML INDEX i ON t(a) SELECT 1; SELECT 2"), ["CREATE XML INDEX"]);
    assert_eq!(unsupported("ALTER TABLE t SPLIT RANGE (1) ALTER TABLE t SPLIT RANGE (2) SELECT 1").len(), 2);
    assert_eq!(unsupported("OPEN MASTER KEY DECRYPTION BY PASSWORD = 'x' SELECT 1"), ["OPEN MASTER KEY"]);
    assert_eq!(unsupported("SELECT * FROM OPENROWSET('SQLNCLI', 'c', 'q') AS x; SELECT 1"), ["OPENROWSET"]);
    assert_eq!(unsupported("SELECT * FROM t WHERE CONTAINS(a, 'x'); SELECT 1"), ["CONTAINS"]);
    assert_eq!(unsupported("SELECT * FROM t FOR SYSTEM_TIME ALL; SELECT 1"), ["FOR SYSTEM_TIME"]);
    assert_eq!(unsupported("BACKUP SERVER TO DISK = 'x'"), ["BACKUP SERVER"]);
}

#[test]
fn delimited_cast_is_a_function_call() {
    let script = read("SELECT CAST(1 AS int), [cast](1)");
    let StatementKind::Select(query) = &script.statements[0].kind else { panic!("a SELECT") };
    let sluice_syntax::ast::QueryBody::Select(select) = &query.body else { panic!("one SELECT") };
    let casts = select.items.iter().map(|item| match &item.kind {
        SelectItemKind::Value { value, .. } => matches!(value.kind, ExprKind::Cast { .. }),
        _ => false,
    });
    assert_eq!(casts.collect::<Vec<_>>(), [true, false]);
}
