//! SQLite as a peer: the articles' small transactions on the bundled library, with prepared
//! statements.

use crate::case::{Case, Database, Durability, Work};
use crate::contestant::{Contestant, Cost};
use crate::shape::Shape;
use rusqlite::Connection;
use sluice_base::clock::{Clock, SystemClock};
use std::path::{Path, PathBuf};

/// SQLite's durability: `PRAGMA synchronous`, always in WAL mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Synchronous {
    /// Each commit is durable.
    Full,
    /// The log is synced only at checkpoints: the counterpart of delayed durability.
    Normal,
    /// No syncs.
    Off,
}

impl Synchronous {
    /// Returns the pragma's value.
    pub fn name(self) -> &'static str {
        match self {
            Synchronous::Full => "FULL",
            Synchronous::Normal => "NORMAL",
            Synchronous::Off => "OFF",
        }
    }
}

/// Creates a table `T1(col1 INT NOT NULL)` in a new database at `path`.
pub fn prepare(path: &Path, synchronous: Synchronous) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", synchronous.name())?;
    connection.execute_batch("CREATE TABLE T1(col1 INT NOT NULL)")?;
    Ok(connection)
}

/// Runs the loop in a new database at `path`. Returns its seconds.
pub fn run_in(
    path: &Path,
    synchronous: Synchronous,
    shape: Shape,
    rows: u32,
    clock: &dyn Clock,
) -> Result<f64, String> {
    let run = || {
        let connection = prepare(path, synchronous)?;
        let start = clock.monotonic_ns();
        insert(&connection, shape, rows)?;
        let seconds = (clock.monotonic_ns() - start) as f64 / 1e9;
        Ok::<_, rusqlite::Error>((seconds, count(&connection)?))
    };
    let (seconds, count) = run().map_err(|error| format!("SQLite: {error}"))?;
    if count != rows {
        return Err(format!("SQLite has {count} rows instead of {rows}"));
    }
    Ok(seconds)
}

/// Runs the loop into a temporary table, which SQLite keeps in a separate file. Returns its
/// seconds.
pub fn run_in_temporary(shape: Shape, rows: u32, clock: &dyn Clock) -> Result<f64, String> {
    let run = || {
        let connection = Connection::open_in_memory()?;
        connection.pragma_update(None, "temp_store", "FILE")?;
        connection.execute_batch("CREATE TEMP TABLE T1(col1 INT NOT NULL)")?;
        let start = clock.monotonic_ns();
        insert(&connection, shape, rows)?;
        Ok::<_, rusqlite::Error>((clock.monotonic_ns() - start) as f64 / 1e9)
    };
    run().map_err(|error| format!("SQLite: {error}"))
}

/// Inserts 1 to `rows`.
pub fn insert(connection: &Connection, shape: Shape, rows: u32) -> rusqlite::Result<()> {
    let mut begin = connection.prepare("BEGIN")?;
    let mut insert = connection.prepare("INSERT INTO T1(col1) VALUES(?1)")?;
    let mut commit = connection.prepare("COMMIT")?;
    if shape == Shape::One {
        begin.execute([])?;
    }
    for row in 1..=rows {
        if shape == Shape::Many {
            begin.execute([])?;
        }
        insert.execute([row])?;
        if shape == Shape::Many {
            commit.execute([])?;
        }
    }
    if shape == Shape::One {
        commit.execute([])?;
    }
    Ok(())
}

/// Returns the number of rows in the table.
pub fn count(connection: &Connection) -> rusqlite::Result<u32> {
    connection.query_row("SELECT COUNT(*) FROM T1", [], |row| row.get(0))
}

/// Inserts `rows` rows by one INSERT, because SQLite has no sequences. Returns its seconds.
fn run_values(connection: &Connection, rows: u32, clock: &dyn Clock) -> rusqlite::Result<f64> {
    let start = clock.monotonic_ns();
    connection.execute_batch(&format!(
        "INSERT INTO T1 WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < {rows}) SELECT n FROM s"
    ))?;
    Ok((clock.monotonic_ns() - start) as f64 / 1e9)
}

/// SQLite as a contestant. SQLite counts neither flushes nor waits.
pub struct Sqlite {
    name: String,
    folder: PathBuf,
    /// The number of databases created in the folder.
    databases: u32,
    clock: SystemClock,
}

impl Sqlite {
    /// Creates databases in the existing `folder`, where they stay.
    pub fn new(folder: &Path) -> Sqlite {
        let name = format!("SQLite {}", rusqlite::version());
        Sqlite { name, folder: folder.to_owned(), databases: 0, clock: SystemClock::new() }
    }
}

impl Contestant for Sqlite {
    fn name(&self) -> &str {
        &self.name
    }

    fn setting(&self, durability: Durability) -> &'static str {
        match durability {
            Durability::Full => "journal_mode = WAL, synchronous = FULL: a sync of the WAL at each commit",
            Durability::Delayed => "journal_mode = WAL, synchronous = NORMAL: a sync at checkpoints only",
        }
    }

    fn measure(&mut self, case: &Case, rows: u32) -> Result<Option<Cost>, String> {
        let synchronous = match case.durability {
            Durability::Full => Synchronous::Full,
            Durability::Delayed => Synchronous::Normal,
        };
        self.databases += 1;
        let path = self.folder.join(format!("peer-{}.db", self.databases));
        let seconds = match (case.database, case.work) {
            (Database::Tempdb, Work::Loop(shape)) => run_in_temporary(shape, rows, &self.clock)?,
            (Database::Tempdb, Work::Values(_)) => return Ok(None),
            (Database::User, Work::Loop(shape)) => run_in(&path, synchronous, shape, rows, &self.clock)?,
            (Database::User, Work::Values(_)) => prepare(&path, synchronous)
                .and_then(|connection| run_values(&connection, rows, &self.clock))
                .map_err(|error| format!("SQLite: {error}"))?,
        };
        Ok(Some(Cost { seconds, ..Cost::default() }))
    }
}
