//! Tokens of statements without rows (MS-TDS 2.2.7.6 and 2.2.7.13), and calls with too many
//! parameters.

use crate::{Procedure, Served, call, int, served, system};
use sluice_tds::request::SystemProcedure;
use sluice_tds::{Done, DoneKind, DoneStatus, Token};

fn done(status: DoneStatus, command: u16, rows: u64) -> Token {
    Token::Done(Done { kind: DoneKind::Statement, status, command, rows })
}

/// Returns the number and line of each message.
fn infos(tokens: &[Token]) -> Vec<(i32, u32)> {
    tokens
        .iter()
        .filter_map(|token| if let Token::Info(info) = token { Some((info.number, info.line)) } else { None })
        .collect()
}

#[test]
fn statement_without_rows_has_a_done() {
    let served = served();
    let mut client = served.log_in();
    let answered = client.batch("PRINT 'a'; CREATE TABLE #t (a int); DECLARE @a int; SET @a = 1; SELECT @a AS a");
    let dones: Vec<&Token> = answered.tokens.iter().filter(|token| matches!(token, Token::Done(_))).collect();
    let (more, count) = (done(DoneStatus::MORE, 0, 0), done(DoneStatus::COUNT, 0xC1, 1));
    let created = done(DoneStatus::MORE, 0xC6, 0);
    assert_eq!(dones, [&more, &created, &count]);
    // SET NOCOUNT ON suppresses the counts alone in a batch.
    let answered = client.batch("SET NOCOUNT ON; PRINT 'a'; RAISERROR('b', 10, 1); SELECT 1 AS a");
    let dones: Vec<&Token> = answered.tokens.iter().filter(|token| matches!(token, Token::Done(_))).collect();
    assert_eq!(dones, [&more, &more, &more, &done(DoneStatus::FINAL, 0xC1, 0)]);
    served.end();
}

/// MS-TDS 2.2.7.6: a DONE for each statement of a batch. JDBC's executeBatch counts the statements
/// so.
#[test]
fn failed_statement_has_a_done_of_its_own() {
    let served = served();
    let mut client = served.log_in();
    client.batch("CREATE TABLE #b (a int PRIMARY KEY); INSERT #b VALUES (1)");
    let (more, error) = (DoneStatus::MORE, DoneStatus::ERROR);
    let count = done(more.with(DoneStatus::COUNT), 0xC3, 1);
    let failed = done(more.with(error), 0, 0);
    let dones = |answered: &crate::client::Answered| -> Vec<Token> {
        answered.tokens.iter().filter(|token| matches!(token, Token::Done(_))).cloned().collect()
    };
    let answered = client.batch("INSERT #b VALUES (700); INSERT #b VALUES (1); INSERT #b VALUES (701)");
    assert_eq!(dones(&answered), [count.clone(), failed.clone(), done(DoneStatus::COUNT, 0xC3, 1)]);
    let answered = client.batch("INSERT #b VALUES (1); PRINT 'a'; INSERT #b VALUES (1)");
    assert_eq!(dones(&answered), [failed.clone(), done(more, 0, 0), done(error, 0, 0)]);
    let answered = client.batch("EXEC dbo.missing; INSERT #b VALUES (702)");
    assert_eq!(dones(&answered), [failed, done(DoneStatus::COUNT, 0xC3, 1)]);
    served.end();
}

/// Recorded answers of SQL Server: 3621 stands between the error and the DONE of its statement,
/// also if the statement has begun a result.
#[test]
fn note_of_termination_precedes_the_done() {
    let served = served();
    let mut client = served.log_in();
    client.batch("CREATE TABLE #b (a int PRIMARY KEY); INSERT #b VALUES (1)");
    for insert in ["INSERT #b VALUES (1)", "INSERT #b OUTPUT inserted.a VALUES (9), (1)"] {
        let answered = client.batch(&format!("{insert}; SELECT 1 AS a"));
        let last: Vec<&str> = answered
            .tokens
            .iter()
            .filter_map(|token| match token {
                Token::Error(_) => Some("error"),
                Token::Info(info) if info.number == 3621 && info.state == 0 => Some("3621"),
                Token::Done(_) => Some("done"),
                _ => None,
            })
            .collect();
        assert_eq!(last, ["error", "3621", "done", "done"], "{insert}");
    }
    served.end();
}

/// The commands that mssql-jdbc counts as definitions have their numbers, in a batch and in a
/// procedure.
#[test]
fn definition_has_its_command() {
    let served = served();
    let mut client = served.log_in();
    let cases: &[(&str, &[u16])] = &[
        ("CREATE TABLE dbo.t (a int, b int)", &[0xC6]),
        ("CREATE INDEX i ON dbo.t (a)", &[0xC8]),
        ("ALTER INDEX i ON dbo.t REBUILD", &[0x151]),
        ("ALTER TABLE dbo.t ADD c int", &[0xD8]),
        ("CREATE STATISTICS s ON dbo.t (b); DROP STATISTICS dbo.t.s", &[0, 0x100]),
        ("GRANT SELECT ON dbo.t TO public; DENY SELECT ON dbo.t TO public", &[0xCD, 0x99]),
        ("REVOKE SELECT ON dbo.t TO public", &[0xCE]),
        ("CREATE VIEW dbo.v AS SELECT a FROM dbo.t", &[0xCF]),
        ("CREATE TRIGGER dbo.r ON dbo.t AFTER INSERT AS RETURN", &[0xDD]),
        ("CREATE FUNCTION dbo.f() RETURNS int AS BEGIN RETURN 1 END", &[0xB2]),
        ("CREATE PROCEDURE dbo.p AS CREATE TABLE #p (a int); DROP TABLE #p", &[0xDE]),
        ("EXEC dbo.p", &[0xC6, 0xC7, 0xE0]),
        ("SET NOCOUNT ON; EXEC dbo.p; CREATE SYNONYM dbo.n FOR dbo.t; SET NOCOUNT OFF", &[0, 0xE0, 0x148, 0]),
        ("CREATE ROLE r; ALTER ROLE r WITH NAME = q; DROP ROLE q", &[0x13F, 0x140, 0x141]),
        ("CREATE USER u WITHOUT LOGIN; DROP USER u", &[0x13B, 0x13D]),
        ("CREATE LOGIN l WITH PASSWORD = 'Pa55 word!'; DROP LOGIN l", &[0x145, 0x147]),
        ("CREATE TYPE dbo.y FROM int; DROP TYPE dbo.y", &[0x111, 0x110]),
        ("CREATE SCHEMA c", &[0x14A]),
        ("ALTER SCHEMA c TRANSFER dbo.n; DROP SYNONYM c.n; DROP SCHEMA c", &[0x14B, 0x149, 0xB0]),
        ("DROP TRIGGER dbo.r; DROP VIEW dbo.v; DROP FUNCTION dbo.f; DROP PROCEDURE dbo.p", &[0xE1, 0xD0, 0xB3, 0xDF]),
        ("DROP INDEX i ON dbo.t; DROP TABLE dbo.t", &[0xC9, 0xC7]),
        ("CREATE DATABASE d", &[0xCB]),
        ("ALTER DATABASE d SET RECOVERY SIMPLE; DROP DATABASE d", &[0xD7, 0xCC]),
        ("IF 1 = 1 BEGIN CREATE TABLE #t (a int); TRUNCATE TABLE #t END", &[0xC6, 0]),
    ];
    for (text, commands) in cases {
        let answered = client.batch(text);
        assert_eq!(answered.errors(), [], "{text}");
        let command = |token: &Token| if let Token::Done(done) = token { Some(done.command) } else { None };
        assert_eq!(answered.tokens.iter().filter_map(command).collect::<Vec<_>>(), *commands, "{text}");
    }
    served.end();
}

#[test]
fn message_has_the_line_of_its_statement() {
    let served = served();
    let mut client = served.log_in();
    let answered =
        client.batch("PRINT 'a'\n\nUSE tempdb\nSET LANGUAGE us_english\nDECLARE @a varchar(9) = 'b'\nPRINT @a");
    assert_eq!(infos(&answered.tokens), [(0, 1), (5701, 3), (5703, 4), (0, 6)]);
    served.end();
}

#[test]
fn call_with_too_many_parameters_is_refused() {
    let served: Served = served();
    let mut client = served.log_in();
    let arguments = (0..2101).map(|place| int(&format!("@p{place}"), place)).collect();
    let answered = call(&mut client, &[(Procedure::Named("dbo.none".to_owned()), arguments)]);
    assert_eq!(answered.errors(), [8003]);
    let answered = call(&mut client, &[(system(SystemProcedure::ExecuteSql), vec![crate::text("SELECT 7 AS a")])]);
    assert_eq!(answered.rows, crate::number(7));
    served.end();
}
