//! Runs the same work on Sluice, SQLite and, if available, PostgreSQL, in turn.

use crate::figure::Figure;
use rusqlite::Connection;
use sluice_base::clock::{Clock, SystemClock};
use sluice_engine::Session;
use sluice_workload::median::median;
use sluice_workload::postgres;
use sluice_workload::sluice;

/// Work for SQLite.
pub type OnSqlite<'a> = dyn Fn(&Connection) -> rusqlite::Result<()> + 'a;

/// A batch for Sluice, and the equivalent work for the peers.
pub struct Work<'a> {
    /// The name of the work.
    pub name: &'a str,
    /// The batch for Sluice.
    pub ours: &'a str,
    /// The untimed batch that undoes the work; empty if there is nothing to undo.
    pub after: &'a str,
    /// The work for SQLite, if it supports it.
    pub sqlite: Option<&'a OnSqlite<'a>>,
    /// The work for PostgreSQL, if it supports it: a statement of PL/pgSQL.
    pub postgres: Option<&'a str>,
}

/// Median times in seconds.
#[derive(Clone, Copy)]
pub struct Seconds {
    /// Sluice's time.
    pub ours: f64,
    /// SQLite's time.
    pub sqlite: Option<f64>,
    /// PostgreSQL's time, if a server answers.
    pub postgres: Option<f64>,
}

impl Work<'_> {
    /// Runs the work `turns` times on each engine in turn. Sluice's first run, which includes
    /// compilation, counts too.
    pub fn seconds(&self, session: &mut Session, connection: &Connection, turns: u32) -> Result<Seconds, String> {
        let clock = SystemClock::new();
        let elapsed = |start: u64| (clock.monotonic_ns() - start) as f64 / 1e9;
        let (mut ours, mut sqlite, mut postgres) = (Vec::new(), Vec::new(), Vec::new());
        let has_postgres = self.postgres.is_some() && postgres::answers();
        for _ in 0..turns {
            let start = clock.monotonic_ns();
            sluice::batch(session, self.ours)?;
            ours.push(elapsed(start));
            sluice::batch(session, self.after)?;
            if let Some(work) = self.sqlite {
                let start = clock.monotonic_ns();
                work(connection).map_err(|error| format!("SQLite: {error}"))?;
                sqlite.push(elapsed(start));
            }
            if let Some(work) = self.postgres.filter(|_| has_postgres) {
                postgres.push(postgres::seconds(work)?);
            }
        }
        let middle = |values: &mut Vec<f64>| (!values.is_empty()).then(|| median(values));
        Ok(Seconds { ours: median(&mut ours), sqlite: middle(&mut sqlite), postgres: middle(&mut postgres) })
    }

    /// Returns the figure's name with all times.
    pub fn title(&self, seconds: &Seconds) -> String {
        let theirs = |name: &str, seconds: Option<f64>| seconds.map_or(String::new(), |s| format!("; {name} {s:.3} s"));
        let (sqlite, postgres) = (theirs("SQLite", seconds.sqlite), theirs("PostgreSQL", seconds.postgres));
        format!("{}, {:.3} s{sqlite}{postgres}", self.name, seconds.ours)
    }

    /// Returns a figure per peer: Sluice's time may be at most this part of the peer's.
    pub fn beside(&self, seconds: &Seconds, sqlite_bar: f64, postgres_bar: f64) -> Vec<Figure> {
        let title = self.title(seconds);
        let part = |peer: &str, theirs: f64, bar: f64| {
            Figure::at_most(&format!("{title}: part of {peer}'s time"), seconds.ours / theirs, bar, "")
        };
        let sqlite = seconds.sqlite.map(|theirs| part("SQLite", theirs, sqlite_bar));
        sqlite.into_iter().chain(seconds.postgres.map(|theirs| part("PostgreSQL", theirs, postgres_bar))).collect()
    }
}

/// Creates a SQLite database in `folder` with a cache large enough for all data.
pub fn sqlite(folder: &std::path::Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(folder.join("peer.db"))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "cache_size", -2_000_000)?;
    Ok(connection)
}
