//! What COLMETADATA tells of a column beside its type: MS-TDS 2.2.7.4. Drivers load in bulk the columns that are said to be changed by statements.

use crate::{PASSWORD, served};
use sluice_client::{Audience, Connection, Target, Wish};
use sluice_tds::{Column, ColumnFlags, Message};
use sluice_types::Value;

/// The columns that were told, and their bits.
#[derive(Default)]
struct Told(Vec<(String, ColumnFlags)>);

impl Audience for Told {
    fn columns(&mut self, columns: &[Column]) {
        self.0.extend(columns.iter().map(|column| (column.name.clone(), column.flags)));
    }
    fn row(&mut self, _row: &[Value]) {}
    fn done(&mut self, _rows: Option<u64>) {}
    fn message(&mut self, message: &Message) {
        assert!(message.severity <= 10, "{}", message.text);
    }
}

const NULLABLE: ColumnFlags = ColumnFlags::NULLABLE;
const STORED: ColumnFlags = ColumnFlags::UPDATABLE_UNKNOWN;
const IDENTITY: ColumnFlags = ColumnFlags::IDENTITY;
const COMPUTED: ColumnFlags = ColumnFlags::COMPUTED;

#[test]
fn a_column_is_a_tables_an_identity_or_reckoned() {
    let served = served();
    let address = served.server.address();
    let target = Target::new(&format!("{},{}", address.ip(), address.port()), "sa", PASSWORD).expect("a server");
    let target = Target { encryption: Wish::Optional, ..target };
    let mut client = Connection::log_in(&target, &mut Told::default()).expect("let in");
    let mut run = |text: &str| {
        let mut told = Told::default();
        client.execute(text, &mut told).expect("it runs");
        told.0
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
        ("SELECT 1 AS one, a * 2 AS a FROM dbo.t", vec![("one", COMPUTED), ("a", COMPUTED)]),
        ("SELECT * FROM dbo.v", vec![("b", STORED.with(NULLABLE)), ("id", IDENTITY), ("a", COMPUTED)]),
        ("SELECT d.a FROM (SELECT a FROM dbo.t) AS d", vec![("a", STORED)]),
        ("INSERT dbo.t(a) OUTPUT inserted.id, inserted.a VALUES (1)", vec![("id", IDENTITY), ("a", STORED)]),
        ("SELECT a FROM dbo.t UNION ALL SELECT a FROM dbo.t", vec![("a", COMPUTED)]),
    ] {
        let wanted: Vec<(String, ColumnFlags)> =
            wanted.into_iter().map(|(name, flags)| (name.to_owned(), flags)).collect();
        assert_eq!(run(text), wanted, "{text}");
    }
    served.end();
}
