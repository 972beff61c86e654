//! Tests of a session's transactions.

use super::rig::{TestHost, run};
use crate::Session;
use sluice_vfs::mem::CrashMode;
use std::sync::Arc;

fn table() -> (Arc<TestHost>, Session) {
    let host = TestHost::new();
    let mut session = host.connect(51);
    run(&mut session, "SET NOCOUNT ON; CREATE TABLE t(a INT NOT NULL)");
    (host, session)
}

fn rows(session: &mut Session) -> String {
    run(session, "SELECT a FROM t ORDER BY a").replace("[a]", "").replace(" / ", " ").trim().to_owned()
}

#[test]
fn commit_keeps_and_rollback_undoes_rows() {
    let (_host, mut session) = table();
    run(
        &mut session,
        "BEGIN TRAN; INSERT t VALUES (1); COMMIT; BEGIN TRAN; INSERT t VALUES (2); ROLLBACK; INSERT t VALUES (3)",
    );
    assert_eq!(rows(&mut session), "1 3");
    run(&mut session, "BEGIN TRAN; INSERT t VALUES (4);");
    assert_eq!(run(&mut session, "SELECT @@TRANCOUNT"), "[] / 1", "a transaction outlives its batch");
    run(&mut session, "ROLLBACK TRAN");
    assert_eq!(rows(&mut session), "1 3");
}

#[test]
fn inner_commit_only_decrements_trancount() {
    let (_host, mut session) = table();
    run(&mut session, "BEGIN TRAN; BEGIN TRAN; INSERT t VALUES (1); COMMIT; INSERT t VALUES (2)");
    assert_eq!(run(&mut session, "SELECT @@TRANCOUNT"), "[] / 1");
    run(&mut session, "ROLLBACK");
    assert_eq!(rows(&mut session), "");
    assert_eq!(run(&mut session, "COMMIT"), "Msg 3902 line 1");
    assert_eq!(run(&mut session, "ROLLBACK"), "Msg 3903 line 1");
    assert_eq!(run(&mut session, "SAVE TRAN x"), "Msg 628 line 1");
}

#[test]
fn savepoint_rollback_undoes_later_rows() {
    let (_host, mut session) = table();
    run(
        &mut session,
        "BEGIN TRAN outer1; SAVE TRAN start; INSERT t VALUES (1); SAVE TRAN s; INSERT t VALUES (2); ROLLBACK TRAN s; INSERT t VALUES (3)",
    );
    assert_eq!(rows(&mut session), "1 3");
    run(&mut session, "SAVE TRAN s; INSERT t VALUES (4); ROLLBACK TRAN s");
    assert_eq!(rows(&mut session), "1 3");
    assert_eq!(run(&mut session, "ROLLBACK TRAN nosuch"), "Msg 6401 line 1 nosuch");
    assert_eq!(run(&mut session, "ROLLBACK TRAN S"), "Msg 6401 line 1 S", "names are case-sensitive");
    run(&mut session, "ROLLBACK TRAN start");
    assert_eq!(rows(&mut session), "");
    run(&mut session, "INSERT t VALUES (9); ROLLBACK TRAN outer1");
    assert_eq!(run(&mut session, "SELECT @@TRANCOUNT"), "[] / 0");
    assert_eq!(rows(&mut session), "");
}

#[test]
fn savepoint_names_may_come_from_variables() {
    let (_host, mut session) = table();
    run(
        &mut session,
        "DECLARE @s VARCHAR(10) = 'p'; BEGIN TRAN; INSERT t VALUES (1); SAVE TRAN @s; INSERT t VALUES (2); ROLLBACK TRAN p; COMMIT",
    );
    assert_eq!(rows(&mut session), "1");
}

#[test]
fn session_end_rolls_back() {
    let (host, mut session) = table();
    run(&mut session, "BEGIN TRAN; INSERT t VALUES (1)");
    session.close().expect("a rollback succeeds");
    assert_eq!(run(&mut host.connect(52), "SELECT COUNT(*) FROM t"), "[] / 0 / (1)");
}

#[test]
fn durability_follows_the_database_and_the_commit() {
    let (host, mut session) = table();
    let flushes = |batch: &str, session: &mut Session| {
        let database = sluice_table::Databases::database(&*host, "one").expect("it is open");
        let before = database.counters.log_flushes.get();
        run(session, batch);
        database.counters.log_flushes.get() - before
    };
    let commit = "BEGIN TRAN; INSERT t VALUES (1); COMMIT";
    let delayed = "BEGIN TRAN; INSERT t VALUES (1); COMMIT WITH (DELAYED_DURABILITY = ON)";
    let set = |word: &str| format!("ALTER DATABASE one SET DELAYED_DURABILITY = {word} WITH NO_WAIT");
    assert_eq!(flushes(delayed, &mut session), 1, "DISABLED wins over the commit");
    run(&mut session, &set("ALLOWED"));
    assert_eq!((flushes(commit, &mut session), flushes(delayed, &mut session)), (1, 0));
    run(&mut session, &set("Forced"));
    assert_eq!((flushes(commit, &mut session), flushes("INSERT t VALUES (2)", &mut session)), (0, 0));
    assert_eq!(flushes("BEGIN TRAN; SELECT * FROM t; COMMIT", &mut session), 0);
    assert_eq!(run(&mut session, &set("SOMETIMES")).split(' ').nth(1), Some("102"));
    assert_eq!(
        run(&mut session, "BEGIN TRAN; ALTER DATABASE one SET DELAYED_DURABILITY = DISABLED"),
        "Msg 226 line 1 ALTER DATABASE"
    );
}

#[test]
fn transaction_across_databases_is_atomic() {
    let (host, mut session) = table();
    run(&mut session, "USE two; CREATE TABLE t(a INT NULL); USE one");
    run(&mut session, "BEGIN TRAN; INSERT t VALUES (1); INSERT two..t VALUES (1)");
    run(&mut session, "SAVE TRAN here; INSERT two..t VALUES (2); INSERT t VALUES (2); ROLLBACK TRAN here");
    let both = "SELECT (SELECT COUNT(*) FROM t), (SELECT COUNT(*) FROM two..t)";
    assert_eq!(run(&mut session, both), "[|] / 1|1");
    run(&mut session, "COMMIT WITH (DELAYED_DURABILITY = ON)");
    run(&mut session, "BEGIN TRAN; DELETE two..t; INSERT t VALUES (3); ROLLBACK");
    assert_eq!(run(&mut session, both), "[|] / 1|1");
    let mut other = host.connect(52);
    run(&mut session, "BEGIN TRAN; CREATE TABLE two.dbo.made(a INT); CREATE TABLE made(a INT); INSERT made VALUES (7)");
    run(&mut other, "SET LOCK_TIMEOUT 0");
    assert_eq!(run(&mut other, "SELECT * FROM two.dbo.made"), "Msg 1222 line 1");
    run(&mut session, "COMMIT");
    let made = "SELECT (SELECT COUNT(*) FROM two.dbo.made), (SELECT a FROM made)";
    assert_eq!(run(&mut other, made), "[|] / 0|7 / (1)");
    let after = TestHost::reopened(Arc::new(host.memory.crash(CrashMode::LOSE_UNSYNCED)));
    let mut session = after.connect(51);
    run(&mut session, "SET NOCOUNT ON");
    assert_eq!((run(&mut session, both), run(&mut session, made)), ("[|] / 1|1".into(), "[|] / 0|7".into()));
}
