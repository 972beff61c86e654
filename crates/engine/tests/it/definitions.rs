//! Concurrent DDL: which sessions wait, and which cached plans are still valid.

use sluice_engine::{Collector, Instance, InstanceOptions, Session, Value};
use sluice_vfs::mem::{CrashMode, MemFs};
use std::path::Path;
use std::sync::{Arc, Barrier};
use std::thread;

fn on(disk: &Arc<MemFs>) -> Arc<Instance> {
    Instance::open(InstanceOptions::on(disk.clone(), Path::new("/data"))).expect("the instance opens")
}

fn connect(instance: &Arc<Instance>) -> Session {
    instance.connect().expect("there is room for a session")
}

fn error_of(session: &mut Session, batch: &str) -> Option<i32> {
    let mut sent = Collector::default();
    session.execute(batch, &mut sent).expect("the session lives");
    sent.errors.first().map(|error| error.number)
}

fn run(session: &mut Session, batch: &str) -> Collector {
    let mut sent = Collector::default();
    session.execute(batch, &mut sent).expect("the session lives");
    assert_eq!(sent.first_error(), None, "{batch}");
    sent
}

fn number(session: &mut Session, query: &str) -> i64 {
    match run(session, query).scalar() {
        Some(Value::Int(number)) => i64::from(*number),
        Some(Value::BigInt(number)) => *number,
        other => panic!("{query} gave {other:?}"),
    }
}

const LOCK_WAITS: &str =
    "SELECT COALESCE(SUM(waiting_tasks_count), 0) FROM sys.dm_os_wait_stats WHERE wait_type LIKE 'LCK[_]%'";

/// Runs `work` concurrently in the given number of sessions.
fn together(instance: &Arc<Instance>, sessions: usize, work: impl Fn(usize, &mut Session) + Sync) {
    let start = Barrier::new(sessions);
    thread::scope(|scope| {
        for number in 0..sessions {
            let (start, work) = (&start, &work);
            scope.spawn(move || {
                let mut session = connect(instance);
                run(&mut session, "SET NOCOUNT ON; USE D");
                start.wait();
                work(number, &mut session);
            });
        }
    });
}

fn with_database(disk: &Arc<MemFs>) -> (Arc<Instance>, Session) {
    let instance = on(disk);
    let mut session = connect(&instance);
    run(&mut session, "CREATE DATABASE D");
    run(&mut session, "USE D; CREATE TABLE dbo.shared(a INT NOT NULL PRIMARY KEY); INSERT dbo.shared VALUES (1)");
    (instance, session)
}

#[test]
fn temporary_tables_in_transactions_do_not_wait() {
    let (instance, mut watcher) = with_database(&Arc::new(MemFs::volatile(u64::MAX)));
    let before = number(&mut watcher, LOCK_WAITS);
    together(&instance, 12, |number, session| {
        for round in 0..12 {
            if round % (1 + number % 4) == 0 {
                run(session, "WHILE @@TRANCOUNT > 0 COMMIT; BEGIN TRAN");
            }
            run(session, "CREATE TABLE #t(a INT NOT NULL PRIMARY KEY, b VARCHAR(9) DEFAULT 'x')");
            run(
                session,
                "INSERT #t(a) VALUES (1), (2), (3); IF OBJECT_ID('tempdb..#t') IS NULL RAISERROR('gone', 16, 1)",
            );
            assert_eq!(self::number(session, "SELECT COUNT(*) FROM #t"), 3);
            run(session, "DROP TABLE #t");
        }
        run(session, "COMMIT");
    });
    assert_eq!(number(&mut watcher, LOCK_WAITS) - before, 0);
    assert_eq!(number(&mut watcher, "SELECT COUNT(*) FROM tempdb.sys.tables"), 0);
}

#[test]
fn concurrent_ddl_of_different_tables_does_not_wait() {
    let disk = Arc::new(MemFs::new(5));
    let (instance, mut watcher) = with_database(&disk);
    let before = number(&mut watcher, LOCK_WAITS);
    together(&instance, 8, |number, session| {
        for round in 0..6 {
            if number == 7 {
                run(session, &format!("SELECT a AS n{round} FROM dbo.shared WHERE OBJECT_ID('dbo.shared') > {round}"));
                continue;
            }
            let table = format!("dbo.t{number}_{round}");
            let key = format!("PK_{number}_{round}");
            run(session, &format!("BEGIN TRAN; CREATE TABLE {table}(a INT CONSTRAINT {key} PRIMARY KEY, b INT)"));
            run(session, &format!("INSERT {table} VALUES (1, {round}); ALTER TABLE {table} ADD c INT"));
            run(
                session,
                &format!("CREATE INDEX i ON {table}(b); {}", if round % 3 == 2 { "ROLLBACK" } else { "COMMIT" }),
            );
        }
    });
    assert_eq!(number(&mut watcher, LOCK_WAITS) - before, 0);
    let mine = "SELECT COUNT(*) FROM sys.tables WHERE name LIKE 't[0-9]%'";
    assert_eq!(number(&mut watcher, mine), 7 * 4);
    drop(watcher);
    let after = on(&Arc::new(disk.crash(CrashMode::LOSE_UNSYNCED)));
    let mut session = connect(&after);
    run(&mut session, "USE D");
    assert_eq!(number(&mut session, mine), 7 * 4);
    assert_eq!(number(&mut session, "SELECT SUM(b) FROM dbo.t0_4 WHERE c IS NULL"), 4);
    assert_eq!(number(&mut session, "SELECT COUNT(DISTINCT object_id) - COUNT(*) FROM sys.objects"), 0);
}

#[test]
fn readers_of_an_altered_view_run_no_stale_plan() {
    let (instance, mut watcher) = with_database(&Arc::new(MemFs::volatile(u64::MAX)));
    run(&mut watcher, "CREATE TABLE dbo.g(gen INT); INSERT dbo.g VALUES (0)");
    run(&mut watcher, "CREATE VIEW dbo.v AS SELECT 0 AS seen, gen FROM dbo.g");
    together(&instance, 4, |number, session| {
        for round in 1..20 {
            if number == 0 {
                run(session, "BEGIN TRAN");
                run(session, &format!("ALTER VIEW dbo.v AS SELECT {round} AS seen, gen FROM dbo.g"));
                run(session, &format!("UPDATE dbo.g SET gen = {round}; COMMIT"));
            } else {
                assert_eq!(self::number(session, "SELECT COUNT(*) FROM dbo.v WHERE seen <> gen"), 0, "round {round}");
            }
        }
    });
}

#[test]
fn second_maker_of_a_name_waits_for_the_first() {
    let (instance, _) = with_database(&Arc::new(MemFs::volatile(u64::MAX)));
    for (end, expected) in [("COMMIT", Some(2714)), ("ROLLBACK", None)] {
        let (mut first, mut second) = (connect(&instance), connect(&instance));
        run(&mut first, "USE D; DROP TABLE IF EXISTS dbo.same; BEGIN TRAN; CREATE TABLE dbo.same(a INT)");
        run(&mut second, "USE D; SET LOCK_TIMEOUT 0");
        assert_eq!(error_of(&mut second, "CREATE TABLE dbo.same(b INT)"), Some(1222));
        assert_eq!(error_of(&mut second, "SELECT * FROM dbo.same"), Some(1222));
        run(&mut second, "SET LOCK_TIMEOUT -1");
        let waiting = thread::spawn(move || error_of(&mut second, "CREATE TABLE dbo.same(b INT)"));
        run(&mut first, "WAITFOR DELAY '00:00:00.05'");
        run(&mut first, end);
        assert_eq!(waiting.join().expect("the session lives"), expected);
    }
}

#[test]
fn definitions_in_opposite_order_have_one_deadlock_victim() {
    let (instance, mut watcher) = with_database(&Arc::new(MemFs::volatile(u64::MAX)));
    run(&mut watcher, "CREATE TABLE dbo.one(a INT); CREATE TABLE dbo.two(a INT)");
    let (both, victims) = (Barrier::new(2), std::sync::atomic::AtomicUsize::new(0));
    together(&instance, 2, |number, session| {
        let (first, second) = if number == 0 { ("one", "two") } else { ("two", "one") };
        run(session, &format!("BEGIN TRAN; ALTER TABLE dbo.{first} ADD b INT"));
        both.wait();
        // Uses a function, which waits like its session.
        let asked = format!("IF COL_LENGTH('dbo.{second}', 'a') IS NOT NULL COMMIT");
        match error_of(session, &asked) {
            Some(error) => {
                assert_eq!(error, 1205);
                victims.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            }
            None => assert_eq!(session.transaction_count(), 0),
        }
    });
    assert_eq!(victims.into_inner(), 1);
}

/// Every name of a statement counts, however many there are.
#[test]
fn statement_of_many_views_waits_for_each_that_is_altered() {
    let disk = Arc::new(MemFs::new(7));
    let (instance, mut definer) = with_database(&disk);
    for view in 0..VIEWS {
        run(&mut definer, &format!("CREATE VIEW dbo.v{view} AS SELECT 1 AS a"));
    }
    let rows: Vec<String> = (0..VIEWS).map(|view| format!("SELECT a FROM dbo.v{view}")).collect();
    let query = format!("SELECT SUM(a) FROM ({}) AS t", rows.join(" UNION ALL "));
    let mut reader = connect(&instance);
    run(&mut reader, "USE D; SET LOCK_TIMEOUT 50");
    assert_eq!(number(&mut reader, &query), VIEWS);
    for view in [0, VIEWS / 2, VIEWS - 1] {
        run(&mut definer, "BEGIN TRAN");
        run(&mut definer, &format!("ALTER VIEW dbo.v{view} AS SELECT 0 AS a"));
        assert_eq!(error_of(&mut reader, &query), Some(1222), "view {view}");
        run(&mut definer, "COMMIT");
    }
    assert_eq!(number(&mut reader, &query), VIEWS - 3);
}

const VIEWS: i64 = 700;
