//! CREATE DATABASE, DROP DATABASE and MODIFY FILE, interrupted at file calls of each kind. Then the
//! change is complete or absent, and the statement can be repeated.

use crate::rig::{Rig, error, ints, ok, run};
use sluice_vfs::fault::{CallSite, Fault, Rule};
use sluice_vfs::mem::CrashMode;
use sluice_vfs::{CallKind, Vfs};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

const BEFORE: &[&str] =
    &["CREATE DATABASE A", "USE A", "CREATE TABLE dbo.T(a INT NOT NULL)", "INSERT dbo.T VALUES(7)", "USE master"];

/// Runs `statement` with a fault at file call number `call`. Returns `None` if the statement has
/// fewer calls. Otherwise returns the rig, and whether the statement was acknowledged.
fn strike(statement: &str, fault: Fault, call: u64) -> Option<(Rig, bool)> {
    strike_after(BEFORE, statement, fault, call)
}

/// Like `strike`, on an instance prepared by the statements `before`.
fn strike_after(before: &[&str], statement: &str, fault: Fault, call: u64) -> Option<(Rig, bool)> {
    let rig = Rig::started();
    let (acknowledged, calls) = run_after(&rig, before, statement, Rule::new(fault).nth(call));
    (calls > call).then_some((rig, acknowledged))
}

/// Runs the statements `before`, then `statement` under `rule`. Returns whether the statement was
/// acknowledged, and the number of its calls.
fn run_after(rig: &Rig, before: &[&str], statement: &str, rule: Rule) -> (bool, u64) {
    rig.disk.create_dir_all(Path::new(ELSEWHERE)).unwrap();
    let (_instance, mut session) = rig.connect();
    before.iter().for_each(|text| drop(ok(&mut session, text)));
    let calls = rig.faults.calls();
    rig.faults.arm(rule);
    let acknowledged = run(&mut session, statement).first_error().is_none();
    let calls = rig.faults.calls() - calls;
    rig.faults.disarm();
    (acknowledged, calls)
}

/// A file call of a statement: its kind, and the file.
pub(crate) type Step = (CallKind, PathBuf);

/// Returns the file calls that `run` makes under the rule passed to it.
pub(crate) fn steps_under<R>(run: impl FnOnce(Rule) -> R) -> Vec<Step> {
    let steps = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&steps);
    let note = move |site: &CallSite<'_>| seen.lock().unwrap().push((site.kind, site.path.to_owned()));
    run(Rule::new(Fault::Hook(Arc::new(note))));
    std::mem::take(&mut *steps.lock().unwrap())
}

/// Returns the file calls of `statement` after the statements `before`.
fn steps_of(before: &[&str], statement: &str) -> Vec<Step> {
    steps_under(|rule| run_after(&Rig::started(), before, statement, rule))
}

/// Returns the numbers of the calls to interrupt: all under `SLOW`. Otherwise, of the calls of each
/// kind on each file, every [`STRIDE`]th, and one at least. `turn` is where that begins, so that
/// the kinds of interruption share the calls. A power cut at a call that changes nothing leaves
/// what a cut at the next change leaves, so such calls get I/O errors alone.
pub(crate) fn chosen(steps: &[Step], fault: &Fault, turn: usize) -> Vec<u64> {
    if std::env::var_os("SLOW").is_some() {
        return (0..steps.len() as u64).collect();
    }
    let mut of_kind: BTreeMap<(CallKind, &Path), Vec<u64>> = BTreeMap::new();
    for (call, (kind, path)) in steps.iter().enumerate() {
        let is_reading = matches!(kind, CallKind::Read | CallKind::Exists | CallKind::List | CallKind::Len);
        if !(is_reading && matches!(fault, Fault::PowerCut)) {
            of_kind.entry((*kind, path)).or_default().push(call as u64);
        }
    }
    let of_turn = |calls: &Vec<u64>| {
        let first = turn % calls.len().min(STRIDE);
        calls.iter().copied().skip(first).step_by(STRIDE).collect::<Vec<u64>>()
    };
    of_kind.values().flat_map(of_turn).collect()
}

/// The number of calls of a kind on a file among which one is interrupted.
pub(crate) const STRIDE: usize = 6;

/// Interrupts the [`chosen`] file calls of `statement`, by a power cut in each mode and by an I/O
/// error. `check` gets whether the statement was acknowledged. Verifies that there are more than
/// `least` calls.
pub(crate) fn each_interruption(before: &[&str], statement: &str, least: usize, check: impl Fn(&Rig, bool, &str)) {
    let steps = steps_of(before, statement);
    assert!(steps.len() > least, "{statement} makes only {} calls", steps.len());
    for (turn, (kind, fault, mode)) in [
        ("power cut", Fault::PowerCut, CrashMode::LOSE_UNSYNCED),
        ("power cut", Fault::PowerCut, CrashMode::KEEP_UNSYNCED),
        ("I/O error", Fault::Eio, CrashMode::POWER_CUT),
    ]
    .into_iter()
    .enumerate()
    {
        for call in chosen(&steps, &fault, turn * STRIDE / 3) {
            let context = format!("{kind} at call {call}, {:?}, {mode:?}", steps[call as usize]);
            let struck = strike_after(before, statement, fault.clone(), call);
            let (rig, acknowledged) = struck.unwrap_or_else(|| panic!("{context}: there is no such call"));
            check(&rig.crash(mode), acknowledged, &context);
        }
    }
}

fn each_power_cut(statement: &str, check: impl Fn(&Rig, bool, &str)) {
    each_power_cut_of(statement, 20, &MODES, check);
}

/// Cuts power at the [`chosen`] file calls of the statement, in each of the modes. Verifies that
/// there are more than `least` calls.
fn each_power_cut_of(statement: &str, least: usize, modes: &[CrashMode], check: impl Fn(&Rig, bool, &str)) {
    let steps = steps_of(BEFORE, statement);
    assert!(steps.len() > least, "{statement} makes only {} calls", steps.len());
    for (turn, &mode) in modes.iter().enumerate() {
        for call in chosen(&steps, &Fault::PowerCut, turn * STRIDE / modes.len()) {
            let context = format!("power cut at call {call}, {:?}, {mode:?}", steps[call as usize]);
            let struck = strike(statement, Fault::PowerCut, call);
            let (rig, acknowledged) = struck.unwrap_or_else(|| panic!("{context}: there is no such call"));
            check(&rig.crash(mode), acknowledged, &context);
        }
    }
}

/// A folder outside the instance's folder.
pub(crate) const ELSEWHERE: &str = "/elsewhere";

const MODES: [CrashMode; 4] =
    [CrashMode::LOSE_UNSYNCED, CrashMode::KEEP_UNSYNCED, CrashMode::POWER_CUT, CrashMode::ProcessKill];

fn each_io_error(statement: &str, check: impl Fn(&Rig, bool, &str)) {
    let steps = steps_of(BEFORE, statement);
    for call in chosen(&steps, &Fault::Eio, 0) {
        let context = format!("I/O error at call {call}, {:?}", steps[call as usize]);
        let struck = strike(statement, Fault::Eio, call);
        let (rig, acknowledged) = struck.unwrap_or_else(|| panic!("{context}: there is no such call"));
        check(&rig.crash(CrashMode::POWER_CUT), acknowledged, &context);
    }
}

/// Opens the instance, returns whether the database `name` exists, and verifies that no file is
/// left over.
fn there(rig: &Rig, name: &str, context: &str) -> bool {
    let (instance, mut session) = rig.connect();
    let there = ints(&mut session, &format!("SELECT CASE WHEN DB_ID('{name}') IS NULL THEN 0 ELSE 1 END;")) == [1];
    let mut files: Vec<_> = rig.names().into_iter().filter(|file| file.starts_with(name)).collect();
    let own = [".mdf", "_log.ldf"].map(|end| format!("{name}{end}"));
    let expected = if there { own.to_vec() } else { vec![] };
    if there {
        // A database with delayed commits has a ring.
        files.retain(|file| !file.ends_with("_tail.ring"));
    }
    assert_eq!(files, expected, "{context}");
    drop(session);
    instance.close().unwrap();
    there
}

fn create_check(rig: &Rig, acknowledged: bool, context: &str) {
    let there = there(rig, "New", context);
    assert!(there || !acknowledged, "{context}: it was acknowledged and is gone");
    let (_instance, mut session) = rig.connect();
    if there {
        assert_eq!(error(&mut session, "CREATE DATABASE New;").0, 1801, "{context}");
    } else {
        ok(&mut session, "CREATE DATABASE New;");
    }
    ok(&mut session, "USE New;");
    ok(&mut session, "CREATE TABLE dbo.T(a INT NOT NULL); INSERT dbo.T VALUES(1);");
    ok(&mut session, "USE A;");
    assert_eq!(ints(&mut session, "SELECT a FROM dbo.T;"), [7], "{context}");
}

fn drop_check(rig: &Rig, acknowledged: bool, context: &str) {
    let there = there(rig, "A", context);
    assert!(!(there && acknowledged), "{context}: it was dropped and is there again");
    let (_instance, mut session) = rig.connect();
    if there {
        ok(&mut session, "USE A;");
        assert_eq!(ints(&mut session, "SELECT a FROM dbo.T;"), [7], "{context}");
        ok(&mut session, "USE master;");
        ok(&mut session, "DROP DATABASE A;");
    }
    ok(&mut session, "CREATE DATABASE A;");
}

/// Verifies that database A is in the list or its files can be attached, with its row.
fn attached_or_detached_check(rig: &Rig, acknowledged: bool, context: &str) {
    let (instance, mut session) = rig.connect();
    let there = ints(&mut session, "SELECT CASE WHEN DB_ID('A') IS NULL THEN 0 ELSE 1 END;") == [1];
    assert!(!(there && acknowledged), "{context}: it was detached and is there again");
    if !there {
        ok(&mut session, "CREATE DATABASE A ON (FILENAME = 'A.mdf') FOR ATTACH;");
    }
    assert_eq!(ints(&mut session, "SELECT a FROM A.dbo.T;"), [7], "{context}");
    drop(session);
    instance.close().unwrap();
}

#[test]
fn detach_is_atomic_under_power_cut() {
    each_power_cut_of("EXEC sp_detach_db 'A';", 8, &MODES, attached_or_detached_check);
}

#[test]
fn attach_is_atomic_under_power_cut() {
    let before: Vec<&str> = BEFORE.iter().copied().chain(["EXEC sp_detach_db 'A'"]).collect();
    let statement = "CREATE DATABASE A ON (FILENAME = 'A.mdf') FOR ATTACH;";
    for mode in MODES {
        let mut call = 0;
        while let Some((rig, acknowledged)) = strike_after(&before, statement, Fault::PowerCut, call) {
            let (rig, context) = (rig.crash(mode), format!("power cut at call {call}, {mode:?}"));
            let (_instance, mut session) = rig.connect();
            let there = ints(&mut session, "SELECT CASE WHEN DB_ID('A') IS NULL THEN 0 ELSE 1 END;") == [1];
            assert!(there || !acknowledged, "{context}: it was attached and is gone");
            if !there {
                ok(&mut session, statement);
            }
            assert_eq!(ints(&mut session, "SELECT a FROM A.dbo.T;"), [7], "{context}");
            call += 1;
        }
        assert!(call > 8, "{call} calls");
    }
}

#[test]
fn offline_is_atomic_under_power_cut() {
    each_power_cut_of("ALTER DATABASE A SET OFFLINE;", 8, &MODES, |rig, acknowledged, context| {
        let (_instance, mut session) = rig.connect();
        let state = ok(&mut session, "SELECT state FROM sys.databases WHERE name = 'A';");
        let is_offline = state.scalar() == Some(&sluice_engine::Value::TinyInt(6));
        assert!(is_offline || !acknowledged, "{context}: {state:?}");
        ok(&mut session, "ALTER DATABASE A SET ONLINE;");
        assert_eq!(ints(&mut session, "SELECT a FROM A.dbo.T;"), [7], "{context}");
    });
}

#[test]
fn create_database_is_atomic_under_power_cut() {
    each_power_cut("CREATE DATABASE New;", create_check);
}

#[test]
fn create_database_is_atomic_under_io_error() {
    each_io_error("CREATE DATABASE New;", create_check);
}

#[test]
fn drop_database_is_atomic_under_power_cut() {
    each_power_cut("DROP DATABASE A;", drop_check);
}

#[test]
fn drop_database_is_atomic_under_io_error() {
    each_io_error("DROP DATABASE A;", drop_check);
}

/// Returns the growth, greatest size and new name of the file `id`, and verifies that the database
/// works.
fn file_after(rig: &Rig, id: u8, context: &str) -> (Vec<i32>, i32) {
    let (_instance, mut session) = rig.connect();
    ok(&mut session, "USE A;");
    let columns = ["growth", "max_size", "CASE WHEN name = N'renamed' THEN 1 ELSE 0 END", "size"];
    let mut of_file = columns.map(|column| {
        ints(&mut session, &format!("SELECT CAST({column} AS int) FROM sys.database_files WHERE file_id = {id};"))[0]
    });
    assert_eq!(ints(&mut session, "SELECT a FROM dbo.T;"), [7], "{context}");
    ok(&mut session, "INSERT dbo.T VALUES(8); DELETE dbo.T WHERE a = 8; CHECKPOINT;");
    let size = std::mem::take(&mut of_file[3]);
    (of_file[..3].to_vec(), size)
}

/// Verifies that the settings are all old or all new; if acknowledged, new and with the new size.
fn modify_check(rig: &Rig, (id, old, new, size): (u8, &[i32], &[i32], i32), acknowledged: bool, context: &str) {
    let (settings, now) = file_after(rig, id, context);
    assert!(settings == new || (settings == old && !acknowledged), "{context}: {settings:?}");
    assert!(now >= size || !acknowledged, "{context}: {now} pages");
}

#[test]
fn modify_data_file_is_atomic_under_power_cut() {
    let statement =
        "ALTER DATABASE A MODIFY FILE (NAME = A, SIZE = 4MB, FILEGROWTH = 1MB, MAXSIZE = 20MB, NEWNAME = renamed);";
    let old = {
        let rig = Rig::new();
        let (instance, mut session) = rig.connect();
        BEFORE.iter().for_each(|text| drop(ok(&mut session, text)));
        drop((session, instance));
        file_after(&rig, 1, "before").0
    };
    each_power_cut_of(statement, 4, &MODES, |rig, acknowledged, context| {
        modify_check(rig, (1, &old, &[128, 2560, 1], 512), acknowledged, context);
    });
}

#[test]
fn log_growth_is_atomic_under_power_cut() {
    let statement = "ALTER DATABASE A MODIFY FILE (NAME = A_log, SIZE = 4MB, FILEGROWTH = 20%, MAXSIZE = 20MB);";
    let old = {
        let rig = Rig::new();
        let (instance, mut session) = rig.connect();
        BEFORE.iter().for_each(|text| drop(ok(&mut session, text)));
        drop((session, instance));
        file_after(&rig, 2, "before").0
    };
    each_power_cut(statement, |rig, acknowledged, context| {
        modify_check(rig, (2, &old, &[20, 2560, 0], 500), acknowledged, context);
    });
}

#[test]
fn create_with_file_options_is_atomic_under_power_cut() {
    let statement = "CREATE DATABASE New ON (NAME = one, SIZE = 3MB, FILEGROWTH = 1MB) LOG ON (NAME = two, SIZE = 2MB, MAXSIZE = 9MB);";
    each_power_cut_of(statement, 20, &[CrashMode::POWER_CUT], |rig, acknowledged, context| {
        let there = there(rig, "New", context);
        assert!(there || !acknowledged, "{context}: it was acknowledged and is gone");
        if there {
            let (_instance, mut session) = rig.connect();
            let files = "SELECT COUNT(*) FROM sys.master_files WHERE database_id = DB_ID('New') AND (
                name = N'one' AND size = 384 AND growth = 128 OR name = N'two' AND size BETWEEN 250 AND 256 AND max_size = 1152);";
            assert_eq!(ints(&mut session, files), [2], "{context}");
        }
    });
}

#[test]
fn failed_create_can_be_repeated() {
    let mut failed = 0;
    for call in 0.. {
        let rig = Rig::new();
        let (instance, mut session) = rig.connect();
        BEFORE.iter().for_each(|text| drop(ok(&mut session, text)));
        let faults = rig.faults.faults();
        rig.faults.arm(Rule::new(Fault::Eio).nth(call));
        let sent = run(&mut session, "CREATE DATABASE New;");
        let struck = rig.faults.faults() > faults;
        rig.faults.disarm();
        if !struck {
            break;
        }
        failed += u32::from(sent.first_error().is_some());
        drop(session);
        // The repeated CREATE may be refused, but must not remove the files of the database whose
        // row is in master.
        let mut session = instance.connect().unwrap();
        run(&mut session, "CREATE DATABASE New;");
        drop(session);
        let rig = rig.crash(CrashMode::ProcessKill);
        create_check(&rig, false, &format!("I/O error at call {call}: {sent:?}"));
    }
    assert!(failed > 10, "{failed}");
}

#[test]
fn failed_drop_can_be_repeated() {
    let mut failed = 0;
    for call in 0.. {
        let rig = Rig::new();
        let (instance, mut session) = rig.connect();
        BEFORE.iter().for_each(|text| drop(ok(&mut session, text)));
        let faults = rig.faults.faults();
        rig.faults.arm(Rule::new(Fault::Eio).nth(call));
        let sent = run(&mut session, "DROP DATABASE A;");
        let struck = rig.faults.faults() > faults;
        rig.faults.disarm();
        if !struck {
            break;
        }
        // A fault in master's log poisons master; the next start handles that.
        if sent.first_error().is_some_and(|(number, _)| number != 9001) {
            failed += 1;
            drop(session);
            let mut session = instance.connect().unwrap();
            let again = run(&mut session, "DROP DATABASE IF EXISTS A;").first_error();
            assert_eq!(again, None, "call {call}: {sent:?}");
            ok(&mut session, "CREATE DATABASE A;");
        }
    }
    assert!(failed > 10, "{failed}");
}

#[test]
fn first_start_survives_interruption_anywhere() {
    let steps = steps_under(|rule| {
        let rig = Rig::new();
        rig.faults.arm(rule);
        drop(rig.connect());
    });
    for (turn, mode) in MODES.into_iter().enumerate() {
        for call in chosen(&steps, &Fault::PowerCut, turn * STRIDE / MODES.len()) {
            let rig = Rig::new();
            rig.faults.arm(Rule::new(Fault::PowerCut).nth(call));
            drop(rig.open());
            let rig = rig.crash(mode);
            let (_instance, mut session) = rig.connect();
            ok(&mut session, "CREATE DATABASE A;");
            assert!(rig.disk.exists(&crate::rig::path("A.mdf")).unwrap());
        }
    }
}
