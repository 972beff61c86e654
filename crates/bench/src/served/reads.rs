//! Prepared point reads by key, compared with PostgreSQL's by pgbench.

use super::load::drive;
use super::peers::Postgres;
use super::rate::Rate;
use super::requests::{ask_prepared, prepare, run};
use super::server::Served;
use crate::figure::Figure;
use sluice_workload::postgres;

pub(super) fn measure(
    served: &Served,
    folder: &std::path::Path,
    count: u32,
    rounds: u32,
) -> Result<Vec<Figure>, String> {
    let on_postgres = Postgres::found();
    make(served)?;
    if on_postgres.is_some() {
        postgres::run(&format!(
            "DROP TABLE IF EXISTS sluice_bench_t1; CREATE TABLE sluice_bench_t1(id int PRIMARY KEY, v int NOT NULL);
             INSERT INTO sluice_bench_t1 SELECT n, n FROM generate_series(1, {ROWS}) AS s(n); VACUUM ANALYZE sluice_bench_t1"
        ))?;
    }
    let mut figures = Vec::new();
    for sessions in [1, 16] {
        let load = (sessions, (count / sessions).max(1));
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..rounds {
            ours.push(read(served, load)?);
            if let Some(peer) = &on_postgres {
                let script = format!("\\set id random(1, {ROWS})\nSELECT v FROM sluice_bench_t1 WHERE id = :id;\n");
                theirs.push(peer.drive(&script, load, "", folder)?);
            }
        }
        let ours = Rate::middle(&ours).ok_or("nothing was measured")?;
        let name = format!("{sessions} connections: prepared reads of a row, {}", ours.description());
        figures.push(match Rate::middle(&theirs) {
            Some(peer) => {
                let name = format!("{name}; PostgreSQL {}: times its", peer.description());
                Figure::at_least(&name, ours.per_s / peer.per_s, 1.0, "")
            }
            None => Figure::holds(&name, true, "measured", "no PostgreSQL answers"),
        });
    }
    if on_postgres.is_some() {
        postgres::run("DROP TABLE sluice_bench_t1")?;
    }
    Ok(figures)
}

/// Measures Sluice's reads without peers.
pub(super) fn ours_alone(served: &Served, load: (u32, u32)) -> Result<Rate, String> {
    make(served)?;
    read(served, load)
}

/// Creates the table of the reads.
pub(super) fn make(served: &Served) -> Result<(), String> {
    run(
        &mut served.connect()?,
        &format!(
            "CREATE TABLE dbo.T1 (id INT NOT NULL PRIMARY KEY, v INT NOT NULL);
             INSERT dbo.T1 SELECT value, value FROM GENERATE_SERIES(1, {ROWS})"
        ),
    )
    .map(drop)
}

pub(super) fn read(served: &Served, load: (u32, u32)) -> Result<Rate, String> {
    drive(
        served,
        load,
        |client| prepare(client, "SELECT v FROM dbo.T1 WHERE id = @p"),
        // A step that is coprime to the number of rows visits all of them.
        |(client, handle), turn| ask_prepared(client, *handle, (turn.wrapping_mul(7919) % ROWS) as i32 + 1),
        1,
    )
}

const ROWS: u32 = 10_000;
