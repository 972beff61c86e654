//! `sys.indexes`, `sys.index_columns` and `sys.key_constraints`.
//!
//! Columns: `relational-databases/system-catalog-views/sys-indexes-transact-sql`,
//! `sys-index-columns-transact-sql` and `sys-key-constraints-transact-sql`. A table without a
//! clustered index has a row for its heap.

use crate::objects;
use crate::view::{View, text};
use sluice_base::ids::FilegroupId;
use sluice_base::sync::Arc;
use sluice_catalog::{Column, Index, Table, ViewPermission};
use sluice_types::{DataType, Length, Value};

/// Returns the columns of `sys.indexes`.
pub(crate) fn columns() -> Vec<Column> {
    let bit = |name: &str| Column::nullable(name, DataType::Bit);
    vec![
        Column::not_null("object_id", DataType::Int),
        Column::nullable("name", DataType::SYSNAME),
        Column::not_null("index_id", DataType::Int),
        Column::not_null("type", DataType::TinyInt),
        Column::nullable("type_desc", DataType::NVarChar(Length::Limited(60))),
        bit("is_unique"),
        Column::nullable("data_space_id", DataType::Int),
        bit("ignore_dup_key"),
        bit("is_primary_key"),
        bit("is_unique_constraint"),
        Column::not_null("fill_factor", DataType::TinyInt),
        bit("is_padded"),
        bit("is_disabled"),
        bit("is_hypothetical"),
        bit("is_ignored_in_optimization"),
        bit("allow_row_locks"),
        bit("allow_page_locks"),
        bit("has_filter"),
        Column::nullable("filter_definition", DataType::NVarChar(Length::Max)),
        Column::nullable("compression_delay", DataType::Int),
        bit("suppress_dup_key_messages"),
        bit("auto_created"),
        bit("optimize_for_sequential_key"),
    ]
}

/// Defines `sys.indexes`. Rows are subject to metadata visibility. A query for one `object_id`
/// enumerates only that object.
pub(crate) fn view() -> View {
    View::sys(
        "indexes",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-indexes-transact-sql.md"),
        columns(),
        |context| {
            let mut rows = Vec::new();
            for table in context.stored_tables().into_iter().chain(context.objects.type_tables(context.catalog)) {
                if table.clustered().is_none() {
                    rows.push(row(table, None));
                }
                rows.extend(table.indexes.iter().map(|index| row(table, Some(index))));
            }
            rows
        },
    )
    .by_object(&["object_id"], 1)
}

/// Returns the row of an index, or of the heap.
fn row(table: &Arc<Table>, index: Option<&Index>) -> Vec<Value> {
    let (kind, description) = match index {
        None => (0, "HEAP"),
        Some(index) if index.is_clustered() => (1, "CLUSTERED"),
        Some(_) => (2, "NONCLUSTERED"),
    };
    let key = index.and_then(|index| index.constraint);
    let options = index.map(|index| index.options).unwrap_or_default();
    // Known once the table has storage, so for all tables that the view shows.
    let of_table = table.filegroups.rows.unwrap_or(FilegroupId::PRIMARY);
    let other = index.filter(|index| !index.is_clustered()).and_then(|index| index.filegroup);
    let filter = index.and_then(|index| index.filter.as_ref());
    vec![
        Value::Int(table.id.0),
        index.map_or(Value::Null, |index| text(&index.name)),
        Value::Int(index.map_or(0, |index| index.id.into())),
        Value::TinyInt(kind),
        text(description),
        Value::Bit(index.is_some_and(|index| index.unique)),
        Value::Int(other.unwrap_or(of_table).0.into()),
        Value::Bit(options.ignore_dup_key),
        Value::Bit(key.is_some_and(|key| key.is_primary)),
        Value::Bit(key.is_some_and(|key| !key.is_primary)),
        Value::TinyInt(options.fill_factor),
        Value::Bit(options.is_padded),
        Value::Bit(index.is_some_and(|index| index.is_disabled)),
        Value::Bit(false),
        Value::Bit(false),
        Value::Bit(!options.denies_row_locks),
        Value::Bit(!options.denies_page_locks),
        Value::Bit(filter.is_some()),
        filter.map_or(Value::Null, |filter| text(&filter.definition)),
        Value::Null,
        Value::Bit(false),
        Value::Bit(false),
        Value::Bit(options.is_for_sequential_key),
    ]
}

/// Defines `sys.index_columns`. Rows are subject to metadata visibility. A query for one
/// `object_id` enumerates only that object.
pub(crate) fn of_columns() -> View {
    let columns = vec![
        Column::not_null("object_id", DataType::Int),
        Column::not_null("index_id", DataType::Int),
        Column::not_null("index_column_id", DataType::Int),
        Column::not_null("column_id", DataType::Int),
        Column::not_null("key_ordinal", DataType::TinyInt),
        Column::not_null("partition_ordinal", DataType::TinyInt),
        Column::nullable("is_descending_key", DataType::Bit),
        Column::nullable("is_included_column", DataType::Bit),
        Column::not_null("column_store_order_ordinal", DataType::TinyInt),
    ];
    View::sys(
        "index_columns",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-index-columns-transact-sql.md"),
        columns,
        |context| {
            let mut rows = Vec::new();
            for table in context.stored_tables().into_iter().chain(context.objects.type_tables(context.catalog)) {
                for index in &table.indexes {
                    let keys = index.keys.iter().map(|key| (key.column, key.descending, false));
                    let included = index.included.iter().map(|column| (*column, false, true));
                    for (place, (column, descending, is_included)) in keys.chain(included).enumerate() {
                        let ordinal = if is_included { 0 } else { place as u8 + 1 };
                        rows.push(vec![
                            Value::Int(table.id.0),
                            Value::Int(index.id.into()),
                            Value::Int(place as i32 + 1),
                            Value::Int(table.columns[column].id.into()),
                            Value::TinyInt(ordinal),
                            Value::TinyInt(0),
                            Value::Bit(descending),
                            Value::Bit(is_included),
                            Value::TinyInt(0),
                        ]);
                    }
                }
            }
            rows
        },
    )
    .by_object(&["object_id"], 2)
}

/// Defines `sys.key_constraints`. Rows are subject to metadata visibility. A query for one
/// `object_id` or `parent_object_id` or one name enumerates only that object.
pub(crate) fn of_keys() -> View {
    let mut columns = objects::columns();
    columns.extend([
        Column::nullable("unique_index_id", DataType::Int),
        Column::nullable("is_system_named", DataType::Bit),
        Column::nullable("is_enforced", DataType::Bit),
    ]);
    View::sys(
        "key_constraints",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-key-constraints-transact-sql.md"),
        columns,
        |context| {
            let mut rows = Vec::new();
            for table in context.tables().into_iter().chain(context.objects.type_tables(context.catalog)) {
                for index in &table.indexes {
                    let Some(key) = index.constraint else { continue };
                    let mut row = objects::key_row(context.catalog, table, (&index.name, key));
                    row.extend([Value::Int(index.id.into()), Value::Bit(key.is_system_named), Value::Bit(true)]);
                    rows.push(row);
                }
            }
            rows
        },
    )
    .by_object(&["object_id", "parent_object_id"], 1)
    .by_name()
}
