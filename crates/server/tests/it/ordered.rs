//! ORDER (MS-TDS 2.2.7.17), and the tokens of decimal and numeric (2.2.5.5.1.6) in a result's
//! columns.

use crate::client::Answered;
use crate::served;
use sluice_tds::token::Token;

/// Returns the columns of each ORDER token in an answer.
fn orders(answered: &Answered) -> Vec<Vec<u16>> {
    let order = |token: &Token| match token {
        Token::Order(columns) => Some(columns.clone()),
        _ => None,
    };
    answered.tokens.iter().filter_map(order).collect()
}

#[test]
fn ordered_result_names_its_columns() {
    let served = served();
    let mut client = served.log_in();
    client
        .batch("CREATE TABLE dbo.t(a INT NOT NULL PRIMARY KEY, b INT NULL, c INT NULL); INSERT dbo.t VALUES (1, 2, 3)");
    let cases: [(&str, &[u16]); 14] = [
        ("SELECT a, b FROM dbo.t", &[]),
        ("SELECT a, b FROM dbo.t ORDER BY a", &[1]),
        ("SELECT a, b FROM dbo.t ORDER BY b DESC, a", &[2, 1]),
        ("SELECT a, b FROM dbo.t ORDER BY 2", &[2]),
        ("SELECT a AS x, b + 1 AS y FROM dbo.t ORDER BY y, x", &[2, 1]),
        ("SELECT TOP (1) a, b FROM dbo.t ORDER BY a, b", &[1, 2]),
        ("SELECT a, b FROM dbo.t ORDER BY a OFFSET 0 ROWS", &[1]),
        ("SELECT * FROM dbo.t ORDER BY c", &[3]),
        ("SELECT a, b FROM dbo.t ORDER BY c", &[]),
        ("SELECT a, b FROM dbo.t ORDER BY b, c, a", &[2]),
        ("SELECT DISTINCT b, a FROM dbo.t ORDER BY a", &[2]),
        ("SELECT b, COUNT(*) FROM dbo.t GROUP BY b ORDER BY b", &[1]),
        ("SELECT a, b FROM dbo.t UNION ALL SELECT 5, 6 ORDER BY b", &[2]),
        ("SELECT a, b FROM dbo.t ORDER BY a FOR JSON PATH", &[]),
    ];
    for (text, wanted) in cases {
        let found = orders(&client.batch(text));
        let wanted: Vec<Vec<u16>> = if wanted.is_empty() { Vec::new() } else { vec![wanted.to_vec()] };
        assert_eq!(found, wanted, "{text}");
    }
    // Behind TABNAME and COLINFO where a client browses.
    let answered = client.batch("SELECT a, b FROM dbo.t ORDER BY b FOR BROWSE");
    assert_eq!(orders(&answered), [[2]]);
    served.end();
}

#[test]
fn numeric_columns_have_their_own_token() {
    let served = served();
    let mut client = served.log_in();
    client.batch("CREATE TABLE dbo.t(n NUMERIC(10, 2) NULL, d DECIMAL(10, 2) NOT NULL)");
    let text = "SELECT n, d, n + d, d * 2, 1.5, SUM(n) OVER (), SUM(d) OVER () FROM dbo.t";
    let tokens: Vec<u8> = client.batch(text).columns.iter().map(|column| column.info.token).collect();
    assert_eq!(tokens, [NUMERICN, DECIMALN, NUMERICN, DECIMALN, NUMERICN, NUMERICN, DECIMALN]);
    served.end();
}

const DECIMALN: u8 = 0x6A;
const NUMERICN: u8 = 0x6C;
