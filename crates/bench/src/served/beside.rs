//! Point reads of 16 connections beside a parallel scan of another one, which repeats without a
//! pause.
//!
//! The scan keeps two processors busy, and so do the readers with their clients. A fair share of
//! the readers is half of the rate that they have alone.

use super::rate::Rate;
use super::reads;
use super::requests::run;
use super::server::Served;
use crate::figure::Figure;
use sluice_base::sync::atomic::{AtomicBool, Ordering};

pub(super) fn measure(served: &Served, count: u32, rounds: u32) -> Result<Vec<Figure>, String> {
    let mut client = served.connect()?;
    run(
        &mut client,
        &format!(
            "CREATE TABLE dbo.Long (id int NOT NULL PRIMARY KEY, k int NOT NULL, v decimal(15,2) NOT NULL);
             INSERT dbo.Long SELECT value, value % 100, value FROM GENERATE_SERIES(1, {ROWS})"
        ),
    )?;
    reads::make(served)?;
    let load = (CONNECTIONS, (count / CONNECTIONS).max(1));
    let (mut alone, mut beside, mut scans) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rounds {
        alone.push(reads::read(served, load)?);
        let is_over = AtomicBool::new(false);
        let (rate, scanned) = std::thread::scope(|scope| {
            let scanner = scope.spawn(|| {
                let mut scans = 0_u32;
                while !is_over.load(Ordering::Relaxed) {
                    run(&mut client, SCAN)?;
                    scans += 1;
                }
                Ok::<u32, String>(scans)
            });
            let rate = reads::read(served, load);
            is_over.store(true, Ordering::Relaxed);
            let scanned = scanner.join().map_err(|_| "the scan failed".to_owned());
            Ok::<_, String>((rate?, scanned??))
        })?;
        beside.push(rate);
        scans.push(scanned);
    }
    let middle = |rates: &[Rate]| Rate::middle(rates).ok_or("nothing was measured");
    let (alone, beside) = (middle(&alone)?, middle(&beside)?);
    let name = format!(
        "{CONNECTIONS} connections beside a parallel scan: {}; alone {}; scans in each round {scans:?}; part of a fair \
         share, half of the rate alone",
        beside.description(),
        alone.description()
    );
    Ok(vec![Figure::at_least(&name, beside.per_s / (alone.per_s / 2.0), 0.8, "")])
}

const CONNECTIONS: u32 = 16;
const ROWS: u32 = 2_000_000;
/// A scan of every row that costs more than the threshold of parallel plans.
const SCAN: &str = "SELECT k, COUNT(*), SUM(v), MAX(id) FROM dbo.Long GROUP BY k";
