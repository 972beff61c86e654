//! `sys.dm_exec_sessions`, `sys.dm_exec_connections`, `sys.dm_exec_requests` and
//! `sys.dm_exec_input_buffer(session, request)`: sessions, connections, running requests and the
//! last batches.
//!
//! Columns:
//! `relational-databases/system-dynamic-management-views/sys-dm-exec-sessions-transact-sql`,
//! `sys-dm-exec-requests-transact-sql` and `sys-dm-exec-input-buffer-transact-sql`, except columns
//! without data. A session runs one request at a time: number 0, or with MARS that of its SMP
//! session. Times are local.

use crate::blocking::{Blocked, blocked, blocked_of};
use crate::column_list;
use crate::query_hash::{plan_hash_value, query_hash_value};
use crate::view::{View, bytes, number, text, whole};
use sluice_base::counters::ChildConnection;
use sluice_base::ids::SessionId;
use sluice_base::machine;
use sluice_base::sync::Arc;
use sluice_base::usage::Used;
use sluice_base::waits::{WaitType, report_usage};
use sluice_catalog::security::{Securable, codes};
use sluice_catalog::{Column, ViewPermission};
use sluice_functions::{SetOption, sha1};
use sluice_session::access::access;
use sluice_session::running::Running;
use sluice_session::{CachedPlan, SeenTransaction, SessionSight, ViewContext, ViewRows};
use sluice_types::calendar::ticks_of_unix_ns;
use sluice_types::{DataType, Length, SqlError, Value, convert};

/// Defines `sys.dm_exec_sessions`. The view itself omits rows that the session may not see.
pub(crate) fn sessions() -> View {
    View::sys(
        "dm_exec_sessions",
        ViewPermission::Filtered(
            "relational-databases/system-dynamic-management-views/sys-dm-exec-sessions-transact-sql.md",
        ),
        column_list::columns(SESSION_COLUMNS),
        |context| {
            report_usage();
            seen(context).iter().map(|session| session_row(context, session)).collect()
        },
    )
}

fn session_row(context: &ViewContext<'_>, session: &Arc<SessionSight>) -> Vec<Value> {
    let (client, who) = (session.client(), session.who());
    let optional_text = |value: &Option<String>| value.as_deref().map_or(Value::Null, text);
    let used = session.waits.usage.of_session();
    let since_login_ns = (context.host.clock().utc_ns() - session.login_ns()).max(0) as u64;
    let mut row = vec![
        id_of(session),
        time(context, session.login_ns()),
        optional_text(&client.host_name),
        optional_text(&client.program_name),
        client.process_id.map_or(Value::Null, Value::Int),
        client.network.as_ref().map_or(Value::Null, |network| Value::Int(major_version(network.protocol_version))),
        optional_text(&client.interface_name),
        Value::bytes(Arc::clone(&who.login.sid)),
        text(&who.login.name),
        // Windows log-ins don't exist.
        Value::Null,
        Value::Null,
        text(if session.is_running() { "running" } else { "sleeping" }),
        context_info(session),
        whole_ms(used.processor_ns),
        memory_pages(session),
        whole_ms(used.processor_ns),
        whole_ms(since_login_ns),
        Value::Int(if client.network.is_some() { TCP_ENDPOINT } else { LOCAL_ENDPOINT }),
        time(context, session.began_ns()),
        if session.ended_ns() == 0 { Value::Null } else { time(context, session.ended_ns()) },
    ];
    row.extend(pages(used));
    row.push(Value::Bit(true));
    row.extend(settings(session));
    row.extend([
        Value::BigInt(session.row_count()),
        Value::Int(session.last_error()),
        Value::bytes(Arc::clone(&who.original.sid)),
        text(&who.original.name),
        // Kept only under the option `common criteria compliance enabled`.
        Value::Null,
        Value::Null,
        Value::Null,
        Value::Int(DEFAULT_GROUP),
        Value::SmallInt(session.database().0 as i16),
        // 0 for logins.
        Value::Int(0),
        open_count(session),
        // There are no page servers.
        Value::BigInt(0),
    ]);
    row
}

/// Returns the major version of the protocol. From 7.1 revision 1 to 7.4 it is in the upper half of
/// the first byte, and in older and newer versions the whole byte.
fn major_version(number: u32) -> i32 {
    let first = number >> 24;
    (if first < 0x10 { first } else { first >> 4 }) as i32
}

/// Returns the memory of a session and of its running request in pages of 8 KB.
fn memory_pages(session: &SessionSight) -> Value {
    session.account().map_or(Value::Null, |account| {
        let bytes = account.session_bytes() + if session.is_running() { account.request_bytes() } else { 0 };
        Value::Int(i32::try_from(bytes.div_ceil(PAGE_BYTES)).unwrap_or(i32::MAX))
    })
}

/// Returns the physical reads, the pages changed and the logical reads.
fn pages(used: Used) -> [Value; 3] {
    let pages = used.pages;
    [pages.physical_reads + pages.read_ahead_reads, pages.logical_writes, pages.logical_reads].map(number)
}

/// Returns the columns from `text_size` to `deadlock_priority`, which both views have.
fn settings(session: &SessionSight) -> impl Iterator<Item = Value> {
    let words = [
        Value::Int(session.values.text_size()),
        text(session.values.language().name),
        text(session.values.date_order().word()),
        Value::SmallInt(session.values.date_first().into()),
    ];
    let options = session.values.set_options();
    let bits = SHOWN.iter().map(move |option| option.map_or(Value::Null, |option| Value::Bit(options.has(option))));
    let behind = [
        Value::SmallInt(session.isolation()),
        Value::Int(session.lock_timeout_ms()),
        Value::Int(session.deadlock_priority()),
    ];
    words.into_iter().chain(bits).chain(behind)
}

fn context_info(session: &SessionSight) -> Value {
    session.values.context_info().map_or(Value::Null, |info| bytes(info.to_vec()))
}

/// Returns nanoseconds in whole milliseconds as int.
fn whole_ms(ns: u64) -> Value {
    Value::Int(i32::try_from(ns / 1_000_000).unwrap_or(i32::MAX))
}

/// Defines `sys.dm_exec_connections`
/// (`relational-databases/system-dynamic-management-views/sys-dm-exec-connections-transact-sql`):
/// one row for each session, and one for each SMP session of a connection with MARS. A session
/// inside the engine's process is shown as shared memory. Needs VIEW SERVER STATE, except within
/// `sys.sysprocesses`.
pub(crate) fn connections() -> View {
    View::sys(
        "dm_exec_connections",
        ViewPermission::ServerStateUnlessWithin(
            "relational-databases/system-dynamic-management-views/sys-dm-exec-connections-transact-sql.md",
        ),
        column_list::columns(CONNECTION_COLUMNS),
        |context| {
            let plans = context.host.cached_plans().all();
            let sessions = seen(context);
            let rows = |session: &Arc<SessionSight>| {
                let children = children_of(session).into_iter().map(Some);
                let of_child = |child: Option<Arc<_>>| connection_row(context, session, child.as_deref(), &plans);
                children.chain([None]).map(of_child).collect::<Vec<_>>()
            };
            sessions.iter().flat_map(rows).collect()
        },
    )
}

/// Returns the SMP sessions of a session's connection.
pub(crate) fn children_of(session: &SessionSight) -> Vec<Arc<ChildConnection>> {
    session.client().network.as_ref().map_or_else(Vec::new, |network| network.children.all())
}

/// Returns the row of a session's connection, or of `child`, one of its SMP sessions.
fn connection_row(
    context: &ViewContext<'_>,
    session: &SessionSight,
    child: Option<&ChildConnection>,
    plans: &[Arc<CachedPlan>],
) -> Vec<Value> {
    let client = session.client();
    let network = client.network.as_ref();
    let traffic = child.map(|child| &child.traffic).or(network.map(|network| &*network.traffic));
    let count = |packets: u64| Value::Int(i32::try_from(packets).unwrap_or(i32::MAX));
    let moment = |utc_ns: i64| if utc_ns == 0 { Value::Null } else { time(context, utc_ns) };
    column_list::row(CONNECTION_COLUMNS, |name| match name {
        "session_id" | "most_recent_session_id" => Value::Int(session.id.0.into()),
        "connect_time" => time(context, child.map_or(session.login_ns(), |child| child.began_ns)),
        "net_transport" => text(match (network, child) {
            (_, Some(_)) => "Session",
            (Some(_), None) => "TCP",
            (None, None) => "Shared memory",
        }),
        "protocol_type" => text("TSQL"),
        "endpoint_id" => Value::Int(if network.is_some() { TCP_ENDPOINT } else { LOCAL_ENDPOINT }),
        "encrypt_option" => text(if network.is_some_and(|network| network.is_encrypted) { "TRUE" } else { "FALSE" }),
        "auth_scheme" => text("SQL"),
        // There is one memory node.
        "node_affinity" => Value::SmallInt(0),
        "client_net_address" => text(network.map_or("<local machine>", |network| &network.client_address)),
        "client_tcp_port" => network.map_or(Value::Null, |network| Value::Int(network.client_port.into())),
        "net_packet_size" => network.map_or(Value::Null, |network| Value::Int(network.packet_bytes.into())),
        "local_net_address" => network.map_or(Value::Null, |network| text(&network.local_address)),
        "local_tcp_port" => network.map_or(Value::Null, |network| Value::Int(network.local_port.into())),
        "protocol_version" => network.map_or(Value::Null, |network| Value::Int(network.protocol_version as i32)),
        "num_reads" => traffic.map_or(Value::Null, |traffic| count(traffic.packets_received.get())),
        "num_writes" => traffic.map_or(Value::Null, |traffic| count(traffic.packets_sent.get())),
        "last_read" => traffic.map_or(Value::Null, |traffic| moment(traffic.last_ns()[0])),
        "last_write" => traffic.map_or(Value::Null, |traffic| moment(traffic.last_ns()[1])),
        "connection_id" => connection_id(session, child.map(|child| child.session)),
        "parent_connection_id" => child.map_or(Value::Null, |_| connection_id(session, None)),
        "most_recent_sql_handle" => {
            plan_of(plans, session.running()).map_or(Value::Null, |plan| bytes(plan.sql_handle()))
        }
        _ => Value::Null,
    })
}

/// Defines `sys.dm_exec_requests`. The view itself omits rows that the session may not see.
pub(crate) fn requests() -> View {
    View::sys(
        "dm_exec_requests",
        ViewPermission::Filtered(
            "relational-databases/system-dynamic-management-views/sys-dm-exec-requests-transact-sql.md",
        ),
        column_list::columns(REQUEST_COLUMNS),
        |context| {
            report_usage();
            let (plans, blocked) = (context.host.cached_plans().all(), blocked(context));
            let running = seen(context).into_iter().filter(|session| session.is_running());
            running.map(|session| request_row(context, &session, &plans, &blocked)).collect()
        },
    )
}

fn request_row(
    context: &ViewContext<'_>,
    session: &Arc<SessionSight>,
    plans: &[Arc<CachedPlan>],
    all_blocked: &[Blocked],
) -> Vec<Value> {
    let clock = context.host.clock();
    let elapsed_ns = (clock.utc_ns() - session.began_ns()).max(0) as u64;
    let wait = session.waits.current();
    let waited_ns = wait.map_or(0, |(_, since_ns)| clock.monotonic_ns().saturating_sub(since_ns));
    let blocked = blocked_of(all_blocked, session.id);
    let running = session.running();
    let plan = plan_of(plans, running);
    let statement = plan.zip(running.step());
    // If only the batch is known, the offsets cover the whole batch.
    let offsets = statement.and_then(|(plan, step)| Some(plan.offsets(plan.place(step)?)));
    let (start, end) = offsets.unwrap_or((0, -1));
    let command = statement.and_then(|(plan, step)| plan.command(step)).unwrap_or_default();
    let used = session.waits.usage.of_request();
    let locks = &context.database.storage.locks;
    let mut row = vec![
        id_of(session),
        Value::Int(session.request_id().into()),
        time(context, session.began_ns()),
        text(state_of(session).to_lowercase().as_str()),
        text(command.get(..COMMAND_SHOWN).unwrap_or(&command)),
        plan.map_or(Value::Null, |plan| bytes(plan.sql_handle())),
        plan.map_or(Value::Null, |_| Value::Int(start)),
        plan.map_or(Value::Null, |_| Value::Int(end)),
        plan.map_or(Value::Null, |plan| bytes(plan.handle())),
        Value::SmallInt(session.database().0 as i16),
        user_id(context, session),
        connection_id(session, children_of(session).first().map(|_| session.request_id())),
        // 0 if the request isn't blocked.
        Value::SmallInt(blocked.map_or(0, |blocked| blocked.blocker.0 as i16)),
        wait.map_or(Value::Null, |(wait, _)| text(wait.name())),
        whole_ms(waited_ns),
        session.waits.last().map_or(Value::Null, |wait| text(wait.name())),
        text(&blocked.map_or_else(String::new, |blocked| blocked.wait_resource(locks))),
        open_count(session),
        Value::Null,
        // 0 between two autocommit statements.
        Value::BigInt(transaction_of(context, session).map_or(0, |seen| seen.number)),
        context_info(session),
        // No command reports its progress.
        Value::Real(0.0),
        Value::BigInt(0),
        whole_ms(used.processor_ns),
        whole_ms(elapsed_ns),
        scheduler_of(context, session),
        task_address(session.id),
    ];
    row.extend(pages(used));
    row.extend(settings(session));
    // The rows returned so far aren't shown to others.
    row.extend([Value::Null, Value::Int(session.batch_error()), Value::Int(session.nest_level().into())]);
    row.push(Value::Int(granted_pages(session)));
    // There is no managed code.
    row.extend([Value::Bit(false), Value::Int(DEFAULT_GROUP)]);
    let degree = i32::from(session.degree());
    let helpers = if degree > 1 { Value::Int(degree - 1) } else { Value::Null };
    // Handles of single statements are those of Query Store.
    let [query_hash, plan_hash] = hashes_of(statement);
    row.extend([query_hash, plan_hash, Value::Null, Value::Null, Value::Int(degree), helpers, Value::Null]);
    // No index operation can be resumed, and there are no page servers.
    row.extend([Value::Bit(false), Value::Null, Value::BigInt(0), Value::Null]);
    row
}

/// Returns the processor on which the session's thread runs or ran last, which is its scheduler.
pub(crate) fn scheduler_of(context: &ViewContext<'_>, session: &SessionSight) -> Value {
    let processor = session.thread().and_then(|thread| context.host.processor_of_thread(thread));
    let scheduler = processor.map(|processor| processor as i32).filter(|id| *id < machine::processors() as i32);
    scheduler.map_or(Value::Null, Value::Int)
}

/// Returns the id of the session's user in its current database. NULL if it has none there.
fn user_id(context: &ViewContext<'_>, session: &SessionSight) -> Value {
    let Some(database) = context.host.database_by_id(session.database()) else { return Value::Null };
    let (who, master) = (session.who(), context.master());
    let user = access(&who, master.as_deref(), (&database, &context.catalog_of(&database))).user_id();
    user.map_or(Value::Null, |id| Value::Int(id.0))
}

/// Returns the memory granted to a session's request, in pages; 0 without a grant.
fn granted_pages(session: &SessionSight) -> i32 {
    let account = session.account().filter(|account| account.granted_for_ns().is_some());
    account.map_or(0, |account| i32::try_from(account.requested_grant() / PAGE_BYTES).unwrap_or(i32::MAX))
}

/// Returns the id of a session's connection, or of its SMP session `child`. The views are joined by
/// it.
fn connection_id(session: &SessionSight, child: Option<u16>) -> Value {
    let child = child.map_or_else(String::new, |child| format!(" {child}"));
    let mut id = [0; 16];
    id.copy_from_slice(&sha1(format!("{} {}{child}", session.id.0, session.login_ns()).as_bytes())[..16]);
    Value::Guid(id)
}

/// Returns the hashes of a running statement's text and plan, as `sys.dm_exec_query_stats` shows
/// them. NULL for an unknown statement, and for a plan that isn't kept.
fn hashes_of(statement: Option<(&Arc<CachedPlan>, usize)>) -> [Value; 2] {
    let placed = statement.and_then(|(plan, step)| Some((plan, plan.place(step)?)));
    let Some((plan, place)) = placed else { return [Value::Null, Value::Null] };
    let compiled = plan.statements().into_iter().rev().find(|compiled| compiled.place == place);
    let of_plan = compiled.and_then(|compiled| plan_hash_value(&compiled));
    [query_hash_value(plan, place), of_plan.unwrap_or(Value::Null)]
}

/// Returns the status of a running request: `RUNNING` if it waits for nothing, `RUNNABLE` if it
/// waits for its turn at a processor, `SUSPENDED` for other waits.
pub(crate) fn state_of(session: &SessionSight) -> &'static str {
    match session.waits.current() {
        None => "RUNNING",
        Some((WaitType::SchedulerYield, _)) => RUNNABLE,
        Some(_) => SUSPENDED,
    }
}

/// Returns the identifier of the task that runs a session's request: the session's id in 8 bytes,
/// big-endian. It is documented as an address; views are joined by it.
pub(crate) fn task_address(session: SessionId) -> Value {
    bytes(u64::from(session.0).to_be_bytes().to_vec())
}

/// Returns the plan that a session runs or last ran. `None` if it has run none or the plan isn't
/// cached any more.
pub(crate) fn plan_of(plans: &[Arc<CachedPlan>], running: Running) -> Option<&Arc<CachedPlan>> {
    plans.iter().find(|plan| running.is_some() && plan.number() == running.plan())
}

/// Defines `sys.dm_exec_input_buffer`: one row, without text if the session has sent no batch. A
/// request other than the session's last one or NULL yields no row. The function itself omits rows
/// that the session may not see.
pub(crate) fn input_buffer() -> View {
    let columns = vec![
        Column::not_null("event_type", DataType::NVarChar(Length::Limited(256))),
        Column::not_null("parameters", DataType::SmallInt),
        Column::nullable("event_info", DataType::NVarChar(Length::Max)),
    ];
    View::function(
        "dm_exec_input_buffer",
        ViewPermission::Filtered(
            "relational-databases/system-dynamic-management-views/sys-dm-exec-input-buffer-transact-sql.md",
        ),
        &[DataType::SmallInt, DataType::Int],
        columns,
        last_input,
    )
}

fn last_input(context: &ViewContext<'_>) -> Result<ViewRows, SqlError> {
    let [session, request] = context.arguments else { return Ok(whole(Vec::new())) };
    let is_asked = |sight: &&Arc<SessionSight>| {
        session.as_i64() == Some(sight.id.0.into())
            && request.as_i64().is_none_or(|request| request == sight.request_id().into())
    };
    let sessions = seen(context);
    let Some(sight) = sessions.iter().find(is_asked) else { return Ok(whole(Vec::new())) };
    let (event, info) = sight.input().map_or(("No Event", Value::Null), |input| ("Language Event", Value::text(input)));
    Ok(whole(vec![vec![text(event), Value::SmallInt(0), info]]))
}

/// Returns the sessions visible to the reading session: all with VIEW SERVER STATE, otherwise only
/// itself.
pub(crate) fn seen(context: &ViewContext<'_>) -> Vec<Arc<SessionSight>> {
    let mut sessions = context.host.sessions();
    if !context.who.is_unrestricted() && !context.access().may(Securable::Server, codes::VIEW_SERVER_STATE) {
        sessions.retain(|session| session.id == context.session);
    }
    sessions
}

/// Returns the session's open transaction. `None` if none is open.
pub(crate) fn transaction_of(context: &ViewContext<'_>, session: &SessionSight) -> Option<SeenTransaction> {
    session.transaction.seen(context.host.transaction_numbers(), &**context.host.clock())
}

fn open_count(session: &SessionSight) -> Value {
    Value::Int(i32::try_from(session.transaction.open_count()).unwrap_or(i32::MAX))
}

/// Returns the session's id as smallint.
pub(crate) fn id_of(session: &SessionSight) -> Value {
    Value::SmallInt(session.id.0 as i16)
}

/// Converts a UTC time in nanoseconds since 1970 to a local datetime. NULL if datetime can't hold
/// it.
pub(crate) fn time(context: &ViewContext<'_>, utc_ns: i64) -> Value {
    let offset_ns = i64::from(context.host.clock().local_offset_s(utc_ns)) * 1_000_000_000;
    let moment = Value::DateTime2(ticks_of_unix_ns(utc_ns + offset_ns));
    convert(&moment, &DataType::DateTime2(7), &DataType::DateTime).unwrap_or(Value::Null)
}

/// The status of a request that waits for its turn at a processor.
pub(crate) const RUNNABLE: &str = "RUNNABLE";
/// The status of a request that waits for anything else.
pub(crate) const SUSPENDED: &str = "SUSPENDED";

/// The ids of the server's own endpoints in `sys.endpoints`.
const LOCAL_ENDPOINT: i32 = 2;
const TCP_ENDPOINT: i32 = 4;
/// The unit of memory.
const PAGE_BYTES: u64 = 8192;
/// The maximum length of a command's name.
const COMMAND_SHOWN: usize = 32;

/// The workload group of all sessions, `default`: there is no Resource Governor.
pub(crate) const DEFAULT_GROUP: i32 = 2;

/// The SET options that both views have, in their order. ANSI_DEFAULTS is a set of others, not an
/// option that is kept.
const SHOWN: [Option<SetOption>; 8] = [
    Some(SetOption::QuotedIdentifier),
    Some(SetOption::ArithAbort),
    Some(SetOption::AnsiNullDefaultOn),
    None,
    Some(SetOption::AnsiWarnings),
    Some(SetOption::AnsiPadding),
    Some(SetOption::AnsiNulls),
    Some(SetOption::ConcatNullYieldsNull),
];

/// The columns of `sys.dm_exec_sessions`. Those that the engine doesn't measure are nullable.
const SESSION_COLUMNS: &str = "session_id smallint!; login_time datetime!; host_name nvarchar(128); \
    program_name nvarchar(128); host_process_id int; client_version int; client_interface_name nvarchar(32); \
    security_id varbinary(85)!; login_name nvarchar(128)!; nt_domain nvarchar(128); nt_user_name nvarchar(128); \
    status nvarchar(30)!; context_info varbinary(128); cpu_time int!; memory_usage int; total_scheduled_time int!; \
    total_elapsed_time int!; endpoint_id int!; last_request_start_time datetime!; last_request_end_time datetime; \
    reads bigint!; writes bigint!; logical_reads bigint!; is_user_process bit!; text_size int!; \
    language nvarchar(128); date_format nvarchar(3); date_first smallint!; quoted_identifier bit!; arithabort bit!; \
    ansi_null_dflt_on bit!; ansi_defaults bit; ansi_warnings bit!; ansi_padding bit!; ansi_nulls bit!; \
    concat_null_yields_null bit!; transaction_isolation_level smallint!; lock_timeout int!; deadlock_priority int!; \
    row_count bigint!; prev_error int!; original_security_id varbinary(85)!; original_login_name nvarchar(128)!; \
    last_successful_logon datetime; last_unsuccessful_logon datetime; unsuccessful_logons bigint; group_id int!; \
    database_id smallint!; authenticating_database_id int; open_transaction_count int!; page_server_reads bigint!";

/// The columns of `sys.dm_exec_connections`. Those that the engine doesn't measure are nullable.
const CONNECTION_COLUMNS: &str = "session_id int; most_recent_session_id int; connect_time datetime!; \
    net_transport nvarchar(40)!; protocol_type nvarchar(40); protocol_version int; endpoint_id int; \
    encrypt_option nvarchar(40)!; auth_scheme nvarchar(40)!; node_affinity smallint!; num_reads int; num_writes int; \
    last_read datetime; last_write datetime; net_packet_size int; client_net_address varchar(48); \
    client_tcp_port int; local_net_address varchar(48); local_tcp_port int; connection_id uniqueidentifier; \
    parent_connection_id uniqueidentifier; most_recent_sql_handle varbinary(64)";

/// The columns of `sys.dm_exec_requests`. Those that the engine doesn't measure are nullable.
const REQUEST_COLUMNS: &str = "session_id smallint!; request_id int!; start_time datetime!; status nvarchar(30)!; \
    command nvarchar(32)!; sql_handle varbinary(64); statement_start_offset int; statement_end_offset int; \
    plan_handle varbinary(64); database_id smallint!; user_id int; connection_id uniqueidentifier; \
    blocking_session_id smallint; wait_type nvarchar(60); wait_time int!; last_wait_type nvarchar(60); \
    wait_resource nvarchar(256)!; open_transaction_count int!; open_resultset_count int; transaction_id bigint!; \
    context_info varbinary(128); percent_complete real; estimated_completion_time bigint; cpu_time int!; \
    total_elapsed_time int!; scheduler_id int; task_address varbinary(8); reads bigint!; writes bigint!; \
    logical_reads bigint!; text_size int!; language nvarchar(128); date_format nvarchar(3); date_first smallint!; \
    quoted_identifier bit!; arithabort bit!; ansi_null_dflt_on bit!; ansi_defaults bit; ansi_warnings bit!; \
    ansi_padding bit!; ansi_nulls bit!; concat_null_yields_null bit!; transaction_isolation_level smallint!; \
    lock_timeout int!; deadlock_priority int!; row_count bigint; prev_error int; nest_level int; \
    granted_query_memory int; executing_managed_code bit!; group_id int!; query_hash binary(8); \
    query_plan_hash binary(8); statement_sql_handle varbinary(64); statement_context_id bigint; dop int!; \
    parallel_worker_count int; external_script_request_id uniqueidentifier; is_resumable bit!; \
    page_resource binary(8); page_server_reads bigint!; dist_statement_id uniqueidentifier";
