//! Metadata of 1,000 tables with 10,000 columns: the time of the calls with which drivers and tools
//! read it, over the network, after their first call.

use super::Setting;
use crate::figure::Figure;
use crate::served::Served;
use crate::served::requests::run;
use sluice_base::clock::{Clock, SystemClock};
use sluice_client::Connection;
use std::fmt::Write;

/// A measured request: its name, its text for a table, the expected number of rows for a number of
/// tables, and the bar in milliseconds.
struct Request {
    name: &'static str,
    text: fn(u32) -> String,
    rows: fn(u32) -> u64,
    bar_ms: f64,
}

/// Measures each request several times for different tables. The median counts.
pub(super) fn measure(setting: Setting<'_>) -> Result<Vec<Figure>, String> {
    let served = Served::start(setting.binary, &setting.folder.join("metadata"))?;
    let mut client = served.connect()?;
    let tables = ((f64::from(TABLES) * setting.scale) as u32).max(TABLES_MIN);
    create(&mut client, tables)?;
    let clock = SystemClock::new();
    REQUESTS.iter().map(|request| figure(request, &mut client, tables, &clock)).collect()
}

fn figure(request: &Request, client: &mut Connection, tables: u32, clock: &SystemClock) -> Result<Figure, String> {
    let expected = (request.rows)(tables);
    let mut took_ms = Vec::new();
    for turn in 0..=TURNS {
        let begun = clock.monotonic_ns();
        let heard = run(client, &(request.text)(turn * 7 % tables))?;
        took_ms.push((clock.monotonic_ns() - begun) as f64 / 1e6);
        if heard.rows != expected {
            return Err(format!("{}: {} rows, not {expected}", request.name, heard.rows));
        }
    }
    let first_ms = took_ms.remove(0);
    took_ms.sort_by(f64::total_cmp);
    let name = format!("{} of {tables} tables (first call {first_ms:.1} ms)", request.name);
    Ok(Figure::at_most(&name, took_ms[took_ms.len() / 2], request.bar_ms, "ms"))
}

/// Creates tables of ten columns with a primary key, a DEFAULT and a foreign key.
fn create(client: &mut Connection, tables: u32) -> Result<(), String> {
    let mut text = String::new();
    for table in 0..tables {
        let referenced = table.saturating_sub(1);
        // Writing to a string doesn't fail.
        let _ = write!(
            text,
            "CREATE TABLE dbo.t{table}(id int NOT NULL CONSTRAINT PK_t{table} PRIMARY KEY, a int NOT NULL,
             b varchar(20), c nvarchar(30) NULL, d datetime, e decimal(10, 2) DEFAULT 0, f varbinary(8), g bit, h float,
             parent int CONSTRAINT FK_t{table} REFERENCES dbo.t{referenced}(id));"
        );
        if table % BATCH == BATCH - 1 || table == tables - 1 {
            run(client, &text)?;
            text.clear();
        }
    }
    Ok(())
}

const REQUESTS: &[Request] = &[
    Request {
        name: "3: sp_columns_100 for one table",
        text: |table| format!("EXEC sp_columns_100 N't{table}'"),
        rows: |_| 10,
        bar_ms: 5.0,
    },
    Request {
        name: "3: TABLE_CONSTRAINTS JOIN KEY_COLUMN_USAGE for one table",
        text: |table| {
            format!(
                "SELECT c.CONSTRAINT_TYPE, k.CONSTRAINT_NAME, k.COLUMN_NAME
                 FROM INFORMATION_SCHEMA.TABLE_CONSTRAINTS AS c JOIN INFORMATION_SCHEMA.KEY_COLUMN_USAGE AS k
                     ON k.CONSTRAINT_NAME = c.CONSTRAINT_NAME AND k.CONSTRAINT_SCHEMA = c.CONSTRAINT_SCHEMA
                 WHERE c.TABLE_SCHEMA = 'dbo' AND c.TABLE_NAME = 't{table}' ORDER BY k.CONSTRAINT_NAME"
            )
        },
        rows: |_| 2,
        bar_ms: 10.0,
    },
    Request {
        name: "3: sp_columns_100 for all tables",
        text: |_| "EXEC sp_columns_100 N't%'".to_owned(),
        rows: |tables| u64::from(tables) * 10,
        bar_ms: 60.0,
    },
];
const TABLES: u32 = 1_000;
const TABLES_MIN: u32 = 10;
const TURNS: u32 = 9;
/// Tables created by a batch.
const BATCH: u32 = 100;
