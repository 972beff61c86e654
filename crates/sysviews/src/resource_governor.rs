//! `sys.resource_governor_configuration`, `_resource_pools` and `_workload_groups`, and the dynamic
//! views of the same names with `dm_`: Resource Governor is off, so the predefined pools and groups
//! `internal` and `default` exist with their documented settings. All sessions are in `default`.
//!
//! Columns: the pages of these names in `relational-databases/system-catalog-views` and
//! `relational-databases/system-dynamic-management-views`. Figures that aren't counted are NULL.

use crate::blocking::blocked;
use crate::column_list;
use crate::exec_sessions::{DEFAULT_GROUP, time};
use crate::view::{View, number, text};
use sluice_catalog::ViewPermission;
use sluice_session::ViewContext;
use sluice_session::configuration_options::MAX_DEGREE;
use sluice_types::Value;

/// Defines `sys.resource_governor_configuration`: Resource Governor is off and has no classifier
/// function. Every login may read it.
pub(crate) fn configuration() -> View {
    View::sys(
        "resource_governor_configuration",
        ViewPermission::Metadata(
            "relational-databases/system-catalog-views/sys-resource-governor-configuration-transact-sql.md",
        ),
        column_list::columns("classifier_function_id int!; is_enabled bit!; max_outstanding_io_per_volume int!"),
        |_| vec![vec![Value::Int(0), Value::Bit(false), Value::Int(0)]],
    )
}

/// Defines `sys.dm_resource_governor_configuration`: off, with no change pending. Needs VIEW SERVER
/// STATE.
pub(crate) fn current_configuration() -> View {
    View::sys(
        "dm_resource_governor_configuration",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-resource-governor-configuration-transact-sql.md",
        ),
        column_list::columns(
            "classifier_function_id int!; is_reconfiguration_pending bit!; max_outstanding_io_per_volume int!",
        ),
        |_| vec![vec![Value::Int(0), Value::Bit(false), Value::Int(0)]],
    )
}

/// Defines `sys.resource_governor_resource_pools`: `internal` and `default` with their settings.
pub(crate) fn pools() -> View {
    View::sys(
        "resource_governor_resource_pools",
        ViewPermission::Metadata(
            "relational-databases/system-catalog-views/sys-resource-governor-resource-pools-transact-sql.md",
        ),
        column_list::columns(POOL_COLUMNS),
        |_| {
            let row = |(id, name): &(i32, &str)| {
                let settings = POOL_SETTINGS.into_iter().chain([0, 0]).map(Value::Int);
                [Value::Int(*id), text(name)].into_iter().chain(settings).collect()
            };
            PREDEFINED.iter().map(row).collect()
        },
    )
}

/// Defines `sys.resource_governor_workload_groups`: `internal` and `default` with their settings.
pub(crate) fn groups() -> View {
    View::sys(
        "resource_governor_workload_groups",
        ViewPermission::Metadata(
            "relational-databases/system-catalog-views/sys-resource-governor-workload-groups-transact-sql.md",
        ),
        column_list::columns(GROUP_COLUMNS),
        |_| {
            let row = |(id, name): &(i32, &str)| {
                let mut row = vec![Value::Int(*id), text(name), text("Medium"), Value::Int(GRANT_PERCENT)];
                row.extend([0, 0, 0, 0, *id, EXTERNAL_POOL].map(Value::Int));
                row.push(Value::Real(GRANT_PERCENT as f32));
                row
            };
            PREDEFINED.iter().map(row).collect()
        },
    )
}

/// `sys.dm_resource_governor_resource_pools`. Needs VIEW SERVER STATE.
pub(crate) fn current_pools() -> View {
    View::sys(
        "dm_resource_governor_resource_pools",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-resource-governor-resource-pools-transact-sql.md",
        ),
        column_list::columns(CURRENT_POOL_COLUMNS),
        |context| {
            let grants = context.host.grants();
            let row = |(id, name): &(i32, &str)| {
                let is_default = *id == DEFAULT_GROUP;
                let of_default = |count: usize| Value::Int(if is_default { count as i32 } else { 0 });
                named(context, CURRENT_POOL_COLUMNS, |column| match column {
                    "pool_id" => Value::Int(*id),
                    "name" => text(name),
                    "active_memgrant_count" => of_default(grants.given()),
                    "memgrant_waiter_count" => of_default(grants.waiting()),
                    "min_cpu_percent" | "min_memory_percent" => Value::Int(0),
                    "max_cpu_percent" | "max_memory_percent" | "cap_cpu_percent" => Value::Int(100),
                    _ => Value::Null,
                })
            };
            PREDEFINED.iter().map(row).collect()
        },
    )
}

/// `sys.dm_resource_governor_workload_groups`. Needs VIEW SERVER STATE.
pub(crate) fn current_groups() -> View {
    View::sys(
        "dm_resource_governor_workload_groups",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-resource-governor-workload-groups-transact-sql.md",
        ),
        column_list::columns(CURRENT_GROUP_COLUMNS),
        |context| {
            let active = context.host.sessions().iter().filter(|session| session.is_running()).count();
            let waiting = blocked(context).len();
            let running = context.host.sessions().into_iter().filter(|session| session.is_running());
            let helpers: u64 = running.map(|session| u64::from(session.degree()) - 1).sum();
            let row = |(id, name): &(i32, &str)| {
                let of_default = |count: usize| Value::Int(if *id == DEFAULT_GROUP { count as i32 } else { 0 });
                named(context, CURRENT_GROUP_COLUMNS, |column| match column {
                    "group_id" | "pool_id" => Value::Int(*id),
                    "name" => text(name),
                    "external_pool_id" => Value::Int(EXTERNAL_POOL),
                    "active_request_count" => of_default(active),
                    "blocked_task_count" => of_default(waiting),
                    "importance" => text("Medium"),
                    "request_max_memory_grant_percent" => Value::Int(GRANT_PERCENT),
                    "request_max_memory_grant_percent_numeric" => Value::Float(GRANT_PERCENT.into()),
                    // No limit of requests or processor time is set, so none is exceeded.
                    "total_queued_request_count" | "total_cpu_limit_violation_count" => number(0),
                    "queued_request_count" | "request_max_cpu_time_sec" => Value::Int(0),
                    "request_memory_grant_timeout_sec" | "group_max_requests" | "max_dop" => Value::Int(0),
                    "active_parallel_thread_count" => number(if *id == DEFAULT_GROUP { helpers } else { 0 }),
                    "effective_max_dop" => Value::Int(context.host.configurations().in_use(MAX_DEGREE)),
                    _ => Value::Null,
                })
            };
            PREDEFINED.iter().map(row).collect()
        },
    )
}

/// Returns a row by its columns' names. The statistics begin with the instance.
fn named(context: &ViewContext<'_>, columns: &str, value: impl Fn(&str) -> Value) -> Vec<Value> {
    let clock = context.host.clock();
    let running_ns = clock.monotonic_ns().saturating_sub(context.host.started_ns()) as i64;
    column_list::row(columns, |name| match name {
        "statistics_start_time" => time(context, clock.utc_ns() - running_ns),
        other => value(other),
    })
}

/// The ids and names of the predefined pools and groups.
const PREDEFINED: [(i32, &str); 2] = [(1, "internal"), (DEFAULT_GROUP, "default")];
/// The least and the most percent of the processors, of memory, and the cap of the processors.
const POOL_SETTINGS: [i32; 5] = [0, 100, 0, 100, 100];
/// The default of REQUEST_MAX_MEMORY_GRANT_PERCENT.
const GRANT_PERCENT: i32 = 25;
/// The default pool of external scripts.
const EXTERNAL_POOL: i32 = 2;

const POOL_COLUMNS: &str = "pool_id int!; name sysname!; min_cpu_percent int!; max_cpu_percent int!; \
    min_memory_percent int!; max_memory_percent int!; cap_cpu_percent int!; min_iops_per_volume int!; \
    max_iops_per_volume int!";

const GROUP_COLUMNS: &str = "group_id int!; name sysname!; importance sysname!; \
    request_max_memory_grant_percent int!; request_max_cpu_time_sec int!; request_memory_grant_timeout_sec int!; \
    max_dop int!; group_max_requests int!; pool_id int!; external_pool_id int!; \
    request_max_memory_grant_percent_numeric real!";

const CURRENT_POOL_COLUMNS: &str = "pool_id int!; name sysname!; statistics_start_time datetime!; \
    total_cpu_usage_ms bigint; cache_memory_kb bigint; compile_memory_kb bigint; used_memgrant_kb bigint; \
    total_memgrant_count bigint; total_memgrant_timeout_count bigint; active_memgrant_count int!; \
    active_memgrant_kb bigint; memgrant_waiter_count int!; max_memory_kb bigint; used_memory_kb bigint; \
    target_memory_kb bigint; out_of_memory_count bigint; min_cpu_percent int!; max_cpu_percent int!; \
    min_memory_percent int!; max_memory_percent int!; cap_cpu_percent int!; min_iops_per_volume int; \
    max_iops_per_volume int; read_io_queued_total int; read_io_issued_total int; read_io_completed_total int; \
    read_io_throttled_total int; read_bytes_total bigint; read_io_stall_total_ms bigint; \
    read_io_stall_queued_ms bigint; write_io_queued_total int; write_io_issued_total int; \
    write_io_completed_total int; write_io_throttled_total int; write_bytes_total bigint; \
    write_io_stall_total_ms bigint; write_io_stall_queued_ms bigint; io_issue_violations_total int; \
    io_issue_delay_total_ms bigint";

const CURRENT_GROUP_COLUMNS: &str = "group_id int!; name sysname!; pool_id int!; external_pool_id int!; \
    statistics_start_time datetime!; total_request_count bigint; total_queued_request_count bigint!; \
    active_request_count int!; queued_request_count int!; total_cpu_limit_violation_count bigint!; \
    total_cpu_usage_ms bigint; max_request_cpu_time_ms bigint; blocked_task_count int!; \
    total_lock_wait_count bigint; total_lock_wait_time_ms bigint; total_query_optimization_count bigint; \
    total_suboptimal_plan_generation_count bigint; total_reduced_memgrant_count bigint; \
    max_request_grant_memory_kb bigint; active_parallel_thread_count bigint!; importance sysname!; \
    request_max_memory_grant_percent int!; request_max_cpu_time_sec int!; \
    request_memory_grant_timeout_sec int!; group_max_requests int!; max_dop int!; effective_max_dop int!; \
    total_cpu_usage_preemptive_ms bigint; request_max_memory_grant_percent_numeric float!";
