//! RPC cursors: the description of their columns, and positioned changes (MS-TDS 2.2.6.6, 2.2.7.5,
//! 2.2.7.20).

use crate::client::{Answered, Client};
use crate::{argument, call, int, output, returned, served, system, text};
use sluice_tds::request::{Argument, ParameterFlags, SystemProcedure};
use sluice_tds::{Token, token};
use sluice_types::{DataType, Length, Value};

const KEYSET: i32 = 1;
const FORWARD_ONLY: i32 = 4;
const OPTIMISTIC: i32 = 4;
const NEXT: i32 = 2;
const REFRESH: i32 = 128;
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
    let tables = answered.tokens.iter().find_map(|token| match token {
        Token::TableNames(tables) => Some(tables.clone()),
        _ => None,
    });
    assert_eq!(tables, Some(vec![["master", "dbo", "t"].map(str::to_owned).to_vec()]));
    let facts = answered.tokens.iter().find_map(|token| match token {
        Token::ColumnInfo(facts) => Some(facts.clone()),
        _ => None,
    });
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
    // A deleted row has blank values, because its columns aren't nullable.
    let gone = vec![Value::Int(0), Value::text(""), Value::Int(0), Value::Int(2)];
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
