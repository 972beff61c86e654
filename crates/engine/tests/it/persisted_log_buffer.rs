//! A persisted log buffer on a machine with persistent memory: commits without a write of the log,
//! restarts, power cuts, and the interruption of each statement that changes the buffer.

use crate::interrupted::{ELSEWHERE, each_interruption};
use crate::rig::{Rig, error, insert, ints, ok, run};
use sluice_engine::{Instance, InstanceOptions, Session};
use sluice_vfs::mem::{CrashMode, MemFs, MemOptions};
use sluice_vfs::{Access, Create, Durability, OpenOptions, Vfs};
use std::path::{Path, PathBuf};
use std::sync::Arc;

const ADD: &str = "ALTER DATABASE F ADD LOG FILE (NAME = fast, FILENAME = '/elsewhere/fast.pldf', SIZE = 100MB);";
const REMOVE: &str = "ALTER DATABASE F REMOVE FILE fast;";
const BEFORE: [&str; 5] =
    ["CREATE DATABASE F", "USE F", "CREATE TABLE dbo.T(a INT NOT NULL)", "INSERT dbo.T VALUES(7)", "USE master"];
const BUFFER: &str = "/elsewhere/fast.pldf";

/// Returns a machine with the database F and a buffer, and a session in F.
fn prepared() -> (Rig, Arc<Instance>, Session) {
    let rig = Rig::started();
    rig.disk.create_dir_all(Path::new(ELSEWHERE)).unwrap();
    let (instance, mut session) = rig.connect();
    BEFORE.iter().for_each(|text| drop(ok(&mut session, text)));
    ok(&mut session, ADD);
    ok(&mut session, "USE F;");
    (rig, instance, session)
}

fn flushes(session: &mut Session) -> i64 {
    let query = "SELECT CAST(cntr_value AS INT) FROM sys.dm_os_performance_counters
        WHERE RTRIM(counter_name) = 'Log Flushes/sec' AND RTRIM(instance_name) = 'F';";
    ints(session, query)[0].into()
}

#[test]
fn commits_in_buffer_write_no_log_and_survive_power_cut() {
    let (rig, instance, mut session) = prepared();
    let files = ok(
        &mut session,
        "SELECT file_id, type, type_desc, data_space_id, name, physical_name, size, max_size, growth,
            is_persistent_log_buffer FROM sys.database_files WHERE file_id > 2;",
    );
    let row: Vec<String> = files.results[0].rows[0].iter().map(|value| format!("{value:?}")).collect();
    assert_eq!(files.results[0].rows.len(), 1, "{row:?}");
    let count = "SELECT COUNT(*) FROM sys.master_files WHERE is_persistent_log_buffer = 1 AND type_desc = 'LOG'
        AND file_id = 3 AND size = 2560 AND growth = 0 AND physical_name = '/elsewhere/fast.pldf';";
    assert_eq!(ints(&mut session, count), [1], "{row:?}");
    let before = flushes(&mut session);
    insert(&mut session, 100, 160);
    assert_eq!(flushes(&mut session), before, "a commit writes no log");
    // The power fails while the instance works: closing it would complete the log.
    let rig = rig.crash(CrashMode::LOSE_UNSYNCED);
    drop((session, instance));
    let (instance, mut session) = rig.connect();
    ok(&mut session, "USE F;");
    assert_eq!(ints(&mut session, "SELECT COUNT(*) FROM dbo.T;"), [61]);
    // The new epoch uses it again, and a clean close needs it too.
    insert(&mut session, 160, 170);
    drop(session);
    instance.close().unwrap();
    let (_instance, mut session) = rig.connect();
    assert_eq!(ints(&mut session, "SELECT COUNT(*) FROM F.dbo.T;"), [71]);
    assert_eq!(error(&mut session, ADD).0, 40517, "one buffer is enough");
    assert_eq!(error(&mut session, "EXEC sp_detach_db 'F';").0, 40517);
    ok(&mut session, REMOVE);
    assert_eq!(rig.disk.list(Path::new(ELSEWHERE)).unwrap(), Vec::<PathBuf>::new());
    ok(&mut session, "INSERT F.dbo.T VALUES(1);");
    ok(&mut session, ADD);
    ok(&mut session, "DROP DATABASE F;");
    assert_eq!(rig.disk.list(Path::new(ELSEWHERE)).unwrap(), Vec::<PathBuf>::new());
}

#[test]
fn missing_or_damaged_buffer_stops_only_its_database() {
    let (rig, instance, mut session) = prepared();
    insert(&mut session, 100, 160);
    ok(&mut session, "CREATE DATABASE Other;");
    // The power fails while the instance works: closing it would complete the log.
    let rig = rig.crash(CrashMode::LOSE_UNSYNCED);
    drop((session, instance));
    let options = OpenOptions { create: Create::Never, access: Access::Buffered, durability: Durability::Synchronous };
    let buffer = rig.disk.open(Path::new(BUFFER), options).unwrap();
    let mut bytes = vec![0; buffer.len().unwrap() as usize];
    buffer.read_at(&mut bytes, 0).unwrap();
    // A byte in each slot, behind the front of its block.
    (0..32).for_each(|slot| buffer.write_at(&[0x5A], 4_096 + slot * 61_440 + 70).unwrap());
    {
        let (instance, mut session) = rig.connect();
        let (number, text) = error(&mut session, "USE F;");
        assert!(number == 926 || text.contains("fast.pldf"), "{number}: {text}");
        ok(&mut session, "USE Other;");
        drop(session);
        drop(instance);
    }
    buffer.write_at(&bytes, 0).unwrap();
    rig.disk.rename(Path::new(BUFFER), Path::new("/elsewhere/away")).unwrap();
    {
        let (instance, mut session) = rig.connect();
        let (number, text) = error(&mut session, "USE F;");
        assert!(number == 945 && text.contains("fast.pldf"), "{number}: {text}");
        let state = "SELECT COUNT(*) FROM sys.databases WHERE name = 'F' AND state_desc = 'RECOVERY_PENDING';";
        assert_eq!(ints(&mut session, state), [1]);
        drop(session);
        drop(instance);
    }
    rig.disk.rename(Path::new("/elsewhere/away"), Path::new(BUFFER)).unwrap();
    let (_instance, mut session) = rig.connect();
    assert_eq!(ints(&mut session, "SELECT COUNT(*) FROM F.dbo.T;"), [61], "with the file back, nothing is missing");
}

/// Verifies the rows, the list and the folder. Returns whether the database has the buffer.
fn has_buffer(rig: &Rig, context: &str) -> bool {
    let (instance, mut session) = rig.connect();
    assert_eq!(ints(&mut session, "SELECT a FROM F.dbo.T;"), [7], "{context}");
    let query = "SELECT COUNT(*) FROM sys.master_files WHERE is_persistent_log_buffer = 1;";
    let has_buffer = ints(&mut session, query) == [1];
    let expected: Vec<PathBuf> = if has_buffer { vec!["fast.pldf".into()] } else { Vec::new() };
    assert_eq!(rig.disk.list(Path::new(ELSEWHERE)).unwrap(), expected, "{context}");
    ok(&mut session, "INSERT F.dbo.T VALUES(8); DELETE F.dbo.T WHERE a = 8; CHECKPOINT;");
    drop(session);
    instance.close().unwrap();
    has_buffer
}

#[test]
fn interrupted_add_log_file_is_atomic() {
    each_interruption(&BEFORE, ADD, 20, |rig, acknowledged, context| {
        let has_buffer = has_buffer(rig, context);
        assert!(has_buffer || !acknowledged, "{context}: it was acknowledged and is gone");
        let (_instance, mut session) = rig.connect();
        if !has_buffer {
            ok(&mut session, ADD);
        }
        ok(&mut session, REMOVE);
    });
}

#[test]
fn interrupted_remove_log_buffer_is_atomic() {
    let before: Vec<&str> = BEFORE.iter().copied().chain([ADD]).collect();
    each_interruption(&before, REMOVE, 10, |rig, acknowledged, context| {
        let has_buffer = has_buffer(rig, context);
        assert!(!(has_buffer && acknowledged), "{context}: it was removed and is there again");
        let (_instance, mut session) = rig.connect();
        if has_buffer {
            ok(&mut session, REMOVE);
        }
        ok(&mut session, ADD);
    });
}

#[test]
fn volume_without_dax_needs_the_development_switch() {
    let rig = Rig::on(MemFs::with_options(MemOptions { has_dax: false, ..MemOptions::powersafe(7) }));
    rig.disk.create_dir_all(Path::new(ELSEWHERE)).unwrap();
    let (instance, mut session) = rig.connect();
    BEFORE.iter().for_each(|text| drop(ok(&mut session, text)));
    let (number, text) = error(&mut session, ADD);
    assert!(number == 5123 && text.contains("DAX"), "{text}");
    assert_eq!(rig.disk.list(Path::new(ELSEWHERE)).unwrap(), Vec::<PathBuf>::new());
    drop(session);
    instance.close().unwrap();
    let options = InstanceOptions { simulate_persistent_memory: true, ..rig.options() };
    let instance = Instance::open(options).unwrap();
    let mut session = instance.connect().unwrap();
    ok(&mut session, ADD);
    let lines = run(&mut session, "EXEC sp_readerrorlog 0, 1, N'NOT durable';");
    assert_eq!(lines.results[0].rows.len(), 1, "the error log says so");
    ok(&mut session, "USE F;");
    let before = flushes(&mut session);
    insert(&mut session, 100, 110);
    assert_eq!(flushes(&mut session), before);
    // Without the switch, the log is complete after a killed process, and works without the buffer.
    let rig = rig.crash(CrashMode::ProcessKill);
    drop((session, instance));
    let (_instance, mut session) = rig.connect();
    ok(&mut session, "USE F;");
    assert_eq!(ints(&mut session, "SELECT COUNT(*) FROM dbo.T;"), [11]);
    let before = flushes(&mut session);
    insert(&mut session, 110, 120);
    assert_eq!(flushes(&mut session), before + 10);
}

#[test]
fn snapshot_and_copy_of_database_with_buffer_have_none() {
    let (rig, instance, mut session) = prepared();
    insert(&mut session, 100, 110);
    ok(&mut session, "USE master; CREATE DATABASE S ON (NAME = F, FILENAME = '/elsewhere/F.ss') AS SNAPSHOT OF F;");
    ok(&mut session, "CREATE DATABASE C AS COPY OF F;");
    ok(&mut session, "INSERT F.dbo.T VALUES(200); INSERT C.dbo.T VALUES(200), (201);");
    let counts =
        "SELECT COUNT(*) FROM F.dbo.T UNION ALL SELECT COUNT(*) FROM S.dbo.T UNION ALL SELECT COUNT(*) FROM C.dbo.T;";
    assert_eq!(ints(&mut session, counts), [12, 11, 13]);
    let buffers = "SELECT COUNT(*) FROM sys.master_files WHERE is_persistent_log_buffer = 1;";
    assert_eq!(ints(&mut session, buffers), [1]);
    let revert = "RESTORE DATABASE F FROM DATABASE_SNAPSHOT = 'S';";
    assert_eq!(error(&mut session, revert).0, 40517);
    let rig = rig.crash(CrashMode::POWER_CUT);
    drop((session, instance));
    let (_instance, mut session) = rig.connect();
    assert_eq!(ints(&mut session, counts), [12, 11, 13]);
}
