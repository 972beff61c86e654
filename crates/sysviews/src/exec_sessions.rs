//! `sys.dm_exec_sessions`, `sys.dm_exec_connections`, `sys.dm_exec_requests` and
//! `sys.dm_exec_input_buffer(session, request)`: sessions, connections, running requests and the
//! last batches.
//!
//! Columns:
//! `relational-databases/system-dynamic-management-views/sys-dm-exec-sessions-transact-sql`,
//! `sys-dm-exec-requests-transact-sql` and `sys-dm-exec-input-buffer-transact-sql`, except columns
//! without data. A session runs one request at a time, number 0. Times are local.

use crate::blocking::{blocked, blocked_of};
use crate::view::{HANDLE, View, bytes, text, whole};
use sluice_base::sync::Arc;
use sluice_catalog::security::{Securable, codes};
use sluice_catalog::{Column, ViewPermission};
use sluice_functions::SetOption;
use sluice_session::session_sight::Running;
use sluice_session::{CachedPlan, SeenTransaction, SessionSight, ViewContext, ViewRows};
use sluice_types::calendar::ticks_of_unix_ns;
use sluice_types::{DataType, Length, SqlError, Value, convert};

/// Defines `sys.dm_exec_sessions`. The view itself omits rows that the session may not see.
pub(crate) fn sessions() -> View {
    let sid = DataType::VarBinary(Length::Limited(85));
    let moment = |name| Column::nullable(name, DataType::DateTime);
    let before_options = [
        Column::not_null("session_id", DataType::SmallInt),
        Column::not_null("login_time", DataType::DateTime),
        Column::nullable("host_name", DataType::SYSNAME),
        Column::nullable("program_name", DataType::SYSNAME),
        Column::nullable("host_process_id", DataType::Int),
        Column::nullable("client_interface_name", DataType::NVarChar(Length::Limited(32))),
        Column::not_null("security_id", sid),
        Column::not_null("login_name", DataType::SYSNAME),
        Column::nullable("nt_domain", DataType::SYSNAME),
        Column::nullable("nt_user_name", DataType::SYSNAME),
        Column::not_null("status", DataType::NVarChar(Length::Limited(30))),
        Column::nullable("context_info", DataType::VarBinary(Length::Limited(128))),
        Column::not_null("endpoint_id", DataType::Int),
        Column::not_null("last_request_start_time", DataType::DateTime),
        moment("last_request_end_time"),
        Column::not_null("is_user_process", DataType::Bit),
        Column::not_null("text_size", DataType::Int),
        Column::nullable("language", DataType::NVarChar(Length::Limited(128))),
        Column::nullable("date_format", DataType::NVarChar(Length::Limited(3))),
        Column::not_null("date_first", DataType::SmallInt),
    ];
    let behind_options = [
        Column::not_null("transaction_isolation_level", DataType::SmallInt),
        Column::not_null("original_security_id", sid),
        Column::not_null("original_login_name", DataType::SYSNAME),
        moment("last_successful_logon"),
        moment("last_unsuccessful_logon"),
        Column::nullable("unsuccessful_logons", DataType::BigInt),
        Column::not_null("database_id", DataType::SmallInt),
        Column::nullable("authenticating_database_id", DataType::Int),
        Column::not_null("open_transaction_count", DataType::Int),
    ];
    let options = SHOWN.iter().map(|option| Column::not_null(option.name(), DataType::Bit));
    View::sys(
        "dm_exec_sessions",
        ViewPermission::Filtered(
            "relational-databases/system-dynamic-management-views/sys-dm-exec-sessions-transact-sql.md",
        ),
        before_options.into_iter().chain(options).chain(behind_options).collect(),
        |context| seen(context).iter().map(|session| session_row(context, session)).collect(),
    )
}

fn session_row(context: &ViewContext<'_>, session: &Arc<SessionSight>) -> Vec<Value> {
    let (client, who) = (session.client(), session.who());
    let optional_text = |value: &Option<String>| value.as_deref().map_or(Value::Null, text);
    let mut row = vec![
        id_of(session),
        time(context, session.login_ns()),
        optional_text(&client.host_name),
        optional_text(&client.program_name),
        client.process_id.map_or(Value::Null, Value::Int),
        optional_text(&client.interface_name),
        Value::bytes(Arc::clone(&who.login.sid)),
        text(&who.login.name),
        // Windows log-ins don't exist.
        Value::Null,
        Value::Null,
        text(if session.is_running() { "running" } else { "sleeping" }),
        session.values.context_info().map_or(Value::Null, |info| bytes(info.to_vec())),
        Value::Int(if client.network.is_some() { TCP_ENDPOINT } else { LOCAL_ENDPOINT }),
        time(context, session.began_ns()),
        if session.ended_ns() == 0 { Value::Null } else { time(context, session.ended_ns()) },
        Value::Bit(true),
        Value::Int(session.values.text_size()),
        text(session.values.language().name),
        text(session.values.date_order().word()),
        Value::SmallInt(session.values.date_first().into()),
    ];
    let options = session.values.set_options();
    row.extend(SHOWN.iter().map(|option| Value::Bit(options.has(*option))));
    row.extend([
        Value::SmallInt(session.isolation()),
        Value::bytes(Arc::clone(&who.original.sid)),
        text(&who.original.name),
        // Kept only under the option `common criteria compliance enabled`.
        Value::Null,
        Value::Null,
        Value::Null,
        Value::SmallInt(session.database().0 as i16),
        // 0 for logins.
        Value::Int(0),
        open_count(session),
    ]);
    row
}

/// `sys.dm_exec_connections`. Columns:
/// `relational-databases/system-dynamic-management-views/sys-dm-exec-connections-transact-sql`. A
/// session inside the engine's process is shown as shared memory. Needs VIEW SERVER STATE.
pub(crate) fn connections() -> View {
    let columns = vec![
        Column::nullable("session_id", DataType::Int),
        Column::nullable("most_recent_session_id", DataType::Int),
        Column::not_null("connect_time", DataType::DateTime),
        Column::not_null("net_transport", DataType::NVarChar(Length::Limited(40))),
        Column::nullable("protocol_type", DataType::NVarChar(Length::Limited(40))),
        Column::nullable("endpoint_id", DataType::Int),
        Column::not_null("encrypt_option", DataType::NVarChar(Length::Limited(40))),
        Column::not_null("auth_scheme", DataType::NVarChar(Length::Limited(40))),
        Column::nullable("client_net_address", DataType::varchar(Length::Limited(48))),
        Column::nullable("local_net_address", DataType::varchar(Length::Limited(48))),
        Column::nullable("local_tcp_port", DataType::Int),
        Column::nullable("most_recent_sql_handle", HANDLE),
    ];
    View::sys(
        "dm_exec_connections",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-exec-connections-transact-sql.md",
        ),
        columns,
        |context| {
            let plans = context.host.cached_plans().all();
            let row = |session: &Arc<SessionSight>| {
                let client = session.client();
                let id = Value::Int(session.id.0.into());
                let network = client.network.as_ref();
                vec![
                    id.clone(),
                    id,
                    time(context, session.login_ns()),
                    text(if network.is_some() { "TCP" } else { "Shared memory" }),
                    text("TSQL"),
                    Value::Int(if network.is_some() { TCP_ENDPOINT } else { LOCAL_ENDPOINT }),
                    text(if network.is_some_and(|network| network.is_encrypted) { "TRUE" } else { "FALSE" }),
                    text("SQL"),
                    text(network.map_or("<local machine>", |network| &network.client_address)),
                    network.map_or(Value::Null, |network| text(&network.local_address)),
                    network.map_or(Value::Null, |network| Value::Int(network.local_port.into())),
                    plan_of(&plans, session.running()).map_or(Value::Null, |plan| bytes(plan.sql_handle())),
                ]
            };
            context.host.sessions().iter().map(row).collect()
        },
    )
}

/// Defines `sys.dm_exec_requests`. The view itself omits rows that the session may not see.
pub(crate) fn requests() -> View {
    let columns = vec![
        Column::not_null("session_id", DataType::SmallInt),
        Column::not_null("request_id", DataType::Int),
        Column::not_null("start_time", DataType::DateTime),
        Column::not_null("status", DataType::NVarChar(Length::Limited(30))),
        Column::not_null("command", DataType::NVarChar(Length::Limited(32))),
        Column::nullable("sql_handle", HANDLE),
        Column::nullable("statement_start_offset", DataType::Int),
        Column::nullable("statement_end_offset", DataType::Int),
        Column::nullable("plan_handle", HANDLE),
        Column::not_null("database_id", DataType::SmallInt),
        Column::nullable("blocking_session_id", DataType::SmallInt),
        Column::nullable("wait_type", DataType::NVarChar(Length::Limited(60))),
        Column::not_null("wait_time", DataType::Int),
        Column::not_null("wait_resource", DataType::NVarChar(Length::Limited(256))),
        Column::not_null("total_elapsed_time", DataType::Int),
        Column::not_null("transaction_isolation_level", DataType::SmallInt),
        Column::not_null("open_transaction_count", DataType::Int),
        Column::not_null("transaction_id", DataType::BigInt),
    ];
    View::sys(
        "dm_exec_requests",
        ViewPermission::Filtered(
            "relational-databases/system-dynamic-management-views/sys-dm-exec-requests-transact-sql.md",
        ),
        columns,
        |context| {
            let now_ns = context.host.clock().utc_ns();
            let (monotonic_ns, blocked) = (context.host.clock().monotonic_ns(), blocked(context));
            let (plans, manager) = (context.host.cached_plans().all(), &context.database.storage.locks);
            let row = |session: &Arc<SessionSight>| {
                let elapsed_ms = (now_ns - session.began_ns()).max(0) / 1_000_000;
                let wait = session.waits.current();
                let waited_ms = wait.map_or(0, |(_, since_ns)| monotonic_ns.saturating_sub(since_ns) / 1_000_000);
                let blocked = blocked_of(&blocked, session.id);
                let running = session.running();
                let plan = plan_of(&plans, running);
                let statement = plan.zip(running.step());
                // If only the batch is known, the offsets cover the whole batch.
                let offsets = statement.and_then(|(plan, step)| Some(plan.offsets(plan.place(step)?)));
                let (start, end) = offsets.unwrap_or((0, -1));
                let command = statement.and_then(|(plan, step)| plan.command(step)).unwrap_or_default();
                vec![
                    id_of(session),
                    Value::Int(0),
                    time(context, session.began_ns()),
                    text(if wait.is_some() { "suspended" } else { "running" }),
                    text(command.get(..COMMAND_SHOWN).unwrap_or(&command)),
                    plan.map_or(Value::Null, |plan| bytes(plan.sql_handle())),
                    plan.map_or(Value::Null, |_| Value::Int(start)),
                    plan.map_or(Value::Null, |_| Value::Int(end)),
                    plan.map_or(Value::Null, |plan| bytes(plan.handle())),
                    Value::SmallInt(session.database().0 as i16),
                    // 0 if the request isn't blocked.
                    Value::SmallInt(blocked.map_or(0, |blocked| blocked.blocker.0 as i16)),
                    wait.map_or(Value::Null, |(wait, _)| text(wait.name())),
                    Value::Int(i32::try_from(waited_ms).unwrap_or(i32::MAX)),
                    text(&blocked.map_or_else(String::new, |blocked| blocked.wait_resource(manager))),
                    Value::Int(i32::try_from(elapsed_ms).unwrap_or(i32::MAX)),
                    Value::SmallInt(session.isolation()),
                    open_count(session),
                    // 0 between two autocommit statements.
                    Value::BigInt(transaction_of(context, session).map_or(0, |seen| seen.number)),
                ]
            };
            seen(context).iter().filter(|session| session.is_running()).map(row).collect()
        },
    )
}

/// Returns the plan that a session runs or last ran, if still cached.
fn plan_of(plans: &[Arc<CachedPlan>], running: Running) -> Option<&Arc<CachedPlan>> {
    plans.iter().find(|plan| running.is_some() && plan.number() == running.plan())
}

/// Defines `sys.dm_exec_input_buffer`. The function itself omits rows that the session may not see.
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
        session.as_i64() == Some(sight.id.0.into()) && request.as_i64().is_none_or(|request| request == 0)
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

/// Returns the session's open transaction.
pub(crate) fn transaction_of(context: &ViewContext<'_>, session: &SessionSight) -> Option<SeenTransaction> {
    session.transaction.seen(context.host.transaction_numbers(), &**context.host.clock())
}

fn open_count(session: &SessionSight) -> Value {
    Value::Int(i32::try_from(session.transaction.open_count()).unwrap_or(i32::MAX))
}

pub(crate) fn id_of(session: &SessionSight) -> Value {
    Value::SmallInt(session.id.0 as i16)
}

/// Converts a UTC time in nanoseconds to a local datetime.
pub(crate) fn time(context: &ViewContext<'_>, utc_ns: i64) -> Value {
    let offset_ns = i64::from(context.host.clock().local_offset_s(utc_ns)) * 1_000_000_000;
    let moment = Value::DateTime2(ticks_of_unix_ns(utc_ns + offset_ns));
    convert(&moment, &DataType::DateTime2(7), &DataType::DateTime).unwrap_or(Value::Null)
}

/// The ids of the server's own endpoints in `sys.endpoints`.
const LOCAL_ENDPOINT: i32 = 2;
const TCP_ENDPOINT: i32 = 4;
/// The maximum length of a command's name.
const COMMAND_SHOWN: usize = 32;

/// The SET options that the view has, in its order.
const SHOWN: [SetOption; 7] = [
    SetOption::QuotedIdentifier,
    SetOption::ArithAbort,
    SetOption::AnsiNullDefaultOn,
    SetOption::AnsiWarnings,
    SetOption::AnsiPadding,
    SetOption::AnsiNulls,
    SetOption::ConcatNullYieldsNull,
];
