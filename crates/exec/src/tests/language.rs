//! Tests of variables, control flow and expressions.

use super::rig::{TestHost, alone, run};
use sluice_base::sync::atomic::Ordering;

#[test]
fn loops_break_continue_and_goto() {
    assert_eq!(alone("DECLARE @i INT = 1; WHILE @i <= 10 SET @i += 1; SELECT @i AS i;"), "[i] / 11 / (1)");
    assert_eq!(
        alone(
            "DECLARE @i INT = 0, @s INT = 0; WHILE 1 = 1 BEGIN SET @i += 1; IF @i > 10 BREAK; IF @i % 2 = 0 CONTINUE; SET @s += @i; END; SELECT @s;"
        ),
        "[] / 25 / (1)"
    );
    assert_eq!(alone("DECLARE @i INT; SELECT @i; SET @i = 2; SELECT @i * 3 - 1;"), "[] / NULL / (1) / [] / 5 / (1)");
    assert_eq!(alone("DECLARE @i INT = 3; again: SET @i -= 1; IF @i > 0 GOTO again; PRINT @i;"), "print: 0");
    assert_eq!(alone("PRINT 'a'; RETURN; PRINT 'b';"), "print: a");
}

#[test]
fn variables_are_reset_for_each_batch_run() {
    let host = TestHost::new();
    let mut session = host.connect(51);
    let batch = "DECLARE @i INT; IF @i IS NULL SET @i = 1 ELSE SET @i = 100; SELECT @i;";
    assert_eq!(run(&mut session, batch), "[] / 1 / (1)");
    assert_eq!(run(&mut session, batch), "[] / 1 / (1)");
}

#[test]
fn unknown_acts_as_false_and_survives_not() {
    let test = |condition: &str| alone(&format!("DECLARE @n INT; IF {condition} PRINT 'yes' ELSE PRINT 'no';"));
    assert_eq!(test("@n = 1"), "print: no");
    assert_eq!(test("NOT (@n = 1)"), "print: no");
    assert_eq!(test("NOT (@n = 1 AND 1 = 2)"), "print: yes");
    assert_eq!(test("@n = 1 OR 1 = 1"), "print: yes");
    assert_eq!(test("NOT (@n = 1 OR 1 = 2)"), "print: no");
    assert_eq!(test("@n IS NULL AND NOT @n IS NOT NULL"), "print: yes");
    assert_eq!(test("2 IN (1, @n)"), "print: no");
    assert_eq!(test("2 NOT IN (1, @n)"), "print: no");
    assert_eq!(test("2 NOT IN (1, 3) AND 2 BETWEEN 1 AND 3 AND 5 NOT BETWEEN 1 AND 3"), "print: yes");
    assert_eq!(test("(1 = 2 OR 2 = 2) AND (1 = 1 OR @n = 1)"), "print: yes");
}

#[test]
fn expressions_return_expected_values() {
    let value = |expression: &str| alone(&format!("SELECT {expression};"));
    assert_eq!(value("CASE WHEN 1 = 2 THEN 'a' WHEN 2 = 2 THEN 'b' END"), "[] / b / (1)");
    assert_eq!(value("CASE 3 WHEN 1 THEN 10 ELSE 20 END"), "[] / 20 / (1)");
    assert_eq!(value("IIF(1 > 2, 1, 0)"), "[] / 0 / (1)");
    assert_eq!(value("COALESCE(NULL, 7, 8)"), "[] / 7 / (1)");
    assert_eq!(value("NULLIF(5, 5)"), "[] / NULL / (1)");
    assert_eq!(value("'a' + 'b'"), "[] / ab / (1)");
    assert_eq!(value("CAST('12' AS INT) + 1"), "[] / 13 / (1)");
    assert_eq!(value("-2147483648"), "[] / -2147483648 / (1)");
    assert_eq!(value("7 / 2, 7 % 2, 7.0 / 2"), "[||] / 3|1|3.500000 / (1)");
    assert_eq!(value("TRY_CAST('x' AS INT)"), "[] / NULL / (1)");
    assert_eq!(value("@@TRANCOUNT AS t, @@SPID s"), "[t|s] / 0|51 / (1)");
    assert_eq!(value("(SELECT 4) + (SELECT 5 WHERE 1 = 2)"), "[] / NULL / (1)");
}

#[test]
fn rowcount_and_error_follow_the_last_statement() {
    assert_eq!(
        alone("SELECT 1 AS a; SELECT @@ROWCOUNT AS n; DECLARE @i INT; SET @i = 1; SELECT @@ROWCOUNT AS n;"),
        "[a] / 1 / (1) / [n] / 1 / (1) / [n] / 1 / (1)"
    );
    assert_eq!(
        alone("DECLARE @i INT; SET @i = 1 / 0; PRINT @@ERROR; PRINT @@ERROR;"),
        "Msg 8134 line 1 / print: 8134 / print: 0"
    );
    assert_eq!(alone("DECLARE @i INT = 1; IF @@ROWCOUNT = 1 PRINT @@ROWCOUNT;"), "print: 0");
}

#[test]
fn nocount_suppresses_row_counts() {
    assert_eq!(alone("SET NOCOUNT ON; SELECT 1 AS a;"), "[a] / 1");
}

#[test]
fn unsupported_syntax_is_refused_by_name() {
    let host = TestHost::new();
    let mut session = host.connect(51);
    assert_eq!(
        run(&mut session, "PRINT 'before'; CHECKPOINT 0; PRINT 'after'"),
        "print: before / Msg 40517 line 1 CHECKPOINT with a duration that is no positive number"
    );
    assert_eq!(run(&mut session, "SET ANSI_NULLS ON; PRINT 1"), "print: 1");
    assert_eq!(
        run(&mut session, "CREATE TABLE t(a INT, b VARBINARY(MAX) FILESTREAM)"),
        "Msg 40517 line 1 COLUMN FILESTREAM"
    );
    assert_eq!(run(&mut session, "EXEC sp_who"), "Msg 40517 line 1 sp_who");
    assert_eq!(run(&mut session, "EXEC sp_none"), "Msg 2812 line 1 sp_none");
    assert_eq!(run(&mut session, "EXEC sys.sp_flush_log; PRINT 1"), "print: 1");
}

#[test]
fn metadata_functions_use_current_database() {
    let host = TestHost::new();
    let mut session = host.connect(51);
    assert_eq!(
        run(&mut session, "SELECT DB_ID(), DB_NAME(), DB_ID('two'), DB_ID('three')"),
        "[|||] / 5|one|6|NULL / (1)"
    );
    assert_eq!(run(&mut session, "IF DB_ID(N'nosuch') IS NULL PRINT 'none'"), "print: none");
    assert_eq!(run(&mut session, "SELECT ISNULL(NULL, 3), LEN('ab '), UPPER('ab')"), "[||] / 3|2|AB / (1)");
    run(&mut session, "CREATE TABLE [my t](a INT)");
    assert_eq!(run(&mut session, "IF OBJECT_ID(N'dbo.[my t]', 'U') IS NOT NULL PRINT 'there'"), "print: there");
    assert_eq!(run(&mut session, "IF OBJECT_ID(N'my t', 'P') IS NULL PRINT 'no procedure'"), "print: no procedure");
    assert_eq!(run(&mut session, "SELECT DATEDIFF(second, @@SPID, 1, 2)"), "Msg 174 line 1 datediff; 3");
    assert_eq!(
        run(&mut session, "SELECT DATEDIFF(fortnight, SYSDATETIME(), SYSDATETIME())"),
        "Msg 155 line 1 fortnight; datediff"
    );
}

#[test]
fn log_flush_script_prints_its_row() {
    let host = TestHost::new();
    let mut session = host.connect(51);
    let script = "
        SET NOCOUNT ON;
        USE one;
        ALTER DATABASE one SET DELAYED_DURABILITY = Disabled;
        DROP TABLE IF EXISTS dbo.T1;
        CREATE TABLE dbo.T1(col1 INT NOT NULL);
        DECLARE @db AS sysname = N'one';
        DECLARE @logflushes AS INT, @starttime AS DATETIME2, @duration AS INT;
        SET @logflushes = ( SELECT cntr_value FROM sys.dm_os_performance_counters
          WHERE counter_name = 'Log Flushes/sec' AND instance_name = @db );
        SET @starttime = SYSDATETIME();
        DECLARE @i AS INT = 1;
        WHILE @i <= 200
        BEGIN
          BEGIN TRAN
          INSERT INTO dbo.T1(col1) VALUES(@i);
          COMMIT TRAN;
          SET @i += 1;
        END;
        SET @duration = DATEDIFF(second, @starttime, SYSDATETIME());
        SET @logflushes = ( SELECT cntr_value FROM sys.dm_os_performance_counters
          WHERE counter_name = 'Log Flushes/sec' AND instance_name = @db ) - @logflushes;
        SELECT @duration AS durationinseconds, @logflushes AS logflushes;";
    let expected = "note 5701 / [durationinseconds|logflushes] / 0|200";
    assert_eq!(run(&mut session, script), expected);
    assert_eq!(run(&mut session, script), expected, "and again, on the table of the first run");
}

#[test]
fn batch_is_bound_once_before_it_runs() {
    let host = TestHost::new();
    let mut session = host.connect(51);
    let batch = "WHILE @@TRANCOUNT < 2 BEGIN BEGIN TRAN; SELECT 1 AS a FROM sys.dm_os_performance_counters WHERE cntr_value < 0; END; ROLLBACK";
    let mut asked = || {
        let before = host.views_asked.load(Ordering::Relaxed);
        run(&mut session, batch);
        host.views_asked.load(Ordering::Relaxed) - before
    };
    // Once for binding, once for compiling the plan.
    assert_eq!(asked(), 2);
    assert_eq!(asked(), 0, "the batch is kept as it was bound");
    run(&mut session, "CREATE TABLE t(a INT)");
    let skipped = "IF 1 = 0 SELECT a FROM t; PRINT 'ran'";
    assert_eq!(run(&mut session, skipped), "print: ran");
    assert_eq!(run(&mut session, "PRINT 'x'; IF 1 = 0 SELECT b FROM t"), "Msg 207 line 1 b");
    assert_eq!(run(&mut session, "PRINT @@ERROR"), "print: 207");
}
