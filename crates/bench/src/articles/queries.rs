//! Queries over many integer rows: a sum with a filter, groups, a hash join, row numbers.

use super::peer::{Work, sqlite};
use crate::figure::Figure;
use rusqlite::Connection;
use sluice_engine::InstanceOptions;
use sluice_workload::postgres;
use sluice_workload::sluice;
use std::path::Path;

/// Measures queries over tables of `rows` rows (sum, groups) and a tenth of that (join, row
/// numbers), `turns` times each. All tables are in memory.
pub fn measure(folder: &Path, rows: u32, turns: u32) -> Result<Vec<Figure>, String> {
    let options = InstanceOptions { memory_limit: MEMORY, ..InstanceOptions::in_folder(&folder.join("ours")) };
    let mut ours = sluice::prepare(options, "FORCED")?;
    let connection = sqlite(folder).map_err(|error| error.to_string())?;
    let tables = [("q1", rows), ("q2", rows / 10), ("q3", rows / 10)];
    sluice::batch(&mut ours.session, sluice::NUMBERS)?;
    for (table, rows) in tables {
        sluice::batch(&mut ours.session, &fill("dbo.", table, &format!("SELECT n FROM dbo.Numbers({rows})")))?;
        let numbers = format!(
            "WITH RECURSIVE s(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM s WHERE n < {rows} - 1) SELECT n FROM s"
        );
        connection.execute_batch(&fill("", table, &numbers)).map_err(|error| format!("SQLite: {error}"))?;
        if postgres::answers() {
            let numbers = format!("SELECT n FROM generate_series(0, {rows} - 1) AS s(n)");
            postgres::run(&format!(
                "DROP TABLE IF EXISTS {table}; {}; VACUUM ANALYZE {table}",
                fill("", table, &numbers)
            ))?;
        }
    }
    let mut figures = Vec::new();
    for (name, query) in queries(rows) {
        let theirs = |connection: &Connection| all_rows(connection, &query);
        let work = Work { name: &name, ours: &query, after: "", sqlite: Some(&theirs), postgres: Some(&query) };
        let seconds = work.seconds(&mut ours.session, &connection, turns)?;
        figures.extend(work.beside(&seconds, 1.0, 1.0));
    }
    if postgres::answers() {
        tables.iter().try_for_each(|(table, _)| postgres::run(&format!("DROP TABLE {table}")).map(drop))?;
    }
    Ok(figures)
}

/// Returns the names and texts of the queries, which are the same for all engines.
fn queries(rows: u32) -> [(String, String); 4] {
    let tenth = rows / 10;
    [
        (format!("sum of {rows} rows with a filter"), "SELECT SUM(w) FROM q1 WHERE v > 10".to_owned()),
        (
            format!("1,000 groups of {rows} rows"),
            "SELECT COUNT(*), MAX(s) FROM (SELECT g, SUM(w) AS s, COUNT(*) AS c FROM q1 GROUP BY g) AS x".to_owned(),
        ),
        (
            format!("join of {tenth} and {tenth} rows"),
            "SELECT COUNT(*), SUM(a.w + b.w) FROM q2 AS a JOIN q3 AS b ON a.id = b.id".to_owned(),
        ),
        (
            format!("row numbers of {tenth} rows"),
            "SELECT MAX(n) FROM (SELECT ROW_NUMBER() OVER (ORDER BY v, id) AS n FROM q2) AS x".to_owned(),
        ),
    ]
}

/// Returns the statements that create a table with these numbers.
fn fill(schema: &str, table: &str, numbers: &str) -> String {
    format!(
        "CREATE TABLE {schema}{table}(id INT NOT NULL, g INT NOT NULL, v INT NOT NULL, w BIGINT NOT NULL);
         INSERT INTO {schema}{table} SELECT n, n % 1000, n % 77, n FROM ({numbers}) AS x"
    )
}

fn all_rows(connection: &Connection, query: &str) -> rusqlite::Result<()> {
    let mut statement = connection.prepare(query)?;
    let mut rows = statement.query([])?;
    while rows.next()?.is_some() {}
    Ok(())
}

/// Enough memory for 10,000,000 rows and the queries' intermediate results.
const MEMORY: u64 = 2 << 30;
