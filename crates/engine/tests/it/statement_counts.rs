//! Statement statistics with concurrent sessions: nothing is lost, counted twice, or attributed to
//! another session.

use crate::rig::{Rig, ints, ok};
use sluice_engine::{Session, Value};
use std::thread;
use std::time::{Duration, Instant};

#[test]
fn statistics_are_per_session_and_in_total() {
    let rig = Rig::new();
    let (instance, mut session) = rig.connect();
    ok(&mut session, "CREATE TABLE dbo.T(k INT NOT NULL PRIMARY KEY, v CHAR(1000) NOT NULL);");
    ok(&mut session, "DECLARE @i INT = 0; WHILE @i < 21 BEGIN INSERT dbo.T VALUES(@i, 'x'); SET @i += 1; END;");
    let workers = (1..=SESSIONS).map(|number| {
        let instance = instance.clone();
        thread::spawn(move || {
            let mut session = instance.connect().unwrap();
            // A key lookup in a tree of two levels reads two pages.
            let turns = number * TURNS;
            ok(
                &mut session,
                &format!(
                    "DECLARE @i INT = 0, @k INT; WHILE @i < {turns} BEGIN \
                     SELECT @k = k FROM dbo.T WHERE k = @i % 21; SET @i += 1; END;"
                ),
            );
            ok(&mut session, "SET STATISTICS IO ON;");
            let sent = ok(&mut session, "SELECT v FROM dbo.T WHERE k = 20;");
            assert!(sent.prints.iter().any(|text| text.contains("logical reads 2,")), "{:?}", sent.prints);
            session
        })
    });
    let workers: Vec<_> = workers.collect();
    let sessions: Vec<Session> = workers.into_iter().map(|worker| worker.join().unwrap()).collect();
    let query = "SELECT CAST(qs.execution_count AS INT) FROM sys.dm_exec_query_stats AS qs \
                 CROSS APPLY sys.dm_exec_sql_text(qs.sql_handle) AS st \
                 WHERE st.text LIKE '%@k = k%' AND st.text NOT LIKE '%dm_exec%' \
                 AND qs.total_logical_reads = 2 * qs.execution_count ORDER BY qs.execution_count;";
    let expected: Vec<i32> = (1..=SESSIONS).map(|number| number * TURNS).collect();
    assert_eq!(ints(&mut session, query), expected);
    // The INSERT did no seek. Statistics of ended sessions stay.
    let seeks = expected.iter().sum::<i32>() + SESSIONS;
    let usage = "SELECT CAST(user_seeks AS INT) FROM sys.dm_db_index_usage_stats WHERE object_id = OBJECT_ID('dbo.T');";
    assert_eq!(ints(&mut session, usage), [seeks]);
    drop(sessions);
    assert_eq!(ints(&mut session, usage), [seeks]);
    assert_eq!(ints(&mut session, query), []);
}

#[test]
fn waiting_request_uses_no_worker_time() {
    let rig = Rig::new();
    let (instance, mut session) = rig.connect();
    ok(&mut session, "CREATE TABLE dbo.W(k INT NOT NULL PRIMARY KEY, v INT NOT NULL); INSERT dbo.W VALUES(1, 1);");
    ok(&mut session, "BEGIN TRAN; UPDATE dbo.W SET v = 2;");
    let reader = thread::spawn(move || {
        let mut session = instance.connect().unwrap();
        ok(&mut session, "DECLARE @v INT; SELECT @v = v FROM dbo.W WHERE k = 1;");
        session
    });
    let waiting = "SELECT COUNT(*) FROM sys.dm_tran_locks WHERE request_status = 'WAIT';";
    while ints(&mut session, waiting) != [1] {
        thread::yield_now();
    }
    thread::sleep(WAIT);
    ok(&mut session, "COMMIT;");
    let kept = reader.join().unwrap();
    let times = "SELECT CAST(t.us AS INT) FROM sys.dm_exec_query_stats AS qs \
                 CROSS APPLY sys.dm_exec_sql_text(qs.sql_handle) AS st \
                 CROSS APPLY (VALUES (1, qs.total_elapsed_time), (2, qs.last_elapsed_time), (3, qs.min_elapsed_time), \
                 (4, qs.max_elapsed_time), (5, qs.total_worker_time), (6, qs.max_worker_time)) AS t(n, us) \
                 WHERE st.text LIKE '%@v = v%' AND st.text NOT LIKE '%dm_exec%' ORDER BY t.n;";
    let times = ints(&mut session, times);
    let [total, last, min, max, worker, worker_max] = times[..] else { panic!("{times:?}") };
    assert!(total >= WAIT.as_micros() as i32, "{times:?}");
    assert_eq!((last, min, max, worker_max), (total, total, total, worker), "it has run once");
    // The wait may begin a little after the view shows it.
    assert!(worker <= total - WAIT.as_micros() as i32 / 2, "{times:?}");
    drop(kept);
}

#[test]
fn statement_times_fit_within_their_batch() {
    let rig = Rig::new();
    let (_instance, mut session) = rig.connect();
    ok(
        &mut session,
        "CREATE TABLE dbo.L(k INT NOT NULL PRIMARY KEY, v INT NOT NULL); INSERT dbo.L VALUES(0, 1), (1, 2);",
    );
    let began = Instant::now();
    ok(
        &mut session,
        "DECLARE @i INT = 0, @v INT; WHILE @i < 3000 BEGIN SELECT @v = v FROM dbo.L WHERE k = 0; \
         SELECT @v = v FROM dbo.L WHERE k = @i % 2; SET @i += 1; END;",
    );
    let batch = began.elapsed().as_micros() as i32;
    let sums = "SELECT CAST(COUNT(*) AS INT), CAST(SUM(qs.total_elapsed_time) AS INT), CAST(SUM(qs.total_worker_time) AS INT), \
                CAST(SUM(CASE WHEN qs.min_elapsed_time <= qs.last_elapsed_time AND qs.last_elapsed_time <= qs.max_elapsed_time \
                AND qs.execution_count * qs.max_elapsed_time >= qs.total_elapsed_time THEN 1 ELSE 0 END) AS INT) \
                FROM sys.dm_exec_query_stats AS qs CROSS APPLY sys.dm_exec_sql_text(qs.sql_handle) AS st \
                WHERE st.text LIKE '%@v = v FROM dbo.L%' AND qs.execution_count = 3000;";
    let sums = row(&mut session, sums);
    let [count, elapsed, worker, in_order] = sums[..] else { panic!("{sums:?}") };
    assert_eq!((count, in_order), (2, 2));
    assert!(elapsed <= batch && worker <= elapsed, "{sums:?} of {batch}");
    // The rest is the loop itself and compilation.
    assert!(elapsed > batch / 4, "{sums:?} of {batch}");
}

/// Returns the numbers of the only row.
fn row(session: &mut Session, query: &str) -> Vec<i32> {
    let sent = ok(session, query);
    let value = |value: &Value| match value {
        Value::Int(value) => *value,
        other => panic!("{query}: {other:?}"),
    };
    sent.results[0].rows[0].iter().map(value).collect()
}

const WAIT: Duration = Duration::from_millis(60);
const SESSIONS: i32 = 4;
const TURNS: i32 = 500;
