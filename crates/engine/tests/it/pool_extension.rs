//! The buffer pool extension below SQL: warm over restarts, and right answers whatever happens to
//! its file under load.

use crate::rig::{Rig, ints, ok};
use sluice_base::clock::ManualClock;
use sluice_base::random::Random;
use sluice_engine::{Instance, InstanceOptions, Session};
use sluice_vfs::CallKind;
use sluice_vfs::fault::{Fault, Rule};
use sluice_vfs::mem::CrashMode;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const MEMORY: u64 = 24 << 20;
const ROWS: i32 = 6_000;

const ON: &str = "ALTER SERVER CONFIGURATION SET BUFFER POOL EXTENSION ON (FILENAME = 'cache.bpe', SIZE = 24 MB);";
const OFF: &str = "ALTER SERVER CONFIGURATION SET BUFFER POOL EXTENSION OFF;";

/// Returns options of an instance whose pool has room for a quarter of the rows.
fn options(options: InstanceOptions) -> InstanceOptions {
    // The clock stands still, so that no directory is left out for the time that it takes.
    let clock = Arc::new(ManualClock::new(1_767_225_600_000_000_000));
    InstanceOptions { memory_limit: MEMORY, machine_memory: 256 * 8192, clock, ..options }
}

fn open(options: InstanceOptions) -> (Arc<Instance>, Session) {
    let instance = Instance::open(options).unwrap();
    let session = instance.connect().unwrap();
    (instance, session)
}

/// Makes database D with table T, whose row `i` has the value 0.
fn make(session: &mut Session) {
    ok(session, "CREATE DATABASE D;");
    ok(
        session,
        &format!(
            "USE D; CREATE TABLE dbo.T(i int PRIMARY KEY, v int NOT NULL, s char(1000) NOT NULL);
             INSERT dbo.T SELECT value, 0, 'x' FROM GENERATE_SERIES(1, {ROWS}); CHECKPOINT;"
        ),
    );
}

/// Reads random rows. Returns the share of the pages not in memory that the extension had.
fn hit_rate(session: &mut Session) -> f64 {
    let counter = |session: &mut Session, name: &str| {
        let query = "SELECT CAST(cntr_value AS int) FROM sys.dm_os_performance_counters WHERE counter_name = ";
        ints(session, &format!("{query}'{name}';"))[0]
    };
    let before = (counter(session, "Extension page reads/sec"), counter(session, "Page reads/sec"));
    ok(session, "USE D;");
    let random = Random::seeded(7);
    for _ in 0..600 {
        let row = 1 + (random.next_u64() % ROWS as u64) as i32;
        assert_eq!(ints(session, &format!("SELECT i FROM dbo.T WHERE i = {row};")), [row]);
    }
    let hits = counter(session, "Extension page reads/sec") - before.0;
    let misses = counter(session, "Page reads/sec") - before.1;
    f64::from(hits) / f64::from(hits + misses)
}

fn warm_rig() -> (Rig, Arc<Instance>, Session, f64) {
    let rig = Rig::new();
    let (instance, mut session) = open(options(rig.options()));
    ok(&mut session, ON);
    make(&mut session);
    ok(&mut session, "USE D; SELECT COUNT(*) FROM dbo.T WHERE s > ''; CHECKPOINT;");
    let before = hit_rate(&mut session);
    assert!(before > 0.95, "{before}");
    (rig, instance, session, before)
}

#[test]
fn extension_is_warm_after_clean_restart() {
    let (rig, instance, session, before) = warm_rig();
    drop(session);
    instance.close().unwrap();
    let (_instance, mut session) = open(options(rig.options()));
    let after = hit_rate(&mut session);
    assert!(after >= 0.95 * before, "{before} before, {after} after");
}

#[test]
fn extension_is_warm_after_kill() {
    let (rig, _instance, mut session, before) = warm_rig();
    // Changes after the last directory.
    ok(&mut session, "UPDATE dbo.T SET v = 5 WHERE i BETWEEN 100 AND 120;");
    let rig = rig.crash(CrashMode::ProcessKill);
    let (_instance, mut session) = open(options(rig.options()));
    let after = hit_rate(&mut session);
    assert!(after >= 0.95 * before, "{before} before, {after} after");
    assert_eq!(ints(&mut session, "SELECT SUM(v) FROM dbo.T;"), [5 * 21]);
}

#[test]
fn reopened_database_finds_its_pages() {
    let (_rig, _instance, mut session, before) = warm_rig();
    ok(&mut session, "USE master; ALTER DATABASE D SET OFFLINE; ALTER DATABASE D SET ONLINE;");
    let after = hit_rate(&mut session);
    assert!(after >= 0.95 * before, "{before} before, {after} after");
    // A database dropped and made again has none of the pages of the first one.
    ok(&mut session, "USE master; DROP DATABASE D;");
    make(&mut session);
    assert_eq!(ints(&mut session, "SELECT COUNT(*) FROM dbo.T WHERE v = 0;"), [ROWS]);
}

/// Values of pages that only the extension still has from before the revert would be found.
#[test]
fn reverted_database_finds_none_of_its_later_pages() {
    let (rig, instance, mut session, _) = warm_rig();
    ok(&mut session, "CREATE DATABASE S ON (NAME = D, FILENAME = 's.ss') AS SNAPSHOT OF D;");
    let sum = |session: &mut Session| ints(session, "SELECT SUM(v) FROM D.dbo.T;");
    for round in 0..2 {
        ok(
            &mut session,
            "USE D; UPDATE dbo.T SET v = 5; CHECKPOINT; SELECT COUNT(*) FROM dbo.T WHERE s > ''; USE master;",
        );
        ok(&mut session, "CHECKPOINT; RESTORE DATABASE D FROM DATABASE_SNAPSHOT = 'S';");
        assert_eq!(sum(&mut session), [0], "round {round}");
    }
    drop(session);
    drop(instance);
    let rig = rig.crash(CrashMode::ProcessKill);
    let (_instance, mut session) = open(options(rig.options()));
    assert_eq!(sum(&mut session), [0], "after a kill");
}

/// Changes and reads random rows, and compares each with a model.
struct Load {
    session: Session,
    random: Random,
    values: Vec<i32>,
}

impl Load {
    fn new(mut session: Session) -> Load {
        ok(&mut session, "USE D;");
        Load { session, random: Random::seeded(11), values: vec![0; ROWS as usize] }
    }

    fn run(&mut self, statements: i32) {
        for value in 1..=statements {
            let at = self.random.next_u64() as usize % self.values.len();
            let row = at + 1;
            if self.random.next_u64().is_multiple_of(3) {
                ok(&mut self.session, &format!("UPDATE dbo.T SET v = {value} WHERE i = {row};"));
                self.values[at] = value;
            } else {
                let found = ints(&mut self.session, &format!("SELECT v FROM dbo.T WHERE i = {row};"));
                assert_eq!(found, [self.values[at]], "row {row}");
            }
            if value % 100 == 0 {
                ok(&mut self.session, "CHECKPOINT;");
            }
        }
    }

    fn check_all(&mut self) {
        let found = ints(&mut self.session, "SELECT v FROM dbo.T ORDER BY i;");
        assert_eq!(found, self.values);
        ok(&mut self.session, "DBCC CHECKDB (D) WITH NO_INFOMSGS;");
    }
}

/// The process ends in several ways, again and again, with the same file of the extension.
#[test]
fn crashes_with_an_extension_give_right_answers() {
    let modes = [CrashMode::ProcessKill, CrashMode::POWER_CUT, CrashMode::KEEP_UNSYNCED, CrashMode::LOSE_UNSYNCED];
    let mut rig = Rig::new();
    let (mut instance, mut session) = open(options(rig.options()));
    ok(&mut session, ON);
    make(&mut session);
    let mut load = Load::new(session);
    for (round, mode) in (0..).zip(modes.into_iter().cycle().take(8)) {
        // Some rounds end long after their last checkpoint, some just after it.
        load.run(if round % 2 == 0 { 200 } else { 137 });
        rig = rig.crash(mode);
        drop(load.session);
        drop(instance);
        let session;
        (instance, session) = open(options(rig.options()));
        load = Load { session, ..load };
        ok(&mut load.session, "USE D;");
        load.check_all();
    }
}

/// Each call of the extension's file fails from some moment on, in turn by kind.
#[test]
fn failing_extension_gives_right_answers() {
    let faults = [
        (Fault::Eio, CallKind::Read),
        (Fault::Eio, CallKind::Write),
        (Fault::Enospc, CallKind::Write),
        (Fault::ShortWrite { bytes: 4096 }, CallKind::Write),
    ];
    for (fault, kind) in faults {
        let rig = Rig::new();
        let (instance, mut session) = open(options(rig.options()));
        ok(&mut session, ON);
        make(&mut session);
        let mut load = Load::new(session);
        load.run(150);
        rig.faults.arm(Rule::new(fault.clone()).path(".bpe").on(kind));
        load.run(300);
        load.check_all();
        let state = "SELECT state FROM sys.dm_os_buffer_pool_extension_configuration;";
        assert_eq!(ints(&mut load.session, state), [0], "a fault on {kind:?}");
        // The disk is well again.
        rig.faults.disarm();
        ok(&mut load.session, OFF);
        ok(&mut load.session, ON);
        load.run(150);
        load.check_all();
        drop(load);
        instance.close().unwrap();
    }
}

/// A mishap of a file on a real disk while statements run.
#[derive(Clone, Copy, Debug)]
enum Mishap {
    Truncated,
    Overwritten,
    Gone,
    ReadOnly,
}

impl Mishap {
    fn strike(self, path: &Path) {
        match self {
            Mishap::Truncated => fs::OpenOptions::new().write(true).open(path).unwrap().set_len(8192 * 100).unwrap(),
            Mishap::Overwritten => {
                let length = fs::metadata(path).unwrap().len();
                let rubbish = vec![0xA5; length as usize];
                std::io::Write::write_all(&mut fs::OpenOptions::new().write(true).open(path).unwrap(), &rubbish)
                    .unwrap();
            }
            Mishap::Gone => fs::remove_file(path).unwrap(),
            Mishap::ReadOnly => {
                let mut permissions = fs::metadata(path).unwrap().permissions();
                permissions.set_readonly(true);
                fs::set_permissions(path, permissions).unwrap();
            }
        }
    }
}

#[test]
fn lost_and_damaged_extension_gives_right_answers() {
    for mishap in [Mishap::Truncated, Mishap::Overwritten, Mishap::Gone, Mishap::ReadOnly] {
        let folder = tempfile::tempdir().unwrap();
        let path: PathBuf = folder.path().join("cache.bpe");
        let (instance, mut session) = open(options(InstanceOptions::in_folder(folder.path())));
        ok(&mut session, ON);
        make(&mut session);
        let mut load = Load::new(session);
        load.run(150);
        mishap.strike(&path);
        load.run(300);
        load.check_all();
        drop(load.session);
        instance.close().unwrap();
        // The next start finds the file as it is.
        let (instance, session) = open(options(InstanceOptions::in_folder(folder.path())));
        let mut load = Load { session, ..load };
        ok(&mut load.session, "USE D;");
        load.check_all();
        load.run(150);
        load.check_all();
        drop(load);
        instance.close().unwrap();
    }
}
