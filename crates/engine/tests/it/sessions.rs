//! Concurrent sessions, each on its own thread.

use crate::rig::Rig;
use sluice_engine::{Collector, Instance, InstanceOptions, Session, SessionEnded, Value};
use sluice_vfs::CallKind;
use sluice_vfs::fault::{Fault, Rule};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::{Duration, Instant};

fn instance() -> Arc<Instance> {
    Instance::open(InstanceOptions::in_memory()).expect("an instance in memory opens")
}

fn connect(instance: &Arc<Instance>) -> Session {
    instance.connect().expect("there is room for a session")
}

/// Runs a batch that must succeed.
fn run(session: &mut Session, batch: &str) -> Collector {
    let sent = attempt(session, batch);
    assert_eq!(sent.first_error(), None, "{batch}");
    sent
}

fn attempt(session: &mut Session, batch: &str) -> Collector {
    let mut sent = Collector::default();
    session.execute(batch, &mut sent).expect("the session lives");
    sent
}

fn number(session: &mut Session, query: &str) -> i64 {
    match run(session, query).scalar() {
        Some(Value::Int(number)) => i64::from(*number),
        Some(Value::BigInt(number)) => *number,
        other => panic!("{query} gave {other:?}"),
    }
}

fn error_of(sent: &Collector) -> i32 {
    sent.errors.first().map_or(0, |error| error.number)
}

/// Opens an instance with the table `master.dbo.t(a, b)`.
fn with_table() -> (Arc<Instance>, Session) {
    let instance = instance();
    let mut session = connect(&instance);
    run(&mut session, "CREATE TABLE t(a INT NOT NULL, b INT NOT NULL)");
    (instance, session)
}

/// Returns the number of completed waits of type `wait`.
fn waits(session: &mut Session, wait: &str) -> i64 {
    let query = format!("SELECT waiting_tasks_count FROM sys.dm_os_wait_stats WHERE wait_type = '{wait}'");
    number(session, &query)
}

/// Verifies that `thread` doesn't end for a while, because it waits for a lock.
fn must_wait<T>(thread: &thread::JoinHandle<T>) {
    thread::sleep(Duration::from_millis(80));
    assert!(!thread.is_finished(), "it did not wait");
}

#[test]
fn outdated_plans_stay_until_their_session_discards_them() {
    let instance = instance();
    let (mut session, mut other) = (connect(&instance), connect(&instance));
    let plans = "SELECT COUNT(*) FROM sys.dm_exec_cached_plans AS c \
                 CROSS APPLY sys.dm_exec_sql_text(c.plan_handle) AS t WHERE t.text LIKE 'SELECT 1 AS kept%'";
    session.discard_after_answer();
    run(&mut session, "SELECT 1 AS kept");
    run(&mut session, "DBCC FREEPROCCACHE WITH NO_INFOMSGS");
    assert_eq!(number(&mut other, plans), 1, "the answer doesn't wait");
    session.discard_old_plans();
    assert_eq!(number(&mut other, plans), 0);
    run(&mut session, "SELECT 1 AS kept");
    session.discard_old_plans();
    assert_eq!(number(&mut other, plans), 1, "the plan is of the present generation");
}

#[test]
fn session_ids_are_unique_and_reused() {
    let instance = instance();
    let mut first = connect(&instance);
    let second = connect(&instance);
    assert_eq!((first.id(), second.id()), (51, 52));
    assert_eq!(number(&mut first, "SELECT CAST(@@SPID AS INT)"), 51);
    drop(first);
    assert_eq!(connect(&instance).id(), 51);
}

#[test]
fn reader_waits_for_writer_and_sees_its_commit() {
    for end in ["COMMIT", "ROLLBACK"] {
        let (instance, mut writer) = with_table();
        run(&mut writer, "INSERT t VALUES (1, 1)");
        run(&mut writer, "BEGIN TRAN; INSERT t VALUES (2, 2)");
        let mut reader = connect(&instance);
        let read = thread::spawn(move || {
            let count = number(&mut reader, "SELECT COUNT(*) FROM t");
            (count, waits(&mut reader, "LCK_M_S_XACT_READ"))
        });
        must_wait(&read);
        assert_eq!(number(&mut writer, "SELECT COUNT(*) FROM t"), 2, "its own rows are seen at once");
        run(&mut writer, end);
        let expected = if end == "COMMIT" { 2 } else { 1 };
        assert_eq!(read.join().expect("the reader ends"), (expected, 1), "{end}");
    }
}

/// L3a: changes of a full commit become visible only when the commit is on disk.
#[test]
fn unhardened_commit_is_not_visible() {
    let rig = Rig::new();
    let (instance, mut writer) = rig.connect();
    run(&mut writer, "CREATE TABLE t(a INT NOT NULL)");
    let is_stalled = Arc::new(AtomicBool::new(true));
    let stall = is_stalled.clone();
    let hook = Fault::Hook(Arc::new(move |_| {
        while stall.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(1));
        }
    }));
    rig.faults.arm(Rule::new(hook).path("mastlog.ldf").on(CallKind::Write));
    let write = thread::spawn(move || run(&mut writer, "INSERT t VALUES (1)"));
    must_wait(&write);
    let mut reader = connect(&instance);
    let read = thread::spawn(move || number(&mut reader, "SELECT COUNT(*) FROM t"));
    must_wait(&read);
    assert!(!write.is_finished());
    is_stalled.store(false, Ordering::Relaxed);
    assert_eq!(read.join().expect("the reader ends"), 1);
    write.join().expect("the writer ends");
}

#[test]
fn failed_commit_releases_waiting_sessions() {
    let rig = Rig::new();
    let (instance, mut writer) = rig.connect();
    run(&mut writer, "CREATE TABLE t(a INT NOT NULL); BEGIN TRAN; INSERT t VALUES (1)");
    let mut reader = connect(&instance);
    let read = thread::spawn(move || error_of(&attempt(&mut reader, "SELECT COUNT(*) FROM t")));
    must_wait(&read);
    rig.faults.arm(Rule::new(Fault::Eio).path("mastlog.ldf").on(CallKind::Write).nth(0));
    assert_eq!(error_of(&attempt(&mut writer, "COMMIT")), 9001);
    assert_eq!(read.join().expect("the reader ends"), 9001, "what became of the row cannot be told");
}

#[test]
fn rows_before_a_locked_row_are_sent_first() {
    let (instance, mut writer) = with_table();
    run(&mut writer, "INSERT t VALUES (1, 1); BEGIN TRAN; INSERT t VALUES (2, 2)");
    let mut reader = connect(&instance);
    assert_eq!(number(&mut reader, "SELECT TOP 1 a FROM t"), 1, "the second row is not looked for");
    run(&mut writer, "COMMIT");
}

#[test]
fn read_uncommitted_does_not_wait() {
    let (instance, mut writer) = with_table();
    run(&mut writer, "BEGIN TRAN; INSERT t VALUES (1, 1)");
    let mut reader = connect(&instance);
    run(&mut reader, "SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED");
    assert_eq!(number(&mut reader, "SELECT COUNT(*) FROM t"), 1);
    run(&mut writer, "ROLLBACK");
    assert_eq!(number(&mut reader, "SELECT COUNT(*) FROM t"), 0);
}

/// `docs/t-sql/statements/set-lock-timeout-transact-sql.md`: 0 doesn't wait, -1 waits without
/// limit. A timeout ends only the statement.
#[test]
fn lock_timeout_ends_only_the_statement() {
    let (instance, mut writer) = with_table();
    run(&mut writer, "BEGIN TRAN; INSERT t VALUES (1, 1)");
    let mut other = connect(&instance);
    for (limit, statement) in
        [(0, "SELECT * FROM t"), (30, "SELECT * FROM t"), (0, "DROP TABLE t"), (30, "DROP TABLE t")]
    {
        let batch = format!("SET LOCK_TIMEOUT {limit}; BEGIN TRAN; {statement}; SELECT @@TRANCOUNT; ROLLBACK");
        let sent = attempt(&mut other, &batch);
        assert_eq!(error_of(&sent), 1222, "{batch}");
        let open = sent.results.last().map(|result| result.rows.clone());
        assert_eq!(open, Some(vec![vec![Value::Int(1)]]), "{batch}");
    }
    let read = thread::spawn(move || number(&mut other, "SET LOCK_TIMEOUT -1; SELECT COUNT(*) FROM t"));
    must_wait(&read);
    run(&mut writer, "COMMIT");
    assert_eq!(read.join().expect("it ends"), 1);
}

#[test]
fn serializable_reads_stay_valid() {
    let (instance, mut reader) = with_table();
    run(&mut reader, "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE");
    assert_eq!(number(&mut reader, "BEGIN TRAN; SELECT COUNT(*) FROM t"), 0);
    let mut writer = connect(&instance);
    let write = thread::spawn(move || {
        run(&mut writer, "INSERT t VALUES (1, 1)");
        waits(&mut writer, "LCK_M_IX")
    });
    must_wait(&write);
    assert_eq!(number(&mut reader, "SELECT COUNT(*) FROM t"), 0);
    run(&mut reader, "COMMIT");
    assert_eq!(write.join().expect("the writer ends"), 1);
    assert_eq!(number(&mut reader, "SELECT COUNT(*) FROM t"), 1);
}

/// Two sessions count rows and insert one if there is none: under SERIALIZABLE exactly one row
/// results.
#[test]
fn serializable_count_and_insert_has_one_victim() {
    let (instance, mut session) = with_table();
    for turn in 0..20 {
        let batch = format!(
            "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE; BEGIN TRAN; \
             IF (SELECT COUNT(*) FROM t WHERE a = {turn}) = 0 INSERT t VALUES ({turn}, 1); COMMIT"
        );
        let start = Arc::new(Barrier::new(2));
        let threads = [(); 2].map(|()| {
            let (mut session, batch, start) = (connect(&instance), batch.clone(), start.clone());
            thread::spawn(move || {
                start.wait();
                error_of(&attempt(&mut session, &batch))
            })
        });
        let errors = threads.map(|thread| thread.join().expect("it ends"));
        assert!(errors.contains(&0) && errors.iter().all(|error| [0, 1205].contains(error)), "{errors:?}");
        assert_eq!(number(&mut session, &format!("SELECT COUNT(*) FROM t WHERE a = {turn}")), 1);
    }
}

/// Every fourth transaction is rolled back; its rows have a mark that no committed row has.
#[test]
fn rolled_back_rows_are_never_visible() {
    let (instance, mut session) = with_table();
    let stop = Arc::new(AtomicBool::new(false));
    let writers: Vec<_> = (0..3)
        .map(|lane| {
            let (mut session, stop) = (connect(&instance), stop.clone());
            thread::spawn(move || {
                let mut pairs = 0i64;
                for turn in 1.. {
                    let (end, mark) = if turn % 4 == 0 { ("ROLLBACK", 0) } else { ("COMMIT", 1) };
                    let batch = format!(
                        "BEGIN TRAN; INSERT t VALUES ({lane}, {mark}); INSERT t VALUES ({lane}, -{mark}); {end}"
                    );
                    run(&mut session, &batch);
                    pairs += i64::from(end == "COMMIT");
                    if stop.load(Ordering::Relaxed) {
                        break;
                    }
                }
                pairs
            })
        })
        .collect();
    let begin = Instant::now();
    let mut reads = 0;
    while begin.elapsed() < Duration::from_millis(700) || reads < 5 {
        // A scan is no snapshot and may miss rows inserted behind it. But the scan never shows a
        // rolled-back row, which would have the mark.
        assert_eq!(number(&mut session, "SELECT COUNT(*) FROM t WHERE b = 0"), 0);
        reads += 1;
    }
    stop.store(true, Ordering::Relaxed);
    let pairs: i64 = writers.into_iter().map(|thread| thread.join().expect("a writer ends")).sum();
    assert_eq!(number(&mut session, "SELECT COUNT(*) FROM t"), 2 * pairs);
    assert_eq!(number(&mut session, "SELECT SUM(b) FROM t"), 0);
}

#[test]
fn eight_sessions_lose_no_row() {
    const SESSIONS: i64 = 8;
    const ROWS: i64 = 250;
    let (instance, mut session) = with_table();
    let start = Arc::new(Barrier::new(SESSIONS as usize));
    let threads: Vec<_> = (0..SESSIONS)
        .map(|lane| {
            let (mut session, start) = (connect(&instance), start.clone());
            thread::spawn(move || {
                start.wait();
                let batch = format!(
                    "SET NOCOUNT ON; DECLARE @i INT = 0; WHILE @i < {ROWS} \
                     BEGIN BEGIN TRAN; INSERT t VALUES ({lane}, @i); COMMIT; SET @i += 1 END"
                );
                run(&mut session, &batch);
            })
        })
        .collect();
    threads.into_iter().for_each(|thread| thread.join().expect("it ends"));
    assert_eq!(number(&mut session, "SELECT COUNT(*) FROM t"), SESSIONS * ROWS);
    for lane in 0..SESSIONS {
        let query = format!("SELECT SUM(b) FROM t WHERE a = {lane}");
        assert_eq!(number(&mut session, &query), ROWS * (ROWS - 1) / 2);
    }
}

#[test]
fn deadlock_victim_is_the_cheaper_transaction() {
    let (instance, mut dear) = with_table();
    run(&mut dear, "CREATE TABLE u(a INT NOT NULL)");
    run(&mut dear, "BEGIN TRAN; INSERT t VALUES (1, 1); INSERT t VALUES (2, 2); INSERT t VALUES (3, 3)");
    let mut cheap = connect(&instance);
    run(&mut cheap, "BEGIN TRAN; INSERT u VALUES (1)");
    let waiting = thread::spawn(move || {
        let sent = attempt(&mut cheap, "SELECT COUNT(*) FROM t; PRINT 'after'");
        (sent, number(&mut cheap, "SELECT @@TRANCOUNT"))
    });
    must_wait(&waiting);
    // This statement closes the cycle; the other session has logged less.
    assert_eq!(number(&mut dear, "SELECT COUNT(*) FROM u"), 0, "its row is taken back");
    let (sent, open) = waiting.join().expect("it ends");
    assert_eq!(sent.first_error().map(|(number, text)| (number, text.contains("(Process ID 52)"))), Some((1205, true)));
    assert_eq!((sent.prints, open), (Vec::<String>::new(), 0), "the batch ends, and the transaction");
    run(&mut dear, "COMMIT");
}

/// `t-sql/language-elements/try-catch-transact-sql.md`: 1205 can be caught. The transaction can
/// only be rolled back then.
#[test]
fn deadlock_in_try_dooms_transaction() {
    let (instance, mut dear) = with_table();
    run(&mut dear, "CREATE TABLE u(a INT NOT NULL)");
    run(&mut dear, "BEGIN TRAN; INSERT t VALUES (1, 1); INSERT t VALUES (2, 2); INSERT t VALUES (3, 3)");
    let mut cheap = connect(&instance);
    run(&mut cheap, "BEGIN TRAN; INSERT u VALUES (1)");
    let waiting = thread::spawn(move || {
        let sent = attempt(
            &mut cheap,
            "DECLARE @n INT;
             BEGIN TRY SELECT @n = COUNT(*) FROM t; PRINT 'not reached'; END TRY
             BEGIN CATCH
                 PRINT CONCAT(ERROR_NUMBER(), ' ', ERROR_SEVERITY(), ' ', XACT_STATE(), ' ', @@TRANCOUNT);
                 BEGIN TRY COMMIT; END TRY BEGIN CATCH PRINT CONCAT(ERROR_NUMBER(), ' ', XACT_STATE()); END CATCH;
                 ROLLBACK;
                 PRINT CONCAT(XACT_STATE(), ' ', @@TRANCOUNT);
             END CATCH;
             PRINT 'after'",
        );
        (sent, number(&mut cheap, "SELECT @@TRANCOUNT"))
    });
    must_wait(&waiting);
    assert_eq!(number(&mut dear, "SELECT COUNT(*) FROM u"), 0, "its row is taken back");
    let (sent, open) = waiting.join().expect("it ends");
    assert_eq!(sent.first_error(), None);
    assert_eq!(sent.prints, ["1205 13 -1 1", "3930 -1", "0 0", "after"]);
    assert_eq!(open, 0);
    run(&mut dear, "COMMIT");
}

#[test]
fn deadlock_over_row_and_table_is_found() {
    let (instance, mut one) = with_table();
    run(&mut one, "CREATE TABLE u(a INT NOT NULL); BEGIN TRAN; INSERT t VALUES (1, 1)");
    let mut other = connect(&instance);
    run(&mut other, "BEGIN TRAN; DROP TABLE u; INSERT t VALUES (2, 2)");
    // This session waits for the table that the other one drops ...
    let waiting = thread::spawn(move || {
        let outcome = error_of(&attempt(&mut one, "SELECT COUNT(*) FROM u"));
        run(&mut one, "IF @@TRANCOUNT > 0 COMMIT");
        outcome
    });
    must_wait(&waiting);
    // ... and the other one now waits for this session's row.
    let outcome = error_of(&attempt(&mut other, "SELECT COUNT(*) FROM t"));
    let waited = waiting.join().expect("it ends");
    match (waited, outcome) {
        (1205, 0) => run(&mut other, "COMMIT"),
        (0 | 208, 1205) => run(&mut other, "IF @@TRANCOUNT > 0 SELECT 1 / 0"),
        other => panic!("{other:?}"),
    };
}

#[test]
fn drop_and_use_of_a_table_wait_for_each_other() {
    let (instance, mut writer) = with_table();
    run(&mut writer, "BEGIN TRAN; INSERT t VALUES (1, 1)");
    let mut dropper = connect(&instance);
    let drop = thread::spawn(move || {
        run(&mut dropper, "BEGIN TRAN; DROP TABLE t");
        dropper
    });
    must_wait(&drop);
    run(&mut writer, "COMMIT");
    let mut dropper = drop.join().expect("it ends");
    let mut reader = connect(&instance);
    let read = thread::spawn(move || error_of(&attempt(&mut reader, "SELECT COUNT(*) FROM t")));
    must_wait(&read);
    run(&mut dropper, "COMMIT");
    assert_eq!(read.join().expect("it ends"), 208, "the table is gone");
}

#[test]
fn table_lock_of_reader_ends_with_its_statement() {
    let (instance, mut reader) = with_table();
    run(&mut reader, "INSERT t VALUES (1, 1); BEGIN TRAN; SELECT COUNT(*) FROM t");
    run(&mut connect(&instance), "DROP TABLE t");
    assert_eq!(error_of(&attempt(&mut reader, "SELECT COUNT(*) FROM t")), 208);
}

#[test]
fn tables_are_created_and_dropped_beside_readers() {
    let (instance, mut session) = with_table();
    let stop = Arc::new(AtomicBool::new(false));
    let readers: Vec<_> = (0..2)
        .map(|_| {
            let (mut session, stop) = (connect(&instance), stop.clone());
            thread::spawn(move || {
                let mut found = 0;
                while !stop.load(Ordering::Relaxed) {
                    let sent = attempt(&mut session, "SELECT a FROM passing");
                    match error_of(&sent) {
                        0 => {
                            found += 1;
                            let rows = &sent.results[0].rows;
                            assert!(rows.is_empty() || rows == &[vec![Value::Int(7)]], "{rows:?}");
                        }
                        208 => {}
                        other => panic!("error {other}"),
                    }
                }
                found
            })
        })
        .collect();
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_millis(600) {
        run(&mut session, "CREATE TABLE passing(a INT); INSERT passing VALUES (7)");
        run(&mut session, "DROP TABLE passing");
    }
    stop.store(true, Ordering::Relaxed);
    readers.into_iter().for_each(|thread| {
        thread.join().expect("a reader ends");
    });
}

#[test]
fn database_in_use_is_not_dropped() {
    let instance = instance();
    let (mut one, mut other) = (connect(&instance), connect(&instance));
    run(&mut one, "CREATE DATABASE d");
    assert_eq!(error_of(&attempt(&mut one, "USE d; DROP DATABASE master")), 3708);
    run(&mut one, "USE master");
    run(&mut other, "USE d; CREATE TABLE t(a INT)");
    assert_eq!(error_of(&attempt(&mut one, "DROP DATABASE d")), 3702, "a session is in it");
    run(&mut other, "USE master");
    run(&mut other, "BEGIN TRAN; INSERT d.dbo.t VALUES (1)");
    assert_eq!(error_of(&attempt(&mut one, "DROP DATABASE d")), 3702, "a transaction uses it");
    run(&mut other, "COMMIT");
    run(&mut one, "DROP DATABASE d");
    assert_eq!(error_of(&attempt(&mut other, "SELECT * FROM d.dbo.t")), 208);
}

#[test]
fn close_cancels_batches_and_rolls_back() {
    let (instance, mut session) = with_table();
    let mut waiting = connect(&instance);
    run(&mut session, "INSERT t VALUES (1, 1); BEGIN TRAN; INSERT t VALUES (2, 2)");
    let threads = [
        thread::spawn(move || error_of(&attempt(&mut waiting, "SELECT COUNT(*) FROM t"))),
        thread::spawn(move || error_of(&attempt(&mut session, "WHILE 1 = 1 SET NOCOUNT ON"))),
    ];
    threads.iter().for_each(must_wait);
    instance.close().expect("it closes");
    let [reader, runner] = threads.map(|thread| thread.join().expect("it ends"));
    assert_eq!(runner, 3617, "it was cancelled");
    assert!(matches!(reader, 0 | 3617), "{reader}: cancelled, if the row that it waited for was not taken back before");
    assert!(instance.connect().is_err());
}

#[test]
fn session_of_closed_instance_reports_the_end() {
    let (instance, mut session) = with_table();
    instance.close().expect("it closes");
    let ended = session.execute("SELECT 1", &mut Collector::default());
    assert!(matches!(ended, Err(SessionEnded::InstanceClosed)), "{ended:?}");
}

#[test]
fn durability_option_waits_for_active_transactions() {
    let (instance, mut writer) = with_table();
    run(&mut writer, "CREATE DATABASE d");
    run(&mut writer, "CREATE TABLE d.dbo.t(a INT)");
    run(&mut writer, "BEGIN TRAN; INSERT d.dbo.t VALUES (1)");
    let mut other = connect(&instance);
    let set = thread::spawn(move || {
        run(&mut other, "ALTER DATABASE d SET DELAYED_DURABILITY = FORCED");
        other
    });
    must_wait(&set);
    assert_eq!(number(&mut writer, "SELECT COUNT(*) FROM d.dbo.t"), 1, "its transaction goes on");
    run(&mut writer, "COMMIT");
    let mut other = set.join().expect("it is set");
    // A statement whose wait limit expires also ends a running batch.
    run(&mut writer, "BEGIN TRAN; INSERT d.dbo.t VALUES (2)");
    let looping = thread::spawn(move || {
        let mut sent = Collector::default();
        let first = writer.execute("WHILE 1 = 1 SET NOCOUNT ON", &mut sent);
        let after = loop {
            match writer.execute("SET NOCOUNT ON", &mut sent) {
                // This batch may run in between.
                Ok(()) => thread::yield_now(),
                Err(ended) => break ended,
            }
        };
        (first.is_ok(), after)
    });
    let started = Instant::now();
    run(&mut other, "ALTER DATABASE d SET DELAYED_DURABILITY = DISABLED WITH ROLLBACK AFTER 1 SECONDS");
    assert!(started.elapsed() >= Duration::from_secs(1));
    let (batch, after) = looping.join().expect("it ends");
    assert!(batch && matches!(after, SessionEnded::Killed), "{after:?}");
    assert_eq!(number(&mut other, "SELECT COUNT(*) FROM d.dbo.t"), 1);
}

/// The batch that ROLLBACK IMMEDIATE ends reports that its session is killed, as under KILL.
#[test]
fn rollback_immediate_ends_the_running_batch_with_596() {
    for clause in ["DELAYED_DURABILITY = FORCED", "SINGLE_USER"] {
        let (instance, mut busy) = with_table();
        run(&mut busy, "CREATE DATABASE d");
        run(&mut busy, "CREATE TABLE d.dbo.t(a INT)");
        let work = "USE d; BEGIN TRAN; INSERT d.dbo.t VALUES (1); WAITFOR DELAY '23:00:00'";
        let busy = thread::spawn(move || {
            let first = error_of(&attempt(&mut busy, work));
            (first, busy.execute("SELECT 1", &mut Collector::default()))
        });
        let mut other = connect(&instance);
        while !is_waiting(&mut other) {
            thread::yield_now();
        }
        run(&mut other, &format!("ALTER DATABASE d SET {clause} WITH ROLLBACK IMMEDIATE"));
        let (number, after) = busy.join().expect("it ends");
        assert_eq!(number, 596, "{clause}");
        assert!(after.is_err(), "{clause}: the session has ended");
    }
}

/// Returns whether a session runs WAITFOR.
fn is_waiting(session: &mut Session) -> bool {
    let text = "SELECT session_id FROM sys.dm_exec_requests WHERE wait_type = 'WAITFOR'";
    let mut found = Collector::default();
    session.execute(text, &mut found).expect("the session is open");
    found.results.iter().any(|result| !result.rows.is_empty())
}
