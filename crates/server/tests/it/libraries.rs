//! Options that the client's library has by LOGIN7 (MS-TDS 2.2.6.4).

use crate::client::{Answered, Client};
use crate::{PASSWORD, served};
use sluice_tds::login::{Login, OLE_DB, Password};
use sluice_tds::request::{Headers, write_batch};
use sluice_tds::{PacketKind, Status};
use sluice_types::Value;
use std::net::SocketAddr;

fn ran(answered: &Answered) {
    assert!(answered.errors().is_empty(), "{answered:?}");
}

fn by_sa() -> Login {
    Login { user_name: "sa".into(), password: Password(PASSWORD.into()), ..Login::default() }
}

/// Logs in with exactly the options of `login`.
fn log_in(address: SocketAddr, login: Login) -> Client {
    let mut client = Client::greeted(address);
    ran(&client.introduce_exactly(login));
    client
}

/// Returns `@@OPTIONS` and `@@TEXTSIZE`.
fn options(client: &mut Client) -> [Value; 2] {
    let answered = client.batch("SELECT @@OPTIONS, @@TEXTSIZE");
    <[Value; 2]>::try_from(answered.rows[0].clone()).expect("two columns")
}

/// "The default for ANSI_DEFAULTS is OFF for connections from DB-Library applications"
/// (`t-sql/statements/set-ansi-defaults-transact-sql.md`).
#[test]
fn db_library_begins_with_ansi_options_off() {
    let served = served();
    let address = served.server.address();
    let mut client = log_in(address, by_sa());
    let plain = [Value::Int(0), Value::Int(4096)];
    assert_eq!(options(&mut client), plain);
    let answered = client.batch("SELECT \"abc\", 1 / 0, 'a' + NULL");
    assert_eq!(
        (answered.errors(), answered.rows),
        (vec![], vec![vec![Value::text("abc"), Value::Null, Value::text("a")]])
    );
    // A reset connection begins so again.
    ran(&client.batch("SET ANSI_DEFAULTS, CONCAT_NULL_YIELDS_NULL ON; SET TEXTSIZE -1"));
    client.send(PacketKind::SqlBatch, Status(Status::NORMAL.0 | Status::RESET_CONNECTION.0), |out| {
        write_batch(&Headers::new(0), "SELECT @@OPTIONS, @@TEXTSIZE", out);
    });
    assert_eq!(client.answer().rows, [plain]);
    // An OLE DB provider sets the options as ODBC drivers do.
    let ansi = options(&mut served.log_in());
    assert_eq!(options(&mut log_in(address, Login { type_flags: OLE_DB, ..by_sa() })), ansi);
    assert_eq!(ansi[1], Value::Int(i32::MAX));
    served.end();
}

/// The options that a client doesn't set are those of `user options` and of the database
/// (`t-sql/statements/alter-database-transact-sql-set-options.md`).
#[test]
fn db_library_takes_options_of_server_and_database() {
    let served = served();
    let address = served.server.address();
    let mut sa = served.log_in();
    for text in ["CREATE DATABASE d", "ALTER DATABASE d SET QUOTED_IDENTIFIER ON, ANSI_NULLS ON"] {
        ran(&sa.batch(text));
    }
    ran(&sa.batch("EXEC sp_configure 'user options', 512; RECONFIGURE"));
    let mut client = log_in(address, Login { database: "d".into(), ..by_sa() });
    let bits = 512 + 256 + 32;
    assert_eq!(options(&mut client)[0], Value::Int(bits));
    served.end();
}
