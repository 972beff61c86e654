//! A full disk: the statement fails with its error number, earlier commits stay, a rollback works,
//! and work continues once there is space.

use crate::rig::{Rig, error, insert, ints, ok, path, run};
use sluice_engine::Session;
use sluice_vfs::mem::CrashMode;
use sluice_vfs::{Access, Create, Durability, OpenOptions, Vfs};

/// The capacity of the disk in bytes, part of which the system databases use.
const CAPACITY: u64 = 96 << 20;
const WIDE: &str = "REPLICATE('x', 4000)";

/// Creates the database A with a log of `log_bytes`, and fills the disk with a file until `room`
/// bytes are left.
fn nearly_full(log_bytes: u64, room: u64) -> (Rig, Session) {
    let rig = Rig { log_bytes, ..Rig::with_capacity(CAPACITY) };
    let (_instance, mut session) = rig.connect();
    for text in [
        "CREATE DATABASE A",
        "USE A",
        "CREATE TABLE dbo.T(a INT NOT NULL)",
        "CREATE TABLE dbo.W(text VARCHAR(4000) NOT NULL)",
    ] {
        ok(&mut session, text);
    }
    insert(&mut session, 0, 3);
    let options = OpenOptions { create: Create::New, access: Access::Buffered, durability: Durability::Deferred };
    let filler = rig.disk.open(&path("filler"), options).unwrap();
    filler.allocate(0, CAPACITY - rig.disk.bytes_taken() - room).unwrap();
    (rig, session)
}

/// Inserts wide rows, each in its own transaction if `commit`, until an error. Returns the error.
fn fill(session: &mut Session, commit: bool) -> (i32, String) {
    let rows = 20_000;
    let open = if commit { "" } else { "BEGIN TRAN;" };
    let text = format!(
        "{open} DECLARE @i INT = 0; WHILE @i < {rows} BEGIN INSERT dbo.W VALUES({WIDE}); IF @@ERROR <> 0 BREAK; SET @i += 1; END;"
    );
    error(session, &text)
}

#[test]
fn full_data_file_fails_with_1105() {
    let (rig, mut session) = nearly_full(16 << 20, 1 << 20);
    let (number, text) = fill(&mut session, true);
    assert_eq!(number, 1105, "{text}");
    assert!(text.contains(&path("A.mdf").display().to_string()), "{text}");
    let wide = ints(&mut session, "SELECT COUNT(*) FROM dbo.W;")[0];
    assert!(wide > 100, "{wide} rows");
    assert_eq!(ints(&mut session, "SELECT a FROM dbo.T;"), [0, 1, 2]);
    insert(&mut session, 3, 4);
    rig.disk.remove(&path("filler")).unwrap();
    ok(&mut session, &format!("INSERT dbo.W VALUES({WIDE});"));
    drop(session);
    let rig = rig.crash(CrashMode::POWER_CUT);
    let (_instance, mut session) = rig.connect();
    ok(&mut session, "USE A;");
    assert_eq!(ints(&mut session, "SELECT COUNT(*) FROM dbo.W;"), [wide + 1]);
    assert_eq!(ints(&mut session, "SELECT a FROM dbo.T;"), [0, 1, 2, 3]);
}

#[test]
fn dropping_a_table_frees_space() {
    let (_rig, mut session) = nearly_full(16 << 20, 1 << 20);
    assert_eq!(fill(&mut session, true).0, 1105);
    ok(&mut session, "DROP TABLE dbo.W;");
    ok(&mut session, "CREATE TABLE dbo.W(text VARCHAR(4000) NOT NULL);");
    ok(&mut session, &format!("INSERT dbo.W VALUES({WIDE});"));
}

#[test]
fn full_log_fails_with_9002_and_rolls_back() {
    let (rig, mut session) = nearly_full(1 << 20, 0);
    let (number, text) = fill(&mut session, false);
    assert_eq!(number, 9002, "{text}");
    assert!(text.contains(&path("A_log.ldf").display().to_string()), "{text}");
    // The transaction is still open. Its rollback frees space.
    ok(&mut session, "ROLLBACK;");
    assert_eq!(ints(&mut session, "SELECT COUNT(*) FROM dbo.W;"), [0]);
    insert(&mut session, 3, 6);
    // Work done before a full log can also be committed.
    assert_eq!(fill(&mut session, false).0, 9002);
    let wide = ints(&mut session, "SELECT COUNT(*) FROM dbo.W;")[0];
    ok(&mut session, "COMMIT;");
    drop(session);
    let rig = rig.crash(CrashMode::POWER_CUT);
    let (_instance, mut session) = rig.connect();
    ok(&mut session, "USE A;");
    assert_eq!(ints(&mut session, "SELECT a FROM dbo.T;"), (0..6).collect::<Vec<_>>());
    assert_eq!(ints(&mut session, "SELECT COUNT(*) FROM dbo.W;"), [wide]);
}

#[test]
fn full_log_continues_once_there_is_space() {
    let (rig, mut session) = nearly_full(1 << 20, 0);
    assert_eq!(fill(&mut session, false).0, 9002);
    rig.disk.remove(&path("filler")).unwrap();
    ok(&mut session, &format!("INSERT dbo.W VALUES({WIDE}); COMMIT;"));
    assert!(ints(&mut session, "SELECT COUNT(*) FROM dbo.W;")[0] > 50);
}

#[test]
fn log_full_without_backup_is_freed_by_log_backup() {
    let (rig, mut session) = nearly_full(1 << 20, 0);
    let waits_for = "SELECT CAST(log_reuse_wait AS INT) FROM sys.databases WHERE name = 'A';";
    ok(&mut session, "BACKUP DATABASE A TO DISK = 'NUL';");
    let (number, text) = fill(&mut session, true);
    assert!(number == 9002 && text.contains("'LOG_BACKUP'"), "{number} {text}");
    assert_eq!(ints(&mut session, waits_for), [2]);
    // A checkpoint doesn't help. Earlier rows stay, and the open transaction can be rolled back.
    ok(&mut session, "CHECKPOINT;");
    let wide = ints(&mut session, "SELECT COUNT(*) FROM dbo.W;")[0];
    // Each commit takes three times 4 KB of a log of 1 MB.
    assert!(wide > 30, "{wide} rows");
    let (number, text) = fill(&mut session, false);
    assert!(number == 9002 && text.contains("'LOG_BACKUP'"), "{number} {text}");
    ok(&mut session, "ROLLBACK;");
    assert_eq!(ints(&mut session, "SELECT COUNT(*) FROM dbo.W;"), [wide]);
    ok(&mut session, "BACKUP LOG A TO DISK = 'NUL'; CHECKPOINT;");
    assert_eq!(ints(&mut session, waits_for), [0]);
    ok(&mut session, &format!("INSERT dbo.W VALUES({WIDE});"));
    drop(session);
    let rig = rig.crash(CrashMode::POWER_CUT);
    let (_instance, mut session) = rig.connect();
    ok(&mut session, "USE A;");
    assert_eq!(ints(&mut session, "SELECT COUNT(*) FROM dbo.W;"), [wide + 1]);
}

#[test]
fn create_database_on_a_full_disk_leaves_nothing() {
    let (rig, mut session) = nearly_full(1 << 20, 1 << 20);
    let (before, taken) = (rig.names(), rig.disk.bytes_taken());
    let sent = run(&mut session, "CREATE DATABASE B;");
    assert!(sent.first_error().is_some(), "{sent:?}");
    assert_eq!((rig.names(), rig.disk.bytes_taken()), (before, taken));
    drop(session);
    rig.disk.remove(&path("filler")).unwrap();
    let rig = rig.crash(CrashMode::POWER_CUT);
    let (_instance, mut session) = rig.connect();
    ok(&mut session, "CREATE DATABASE B;");
    ok(&mut session, "USE A;");
    assert_eq!(ints(&mut session, "SELECT a FROM dbo.T;"), [0, 1, 2]);
}
