//! The files that an instance in a folder keeps open, counted in `/proc/self/fd`. A database that
//! is dropped, or whose creation failed, leaves no file open.
#![cfg(target_os = "linux")]

use crate::rig::ok;
use sluice_engine::{Collector, Instance, InstanceOptions};
use std::path::Path;

/// The files below `folder` that this process has open or mapped and whose names contain `name`.
fn in_use(folder: &Path, name: &str) -> Vec<String> {
    let open = std::fs::read_dir("/proc/self/fd").expect("Linux has it").flatten();
    let open = open.filter_map(|entry| Some(std::fs::read_link(entry.path()).ok()?.to_string_lossy().into_owned()));
    let maps = std::fs::read_to_string("/proc/self/maps").expect("Linux has it");
    let mapped = maps.lines().filter_map(|line| Some(line[line.find('/')?..].to_owned()));
    let folder = folder.canonicalize().expect("the folder is there").to_string_lossy().into_owned();
    open.chain(mapped).filter(|file| file.starts_with(&folder) && file.contains(name)).collect()
}

#[test]
fn dropped_database_leaves_no_file_open() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = || Instance::open(InstanceOptions::in_folder(folder.path())).expect("the instance opens");
    let make = "CREATE DATABASE here_one; CREATE DATABASE here_two; CREATE DATABASE here_three;
        CREATE TABLE here_one.dbo.t (a INT NOT NULL); INSERT here_one.dbo.t SELECT value FROM GENERATE_SERIES(1, 5000);
        ALTER DATABASE here_two SET DELAYED_DURABILITY = FORCED; ALTER DATABASE here_three SET ALLOW_SNAPSHOT_ISOLATION ON";
    let work = "INSERT here_two.dbo.t SELECT value FROM GENERATE_SERIES(1, 5000); SELECT COUNT(*) FROM here_one.dbo.t";
    let first = open();
    let mut session = first.connect().expect("a session");
    ok(&mut session, make);
    ok(&mut session, "CREATE TABLE here_two.dbo.t (a INT NOT NULL)");
    drop(session);
    first.close().expect("the instance closes");
    drop(first);
    assert_eq!(in_use(folder.path(), ""), [""; 0]);
    // Behind a restart, with pages of the databases in the pool.
    let second = open();
    let mut session = second.connect().expect("a session");
    ok(&mut session, work);
    assert!(!in_use(folder.path(), "here_").is_empty());
    ok(&mut session, "ALTER DATABASE here_three MODIFY NAME = here_four");
    ok(&mut session, "DROP DATABASE here_one; DROP DATABASE here_two; DROP DATABASE here_four");
    assert_eq!(in_use(folder.path(), "here_"), [""; 0]);
    // A database that could not be made.
    let before = in_use(folder.path(), "").len();
    let elsewhere = folder.path().join("nowhere/here_five.mdf");
    let failing = format!("CREATE DATABASE here_five ON (NAME = a, FILENAME = '{}')", elsewhere.display());
    let mut sent = Collector::default();
    session.execute(&failing, &mut sent).expect("the session goes on");
    assert_eq!(sent.first_error().map(|(number, _)| number), Some(5133));
    assert_eq!(in_use(folder.path(), "here_"), [""; 0]);
    assert_eq!(in_use(folder.path(), "").len(), before);
    // Names can be used again.
    ok(&mut session, "CREATE DATABASE here_one; DROP DATABASE here_one");
    assert_eq!(in_use(folder.path(), "here_"), [""; 0]);
    drop(session);
    second.close().expect("the instance closes");
    drop(second);
    assert_eq!(in_use(folder.path(), ""), [""; 0]);
}
