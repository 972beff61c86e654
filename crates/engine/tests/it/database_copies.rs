//! Copies of databases made and dropped with an interruption at the file calls, and dropped in any
//! order. Afterwards each database has its rows, an acknowledged change has happened, and no file
//! is left without need.

use crate::interrupted::each_interruption;
use crate::rig::{Rig, error, ints, ok, run};
use crate::source_database::{CHANGED, FILLED, MAKE, change, rows};
use sluice_engine::Session;
use sluice_vfs::mem::CrashMode;

const COPY: &str = "CREATE DATABASE C AS COPY OF E;";

fn exists(session: &mut Session, database: &str) -> bool {
    ints(session, &format!("SELECT CASE WHEN DB_ID('{database}') IS NULL THEN 0 ELSE 1 END;")) == [1]
}

/// Verifies the pages of a database.
fn check(session: &mut Session, database: &str, context: &str) {
    let sent = run(session, &format!("DBCC CHECKDB('{database}') WITH NO_INFOMSGS;"));
    assert_eq!(sent.first_error(), None, "{context}: {database}");
}

/// Returns the files that users' databases have or have left.
fn files(rig: &Rig) -> Vec<String> {
    let is_users = |name: &String| ["C", "D", "E"].iter().any(|start| name.starts_with(start));
    // A database with delayed commits has a ring.
    rig.names().into_iter().filter(|name| is_users(name) && !name.ends_with("_tail.ring")).collect()
}

/// Drops the databases in this order, and verifies before each drop that all have their rows.
fn drop_all(rig: &Rig, session: &mut Session, expected: &[(&str, (i32, i32))], context: &str) {
    for (place, (database, _)) in expected.iter().enumerate() {
        for (left, found) in &expected[place..] {
            assert_eq!(rows(session, left), *found, "{context}: {left}");
            check(session, left, context);
        }
        ok(session, &format!("DROP DATABASE {database};"));
    }
    assert_eq!(files(rig), [""; 0], "{context}");
}

#[test]
fn interrupted_copy_is_made_or_not() {
    each_interruption(&MAKE, COPY, 60, |rig, acknowledged, context| {
        let (instance, mut session) = rig.connect();
        assert_eq!(rows(&mut session, "E"), FILLED, "{context}");
        let is_made = exists(&mut session, "C");
        assert!(is_made || !acknowledged, "{context}: it was acknowledged and is gone");
        if !is_made {
            // The next freeze replaces a layer that an interrupted one has made and not used.
            let whole: Vec<String> = files(rig).into_iter().filter(|name| !name.ends_with(".top")).collect();
            assert_eq!(whole, ["E.mdf", "E_log.ldf"], "{context}");
            ok(&mut session, COPY);
        }
        ok(&mut session, &change("C"));
        assert_eq!((rows(&mut session, "E"), rows(&mut session, "C")), (FILLED, CHANGED), "{context}");
        drop(session);
        instance.close().unwrap();
        let (_instance, mut session) = rig.connect();
        drop_all(rig, &mut session, &[("C", CHANGED), ("E", FILLED)], context);
    });
}

#[test]
fn interrupted_drop_of_source_keeps_copy() {
    let change = change("E");
    let before = [&MAKE[..], &[COPY, &change]].concat();
    each_interruption(&before, "DROP DATABASE E;", 10, |rig, acknowledged, context| {
        let (_instance, mut session) = rig.connect();
        assert_eq!(rows(&mut session, "C"), FILLED, "{context}");
        let is_there = exists(&mut session, "E");
        assert!(!(is_there && acknowledged), "{context}: it was dropped and is there again");
        if is_there {
            assert_eq!(rows(&mut session, "E"), CHANGED, "{context}");
            ok(&mut session, "DROP DATABASE E;");
        }
        // The name and the paths are free, beside the file that the copy needs.
        ok(&mut session, "CREATE DATABASE E; CREATE TABLE E.dbo.T(a INT NOT NULL); INSERT E.dbo.T VALUES (1);");
        ok(&mut session, "CREATE DATABASE D AS COPY OF E;");
        drop_all(rig, &mut session, &[("E", (1, 1)), ("C", FILLED), ("D", (1, 1))], context);
    });
}

#[test]
fn interrupted_drop_of_copy_keeps_source() {
    let change = change("E");
    let before = [&MAKE[..], &[COPY, &change]].concat();
    each_interruption(&before, "DROP DATABASE C;", 10, |rig, acknowledged, context| {
        let (_instance, mut session) = rig.connect();
        assert_eq!(rows(&mut session, "E"), CHANGED, "{context}");
        let is_there = exists(&mut session, "C");
        assert!(!(is_there && acknowledged), "{context}: it was dropped and is there again");
        if is_there {
            assert_eq!(rows(&mut session, "C"), FILLED, "{context}");
            ok(&mut session, "DROP DATABASE C;");
        }
        assert_eq!(files(rig), ["E.mdf", "E_log.ldf"], "{context}");
        ok(&mut session, COPY);
        drop_all(rig, &mut session, &[("E", CHANGED), ("C", CHANGED)], context);
    });
}

#[test]
fn copies_of_copies_are_dropped_in_any_order() {
    for order in [["E", "C", "D"], ["D", "C", "E"], ["C", "E", "D"], ["C", "D", "E"]] {
        let rig = Rig::started();
        let (instance, mut session) = rig.connect();
        MAKE.iter().for_each(|text| drop(ok(&mut session, text)));
        ok(&mut session, COPY);
        ok(&mut session, "INSERT C.dbo.T VALUES (1000, 'd'); CREATE DATABASE D AS COPY OF C;");
        ok(&mut session, "INSERT D.dbo.T VALUES (1000, 'd'); INSERT C.dbo.T VALUES (1, 'd'), (2, 'e');");
        ok(&mut session, "INSERT E.dbo.T VALUES (5, 'f');");
        let expected = |name: &str| match name {
            "E" => (41, 825),
            "C" => (43, 1_823),
            _ => (42, 2_820),
        };
        let all: Vec<(&str, (i32, i32))> = order.into_iter().map(|name| (name, expected(name))).collect();
        drop((session, instance));
        // Each has its own log, and is recovered by itself.
        let rig = rig.crash(CrashMode::POWER_CUT);
        let (_instance, mut session) = rig.connect();
        drop_all(&rig, &mut session, &all, &format!("{order:?}"));
    }
}

/// A transaction that is open when the copy is made goes on in the source, and is not in the copy.
#[test]
fn copy_lacks_transactions_that_were_open() {
    let rig = Rig::started();
    let (instance, mut session) = rig.connect();
    MAKE.iter().for_each(|text| drop(ok(&mut session, text)));
    let mut other = instance.connect().unwrap();
    ok(&mut other, "USE E; BEGIN TRANSACTION; UPDATE dbo.T SET a = -a; INSERT dbo.T VALUES (7, 'open');");
    ok(&mut session, COPY);
    assert_eq!(rows(&mut session, "C"), FILLED);
    ok(&mut other, "COMMIT; USE master;");
    ok(&mut session, &change("C"));
    assert_eq!((rows(&mut session, "E"), rows(&mut session, "C")), ((41, -813), CHANGED));
    // Both go on as databases of their own: a snapshot and a revert of the copy leave the source.
    ok(&mut session, "CREATE DATABASE C_s ON (NAME = E, FILENAME = 'c.ss') AS SNAPSHOT OF C;");
    ok(&mut session, "DELETE C.dbo.T WHERE a > 100;");
    ok(&mut session, "RESTORE DATABASE C FROM DATABASE_SNAPSHOT = 'C_s';");
    assert_eq!((rows(&mut session, "E"), rows(&mut session, "C")), ((41, -813), CHANGED));
    assert_eq!(error(&mut session, "DROP DATABASE C;").0, 3709);
    ok(&mut session, "DROP DATABASE C_s;");
    drop(other);
    drop_all(&rig, &mut session, &[("E", (41, -813)), ("C", CHANGED)], "at the end");
}

/// The secondary files of a source are copied to files of their own.
#[test]
fn copy_has_its_own_secondary_files() {
    let rig = Rig::started();
    let (_instance, mut session) = rig.connect();
    MAKE.iter().for_each(|text| drop(ok(&mut session, text)));
    ok(&mut session, "ALTER DATABASE E ADD FILEGROUP g;");
    ok(&mut session, "ALTER DATABASE E ADD FILE (NAME = second, FILENAME = 'E_second.ndf') TO FILEGROUP g;");
    ok(&mut session, "USE E; CREATE TABLE dbo.U(a INT NOT NULL) ON g; INSERT dbo.U VALUES (1), (2); USE master;");
    ok(&mut session, COPY);
    ok(&mut session, "INSERT C.dbo.U VALUES (3); DELETE E.dbo.U WHERE a = 1;");
    let own = "SELECT COUNT(*) FROM C.sys.database_files WHERE name = 'second' AND physical_name LIKE '%C_second.ndf';";
    assert_eq!(ints(&mut session, own), [1]);
    assert_eq!(ints(&mut session, "SELECT SUM(a) FROM C.dbo.U;"), [6]);
    assert_eq!(ints(&mut session, "SELECT SUM(a) FROM E.dbo.U;"), [2]);
    drop_all(&rig, &mut session, &[("E", FILLED), ("C", FILLED)], "with two files");
}
