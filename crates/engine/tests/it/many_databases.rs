//! Many databases in one instance: databases at rest hold no memory, and a start opens none.

use crate::rig::*;
use sluice_base::sync::thread;
use sluice_engine::{Instance, InstanceOptions, Session};
use sluice_vfs::mem::CrashMode;
use std::time::Duration;

/// The log buffers of all databases together would exceed the memory limit.
#[test]
fn databases_at_rest_hold_no_log_buffers() {
    let rig = Rig::new();
    let mut options = rig.options();
    options.background = true;
    options.memory_limit = 128 << 20;
    let instance = Instance::open(options).unwrap();
    let mut session = instance.connect().unwrap();
    for number in 0..COUNT {
        ok(&mut session, &format!("CREATE DATABASE d{number};"));
        ok(&mut session, &format!("CREATE TABLE d{number}.dbo.T(a INT NOT NULL); INSERT d{number}.dbo.T VALUES(1);"));
    }
    await_rest(&mut session);
    // An open transaction keeps its log awake, and its rollback needs no more memory.
    ok(&mut session, "BEGIN TRAN; INSERT d7.dbo.T VALUES(2);");
    assert!(log_kb(&mut session) > ONE_LOG_KB / 4);
    thread::sleep(Duration::from_secs(2));
    ok(&mut session, "ROLLBACK; INSERT d7.dbo.T VALUES(3);");
    await_rest(&mut session);
    for number in 0..COUNT {
        let rows = ints(&mut session, &format!("SELECT a FROM d{number}.dbo.T;"));
        assert_eq!(rows, if number == 7 { vec![1, 3] } else { vec![1] });
    }
    drop(session);
    instance.close().unwrap();
}

/// Waits until the log buffers of all databases but tempdb are given back.
fn await_rest(session: &mut Session) {
    let mut waits = 0;
    while log_kb(session) > ONE_LOG_KB {
        thread::sleep(Duration::from_millis(100));
        waits += 1;
        assert!(waits < 600, "{} KB of log buffers are held", log_kb(session));
    }
}

fn log_kb(session: &mut Session) -> i32 {
    let query = "SELECT CAST(pages_kb AS int) FROM sys.dm_os_memory_clerks WHERE type = 'MEMORYCLERK_SQLLOGPOOL';";
    ints(session, query).iter().sum()
}

/// Three megabytes for each, as before a database could rest, exceed the limit.
const COUNT: i32 = 45;
/// The memory of one log with all its buffers.
const ONE_LOG_KB: i32 = 16 * 60;

/// A start opens no database, and brings what only the rings hold into the logs.
#[test]
fn rings_of_closed_databases_are_hardened_by_start() {
    let rig = Rig::new();
    // No commit hardens an earlier one.
    let options = InstanceOptions { delayed_at_risk_max: Duration::from_secs(3_600), ..rig.options() };
    let instance = Instance::open(options).unwrap();
    let mut session = instance.connect().unwrap();
    for name in NAMES {
        ok(&mut session, &format!("CREATE DATABASE {name}; ALTER DATABASE {name} SET DELAYED_DURABILITY = FORCED;"));
        ok(&mut session, &format!("CREATE TABLE {name}.dbo.T(a INT NOT NULL);"));
        ok(&mut session, &format!("CHECKPOINT; INSERT {name}.dbo.T VALUES(1); INSERT {name}.dbo.T VALUES(2);"));
    }
    let rig = rig.crash(CrashMode::ProcessKill);
    let rings = |rig: &Rig| rig.names().into_iter().filter(|name| name.ends_with("_tail.ring")).count();
    assert_eq!(rings(&rig), NAMES.len());
    let instance = Instance::open(InstanceOptions { background: true, ..rig.options() }).unwrap();
    let mut waits = 0;
    while rings(&rig) > 0 {
        thread::sleep(Duration::from_millis(10));
        waits += 1;
        assert!(waits < 3_000, "{:?}", rig.names());
    }
    let lines: Vec<String> = instance.error_log().lines().iter().map(|line| line.text.to_string()).collect();
    for name in NAMES {
        assert!(lines.iter().any(|line| line.contains(&format!("of database '{name}' were saved from the ring"))));
        assert!(!lines.iter().any(|line| line.contains(&format!("Starting up database '{name}'"))), "it stays closed");
    }
    // The power is cut before any use of the databases.
    let rig = rig.crash(CrashMode::LOSE_UNSYNCED);
    let (_instance, mut session) = rig.connect();
    for name in NAMES {
        assert_eq!(ints(&mut session, &format!("SELECT a FROM {name}.dbo.T;")), [1, 2]);
    }
}

const NAMES: [&str; 3] = ["A", "B", "C"];

/// Views over all databases show closed ones from master's rows and the file system.
#[test]
fn views_over_all_databases_open_none() {
    let rig = Rig::new();
    let mut options = rig.options();
    options.background = true;
    let instance = Instance::open(options.clone()).unwrap();
    let mut session = instance.connect().unwrap();
    (0..CLOSED).for_each(|number| drop(ok(&mut session, &format!("CREATE DATABASE d{number};"))));
    ok(&mut session, "ALTER DATABASE d1 SET RECOVERY SIMPLE, READ_ONLY; ALTER DATABASE d2 SET OFFLINE;");
    ok(&mut session, "ALTER DATABASE d3 MODIFY FILE (NAME = d3_log, FILEGROWTH = 3MB, MAXSIZE = 70MB);");
    ok(&mut session, "ALTER DATABASE d3 MODIFY FILE (NAME = d3, NEWNAME = renamed, FILEGROWTH = 20%);");
    let open = ints(&mut session, FILES);
    drop(session);
    instance.close().unwrap();
    drop(instance);
    let instance = Instance::open(options).unwrap();
    let mut session = instance.connect().unwrap();
    // Compiles the statements, and opens the system databases that they need.
    ints(&mut session, FILES);
    let before = instance.openings();
    assert_eq!(ints(&mut session, FILES), open);
    let counted = "SELECT COUNT(*) FROM sys.dm_io_virtual_file_stats(NULL, NULL) WHERE size_on_disk_bytes > 0";
    assert_eq!(ints(&mut session, counted), [2 * (CLOSED + 4)]);
    let named = "SELECT COUNT(*) FROM sys.master_files WHERE name = 'renamed' AND DB_NAME(database_id) = 'd3'";
    assert_eq!(ints(&mut session, named), [1]);
    let property = "SELECT COUNT(*) WHERE DATABASEPROPERTYEX('d1', 'Recovery') = 'SIMPLE'
        AND DATABASEPROPERTYEX('d1', 'Updateability') = 'READ_ONLY' AND DATABASEPROPERTYEX('d2', 'Status') = 'OFFLINE'";
    assert_eq!(ints(&mut session, property), [1]);
    assert_eq!(instance.openings(), before, "a view opened a database");
    // The owner and the creation time are in the database: they are read once.
    let owned = "SELECT COUNT(*) FROM sys.databases WHERE owner_sid = 0x01 AND recovery_model IS NOT NULL";
    assert_eq!(ints(&mut session, owned), [CLOSED + 3]);
    let before = instance.openings();
    assert_eq!(ints(&mut session, owned), [CLOSED + 3]);
    assert_eq!(instance.openings(), before, "sys.databases opened a database again");
}

const FILES: &str = "SELECT growth + ISNULL(max_size, 0) / 1000 + is_percent_growth FROM sys.master_files
    ORDER BY database_id, file_id";
const CLOSED: i32 = 70;
