//! Tests with two concurrent sessions.

use super::rig::{TestHost, run};
use std::thread;
use std::time::Duration;

#[test]
fn drop_table_waits_for_reader() {
    let host = TestHost::new();
    let mut user = host.connect(51);
    run(&mut user, "CREATE TABLE t(a INT); BEGIN TRAN; INSERT t VALUES (1)");
    let mut dropper = host.connect(52);
    let drop = thread::spawn(move || run(&mut dropper, "DROP TABLE t; PRINT 'dropped'"));
    thread::sleep(Duration::from_millis(60));
    assert!(!drop.is_finished(), "the table is in use");
    assert_eq!(run(&mut user, "INSERT t VALUES (2); COMMIT"), "(1)");
    assert_eq!(drop.join().expect("the other session ends"), "print: dropped");
    assert_eq!(run(&mut user, "INSERT t VALUES (3)"), "Msg 208 line 1 t");
}

#[test]
fn cancelled_lock_wait_is_not_caught() {
    let host = TestHost::new();
    let mut session = host.connect(51);
    let handle = session.cancel_handle();
    // The rig's clock doesn't advance, so the wait never times out.
    let waiting = thread::spawn(move || {
        run(
            &mut session,
            "BEGIN TRY WAITFOR DELAY '00:00:01' END TRY BEGIN CATCH PRINT 'caught' END CATCH PRINT 'after'",
        )
    });
    while !waiting.is_finished() {
        handle.cancel();
        thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(waiting.join().expect("the batch ends"), "Msg 3617 line 1");
}

#[test]
fn compilation_cancelled_at_its_start_has_one_error() {
    let host = TestHost::new();
    let mut session = host.connect(51);
    let handle = session.cancel_handle();
    let compiling = thread::spawn(move || run(&mut session, &"PRINT 'a'; SELECT 1 AS n; ".repeat(3_000)));
    while !compiling.is_finished() {
        handle.cancel();
    }
    let said = compiling.join().expect("the batch ends");
    assert_eq!(said.matches("3617").count(), 1, "{said:.200}");
}

#[test]
fn loop_is_cancellable() {
    let host = TestHost::new();
    let mut session = host.connect(51);
    let handle = session.cancel_handle();
    let endless = thread::spawn(move || {
        let text = run(&mut session, "PRINT 'on'; WHILE 1 = 1 PRINT 'off'; PRINT 'after'");
        (text.ends_with("Msg 3617 line 1"), run(&mut session, "PRINT 'well'"))
    });
    // A batch clears the cancel flag when it starts, so the flag must be set later.
    while !endless.is_finished() {
        handle.cancel();
        thread::sleep(Duration::from_millis(5));
    }
    let (cancelled, then) = endless.join().expect("the batch ends");
    assert!(cancelled);
    assert_eq!(then, "print: well");
}

/// Rows found for a change stay locked until the transaction ends, and a search waits for rows that
/// other transactions are changing.
#[test]
fn rows_found_for_change_stay_locked() {
    let host = TestHost::new();
    let mut one = host.connect(51);
    let mut other = host.connect(52);
    run(&mut one, "SET NOCOUNT ON; CREATE TABLE t(a INT, b INT); CREATE TABLE s(a INT, b INT)");
    run(&mut one, "INSERT t VALUES (1, 1), (2, 2); INSERT s VALUES (1, 10), (2, 20)");
    run(&mut other, "SET NOCOUNT ON; SET LOCK_TIMEOUT 0");
    let update = "UPDATE t SET b = s.b FROM t JOIN s ON s.a = t.a WHERE t.a = 1";
    let merge = "MERGE t USING s ON s.a = t.a WHEN MATCHED AND s.a = 1 THEN UPDATE SET b = s.b;";
    for change in [update, merge] {
        run(&mut one, "BEGIN TRAN; UPDATE t SET b = 5 WHERE a = 1");
        assert!(run(&mut other, change).contains("Msg 1222"), "{change}");
        run(&mut one, "ROLLBACK");
        assert_eq!(run(&mut other, "BEGIN TRAN"), "");
        assert_eq!(run(&mut other, change), "");
        run(&mut one, "SET LOCK_TIMEOUT 0");
        assert!(run(&mut one, "DELETE t WHERE a = 1").contains("Msg 1222"), "{change}");
        assert_eq!(run(&mut one, "SELECT COUNT(*) FROM s"), "[] / 2");
        run(&mut other, "ROLLBACK");
        assert_eq!(run(&mut one, "SELECT b FROM t WHERE a = 1"), "[b] / 1");
    }
    run(&mut other, "BEGIN TRAN; SELECT * FROM t WITH (HOLDLOCK)");
    assert!(run(&mut one, "INSERT t VALUES (3, 3)").contains("Msg 1222"));
    run(&mut other, "ROLLBACK; BEGIN TRAN; UPDATE t SET b = 9");
    assert_eq!(run(&mut one, "SELECT b FROM t WITH (NOLOCK)"), "[b] / 9 / 9");
    run(&mut other, "ROLLBACK");
}
