//! Sessions with row versioning beside writers: SNAPSHOT and READ_COMMITTED_SNAPSHOT, as in
//! `sql-server-transaction-locking-and-row-versioning-guide.md` and
//! `alter-database-transact-sql-set-options.md`.

use crate::rig::{Rig, error, ints, ok, run};
use sluice_engine::{Instance, InstanceOptions, Session, Value};
use sluice_vfs::CallKind;
use sluice_vfs::fault::{Fault, FaultFs, FaultPlan, Rule};
use sluice_vfs::mem::{CrashMode, MemFs};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Opens an instance with the database `v` under `options`, and its table `t(a, b)` with the rows
/// (1, 1) and (2, 2).
fn with_options(options: &str) -> (Arc<Instance>, Session) {
    let instance = InstanceOptions::in_memory();
    within(instance.memory_limit, instance, options)
}

/// Like `with_options`, with a memory limit.
fn within(memory_limit: u64, instance: InstanceOptions, options: &str) -> (Arc<Instance>, Session) {
    let instance = InstanceOptions { memory_limit, machine_memory: 1024 * 8192, log_bytes: 1 << 20, ..instance };
    let instance = Instance::open(instance).expect("an instance in memory opens");
    let mut session = connect(&instance);
    ok(&mut session, "CREATE DATABASE v");
    for option in options.split(',').filter(|option| !option.is_empty()) {
        ok(&mut session, &format!("ALTER DATABASE v SET {option}"));
    }
    ok(&mut session, "USE v");
    ok(&mut session, "CREATE TABLE t(a INT NOT NULL, b INT NOT NULL, c VARCHAR(8000) NULL)");
    ok(&mut session, "INSERT t(a, b) VALUES (1, 1), (2, 2)");
    (instance, session)
}

fn connect(instance: &Arc<Instance>) -> Session {
    instance.connect().expect("there is room for a session")
}

/// Opens a session in `v` with a lock timeout of 0.
fn impatient(instance: &Arc<Instance>) -> Session {
    let mut session = connect(instance);
    ok(&mut session, "USE v; SET LOCK_TIMEOUT 0");
    session
}

fn must_wait<T>(thread: &thread::JoinHandle<T>) {
    thread::sleep(Duration::from_millis(80));
    assert!(!thread.is_finished(), "it did not wait");
}

fn store_kb(session: &mut Session) -> i64 {
    let query = "SELECT cntr_value FROM sys.dm_os_performance_counters WHERE counter_name = 'Version Store Size (KB)'";
    match ok(session, query).scalar() {
        Some(Value::BigInt(kb)) => *kb,
        other => panic!("{other:?}"),
    }
}

/// Waits until ALLOW_SNAPSHOT_ISOLATION is in transition: 3 to ON, 2 to OFF.
fn wait_for_state(session: &mut Session, state: i32) {
    for _ in 0..1_000 {
        if ints(session, STATE) == [state] {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("the option never was in state {state}");
}

const READ: &str = "SELECT b FROM t";
const STATE: &str = "SELECT CAST(snapshot_isolation_state AS INT) FROM sys.databases WHERE name = 'v'";

#[test]
fn rcsi_statement_sees_commits_before_its_start() {
    let (instance, mut writer) = with_options("READ_COMMITTED_SNAPSHOT ON");
    let mut reader = impatient(&instance);
    ok(&mut reader, "BEGIN TRAN");
    ok(&mut writer, "BEGIN TRAN; UPDATE t SET b = 10 WHERE a = 1; DELETE t WHERE a = 2; INSERT t(a, b) VALUES (3, 3)");
    assert_eq!(ints(&mut reader, READ), [1, 2], "nobody is waited for");
    assert_eq!(ints(&mut writer, READ), [10, 3], "its own changes");
    assert_eq!(error(&mut reader, "UPDATE t SET b = 0 WHERE b = 1").0, 1222, "writers still wait for each other");
    ok(&mut writer, "COMMIT");
    assert_eq!(ints(&mut reader, READ), [10, 3], "the next statement has its own snapshot");
    ok(&mut reader, "UPDATE t SET b = 11 WHERE b = 10; COMMIT");
    assert_eq!(ints(&mut writer, READ), [11, 3]);
    assert_eq!(store_kb(&mut writer), 0, "nobody needs what was before");
}

#[test]
fn rcsi_leaves_other_levels_unchanged() {
    let (instance, mut writer) = with_options("READ_COMMITTED_SNAPSHOT ON");
    let mut reader = impatient(&instance);
    ok(&mut writer, "BEGIN TRAN; UPDATE t SET b = 10 WHERE a = 1");
    ok(&mut reader, "SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED");
    assert_eq!(ints(&mut reader, READ), [10, 2]);
    ok(&mut reader, "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE");
    assert_eq!(error(&mut reader, READ).0, 1222);
    ok(&mut reader, "SET TRANSACTION ISOLATION LEVEL SNAPSHOT");
    assert_eq!(error(&mut reader, READ).0, 3952, "the other option is its own");
    ok(&mut writer, "ROLLBACK");
}

#[test]
fn snapshot_sees_one_moment_and_its_own_changes() {
    let (instance, mut writer) = with_options("ALLOW_SNAPSHOT_ISOLATION ON");
    let mut reader = impatient(&instance);
    ok(&mut reader, "SET TRANSACTION ISOLATION LEVEL SNAPSHOT; BEGIN TRAN");
    ok(&mut writer, "UPDATE t SET b = 10 WHERE a = 1");
    assert_eq!(ints(&mut reader, READ), [10, 2], "it begins with its first access to data");
    ok(&mut writer, "UPDATE t SET b = 11 WHERE a = 1; DELETE t WHERE a = 2; INSERT t(a, b) VALUES (3, 3)");
    assert_eq!(ints(&mut reader, READ), [10, 2]);
    ok(&mut reader, "INSERT t(a, b) VALUES (4, 4)");
    assert_eq!(ints(&mut reader, READ), [10, 2, 4]);
    assert!(store_kb(&mut writer) > 0);
    ok(&mut reader, "COMMIT");
    assert_eq!(ints(&mut reader, READ), [11, 3, 4], "without BEGIN TRAN each statement is a transaction");
    assert_eq!(store_kb(&mut writer), 0);
}

#[test]
fn rolled_back_ddl_affects_no_other_table() {
    let (instance, mut definer) = with_options("ALLOW_SNAPSHOT_ISOLATION ON");
    let mut reader = impatient(&instance);
    ok(&mut reader, "SET TRANSACTION ISOLATION LEVEL SNAPSHOT; BEGIN TRAN");
    assert_eq!(ints(&mut reader, READ), [1, 2]);
    ok(
        &mut definer,
        "BEGIN TRAN; CREATE TABLE u(a INT); SAVE TRAN here; CREATE TABLE w(a INT); ROLLBACK TRAN here; COMMIT",
    );
    assert_eq!(ints(&mut reader, READ), [1, 2]);
    ok(&mut definer, "TRUNCATE TABLE t");
    assert_eq!(error(&mut reader, READ).0, 3961);
}

#[test]
fn first_committer_wins() {
    for change in ["UPDATE t SET b = 5 WHERE a = 1", "DELETE t WHERE a = 1"] {
        let (instance, mut first) = with_options("ALLOW_SNAPSHOT_ISOLATION ON");
        let mut second = connect(&instance);
        ok(&mut first, "CREATE TABLE u(a INT NOT NULL)");
        ok(&mut second, "USE v; SET TRANSACTION ISOLATION LEVEL SNAPSHOT");
        ok(&mut second, "BEGIN TRAN; SELECT b FROM t; INSERT u VALUES (1)");
        ok(&mut first, change);
        let (number, text) = error(&mut second, change);
        assert_eq!(number, 3960);
        assert!(text.contains("access table 'dbo.t' directly or indirectly in database 'v'"), "{text}");
        assert_eq!(ints(&mut second, "SELECT @@TRANCOUNT"), [0], "the transaction is rolled back");
        assert_eq!(ints(&mut first, "SELECT a FROM u"), []);
        ok(&mut second, "BEGIN TRAN; UPDATE t SET b = 20 WHERE a = 2; COMMIT");
    }
}

#[test]
fn snapshot_update_waits_then_checks_for_conflict() {
    for (end_of_first, outcome) in [("COMMIT", Some(3960)), ("ROLLBACK", None)] {
        let (instance, mut first) = with_options("ALLOW_SNAPSHOT_ISOLATION ON");
        ok(&mut first, "BEGIN TRAN; UPDATE t SET b = 5 WHERE a = 1");
        let mut second = connect(&instance);
        ok(&mut second, "USE v; SET TRANSACTION ISOLATION LEVEL SNAPSHOT; BEGIN TRAN; SELECT b FROM t");
        let waiting = thread::spawn(move || {
            let sent = run(&mut second, "UPDATE t SET b = b + 100 WHERE a = 1; COMMIT");
            sent.first_error().map(|(number, _)| number)
        });
        must_wait(&waiting);
        ok(&mut first, end_of_first);
        assert_eq!(waiting.join().expect("it ends"), outcome, "{end_of_first}");
        let expected = if outcome.is_some() { [5, 2] } else { [101, 2] };
        assert_eq!(ints(&mut first, READ), expected);
    }
}

#[test]
fn altered_table_is_refused_to_older_snapshot() {
    let (instance, mut other) = with_options("ALLOW_SNAPSHOT_ISOLATION ON");
    ok(&mut other, "CREATE TABLE u(a INT NOT NULL)");
    let mut reader = impatient(&instance);
    ok(&mut reader, "SET TRANSACTION ISOLATION LEVEL SNAPSHOT; BEGIN TRAN; SELECT a FROM u");
    ok(&mut other, "TRUNCATE TABLE t; CREATE TABLE w(a INT NOT NULL); INSERT w VALUES (1)");
    assert_eq!(ints(&mut reader, "SELECT a FROM w"), [], "its rows came later");
    assert_eq!(error(&mut reader, READ).0, 3961);
    assert_eq!(ints(&mut reader, "SELECT @@TRANCOUNT"), [0]);
    assert_eq!(ints(&mut reader, READ), []);
}

#[test]
fn allowing_snapshots_waits_for_unversioned_writers() {
    let (instance, mut writer) = with_options("");
    ok(&mut writer, "BEGIN TRAN; UPDATE t SET b = 10 WHERE a = 1");
    let mut altering = connect(&instance);
    let altering =
        thread::spawn(move || ok(&mut altering, "ALTER DATABASE v SET ALLOW_SNAPSHOT_ISOLATION ON").errors.len());
    let mut other = impatient(&instance);
    wait_for_state(&mut other, 3);
    must_wait(&altering);
    ok(&mut other, "SET TRANSACTION ISOLATION LEVEL SNAPSHOT");
    assert_eq!(error(&mut other, READ).0, 3956);
    ok(&mut other, "SET TRANSACTION ISOLATION LEVEL READ COMMITTED; INSERT t(a, b) VALUES (3, 3)");
    ok(&mut writer, "COMMIT");
    assert_eq!(altering.join().expect("it ends"), 0);
    assert_eq!(ints(&mut other, STATE), [1]);
    ok(&mut other, "SET TRANSACTION ISOLATION LEVEL SNAPSHOT");
    assert_eq!(ints(&mut other, READ), [10, 2, 3]);
}

#[test]
fn disallowing_snapshots_waits_for_snapshot_users() {
    let (instance, mut writer) = with_options("ALLOW_SNAPSHOT_ISOLATION ON");
    let mut reader = impatient(&instance);
    ok(&mut reader, "SET TRANSACTION ISOLATION LEVEL SNAPSHOT; BEGIN TRAN; SELECT b FROM t");
    let mut altering = connect(&instance);
    let altering =
        thread::spawn(move || ok(&mut altering, "ALTER DATABASE v SET ALLOW_SNAPSHOT_ISOLATION OFF").errors.len());
    let mut late = impatient(&instance);
    wait_for_state(&mut late, 2);
    must_wait(&altering);
    ok(&mut writer, "UPDATE t SET b = 10 WHERE a = 1");
    assert_eq!(error(&mut late, "SET TRANSACTION ISOLATION LEVEL SNAPSHOT; SELECT b FROM t").0, 3954);
    assert_eq!(ints(&mut reader, READ), [1, 2], "who has begun goes on");
    must_wait(&altering);
    ok(&mut reader, "COMMIT");
    assert_eq!(altering.join().expect("it ends"), 0);
    assert_eq!(error(&mut reader, READ).0, 3952);
    assert_eq!(store_kb(&mut writer), 0);
}

#[test]
fn cancelled_option_change_keeps_the_option() {
    let (instance, mut writer) = with_options("");
    ok(&mut writer, "BEGIN TRAN; UPDATE t SET b = 10 WHERE a = 1");
    let mut altering = impatient(&instance);
    let sent = run(&mut altering, "ALTER DATABASE v SET ALLOW_SNAPSHOT_ISOLATION ON");
    let numbers: Vec<i32> = sent.errors.iter().map(|error| error.number).collect();
    assert_eq!(numbers, [1222, 5069]);
    assert_eq!(ints(&mut altering, STATE), [0]);
    ok(&mut writer, "ROLLBACK");
    ok(&mut altering, "ALTER DATABASE v SET ALLOW_SNAPSHOT_ISOLATION ON");
    assert_eq!(ints(&mut altering, STATE), [1]);
}

#[test]
fn rcsi_changes_once_no_other_session_is_connected() {
    let (instance, mut session) = with_options("");
    let mut other = connect(&instance);
    ok(&mut other, "USE v");
    let alter = "ALTER DATABASE v SET READ_COMMITTED_SNAPSHOT ON";
    let sent = run(&mut session, &format!("{alter} WITH NO_WAIT"));
    let numbers: Vec<i32> = sent.errors.iter().map(|error| error.number).collect();
    assert_eq!(numbers, [5070, 5069]);
    let altering = thread::spawn(move || {
        ok(&mut session, alter);
        session
    });
    must_wait(&altering);
    ok(&mut other, "USE master");
    let mut session = altering.join().expect("it ends");
    let state = "SELECT CAST(is_read_committed_snapshot_on AS INT) FROM sys.databases WHERE name = 'v'";
    assert_eq!(ints(&mut session, state), [1]);
    ok(&mut other, "USE v; BEGIN TRAN; UPDATE t SET b = 10 WHERE a = 1");
    assert_eq!(ints(&mut session, READ), [1, 2]);
    ok(&mut other, "ROLLBACK; USE master");
    ok(&mut session, "ALTER DATABASE v SET READ_COMMITTED_SNAPSHOT OFF WITH NO_WAIT");
    assert_eq!(ints(&mut session, state), [0]);
}

/// A crash leaves no row versions behind, and the options unchanged.
#[test]
fn row_versions_do_not_survive_a_crash() {
    let rig = Rig::new();
    let (instance, mut writer) = rig.connect();
    ok(&mut writer, "CREATE DATABASE v; ALTER DATABASE v SET ALLOW_SNAPSHOT_ISOLATION ON");
    ok(&mut writer, "USE v; CREATE TABLE t(a INT NOT NULL, b INT NOT NULL)");
    ok(&mut writer, "INSERT t VALUES (1, 1), (2, 2)");
    let mut reader = impatient(&instance);
    ok(&mut reader, "SET TRANSACTION ISOLATION LEVEL SNAPSHOT; BEGIN TRAN; SELECT b FROM t");
    ok(&mut writer, "UPDATE t SET b = 10 WHERE a = 1");
    ok(&mut writer, "BEGIN TRAN; UPDATE t SET b = 11 WHERE a = 1; DELETE t WHERE a = 2");
    assert_eq!(ints(&mut reader, READ), [1, 2]);
    let rig = rig.crash(CrashMode::POWER_CUT);
    let (_instance, mut session) = rig.connect();
    ok(&mut session, "USE v; SET TRANSACTION ISOLATION LEVEL SNAPSHOT");
    assert_eq!(store_kb(&mut session), 0);
    assert_eq!(ints(&mut session, READ), [10, 2], "stamps of an earlier life are committed");
    ok(&mut session, "BEGIN TRAN; UPDATE t SET b = b + 1; COMMIT");
    assert_eq!(ints(&mut session, READ), [11, 3]);
}

/// Transfers use every kind of change. Each reader sees the same total, although at different
/// moments.
#[test]
fn versioned_reads_of_busy_table_are_consistent() {
    for (options, level) in
        [("READ_COMMITTED_SNAPSHOT ON", "READ COMMITTED"), ("ALLOW_SNAPSHOT_ISOLATION ON", "SNAPSHOT")]
    {
        let (instance, mut session) = with_options(options);
        ok(&mut session, "DELETE t; INSERT t(a, b) VALUES (0, 100), (1, 100), (2, 100), (3, 100), (4, 100), (5, 100)");
        let over = Arc::new(AtomicBool::new(false));
        let writers = [0, 1].map(|number| {
            let mut session = connect(&instance);
            ok(&mut session, &format!("USE v; SET NOCOUNT ON; SET TRANSACTION ISOLATION LEVEL {level}"));
            thread::spawn(move || {
                let mut done = 0;
                for round in 0..120 {
                    let (from, to, length) = ((round + number) % 6, (round * 5 + 1) % 6, round * 37 % 3000);
                    let grow = format!("c = REPLICATE('x', {length})");
                    let again = format!(
                        "DECLARE @b INT; SELECT @b = b FROM t WHERE a = {from}; DELETE t WHERE a = {from}; INSERT t VALUES ({from}, @b, 'again')"
                    );
                    let batch = match round % 3 {
                        0 => format!("BEGIN TRAN; UPDATE t SET b -= 7 WHERE a = {from}; UPDATE t SET b += 7, {grow} WHERE a = {to}; COMMIT"),
                        1 => format!("BEGIN TRAN; UPDATE t SET b += 1000, {grow} WHERE a = {to}; ROLLBACK"),
                        _ if number == 0 => format!("BEGIN TRAN; UPDATE t SET b = b WHERE a = {from}; {again}; COMMIT"),
                        _ => continue,
                    };
                    let sent = run(&mut session, &batch);
                    match sent.first_error() {
                        None => done += 1,
                        Some((1205 | 3960, _)) => ok(&mut session, "IF @@TRANCOUNT > 0 ROLLBACK").errors.clear(),
                        other => panic!("{batch}: {other:?}"),
                    }
                }
                done
            })
        });
        let readers = [0, 1].map(|_| {
            let (mut session, over) = (impatient(&instance), over.clone());
            thread::spawn(move || {
                ok(&mut session, &format!("SET TRANSACTION ISOLATION LEVEL {level}"));
                let mut looks = 0;
                while !over.load(Ordering::Relaxed) {
                    assert_eq!(ints(&mut session, "SELECT SUM(b) FROM t"), [600]);
                    assert_eq!(ints(&mut session, "SELECT COUNT(*) FROM t"), [6]);
                    if level == "SNAPSHOT" {
                        ok(&mut session, "BEGIN TRAN");
                        let before = ints(&mut session, "SELECT b FROM t");
                        thread::yield_now();
                        assert_eq!(ints(&mut session, "SELECT b FROM t"), before);
                        ok(&mut session, "COMMIT");
                    }
                    looks += 1;
                }
                looks
            })
        });
        let done: i32 = writers.into_iter().map(|thread| thread.join().expect("it ends")).sum();
        over.store(true, Ordering::Relaxed);
        let looks: i32 = readers.into_iter().map(|thread| thread.join().expect("it ends")).sum();
        assert!(done > 20 && looks > 5, "{done} changes, {looks} looks");
        assert_eq!(ints(&mut session, "SELECT SUM(b) FROM t"), [600]);
        assert_eq!(store_kb(&mut session), 0);
    }
}

/// A transaction over two databases is visible in both or in neither.
#[test]
fn snapshot_covers_all_databases_at_one_moment() {
    let (instance, mut session) = with_options("ALLOW_SNAPSHOT_ISOLATION ON");
    ok(&mut session, "CREATE DATABASE w; ALTER DATABASE w SET ALLOW_SNAPSHOT_ISOLATION ON");
    ok(&mut session, "CREATE TABLE w.dbo.t(a INT NOT NULL, b INT NOT NULL); INSERT w.dbo.t VALUES (1, 1)");
    let over = Arc::new(AtomicBool::new(false));
    let reader = {
        let (mut session, over) = (impatient(&instance), over.clone());
        thread::spawn(move || {
            ok(&mut session, "SET TRANSACTION ISOLATION LEVEL SNAPSHOT");
            let mut looks = 0;
            while !over.load(Ordering::Relaxed) {
                let both = "DECLARE @v INT, @w INT; BEGIN TRAN; SELECT @v = b FROM v.dbo.t WHERE a = 1; \
                            SELECT @w = b FROM w.dbo.t; COMMIT; SELECT @v + @w";
                assert_eq!(ints(&mut session, both), [2]);
                looks += 1;
            }
            looks
        })
    };
    for _ in 0..150 {
        ok(&mut session, "BEGIN TRAN; UPDATE v.dbo.t SET b -= 3 WHERE a = 1; UPDATE w.dbo.t SET b += 3; COMMIT");
    }
    over.store(true, Ordering::Relaxed);
    assert!(reader.join().expect("it ends") > 3);
    assert_eq!(store_kb(&mut session), 0);
}

/// Like [`with_options`], with 6 MB of memory for versions and nearly none in tempdb, which can't
/// grow. Adds `rows` rows of 8,000 bytes to `t`.
fn crowded(options: &str, rows: usize) -> (Arc<Instance>, Session) {
    let fault = Arc::new(FaultFs::new(Arc::new(MemFs::new(1)), FaultPlan::none()));
    let instance = InstanceOptions { vfs: fault.clone(), data_pages: 192, ..InstanceOptions::in_memory() };
    let (instance, mut session) = within(24 << 20, instance, options);
    ok(&mut session, "CREATE TABLE u(a INT NOT NULL); BEGIN TRAN");
    (0..rows).for_each(|_| drop(ok(&mut session, "INSERT t VALUES (3, 3, REPLICATE('x', 8000))")));
    ok(&mut session, "COMMIT");
    fault.arm(Rule::new(Fault::Enospc).path("tempdb.mdf").on(CallKind::Allocate).from(0));
    (instance, session)
}

/// The capacity of memory and tempdb in `crowded`; tempdb's system tables fit into its initial
/// size.
const BOUND_KB: i64 = (6 << 10) + 192 * 8;

#[test]
fn long_snapshot_is_ended_if_versions_run_out() {
    let (instance, mut writer) = crowded("ALLOW_SNAPSHOT_ISOLATION ON", 20);
    let mut reader = impatient(&instance);
    ok(&mut reader, "SET TRANSACTION ISOLATION LEVEL SNAPSHOT");
    for round in 0..3 {
        ok(&mut reader, "BEGIN TRAN; INSERT u VALUES (1)");
        let seen = ints(&mut reader, READ);
        let (mut most, mut updates) = (0, 0);
        let lost = loop {
            ok(&mut writer, "UPDATE t SET b = b + 1");
            updates += 1;
            most = most.max(store_kb(&mut writer));
            let read = run(&mut reader, READ);
            match read.first_error() {
                Some(error) => break error,
                None => assert_eq!(read.results[0].rows.len(), seen.len()),
            }
            if updates % 8 == 0 {
                assert_eq!(ints(&mut reader, READ), seen, "until then it is the past, row by row");
            }
            assert!(updates < 100, "versions take {most} KB");
        };
        assert_eq!(lost.0, 3966, "{}", lost.1);
        assert!((BOUND_KB / 2..=BOUND_KB).contains(&most), "{most} KB in round {round}");
        assert_eq!(ints(&mut reader, "SELECT @@TRANCOUNT"), [0], "the transaction is rolled back");
        assert_eq!(ints(&mut writer, "SELECT a FROM u"), []);
        let now: Vec<i32> = seen.iter().map(|b| b + updates).collect();
        assert_eq!(ints(&mut reader, READ), now, "every update is there, for the next transaction too");
        assert_eq!(store_kb(&mut writer), 0);
    }
}

#[test]
fn lost_snapshot_is_reported_at_the_next_statement() {
    let (instance, mut writer) = crowded("ALLOW_SNAPSHOT_ISOLATION ON", 20);
    let mut reader = impatient(&instance);
    ok(&mut reader, "SET TRANSACTION ISOLATION LEVEL SNAPSHOT; BEGIN TRAN; SELECT b FROM t");
    (0..70).for_each(|_| drop(ok(&mut writer, "UPDATE t SET b = b + 1")));
    ok(&mut writer, "TRUNCATE TABLE t");
    assert_eq!(error(&mut reader, READ).0, 3966);
    assert_eq!(ints(&mut reader, READ), []);
}

#[test]
fn large_change_ends_snapshots_that_need_its_versions() {
    let (instance, mut writer) = crowded("READ_COMMITTED_SNAPSHOT ON", 1_000);
    for end in ["ROLLBACK", "COMMIT"] {
        let mut reader = impatient(&instance);
        ok(&mut reader, "BEGIN TRAN; INSERT u VALUES (1)");
        assert_eq!(ints(&mut reader, READ)[2..], [3; 1_000]);
        ok(&mut writer, "BEGIN TRAN; UPDATE t SET b = 4");
        assert!(store_kb(&mut writer) <= BOUND_KB);
        let (number, text) = error(&mut reader, READ);
        assert_eq!(number, 3958);
        assert!(text.contains("versioned row in table 'dbo.t' in database 'v'."), "{text}");
        assert_eq!(ints(&mut reader, "SELECT @@TRANCOUNT"), [0], "the transaction is rolled back, as it says");
        assert_eq!(ints(&mut reader, "SELECT a FROM u"), []);
        assert_eq!(ints(&mut writer, READ), [4; 1_002]);
        ok(&mut writer, end);
        let b = if end == "COMMIT" { 4 } else { 3 };
        assert_eq!(ints(&mut reader, READ)[2..], [b; 1_000]);
        assert_eq!(store_kb(&mut writer), 0);
    }
}

/// Returns the KB of row versions of `v` in tempdb.
fn spilled_kb(session: &mut Session) -> i64 {
    let query = "SELECT reserved_space_kb FROM sys.dm_tran_version_store_space_usage WHERE database_id = DB_ID('v')";
    match ok(session, query).scalar() {
        Some(Value::BigInt(kb)) => *kb,
        other => panic!("{other:?}"),
    }
}

#[test]
fn versions_of_large_change_stay_in_memory_limit() {
    const LIMIT_KB: i64 = 64 << 10;
    const ROWS: i32 = 1 << 17;
    let options = "ALLOW_SNAPSHOT_ISOLATION ON,READ_COMMITTED_SNAPSHOT ON";
    let (instance, mut writer) = within(64 << 20, InstanceOptions::in_memory(), options);
    ok(&mut writer, "UPDATE t SET c = REPLICATE('x', 130)");
    for _ in 1..ROWS.ilog2() {
        ok(&mut writer, "INSERT t SELECT * FROM t");
    }
    let mut old = impatient(&instance);
    ok(&mut old, "SET TRANSACTION ISOLATION LEVEL SNAPSHOT; BEGIN TRAN");
    let look =
        |session: &mut Session| [ints(session, "SELECT COUNT(*) FROM t")[0], ints(session, "SELECT SUM(b) FROM t")[0]];
    let then = [ROWS, ROWS / 2 * 3];
    assert_eq!(look(&mut old), then);
    let clerks = "SELECT SUM(pages_kb) FROM sys.dm_os_memory_clerks";
    let versions = format!("{clerks} WHERE type = 'MEMORYCLERK_VERSIONSTORE'");
    let check = |session: &mut Session| {
        for (query, most) in [(clerks, LIMIT_KB), (&versions, LIMIT_KB / 4)] {
            match ok(session, query).scalar() {
                Some(Value::BigInt(kb)) => assert!(*kb <= most, "{query}: {kb}"),
                other => panic!("{other:?}"),
            }
        }
    };
    ok(&mut writer, "BEGIN TRAN; UPDATE t SET b = 7");
    check(&mut writer);
    let spilled = spilled_kb(&mut writer);
    assert!(spilled > 10 << 10 && store_kb(&mut writer) > spilled, "{spilled} KB in tempdb");
    let mut now = impatient(&instance);
    assert_eq!(look(&mut old), then);
    assert_eq!(look(&mut now), then, "not committed");
    ok(&mut writer, "COMMIT");
    assert_eq!(look(&mut now), [ROWS, 7 * ROWS]);
    assert_eq!(look(&mut old), then);
    ok(&mut writer, "DELETE TOP (1000) FROM t; UPDATE t SET b = 8");
    check(&mut writer);
    assert_eq!(look(&mut old), then);
    assert_eq!(look(&mut now), [ROWS - 1000, 8 * (ROWS - 1000)]);
    ok(&mut old, "COMMIT");
    assert_eq!(look(&mut old), [ROWS - 1000, 8 * (ROWS - 1000)]);
    assert_eq!((store_kb(&mut writer), spilled_kb(&mut writer)), (0, 0));
}
