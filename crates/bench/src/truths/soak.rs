//! A soak test at 256 MB: sessions that connect, change rows, sort, build strings and disconnect,
//! until memory use is constant.

use super::process::resident_bytes;
use super::setting::Setting;
use crate::figure::Figure;
use crate::served::requests::run;
use crate::served::server::Served;
use sluice_base::clock::{SystemClock, sleep};
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_client::Connection;
use sluice_types::Value;
use std::thread::spawn;
use std::time::Duration;

/// Compares the memory at the end with that at the middle.
pub(super) fn measure(setting: Setting<'_>) -> Result<Vec<Figure>, String> {
    let served = Arc::new(Served::start_with(setting.binary, &setting.folder.join("soak"), |command| {
        command.env("MSSQL_MEMORY_LIMIT_MB", LIMIT_MB.to_string());
    })?);
    let mut client = served.connect()?;
    run(
        &mut client,
        "CREATE TABLE dbo.Soak(id INT NOT NULL IDENTITY PRIMARY KEY, k INT NOT NULL, p VARCHAR(400) NOT NULL)",
    )?;
    let is_over = Arc::new(AtomicBool::new(false));
    let workers: Vec<_> = (0..WORKERS)
        .map(|worker| {
            let (served, is_over) = (served.clone(), is_over.clone());
            spawn(move || -> Result<u64, String> {
                let mut rounds = 0;
                while !is_over.load(Ordering::Relaxed) {
                    let mut client = served.connect()?;
                    for turn in 0..20 {
                        run(&mut client, &round(worker, turn))?;
                    }
                    rounds += 1;
                }
                Ok(rounds)
            })
        })
        .collect();
    let length = Duration::from_secs_f64((SOAK_S * setting.scale).max(30.0));
    let begun = SystemClock::new();
    let (mut middle_mb, mut end_mb) = (0.0_f64, 0.0_f64);
    let mut steps = Steps::default();
    while super::setting::elapsed(&begun) < length {
        sleep(Duration::from_millis(200));
        let resident_mb = resident_bytes(served.process())? as f64 / f64::from(1 << 20);
        let seconds = super::setting::elapsed(&begun).as_secs_f64();
        steps.take(&mut client, seconds, resident_mb)?;
        let part = seconds / length.as_secs_f64();
        if (0.4..0.6).contains(&part) {
            middle_mb = middle_mb.max(resident_mb);
        } else if part > 0.8 {
            end_mb = end_mb.max(resident_mb);
        }
    }
    is_over.store(true, Ordering::Relaxed);
    let mut rounds = 0;
    for worker in workers {
        rounds += worker.join().map_err(|_| "a worker failed")??;
    }
    let name = format!("soak at {LIMIT_MB} MB, {:.0} s, {rounds} sessions of 20 batches", length.as_secs_f64());
    Ok(vec![
        Figure::at_most(
            &format!("{name}: RssAnon + RssShmem at most, at the end"),
            end_mb,
            LIMIT_MB as f64 * 1.1,
            "MB",
        ),
        Figure::at_most(&format!("{name}: growth from the middle to the end"), end_mb - middle_mb, GROWTH_MB, "MB"),
        Figure::at_most(
            &format!("{name}: heap that neither a clerk nor a session accounts for, at most of {} steps", steps.count),
            steps.unaccounted_mb,
            LIMIT_MB as f64 * UNACCOUNTED_SHARE,
            "MB",
        ),
    ])
}

/// The unaccounted heap at the steps of the soak.
#[derive(Default)]
struct Steps {
    count: u32,
    due_s: f64,
    unaccounted_mb: f64,
}

impl Steps {
    /// Takes and prints one step, if it is time.
    fn take(&mut self, client: &mut Connection, seconds: f64, resident_mb: f64) -> Result<(), String> {
        if seconds < self.due_s {
            return Ok(());
        }
        let kilobytes = match run(client, UNACCOUNTED)?.last {
            Some(Value::BigInt(kilobytes)) => kilobytes as f64,
            other => return Err(format!("the clerks answer {other:?}")),
        };
        let unaccounted_mb = kilobytes / 1024.0;
        super::setting::say(format_args!(
            "soak, {seconds:.0} s: resident {resident_mb:.0} MB, unaccounted heap {unaccounted_mb:.1} MB"
        ));
        self.count += 1;
        self.due_s = seconds + STEP_S;
        self.unaccounted_mb = self.unaccounted_mb.max(unaccounted_mb);
        Ok(())
    }
}

fn round(worker: usize, turn: usize) -> String {
    format!(
        "SET NOCOUNT ON;
         INSERT dbo.Soak(k, p) SELECT {turn}, REPLICATE('x', 50 + {worker} * 10) FROM GENERATE_SERIES(1, 200);
         DECLARE @s VARCHAR(MAX) = REPLICATE(CAST('y' AS VARCHAR(MAX)), 100000 * (1 + {turn} % 5)), @n INT;
         SELECT @n = COUNT(*) FROM (SELECT DISTINCT k, p FROM dbo.Soak WHERE id % 7 = {turn} % 7) AS d;
         SELECT @s = (SELECT TOP (2000) id, p FROM dbo.Soak ORDER BY p, id FOR JSON PATH);
         CREATE TABLE #t(a INT PRIMARY KEY, b VARCHAR(200)); INSERT #t SELECT TOP (500) id, p FROM dbo.Soak ORDER BY id; DROP TABLE #t;
         DELETE TOP (190) dbo.Soak WHERE k = {turn};
         SELECT LEN(@s), @n"
    )
}

const LIMIT_MB: u64 = 256;
/// The part of the limit that may be unaccounted for.
const UNACCOUNTED_SHARE: f64 = 0.05;
const UNACCOUNTED: &str = "SELECT ISNULL(SUM(pages_kb), 0) FROM sys.dm_os_memory_clerks WHERE name = 'Unaccounted'";
/// The seconds between two steps.
const STEP_S: f64 = 10.0;
const WORKERS: usize = 8;
const SOAK_S: f64 = 1200.0;
/// Growth that counts as noise.
const GROWTH_MB: f64 = 8.0;
