//! `sys.dm_db_index_operational_stats(database, object, index, partition)`: the heaps and indexes.
//!
//! Columns: `sys-dm-db-index-operational-stats-transact-sql` of
//! `relational-databases/system-dynamic-management-views`. The activity of single heaps and indexes
//! isn't counted and is NULL, except what never happens: bulk operations leave no orphaned long
//! values, and a heap has nothing above its leaf level.

use crate::column_list;
use crate::index_physical_stats::{Unit, units};
use crate::view::{View, number, whole};
use sluice_catalog::ViewPermission;
use sluice_types::{DataType, Value};

/// Defines `sys.dm_db_index_operational_stats`. Arguments, errors and permissions are those of
/// [`units`]. Index 0 is the heap, and NULL or -1 all indexes. A partition other than 1 yields no
/// row. An unknown database fails with 2561, an object with 2573, an index with 2591.
pub(crate) fn function() -> View {
    View::function(
        "dm_db_index_operational_stats",
        ViewPermission::Filtered(
            "relational-databases/system-dynamic-management-views/sys-dm-db-index-operational-stats-transact-sql.md",
        ),
        &[DataType::SmallInt, DataType::Int, DataType::Int, DataType::Int],
        column_list::columns(COLUMNS),
        |context| Ok(whole(units(context)?.iter().map(row).collect())),
    )
}

fn row(unit: &Unit) -> Vec<Value> {
    column_list::row(COLUMNS, |name| match name {
        "database_id" => Value::SmallInt(unit.database.id.0 as i16),
        "object_id" => Value::Int(unit.table.id.0),
        "index_id" => Value::Int(unit.index.into()),
        "partition_number" => Value::Int(1),
        "lob_orphan_create_count" | "lob_orphan_insert_count" => number(0),
        name if unit.index == 0 && (name.starts_with("nonleaf_") || name.starts_with("tree_page_")) => number(0),
        _ => Value::Null,
    })
}

const COLUMNS: &str = "database_id smallint!; object_id int!; index_id int!; partition_number int!; hobt_id bigint; \
    leaf_insert_count bigint; leaf_delete_count bigint; leaf_update_count bigint; leaf_ghost_count bigint; \
    nonleaf_insert_count bigint; nonleaf_delete_count bigint; nonleaf_update_count bigint; \
    leaf_allocation_count bigint; nonleaf_allocation_count bigint; leaf_page_merge_count bigint; \
    nonleaf_page_merge_count bigint; range_scan_count bigint; singleton_lookup_count bigint; \
    forwarded_fetch_count bigint; lob_fetch_in_pages bigint; lob_fetch_in_bytes bigint; \
    lob_orphan_create_count bigint; lob_orphan_insert_count bigint; row_overflow_fetch_in_pages bigint; \
    row_overflow_fetch_in_bytes bigint; column_value_push_off_row_count bigint; \
    column_value_pull_in_row_count bigint; row_lock_count bigint; row_lock_wait_count bigint; \
    row_lock_wait_in_ms bigint; page_lock_count bigint; page_lock_wait_count bigint; page_lock_wait_in_ms bigint; \
    index_lock_promotion_attempt_count bigint; index_lock_promotion_count bigint; page_latch_wait_count bigint; \
    page_latch_wait_in_ms bigint; page_io_latch_wait_count bigint; page_io_latch_wait_in_ms bigint; \
    tree_page_latch_wait_count bigint; tree_page_latch_wait_in_ms bigint; tree_page_io_latch_wait_count bigint; \
    tree_page_io_latch_wait_in_ms bigint; page_compression_attempt_count bigint; \
    page_compression_success_count bigint";
