//! FOR BROWSE: the tables and key columns sent with a result (MS-TDS 2.2.7.19 TABNAME, 2.2.7.5
//! COLINFO).

use crate::client::Answered;
use crate::served;
use sluice_tds::ColumnFlags;
use sluice_tds::token::{self, Token};

const KEY: u8 = 0x08;
const HIDDEN: u8 = 0x10;
const EXPRESSION: u8 = 0x04;
const DIFFERENT_NAME: u8 = 0x20;

type Names = Vec<Vec<String>>;

fn told(answered: &Answered) -> (Option<Names>, Option<Vec<token::ColumnInfo>>) {
    let tables = answered.tokens.iter().find_map(|token| match token {
        Token::TableNames(tables) => Some(tables.clone()),
        _ => None,
    });
    let columns = answered.tokens.iter().find_map(|token| match token {
        Token::ColumnInfo(columns) => Some(columns.clone()),
        _ => None,
    });
    (tables, columns)
}

#[test]
fn browse_mode_sends_tables_and_keys() {
    let served = served();
    let mut client = served.log_in();
    client.batch("CREATE TABLE dbo.t(id INT NOT NULL PRIMARY KEY, name NVARCHAR(20) NULL)");
    client.batch("CREATE TABLE dbo.u(a INT NOT NULL UNIQUE, b INT NULL)");
    client.batch("INSERT dbo.t VALUES (1, N'one'); INSERT dbo.u VALUES (1, 10)");
    let query = "SELECT t.name AS called, u.a, u.b + 1 FROM dbo.u JOIN dbo.t ON t.id = u.a";
    let (tables, columns) = told(&client.batch(query));
    assert_eq!((tables, columns), (None, None), "nothing is told to who does not ask");
    let name = |table: &str| ["master", "dbo", table].map(str::to_owned).to_vec();
    let fact = |column, table, status, base: Option<&str>| {
        let base_name = base.map(str::to_owned);
        token::ColumnInfo { column, table, status, base_name }
    };
    let wanted = [
        fact(1, 1, DIFFERENT_NAME, Some("name")),
        fact(2, 2, KEY, None),
        fact(3, 0, EXPRESSION, None),
        fact(4, 1, HIDDEN | KEY, None),
    ];
    for text in [format!("{query} FOR BROWSE"), format!("SET NO_BROWSETABLE ON; SET FMTONLY OFF; {query}")] {
        let answered = client.batch(&text);
        let (tables, columns) = told(&answered);
        assert_eq!(tables, Some(vec![name("t"), name("u")]), "{text}");
        assert_eq!(columns.as_deref(), Some(&wanted[..]), "{text}");
        let flags = answered
            .columns
            .iter()
            .map(|column| [ColumnFlags::HIDDEN, ColumnFlags::KEY].map(|flag| column.flags.has(flag)));
        assert_eq!(flags.collect::<Vec<_>>(), [[false, false], [false, true], [false, false], [true, true]], "{text}");
        assert_eq!(answered.rows.iter().map(Vec::len).collect::<Vec<_>>(), [4], "{text}");
    }
    // The setting persists until it is switched off.
    assert!(told(&client.batch("SELECT a FROM dbo.u")).0.is_some());
    assert!(told(&client.batch("SET NO_BROWSETABLE OFF; SELECT a FROM dbo.u")).0.is_none());
    served.end();
}
