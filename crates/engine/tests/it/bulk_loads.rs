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
fn triggers_fire_once_with_all_rows_on_request() {
    let mut session = session();
    run(&mut session, "CREATE TABLE dbo.t(a int DEFAULT 7, b int); CREATE TABLE dbo.log(n int, total int)");
    run(
        &mut session,
        "CREATE TRIGGER dbo.after ON dbo.t AFTER INSERT AS INSERT dbo.log SELECT COUNT(*), SUM(a) FROM inserted",
    );
    let rows: Vec<Vec<Value>> =
        [Some(1), None, Some(3), Some(4), None].map(|a| vec![a.map_or(Value::Null, int), int(0)]).into();
    assert_eq!(load(&mut session, "INSERT BULK dbo.t (a int, b int)", &TWO, &rows), []);
    assert_eq!(query(&mut session, "SELECT COUNT(*) FROM dbo.log"), [[int(0)]]);
    let fired = "INSERT BULK dbo.t (a int, b int) WITH (FIRE_TRIGGERS)";
    assert_eq!(load(&mut session, fired, &TWO, &rows), []);
    assert_eq!(query(&mut session, "SELECT n, total, @@TRANCOUNT FROM dbo.log"), [[int(5), int(22), int(0)]]);
    // A trigger that fails takes the rows back.
    run(&mut session, "ALTER TRIGGER dbo.after ON dbo.t AFTER INSERT AS THROW 50001, 'no', 1");
    assert_eq!(load(&mut session, fired, &TWO, &rows), [50001]);
    assert_eq!(query(&mut session, "SELECT COUNT(*), @@TRANCOUNT FROM dbo.t"), [[int(10), int(0)]]);
    // An INSTEAD OF trigger gets the rows only on request.
    run(&mut session, "DROP TRIGGER dbo.after; TRUNCATE TABLE dbo.t; TRUNCATE TABLE dbo.log");
    run(
        &mut session,
        "CREATE TRIGGER dbo.other ON dbo.t INSTEAD OF INSERT AS INSERT dbo.log SELECT COUNT(*), 0 FROM inserted",
    );
    assert_eq!(load(&mut session, "INSERT BULK dbo.t (a int, b int)", &TWO, &rows), []);
    assert_eq!(load(&mut session, fired, &TWO, &rows), []);
    assert_eq!(query(&mut session, "SELECT COUNT(*), (SELECT MAX(n) FROM dbo.log) FROM dbo.t"), [[int(5), int(5)]]);
}

#[test]
fn rows_out_of_the_stated_order_are_refused() {
    let mut session = session();
    run(&mut session, "CREATE TABLE dbo.t(a int PRIMARY KEY, b int)");
    let rows = [3, 2].map(|a| vec![int(a), int(0)]);
    let ordered = "INSERT BULK dbo.t (a int, b int) WITH (ORDER (a ASC))";
    assert_eq!(load(&mut session, ordered, &TWO, &rows), [4819]);
    assert_eq!(load(&mut session, "INSERT BULK dbo.t (a int, b int) WITH (ORDER (b ASC))", &TWO, &rows), []);
    assert_eq!(query(&mut session, "SELECT COUNT(*) FROM dbo.t"), [[int(2)]]);
}

#[test]
fn bad_rows_of_a_file_are_copied_to_the_error_file() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("in.txt"), "1\r\nx\r\n3\r\ny\r\n").expect("a file");
    let mut options = InstanceOptions::in_memory();
    options.bulk_folder = Some(folder.path().to_owned());
    let instance = Instance::open(options).expect("an instance in memory opens");
    let mut session = instance.connect().expect("there is room for a session");
    run(&mut session, "CREATE TABLE dbo.t(a int)");
    let load = "BULK INSERT dbo.t FROM 'in.txt' WITH (ERRORFILE = 'bad.txt')";
    run(&mut session, load);
    assert_eq!(query(&mut session, "SELECT COUNT(*) FROM dbo.t"), [[int(2)]]);
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("the file exists");
    assert_eq!(read("bad.txt"), "x\r\ny\r\n");
    let control = "Row 2 File Offset 3 ErrorFile Offset 0 - HRESULT 0x80004005\r\n\
                   Row 4 File Offset 9 ErrorFile Offset 3 - HRESULT 0x80004005\r\n";
    assert_eq!(read("bad.txt.Error.Txt"), control);
    // The error file exists.
    assert_eq!(run(&mut session, load).first_error().map(|error| error.0), Some(4861));
}

#[test]
fn without_a_folder_no_file_is_read() {
    let mut session = session();
    run(&mut session, "CREATE TABLE dbo.t(a int)");
    let sent = run(&mut session, "BULK INSERT dbo.t FROM '/etc/hostname'");
    assert_eq!(sent.first_error().map(|error| error.0), Some(4861));
}

#[test]
fn long_values_of_a_file_are_loaded_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let long = "é".repeat(300_000);
    std::fs::write(folder.path().join("in.txt"), format!("1\t{long}\r\n2\tshort\r\n")).expect("a file");
    std::fs::write(folder.path().join("hex.txt"), format!("1\t{}\r\n", "0aFF".repeat(100_000))).expect("a file");
    let mut options = InstanceOptions::in_memory();
    options.bulk_folder = Some(folder.path().to_owned());
    let instance = Instance::open(options).expect("an instance in memory opens");
    let mut session = instance.connect().expect("there is room for a session");
    for data_type in ["nvarchar(max)", "varchar(max)"] {
        run(&mut session, &format!("CREATE TABLE dbo.t(a int, b {data_type})"));
        let loaded = run(&mut session, "BULK INSERT dbo.t FROM 'in.txt' WITH (CODEPAGE = '65001')");
        assert_eq!(loaded.first_error(), None);
        let lengths = query(&mut session, "SELECT LEN(b), LEN(REPLACE(b, N'é', N'')) FROM dbo.t ORDER BY a");
        let wanted = [[Value::BigInt(300_000), Value::BigInt(0)], [Value::BigInt(5), Value::BigInt(5)]];
        assert_eq!(lengths, wanted, "{data_type}");
        run(&mut session, "DROP TABLE dbo.t");
    }
    run(&mut session, "CREATE TABLE dbo.t(a int, b varbinary(max))");
    assert_eq!(run(&mut session, "BULK INSERT dbo.t FROM 'hex.txt'").first_error(), None);
    let binary = query(&mut session, "SELECT DATALENGTH(b), CAST(SUBSTRING(b, 199999, 2) AS binary(2)) FROM dbo.t");
    assert_eq!(binary, [[Value::BigInt(200_000), Value::bytes([0x0A, 0xFF])]]);
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

/// A file of several parts is read on a second thread, or on the session's own with MAXDOP 1.
#[test]
fn long_file_loads_alike_with_and_without_second_thread() {
    let folder = tempfile::tempdir().expect("a folder");
    let line = |number: i32| match number % 9_000 {
        8_999 => "bad,1".to_owned(),
        _ => format!("{number},{}", "x".repeat(50)),
    };
    let mut lines: Vec<String> = (0..30_000).map(line).collect();
    std::fs::write(folder.path().join("rows.txt"), lines.join("\r\n") + "\r\n").expect("the file is written");
    lines.push("5,twice".to_owned());
    std::fs::write(folder.path().join("twice.txt"), lines.join("\r\n") + "\r\n").expect("the file is written");
    let mut options = InstanceOptions::in_memory();
    options.bulk_folder = Some(folder.path().to_owned());
    let instance = Instance::open(options).expect("an instance in memory opens");
    let mut session = instance.connect().expect("there is room for a session");
    run(&mut session, "CREATE TABLE dbo.t(a int PRIMARY KEY, b varchar(60))");
    let mut outcomes = Vec::new();
    for degree in [0, 1] {
        let option = format!(
            "EXEC sp_configure 'show advanced options', 1; RECONFIGURE; EXEC sp_configure 'max degree of parallelism', {degree}; RECONFIGURE"
        );
        assert_eq!(run(&mut session, &option).first_error(), None);
        for (file, more) in [
            ("rows.txt", ""),
            ("rows.txt", ", BATCHSIZE = 7000"),
            ("rows.txt", ", MAXERRORS = 1"),
            ("twice.txt", ""),
            ("twice.txt", ", BATCHSIZE = 7000"),
            ("rows.txt", ", LASTROW = 12345"),
        ] {
            let sent = run(
                &mut session,
                &format!("TRUNCATE TABLE dbo.t; BULK INSERT dbo.t FROM '{file}' WITH (FIELDTERMINATOR = ','{more})"),
            );
            let errors: Vec<(i32, String)> =
                sent.errors.iter().map(|error| (error.number, error.to_string())).collect();
            outcomes.push((errors, query(&mut session, "SELECT COUNT(*), CHECKSUM_AGG(CHECKSUM(a, b)) FROM dbo.t")));
        }
    }
    let (ahead, alone) = outcomes.split_at(outcomes.len() / 2);
    assert_eq!(ahead, alone);
    let counts: Vec<&Value> = ahead.iter().map(|(_, rows)| &rows[0][0]).collect();
    assert_eq!(counts, [29_997, 29_997, 0, 0, 28_000, 12_344].map(int).iter().collect::<Vec<_>>());
}
