//! A large result of five columns from a table in memory, compared with PostgreSQL's through a
//! driver in the same language, and the server's memory meanwhile.

use super::peers::Postgres;
use super::postgres_wire::{Form, Wire};
use super::requests::{ask_batch, run};
use super::server::Served;
use crate::figure::Figure;
use sluice_base::clock::{Clock, SystemClock, sleep};
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_client::{Audience, Connection};
use sluice_tds::{Column, Message};
use sluice_types::Value;
use sluice_workload::median::median;
use sluice_workload::postgres;
use std::hint::black_box;
use std::time::Duration;

pub(super) fn measure(served: &Served, rows: u32, rounds: u32) -> Result<Vec<Figure>, String> {
    let has_postgres = Postgres::found().is_some();
    let mut client = made(served, rows)?;
    if has_postgres {
        postgres::run(&format!(
            "DROP TABLE IF EXISTS sluice_bench_r;
             CREATE TABLE sluice_bench_r(id int NOT NULL, w bigint NOT NULL, f float8 NOT NULL, t text NOT NULL, d timestamp NOT NULL);
             INSERT INTO sluice_bench_r SELECT n, n * 3::bigint, n / 7.0, 'the row ' || n, timestamp '2026-01-01' + n * interval '1 second'
             FROM generate_series(1, {rows}) AS s(n); VACUUM ANALYZE sluice_bench_r"
        ))?;
    }
    let clock = SystemClock::new();
    let mut ours = || read(&mut client, rows, &clock);
    let theirs = || {
        let mut wire = Wire::connect()?;
        let begun = clock.monotonic_ns();
        let forms = [Form::Int, Form::Long, Form::Double, Form::Text, Form::Long];
        let heard = wire.query("SELECT id, w, f, t, d FROM sluice_bench_r", &forms, |row: &[Value]| {
            black_box(row);
        })?;
        whole(heard, rows).map(|()| (clock.monotonic_ns() - begun) as f64 / 1e9)
    };
    // The first run reads the table into memory, on both servers.
    ours()?;
    let before_kb = served.memory_kb()?;
    let is_over = AtomicBool::new(false);
    let (seconds, peak_kb) = std::thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            let mut peak_kb = 0;
            while !is_over.load(Ordering::Relaxed) {
                peak_kb = served.memory_kb()?.max(peak_kb);
                sleep(Duration::from_millis(2));
            }
            Ok::<u64, String>(peak_kb)
        });
        let seconds: Result<Vec<f64>, String> = (0..rounds).map(|_| ours()).collect();
        is_over.store(true, Ordering::Relaxed);
        (seconds, watcher.join())
    });
    let ours = median(&mut seconds?);
    let grown_mb = peak_kb.map_err(|_| "the watcher failed")??.saturating_sub(before_kb) as f64 / 1024.0;
    let name = format!("{rows} rows of 5 columns, {ours:.3} s");
    let speed = if has_postgres {
        theirs()?;
        let seconds: Result<Vec<f64>, String> = (0..rounds).map(|_| theirs()).collect();
        let theirs = median(&mut seconds?);
        postgres::run("DROP TABLE sluice_bench_r")?;
        Figure::at_most(&format!("{name}; PostgreSQL {theirs:.3} s: part of its time"), ours / theirs, 1.0, "")
    } else {
        Figure::holds(&name, true, "measured", "no PostgreSQL answers")
    };
    let memory = format!("{rows} rows of 5 columns: what the server's memory grows by");
    Ok(vec![speed, Figure::at_most(&memory, grown_mb, FLAT_MB, "MB")])
}

/// Reads Sluice's result `times` times. Returns the median seconds.
pub(super) fn ours_alone(served: &Served, (times, rows): (u32, u32)) -> Result<f64, String> {
    let (mut client, clock) = (made(served, rows)?, SystemClock::new());
    let seconds: Result<Vec<f64>, String> = (0..times).map(|_| read(&mut client, rows, &clock)).collect();
    Ok(median(&mut seconds?))
}

/// Counts rows and decodes values like the PostgreSQL driver. A truncated result has too few rows.
#[derive(Default)]
struct Counted {
    rows: u64,
}

impl Audience for Counted {
    fn columns(&mut self, _columns: &[Column]) {}

    fn row(&mut self, row: &[Value]) {
        black_box(row);
        self.rows += 1;
    }

    fn done(&mut self, _rows: Option<u64>) {}

    fn message(&mut self, _message: &Message) {}
}

/// Creates the table and returns a connection.
fn made(served: &Served, rows: u32) -> Result<Connection, String> {
    let mut client = served.connect()?;
    run(
        &mut client,
        &format!(
            "CREATE TABLE dbo.R (id INT NOT NULL, w BIGINT NOT NULL, f FLOAT NOT NULL, t NVARCHAR(40) NOT NULL, d DATETIME2 NOT NULL);
             INSERT dbo.R SELECT value, value * CAST(3 AS BIGINT), value / 7E0, CONCAT(N'the row ', value), DATEADD(second, value, '2026-01-01')
             FROM GENERATE_SERIES(1, {rows})"
        ),
    )?;
    Ok(client)
}

/// Reads the table. Returns the seconds.
fn read(client: &mut Connection, rows: u32, clock: &SystemClock) -> Result<f64, String> {
    let begun = clock.monotonic_ns();
    ask_batch(client, "SELECT id, w, f, t, d FROM dbo.R").map_err(|error| error.to_string())?;
    let mut counted = Counted::default();
    client.read_answer(&mut counted).map_err(|error| error.to_string())?;
    whole(counted.rows, rows).map(|()| (clock.monotonic_ns() - begun) as f64 / 1e9)
}

fn whole(found: u64, rows: u32) -> Result<(), String> {
    if found == rows.into() { Ok(()) } else { Err(format!("there are {found} rows instead of {rows}")) }
}

/// Less than a twentieth of the rows' bytes: the result is not buffered.
const FLAT_MB: f64 = 2.0;
