//! `create_date` and `modify_date` of objects and databases, with a manual clock: also after a
//! clean close, a power cut, a rollback.

use crate::rig::{Rig, ok};
use sluice_base::clock::ManualClock;
use sluice_engine::{Instance, Session, Value};
use sluice_vfs::mem::CrashMode;
use std::sync::Arc;
use std::time::Duration;

/// A machine with a manual clock.
struct Dated {
    rig: Rig,
    clock: Arc<ManualClock>,
}

impl Dated {
    fn new() -> Dated {
        Dated { rig: Rig::new(), clock: Arc::new(ManualClock::new(100_000_000_000)) }
    }

    fn connect(&self) -> (Arc<Instance>, Session) {
        let mut options = self.rig.options();
        options.clock = self.clock.clone();
        let instance = Instance::open(options).unwrap();
        let session = instance.connect().unwrap();
        (instance, session)
    }

    /// Advances the clock to `second` and runs a batch that must not fail.
    fn at(&self, second: u64, session: &mut Session, batch: &str) {
        let now = sluice_base::clock::Clock::monotonic_ns(&*self.clock);
        self.clock.advance(Duration::from_nanos(second * 1_000_000_000 - now));
        ok(session, batch);
    }

    fn crash(self, mode: CrashMode) -> Dated {
        Dated { rig: self.rig.crash(mode), clock: self.clock }
    }
}

/// Returns each object's name and its creation and modification time in seconds.
fn objects(session: &mut Session) -> Vec<(String, i32, i32)> {
    let query = "SELECT name, DATEDIFF(SECOND, '1970-01-01', create_date), DATEDIFF(SECOND, '1970-01-01', modify_date)
                 FROM sys.objects WHERE is_ms_shipped = 0 ORDER BY name;";
    let rows = ok(session, query).results.remove(0).rows;
    let read = |row: &Vec<Value>| match (&row[0], &row[1], &row[2]) {
        (Value::Str(name), Value::Int(created), Value::Int(modified)) => (name.to_string(), *created, *modified),
        other => panic!("{other:?}"),
    };
    rows.iter().map(read).collect()
}

fn database(session: &mut Session, name: &str) -> i32 {
    let query = format!("SELECT DATEDIFF(SECOND, '1970-01-01', create_date) FROM sys.databases WHERE name = '{name}';");
    crate::rig::ints(session, &query)[0]
}

/// Creates tables with keys and constraints, views, procedures, triggers and sequences, each at 200
/// seconds.
fn made(machine: &Dated, session: &mut Session) {
    machine.at(200, session, "CREATE DATABASE D;");
    ok(
        session,
        "USE D; CREATE TABLE dbo.T(id INT NOT NULL CONSTRAINT PK PRIMARY KEY, a INT CONSTRAINT C CHECK(a > 0));",
    );
    ok(session, "CREATE SEQUENCE dbo.S; CREATE SYNONYM dbo.Y FOR dbo.T;");
    ok(session, "EXEC('CREATE VIEW dbo.V AS SELECT id FROM dbo.T');");
    ok(session, "EXEC('CREATE PROCEDURE dbo.P AS SELECT 1');");
    ok(session, "EXEC('CREATE TRIGGER dbo.R ON dbo.T AFTER DELETE AS RETURN');");
}

fn expect(session: &mut Session, wanted: &[(&str, i32, i32)]) {
    let wanted: Vec<_> = wanted.iter().map(|(name, made, altered)| ((*name).to_owned(), *made, *altered)).collect();
    assert_eq!(objects(session), wanted);
}

/// Objects with their creation and modification times.
const ALTERED: [(&str, i32, i32); 8] = [
    ("C", 200, 304),
    ("P", 200, 307),
    ("PK", 200, 200),
    ("R", 200, 308),
    ("S", 200, 305),
    ("T", 200, 304),
    ("V", 200, 306),
    ("Y", 309, 309),
];

fn alter(machine: &Dated, session: &mut Session) {
    machine.at(304, session, "ALTER TABLE dbo.T NOCHECK CONSTRAINT C;");
    machine.at(305, session, "ALTER SEQUENCE dbo.S RESTART WITH 7;");
    machine.at(306, session, "EXEC('ALTER VIEW dbo.V AS SELECT id FROM dbo.T');");
    machine.at(307, session, "EXEC('CREATE OR ALTER PROCEDURE dbo.P AS SELECT 1');");
    machine.at(308, session, "EXEC('ALTER TRIGGER dbo.R ON dbo.T AFTER DELETE AS RETURN');");
    machine.at(309, session, "DROP SYNONYM dbo.Y; CREATE SYNONYM dbo.Y FOR dbo.T;");
}

#[test]
fn created_and_altered_objects_are_dated() {
    let machine = Dated::new();
    let (_instance, mut session) = machine.connect();
    made(&machine, &mut session);
    let new = ["C", "P", "PK", "R", "S", "T", "V", "Y"].map(|name| (name, 200, 200));
    expect(&mut session, &new);
    // These statements are not ALTERs and create no index.
    machine.at(
        300,
        &mut session,
        "INSERT dbo.T VALUES(1, 1); CREATE STATISTICS X ON dbo.T(a); UPDATE STATISTICS dbo.T;",
    );
    machine.at(301, &mut session, "TRUNCATE TABLE dbo.T; SELECT NEXT VALUE FOR dbo.S;");
    expect(&mut session, &new);
    let altered_at = |session: &mut Session, second| {
        let table = objects(session).into_iter().find(|(name, ..)| name == "T").unwrap();
        assert_eq!((table.1, table.2), (200, second));
    };
    machine.at(302, &mut session, "CREATE INDEX I ON dbo.T(a);");
    altered_at(&mut session, 302);
    machine.at(303, &mut session, "ALTER INDEX I ON dbo.T REBUILD;");
    altered_at(&mut session, 303);
    alter(&machine, &mut session);
    expect(&mut session, &ALTERED);
    machine.at(400, &mut session, "EXEC sp_rename 'dbo.T', 'U';");
    let renamed = objects(&mut session).into_iter().find(|(name, ..)| name == "U");
    assert_eq!(renamed.map(|(_, made, altered)| (made, altered)), Some((200, 400)));
}

#[test]
fn rolled_back_alter_keeps_modify_date() {
    let machine = Dated::new();
    let (_instance, mut session) = machine.connect();
    made(&machine, &mut session);
    let known = objects(&mut session);
    machine.at(300, &mut session, "BEGIN TRAN; ALTER TABLE dbo.T ADD b INT; CREATE TABLE dbo.New(a INT); ROLLBACK;");
    assert_eq!(objects(&mut session), known);
    machine.at(
        301,
        &mut session,
        "BEGIN TRAN; SAVE TRAN s; DROP TABLE dbo.T; ROLLBACK TRAN s; CREATE TABLE dbo.New(a INT);",
    );
    machine.at(302, &mut session, "COMMIT;");
    let mut wanted = known;
    wanted.insert(1, ("New".to_owned(), 301, 301));
    assert_eq!(objects(&mut session), wanted);
}

#[test]
fn dates_survive_power_cut_and_clean_close() {
    let mut machine = Dated::new();
    let (instance, mut session) = machine.connect();
    assert_eq!((database(&mut session, "master"), database(&mut session, "tempdb")), (100, 100));
    made(&machine, &mut session);
    alter(&machine, &mut session);
    drop((session, instance));
    machine = machine.crash(CrashMode::POWER_CUT);
    machine.clock.advance(Duration::from_secs(1000));
    let (instance, mut session) = machine.connect();
    ok(&mut session, "USE D;");
    expect(&mut session, &ALTERED);
    assert_eq!((database(&mut session, "master"), database(&mut session, "D")), (100, 200));
    // tempdb is created at every start.
    assert_eq!(database(&mut session, "tempdb"), 1309);
    drop(session);
    instance.close().unwrap();
    let (_instance, mut session) = machine.connect();
    ok(&mut session, "USE D;");
    expect(&mut session, &ALTERED);
}

#[test]
fn database_is_dated_at_creation_and_rename() {
    let machine = Dated::new();
    let (_instance, mut session) = machine.connect();
    // Objects copied from model keep their dates.
    machine.at(150, &mut session, "USE model; CREATE TABLE dbo.Given(a INT); USE master;");
    made(&machine, &mut session);
    let given = objects(&mut session).into_iter().find(|(name, ..)| name == "Given");
    assert_eq!(given, Some(("Given".to_owned(), 150, 150)));
    machine.at(300, &mut session, "USE master; ALTER DATABASE D MODIFY NAME = E;");
    assert_eq!(database(&mut session, "E"), 300);
    ok(&mut session, "USE E;");
    assert_eq!(objects(&mut session).len(), 9);
}
