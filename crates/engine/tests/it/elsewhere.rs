//! Databases with files outside the instance's folder, created, dropped and renamed with an
//! interruption at each file call. Afterwards each database exists completely or not at all, and no
//! file is left in the other folder.

use crate::interrupted::{ELSEWHERE, each_interruption};
use crate::rig::{Rig, error, ints, ok};
use sluice_vfs::Vfs;
use std::path::Path;

const CREATE: &str = "CREATE DATABASE E ON (NAME = E, FILENAME = '/elsewhere/e.mdf') LOG ON (NAME = E_log, FILENAME = '/elsewhere/e.ldf');";
const BEFORE: &[&str] =
    &[CREATE, "USE E", "CREATE TABLE dbo.T(a INT NOT NULL)", "INSERT dbo.T VALUES(7)", "USE master"];

/// Opens the instance and returns whether the database `name` exists. Verifies that the other
/// folder has its files exactly then.
fn is_there(rig: &Rig, name: &str, context: &str) -> bool {
    let (instance, mut session) = rig.connect();
    let is_there = ints(&mut session, &format!("SELECT CASE WHEN DB_ID('{name}') IS NULL THEN 0 ELSE 1 END;")) == [1];
    let files = rig.disk.list(Path::new(ELSEWHERE)).unwrap();
    let expected: &[&str] = if is_there { &["e.ldf", "e.mdf"] } else { &[] };
    assert_eq!(files, expected.iter().map(Into::into).collect::<Vec<std::path::PathBuf>>(), "{context}");
    drop(session);
    instance.close().unwrap();
    is_there
}

#[test]
fn interrupted_create_elsewhere_is_atomic() {
    each_interruption(&[], CREATE, 20, |rig, acknowledged, context| {
        let is_there = is_there(rig, "E", context);
        assert!(is_there || !acknowledged, "{context}: it was acknowledged and is gone");
        let (_instance, mut session) = rig.connect();
        match is_there {
            true => assert_eq!(error(&mut session, CREATE).0, 1801, "{context}"),
            false => drop(ok(&mut session, CREATE)),
        }
        ok(&mut session, "USE E;");
        ok(&mut session, "CREATE TABLE dbo.T(a INT NOT NULL); INSERT dbo.T VALUES(1);");
    });
}

#[test]
fn interrupted_drop_elsewhere_is_atomic() {
    each_interruption(BEFORE, "DROP DATABASE E;", 20, |rig, acknowledged, context| {
        let is_there = is_there(rig, "E", context);
        assert!(!(is_there && acknowledged), "{context}: it was dropped and is there again");
        let (_instance, mut session) = rig.connect();
        if is_there {
            assert_eq!(ints(&mut session, "SELECT a FROM E.dbo.T;"), [7], "{context}");
            ok(&mut session, "DROP DATABASE E;");
        }
        ok(&mut session, CREATE);
    });
}

#[test]
fn interrupted_rename_elsewhere_is_atomic() {
    each_interruption(BEFORE, "ALTER DATABASE E MODIFY NAME = F;", 20, |rig, acknowledged, context| {
        let (_instance, mut session) = rig.connect();
        let name = match ints(&mut session, "SELECT CASE WHEN DB_ID('F') IS NULL THEN 0 ELSE 1 END;") == [1] {
            true => "F",
            false => "E",
        };
        assert!(name == "F" || !acknowledged, "{context}: it was acknowledged");
        assert_eq!(ints(&mut session, &format!("SELECT a FROM {name}.dbo.T;")), [7], "{context}");
    });
}
