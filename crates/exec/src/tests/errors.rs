//! Tests of error numbers, and of what an error ends.

use super::rig::{TestHost, alone, run, run_to_end};
use crate::BatchEnd;

#[test]
fn compile_errors_stop_the_whole_batch() {
    assert_eq!(alone("PRINT 'x'; SET @i = 1;\nSELECT @j;"), "Msg 137 line 1 @i / Msg 137 line 2 @j");
    assert_eq!(alone("DECLARE @i INT; DECLARE @I INT;"), "Msg 134 line 1 @I");
    assert_eq!(alone("DECLARE @p INT; DECLARE @p INT; SET @p = 1"), "Msg 134 line 1 @p");
    assert_eq!(alone("DECLARE @p INT; DECLARE @p TABLE (a INT); SET @p = 1"), "Msg 134 line 1 @p");
    assert_eq!(alone("DECLARE @p CURSOR; DECLARE @p TABLE (a INT); CLOSE @p"), "Msg 134 line 1 @p");
    let three = "DECLARE @p TABLE (a INT); DECLARE @p CURSOR; DECLARE @p INT";
    assert_eq!(alone(three), "Msg 134 line 1 @p / Msg 134 line 1 @p");
    assert_eq!(alone("DECLARE @i INTT;"), "Msg 2715 line 1 1; INTT");
    assert_eq!(alone("PRINT 'x'; SELEC 1;").split(' ').take(2).collect::<Vec<_>>(), ["Msg", "102"]);
    assert_eq!(alone("INSERT INTO nothing VALUES (@x)"), "Msg 137 line 1 @x");
    assert_eq!(alone("RETURN 1"), "Msg 178 line 1");
    assert_eq!(alone("PRINT (SELECT 1)"), "Msg 1046 line 1");
}

#[test]
fn unknown_object_ends_batch_at_its_statement() {
    assert_eq!(
        alone("PRINT 'before';\nSELECT * FROM dbo.nothing; PRINT 'after'"),
        "print: before / Msg 208 line 2 dbo.nothing"
    );
    assert_eq!(alone("USE nowhere; PRINT 'after'"), "Msg 911 line 1 nowhere");
    assert_eq!(alone("SELECT * FROM nowhere.dbo.t"), "Msg 208 line 1 nowhere.dbo.t");
}

#[test]
fn binder_errors_name_the_column() {
    let host = TestHost::new();
    let mut session = host.connect(51);
    run(&mut session, "CREATE TABLE t(a INT NOT NULL, b VARCHAR(3) NULL)");
    let mut message = |batch: &str| run(&mut session, batch);
    assert_eq!(message("SELECT c FROM t"), "Msg 207 line 1 c");
    assert_eq!(message("SELECT x.a FROM t"), "Msg 4104 line 1 x.a");
    assert_eq!(message("SELECT x.a, dbo.t.a FROM t AS x"), "Msg 4104 line 1 dbo.t.a");
    assert_eq!(message("INSERT t(a, c) VALUES (1, 2)"), "Msg 207 line 1 c");
    assert_eq!(message("INSERT t(a, A) VALUES (1, 2)"), "Msg 264 line 1 A");
    assert_eq!(message("INSERT t(a, b) VALUES (1)"), "Msg 109 line 1");
    assert_eq!(message("INSERT t(a) VALUES (1, 2)"), "Msg 110 line 1");
    assert_eq!(message("INSERT t VALUES (1)"), "Msg 213 line 1");
    assert_eq!(message("INSERT t(a, b) SELECT 1"), "Msg 120 line 1");
    assert_eq!(message("SELECT a, COUNT(*) FROM t"), "Msg 8120 line 1 t; a");
    assert_eq!(message("SELECT SUM(b) FROM t"), "Msg 8117 line 1 varchar; sum");
    assert_eq!(message("SELECT a FROM t WHERE COUNT(*) > 1"), "Msg 147 line 1");
    assert_eq!(message("SELECT NOSUCH(1)"), "Msg 195 line 1 NOSUCH; built-in function name");
}

#[test]
fn failed_statement_is_undone_and_batch_continues() {
    let host = TestHost::new();
    let mut session = host.connect(51);
    run(&mut session, "CREATE TABLE t(a INT NOT NULL, b VARCHAR(3) NULL)");
    assert_eq!(
        run(&mut session, "INSERT t VALUES (1, 'x'), (NULL, 'y');\nPRINT @@ERROR; SELECT COUNT(*) FROM t"),
        "Msg 515 line 1 a; one.dbo.t; INSERT / note 3621 / print: 515 / [] / 0 / (1)"
    );
    assert_eq!(
        run(&mut session, "INSERT t VALUES (2, 'abcd'); SELECT COUNT(*) FROM t"),
        "Msg 2628 line 1 one.dbo.t; b; abc / note 3621 / [] / 0 / (1)"
    );
    assert_eq!(
        run(
            &mut session,
            "BEGIN TRAN; INSERT t VALUES (1, 'x'); INSERT t VALUES (2, 'y'), (3 / 0, 'z'); COMMIT; SELECT a FROM t"
        ),
        "(1) / Msg 8134 line 1 / note 3621 / [a] / 1 / (1)"
    );
}

#[test]
fn failed_conversion_ends_batch_and_transaction() {
    let host = TestHost::new();
    let mut session = host.connect(51);
    run(&mut session, "CREATE TABLE t(a INT NOT NULL)");
    let batch = "BEGIN TRAN; INSERT t VALUES (1); DECLARE @i INT; SET @i = 'x'; PRINT 'after'";
    let (text, end) = run_to_end(&mut session, batch);
    assert_eq!((text.as_str(), end), ("(1) / Msg 245 line 1 varchar; x; int", BatchEnd::Failed));
    assert_eq!(run(&mut session, "SELECT @@TRANCOUNT, COUNT(*) FROM t"), "[|] / 0|0 / (1)");
}

#[test]
fn xact_abort_rolls_back() {
    let host = TestHost::new();
    let mut session = host.connect(51);
    run(&mut session, "CREATE TABLE t(a INT NOT NULL); SET XACT_ABORT ON");
    assert_eq!(
        run(&mut session, "BEGIN TRAN; INSERT t VALUES (1); INSERT t VALUES (NULL); PRINT 'after'"),
        "(1) / Msg 515 line 1 a; one.dbo.t; INSERT"
    );
    assert_eq!(run(&mut session, "SELECT @@TRANCOUNT, COUNT(*) FROM t"), "[|] / 0|0 / (1)");
}

#[test]
fn subquery_with_several_rows_fails() {
    let host = TestHost::new();
    let mut session = host.connect(51);
    run(&mut session, "CREATE TABLE t(a INT NOT NULL); INSERT t VALUES (1), (2)");
    assert_eq!(
        run(&mut session, "DECLARE @i INT; SET @i = (SELECT a FROM t); PRINT 'on'"),
        "Msg 512 line 1 / print: on"
    );
    assert_eq!(run(&mut session, "SELECT (SELECT a, a FROM t)"), "Msg 116 line 1");
    assert_eq!(run(&mut session, "IF EXISTS (SELECT * FROM t WHERE a = 2) PRINT 'there'"), "print: there");
    assert_eq!(run(&mut session, "IF NOT EXISTS (SELECT * FROM t WHERE a = 3) PRINT 'not there'"), "print: not there");
    assert_eq!(run(&mut session, "SELECT a FROM t WHERE a = (SELECT MAX(a) FROM t)"), "[a] / 2 / (1)");
}
