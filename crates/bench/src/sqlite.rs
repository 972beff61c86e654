//! The peer: the articles' small transactions on bundled SQLite, with the statement prepared once.

use rusqlite::Connection;
use std::path::Path;

/// How SQLite syncs: `PRAGMA synchronous`, always in WAL mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Synchronous {
    /// Every commit is durable.
    Full,
    /// The log is synced at checkpoints only: the peer of delayed durability.
    Normal,
    /// Never.
    Off,
}

impl Synchronous {
    /// The pragma's value.
    pub fn name(self) -> &'static str {
        match self {
            Synchronous::Full => "FULL",
            Synchronous::Normal => "NORMAL",
            Synchronous::Off => "OFF",
        }
    }
}

/// A table `T1(col1 INT NOT NULL)` in a new database at `path`.
pub fn prepare(path: &Path, synchronous: Synchronous) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", synchronous.name())?;
    connection.execute_batch("CREATE TABLE T1(col1 INT NOT NULL)")?;
    Ok(connection)
}

/// Inserts 1 to `rows`, one transaction a row.
pub fn many(connection: &Connection, rows: u32) -> rusqlite::Result<()> {
    let mut begin = connection.prepare("BEGIN")?;
    let mut insert = connection.prepare("INSERT INTO T1(col1) VALUES(?1)")?;
    let mut commit = connection.prepare("COMMIT")?;
    for row in 1..=rows {
        begin.execute([])?;
        insert.execute([row])?;
        commit.execute([])?;
    }
    Ok(())
}

/// How many rows the table has.
pub fn count(connection: &Connection) -> rusqlite::Result<u32> {
    connection.query_row("SELECT COUNT(*) FROM T1", [], |row| row.get(0))
}
