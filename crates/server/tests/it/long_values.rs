//! Long values in requests and answers, which neither side holds in memory as a whole.

use super::*;
use sluice_tds::token::write_columns;
use sluice_tds::{Column, Done, DoneKind, Put, TableForm, write_row};
use sluice_types::named_collation::CollationId;

const MAX: DataType = DataType::VarBinary(Length::Max);
const WIDE: DataType = DataType::NVarChar(Length::Max);

fn bytes(length: usize) -> Vec<u8> {
    (0..length).map(|at| (at * 7 + at / 251) as u8).collect()
}

fn statement(text_of_it: &str, declared: &str, arguments: Vec<Argument>) -> (Procedure, Vec<Argument>) {
    let own = vec![text(text_of_it), text(declared)];
    (system(SystemProcedure::ExecuteSql), own.into_iter().chain(arguments).collect())
}

fn typed_argument(name: &str, data_type: DataType, value: Value) -> Argument {
    argument(name, data_type, value, ParameterFlags::default())
}

#[test]
fn long_parameters_are_stored_copied_and_sent_back() {
    let served = served();
    let mut client = served.log_in();
    client.batch("CREATE TABLE t(i int, b varbinary(max), n nvarchar(max), v varchar(max)); SELECT * INTO u FROM t;");
    let (binary, wide) = (bytes(3_000_001), "Жd😀".repeat(200_000));
    let narrow = "é€x".repeat(100_000);
    let insert = statement(
        "INSERT t VALUES (1, @b, @n, @v), (2, @b + 0x01, @n + N'!', CAST(@v AS nvarchar(max))); INSERT u SELECT * FROM t",
        "@b varbinary(max), @n nvarchar(max), @v varchar(max)",
        vec![
            typed_argument("@b", MAX, Value::bytes(binary.clone())),
            typed_argument("@n", WIDE, Value::text(wide.as_str())),
            typed_argument("@v", DataType::varchar(Length::Max), Value::text(narrow.as_str())),
        ],
    );
    let answered = call(&mut client, &[insert]);
    assert_eq!(answered.errors(), [0; 0], "{answered:?}");
    for table in ["t", "u"] {
        let answered = client.batch(&format!("SELECT b, n, v FROM {table} ORDER BY i"));
        let longer =
            [Value::bytes([&binary[..], &[1]].concat()), Value::text(format!("{wide}!")), Value::text(narrow.as_str())];
        let first = [Value::bytes(binary.clone()), Value::text(wide.as_str()), Value::text(narrow.as_str())];
        assert!(answered.rows == [first.to_vec(), longer.to_vec()], "rows of {table}");
    }
    served.end();
}

#[test]
fn long_output_parameter_comes_back_changed() {
    let served = served();
    let mut client = served.log_in();
    let binary = bytes(400_000);
    let made = argument("@b", MAX, Value::bytes(binary.clone()), ParameterFlags::OUTPUT);
    let answered = call(
        &mut client,
        &[statement("SET @b = @b + SUBSTRING(@b, 1, 100000)", "@b varbinary(max) OUTPUT", vec![made])],
    );
    let expected = [&binary[..], &binary[..100_000]].concat();
    assert!(returned(&answered) == [("@b".to_owned(), Value::bytes(expected))], "{:?}", answered.errors());
    served.end();
}

#[test]
fn lone_surrogate_is_replaced_anywhere() {
    let served = served();
    let mut client = served.log_in();
    client.send(PacketKind::Rpc, Status::NORMAL, |out| {
        Headers::new(0).write(out);
        write_call(&CallHead::new(system(SystemProcedure::ExecuteSql)), out);
        for own in [text("SELECT LEN(@n), UNICODE(SUBSTRING(@n, 70001, 2)), RIGHT(@n, 2)"), text("@n nvarchar(max)")] {
            write_parameter(&own, out).expect("a match");
        }
        out.b_varchar("@n");
        out.u8(0);
        TypeInfo::new(WIDE, true, WireCollation::DEFAULT).write(out);
        sluice_tds::value::begin_chunks(None, out);
        // The chunks split surrogate pairs; one surrogate is alone.
        let mut units: Vec<u16> = "a".repeat(69_999).encode_utf16().collect();
        units.extend([0xD83D, 0xD83D, 0xDE00, 0xDE00]);
        let wire: Vec<u8> = units.into_iter().flat_map(u16::to_le_bytes).collect();
        wire.chunks(39_997).for_each(|chunk| sluice_tds::value::put_chunk(chunk, out));
        sluice_tds::value::end_chunks(out);
    });
    let answered = client.answer();
    assert_eq!(answered.rows, [vec![Value::BigInt(70_003), Value::Int(0xD83D), Value::text("\u{FFFD}")]]);
    served.end();
}

#[test]
fn bulk_load_takes_long_values() {
    let served = served();
    let mut client = served.log_in();
    client.batch("CREATE TABLE t(i int PRIMARY KEY, b varbinary(max), n nvarchar(max))");
    assert_eq!(client.batch("INSERT BULK t (i int, b varbinary(max), n nvarchar(max))").errors(), [0; 0]);
    let column = |name, data_type| Column::new(name, data_type, true, CollationId::DEFAULT);
    let columns = [column("i", DataType::Int), column("b", MAX), column("n", WIDE)];
    let (binary, wide) = (bytes(1_500_000), "Жd😀".repeat(100_000));
    let row = |number: i32| match number % 2 {
        0 => [Value::Int(number), Value::bytes(binary.clone()), Value::Null],
        _ => [Value::Int(number), Value::bytes(vec![9; 10]), Value::text(wide.as_str())],
    };
    client.send(PacketKind::BulkLoad, Status::NORMAL, |out| {
        write_columns(&columns, TableForm::Name, out);
        (0..6).for_each(|number| write_row(&columns, &row(number), out).expect("a match"));
        Done { kind: DoneKind::Statement, status: DoneStatus::FINAL, command: 0, rows: 0 }.write(out);
    });
    assert_eq!(client.answer().errors(), [0; 0]);
    let answered = client.batch("SELECT * FROM t ORDER BY i");
    let expected: Vec<Vec<Value>> = (0..6).map(|number| row(number).to_vec()).collect();
    assert!(answered.rows == expected, "{:?}", answered.errors());
    served.end();
}

#[test]
fn cancelled_long_value_ends_early_and_the_connection_goes_on() {
    let served = served();
    let mut client = served.log_in();
    client.batch("CREATE TABLE t(b varbinary(max)); INSERT t VALUES (CAST(REPLICATE(CAST('x' AS varchar(max)), 60000000) AS varbinary(max)))");
    client.send_batch("SELECT b, b FROM t");
    client.send(PacketKind::Attention, Status::NORMAL, |_| {});
    let mut ends = Vec::new();
    while !ends.iter().any(|(status, _)| status & DoneStatus::ATTENTION.0 != 0) {
        ends.extend(client.answer().dones());
    }
    assert_eq!(client.batch("SELECT 7").rows, number(7));
    served.end();
}

#[test]
fn work_files_of_a_request_are_freed() {
    let served = served();
    let mut client = served.log_in();
    let extents = "SELECT SUM(allocated_extent_page_count) FROM tempdb.sys.dm_db_file_space_usage";
    client.batch("CREATE TABLE t(b varbinary(max))");
    let insert = || {
        statement(
            "INSERT t VALUES (@b)",
            "@b varbinary(max)",
            vec![typed_argument("@b", MAX, Value::bytes(bytes(2_000_000)))],
        )
    };
    call(&mut client, &[insert()]);
    let before = client.batch(extents).rows;
    for _ in 0..5 {
        assert_eq!(call(&mut client, &[insert()]).errors(), [0; 0]);
    }
    assert_eq!(client.batch(extents).rows, before);
    served.end();
}

/// MS-TDS 2.2.5.2.3: the length before the chunks. JDBC's `Blob.length()` and `Clob.length()` are
/// that length.
#[test]
fn long_value_is_sent_with_its_length() {
    let served = served();
    let mut client = served.log_in();
    client.batch("CREATE TABLE t(b varbinary(max), n nvarchar(max), v varchar(max))");
    let insert = "INSERT t SELECT CAST(v AS varbinary(max)), CAST(v AS nvarchar(max)), v \
                  FROM (SELECT REPLICATE(CAST('é' AS varchar(max)), 300000) AS v) AS d";
    assert_eq!(client.batch(insert).errors(), [0; 0]);
    for (column, length) in [("b", 300_000_u64), ("n", 600_000), ("v", 300_000), ("CAST(n AS xml)", 600_000)] {
        client.send_batch(&format!("SELECT {column} AS c FROM t"));
        let bytes = client.answer_bytes();
        let front = length.to_le_bytes();
        assert!(bytes.windows(front.len()).any(|window| window == front), "{column}");
    }
    served.end();
}

/// MS-TDS 2.2.6.1: a value may not be longer than its column's type in COLMETADATA. SQL Server's
/// message names the column (`relational-databases/errors-events`, 4815).
#[test]
fn bulk_load_names_the_column_of_a_too_long_value() {
    let served = served();
    let mut client = served.log_in();
    client.batch("CREATE TABLE t(i int, s varchar(10))");
    assert_eq!(client.batch("INSERT BULK t (i int, s varchar(10))").errors(), [0; 0]);
    let short = DataType::varchar(Length::Limited(10));
    let long = DataType::varchar(Length::Limited(20));
    let column = |name, data_type| Column::new(name, data_type, true, CollationId::DEFAULT);
    client.send(PacketKind::BulkLoad, Status::NORMAL, |out| {
        write_columns(&[column("i", DataType::Int), column("s", short)], TableForm::Name, out);
        let row = [Value::Int(1), Value::text("much too long for it")];
        write_row(&[column("i", DataType::Int), column("s", long)], &row, out).expect("a match");
        Done { kind: DoneKind::Statement, status: DoneStatus::FINAL, command: 0, rows: 0 }.write(out);
    });
    let answered = client.answer();
    let errors = answered.tokens.iter().filter_map(|token| match token {
        sluice_tds::Token::Error(error) => Some((error.number, error.text.clone())),
        _ => None,
    });
    let text = "Received an invalid column length from the bcp client for colid 2.";
    assert_eq!(errors.collect::<Vec<_>>(), [(4815, text.to_owned())]);
    assert_eq!(client.batch("SELECT COUNT(*) FROM t").rows, number(0));
    served.end();
}
