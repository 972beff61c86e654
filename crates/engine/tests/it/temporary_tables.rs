//! Temporary tables of several sessions, and tempdb after their end and the instance's end.

use sluice_engine::{Collector, Instance, InstanceOptions, Session, Value};
use sluice_vfs::mem::{CrashMode, MemFs};
use std::path::Path;
use std::sync::{Arc, Barrier};
use std::thread;

fn on(disk: &Arc<MemFs>) -> Arc<Instance> {
    Instance::open(InstanceOptions::on(disk.clone(), Path::new("/data"))).expect("the instance opens")
}

fn connect(instance: &Arc<Instance>) -> Session {
    instance.connect().expect("there is room for a session")
}

fn attempt(session: &mut Session, batch: &str) -> Collector {
    let mut sent = Collector::default();
    session.execute(batch, &mut sent).expect("the session lives");
    sent
}

fn run(session: &mut Session, batch: &str) -> Collector {
    let sent = attempt(session, batch);
    assert_eq!(sent.first_error(), None, "{batch}");
    sent
}

fn number(session: &mut Session, query: &str) -> i32 {
    match run(session, query).scalar() {
        Some(Value::Int(number)) => *number,
        other => panic!("{query} gave {other:?}"),
    }
}

fn error_of(sent: &Collector) -> i32 {
    sent.errors.first().map_or(0, |error| error.number)
}

#[test]
fn local_tables_are_private_and_global_ones_shared() {
    let instance = on(&Arc::new(MemFs::volatile(u64::MAX)));
    let (mut one, mut other) = (connect(&instance), connect(&instance));
    run(&mut one, "CREATE TABLE #t(a INT); INSERT INTO #t VALUES (1); CREATE TABLE ##g(a INT); INSERT ##g VALUES (7)");
    assert_eq!(error_of(&attempt(&mut other, "SELECT a FROM #t")), 208);
    run(&mut other, "CREATE TABLE #t(b INT, c INT); INSERT INTO #t VALUES (2, 3), (4, 5)");
    assert_eq!(number(&mut one, "SELECT COUNT(*) FROM #t"), 1);
    assert_eq!(number(&mut other, "SELECT SUM(c) FROM #t"), 8);
    assert_eq!(number(&mut other, "SELECT a FROM ##g"), 7);
    assert_eq!(error_of(&attempt(&mut other, "CREATE TABLE ##g(a INT)")), 2714);
}

#[test]
fn temporary_tables_end_with_their_session() {
    let instance = on(&Arc::new(MemFs::volatile(u64::MAX)));
    let mut stays = connect(&instance);
    let mut goes = connect(&instance);
    run(&mut goes, "CREATE TABLE #t(a INT); CREATE TABLE ##g(a INT); CREATE TABLE tempdb.dbo.kept(a INT)");
    run(&mut goes, "BEGIN TRAN; CREATE TABLE #open(a INT); INSERT INTO #t VALUES (1)");
    drop(goes);
    assert_eq!(error_of(&attempt(&mut stays, "SELECT * FROM ##g")), 208);
    assert_eq!(number(&mut stays, "SELECT COUNT(*) FROM tempdb.dbo.kept"), 0);
    let mut next = connect(&instance);
    assert_eq!(next.id(), 52, "the session gets the number of the one that is gone");
    for name in ["#t", "#open"] {
        assert_eq!(error_of(&attempt(&mut next, &format!("SELECT * FROM {name}"))), 208, "{name}");
    }
    run(&mut next, "CREATE TABLE #t(a INT); CREATE TABLE ##g(a INT)");
}

#[test]
fn tempdb_is_empty_after_close_or_crash() {
    let disk = Arc::new(MemFs::new(1));
    let instance = on(&disk);
    let mut session = connect(&instance);
    run(
        &mut session,
        "CREATE TABLE tempdb.dbo.t(a INT); CREATE TABLE #t(a INT); BEGIN TRAN; INSERT INTO #t VALUES (1)",
    );
    instance.close().expect("an open transaction is rolled back");
    drop(session);
    let instance = on(&disk);
    let mut session = connect(&instance);
    assert_eq!(error_of(&attempt(&mut session, "SELECT * FROM tempdb.dbo.t")), 208);
    run(&mut session, "CREATE TABLE tempdb.dbo.t(a INT); CREATE TABLE #t(a INT); CREATE TABLE master.dbo.kept(a INT)");
    for mode in [CrashMode::KEEP_UNSYNCED, CrashMode::LOSE_UNSYNCED, CrashMode::ProcessKill] {
        let instance = on(&Arc::new(disk.crash_copy(1, mode)));
        let mut session = connect(&instance);
        assert_eq!(error_of(&attempt(&mut session, "SELECT * FROM tempdb.dbo.t")), 208, "{mode:?}");
        assert_eq!(number(&mut session, "SELECT COUNT(*) FROM kept"), 0, "{mode:?}");
    }
}

#[test]
fn concurrent_sessions_use_temporary_tables() {
    let instance = on(&Arc::new(MemFs::volatile(u64::MAX)));
    run(&mut connect(&instance), "CREATE TABLE all_rows(a INT NOT NULL)");
    let begin = Arc::new(Barrier::new(4));
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let (instance, begin) = (instance.clone(), begin.clone());
            thread::spawn(move || {
                let mut session = connect(&instance);
                begin.wait();
                for round in 0..20 {
                    run(&mut session, "CREATE TABLE #t(a INT NOT NULL)");
                    run(
                        &mut session,
                        "DECLARE @i INT = 0; WHILE @i < 50 BEGIN INSERT INTO #t VALUES (@i); SET @i += 1 END",
                    );
                    run(&mut session, "BEGIN TRAN; INSERT INTO #t SELECT a FROM #t; ROLLBACK");
                    run(
                        &mut session,
                        "BEGIN TRAN; INSERT INTO all_rows SELECT a FROM #t; INSERT #t VALUES (99); COMMIT",
                    );
                    assert_eq!(number(&mut session, "SELECT COUNT(*) FROM #t"), 51, "round {round}");
                    run(&mut session, "DROP TABLE #t");
                }
            })
        })
        .collect();
    threads.into_iter().for_each(|thread| thread.join().expect("a session's thread ends well"));
    assert_eq!(number(&mut connect(&instance), "SELECT COUNT(*) FROM all_rows"), 4 * 20 * 50);
}
