//! The statistics of a table, by id, name and column.

use crate::index::Index;
use crate::index_filter::IndexFilter;
use crate::statistics::{Measured, Origin, Statistics};
use crate::table::Table;
use sluice_base::sync::Arc;

impl Table {
    /// Returns the statistics of an index that was never measured: its key columns, without a
    /// histogram.
    pub fn unmeasured_statistics(&self, index: &Index) -> Statistics {
        Statistics {
            id: index.id,
            name: index.name.clone(),
            columns: index.keys.iter().map(|key| self.columns[key.column].id).collect(),
            origin: Origin::Index,
            no_recompute: false,
            filter: None,
            measured: None,
        }
    }

    /// Returns the statistics with the id `id`. An index has statistics only once they have been
    /// built.
    pub fn statistics_of(&self, id: u16) -> Option<&Statistics> {
        self.statistics.iter().find(|statistics| statistics.id == id).map(|statistics| &**statistics)
    }

    /// Returns the id of the statistics or index called `name`. Statistics of an index go by the
    /// index's present name. `None` if nothing has the name.
    pub fn statistics_id(&self, name: &str) -> Option<u16> {
        let is_it = |other: &str| crate::name::same(other, name);
        // An index's statistics have the index's present name.
        let mut own = self.statistics.iter().filter(|statistics| statistics.origin != Origin::Index);
        let own = own.find(|statistics| is_it(&statistics.name)).map(|statistics| statistics.id);
        own.or_else(|| self.index(name).map(|index| index.id))
    }

    /// Returns an unused id for statistics or a nonclustered index, above all existing ids.
    pub fn next_statistics_id(&self) -> u16 {
        let of_indexes = self.indexes.iter().map(|index| index.id);
        let own = self.statistics.iter().map(|statistics| statistics.id);
        of_indexes.chain(own).max().unwrap_or(0).max(crate::index::CLUSTERED) + 1
    }

    /// Returns the filter of statistics, which is the index's for those of an index.
    pub fn filter_of<'t>(&'t self, statistics: &'t Statistics) -> Option<&'t Arc<IndexFilter>> {
        match statistics.origin {
            Origin::Index => self.indexes.iter().find(|index| index.id == statistics.id)?.filter.as_ref(),
            Origin::User | Origin::Auto => statistics.filter.as_ref(),
        }
    }

    /// Returns the newest results of statistics of all rows whose first column has this id. `None`
    /// if none was measured.
    pub fn measured(&self, column: u16) -> Option<&Measured> {
        let is_it = |statistics: &&Arc<Statistics>| {
            statistics.columns.first() == Some(&column) && self.filter_of(statistics).is_none()
        };
        let known = self.statistics.iter().filter(is_it).filter_map(|statistics| statistics.measured.as_ref());
        known.max_by_key(|measured| measured.updated_ticks)
    }

    /// Whether the definition equals that of `other`, apart from statistics. Every other field
    /// counts; names count with their case.
    pub fn is_defined_as(&self, other: &Table) -> bool {
        let Table {
            id,
            schema,
            name,
            columns,
            last_column,
            constraints,
            root,
            indexes,
            statistics: _,
            options,
            filegroups,
            bases,
        } = self;
        *id == other.id
            && *schema == other.schema
            && *name == other.name
            && *columns == other.columns
            && *last_column == other.last_column
            && *constraints == other.constraints
            && *root == other.root
            && *indexes == other.indexes
            && *options == other.options
            && *filegroups == other.filegroups
            && *bases == other.bases
    }
}
