//! The article on the buffer pool extension: random reads and updates of single rows, in five
//! situations. The database is on a slow disk; its log and the extension are on a fast one.
//!
//! Each situation is a run of an instance of its own, over a database that is made once for each
//! disk. Automatic checkpoints are off, as in the article (trace flag 3505).

use crate::sluice::batch;
use sluice_base::clock::{Clock, SystemClock};
use sluice_engine::{Instance, InstanceOptions, Session, Value};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The extent of a measurement.
#[derive(Clone, Debug)]
pub struct CachePlan {
    /// Rows of 1,000 bytes. The article has 1,000,000.
    pub rows: u32,
    /// Statements of a round. The article has 10,000.
    pub statements: u32,
    /// Rounds of updates with 8 % in memory. The article has ten or so.
    pub rounds: u32,
    /// A part of the names ([`measurement_name`]) of the measurements to be made; all if empty.
    pub only: String,
    /// A folder on the slow disk.
    pub slow: PathBuf,
    /// A folder on the fast disk.
    pub fast: PathBuf,
}

/// The statements of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Load {
    /// SELECT of a random row.
    Reads,
    /// UPDATE of a random row, fully durable.
    Updates,
}

/// A row of the article's tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Situation {
    /// All data is in memory.
    InMemory,
    /// No data is in memory.
    Cold,
    /// Memory holds 8 % of the data.
    Limited,
    /// The same, with the extension, which has all data.
    Extended,
    /// No data is in memory, and the database is on the fast disk.
    ColdOnFast,
}

/// The cost of a round of statements.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Round {
    /// Seconds of the statements.
    pub seconds: f64,
    /// Pages read from the data files, if the engine counts them.
    pub file_reads: Option<u64>,
    /// Pages read from the extension.
    pub extension_reads: Option<u64>,
}

/// The result of a situation.
#[derive(Clone, PartialEq, Debug)]
pub struct CacheEntry {
    /// The statements.
    pub load: Load,
    /// The situation.
    pub situation: Situation,
    /// The engine.
    pub engine: String,
    /// The rounds, in order.
    pub rounds: Vec<Round>,
    /// Seconds of the checkpoint after the rounds of updates.
    pub checkpoint_s: Option<f64>,
}

impl Load {
    /// Both loads, in the article's order.
    pub const ALL: [Load; 2] = [Load::Reads, Load::Updates];

    /// Returns the name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Load::Reads => "reads",
            Load::Updates => "updates",
        }
    }

    fn statement(self, rows: u32) -> String {
        let row = format!("[id] = cast(rand(checksum(newid())) * {rows} as int) + 1");
        match self {
            Load::Reads => format!("select [n] from [dbo].[TestTable] where {row};"),
            Load::Updates => format!(
                "update [dbo].[TestTable]
                 set [n] = REPLICATE(char(65 + cast(rand(checksum(newid())) * 26 as tinyint)), 1000) where {row};"
            ),
        }
    }
}

impl Situation {
    /// All situations, in the article's order.
    pub const ALL: [Situation; 5] =
        [Situation::InMemory, Situation::Cold, Situation::Limited, Situation::Extended, Situation::ColdOnFast];

    /// Returns the name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Situation::InMemory => "all in memory",
            Situation::Cold => "cold",
            Situation::Limited => "8 % in memory",
            Situation::Extended => "8 % in memory, extension",
            Situation::ColdOnFast => "cold, on the fast disk",
        }
    }

    /// Returns the seconds that the article measured on SQL Server, for 10,000 statements on its
    /// machine.
    pub fn article_s(self, load: Load) -> f64 {
        let (reads, updates) = match self {
            Situation::InMemory => (1.5, 2.7),
            Situation::Cold => (122.0, 152.0),
            Situation::Limited => (116.0, 149.0),
            Situation::Extended => (4.6, 75.0),
            Situation::ColdOnFast => (6.3, 7.0),
        };
        if load == Load::Reads { reads } else { updates }
    }

    fn is_limited(self) -> bool {
        matches!(self, Situation::Limited | Situation::Extended)
    }

    fn is_cold(self) -> bool {
        matches!(self, Situation::Cold | Situation::ColdOnFast)
    }
}

/// Returns the name of a measurement, such as "updates, 8 % in memory".
pub fn measurement_name(load: Load, situation: Situation) -> String {
    format!("{}, {}", load.name(), situation.name())
}

/// Measures the situations of the plan on Sluice. Calls `progress` with the current work and the
/// finished share. The files stay in the folders.
pub fn measure(plan: &CachePlan, mut progress: impl FnMut(&str, f64)) -> Result<Vec<CacheEntry>, String> {
    let mut entries = Vec::new();
    let all = Load::ALL.into_iter().flat_map(|load| Situation::ALL.map(|situation| (load, situation)));
    let wanted: Vec<_> =
        all.filter(|(load, situation)| measurement_name(*load, *situation).contains(&plan.only)).collect();
    progress("Sluice: making the databases", 0.0);
    make(plan)?;
    for (load, situation) in &wanted {
        let share = entries.len() as f64 / wanted.len() as f64;
        progress(&format!("Sluice: {}", measurement_name(*load, *situation)), share);
        entries.push(measure_one(plan, *load, *situation)?);
    }
    Ok(entries)
}

fn measure_one(plan: &CachePlan, load: Load, situation: Situation) -> Result<CacheEntry, String> {
    let mut run = Run::open(plan, situation)?;
    let rounds = if load == Load::Updates && situation.is_limited() { plan.rounds } else { 1 };
    let rounds = (0..rounds).map(|_| run.round(plan, load)).collect::<Result<Vec<Round>, String>>()?;
    let checkpoint_s = match load {
        Load::Reads => None,
        Load::Updates => Some(run.timed(&["checkpoint;"])?),
    };
    run.close()?;
    let engine = format!("Sluice {}", env!("CARGO_PKG_VERSION"));
    Ok(CacheEntry { load, situation, engine, rounds, checkpoint_s })
}

/// An instance in a situation.
struct Run {
    instance: Arc<Instance>,
    session: Session,
    clock: SystemClock,
}

impl Run {
    fn open(plan: &CachePlan, situation: Situation) -> Result<Run, String> {
        let data = data_bytes(plan.rows);
        let limit = match situation.is_limited() {
            true => BASE_BYTES + data * 8 / 100,
            false => BASE_BYTES + 2 * data,
        };
        let mut run = Run::start(plan, limit)?;
        if situation == Situation::Extended {
            let kb = (data * 3 / 2).max(limit).div_ceil(1024);
            run.batch(&format!(
                "alter server configuration set buffer pool extension on (filename = 'cache.bpe', size = {kb} kb);"
            ))?;
        }
        let database = if situation == Situation::ColdOnFast { FAST } else { SLOW };
        run.batch(&format!("dbcc traceon(3505, -1); use [{database}];"))?;
        // Twice, since a page enters the extension when it leaves memory.
        for _ in 0..2 {
            run.batch("select count(*) from [dbo].[TestTable] where [n] > '';")?;
        }
        if situation.is_cold() {
            run.batch("dbcc dropcleanbuffers;")?;
        }
        Ok(run)
    }

    fn start(plan: &CachePlan, limit: u64) -> Result<Run, String> {
        let options = InstanceOptions { memory_limit: limit, ..InstanceOptions::in_folder(&plan.fast.join("sluice")) };
        let instance = Instance::open(options).map_err(|error| error.to_string())?;
        let session = instance.connect().map_err(|error| error.to_string())?;
        Ok(Run { instance, session, clock: SystemClock::new() })
    }

    fn batch(&mut self, text: &str) -> Result<(), String> {
        batch(&mut self.session, text).map(drop)
    }

    /// Runs batches. Returns their seconds.
    fn timed(&mut self, batches: &[&str]) -> Result<f64, String> {
        let began_ns = self.clock.monotonic_ns();
        batches.iter().try_for_each(|text| self.batch(text))?;
        Ok((self.clock.monotonic_ns() - began_ns) as f64 / 1e9)
    }

    fn round(&mut self, plan: &CachePlan, load: Load) -> Result<Round, String> {
        let before = (self.counter("Page reads/sec")?, self.counter("Extension page reads/sec")?);
        let statement = load.statement(plan.rows);
        let seconds = self.timed(&vec![statement.as_str(); plan.statements as usize])?;
        Ok(Round {
            seconds,
            file_reads: Some(self.counter("Page reads/sec")? - before.0),
            extension_reads: Some(self.counter("Extension page reads/sec")? - before.1),
        })
    }

    fn counter(&mut self, name: &str) -> Result<u64, String> {
        let text = format!("select cntr_value from sys.dm_os_performance_counters where counter_name = '{name}';");
        match batch(&mut self.session, &text)?.scalar() {
            Some(Value::BigInt(value)) => Ok(*value as u64),
            other => Err(format!("the counter '{name}' is {other:?}")),
        }
    }

    fn close(mut self) -> Result<(), String> {
        self.batch("alter server configuration set buffer pool extension off;")?;
        drop(self.session);
        self.instance.close().map_err(|error| error.to_string())
    }
}

/// Makes the database on each disk.
fn make(plan: &CachePlan) -> Result<(), String> {
    let mut run = Run::start(plan, BASE_BYTES + 2 * data_bytes(plan.rows))?;
    for (name, folder) in [(SLOW, &plan.slow), (FAST, &plan.fast)] {
        let (data, log) = (path(folder, &format!("{name}.mdf"))?, path(&plan.fast, &format!("{name}.ldf"))?);
        run.batch(&format!(
            "use [master]; create database [{name}] on (name = data, filename = '{data}') \
             log on (name = log, filename = '{log}');"
        ))?;
        run.batch(&format!("use [{name}]; {TABLE}"))?;
        run.batch(&format!(
            "insert into [dbo].[TestTable] ([n])
             select replicate('A', 1000) from generate_series(cast(1 as int), cast({} as int)); checkpoint;",
            plan.rows
        ))?;
    }
    run.close()
}

/// Returns the absolute path of a file, for a string in T-SQL.
fn path(folder: &Path, file: &str) -> Result<String, String> {
    let folder = std::path::absolute(folder).map_err(|error| error.to_string())?;
    Ok(folder.join(file).display().to_string().replace('\'', "''"))
}

/// Returns the bytes of the table's pages: seven rows in each.
fn data_bytes(rows: u32) -> u64 {
    u64::from(rows).div_ceil(7) * 8192
}

const TABLE: &str = "create table [dbo].[TestTable] (
    [id] int identity(1,1) not null, [n] [char](1000) not null,
    constraint [PK_TestTable] primary key clustered ([id])
);";

const SLOW: &str = "BufferPoolExtension_test";
const FAST: &str = "BufferPoolExtension_fast";

/// Memory besides the pages of the table.
const BASE_BYTES: u64 = 48 << 20;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_situation_reads_from_where_it_should() {
        let (slow, fast) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let plan = CachePlan {
            rows: 60_000,
            statements: 100,
            rounds: 2,
            only: String::new(),
            slow: slow.path().to_owned(),
            fast: fast.path().to_owned(),
        };
        let entries = measure(&plan, |_, _| {}).unwrap();
        assert_eq!(entries.len(), 10);
        assert_eq!(entries.iter().map(|entry| entry.rounds.len()).sum::<usize>(), 12);
        for entry in entries {
            let (file, extension) = (entry.rounds[0].file_reads.unwrap(), entry.rounds[0].extension_reads.unwrap());
            match entry.situation {
                // The first statement may read pages of the catalog.
                Situation::InMemory => assert!(file < 10 && extension == 0, "{entry:?}"),
                Situation::Cold | Situation::ColdOnFast => assert!(file > 50 && extension == 0, "{entry:?}"),
                Situation::Limited => assert!(extension == 0, "{entry:?}"),
                Situation::Extended => assert!(file < 20, "{entry:?}"),
            }
            assert_eq!(entry.checkpoint_s.is_some(), entry.load == Load::Updates);
        }
    }
}
