//! Database snapshots made, dropped and reverted to with an interruption at each file call.
//! Afterwards source and snapshot have their rows, an acknowledged change has happened, and no file
//! of a layer is left without need.

use crate::interrupted::each_interruption;
use crate::rig::{Rig, error, ints, ok, run};
use crate::source_database::{CHANGED, FILLED, MAKE, rows};
use sluice_engine::Session;
use sluice_vfs::mem::CrashMode;

const SNAPSHOT: &str = "CREATE DATABASE S ON (NAME = E, FILENAME = 's.ss') AS SNAPSHOT OF E;";
const CHANGE: &str = "UPDATE E.dbo.T SET a = a + 100; INSERT E.dbo.T SELECT value, 'c' FROM GENERATE_SERIES(1, 40);";
const REVERT: &str = "RESTORE DATABASE E FROM DATABASE_SNAPSHOT = 'S';";

fn has_snapshot(session: &mut Session) -> bool {
    ints(session, "SELECT COUNT(*) FROM sys.databases WHERE name = 'S' AND source_database_id = DB_ID('E');") == [1]
}

fn layer_files(rig: &Rig) -> Vec<String> {
    let is_layer = |name: &String| [".layer", ".top", ".ss"].iter().any(|part| name.contains(part));
    rig.names().into_iter().filter(is_layer).collect()
}

/// Drops the snapshot and verifies that the source has whole files again, even after a start.
fn drop_and_verify(rig: &Rig, session: &mut Session, expected: (i32, i32), context: &str) {
    ok(session, "DROP DATABASE S;");
    assert_eq!(rows(session, "E"), expected, "{context}");
    assert_eq!(layer_files(rig), [""; 0], "{context}");
}

#[test]
fn interrupted_snapshot_is_made_or_not() {
    each_interruption(&MAKE, SNAPSHOT, 60, |rig, acknowledged, context| {
        let (instance, mut session) = rig.connect();
        assert_eq!(rows(&mut session, "E"), FILLED, "{context}");
        let is_made = has_snapshot(&mut session);
        assert!(is_made || !acknowledged, "{context}: it was acknowledged and is gone");
        if !is_made {
            ok(&mut session, SNAPSHOT);
        }
        ok(&mut session, CHANGE);
        assert_eq!((rows(&mut session, "E"), rows(&mut session, "S")), (CHANGED, FILLED), "{context}");
        drop(session);
        instance.close().unwrap();
        let (_instance, mut session) = rig.connect();
        assert_eq!((rows(&mut session, "E"), rows(&mut session, "S")), (CHANGED, FILLED), "{context}");
        drop_and_verify(rig, &mut session, CHANGED, context);
    });
}

#[test]
fn interrupted_drop_of_snapshot_keeps_source() {
    let before = [&MAKE[..], &[SNAPSHOT, CHANGE]].concat();
    each_interruption(&before, "DROP DATABASE S;", 20, |rig, acknowledged, context| {
        let (_instance, mut session) = rig.connect();
        assert_eq!(rows(&mut session, "E"), CHANGED, "{context}");
        let is_there = has_snapshot(&mut session);
        assert!(!(is_there && acknowledged), "{context}: it was dropped and is there again");
        if is_there {
            assert_eq!(rows(&mut session, "S"), FILLED, "{context}");
            ok(&mut session, "DROP DATABASE S;");
        }
        ok(&mut session, SNAPSHOT);
        drop_and_verify(rig, &mut session, CHANGED, context);
    });
}

#[test]
fn interrupted_revert_is_whole_or_not_begun() {
    let before = [&MAKE[..], &[SNAPSHOT, CHANGE]].concat();
    each_interruption(&before, REVERT, 20, |rig, acknowledged, context| {
        let (_instance, mut session) = rig.connect();
        let found = rows(&mut session, "E");
        assert!(found == FILLED || found == CHANGED && !acknowledged, "{context}: {found:?}");
        assert_eq!(rows(&mut session, "S"), FILLED, "{context}");
        ok(&mut session, REVERT);
        assert_eq!(rows(&mut session, "E"), FILLED, "{context}");
        ok(&mut session, CHANGE);
        drop_and_verify(rig, &mut session, CHANGED, context);
    });
}

#[test]
fn revert_after_large_rollback_in_snapshot_survives_crash() {
    let rig = Rig::new();
    let (instance, mut session) = rig.connect();
    MAKE.iter().for_each(|text| drop(ok(&mut session, text)));
    let mut other = instance.connect().unwrap();
    ok(&mut other, "USE E; BEGIN TRANSACTION; UPDATE dbo.T SET a = -a;");
    for _ in 0..20 {
        ok(&mut other, "UPDATE dbo.T SET b = 'x' + LEFT(b, 2000);");
    }
    // The rollback in the snapshot takes log that the source doesn't have.
    ok(&mut session, SNAPSHOT);
    run(&mut other, "ROLLBACK; USE master;");
    drop(other);
    ok(&mut session, REVERT);
    ok(&mut session, CHANGE);
    assert_eq!(rows(&mut session, "E"), CHANGED);
    drop((session, instance));
    let rig = rig.crash(CrashMode::LOSE_UNSYNCED);
    let (_instance, mut session) = rig.connect();
    assert_eq!((rows(&mut session, "E"), rows(&mut session, "S")), (CHANGED, FILLED));
    ok(&mut session, REVERT);
    assert_eq!(rows(&mut session, "E"), FILLED);
    drop_and_verify(&rig, &mut session, FILLED, "after the crash");
}

#[test]
fn snapshots_of_several_moments_are_dropped_in_any_order() {
    for order in [[1, 2, 3], [3, 2, 1], [2, 1, 3], [2, 3, 1]] {
        let rig = Rig::new();
        let (_instance, mut session) = rig.connect();
        MAKE.iter().for_each(|text| drop(ok(&mut session, text)));
        for number in 1..=3 {
            ok(
                &mut session,
                &format!("CREATE DATABASE S{number} ON (NAME = E, FILENAME = 's{number}.ss') AS SNAPSHOT OF E;"),
            );
            ok(&mut session, "INSERT E.dbo.T VALUES (1000, 'd');");
        }
        let mut left = vec![1, 2, 3];
        for number in order {
            ok(&mut session, &format!("DROP DATABASE S{number};"));
            left.retain(|other| *other != number);
            for number in &left {
                assert_eq!(rows(&mut session, &format!("S{number}")), (39 + number, 820 + 1_000 * (number - 1)));
            }
            assert_eq!(rows(&mut session, "E"), (43, 3_820));
        }
        assert_eq!(layer_files(&rig), [""; 0]);
    }
}

#[test]
fn snapshot_transaction_from_before_revert_is_refused() {
    let rig = Rig::new();
    let (instance, mut session) = rig.connect();
    MAKE.iter().for_each(|text| drop(ok(&mut session, text)));
    ok(&mut session, "ALTER DATABASE E SET ALLOW_SNAPSHOT_ISOLATION ON;");
    ok(&mut session, "CREATE DATABASE F; ALTER DATABASE F SET ALLOW_SNAPSHOT_ISOLATION ON;");
    ok(&mut session, "CREATE TABLE F.dbo.U(a INT); INSERT F.dbo.U VALUES(1);");
    ok(&mut session, SNAPSHOT);
    let mut reader = instance.connect().unwrap();
    ok(&mut reader, "SET TRANSACTION ISOLATION LEVEL SNAPSHOT; BEGIN TRANSACTION;");
    assert_eq!(ints(&mut reader, "SELECT a FROM F.dbo.U;"), [1]);
    ok(&mut session, CHANGE);
    ok(&mut session, REVERT);
    assert_eq!(error(&mut reader, "SELECT COUNT(*) FROM E.dbo.T;").0, 3953);
    run(&mut reader, "IF @@TRANCOUNT > 0 ROLLBACK;");
    assert_eq!(rows(&mut reader, "E"), FILLED);
}

/// Reverts to one state reuse the catalog that the first one has read.
#[test]
fn each_revert_finds_tables_of_its_snapshot() {
    let rig = Rig::started();
    let (_instance, mut session) = rig.connect();
    MAKE.iter().for_each(|text| drop(ok(&mut session, text)));
    ok(&mut session, SNAPSHOT);
    let tables = |session: &mut Session| ints(session, "SELECT COUNT(*) FROM E.sys.tables;")[0];
    for turn in 0..3 {
        ok(
            &mut session,
            "USE E; DROP TABLE dbo.T; CREATE TABLE dbo.T(c INT NOT NULL); CREATE TABLE dbo.U(a INT NULL);",
        );
        ok(&mut session, "INSERT dbo.T VALUES (1); USE master;");
        ok(&mut session, REVERT);
        assert_eq!((rows(&mut session, "E"), tables(&mut session)), (FILLED, 1), "{turn}");
        ok(&mut session, "CREATE TABLE E.dbo.V(a INT NOT NULL PRIMARY KEY); INSERT E.dbo.V VALUES (1);");
        assert_eq!(tables(&mut session), 2, "{turn}");
    }
    // Another snapshot, maybe with the same id.
    ok(&mut session, "DROP DATABASE S;");
    ok(&mut session, SNAPSHOT);
    ok(&mut session, "DROP TABLE E.dbo.V;");
    ok(&mut session, REVERT);
    assert_eq!((tables(&mut session), ints(&mut session, "SELECT a FROM E.dbo.V;")), (2, vec![1]));
}
