//! Keys and indexes: sessions that need the same key, and power cuts at every file call of
//! statements that change or create indexes.

use crate::rig::{Rig, error, ints, ok, run};
use sluice_engine::{Instance, InstanceOptions, Session};
use sluice_vfs::fault::{Fault, Rule};
use sluice_vfs::mem::CrashMode;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

fn with_table(definition: &str) -> (Arc<Instance>, Session) {
    let instance = Instance::open(InstanceOptions::in_memory()).expect("an instance in memory opens");
    let mut session = connect(&instance);
    ok(&mut session, &format!("CREATE TABLE t({definition})"));
    (instance, session)
}

fn connect(instance: &Arc<Instance>) -> Session {
    instance.connect().expect("there is room for a session")
}

/// Runs a batch on a separate thread, where it must wait. The thread returns the number of its
/// first error, if any.
fn waiting(mut session: Session, batch: &'static str) -> thread::JoinHandle<Option<i32>> {
    let thread = thread::spawn(move || run(&mut session, batch).first_error().map(|error| error.0));
    thread::sleep(Duration::from_millis(80));
    assert!(!thread.is_finished(), "it did not wait: {batch}");
    thread
}

#[test]
fn key_in_use_by_another_transaction_is_waited_for() {
    for definition in ["a INT PRIMARY KEY, b INT", "a INT UNIQUE, b INT", "a INT, b INT, INDEX i UNIQUE CLUSTERED (a)"]
    {
        let (instance, mut one) = with_table(definition);
        ok(&mut one, "BEGIN TRAN; INSERT t VALUES (1, 1)");
        let other = waiting(connect(&instance), "INSERT t VALUES (1, 2)");
        ok(&mut one, "COMMIT");
        let number = other.join().expect("it ends").expect("the key is taken");
        assert!([2627, 2601].contains(&number), "{number}");
        ok(&mut one, "BEGIN TRAN; INSERT t VALUES (2, 1)");
        let other = waiting(connect(&instance), "INSERT t VALUES (2, 2)");
        ok(&mut one, "ROLLBACK");
        assert_eq!(other.join().expect("it ends"), None, "the key is free after all");
        ok(&mut one, "BEGIN TRAN; DELETE t WHERE a = 1");
        let other = waiting(connect(&instance), "INSERT t VALUES (1, 3)");
        ok(&mut one, "COMMIT");
        assert_eq!(other.join().expect("it ends"), None, "the key is free now");
        ok(&mut one, "BEGIN TRAN; UPDATE t SET a = 9 WHERE a = 2");
        let other = waiting(connect(&instance), "UPDATE t SET a = 9 WHERE a = 1");
        ok(&mut one, "ROLLBACK");
        assert_eq!(other.join().expect("it ends"), None);
        assert_eq!(ints(&mut one, "SELECT a FROM t ORDER BY a"), [2, 9]);
        ok(&mut one, "DBCC CHECKDB WITH NO_INFOMSGS");
    }
}

#[test]
fn row_moved_within_index_is_not_found_at_old_key() {
    let (instance, mut one) = with_table("a INT PRIMARY KEY, b INT, c INT, INDEX i (b)");
    ok(&mut one, "INSERT t VALUES (1, 1, 0), (2, 1, 0), (3, 2, 0); BEGIN TRAN; UPDATE t SET b = 5 WHERE a = 1");
    let mut reader = connect(&instance);
    let thread = thread::spawn(move || ints(&mut reader, "SELECT a FROM t WHERE b = 1"));
    thread::sleep(Duration::from_millis(80));
    assert!(!thread.is_finished(), "it did not wait");
    ok(&mut one, "COMMIT");
    assert_eq!(thread.join().expect("it ends"), [2]);
    // Rows found by an index are filtered by their current values.
    ok(&mut one, "BEGIN TRAN; UPDATE t SET b = 7 WHERE a = 3");
    let other = waiting(connect(&instance), "UPDATE t SET c = 1 WHERE b = 2");
    ok(&mut one, "COMMIT");
    assert_eq!(other.join().expect("it ends"), None);
    assert_eq!(ints(&mut one, "SELECT SUM(c) FROM t"), [0]);
}

#[test]
fn snapshot_finds_rows_by_their_old_keys() {
    let (instance, mut one) = with_table("a INT PRIMARY KEY, b INT, INDEX i (b)");
    ok(&mut one, "CREATE DATABASE v; ALTER DATABASE v SET ALLOW_SNAPSHOT_ISOLATION ON");
    ok(&mut one, "USE v; CREATE TABLE t(a INT PRIMARY KEY, b INT, INDEX i (b)); INSERT t VALUES (1, 10), (2, 20)");
    let mut reader = connect(&instance);
    ok(&mut reader, "USE v; SET TRANSACTION ISOLATION LEVEL SNAPSHOT; BEGIN TRAN; SELECT a FROM t");
    ok(&mut one, "UPDATE t SET a = a + 10, b = b + 1; DELETE t WHERE a = 12; INSERT t VALUES (2, 99)");
    assert_eq!(ints(&mut reader, "SELECT b FROM t WHERE a = 1"), [10]);
    assert_eq!(ints(&mut reader, "SELECT a FROM t WHERE b > 5 ORDER BY b DESC"), [2, 1]);
    assert_eq!(ints(&mut reader, "SELECT a FROM t WHERE b = 11"), []);
    assert_eq!(error(&mut reader, "INSERT t VALUES (11, 0)").0, 2627, "a key is taken whoever sees it");
    ok(&mut reader, "ROLLBACK");
    assert_eq!(ints(&mut reader, "SELECT b FROM t ORDER BY a"), [99, 11]);
}

const BEFORE: &[&str] = &[
    "CREATE DATABASE A",
    "USE A",
    "CREATE TABLE dbo.T(a INT NOT NULL, b INT NOT NULL CONSTRAINT UQ UNIQUE, v VARCHAR(900), \
     INDEX filtered (v) WHERE b > 20 AND b <> 50)",
    "DECLARE @i INT = 0; WHILE @i < 60 BEGIN INSERT dbo.T VALUES (@i % 30, @i, REPLICATE('v', 400)); SET @i += 1 END",
    "CHECKPOINT",
];

/// Runs `statement` with a power cut at file call number `call`. Returns false if the statement has
/// fewer calls. Verifies that the rows are those from before or `after`, the latter if
/// acknowledged, and that each index matches its table.
fn strike(statement: &str, call: u64, mode: CrashMode, (rows, after): (&[i32], &str)) -> bool {
    let rig = Rig::new();
    let (_instance, mut session) = rig.connect();
    BEFORE.iter().for_each(|text| drop(ok(&mut session, text)));
    let calls = rig.faults.calls();
    rig.faults.arm(Rule::new(Fault::PowerCut).nth(call));
    let acknowledged = run(&mut session, &format!("{statement}; CHECKPOINT")).first_error().is_none();
    let reached = rig.faults.calls() - calls > call;
    rig.faults.disarm();
    drop(session);
    let rig = rig.crash(mode);
    let (_instance, mut session) = rig.connect();
    ok(&mut session, "USE A; DBCC CHECKDB WITH NO_INFOMSGS");
    let is_done = ints(&mut session, after) == [1];
    assert!(is_done || !acknowledged, "call {call}, {mode:?}: {statement} was acknowledged and is gone");
    let found = ints(&mut session, "SELECT COUNT(*) FROM dbo.T");
    assert!(found[0] == rows[usize::from(is_done)], "call {call}, {mode:?}: {found:?} rows, {is_done}");
    assert_eq!(error(&mut session, "INSERT dbo.T VALUES (1, 5, '')").0, 2627, "call {call}, {mode:?}");
    ok(&mut session, "INSERT dbo.T VALUES (77, 7777, '')");
    assert_eq!(ints(&mut session, "SELECT b FROM dbo.T WHERE a = 77"), [7777]);
    ok(&mut session, "DBCC CHECKDB WITH NO_INFOMSGS");
    reached
}

#[test]
fn power_cut_keeps_indexes_consistent_with_tables() {
    let index = "SELECT COUNT(*) FROM sys.indexes WHERE name = 'made'";
    let statements = [
        ("CREATE INDEX made ON dbo.T(a, v)", [60, 60], index),
        ("CREATE CLUSTERED INDEX made ON dbo.T(a)", [60, 60], index),
        ("CREATE UNIQUE INDEX made ON dbo.T(a) INCLUDE (v) WHERE b >= 30", [60, 60], index),
        ("INSERT dbo.T SELECT a, b + 1000, v FROM dbo.T", [60, 120], "SELECT COUNT(*) FROM dbo.T WHERE b = 1005"),
        (
            "UPDATE dbo.T SET b = b + 1 - 60 * (b / 59), v = 'short'",
            [60, 60],
            "SELECT COUNT(*) FROM dbo.T WHERE b = 5 AND v = 'short'",
        ),
    ];
    for (statement, rows, after) in statements {
        let calls = (0..).take_while(|call| strike(statement, *call, CrashMode::POWER_CUT, (&rows, after))).count();
        assert!(calls > 10, "{statement} makes only {calls} calls");
    }
}
