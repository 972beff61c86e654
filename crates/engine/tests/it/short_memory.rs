//! Memory beside the buffer pool is exhausted: the statement fails with its error number; the
//! session and the instance go on.

use crate::rig::{error, ints, ok};
use sluice_engine::{Instance, InstanceOptions, Session};
use std::sync::Arc;

/// Opens an instance with a memory limit and 2 to the power of `doublings` rows in `master.dbo.t(a,
/// v)`.
fn with_rows(memory_limit: u64, doublings: u32) -> (Arc<Instance>, Session) {
    with_rows_in(memory_limit, 256, doublings)
}

/// Like `with_rows`, with a limit of pool pages.
fn with_rows_in(memory_limit: u64, pool_pages: u64, doublings: u32) -> (Arc<Instance>, Session) {
    let options = InstanceOptions {
        memory_limit,
        machine_memory: pool_pages * 8192,
        log_bytes: 1 << 20,
        ..InstanceOptions::in_memory()
    };
    let instance = Instance::open(options).expect("there is memory for an instance");
    let mut session = instance.connect().expect("there is room for a session");
    ok(&mut session, "CREATE TABLE t(a INT NOT NULL, v VARCHAR(100) NOT NULL); INSERT t VALUES (0, 'x')");
    for doubling in 0..doublings {
        ok(&mut session, &format!("INSERT t SELECT a + {}, v FROM t", 1 << doubling));
    }
    (instance, session)
}

/// Returns the KB held by the clerk.
fn held(session: &mut Session, clerk: &str) -> i64 {
    let sent = ok(session, &format!("SELECT pages_kb FROM sys.dm_os_memory_clerks WHERE type = '{clerk}'"));
    match sent.results[0].rows.first().map(|row| row[0].clone()) {
        Some(sluice_engine::Value::BigInt(kilobytes)) => kilobytes,
        None => 0,
        other => panic!("{other:?}"),
    }
}

/// `relational-databases/errors-events/mssqlserver-1204-database-engine-error.md`; severity 19 ends
/// the batch (`database-engine-error-severities.md`).
#[test]
fn exhausted_lock_memory_fails_with_1204() {
    let (instance, mut reader) = with_rows(10 << 20, 15);
    let mut other = instance.connect().expect("there is room for a session");
    ok(&mut other, "BEGIN TRAN; INSERT t VALUES (-1, 'in the way of a lock on the table')");
    ok(&mut reader, "SET LOCK_TIMEOUT 0; SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; BEGIN TRAN");
    let (number, text) = error(&mut reader, "SELECT COUNT(*) FROM t WHERE a >= 0; PRINT 'the batch has ended'");
    assert_eq!(number, 1204, "{text}");
    assert!(text.contains("cannot obtain a LOCK resource at this time"), "{text}");
    let locks = held(&mut other, "OBJECTSTORE_LOCK_MANAGER");
    assert!((3_000..=6 << 10).contains(&locks), "{locks} KB are more than 24 and at most 60 percent");
    error(&mut reader, "SELECT COUNT(*) FROM t WHERE a >= 0");
    assert_eq!(ints(&mut reader, "SELECT @@TRANCOUNT"), [1]);
    ok(&mut reader, "COMMIT");
    assert!(held(&mut other, "OBJECTSTORE_LOCK_MANAGER") <= 128);

    ok(&mut other, "COMMIT");
    ok(&mut reader, "BEGIN TRAN");
    assert_eq!(ints(&mut reader, "SELECT COUNT(*) FROM t WHERE a >= 0"), [1 << 15], "the table was to be had");
    ok(&mut reader, "COMMIT");
}

/// A statement can also use the memory of dirty pages, once they are written.
#[test]
fn pool_writes_dirty_pages_to_free_memory() {
    let (_instance, mut session) = with_rows_in(20 << 20, 2048, 0);
    ok(&mut session, "CREATE TABLE wide(a INT NOT NULL, v CHAR(8000) NOT NULL); INSERT wide VALUES (0, 'x')");
    for doubling in 0..11 {
        ok(&mut session, &format!("INSERT wide SELECT a + {}, v FROM wide", 1 << doubling));
    }
    let sorted = ok(&mut session, "SELECT a, v FROM wide WHERE a < 1000 ORDER BY a DESC");
    assert_eq!(sorted.results[0].rows.len(), 1000);
}

/// `relational-databases/errors-events/mssqlserver-701-database-engine-error.md`: the code of an
/// expression asks for memory before it grows.
#[test]
fn code_of_a_long_expression_is_refused_with_701() {
    let (_instance, mut session) = with_rows(10 << 20, 0);
    let text = format!("SELECT {}1", "1 + ".repeat(200_000));
    let (number, text) = error(&mut session, &text);
    assert_eq!(number, 701, "{text}");
    assert_eq!(ints(&mut session, &format!("SELECT {}1", "1 + ".repeat(10_000))), [10_001]);
}
