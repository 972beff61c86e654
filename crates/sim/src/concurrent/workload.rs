//! The statements of a session: texts, and their effects.

use super::history::{ACCOUNTS, BALANCE, DATABASES, Effect};
use crate::random::Random;
use std::collections::BTreeMap;

/// Returns the batches that create a database and its tables, if they are missing.
pub(super) fn creation(database: usize, sessions: usize, reads_versions: bool) -> Vec<String> {
    let name = DATABASES[database];
    let accounts: Vec<String> = (0..ACCOUNTS).map(|id| format!("({id}, {BALANCE})")).collect();
    let rows: String = (0..sessions).map(table_of).collect();
    let mut batches = vec![format!("IF DB_ID(N'{name}') IS NULL CREATE DATABASE {name}{};", files_of(database))];
    batches.extend(options(database, reads_versions));
    batches.push(format!(
        "USE {name}; IF OBJECT_ID(N'dbo.accounts') IS NULL BEGIN BEGIN TRAN; \
             CREATE TABLE dbo.marks (id INT NOT NULL PRIMARY KEY); {rows} \
             CREATE SEQUENCE dbo.numbers AS BIGINT START WITH 1 CACHE 5; \
             CREATE TABLE dbo.accounts (id INT NOT NULL PRIMARY KEY, balance BIGINT NOT NULL); \
             INSERT dbo.accounts VALUES {}; COMMIT TRAN; END; USE master;",
        accounts.join(", ")
    ));
    batches
}

/// Returns the files of a database: every other one has a second data file.
fn files_of(database: usize) -> String {
    let name = DATABASES[database];
    if database % 2 == 1 { format!(" ON (NAME = {name}), (NAME = {name}2)") } else { String::new() }
}

/// Returns the statements that create a session's table: a heap, a heap with an index, a clustered
/// index, or both kinds of index.
fn table_of(session: usize) -> String {
    let key = match session % 3 {
        0 => "",
        1 => " PRIMARY KEY",
        _ => " PRIMARY KEY NONCLUSTERED",
    };
    let index = if session % 2 == 1 { format!("CREATE INDEX v ON dbo.own{session} (value);") } else { String::new() };
    format!(
        "CREATE TABLE dbo.own{session} (id INT NOT NULL{key}, value INT NOT NULL, pad VARCHAR(MAX) NOT NULL); {index}"
    )
}

/// Draws an effect on the session's rows or on the accounts.
pub(super) fn effect(random: &mut Random, rows: &BTreeMap<i32, i32>, next_row: &mut i32) -> Effect {
    let any_row = |random: &mut Random| rows.keys().nth(random.below(rows.len().max(1) as u64) as usize).copied();
    let value = random.below(1_000) as i32;
    if random.chance(60) {
        return Effect::Truncate;
    }
    match (random.below(10), any_row(random)) {
        (0..=3, Some(id)) => Effect::Put { id, value },
        (4 | 5, Some(id)) => Effect::Delete { id },
        (6 | 7, _) => {
            let from = random.below(ACCOUNTS as u64) as i32;
            let to = (from + 1 + random.below(ACCOUNTS as u64 - 1) as i32) % ACCOUNTS;
            Effect::Transfer { from, to, amount: 1 + random.below(20) as i64 }
        }
        _ => {
            *next_row += 1;
            Effect::Put { id: *next_row, value }
        }
    }
}

/// Returns the statement of an effect in the database `name`. With `is_new`, a row is inserted
/// instead of updated.
pub(super) fn text(effect: &Effect, name: &str, session: usize, is_new: bool) -> String {
    match *effect {
        Effect::Put { id, value } if is_new => {
            format!("INSERT {name}.dbo.own{session} (id, value, pad) VALUES ({id}, {value}, {});", pad_sql(id, value))
        }
        Effect::Put { id, value } => {
            format!("UPDATE {name}.dbo.own{session} SET value = {value}, pad = {} WHERE id = {id};", pad_sql(id, value))
        }
        Effect::Delete { id } => format!("DELETE {name}.dbo.own{session} WHERE id = {id};"),
        Effect::Truncate => format!("TRUNCATE TABLE {name}.dbo.own{session};"),
        Effect::Transfer { from, to, amount } => format!(
            "UPDATE {name}.dbo.accounts SET balance = balance - {amount} WHERE id = {from}; \
             UPDATE {name}.dbo.accounts SET balance = balance + {amount} WHERE id = {to};"
        ),
    }
}

/// Draws a change of definitions and returns its batch: an index or a column of the session's table
/// is created if it is missing, and dropped otherwise.
pub(super) fn definition(random: &mut Random, database: usize, session: usize) -> String {
    let name = DATABASES[database];
    let table = format!("{name}.dbo.own{session}");
    let number = random.below(2);
    if random.chance(2) {
        format!(
            "IF EXISTS (SELECT * FROM {name}.sys.indexes WHERE name = N'x{number}' AND object_id = OBJECT_ID(N'{table}')) \
             DROP INDEX x{number} ON {table}; ELSE CREATE INDEX x{number} ON {table} (value, id);"
        )
    } else {
        format!(
            "IF EXISTS (SELECT * FROM {name}.sys.columns WHERE name = N'c{number}' AND object_id = OBJECT_ID(N'{table}')) \
             ALTER TABLE {table} DROP COLUMN c{number}; ELSE ALTER TABLE {table} ADD c{number} INT NULL;"
        )
    }
}

/// Returns a batch that works in tempdb alone, and its result.
pub(super) fn temporary(random: &mut Random) -> (String, i64) {
    let (rows, bytes) = (1 + random.below(60) as i64, random.pick(&[10, 900, 9_000]));
    let text = format!(
        "CREATE TABLE #t (id INT NOT NULL PRIMARY KEY, pad VARCHAR(MAX) NOT NULL); \
         DECLARE @i INT = 0; WHILE @i < {rows} BEGIN SET @i += 1; \
         INSERT #t VALUES (@i, REPLICATE(CAST('x' AS VARCHAR(MAX)), {bytes})); END; \
         SELECT SUM(DATALENGTH(pad)) FROM #t; DROP TABLE #t;"
    );
    (text, rows * bytes)
}

/// Returns the batch that makes the snapshot `name` of `source`, whose files are those of a
/// database or of its clone.
pub(super) fn snapshot(name: &str, source: &str, database: usize) -> String {
    let file =
        |number: &str| format!("(NAME = {}{number}, FILENAME = N'/data/{name}.ss{number}')", DATABASES[database]);
    let second = if database % 2 == 1 { format!(", {}", file("2")) } else { String::new() };
    format!("CREATE DATABASE {name} ON {}{second} AS SNAPSHOT OF {source};", file(""))
}

/// Returns the batch that takes a database offline and ends the sessions in it.
pub(super) fn take_offline(database: usize) -> String {
    format!("ALTER DATABASE {} SET OFFLINE WITH ROLLBACK IMMEDIATE;", DATABASES[database])
}

/// Returns the batch that detaches a database that is offline.
pub(super) fn detach(database: usize) -> String {
    format!("EXEC sys.sp_detach_db N'{}';", DATABASES[database])
}

/// Returns the batches that bring back a database that is offline or, with `is_detached`, may be
/// detached.
pub(super) fn bring_back(database: usize, is_detached: bool) -> Vec<String> {
    let name = DATABASES[database];
    let online = format!("ALTER DATABASE {name} SET ONLINE;");
    if !is_detached {
        return vec![online];
    }
    let attach = format!("CREATE DATABASE {name} ON (FILENAME = N'/data/{name}.mdf') FOR ATTACH;");
    vec![format!("IF DB_ID(N'{name}') IS NULL {attach}"), online]
}

/// Returns the batches that set a database's options.
fn options(database: usize, reads_versions: bool) -> [String; 3] {
    let name = DATABASES[database];
    let versions = if reads_versions { "ON" } else { "OFF" };
    [
        format!("ALTER DATABASE {name} SET DELAYED_DURABILITY = ALLOWED;"),
        format!("ALTER DATABASE {name} SET ALLOW_SNAPSHOT_ISOLATION ON;"),
        format!("ALTER DATABASE {name} SET READ_COMMITTED_SNAPSHOT {versions} WITH ROLLBACK IMMEDIATE;"),
    ]
}

fn pad_sql(id: i32, value: i32) -> String {
    format!("REPLICATE(CAST('x' AS VARCHAR(MAX)), {})", pad_length(id, value))
}

/// Returns the length of a row's text: short, half a page, or on pages of its own.
pub(super) fn pad_length(id: i32, value: i32) -> i64 {
    let number = i64::from(id) * 37 + i64::from(value) * 101;
    match number % 9 {
        0 => 9_000 + number % 12_000,
        1..=3 => 2_000 + number % 3_000,
        _ => number % 200,
    }
}
