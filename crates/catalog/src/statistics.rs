//! Statistics of a table: how the values of one column lie (a histogram), and how many different ones several columns have together
//! (densities). `relational-databases/statistics/statistics` and `t-sql/database-console-commands/dbcc-show-statistics-transact-sql` say what
//! each number is.
//!
//! They say how a table was when they were made. Nothing but the choice of a plan may depend on them.

use crate::histogram::Histogram;

/// Statistics of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Statistics {
    /// Their id within the table. An index and its statistics have the same; no two of a table's indexes and statistics have one.
    pub id: u16,
    /// Their name, spelled as defined; an index's is the index's.
    pub name: String,
    /// The ids of the columns, in order; at least one. The histogram is the first one's.
    pub columns: Vec<u16>,
    /// For whom they are there.
    pub origin: Origin,
    /// NORECOMPUTE: they are not updated automatically.
    pub no_recompute: bool,
    /// What was found when they were made or updated last; none where the table was empty.
    pub measured: Option<Measured>,
}

/// Why statistics are there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// An index has them.
    Index,
    /// CREATE STATISTICS.
    User,
    /// A query asked about the column (AUTO_CREATE_STATISTICS).
    Auto,
}

/// What was found of the columns' values.
#[derive(Clone, PartialEq, Debug)]
pub struct Measured {
    /// When: as a datetime2, local time.
    pub updated_ticks: i64,
    /// How many rows the table had; an estimate where not all were read.
    pub rows: u64,
    /// How many of them were read.
    pub rows_sampled: u64,
    /// Of the first column, the first two, and so on: 1 divided by the number of different values, and how many bytes these have on the average.
    pub densities: Vec<Density>,
    /// How the first column's values lie.
    pub histogram: Histogram,
    /// The table's modifications, counted in memory since the database was opened, when this was found (0 in what was read from disk).
    pub modifications: u64,
}

/// How many different values columns have together.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Density {
    /// 1 divided by their number.
    pub all: f64,
    /// Bytes of them, on the average.
    pub average_bytes: f64,
}

impl Origin {
    /// As the disk has it.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// The origin with this code.
    pub fn of_code(code: u8) -> Option<Origin> {
        [Origin::Index, Origin::User, Origin::Auto].into_iter().find(|origin| origin.code() == code)
    }
}

impl Measured {
    /// How many different values the first column has.
    pub fn distinct(&self) -> f64 {
        self.densities.first().map_or(1.0, |density| 1.0 / density.all.max(f64::MIN_POSITIVE)).max(1.0)
    }

    /// After how many modifications statistics of so many rows are out of date: the smaller of a fifth of the rows and 500 more, and the root
    /// of 1,000 times the rows (`relational-databases/statistics/statistics`, AUTO_UPDATE_STATISTICS, from compatibility level 130 on).
    pub fn threshold(rows: u64) -> u64 {
        if rows <= SMALL_ROWS {
            return SMALL_ROWS;
        }
        (SMALL_ROWS + rows / 5).min((1_000.0 * rows as f64).sqrt() as u64)
    }
}

/// A table of up to this many rows is small: its statistics are updated after as many modifications.
const SMALL_ROWS: u64 = 500;
