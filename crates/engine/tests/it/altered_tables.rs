//! Interrupts, at file calls of each kind, an ALTER TABLE that rewrites rows, a cascading DELETE,
//! and statements that create and fill schemas. Afterwards rows and definition are those before or
//! after the statement, and the table is usable.

use crate::interrupted::{STRIDE, chosen, steps_under};
use crate::rig::{Rig, ints, ok, run};
use sluice_vfs::fault::{Fault, Rule};
use sluice_vfs::mem::CrashMode;

/// A statement, and a query that shows whether it took effect.
struct Case {
    statement: &'static str,
    question: &'static str,
    before: Option<i32>,
    after: Option<i32>,
}

const CASES: [Case; 8] = [
    Case {
        statement: "ALTER TABLE dbo.T ADD c INT NOT NULL DEFAULT 7 CHECK (c > 0), d AS c * 2 PERSISTED;",
        question: "SELECT SUM(c + d) FROM dbo.T;",
        before: None,
        after: Some(21 * ROWS),
    },
    Case {
        statement: "ALTER TABLE dbo.T DROP COLUMN b;",
        question: "SELECT COUNT(b) FROM dbo.T;",
        before: Some(ROWS),
        after: None,
    },
    Case {
        statement: "ALTER TABLE dbo.T ALTER COLUMN n VARCHAR(20);",
        question: "SELECT SUM(LEN(n + 'x')) FROM dbo.T;",
        before: None,
        after: Some(3 * ROWS),
    },
    Case {
        statement: "ALTER TABLE dbo.T REBUILD WITH (DATA_COMPRESSION = ROW);",
        question: "SELECT MAX(data_compression) * 1000 + (SELECT COUNT(b) FROM dbo.T) FROM sys.partitions WHERE object_id = OBJECT_ID('dbo.T');",
        before: Some(ROWS),
        after: Some(1000 + ROWS),
    },
    Case {
        statement: "ALTER TABLE dbo.T ALTER COLUMN b ADD SPARSE;",
        question: "SELECT COUNT(is_sparse) * 1000 + (SELECT COUNT(b) FROM dbo.T) FROM sys.columns WHERE object_id = OBJECT_ID('dbo.T') AND is_sparse = 1;",
        before: Some(ROWS),
        after: Some(1000 + ROWS),
    },
    Case {
        statement: "DELETE dbo.P WHERE id = 1;",
        question: "SELECT COUNT(*) FROM dbo.C;",
        before: Some(ROWS),
        after: Some(0),
    },
    Case {
        statement: "CREATE SCHEMA Made CREATE TABLE T(a INT REFERENCES U) CREATE TABLE U(id INT PRIMARY KEY) CREATE VIEW V AS SELECT a FROM T;",
        question: "SELECT COUNT(*) FROM Made.V;",
        before: None,
        after: Some(0),
    },
    Case {
        statement: "ALTER SCHEMA Kept TRANSFER dbo.P;",
        question: "SELECT COUNT(*) FROM Kept.P;",
        before: None,
        after: Some(2),
    },
];

fn rig_with_tables() -> Rig {
    let rig = Rig::new();
    let (instance, mut session) = rig.connect();
    ok(&mut session, "CREATE DATABASE A;");
    ok(&mut session, "USE A;");
    ok(&mut session, "CREATE TABLE dbo.T(a INT NOT NULL PRIMARY KEY, b VARCHAR(300), n INT);");
    ok(&mut session, "CREATE TABLE dbo.P(id INT PRIMARY KEY);");
    ok(
        &mut session,
        "CREATE TABLE dbo.C(id INT PRIMARY KEY, pid INT REFERENCES dbo.P(id) ON DELETE CASCADE, b CHAR(300));",
    );
    ok(&mut session, "CREATE SCHEMA Kept;");
    ok(&mut session, "INSERT dbo.P VALUES(1), (2);");
    for row in 0..ROWS {
        ok(
            &mut session,
            &format!("INSERT dbo.T VALUES({row}, REPLICATE('b', 300), 10); INSERT dbo.C VALUES({row}, 1, 'c');"),
        );
    }
    drop(session);
    instance.close().unwrap();
    rig
}

/// Returns the answer, or `None` if the query fails.
fn answer(rig: &Rig, question: &str) -> Option<i32> {
    let (_instance, mut session) = rig.connect();
    ok(&mut session, "USE A;");
    match run(&mut session, question).first_error() {
        Some(_) => None,
        None => ints(&mut session, question).first().copied(),
    }
}

#[test]
fn interrupted_statement_is_atomic() {
    for case in &CASES {
        let steps = steps_under(|rule| strike(&rig_with_tables(), case.statement, rule));
        assert!(steps.len() > 3, "{} makes only {} calls", case.statement, steps.len());
        for (turn, mode) in [CrashMode::LOSE_UNSYNCED, CrashMode::POWER_CUT].into_iter().enumerate() {
            for call in chosen(&steps, &Fault::PowerCut, turn * STRIDE / 2) {
                let rig = rig_with_tables();
                let acknowledged = strike(&rig, case.statement, Rule::new(Fault::PowerCut).nth(call));
                let rig = rig.crash(mode);
                let step = &steps[call as usize];
                let context = format!("{}: power cut at call {call}, {step:?}, {mode:?}", case.statement);
                let found = answer(&rig, case.question);
                assert!(found == case.after || !acknowledged, "{context}: it was acknowledged and is gone");
                assert!(found == case.after || found == case.before, "{context}: {found:?}");
                let (_instance, mut session) = rig.connect();
                ok(&mut session, "USE A;");
                ok(
                    &mut session,
                    "UPDATE dbo.T SET a = a + 100; DELETE dbo.T WHERE a > 110; ALTER TABLE dbo.T ADD z INT NULL;",
                );
                ok(&mut session, "DBCC CHECKDB WITH NO_INFOMSGS;");
            }
        }
    }
}

/// Runs `statement` and a checkpoint under `rule`. Returns whether they were acknowledged.
fn strike(rig: &Rig, statement: &str, rule: Rule) -> bool {
    let (_instance, mut session) = rig.connect();
    ok(&mut session, "USE A;");
    rig.faults.arm(rule);
    let acknowledged = run(&mut session, &format!("{statement} CHECKPOINT;")).first_error().is_none();
    rig.faults.disarm();
    acknowledged
}

/// The number of rows in each table.
const ROWS: i32 = 12;
