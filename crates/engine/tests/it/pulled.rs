//! Rows that the caller pulls: the batch runs no further than it is read, and a suspended batch can
//! be dropped, cancelled, killed and moved between threads.

use super::rig::{error, ints, ok, run};
use sluice_engine::{DataType, Instance, InstanceOptions, Message, Query, QueryError, Request, Rows, Session, Value};
use sluice_engine::{RequestArgument, RequestValue, SessionEnded};
use std::sync::Arc;

fn instance() -> Arc<Instance> {
    let mut options = InstanceOptions::in_memory();
    options.background = false;
    Instance::open(options).unwrap()
}

/// Returns an instance with a session and a table of the numbers from 1 to `count`.
fn numbers(count: i32) -> (Arc<Instance>, Session) {
    let instance = instance();
    let mut session = instance.connect().unwrap();
    ok(&mut session, "CREATE DATABASE D;");
    ok(&mut session, "USE D; CREATE TABLE dbo.T(a INT NOT NULL PRIMARY KEY, b VARCHAR(10) NULL);");
    let fill = format!(
        "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})
         INSERT dbo.T SELECT i, CONCAT('row ', i) FROM n OPTION (MAXRECURSION 0);"
    );
    ok(&mut session, &fill);
    (instance, session)
}

fn in_d(instance: &Arc<Instance>) -> Session {
    let mut session = instance.connect().unwrap();
    ok(&mut session, "USE D; SET LOCK_TIMEOUT 0;");
    session
}

fn take(rows: &mut Rows<'_>, count: usize) -> Vec<i32> {
    rows.take(count).map(|row| row.unwrap().get(0).unwrap()).collect()
}

fn number_of<T>(result: Result<T, QueryError>) -> Option<i32> {
    result.err().and_then(|error| error.number())
}

/// A query without an end.
const ENDLESS: &str = "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n OPTION (MAXRECURSION 0);";

#[test]
fn endless_query_runs_no_further_than_it_is_read() {
    let instance = instance();
    let mut session = instance.connect().unwrap();
    let mut rows = session.query(ENDLESS).unwrap();
    assert_eq!(rows.columns()[0].name, "i");
    assert_eq!(rows.columns()[0].data_type, DataType::Int);
    let first: Vec<i32> = take(&mut rows, 1000);
    assert_eq!(first, (1..=1000).collect::<Vec<_>>());
    drop(rows);
    assert_eq!(ints(&mut session, "SELECT 5"), [5], "the session goes on");
}

#[test]
fn result_sets_messages_and_counts_come_in_order() {
    let (_instance, mut session) = numbers(3);
    let batch = "PRINT 'first'; SELECT a FROM dbo.T; UPDATE dbo.T SET b = NULL WHERE a < 3; PRINT 'second';
        SELECT b AS text, a AS number FROM dbo.T ORDER BY a; PRINT 'third';";
    let mut rows = session.query(batch).unwrap();
    let texts = |rows: &mut Rows<'_>| {
        let text = |message| if let Message::Print { text, .. } = message { text } else { "?".to_owned() };
        rows.take_messages().into_iter().map(text).collect::<Vec<_>>()
    };
    assert_eq!(texts(&mut rows), ["first"]);
    assert_eq!(take(&mut rows, 9), [1, 2, 3]);
    assert_eq!(texts(&mut rows), ["second"], "statements without rows run at the end of the set");
    assert_eq!(rows.affected(), 3 + 2);
    assert!(rows.next().is_none(), "the next set doesn't begin by itself");
    assert!(rows.next_result().unwrap());
    let names: Vec<&str> = rows.columns().iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names, ["text", "number"]);
    let row = rows.next().unwrap().unwrap();
    assert_eq!((row.get::<Option<&str>>("TEXT").unwrap(), row.get::<i64>("number").unwrap()), (None, 1));
    assert!(matches!(row.get::<&str>("text"), Err(QueryError::WrongType { .. })), "NULL isn't a text");
    assert!(matches!(row.get::<&str>("number"), Err(QueryError::WrongType { .. })));
    assert!(matches!(row.get::<i32>("other"), Err(QueryError::NoColumn { .. })));
    assert!(!rows.next_result().unwrap(), "the rest of the set is passed over");
    assert_eq!(texts(&mut rows), ["third"]);
    assert!(rows.columns().is_empty());
}

#[test]
fn parameters_and_calls_are_pulled() {
    let (_instance, mut session) = numbers(500);
    let query = Query::new("SELECT a, b FROM dbo.T WHERE a > @least AND b LIKE @form ORDER BY a");
    let query = query.bind("@least", 490).bind("@form", "row %").bind("@unused", None::<i64>);
    let found: Vec<(i32, String)> = session
        .query(query)
        .unwrap()
        .map(|row| row.and_then(|row| Ok((row.get(0)?, row.get("b")?))).unwrap())
        .collect();
    assert_eq!(found.len(), 10);
    assert_eq!(found[9], (500, "row 500".to_owned()));

    ok(
        &mut session,
        "CREATE PROCEDURE dbo.P @from INT, @sum INT OUTPUT AS
        SELECT a FROM dbo.T WHERE a >= @from ORDER BY a; SELECT @sum = SUM(a) FROM dbo.T WHERE a >= @from; RETURN 7;",
    );
    let output = RequestArgument {
        name: Some("@sum".to_owned()),
        value: RequestValue::Scalar(DataType::Int, Value::Null),
        is_output: true,
    };
    let call = || Request::new("dbo.P").with(DataType::Int, Value::Int(498)).and(output.clone());
    let mut rows = session.query(call()).unwrap();
    assert_eq!(take(&mut rows, 2), [498, 499]);
    let summary = rows.finish().unwrap();
    assert_eq!(summary.status, Some(7));
    assert_eq!(summary.outputs[0].value, Value::Int(498 + 499 + 500));
    // The rest of a dropped call doesn't run.
    drop(session.query(call()).unwrap());
    assert_eq!(ints(&mut session, "SELECT 1"), [1]);
}

#[test]
fn error_comes_behind_the_rows_before_it() {
    let (_instance, mut session) = numbers(600);
    let mut rows = session.query("SELECT 1000 / (400 - a) FROM dbo.T ORDER BY a; PRINT 'on';").unwrap();
    let (mut count, mut failure) = (0, None);
    for row in &mut rows {
        match row {
            Ok(_) => count += 1,
            Err(error) => {
                failure = error.number();
                break;
            }
        }
    }
    assert_eq!((count, failure), (399, Some(8134)));
    assert!(rows.next().is_none(), "the batch goes on behind the failed statement");
    assert_eq!(rows.take_messages().len(), 1, "the PRINT");
    drop(rows);
    assert_eq!(number_of(session.query("SELECT * FROM dbo.Nothing")), Some(208));
    assert_eq!(number_of(session.query("SELECT 1 FROM")), Some(102));
    // An error at the first row is reported with the first set, not before.
    let mut rows = session.query("SELECT 1 / (a - a) FROM dbo.T").unwrap();
    assert_eq!(number_of(rows.next().unwrap()), Some(8134));
}

#[test]
fn dropped_rows_cancel_the_rest_and_finished_ones_run_it() {
    let (_instance, mut session) = numbers(1000);
    let batch = "SELECT a FROM dbo.T; INSERT dbo.T VALUES(-1, 'x');";
    let mut rows = session.query(batch).unwrap();
    assert_eq!(take(&mut rows, 3).len(), 3);
    drop(rows);
    let count = "SELECT COUNT(*) FROM dbo.T WHERE a < 0";
    assert_eq!(ints(&mut session, count), [0], "the INSERT was cancelled");
    assert_eq!(session.query(batch).unwrap().finish().unwrap().affected, 1001);
    assert_eq!(ints(&mut session, count), [1]);
    // Forgotten rows are cancelled by the next batch.
    std::mem::forget(session.query("SELECT a FROM dbo.T; DELETE dbo.T;").unwrap());
    assert_eq!(ints(&mut session, count), [1]);
}

#[test]
fn transaction_stays_open_unless_xact_abort_is_on() {
    let (_instance, mut session) = numbers(1000);
    for (option, count) in [("OFF", 1), ("ON", 0)] {
        ok(&mut session, &format!("SET XACT_ABORT {option};"));
        let batch = "BEGIN TRAN; UPDATE dbo.T SET b = 'new' WHERE a = 1; SELECT a FROM dbo.T; COMMIT;";
        let mut rows = session.query(batch).unwrap();
        assert_eq!(take(&mut rows, 2), [1, 2]);
        drop(rows);
        assert_eq!(session.transaction_count(), count, "XACT_ABORT {option}");
        assert_eq!(ints(&mut session, "SELECT COUNT(*) FROM dbo.T WHERE b = 'new'"), [count]);
        run(&mut session, "IF @@TRANCOUNT > 0 ROLLBACK;");
    }
}

#[test]
fn suspended_query_holds_its_locks_until_it_ends() {
    let (instance, mut session) = numbers(1000);
    let mut other = in_d(&instance);
    let mut rows = session.query("SELECT a FROM dbo.T WITH (REPEATABLEREAD);").unwrap();
    take(&mut rows, 2);
    assert_eq!(error(&mut other, "UPDATE dbo.T SET b = 'x' WHERE a = 1;").0, 1222, "the row is locked");
    assert_eq!(error(&mut other, "DROP TABLE dbo.T;").0, 1222, "the table is locked");
    assert_eq!(rows.by_ref().count(), 998);
    ok(&mut other, "UPDATE dbo.T SET b = 'x' WHERE a = 1;");
    drop(rows);
    let mut rows = session.query("SELECT a FROM dbo.T;").unwrap();
    take(&mut rows, 2);
    assert_eq!(error(&mut other, "DROP TABLE dbo.T;").0, 1222);
    drop(rows);
    ok(&mut other, "DROP TABLE dbo.T;");
}

#[test]
fn suspended_query_reads_its_snapshot() {
    let (instance, mut session) = numbers(1000);
    ok(&mut session, "USE master; ALTER DATABASE D SET READ_COMMITTED_SNAPSHOT ON; USE D;");
    let mut other = in_d(&instance);
    let mut rows = session.query("SELECT a FROM dbo.T WHERE b LIKE 'row%' ORDER BY a;").unwrap();
    take(&mut rows, 5);
    ok(&mut other, "DELETE dbo.T WHERE a > 10; UPDATE dbo.T SET b = 'changed';");
    assert_eq!(rows.by_ref().count(), 995, "the rows are those of the statement's start");
    drop(rows);
    assert_eq!(ints(&mut session, "SELECT COUNT(*) FROM dbo.T WHERE b LIKE 'row%'"), [0]);
}

#[test]
fn another_thread_ends_a_suspended_query() {
    let (instance, mut session) = numbers(1000);
    let mut other = in_d(&instance);
    // An attention.
    let watch = session.watch().unwrap();
    let mut rows = session.query("SELECT a FROM dbo.T; PRINT 'not reached';").unwrap();
    take(&mut rows, 1);
    assert!(watch.is_running());
    watch.cancel();
    assert_eq!(rows.by_ref().find_map(|row| row.err()).and_then(|error| error.number()), Some(3617));
    assert!(rows.next().is_none() && rows.take_messages().is_empty());
    drop(rows);
    assert!(!watch.is_running());
    // KILL. No batch of the session is in the way.
    let id = session.id();
    let mut rows = session.query("BEGIN TRAN; DELETE dbo.T WHERE a = 1; SELECT a FROM dbo.T;").unwrap();
    take(&mut rows, 1);
    ok(&mut other, &format!("KILL {id};"));
    ok(&mut other, "SET LOCK_TIMEOUT -1; UPDATE dbo.T SET b = 'x' WHERE a = 1;");
    let ended = rows.find_map(|row| row.err());
    assert!(matches!(ended, Some(QueryError::Ended(SessionEnded::Killed))), "{ended:?}");
    drop(rows);
    drop(session);
    assert_eq!(ints(&mut other, "SELECT COUNT(*) FROM dbo.T WHERE b = 'x'"), [1], "the DELETE is rolled back");
}

#[test]
fn instance_closes_while_a_query_is_suspended() {
    let (instance, mut session) = numbers(1000);
    let mut rows = session.query("SELECT a FROM dbo.T;").unwrap();
    take(&mut rows, 1);
    instance.close().unwrap();
    let ended = rows.find_map(|row| row.err());
    assert!(matches!(ended, Some(QueryError::Ended(SessionEnded::InstanceClosed))), "{ended:?}");
}

#[test]
fn suspended_query_moves_between_threads() {
    let (_instance, mut session) = numbers(1000);
    ok(&mut session, "CREATE PROCEDURE dbo.P AS SELECT x.a FROM dbo.T x JOIN dbo.T y ON x.b = y.b ORDER BY x.a DESC;");
    ok(&mut session, "SET STATISTICS IO ON;");
    let reads =
        |messages: &[Message]| messages.iter().filter(|m| matches!(m, Message::Error(e) if e.number == 3615)).count();
    let mut rows = session.query("EXEC dbo.P;").unwrap();
    assert_eq!(take(&mut rows, 2), [1000, 999]);
    std::thread::scope(|scope| {
        scope.spawn(|| assert_eq!(take(&mut rows, 700).last(), Some(&299))).join().unwrap();
    });
    assert_eq!(rows.by_ref().count(), 298);
    let pulled = rows.take_messages();
    drop(rows);
    let pushed = session.query("EXEC dbo.P;").unwrap().finish().unwrap().messages;
    assert!(reads(&pulled) > 0);
    assert_eq!(pulled, pushed, "page reads of all parts are counted once");
}

#[test]
fn dropped_call_drops_its_temporary_tables() {
    let (_instance, mut session) = numbers(1000);
    ok(
        &mut session,
        "CREATE PROCEDURE dbo.P AS BEGIN
            DECLARE @v TABLE(a INT); INSERT @v SELECT a FROM dbo.T;
            SELECT a INTO #t FROM @v; SET NOCOUNT ON; SELECT v.a FROM #t t JOIN @v v ON t.a = v.a; END;",
    );
    let count = "SELECT COUNT(*) FROM tempdb.sys.tables";
    let before = ints(&mut session, count);
    let mut rows = session.query("EXEC dbo.P; SELECT -1;").unwrap();
    take(&mut rows, 2);
    drop(rows);
    assert_eq!(ints(&mut session, count), before);
    assert_eq!(ints(&mut session, "SELECT @@NESTLEVEL"), [0]);
    assert_eq!(ok(&mut session, "SELECT 1").counts, [1], "NOCOUNT ended with the procedure");
}

#[test]
fn suspended_request_waits_for_its_client() {
    let (instance, mut session) = numbers(1000);
    let mut other = in_d(&instance);
    let id = session.id();
    let state = format!(
        "SELECT r.status, r.wait_type, s.open_transaction_count FROM sys.dm_exec_requests r
         JOIN sys.dm_exec_sessions s ON s.session_id = r.session_id WHERE r.session_id = {id}"
    );
    let mut rows = session.query("SELECT a FROM dbo.T;").unwrap();
    take(&mut rows, 1);
    let seen = ok(&mut other, &state).results.remove(0).rows;
    assert_eq!(seen.len(), 1);
    assert_eq!(seen[0][..2], [Value::text("suspended"), Value::text("ASYNC_NETWORK_IO")]);
    assert_eq!(rows.count(), 999);
    assert!(ok(&mut other, &state).results[0].rows.is_empty(), "the request has ended");
    let waits =
        "SELECT CAST(waiting_tasks_count AS INT) FROM sys.dm_os_wait_stats WHERE wait_type = 'ASYNC_NETWORK_IO'";
    assert!(ints(&mut other, waits)[0] > 1);
}

#[test]
fn options_that_limit_rows_hold_across_parts() {
    let (_instance, mut session) = numbers(1000);
    ok(&mut session, "SET ROWCOUNT 300;");
    assert_eq!(session.query("SELECT a FROM dbo.T;").unwrap().count(), 300);
    ok(&mut session, "SET ROWCOUNT 0; SET TEXTSIZE 4;");
    let long = "SELECT CAST(b AS VARCHAR(MAX)) FROM dbo.T ORDER BY a;";
    let texts: Vec<String> = session.query(long).unwrap().map(|row| row.unwrap().get(0).unwrap()).collect();
    assert_eq!(texts.len(), 1000);
    assert!(texts.iter().all(|text| text == "row "));
}

#[test]
fn work_files_of_a_dropped_sort_are_given_back() {
    let (_instance, mut session) = numbers(3000);
    let used = "SELECT CAST(SUM(user_object_reserved_page_count + internal_object_reserved_page_count) AS INT)
        FROM tempdb.sys.dm_db_file_space_usage";
    let before = ints(&mut session, used);
    for _ in 0..3 {
        let sorted = "SELECT x.a, x.b FROM dbo.T x CROSS JOIN (SELECT TOP (100) a FROM dbo.T) y ORDER BY x.b, y.a;";
        let mut rows = session.query(sorted).unwrap();
        take(&mut rows, 2);
        drop(rows);
    }
    assert_eq!(ints(&mut session, used), before);
}
