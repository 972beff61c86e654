//! The flags of columns in COLMETADATA (MS-TDS 2.2.7.4). Drivers' bulk loads write the columns
//! marked as updatable.

use crate::{PASSWORD, Served, served};
use sluice_client::{Audience, Connection, Target, Wish};
use sluice_tds::{Column, ColumnFlags, Message};
use sluice_types::Value;

/// The columns and rows received.
#[derive(Default)]
struct Received {
    columns: Vec<Column>,
    rows: Vec<Vec<Value>>,
}

impl Audience for Received {
    fn columns(&mut self, columns: &[Column]) {
        self.columns.extend_from_slice(columns);
    }
    fn row(&mut self, row: &[Value]) {
        self.rows.push(row.to_vec());
    }
    fn done(&mut self, _rows: Option<u64>) {}
    fn message(&mut self, message: &Message) {
        assert!(message.severity <= 10, "{}", message.text);
    }
}

fn connect(served: &Served) -> Connection {
    let address = served.server.address();
    let target = Target::new(&format!("{},{}", address.ip(), address.port()), "sa", PASSWORD).expect("a server");
    let target = Target { encryption: Wish::Optional, ..target };
    Connection::log_in(&target, &mut Received::default()).expect("let in")
}

fn told(client: &mut Connection, text: &str) -> Received {
    let mut told = Received::default();
    client.execute(text, &mut told).expect("it runs");
    told
}

const NULLABLE: ColumnFlags = ColumnFlags::NULLABLE;
const STORED: ColumnFlags = ColumnFlags::UPDATABLE_UNKNOWN;
const IDENTITY: ColumnFlags = ColumnFlags::IDENTITY;
const COMPUTED: ColumnFlags = ColumnFlags::COMPUTED;
const NONE: ColumnFlags = ColumnFlags(0);

#[test]
fn column_flags_show_stored_identity_and_computed() {
    let served = served();
    let mut client = connect(&served);
    let mut run = |text: &str| -> Vec<(String, ColumnFlags)> {
        told(&mut client, text).columns.into_iter().map(|column| (column.name, column.flags)).collect()
    };
    run("CREATE TABLE dbo.t(id INT IDENTITY, a INT NOT NULL, b NVARCHAR(9) NULL, c AS a + 1, r ROWVERSION)");
    run("CREATE VIEW dbo.v AS SELECT b, id, a + 0 AS a FROM dbo.t");
    for (text, wanted) in [
        (
            "SELECT TOP 0 * FROM dbo.t",
            vec![
                ("id", IDENTITY),
                ("a", STORED),
                ("b", STORED.with(NULLABLE)),
                ("c", COMPUTED.with(NULLABLE)),
                ("r", COMPUTED),
            ],
        ),
        ("SELECT 1 AS one, a * 2 AS a FROM dbo.t", vec![("one", COMPUTED), ("a", COMPUTED.with(NULLABLE))]),
        ("SELECT * FROM dbo.v", vec![("b", STORED.with(NULLABLE)), ("id", IDENTITY), ("a", COMPUTED.with(NULLABLE))]),
        ("SELECT d.a FROM (SELECT a FROM dbo.t) AS d", vec![("a", STORED)]),
        ("INSERT dbo.t(a) OUTPUT inserted.id, inserted.a VALUES (1)", vec![("id", IDENTITY), ("a", STORED)]),
        // Aggregates and columns of set operations are neither stored nor marked as computed.
        ("SELECT a FROM dbo.t UNION ALL SELECT a FROM dbo.t", vec![("a", NONE)]),
        ("SELECT id FROM dbo.t EXCEPT SELECT a FROM dbo.t", vec![("id", NONE)]),
        (
            "SELECT COUNT(*) AS n, MAX(a) AS most, SUM(a) + 1 AS sum FROM dbo.t",
            vec![("n", NULLABLE), ("most", NULLABLE), ("sum", COMPUTED.with(NULLABLE))],
        ),
    ] {
        let wanted: Vec<(String, ColumnFlags)> =
            wanted.into_iter().map(|(name, flags)| (name.to_owned(), flags)).collect();
        assert_eq!(run(text), wanted, "{text}");
    }
    served.end();
}

/// MS-TDS 2.2.5.1.2: language, ignored differences, version, sort order.
#[test]
fn column_has_its_own_collation() {
    let served = served();
    let mut client = connect(&served);
    let mut run = |text: &str| -> Vec<([u8; 5], bool)> {
        let told = told(&mut client, text);
        assert!(told.rows.iter().flatten().all(|value| value.as_str() == Some("é")), "{:?}", told.rows);
        let collation = |column: Column| (column.info.collation.0, column.flags.has(ColumnFlags::CASE_SENSITIVE));
        told.columns.into_iter().map(collation).collect()
    };
    run(
        "CREATE TABLE dbo.c(d NVARCHAR(9), s NVARCHAR(9) COLLATE Latin1_General_CS_AS, f VARCHAR(9) COLLATE Latin1_General_CI_AI, \
         u VARCHAR(9) COLLATE Latin1_General_100_CI_AS_SC_UTF8)",
    );
    run("INSERT dbo.c VALUES (N'é', N'é', N'é', N'é')");
    let default = ([0x09, 0x04, 0xD0, 0x00, 0x34], false);
    let case = ([0x09, 0x04, 0xC0, 0x00, 0x00], true);
    let accents = ([0x09, 0x04, 0xF0, 0x00, 0x00], false);
    let utf_8 = ([0x09, 0x04, 0xD0, 0x24, 0x00], false);
    assert_eq!(run("SELECT * FROM dbo.c"), [default, case, accents, utf_8]);
    assert_eq!(run("SELECT s + N'' AS s, f + '' AS f, N'é' FROM dbo.c"), [case, accents, default]);
    assert_eq!(run("SELECT d COLLATE Latin1_General_CI_AI FROM dbo.c"), [accents]);
    assert_eq!(run("SELECT f FROM dbo.c UNION ALL SELECT f FROM dbo.c"), [accents]);
    served.end();
}
