//! Data files added and removed with an interruption at each file call. Afterwards the database
//! opens, its row and the folder agree, and an acknowledged change has happened. A missing file
//! keeps its database from being opened, and no other.

use crate::interrupted::{ELSEWHERE, each_interruption};
use crate::rig::{Rig, error, ints, ok, path};
use sluice_vfs::Vfs;
use std::path::{Path, PathBuf};

const ADD: &str = "ALTER DATABASE E ADD FILE (NAME = two, FILENAME = '/elsewhere/two.ndf', SIZE = 1MB);";
const REMOVE: &str = "ALTER DATABASE E REMOVE FILE two;";
const CREATE: &str = "CREATE DATABASE E;";
const FILL: &str = "INSERT E.dbo.T SELECT value, 'b' FROM GENERATE_SERIES(1, 40);";

/// Returns whether the database has the file. Verifies that the other folder has it exactly then.
fn has_file(rig: &Rig, context: &str) -> bool {
    let (instance, mut session) = rig.connect();
    let has_file = ints(&mut session, "SELECT COUNT(*) FROM sys.master_files WHERE name = 'two';") == [1];
    let files = rig.disk.list(Path::new(ELSEWHERE)).unwrap();
    let expected: Vec<PathBuf> = if has_file { vec!["two.ndf".into()] } else { Vec::new() };
    assert_eq!(files, expected, "{context}");
    drop(session);
    instance.close().unwrap();
    has_file
}

#[test]
fn interrupted_add_file_is_atomic() {
    let before = [CREATE, "USE E", "CREATE TABLE dbo.T(a INT NOT NULL, b CHAR(7000) NOT NULL)", FILL, "USE master"];
    each_interruption(&before, ADD, 10, |rig, acknowledged, context| {
        let has_file = has_file(rig, context);
        assert!(has_file || !acknowledged, "{context}: it was acknowledged and is gone");
        let (_instance, mut session) = rig.connect();
        assert_eq!(ints(&mut session, "SELECT COUNT(*) FROM E.dbo.T;"), [40], "{context}");
        match has_file {
            true => assert_eq!(error(&mut session, ADD).0, 1828, "{context}"),
            false => drop(ok(&mut session, ADD)),
        }
        ok(&mut session, FILL);
        assert_eq!(ints(&mut session, "SELECT COUNT(*) FROM E.dbo.T;"), [80], "{context}");
    });
}

#[test]
fn interrupted_remove_file_is_atomic() {
    let before = [
        CREATE,
        ADD,
        "USE E",
        "CREATE TABLE dbo.T(a INT NOT NULL, b CHAR(7000) NOT NULL)",
        FILL,
        "DROP TABLE dbo.T",
        "USE master",
    ];
    each_interruption(&before, REMOVE, 10, |rig, acknowledged, context| {
        let has_file = has_file(rig, context);
        assert!(!(has_file && acknowledged), "{context}: it was removed and is there again");
        let (_instance, mut session) = rig.connect();
        if has_file {
            ok(&mut session, REMOVE);
        }
        ok(&mut session, ADD);
    });
}

#[test]
fn missing_secondary_file_stops_only_its_database() {
    let rig = Rig::new();
    {
        let (instance, mut session) = rig.connect();
        ok(&mut session, "CREATE DATABASE A;");
        ok(&mut session, "CREATE DATABASE B ON (NAME = b1), (NAME = b2);");
        drop(session);
        instance.close().unwrap();
    }
    rig.disk.remove(&path("B_b2.ndf")).unwrap();
    let (_instance, mut session) = rig.connect();
    ok(&mut session, "USE A;");
    let (number, text) = error(&mut session, "USE B;");
    assert!(number == 945 && text.contains("B_b2.ndf"), "{number}: {text}");
}
