//! Loops in T-SQL: iterations, point reads by key, values of a sequence.

use super::peer::{Work, sqlite};
use crate::figure::Figure;
use rusqlite::Connection;
use sluice_engine::InstanceOptions;
use sluice_workload::sluice;
use std::path::Path;

/// Measures `count` iterations of an empty loop. The bar is half of PL/pgSQL's time, or 0.2 s for
/// 10,000,000 without PostgreSQL.
pub fn turns(folder: &Path, count: u32, pairs: u32) -> Result<Vec<Figure>, String> {
    let mut ours = sluice::prepare(InstanceOptions::in_folder(&folder.join("ours")), "DISABLED")?;
    let connection = sqlite(folder).map_err(|error| error.to_string())?;
    let text = format!("DECLARE @i AS INT = 0; WHILE @i < {count} SET @i += 1;");
    let theirs = format!("DO $$ DECLARE i int := 0; BEGIN WHILE i < {count} LOOP i := i + 1; END LOOP; END $$");
    let name = format!("{count} turns of a loop");
    let work = Work { name: &name, ours: &text, after: "", sqlite: None, postgres: Some(&theirs) };
    let seconds = work.seconds(&mut ours.session, &connection, pairs)?;
    if seconds.postgres.is_some() {
        return Ok(work.beside(&seconds, 1.0, 0.5));
    }
    Ok(vec![Figure::at_most(&work.title(&seconds), seconds.ours, 0.2 * f64::from(count) / 1e7, "s")])
}

/// Measures `count` point reads by key in a table with ten times as many rows. The bar is 4 times
/// the speed of SQLite's prepared statement.
pub fn reads(folder: &Path, count: u32, pairs: u32) -> Result<Vec<Figure>, String> {
    let mut ours = sluice::prepare(InstanceOptions::in_folder(&folder.join("ours")), "FORCED")?;
    let connection = sqlite(folder).map_err(|error| error.to_string())?;
    let rows = count.saturating_mul(10);
    sluice::batch(
        &mut ours.session,
        &format!(
            "CREATE TABLE dbo.K(id INT NOT NULL PRIMARY KEY CLUSTERED, w BIGINT NOT NULL); BEGIN TRAN; DECLARE @i AS INT = 0;
             WHILE @i < {rows} BEGIN INSERT INTO dbo.K VALUES (@i, @i); SET @i += 1; END; COMMIT TRAN;"
        ),
    )?;
    connection
        .execute_batch(&format!(
            "CREATE TABLE K(id INTEGER PRIMARY KEY, w BIGINT NOT NULL);
             INSERT INTO K WITH RECURSIVE s(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM s WHERE n < {rows} - 1) SELECT n, n FROM s"
        ))
        .map_err(|error| format!("SQLite: {error}"))?;
    let text = format!(
        "DECLARE @i AS INT = 0, @key AS INT = 0, @w AS BIGINT; WHILE @i < {count}
         BEGIN SELECT @w = w FROM dbo.K WHERE id = @key; SET @key = (@key + 7919) % {rows}; SET @i += 1; END;"
    );
    let theirs = |connection: &Connection| read_by_key(connection, count, rows);
    let name = format!("{count} reads by key");
    let work = Work { name: &name, ours: &text, after: "", sqlite: Some(&theirs), postgres: None };
    let seconds = work.seconds(&mut ours.session, &connection, pairs)?;
    Ok(work.beside(&seconds, 0.25, 1.0))
}

fn read_by_key(connection: &Connection, count: u32, rows: u32) -> rusqlite::Result<()> {
    let mut statement = connection.prepare("SELECT w FROM K WHERE id = ?1")?;
    let mut key = 0;
    for _ in 0..count {
        let _: i64 = statement.query_row([key], |row| row.get(0))?;
        key = (key + 7919) % rows;
    }
    Ok(())
}

/// Measures `count` values of a sequence by SELECT INTO. The bar is 0.75 of PostgreSQL's time;
/// without PostgreSQL, it is 0.8 of SQLite's time for inserting as many rows.
pub fn values(folder: &Path, count: u32, pairs: u32) -> Result<Vec<Figure>, String> {
    let mut ours = sluice::prepare(InstanceOptions::in_folder(&folder.join("ours")), "DISABLED")?;
    let connection = sqlite(folder).map_err(|error| error.to_string())?;
    sluice::batch(&mut ours.session, sluice::NUMBERS)?;
    sluice::batch(&mut ours.session, "CREATE SEQUENCE dbo.S AS INT START WITH 1 CACHE 10000;")?;
    let text = format!("SELECT NEXT VALUE FOR dbo.S AS v INTO dbo.V FROM dbo.Numbers({count});");
    let theirs = |connection: &Connection| {
        connection.execute_batch(&format!(
            "DROP TABLE IF EXISTS V; CREATE TABLE V(v INT NOT NULL);
             INSERT INTO V WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < {count}) SELECT n FROM s"
        ))
    };
    let postgres = format!(
        "DROP TABLE IF EXISTS sluice_bench_v; DROP SEQUENCE IF EXISTS sluice_bench_s; CREATE SEQUENCE sluice_bench_s CACHE 10000;
         CREATE TABLE sluice_bench_v AS SELECT nextval('sluice_bench_s') AS v FROM generate_series(1, {count})"
    );
    let name = format!("{count} values of a sequence");
    let after = "DROP TABLE dbo.V;";
    let work = Work { name: &name, ours: &text, after, sqlite: Some(&theirs), postgres: Some(&postgres) };
    let seconds = work.seconds(&mut ours.session, &connection, pairs)?;
    let bars = work.beside(&seconds, 0.8, 0.75);
    // SQLite is the bar without PostgreSQL.
    Ok(if seconds.postgres.is_some() { bars.into_iter().skip(1).collect() } else { bars })
}
