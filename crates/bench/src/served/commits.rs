//! Commits of one row: by one connection compared with the raw disk write and the network round
//! trip, and by more connections compared with PostgreSQL and MariaDB.
//!
//! Sluice's and PostgreSQL's clients run a prepared INSERT, each in a transaction of its own;
//! MariaDB's send it as a text.

use super::load::{drive, drive_until};
use super::peers::{OnMariaDb, Postgres};
use super::rate::Rate;
use super::requests::{ask_batch, ask_prepared, prepare, run};
use super::server::{DATABASE, Served};
use crate::disk;
use crate::figure::Figure;
use sluice_base::sync::Mutex;
use sluice_client::Connection;
use sluice_types::Value;
use sluice_workload::median::median;
use sluice_workload::postgres;
use std::path::Path;

/// A load and its bars.
struct Case {
    sessions: u32,
    is_full: bool,
    /// The required ratio to the better peer's rate; 0 without a bar of this kind.
    times: f64,
    /// The better peer's commits per second on the machine, used without peers.
    number: f64,
}

/// The results of a case.
#[derive(Default)]
struct Runs {
    ours: Vec<Rate>,
    commits_per_flush: Vec<f64>,
    postgres: Vec<Rate>,
    mariadb: Vec<Rate>,
}

pub(super) fn measure(served: &Served, folder: &Path, count: u32, rounds: u32) -> Result<Vec<Figure>, String> {
    let (on_postgres, on_mariadb) = (Postgres::found(), OnMariaDb::found()?);
    make(served)?;
    if on_postgres.is_some() {
        postgres::run("DROP TABLE IF EXISTS sluice_bench_t2; CREATE TABLE sluice_bench_t2(v int NOT NULL)")?;
    }
    let mut lone = Vec::new();
    let mut runs = CASES.map(|_| Runs::default());
    for _ in 0..rounds {
        lone.push(Lone::measure(served, folder, count)?);
        for (case, runs) in CASES.iter().zip(&mut runs) {
            // One or two connections wait for the disk; many are faster and get more commits.
            let all = if case.sessions < MANY { count } else { count.saturating_mul(4) };
            let load = (case.sessions, (all / case.sessions).max(1));
            let (rate, commits_per_flush) = ours(served, load, case.is_full)?;
            runs.ours.push(rate);
            runs.commits_per_flush.push(commits_per_flush);
            if let Some(peer) = &on_postgres {
                let options = if case.is_full { "-c synchronous_commit=on" } else { "-c synchronous_commit=off" };
                runs.postgres.push(peer.drive(FOR_POSTGRES, load, options, folder)?);
            }
            if let Some(peer) = &on_mariadb {
                runs.mariadb.push(peer.drive("INSERT INTO t2 VALUES (1)", load, case.is_full)?);
            }
        }
    }
    if on_postgres.is_some() {
        postgres::run("DROP TABLE sluice_bench_t2")?;
    }
    let mut figures = vec![Lone::figure(&lone)];
    for (case, mut runs) in CASES.iter().zip(runs) {
        figures.extend(case.figures(&mut runs)?);
    }
    Ok(figures)
}

/// Measures Sluice's commits without peers. Returns a description.
pub(super) fn ours_alone(served: &Served, load: (u32, u32), is_full: bool) -> Result<String, String> {
    make(served)?;
    let (rate, commits_per_flush) = ours(served, load, is_full)?;
    Ok(format!("{}; {commits_per_flush:.1} commits a flush", rate.description()))
}

fn make(served: &Served) -> Result<(), String> {
    run(&mut served.connect()?, "CREATE TABLE dbo.T2 (v INT NOT NULL)").map(drop)
}

/// The costs of one connection, in microseconds.
struct Lone {
    commit_us: f64,
    write_us: f64,
    trip_us: f64,
}

impl Lone {
    fn measure(served: &Served, folder: &Path, count: u32) -> Result<Lone, String> {
        let write_us = 1e6 / disk::writes_per_s(&folder.join("disk"), 1, count.into())?;
        let trip = drive(served, (1, count), |_| Ok(()), |(client, ()), _| ask_batch(client, ""), 0)?;
        let (rate, _) = ours(served, (1, count), true)?;
        Ok(Lone { commit_us: 1e6 / rate.per_s, write_us, trip_us: 1e6 / trip.per_s })
    }

    /// The median of the rounds counts, because the disk's speed drifts.
    fn figure(rounds: &[Lone]) -> Figure {
        let part = |lone: &Lone| lone.commit_us / (lone.write_us + lone.trip_us);
        let middle = median(&mut rounds.iter().map(part).collect::<Vec<f64>>());
        let costs = rounds.iter().find(|lone| part(lone) == middle).map_or(String::new(), |lone| {
            format!(
                "{:.0} µs, the raw write {:.0} µs, an empty round trip {:.0} µs",
                lone.commit_us, lone.write_us, lone.trip_us
            )
        });
        let name = format!("1 connection, full: a commit ({costs}): part of write and trip");
        Figure::at_most(&name, middle, 1.1, "")
    }
}

/// Returns the rate, and the commits per flush while all connections were active. Afterwards fewer
/// connections share a flush.
fn ours(served: &Served, load: (u32, u32), is_full: bool) -> Result<(Rate, f64), String> {
    let delayed = if is_full { "DISABLED" } else { "FORCED" };
    let mut watcher = served.connect()?;
    run(&mut watcher, &format!("ALTER DATABASE {DATABASE} SET DELAYED_DURABILITY = {delayed}"))?;
    let before = flushes(&mut watcher)?;
    let (watcher, shared) = (Mutex::new(watcher), Mutex::new(0.0));
    let rate = drive_until(
        served,
        load,
        |client| prepare(client, "INSERT dbo.T2 VALUES (@p)"),
        |(client, handle), turn| ask_prepared(client, *handle, turn as i32),
        0,
        |commits| {
            let flushes = flushes(&mut watcher.lock())? - before;
            *shared.lock() = commits as f64 / flushes.max(1) as f64;
            Ok(())
        },
    )?;
    Ok((rate, *shared.lock()))
}

/// Returns the number of log flushes of the measured database so far.
fn flushes(watcher: &mut Connection) -> Result<i64, String> {
    let heard = run(
        watcher,
        &format!(
            "SELECT CAST(cntr_value AS bigint) FROM sys.dm_os_performance_counters
             WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'{DATABASE}'"
        ),
    )?;
    match heard.last {
        Some(Value::BigInt(count)) => Ok(count),
        other => Err(format!("the flushes are {other:?}")),
    }
}

impl Case {
    fn figures(&self, runs: &mut Runs) -> Result<Vec<Figure>, String> {
        let ours = Rate::middle(&runs.ours).ok_or("nothing was measured")?;
        let peers = [("PostgreSQL", &runs.postgres), ("MariaDB", &runs.mariadb)];
        let peers: Vec<(&str, Rate)> =
            peers.into_iter().filter_map(|(name, runs)| Some((name, Rate::middle(runs)?))).collect();
        let best = peers.iter().map(|(_, rate)| rate.per_s).reduce(f64::max);
        let setting = if self.is_full { "full" } else { "delayed" };
        let connections = if self.sessions == 1 { "connection" } else { "connections" };
        let mut name =
            format!("{} {connections}, {setting}: commits of one row, {}", self.sessions, ours.description());
        for (peer, rate) in &peers {
            name = format!("{name}; {peer} {}", rate.description());
        }
        let of = if best.is_some() { "the better peer's" } else { "the issue's number of them" };
        let name = format!("{name}: times {of}");
        let times = ours.per_s / best.unwrap_or(self.number);
        let mut figures = vec![if self.times > 0.0 {
            Figure::at_least(&name, times, self.times, "")
        } else {
            Figure::holds(&name, true, format!("{times:.2}"), "its bar is write and trip")
        }];
        if self.is_full && self.sessions >= MANY {
            let name = format!("{} connections, full: commits a flush", self.sessions);
            figures.push(Figure::at_least(&name, median(&mut runs.commits_per_flush), 20.0, ""));
        }
        Ok(figures)
    }
}

const FOR_POSTGRES: &str = "\\set p random(1, 1000000)\nINSERT INTO sluice_bench_t2 VALUES (:p);\n";
const MANY: u32 = 64;
const CASES: [Case; 4] = [
    Case { sessions: 1, is_full: true, times: 0.0, number: 8_000.0 },
    Case { sessions: 2, is_full: true, times: 1.5, number: 8_000.0 },
    Case { sessions: MANY, is_full: true, times: 1.2, number: 46_300.0 },
    Case { sessions: MANY, is_full: false, times: 1.2, number: 83_000.0 },
];
