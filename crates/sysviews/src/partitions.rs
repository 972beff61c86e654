//! `sys.partitions`, `sys.allocation_units` and `sys.dm_db_partition_stats`: the single partition
//! of each heap and index, its row count, and its pages.
//!
//! Columns: `relational-databases/system-catalog-views/sys-partitions-transact-sql`,
//! `sys-allocation-units-transact-sql` and
//! `relational-databases/system-dynamic-management-views/sys-dm-db-partition-stats-transact-sql`.
//! Rows and pages are counted at each read, including those of open transactions, because no counts
//! are kept. All off-row values are LOB data; there is no separate allocation unit for row
//! overflow.

use crate::view::{View, number, text, whole};
use sluice_access::{Placement, Space, long_space_of, space_of};
use sluice_base::ids::{FilegroupId, PageId};
use sluice_catalog::{Column, Table, ViewPermission};
use sluice_session::{ViewContext, ViewRows};
use sluice_table::storage_error::sql_error;
use sluice_types::{DataType, Length, SqlError, Value};

/// Defines `sys.partitions`. Every login may read all of it. A query for one `object_id` enumerates
/// only that object.
pub(crate) fn view() -> View {
    let columns = vec![
        Column::not_null("partition_id", DataType::BigInt),
        Column::not_null("object_id", DataType::Int),
        Column::not_null("index_id", DataType::Int),
        Column::not_null("partition_number", DataType::Int),
        Column::not_null("hobt_id", DataType::BigInt),
        Column::nullable("rows", DataType::BigInt),
        Column::not_null("filestream_filegroup_id", DataType::SmallInt),
        Column::not_null("data_compression", DataType::TinyInt),
        Column::nullable("data_compression_desc", DataType::NVarChar(Length::Limited(60))),
        Column::nullable("xml_compression", DataType::Bit),
        Column::nullable("xml_compression_desc", DataType::varchar(Length::Limited(3))),
    ];
    View::stream(
        "partitions",
        ViewPermission::Public("relational-databases/system-catalog-views/sys-partitions-transact-sql.md"),
        columns,
        |context| {
            let counts = is_wanted(context, &[5]);
            rows(context, |partition| {
                let (compression, compression_name) = partition.table.compression_of(partition.index).number();
                let rows = if counts { number(partition.space(true)?.rows) } else { Value::Null };
                Ok(vec![vec![
                    partition.id(),
                    Value::Int(partition.table.id.0),
                    Value::Int(partition.index.into()),
                    Value::Int(1),
                    partition.id(),
                    rows,
                    Value::SmallInt(0),
                    Value::TinyInt(compression),
                    text(compression_name),
                    // XML_COMPRESSION = ON is refused.
                    Value::Bit(false),
                    text("OFF"),
                ]])
            })
        },
    )
    .by_object(&["object_id"], 2)
}

/// Defines `sys.allocation_units`. Every login may read all of it.
pub(crate) fn allocation_units() -> View {
    let columns = vec![
        Column::not_null("allocation_unit_id", DataType::BigInt),
        Column::not_null("type", DataType::TinyInt),
        Column::nullable("type_desc", DataType::NVarChar(Length::Limited(60))),
        Column::not_null("container_id", DataType::BigInt),
        Column::nullable("data_space_id", DataType::Int),
        Column::not_null("total_pages", DataType::BigInt),
        Column::not_null("used_pages", DataType::BigInt),
        Column::not_null("data_pages", DataType::BigInt),
    ];
    View::stream(
        "allocation_units",
        ViewPermission::Public("relational-databases/system-catalog-views/sys-allocation-units-transact-sql.md"),
        columns,
        |context| {
            let reads_pages = is_wanted(context, &[7]);
            rows(context, |partition| {
                let unit = |kind: u8, name, space: Space, filegroup: FilegroupId| {
                    let pages = [space.pages_reserved, space.pages_used, space.pages_of_data].map(number);
                    let id = Value::BigInt(partition.number() << 8 | i64::from(kind));
                    let filegroup = Value::Int(filegroup.0.into());
                    let facts = [id, Value::TinyInt(kind), text(name), partition.id(), filegroup];
                    facts.into_iter().chain(pages).collect()
                };
                let placement = partition.placement()?;
                let of_rows = unit(1, "IN_ROW_DATA", partition.space(reads_pages)?, placement.rows);
                let long = partition.long_space(reads_pages)?;
                let of_lobs = long.map(|space| unit(2, "LOB_DATA", space, placement.long_values));
                Ok([of_rows].into_iter().chain(of_lobs).collect())
            })
        },
    )
}

/// Defines `sys.dm_db_partition_stats`. Needs VIEW DATABASE STATE. A query for one `object_id`
/// enumerates only that object.
pub(crate) fn stats() -> View {
    let pages = |name| Column::nullable(name, DataType::BigInt);
    let columns = vec![
        Column::nullable("partition_id", DataType::BigInt),
        Column::not_null("object_id", DataType::Int),
        Column::not_null("index_id", DataType::Int),
        Column::not_null("partition_number", DataType::Int),
        pages("in_row_data_page_count"),
        pages("in_row_used_page_count"),
        pages("in_row_reserved_page_count"),
        pages("lob_used_page_count"),
        pages("lob_reserved_page_count"),
        pages("row_overflow_used_page_count"),
        pages("row_overflow_reserved_page_count"),
        pages("used_page_count"),
        pages("reserved_page_count"),
        pages("row_count"),
    ];
    View::stream(
        "dm_db_partition_stats",
        ViewPermission::DatabaseState(
            "relational-databases/system-dynamic-management-views/sys-dm-db-partition-stats-transact-sql.md",
        ),
        columns,
        |context| {
            let reads_pages = is_wanted(context, &[4, 13]);
            rows(context, |partition| {
                let in_row = partition.space(reads_pages)?;
                let long = partition.long_space(false)?.unwrap_or_default();
                let counts = [
                    in_row.pages_of_data,
                    in_row.pages_used,
                    in_row.pages_reserved,
                    long.pages_used,
                    long.pages_reserved,
                    0,
                    0,
                    in_row.pages_used + long.pages_used,
                    in_row.pages_reserved + long.pages_reserved,
                    in_row.rows,
                ];
                let ids = [Value::Int(partition.table.id.0), Value::Int(partition.index.into()), Value::Int(1)];
                Ok(vec![[partition.id()].into_iter().chain(ids).chain(counts.map(number)).collect()])
            })
        },
    )
    .by_object(&["object_id"], 2)
}

/// The single partition of a heap or index.
struct Partition<'a> {
    context: &'a ViewContext<'a>,
    table: &'a Table,
    index: u16,
    iam_root: PageId,
}

impl Partition<'_> {
    fn number(&self) -> i64 {
        self.table.partition_id(self.index)
    }

    fn id(&self) -> Value {
        Value::BigInt(self.number())
    }

    fn placement(&self) -> Result<Placement, SqlError> {
        let database = self.context.database;
        let placement = Placement::for_object(&database.storage, self.iam_root);
        placement.map_err(|error| sql_error(&error, &database.name))
    }

    fn space(&self, reads_pages: bool) -> Result<Space, SqlError> {
        let database = self.context.database;
        let space = space_of(&database.storage, self.iam_root, self.table.id, reads_pages);
        space.map_err(|error| sql_error(&error, &database.name))
    }

    fn long_space(&self, reads_pages: bool) -> Result<Option<Space>, SqlError> {
        let database = self.context.database;
        let space = long_space_of(&database.storage, self.iam_root, self.table.id, reads_pages);
        space.map_err(|error| sql_error(&error, &database.name))
    }
}

/// Returns the rows that `rows_of` yields for every partition.
fn rows(
    context: &ViewContext<'_>,
    rows_of: impl Fn(&Partition<'_>) -> Result<Vec<Vec<Value>>, SqlError>,
) -> Result<ViewRows, SqlError> {
    let mut rows = Vec::new();
    for table in context.objects.stored_tables(context.whole) {
        let heap = table.clustered().is_none().then_some((0, table.root));
        let indexes = table.indexes.iter().filter(|index| !index.root.is_none()).map(|index| (index.id, index.root));
        for (index, iam_root) in heap.into_iter().chain(indexes) {
            rows.extend(rows_of(&Partition { context, table, index, iam_root })?);
        }
    }
    Ok(whole(rows))
}

/// Whether the statement uses one of these columns.
fn is_wanted(context: &ViewContext<'_>, places: &[usize]) -> bool {
    places.iter().any(|place| context.wanted.get(*place).is_some_and(|wanted| *wanted))
}
