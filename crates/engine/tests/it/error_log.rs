//! The error log: the events of an instance's life, and what fails.

use crate::rig::{Rig, error, insert, ok};
use sluice_engine::{Instance, InstanceOptions};
use sluice_vfs::CallKind;
use sluice_vfs::fault::{Fault, Rule};
use sluice_vfs::mem::CrashMode;
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

fn lines(instance: &Instance) -> Vec<String> {
    instance.error_log().lines().into_iter().map(|line| format!("{}: {}", line.source, line.text)).collect()
}

/// Waits until the log has a line that contains `text`.
fn wait_for_line(instance: &Instance, text: &str) {
    for _ in 0..500 {
        if lines(instance).iter().any(|line| line.contains(text)) {
            return;
        }
        sleep(Duration::from_millis(10));
    }
    panic!("no line contains {text:?}: {:#?}", lines(instance));
}

fn with_database(rig: &Rig) {
    let (instance, mut session) = rig.connect();
    for text in ["CREATE DATABASE A", "USE A", "CREATE TABLE dbo.T(a INT NOT NULL)"] {
        ok(&mut session, text);
    }
    insert(&mut session, 0, 10);
    drop(session);
    drop(instance);
}

#[test]
fn start_recovery_and_shutdown_are_logged_in_order() {
    let rig = Rig::new();
    let (instance, mut session) = rig.connect();
    ok(&mut session, "CREATE DATABASE A");
    ok(&mut session, "USE A");
    ok(&mut session, "CREATE TABLE dbo.T(a INT NOT NULL)");
    insert(&mut session, 0, 10);
    let rig = rig.crash(CrashMode::POWER_CUT);
    drop((session, instance));
    let instance = rig.open().unwrap();
    let all = lines(&instance);
    let expected = [
        "Server: Sluice ",
        "Server: Starting up database 'master'.",
        "Server: Starting up database 'A'.",
        "Server: Recovery of database 'A' (5) has redone ",
        "Server: Recovery completed for database A (database ID 5) in 0 second(s) (analysis and redo ",
        "Server: Recovery is complete.",
    ];
    let mut rest = all.iter();
    for expected in expected {
        assert!(rest.any(|line| line.starts_with(expected)), "{expected}: {all:#?}");
    }
    instance.close().unwrap();
    assert!(lines(&instance).last().is_some_and(|line| line == "Server: The instance is shutting down."));
}

#[test]
fn unusable_database_and_its_errors_are_logged() {
    let rig = Rig::new();
    with_database(&rig);
    rig.damage("A.mdf", 100);
    rig.damage("A.mdf", 8192 + 100);
    let (instance, mut session) = rig.connect();
    assert_eq!(error(&mut session, "USE A").0, 926);
    wait_for_line(&instance, "Server: Database 'A' can't be opened: ");
}

/// The system's errors of severity 17 and above are logged with the session; others are not.
#[test]
fn errors_of_resources_are_logged() {
    let instance = Instance::open(InstanceOptions { memory_limit: 128 << 20, ..InstanceOptions::in_memory() }).unwrap();
    let mut session = instance.connect().unwrap();
    let text = "SELECT LEN(REPLICATE(CAST('x' AS VARCHAR(MAX)), 2000000000))";
    assert_eq!(error(&mut session, text).0, 701);
    assert_eq!(error(&mut session, "SELECT 1 / 0").0, 8134);
    let all = lines(&instance);
    assert!(all.iter().any(|line| line.starts_with("spid51: Error: 701, Severity: 17, State: ")), "{all:#?}");
    assert!(all.iter().any(|line| line.starts_with("spid51: There is insufficient system memory")), "{all:#?}");
    assert!(!all.iter().any(|line| line.contains("8134")), "{all:#?}");
}

#[test]
fn growth_and_failure_of_a_log_are_logged() {
    let rig = Rig::new();
    let options = InstanceOptions { background: true, ..rig.options() };
    let instance: Arc<Instance> = Instance::open(options).unwrap();
    let mut session = instance.connect().unwrap();
    for text in ["CREATE DATABASE A", "USE A", "CREATE TABLE dbo.T(a CHAR(8000) NOT NULL)"] {
        ok(&mut session, text);
    }
    ok(
        &mut session,
        "BEGIN TRAN; DECLARE @i INT = 0; WHILE @i < 200 BEGIN INSERT dbo.T VALUES ('x'); SET @i += 1 END; COMMIT",
    );
    wait_for_line(&instance, "Server: The log of database 'A' grew to ");
    rig.faults.arm(Rule::new(Fault::Eio).path("A_log.ldf").on(CallKind::Write).nth(0));
    assert_eq!(error(&mut session, "INSERT dbo.T VALUES ('y')").0, 9001);
    wait_for_line(&instance, "Server: Database 'A' was shut down: the log failed earlier");
    wait_for_line(&instance, "spid51: Error: 9001, Severity: 21, State: ");
    drop(session);
    wait_for_line(&instance, "Server: Recovery completed for database A ");
    instance.close().unwrap();
}
