//! `sys.dm_exec_query_memory_grants` and `sys.dm_exec_query_resource_semaphores`: the requests that
//! hold a memory grant or wait for one.
//!
//! Columns: the pages of these names in `relational-databases/system-dynamic-management-views`.
//! The memory that a request would like beyond its grant isn't kept.

use crate::column_list;
use crate::exec_sessions::{DEFAULT_GROUP, id_of, plan_of, time};
use crate::view::{View, bytes, number};
use sluice_base::grants::{Semaphore, most_regular, most_small};
use sluice_base::sync::Arc;
use sluice_base::waits::WaitType;
use sluice_catalog::ViewPermission;
use sluice_session::{CachedPlan, SessionSight, ViewContext};
use sluice_types::Value;

/// Defines `sys.dm_exec_query_memory_grants`. Needs VIEW SERVER STATE.
pub(crate) fn grants() -> View {
    View::sys(
        "dm_exec_query_memory_grants",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-exec-query-memory-grants-transact-sql.md",
        ),
        column_list::columns(GRANT_COLUMNS),
        |context| {
            let plans = context.host.cached_plans().all();
            context.host.sessions().iter().filter_map(|session| grant(context, session, &plans)).collect()
        },
    )
}

/// Returns the row of a session whose request holds a grant or waits for one.
fn grant(context: &ViewContext<'_>, session: &SessionSight, plans: &[Arc<CachedPlan>]) -> Option<Vec<Value>> {
    let clock = context.host.clock();
    let account = session.account()?;
    let ago = |ns: u64| time(context, clock.utc_ns() - ns as i64);
    let wait = session.waits.current().filter(|(wait, _)| *wait == WaitType::ResourceSemaphore);
    let waited_ns = wait.map(|(_, since_ns)| clock.monotonic_ns().saturating_sub(since_ns));
    let granted = account.granted_for_ns().map(ago);
    if waited_ns.is_none() && granted.is_none() {
        return None;
    }
    let plan = plan_of(plans, session.running());
    Some(column_list::row(GRANT_COLUMNS, |name| match name {
        "session_id" => id_of(session),
        "request_id" => Value::Int(session.request_id().into()),
        "dop" => Value::SmallInt(i16::try_from(session.degree()).unwrap_or(i16::MAX)),
        // The request time of a granted request isn't kept.
        "request_time" => waited_ns.map_or(Value::Null, ago),
        "grant_time" => granted.clone().unwrap_or(Value::Null),
        "requested_memory_kb" => number(account.requested_grant() / 1024),
        "granted_memory_kb" if granted.is_some() => number(account.requested_grant() / 1024),
        "used_memory_kb" => number(account.request_bytes() / 1024),
        "query_cost" => plan.and_then(|plan| cost(plan, session)).map_or(Value::Null, Value::Float),
        "resource_semaphore_id" => Value::SmallInt(i16::from(account.has_small_grant())),
        "queue_id" => waited_ns.map_or(Value::Null, |_| Value::SmallInt(0)),
        "wait_time_ms" => waited_ns.map_or(Value::Null, |ns| number(ns / NS_OF_MS)),
        "plan_handle" => plan.map_or(Value::Null, |plan| bytes(plan.handle())),
        "sql_handle" => plan.map_or(Value::Null, |plan| bytes(plan.sql_handle())),
        "group_id" | "pool_id" => Value::Int(DEFAULT_GROUP),
        "is_small" => Value::TinyInt(u8::from(account.has_small_grant())),
        _ => Value::Null,
    }))
}

/// Returns the estimated cost of the statement that a session runs. `None` if its plan isn't kept.
fn cost(plan: &CachedPlan, session: &SessionSight) -> Option<f64> {
    let place = plan.place(session.running().step()?)?;
    let compiled = plan.statements().into_iter().rev().find(|compiled| compiled.place == place)?;
    Some(compiled.plan.as_ref()?.bound.cost())
}

/// Defines `sys.dm_exec_query_resource_semaphores`, a row for regular requests and one for small
/// ones. Needs VIEW SERVER STATE.
pub(crate) fn semaphores() -> View {
    View::sys(
        "dm_exec_query_resource_semaphores",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-exec-query-resource-semaphores-transact-sql.md",
        ),
        column_list::columns(SEMAPHORE_COLUMNS),
        |context| {
            let (grants, limit) = (context.host.grants(), context.database.storage.pool.broker().limit());
            let regular = semaphore(context, grants.regular(), most_regular(limit), false);
            vec![regular, semaphore(context, grants.small(), most_small(limit), true)]
        },
    )
}

/// Returns the row of a semaphore whose grants may have `target` bytes.
fn semaphore(context: &ViewContext<'_>, grants: &Semaphore, target: u64, is_small: bool) -> Vec<Value> {
    let sessions = context.host.sessions();
    let holders = sessions.iter().filter_map(|session| session.account());
    let used = holders.filter(|account| account.granted_for_ns().is_some() && account.has_small_grant() == is_small);
    let used_kb = used.map(|account| account.request_bytes() / 1024).sum();
    let [given, waiting] = [grants.given(), grants.waiting()].map(|count| Value::Int(count as i32));
    let granted = grants.granted_bytes();
    column_list::row(SEMAPHORE_COLUMNS, |name| match name {
        "target_memory_kb" => number(target / 1024),
        "total_memory_kb" => number(target.max(granted) / 1024),
        "available_memory_kb" => number(target.saturating_sub(granted) / 1024),
        "granted_memory_kb" => number(granted / 1024),
        // The page: NULL for the semaphore of small queries.
        "max_target_memory_kb" if !is_small => number(target / 1024),
        "timeout_error_count" if !is_small => number(grants.timeouts()),
        "resource_semaphore_id" => Value::SmallInt(i16::from(is_small)),
        "used_memory_kb" => number(used_kb),
        "grantee_count" => given.clone(),
        "waiter_count" => waiting.clone(),
        "pool_id" => Value::Int(DEFAULT_GROUP),
        _ => Value::Null,
    })
}

const NS_OF_MS: u64 = 1_000_000;

const GRANT_COLUMNS: &str = "session_id smallint; request_id int; scheduler_id int; dop smallint; \
    request_time datetime; grant_time datetime; requested_memory_kb bigint; granted_memory_kb bigint; \
    required_memory_kb bigint; used_memory_kb bigint; max_used_memory_kb bigint; query_cost float; timeout_sec int; \
    resource_semaphore_id smallint; queue_id smallint; wait_order int; is_next_candidate bit; wait_time_ms bigint; \
    plan_handle varbinary(64); sql_handle varbinary(64); group_id int; pool_id int; is_small tinyint; \
    ideal_memory_kb bigint; reserved_worker_count bigint; used_worker_count bigint; max_used_worker_count bigint; \
    reserved_node_bitmap bigint";

const SEMAPHORE_COLUMNS: &str = "resource_semaphore_id smallint; target_memory_kb bigint; \
    max_target_memory_kb bigint; total_memory_kb bigint; available_memory_kb bigint; granted_memory_kb bigint; \
    used_memory_kb bigint; grantee_count int; waiter_count int; timeout_error_count bigint; \
    forced_grant_count bigint; pool_id int";
