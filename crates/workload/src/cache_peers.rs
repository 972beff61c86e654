//! The article's reads and updates on PostgreSQL and MariaDB, if the environment names a server.
//!
//! A server's memory and its disk are its configuration's: it should have as much memory as 8 % of
//! the data, and its data on the slow disk.

use crate::cache::{CacheEntry, CachePlan, Load, Round, Situation};
use crate::mariadb::{self, MariaDb};
use crate::postgres::{self, Postgres};

/// The servers that were measured, and a sentence for each that was not.
pub struct Peers {
    /// Their results, as in [`Situation::Limited`].
    pub entries: Vec<CacheEntry>,
    /// The reasons why others have none.
    pub missing: Vec<String>,
}

/// Measures the servers that answer.
pub fn measure(plan: &CachePlan, mut progress: impl FnMut(&str)) -> Result<Peers, String> {
    let mut peers = Peers { entries: Vec::new(), missing: Vec::new() };
    match Postgres::named() {
        Some(server) => {
            progress("PostgreSQL");
            peers.entries.extend(rounds(server.label(), |load| postgres_seconds(plan, load))?);
            postgres::run(POSTGRES_CLEAR)?;
        }
        None => peers.missing.push("PostgreSQL is not measured: PGHOST names no server that answers.".to_owned()),
    }
    match MariaDb::named() {
        Some(server) => {
            progress("MariaDB");
            peers.entries.extend(rounds(server.label(), |load| mariadb_seconds(plan, load))?);
            mariadb::run("DROP DATABASE sluice_bench_cache")?;
        }
        None => peers.missing.push("MariaDB is not measured: MYSQL_HOST names no server that answers.".to_owned()),
    }
    Ok(peers)
}

fn rounds(engine: &str, seconds: impl Fn(Load) -> Result<f64, String>) -> Result<Vec<CacheEntry>, String> {
    let entry = |load| {
        let round = Round { seconds: seconds(load)?, file_reads: None, extension_reads: None };
        let engine = engine.to_owned();
        Ok(CacheEntry { load, situation: Situation::Limited, engine, rounds: vec![round], checkpoint_s: None })
    };
    Load::ALL.into_iter().map(entry).collect()
}

fn postgres_seconds(plan: &CachePlan, load: Load) -> Result<f64, String> {
    let (rows, statements) = (plan.rows, plan.statements);
    let work = match load {
        Load::Reads => "PERFORM n FROM sluice_bench_cache WHERE id = row",
        Load::Updates => {
            "UPDATE sluice_bench_cache SET n = repeat(chr(65 + floor(random() * 26)::int), 1000) WHERE id = row; COMMIT"
        }
    };
    let text = format!(
        "SET client_min_messages = warning;
{POSTGRES_CLEAR};
CREATE TABLE sluice_bench_cache(id int PRIMARY KEY, n char(1000) NOT NULL);
INSERT INTO sluice_bench_cache SELECT i, repeat('A', 1000) FROM generate_series(1, {rows}) AS i;
VACUUM ANALYZE sluice_bench_cache;
CHECKPOINT;
CREATE PROCEDURE sluice_bench_rows(INOUT seconds float8) LANGUAGE plpgsql AS $$
DECLARE begun timestamptz := clock_timestamp(); row int;
BEGIN
    FOR i IN 1..{statements} LOOP
        row := floor(random() * {rows})::int + 1;
        {work};
    END LOOP;
    seconds := extract(epoch FROM clock_timestamp() - begun);
END $$;
CALL sluice_bench_rows(NULL)"
    );
    number("PostgreSQL", &postgres::run(&text)?)
}

fn mariadb_seconds(plan: &CachePlan, load: Load) -> Result<f64, String> {
    let (rows, statements) = (plan.rows, plan.statements);
    let work = match load {
        Load::Reads => "SELECT n INTO found FROM t WHERE id = chosen",
        Load::Updates => "UPDATE t SET n = REPEAT(CHAR(65 + FLOOR(RAND() * 26)), 1000) WHERE id = chosen",
    };
    let lines = mariadb::run(&format!(
        "CREATE OR REPLACE DATABASE sluice_bench_cache; USE sluice_bench_cache;
CREATE TABLE t(id INT PRIMARY KEY, n VARCHAR(1000) NOT NULL) ENGINE = InnoDB CHARACTER SET latin1;
INSERT INTO t SELECT seq, REPEAT('A', 1000) FROM seq_1_to_{rows};
DELIMITER //
CREATE PROCEDURE work() BEGIN
    DECLARE i, chosen INT DEFAULT 0; DECLARE found VARCHAR(1000);
    WHILE i < {statements} DO SET chosen = FLOOR(RAND() * {rows}) + 1; {work}; SET i = i + 1; END WHILE;
END//
DELIMITER ;
SET @begun = SYSDATE(6);
CALL work();
SELECT TIMESTAMPDIFF(MICROSECOND, @begun, SYSDATE(6)) / 1000000;"
    ))?;
    number("MariaDB", lines.last().map_or("", |line| line))
}

fn number(server: &str, text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| format!("{server} said '{text}' instead of seconds"))
}

const POSTGRES_CLEAR: &str = "DROP TABLE IF EXISTS sluice_bench_cache; DROP PROCEDURE IF EXISTS sluice_bench_rows";
