//! RPC cursors: the description of their columns, and positioned changes (MS-TDS 2.2.6.6, 2.2.7.5,
//! 2.2.7.20).

use crate::client::{Answered, Client};
use crate::{argument, call, int, output, returned, served, system, text};
use sluice_tds::request::{Argument, ParameterFlags, SystemProcedure};
use sluice_tds::{Token, token};
use sluice_types::{DataType, Length, Value};

const KEYSET: i32 = 1;
const FORWARD_ONLY: i32 = 4;
const STATIC: i32 = 8;
const READ_ONLY: i32 = 1;
const ALLOW_DIRECT: i32 = 0x2000;
const OPTIMISTIC: i32 = 4;
const SCROLL_LOCKS: i32 = 2;
const NEXT: i32 = 2;
const REFRESH: i32 = 128;
const UPDATE: i32 = 1;
const UPDATE_AND_SET_POSITION: i32 = 33;
const DELETE: i32 = 2;
const INSERT: i32 = 4;
/// `sp_cursor`'s REFRESH.
const REREAD: i32 = 8;

fn given(name: &str, value: i32) -> Argument {
    argument(name, DataType::Int, Value::Int(value), ParameterFlags::OUTPUT)
}

fn named(name: &str, value: &str) -> Argument {
    argument(name, DataType::NVarChar(Length::Limited(4000)), Value::text(value), ParameterFlags::default())
}

fn make(client: &mut Client, procedure: SystemProcedure, arguments: Vec<Argument>) -> Answered {
    call(client, &[(system(procedure), arguments)])
}

fn change(client: &mut Client, handle: i32, what: i32, row: i32, values: Vec<Argument>) -> Answered {
    let own = vec![int("", handle), int("", what), int("", row), text("[dbo].[t]")];
    make(client, SystemProcedure::Cursor, [own, values].concat())
}

/// Opens a cursor. Returns its handle, its actual scroll and concurrency options, and the answer.
fn open(client: &mut Client, query: &str, scroll: i32, concurrency: i32) -> (i32, [i32; 2], Answered) {
    let arguments = vec![output(""), text(query), given("", scroll), given("", concurrency), given("", 0)];
    let answered = make(client, SystemProcedure::CursorOpen, arguments);
    let numbers: Vec<i32> =
        returned(&answered).iter().map(|(_, value)| value.as_i64().unwrap_or_default() as i32).collect();
    let [handle, scroll, concurrency, _] = numbers[..] else { panic!("{answered:?}") };
    (handle, [scroll, concurrency], answered)
}

/// Returns the tables that the answer to an opening names.
fn table_names(answered: &Answered) -> Option<Vec<Vec<String>>> {
    answered.tokens.iter().find_map(|token| match token {
        Token::TableNames(tables) => Some(tables.clone()),
        _ => None,
    })
}

/// Returns the answer's facts about the columns.
fn column_facts(answered: &Answered) -> Option<Vec<token::ColumnInfo>> {
    answered.tokens.iter().find_map(|token| match token {
        Token::ColumnInfo(facts) => Some(facts.clone()),
        _ => None,
    })
}

/// `sp-cursoropen-transact-sql.md`, *ccopt*: under SCROLL_LOCKS a positioned update "is guaranteed
/// to succeed", because the rows of the fetch buffer have update locks.
#[test]
fn scroll_locks_keep_other_writers_from_fetched_rows() {
    let served = served();
    let (mut client, mut other) = (served.log_in(), served.log_in());
    client.batch("CREATE TABLE dbo.t(id INT NOT NULL PRIMARY KEY, name NVARCHAR(20) NOT NULL)");
    client.batch("INSERT dbo.t VALUES (1, N'one'), (2, N'two'), (3, N'three')");
    other.batch("SET LOCK_TIMEOUT 0");
    for (asked, locked) in [(SCROLL_LOCKS, vec![1222]), (OPTIMISTIC, vec![])] {
        client.batch("BEGIN TRAN");
        let (handle, made, _) = open(&mut client, "SELECT id, name FROM dbo.t ORDER BY id", KEYSET, asked);
        assert_eq!(made, [KEYSET, asked]);
        let next = vec![int("", handle), int("", NEXT), int("", 0), int("", 1)];
        let fetched = make(&mut client, SystemProcedure::CursorFetch, next);
        assert_eq!(fetched.rows.len(), 1, "{fetched:?}");
        assert_eq!(other.batch("UPDATE dbo.t SET name = N'1' WHERE id = 1").errors(), locked);
        assert_eq!(other.batch("UPDATE dbo.t SET name = N'3' WHERE id = 3").errors(), [0; 0]);
        assert_eq!(other.batch("SELECT name FROM dbo.t WHERE id = 1").errors(), [0; 0]);
        client.batch("ROLLBACK");
        assert_eq!(other.batch("UPDATE dbo.t SET name = N'one' WHERE id = 1").errors(), [0; 0]);
    }
    served.end();
}

#[test]
fn cursor_changes_and_deletes_rows() {
    let served = served();
    let (mut client, mut other) = (served.log_in(), served.log_in());
    client.batch("CREATE TABLE dbo.t(id INT NOT NULL PRIMARY KEY, name NVARCHAR(20) NOT NULL)");
    client.batch("INSERT dbo.t VALUES (1, N'one'), (2, N'two'), (3, N'three')");
    let (handle, made, answered) =
        open(&mut client, "SELECT id AS number, name, id + 1 FROM dbo.t ORDER BY id", KEYSET, OPTIMISTIC);
    assert_eq!(made, [KEYSET, OPTIMISTIC]);
    // The answer names the table and its columns, which positioned changes need.
    let tables = table_names(&answered);
    assert_eq!(tables, Some(vec![["master", "dbo", "t"].map(str::to_owned).to_vec()]));
    let facts = column_facts(&answered);
    let fact = |column, table, status, base: Option<&str>| {
        let base_name = base.map(str::to_owned);
        token::ColumnInfo { column, table, status, base_name }
    };
    let wanted = [fact(1, 1, 0x20, Some("id")), fact(2, 1, 0, None), fact(3, 0, 4, None), fact(4, 0, 0x14, None)];
    assert_eq!(facts, Some(wanted.to_vec()));

    let fetch = |kind, rows| vec![int("", handle), int("", kind), int("", 0), int("", rows)];
    let answered = make(&mut client, SystemProcedure::CursorFetch, fetch(NEXT, 3));
    let row = |id, name: &str, state| vec![Value::Int(id), Value::text(name), Value::Int(id + 1), Value::Int(state)];
    assert_eq!(answered.rows, [row(1, "one", 1), row(2, "two", 1), row(3, "three", 1)]);
    let answered = change(&mut client, handle, UPDATE_AND_SET_POSITION, 2, vec![named("@name", "zwei")]);
    assert_eq!((answered.errors(), answered.has(&Token::ReturnStatus(0))), (vec![], true), "{answered:?}");
    assert!(answered.dones().iter().any(|(_, rows)| *rows == 1));
    assert!(change(&mut client, handle, DELETE, 3, vec![]).errors().is_empty());
    let answered = make(&mut client, SystemProcedure::CursorFetch, fetch(REFRESH, 0));
    // A deleted row has blank values in columns that aren't nullable.
    let gone = vec![Value::Int(0), Value::text(""), Value::Null, Value::Int(2)];
    assert_eq!(answered.rows, [row(1, "one", 1), row(2, "zwei", 1), gone]);
    // Another session has changed the row.
    other.batch("UPDATE dbo.t SET name = N'eins' WHERE id = 1");
    let answered = change(&mut client, handle, UPDATE_AND_SET_POSITION, 1, vec![named("@name", "uno")]);
    assert_eq!(answered.errors(), [16947]);
    assert!(answered.tokens.iter().any(|token| matches!(token, Token::Info(info) if info.number == 16934)));
    assert!(
        change(&mut client, handle, INSERT, 0, vec![int("@number", 7), named("@name", "seven")]).errors().is_empty()
    );
    let answered = client.batch("SELECT * FROM dbo.t ORDER BY id");
    let short = |id, name: &str| vec![Value::Int(id), Value::text(name)];
    assert_eq!(answered.rows, [short(1, "eins"), short(2, "zwei"), short(7, "seven")]);
    assert!(make(&mut client, SystemProcedure::CursorClose, vec![int("", handle)]).errors().is_empty());
    assert_eq!(change(&mut client, handle, DELETE, 1, vec![]).errors(), [16909]);
    served.end();
}

/// A cursor over a join names all its tables and the table of each column. A change names the table
/// by `sp_cursor`'s parameter `table`, by default the first one.
#[test]
fn cursor_over_a_join_changes_each_table() {
    let served = served();
    let (mut client, mut other) = (served.log_in(), served.log_in());
    client.batch("CREATE TABLE dbo.t(id INT NOT NULL PRIMARY KEY, name NVARCHAR(20) NOT NULL)");
    client.batch("CREATE TABLE dbo.u(id INT NOT NULL PRIMARY KEY, t INT NULL, a INT NOT NULL)");
    client.batch("INSERT dbo.t VALUES (1, N'one'), (2, N'two'); INSERT dbo.u VALUES (10, 1, 5), (20, 1, 6)");
    let query = "SELECT x.name, u.a AS amount, u.id FROM dbo.t AS x LEFT JOIN dbo.u ON u.t = x.id ORDER BY x.id, u.id";
    let (handle, made, answered) = open(&mut client, query, KEYSET, OPTIMISTIC);
    assert_eq!(made, [KEYSET, OPTIMISTIC]);
    let tables = table_names(&answered);
    assert_eq!(tables, Some(["t", "u"].map(|table| ["master", "dbo", table].map(str::to_owned).to_vec()).to_vec()));
    let facts = column_facts(&answered);
    let facts: Vec<_> = facts.into_iter().flatten().map(|fact| (fact.column, fact.table, fact.base_name)).collect();
    assert_eq!(facts, [(1, 1, None), (2, 2, Some("a".to_owned())), (3, 2, None), (4, 0, None)]);

    let fetch = |kind, rows| vec![int("", handle), int("", kind), int("", 0), int("", rows)];
    let row = |name: &str, a: Value, id: Value| vec![Value::text(name), a, id, Value::Int(1)];
    let int_row = |name, a, id| row(name, Value::Int(a), Value::Int(id));
    let answered = make(&mut client, SystemProcedure::CursorFetch, fetch(NEXT, 3));
    assert_eq!(answered.rows, [int_row("one", 5, 10), int_row("one", 6, 20), row("two", Value::Null, Value::Null)]);
    let mut call_of = |what: i32, at: i32, table: &str, values: Vec<Argument>| {
        let own = vec![int("", handle), int("", what), int("", at), text(table)];
        make(&mut client, SystemProcedure::Cursor, [own, values].concat()).errors()
    };
    assert_eq!(call_of(UPDATE, 1, "[dbo].[u]", vec![int("@amount", 50)]), []);
    assert_eq!(call_of(UPDATE, 1, "", vec![named("@name", "uno")]), []);
    // A fragment's name is the client's choice. A whole statement names its table itself.
    assert_eq!(call_of(UPDATE, 2, "dbo.u", vec![named("@VALUES", "SET a = a + 1")]), []);
    assert_eq!(call_of(UPDATE, 1, "dbo.t", vec![text("UPDATE dbo.u SET a = a + 2")]), []);
    // An outer join has no row of u.
    assert_eq!(call_of(UPDATE, 3, "dbo.u", vec![int("@amount", 1)]), [16947]);
    assert_eq!(call_of(UPDATE, 1, "dbo.other", vec![int("@amount", 1)]), [16933]);
    other.batch("UPDATE dbo.u SET a = 0 WHERE id = 20");
    assert_eq!(call_of(DELETE, 2, "dbo.u", vec![]), [16947]);
    assert_eq!(call_of(DELETE, 1, "dbo.u", vec![]), []);
    assert_eq!(call_of(INSERT, 0, "dbo.u", vec![int("@id", 30), int("@t", 2), int("@a", 7)]), []);
    let answered = make(&mut client, SystemProcedure::CursorFetch, fetch(REFRESH, 0));
    let states: Vec<_> = answered.rows.iter().map(|row| row[3].clone()).collect();
    // A missing row has NULL or blank values.
    assert_eq!(states, [Value::Int(2), Value::Int(1), Value::Int(1)]);
    assert_eq!(answered.rows[1..], [int_row("uno", 0, 20), row("two", Value::Null, Value::Null)]);
    let answered = client.batch("SELECT id, t, a FROM dbo.u ORDER BY id");
    let short = |row: [i32; 3]| row.map(Value::Int).to_vec();
    assert_eq!(answered.rows, [short([20, 1, 0]), short([30, 2, 7])]);
    served.end();
}

/// The rows of a fetch buffer have gaps between their places in the keyset if deleted rows were
/// skipped. A refresh reads the same rows again.
#[test]
fn refresh_reads_the_rows_of_the_buffer() {
    let served = served();
    let (mut client, mut other) = (served.log_in(), served.log_in());
    client.batch("CREATE TABLE dbo.t(id INT NOT NULL PRIMARY KEY, name NVARCHAR(20) NOT NULL)");
    client.batch("INSERT dbo.t VALUES (1, N'a'), (2, N'b'), (3, N'c'), (4, N'd')");
    let (handle, _, _) = open(&mut client, "SELECT id, name FROM dbo.t ORDER BY id", FORWARD_ONLY, OPTIMISTIC);
    other.batch("DELETE dbo.t WHERE id = 2");
    let answered = make(&mut client, SystemProcedure::CursorFetch, [handle, NEXT, 0, 3].map(|n| int("", n)).to_vec());
    let row = |id, name: &str| vec![Value::Int(id), Value::text(name), Value::Int(1)];
    assert_eq!(answered.rows, [row(1, "a"), row(3, "c"), row(4, "d")]);
    other.batch("UPDATE dbo.t SET name = N'x' WHERE id = 3");
    assert_eq!(change(&mut client, handle, REREAD, 0, vec![]).rows, [row(1, "a"), row(3, "x"), row(4, "d")]);
    assert_eq!(change(&mut client, handle, REREAD, 2, vec![]).rows, [row(3, "x")]);
    served.end();
}

#[test]
fn read_only_cursor_has_no_table() {
    let served = served();
    let mut client = served.log_in();
    let (handle, made, answered) = open(&mut client, "SELECT 1 AS a, 2 AS b", KEYSET, OPTIMISTIC);
    assert_eq!(made, [8, 1]);
    assert!(answered.has(&Token::TableNames(Vec::new())));
    assert_eq!(change(&mut client, handle, DELETE, 1, vec![]).errors(), [16929]);
    served.end();
}

/// `sp-cursoropen-transact-sql.md`, *stmt Parameter*: with ALLOW_DIRECT, statements that can't have
/// a cursor "will simply be executed"; 16954 says so, and the handle is 0.
#[test]
fn allow_direct_sends_results_without_a_cursor() {
    let served = served();
    let mut client = served.log_in();
    let query = "SELECT 1 AS a; SELECT 2 AS b, 3 AS c";
    let (handle, _, answered) = open(&mut client, query, STATIC, READ_ONLY | ALLOW_DIRECT);
    assert_eq!((handle, answered.errors()), (0, vec![]));
    assert!(answered.tokens.iter().any(|token| matches!(token, Token::Info(info) if info.number == 16954)));
    assert_eq!(answered.rows, [vec![Value::Int(1)], vec![Value::Int(2), Value::Int(3)]]);
    let sets = answered.tokens.iter().filter(|token| matches!(token, Token::Columns)).count();
    assert_eq!((sets, answered.has(&Token::ReturnStatus(0))), (2, true));
    let counts: Vec<u64> = answered.dones().iter().map(|(_, rows)| *rows).filter(|rows| *rows > 0).collect();
    assert_eq!(counts, [1, 1]);
    let arguments = vec![output(""), text(query), given("", STATIC), given("", READ_ONLY), given("", 0)];
    assert_eq!(make(&mut client, SystemProcedure::CursorOpen, arguments).errors(), [16938]);
    served.end();
}
