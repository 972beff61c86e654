//! Ownership of the folder: one instance at a time, always with its master database. An in-memory
//! instance leaves no files.

use crate::rig::{Rig, ints, ok, path};
use sluice_engine::{Collector, Instance, InstanceError, InstanceOptions, SessionEnded};
use sluice_vfs::Vfs;

#[test]
fn second_instance_is_refused_until_the_first_closes() {
    let rig = Rig::new();
    let (instance, session) = rig.connect();
    let refused = rig.open().err().unwrap();
    assert!(matches!(&refused, InstanceError::InUse { folder } if path("") == folder.join("")), "{refused}");
    assert!(refused.to_string().contains("/data"), "{refused}");
    drop(session);
    // Closing unlocks the folder, even while references to the closed instance exist.
    instance.close().unwrap();
    rig.open().unwrap();
}

#[test]
fn session_of_closed_instance_changes_nothing() {
    for (open, late) in [("", "INSERT dbo.T VALUES(2);"), ("BEGIN TRAN; INSERT dbo.T VALUES(3);", "COMMIT;")] {
        let rig = Rig::new();
        let (instance, mut session) = rig.connect();
        ok(&mut session, "CREATE TABLE dbo.T(a INT NOT NULL); INSERT dbo.T VALUES(1);");
        ok(&mut session, open);
        instance.close().unwrap();
        let (other, mut later) = rig.connect();
        let before = (rig.bytes("master.mdf"), rig.bytes("mastlog.ldf"));
        let refused = session.execute(late, &mut Collector::default());
        assert!(matches!(refused, Err(SessionEnded::InstanceClosed)), "{refused:?}");
        // The open transaction was already rolled back.
        drop(session);
        assert!(before == (rig.bytes("master.mdf"), rig.bytes("mastlog.ldf")), "'{open}': a closed instance wrote");
        assert_eq!(ints(&mut later, "SELECT a FROM dbo.T;"), [1]);
        drop(later);
        other.close().unwrap();
    }
}

#[test]
fn folder_is_locked_on_real_files() {
    let folder = tempfile::tempdir().unwrap();
    let open = || Instance::open(InstanceOptions::in_folder(folder.path()));
    let instance = open().unwrap();
    assert!(matches!(open(), Err(InstanceError::InUse { .. })));
    drop(instance);
    open().unwrap();
}

#[test]
fn databases_without_master_are_refused() {
    let rig = Rig::new();
    let (instance, mut session) = rig.connect();
    ok(&mut session, "CREATE DATABASE A;");
    drop(session);
    instance.close().unwrap();
    rig.disk.rename(&path("master.mdf"), &path("kept")).unwrap();
    let names = rig.names();
    let refused = rig.open().err().unwrap();
    assert!(matches!(&refused, InstanceError::NoMaster { found, .. } if found.ends_with("A.mdf")), "{refused}");
    assert_eq!(rig.names(), names, "files were made or removed");
    rig.disk.rename(&path("kept"), &path("master.mdf")).unwrap();
    let (_instance, mut session) = rig.connect();
    ok(&mut session, "USE A;");
}

#[test]
fn in_memory_instance_works_and_leaves_nothing() {
    for _ in 0..2 {
        let instance = Instance::open(InstanceOptions::in_memory()).unwrap();
        let mut session = instance.connect().unwrap();
        // The second iteration finds nothing of the first.
        ok(&mut session, "CREATE DATABASE A;");
        ok(&mut session, "USE A;");
        ok(&mut session, "CREATE TABLE dbo.T(a INT NOT NULL); INSERT dbo.T VALUES(1);");
        assert_eq!(ints(&mut session, "SELECT a FROM dbo.T;"), [1]);
        drop(session);
        instance.close().unwrap();
    }
}
