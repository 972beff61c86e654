//! Reused connections: RESETCONNECTION and RESETCONNECTIONSKIPTRAN (MS-TDS 2.2.3.1.2).

use crate::client::{Answered, Client};
use crate::encryption::{Values, target};
use crate::{call, int, number, output, returned, served, system, text};
use sluice_client::{Connection, Wish};
use sluice_tds::request::{Headers, SystemProcedure, write_batch};
use sluice_tds::{EnvChange, PacketKind, Status, Token};
use sluice_types::Value;

/// Runs a batch that resets the session first.
fn after(client: &mut Client, reset: Status, batch: &str) -> Answered {
    let headers = Headers::new(client.transaction);
    client.send(PacketKind::SqlBatch, reset, |out| write_batch(&headers, batch, out));
    client.answer()
}

/// Runs a batch that must not fail.
fn ran(client: &mut Client, batch: &str) {
    let answered = client.batch(batch);
    assert_eq!(answered.errors(), [], "{batch}: {answered:?}");
}

const KEEPING: Status = Status::RESET_CONNECTION_SKIP_TRAN;
/// A session's settings and objects, its transaction, level and number.
const SETTINGS: &str = "SELECT @@LOCK_TIMEOUT, @@DATEFIRST, @@OPTIONS & 512, CURSOR_STATUS('global', 'c'), \
     OBJECT_ID('tempdb..#before'), OBJECT_ID('tempdb..#within'), SESSION_CONTEXT(N'k'), \
     APPLOCK_MODE('public', 'session', 'Session'), @@IDENTITY, DB_NAME()";

/// Changes settings and creates objects within a transaction.
fn busy(client: &mut Client) {
    for batch in [
        "CREATE TABLE dbo.kept(a INT IDENTITY, b INT)",
        "CREATE TABLE #before(a INT); INSERT #before VALUES (1)",
        "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE; BEGIN TRAN named; INSERT dbo.kept VALUES (5); SAVE TRAN here",
        "CREATE TABLE #within(a INT); SET LOCK_TIMEOUT 7; SET DATEFIRST 1; SET NOCOUNT ON",
        "DECLARE c CURSOR GLOBAL FOR SELECT 1; OPEN c; EXEC sp_set_session_context N'k', 1, 1",
        "EXEC sp_getapplock 'session', 'Exclusive', 'Session'; EXEC sp_getapplock 'transaction', 'Shared'",
        "USE tempdb",
    ] {
        ran(client, batch);
    }
}

#[test]
fn reset_skip_tran_keeps_only_the_transaction() {
    let served = served();
    let (mut client, mut other) = (served.log_in(), served.log_in());
    busy(&mut client);
    let prepared =
        call(&mut client, &[(system(SystemProcedure::Prepare), vec![output(""), text(""), text("SELECT 1")])]);
    let Some((_, Value::Int(handle))) = returned(&prepared).pop() else { panic!("{prepared:?}") };
    let (open, spid) = (client.transaction, client.batch("SELECT @@SPID").rows);
    assert_ne!(open, 0);
    let answered = after(&mut client, KEEPING, SETTINGS);
    let text = Value::text;
    let fresh = [Value::Int(-1), Value::TinyInt(7), Value::Int(0), Value::SmallInt(-3)];
    let (gone, locked) = ([Value::Null, Value::Null, Value::Null], [text("NoLock"), Value::Null, text("master")]);
    let as_new = fresh.iter().chain(&gone).chain(&locked).cloned().collect::<Vec<_>>();
    assert_eq!(answered.rows, std::slice::from_ref(&as_new));
    assert!(answered.has(&Token::EnvChange(EnvChange::Reset)));
    let ends = |token: &Token| {
        matches!(token, Token::EnvChange(EnvChange::Rollback(_) | EnvChange::Commit(_) | EnvChange::Begin(_)))
    };
    assert!(!answered.tokens.iter().any(ends), "{answered:?}");
    assert_eq!((client.transaction, client.batch("SELECT @@SPID").rows), (open, spid));
    // The transaction keeps its level, locks and savepoints.
    let state = "SELECT @@TRANCOUNT, APPLOCK_MODE('public', 'transaction', 'Transaction'), \
         (SELECT COUNT(*) FROM dbo.kept), (SELECT transaction_isolation_level FROM sys.dm_exec_sessions WHERE session_id = @@SPID)";
    assert_eq!(client.batch(state).rows, [[Value::Int(1), text("Shared"), Value::Int(1), Value::SmallInt(4)]]);
    assert_eq!(other.batch("SET LOCK_TIMEOUT 0; SELECT * FROM dbo.kept").errors(), [1222]);
    // Prepared statements are gone, and the names of temporary tables are free again.
    assert_eq!(call(&mut client, &[(system(SystemProcedure::Execute), vec![int("", handle)])]).errors(), [8179]);
    ran(&mut client, "CREATE TABLE #before(other INT); INSERT #before VALUES (2)");
    assert_eq!(client.batch("SELECT other FROM #before").rows, number(2));
    ran(&mut client, "INSERT dbo.kept VALUES (6); ROLLBACK TRAN here; COMMIT TRAN");
    assert_eq!(other.batch("SELECT b FROM dbo.kept").rows, number(5));
    // The savepoint precedes the second #before, so its rollback drops that table; tables from
    // before the reset are gone too.
    let tables = "SELECT COUNT(*) FROM tempdb.sys.tables WHERE name LIKE '#%'";
    assert_eq!(other.batch(tables).rows, number(0));
    // Without a transaction both kinds of reset are equal.
    ran(&mut client, "CREATE TABLE #before(a INT); USE tempdb; SET LOCK_TIMEOUT 3");
    assert_eq!(after(&mut client, KEEPING, SETTINGS).rows, [as_new]);
    assert_eq!(other.batch(tables).rows, number(0));
    served.end();
}

/// A rollback doesn't restore a temporary table from before the reset, whether the table was
/// dropped in the transaction or by the reset.
#[test]
fn rollback_after_reset_restores_no_temporary_table() {
    let served = served();
    let (mut client, mut other) = (served.log_in(), served.log_in());
    let tables = "SELECT COUNT(*) FROM tempdb.sys.tables WHERE name LIKE '#%'";
    ran(&mut client, "CREATE TABLE #t(a INT)");
    ran(&mut client, "BEGIN TRAN; INSERT #t VALUES (1)");
    for _ in 0..3 {
        assert_eq!(after(&mut client, KEEPING, "SELECT @@TRANCOUNT").rows, number(1));
        ran(&mut client, "CREATE TABLE #t(b INT); INSERT #t VALUES (2)");
    }
    ran(&mut client, "SET IMPLICIT_TRANSACTIONS ON; ROLLBACK");
    assert_eq!(client.batch("SELECT OBJECT_ID('tempdb..#t')").rows, [[Value::Null]]);
    assert_eq!(other.batch(tables).rows, number(0));
    served.end();
}

#[test]
fn reset_rolls_back_and_keeps_spid_and_level() {
    let served = served();
    let (mut client, mut other) = (served.log_in(), served.log_in());
    busy(&mut client);
    let (open, spid) = (client.transaction, client.batch("SELECT @@SPID").rows);
    let answered = after(&mut client, Status::RESET_CONNECTION, "SELECT @@SPID");
    assert_eq!(answered.rows, spid);
    let changes = [EnvChange::Rollback(open), EnvChange::Reset].map(Token::EnvChange);
    assert!(answered.tokens.starts_with(&changes), "{answered:?}");
    // "Distributed transactions and isolation levels are not reset."
    let level = "SELECT transaction_isolation_level, @@TRANCOUNT FROM sys.dm_exec_sessions WHERE session_id = @@SPID";
    assert_eq!(client.batch(level).rows, [[Value::SmallInt(4), Value::Int(0)]]);
    assert_eq!(other.batch("SELECT COUNT(*) FROM dbo.kept").rows, number(0));
    assert_eq!(other.batch("SELECT COUNT(*) FROM tempdb.sys.tables WHERE name LIKE '#%'").rows, number(0));
    served.end();
}

/// Uses `sluice_client`, which tracks database and transaction itself.
#[test]
fn client_resets_session_either_way() {
    let served = served();
    let mut heard = Values::default();
    let mut connection =
        Connection::log_in(&target(served.server.address(), Wish::Never), &mut heard).expect("it is let in");
    connection.execute("BEGIN TRAN; SET LOCK_TIMEOUT 8", &mut heard).expect("it runs");
    let open = connection.transaction();
    connection.reset_beside_transaction();
    connection.execute("SELECT @@LOCK_TIMEOUT, @@TRANCOUNT", &mut heard).expect("it runs");
    assert_eq!((heard.0, connection.transaction()), (vec![Value::Int(-1), Value::Int(1)], open));
    let mut heard = Values::default();
    connection.reset();
    connection.execute("SELECT @@TRANCOUNT", &mut heard).expect("it runs");
    assert_eq!((heard.0, connection.transaction()), (vec![Value::Int(0)], 0));
    served.end();
}

/// The reset bits count only in the first packet of a message.
#[test]
fn reset_bit_in_later_packet_is_ignored() {
    let served = served();
    let mut client = served.log_in();
    ran(&mut client, "SET LOCK_TIMEOUT 9");
    let text = format!("SELECT @@LOCK_TIMEOUT --{}", " ".repeat(600));
    client.out.begin(PacketKind::SqlBatch, Status::NORMAL);
    write_batch(&Headers::new(0), &text, &mut client.out);
    client.out.finish();
    let mut bytes = client.out.ready().to_vec();
    client.out.sent(bytes.len());
    // Packets have 512 bytes, so the second begins here.
    bytes[512 + 1] |= Status::RESET_CONNECTION.0 | KEEPING.0;
    std::io::Write::write_all(&mut client.socket, &bytes).expect("the server reads");
    let answered = client.answer();
    assert_eq!(answered.rows, number(9));
    assert!(!answered.has(&Token::EnvChange(EnvChange::Reset)));
    served.end();
}

/// A reused connection ends one use and begins another, both `is_cached`.
#[test]
fn logins_and_logouts_are_events() {
    let served = served();
    let mut observer = served.log_in();
    ran(
        &mut observer,
        "CREATE EVENT SESSION uses ON SERVER ADD EVENT sqlserver.login, ADD EVENT sqlserver.logout \
         ADD TARGET package0.ring_buffer; ALTER EVENT SESSION uses ON SERVER STATE = START",
    );
    let mut client = served.log_in();
    ran(&mut client, "USE tempdb");
    after(&mut client, Status::RESET_CONNECTION, "SELECT 1");
    drop(client);
    let uses = "SELECT CONCAT(e.value('@name', 'sysname'), ' ', \
                e.value('(data[@name=\"is_cached\"]/value)[1]', 'nvarchar(5)'), ' ', \
                e.value('(data[@name=\"database_name\"]/value)[1]', 'sysname')) \
                FROM sys.dm_xe_sessions AS s \
                JOIN sys.dm_xe_session_targets AS t ON t.event_session_address = s.address \
                CROSS APPLY (SELECT CAST(t.target_data AS xml)) AS d (x) CROSS APPLY d.x.nodes('//event') AS n (e) \
                WHERE s.name = N'uses'";
    let since = std::time::Instant::now();
    let expected = ["login false master", "logout true ", "login true master", "logout false "];
    loop {
        let found = observer.batch(uses).rows.concat();
        if found == expected.map(Value::text) {
            break;
        }
        assert!(since.elapsed() < std::time::Duration::from_secs(20), "{found:?}");
    }
    served.end();
}
