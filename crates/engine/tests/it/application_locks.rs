//! Application locks of several sessions, and deadlocks over application locks, rows and tables.
//!
//! Statuses: `relational-databases/system-stored-procedures/sp-getapplock-transact-sql.md`.

use crate::rig::{error, ints, ok, run};
use sluice_engine::{Instance, InstanceOptions, Session};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

fn instance() -> (Arc<Instance>, Session, Session) {
    let instance = Instance::open(InstanceOptions::in_memory()).expect("an instance in memory opens");
    let sessions = [(); 2].map(|()| instance.connect().expect("there is room for a session"));
    let [one, other] = sessions;
    (instance, one, other)
}

/// Locks a resource name. Returns the status.
fn lock(session: &mut Session, name: &str, mode: &str, owner: &str, timeout: i32) -> i32 {
    let batch = format!("DECLARE @r INT; EXEC @r = sp_getapplock '{name}', '{mode}', '{owner}', {timeout}; SELECT @r");
    ints(session, &batch)[0]
}

fn must_wait<T>(thread: &thread::JoinHandle<T>) {
    thread::sleep(Duration::from_millis(80));
    assert!(!thread.is_finished(), "it did not wait");
}

#[test]
fn lock_is_granted_at_once_after_wait_or_timed_out() {
    let (_instance, mut one, mut other) = instance();
    assert_eq!(lock(&mut one, "a", "Exclusive", "Session", 0), 0);
    assert_eq!(lock(&mut one, "a", "Exclusive", "Session", 0), 0, "again");
    assert_eq!(lock(&mut other, "a", "Shared", "Session", 0), -1);
    assert_eq!(lock(&mut other, "a", "Shared", "Session", 30), -1);
    assert_eq!(ints(&mut other, "SELECT CAST(APPLOCK_TEST('public', 'a', 'Shared', 'Session') AS INT)"), [0]);
    assert_eq!(lock(&mut other, "b", "Shared", "Session", 0), 0, "another name");
    ok(&mut other, "SET LOCK_TIMEOUT 10");
    let batch = "DECLARE @r INT; EXEC @r = sp_getapplock 'a', 'Shared', 'Session'; SELECT @r";
    assert_eq!(ints(&mut other, batch), [-1], "@@LOCK_TIMEOUT unless it is said");
    ok(&mut one, "EXEC sp_releaseapplock 'a', 'Session'");
    let waiting = thread::spawn(move || lock(&mut other, "a", "Shared", "Session", -1));
    must_wait(&waiting);
    ok(&mut one, "EXEC sp_releaseapplock 'a', 'Session'");
    assert_eq!(waiting.join().expect("it ends"), 1);
}

#[test]
fn lock_is_released_with_its_owner() {
    let (_instance, mut one, mut other) = instance();
    ok(&mut one, "BEGIN TRAN");
    assert_eq!(lock(&mut one, "t", "Exclusive", "Transaction", 0), 0);
    assert_eq!(lock(&mut one, "s", "Exclusive", "Session", 0), 0);
    ok(&mut one, "ROLLBACK; CREATE TABLE u(a INT); INSERT u VALUES (1)");
    assert_eq!(lock(&mut other, "t", "Exclusive", "Session", 0), 0);
    assert_eq!(lock(&mut other, "s", "Exclusive", "Session", 0), -1);
    drop(one);
    assert_eq!(lock(&mut other, "s", "Exclusive", "Session", 0), 0);
}

/// A deadlock status of -3 rolls nothing back, unlike error 1205: the transaction's changes and
/// locks stay.
#[test]
fn deadlock_over_application_locks_returns_status() {
    let (_instance, mut one, mut other) = instance();
    ok(&mut one, "CREATE TABLE t(a INT); BEGIN TRAN; INSERT t VALUES (1)");
    ok(&mut other, "SET DEADLOCK_PRIORITY LOW; BEGIN TRAN");
    assert_eq!(lock(&mut one, "a", "Exclusive", "Transaction", 0), 0);
    assert_eq!(lock(&mut other, "b", "Exclusive", "Transaction", 0), 0);
    let waiting = thread::spawn(move || (lock(&mut one, "b", "Exclusive", "Transaction", -1), one));
    must_wait(&waiting);
    assert_eq!(lock(&mut other, "a", "Exclusive", "Transaction", -1), -3);
    assert!(!waiting.is_finished(), "the other one's locks stay");
    assert_eq!(ints(&mut other, "SELECT @@TRANCOUNT"), [1]);
    ok(&mut other, "ROLLBACK");
    let (status, mut one) = waiting.join().expect("it ends");
    assert_eq!(status, 1);
    ok(&mut one, "COMMIT");
}

/// One session waits for a row, the other for an application lock.
#[test]
fn deadlock_over_row_and_application_lock_is_found() {
    let (_instance, mut one, mut other) = instance();
    ok(&mut one, "CREATE TABLE t(a INT); INSERT t VALUES (1)");
    ok(&mut one, "SET DEADLOCK_PRIORITY HIGH; BEGIN TRAN; UPDATE t SET a = 2");
    ok(&mut other, "BEGIN TRAN");
    assert_eq!(lock(&mut other, "a", "Exclusive", "Transaction", 0), 0);
    let waiting = thread::spawn(move || (error(&mut other, "UPDATE t SET a = 3").0, other));
    must_wait(&waiting);
    assert_eq!(lock(&mut one, "a", "Exclusive", "Transaction", -1), 1);
    let (number, mut other) = waiting.join().expect("it ends");
    assert_eq!(number, 1205);
    ok(&mut one, "COMMIT");
    assert_eq!(ints(&mut other, "SELECT a FROM t"), [2]);
}

/// `t-sql/statements/set-deadlock-priority-transact-sql.md`: the session with the lowest priority
/// is the victim, however much it has logged.
#[test]
fn victim_has_the_lowest_priority() {
    for (first, second, victim) in [("HIGH", "NORMAL", 2), ("-6", "LOW", 1), ("NORMAL", "10", 1), ("0", "-1", 2)] {
        let (_instance, mut one, mut other) = instance();
        ok(&mut one, "CREATE TABLE t(a INT); CREATE TABLE u(a INT); INSERT t VALUES (1); INSERT u VALUES (1)");
        ok(&mut one, &format!("SET DEADLOCK_PRIORITY {first}; BEGIN TRAN; UPDATE t SET a = 2"));
        ok(&mut other, &format!("SET DEADLOCK_PRIORITY {second}; BEGIN TRAN; UPDATE u SET a = 2"));
        let waiting = thread::spawn(move || run(&mut other, "UPDATE t SET a = 3; COMMIT").first_error());
        must_wait(&waiting);
        let outcome = run(&mut one, "UPDATE u SET a = 3; COMMIT").first_error().map(|(number, _)| number);
        let waited = waiting.join().expect("it ends").map(|(number, _)| number);
        let expected = if victim == 1 { (Some(1205), None) } else { (None, Some(1205)) };
        assert_eq!((outcome, waited), expected, "{first}, {second}");
    }
}

/// A row wait shows the blocking transaction's session.
#[test]
fn waiting_session_shows_its_blocker() {
    let (instance, mut one, other) = instance();
    ok(&mut one, "CREATE TABLE t(a INT); INSERT t VALUES (1); BEGIN TRAN; UPDATE t SET a = 2");
    assert_eq!(lock(&mut one, "a", "Exclusive", "Transaction", 0), 0);
    let mut third = instance.connect().expect("there is room for a session");
    let waiting = [
        thread::spawn({
            let mut other = other;
            move || drop(ints(&mut other, "SELECT a FROM t"))
        }),
        thread::spawn(move || assert_eq!(lock(&mut third, "a", "Shared", "Session", -1), 1)),
    ];
    waiting.iter().for_each(must_wait);
    let mut watcher = instance.connect().expect("there is room for a session");
    let query = "SELECT request_session_id FROM sys.dm_tran_locks w WHERE request_status = 'WAIT' AND request_mode = 'S' \
                 AND resource_type = ";
    assert_eq!(ints(&mut watcher, &format!("{query} 'XACT'")), [52]);
    assert_eq!(ints(&mut watcher, &format!("{query} 'APPLICATION'")), [53]);
    let holder = "SELECT request_session_id FROM sys.dm_tran_locks WHERE request_mode = 'X' AND resource_type = 'XACT'";
    assert_eq!(ints(&mut watcher, holder), [51]);
    ok(&mut one, "COMMIT");
    waiting.into_iter().for_each(|thread| thread.join().expect("it ends"));
    assert_eq!(ints(&mut watcher, "SELECT COUNT(*) FROM sys.dm_tran_locks WHERE resource_type = 'XACT'"), [0]);
}
