//! Tests of full disks, failing disks and damaged pages: reported errors, and surviving data.

use super::rig::{TestHost, run, run_to_end};
use crate::BatchEnd;
use sluice_base::sync::Arc;
use sluice_table::Databases;
use sluice_vfs::call::CallKind;
use sluice_vfs::fault::{Fault, FaultPlan, Rule};
use sluice_vfs::mem::CrashMode;
use sluice_vfs::{Access, Create, Durability, OpenOptions, Vfs};
use std::path::Path;

const LONG: &str = "SET NOCOUNT ON; DECLARE @s VARCHAR(8000) = CAST('x' AS CHAR(7000)), @i INT = 1;";

#[test]
fn full_data_file_fails_only_the_statement() {
    let (host, faults) = TestHost::faulty(FaultPlan::none());
    let mut session = host.connect(51);
    run(&mut session, "CREATE TABLE t(a INT NOT NULL, s VARCHAR(8000) NULL)");
    faults.arm(Rule::new(Fault::Enospc).path("one.mdf").on(CallKind::Allocate).from(0));
    let text = run(
        &mut session,
        &format!("{LONG} WHILE @i <= 3000 BEGIN INSERT t VALUES (@i, @s); IF @@ERROR <> 0 BREAK; SET @i += 1 END"),
    );
    assert_eq!(text, "Msg 1105 line 1 /data/one.mdf; one; PRIMARY / note 3621");
    faults.disarm();
    assert_eq!(run(&mut session, "IF (SELECT COUNT(*) FROM t) = (SELECT MAX(a) FROM t) PRINT 'all'"), "print: all");
    assert_eq!(run(&mut session, &format!("{LONG} INSERT t VALUES (9999, @s); SELECT MAX(a) FROM t")), "[] / 9999");
}

#[test]
fn full_log_fails_statement_and_allows_rollback() {
    let (host, faults) = TestHost::faulty(FaultPlan::none());
    let mut session = host.connect(51);
    run(&mut session, "CREATE TABLE t(a INT NOT NULL, s VARCHAR(8000) NULL); INSERT t VALUES (0, 'kept')");
    faults.arm(Rule::new(Fault::Enospc).path("one_log.ldf").on(CallKind::Allocate).from(0));
    let text = run(
        &mut session,
        &format!(
            "{LONG} BEGIN TRAN; WHILE @i <= 2000 BEGIN INSERT t VALUES (@i, @s); IF @@ERROR <> 0 BREAK; SET @i += 1 END"
        ),
    );
    assert_eq!(text, "Msg 9002 line 1 one; ACTIVE_TRANSACTION; /data/one_log.ldf / note 3621");
    assert_eq!(
        run(&mut session, "IF (SELECT COUNT(*) FROM t) > 50 PRINT 'many'; ROLLBACK; SELECT a FROM t"),
        "print: many / [a] / 0"
    );
    assert_eq!(run(&mut session, "CHECKPOINT; INSERT t VALUES (1, 'after'); SELECT a FROM t"), "[a] / 0 / 1");
}

#[test]
fn log_write_failure_ends_session_and_poisons_database() {
    let (host, faults) = TestHost::faulty(FaultPlan::none());
    let mut session = host.connect(51);
    run(&mut session, "CREATE TABLE t(a INT NOT NULL); INSERT t VALUES (1)");
    faults.arm(Rule::new(Fault::Eio).path("one_log.ldf").on(CallKind::Write));
    let (text, end) = run_to_end(&mut session, "BEGIN TRAN; INSERT t VALUES (2); COMMIT; PRINT 'after'");
    assert!(text.starts_with("(1) / Msg 9001 line 1 one; "), "{text}");
    assert_eq!(end, BatchEnd::SessionEnded);
    let (text, end) = run_to_end(&mut host.connect(52), "INSERT t VALUES (3)");
    assert!(text.starts_with("Msg 9001 "), "it is never tried again as if nothing had happened: {text}");
    assert_eq!(end, BatchEnd::SessionEnded);
    assert_eq!(
        run(&mut host.connect(53), "USE two; CREATE TABLE t(a INT); PRINT 'others go on'"),
        "note 5701 / print: others go on"
    );
    let host = TestHost::reopened(Arc::new(host.memory.crash(CrashMode::LOSE_UNSYNCED)));
    assert_eq!(run(&mut host.connect(51), "SELECT a FROM t"), "[a] / 1 / (1)");
}

#[test]
fn damaged_page_is_named_in_error() {
    let host = TestHost::new();
    let mut session = host.connect(51);
    run(&mut session, "CREATE TABLE t(a INT NOT NULL); INSERT t VALUES (1); CREATE TABLE u(a INT); CHECKPOINT");
    // Another batch of page writes, which replaces the first page's copy in the double-write area.
    run(&mut session, "INSERT u VALUES (1); CHECKPOINT");
    let database = host.database("one").expect("it is open");
    let root = database.catalog().tables()[0].root;
    let memory = Arc::new(host.memory.crash(CrashMode::KEEP_UNSYNCED));
    let options = OpenOptions { create: Create::Never, access: Access::Buffered, durability: Durability::Deferred };
    let file = memory.open(Path::new("/data/one.mdf"), options).expect("the file is there");
    file.write_at(&[0xEE; 16], u64::from(root.page) * 8192 + 500).expect("it can be written");
    let host = TestHost::reopened(memory);
    let (text, end) = run_to_end(&mut host.connect(51), "SELECT a FROM t");
    let place = format!("; page {root}; one; /data/one.mdf");
    assert!(text.contains("Msg 824 line 1 ") && text.contains(&place), "{text}");
    assert_eq!(end, BatchEnd::SessionEnded);
    assert_eq!(run(&mut host.connect(52), "SELECT a FROM u"), "[a] / 1 / (1)", "what is whole is read");
}
