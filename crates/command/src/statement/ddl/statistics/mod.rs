//! CREATE, UPDATE and DROP STATISTICS, `sp_updatestats`, DBCC SHOW_STATISTICS.
//!
//! Statistics are part of a table's definition in the catalog, so they are rolled back, recovered
//! and published with it. Replacing statistics doesn't need the table's Sch-M lock. A change takes
//! an exclusive lock on the table's statistics until its transaction ends.

mod automatic;
mod define;
mod measure;
mod show;

pub(in crate::statement) use automatic::refresh;
pub use define::{
    NewStatistics, StatisticsKind, StatisticsUpdate, create_statistics, drop_statistics, update_all, update_statistics,
};
pub(in crate::statement) use define::{of_indexes, without_gone};
pub use measure::Sample;
pub(in crate::statement) use show::show_statistics;
pub use show::{StatisticsPart, StatisticsShown};
