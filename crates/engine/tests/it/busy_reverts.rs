//! Reverts with KEEP_CONNECTIONS beside sessions that run statements without a pause. Each takes
//! bounded time, and the statements of the others are cancelled (3617), lose their transaction
//! (3971) or wait: no other error reaches a client (`2026-11-29-keep-connections.md`).

use crate::rig::{ints, ok, run};
use sluice_engine::{Instance, InstanceOptions, Session};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

const WRITERS: i32 = 8;
const REVERTS: usize = 12;
/// A revert cancels a statement of microseconds and closes a database of some pages. The rest is
/// for debug builds on busy machines; waiting for each session in turn took longer than this.
const REVERT_MAX: Duration = Duration::from_secs(4);
/// The bound of each writer's loop, should the reverts never end.
const TURNS_MAX: i32 = 200_000;
const REVERT: &str = "RESTORE DATABASE R FROM DATABASE_SNAPSHOT = 'R_s' WITH KEEP_CONNECTIONS";

fn connect(instance: &Arc<Instance>) -> Session {
    instance.connect().expect("there is room for a session")
}

/// Makes the database `R` with its snapshot, whose table has 32 rows of 0.
fn with_snapshot() -> (Arc<Instance>, Session) {
    let options = InstanceOptions { machine_memory: 1024 * 8192, log_bytes: 1 << 20, ..InstanceOptions::in_memory() };
    let instance = Instance::open(options).expect("an instance in memory opens");
    let mut session = connect(&instance);
    ok(&mut session, "CREATE DATABASE R");
    ok(&mut session, "USE R; CREATE TABLE dbo.T(a INT PRIMARY KEY, b INT NOT NULL)");
    ok(&mut session, "INSERT dbo.T SELECT value, 0 FROM GENERATE_SERIES(0, 31)");
    ok(&mut session, "CREATE DATABASE R_s ON (NAME = R, FILENAME = 'r.ss') AS SNAPSHOT OF R");
    (instance, session)
}

/// Runs statements of each kind until `is_over`: reads, changes, and transactions that wait for
/// each other. Returns the errors seen and the number of batches without one.
fn write(session: &mut Session, number: i32, is_over: &AtomicBool) -> (BTreeSet<i32>, i32) {
    let (mut errors, mut done) = (BTreeSet::new(), 0);
    for turn in 0..TURNS_MAX {
        if is_over.load(Ordering::Relaxed) {
            break;
        }
        let (own, shared) = (8 + number, turn % 4);
        let batch = match turn % 4 {
            0 => "SELECT SUM(b) FROM R.dbo.T".to_owned(),
            1 => format!("UPDATE R.dbo.T SET b = b + 1 WHERE a = {own}"),
            2 => format!(
                "BEGIN TRANSACTION; UPDATE R.dbo.T SET b = b + 1 WHERE a = {shared};
                 UPDATE R.dbo.T SET b = b + 1 WHERE a = {own}; COMMIT"
            ),
            _ => format!(
                "DECLARE @i INT = 0;
                 WHILE @i < 50 BEGIN UPDATE R.dbo.T SET b = b + 1 WHERE a = {own}; SET @i += 1; END"
            ),
        };
        let sent = run(session, &batch);
        done += i32::from(sent.errors.is_empty());
        errors.extend(sent.errors.iter().map(|error| error.number));
        if !sent.errors.is_empty() {
            errors.extend(run(session, "IF @@TRANCOUNT > 0 ROLLBACK").errors.iter().map(|error| error.number));
        }
    }
    (errors, done)
}

/// Reverts beside writers whose current database is `database`, and returns the longest time that a
/// revert took.
fn revert_beside_writers(database: &'static str) -> Duration {
    let (instance, mut session) = with_snapshot();
    let is_over = Arc::new(AtomicBool::new(false));
    let writers: Vec<_> = (0..WRITERS)
        .map(|number| {
            let (mut session, is_over) = (connect(&instance), is_over.clone());
            ok(&mut session, &format!("USE {database}; CREATE TABLE #own(a INT); INSERT #own VALUES ({number})"));
            thread::spawn(move || {
                let found = write(&mut session, number, &is_over);
                // The connection and what it has outside the database are kept.
                assert_eq!(ints(&mut session, "SELECT a FROM #own"), [number]);
                found
            })
        })
        .collect();
    let mut longest = Duration::ZERO;
    for _ in 0..REVERTS {
        thread::sleep(Duration::from_millis(20));
        let began = Instant::now();
        let error = run(&mut session, REVERT).first_error();
        longest = longest.max(began.elapsed());
        assert_eq!(error, None, "after {:?}", began.elapsed());
    }
    is_over.store(true, Ordering::Relaxed);
    for writer in writers {
        let (errors, done) = writer.join().expect("it ends");
        assert!(errors.is_subset(&BTreeSet::from([3617, 3971])), "{errors:?}");
        assert!(done > 10, "{done} batches went through");
    }
    ok(&mut session, REVERT);
    assert_eq!(ints(&mut session, "SELECT SUM(b) FROM dbo.T"), [0], "the last revert is whole");
    longest
}

#[test]
fn revert_beside_busy_sessions_takes_bounded_time() {
    let longest = revert_beside_writers("R");
    assert!(longest < REVERT_MAX, "{longest:?}");
}

#[test]
fn revert_beside_statements_of_other_databases_is_bounded() {
    let longest = revert_beside_writers("master");
    assert!(longest < REVERT_MAX, "{longest:?}");
}
