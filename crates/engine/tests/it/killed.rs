//! KILL, and the views that show blocked sessions.

use sluice_engine::{Collector, Instance, InstanceOptions, Session, SessionEnded, Value};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

fn instance() -> Arc<Instance> {
    Instance::open(InstanceOptions::in_memory()).expect("an instance in memory opens")
}

fn connect(instance: &Arc<Instance>) -> Session {
    instance.connect().expect("there is room for a session")
}

fn run(session: &mut Session, batch: &str) -> Collector {
    let mut sent = Collector::default();
    session.execute(batch, &mut sent).expect("the session lives");
    assert_eq!(sent.first_error(), None, "{batch}");
    sent
}

fn text(session: &mut Session, query: &str) -> String {
    match run(session, query).scalar() {
        Some(value) => value.as_str().unwrap_or_default().to_owned(),
        None => String::new(),
    }
}

/// Session 52 has locked a row of `t`, and session 53 waits for it.
fn blocked() -> (Session, Session, thread::JoinHandle<Result<i32, SessionEnded>>) {
    blocked_by(
        "CREATE TABLE t(a INT NOT NULL); INSERT t VALUES (1)",
        "BEGIN TRAN; UPDATE t SET a = 2",
        "SELECT a FROM t",
    )
}

/// Session 52 has run `first` on the objects of `made`, and session 53 waits in `second`. The
/// thread returns the number of the error, or else the value.
fn blocked_by(
    made: &str,
    first: &str,
    second: &'static str,
) -> (Session, Session, thread::JoinHandle<Result<i32, SessionEnded>>) {
    let instance = instance();
    let (mut one, mut writer) = (connect(&instance), connect(&instance));
    run(&mut one, made);
    run(&mut writer, first);
    let mut reader = connect(&instance);
    assert_eq!((one.id(), writer.id(), reader.id()), (51, 52, 53));
    let waiting = thread::spawn(move || {
        let mut sent = Collector::default();
        let ended = reader.execute(second, &mut sent);
        let value = sent.scalar().and_then(|value| value.as_i64()).unwrap_or_default();
        ended.map(|()| sent.first_error().map_or(value as i32, |(number, _)| number))
    });
    for _ in 0..500 {
        if text(&mut one, "SELECT status FROM sys.dm_exec_requests WHERE session_id = 53") == "suspended" {
            return (one, writer, waiting);
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("it does not wait");
}

#[test]
fn waiting_session_is_shown_with_its_blocker() {
    let (mut one, mut writer, waiting) = blocked();
    let query = "SELECT CONCAT(wait_type, ' ', blocking_session_id) FROM sys.dm_exec_requests WHERE session_id = 53";
    assert_eq!(text(&mut one, query), "LCK_M_S_XACT_READ 52");
    let query = "SELECT CONCAT(wait_type, ' ', blocking_session_id, ' ', blocking_exec_context_id)
                 FROM sys.dm_os_waiting_tasks WHERE session_id = 53 AND wait_duration_ms >= 0";
    assert_eq!(text(&mut one, query), "LCK_M_S_XACT_READ 52 0");
    let own = "SELECT CONCAT(status, ' ', blocking_session_id, ISNULL(wait_type, '')) FROM sys.dm_exec_requests WHERE session_id = @@SPID";
    assert_eq!(text(&mut one, own), "running 0");
    // An autocommit statement counts as a transaction while it waits.
    let query = "SELECT STRING_AGG(CONCAT(s.session_id, ' ', a.name, ' ', a.transaction_type, ' ', s.open_transaction_count, ' ', r.request_id), ', ')
                        WITHIN GROUP (ORDER BY s.session_id)
                 FROM sys.dm_tran_session_transactions AS s JOIN sys.dm_tran_active_transactions AS a ON a.transaction_id = s.transaction_id
                 LEFT JOIN sys.dm_exec_requests AS r ON r.transaction_id = s.transaction_id WHERE s.session_id > 51";
    assert_eq!(text(&mut one, query), "52 user_transaction 1 1 , 53 SELECT 2 0 0");
    let query = "SELECT CONCAT(COUNT(*), ' ', COUNT(DISTINCT l.request_owner_id)) FROM sys.dm_tran_locks AS l
                 JOIN sys.dm_tran_session_transactions AS s ON s.transaction_id = l.request_owner_id AND s.session_id = l.request_session_id
                 WHERE l.resource_type = 'XACT'";
    assert_eq!(text(&mut one, query), "2 2", "whoever has it, and whoever waits for it");
    run(&mut writer, "COMMIT");
    assert_eq!(waiting.join().expect("it ends").expect("the session lives"), 2);
    assert_eq!(
        text(
            &mut one,
            "SELECT CAST(COUNT(*) AS varchar(9)) FROM sys.dm_tran_session_transactions WHERE session_id > 51"
        ),
        "0"
    );
    assert_eq!(text(&mut one, "SELECT wait_type FROM sys.dm_os_waiting_tasks WHERE session_id IN (52, 53)"), "");
}

/// `sys-dm-os-waiting-tasks-transact-sql.md`, "resource_description column"; and the statement and
/// text of the waiting request.
#[test]
fn waiting_tasks_show_resource_and_statement() {
    let tree = "CREATE TABLE t(a INT NOT NULL PRIMARY KEY, b INT NULL); INSERT t VALUES (1, 1), (2, 2)";
    let heap = "CREATE TABLE t(a INT NOT NULL); INSERT t VALUES (1)";
    let held = |rest: &str| format!("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; BEGIN TRAN; {rest}");
    let cases = [
        (
            heap,
            "BEGIN TRAN; UPDATE t SET a = 2".to_owned(),
            ("SELECT a FROM t", "SELECT"),
            "xactlock xactid=% dbid=1 id=lock% mode=X associatedObjectId=0",
            "XACT: 1:%:0",
        ),
        (
            tree,
            held("SELECT b FROM t WHERE a = 1"),
            ("DECLARE @b int = 7; UPDATE t SET b = @b WHERE a = 1; SELECT 1", "UPDATE"),
            "keylock hobtid={t} dbid=1 id=lock% mode=S associatedObjectId={t}",
            "KEY: 1:{t} (____________)",
        ),
        (
            heap,
            held("SELECT a FROM t WITH (ROWLOCK) WHERE a = 1"),
            ("DELETE FROM t WHERE a = 1", "DELETE"),
            "ridlock fileid=1 pageid=% dbid=1 id=lock% mode=S associatedObjectId={t}",
            "RID: 1:1:%:0",
        ),
        (
            heap,
            "BEGIN TRAN; SELECT a FROM t WITH (TABLOCKX)".to_owned(),
            ("INSERT t VALUES (3)", "INSERT"),
            "objectlock lockPartition=0 objid={t} subresource=FULL dbid=1 id=lock% mode=X associatedObjectId={t}",
            "OBJECT: 1:{t}:0",
        ),
        (
            heap,
            "BEGIN TRAN; EXEC sp_getapplock 'mine', 'Exclusive'".to_owned(),
            ("BEGIN TRAN; EXEC sp_getapplock 'mine', 'Shared'; ROLLBACK", "EXECUTE"),
            "applicationlock hash=________ databasePrincipalId=0 dbid=1 id=lock% mode=X associatedObjectId=0",
            "APPLICATION: 1:0:[mine]:(________)",
        ),
    ];
    for (made, first, (second, runs), description, resource) in cases {
        let (mut one, mut writer, waiting) = blocked_by(made, &first, second);
        let table = text(&mut one, "SELECT CAST(OBJECT_ID('t') AS varchar(20))");
        let is_like = |pattern: &str| format!("LIKE '{}'", pattern.replace('[', "[[]").replace("{t}", &table));
        let query = format!(
            "SELECT resource_description FROM sys.dm_os_waiting_tasks WHERE session_id = 53 AND resource_description NOT {}",
            is_like(description)
        );
        assert_eq!(text(&mut one, &query), "", "{description}");
        let query = format!(
            "SELECT wait_resource FROM sys.dm_exec_requests WHERE session_id = 53 AND wait_resource NOT {}",
            is_like(resource)
        );
        assert_eq!(text(&mut one, &query), "", "{resource}");
        let query = "SELECT r.command + ': ' + SUBSTRING(t.text, r.statement_start_offset / 2 + 1, (r.statement_end_offset - r.statement_start_offset) / 2 + 1)
                     FROM sys.dm_exec_requests AS r CROSS APPLY sys.dm_exec_sql_text(r.sql_handle) AS t
                     WHERE r.session_id = 53";
        let told = text(&mut one, query);
        let (command, statement) = told.split_once(": ").expect("it is told");
        assert_eq!(command, runs, "{second}");
        assert!(second.split("; ").any(|part| part == statement.trim_end_matches(';')), "{second}: {statement}");
        run(&mut writer, "ROLLBACK");
        waiting.join().expect("it ends").expect("the session lives");
    }
}

#[test]
fn kill_ends_session_and_rolls_back_its_transaction() {
    let (mut one, mut writer, waiting) = blocked();
    run(&mut one, "KILL 52");
    assert_eq!(waiting.join().expect("it ends").expect("the session lives"), 1, "the row is as it was");
    let mut sent = Collector::default();
    assert!(matches!(writer.execute("SELECT 1", &mut sent), Err(SessionEnded::Killed)));
    assert_eq!(
        run(&mut one, "SELECT COUNT(*) FROM sys.dm_exec_sessions WHERE session_id = 51").scalar(),
        Some(&Value::Int(1))
    );
}

#[test]
fn kill_ends_a_waiting_session() {
    let (mut one, mut writer, waiting) = blocked();
    run(&mut one, "KILL 53");
    // The batch fails with 596; the next one finds the session ended.
    assert_eq!(waiting.join().expect("it ends").ok(), Some(596), "the session is in the kill state");
    run(&mut writer, "ROLLBACK");
}

#[test]
fn kill_refuses_invalid_sessions() {
    let instance = instance();
    let mut one = connect(&instance);
    let _other = connect(&instance);
    let cases = [
        ("KILL 51", 6104),
        ("KILL 50", 6107),
        ("KILL 99", 6106),
        ("KILL 0", 6101),
        ("KILL 40000", 6101),
        ("KILL 52 WITH STATUSONLY", 6120),
        ("KILL 99 WITH STATUSONLY", 6120),
        ("BEGIN TRAN; KILL 52", 6115),
    ];
    for (batch, number) in cases {
        let mut sent = Collector::default();
        one.execute(batch, &mut sent).expect("the session lives");
        assert_eq!(sent.errors.first().map(|error| error.number), Some(number), "{batch}");
    }
}
