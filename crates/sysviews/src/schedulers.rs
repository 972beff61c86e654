//! `sys.dm_os_schedulers`, `sys.dm_os_nodes`, `sys.dm_os_workers` and `sys.dm_os_threads`: the
//! processors, and the threads that run requests.
//!
//! Columns: the pages of these names in `relational-databases/system-dynamic-management-views`. The
//! operating system schedules the threads. A request belongs to the processor on which its thread
//! runs or ran last, which the system reports; what else SQL Server counts for a scheduler is NULL.
//! A request has one worker and one thread, and the three have the address of its task
//! (`sys.dm_os_tasks`). The engine's own threads aren't shown.

use crate::column_list;
use crate::exec_sessions::{RUNNABLE, SUSPENDED, scheduler_of, state_of, task_address};
use crate::view::{View, number, text};
use sluice_base::machine;
use sluice_base::sync::Arc;
use sluice_base::waits::WaitType;
use sluice_catalog::ViewPermission;
use sluice_session::{SessionSight, ViewContext};
use sluice_types::Value;

/// `sys.dm_os_schedulers`: one for each processor. Needs VIEW SERVER STATE.
pub(crate) fn schedulers() -> View {
    View::sys(
        "dm_os_schedulers",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-os-schedulers-transact-sql.md",
        ),
        column_list::columns(SCHEDULER_COLUMNS),
        |context| {
            let sessions: Vec<_> = running(context).collect();
            let tasks = sessions.iter().map(|session| (scheduler_of(context, session), state_of(session)));
            let tasks: Vec<(Value, &str)> = tasks.collect();
            (0..processors()).map(|id| scheduler(id, &tasks)).collect()
        },
    )
}

/// Returns the row of a processor. `tasks` has the processor and the state of each running request.
/// The counts are NULL if the system doesn't report the processors of threads.
fn scheduler(id: i32, tasks: &[(Value, &str)]) -> Vec<Value> {
    let is_known = tasks.iter().all(|(scheduler, _)| *scheduler != Value::Null);
    let own = || tasks.iter().filter(|(scheduler, _)| *scheduler == Value::Int(id));
    let count = |is_counted: fn(&str) -> bool| match is_known {
        true => Value::Int(own().filter(|(_, state)| is_counted(state)).count() as i32),
        false => Value::Null,
    };
    column_list::row(SCHEDULER_COLUMNS, |name| match name {
        "scheduler_address" => Value::Bytes((id as u64).to_be_bytes().to_vec().into()),
        "parent_node_id" => Value::Int(NODE),
        "scheduler_id" => Value::Int(id),
        "cpu_id" => Value::SmallInt(id as i16),
        "status" => text("VISIBLE ONLINE"),
        "is_online" => Value::Bit(true),
        "is_idle" if is_known => Value::Bit(own().all(|(_, state)| *state == SUSPENDED)),
        "current_tasks_count" | "current_workers_count" => count(|_| true),
        "runnable_tasks_count" => count(|state| state == RUNNABLE),
        "active_workers_count" => count(|state| state != SUSPENDED),
        // A task never waits for a worker: each session has its thread.
        "work_queue_count" => Value::BigInt(0),
        "failed_to_create_worker" => Value::Bit(false),
        _ => Value::Null,
    })
}

/// `sys.dm_os_nodes`: the only node. Needs VIEW SERVER STATE.
pub(crate) fn nodes() -> View {
    View::sys(
        "dm_os_nodes",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-os-nodes-transact-sql.md",
        ),
        column_list::columns(NODE_COLUMNS),
        |context| {
            let tasks = running(context).count() as i32;
            let row = column_list::row(NODE_COLUMNS, |name| match name {
                "node_id" | "memory_node_id" => Value::SmallInt(NODE as i16),
                "node_state_desc" => text("ONLINE"),
                "online_scheduler_count" => Value::SmallInt(processors() as i16),
                "active_worker_count" => Value::Int(tasks),
                "avg_load_balance" => Value::Int(tasks / processors().max(1)),
                "cpu_count" => Value::Int(processors()),
                _ => Value::Null,
            });
            vec![row]
        },
    )
}

/// `sys.dm_os_workers`: one for each running request. Needs VIEW SERVER STATE.
pub(crate) fn workers() -> View {
    View::sys(
        "dm_os_workers",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-os-workers-transact-sql.md",
        ),
        column_list::columns(WORKER_COLUMNS),
        |context| running(context).map(|session| worker(&session)).collect(),
    )
}

fn worker(session: &SessionSight) -> Vec<Value> {
    let wait = session.waits.current();
    // The time at which the worker was suspended, or became runnable; 0 if it runs.
    let since = |is_shown: fn(WaitType) -> bool| {
        number(wait.filter(|(kind, _)| is_shown(*kind)).map_or(0, |(_, since_ns)| since_ns / NS_OF_MS))
    };
    column_list::row(WORKER_COLUMNS, |name| match name {
        "worker_address" | "task_address" | "thread_address" => task_address(session.id),
        // The operating system schedules the thread, and the engine has no fibers.
        "is_preemptive" => Value::Bit(true),
        "is_fiber" => Value::Bit(false),
        "wait_started_ms_ticks" => since(|wait| wait != WaitType::SchedulerYield),
        "wait_resumed_ms_ticks" => since(|wait| wait == WaitType::SchedulerYield),
        "state" => text(state_of(session)),
        "last_wait_type" => wait.map_or(Value::Null, |(wait, _)| text(wait.name())),
        _ => Value::Null,
    })
}

/// `sys.dm_os_threads`: one for each running request. Needs VIEW SERVER STATE.
pub(crate) fn threads() -> View {
    View::sys(
        "dm_os_threads",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-os-threads-transact-sql.md",
        ),
        column_list::columns(THREAD_COLUMNS),
        |context| running(context).map(|session| thread(&session)).collect(),
    )
}

fn thread(session: &SessionSight) -> Vec<Value> {
    column_list::row(THREAD_COLUMNS, |name| match name {
        "thread_address" | "worker_address" => task_address(session.id),
        "started_by_sqlservr" => Value::Bit(true),
        "os_thread_id" => session.thread().map_or(Value::Null, |id| Value::Int(id as i32)),
        _ => Value::Null,
    })
}

fn running(context: &ViewContext<'_>) -> impl Iterator<Item = Arc<SessionSight>> {
    context.host.sessions().into_iter().filter(|session| session.is_running())
}

/// Returns the number of processors that the process may use.
pub(crate) fn processors() -> i32 {
    machine::processors() as i32
}

/// The id of the only node.
const NODE: i32 = 0;
const NS_OF_MS: u64 = 1_000_000;

const SCHEDULER_COLUMNS: &str = "scheduler_address varbinary(8)!; parent_node_id int!; scheduler_id int!; \
    cpu_id smallint!; status nvarchar(60)!; is_online bit!; is_idle bit; preemptive_switches_count int; \
    context_switches_count int; idle_switches_count int; current_tasks_count int; runnable_tasks_count int; \
    current_workers_count int; active_workers_count int; work_queue_count bigint; pending_disk_io_count int; \
    load_factor int; yield_count int; last_timer_activity bigint; failed_to_create_worker bit; \
    active_worker_address varbinary(8); memory_object_address varbinary(8); \
    task_memory_object_address varbinary(8); quantum_length_us bigint";

const NODE_COLUMNS: &str = "node_id smallint!; node_state_desc nvarchar(256)!; memory_object_address varbinary(8); \
    memory_clerk_address varbinary(8); io_completion_worker_address varbinary(8); memory_node_id smallint!; \
    cpu_affinity_mask bigint; online_scheduler_count smallint!; idle_scheduler_count smallint; \
    active_worker_count int!; avg_load_balance int!; timer_task_affinity_mask bigint; \
    permanent_task_affinity_mask bigint; resource_monitor_state bit; online_scheduler_mask bigint; \
    processor_group smallint; cpu_count int!";

const WORKER_COLUMNS: &str = "worker_address varbinary(8)!; status int; is_preemptive bit; is_fiber bit; is_sick bit; \
    is_in_cc_exception bit; is_fatal_exception bit; is_inside_catch bit; is_in_polling_io_completion_routine bit; \
    context_switch_count int; pending_io_count int; pending_io_byte_count bigint; pending_io_byte_average int; \
    wait_started_ms_ticks bigint; wait_resumed_ms_ticks bigint; task_bound_ms_ticks bigint; \
    worker_created_ms_ticks bigint; exception_num int; exception_severity int; exception_address varbinary(8); \
    affinity bigint; state nvarchar(60); start_quantum bigint; end_quantum bigint; last_wait_type nvarchar(60); \
    return_code int; quantum_used bigint; max_quantum bigint; boost_count int; tasks_processed_count int; \
    fiber_address varbinary(8); task_address varbinary(8); memory_object_address varbinary(8); \
    thread_address varbinary(8); signal_worker_address varbinary(8); scheduler_address varbinary(8); \
    processor_group smallint";

const THREAD_COLUMNS: &str = "thread_address varbinary(8)!; started_by_sqlservr bit; os_thread_id int; status int; \
    instruction_address varbinary(8); creation_time datetime; kernel_time bigint; usermode_time bigint; \
    stack_base_address varbinary(8); stack_end_address varbinary(8); stack_bytes_committed int; \
    stack_bytes_used int; affinity bigint; Priority int; Locale int; Token varbinary(8); is_impersonating int; \
    is_waiting_on_loader_lock int; fiber_data varbinary(8); thread_handle varbinary(8); event_handle varbinary(8); \
    scheduler_address varbinary(8); worker_address varbinary(8); fiber_context_address varbinary(8); \
    self_address varbinary(8); processor_group smallint";
