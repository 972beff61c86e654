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
