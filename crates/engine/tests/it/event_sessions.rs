//! Event sessions: deadlock reports, event files and starts.

use crate::rig::{Rig, error, ints, ok, run};
use sluice_engine::{Instance, InstanceOptions, Session, Value};
use sluice_vfs::call::CallKind;
use sluice_vfs::fault::{Fault, Rule};
use std::thread;
use std::time::Duration;

fn texts(session: &mut Session, query: &str) -> Vec<String> {
    let sent = ok(session, query);
    let value = |row: &Vec<Value>| row[0].as_str().unwrap_or_default().to_owned();
    sent.results[0].rows.iter().map(value).collect()
}

/// The report of `system_health` names the victim, and what both sessions waited for and held.
#[test]
fn deadlock_is_reported_by_system_health() {
    let instance = Instance::open(InstanceOptions::in_memory()).expect("an instance in memory opens");
    let [mut one, mut other] = [(); 2].map(|()| instance.connect().expect("there is room for a session"));
    ok(&mut one, "CREATE TABLE t(a INT); CREATE TABLE u(a INT); INSERT t VALUES (1); INSERT u VALUES (1)");
    ok(&mut one, "BEGIN TRAN; DELETE FROM t WITH (TABLOCKX)");
    ok(&mut other, "SET DEADLOCK_PRIORITY LOW; BEGIN TRAN; DELETE FROM u WITH (TABLOCKX)");
    let (survivor, victim) =
        (ints(&mut one, "SELECT CAST(@@SPID AS INT)")[0], ints(&mut other, "SELECT CAST(@@SPID AS INT)")[0]);
    let waiting = thread::spawn(move || {
        let outcome = run(&mut one, "/* survivor */ DELETE FROM u; COMMIT").first_error();
        (outcome, one)
    });
    while instance.connect().is_ok_and(|mut session| {
        ints(&mut session, "SELECT COUNT(*) FROM sys.dm_os_waiting_tasks WHERE wait_type LIKE 'LCK%'") == [0]
    }) {
        thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(error(&mut other, "/* victim */ DELETE FROM t").0, 1205);
    let (outcome, mut one) = waiting.join().expect("it ends");
    assert_eq!(outcome, None);
    let report = texts(
        &mut one,
        "SELECT CAST(d.query('.') AS NVARCHAR(MAX)) FROM sys.dm_xe_sessions AS s
         JOIN sys.dm_xe_session_targets AS t ON t.event_session_address = s.address
         CROSS APPLY (SELECT CAST(t.target_data AS XML)) AS x (x)
         CROSS APPLY x.x.nodes('//event[@name=\"xml_deadlock_report\"]/data[@name=\"xml_report\"]/value/deadlock')
         AS n (d)
         WHERE s.name = 'system_health'",
    );
    assert_eq!(report.len(), 1);
    let report = &report[0];
    let has = |part: &str| assert!(report.contains(part), "{part} in {report}");
    has(&format!("spid=\"{victim}\""));
    has(&format!("spid=\"{survivor}\""));
    has("<inputbuf>/* victim */ DELETE FROM t</inputbuf>");
    has("<inputbuf>/* survivor */ DELETE FROM u; COMMIT</inputbuf>");
    has("priority=\"-5\"");
    has("<objectlock lockPartition=\"0\" objid=");
    has("objectname=\"master.dbo.t\"");
    has("objectname=\"master.dbo.u\"");
    has("<executionStack><frame procname=\"adhoc\" line=\"1\" stmtstart=\"");
    has(">DELETE FROM u</frame></executionStack>");
    has("trancount=\"1\"");
    has("isolationlevel=\"read committed (2)\"");
    let process = report.split("<victimProcess id=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    let of_victim = report.split("<process id=").find(|part| part.contains("/* victim */")).unwrap();
    assert!(of_victim.starts_with(&format!("\"{process}\"")), "{process} is the victim in {report}");
}

/// A session that waits longer than `blocked process threshold` is reported with the session that
/// blocks it, and its time-out is an event.
#[test]
fn blocked_process_is_reported_with_its_blocker() {
    let instance = Instance::open(InstanceOptions::in_memory()).expect("an instance in memory opens");
    let [mut one, mut other] = [(); 2].map(|()| instance.connect().expect("there is room for a session"));
    ok(&mut one, "EXEC sp_configure 'show advanced options', 1; RECONFIGURE");
    ok(&mut one, "EXEC sp_configure 'blocked process threshold (s)', 1; RECONFIGURE");
    ok(&mut one, "CREATE TABLE t(a INT PRIMARY KEY); INSERT t VALUES (1)");
    ok(&mut one, "CREATE PROCEDURE p AS SELECT a FROM t WITH (TABLOCK, HOLDLOCK)");
    ok(
        &mut one,
        "CREATE EVENT SESSION b ON SERVER ADD EVENT sqlserver.blocked_process_report,
         ADD EVENT sqlserver.lock_timeout ADD TARGET package0.ring_buffer; ALTER EVENT SESSION b ON SERVER STATE = START",
    );
    ok(&mut one, "BEGIN TRAN; UPDATE t WITH (TABLOCKX) SET a = 2 /* blocker */");
    assert_eq!(error(&mut other, "SET LOCK_TIMEOUT 1500; EXEC p").0, 1222);
    let report = texts(
        &mut one,
        "SELECT t.target_data FROM sys.dm_xe_sessions AS s
         JOIN sys.dm_xe_session_targets AS t ON t.event_session_address = s.address WHERE s.name = 'b'",
    );
    let (report, spid) = (&report[0], ints(&mut one, "SELECT CAST(@@SPID AS INT)")[0]);
    let has = |part: &str| assert!(report.contains(part), "{part} in {report}");
    assert_eq!(report.matches("<event name=\"blocked_process_report\"").count(), 1);
    has("<blocked-process-report><blocked-process><process id=\"process");
    has("<frame procname=\"master.dbo.p\" line=\"1\"");
    has(&format!("<blocking-process><process spid=\"{spid}\""));
    has("<inputbuf>BEGIN TRAN; UPDATE t WITH (TABLOCKX) SET a = 2 /* blocker */</inputbuf>");
    has("requeststate=\"sleeping\"");
    has("<event name=\"lock_timeout\"");
}

const FILE_SESSION: &str =
    "CREATE EVENT SESSION f ON SERVER ADD EVENT sqlserver.error_reported (WHERE user_defined = 1)
    ADD TARGET package0.event_file (SET filename = N'errors.xel', max_file_size = 1, max_rollover_files = 2)
    WITH (MAX_MEMORY = 256 KB, STARTUP_STATE = ON)";
const START: &str = "ALTER EVENT SESSION f ON SERVER STATE = START";
const STOP: &str = "ALTER EVENT SESSION f ON SERVER STATE = STOP";
const FILES: &str = "sys.fn_xe_file_target_read_file(N'errors*.xel', NULL, NULL, NULL)";
const NUMBERS: &str = "SELECT CAST(event_data AS XML).value('(//data[@name=\"error_number\"]/value)[1]', 'int')
    FROM sys.fn_xe_file_target_read_file(N'errors*.xel', NULL, NULL, NULL)";

fn raise(session: &mut Session, number: i32) {
    assert_eq!(error(session, &format!("THROW {number}, 'x', 1")).0, number);
}

fn files(rig: &Rig) -> usize {
    rig.names().iter().filter(|name| name.ends_with(".xel")).count()
}

#[test]
fn event_file_outlives_the_instance_and_rolls_over() {
    let rig = Rig::new();
    let (instance, mut session) = rig.connect();
    ok(&mut session, FILE_SESSION);
    ok(&mut session, START);
    raise(&mut session, 50001);
    drop(session);
    instance.close().unwrap();
    // STARTUP_STATE = ON begins the second file.
    let (instance, mut session) = rig.connect();
    assert_eq!((files(&rig), ints(&mut session, NUMBERS)), (2, vec![50001]));
    raise(&mut session, 50002);
    ok(&mut session, STOP);
    assert_eq!(ints(&mut session, NUMBERS), [50001, 50002]);
    ok(&mut session, START);
    raise(&mut session, 50003);
    ok(&mut session, STOP);
    assert_eq!((files(&rig), ints(&mut session, NUMBERS)), (2, vec![50002, 50003]), "the oldest file is gone");
    // Each event has its file and block. Events behind a block are read alone.
    let behind = format!(
        "DECLARE @f NVARCHAR(260), @o BIGINT; SELECT TOP (1) @f = file_name, @o = file_offset FROM {FILES};
         SELECT COUNT(*) FROM {}",
        FILES.replace("NULL, NULL)", "@f, @o)")
    );
    assert_eq!(ints(&mut session, &behind), [1]);
    drop(session);
    instance.close().unwrap();
}

#[test]
fn failing_event_file_loses_events_and_no_statement() {
    let rig = Rig::new();
    let (instance, mut session) = rig.connect();
    ok(&mut session, FILE_SESSION);
    ok(&mut session, START);
    raise(&mut session, 50001);
    rig.faults.arm(Rule::new(Fault::Enospc).path(".xel").on(CallKind::Write));
    ok(&mut session, STOP);
    assert_eq!(error(&mut session, START).0, 25602, "a session without its file doesn't start");
    rig.faults.disarm();
    ok(&mut session, START);
    raise(&mut session, 50002);
    ok(&mut session, STOP);
    assert_eq!(ints(&mut session, NUMBERS), [50002]);
    let lines: Vec<String> = instance.error_log().lines().into_iter().map(|line| line.text.to_string()).collect();
    let lost = lines.iter().filter(|line| line.contains("Events of the event session \"f\" are lost")).count();
    assert_eq!(lost, 1, "{lines:?}");
}

/// A block that a crash has torn ends its file. A damaged block before others is reported.
#[test]
fn torn_last_block_ends_the_file_and_damage_is_reported() {
    let rig = Rig::new();
    let (_instance, mut session) = rig.connect();
    ok(&mut session, FILE_SESSION);
    ok(&mut session, START);
    raise(&mut session, 50001);
    ok(&mut session, STOP);
    let name = rig.names().into_iter().find(|name| name.ends_with(".xel")).unwrap();
    let length = rig.bytes(&name).len() as u64;
    rig.damage(&name, length - 1);
    assert_eq!(ints(&mut session, NUMBERS), [0; 0]);
    rig.damage(&name, 0);
    assert_eq!(error(&mut session, NUMBERS).0, 25718, "the file's header is damaged");
}
