//! Registers the index uses of a statement: at compile time here, and counted at each run
//! (`sys.dm_db_index_usage_stats`).

use super::Planner;
use crate::index_use::IndexUse;
use sluice_base::sync::Arc;
use sluice_catalog::Table;
use sluice_plan::Seek;
use sluice_table::database::Database;
use sluice_table::index_usage::UseKind;
use sluice_table::row_writer::Touched;
use sluice_table::table_rows::TableRows;
use sluice_types::SqlError;

impl Planner<'_> {
    /// Registers the use of an index. Table variables aren't counted.
    pub fn uses(&mut self, database: &Arc<Database>, table: &Table, index: u16, kind: UseKind) {
        if !table.is_variable() {
            self.uses.push(IndexUse { database: Arc::downgrade(database), object: table.id, index, kind });
        }
    }

    /// Registers a read of a table: by a seek, or as a whole.
    pub fn reads(&mut self, database: &Arc<Database>, table: &Table, seek: Option<&Seek>) {
        let Some(seek) = seek else { return self.uses(database, table, base_of(table), UseKind::Scan) };
        let kind = if seek.is_whole() { UseKind::Scan } else { UseKind::Seek };
        self.reads_by(database, table, (seek.index, kind), !seek.covers);
    }

    /// Registers a read of an index; `looks_up` says that it looks up rows of the table.
    pub fn reads_by(&mut self, database: &Arc<Database>, table: &Table, (index, kind): (u16, UseKind), looks_up: bool) {
        let base = base_of(table);
        self.uses(database, table, index, kind);
        if looks_up && index != base {
            self.uses(database, table, base, UseKind::Lookup);
        }
    }

    /// Registers a change of a table: of all indexes for INSERT and DELETE, or of the indexes that
    /// an UPDATE touches. Fails with 652 if one of them is in a READ_ONLY filegroup. The table's
    /// heap or clustered index counts as changed in each case.
    pub fn changes(&mut self, rows: &TableRows, touched: Option<&Touched>) -> Result<(), SqlError> {
        let (database, table) = (&rows.database, &rows.table);
        self.uses(database, table, base_of(table), UseKind::Update);
        let all = rows.indexes.iter().enumerate();
        let changed = all.filter(|(number, _)| touched.is_none_or(|touched| touched.has(*number)));
        let changed: Vec<u16> = changed.map(|(_, index)| index.id).collect();
        changed.iter().for_each(|id| self.uses(database, table, *id, UseKind::Update));
        database.check_writable(table, |index| changed.contains(&index.id))
    }
}

/// The id of the clustered index, or 0 for a heap.
fn base_of(table: &Table) -> u16 {
    table.clustered().map_or(0, |index| index.id)
}
