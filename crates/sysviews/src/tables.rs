//! `sys.tables`: the user tables of a database.
//!
//! Columns: `relational-databases/system-catalog-views/sys-tables-transact-sql`. Tables are never
//! replicated, memory-optimized, temporal, external, ledger or graph tables.

use crate::objects;
use crate::view::{View, text};
use sluice_catalog::{Catalog, Column, Table, ViewPermission};
use sluice_types::{DataType, Length, Value};

/// Defines `sys.tables`. Rows are subject to metadata visibility. A query for one `object_id` or
/// one name enumerates only that object.
pub(crate) fn view() -> View {
    let columns = objects::columns().into_iter().chain(options(None).into_iter().map(|(column, _)| column)).collect();
    View::sys(
        "tables",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-tables-transact-sql.md"),
        columns,
        |context| context.tables().into_iter().map(|table| row(context.catalog, table)).collect(),
    )
    .by_object(&["object_id"], 1)
    .by_name()
}

fn row(catalog: &Catalog, table: &Table) -> Vec<Value> {
    let schema = objects::schema_id(catalog, &table.schema);
    let mut row = objects::row(catalog, (&table.name, table.id.0), 0, "U", schema);
    objects::mark(&mut row, table.options.is_marked);
    row.extend(options(Some(table)).into_iter().map(|(_, value)| value));
    row
}

/// Returns the columns behind those of `sys.objects`, with their values for `table`.
fn options(table: Option<&Table>) -> Vec<(Column, Value)> {
    let options = table.map(|table| table.options).unwrap_or_default();
    let (escalation, escalation_name) = options.lock_escalation.number();
    let bit = |name: &str, value| (Column::nullable(name, DataType::Bit), Value::Bit(value));
    let int = |name: &str, value| (Column::nullable(name, DataType::Int), value);
    let tiny = |name: &str, value| (Column::nullable(name, DataType::TinyInt), Value::TinyInt(value));
    let word = |name: &str, value: &str| (Column::nullable(name, WORDS), text(value));
    let unit = |name: &str| (Column::nullable(name, DataType::NVarChar(Length::Limited(10))), Value::Null);
    vec![
        int("lob_data_space_id", Value::Int(0)),
        int("filestream_data_space_id", Value::Null),
        (
            Column::not_null("max_column_id_used", DataType::Int),
            Value::Int(table.map_or(0, |table| table.last_column.into())),
        ),
        bit("lock_on_bulk_load", options.locks_on_bulk_load),
        bit("uses_ansi_nulls", true),
        bit("is_replicated", false),
        bit("has_replication_filter", false),
        bit("is_merge_published", false),
        bit("is_sync_tran_subscribed", false),
        bit("has_unchecked_assembly_data", false),
        int("text_in_row_limit", Value::Int(0)),
        bit("large_value_types_out_of_row", options.large_values_out_of_row),
        bit("is_tracked_by_cdc", false),
        tiny("lock_escalation", escalation),
        word("lock_escalation_desc", escalation_name),
        bit("is_filetable", false),
        bit("is_memory_optimized", false),
        tiny("durability", 0),
        word("durability_desc", "SCHEMA_AND_DATA"),
        tiny("temporal_type", 0),
        word("temporal_type_desc", "NON_TEMPORAL_TABLE"),
        int("history_table_id", Value::Null),
        bit("is_remote_data_archive_enabled", false),
        bit("is_external", false),
        int("history_retention_period", Value::Null),
        int("history_retention_period_unit", Value::Null),
        unit("history_retention_period_unit_desc"),
        bit("is_node", false),
        bit("is_edge", false),
        int("data_retention_period", Value::Null),
        int("data_retention_period_unit", Value::Null),
        unit("data_retention_period_unit_desc"),
        tiny("ledger_type", 0),
        word("ledger_type_desc", "NON_LEDGER_TABLE"),
        int("ledger_view_id", Value::Null),
        bit("is_dropped_ledger_table", false),
    ]
}

const WORDS: DataType = DataType::NVarChar(Length::Limited(60));
