//! `sys.dm_db_index_physical_stats(database, object, index, partition, mode)`: size and
//! fragmentation of heaps, indexes and long values.
//!
//! Columns: `sys-dm-db-index-physical-stats-transact-sql` of
//! `relational-databases/system-dynamic-management-views`.
//! NULL and 0 denote all databases, objects and partitions, NULL and -1 all indexes. There are no
//! row-overflow pages, no columnstore indexes and no versions of accelerated database recovery. A
//! heap's fragments are runs of its extents.

use crate::view::{View, number, text};
use sluice_access::{
    BTree, LevelFigures, PhysicalScan, RecordFigures, heap_figures, long_figures, percent, tree_figures,
};
use sluice_base::ids::{DatabaseId, ObjectId, PageId};
use sluice_base::sync::Arc;
use sluice_catalog::{Catalog, Column, Table, ViewPermission};
use sluice_session::{ViewContext, ViewRows};
use sluice_table::Database;
use sluice_table::storage_error::sql_error;
use sluice_types::{DataType, Length, SqlError, Value};

/// Defines `sys.dm_db_index_physical_stats`. A mode other than LIMITED, SAMPLED or DETAILED fails
/// with 2561. The other arguments, errors and permissions are those of [`units`].
pub(crate) fn function() -> View {
    let big = |name: &str| Column::nullable(name, DataType::BigInt);
    let int = |name: &str| Column::nullable(name, DataType::Int);
    let float = |name: &str| Column::nullable(name, DataType::Float);
    let words = |name: &str| Column::nullable(name, DataType::NVarChar(Length::Limited(60)));
    let tiny = |name: &str| Column::nullable(name, DataType::TinyInt);
    let mut columns = vec![
        Column::nullable("database_id", DataType::SmallInt),
        int("object_id"),
        int("index_id"),
        int("partition_number"),
        words("index_type_desc"),
        words("alloc_unit_type_desc"),
        tiny("index_depth"),
        tiny("index_level"),
        float("avg_fragmentation_in_percent"),
        big("fragment_count"),
        float("avg_fragment_size_in_pages"),
        big("page_count"),
        float("avg_page_space_used_in_percent"),
        big("record_count"),
        big("ghost_record_count"),
        big("version_ghost_record_count"),
        int("min_record_size_in_bytes"),
        int("max_record_size_in_bytes"),
        float("avg_record_size_in_bytes"),
        big("forwarded_record_count"),
        big("compressed_page_count"),
        big("hobt_id"),
        tiny("columnstore_delete_buffer_state"),
        words("columnstore_delete_buffer_state_desc"),
    ];
    columns.extend(VERSION_COUNTS.map(big));
    View::function(
        "dm_db_index_physical_stats",
        ViewPermission::Filtered(
            "relational-databases/system-dynamic-management-views/sys-dm-db-index-physical-stats-transact-sql.md",
        ),
        &[DataType::SmallInt, DataType::Int, DataType::Int, DataType::Int, DataType::SYSNAME],
        columns,
        rows,
    )
}

/// A heap or an index. A disabled index, which has no pages, is none.
pub(crate) struct Unit {
    pub(crate) database: Arc<Database>,
    pub(crate) table: Arc<Table>,
    pub(crate) index: u16,
    root: PageId,
}

fn rows(context: &ViewContext<'_>) -> Result<ViewRows, SqlError> {
    let mode = mode_of(&context.arguments[4])?;
    let units = units(context)?;
    Ok(Box::new(units.into_iter().flat_map(move |unit| match unit.rows(mode) {
        Ok(rows) => rows.into_iter().map(Ok).collect::<Vec<_>>(),
        Err(error) => vec![Err(error)],
    })))
}

/// Returns the mode. Fails with 2561 for another word.
fn mode_of(written: &Value) -> Result<PhysicalScan, SqlError> {
    Ok(match written.as_str().map(|word| word.trim_end().to_uppercase()).as_deref() {
        None | Some("LIMITED" | "DEFAULT") => PhysicalScan::Limited,
        Some("SAMPLED") => PhysicalScan::Sampled,
        Some("DETAILED") => PhysicalScan::Detailed,
        Some(_) => return Err(SqlError::incorrect_parameter(5)),
    })
}

/// Returns the heaps and indexes that the call's arguments name. Fails with 2561 for a database
/// that doesn't exist, 2573 for an object, 2591 for an index, and without the permissions of the
/// page. A partition other than 1, and a view or procedure, yield none. For all databases, closed
/// ones are opened, and those without permission are left out.
pub(crate) fn units(context: &ViewContext<'_>) -> Result<Vec<Unit>, SqlError> {
    let asked = |place: usize| context.arguments[place].as_i64().filter(|id| *id != 0);
    let (database, object, partition) = (asked(0), asked(1), asked(3));
    let index = context.arguments[2].as_i64().filter(|id| *id != ALL_INDEXES);
    if partition.is_some_and(|partition| partition != 1) {
        return Ok(Vec::new());
    }
    let Some(id) = database else {
        context.need_server_state()?;
        // The numbers come from the pages, so closed databases are opened.
        let listed = context.host.listed().into_iter();
        let open = listed.filter_map(|listed| context.host.database_by_id(listed.id));
        let with_names = open.map(|database| (context.catalog_of(&database), database));
        let seen = with_names.filter(|(catalog, database)| context.need_database_state(database, catalog).is_ok());
        return Ok(seen.flat_map(|(catalog, database)| of_database(&database, &catalog)).collect());
    };
    let found = u16::try_from(id).ok().and_then(|id| context.host.database_by_id(DatabaseId(id)));
    let database = found.ok_or_else(|| SqlError::incorrect_parameter(1))?;
    let catalog = context.catalog_of(&database);
    let Some(object) = object else {
        context.need_database_state(&database, &catalog)?;
        return Ok(of_database(&database, &catalog));
    };
    let not_found = || SqlError::object_id_not_found(object);
    let table = i32::try_from(object).ok().and_then(|id| catalog.stored_table_by_id(ObjectId(id)));
    let Some(table) = table else {
        // A view or procedure has no pages of its own.
        let is_module = i32::try_from(object).is_ok_and(|id| catalog.module_by_id(ObjectId(id)).is_some());
        return if is_module { Ok(Vec::new()) } else { Err(not_found()) };
    };
    context.need_control_or_state((&database, &catalog), table)?;
    let mut units = of_table(&database, table);
    if let Some(index) = index {
        units.retain(|unit| i64::from(unit.index) == index);
        if units.is_empty() {
            return Err(SqlError::index_id_not_in_catalog(index, &table.name));
        }
    }
    Ok(units)
}

fn of_database(database: &Arc<Database>, catalog: &Catalog) -> Vec<Unit> {
    catalog.stored_tables().into_iter().flat_map(|table| of_table(database, table)).collect()
}

fn of_table(database: &Arc<Database>, table: &Arc<Table>) -> Vec<Unit> {
    let heap = table.clustered().is_none().then_some((0, table.root));
    let indexes = table.indexes.iter().filter(|index| !index.root.is_none()).map(|index| (index.id, index.root));
    let unit = |(index, root)| Unit { database: Arc::clone(database), table: Arc::clone(table), index, root };
    heap.into_iter().chain(indexes).map(unit).collect()
}

impl Unit {
    /// Returns a row for each level of the index that the mode shows, or one for the heap, and one
    /// for the long values.
    fn rows(&self, mode: PhysicalScan) -> Result<Vec<Vec<Value>>, SqlError> {
        let storage = &self.database.storage;
        let place = (self.root, self.table.id);
        let failed = |error| sql_error(&error, &self.database.name);
        let mut rows = Vec::new();
        if self.index == 0 {
            let heap = heap_figures(storage, place, mode).map_err(failed)?;
            rows.push(self.row(&heap, mode, Level::Heap));
        } else {
            let tree = BTree::at(self.root, self.table.id);
            let levels = tree_figures(storage, &tree, mode).map_err(failed)?;
            let shown = if mode == PhysicalScan::Detailed { levels.len() } else { 1 };
            let depth = levels.len() as u8;
            let level = |(level, figures)| self.row(figures, mode, Level::Tree { level, depth });
            rows.extend((0..).zip(&levels[..shown]).map(level));
        }
        let long = long_figures(storage, place, mode).map_err(failed)?;
        rows.extend(long.map(|figures| self.row(&figures, mode, Level::Long)));
        Ok(rows)
    }

    fn row(&self, figures: &LevelFigures, mode: PhysicalScan, level: Level) -> Vec<Value> {
        let kind = match self.index {
            0 => "HEAP",
            1 => "CLUSTERED INDEX",
            _ => "NONCLUSTERED INDEX",
        };
        let (depth, number_of_level) = match level {
            Level::Tree { level, depth } => (depth, level),
            Level::Heap | Level::Long => (1, 0),
        };
        let mut row = vec![
            Value::SmallInt(self.database.id.0 as i16),
            Value::Int(self.table.id.0),
            Value::Int(self.index.into()),
            Value::Int(1),
            text(kind),
            text(if level == Level::Long { "LOB_DATA" } else { "IN_ROW_DATA" }),
            Value::TinyInt(depth),
            Value::TinyInt(number_of_level),
        ];
        row.extend(fragments(figures, mode, level));
        row.push(number(figures.pages));
        row.extend(records(figures, mode, level));
        row.extend([Value::BigInt(self.table.partition_id(self.index)), Value::TinyInt(0), text("NOT VALID")]);
        let versions = if mode == PhysicalScan::Limited { Value::Null } else { number(0) };
        row.extend(std::iter::repeat_n(versions, VERSION_COUNTS.len()));
        row
    }
}

/// The part of a heap or index that a row shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Heap,
    Tree { level: u8, depth: u8 },
    Long,
}

/// Returns the fragmentation, the number of fragments and their average size.
fn fragments(figures: &LevelFigures, mode: PhysicalScan, level: Level) -> [Value; 3] {
    let fragmentation = Value::Float(percent(figures.out_of_order, figures.ordered));
    match level {
        Level::Heap if mode == PhysicalScan::Sampled => [Value::Null, Value::Null, Value::Null],
        Level::Heap | Level::Tree { level: 0, .. } => {
            let average = figures.pages as f64 / figures.fragments.max(1) as f64;
            [fragmentation, number(figures.fragments), Value::Float(average)]
        }
        Level::Tree { .. } => [fragmentation, Value::Null, Value::Null],
        Level::Long => [Value::Float(0.0), Value::Null, Value::Null],
    }
}

/// Returns the figures of the records: NULL in the mode LIMITED. Figures of a sample are scaled to
/// all pages.
fn records(figures: &LevelFigures, mode: PhysicalScan, level: Level) -> [Value; 9] {
    if mode == PhysicalScan::Limited {
        return std::array::from_fn(|_| Value::Null);
    }
    let records: &RecordFigures = &figures.records;
    let scaled = |count: u64| {
        let all = u128::from(count) * u128::from(figures.pages) / u128::from(records.pages.max(1));
        number(u64::try_from(all).unwrap_or(u64::MAX))
    };
    [
        Value::Float(records.fullness()),
        scaled(records.live),
        scaled(records.ghosts),
        scaled(records.version_ghosts),
        Value::Int(records.bytes_min as i32),
        Value::Int(records.bytes_max as i32),
        Value::Float(records.bytes_average()),
        if level == Level::Heap { scaled(records.stubs) } else { Value::Null },
        scaled(records.compressed_pages),
    ]
}

/// The index id that denotes all indexes, like NULL.
const ALL_INDEXES: i64 = -1;
/// Counts of versions of accelerated database recovery.
const VERSION_COUNTS: [&str; 6] = [
    "version_record_count",
    "inrow_version_record_count",
    "inrow_diff_version_record_count",
    "total_inrow_version_payload_size_in_bytes",
    "offrow_regular_version_record_count",
    "offrow_long_term_version_record_count",
];
