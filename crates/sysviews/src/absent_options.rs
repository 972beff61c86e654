//! `sys.database_query_store_options`: the options of Query Store, which the engine lacks and SQL
//! Server shows as turned off.
//!
//! Columns: `sys-database-query-store-options-transact-sql`. The other values are the documented
//! defaults.

use crate::view::{View, text};
use sluice_catalog::{Column, ViewPermission};
use sluice_types::{DataType, Length, Value};

/// `sys.database_query_store_options`: Query Store is off. Needs VIEW DATABASE STATE.
pub(crate) fn query_store() -> View {
    View::sys(
        "database_query_store_options",
        ViewPermission::DatabaseState(
            "relational-databases/system-catalog-views/sys-database-query-store-options-transact-sql.md",
        ),
        query_store_options().into_iter().map(|(column, _)| column).collect(),
        |_| vec![query_store_options().into_iter().map(|(_, value)| value).collect()],
    )
}

fn query_store_options() -> Vec<(Column, Value)> {
    let small = |name: &str, value| (Column::not_null(name, DataType::SmallInt), Value::SmallInt(value));
    let int = |name: &str, value| (Column::nullable(name, DataType::Int), Value::Int(value));
    let big = |name: &str, value| (Column::nullable(name, DataType::BigInt), Value::BigInt(value));
    let word = |name: &str, value: &str| (Column::nullable(name, DataType::NVarChar(Length::Limited(60))), text(value));
    vec![
        small("desired_state", 0),
        word("desired_state_desc", "OFF"),
        small("actual_state", 0),
        word("actual_state_desc", "OFF"),
        int("readonly_reason", 0),
        big("current_storage_size_mb", 0),
        big("flush_interval_seconds", 900),
        big("interval_length_minutes", 60),
        big("max_storage_size_mb", 1000),
        big("stale_query_threshold_days", 30),
        big("max_plans_per_query", 200),
        small("query_capture_mode", 2),
        word("query_capture_mode_desc", "AUTO"),
        int("capture_policy_execution_count", 30),
        big("capture_policy_total_compile_cpu_time_ms", 1000),
        big("capture_policy_total_execution_cpu_time_ms", 100),
        int("capture_policy_stale_threshold_hours", 24),
        small("size_based_cleanup_mode", 1),
        word("size_based_cleanup_mode_desc", "AUTO"),
        small("wait_stats_capture_mode", 1),
        word("wait_stats_capture_mode_desc", "ON"),
        (Column::nullable("actual_state_additional_info", DataType::NVarChar(Length::Limited(4000))), text("")),
    ]
}
