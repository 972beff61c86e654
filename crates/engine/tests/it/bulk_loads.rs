//! INSERT BULK and the rows that follow it.

use sluice_engine::{BulkPart, Collector, DataType, Instance, InstanceOptions, Session, Value};

fn session() -> Session {
    let instance = Instance::open(InstanceOptions::in_memory()).expect("an instance in memory opens");
    instance.connect().expect("there is room for a session")
}

fn run(session: &mut Session, batch: &str) -> Collector {
    let mut sent = Collector::default();
    session.execute(batch, &mut sent).expect("the session lives");
    sent
}

fn query(session: &mut Session, batch: &str) -> Vec<Vec<Value>> {
    let sent = run(session, batch);
    assert_eq!(sent.first_error(), None, "{batch}");
    sent.results[0].rows.clone()
}

/// Loads `rows` in parts of two. Returns the error numbers.
fn load(session: &mut Session, statement: &str, types: &[DataType], rows: &[Vec<Value>]) -> Vec<i32> {
    let mut sent = run(session, statement);
    assert_eq!(sent.first_error(), None, "{statement}");
    assert!(session.awaits_rows());
    let parts = rows.chunks(2).map(|rows| BulkPart::Rows(rows.to_vec()));
    for part in std::iter::once(BulkPart::Columns(types.to_vec())).chain(parts).chain([BulkPart::End]) {
        session.load(part, &mut sent).expect("the session lives");
    }
    assert!(!session.awaits_rows());
    sent.errors.iter().filter(|error| error.severity > 10).map(|error| error.number).collect()
}

fn int(number: i32) -> Value {
    Value::Int(number)
}

const TWO: [DataType; 2] = [DataType::Int, DataType::Int];

#[test]
fn nulls_become_defaults_unless_keep_nulls() {
    let mut session = session();
    run(&mut session, "CREATE TABLE dbo.t(a int NULL DEFAULT 7, b int NULL, c int NULL DEFAULT 9)");
    let null = Value::Null;
    let rows = [[int(1), int(2)], [null.clone(), int(3)], [null.clone(), null.clone()], [int(4), null.clone()]];
    let rows = rows.map(Vec::from);
    assert_eq!(load(&mut session, "INSERT BULK dbo.t (a int, b int)", &TWO, &rows), []);
    let kept = [vec![null.clone(), int(5)]];
    assert_eq!(load(&mut session, "INSERT BULK dbo.t (c int, b int) WITH (KEEP_NULLS)", &TWO, &kept), []);
    let one = [vec![null.clone()], vec![null.clone()]];
    assert_eq!(load(&mut session, "INSERT BULK dbo.t (a int)", &TWO[..1], &one), []);
    let wanted = [
        [int(1), int(2), int(9)],
        [int(7), int(3), int(9)],
        [int(7), null.clone(), int(9)],
        [int(4), null.clone(), int(9)],
        [int(7), int(5), null.clone()],
        [int(7), null.clone(), int(9)],
        [int(7), null.clone(), int(9)],
    ];
    assert_eq!(query(&mut session, "SELECT a, b, c FROM dbo.t"), wanted);
}

#[test]
fn failed_load_inserts_no_rows() {
    let mut session = session();
    run(&mut session, "CREATE TABLE dbo.t(a int PRIMARY KEY, b int NOT NULL)");
    let twice: Vec<Vec<Value>> = [1, 2, 3, 4, 2].iter().map(|number| vec![int(*number), int(0)]).collect();
    assert_eq!(load(&mut session, "INSERT BULK dbo.t (a int, b int)", &TWO, &twice), [2627]);
    let null = [vec![int(1), int(0)], vec![int(2), int(0)], vec![int(3), Value::Null]];
    assert_eq!(load(&mut session, "INSERT BULK dbo.t (a int, b int)", &TWO, &null), [515]);
    assert_eq!(query(&mut session, "SELECT COUNT(*), @@TRANCOUNT FROM dbo.t"), [[int(0), int(0)]]);
    // In a transaction, earlier changes stay.
    run(&mut session, "BEGIN TRANSACTION; INSERT INTO dbo.t VALUES (9, 9)");
    assert_eq!(load(&mut session, "INSERT BULK dbo.t (a int, b int)", &TWO, &twice), [2627]);
    assert_eq!(query(&mut session, "SELECT a, @@TRANCOUNT FROM dbo.t"), [[int(9), int(1)]]);
    assert_eq!(load(&mut session, "INSERT BULK dbo.t (a int, b int)", &TWO, &twice[..4]), []);
    assert_eq!(query(&mut session, "SELECT COUNT(*), @@TRANCOUNT FROM dbo.t"), [[int(5), int(1)]]);
    run(&mut session, "ROLLBACK");
    assert_eq!(query(&mut session, "SELECT COUNT(*) FROM dbo.t"), [[int(0)]]);
    // The load is abandoned.
    let mut sent = run(&mut session, "INSERT BULK dbo.t (a int, b int)");
    for part in [BulkPart::Columns(TWO.to_vec()), BulkPart::Rows(twice[..2].to_vec())] {
        session.load(part, &mut sent).expect("the session lives");
    }
    assert_eq!(run(&mut session, "SELECT 1").first_error().map(|error| error.0), Some(4022));
    assert_eq!(query(&mut session, "SELECT COUNT(*), @@TRANCOUNT FROM dbo.t"), [[int(0), int(0)]]);
}

#[test]
fn constraints_are_checked_only_on_request() {
    let mut session = session();
    run(&mut session, "CREATE TABLE dbo.p(a int PRIMARY KEY)");
    run(
        &mut session,
        "CREATE TABLE dbo.t(a int CONSTRAINT positive CHECK (a > 0), b int CONSTRAINT known REFERENCES dbo.p(a))",
    );
    let (wrong, unknown) = ([vec![int(-1), Value::Null]], [vec![int(1), int(5)]]);
    let checked = "INSERT BULK dbo.t (a int, b int) WITH (CHECK_CONSTRAINTS)";
    assert_eq!(load(&mut session, checked, &TWO, &wrong), [547]);
    assert_eq!(load(&mut session, checked, &TWO, &unknown), [547]);
    let trusted =
        "SELECT is_not_trusted FROM sys.check_constraints UNION ALL SELECT is_not_trusted FROM sys.foreign_keys";
    assert_eq!(query(&mut session, trusted), [[Value::Bit(false)], [Value::Bit(false)]]);
    assert_eq!(load(&mut session, "INSERT BULK dbo.t (a int, b int)", &TWO, &wrong), []);
    assert_eq!(load(&mut session, "INSERT BULK dbo.t (a int, b int)", &TWO, &unknown), []);
    assert_eq!(query(&mut session, trusted), [[Value::Bit(true)], [Value::Bit(true)]]);
    assert_eq!(query(&mut session, "SELECT COUNT(*) FROM dbo.t"), [[int(2)]]);
}

#[test]
fn identity_values_are_taken_only_for_a_named_column() {
    let mut session = session();
    run(&mut session, "CREATE TABLE dbo.t(id int IDENTITY(10, 10), a int)");
    let rows = [vec![int(5)], vec![int(6)]];
    assert_eq!(load(&mut session, "INSERT BULK dbo.t (a int)", &TWO[..1], &rows), []);
    let kept = [vec![int(7), int(100)]];
    assert_eq!(load(&mut session, "INSERT BULK dbo.t (a int, id int)", &TWO, &kept), []);
    assert_eq!(load(&mut session, "INSERT BULK dbo.t (a int)", &TWO[..1], &rows[..1]), []);
    let wanted = [[int(10), int(5)], [int(20), int(6)], [int(100), int(7)], [int(110), int(5)]];
    assert_eq!(query(&mut session, "SELECT id, a FROM dbo.t"), wanted);
}

#[test]
fn rows_must_match_the_columns() {
    let mut session = session();
    run(&mut session, "CREATE TABLE dbo.t(a int, b datetime)");
    let statement = "INSERT BULK dbo.t (a int, b datetime)";
    assert_eq!(load(&mut session, statement, &TWO[..1], &[]), [4804]);
    assert_eq!(load(&mut session, statement, &[DataType::Int, DataType::UniqueIdentifier], &[]), [4816]);
    let text = [vec![int(1), Value::text("20200229")]];
    let types = [DataType::BigInt, DataType::NVarChar(sluice_engine::Length::Max)];
    let rows = [vec![Value::BigInt(1), text[0][1].clone()]];
    assert_eq!(load(&mut session, statement, &types, &rows), []);
    assert_eq!(query(&mut session, "SELECT a, YEAR(b) FROM dbo.t"), [[int(1), int(2020)]]);
}
