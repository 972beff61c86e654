//! `sys.dm_os_sys_info`, `sys.dm_os_host_info`, `sys.dm_os_sys_memory`,
//! `sys.dm_os_process_memory`, `sys.dm_os_volume_stats(database, file)` and
//! `sys.dm_server_services`: the machine, its operating system, and the process of the instance.
//!
//! Columns: the pages `sys-dm-os-…-transact-sql` and `sys-dm-server-services-transact-sql` of
//! `relational-databases/system-dynamic-management-views`, except columns without data. Each read
//! asks the operating system. Where it reports nothing, the row or view is missing.

use crate::column_list;
use crate::exec_sessions::time;
use crate::files::files_of;
use crate::schedulers::processors;
use crate::view::{View, number, text, whole};
use sluice_base::machine::{ProcessorFacts, Volume};
use sluice_base::ticks::Ticker;
use sluice_catalog::{Column, ViewPermission};
use sluice_session::{ViewContext, ViewRows};
use sluice_types::calendar::ticks_of_unix_ns;
use sluice_types::{DataType, Length, SqlError, Value};

/// `sys.dm_os_sys_info`: the start of the instance, processors, and memory. Needs VIEW SERVER
/// STATE.
pub(crate) fn sys_info() -> View {
    View::sys(
        "dm_os_sys_info",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-os-sys-info-transact-sql.md",
        ),
        column_list::columns(INFO_COLUMNS),
        |context| vec![info_row(context)],
    )
}

fn info_row(context: &ViewContext<'_>) -> Vec<Value> {
    let clock = context.host.clock();
    let now_ns = clock.monotonic_ns();
    let running_ns = now_ns.saturating_sub(context.host.started_ns()) as i64;
    let broker = context.database.storage.pool.broker();
    let machine = context.host.machine();
    let process = machine.process.unwrap_or_default();
    let processors_known = machine.processors;
    let count = |count: fn(ProcessorFacts) -> u32| {
        processors_known.map_or(Value::Null, |facts| Value::Int(i32::try_from(count(facts)).unwrap_or(i32::MAX)))
    };
    column_list::row(INFO_COLUMNS, |name| match name {
        "ms_ticks" => number(now_ns / NS_OF_MS),
        "cpu_count" | "scheduler_count" | "scheduler_total_count" => Value::Int(processors()),
        "physical_memory_kb" => number(machine.memory.unwrap_or_default().total),
        "virtual_memory_kb" => number(ADDRESS_SPACE_KB),
        "committed_kb" => number(broker.held() / 1024),
        "committed_target_kb" | "visible_target_kb" => number(broker.limit() / 1024),
        "sqlserver_start_time_ms_ticks" => number(context.host.started_ns() / NS_OF_MS),
        "sqlserver_start_time" => time(context, clock.utc_ns() - running_ns),
        "affinity_type" => Value::Int(2),
        "affinity_type_desc" => text("AUTO"),
        "process_kernel_time_ms" => number(process.kernel_ms),
        "process_user_time_ms" => number(process.user_ms),
        "softnuma_configuration" => Value::Int(0),
        "softnuma_configuration_desc" => text("OFF"),
        "cpu_ticks" if clock.has_ticks_of_processor() => number(Ticker::for_clock(&**clock).now()),
        "hyperthread_ratio" => count(|facts| facts.logical / facts.sockets.max(1)),
        "socket_count" => count(|facts| facts.sockets),
        "cores_per_socket" => count(|facts| facts.cores / facts.sockets.max(1)),
        "numa_node_count" => count(|facts| facts.nodes),
        "virtual_machine_type" => machine.is_virtual.map_or(Value::Null, |is_virtual| Value::Int(is_virtual.into())),
        "virtual_machine_type_desc" => {
            machine.is_virtual.map_or(Value::Null, |is_virtual| text(if is_virtual { "HYPERVISOR" } else { "NONE" }))
        }
        // Neither locked nor large pages.
        "sql_memory_model" => Value::Int(1),
        "sql_memory_model_desc" => text("CONVENTIONAL"),
        _ => Value::Null,
    })
}

/// `sys.dm_os_host_info`: the operating system. Every login may read all of it.
pub(crate) fn host_info() -> View {
    let words = |name| Column::not_null(name, DataType::NVarChar(Length::Limited(256)));
    let columns = vec![
        words("host_platform"),
        words("host_distribution"),
        words("host_release"),
        words("host_service_pack_level"),
        Column::nullable("host_sku", DataType::Int),
        Column::not_null("os_language_version", DataType::Int),
    ];
    View::sys(
        "dm_os_host_info",
        ViewPermission::Public(
            "relational-databases/system-dynamic-management-views/sys-dm-os-host-info-transact-sql.md",
        ),
        columns,
        |context| {
            let machine = context.host.machine();
            let words = [machine.platform, &machine.distribution, &machine.release, ""].map(text);
            vec![words.into_iter().chain([Value::Null, Value::Int(ENGLISH)]).collect()]
        },
    )
}

/// `sys.dm_os_sys_memory`: the machine's memory. The operating system sends no signals of much or
/// little memory, and its kernel isn't paged. Needs VIEW SERVER STATE.
pub(crate) fn sys_memory() -> View {
    let big = |name| Column::not_null(name, DataType::BigInt);
    let columns = vec![
        big("total_physical_memory_kb"),
        big("available_physical_memory_kb"),
        big("total_page_file_kb"),
        big("available_page_file_kb"),
        big("system_cache_kb"),
        big("kernel_paged_pool_kb"),
        big("kernel_nonpaged_pool_kb"),
        Column::not_null("system_high_memory_signal_state", DataType::Bit),
        Column::not_null("system_low_memory_signal_state", DataType::Bit),
        Column::not_null("system_memory_state_desc", DataType::NVarChar(Length::Limited(256))),
    ];
    View::sys(
        "dm_os_sys_memory",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-os-sys-memory-transact-sql.md",
        ),
        columns,
        |context| {
            let Some(memory) = context.host.machine().memory else { return Vec::new() };
            let free = memory.commit_limit.saturating_sub(memory.committed);
            let figures = [memory.total, memory.available, memory.commit_limit, free, memory.cached, 0, memory.kernel];
            let state = [Value::Bit(false), Value::Bit(false), text("Physical memory usage is steady")];
            vec![figures.map(number).into_iter().chain(state).collect()]
        },
    )
}

/// `sys.dm_os_process_memory`: the memory of the process. Needs VIEW SERVER STATE.
pub(crate) fn process_memory() -> View {
    let big = |name: &str| Column::not_null(name, DataType::BigInt);
    let mut columns: Vec<Column> = [
        "physical_memory_in_use_kb",
        "large_page_allocations_kb",
        "locked_page_allocations_kb",
        "total_virtual_address_space_kb",
        "virtual_address_space_reserved_kb",
        "virtual_address_space_committed_kb",
        "virtual_address_space_available_kb",
        "page_fault_count",
    ]
    .map(big)
    .to_vec();
    columns.extend([
        Column::not_null("memory_utilization_percentage", DataType::Int),
        big("available_commit_limit_kb"),
        Column::not_null("process_physical_memory_low", DataType::Bit),
        Column::not_null("process_virtual_memory_low", DataType::Bit),
    ]);
    View::sys(
        "dm_os_process_memory",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-os-process-memory-transact-sql.md",
        ),
        columns,
        |context| {
            let machine = context.host.machine();
            let (Some(process), Some(memory)) = (machine.process, machine.memory) else { return Vec::new() };
            let committed = process.resident + process.swapped;
            let figures = [
                process.resident,
                process.huge_pages,
                process.locked,
                ADDRESS_SPACE_KB,
                process.address_space,
                committed,
                ADDRESS_SPACE_KB.saturating_sub(process.address_space),
                process.faults,
            ];
            let used = process.resident * 100 / committed.max(1);
            let others = [
                Value::Int(used as i32),
                number(memory.commit_limit.saturating_sub(memory.committed)),
                Value::Bit(false),
                Value::Bit(false),
            ];
            vec![figures.map(number).into_iter().chain(others).collect()]
        },
    )
}

/// Defines `sys.dm_os_volume_stats`: the volume of a database's file. NULL, an unknown id or an
/// unknown volume yields no row. Needs VIEW SERVER STATE.
pub(crate) fn volume_stats() -> View {
    let words = |name| Column::nullable(name, DataType::NVarChar(Length::Limited(512)));
    let bit = |name| Column::not_null(name, DataType::Bit);
    let columns = vec![
        Column::not_null("database_id", DataType::Int),
        Column::not_null("file_id", DataType::Int),
        words("volume_mount_point"),
        words("volume_id"),
        words("logical_volume_name"),
        words("file_system_type"),
        Column::not_null("total_bytes", DataType::BigInt),
        Column::not_null("available_bytes", DataType::BigInt),
        bit("supports_compression"),
        bit("supports_alternate_streams"),
        bit("supports_sparse_files"),
        bit("is_read_only"),
        bit("is_compressed"),
    ];
    View::function(
        "dm_os_volume_stats",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-os-volume-stats-transact-sql.md",
        ),
        &[DataType::Int, DataType::Int],
        columns,
        volume_of,
    )
}

fn volume_of(context: &ViewContext<'_>) -> Result<ViewRows, SqlError> {
    let [Some(database), Some(file)] = [0, 1].map(|place| context.arguments[place].as_i64()) else {
        return Ok(whole(Vec::new()));
    };
    let files = files_of(context, Some(database)).into_iter();
    let found = files.map(|(_, known)| known.file).filter(|known| i64::from(known.id.0) == file);
    let row = |volume: Volume| {
        vec![
            Value::Int(database as i32),
            Value::Int(file as i32),
            text(&volume.mount_point),
            text(""),
            text(""),
            text(&volume.file_system),
            number(volume.total_bytes),
            number(volume.available_bytes),
            Value::Bit(COMPRESSING.contains(&&*volume.file_system)),
            Value::Bit(false),
            Value::Bit(!WITHOUT_HOLES.contains(&&*volume.file_system)),
            Value::Bit(volume.is_read_only),
            Value::Bit(false),
        ]
    };
    Ok(whole(found.filter_map(|known| context.host.volume(&known.path)).map(row).collect()))
}

/// `sys.dm_server_services`: the service of the instance. Its start mode and account belong to the
/// system's service manager and are unknown. Needs VIEW SERVER STATE.
pub(crate) fn services() -> View {
    let words = |name| Column::not_null(name, DataType::NVarChar(Length::Limited(256)));
    let letter = DataType::NVarChar(Length::Limited(1));
    let columns = vec![
        words("servicename"),
        Column::nullable("startup_type", DataType::Int),
        words("startup_type_desc"),
        Column::nullable("status", DataType::Int),
        words("status_desc"),
        Column::not_null("process_id", DataType::Int),
        Column::nullable("last_startup_time", DataType::DateTimeOffset(7)),
        words("service_account"),
        words("filename"),
        Column::not_null("is_clustered", letter),
        Column::nullable("cluster_nodename", DataType::NVarChar(Length::Limited(256))),
        Column::nullable("instant_file_initialization_enabled", letter),
    ];
    View::sys(
        "dm_server_services",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-server-services-transact-sql.md",
        ),
        columns,
        |context| {
            let clock = context.host.clock();
            let running_ns = clock.monotonic_ns().saturating_sub(context.host.started_ns()) as i64;
            let started_ns = clock.utc_ns() - running_ns;
            let offset_min = clock.local_offset_s(started_ns) / 60;
            let program = std::env::current_exe().map(|path| path.display().to_string()).unwrap_or_default();
            vec![vec![
                text("SQL Server (MSSQLSERVER)"),
                Value::Null,
                text("Other"),
                Value::Int(4),
                text("Running"),
                Value::Int(i32::try_from(std::process::id()).unwrap_or(i32::MAX)),
                Value::DateTimeOffset(ticks_of_unix_ns(started_ns), offset_min as i16),
                text(""),
                text(&program),
                text("N"),
                Value::Null,
                Value::Null,
            ]]
        },
    )
}

/// English (United States), the language of the system's messages.
const ENGLISH: i32 = 1033;
/// The part of the address space that a process of a 64-bit system may use: 47 bits.
const ADDRESS_SPACE_KB: u64 = 1 << 37;
/// File systems that can compress files.
const COMPRESSING: [&str; 3] = ["btrfs", "zfs", "f2fs"];
/// File systems without sparse files.
const WITHOUT_HOLES: [&str; 2] = ["vfat", "exfat"];
const NS_OF_MS: u64 = 1_000_000;

/// The columns of `sys.dm_os_sys_info`. Those that the operating system doesn't report are NULL.
const INFO_COLUMNS: &str = "cpu_ticks bigint; ms_ticks bigint!; cpu_count int!; hyperthread_ratio int; \
    physical_memory_kb bigint!; virtual_memory_kb bigint!; committed_kb bigint!; committed_target_kb bigint!; \
    visible_target_kb bigint!; stack_size_in_bytes int; os_quantum bigint; os_error_mode int; \
    os_priority_class int; max_workers_count int; scheduler_count int!; scheduler_total_count int!; \
    deadlock_monitor_serial_number int; sqlserver_start_time_ms_ticks bigint!; sqlserver_start_time datetime!; \
    affinity_type int!; affinity_type_desc varchar(60)!; process_kernel_time_ms bigint!; \
    process_user_time_ms bigint!; time_source int; time_source_desc nvarchar(60); virtual_machine_type int; \
    virtual_machine_type_desc nvarchar(60); softnuma_configuration int!; softnuma_configuration_desc nvarchar(60)!; \
    process_physical_affinity nvarchar(3072); sql_memory_model int!; sql_memory_model_desc nvarchar(120)!; \
    socket_count int; cores_per_socket int; numa_node_count int; container_type int; \
    container_type_desc nvarchar(60)";
