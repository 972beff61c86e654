//! A log block is damaged between acknowledged blocks while the instance is down. The database is
//! refused with file and offset, its files stay unchanged, and the other databases open.

use crate::rig::{Rig, error, insert, ints, ok, path};
use sluice_vfs::mem::CrashMode;

/// Returns the offsets of the written log blocks, in file order; the young log hasn't wrapped
/// around.
fn blocks(log: &[u8]) -> Vec<u64> {
    (FIRST_BLOCK..log.len()).step_by(512).filter(|at| log[*at..].starts_with(b"SlLb")).map(|at| at as u64).collect()
}

fn killed() -> Rig {
    let rig = Rig::new();
    let (_instance, mut session) = rig.connect();
    for statement in ["CREATE DATABASE A", "CREATE DATABASE B", "USE B", "CREATE TABLE dbo.T(a INT NOT NULL)"] {
        ok(&mut session, statement);
    }
    insert(&mut session, 0, 3);
    ok(&mut session, "USE A");
    ok(&mut session, "CREATE TABLE dbo.T(a INT NOT NULL)");
    insert(&mut session, 0, 20);
    rig.crash(CrashMode::POWER_CUT)
}

#[test]
fn database_with_damaged_log_is_refused_unchanged() {
    let rig = killed();
    let blocks = blocks(&rig.bytes("A_log.ldf"));
    // Many acknowledged blocks lie before and after this one.
    let hurt = blocks[blocks.len() - 8];
    rig.damage("A_log.ldf", hurt + 70);
    let before = (rig.bytes("A.mdf"), rig.bytes("A_log.ldf"));
    for _start in 0..2 {
        let (instance, mut session) = rig.connect();
        let (number, text) = error(&mut session, "USE A;");
        assert_eq!(number, 926, "{text}");
        let offset = hurt.to_string();
        assert!(text.contains(&path("A_log.ldf").display().to_string()) && text.contains(&offset), "{text}");
        assert_eq!(error(&mut session, "CREATE DATABASE A;").0, 1801);
        ok(&mut session, "USE B;");
        assert_eq!(ints(&mut session, "SELECT a FROM dbo.T;"), [0, 1, 2]);
        drop(session);
        instance.close().unwrap();
        assert!(before == (rig.bytes("A.mdf"), rig.bytes("A_log.ldf")), "files of the refused database were changed");
    }
    // Restoring the block restores the database.
    rig.damage("A_log.ldf", hurt + 70);
    let (_instance, mut session) = rig.connect();
    ok(&mut session, "USE A;");
    assert_eq!(ints(&mut session, "SELECT a FROM dbo.T;"), (0..20).collect::<Vec<_>>());
}

#[test]
fn refused_database_can_be_dropped() {
    for statement in ["DROP DATABASE A;", "DROP DATABASE IF EXISTS A;"] {
        let rig = killed();
        let blocks = blocks(&rig.bytes("A_log.ldf"));
        rig.damage("A_log.ldf", blocks[blocks.len() - 8] + 70);
        let (instance, mut session) = rig.connect();
        ok(&mut session, statement);
        assert_eq!(error(&mut session, "USE A;").0, 911);
        assert!(!rig.names().iter().any(|name| name.starts_with("A.") || name.starts_with("A_")), "{:?}", rig.names());
        ok(&mut session, "CREATE DATABASE A;");
        drop(session);
        instance.close().unwrap();
        let (_instance, mut session) = rig.connect();
        ok(&mut session, "USE A;");
    }
}

#[test]
fn damage_is_detected_in_every_block_but_the_last() {
    let rig = killed();
    let log = rig.bytes("A_log.ldf");
    for hurt in blocks(&log).iter().rev().skip(2).take(16) {
        rig.damage("A_log.ldf", hurt + 70);
        let (instance, mut session) = rig.connect();
        assert_eq!(error(&mut session, "USE A;").0, 926, "block at {hurt}");
        drop(session);
        instance.close().unwrap();
        rig.damage("A_log.ldf", hurt + 70);
    }
    let (_instance, mut session) = rig.connect();
    ok(&mut session, "USE A;");
    assert_eq!(ints(&mut session, "SELECT a FROM dbo.T;").len(), 20);
}

/// The offset of the first virtual log file (`docs/file-format.md`).
const FIRST_BLOCK: usize = 256 << 10;

/// EMERGENCY opens the database of a damaged log, to be read, and leaves its files as they are.
#[test]
fn emergency_opens_database_with_damaged_log_unchanged() {
    let rig = killed();
    let blocks = blocks(&rig.bytes("A_log.ldf"));
    rig.damage("A_log.ldf", blocks[blocks.len() - 8] + 70);
    let files = || (rig.bytes("A.mdf"), rig.bytes("A_log.ldf"));
    let before = files();
    let (instance, mut session) = rig.connect();
    assert_eq!(error(&mut session, "USE A;").0, 926);
    ok(&mut session, "ALTER DATABASE A SET EMERGENCY;");
    ok(&mut session, "USE A;");
    // The rows were written back by no checkpoint, so the pages have a part of them at most.
    assert!(ints(&mut session, "SELECT COUNT(*) FROM sys.databases WHERE state_desc = 'EMERGENCY';") == [1]);
    assert_eq!(error(&mut session, "CREATE TABLE dbo.N(a INT);").0, 3908);
    ok(&mut session, "CHECKPOINT;");
    drop(session);
    instance.close().unwrap();
    assert!(before == files(), "EMERGENCY has changed the files");
    // The state outlives the instance, and ONLINE fails as long as the log is damaged.
    let (instance, mut session) = rig.connect();
    ok(&mut session, "USE A;");
    ok(&mut session, "USE master;");
    // An error of severity 24 ends the session.
    assert_eq!(error(&mut session, "ALTER DATABASE A SET ONLINE;").0, 824);
    let (mut session, _) = (instance.connect().unwrap(), drop(session));
    assert_eq!(error(&mut session, "USE A;").0, 926);
    drop(session);
    instance.close().unwrap();
    assert!(before == files(), "files of the refused database were changed");
    rig.damage("A_log.ldf", blocks[blocks.len() - 8] + 70);
    let (_instance, mut session) = rig.connect();
    ok(&mut session, "USE A;");
    assert_eq!(ints(&mut session, "SELECT a FROM dbo.T;"), (0..20).collect::<Vec<_>>());
}

/// EMERGENCY reads the data of a database whose log is gone.
#[test]
fn emergency_reads_data_without_log() {
    let rig = Rig::new();
    let (instance, mut session) = rig.connect();
    ok(&mut session, "CREATE DATABASE A;");
    ok(&mut session, "USE A;");
    ok(&mut session, "CREATE TABLE dbo.T(a INT NOT NULL);");
    insert(&mut session, 0, 20);
    ok(&mut session, "CHECKPOINT;");
    ok(&mut session, "USE master;");
    drop(session);
    instance.close().unwrap();
    rig.remove("A_log.ldf");
    let (_instance, mut session) = rig.connect();
    assert_eq!(error(&mut session, "USE A;").0, 945);
    ok(&mut session, "ALTER DATABASE A SET EMERGENCY;");
    ok(&mut session, "USE A;");
    assert_eq!(ints(&mut session, "SELECT a FROM dbo.T;"), (0..20).collect::<Vec<_>>());
    ok(&mut session, "DBCC CHECKDB WITH NO_INFOMSGS;");
}
