//! Aggregates on several threads: degree, waits, cancellation, and rows of open transactions. On a
//! machine with one processor the plans run on one thread.

use crate::cancelled::stopped;
use crate::rig::{error, ok, run};
use sluice_engine::{Instance, InstanceOptions, Session, Value};
use std::sync::Arc;
use std::thread::{available_parallelism, sleep};
use std::time::{Duration, Instant};

/// Rows of a clustered table `t` and a heap `h`: 15,625 each, in some hundred pages.
const FILL: &str = "CREATE TABLE t(id int NOT NULL PRIMARY KEY, k int NOT NULL, c char(100) NOT NULL);
    CREATE TABLE h(id int NOT NULL, k int NOT NULL, c char(100) NOT NULL);
    WITH d(n) AS (SELECT 0 UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4)
    INSERT t SELECT a.n + 5 * (b.n + 5 * (c.n + 5 * (d.n + 5 * (e.n + 5 * f.n)))), a.n, ''
    FROM d a CROSS JOIN d b CROSS JOIN d c CROSS JOIN d d CROSS JOIN d e CROSS JOIN d f;
    INSERT h SELECT * FROM t;";

const WITHOUT_THRESHOLD: &str = "EXEC sp_configure 'show advanced options', 1; RECONFIGURE;
    EXEC sp_configure 'cost threshold for parallelism', 0; RECONFIGURE;";

/// A sum that takes several seconds.
const SLOW: &str = "SELECT SUM(LEN(REPLACE(REPLICATE(CAST(id AS varchar(9)), 800), '1', c)) * 1.0)";

fn instance() -> (Arc<Instance>, Session) {
    let instance = Instance::open(InstanceOptions::in_memory()).unwrap();
    let mut session = instance.connect().unwrap();
    ok(&mut session, FILL);
    ok(&mut session, WITHOUT_THRESHOLD);
    (instance, session)
}

/// The number of threads of a plan without MAXDOP.
fn processors() -> i32 {
    available_parallelism().map_or(1, |count| count.get() as i32)
}

fn scalar(session: &mut Session, query: &str) -> Value {
    ok(session, query).results[0].rows[0][0].clone()
}

/// Returns the session's figure in `sys.dm_exec_requests`, once `is_due` is true of it.
fn figure_of(observer: &mut Session, id: &Value, column: &str, is_due: impl Fn(&Value) -> bool) -> Value {
    let begun = Instant::now();
    let id = id.as_i64().unwrap();
    loop {
        let sent = ok(observer, &format!("SELECT {column} FROM sys.dm_exec_requests WHERE session_id = {id}"));
        match sent.results[0].rows.first() {
            Some(row) if is_due(&row[0]) => return row[0].clone(),
            last => assert!(begun.elapsed() < Duration::from_secs(30), "{column} is {last:?}"),
        }
        sleep(Duration::from_millis(2));
    }
}

#[test]
fn request_shows_its_degree_and_waits() {
    let (instance, mut session) = instance();
    let mut observer = instance.connect().unwrap();
    let id = scalar(&mut session, "SELECT CAST(@@SPID AS int)");
    for (hint, degree) in [("OPTION (MAXDOP 1)", 1), ("", processors())] {
        let watch = session.watch().unwrap();
        let query = format!("{SLOW} FROM t {hint}");
        std::thread::scope(|scope| {
            let running = scope.spawn(|| run(&mut session, &query));
            let expected = Value::Int(degree);
            assert_eq!(figure_of(&mut observer, &id, "dop", |dop| *dop == expected), expected, "{hint}");
            while !running.is_finished() {
                watch.cancel();
                sleep(Duration::from_millis(1));
            }
        });
    }
    let waits = "SELECT waiting_tasks_count FROM sys.dm_exec_session_wait_stats WHERE wait_type = 'CXCONSUMER' AND session_id = @@SPID";
    let before = ok(&mut session, waits).results[0].rows.len();
    assert_eq!(before, usize::from(processors() > 1), "only plans on several threads wait for others");
    drop((session, observer));
    instance.close().unwrap();
}

#[test]
fn settings_and_hints_limit_the_degree() {
    let (instance, mut session) = instance();
    let parallel = |session: &mut Session, query: &str| {
        ok(session, "SET SHOWPLAN_TEXT ON");
        let sent = ok(session, query);
        ok(session, "SET SHOWPLAN_TEXT OFF");
        format!("{:?}", sent.results).contains("Parallelism(Gather Streams)")
    };
    let can = processors() > 1;
    let query = "SELECT k, COUNT(*) FROM t GROUP BY k";
    assert_eq!(parallel(&mut session, query), can);
    assert!(!parallel(&mut session, &format!("{query} OPTION (MAXDOP 1)")));
    ok(&mut session, "EXEC sp_configure 'max degree of parallelism', 1; RECONFIGURE");
    assert!(!parallel(&mut session, query));
    assert_eq!(parallel(&mut session, &format!("{query} OPTION (MAXDOP 2)")), can, "the hint replaces the setting");
    assert_eq!(parallel(&mut session, &format!("{query} OPTION (MAXDOP 0)")), can, "0 stands for all processors");
    ok(&mut session, "ALTER DATABASE SCOPED CONFIGURATION SET MAXDOP = 2");
    assert_eq!(parallel(&mut session, query), can, "the database's value replaces the instance's");
    assert!(!parallel(&mut session, &format!("{query} OPTION (MAXDOP 1)")));
    ok(&mut session, "ALTER DATABASE SCOPED CONFIGURATION SET MAXDOP = 0");
    assert!(!parallel(&mut session, query));
    ok(&mut session, "EXEC sp_configure 'cost threshold for parallelism', 5; RECONFIGURE");
    assert!(!parallel(&mut session, &format!("{query} OPTION (MAXDOP 2)")), "the query costs less");
    drop(session);
    instance.close().unwrap();
}

#[test]
fn parallel_plan_is_cancelled() {
    let (instance, mut session) = instance();
    for table in ["t", "h"] {
        stopped(&mut session, &format!("{SLOW} FROM {table};"));
        stopped(&mut session, &format!("SELECT k, {} FROM {table} GROUP BY k;", &SLOW["SELECT ".len()..]));
        assert_eq!(scalar(&mut session, &format!("SELECT COUNT(*) FROM {table}")), Value::Int(15_625));
    }
    drop(session);
    instance.close().unwrap();
}

/// A row of another transaction is waited for; the wait times out, is cancelled, or ends.
#[test]
fn parallel_plan_waits_for_writers() {
    let (instance, mut session) = instance();
    let (mut writer, mut observer) = (instance.connect().unwrap(), instance.connect().unwrap());
    let id = scalar(&mut session, "SELECT CAST(@@SPID AS int)");
    for table in ["t", "h"] {
        let query = format!("SELECT SUM(k) FROM {table}");
        assert_eq!(scalar(&mut session, &query), Value::Int(31_250));
        // Rows of many pages, so that all threads meet them.
        ok(&mut writer, &format!("BEGIN TRAN; UPDATE {table} SET k = k + 1 WHERE id % 500 = 7"));
        ok(&mut session, "SET LOCK_TIMEOUT 50");
        assert_eq!(error(&mut session, &query).0, 1222);
        ok(&mut session, "SET LOCK_TIMEOUT -1");
        stopped(&mut session, &format!("{query};"));
        assert_eq!(scalar(&mut session, &format!("{query} WITH (NOLOCK)")), Value::Int(31_282));
        std::thread::scope(|scope| {
            let reading = scope.spawn(|| scalar(&mut session, &query));
            let is_lock = |wait: &Value| *wait == Value::text("LCK_M_S_XACT_READ");
            figure_of(&mut observer, &id, "wait_type", is_lock);
            ok(&mut writer, "COMMIT");
            assert_eq!(reading.join().unwrap(), Value::Int(31_282));
        });
    }
    drop((session, writer, observer));
    instance.close().unwrap();
}

#[test]
fn snapshot_reads_in_parallel() {
    let (instance, mut session) = instance();
    let mut writer = instance.connect().unwrap();
    ok(&mut session, "CREATE DATABASE s; ALTER DATABASE s SET ALLOW_SNAPSHOT_ISOLATION ON;");
    ok(&mut session, &format!("USE s; {FILL}"));
    ok(&mut session, "SET TRANSACTION ISOLATION LEVEL SNAPSHOT; BEGIN TRAN; SELECT COUNT(*) FROM t;");
    ok(&mut writer, "USE s; UPDATE t SET k += 1; DELETE h WHERE id % 2 = 0; UPDATE h SET c = 'x';");
    for table in ["t", "h"] {
        let query = format!("SELECT SUM(k) FROM {table} WHERE c = ''");
        assert_eq!(scalar(&mut session, &query), Value::Int(31_250), "{table}");
    }
    ok(&mut session, "COMMIT");
    drop((session, writer));
    instance.close().unwrap();
}

/// The reads and the processor time of all threads are the statement's.
#[test]
fn helpers_reads_are_the_statements() {
    let (instance, mut session) = instance();
    let reads = |session: &mut Session, hint: &str| {
        let sent = ok(session, &format!("SET STATISTICS IO ON; SELECT SUM(k) FROM h {hint}; SET STATISTICS IO OFF"));
        let message = sent.prints.iter().find(|print| print.contains("logical reads")).unwrap().clone();
        let after = message.split("logical reads ").nth(1).unwrap();
        after.split(',').next().unwrap().parse::<i32>().unwrap()
    };
    let (alone, together) = (reads(&mut session, "OPTION (MAXDOP 1)"), reads(&mut session, ""));
    assert!(alone > 200, "{alone} pages");
    assert!((together - alone).abs() < 5, "{together} reads instead of {alone}");
    drop(session);
    instance.close().unwrap();
}
