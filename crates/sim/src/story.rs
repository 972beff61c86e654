//! A fixed story of one session and one or two databases: 30 commits, some delayed, some rolled
//! back, with checkpoints. A table is created and dropped, the log wraps and grows, and a data file
//! grows. The story continues after errors.

use crate::client::{BatchError, Client, DATABASE_NOT_FOUND, brief, padding};
use crate::ledger::{Ledger, Promise};
use crate::machine::{Machine, Sizes};
use crate::oracle::Fate;

/// The progress of the story, with a ledger per database.
#[derive(Clone, Debug)]
pub(crate) struct Story {
    databases: Vec<(&'static str, Ledger)>,
    /// Whether the second table of the first database must exist; `None` for either.
    passing: Option<bool>,
    next_row: i32,
}

impl Story {
    pub(crate) fn new(databases: &[&'static str]) -> Story {
        let databases = databases.iter().map(|name| (*name, Ledger::default())).collect();
        Story { databases, passing: Some(false), next_row: 1 }
    }

    /// Creates missing objects and sends `commits` transactions. Returns the errors met.
    pub(crate) fn run(
        &mut self,
        machine: &Machine,
        client: &mut Client,
        commits: u64,
    ) -> Result<Vec<BatchError>, String> {
        let mut errors = Vec::new();
        for database in 0..self.databases.len() {
            self.prepare(machine, client, database, &mut errors)?;
        }
        for number in 0..commits {
            if machine.is_off() {
                break;
            }
            machine.tick();
            let (name, _) = self.databases[number as usize % self.databases.len()];
            if number % 7 == 3 {
                self.tell(client.send_in(name, "CHECKPOINT;")?, &mut errors)?;
            }
            if number == commits / 3 {
                self.passing = None;
                let made =
                    self.tell(client.send_in(self.databases[0].0, MAKE_PASSING)?, &mut errors)? && !machine.is_off();
                self.passing = if made { Some(true) } else { None };
            }
            if number == 2 * commits / 3 && self.passing == Some(true) {
                let dropped = self.tell(client.send_in(self.databases[0].0, "DROP TABLE dbo.U;")?, &mut errors)?;
                self.passing = if dropped && !machine.is_off() { Some(false) } else { None };
            }
            self.transaction(machine, client, number, &mut errors)?;
        }
        Ok(errors)
    }

    /// Reads and compares every table. Returns the errors that reads met.
    pub(crate) fn check(&self, client: &mut Client, promise: Promise) -> Result<Vec<BatchError>, String> {
        let mut errors = Vec::new();
        for (name, ledger) in &self.databases {
            match client.read(name, "T")? {
                Ok(found) => ledger.check(found.as_deref(), promise).map_err(|what| format!("{name}: {what}"))?,
                Err(told) => {
                    self.tell::<()>(Err(told), &mut errors)?;
                }
            }
        }
        let is_made = self.databases[0].1.table;
        if let (Some(must), true, true) = (self.passing, is_made, promise != Promise::Prefix) {
            match client.send_in(self.databases[0].0, "SELECT OBJECT_ID(N'dbo.U');")? {
                Ok(sent) => {
                    let is_there = sent.scalar().is_some_and(|value| format!("{value:?}") != "Null");
                    if is_there != must {
                        return Err(format!("the second table: there {is_there}, must {must}"));
                    }
                }
                Err(told) => {
                    self.tell::<()>(Err(told), &mut errors)?;
                }
            }
        }
        Ok(errors)
    }

    /// Takes the content after a restart as settled.
    pub(crate) fn settle(&mut self, client: &mut Client) -> Result<(), String> {
        for (name, ledger) in &mut self.databases {
            let found = client.read(name, "T")?.map_err(|told| told.text)?;
            ledger.settle(&found.unwrap_or_default());
        }
        Ok(())
    }

    /// Records that another client's open transaction inserted `rows` into the first database's
    /// table.
    pub(crate) fn left_open(&mut self, rows: Vec<i32>) {
        self.databases[0].1.ended(rows, Fate::RolledBack);
    }

    /// Creates the second table and drops it by a delayed commit, so that after a power cut it may
    /// exist or not.
    pub(crate) fn drop_passing(&mut self, client: &mut Client) -> Result<(), String> {
        let text = "BEGIN TRAN; DROP TABLE dbo.U; COMMIT TRAN WITH (DELAYED_DURABILITY = ON);";
        self.passing = None;
        client.send_in(self.databases[0].0, MAKE_PASSING)?.map_err(|told| told.text)?;
        client.send_in(self.databases[0].0, text)?.map(|_| ()).map_err(|told| told.text)
    }

    fn prepare(
        &mut self,
        machine: &Machine,
        client: &mut Client,
        database: usize,
        errors: &mut Vec<BatchError>,
    ) -> Result<(), String> {
        let name = self.databases[database].0;
        // Two attempts, because the second may succeed after a fault.
        for _ in 0..2 {
            let text = format!("IF DB_ID(N'{name}') IS NULL CREATE DATABASE {name};");
            let made = self.tell(client.send(&text)?, errors)?
                && self.tell(
                    client.send_in(name, &format!("ALTER DATABASE {name} SET DELAYED_DURABILITY = ALLOWED;"))?,
                    errors,
                )?;
            let text = "IF OBJECT_ID(N'dbo.T') IS NULL CREATE TABLE dbo.T(col1 INT NOT NULL, col2 VARCHAR(5000));";
            if made && self.tell(client.send_in(name, text)?, errors)? && !machine.is_off() {
                self.databases[database].1.table = true;
                break;
            }
        }
        Ok(())
    }

    fn transaction(
        &mut self,
        machine: &Machine,
        client: &mut Client,
        number: u64,
        errors: &mut Vec<BatchError>,
    ) -> Result<(), String> {
        let database = number as usize % self.databases.len();
        // One large transaction makes the log grow.
        let count = if number == 11 { LARGE_ROWS } else { 1 + (number % 4) as i32 };
        let rows: Vec<i32> = (0..count).map(|row| self.next_row + row).collect();
        self.next_row += count;
        let (rolled_back, delayed) = (number % 9 == 5, number % 3 == 1);
        let end = match (rolled_back, delayed) {
            (true, _) => "ROLLBACK TRAN;",
            (false, true) => "COMMIT TRAN WITH (DELAYED_DURABILITY = ON);",
            (false, false) => "COMMIT TRAN;",
        };
        let values: Vec<String> = rows.iter().map(|row| format!("({row}, '{}')", padding(*row))).collect();
        let text = format!("BEGIN TRAN; INSERT INTO dbo.T(col1, col2) VALUES {}; {end}", values.join(", "));
        let name = self.databases[database].0;
        let went_through = self.tell(client.send_in(name, &text)?, errors)?;
        let fate = match (rolled_back, went_through && !machine.is_off(), delayed) {
            (true, ..) => Fate::RolledBack,
            (false, false, _) => Fate::InDoubt,
            (false, true, true) => Fate::Delayed,
            (false, true, false) => Fate::Full,
        };
        self.databases[database].1.ended(rows, fate);
        Ok(())
    }

    /// Returns whether the batch succeeded. If not, its error must be one of a fault, or of an
    /// object that a fault left out.
    fn tell<T>(&self, outcome: Result<T, BatchError>, errors: &mut Vec<BatchError>) -> Result<bool, String> {
        let Err(told) = outcome else { return Ok(true) };
        let made = self.databases.iter().all(|(_, ledger)| ledger.table);
        let follows = !made && [DATABASE_NOT_FOUND, NO_SUCH_TABLE].contains(&told.number);
        if !follows && !OF_FAULTS.contains(&told.number) {
            return Err(format!("error {} does not tell of a fault: {}", told.number, brief(&told.text)));
        }
        errors.push(told);
        Ok(false)
    }
}

/// Small sizes, so that the story's commits fill, wrap and grow the log.
pub(crate) const SIZES: Sizes = Sizes { pool_pages: 48, log_bytes: 1 << 20, log_growth_bytes: 1 << 20 };

/// The number of commits in the story.
pub(crate) const COMMITS: u64 = 30;

/// Errors of a failing disk: damage and I/O (823, 824), a failed (9001) or full (9002) log, a data
/// file that can't grow (1105). The others mean a database that couldn't be opened or created (926,
/// 945, 1802, 5xxx).
const OF_FAULTS: [i32; 13] = [823, 824, 9001, 9002, 1105, 926, 945, 1802, 5120, 5123, 5133, 5149, 5170];
const NO_SUCH_TABLE: i32 = 208;
const MAKE_PASSING: &str = "IF OBJECT_ID(N'dbo.U') IS NULL CREATE TABLE dbo.U(col1 INT NOT NULL, col2 VARCHAR(5000)); \
     INSERT INTO dbo.U(col1, col2) VALUES(1, 'x');";
const LARGE_ROWS: i32 = 90;
