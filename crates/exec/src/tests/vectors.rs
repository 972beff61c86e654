//! Tests that vectorized results over integer columns equal row-by-row results.

use super::rig::{TestHost, run};
use crate::Session;
use std::sync::Arc;

/// Creates a table with NULLs, with deleted, grown and moved rows, and with every type that is read
/// as an integer.
fn filled() -> (Arc<TestHost>, Session) {
    let host = TestHost::new();
    let mut session = host.connect(51);
    let batch = "SET NOCOUNT ON;
        CREATE TABLE t(id INT NOT NULL, g INT NULL, v SMALLINT NULL, w BIGINT NULL, b TINYINT NOT NULL, y BIT NULL,
            d DATE NULL, m MONEY NULL, s VARCHAR(300) NULL);
        DECLARE @i INT = 0;
        WHILE @i < 1300
        BEGIN
            INSERT t VALUES (@i, NULLIF(@i % 7, 3), NULLIF(@i % 100 - 50, 0), NULLIF(@i * 10007 % 977, 5), @i % 256,
                NULLIF(@i % 3, 2), DATEADD(DAY, @i % 40, '20200101'), NULLIF(@i % 11, 4) / 4.0, 'x');
            SET @i += 1;
        END;
        DELETE t WHERE id % 13 = 5;
        UPDATE t SET s = REPLICATE('y', 300) WHERE id BETWEEN 400 AND 420 OR id = 1200;
        UPDATE t SET v = NULL WHERE id = 1234;";
    assert_eq!(run(&mut session, batch), "");
    (host, session)
}

/// A TOP above prevents vectorized execution.
const ROW_BY_ROW: &str = "(SELECT TOP (1000000) * FROM t) AS t";

#[test]
fn vector_results_match_row_results() {
    let (_host, mut session) = filled();
    let aggregates = [
        "COUNT(*)",
        "COUNT(*), COUNT(g), COUNT_BIG(v)",
        "SUM(w), SUM(id), AVG(id), AVG(w), AVG(CAST(v AS INT))",
        "MIN(v), MAX(v), MIN(w), MAX(d), MIN(d), MAX(m), MIN(b), MAX(b)",
        "SUM(id * 2 - v), MAX(w + v), SUM(CAST(b AS BIGINT) * id)",
        "COUNT(DISTINCT g), MAX(DISTINCT v)",
    ];
    let conditions = [
        "1 = 1",
        "id >= 1000 AND id < 1010",
        "v > 10 AND w <= 500",
        "v <> w AND g = 2",
        "g IS NULL",
        "g IS NOT NULL AND w IS NULL",
        "d BETWEEN '20200105' AND '20200110'",
        "y = 1 AND b < @b AND m > 1",
        "id + v * 2 > 3000 AND id - w < 100",
        "id < 0",
        "g = NULL",
        "g = 1 OR g = 2",
        "s = 'x' AND id > 390",
    ];
    let groups = ["", "g", "y, g", "d", "b", "id % 5, g", "m, v"];
    for aggregate in aggregates {
        for condition in conditions {
            for group in groups {
                let (select, by) = match group {
                    "" => (String::new(), String::new()),
                    group => (format!("{group}, "), format!(" GROUP BY {group}")),
                };
                let query = |from: &str| {
                    format!(
                        "SET NOCOUNT ON; DECLARE @b TINYINT = 200;
                        SELECT {select}{aggregate} FROM {from} WHERE {condition}{by}"
                    )
                };
                let (found, expected) = (run(&mut session, &query("t")), run(&mut session, &query(ROW_BY_ROW)));
                assert_eq!(found, expected, "{}", query("t"));
            }
        }
    }
}

#[test]
fn vector_joins_and_sorts_match_row_results() {
    let (_host, mut session) = filled();
    let same = |session: &mut Session, query: &str| {
        let of = |from: &str| format!("SET NOCOUNT ON; {}", query.replace("{t}", from));
        // The sources' names follow.
        let found = run(session, &of("t"));
        assert_eq!(found, run(session, &of("(SELECT TOP (1000000) * FROM t)")), "{query}");
        found
    };
    for join in [
        "SELECT COUNT(*), SUM(a.w), MAX(b.v) FROM {t} AS a JOIN {t} AS b ON a.id = b.id",
        "SELECT COUNT(*), SUM(a.w), MIN(b.m) FROM {t} AS a JOIN {t} AS b ON a.g = b.g AND a.d = b.d WHERE a.id < 100",
        "SELECT COUNT(*), SUM(b.id) FROM {t} AS a JOIN {t} AS b ON a.b = b.id AND a.v < b.v + 5 WHERE b.w > 20",
        "SELECT a.g, b.y, COUNT(*), MAX(c.w - a.id) FROM {t} AS a JOIN {t} AS b ON a.b = b.id JOIN {t} AS c ON c.v = b.v
            WHERE a.id < 50 GROUP BY a.g, b.y",
        "SELECT COUNT(*) FROM {t} AS a JOIN {t} AS b ON a.id = b.b WHERE a.id > 5000",
        "SELECT COUNT(*) FROM {t} AS a JOIN {t} AS b ON a.id = b.b WHERE b.id > 5000",
        "SELECT COUNT(*) FROM {t} AS a JOIN (SELECT id * 2 AS twice, v FROM {t} AS q WHERE v > 0) AS b ON a.id = b.twice",
    ] {
        assert!(!same(&mut session, join).is_empty());
    }
    for order in [
        "SELECT id FROM {t} AS a ORDER BY v, id DESC",
        "SELECT id, v FROM {t} AS a WHERE g = 2 ORDER BY v DESC",
        "SELECT g, w, id FROM {t} AS a WHERE w > 900 ORDER BY g, w DESC, d",
        "SELECT TOP (7) w, d FROM {t} AS a ORDER BY m, w * 3 - id",
        "SELECT id, ROW_NUMBER() OVER (PARTITION BY g ORDER BY v, id) AS n FROM {t} AS a WHERE id < 200",
        "SELECT id, w * 9223372036854 AS big FROM {t} AS a WHERE id < 300 ORDER BY w * 9223372036854 DESC, v",
        "SELECT a.id, b.id FROM {t} AS a JOIN {t} AS b ON a.v = b.v WHERE a.id < 20 ORDER BY b.w, a.id DESC",
        "SELECT id FROM {t} AS a WHERE id < 0 ORDER BY v",
    ] {
        assert!(!same(&mut session, order).is_empty());
    }
}

#[test]
fn vector_errors_match_row_errors() {
    let (_host, mut session) = filled();
    for query in [
        "SELECT SUM(id * 1000000) FROM {t} WHERE id > 1100",
        "SELECT SUM(id * 1000000) FROM {t} WHERE id < 3",
        "SELECT SUM(w * 9223372036854775807) FROM {t} WHERE w > 1",
        "SELECT SUM(id * 1600000) FROM {t}",
        "SELECT COUNT(*) FROM {t} WHERE id < 1300 AND id * 1000000 * 3 > 5",
        "SELECT COUNT(*) FROM {t} WHERE id < 2 AND id * 1000000 > 5",
        "SELECT id + 2147483647, COUNT(*) FROM {t} WHERE id < 2 GROUP BY id + 2147483647",
    ] {
        let (found, expected) =
            (run(&mut session, &query.replace("{t}", "t")), run(&mut session, &query.replace("{t}", ROW_BY_ROW)));
        assert_eq!(found, expected, "{query}");
    }
}

#[test]
fn vector_scan_waits_for_writer_or_reads_snapshot() {
    let (host, mut session) = filled();
    let mut writer = host.connect(52);
    let before = run(&mut session, "SELECT COUNT(*), SUM(w), MAX(g) FROM t");
    run(&mut writer, "BEGIN TRAN; UPDATE t SET w = w + 1, g = 99 WHERE id < 500; DELETE t WHERE id > 1200");
    let dirty = "SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED; SELECT COUNT(*), SUM(w), MAX(g) FROM t";
    assert_ne!(run(&mut session, dirty), before);
    let waits = "SET TRANSACTION ISOLATION LEVEL READ COMMITTED; SET LOCK_TIMEOUT 0; SELECT COUNT(*), SUM(w) FROM t";
    assert!(run(&mut session, waits).contains("1222"), "a row is in the way");
    run(&mut writer, "ROLLBACK");
    let repeatable = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; SELECT COUNT(*), SUM(w), MAX(g) FROM t";
    assert_eq!(run(&mut session, repeatable), before);
}
