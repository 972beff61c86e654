//! Statements that exceed their memory: the excess goes to tempdb and is freed with the statement.

use crate::rig::{Rig, error, ints, ok, run};
use sluice_engine::{Instance, InstanceOptions, Session, Value};
use std::sync::Arc;

/// The smallest memory limit used here, in bytes.
const LITTLE: u64 = 5 << 20;

/// Opens an instance with a memory limit, and a session, with 2 to the power of `doublings` rows in
/// `master.dbo.t(a, b, v)`. `a` counts from 0; `b` has seven values and NULL; `v` has about a
/// hundred characters that differ per row, and sometimes NULL.
fn with_rows(memory_limit: u64, doublings: u32) -> (Arc<Instance>, Session) {
    let options = InstanceOptions {
        memory_limit,
        machine_memory: 256 * 8192,
        log_bytes: 1 << 20,
        ..InstanceOptions::in_memory()
    };
    let instance = Instance::open(options).expect("there is memory for an instance");
    let mut session = instance.connect().expect("there is room for a session");
    fill(&mut session, doublings);
    (instance, session)
}

fn fill(session: &mut Session, doublings: u32) {
    ok(session, "CREATE TABLE t(a INT NOT NULL, b INT NULL, v VARCHAR(200) NULL); INSERT t VALUES (0, NULL, NULL)");
    for doubling in 0..doublings {
        let more = format!(
            "INSERT t SELECT a + {0}, NULLIF((a + {0}) % 8, 0), CASE WHEN a % 10 = 3 THEN NULL
             ELSE RIGHT('000000' + CAST((a + {0}) * 7919 % 100003 AS VARCHAR(9)), 6) + REPLICATE('x', a % 100) END FROM t",
            1 << doubling
        );
        ok(session, &more);
    }
}

/// Returns the single number of a query.
fn number(session: &mut Session, query: &str) -> i64 {
    match ok(session, query).results[0].rows[0][0] {
        Value::BigInt(number) => number,
        Value::Int(number) => number.into(),
        ref other => panic!("{other:?}"),
    }
}

/// Returns the KB of memory that statements hold.
fn held(session: &mut Session) -> i64 {
    number(
        session,
        "SELECT ISNULL(SUM(pages_kb), 0) FROM sys.dm_os_memory_clerks WHERE type = 'MEMORYCLERK_SQLQERESERVATIONS'",
    )
}

/// Returns the number of work files and tables created so far.
fn made(session: &mut Session) -> i64 {
    let names = "'Workfiles Created/sec', 'Worktables Created/sec'";
    number(
        session,
        &format!("SELECT SUM(cntr_value) FROM sys.dm_os_performance_counters WHERE RTRIM(counter_name) IN ({names})"),
    )
}

/// Returns the pages of tempdb used by statements.
fn tempdb_pages(session: &mut Session) -> i64 {
    number(session, "SELECT SUM(internal_object_reserved_page_count) FROM tempdb.sys.dm_db_file_space_usage")
}

/// Compares queries with little and with much memory: the rows are equal, in the same order if
/// there is one.
fn same_either_way(doublings: u32, queries: &[&str]) {
    let (_little, mut few) = with_rows(LITTLE, doublings);
    let (_much, mut all) = with_rows(1 << 30, doublings);
    for query in queries {
        let before = made(&mut few);
        let mut got = ok(&mut few, query).results[0].rows.clone();
        assert!(made(&mut few) > before, "nothing went to tempdb: {query}");
        let mut wanted = ok(&mut all, query).results[0].rows.clone();
        if !query.rsplit(')').next().is_some_and(|end| end.contains("ORDER BY")) {
            got.sort_by_key(|row| format!("{row:?}"));
            wanted.sort_by_key(|row| format!("{row:?}"));
        }
        assert_eq!(got.len(), wanted.len(), "{query}");
        let differing = got.iter().zip(&wanted).position(|(got, wanted)| got != wanted);
        assert_eq!(differing, None, "{query}: {:?}", differing.map(|place| (&got[place], &wanted[place])));
        assert_eq!((held(&mut few), tempdb_pages(&mut few)), (0, 0), "{query}");
    }
}

#[test]
fn sort_spills() {
    same_either_way(
        16,
        &[
            "SELECT b, a, v FROM t ORDER BY v DESC, b",
            "SELECT b FROM t ORDER BY b DESC, a",
            "SELECT TOP (10) PERCENT v, a FROM t ORDER BY v, a DESC",
        ],
    );
}

#[test]
fn aggregation_with_many_groups_spills() {
    same_either_way(
        14,
        &[
            "SELECT v, COUNT(*), MIN(a), MAX(v) FROM t GROUP BY v",
            "SELECT v, b, SUM(CAST(a AS BIGINT)) FROM t GROUP BY GROUPING SETS ((v), (b, v), (b), ())",
            "SELECT COUNT(*) FROM (SELECT v FROM t WHERE a < 12000 UNION SELECT v FROM t WHERE a > 6000) AS u",
        ],
    );
    same_either_way(15, &["SELECT DISTINCT v, b FROM t"]);
}

#[test]
fn aggregate_with_large_state_spills() {
    same_either_way(
        14,
        &[
            "SELECT b, COUNT(DISTINCT v), MIN(v), COUNT(DISTINCT a % 1000) FROM t GROUP BY b",
            "SELECT COUNT(DISTINCT v), COUNT(DISTINCT a), SUM(DISTINCT a % 77) FROM t",
            "SELECT a % 9000, MAX(v + REPLICATE('y', 900)) FROM t GROUP BY a % 9000",
            "SELECT b, CHECKSUM(STRING_AGG(CAST(v AS VARCHAR(MAX)), ',') WITHIN GROUP (ORDER BY a DESC)) FROM t GROUP BY b",
        ],
    );
}

/// The filters are estimated to keep few rows of the left side, which is kept then.
#[test]
fn semi_join_that_keeps_its_left_rows_spills() {
    let values = "COUNT(*), SUM(CAST(x.a AS BIGINT)), COUNT(x.v), MAX(LEN(x.v))";
    let of = |test: &str| format!("SELECT {values} FROM t AS x WHERE x.a % 8 < 7 AND {test}");
    let queries = [
        of("EXISTS (SELECT * FROM t AS y WHERE x.v = y.v AND y.a > 2000)"),
        of("NOT EXISTS (SELECT * FROM t AS y WHERE x.v = y.v AND y.a <> x.a)"),
    ];
    same_either_way(15, &queries.each_ref().map(String::as_str));
}

#[test]
fn hash_join_spills() {
    same_either_way(
        15,
        &[
            "SELECT x.a, y.v FROM t AS x JOIN t AS y ON x.a = y.a + 7 WHERE y.v > x.v",
            "SELECT x.a, x.v, y.a FROM t AS x LEFT JOIN t AS y ON x.v = y.v AND y.a > 2000",
            "SELECT x.a, x.v, y.a, y.b FROM t AS x FULL JOIN t AS y ON x.v = y.v + 'x' AND x.a <> 5",
            "SELECT x.a, y.v FROM t AS x RIGHT JOIN t AS y ON x.v = y.v AND x.a + y.a > 100",
            "SELECT x.a FROM t AS x WHERE EXISTS (SELECT * FROM t AS y WHERE x.v = y.v AND y.a > 2000)",
            "SELECT x.a FROM t AS x WHERE NOT EXISTS (SELECT * FROM t AS y WHERE x.v = y.v AND y.a <> x.a)",
            "SELECT v FROM t WHERE a < 30000 EXCEPT SELECT v FROM t WHERE a > 2000",
            "SELECT v, b FROM t WHERE a < 30000 INTERSECT SELECT v, b FROM t WHERE a > 2000",
        ],
    );
}

/// No partition is small enough: the right rows are processed block by block.
#[test]
fn hash_join_with_one_key_spills() {
    let few = "(SELECT TOP (40) a, b, v FROM t WHERE b = 2 ORDER BY a)";
    same_either_way(
        14,
        &[
            &format!("SELECT x.a, y.a, y.v FROM {few} AS x LEFT JOIN t AS y ON x.b = y.b AND y.a % 5 = x.a % 5"),
            &format!("SELECT x.a, x.b, y.a FROM {few} AS x FULL JOIN t AS y ON x.b = y.b AND x.a + y.a = 9000"),
            &format!("SELECT x.a, y.v FROM {few} AS x LEFT JOIN t AS y ON x.b = y.b AND y.a = x.a * 3"),
            &format!("SELECT x.a FROM {few} AS x WHERE EXISTS (SELECT * FROM t AS y WHERE x.b = y.b AND y.v > x.v)"),
            &format!("SELECT x.a FROM {few} AS x WHERE EXISTS (SELECT * FROM t AS y WHERE x.b = y.b AND y.v = x.v)"),
            &format!(
                "SELECT x.a FROM {few} AS x WHERE NOT EXISTS (SELECT * FROM t AS y WHERE x.b = y.b AND y.v > x.v AND y.a > 5)"
            ),
        ],
    );
}

/// These queries run on integer columns in vector form.
#[test]
fn vectorized_integer_columns_spill() {
    same_either_way(
        17,
        &[
            "SELECT a, COUNT(*), MIN(b), SUM(a + 1) FROM t GROUP BY a",
            "SELECT b, a, COUNT(b) FROM t WHERE a > 5 GROUP BY b, a",
            "SELECT COUNT(*), MIN(y.b), MAX(x.a) FROM t AS x JOIN t AS y ON x.a = y.a AND x.b = y.b",
            "SELECT x.b, COUNT(*) FROM t AS x JOIN t AS y ON x.b = y.b WHERE x.a < 5 GROUP BY x.b OPTION (FORCE ORDER)",
        ],
    );
}

/// These joins run by chunks, since only aggregates are above them.
#[test]
fn typed_chunk_joins_spill() {
    same_either_way(
        15,
        &[
            "SELECT COUNT(*), COUNT(y.a), SUM(y.a), MAX(x.v) FROM t AS x LEFT JOIN t AS y ON x.v = y.v AND y.a > 2000",
            "SELECT COUNT(*), SUM(x.a) FROM t AS x WHERE EXISTS (SELECT * FROM t AS y WHERE x.v = y.v AND y.a > 7000)",
            "SELECT COUNT(*), SUM(x.a) FROM t AS x WHERE NOT EXISTS (SELECT * FROM t AS y WHERE x.v = y.v AND y.a < 30000)",
            "SELECT COUNT(*), SUM(x.a) FROM t AS x WHERE x.v NOT IN (SELECT v FROM t WHERE a > 1000 AND v IS NOT NULL)",
            "SELECT v, COUNT(*), SUM(CAST(a AS decimal(20, 4))) FROM t GROUP BY v",
        ],
    );
}

/// No partition is small enough: the right rows are processed block by block.
#[test]
fn typed_chunk_join_with_one_key_spills() {
    same_either_way(
        16,
        &["SELECT COUNT(*), COUNT(y.a), SUM(y.a % 9) FROM t AS x LEFT JOIN t AS y
           ON x.b / 100 = y.b / 100 AND y.v < x.v AND y.a > x.a * 3000 WHERE x.a < 20 OPTION (FORCE ORDER, HASH JOIN)"],
    );
}

#[test]
fn window_spills() {
    same_either_way(
        14,
        &[
            "SELECT a, v, SUM(a) OVER (PARTITION BY b ORDER BY a ROWS 7 PRECEDING), LAG(v, 3, 'none') OVER (PARTITION BY b ORDER BY a) FROM t",
            "SELECT a, COUNT(*) OVER (), NTILE(7) OVER (ORDER BY a DESC), CUME_DIST() OVER (ORDER BY b), v FROM t",
            "SELECT a, v, LAST_VALUE(v) IGNORE NULLS OVER (ORDER BY a ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW), DENSE_RANK() OVER (ORDER BY v), MIN(v) OVER (ORDER BY a ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) FROM t",
        ],
    );
}

#[test]
fn index_creation_spills() {
    let (_instance, mut session) = with_rows(LITTLE, 15);
    let before = made(&mut session);
    ok(&mut session, "CREATE INDEX of_v ON t(v) INCLUDE (b); CREATE UNIQUE CLUSTERED INDEX of_a ON t(a)");
    assert!(made(&mut session) > before);
    assert_eq!((held(&mut session), tempdb_pages(&mut session)), (0, 0));
    assert_eq!(ints(&mut session, "SELECT COUNT(*) FROM t WHERE v = (SELECT v FROM t WHERE a = 777)"), [1]);
    assert_eq!(ints(&mut session, "SELECT TOP (3) a FROM t WHERE a > 32000 ORDER BY a"), [32001, 32002, 32003]);
    ok(&mut session, "DBCC CHECKDB");
    let (number, text) = error(&mut session, "CREATE UNIQUE INDEX of_b ON t(b)");
    assert_eq!(number, 1505, "{text}");
    assert_eq!((held(&mut session), tempdb_pages(&mut session)), (0, 0));
}

#[test]
fn recursive_cte_spills() {
    let query = "WITH r AS (SELECT 0 AS d, a, v FROM t UNION ALL SELECT d + 1, a, v FROM r WHERE d < 1 AND a % 3 = 0)
         SELECT d, COUNT(*), MAX(v) FROM r GROUP BY d";
    same_either_way(14, &[query]);
}

#[test]
fn insert_from_its_own_table_spills() {
    let (_instance, mut session) = with_rows(LITTLE, 15);
    let before = made(&mut session);
    ok(&mut session, "INSERT t SELECT a + 32768, b, v + 'a longer text for the rows that are new' FROM t");
    assert!(made(&mut session) > before, "its rows were in memory");
    assert_eq!(ints(&mut session, "SELECT COUNT(*) FROM t"), [1 << 16]);
    assert_eq!(number(&mut session, "SELECT SUM(CAST(a AS BIGINT)) FROM t"), (1 << 15) * ((1 << 16) - 1));
    assert_eq!((held(&mut session), tempdb_pages(&mut session)), (0, 0));
    ok(&mut session, "DELETE t OUTPUT deleted.a, deleted.b, deleted.v INTO t WHERE a < 50000");
    assert_eq!(ints(&mut session, "SELECT COUNT(*) FROM t"), [1 << 16]);
}

/// `relational-databases/performance-monitor/sql-server-access-methods-object`.
#[test]
fn error_or_session_end_frees_tempdb() {
    let (instance, mut session) = with_rows(LITTLE, 15);
    let allocated = |session: &mut Session| {
        number(session, "SELECT SUM(allocated_extent_page_count) FROM tempdb.sys.dm_db_file_space_usage")
    };
    let before = made(&mut session);
    let failing = "SELECT 1 / (a - 5), v FROM (SELECT TOP (1000000) a, v FROM t ORDER BY v DESC) AS s";
    let mut sizes = Vec::new();
    for _ in 0..4 {
        let (number, text) = error(&mut session, failing);
        assert_eq!(number, 8134, "{text}");
        assert_eq!((held(&mut session), tempdb_pages(&mut session)), (0, 0));
        sizes.push(allocated(&mut session));
    }
    assert!(sizes.iter().all(|size| *size == sizes[0]), "something stays in tempdb: {sizes:?}");
    assert!(made(&mut session) > before);
    ok(&mut session, "DECLARE c CURSOR GLOBAL FOR SELECT a, b, v FROM t; OPEN c");
    assert!(tempdb_pages(&mut session) > 0, "an open cursor has its rows there");
    drop(session);
    let mut other = instance.connect().expect("there is room for a session");
    assert_eq!((held(&mut other), tempdb_pages(&mut other)), (0, 0));
}

#[test]
fn cancelled_statement_frees_tempdb() {
    let (instance, mut session) = with_rows(LITTLE, 4);
    ok(&mut session, "CREATE DATABASE d");
    let mut runner = instance.connect().expect("there is room for a session");
    ok(&mut runner, "USE d");
    fill(&mut runner, 12);
    drop(runner);
    for endless in [
        "SELECT x.a FROM t AS x CROSS JOIN t AS y ORDER BY y.v, x.a",
        "SELECT x.v + y.v, COUNT(*) FROM t AS x CROSS JOIN t AS y GROUP BY x.v + y.v",
        "SELECT COUNT(*) FROM t AS z JOIN (SELECT x.a * 4096 + y.a AS c, x.v + y.v AS v FROM t AS x CROSS JOIN t AS y) AS r ON z.a = r.c AND z.v < r.v OPTION (FORCE ORDER)",
    ] {
        let mut runner = instance.connect().expect("there is room for a session");
        ok(&mut runner, "USE d");
        let thread = std::thread::spawn(move || run(&mut runner, endless).first_error());
        while tempdb_pages(&mut session) == 0 {
            assert!(!thread.is_finished(), "{endless}: {:?}", thread.join());
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        ok(&mut session, "ALTER DATABASE d SET SINGLE_USER WITH ROLLBACK IMMEDIATE; ALTER DATABASE d SET MULTI_USER");
        thread.join().expect("it ends");
        assert_eq!((held(&mut session), tempdb_pages(&mut session)), (0, 0), "{endless}");
    }
}

/// After a failed write no page of tempdb is written until the next start (rule 3 of the
/// architecture).
#[test]
fn failed_tempdb_write_fails_the_statement() {
    use sluice_vfs::CallKind;
    use sluice_vfs::fault::{Fault, Rule};
    let rig = Rig::new();
    let options = || InstanceOptions { memory_limit: 16 << 20, ..rig.options() };
    let instance = Instance::open(options()).expect("there is memory for an instance");
    let mut session = instance.connect().expect("there is room for a session");
    fill(&mut session, 17);
    rig.faults.arm(Rule::new(Fault::Eio).path("tempdb.mdf").on(CallKind::Write).from(0));
    let sorted = "SELECT a, v FROM t ORDER BY v";
    let failed = run(&mut session, sorted);
    let (number, text) = failed.first_error().expect("its runs can't be written");
    assert!(number == 823 && text.contains("tempdb.mdf"), "{number}: {text}");
    rig.faults.disarm();
    drop(session);
    let mut session = instance.connect().expect("there is room for a session");
    assert_eq!(ints(&mut session, "SELECT COUNT(*) FROM t"), [1 << 17], "what needs no tempdb goes on");
    drop((session, instance));
    let instance = Instance::open(options()).expect("it opens again");
    let mut session = instance.connect().expect("there is room for a session");
    assert_eq!(ok(&mut session, sorted).results[0].rows.len(), 1 << 17);
}
