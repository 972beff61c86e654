//! Transactions across databases with several sessions, and with a wrong coordinator.

use crate::rig::{Rig, error, ints, ok, run};
use sluice_engine::Session;
use sluice_vfs::CallKind;
use sluice_vfs::fault::{Fault, Rule};
use sluice_vfs::mem::CrashMode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Opens an instance with a table in each of the databases A and B.
fn two(rig: &Rig) -> (Arc<sluice_engine::Instance>, Session) {
    let (instance, mut session) = rig.connect();
    for name in ["A", "B"] {
        ok(&mut session, &format!("CREATE DATABASE {name};"));
        ok(&mut session, &format!("CREATE TABLE {name}.dbo.t(id INT NOT NULL);"));
    }
    (instance, session)
}

fn count(session: &mut Session, database: &str) -> i32 {
    ints(session, &format!("SELECT COUNT(*) FROM {database}.dbo.t;"))[0]
}

fn both(id: i32) -> String {
    format!("BEGIN TRAN; INSERT A.dbo.t VALUES({id}); INSERT B.dbo.t VALUES({id}); COMMIT TRAN;")
}

#[test]
fn deadlock_across_databases_rolls_victim_back_in_both() {
    let rig = Rig::new();
    let (instance, mut dear) = two(&rig);
    ok(&mut dear, "BEGIN TRAN;");
    (0..20).for_each(|row| drop(ok(&mut dear, &format!("INSERT A.dbo.t VALUES({row});"))));
    let mut cheap = instance.connect().unwrap();
    ok(&mut cheap, "CREATE TABLE u(id INT);");
    ok(&mut cheap, "BEGIN TRAN; INSERT u VALUES(1); INSERT B.dbo.t VALUES(1);");
    let waiting = thread::spawn(move || run(&mut cheap, "SELECT COUNT(*) FROM A.dbo.t;").first_error().unwrap().0);
    thread::sleep(Duration::from_millis(80));
    assert_eq!(count(&mut dear, "B"), 0, "the other one's row is taken back");
    assert_eq!(waiting.join().unwrap(), 1205);
    ok(&mut dear, "INSERT B.dbo.t VALUES(2); COMMIT;");
    assert_eq!((count(&mut dear, "A"), count(&mut dear, "B")), (20, 1));
    assert_eq!(ints(&mut dear, "SELECT COUNT(*) FROM u;"), [0]);
}

#[test]
fn commit_becomes_visible_in_both_databases_at_once() {
    let rig = Rig::new();
    let (instance, mut writer) = two(&rig);
    let done = Arc::new(AtomicBool::new(false));
    let readers = [["A", "B"], ["B", "A"]].map(|[first, second]| {
        let (mut session, done) = (instance.connect().unwrap(), done.clone());
        thread::spawn(move || {
            let mut looks = 0;
            while !done.load(Ordering::Relaxed) || looks < 10 {
                let (earlier, later) = (count(&mut session, first), count(&mut session, second));
                assert!(later >= earlier, "{first} had {earlier}, then {second} had {later}");
                looks += 1;
            }
        })
    });
    for id in 0..150 {
        ok(&mut writer, &both(id));
    }
    done.store(true, Ordering::Relaxed);
    readers.into_iter().for_each(|reader| reader.join().unwrap());
}

/// L3a, across databases: prepared in both, with the decision not on disk yet.
#[test]
fn commit_is_hidden_until_decision_is_on_disk() {
    let rig = Rig::new();
    let (instance, mut writer) = two(&rig);
    let is_stalled = Arc::new(AtomicBool::new(true));
    let is_deciding = Arc::new(AtomicBool::new(false));
    let (stall, deciding) = (is_stalled.clone(), is_deciding.clone());
    let hook = Fault::Hook(Arc::new(move |_| {
        deciding.store(true, Ordering::Relaxed);
        while stall.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(1));
        }
    }));
    rig.faults.arm(Rule::new(hook).path("mastlog.ldf").on(CallKind::Write));
    let write = thread::spawn(move || ok(&mut writer, &both(1)));
    while !is_deciding.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(1));
    }
    let reads = ["A", "B"].map(|name| {
        let mut session = instance.connect().unwrap();
        thread::spawn(move || count(&mut session, name))
    });
    thread::sleep(Duration::from_millis(120));
    assert!(!write.is_finished() && reads.iter().all(|read| !read.is_finished()), "they did not wait");
    is_stalled.store(false, Ordering::Relaxed);
    write.join().unwrap();
    assert_eq!(reads.map(|read| read.join().unwrap()), [1, 1]);
}

#[test]
fn in_doubt_database_stays_closed_with_older_master() {
    let rig = Rig::new();
    let (instance, session) = two(&rig);
    drop(session);
    instance.close().unwrap();
    let masters = ["master.mdf", "mastlog.ldf"];
    let older = masters.map(|name| rig.bytes(name));
    let (_instance, mut session) = rig.connect();
    ok(&mut session, &both(1));
    // The power cut loses the commit records in A and B.
    let rig = rig.crash(CrashMode::LOSE_UNSYNCED);
    let newest = masters.map(|name| rig.bytes(name));
    let put = |copies: [Vec<u8>; 2]| {
        for (name, bytes) in masters.iter().zip(copies) {
            let file = rig.file(name);
            file.write_at(&bytes, 0).unwrap();
            file.sync().unwrap();
        }
    };
    put(older);
    let (instance, mut session) = rig.connect();
    for name in ["A", "B"] {
        let (number, text) = error(&mut session, &format!("USE {name};"));
        assert!(number == 926 && text.contains("mastlog.ldf") && text.contains("older copy"), "{number} {text}");
    }
    drop(session);
    instance.close().unwrap();
    put(newest);
    let (_instance, mut session) = rig.connect();
    assert_eq!((count(&mut session, "A"), count(&mut session, "B")), (1, 1));
}

#[test]
fn part_in_doubt_is_settled_before_detach() {
    for is_offline in [false, true] {
        let rig = Rig::new();
        let (_instance, mut session) = two(&rig);
        ok(&mut session, &both(1));
        // The power cut loses the commit records in A and B.
        let rig = rig.crash(CrashMode::LOSE_UNSYNCED);
        let (instance, mut session) = rig.connect();
        if is_offline {
            ok(&mut session, "ALTER DATABASE A SET OFFLINE;");
        }
        ok(&mut session, "EXEC sp_detach_db 'A';");
        drop(session);
        instance.close().unwrap();
        // This start forgets the decisions on databases that are gone.
        let (_instance, mut session) = rig.connect();
        ok(&mut session, "CREATE DATABASE A ON (FILENAME = 'A.mdf') FOR ATTACH;");
        assert_eq!((count(&mut session, "A"), count(&mut session, "B")), (1, 1), "offline: {is_offline}");
    }
}

/// A detach opens an offline database to settle a part in doubt. If that fails, nothing changed.
#[test]
fn offline_database_stays_offline_after_a_failed_detach() {
    let rig = Rig::new();
    let (instance, mut session) = two(&rig);
    ok(&mut session, &both(1));
    // The commit record of the part in A is not on disk yet, and gets there no more.
    rig.faults.arm(Rule::new(Fault::Eio).path("A_log.ldf"));
    ok(&mut session, "ALTER DATABASE A SET OFFLINE;");
    error(&mut session, "EXEC sp_detach_db 'A';");
    rig.faults.disarm();
    let mut session = instance.connect().unwrap();
    let offline = "SELECT COUNT(*) FROM sys.databases WHERE name = 'A' AND state_desc = 'OFFLINE'";
    assert_eq!(ints(&mut session, offline), [1]);
    instance.restart_failed_databases();
    assert_eq!(ints(&mut session, offline), [1], "no restart brings it back");
    ok(&mut session, "ALTER DATABASE A SET ONLINE;");
    assert_eq!((count(&mut session, "A"), count(&mut session, "B")), (1, 1));
    // Online for good.
    let rig = rig.crash(CrashMode::POWER_CUT);
    let (_instance, mut session) = rig.connect();
    assert_eq!((count(&mut session, "A"), count(&mut session, "B")), (1, 1));
}
