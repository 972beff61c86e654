//! `max server memory` limits a process that counts its heap: requests over the limit fail with
//! 701, and the instance goes on.
//!
//! The test is a program of its own, because the count covers the whole process.

use sluice_allocator::Allocator;
use sluice_engine::{Collector, Instance, InstanceOptions, Session, Value};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tempfile::TempDir;

#[global_allocator]
static HEAP: Allocator = sluice_allocator::allocator();

/// Serializes the tests: the process has one instance at a time.
static ALONE: Mutex<()> = Mutex::new(());

/// Opens an instance on files.
fn instance(folder: &Path) -> Arc<Instance> {
    sluice_allocator::set_up();
    let options = InstanceOptions {
        memory_limit: 64 << 20,
        machine_memory: 64 << 20,
        log_bytes: 1 << 20,
        ..InstanceOptions::in_folder(folder)
    };
    Instance::open(options).expect("the instance opens")
}

/// Returns a session of a new instance on files, with the lock that keeps other tests away.
fn opened() -> (MutexGuard<'static, ()>, TempDir, Arc<Instance>, Session) {
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = tempfile::tempdir().expect("a folder can be made");
    let instance = instance(folder.path());
    let session = instance.connect().expect("there is memory for a session");
    (alone, folder, instance, session)
}

/// The files of an in-memory instance have a separate limit and don't count towards the instance's.
#[test]
fn files_in_memory_beyond_their_limit_are_1105_or_9002() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    sluice_allocator::set_up();
    let options = InstanceOptions {
        memory_limit: 64 << 20,
        machine_memory: 64 << 20,
        data_pages: 128,
        log_bytes: 1 << 20,
        log_growth_bytes: 1 << 20,
        ..InstanceOptions::in_memory_of(160 << 20)
    };
    let instance = Instance::open(options).expect("the instance opens");
    let mut session = instance.connect().expect("there is memory for a session");
    assert_eq!(errors(&mut session, "CREATE TABLE w(text CHAR(8000) NOT NULL)"), []);
    let fill = |begin: &str, rows: u32| {
        format!(
            "{begin} DECLARE @i INT = 0; WHILE @i < {rows} BEGIN INSERT w VALUES('x'); IF @@ERROR <> 0 BREAK; SET @i += 1; END"
        )
    };
    assert_eq!(errors(&mut session, &fill("", 10_000)), [], "more than the instance's own memory");
    assert_eq!(errors(&mut session, &fill("", 100_000)), [1105]);
    let heap = sluice_base::heap::bytes();
    assert!((0..64 << 20).contains(&heap), "{heap} bytes beside those of files");
    assert_eq!(errors(&mut session, "DROP TABLE w; CREATE TABLE w(text CHAR(8000) NOT NULL)"), []);
    let found = errors(&mut session, &fill("BEGIN TRAN;", 100_000));
    assert!([1105, 9002].contains(&found[0]), "{found:?}");
    assert_eq!(errors(&mut session, "ROLLBACK; SELECT COUNT(*) FROM w"), []);
    drop((session, instance));
    // Frees the memory, because the next test measures the process.
    sluice_base::heap::trim();
}

/// Clerks cover cached plans and catalogs, and little of the heap is unaccounted.
#[test]
fn plans_and_catalogs_are_charged_to_clerks() {
    let (_alone, _folder, _instance, mut session) = opened();
    assert_eq!(errors(&mut session, "CREATE DATABASE D"), []);
    let catalogs = kilobytes(&mut session, "USERSTORE_SCHEMAMGR");
    let columns: String = (0..50).map(|number| format!(", column_{number} NVARCHAR(100) NOT NULL")).collect();
    for number in 0..100 {
        assert_eq!(
            errors(&mut session, &format!("CREATE TABLE D.dbo.t{number}(id INT NOT NULL PRIMARY KEY{columns})")),
            []
        );
    }
    // A session discards its plans beyond 64 batches and beyond a 64th of the limit. The
    // definitions come near both, so that only plans after a new start are counted here.
    assert_eq!(errors(&mut session, "DBCC FREEPROCCACHE WITH NO_INFOMSGS"), []);
    let before = kilobytes(&mut session, "CACHESTORE_SQLCP");
    for number in 0..20 {
        let batch = format!("SELECT * FROM D.dbo.t{number} WHERE id = {number} AND column_1 LIKE N'{number}%'");
        assert_eq!(errors(&mut session, &batch), []);
    }
    let plans = kilobytes(&mut session, "CACHESTORE_SQLCP") - before;
    assert!(plans > 100, "20 plans of 50 columns have {plans} KB");
    let mut sent = Collector::default();
    let sized = "SELECT COUNT(*) FROM sys.dm_exec_cached_plans AS c CROSS APPLY sys.dm_exec_sql_text(c.plan_handle) AS t \
                 WHERE t.text LIKE 'SELECT * FROM D.dbo.t%' AND c.size_in_bytes > 100";
    session.execute(sized, &mut sent).expect("the session goes on");
    assert_eq!(sent.scalar(), Some(&Value::Int(20)), "shared programs have a size");
    let begun = Instant::now();
    while kilobytes(&mut session, "USERSTORE_SCHEMAMGR") - catalogs < 500 {
        assert!(begun.elapsed() < Duration::from_secs(60), "5,000 columns are in no catalog's memory");
        std::thread::sleep(Duration::from_millis(100));
    }
    let unaccounted = kilobytes(&mut session, "MEMORYCLERK_SQLGENERAL' AND name = 'Unaccounted");
    assert!(unaccounted < (64 << 10) / 20, "{unaccounted} KB of the heap are unaccounted");
    assert_eq!(errors(&mut session, "DBCC FREEPROCCACHE WITH NO_INFOMSGS"), []);
    let left = kilobytes(&mut session, "CACHESTORE_SQLCP");
    assert!(left < plans / 2, "{left} KB of {plans} are left");
}

/// Returns the kilobytes that the clerks of a type hold.
fn kilobytes(session: &mut Session, clerk: &str) -> i64 {
    let mut sent = Collector::default();
    let query = format!("SELECT ISNULL(SUM(pages_kb), 0) FROM sys.dm_os_memory_clerks WHERE type = '{clerk}'");
    session.execute(&query, &mut sent).expect("the session goes on");
    match sent.scalar() {
        Some(Value::BigInt(kilobytes)) => *kilobytes,
        other => panic!("{clerk}: {other:?}"),
    }
}

/// Returns the error numbers of a batch.
fn errors(session: &mut Session, batch: &str) -> Vec<i32> {
    let mut sent = Collector::default();
    session.execute(batch, &mut sent).expect("the session goes on");
    sent.errors.iter().map(|error| error.number).collect()
}

#[test]
fn trees_beyond_the_limit_end_with_701() {
    let (_alone, _folder, _instance, mut session) = opened();
    for batch in
        ["DECLARE @x XML = REPLICATE(CAST('<b>x</b>' AS VARCHAR(MAX)), 1000000); SELECT @x.query('/b')", LONG_LIST]
    {
        assert_eq!(errors(&mut session, &format!("{batch}; PRINT 'not reached'")), [701], "{batch}");
        assert_eq!(errors(&mut session, "SELECT 1"), [], "after {batch}");
    }
}

/// OPENJSON makes its rows one by one, so it needs no memory for a tree of two million items.
#[test]
fn rows_of_openjson_need_no_tree() {
    let (_alone, _folder, _instance, mut session) = opened();
    let batch = "DECLARE @j NVARCHAR(MAX) = '[' + REPLICATE(CAST('1,' AS NVARCHAR(MAX)), 2000000) + '1]';
        IF (SELECT COUNT(*) FROM OPENJSON(@j)) <> 2000001 RAISERROR('rows are missing', 16, 1)";
    assert_eq!(errors(&mut session, batch), []);
}

#[test]
fn fan_out_of_common_tables_ends_with_an_error() {
    let (_alone, _folder, _instance, mut session) = opened();
    let mut batch = "WITH c0 AS (SELECT 1 AS x)".to_owned();
    for level in 1..=25 {
        let below = level - 1;
        batch += &format!(", c{level} AS (SELECT a.x FROM c{below} AS a CROSS JOIN c{below} AS b)");
    }
    let found = errors(&mut session, &(batch + " SELECT COUNT_BIG(*) FROM c25"));
    assert_eq!(found, [701]);
    assert_eq!(errors(&mut session, "SELECT 1"), []);
}

/// Each of these statements is bound when it runs and sees all variables before it. Their names are
/// shared, so the program grows with the number of the variables, not with its square.
#[test]
fn statements_of_a_long_batch_share_variables() {
    let (_alone, _folder, _instance, mut session) = opened();
    let batch = "SELECT @s += CONCAT(N'DECLARE @v', value, N' INT = (SELECT COUNT(*) FROM sys.schemas);') \
                 FROM GENERATE_SERIES(1, 3000); EXEC (@s)";
    assert_eq!(errors(&mut session, &format!("DECLARE @s NVARCHAR(MAX) = N''; {batch}")), []);
}

#[test]
fn memory_comes_back_after_a_refusal() {
    let (_alone, _folder, _instance, mut session) = opened();
    let most = "DECLARE @s VARCHAR(MAX) = REPLICATE(CAST('x' AS VARCHAR(MAX)), 8000000); SELECT LEN(@s)";
    for _ in 0..5 {
        assert_eq!(errors(&mut session, most), []);
        assert_eq!(errors(&mut session, LONG_LIST), [701]);
    }
}

/// A list of half a million numbers, whose syntax tree is far larger than the limit.
const LONG_LIST: &str = "DECLARE @s NVARCHAR(MAX) = N'SELECT 1 WHERE 5 IN (' + REPLICATE(CAST(N'1234567,' AS NVARCHAR(MAX)), 500000) + N'1)'; EXEC (@s)";
