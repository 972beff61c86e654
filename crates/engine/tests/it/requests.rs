//! Procedure calls with typed values.

use sluice_engine::{
    BatchEnd, Collector, DataType, Instance, InstanceOptions, Length, Reply, Request, RequestArgument, RequestRows,
    RequestValue, Session, Value,
};

fn session() -> Session {
    let instance = Instance::open(InstanceOptions::in_memory()).expect("an instance in memory opens");
    instance.connect().expect("there is room for a session")
}

fn run(session: &mut Session, batch: &str) {
    let mut sent = Collector::default();
    session.execute(batch, &mut sent).expect("the session lives");
    assert_eq!(sent.first_error(), None, "{batch}");
}

fn call(session: &mut Session, request: &Request) -> (Reply, Collector) {
    let mut sent = Collector::default();
    let reply = session.call(request, &mut sent).expect("the session lives");
    (reply, sent)
}

fn argument(name: Option<&str>, value: RequestValue, is_output: bool) -> RequestArgument {
    RequestArgument { name: name.map(str::to_owned), value, is_output }
}

fn int(number: i32) -> RequestValue {
    RequestValue::Scalar(DataType::Int, Value::Int(number))
}

fn nvarchar(text: &str) -> RequestValue {
    RequestValue::Scalar(DataType::NVarChar(Length::Max), Value::text(text))
}

fn error_numbers(sent: &Collector) -> Vec<i32> {
    sent.errors.iter().map(|error| error.number).collect()
}

#[test]
fn call_returns_results_outputs_and_status() {
    let mut session = session();
    run(
        &mut session,
        "CREATE PROCEDURE dbo.[add] @a int, @b int = 10, @sum bigint OUTPUT AS \
         SELECT @a AS a, @b AS b; SET @sum = @a + @b; PRINT 'added'; RETURN @a",
    );
    for _ in 0..2 {
        let request = Request::new("[dbo].[add]")
            .and(argument(None, int(5), false))
            .and(argument(Some("@b"), RequestValue::Default, false))
            .and(argument(Some("@SUM"), int(0), true));
        let (reply, sent) = call(&mut session, &request);
        assert_eq!((reply.end, reply.status), (BatchEnd::Finished, Some(5)));
        assert_eq!(reply.outputs.len(), 1);
        let sum = &reply.outputs[0];
        assert_eq!((sum.place, sum.data_type, &sum.value), (2, DataType::Int, &Value::Int(15)));
        assert_eq!(sent.results[0].rows, [[Value::Int(5), Value::Int(10)]]);
        assert_eq!(sent.prints, ["added"]);
    }
}

#[test]
fn parameterized_statement_is_a_call() {
    let mut session = session();
    let request = Request::new("sp_executesql")
        .and(argument(None, nvarchar("SET @out = @in + N'!'; SELECT @@NESTLEVEL AS level"), false))
        .and(argument(None, nvarchar("@in nvarchar(10), @out nvarchar(20) OUTPUT"), false))
        .and(argument(Some("@in"), nvarchar("it's"), false))
        .and(argument(Some("@out"), nvarchar(""), true));
    let (reply, sent) = call(&mut session, &request);
    assert_eq!(sent.first_error(), None);
    assert_eq!((reply.status, &reply.outputs[0].value), (Some(0), &Value::text("it's!")));
}

#[test]
fn system_procedures_can_be_called() {
    let mut session = session();
    let (reply, _) = call(&mut session, &Request::new("sys.sp_flush_log"));
    assert_eq!((reply.end, reply.status), (BatchEnd::Finished, Some(0)));
    let lock = Request::new("sp_getapplock")
        .and(argument(Some("@Resource"), nvarchar("door"), false))
        .and(argument(Some("@LockMode"), nvarchar("Exclusive"), false))
        .and(argument(Some("@LockOwner"), nvarchar("Session"), false));
    assert_eq!(call(&mut session, &lock).0.status, Some(0));
    let context = Request::new("sp_set_session_context")
        .and(argument(Some("@key"), nvarchar("k"), false))
        .and(argument(Some("@value"), int(7), false));
    assert_eq!(call(&mut session, &context).0.status, Some(0));
    run(&mut session, "IF CAST(SESSION_CONTEXT(N'k') AS int) <> 7 THROW 50001, 'not kept', 1");
}

#[test]
fn failed_call_has_no_status() {
    let mut session = session();
    run(&mut session, "CREATE PROCEDURE p @a int, @o int OUTPUT AS SET @o = 1; THROW 50000, 'no', 1");
    let failing = Request::new("p").and(argument(None, int(1), false)).and(argument(None, int(2), true));
    let (reply, sent) = call(&mut session, &failing);
    assert_eq!((reply.end, reply.status, reply.outputs), (BatchEnd::Failed, None, Vec::new()));
    assert_eq!(error_numbers(&sent), [50000]);
    for (request, error) in [
        (Request::new("q"), 2812),
        (Request::new("[p"), 2812),
        (Request::new("p"), 201),
        (Request::new("p").and(argument(Some("@c"), int(1), false)), 8145),
        (Request::new("p").and(argument(Some("@a = 1, @o"), int(1), false)), 8145),
        (Request::new("p").and(argument(Some("@a"), int(1), true)), 8162),
        (Request::new("p").with(DataType::TinyInt, Value::Int(300)), 8023),
        (Request::new("p").with(DataType::NVarChar(Length::Limited(1)), Value::text("ab")), 8023),
    ] {
        let (reply, sent) = call(&mut session, &request);
        assert_eq!((reply.status, error_numbers(&sent)), (None, vec![error]), "{request:?}");
    }
    assert_eq!(call(&mut session, &Request::new("sys.sp_flush_log")).0.status, Some(0), "the session lives");
}

/// Clients such as SqlClient send texts and bytes of fixed length without their padding
/// (`connect/ado-net/configure-parameters.md`).
#[test]
fn argument_of_fixed_length_is_padded() {
    let mut session = session();
    run(&mut session, "CREATE TYPE dbo.Codes AS TABLE (code char(4))\nCREATE TABLE t(id int)");
    run(
        &mut session,
        "CREATE PROCEDURE p @c char(5), @n nchar(5), @b binary(3), @codes dbo.Codes READONLY AS \
         SELECT '<' + @c + @n + '>', @b, (SELECT '<' + code + '>' FROM @codes)",
    );
    let codes = RequestRows {
        type_name: "dbo.Codes".to_owned(),
        columns: vec![Some(DataType::char(4))],
        rows: vec![vec![Value::text("x")]],
    };
    let request = Request::new("p")
        .with(DataType::char(5), Value::text("ab"))
        .with(DataType::NChar(5), Value::text("cd"))
        .with(DataType::Binary(3), Value::bytes([1]))
        .and(argument(None, RequestValue::Table(codes), false));
    let (_, sent) = call(&mut session, &request);
    assert_eq!(sent.first_error(), None);
    let row = vec![Value::text("<ab   cd   >"), Value::bytes([1, 0, 0]), Value::text("<x   >")];
    assert_eq!(sent.results[0].rows, [row]);
}

#[test]
fn call_may_have_2100_arguments() {
    let mut session = session();
    let names: Vec<String> = (1..=2098).map(|place| format!("@p{place}")).collect();
    let declared: Vec<String> = names.iter().map(|name| format!("{name} int")).collect();
    let text = format!("SELECT CASE WHEN 2098 IN ({}) THEN 1 END", names.join(", "));
    let begun = Request::new("sp_executesql").and(argument(None, nvarchar(&text), false)).and(argument(
        None,
        nvarchar(&declared.join(", ")),
        false,
    ));
    let request = (1..=2098).fold(begun, |request, place| request.and(argument(None, int(place), false)));
    let (_, sent) = call(&mut session, &request);
    assert_eq!((sent.first_error(), sent.scalar()), (None, Some(&Value::Int(1))));
}

#[test]
fn call_can_open_a_transaction() {
    let mut session = session();
    run(&mut session, "CREATE PROCEDURE p AS BEGIN TRAN");
    let (_, sent) = call(&mut session, &Request::new("p"));
    assert_eq!(error_numbers(&sent), [266]);
    assert_eq!(session.transaction_count(), 1);
    run(&mut session, "ROLLBACK");
    assert_eq!(session.transaction_count(), 0);
}

fn rows(columns: Vec<Option<DataType>>, rows: Vec<Vec<Value>>) -> RequestValue {
    RequestValue::Table(RequestRows { type_name: "dbo.[Lines]".to_owned(), columns, rows })
}

#[test]
fn rows_are_passed_as_a_table_argument() {
    let mut session = session();
    run(
        &mut session,
        "CREATE TYPE dbo.Lines AS TABLE (id int IDENTITY(10, 1), code nvarchar(5) NOT NULL, n tinyint DEFAULT 7, CHECK (n < 100))",
    );
    run(
        &mut session,
        "CREATE PROCEDURE p @least int, @lines dbo.Lines READONLY AS \
         SELECT id, code, n FROM @lines WHERE n >= @least ORDER BY id",
    );
    let text = DataType::NVarChar(Length::Max);
    let line = |code: &str, n: i32| vec![Value::text(code), Value::Int(n)];
    let given = rows(vec![None, Some(text), Some(DataType::Int)], vec![line("a", 1), line("b", 2), line("c", 3)]);
    for _ in 0..2 {
        let request = Request::new("p").and(argument(None, int(2), false)).and(argument(None, given.clone(), false));
        let (reply, sent) = call(&mut session, &request);
        assert_eq!((sent.first_error(), reply.status), (None, Some(0)));
        let found = |id, code: &str, n| vec![Value::Int(id), Value::text(code), Value::TinyInt(n)];
        assert_eq!(sent.results[0].rows, [found(11, "b", 2), found(12, "c", 3)]);
        assert_eq!(sent.counts, [2], "the rows that came are not counted");
    }
    let statement = Request::new("sp_executesql")
        .and(argument(None, nvarchar("SELECT SUM(n) FROM @l"), false))
        .and(argument(None, nvarchar("@l dbo.Lines READONLY"), false))
        .and(argument(Some("@l"), rows(vec![None, Some(text), None], vec![vec![Value::text("x")]]), false));
    let (_, sent) = call(&mut session, &statement);
    assert_eq!((sent.first_error(), sent.scalar()), (None, Some(&Value::Int(7))));
    let columns = || vec![None, Some(text), Some(DataType::Int)];
    for (given, errors) in [
        (rows(columns(), vec![line("too long", 1)]), vec![2628, 8062]),
        (rows(columns(), vec![line("a", 100)]), vec![547, 8062]),
        (rows(columns(), vec![line("a", 300)]), vec![220, 8062]),
        (rows(columns(), vec![vec![Value::Null, Value::Int(1)]]), vec![515, 8062]),
        (rows(columns(), vec![vec![Value::text("a"), Value::text("b")]]), vec![8043]),
        (rows(columns(), vec![vec![Value::text("a")]]), vec![8043]),
        (rows(vec![Some(text)], Vec::new()), vec![500]),
    ] {
        let request = Request::new("p").and(argument(None, int(2), false)).and(argument(None, given, false));
        let (reply, sent) = call(&mut session, &request);
        assert_eq!((reply.end, reply.status, error_numbers(&sent)), (BatchEnd::Failed, None, errors));
    }
    let (_, sent) = call(&mut session, &Request::new("p").and(argument(None, int(2), false)));
    assert_eq!((sent.first_error(), sent.results[0].rows.len()), (None, 0), "nothing is left of what was refused");
}

#[test]
fn untyped_rows_take_the_parameters_type() {
    let mut session = session();
    run(&mut session, "CREATE SCHEMA s");
    run(&mut session, "CREATE TYPE s.Lines AS TABLE (n int); CREATE TYPE dbo.Words AS TABLE (word nvarchar(5))");
    run(
        &mut session,
        "CREATE PROCEDURE p @least int, @lines s.Lines READONLY, @words dbo.Words READONLY AS \
         SELECT (SELECT SUM(n) FROM @lines WHERE n >= @least), (SELECT MAX(word) FROM @words)",
    );
    run(&mut session, "CREATE SYNONYM other FOR p");
    let given = |data_type, value: Value| {
        let (type_name, columns, rows) = (String::new(), vec![Some(data_type)], vec![vec![value]]);
        RequestValue::Table(RequestRows { type_name, columns, rows })
    };
    let (number, word) =
        (|| given(DataType::Int, Value::Int(7)), || given(DataType::NVarChar(Length::Max), Value::text("w")));
    for procedure in ["p", "[dbo].p", "other"] {
        for (lines, words) in [(None, None), (Some("@LINES"), Some("@words"))] {
            let request = Request::new(procedure)
                .and(argument(None, int(2), false))
                .and(argument(lines, number(), false))
                .and(argument(words, word(), false));
            let (_, sent) = call(&mut session, &request);
            assert_eq!(sent.first_error(), None);
            assert_eq!(sent.results[0].rows, [vec![Value::Int(7), Value::text("w")]]);
        }
    }
    let statement = |declared: &str, name| {
        Request::new("sp_executesql")
            .and(argument(None, nvarchar("SELECT SUM(n) FROM @l"), false))
            .and(argument(None, nvarchar(declared), false))
            .and(argument(name, number(), false))
    };
    for name in [None, Some("@l")] {
        let (_, sent) = call(&mut session, &statement("@l s.Lines READONLY", name));
        assert_eq!((sent.first_error(), sent.scalar()), (None, Some(&Value::Int(7))));
    }
    let of_p = |name| Request::new("p").and(argument(None, int(2), false)).and(argument(name, number(), false));
    for (request, error) in [
        (Request::new("missing").and(argument(None, number(), false)), 2812),
        (Request::new("p").and(argument(None, number(), false)), 206),
        (of_p(Some("@none")), 8145),
        (of_p(None).and(argument(None, word(), false)).and(argument(None, word(), false)), 8144),
        (statement("@l s.Lines READONLY", Some("@m")), 8145),
        (statement("@l int", None), 206),
    ] {
        let (reply, sent) = call(&mut session, &request);
        assert_eq!((reply.status, error_numbers(&sent)), (None, vec![error]), "{request:?}");
    }
    // A user without EXECUTE permission learns nothing about the parameters.
    run(&mut session, "CREATE USER stranger WITHOUT LOGIN; EXECUTE AS USER = 'stranger'");
    for request in [Request::new("p").and(argument(None, number(), false)), of_p(Some("@none")), of_p(Some("@lines"))] {
        let (reply, sent) = call(&mut session, &request);
        assert_eq!((reply.status, error_numbers(&sent)), (None, vec![229]), "{request:?}");
    }
    run(&mut session, "REVERT; GRANT EXECUTE ON p TO stranger; EXECUTE AS USER = 'stranger'");
    let (_, sent) = call(&mut session, &of_p(Some("@none")));
    assert_eq!(error_numbers(&sent), [8145]);
}
