//! Concurrent writers of a table: rows are locked individually until the writer's transaction ends.

use crate::rig::{error, ints, ok, run};
use sluice_engine::{Instance, InstanceOptions, Session, Value};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// Opens an instance with the table `master.dbo.t(a, b, v)` and these rows.
fn with_rows(rows: &str) -> (Arc<Instance>, Session) {
    let instance = Instance::open(InstanceOptions::in_memory()).expect("an instance in memory opens");
    let mut session = connect(&instance);
    ok(&mut session, "CREATE TABLE t(a INT NOT NULL, b INT NOT NULL, v VARCHAR(8000) NOT NULL)");
    ok(&mut session, &format!("INSERT t VALUES {rows}"));
    (instance, session)
}

fn connect(instance: &Arc<Instance>) -> Session {
    instance.connect().expect("there is room for a session")
}

/// Runs a batch on a separate thread. The thread returns the number of rows changed, or the number
/// of the first error.
fn begin(session: Session, batch: &'static str) -> thread::JoinHandle<(Result<i32, i32>, Session)> {
    let mut session = session;
    thread::spawn(move || {
        let sent = run(&mut session, &format!("{batch}; SELECT @@ROWCOUNT"));
        let count = sent.results.last().map(|result| result.rows[0][0].clone());
        match (sent.first_error(), count) {
            (Some((number, _)), _) => (Err(number), session),
            (None, Some(Value::Int(count))) => (Ok(count), session),
            (None, other) => panic!("{other:?}"),
        }
    })
}

/// Verifies that `thread` doesn't end for a while, because it waits for a row.
fn must_wait<T>(thread: &thread::JoinHandle<T>) {
    thread::sleep(Duration::from_millis(80));
    assert!(!thread.is_finished(), "it did not wait");
}

fn end<T>(thread: thread::JoinHandle<(T, Session)>) -> T {
    thread.join().expect("it ends").0
}

#[test]
fn update_locks_the_row_not_the_table() {
    let (instance, mut one) = with_rows("(1, 1, ''), (2, 2, '')");
    ok(&mut one, "BEGIN TRAN; UPDATE t SET b = 20 WHERE a = 2");
    let mut other = connect(&instance);
    ok(&mut other, "SET LOCK_TIMEOUT 0; INSERT t VALUES (3, 3, ''); UPDATE TOP (1) t SET b = 10 WHERE a = 1");
    assert_eq!(error(&mut other, "UPDATE t SET b = 30 WHERE a = 2").0, 1222);
    assert_eq!(error(&mut other, "DELETE t WHERE a = 2").0, 1222);
    ok(&mut one, "COMMIT");
    assert_eq!(ints(&mut other, "SELECT b FROM t"), [10, 20, 3]);
}

/// `sql-server-transaction-locking-and-row-versioning-guide.md`: under READ COMMITTED a row is
/// evaluated once it is locked.
#[test]
fn row_is_evaluated_again_after_a_wait() {
    for (end_of_first, expected) in [("COMMIT", (0, [5])), ("ROLLBACK", (1, [11]))] {
        let (instance, mut one) = with_rows("(1, 1, '')");
        ok(&mut one, "BEGIN TRAN; UPDATE t SET b = 5");
        let waiting = begin(connect(&instance), "UPDATE t SET b = b + 10 WHERE b = 1");
        must_wait(&waiting);
        ok(&mut one, end_of_first);
        assert_eq!(end(waiting), Ok(expected.0), "{end_of_first}");
        assert_eq!(ints(&mut one, "SELECT b FROM t"), expected.1, "{end_of_first}");
    }
}

/// A row that grows moves to another page. Its stub has an older stamp than its copy; the copy's
/// stamp counts.
#[test]
fn moved_row_is_locked_at_its_new_place() {
    let (instance, mut one) = with_rows("(1, 1, REPLICATE('x', 4000)), (2, 2, REPLICATE('y', 3900))");
    ok(&mut one, "UPDATE t SET v = REPLICATE('z', 7000) WHERE a = 1");
    for (change, during, committed) in [
        ("UPDATE t SET b = 5 WHERE a = 1", vec![1, 2], vec![5, 2]),
        ("UPDATE t SET v = REPLICATE('w', 8000), b = 6 WHERE a = 1", vec![5, 2], vec![6, 2]),
        ("DELETE t WHERE a = 1", vec![6, 2], vec![2]),
    ] {
        for end_of_first in ["ROLLBACK", "COMMIT"] {
            ok(&mut one, &format!("BEGIN TRAN; {change}"));
            let mut other = connect(&instance);
            assert_eq!(error(&mut other, "SET LOCK_TIMEOUT 0; UPDATE t SET b = 9 WHERE a = 1").0, 1222, "{change}");
            assert_eq!(error(&mut other, "SELECT b FROM t").0, 1222, "{change}");
            let reading = thread::spawn(move || ints(&mut other, "SET LOCK_TIMEOUT -1; SELECT b FROM t"));
            must_wait(&reading);
            ok(&mut one, end_of_first);
            let expected = if end_of_first == "COMMIT" { &committed } else { &during };
            assert_eq!(reading.join().expect("it ends"), *expected, "{change}, {end_of_first}");
        }
    }
}

#[test]
fn row_moved_by_its_update_is_updated_once() {
    let (_instance, mut session) = with_rows("(1, 1, '')");
    for doubling in 0..8 {
        ok(&mut session, &format!("INSERT t SELECT a + {}, b, v FROM t", 1 << doubling));
    }
    for length in [300, 4000, 8000] {
        ok(&mut session, &format!("UPDATE t SET b = b + 1, v = REPLICATE('x', {length})"));
    }
    assert_eq!(ints(&mut session, "SELECT COUNT(*) FROM t WHERE b = 4 AND LEN(v) = 8000"), [256]);
}

#[test]
fn failed_statement_undoes_only_itself() {
    let (instance, mut one) = with_rows("(1, 1, ''), (2, 0, '')");
    ok(&mut one, "BEGIN TRAN; UPDATE t SET v = 'kept'");
    assert_eq!(error(&mut one, "UPDATE t SET b = 10 / b").0, 8134);
    let mut other = connect(&instance);
    assert_eq!(error(&mut other, "SET LOCK_TIMEOUT 0; UPDATE TOP (1) t SET b = 9").0, 1222, "its rows stay its own");
    ok(&mut one, "COMMIT");
    assert_eq!(ints(&mut one, "SELECT b FROM t WHERE v = 'kept'"), [1, 0]);
}

#[test]
fn crossing_updates_have_one_deadlock_victim() {
    let (instance, mut one) = with_rows("(1, 0, ''), (2, 0, '')");
    let mut other = connect(&instance);
    ok(&mut one, "BEGIN TRAN; UPDATE t SET b = b + 1 WHERE a = 2");
    ok(&mut other, "BEGIN TRAN; UPDATE TOP (1) t SET b = b + 10 WHERE a = 1");
    let waiting = begin(other, "UPDATE t SET b = b + 10 WHERE a = 2; IF @@TRANCOUNT > 0 COMMIT; UPDATE t SET b = b");
    must_wait(&waiting);
    let outcome = run(&mut one, "UPDATE t SET b = b + 1 WHERE a = 1; COMMIT").first_error().map(|(number, _)| number);
    match (outcome, end(waiting)) {
        (None, Err(1205)) => assert_eq!(ints(&mut one, "SELECT b FROM t"), [1, 1]),
        (Some(1205), Ok(2)) => assert_eq!(ints(&mut one, "SELECT b FROM t"), [10, 10]),
        outcome => panic!("{outcome:?}"),
    }
}

/// `t-sql/statements/set-deadlock-priority-transact-sql.md`: the session with the lowest priority
/// is the victim, whatever the cost.
#[test]
fn deadlock_priority_can_be_a_variable() {
    for (of_one, of_other, other_gives_way) in [
        ("@p VARCHAR(6) = 'NORMAL'", "@p NCHAR(3) = N'LOW'", true),
        ("@p INT = -10", "@p TINYINT = 0", false),
        ("@p INT = -4", "@p CHAR(8) = 'low'", true),
    ] {
        let (instance, mut one) = with_rows("(1, 0, ''), (2, 0, '')");
        let mut other = connect(&instance);
        for (session, priority, row) in [(&mut one, of_one, "a = 2"), (&mut other, of_other, "a = 1")] {
            ok(session, &format!("DECLARE {priority}; SET DEADLOCK_PRIORITY @p"));
            ok(session, &format!("BEGIN TRAN; UPDATE TOP (1) t SET b = b + 1 WHERE {row}"));
        }
        let waiting = begin(other, "UPDATE t SET b = b + 1 WHERE a = 2; IF @@TRANCOUNT > 0 COMMIT");
        must_wait(&waiting);
        let outcome = run(&mut one, "UPDATE t SET b = b + 1 WHERE a = 1; COMMIT").first_error();
        let gave_way = (outcome.map(|(number, _)| number), end(waiting).err());
        assert_eq!(gave_way, if other_gives_way { (None, Some(1205)) } else { (Some(1205), None) }, "{of_one}");
    }
}

/// Each session updates rows in an order of its own, and deadlock victims retry: no update is lost.
#[test]
fn increments_in_any_order_are_not_lost() {
    const SESSIONS: i32 = 4;
    const ROUNDS: i32 = 25;
    let (instance, mut session) = with_rows("(0, 0, ''), (1, 0, ''), (2, 0, ''), (3, 0, '')");
    let threads: Vec<_> = (0..SESSIONS)
        .map(|lane| {
            let mut session = connect(&instance);
            thread::spawn(move || {
                for round in 0..ROUNDS {
                    let length = (round * 997 + lane * 331) % 5000;
                    let (first, second) = ((lane + round) % 4, (3 * lane + 2 * round + 1) % 4);
                    let batch = format!(
                        "BEGIN TRAN; UPDATE t SET b = b + 1, v = REPLICATE('x', {length}) WHERE a = {first}; \
                         UPDATE t SET b = b + 1 WHERE a = {second}; COMMIT"
                    );
                    while let Some((number, text)) = run(&mut session, &batch).first_error() {
                        assert_eq!(number, 1205, "{text}");
                    }
                }
            })
        })
        .collect();
    threads.into_iter().for_each(|thread| thread.join().expect("it ends"));
    assert_eq!(ints(&mut session, "SELECT SUM(b) FROM t"), [2 * SESSIONS * ROUNDS]);
    ok(&mut session, "DBCC CHECKDB WITH NO_INFOMSGS");
}

/// `sql-server-transaction-locking-and-row-versioning-guide.md`, "Isolation levels": under
/// REPEATABLE READ other transactions can't change rows that were read, but phantoms appear.
#[test]
fn repeatable_read_keeps_rows_and_permits_phantoms() {
    for (change, after) in [("UPDATE t SET b = 9 WHERE a = 1", 9 + 2), ("DELETE t WHERE a = 1", 2)] {
        let (instance, mut reader) = with_rows("(1, 1, ''), (2, 2, '')");
        ok(&mut reader, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; BEGIN TRAN");
        assert_eq!(ints(&mut reader, "SELECT SUM(b) FROM t"), [3]);
        let waiting = begin(connect(&instance), change);
        must_wait(&waiting);
        ok(&mut connect(&instance), "INSERT t VALUES (3, 100, '')");
        assert_eq!(ints(&mut reader, "SELECT SUM(b) FROM t"), [103]);
        let waits = "SELECT COUNT(*) FROM sys.dm_os_wait_stats WHERE wait_type = 'LCK_M_X' AND waiting_tasks_count = 1";
        assert_eq!(ints(&mut reader, waits), [0], "it waits yet");
        ok(&mut reader, "COMMIT");
        assert_eq!(end(waiting), Ok(1));
        assert_eq!(ints(&mut reader, waits), [1], "for the row's lock");
        assert_eq!(ints(&mut reader, "SELECT SUM(b) FROM t"), [after + 100]);
    }
}

#[test]
fn repeatably_read_row_is_changed_by_its_only_reader() {
    let (instance, mut one) = with_rows("(1, 1, ''), (2, 2, '')");
    let mut other = connect(&instance);
    for session in [&mut one, &mut other] {
        ok(session, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; BEGIN TRAN");
        assert_eq!(ints(session, "SELECT SUM(b) FROM t"), [3]);
    }
    let waiting = begin(one, "UPDATE t SET b = b + 1 WHERE a = 1");
    must_wait(&waiting);
    ok(&mut other, "COMMIT");
    let (count, mut one) = waiting.join().expect("it ends");
    assert_eq!(count, Ok(1));
    ok(&mut one, "UPDATE t SET b = b + 1 WHERE a = 1; COMMIT");
    assert_eq!(ints(&mut other, "SELECT b FROM t"), [3, 2]);
}

/// Two sessions read a row and then both change it: each waits for the other, one becomes the
/// victim, and no update is lost.
#[test]
fn repeatable_readers_that_write_have_one_victim() {
    let (instance, mut one) = with_rows("(1, 0, '')");
    let mut other = connect(&instance);
    for session in [&mut one, &mut other] {
        ok(session, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; BEGIN TRAN; SELECT b FROM t");
    }
    let waiting = begin(one, "UPDATE t SET b = b + 1; COMMIT; UPDATE t SET v = v");
    must_wait(&waiting);
    let outcome = run(&mut other, "UPDATE t SET b = b + 1; COMMIT").first_error().map(|(number, _)| number);
    let waited = end(waiting);
    assert!(matches!((outcome, waited), (None, Err(1205)) | (Some(1205), Ok(1))), "{outcome:?} {waited:?}");
    assert_eq!(ints(&mut other, "SELECT b FROM t"), [1]);
}

/// Two updates under REPEATABLE READ take update locks on the rows they search, so they run in turn
/// without a deadlock.
#[test]
fn repeatable_updates_run_in_turn() {
    let (instance, mut session) = with_rows("(1, 0, ''), (2, 0, '')");
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let mut session = connect(&instance);
            thread::spawn(move || {
                ok(&mut session, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
                (0..25).for_each(|_| drop(ok(&mut session, "UPDATE t SET b = b + 1")));
            })
        })
        .collect();
    threads.into_iter().for_each(|thread| thread.join().expect("it ends"));
    assert_eq!(ints(&mut session, "SELECT b FROM t"), [100, 100]);
}

#[test]
fn many_repeatable_row_locks_escalate_to_table() {
    let (instance, mut session) = with_rows("(1, 1, '')");
    for doubling in 0..13 {
        ok(&mut session, &format!("INSERT t SELECT a + {}, b, v FROM t", 1 << doubling));
    }
    ok(&mut session, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; BEGIN TRAN");
    let mut other = connect(&instance);
    ok(&mut other, "SET LOCK_TIMEOUT 0");
    ok(&mut session, "DECLARE @a INT; SELECT TOP 2000 @a = a FROM t");
    ok(&mut other, "INSERT t VALUES (0, 0, '')");
    // Page locks need far fewer locks.
    let locks = "SELECT COUNT(*) FROM sys.dm_tran_locks WHERE resource_type = ";
    assert_eq!(ints(&mut session, "SELECT COUNT(*) FROM t"), [8193]);
    let (pages, rows) = (ints(&mut session, &format!("{locks}'PAGE'")), ints(&mut session, &format!("{locks}'RID'")));
    assert!((10..100).contains(&pages[0]) && (2000..2400).contains(&rows[0]), "{pages:?} {rows:?}");
    ok(&mut other, "INSERT t VALUES (0, 0, '')");
    ok(&mut session, "COMMIT; BEGIN TRAN");
    assert_eq!(ints(&mut session, "SELECT COUNT(*) FROM t WHERE b = 1"), [8192]);
    assert_eq!(error(&mut other, "INSERT t VALUES (0, 0, '')").0, 1222, "the table is locked");
    assert_eq!(ints(&mut session, &format!("{locks}'PAGE' OR resource_type = 'RID'")), [0]);
    assert_eq!(ints(&mut other, "SELECT COUNT(*) FROM t"), [8194]);
    ok(&mut session, "COMMIT");
    ok(&mut other, "INSERT t VALUES (0, 0, '')");
}
