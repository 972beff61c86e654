//! PostgreSQL as an optional peer: the articles' small transactions in PL/pgSQL, on the server that
//! `psql` reaches by its environment (`PGHOST`, `PGPORT`, `PGUSER`, `PGDATABASE`). Without a server
//! it is omitted.

use crate::case::{Case, Database, Durability, Work};
use crate::contestant::{Contestant, Cost};
use crate::shape::Shape;
use std::process::{Command, Stdio};

/// Returns whether a server answers.
pub fn answers() -> bool {
    psql("SELECT 1").is_ok_and(|text| text == "1")
}

/// Runs `rows` transactions of one row each with `synchronous_commit = off`, the counterpart of
/// delayed durability. Returns the loop's seconds by the server's clock.
pub fn delayed(rows: u32) -> Result<f64, String> {
    psql("DROP TABLE IF EXISTS sluice_bench_t1; CREATE TABLE sluice_bench_t1(col1 int NOT NULL)")?;
    let seconds = psql(&format!("SET synchronous_commit = off;\n{LOOP}\nCALL sluice_bench_fill({rows}, NULL)"))?;
    let count = psql("SELECT count(*) FROM sluice_bench_t1")?;
    psql("DROP PROCEDURE sluice_bench_fill; DROP TABLE sluice_bench_t1")?;
    if count != rows.to_string() {
        return Err(format!("PostgreSQL has {count} rows instead of {rows}"));
    }
    seconds.parse().map_err(|_| format!("PostgreSQL said '{seconds}' instead of seconds"))
}

/// Runs statements. Returns the last line of output.
pub fn run(statements: &str) -> Result<String, String> {
    psql(statements)
}

/// Returns the duration of a server's statements in seconds, by its own clock.
pub fn seconds(statements: &str) -> Result<f64, String> {
    let quoted = statements.replace('\'', "''");
    let seconds = psql(&format!("{TIMED}\nSELECT pg_temp.sluice_bench_seconds('{quoted}')"))?;
    seconds.parse().map_err(|_| format!("PostgreSQL said '{seconds}' instead of seconds"))
}

/// Runs statements, each in its own transaction. Returns the last line of output.
fn psql(statements: &str) -> Result<String, String> {
    Ok(psql_lines(statements)?.pop().unwrap_or_default())
}

/// Runs statements. Returns all lines of output.
fn psql_lines(statements: &str) -> Result<Vec<String>, String> {
    let mut child = Command::new("psql")
        .args(["-X", "-q", "-A", "-t", "-w", "-v", "ON_ERROR_STOP=1", "-f", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("psql: {error}"))?;
    let mut input = child.stdin.take().ok_or("psql has no standard input")?;
    std::io::Write::write_all(&mut input, format!("{statements};\n").as_bytes()).map_err(|error| error.to_string())?;
    drop(input);
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!("psql: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}

/// PostgreSQL as a contestant.
pub struct Postgres {
    name: String,
}

impl Postgres {
    /// Returns the server named by `PGHOST`, `PGHOSTADDR` or `PGSERVICE`, if it answers. Without a
    /// name no server is contacted, so that no owner gets unexpected tables.
    pub fn named() -> Option<Postgres> {
        let is_named = ["PGHOST", "PGHOSTADDR", "PGSERVICE"].iter().any(|name| std::env::var_os(name).is_some());
        let version = is_named.then(|| psql("SHOW server_version").ok())??;
        Some(Postgres { name: format!("PostgreSQL {}", version.split(' ').next().unwrap_or_default()) })
    }

    /// Returns the server's name and version.
    pub(crate) fn label(&self) -> &str {
        &self.name
    }

    /// Returns the syncs and bytes of the write-ahead log so far, of the whole server.
    fn wal() -> Result<(u64, u64), String> {
        let text = psql("SELECT wal_sync || ' ' || wal_bytes::bigint FROM pg_stat_wal")?;
        let mut numbers = text.split(' ').map(str::parse::<u64>);
        match (numbers.next(), numbers.next()) {
            (Some(Ok(syncs)), Some(Ok(bytes))) => Ok((syncs, bytes)),
            _ => Err(format!("PostgreSQL said '{text}' of its log")),
        }
    }
}

impl Contestant for Postgres {
    fn name(&self) -> &str {
        &self.name
    }

    fn setting(&self, durability: Durability) -> &'static str {
        match durability {
            Durability::Full => "synchronous_commit = on",
            Durability::Delayed => "synchronous_commit = off",
        }
    }

    fn measure(&mut self, case: &Case, rows: u32) -> Result<Option<Cost>, String> {
        let commit = if case.durability == Durability::Full { "on" } else { "off" };
        let temporary = if case.database == Database::Tempdb { "TEMP" } else { "" };
        let (make, work) = match case.work {
            Work::Loop(shape) => (
                format!("CREATE {temporary} TABLE sluice_bench_t1(col1 int NOT NULL)"),
                format!("{}\nCALL sluice_bench_fill({rows}, NULL)", fill(shape)),
            ),
            Work::Values(cache) => {
                (format!("CREATE {temporary} SEQUENCE sluice_bench_s CACHE {}", cache.max(1)), values(temporary, rows))
            }
        };
        let before = Postgres::wal()?;
        let answers = psql_lines(&format!(
            "SET synchronous_commit = {commit};\nSET client_min_messages = warning;\n{CLEAR};\n{make};\n{work};\nSELECT count(*) FROM sluice_bench_t1;\n{CLEAR}"
        ))?;
        let after = Postgres::wal()?;
        match answers.as_slice() {
            [.., seconds, count] if *count == rows.to_string() => Ok(Some(Cost {
                seconds: seconds.parse().map_err(|_| format!("PostgreSQL said '{seconds}' instead of seconds"))?,
                flushes: Some(after.0 - before.0),
                log_bytes: Some(after.1 - before.1),
                ..Cost::default()
            })),
            _ => Err(format!("PostgreSQL said {answers:?} instead of seconds and {rows} rows")),
        }
    }
}

/// Returns the procedure that fills the table.
fn fill(shape: Shape) -> String {
    match shape {
        Shape::Many => LOOP.to_owned(),
        Shape::One => LOOP.replace("        COMMIT;\n", "").replace("    END LOOP;", "    END LOOP;\n    COMMIT;"),
    }
}

/// Returns the timed statement that stores a sequence's values in a new table.
fn values(temporary: &str, rows: u32) -> String {
    let make = format!(
        "CREATE {temporary} TABLE sluice_bench_t1 AS SELECT nextval(''sluice_bench_s'') AS n FROM generate_series(1, {rows})"
    );
    format!("{TIMED}\nSELECT pg_temp.sluice_bench_seconds('{make}')")
}

const CLEAR: &str = "DROP TABLE IF EXISTS sluice_bench_t1; DROP SEQUENCE IF EXISTS sluice_bench_s;
    DROP PROCEDURE IF EXISTS sluice_bench_fill";

const LOOP: &str = "
CREATE OR REPLACE PROCEDURE sluice_bench_fill(n int, INOUT seconds float8) LANGUAGE plpgsql AS $$
DECLARE begun timestamptz := clock_timestamp();
BEGIN
    FOR i IN 1..n LOOP
        INSERT INTO sluice_bench_t1(col1) VALUES(i);
        COMMIT;
    END LOOP;
    seconds := extract(epoch FROM clock_timestamp() - begun);
END $$;";

const TIMED: &str = "
CREATE FUNCTION pg_temp.sluice_bench_seconds(work text) RETURNS float8 LANGUAGE plpgsql AS $$
DECLARE begun timestamptz := clock_timestamp();
BEGIN
    EXECUTE work;
    RETURN extract(epoch FROM clock_timestamp() - begun);
END $$;";
