//! A table's page is damaged while the instance is down. Its readers get an error with file and
//! page. Other readers are not affected, and the page isn't overwritten.

use crate::rig::{Rig, error, ints, ok, path, run};
use sluice_engine::{Instance, InstanceOptions};
use sluice_vfs::os::OsFs;
use std::sync::Arc;

const MARK: &str = "a row to be found in the file";

fn setup() -> String {
    format!(
        "CREATE DATABASE A; CREATE DATABASE B;
         USE B; CREATE TABLE dbo.T(a INT NOT NULL); INSERT dbo.T VALUES(3);
         USE A; CREATE TABLE dbo.Whole(a INT NOT NULL); INSERT dbo.Whole VALUES(2);
         CREATE TABLE dbo.Hurt(a INT NOT NULL, text VARCHAR(100) NOT NULL); INSERT dbo.Hurt VALUES(1, '{MARK}');
         CHECKPOINT; INSERT dbo.Whole VALUES(4)"
    )
}

/// Returns the last position of the mark in a data file. An earlier one is the copy in the
/// double-write area, which `setup` invalidates by writing another page last.
fn place(bytes: &[u8]) -> usize {
    bytes.windows(MARK.len()).rposition(|window| window == MARK.as_bytes()).expect("the row is in the file")
}

#[test]
fn damaged_page_fails_only_its_readers() {
    let rig = Rig::new();
    let (instance, mut session) = rig.connect();
    setup().split(';').for_each(|statement| drop(ok(&mut session, statement)));
    drop(session);
    instance.close().unwrap();
    let at = place(&rig.bytes("A.mdf"));
    rig.damage("A.mdf", at as u64);
    let page = at / 8192 * 8192;
    let damaged = rig.bytes("A.mdf")[page..page + 8192].to_vec();

    let (instance, mut session) = rig.connect();
    ok(&mut session, "USE A;");
    let (number, text) = error(&mut session, "SELECT a FROM dbo.Hurt;");
    assert_eq!(number, 824, "{text}");
    assert!(text.contains(&path("A.mdf").display().to_string()), "{text}");
    assert!(text.contains(&format!("(1:{})", at / 8192)), "{text}");
    // As in SQL Server, an error of this severity ends the session; other sessions connect.
    drop(session);
    let mut session = instance.connect().unwrap();
    ok(&mut session, "USE A; INSERT dbo.Whole VALUES(20);");
    assert_eq!(ints(&mut session, "SELECT a FROM dbo.Whole;"), [2, 4, 20]);
    assert_eq!(error(&mut session, "INSERT dbo.Hurt VALUES(1, '');").0, 824);
    drop(session);
    let mut session = instance.connect().unwrap();
    ok(&mut session, "USE B; INSERT dbo.T VALUES(30);");
    assert_eq!(ints(&mut session, "SELECT a FROM dbo.T;"), [3, 30]);
    drop(session);
    instance.close().unwrap();
    assert!(rig.bytes("A.mdf")[page..page + 8192] == damaged, "the damaged page was written");
}

/// `mssqlserver-3043-database-engine-error`: a backup that reads a damaged page fails.
#[test]
fn backup_of_damaged_page_fails() {
    let rig = Rig::new();
    let (instance, mut session) = rig.connect();
    setup().split(';').for_each(|statement| drop(ok(&mut session, statement)));
    ok(&mut session, "ALTER DATABASE A SET RECOVERY FULL;");
    ok(&mut session, "BACKUP DATABASE A TO DISK = 'NUL' WITH COPY_ONLY;");
    drop(session);
    instance.close().unwrap();
    let at = place(&rig.bytes("A.mdf"));
    rig.damage("A.mdf", at as u64);
    let (instance, mut session) = rig.connect();
    let sent = run(&mut session, "BACKUP DATABASE A TO DISK = 'NUL';");
    let numbers: Vec<i32> = sent.errors.iter().map(|error| error.number).collect();
    assert_eq!(numbers, [3043, 3013]);
    let (_, text) = sent.first_error().unwrap();
    let file = path("A.mdf").display().to_string();
    assert_eq!(text, format!("BACKUP 'A' detected an error on page (1:{}) in file '{file}'.", at / 8192));
    assert_eq!(error(&mut session, "BACKUP LOG A TO DISK = 'NUL';").0, 4214, "no log chain began");
    ok(&mut session, "BACKUP DATABASE B TO DISK = 'NUL';");
    drop(session);
    instance.close().unwrap();
}

#[test]
fn last_written_page_is_restored_from_its_copy() {
    let rig = Rig::new();
    let (instance, mut session) = rig.connect();
    // The page stays dirty until the close, so that it is written with the last pages.
    setup()
        .split(';')
        .filter(|statement| !statement.contains("CHECKPOINT") && !statement.contains("VALUES(4)"))
        .for_each(|text| drop(ok(&mut session, text)));
    drop(session);
    instance.close().unwrap();
    rig.damage("A.mdf", place(&rig.bytes("A.mdf")) as u64);
    let (_instance, mut session) = rig.connect();
    ok(&mut session, "USE A;");
    assert_eq!(ints(&mut session, "SELECT a FROM dbo.Hurt;"), [1]);
}

#[test]
fn damaged_page_is_reported_on_real_files() {
    let folder = tempfile::tempdir().unwrap();
    let open = || Instance::open(InstanceOptions::on(Arc::new(OsFs::new()), folder.path())).unwrap();
    let instance = open();
    let mut session = instance.connect().unwrap();
    setup().split(';').for_each(|statement| drop(ok(&mut session, statement)));
    drop(session);
    instance.close().unwrap();
    let file = folder.path().join("A.mdf");
    let mut bytes = std::fs::read(&file).unwrap();
    let at = place(&bytes);
    bytes[at] ^= 1;
    std::fs::write(&file, bytes).unwrap();

    let instance = open();
    let mut session = instance.connect().unwrap();
    ok(&mut session, "USE A;");
    let (number, text) = error(&mut session, "SELECT a FROM dbo.Hurt;");
    assert_eq!(number, 824, "{text}");
    assert!(text.contains("A.mdf") && text.contains(&format!("(1:{})", at / 8192)), "{text}");
}
