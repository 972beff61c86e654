//! CREATE DATABASE and DROP DATABASE, interrupted at each of their calls to files: afterwards the database is there whole or
//! not at all, and the statement can be sent again.

use crate::rig::{Rig, error, ints, ok, run};
use sluice_vfs::Vfs;
use sluice_vfs::fault::{Fault, Rule};
use sluice_vfs::mem::CrashMode;

const BEFORE: &[&str] =
    &["CREATE DATABASE A", "USE A", "CREATE TABLE dbo.T(a INT NOT NULL)", "INSERT dbo.T VALUES(7)", "USE master"];

/// Runs `statement` with a fault at its call number `call`. None once it has fewer calls than that; else the rig, and
/// whether it was acknowledged.
fn strike(statement: &str, fault: Fault, call: u64) -> Option<(Rig, bool)> {
    let rig = Rig::new();
    let (_instance, mut session) = rig.connect();
    BEFORE.iter().for_each(|text| drop(ok(&mut session, text)));
    let calls = rig.faults.calls();
    rig.faults.arm(Rule::new(fault).nth(call));
    let acknowledged = run(&mut session, statement).first_error().is_none();
    let reached = rig.faults.calls() - calls > call;
    rig.faults.disarm();
    reached.then(|| {
        drop(session);
        (rig, acknowledged)
    })
}

fn each_power_cut(statement: &str, check: impl Fn(&Rig, bool, &str)) {
    for mode in [CrashMode::LOSE_UNSYNCED, CrashMode::KEEP_UNSYNCED, CrashMode::POWER_CUT, CrashMode::ProcessKill] {
        let mut call = 0;
        while let Some((rig, acknowledged)) = strike(statement, Fault::PowerCut, call) {
            let rig = rig.crash(mode);
            check(&rig, acknowledged, &format!("power cut at call {call}, {mode:?}"));
            call += 1;
        }
        assert!(call > 20, "{statement} makes only {call} calls");
    }
}

fn each_io_error(statement: &str, check: impl Fn(&Rig, bool, &str)) {
    let mut call = 0;
    while let Some((rig, acknowledged)) = strike(statement, Fault::Eio, call) {
        let rig = rig.crash(CrashMode::POWER_CUT);
        check(&rig, acknowledged, &format!("I/O error at call {call}"));
        call += 1;
    }
}

/// Opens the instance, asks for the database `name`, and looks that no file is left over.
fn there(rig: &Rig, name: &str, context: &str) -> bool {
    let (instance, mut session) = rig.connect();
    let there = ints(&mut session, &format!("SELECT CASE WHEN DB_ID('{name}') IS NULL THEN 0 ELSE 1 END;")) == [1];
    let files: Vec<_> = rig.names().into_iter().filter(|file| file.starts_with(name)).collect();
    let own = [".mdf", "_log.ldf", "_tail.ring"].map(|end| format!("{name}{end}"));
    let expected = if there { own.to_vec() } else { vec![] };
    assert_eq!(files, expected, "{context}");
    drop(session);
    instance.close().unwrap();
    there
}

fn create_check(rig: &Rig, acknowledged: bool, context: &str) {
    let there = there(rig, "New", context);
    assert!(there || !acknowledged, "{context}: it was acknowledged and is gone");
    let (_instance, mut session) = rig.connect();
    if there {
        assert_eq!(error(&mut session, "CREATE DATABASE New;").0, 1801, "{context}");
    } else {
        ok(&mut session, "CREATE DATABASE New;");
    }
    ok(&mut session, "USE New;");
    ok(&mut session, "CREATE TABLE dbo.T(a INT NOT NULL); INSERT dbo.T VALUES(1);");
    ok(&mut session, "USE A;");
    assert_eq!(ints(&mut session, "SELECT a FROM dbo.T;"), [7], "{context}");
}

fn drop_check(rig: &Rig, acknowledged: bool, context: &str) {
    let there = there(rig, "A", context);
    assert!(!(there && acknowledged), "{context}: it was dropped and is there again");
    let (_instance, mut session) = rig.connect();
    if there {
        ok(&mut session, "USE A;");
        assert_eq!(ints(&mut session, "SELECT a FROM dbo.T;"), [7], "{context}");
        ok(&mut session, "USE master;");
        ok(&mut session, "DROP DATABASE A;");
    }
    ok(&mut session, "CREATE DATABASE A;");
}

#[test]
fn create_database_is_whole_or_not_at_all_after_a_power_cut() {
    each_power_cut("CREATE DATABASE New;", create_check);
}

#[test]
fn create_database_is_whole_or_not_at_all_after_an_io_error() {
    each_io_error("CREATE DATABASE New;", create_check);
}

#[test]
fn drop_database_is_done_or_not_at_all_after_a_power_cut() {
    each_power_cut("DROP DATABASE A;", drop_check);
}

#[test]
fn drop_database_is_done_or_not_at_all_after_an_io_error() {
    each_io_error("DROP DATABASE A;", drop_check);
}

#[test]
fn a_create_that_failed_may_be_sent_again() {
    let mut failed = 0;
    for call in 0.. {
        let rig = Rig::new();
        let (instance, mut session) = rig.connect();
        BEFORE.iter().for_each(|text| drop(ok(&mut session, text)));
        let faults = rig.faults.faults();
        rig.faults.arm(Rule::new(Fault::Eio).nth(call));
        let sent = run(&mut session, "CREATE DATABASE New;");
        let struck = rig.faults.faults() > faults;
        rig.faults.disarm();
        if !struck {
            break;
        }
        failed += u32::from(sent.first_error().is_some());
        drop(session);
        // It may be refused, but must not take the files of the one whose row is in master.
        let mut session = instance.connect().unwrap();
        run(&mut session, "CREATE DATABASE New;");
        drop(session);
        let rig = rig.crash(CrashMode::ProcessKill);
        create_check(&rig, false, &format!("I/O error at call {call}: {sent:?}"));
    }
    assert!(failed > 10, "{failed}");
}

#[test]
fn a_drop_that_failed_may_be_sent_again() {
    let mut failed = 0;
    for call in 0.. {
        let rig = Rig::new();
        let (instance, mut session) = rig.connect();
        BEFORE.iter().for_each(|text| drop(ok(&mut session, text)));
        let faults = rig.faults.faults();
        rig.faults.arm(Rule::new(Fault::Eio).nth(call));
        let sent = run(&mut session, "DROP DATABASE A;");
        let struck = rig.faults.faults() > faults;
        rig.faults.disarm();
        if !struck {
            break;
        }
        // A fault in master's log ends master, and what then happens is the next start's affair.
        if sent.first_error().is_some_and(|(number, _)| number != 9001) {
            failed += 1;
            drop(session);
            let mut session = instance.connect().unwrap();
            let again = run(&mut session, "DROP DATABASE IF EXISTS A;").first_error();
            assert_eq!(again, None, "call {call}: {sent:?}");
            ok(&mut session, "CREATE DATABASE A;");
        }
    }
    assert!(failed > 10, "{failed}");
}

#[test]
fn the_first_start_in_a_folder_may_be_interrupted_anywhere() {
    let calls = {
        let rig = Rig::new();
        drop(rig.connect());
        rig.faults.calls()
    };
    for mode in [CrashMode::LOSE_UNSYNCED, CrashMode::KEEP_UNSYNCED, CrashMode::POWER_CUT, CrashMode::ProcessKill] {
        for call in 0..calls {
            let rig = Rig::new();
            rig.faults.arm(Rule::new(Fault::PowerCut).nth(call));
            drop(rig.open());
            let rig = rig.crash(mode);
            let (_instance, mut session) = rig.connect();
            ok(&mut session, "CREATE DATABASE A;");
            assert!(rig.disk.exists(&crate::rig::path("A.mdf")).unwrap());
        }
    }
}
