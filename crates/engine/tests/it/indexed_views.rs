//! Indexed views equal their definitions: after random changes of their tables, by sessions that
//! change them at the same time, and after a crash.

use crate::dice::Dice;
use crate::rig::{Rig, error, ints, ok, run};
use sluice_base::random::Random;
use sluice_engine::{Instance, InstanceOptions, Session};
use sluice_vfs::mem::CrashMode;
use std::thread;
use std::time::Duration;

/// Two tables with a cascading key, and views over one or both.
const TABLES: &str = "CREATE TABLE dbo.p(id int NOT NULL PRIMARY KEY, region varchar(5) NOT NULL, w int NOT NULL);
    CREATE TABLE dbo.c(id int NOT NULL PRIMARY KEY, p int NULL REFERENCES dbo.p(id) ON DELETE CASCADE ON UPDATE CASCADE,
        q int NULL REFERENCES dbo.p(id), v int NOT NULL, d decimal(9, 2) NOT NULL, s varchar(5) NULL, INDEX cp (p))";

const VIEWS: [&str; 5] = [
    "CREATE VIEW dbo.v0 WITH SCHEMABINDING AS SELECT id, v * 2 AS twice, s FROM dbo.c WHERE v > 3",
    "CREATE VIEW dbo.v1 WITH SCHEMABINDING AS
     SELECT s, p, SUM(v) AS v, SUM(d) AS d, COUNT_BIG(s) AS given, COUNT_BIG(*) AS n FROM dbo.c GROUP BY s, p",
    "CREATE VIEW dbo.v2 WITH SCHEMABINDING AS
     SELECT c.id, p.region, p.w + c.v AS w FROM dbo.c JOIN dbo.p ON p.id = c.p WHERE p.w < 8",
    "CREATE VIEW dbo.v3 WITH SCHEMABINDING AS
     SELECT p.region, SUM(c.v * p.w) AS w, COUNT_BIG(*) AS n FROM dbo.p JOIN dbo.c ON c.p = p.id GROUP BY p.region",
    "CREATE VIEW dbo.v4 WITH SCHEMABINDING AS SELECT region, COUNT_BIG(*) AS n FROM dbo.p GROUP BY region",
];

const INDEXES: &str = "CREATE UNIQUE CLUSTERED INDEX ix ON dbo.v0(id); CREATE INDEX other ON dbo.v0(twice, s);
    CREATE UNIQUE CLUSTERED INDEX ix ON dbo.v1(p, s); CREATE INDEX other ON dbo.v1(d) INCLUDE (n);
    CREATE UNIQUE CLUSTERED INDEX ix ON dbo.v2(id); CREATE INDEX other ON dbo.v2(region) INCLUDE (w);
    CREATE UNIQUE CLUSTERED INDEX ix ON dbo.v3(region); CREATE INDEX other ON dbo.v3(w, n);
    CREATE UNIQUE CLUSTERED INDEX ix ON dbo.v4(region)";

fn set_up(session: &mut Session) {
    ok(session, "CREATE DATABASE G");
    ok(session, "USE G");
    ok(session, TABLES);
    VIEWS.iter().for_each(|view| drop(ok(session, view)));
    ok(session, INDEXES);
}

/// Compares each view with its definition, and the indexes of each view with its rows.
fn check(session: &mut Session, after: &str) {
    for view in 0..VIEWS.len() {
        let (stored, defined) = (format!("dbo.v{view} WITH (NOEXPAND)"), format!("dbo.v{view}"));
        for (one, other) in [(&stored, &defined), (&defined, &stored)] {
            let differing = format!("SELECT COUNT(*) FROM (SELECT * FROM {one} EXCEPT SELECT * FROM {other}) AS x");
            assert_eq!(ints(session, &differing), [0], "v{view} after {after}");
        }
        let counts = format!("SELECT COUNT(*) - (SELECT COUNT(*) FROM {defined}) FROM {stored}");
        assert_eq!(ints(session, &counts), [0], "v{view} after {after}");
    }
    ok(session, "DBCC CHECKDB WITH EXTENDED_LOGICAL_CHECKS, NO_INFOMSGS");
}

impl Dice {
    fn parent(&mut self) -> String {
        if self.below(5) == 0 { "NULL".to_owned() } else { self.below(6).to_string() }
    }

    fn child(&mut self) -> String {
        let (id, p, v) = (self.below(20), self.parent(), self.below(9));
        let s = self.one_of(&["NULL", "'a'", "'A'", "'b'", "''"]);
        format!("({id}, {p}, NULL, {v}, {}.{}, {s})", self.below(50), 10 + self.below(90))
    }

    /// Returns a statement that changes rows. It may fail, for example with a duplicate key.
    fn change(&mut self) -> String {
        let (region, id, w) = (self.one_of(&["n", "N", "s", "w"]), self.below(6), self.below(12));
        let (a, b) = (self.below(20), self.below(20));
        match self.below(14) {
            0 | 1 => format!("INSERT dbo.p VALUES ({id}, '{region}', {w}), ({}, '{region}', {w})", id + 1),
            2..=4 => format!("INSERT dbo.c VALUES {}, {}", self.child(), self.child()),
            5 => format!("DELETE dbo.p WHERE id = {id}"),
            6 => format!("DELETE TOP (3) dbo.c WHERE id >= {a}"),
            7 => format!("UPDATE dbo.p SET id = id + 10 * {}, region = '{region}' WHERE id = {id}", self.below(2)),
            8 => "UPDATE dbo.p SET id = id % 10, w = w + 1".to_owned(),
            9 => format!(
                "UPDATE dbo.c SET v = v + 1, s = CASE WHEN s = 'a' THEN 'b' ELSE s END WHERE id BETWEEN {a} AND {b}"
            ),
            10 => format!("UPDATE dbo.c SET p = {}, d = d / 2 WHERE id % 3 = {}", self.parent(), a % 3),
            11 => "UPDATE dbo.p SET region = CASE region WHEN 'n' THEN 's' WHEN 's' THEN 'n' ELSE 'w' END".to_owned(),
            12 => {
                let rows: Vec<String> = (0..3).map(|_| self.child()).collect();
                format!(
                    "MERGE dbo.c AS t USING (VALUES {}) AS x(id, p, q, v, d, s) ON t.id = x.id
                     WHEN MATCHED AND x.v < 3 THEN DELETE
                     WHEN MATCHED THEN UPDATE SET p = x.p, v = x.v, s = x.s
                     WHEN NOT MATCHED THEN INSERT VALUES (x.id, x.p, x.q, x.v, x.d, x.s);",
                    rows.join(", ")
                )
            }
            _ => format!("UPDATE dbo.c SET id = id + CASE WHEN id < 10 THEN 10 ELSE -10 END WHERE id IN ({a}, {b})"),
        }
    }
}

#[test]
fn random_changes_keep_views_equal_to_definitions() {
    let instance = Instance::open(InstanceOptions::in_memory()).expect("an instance in memory opens");
    for seed in 1..=4 {
        let mut dice = Dice(Random::seeded(seed));
        let mut session = instance.connect().expect("there is room for a session");
        set_up(&mut session);
        let mut failed = 0;
        for _ in 0..60 {
            let mut text = dice.change();
            let isolation = dice.one_of(&["READ COMMITTED", "SERIALIZABLE", "READ UNCOMMITTED", "REPEATABLE READ"]);
            ok(&mut session, &format!("SET TRANSACTION ISOLATION LEVEL {isolation}"));
            if dice.below(3) == 0 {
                let (inner, end) = (dice.change(), dice.one_of(&["COMMIT", "ROLLBACK", "ROLLBACK TRAN p; COMMIT"]));
                text = format!("BEGIN TRAN; {text}; SAVE TRAN p; {inner}; {end}");
            }
            failed += u32::from(run(&mut session, &text).first_error().is_some());
            run(&mut session, "IF @@TRANCOUNT > 0 ROLLBACK");
            check(&mut session, &format!("{text} (seed {seed})"));
        }
        assert!(failed < 45, "{failed} of 60 changes have failed");
        ok(&mut session, "USE master; DROP DATABASE G");
    }
}

/// Two sessions add to one group: the second waits for the first one's transaction, and both
/// amounts are in the sum.
#[test]
fn writers_of_one_group_follow_each_other() {
    for (end, expected) in [("COMMIT", 12), ("ROLLBACK", 7)] {
        for existing in [false, true] {
            let instance = Instance::open(InstanceOptions::in_memory()).expect("an instance in memory opens");
            let mut one = instance.connect().expect("there is room for a session");
            set_up(&mut one);
            if existing {
                ok(&mut one, "INSERT dbo.c VALUES (1, NULL, NULL, 0, 0, 'a')");
            }
            ok(&mut one, "BEGIN TRAN; INSERT dbo.c VALUES (2, NULL, NULL, 5, 1, 'a')");
            let mut two = instance.connect().expect("there is room for a session");
            ok(&mut two, "USE G");
            let waiting = thread::spawn(move || {
                ok(&mut two, "INSERT dbo.c VALUES (3, NULL, NULL, 7, 1, 'a')");
            });
            thread::sleep(Duration::from_millis(80));
            assert!(!waiting.is_finished(), "the second writer did not wait");
            ok(&mut one, end);
            waiting.join().expect("the second writer ends");
            assert_eq!(ints(&mut one, "SELECT v FROM dbo.v1 WITH (NOEXPAND) WHERE s = 'a'"), [expected]);
            check(&mut one, end);
        }
    }
}

/// Sessions that change both tables of a join, at all isolation levels. A deadlock's victim and a
/// conflict of snapshots try again.
#[test]
fn concurrent_changes_of_joined_tables_keep_views_equal() {
    let instance = Instance::open(InstanceOptions::in_memory()).expect("an instance in memory opens");
    let mut session = instance.connect().expect("there is room for a session");
    set_up(&mut session);
    ok(&mut session, "ALTER DATABASE G SET ALLOW_SNAPSHOT_ISOLATION ON");
    ok(&mut session, "INSERT dbo.p SELECT value, 'n', value FROM GENERATE_SERIES(0, 5)");
    let levels = ["READ COMMITTED", "REPEATABLE READ", "SERIALIZABLE", "SNAPSHOT"];
    let threads: Vec<_> = levels
        .iter()
        .zip(1..)
        .map(|(level, seed)| {
            let mut session = instance.connect().expect("there is room for a session");
            ok(&mut session, &format!("USE G; SET TRANSACTION ISOLATION LEVEL {level}"));
            thread::spawn(move || {
                let mut dice = Dice(Random::seeded(seed));
                for _ in 0..80 {
                    let text = format!("BEGIN TRAN; {}; {}; COMMIT", dice.change(), dice.change());
                    run(&mut session, &text);
                    run(&mut session, "IF @@TRANCOUNT > 0 ROLLBACK");
                }
            })
        })
        .collect();
    threads.into_iter().for_each(|thread| thread.join().expect("a writer ends"));
    check(&mut session, "concurrent changes");
}

/// A crash with an open transaction: recovery undoes the changes of the view with those of its
/// tables.
#[test]
fn views_equal_definitions_after_a_crash() {
    let rig = Rig::started();
    let (_instance, mut session) = rig.connect();
    set_up(&mut session);
    ok(&mut session, "INSERT dbo.p SELECT value, 'n', value FROM GENERATE_SERIES(0, 5)");
    ok(&mut session, "INSERT dbo.c SELECT value, value % 6, NULL, value, value, 'a' FROM GENERATE_SERIES(0, 99)");
    ok(&mut session, "CHECKPOINT");
    ok(&mut session, "UPDATE dbo.c SET v = v + 1 WHERE id < 50");
    ok(&mut session, "BEGIN TRAN; DELETE dbo.p WHERE id = 3; UPDATE dbo.p SET w = w + 1; CHECKPOINT");
    let rig = rig.crash(CrashMode::ProcessKill);
    let (_instance, mut session) = rig.connect();
    ok(&mut session, "USE G");
    check(&mut session, "the crash");
    assert_eq!(ints(&mut session, "SELECT CAST(n AS int) FROM dbo.v4 WITH (NOEXPAND)"), [6]);
    assert_eq!(ints(&mut session, "SELECT CAST(n AS int) FROM dbo.v3 WITH (NOEXPAND)"), [100]);
}

/// The principal of a change needs no permission on the view and its other tables, but reads the
/// view with NOEXPAND only if it may.
#[test]
fn writer_needs_no_permission_on_the_view() {
    let instance = Instance::open(InstanceOptions::in_memory()).expect("an instance in memory opens");
    let mut session = instance.connect().expect("there is room for a session");
    set_up(&mut session);
    ok(&mut session, "INSERT dbo.p VALUES (1, 'n', 2)");
    ok(&mut session, "CREATE USER u WITHOUT LOGIN; GRANT INSERT ON dbo.c TO u");
    ok(&mut session, "EXECUTE AS USER = 'u'; INSERT dbo.c VALUES (1, 1, NULL, 5, 1, 'a')");
    assert_eq!(error(&mut session, "SELECT n FROM dbo.v3 WITH (NOEXPAND)").0, 229);
    ok(&mut session, "REVERT; GRANT SELECT ON dbo.v3 TO u");
    ok(&mut session, "EXECUTE AS USER = 'u'; SELECT n FROM dbo.v3 WITH (NOEXPAND); REVERT");
    check(&mut session, "the insert");
}
