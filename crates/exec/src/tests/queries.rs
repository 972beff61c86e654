//! Tests of queries over tables and views.

use super::rig::{TestHost, run};
use crate::Session;
use std::sync::Arc;

fn filled() -> (Arc<TestHost>, Session) {
    let host = TestHost::new();
    let mut session = host.connect(51);
    run(&mut session, "SET NOCOUNT ON; CREATE TABLE t(a INT NOT NULL, b VARCHAR(10) NULL, c BIGINT NULL)");
    run(&mut session, "INSERT t VALUES (3, 'x', 30), (1, 'Y', NULL), (2, 'X', 20), (5, NULL, 50)");
    (host, session)
}

#[test]
fn select_filters_projects_and_orders() {
    let (_host, mut session) = filled();
    let mut rows = |query: &str| run(&mut session, query);
    assert_eq!(rows("SELECT * FROM t WHERE a > 2"), "[a|b|c] / 3|x|30 / 5|NULL|50");
    assert_eq!(rows("SELECT A FROM T ORDER BY a DESC"), "[A] / 5 / 3 / 2 / 1");
    assert_eq!(rows("SELECT a AS z FROM t WHERE b = 'x' ORDER BY z"), "[z] / 2 / 3");
    assert_eq!(rows("SELECT a FROM t ORDER BY c"), "[a] / 1 / 2 / 3 / 5");
    assert_eq!(rows("SELECT TOP (2) q.a * 10 AS d FROM dbo.t AS q ORDER BY 1 DESC"), "[d] / 50 / 30");
    assert_eq!(rows("DECLARE @n INT = 1; SELECT TOP (@n) a FROM t ORDER BY a"), "[a] / 1");
    assert_eq!(rows("SELECT TOP 0 a FROM t"), "[a]");
    assert_eq!(rows("SELECT DISTINCT b FROM t WHERE b IS NOT NULL ORDER BY b"), "[b] / x / Y");
    assert_eq!(rows("SELECT a FROM t WHERE b IN ('y', 'q') OR c BETWEEN 40 AND 60"), "[a] / 1 / 5");
}

#[test]
fn aggregates_and_groups_return_expected_rows() {
    let (_host, mut session) = filled();
    let mut rows = |query: &str| run(&mut session, query);
    assert_eq!(
        rows("SELECT COUNT(*), COUNT(c), SUM(c), MIN(a), MAX(b), AVG(a) FROM t"),
        "[|||||] / 4|3|100|1|Y|2 / note 8153"
    );
    assert_eq!(rows("SELECT COUNT(*), SUM(a), MIN(a) FROM t WHERE a > 99"), "[||] / 0|NULL|NULL");
    assert_eq!(rows("SELECT b, COUNT(*) AS n FROM t GROUP BY b ORDER BY n DESC, b"), "[b|n] / x|2 / NULL|1 / Y|1");
    assert_eq!(
        rows("SELECT a % 2 AS odd, SUM(a) FROM t GROUP BY a % 2 HAVING SUM(a) > 2 ORDER BY a % 2"),
        "[odd|] / 1|9"
    );
    assert_eq!(rows("SELECT COUNT(DISTINCT b) FROM t WHERE b IS NOT NULL"), "[] / 2");
    assert_eq!(rows("SELECT MAX(a) - MIN(a) + COUNT(*) FROM t"), "[] / 8");
    assert_eq!(rows("DECLARE @m INT, @n INT; SELECT @m = MAX(a), @n = COUNT(*) FROM t; SELECT @m, @n"), "[|] / 5|4");
}

#[test]
fn select_assignment_runs_row_by_row() {
    let (_host, mut session) = filled();
    assert_eq!(run(&mut session, "DECLARE @s INT = 0; SELECT @s = @s + a FROM t WHERE a < 5; SELECT @s"), "[] / 6");
    assert_eq!(run(&mut session, "DECLARE @s INT = 7; SELECT @s = a FROM t WHERE a > 99; SELECT @s"), "[] / 7");
}

#[test]
fn insert_from_own_table_reads_old_rows() {
    let (_host, mut session) = filled();
    run(&mut session, "INSERT t(a) SELECT a + 100 FROM t");
    assert_eq!(run(&mut session, "SELECT COUNT(*), MAX(a), COUNT(b) FROM t"), "[||] / 8|105|3 / note 8153");
    run(
        &mut session,
        "CREATE TABLE u(n BIGINT NULL, s NVARCHAR(20) NULL); INSERT u(s, n) SELECT b, a FROM t WHERE a < 3",
    );
    assert_eq!(run(&mut session, "SELECT * FROM u ORDER BY n"), "[n|s] / 1|Y / 2|X");
    assert_eq!(run(&mut session, "INSERT u DEFAULT VALUES; SELECT COUNT(*) FROM u"), "[] / 3");
}

#[test]
fn counters_view_shows_full_commit() {
    let (_host, mut session) = filled();
    let batch = "
        DECLARE @db AS sysname = N'one';
        DECLARE @before AS INT, @i AS INT = 1;
        SET @before = ( SELECT cntr_value FROM sys.dm_os_performance_counters
          WHERE counter_name = 'Log Flushes/sec' AND instance_name = @db );
        WHILE @i <= 25
        BEGIN
          BEGIN TRAN
          INSERT INTO dbo.t(a) VALUES(@i);
          COMMIT TRAN;
          SET @i += 1;
        END;
        SELECT ( SELECT cntr_value FROM sys.dm_os_performance_counters
          WHERE counter_name = 'Log Flushes/sec' AND instance_name = @db ) - @before AS logflushes;";
    assert_eq!(run(&mut session, batch), "[logflushes] / 25");
}

#[test]
fn other_databases_are_read_by_name() {
    let (_host, mut session) = filled();
    run(&mut session, "USE two; CREATE TABLE t(z INT NULL); INSERT t VALUES (42)");
    assert_eq!(run(&mut session, "SELECT z FROM two.dbo.t; SELECT COUNT(*) FROM one..t"), "[z] / 42 / [] / 4");
    assert_eq!(
        run(&mut session, "USE one; INSERT two..t SELECT a FROM t; SELECT COUNT(*) FROM two..t"),
        "note 5701 / [] / 5"
    );
}
