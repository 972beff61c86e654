//! A database whose files fail is closed and recovered in place, while the instance and its other
//! databases work on.

use crate::rig::{Rig, error, insert, ints, ok, path};
use sluice_base::sync::{Condvar, Mutex};
use sluice_engine::{Collector, Instance, Session, Value};
use sluice_vfs::CallKind;
use sluice_vfs::fault::{Fault, Rule};
use sluice_vfs::mem::CrashMode;
use std::sync::Arc;
use std::time::{Duration, Instant};

const TABLES: [&str; 4] = [
    "CREATE DATABASE A",
    "CREATE DATABASE B",
    "CREATE TABLE A.dbo.T(a INT NOT NULL)",
    "CREATE TABLE B.dbo.T(a INT NOT NULL)",
];

/// Opens an instance with a table in A, which has the rows 0 to 9, and one in B.
fn prepared(rig: &Rig, background: bool) -> (Arc<Instance>, Session) {
    let mut options = rig.options();
    options.background = background;
    let instance = Instance::open(options).unwrap();
    let mut session = instance.connect().unwrap();
    TABLES.iter().for_each(|text| drop(ok(&mut session, text)));
    ok(&mut session, "USE A");
    insert(&mut session, 0, 10);
    (instance, session)
}

fn connected(instance: &Arc<Instance>, first: &str) -> Session {
    let mut session = instance.connect().unwrap();
    ok(&mut session, first);
    session
}

fn state_of_a(session: &mut Session) -> String {
    let sent = ok(session, "SELECT state_desc FROM master.sys.databases WHERE name = 'A'");
    sent.scalar().unwrap().as_str().unwrap().to_owned()
}

/// The rows of A, of which the insertion of row 10 is in doubt.
fn check_rows(session: &mut Session) {
    let rows = ints(session, "SELECT a FROM A.dbo.T ORDER BY a");
    let (without, with): (Vec<i32>, Vec<i32>) = ((0..10).collect(), (0..11).collect());
    assert!(rows == without || rows == with, "{rows:?}");
}

#[test]
fn failed_log_is_recovered_in_place() {
    let rig = Rig::new();
    let (instance, mut failing) = prepared(&rig, false);
    let mut idle = connected(&instance, "USE A");
    let mut elsewhere = connected(&instance, "USE B");
    check_rows(&mut elsewhere);
    let mut open = connected(&instance, "USE A; BEGIN TRAN; INSERT dbo.T VALUES(100)");
    rig.faults.arm(Rule::new(Fault::Eio).path("A_log.ldf").on(CallKind::Write));
    assert_eq!(error(&mut failing, "INSERT dbo.T VALUES(10)").0, 9001);
    instance.restart_failed_databases();
    assert_eq!(state_of_a(&mut elsewhere), "RECOVERY_PENDING");
    assert_eq!(error(&mut elsewhere, "USE A").0, 945);
    assert_eq!(error(&mut idle, "SELECT a FROM dbo.T").0, 945);
    insert(&mut elsewhere, 0, 5);
    rig.faults.disarm();
    instance.restart_failed_databases();
    assert_eq!(state_of_a(&mut elsewhere), "ONLINE");
    check_rows(&mut elsewhere);
    // The session has stayed in A, and the plan that it had is of the present opening.
    ok(&mut idle, "IF DB_NAME() <> 'A' RAISERROR('it has left A', 16, 1)");
    check_rows(&mut idle);
    let ended = open.execute("COMMIT", &mut Collector::default()).unwrap_err();
    assert!(ended.to_string().contains("ended by KILL"), "{ended}");
    drop((failing, open));
    insert(&mut idle, 20, 25);
    assert_eq!(ints(&mut elsewhere, "SELECT a FROM B.dbo.T ORDER BY a"), [0, 1, 2, 3, 4]);
    drop((idle, elsewhere));
    instance.close().unwrap();
    let rig = rig.crash(CrashMode::LOSE_UNSYNCED);
    let (_instance, mut session) = rig.connect();
    assert_eq!(ints(&mut session, "SELECT a FROM A.dbo.T WHERE a BETWEEN 20 AND 99"), [20, 21, 22, 23, 24]);
}

#[test]
fn failed_sync_of_pages_is_recovered_in_place() {
    let rig = Rig::new();
    let (instance, mut session) = prepared(&rig, false);
    rig.faults.arm(Rule::new(Fault::Eio).path("A.mdf").on(CallKind::Sync).nth(0));
    assert_eq!(error(&mut session, "CHECKPOINT").0, 823);
    let mut other = connected(&instance, "USE A");
    assert_eq!(error(&mut other, "INSERT dbo.T VALUES(10)").0, 823);
    rig.faults.disarm();
    instance.restart_failed_databases();
    let mut other = connected(&instance, "USE A");
    insert(&mut other, 10, 12);
    ok(&mut other, "CHECKPOINT");
    assert_eq!(ints(&mut other, "SELECT a FROM dbo.T ORDER BY a"), (0..12).collect::<Vec<_>>());
}

/// Opens an instance in which a rollback has failed, of changes in the tables Wide and Long of A.
fn with_failed_rollback(rig: &Rig) -> Arc<Instance> {
    let mut options = rig.options();
    options.background = false;
    options.machine_memory = 48 * 8192;
    let instance = Instance::open(options).unwrap();
    let mut session = instance.connect().unwrap();
    TABLES.iter().for_each(|text| drop(ok(&mut session, text)));
    ok(&mut session, "CREATE TABLE A.dbo.Wide(a INT NOT NULL PRIMARY KEY, pad CHAR(7000) NOT NULL)");
    ok(&mut session, "INSERT A.dbo.Wide SELECT value, 'x' FROM GENERATE_SERIES(1, 200)");
    ok(&mut session, "CREATE TABLE A.dbo.Long(a VARCHAR(MAX) NOT NULL)");
    ok(&mut session, "BEGIN TRAN; UPDATE A.dbo.Wide SET pad = 'y'");
    ok(
        &mut session,
        "INSERT A.dbo.Long SELECT REPLICATE(CAST('z' AS VARCHAR(MAX)), 20000) FROM GENERATE_SERIES(1, 50)",
    );
    rig.faults.arm(Rule::new(Fault::Eio).path("A.mdf").on(CallKind::Read));
    drop(session);
    rig.faults.disarm();
    instance
}

#[test]
fn failed_rollback_is_recovered_in_place() {
    let instance = with_failed_rollback(&Rig::new());
    let mut other = connected(&instance, "USE B");
    // The transaction that could not be rolled back keeps its rows locked.
    let (number, text) = error(&mut other, "SELECT COUNT(*) FROM A.dbo.Wide");
    assert_eq!(number, 9001, "{text}");
    // Its half is no damage: it is undone by the next opening.
    let mut checking = connected(&instance, "USE B");
    assert_eq!(error(&mut checking, "DBCC CHECKDB(A)").0, 823);
    instance.restart_failed_databases();
    let mut session = connected(&instance, "USE A");
    assert_eq!(ints(&mut session, "SELECT COUNT(*) FROM dbo.Wide WHERE pad = 'x'"), [200]);
    ok(&mut session, "DBCC CHECKDB(A)");
}

/// The next recovery undoes the rest of the transaction on the pages of its tables.
#[test]
fn failed_rollback_keeps_the_pages_of_dropped_tables() {
    let instance = with_failed_rollback(&Rig::new());
    let mut other = connected(&instance, "USE B");
    ok(&mut other, "DROP TABLE A.dbo.Wide; DROP TABLE A.dbo.Long");
    ok(&mut other, "CREATE TABLE A.dbo.Next(a INT NOT NULL, pad CHAR(7000) NOT NULL)");
    ok(&mut other, "INSERT A.dbo.Next SELECT value, 'n' FROM GENERATE_SERIES(1, 300)");
    instance.restart_failed_databases();
    let mut session = connected(&instance, "USE A");
    assert_eq!(ints(&mut session, "SELECT COUNT(*) FROM dbo.Next WHERE pad = 'n'"), [300]);
    ok(&mut session, "DBCC CHECKDB(A)");
    // The pages are free from now on.
    let size = ints(&mut session, "SELECT size FROM sys.database_files WHERE type = 0");
    ok(&mut session, "INSERT dbo.Next SELECT value, 'n' FROM GENERATE_SERIES(1, 150)");
    assert_eq!(ints(&mut session, "SELECT size FROM sys.database_files WHERE type = 0"), size);
}

/// A session may go on after an error that rolls its transaction back. If the rollback fails, some
/// changes are left until the database is opened again.
#[test]
fn session_sees_nothing_of_its_failed_rollback() {
    for versions in ["OFF", "ON"] {
        let rig = Rig::new();
        let (instance, mut session) = prepared(&rig, false);
        ok(&mut session, &format!("ALTER DATABASE A SET READ_COMMITTED_SNAPSHOT {versions}"));
        ok(&mut session, "SET XACT_ABORT ON; BEGIN TRAN; DELETE dbo.T WHERE a = 3; INSERT dbo.T VALUES(30)");
        let mut other = connected(&instance, "USE A");
        rig.faults.arm(Rule::new(Fault::Eio).path("A_log.ldf").on(CallKind::Write));
        assert_eq!(error(&mut other, "INSERT dbo.T VALUES(10)").0, 9001);
        rig.faults.disarm();
        let mut sent = Collector::default();
        let _ended = session.execute("SELECT 1 / 0", &mut sent);
        assert!(sent.first_error().is_some());
        for isolation in ["READ COMMITTED", "REPEATABLE READ", "SNAPSHOT"] {
            let mut sent = Collector::default();
            let read = format!("SET TRANSACTION ISOLATION LEVEL {isolation}; SELECT a FROM dbo.T ORDER BY a");
            if session.execute(&read, &mut sent).is_ok() && sent.first_error().is_none() {
                let rows: Vec<Value> = sent.results[0].rows.iter().map(|row| row[0].clone()).collect();
                assert_eq!(rows, (0..10).map(Value::Int).collect::<Vec<_>>(), "{versions}, {isolation}");
            }
        }
        instance.restart_failed_databases();
        let mut session = connected(&instance, "USE A; DBCC CHECKDB WITH NO_INFOMSGS");
        check_rows(&mut session);
    }
}

#[test]
fn failed_page_write_does_not_stop_the_database() {
    let rig = Rig::new();
    let (instance, session) = prepared(&rig, false);
    drop(session);
    for call in 0..2 {
        let mut session = connected(&instance, "USE A");
        insert(&mut session, 10 + call, 11 + call);
        rig.faults.arm(Rule::new(Fault::Eio).path("A.mdf").on(CallKind::Write).nth(call as u64));
        let (number, text) = error(&mut session, "CHECKPOINT");
        assert_eq!(number, 823, "{text}");
        let mut session = connected(&instance, "USE A");
        insert(&mut session, 20 + call, 21 + call);
        ok(&mut session, "CHECKPOINT");
        rig.faults.disarm();
    }
    let rig = rig.crash(CrashMode::LOSE_UNSYNCED);
    let (_instance, mut session) = rig.connect();
    let rows = ints(&mut session, "SELECT a FROM A.dbo.T WHERE a >= 10 ORDER BY a");
    assert_eq!(rows, [10, 11, 20, 21]);
}

#[test]
fn damaged_database_stays_suspect_until_set_online() {
    let rig = Rig::new();
    let (instance, session) = prepared(&rig, false);
    drop(session);
    let mut session = instance.connect().unwrap();
    ok(&mut session, "ALTER DATABASE A SET OFFLINE");
    // Both copies of the data file's header.
    let whole = rig.bytes("A.mdf");
    let file = rig.file("A.mdf");
    file.write_at(&vec![0xEE; 64 * 8192], 0).unwrap();
    assert_eq!(error(&mut session, "ALTER DATABASE A SET ONLINE").0, 824);
    // An error of that severity ends the session.
    let mut session = instance.connect().unwrap();
    assert_eq!(state_of_a(&mut session), "SUSPECT");
    assert_eq!(error(&mut session, "USE A").0, 926);
    instance.restart_failed_databases();
    assert_eq!(state_of_a(&mut session), "SUSPECT");
    file.write_at(&whole, 0).unwrap();
    ok(&mut session, "ALTER DATABASE A SET ONLINE");
    assert_eq!(state_of_a(&mut session), "ONLINE");
    check_rows(&mut session);
}

#[test]
fn database_of_moved_folder_is_attached() {
    let rig = Rig::new();
    rig.disk.create_dir_all(std::path::Path::new("/moved")).unwrap();
    let (instance, session) = prepared(&rig, false);
    drop(session);
    let mut session = instance.connect().unwrap();
    ok(&mut session, "EXEC sp_detach_db 'A'");
    assert_eq!(error(&mut session, "USE A").0, 911);
    use sluice_vfs::Vfs;
    for (from, to) in [("A.mdf", "/moved/other.mdf"), ("A_log.ldf", "/moved/other_log.ldf")] {
        rig.disk.rename(&path(from), std::path::Path::new(to)).unwrap();
    }
    ok(&mut session, "CREATE DATABASE C ON (FILENAME = '/moved/other.mdf') FOR ATTACH");
    assert_eq!(ints(&mut session, "SELECT a FROM C.dbo.T ORDER BY a"), (0..10).collect::<Vec<_>>());
    drop(session);
    instance.close().unwrap();
    drop(instance);
    let (_instance, mut session) = rig.connect();
    assert_eq!(ints(&mut session, "SELECT a FROM C.dbo.T ORDER BY a"), (0..10).collect::<Vec<_>>());
}

#[test]
fn delayed_commits_of_failed_database_survive_detach() {
    let rig = Rig::new();
    let (instance, mut session) = prepared(&rig, false);
    ok(&mut session, "ALTER DATABASE A SET DELAYED_DURABILITY = FORCED");
    insert(&mut session, 10, 15);
    drop(session);
    let mut session = instance.connect().unwrap();
    rig.faults.arm(Rule::new(Fault::Eio).path("A_log.ldf"));
    ok(&mut session, "ALTER DATABASE A SET OFFLINE");
    // The commits are in the tail ring alone.
    assert_eq!(error(&mut session, "EXEC sp_detach_db 'A'").0, 823);
    rig.faults.disarm();
    let mut session = connected(&instance, "EXEC sp_detach_db 'A'");
    ok(&mut session, "CREATE DATABASE A ON (FILENAME = '/data/A.mdf') FOR ATTACH");
    assert_eq!(ints(&mut session, "SELECT a FROM A.dbo.T ORDER BY a"), (0..15).collect::<Vec<_>>());
}

/// Waits for a moment.
fn rest() {
    let (never, pause) = (Mutex::new(()), Condvar::new());
    drop(pause.wait_timeout(never.lock(), Duration::from_millis(5)));
}

#[test]
fn disk_that_returns_is_noticed_by_itself() {
    let rig = Rig::new();
    let (instance, mut failing) = prepared(&rig, true);
    let mut elsewhere = connected(&instance, "USE B");
    rig.faults.arm(Rule::new(Fault::Eio).path("A_log.ldf"));
    assert_eq!(error(&mut failing, "INSERT dbo.T VALUES(10)").0, 9001);
    let began = Instant::now();
    let mut row = 0;
    while began.elapsed() < Duration::from_millis(1500) {
        insert(&mut elsewhere, row, row + 1);
        row += 1;
        rest();
    }
    assert_eq!(state_of_a(&mut elsewhere), "RECOVERY_PENDING");
    rig.faults.disarm();
    let back = Instant::now();
    let mut sent = Collector::default();
    while elsewhere.execute("SELECT a FROM A.dbo.T", &mut sent).is_ok() && sent.first_error().is_some() {
        assert!(back.elapsed() < Duration::from_secs(20), "{:?}", sent.first_error());
        sent = Collector::default();
        rest();
    }
    check_rows(&mut elsewhere);
    assert_eq!(ints(&mut elsewhere, "SELECT COUNT(*) FROM B.dbo.T"), [row]);
    drop((failing, elsewhere));
    instance.close().unwrap();
}

#[test]
fn auto_close_closes_and_opens_at_first_use() {
    let rig = Rig::new();
    let (instance, mut session) = prepared(&rig, true);
    ok(&mut session, "ALTER DATABASE A SET AUTO_CLOSE ON; USE master");
    let began = Instant::now();
    while ok(&mut session, "SELECT collation_name FROM sys.databases WHERE name = 'A'")
        .scalar()
        .is_some_and(|name| !name.is_null())
    {
        assert!(began.elapsed() < Duration::from_secs(20), "it stays open");
        rest();
    }
    check_rows(&mut session);
    drop(session);
    instance.close().unwrap();
}

/// SUSPECT and RECOVERY_PENDING databases can be dropped, and their names used again.
#[test]
fn unusable_databases_are_dropped_with_their_files() {
    let rig = Rig::new();
    let (instance, session) = prepared(&rig, false);
    drop(session);
    let mut session = instance.connect().unwrap();
    ok(&mut session, "ALTER DATABASE A SET OFFLINE");
    rig.file("A.mdf").write_at(&vec![0xEE; 64 * 8192], 0).unwrap();
    assert_eq!(error(&mut session, "ALTER DATABASE A SET ONLINE").0, 824);
    let mut session = instance.connect().unwrap();
    assert_eq!(state_of_a(&mut session), "SUSPECT");
    assert_eq!(error(&mut session, "SELECT a FROM A.dbo.T").0, 926);
    assert_eq!(error(&mut session, "INSERT A.dbo.T VALUES(1)").0, 926);
    ok(&mut session, "DROP DATABASE A");
    assert!(!rig.names().iter().any(|name| name.contains("/A")), "{:?}", rig.names());
    rig.faults.arm(Rule::new(Fault::Eio).path("B_log.ldf").on(CallKind::Write));
    assert_eq!(error(&mut session, "INSERT B.dbo.T VALUES(10)").0, 9001);
    instance.restart_failed_databases();
    let mut session = instance.connect().unwrap();
    assert_eq!(error(&mut session, "SELECT a FROM B.dbo.T").0, 945);
    ok(&mut session, "DROP DATABASE B");
    rig.faults.disarm();
    assert_eq!(error(&mut session, "SELECT a FROM B.dbo.T").0, 208);
    TABLES.iter().for_each(|text| drop(ok(&mut session, text)));
    assert_eq!(ints(&mut session, "SELECT COUNT(*) FROM A.dbo.T"), [0]);
}
