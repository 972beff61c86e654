//! Tokens of procedures called from a batch: MS-TDS 2.2.7.6 to 2.2.7.8 and 2.2.7.18.

use crate::client::{Answered, Client};
use crate::{Served, call, int, served};
use sluice_tds::request::Procedure;
use sluice_tds::{Done, DoneKind, DoneStatus, PacketKind, Status, Token};
use std::io::Read;

const SELECT: u16 = 0xC1;
const INSERT: u16 = 0xC3;
const EXECUTE: u16 = 0xE0;
const COUNT: DoneStatus = DoneStatus::COUNT;
const MORE: DoneStatus = DoneStatus::MORE;

fn done(kind: DoneKind, status: DoneStatus, command: u16, rows: u64) -> Token {
    Token::Done(Done { kind, status, command, rows })
}

/// Returns the DONEPROC token of a procedure.
fn end(status: DoneStatus) -> Token {
    done(DoneKind::Procedure, status, EXECUTE, 0)
}

/// Creates procedures, one of which calls another.
fn prepared() -> (Served, Client) {
    let served = served();
    let mut client = served.log_in();
    for text in [
        "CREATE TABLE dbo.t(a INT)",
        "CREATE PROCEDURE dbo.called AS INSERT dbo.t VALUES (1); RETURN 3",
        "CREATE PROCEDURE dbo.calls AS SELECT 1 AS a; EXEC dbo.called; RETURN 7",
        "CREATE PROCEDURE dbo.fails AS SELECT a FROM dbo.missing",
        "CREATE PROCEDURE dbo.rows AS SET NOCOUNT ON; SELECT 5",
    ] {
        assert!(client.batch(text).errors().is_empty());
    }
    (served, client)
}

/// Returns the tokens, with each error replaced by its number.
fn tokens(answered: &Answered) -> Vec<Token> {
    let short = |token: &Token| match token {
        Token::Error(error) => Token::ReturnStatus(error.number),
        other => other.clone(),
    };
    answered.tokens.iter().map(short).collect()
}

#[test]
fn called_procedure_sends_statements_status_and_end() {
    let (served, mut client) = prepared();
    let of_it = |status| {
        [
            Token::Columns,
            done(DoneKind::InProcedure, MORE.with(COUNT), SELECT, 1),
            done(DoneKind::InProcedure, MORE.with(COUNT), INSERT, 1),
            // The inner procedure's status goes to its caller only.
            end(MORE),
            Token::ReturnStatus(7),
            end(status),
        ]
    };
    let answered = client.batch("EXEC dbo.calls; SELECT 2 AS b");
    let behind = [Token::Columns, done(DoneKind::Statement, COUNT, SELECT, 1)];
    assert_eq!(answered.tokens, [&of_it(MORE)[..], &behind].concat());
    assert_eq!(client.batch("DECLARE @s INT; EXEC @s = dbo.calls").tokens, of_it(DoneStatus::FINAL));
    // System procedures send the same tokens; EXECUTE of a string has no status.
    let answered = client.batch("EXEC sp_executesql N'INSERT dbo.t VALUES (@a)', N'@a int', 5");
    let insert = done(DoneKind::InProcedure, MORE.with(COUNT), INSERT, 1);
    assert_eq!(answered.tokens, [insert, Token::ReturnStatus(0), end(DoneStatus::FINAL)]);
    let answered = client.batch("EXEC sp_set_session_context N'k', 1; EXEC('INSERT dbo.t VALUES (2)')");
    let insert = done(DoneKind::Statement, COUNT, INSERT, 1);
    assert_eq!(answered.tokens, [Token::ReturnStatus(0), end(MORE), insert]);
    let answered = client.batch("EXEC sp_getapplock 'r', 'Exclusive', 'Session', 0");
    assert_eq!(answered.tokens, [Token::ReturnStatus(0), end(DoneStatus::FINAL)]);
    // The procedure of INSERT ... EXEC is part of the INSERT and sends no tokens of its own.
    let answered = client.batch("INSERT dbo.t EXEC dbo.rows");
    assert_eq!(answered.tokens, [done(DoneKind::Statement, COUNT, INSERT, 1)]);
    served.end();
}

/// "A DONE token is returned for each SQL statement in the SQL batch" (MS-TDS 2.2.7.6). SET NOCOUNT
/// ON takes away the count there, and whole tokens in procedures and triggers.
#[test]
fn statement_under_nocount_ends_without_count() {
    let (served, mut client) = prepared();
    let plain = |status, command| done(DoneKind::Statement, status, command, 0);
    let answered = client.batch("SET NOCOUNT ON; INSERT dbo.t VALUES (1); INSERT dbo.t VALUES (2)");
    assert_eq!(answered.tokens, [plain(MORE, 0), plain(MORE, INSERT), plain(DoneStatus::FINAL, INSERT)]);
    let answered = client.batch("SELECT 1 AS a; EXEC dbo.called");
    assert_eq!(answered.tokens, [&[Token::Columns, plain(MORE, SELECT)][..], &behind_of(3)].concat());
    let made = "CREATE TRIGGER dbo.r ON dbo.t AFTER INSERT AS DECLARE @a INT; SET @a = 1; UPDATE dbo.t SET a = @a";
    assert!(client.batch(made).errors().is_empty());
    assert_eq!(client.batch("INSERT dbo.t VALUES (3)").tokens, [plain(DoneStatus::FINAL, INSERT)]);
    // A statement that a call sends is one of a procedure.
    let text = crate::text("INSERT dbo.t VALUES (4)");
    let answered = call(&mut client, &[(Procedure::Named("sp_executesql".into()), vec![text])]);
    assert_eq!(answered.tokens, behind_of(0));
    served.end();
}

/// Returns the tokens at the end of a procedure with this status.
fn behind_of(status: i32) -> [Token; 2] {
    [Token::ReturnStatus(status), end(DoneStatus::FINAL)]
}

#[test]
fn failed_procedure_has_no_status() {
    let (served, mut client) = prepared();
    let failed = |number, status: DoneStatus| [Token::ReturnStatus(number), end(status.with(DoneStatus::ERROR))];
    assert_eq!(tokens(&client.batch("EXEC dbo.fails")), failed(208, DoneStatus::FINAL));
    // The error is sent when the procedure has ended.
    let answered = client.batch("EXEC sp_addmessage 1, 16, N'too low'; SELECT 2");
    let behind = [Token::Columns, done(DoneKind::Statement, COUNT, SELECT, 1)];
    assert_eq!(tokens(&answered), [&failed(15040, MORE)[..], &behind].concat());
    // A caught error doesn't mark later statements.
    let answered = client.batch("BEGIN TRY EXEC dbo.fails; END TRY BEGIN CATCH PRINT 'caught'; END CATCH");
    assert_eq!(answered.errors(), []);
    assert_eq!(answered.tokens.first(), Some(&end(MORE)));
    assert_eq!(answered.tokens.last(), Some(&done(DoneKind::Statement, DoneStatus::FINAL, 0, 0)));
    served.end();
}

#[test]
fn messages_have_the_name_of_the_server() {
    let served = served();
    let mut client = served.log_in();
    let answered = client
        .batch("SELECT @@SERVERNAME, CAST(SERVERPROPERTY('ServerName') AS sysname); PRINT 'p'; RAISERROR('r', 16, 1)");
    let [name, property] = &answered.rows[0][..] else { panic!("{answered:?}") };
    assert!(name == property && name.as_str().is_some_and(|name| !name.is_empty()));
    let named = answered.tokens.iter().filter_map(|token| match token {
        Token::Info(message) | Token::Error(message) => Some(message.server.as_str()),
        _ => None,
    });
    assert_eq!(named.collect::<Vec<_>>(), [name.as_str().unwrap(); 2]);
    served.end();
}

#[test]
fn calls_of_one_request_have_separate_ends() {
    let (served, mut client) = prepared();
    let called = || (Procedure::Named("dbo.called".into()), Vec::new());
    let answered = call(&mut client, &[called(), called()]);
    let insert = done(DoneKind::InProcedure, MORE.with(COUNT), INSERT, 1);
    let first = end(MORE.with(DoneStatus::RPC_IN_BATCH));
    let one = |end| [insert.clone(), Token::ReturnStatus(3), end];
    assert_eq!(answered.tokens, [one(first), one(end(DoneStatus::FINAL))].concat());
    // A called procedure ends before its caller, without a status.
    let answered = call(&mut client, &[(Procedure::Named("dbo.calls".into()), Vec::new())]);
    let select = [Token::Columns, done(DoneKind::InProcedure, MORE.with(COUNT), SELECT, 1)];
    let rest = [insert, end(MORE), Token::ReturnStatus(7), end(DoneStatus::FINAL)];
    assert_eq!(answered.tokens, [&select[..], &rest].concat());
    // A single call with too many arguments.
    let answered = call(&mut client, &[(Procedure::Named("dbo.called".into()), vec![int("", 1)])]);
    assert_eq!(tokens(&answered), [Token::ReturnStatus(8146), end(DoneStatus::ERROR)]);
    served.end();
}

/// An error of a called procedure is sent once, before the end of the procedure that it ends.
#[test]
fn failed_inner_procedure_ends_with_an_error() {
    let (served, mut client) = prepared();
    assert!(
        client.batch("CREATE PROCEDURE dbo.goes_on AS EXEC dbo.fails; SELECT 6 AS a; RETURN 4").errors().is_empty()
    );
    let answered = client.batch("EXEC dbo.goes_on");
    let select = [Token::Columns, done(DoneKind::InProcedure, MORE.with(COUNT), SELECT, 1)];
    let expected = [
        &[Token::ReturnStatus(208), end(MORE.with(DoneStatus::ERROR))][..],
        &select,
        &[Token::ReturnStatus(4), end(DoneStatus::FINAL)],
    ];
    assert_eq!(tokens(&answered), expected.concat());
    served.end();
}

#[test]
fn nowait_message_is_sent_at_once() {
    for raised in ["RAISERROR('now', 0, 1) WITH NOWAIT", "RAISERROR('now', 11, 1) WITH NOWAIT"] {
        let served = served();
        let mut client = served.log_in();
        client.send_batch(&format!("PRINT 'before'; {raised}; PRINT 'behind'; WAITFOR DELAY '23:00:00'"));
        let mut heard = Vec::new();
        let has = |heard: &[u8], text: &str| {
            let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            heard.windows(wide.len()).any(|piece| piece == wide)
        };
        while !has(&heard, "now") {
            let mut bytes = [0; 512];
            let count = client.socket.read(&mut bytes).expect("bytes");
            assert!(count > 0);
            heard.extend_from_slice(&bytes[..count]);
        }
        assert!(has(&heard, "before"));
        // The first packet lacks the end-of-message bit.
        assert_eq!((heard[0], heard[1]), (PacketKind::TabularResult as u8, Status::NORMAL.0));
        client.send(PacketKind::Attention, Status::NORMAL, |_| {});
        drop(client);
        served.end();
    }
}
