//! Statistics of a table: the distribution of the first column's values (histogram), and the number
//! of distinct values of column combinations (densities). Their meaning is documented in
//! `relational-databases/statistics/statistics` and
//! `t-sql/database-console-commands/dbcc-show-statistics-transact-sql`.
//!
//! Statistics describe a table as of their last update. Only the choice of plans may depend on
//! them.

use crate::histogram::Histogram;
use crate::index_filter::IndexFilter;
use sluice_base::sync::Arc;

/// Statistics of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Statistics {
    /// The id within the table. An index and its statistics share an id. Otherwise indexes and
    /// statistics have distinct ids.
    pub id: u16,
    /// The name as defined. For an index's statistics, the name of the index.
    pub name: String,
    /// The ids of the columns in order, at least one. The histogram covers the first column.
    pub columns: Vec<u16>,
    /// The reason why the statistics exist.
    pub origin: Origin,
    /// NORECOMPUTE: no automatic updates.
    pub no_recompute: bool,
    /// The filter, for statistics that CREATE STATISTICS ... WHERE made. The statistics of a
    /// filtered index have the index's filter, which isn't here.
    pub filter: Option<Arc<IndexFilter>>,
    /// The results of the last update. `None` if the table was empty.
    pub measured: Option<Measured>,
}

/// The reason why statistics exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// They belong to an index.
    Index,
    /// CREATE STATISTICS.
    User,
    /// A query used the column (AUTO_CREATE_STATISTICS).
    Auto,
}

/// The results of an update of statistics.
#[derive(Clone, PartialEq, Debug)]
pub struct Measured {
    /// The time of the update, as a datetime2 in local time.
    pub updated_ticks: i64,
    /// Rows of the table that pass the filter; an estimate if only a sample was read.
    pub rows: u64,
    /// Rows of the table, like `rows` for statistics without a filter.
    pub unfiltered_rows: u64,
    /// Rows read that pass the filter.
    pub rows_sampled: u64,
    /// Densities of the first column, the first two columns, and so on. Empty if no row passes the
    /// filter.
    pub densities: Vec<Density>,
    /// The distribution of the first column's values.
    pub histogram: Histogram,
    /// The table's modification count at the update, counted in memory since the database was
    /// opened. 0 in statistics loaded from disk.
    pub modifications: u64,
}

/// The number of distinct values of a column combination.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Density {
    /// 1 divided by the number of distinct values.
    pub all: f64,
    /// Average bytes of the values.
    pub average_bytes: f64,
}

impl Origin {
    /// Returns the code stored on disk.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// Returns the origin with this code.
    pub fn of_code(code: u8) -> Option<Origin> {
        [Origin::Index, Origin::User, Origin::Auto].into_iter().find(|origin| origin.code() == code)
    }
}

impl Measured {
    /// Returns the number of distinct values of the first column. At least 1, and 1 if the
    /// statistics have no densities.
    pub fn distinct(&self) -> f64 {
        self.densities.first().map_or(1.0, |density| 1.0 / density.all.max(f64::MIN_POSITIVE)).max(1.0)
    }

    /// Returns the number of modifications after which statistics of `rows` rows are out of date.
    /// The smaller of two bounds counts: 500 plus a fifth of the rows, or the square root of 1,000
    /// times the rows. `relational-databases/statistics/statistics` documents both
    /// (AUTO_UPDATE_STATISTICS, since compatibility level 130).
    pub fn threshold(rows: u64) -> u64 {
        if rows <= SMALL_ROWS {
            return SMALL_ROWS;
        }
        (SMALL_ROWS + rows / 5).min((1_000.0 * rows as f64).sqrt() as u64)
    }
}

/// Tables of up to this many rows are small: their statistics are updated after as many
/// modifications.
const SMALL_ROWS: u64 = 500;
