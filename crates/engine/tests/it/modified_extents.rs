//! The extents changed since the last full backup (`modified_extent_page_count` of
//! `relational-databases/system-dynamic-management-views/sys-dm-db-file-space-usage-transact-sql`):
//! a full backup begins anew, a copy-only one and a log backup don't, and no crash loses any.

use crate::rig::{Rig, ints, ok};
use sluice_engine::Session;
use sluice_vfs::mem::CrashMode;

const ONE_FILE: &str = "CREATE DATABASE A;";
const SEVERAL_FILES: &str = "CREATE DATABASE A ON (NAME = a1), (NAME = a2), (NAME = a3);";

/// Returns the modified pages of the current database.
fn modified(session: &mut Session) -> i32 {
    ints(session, "SELECT CAST(SUM(modified_extent_page_count) AS INT) FROM sys.dm_db_file_space_usage;")[0]
}

/// Creates a database with a table of 100 pages and a full backup.
fn backed_up(session: &mut Session, create: &str) {
    ok(session, create);
    ok(session, "USE A; CREATE TABLE dbo.Filled(a INT, b CHAR(4000));");
    ok(session, "INSERT dbo.Filled SELECT value, 'x' FROM GENERATE_SERIES(1, 200);");
    let made = modified(session);
    assert!(made >= 100, "{made} pages were made");
    ok(session, "BACKUP DATABASE A TO DISK = 'NUL';");
    let rest = modified(session);
    assert!(rest < 50, "{rest} pages after the backup");
}

#[test]
fn full_backup_alone_begins_changed_extents_anew() {
    let rig = Rig::new();
    let (_instance, mut session) = rig.connect();
    backed_up(&mut session, SEVERAL_FILES);
    ok(&mut session, "UPDATE dbo.Filled SET b = 'y' WHERE a % 3 = 0;");
    ok(&mut session, "BACKUP DATABASE A TO DISK = 'NUL' WITH COPY_ONLY; BACKUP LOG A TO DISK = 'NUL';");
    let changed = modified(&mut session);
    assert!(changed >= 100, "{changed} pages");
    let query = "SELECT COUNT(*) FROM tempdb.sys.dm_db_file_space_usage WHERE modified_extent_page_count IS NULL;";
    assert_eq!(ints(&mut session, query), [1], "tempdb has no backups");
    ok(&mut session, "DBCC CHECKDB;");
}

#[test]
fn changed_extents_survive_any_crash() {
    let cases = [(ONE_FILE, ""), (ONE_FILE, "CHECKPOINT;"), (SEVERAL_FILES, ""), (SEVERAL_FILES, "CHECKPOINT;")];
    for (seed, (create, checkpoint)) in cases.into_iter().enumerate() {
        for mode in [CrashMode::POWER_CUT, CrashMode::LOSE_UNSYNCED, CrashMode::ProcessKill] {
            let rig = Rig::new();
            let (_instance, mut session) = rig.connect();
            backed_up(&mut session, create);
            ok(&mut session, "UPDATE dbo.Filled SET b = 'y' WHERE a % 3 = 0;");
            ok(&mut session, checkpoint);
            ok(&mut session, "INSERT dbo.Filled VALUES(201, 'z');");
            let before = modified(&mut session);
            let rig = Rig::on(rig.disk.crash_copy(seed as u64, mode));
            let (instance, mut session) = rig.connect();
            ok(&mut session, "USE A; DBCC CHECKDB;");
            let after = modified(&mut session);
            assert!(after >= before, "{after} of {before} pages after {mode:?}, {checkpoint}");
            drop(session);
            instance.close().unwrap();
            let (_instance, mut session) = rig.connect();
            ok(&mut session, "USE A;");
            assert!(modified(&mut session) >= after, "after a clean end");
        }
    }
}
