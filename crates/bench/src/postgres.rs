//! A peer that not every machine has: the articles' small transactions in PL/pgSQL, on the server that `psql` reaches by its own
//! environment (`PGHOST`, `PGPORT`, `PGUSER`, `PGDATABASE`). Where none answers, it is left out of the figures.

use std::process::{Command, Stdio};

/// Whether a server answers.
pub fn answers() -> bool {
    psql("SELECT 1").is_ok_and(|text| text == "1")
}

/// `rows` transactions of one row each with `synchronous_commit = off`, the peer of delayed durability; the loop's seconds,
/// told by the server's own clock.
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

/// Runs statements; the last answer.
pub fn run(statements: &str) -> Result<String, String> {
    psql(statements)
}

/// How long a server's statements take, told by its own clock: seconds.
pub fn seconds(statements: &str) -> Result<f64, String> {
    let quoted = statements.replace('\'', "''");
    let seconds = psql(&format!("{TIMED}\nSELECT pg_temp.sluice_bench_seconds('{quoted}')"))?;
    seconds.parse().map_err(|_| format!("PostgreSQL said '{seconds}' instead of seconds"))
}

/// Runs statements one after another, each in a transaction of its own, and gives the last answer.
fn psql(statements: &str) -> Result<String, String> {
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
    Ok(String::from_utf8_lossy(&output.stdout).lines().last().unwrap_or_default().to_owned())
}

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
