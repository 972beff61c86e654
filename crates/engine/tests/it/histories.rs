//! Each isolation level prevents the anomalies that it forbids and permits the others.
//!
//! `t-sql/statements/set-transaction-isolation-level-transact-sql.md`: dirty reads, nonrepeatable
//! reads and phantoms by level; lost updates with nonrepeatable reads.

use crate::rig::{ints, ok, run};
use sluice_engine::{Collector, Instance, InstanceOptions, Session, Value};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::thread;

const LEVELS: [&str; 4] = ["READ UNCOMMITTED", "READ COMMITTED", "REPEATABLE READ", "SERIALIZABLE"];

fn with_rows(rows: &str) -> (Arc<Instance>, Session) {
    let instance = Instance::open(InstanceOptions::in_memory()).expect("an instance in memory opens");
    let mut session = connect(&instance);
    ok(&mut session, "CREATE TABLE t(a INT NOT NULL, b INT NOT NULL)");
    ok(&mut session, &format!("INSERT t VALUES {rows}"));
    (instance, session)
}

fn connect(instance: &Arc<Instance>) -> Session {
    instance.connect().expect("there is room for a session")
}

/// Opens a session in a transaction at a level, with a lock timeout of 0.
fn at(instance: &Arc<Instance>, level: &str) -> Session {
    let mut session = connect(instance);
    ok(&mut session, &format!("SET LOCK_TIMEOUT 0; SET TRANSACTION ISOLATION LEVEL {level}; BEGIN TRAN"));
    session
}

/// Returns whether a statement succeeds at once; false if it would have to wait.
fn goes(session: &mut Session, statement: &str) -> bool {
    match run(session, statement).first_error() {
        None => true,
        Some((1222, _)) => false,
        Some(other) => panic!("{statement}: {other:?}"),
    }
}

#[test]
fn each_level_permits_only_its_anomalies() {
    for (place, level) in LEVELS.into_iter().enumerate() {
        // A dirty read.
        let (instance, mut other) = with_rows("(1, 1), (2, 2)");
        ok(&mut other, "BEGIN TRAN; UPDATE t SET b = 9 WHERE a = 1");
        let mut session = at(&instance, level);
        assert_eq!(goes(&mut session, "SELECT b FROM t WHERE a = 1"), place == 0, "{level}");
        ok(&mut other, "ROLLBACK");

        // A nonrepeatable read.
        ok(&mut other, "SET LOCK_TIMEOUT 0");
        let mut session = at(&instance, level);
        assert_eq!(ints(&mut session, "SELECT b FROM t WHERE a = 1"), [1]);
        assert_eq!(goes(&mut other, "UPDATE t SET b = 5 WHERE a = 1"), place < 2, "{level}");
        assert_eq!(ints(&mut session, "SELECT b FROM t WHERE a = 1"), [if place < 2 { 5 } else { 1 }], "{level}");

        // A phantom.
        assert_eq!(goes(&mut other, "INSERT t VALUES (3, 3)"), place < 3, "{level}");
        assert_eq!(ints(&mut session, "SELECT COUNT(*) FROM t"), [if place < 3 { 3 } else { 2 }], "{level}");
        ok(&mut session, "COMMIT");
    }
}

#[test]
fn update_is_lost_only_with_nonrepeatable_reads() {
    for (place, level) in LEVELS.into_iter().enumerate() {
        let (instance, mut watcher) = with_rows("(1, 10)");
        let (mut one, mut other) = (at(&instance, level), at(&instance, level));
        for session in [&mut one, &mut other] {
            assert_eq!(ints(session, "SELECT b FROM t"), [10]);
        }
        let first = goes(&mut one, "UPDATE t SET b = 10 + 1") && goes(&mut one, "COMMIT");
        let second = goes(&mut other, "UPDATE t SET b = 10 + 1") && goes(&mut other, "COMMIT");
        drop((one, other));
        assert_eq!((first, second), (place < 2, place < 2), "{level}");
        assert_eq!(ints(&mut watcher, "SELECT b FROM t"), [if place < 2 { 11 } else { 10 }], "{level}");
    }
}

/// The reads and writes of a transaction.
#[derive(Default)]
struct History {
    level: usize,
    /// The values read, in order, and whether the transaction had written the row itself.
    reads: Vec<(i32, i32, bool)>,
    /// The last value written to each row, and the value read before it, if any.
    writes: HashMap<i32, (i32, Option<i32>)>,
    /// The row counts read.
    counts: Vec<i32>,
    is_committed: bool,
}

/// Runs a statement of a transaction. Returns `None` once the transaction is a deadlock victim.
fn step(session: &mut Session, statement: &str) -> Option<Collector> {
    let sent = run(session, statement);
    match sent.first_error() {
        None => Some(sent),
        Some((1205, _)) => None,
        Some(other) => panic!("{statement}: {other:?}"),
    }
}

fn number(sent: &Collector) -> i32 {
    match sent.results[0].rows[0][0] {
        Value::Int(number) => number,
        ref other => panic!("{other:?}"),
    }
}

fn transact(session: &mut Session, random: &mut u64, next_value: &mut i32) -> History {
    let mut draw = |below: u64| {
        *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*random >> 33) % below
    };
    let mut history = History { level: 1 + draw(3) as usize, ..History::default() };
    ok(session, &format!("SET TRANSACTION ISOLATION LEVEL {}; BEGIN TRAN", LEVELS[history.level]));
    for _ in 0..1 + draw(4) {
        let row = draw(ROWS) as i32;
        let statement = match draw(10) {
            0..=3 => {
                let Some(sent) = step(session, &format!("SELECT b FROM t WHERE a = {row}")) else { return history };
                history.reads.push((row, number(&sent), history.writes.contains_key(&row)));
                continue;
            }
            // Reads every row.
            8 => {
                let Some(sent) = step(session, "SELECT a, b FROM t") else { return history };
                for read in &sent.results[0].rows {
                    let [Value::Int(row), Value::Int(value)] = read[..] else { panic!("{read:?}") };
                    if (0..ROWS as i32).contains(&row) {
                        history.reads.push((row, value, history.writes.contains_key(&row)));
                    }
                }
                continue;
            }
            4 => {
                let Some(sent) = step(session, "SELECT COUNT(*) FROM t") else { return history };
                history.counts.push(number(&sent));
                continue;
            }
            5 => format!("INSERT t VALUES ({}, 0)", ROWS + draw(5)),
            6 => format!("DELETE TOP (1) FROM t WHERE a >= {ROWS}"),
            _ => {
                *next_value += 1;
                let seen = history.reads.iter().rev().find(|read| read.0 == row && !read.2).map(|read| read.1);
                let seen = history.writes.get(&row).map_or(seen, |written| written.1);
                history.writes.insert(row, (*next_value, seen));
                format!("UPDATE t SET b = {next_value} WHERE a = {row}")
            }
        };
        // The transaction's own inserts and deletes invalidate its earlier counts.
        if !statement.starts_with("UPDATE") {
            history.counts.clear();
        }
        if step(session, &statement).is_none() {
            return history;
        }
    }
    history.is_committed = draw(4) > 0;
    ok(session, if history.is_committed { "COMMIT" } else { "ROLLBACK" });
    history
}

/// Concurrent random transactions at all levels; their histories must satisfy the guarantees of the
/// levels.
#[test]
fn histories_satisfy_their_levels() {
    let rows: Vec<_> = (0..ROWS).map(|row| format!("({row}, {row})")).collect();
    let (instance, watcher) = with_rows(&rows.join(", "));
    check_histories(&instance, watcher);
}

/// The same with so many other rows that a reader of all rows locks the page that the writers
/// change.
#[test]
fn histories_satisfy_their_levels_on_locked_pages() {
    let (instance, mut watcher) = with_rows("(-1, 0)");
    for doubling in 0..9 {
        ok(&mut watcher, &format!("INSERT t SELECT a - {}, b FROM t", 1 << doubling));
    }
    let rows: Vec<_> = (0..ROWS).map(|row| format!("({row}, {row})")).collect();
    ok(&mut watcher, &format!("INSERT t VALUES {}", rows.join(", ")));
    ok(&mut watcher, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; BEGIN TRAN; SELECT a FROM t");
    let pages = "SELECT COUNT(*) FROM sys.dm_tran_locks WHERE resource_type = 'PAGE' AND request_mode = 'S'";
    assert_eq!(ints(&mut watcher, pages), [1]);
    ok(&mut watcher, "COMMIT; SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
    check_histories(&instance, watcher);
}

fn check_histories(instance: &Arc<Instance>, mut watcher: Session) {
    let threads: Vec<_> = (0..4)
        .map(|lane| {
            let mut session = connect(instance);
            thread::spawn(move || {
                let (mut random, mut value) = (lane + 1, (lane as i32 + 1) * 100_000);
                (0..60).map(|_| transact(&mut session, &mut random, &mut value)).collect::<Vec<_>>()
            })
        })
        .collect();
    let histories: Vec<History> = threads.into_iter().flat_map(|thread| thread.join().expect("it ends")).collect();
    let committed = || histories.iter().filter(|history| history.is_committed);
    assert!(committed().count() > 40, "some come through");

    // Each value read was committed and not overwritten by its own transaction.
    let mut values: HashSet<(i32, i32)> = (0..ROWS as i32).map(|row| (row, row)).collect();
    values.extend(committed().flat_map(|history| history.writes.iter().map(|(row, (value, _))| (*row, *value))));
    let mut overwritten = HashSet::new();
    for history in &histories {
        for (row, value, is_own) in &history.reads {
            assert!(*is_own || values.contains(&(*row, *value)), "a dirty read of {value} in row {row}");
        }
        if history.level < 2 {
            continue;
        }
        for (row, value, is_own) in &history.reads {
            let again = history.reads.iter().find(|(other, ..)| other == row);
            assert!(*is_own || again.is_some_and(|(_, first, _)| first == value), "row {row} changed: {value}");
        }
        for (row, (_, seen)) in history.writes.iter().filter(|_| history.is_committed) {
            assert!(seen.is_none_or(|seen| overwritten.insert((*row, seen))), "an update of row {row} was lost");
        }
        let same = history.counts.windows(2).all(|pair| pair[0] == pair[1]);
        assert!(history.level < 3 || same, "phantoms: {:?}", history.counts);
    }
    ok(&mut watcher, "DBCC CHECKDB WITH NO_INFOMSGS");
}

/// Rows that exist during the whole test.
const ROWS: u64 = 6;
