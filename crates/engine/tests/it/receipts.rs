//! Receipts of commits never lie: after any number of crashes a commit is said to have survived if
//! and only if its row is there (`2026-11-29-receipts.md`).

use crate::rig::{Rig, ints, ok};
use sluice_engine::{CommitFate, CommitReceipt, Session, Value};
use sluice_vfs::mem::CrashMode;

/// A commit: its receipt, and the row that it inserted.
type Commit = (CommitReceipt, i32);

fn insert(session: &mut Session, database: &str, row: i32) -> Commit {
    ok(session, &format!("INSERT {database}.dbo.T VALUES ({row});"));
    (session.last_commit().expect("the session has committed"), row)
}

fn make(session: &mut Session, options: &str) {
    ok(session, &format!("CREATE DATABASE E; ALTER DATABASE E SET {options};"));
    ok(session, "CREATE TABLE E.dbo.T(a INT NOT NULL);");
}

fn rows(session: &mut Session, database: &str) -> Vec<i32> {
    ints(session, &format!("SELECT a FROM {database}.dbo.T ORDER BY a;"))
}

/// The machine stops while the instance is alive, so delayed commits are lost, and the next life of
/// the log uses their LSNs again.
#[test]
fn receipts_tell_which_commits_crashes_have_lost() {
    let modes = [CrashMode::LOSE_UNSYNCED, CrashMode::POWER_CUT, CrashMode::ProcessKill, CrashMode::KEEP_UNSYNCED];
    let mut rig = Rig::started();
    let (mut commits, mut row, mut lost): (Vec<Commit>, i32, usize) = (Vec::new(), 0, 0);
    for life in 0..12 {
        let (instance, mut session) = rig.connect();
        if life == 0 {
            make(&mut session, "DELAYED_DURABILITY = FORCED");
        }
        for _ in 0..20 {
            row += 1;
            let commit = insert(&mut session, "E", row);
            let fate = instance.fate_of("E", commit.0);
            assert!(matches!(fate, Some(CommitFate::NotDurable | CommitFate::Survived)), "{fate:?}");
            commits.push(commit);
            if row % 14 == 0 {
                ok(&mut session, "USE E; EXEC sys.sp_flush_log; USE master;");
                assert_eq!(instance.fate_of("E", commit.0), Some(CommitFate::Survived));
            }
        }
        let disk = rig.disk.crash_copy(life, modes[life as usize % modes.len()]);
        drop((session, instance));
        rig = Rig::on(disk);
        let (instance, mut session) = rig.connect();
        let there = rows(&mut session, "E");
        for (receipt, row) in &commits {
            let expected = if there.contains(row) { CommitFate::Survived } else { CommitFate::Lost };
            assert_eq!(instance.fate_of("E", *receipt), Some(expected), "row {row} after life {life}");
        }
        lost = commits.len() - there.len();
    }
    assert!(lost >= 20, "{lost} of {} commits were lost", commits.len());
}

#[test]
fn receipts_of_reverted_commits_say_so() {
    let mut rig = Rig::started();
    let (instance, mut session) = rig.connect();
    make(&mut session, "RECOVERY FULL");
    let snapshot =
        |number: i32| format!("CREATE DATABASE S{number} ON (NAME = E, FILENAME = 's{number}.ss') AS SNAPSHOT OF E;");
    let mut commits = vec![insert(&mut session, "E", 1)];
    ok(&mut session, &snapshot(1));
    for row in [2, 3] {
        commits.push(insert(&mut session, "E", row));
        ok(&mut session, "RESTORE DATABASE E FROM DATABASE_SNAPSHOT = 'S1';");
    }
    commits.push(insert(&mut session, "E", 4));
    ok(&mut session, "DROP DATABASE S1;");
    ok(&mut session, &snapshot(2));
    commits.push(insert(&mut session, "E", 5));
    ok(&mut session, "USE E; RESTORE DATABASE E FROM DATABASE_SNAPSHOT = 'S2' WITH KEEP_CONNECTIONS;");
    commits.push(insert(&mut session, "E", 6));
    ok(&mut session, "USE master;");
    drop((session, instance));
    for is_crashed in [false, true] {
        let (instance, mut session) = rig.connect();
        assert_eq!(rows(&mut session, "E"), [1, 4, 6]);
        for (receipt, row) in &commits {
            let expected = if [1, 4, 6].contains(row) { CommitFate::Survived } else { CommitFate::Reverted };
            assert_eq!(instance.fate_of("E", *receipt), Some(expected), "row {row}, crashed: {is_crashed}");
        }
        drop((session, instance));
        rig = rig.crash(CrashMode::LOSE_UNSYNCED);
    }
}

#[test]
fn clone_answers_for_its_source_before_the_copy() {
    let mut rig = Rig::started();
    let (instance, mut session) = rig.connect();
    make(&mut session, "RECOVERY SIMPLE");
    let before = insert(&mut session, "E", 1).0;
    ok(&mut session, "CREATE DATABASE C AS COPY OF E;");
    let after = insert(&mut session, "E", 2).0;
    let own = insert(&mut session, "C", 3).0;
    ok(&mut session, "CREATE DATABASE D AS COPY OF C;");
    let later = insert(&mut session, "C", 4).0;
    drop((session, instance));
    for _ in 0..2 {
        let (instance, mut session) = rig.connect();
        let fates = |database: &str| [before, after, own, later].map(|receipt| instance.fate_of(database, receipt));
        let survived = Some(CommitFate::Survived);
        assert_eq!(fates("E"), [survived, survived, None, None]);
        assert_eq!(fates("C"), [survived, None, survived, survived]);
        assert_eq!(fates("D"), [survived, None, survived, None]);
        assert_eq!(rows(&mut session, "D"), [1, 3]);
        drop((session, instance));
        rig = rig.crash(CrashMode::POWER_CUT);
    }
}

#[test]
fn functions_give_the_receipt_and_the_state() {
    let rig = Rig::started();
    let (instance, mut session) = rig.connect();
    assert_eq!(session.last_commit(), None);
    make(&mut session, "DELAYED_DURABILITY = ALLOWED");
    ok(&mut session, "USE E; DECLARE @r VARBINARY(20); CREATE TABLE #r(r VARBINARY(20));");
    ok(&mut session, "BEGIN TRAN; INSERT dbo.T VALUES (1); COMMIT WITH (DELAYED_DURABILITY = ON);");
    let receipt = session.last_commit().expect("it has committed");
    let sent = ok(&mut session, "SELECT COMMIT_RECEIPT();");
    assert_eq!(sent.scalar(), Some(&Value::bytes(receipt.to_bytes().to_vec())));
    let state = |session: &mut Session| {
        let sent = ok(session, "SELECT sys.fn_commit_state(COMMIT_RECEIPT());");
        sent.scalar().and_then(Value::as_str).map(str::to_owned)
    };
    assert_eq!(state(&mut session).as_deref(), Some("NOT_DURABLE"));
    ok(&mut session, "EXEC sys.sp_flush_log;");
    assert_eq!(state(&mut session).as_deref(), Some("SURVIVED"));
    // A rollback, and a commit that changes nothing, leave the receipt of the commit before.
    ok(&mut session, "BEGIN TRAN; INSERT dbo.T VALUES (2); ROLLBACK; SELECT a FROM dbo.T; BEGIN TRAN; COMMIT;");
    assert_eq!(session.last_commit(), Some(receipt));
    ok(&mut session, "USE master;");
    assert_eq!(state(&mut session), None, "another database's");
    let sent = ok(&mut session, "SELECT sys.fn_commit_state(0x01), sys.fn_commit_state(NULL);");
    assert_eq!(sent.results[0].rows[0], [Value::Null, Value::Null]);
    // A commit in two databases has no receipt.
    ok(&mut session, "CREATE DATABASE F; CREATE TABLE F.dbo.T(a INT NOT NULL);");
    ok(&mut session, "BEGIN TRAN; INSERT E.dbo.T VALUES (3); INSERT F.dbo.T VALUES (3); COMMIT;");
    assert_eq!(session.last_commit(), None);
    drop((session, instance));
}
