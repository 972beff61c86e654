//! CREATE, UPDATE and DROP STATISTICS, `sp_updatestats`, DBCC SHOW_STATISTICS.
//!
//! Statistics are part of a table's definition in the catalog, so that they are rolled back, recovered and published with it; but nobody needs the
//! table alone to replace them. What changes them has the names alone, as any definition has, for as long as it takes.

mod automatic;
mod define;
mod measure;
mod show;

pub(super) use automatic::refresh;
pub use define::{
    NewStatistics, StatisticsKind, StatisticsUpdate, create_statistics, drop_statistics, update_all, update_statistics,
};
pub(super) use define::{of_indexes, without_gone};
pub use measure::Sample;
pub(super) use show::show_statistics;
pub use show::{StatisticsPart, StatisticsShown};
