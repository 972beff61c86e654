//! Log-ins of master's logins: which are accepted, and into which database.

use crate::client::{Answered, Client};
use crate::{PASSWORD, served};
use sluice_engine::{Instance, InstanceOptions, Value};
use sluice_server::{Server, ServerOptions};
use sluice_tds::login::{Login, Password};
use sluice_tds::{PacketKind, Status};
use std::net::SocketAddr;

fn by(name: &str, password: &str, database: &str) -> Login {
    Login { user_name: name.into(), password: Password(password.into()), database: database.into(), ..Login::default() }
}

fn refused(address: SocketAddr, name: &str, password: &str) -> Vec<i32> {
    let (mut client, answered) = Client::try_log_in_by(address, by(name, password, ""));
    assert!(client.is_closed());
    answered.errors()
}

fn let_in(address: SocketAddr, name: &str, password: &str, database: &str) -> Client {
    let (client, answered) = Client::try_log_in_by(address, by(name, password, database));
    assert!(answered.errors().is_empty(), "{name}: {answered:?}");
    client
}

fn who(client: &mut Client) -> Vec<Value> {
    let answered = client.batch(
        "SELECT SUSER_SNAME(), ORIGINAL_LOGIN(), USER_NAME(), DB_NAME(), s.login_name, s.original_login_name \
         FROM sys.dm_exec_sessions AS s WHERE s.session_id = @@SPID",
    );
    answered.rows.concat()
}

fn ran(answered: &Answered) {
    assert!(answered.errors().is_empty(), "{answered:?}");
}

#[test]
fn login_needs_its_own_password() {
    let served = served();
    let address = served.server.address();
    let mut sa = served.log_in();
    ran(&sa.batch(
        "CREATE DATABASE d; CREATE LOGIN [a]]n'n] WITH PASSWORD = N'Secret-1''x', DEFAULT_DATABASE = d; \
         CREATE LOGIN bob WITH PASSWORD = N'Secret-2', DEFAULT_DATABASE = d;",
    ));
    ran(&sa.batch("USE d; CREATE USER ann FOR LOGIN [a]]n'n]; CREATE TABLE t (a INT); GRANT SELECT ON t TO ann;"));
    let mut ann = let_in(address, "A]N'N", "Secret-1'x", "");
    let text = Value::text;
    assert_eq!(who(&mut ann), [text("a]n'n"), text("a]n'n"), text("ann"), text("d"), text("a]n'n"), text("a]n'n")]);
    ran(&ann.batch("SELECT a FROM t"));
    assert_eq!(ann.batch("INSERT t VALUES (1)").errors(), [229]);
    // A reset restores the original login and database after USE and EXECUTE AS.
    ran(&ann.batch("USE tempdb"));
    ann.send(PacketKind::SqlBatch, Status(Status::NORMAL.0 | Status::RESET_CONNECTION.0), |out| {
        let headers = sluice_tds::request::Headers::new(0);
        sluice_tds::request::write_batch(&headers, "SELECT SUSER_SNAME(), DB_NAME()", out);
    });
    assert_eq!(ann.answer().rows, [[text("a]n'n"), text("d")]]);
    // All refusals look the same: wrong password, unknown name, empty name, no user in the default
    // database.
    assert_eq!(refused(address, "a]n'n", "secret-1'x"), [18456]);
    let_in(address, "sa", PASSWORD, "");
    assert_eq!(refused(address, "nobody", "Secret-1'x"), [18456]);
    let_in(address, "sa", PASSWORD, "");
    assert_eq!(refused(address, "bob", "Secret-2"), [4064, 18456]);
    let_in(address, "sa", PASSWORD, "");
    let mut bob = let_in(address, "bob", "Secret-2", "master");
    assert_eq!(bob.batch("USE d").errors(), [916]);
    let_in(address, "sa", PASSWORD, "");
    assert_eq!(Client::try_log_in_by(address, by("bob", "Secret-2", "d")).1.errors(), [4060, 18456]);
    // The error log has the reason of each, as the state of 18456, once the client has its answer.
    let mut reader = let_in(address, "sa", PASSWORD, "");
    let log = reader.batch("EXEC sp_readerrorlog 0, 1, N'18456'");
    let states = [8, 5, 38, 38].map(|state| Value::text(format!("Error: 18456, Severity: 14, State: {state}.")));
    assert_eq!(log.rows.iter().map(|row| row[2].clone()).collect::<Vec<_>>(), states);
    assert!(log.rows.iter().all(|row| row[1] == text("Logon")));
    let log = let_in(address, "sa", PASSWORD, "").batch("EXEC sp_readerrorlog 0, 1, N'nobody', N'[CLIENT: 127.0.0.1]'");
    assert_eq!(log.rows.len(), 1);
    served.end();
}

#[test]
fn disabled_denied_or_dropped_login_is_refused() {
    let served = served();
    let address = served.server.address();
    let mut sa = served.log_in();
    ran(&sa.batch("CREATE LOGIN eve WITH PASSWORD = N'Secret-3'"));
    drop(let_in(address, "eve", "Secret-3", ""));
    for (shut, open) in
        [("ALTER LOGIN eve DISABLE", "ALTER LOGIN eve ENABLE"), ("DENY CONNECT SQL TO eve", "GRANT CONNECT SQL TO eve")]
    {
        ran(&sa.batch(shut));
        assert_eq!(refused(address, "eve", "Secret-3"), [18456], "{shut}");
        ran(&sa.batch(open));
        drop(let_in(address, "eve", "Secret-3", ""));
    }
    // A cached password hash doesn't outlive the password.
    ran(&sa.batch("ALTER LOGIN eve WITH PASSWORD = N'Secret-4'"));
    assert_eq!(refused(address, "eve", "Secret-3"), [18456]);
    drop(let_in(address, "eve", "Secret-4", ""));
    while sa.batch("DROP LOGIN eve").errors() == [15434] {
        // DROP LOGIN fails while the login's last connection ends.
    }
    assert_eq!(refused(address, "eve", "Secret-4"), [18456]);
    served.end();
}

#[test]
fn password_can_be_changed_at_log_in() {
    let served = served();
    let address = served.server.address();
    ran(&served.log_in().batch("CREATE LOGIN kim WITH PASSWORD = N'Secret-5'"));
    let change = |old: &str, new: &str| {
        let login = Login { option_flags_3: 1, new_password: Password(new.into()), ..by("kim", old, "") };
        Client::try_log_in_by(address, login).1.errors()
    };
    assert_eq!(change("Secret-5", "short"), [15116, 18456]);
    assert_eq!(change("Secret-5", "Secret-6'"), [0; 0]);
    assert_eq!(refused(address, "kim", "Secret-5"), [18456]);
    let_in(address, "kim", "Secret-6'", "");
    served.end();
}

#[test]
fn login_that_must_change_its_password_needs_a_new_one() {
    let served = served();
    let address = served.server.address();
    let mut sa = served.log_in();
    ran(&sa.batch("CREATE LOGIN lou WITH PASSWORD = N'Secret-7' MUST_CHANGE, CHECK_EXPIRATION = ON"));
    // Only the right password gets 18488.
    assert_eq!(refused(address, "lou", "Secret-7"), [18488]);
    assert_eq!(refused(address, "lou", "Secret-0"), [18456]);
    let login = Login { option_flags_3: 1, new_password: Password("Secret-8".into()), ..by("lou", "Secret-7", "") };
    assert_eq!(Client::try_log_in_by(address, login).1.errors(), [0; 0]);
    drop(let_in(address, "lou", "Secret-8", ""));
    served.end();
}

#[test]
fn moved_login_begins_in_its_own_language() {
    let served = served();
    let address = served.server.address();
    let mut sa = served.log_in();
    ran(&sa.batch(
        "DECLARE @made nvarchar(max) = N'CREATE LOGIN max WITH DEFAULT_LANGUAGE = Deutsch, CHECK_POLICY = OFF, PASSWORD = ' \
         + CONVERT(nvarchar(max), 0x020001020304 + HASHBYTES('SHA2_512', CAST(N'Secret-9' AS varbinary(99)) + 0x01020304), 1) \
         + N' HASHED'; EXEC (@made)",
    ));
    assert_eq!(refused(address, "max", "Secret-8"), [18456]);
    let mut max = let_in(address, "max", "Secret-9", "");
    let asked = "SELECT @@LANGUAGE, DATENAME(month, '20240506'), @@DATEFIRST";
    let german = [Value::text("Deutsch"), Value::text("Mai"), Value::TinyInt(1)];
    assert_eq!(max.batch(asked).rows, std::slice::from_ref(&german));
    // A reset connection begins in it again.
    ran(&max.batch("SET LANGUAGE us_english"));
    max.send(PacketKind::SqlBatch, Status(Status::NORMAL.0 | Status::RESET_CONNECTION.0), |out| {
        sluice_tds::request::write_batch(&sluice_tds::request::Headers::new(0), asked, out);
    });
    assert_eq!(max.answer().rows, [german]);
    served.end();
}

#[test]
fn sa_password_is_stored_with_the_database_folder() {
    let folder = tempfile::tempdir().unwrap();
    let open = || Instance::open(InstanceOptions::in_folder(folder.path())).unwrap();
    let options =
        |password: Option<&str>| ServerOptions::new("127.0.0.1:0".parse().unwrap(), password.map(str::to_owned));
    // Without a password for sa the server doesn't start.
    let instance = open();
    let refused_start = Server::start(instance.clone(), options(None)).err().unwrap().to_string();
    assert!(refused_start.contains("MSSQL_SA_PASSWORD"), "{refused_start}");
    let weak_start = Server::start(instance.clone(), options(Some("sa"))).err().unwrap().to_string();
    assert!(weak_start.contains("too short") && weak_start.contains("eight characters"), "{weak_start}");
    instance.close().unwrap();
    for given in [Some("First-Time"), None, Some("Second-Time")] {
        let instance = open();
        let server = Server::start(instance.clone(), options(given)).unwrap();
        let_in(server.address(), "sa", "First-Time", "");
        assert_eq!(refused(server.address(), "sa", "Second-Time"), [18456]);
        server.stop();
        instance.close().unwrap();
    }
}

/// `relational-databases/triggers/logon-triggers`.
#[test]
fn logon_trigger_refuses_and_audits() {
    let served = served();
    let address = served.server.address();
    let mut sa = served.log_in();
    ran(&sa
        .batch("CREATE LOGIN bob WITH PASSWORD = N'Secret-2'; CREATE TABLE master.dbo.audit (n INT IDENTITY, d XML)"));
    ran(&sa.batch(
        "CREATE TRIGGER refusal ON ALL SERVER FOR LOGON AS PRINT N'tried by ' + ORIGINAL_LOGIN(); \
         IF ORIGINAL_LOGIN() = N'bob' ROLLBACK;",
    ));
    assert_eq!(refused(address, "bob", "Secret-2"), [17892]);
    // Authentication comes first.
    assert_eq!(refused(address, "bob", "wrong"), [18456]);
    let _other = served.log_in();
    let lines = sa.batch("EXEC sp_readerrorlog").rows;
    let has = |text: &str| lines.iter().flatten().any(|cell| cell.as_str().is_some_and(|line| line.contains(text)));
    assert!(has("tried by bob") && has("due to trigger execution"));
    // The row of a trigger that lets the session begin stays. ALTER replaces the trigger.
    ran(&sa.batch(
        "ALTER TRIGGER refusal ON ALL SERVER WITH EXECUTE AS 'sa' FOR LOGON AS INSERT master.dbo.audit VALUES(EVENTDATA());",
    ));
    let mut bob = let_in(address, "bob", "Secret-2", "");
    ran(&bob.batch("SELECT 1"));
    bob.send(PacketKind::SqlBatch, Status(Status::NORMAL.0 | Status::RESET_CONNECTION.0), |out| {
        let headers = sluice_tds::request::Headers::new(0);
        sluice_tds::request::write_batch(&headers, "SELECT 2", out);
    });
    bob.answer();
    let facts = sa.batch(
        "SELECT d.value('(/EVENT_INSTANCE/EventType)[1]', 'sysname'), d.value('(/EVENT_INSTANCE/LoginName)[1]', 'sysname'), \
         d.value('(/EVENT_INSTANCE/ClientHost)[1]', 'sysname'), d.value('(/EVENT_INSTANCE/IsPooled)[1]', 'sysname') \
         FROM master.dbo.audit ORDER BY n",
    );
    let row = |pooled| ["LOGON", "bob", "<local machine>", pooled].map(Value::text).to_vec();
    assert_eq!(facts.rows, [row("0"), row("1")]);
    // A trigger that refuses everybody: sessions in the engine's own process stay the way in.
    ran(&sa.batch("ALTER TRIGGER refusal ON ALL SERVER FOR LOGON AS ROLLBACK;"));
    let (mut shut_out, answered) = Client::try_log_in_by(address, by("sa", PASSWORD, ""));
    assert!(shut_out.is_closed());
    assert_eq!(answered.errors(), [17892]);
    ran(&sa.batch("DROP TRIGGER refusal ON ALL SERVER"));
    let_in(address, "bob", "Secret-2", "");
}

/// `sys.dm_exec_connections` has the port of each client, and the packet size that the log-in asked
/// for.
#[test]
fn connection_view_has_port_and_packet_size() {
    let served = served();
    let address = served.server.address();
    let mut first = let_in(address, "sa", PASSWORD, "");
    let _second = let_in(address, "sa", PASSWORD, "");
    let own_port = first.socket.local_addr().expect("it is connected").port();
    // The test client asks for packets of 512 bytes; the default is 4,096.
    let answered = first.batch(
        "SELECT net_packet_size, client_tcp_port FROM sys.dm_exec_connections WHERE session_id = @@SPID; \
         SELECT MAX(net_packet_size), COUNT(DISTINCT client_tcp_port) FROM sys.dm_exec_connections",
    );
    let int = Value::Int;
    assert_eq!(answered.rows, [vec![int(512), int(own_port.into())], vec![int(512), int(2)]]);
    served.end();
}
