//! Batches cancelled from another thread: the batch ends soon, with an attention's effect on the
//! transaction (`relational-databases/errors-events/mssqlserver-3617-database-engine-error`).

use sluice_engine::{Collector, Instance, InstanceOptions, Session};
use std::sync::Arc;
use std::time::{Duration, Instant};

fn instance() -> Arc<Instance> {
    Instance::open(InstanceOptions::in_memory()).unwrap()
}

fn run(session: &mut Session, batch: &str) -> Collector {
    let mut collector = Collector::default();
    session.execute(batch, &mut collector).unwrap();
    collector
}

/// Runs a batch and cancels it after a while. Returns its output.
pub(crate) fn stopped(session: &mut Session, batch: &str) -> Collector {
    let watch = session.watch().unwrap();
    let stopper = std::thread::spawn(move || {
        while !watch.is_running() {
            std::thread::yield_now();
        }
        std::thread::sleep(Duration::from_millis(150));
        while watch.is_running() {
            watch.cancel();
            std::thread::sleep(Duration::from_millis(5));
        }
    });
    let began = Instant::now();
    let sent = run(session, batch);
    stopper.join().unwrap();
    assert!(began.elapsed() < Duration::from_secs(30), "{batch}");
    assert_eq!(sent.first_error().map(|(number, _)| number), Some(3617), "{batch}: {:?}", sent.errors);
    assert_eq!(sent.errors.len(), 1, "nothing of the batch runs after it: {batch}");
    sent
}

const ROWS: &str = "WITH d(n) AS (SELECT 0 UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4)
    INSERT dbo.T SELECT a.n + 5 * (b.n + 5 * (c.n + 5 * (d.n + 5 * (e.n + 5 * f.n))))
    FROM d a CROSS JOIN d b CROSS JOIN d c CROSS JOIN d d CROSS JOIN d e CROSS JOIN d f;";

#[test]
fn every_kind_of_batch_is_cancelled() {
    let instance = instance();
    let mut session = instance.connect().unwrap();
    run(&mut session, "CREATE TABLE dbo.T(a INT NOT NULL); CREATE TABLE dbo.U(a INT NOT NULL);");
    assert!(run(&mut session, ROWS).errors.is_empty());
    for batch in [
        // Join pairs, with and without matching rows.
        "SELECT COUNT(*) FROM dbo.T x CROSS JOIN dbo.T y CROSS JOIN dbo.T z;",
        "SELECT x.a FROM dbo.T x CROSS JOIN dbo.T y WHERE x.a + y.a < 0 OR x.a * 0.1 < 0 AND y.a < -1;",
        // A sort, groups and a window over many rows.
        "SELECT x.a FROM dbo.T x CROSS JOIN dbo.T y ORDER BY x.a * y.a OFFSET 0 ROWS FETCH NEXT 1 ROWS ONLY;",
        "SELECT x.a % 7, COUNT(*) FROM dbo.T x CROSS JOIN dbo.T y GROUP BY x.a % 7;",
        "SELECT SUM(r) FROM (SELECT ROW_NUMBER() OVER (ORDER BY y.a) AS r FROM dbo.T x CROSS JOIN dbo.T y) AS q;",
        // A recursion, a loop, a wait, a change.
        "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT MAX(i) FROM n OPTION (MAXRECURSION 0);",
        "DECLARE @i BIGINT = 0; WHILE 1 = 1 SET @i += 1;",
        "WAITFOR DELAY '01:00:00'; PRINT 'not reached';",
        "INSERT dbo.U SELECT x.a FROM dbo.T x CROSS JOIN dbo.T y;",
        // TRY doesn't catch the cancellation.
        "BEGIN TRY WAITFOR DELAY '01:00:00'; END TRY BEGIN CATCH PRINT 'caught'; END CATCH;",
    ] {
        let sent = stopped(&mut session, batch);
        assert!(sent.prints.is_empty(), "{batch}: {:?}", sent.prints);
    }
    let counted = run(&mut session, "SELECT COUNT(*) FROM dbo.U;");
    assert_eq!(counted.scalar(), Some(&sluice_engine::Value::Int(0)), "the INSERT is undone");
    drop(session);
    instance.close().unwrap();
}

#[test]
fn lock_wait_is_cancelled() {
    let instance = instance();
    let mut session = instance.connect().unwrap();
    run(&mut session, "CREATE TABLE dbo.T(a INT NOT NULL); INSERT dbo.T VALUES(1);");
    let mut other = instance.connect().unwrap();
    run(&mut other, "BEGIN TRAN; UPDATE dbo.T SET a = 2;");
    stopped(&mut session, "SELECT a FROM dbo.T;");
    stopped(&mut session, "UPDATE dbo.T SET a = 3;");
    stopped(&mut session, "ALTER TABLE dbo.T ADD b INT NULL;");
    run(&mut other, "ROLLBACK;");
    assert_eq!(run(&mut session, "SELECT a FROM dbo.T;").scalar(), Some(&sluice_engine::Value::Int(1)));
    drop((session, other));
    instance.close().unwrap();
}

#[test]
fn cancelled_transaction_stays_open_without_xact_abort() {
    let instance = instance();
    let mut session = instance.connect().unwrap();
    run(&mut session, "CREATE TABLE dbo.T(a INT NOT NULL);");
    let state = |session: &mut Session| {
        let sent = run(session, "SELECT @@TRANCOUNT * 100 + COUNT(*) FROM dbo.T;");
        sent.scalar().cloned()
    };
    stopped(&mut session, "BEGIN TRAN; INSERT dbo.T VALUES(1); WAITFOR DELAY '01:00:00';");
    assert_eq!(state(&mut session), Some(sluice_engine::Value::Int(101)));
    run(&mut session, "ROLLBACK;");
    stopped(&mut session, "SET XACT_ABORT ON; BEGIN TRAN; INSERT dbo.T VALUES(1); WAITFOR DELAY '01:00:00';");
    assert_eq!(state(&mut session), Some(sluice_engine::Value::Int(0)));
    drop(session);
    instance.close().unwrap();
}

#[test]
fn watch_counts_rows_and_cancels_only_running_batch() {
    let instance = instance();
    let mut session = instance.connect().unwrap();
    run(&mut session, "CREATE TABLE dbo.T(a INT NOT NULL);");
    assert!(run(&mut session, ROWS).errors.is_empty());
    let watch = session.watch().unwrap();
    run(&mut session, "SELECT COUNT(*) FROM dbo.T WHERE a * 1.5 > 3;");
    assert!((15_000..=15_625).contains(&watch.rows_read()), "{}", watch.rows_read());
    watch.cancel();
    assert!(!watch.is_running());
    assert!(run(&mut session, "SELECT COUNT(*) FROM dbo.T;").errors.is_empty());
    drop(session);
    instance.close().unwrap();
}
