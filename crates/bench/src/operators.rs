//! The cost of a row in each operator with all data in memory: the source of the constants in
//! `plan::cost`.
//!
//! Each figure is the time of a query less that of its input, divided by the rows. A text column in
//! the input avoids the vector form for integers, which has its own costs.

use sluice_base::clock::{Clock, SystemClock};
use sluice_engine::{InstanceOptions, Session};
use sluice_workload::median::median;
use sluice_workload::sluice;
use std::fmt::Write;
use std::path::Path;

/// The measured session, and the number of rows per query.
struct Measured<'s> {
    session: &'s mut Session,
    rows: u32,
    lines: String,
    /// Nanoseconds of passing on a row of a heap.
    unit: f64,
}

/// Returns a line per operator: nanoseconds per row, and the equivalent number of heap rows.
pub fn measure(folder: &Path, rows: u32) -> Result<String, String> {
    let options = InstanceOptions { memory_limit: MEMORY, ..InstanceOptions::in_folder(&folder.join("operators")) };
    let mut prepared = sluice::prepare(options, "FORCED")?;
    sluice::batch(&mut prepared.session, sluice::NUMBERS)?;
    for (table, key) in [
        ("heap", ""),
        ("one", ", PRIMARY KEY (id)"),
        ("two", ", PRIMARY KEY (id)"),
        ("k", ", INDEX c CLUSTERED (k, id)"),
    ] {
        let columns = "id INT NOT NULL, k INT NOT NULL, v INT NOT NULL, s VARCHAR(20) NOT NULL";
        let values = format!("n, n % 1000, n * CAST(7919 AS BIGINT) % {rows}, CONCAT('row ', n)");
        let fill = format!(
            "CREATE TABLE dbo.{table}({columns}{key});
             INSERT INTO dbo.{table} SELECT {values} FROM (SELECT n FROM dbo.Numbers({rows})) AS x"
        );
        sluice::batch(&mut prepared.session, &fill)?;
    }
    let mut measured = Measured { session: &mut prepared.session, rows, lines: String::new(), unit: 1.0 };
    measured.all()?;
    Ok(measured.lines)
}

impl Measured<'_> {
    fn all(&mut self) -> Result<(), String> {
        let (rows, tenth) = (f64::from(self.rows), self.rows / 10);
        let heap = self.seconds("SELECT MAX(s) FROM dbo.heap")?;
        self.unit = heap / rows * 1e9;
        let one = self.seconds("SELECT MAX(s) FROM dbo.one")?;
        let by_k = self.seconds("SELECT MAX(s) FROM dbo.k")?;
        self.report("scan of a heap, with an aggregate of all", heap);
        self.report("scan of a clustered index, the same", one);
        let join = |option: &str, condition: &str| {
            format!(
                "SELECT MAX(x.s), MAX(y.s) FROM dbo.one AS x JOIN dbo.two AS y ON x.id = y.id{condition} OPTION ({option})"
            )
        };
        let hash = self.seconds(&join("HASH JOIN, FORCE ORDER", ""))?;
        let few_probes = self.seconds(&join("HASH JOIN, FORCE ORDER", &format!(" WHERE x.id < {tenth}")))?;
        let probes = (hash - few_probes - one * 0.9) / 0.9;
        self.report("hash join: probing, and a pair that comes out", probes);
        self.report("hash join: keeping a row by its key", hash - 2.0 * one - probes);
        let merge = self.seconds(&join("MERGE JOIN", ""))?;
        self.report("merge join: a row of either side, with half a pair", (merge - 2.0 * one) / 2.0);
        let many = "SELECT MAX(x.s), MAX(y.s) FROM dbo.k AS x JOIN (SELECT TOP (1000) * FROM dbo.one) AS y ON x.k = y.id + 0 OPTION (MERGE JOIN)";
        let many = self.seconds(many)?;
        self.report("merge join with a few sorted rows: a row", many - by_k);
        let sought = format!(
            "SELECT MAX(y.s) FROM dbo.heap AS x INNER LOOP JOIN dbo.two AS y ON y.id = x.v WHERE x.id < {tenth}"
        );
        let filtered = self.seconds(&format!("SELECT MAX(s) FROM dbo.heap WHERE id < {tenth}"))?;
        let loops = self.seconds(&sought)?;
        self.report("loop join: a seek of one row, in no order", (loops - filtered) * 10.0);
        let sorted =
            self.seconds(&format!("SELECT MAX(s) FROM (SELECT TOP ({}) s FROM dbo.heap ORDER BY v) AS x", self.rows))?;
        self.report("sort of rows by an int", sorted - heap);
        let hashed = self
            .seconds("SELECT COUNT(*) FROM (SELECT k, MAX(s) AS m FROM dbo.k GROUP BY k) AS x OPTION (HASH GROUP)")?;
        self.report("groups by a table, beyond one group", hashed - by_k);
        let ordered = self
            .seconds("SELECT COUNT(*) FROM (SELECT k, MAX(s) AS m FROM dbo.k GROUP BY k) AS x OPTION (ORDER GROUP)")?;
        self.report("groups in order, beyond one group", ordered - by_k);
        for (name, option) in [("hash", "HASH JOIN"), ("merge", "MERGE JOIN")] {
            let query = format!(
                "SELECT COUNT(*), SUM(CAST(x.v AS BIGINT) + y.v) FROM dbo.one AS x JOIN dbo.two AS y ON x.id = y.id OPTION ({option})"
            );
            let seconds = self.seconds(&query)?;
            self.report(&format!("{name} join by columns of integers, with its scans: a pair"), seconds);
        }
        Ok(())
    }

    /// Returns the median of several runs, after a first run that fills the pool.
    fn seconds(&mut self, query: &str) -> Result<f64, String> {
        let clock = SystemClock::new();
        sluice::batch(self.session, query)?;
        let mut runs = Vec::new();
        for _ in 0..RUNS {
            let start = clock.monotonic_ns();
            sluice::batch(self.session, query)?;
            runs.push((clock.monotonic_ns() - start) as f64 / 1e9);
        }
        Ok(median(&mut runs))
    }

    fn report(&mut self, name: &str, seconds: f64) {
        let each = seconds / f64::from(self.rows) * 1e9;
        let _ = writeln!(self.lines, "{name}: {each:.0} ns, {:.1}", each / self.unit);
    }
}

const MEMORY: u64 = 2 << 30;
const RUNS: usize = 5;
