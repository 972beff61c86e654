//! Databases of several data files are detached, and attached by their primary file.

use crate::interrupted::{ELSEWHERE, each_interruption};
use crate::rig::{Rig, error, ints, ok, path};
use sluice_engine::Session;
use sluice_vfs::{Access, Create, Durability, OpenOptions, Vfs};
use std::path::{Path, PathBuf};

/// A database with two files in PRIMARY and one in the filegroup G, with rows in all three.
const MADE: [&str; 6] = [
    "CREATE DATABASE B ON PRIMARY (NAME = b1), (NAME = b2), FILEGROUP G (NAME = b3, FILENAME = '/elsewhere/b3.ndf')",
    "USE B",
    "CREATE TABLE dbo.T(a INT NOT NULL, b CHAR(7000) NOT NULL)",
    "INSERT dbo.T SELECT value, 'b' FROM GENERATE_SERIES(1, 80)",
    "SELECT a INTO dbo.U ON G FROM dbo.T",
    "USE master",
];
const DETACH: &str = "EXEC sp_detach_db 'B'";
const ATTACH: &str = "CREATE DATABASE B ON (FILENAME = 'B.mdf') FOR ATTACH";

fn new_rig() -> Rig {
    let rig = Rig::new();
    [ELSEWHERE, "/moved"].iter().for_each(|folder| rig.disk.create_dir_all(Path::new(folder)).unwrap());
    rig
}

/// Verifies the rows, the filegroups and the pages of database `name`, and that its files take
/// more rows.
fn check(session: &mut Session, name: &str, context: &str) {
    ok(session, &format!("USE {name}"));
    assert_eq!(ints(session, "SELECT COUNT(*) FROM dbo.T"), [80], "{context}");
    assert_eq!(ints(session, "SELECT SUM(a) FROM dbo.U"), [80 * 81 / 2], "{context}");
    assert_eq!(ints(session, "SELECT data_space_id FROM sys.indexes WHERE object_id = OBJECT_ID('U')"), [2]);
    assert_eq!(ints(session, "SELECT FILEGROUP_ID('G')"), [2], "{context}");
    ok(session, "DBCC CHECKDB WITH NO_INFOMSGS");
    ok(session, "SELECT a INTO dbo.V ON G FROM dbo.T; DROP TABLE dbo.V; USE master");
}

fn rename(rig: &Rig, from: PathBuf, to: &str) {
    rig.disk.rename(&from, Path::new(to)).unwrap();
}

#[test]
fn database_of_several_files_is_attached_by_primary() {
    let rig = new_rig();
    let (instance, mut session) = rig.connect();
    MADE.iter().for_each(|text| drop(ok(&mut session, text)));
    ok(&mut session, DETACH);
    ok(&mut session, ATTACH);
    check(&mut session, "B", "at once");
    ok(&mut session, DETACH);
    drop(session);
    instance.close().unwrap();
    let (_instance, mut session) = rig.connect();
    ok(&mut session, ATTACH);
    check(&mut session, "B", "after a start");
}

#[test]
fn moved_files_are_found_beside_primary_or_by_their_names() {
    let rig = new_rig();
    let (instance, mut session) = rig.connect();
    MADE.iter().for_each(|text| drop(ok(&mut session, text)));
    ok(&mut session, DETACH);
    for (from, to) in [("B.mdf", "B.mdf"), ("B_b2.ndf", "B_b2.ndf"), ("B_log.ldf", "l.ldf")] {
        rename(&rig, path(from), &format!("/moved/{to}"));
    }
    rename(&rig, Path::new(ELSEWHERE).join("b3.ndf"), "/moved/third.ndf");
    let (number, text) = error(&mut session, "CREATE DATABASE C ON (FILENAME = '/moved/B.mdf') FOR ATTACH");
    assert!(number == 5120 && text.contains("/elsewhere/b3.ndf"), "{number}: {text}");
    let attach = "CREATE DATABASE C ON (FILENAME = '/moved/third.ndf'), (FILENAME = '/moved/B.mdf') \
                  LOG ON (FILENAME = '/moved/l.ldf') FOR ATTACH";
    ok(&mut session, attach);
    check(&mut session, "C", "moved");
    drop(session);
    instance.close().unwrap();
    let (_instance, mut session) = rig.connect();
    check(&mut session, "C", "moved, after a start");
}

#[test]
fn copy_of_primary_file_alone_is_refused() {
    let (rig, other) = (new_rig(), new_rig());
    // The database was never closed properly.
    let (_instance, mut session) = rig.connect();
    MADE.iter().for_each(|text| drop(ok(&mut session, text)));
    for name in ["B.mdf", "B_log.ldf"] {
        let options = OpenOptions { create: Create::New, access: Access::Buffered, durability: Durability::Deferred };
        let copy = other.disk.open(&Path::new("/moved").join(name), options).unwrap();
        copy.write_at(&rig.bytes(name), 0).unwrap();
    }
    let (_instance, mut session) = other.connect();
    let (number, text) = error(&mut session, "CREATE DATABASE B ON (FILENAME = '/moved/B.mdf') FOR ATTACH");
    assert!(number == 5120 && text.contains("B_b2.ndf"), "{number}: {text}");
    assert_eq!(ints(&mut session, "SELECT CASE WHEN DB_ID('B') IS NULL THEN 0 ELSE 1 END"), [0]);
}

#[test]
fn files_that_do_not_belong_together_are_refused() {
    let rig = new_rig();
    let (_instance, mut session) = rig.connect();
    MADE.iter().for_each(|text| drop(ok(&mut session, text)));
    ok(&mut session, "CREATE DATABASE D ON (NAME = d1), (NAME = d2), (NAME = d3), (NAME = d4)");
    ok(&mut session, "EXEC sp_detach_db 'D'");
    ok(&mut session, DETACH);
    let attach = |others: &str| format!("CREATE DATABASE B ON (FILENAME = 'B.mdf'){others} FOR ATTACH");
    for (others, number) in [
        (", (FILENAME = 'D_d2.ndf')", 5173),
        (", (FILENAME = 'D_d4.ndf')", 5173),
        (", (FILENAME = 'D.mdf')", 5173),
        (", (FILENAME = 'nothing.ndf')", 5120),
    ] {
        assert_eq!(error(&mut session, &attach(others)).0, number, "{others}");
    }
    let without_primary = "CREATE DATABASE B ON (FILENAME = 'B_b2.ndf') FOR ATTACH";
    assert_eq!(error(&mut session, without_primary).0, 5171);
    ok(&mut session, ATTACH);
    check(&mut session, "B", "with its own files");
}

#[test]
fn interrupted_detach_leaves_several_files_attachable() {
    each_interruption(&MADE, DETACH, 5, |rig, acknowledged, context| {
        let (_instance, mut session) = rig.connect();
        let is_listed = ints(&mut session, "SELECT CASE WHEN DB_ID('B') IS NULL THEN 0 ELSE 1 END") == [1];
        assert!(!(is_listed && acknowledged), "{context}: it was detached and is there again");
        if !is_listed {
            ok(&mut session, ATTACH);
        }
        check(&mut session, "B", context);
    });
}

#[test]
fn path_changed_while_offline_is_listed_by_detach() {
    let rig = new_rig();
    let (_instance, mut session) = rig.connect();
    MADE.iter().for_each(|text| drop(ok(&mut session, text)));
    ok(&mut session, "ALTER DATABASE B SET OFFLINE");
    ok(&mut session, "ALTER DATABASE B MODIFY FILE (NAME = b3, FILENAME = '/moved/third.ndf')");
    rename(&rig, Path::new(ELSEWHERE).join("b3.ndf"), "/moved/third.ndf");
    ok(&mut session, "ALTER DATABASE B SET ONLINE");
    check(&mut session, "B", "moved");
    ok(&mut session, "ALTER DATABASE B SET OFFLINE");
    ok(&mut session, "ALTER DATABASE B MODIFY FILE (NAME = b2, FILENAME = '/moved/second.ndf')");
    rename(&rig, path("B_b2.ndf"), "/moved/second.ndf");
    ok(&mut session, DETACH);
    ok(&mut session, ATTACH);
    check(&mut session, "B", "attached");
}
