//! `sys.dm_exec_query_stats`, `sys.dm_exec_cached_plans`, `sys.dm_exec_sql_text(handle)` and
//! `sys.dm_exec_plan_attributes(handle)`: cached plans of all sessions, the execution figures of
//! their statements, their texts and attributes.
//!
//! Columns:
//! `relational-databases/system-dynamic-management-views/sys-dm-exec-query-stats-transact-sql`,
//! `sys-dm-exec-cached-plans-transact-sql` and `sys-dm-exec-sql-text-transact-sql`, except figures
//! that aren't counted. Each session compiles its own plans: a batch that two sessions run has two
//! plans with one `sql_handle`. Times are local.

use crate::column_list;
use crate::exec_sessions::time;
use crate::view::{HANDLE, View, bytes, number, text, whole};
use sluice_base::ids::DatabaseId;
use sluice_base::sync::Arc;
use sluice_catalog::{Column, ViewPermission};
use sluice_session::statement_stats::StatementStats;
use sluice_session::{CachedPlan, PlanKind, ViewContext, ViewRows};
use sluice_types::value::Variant;
use sluice_types::{DataType, Length, SqlError, Value};

/// Defines `sys.dm_exec_query_stats`. Needs VIEW SERVER STATE.
pub(crate) fn of_statements() -> View {
    let mut columns = vec![
        Column::not_null("sql_handle", HANDLE),
        Column::not_null("statement_start_offset", DataType::Int),
        Column::not_null("statement_end_offset", DataType::Int),
        Column::not_null("plan_generation_num", DataType::BigInt),
        Column::not_null("plan_handle", HANDLE),
        Column::not_null("creation_time", DataType::DateTime),
        Column::not_null("last_execution_time", DataType::DateTime),
        Column::not_null("execution_count", DataType::BigInt),
    ];
    columns.extend(figure_columns(FIGURES.len()));
    columns.push(Column::nullable("statement_sql_handle", HANDLE));
    columns.push(Column::nullable("statement_context_id", DataType::BigInt));
    View::sys(
        "dm_exec_query_stats",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-exec-query-stats-transact-sql.md",
        ),
        columns,
        |context| {
            let mut rows = Vec::new();
            for plan in context.host.cached_plans().all() {
                let statements = plan.statements();
                let ran = statements.iter().filter(|statement| statement.runs() > 0);
                rows.extend(ran.map(|statement| row_of(context, &plan, statement)));
            }
            rows
        },
    )
}

fn row_of(context: &ViewContext<'_>, plan: &CachedPlan, statement: &StatementStats) -> Vec<Value> {
    let (start, end) = plan.offsets(statement.place);
    let mut row = vec![
        bytes(plan.sql_handle()),
        Value::Int(start),
        Value::Int(end),
        number(statement.generation),
        bytes(plan.handle()),
        time(context, statement.created_ns),
        time(context, statement.last_ns()),
        number(statement.runs()),
    ];
    row.extend(figures(statement, FIGURES.len()));
    row.extend([Value::Null, Value::Null]);
    row
}

/// Returns the columns of the first `count` figures.
pub(crate) fn figure_columns(count: usize) -> impl Iterator<Item = Column> {
    FIGURES[..count].iter().flatten().map(|name| Column::not_null(name, DataType::BigInt))
}

/// Returns the values of the first `count` figures. Each figure gives four values; times are in
/// microseconds.
pub(crate) fn figures(stats: &StatementStats, count: usize) -> impl Iterator<Item = Value> {
    let microseconds = |ns: [u64; 4]| ns.map(|ns| ns / NS_OF_MICROSECOND);
    let all = [
        microseconds(stats.worker_ns()),
        stats.physical_reads.get(),
        stats.logical_writes.get(),
        stats.logical_reads.get(),
        microseconds(stats.elapsed_ns()),
        stats.rows.get(),
    ];
    all.into_iter().take(count).flatten().map(number)
}

/// Defines `sys.dm_exec_cached_plans`. Needs VIEW SERVER STATE.
pub(crate) fn of_plans() -> View {
    let columns = vec![
        Column::not_null("usecounts", DataType::Int),
        Column::not_null("cacheobjtype", DataType::NVarChar(Length::Limited(34))),
        Column::not_null("objtype", DataType::NVarChar(Length::Limited(16))),
        Column::not_null("plan_handle", HANDLE),
    ];
    View::sys(
        "dm_exec_cached_plans",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-exec-cached-plans-transact-sql.md",
        ),
        columns,
        |context| {
            let row = |plan: &Arc<CachedPlan>| {
                let kind = match plan.kind {
                    PlanKind::Adhoc => "Adhoc",
                    PlanKind::Prepared => "Prepared",
                    PlanKind::Procedure(_) => "Proc",
                };
                let runs = i32::try_from(plan.runs()).unwrap_or(i32::MAX);
                vec![Value::Int(runs), text("Compiled Plan"), text(kind), bytes(plan.handle())]
            };
            context.host.cached_plans().all().iter().map(row).collect()
        },
    )
}

/// Defines `sys.dm_exec_sql_text`. Needs VIEW SERVER STATE.
pub(crate) fn of_text() -> View {
    let columns = vec![
        Column::nullable("dbid", DataType::SmallInt),
        Column::nullable("objectid", DataType::Int),
        Column::nullable("number", DataType::SmallInt),
        Column::not_null("encrypted", DataType::Bit),
        Column::nullable("text", DataType::NVarChar(Length::Max)),
    ];
    View::function(
        "dm_exec_sql_text",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-exec-sql-text-transact-sql.md",
        ),
        &[HANDLE],
        columns,
        text_of,
    )
}

/// Returns the text for a `sql_handle` or `plan_handle`, or no row if no session caches the plan.
fn text_of(context: &ViewContext<'_>) -> Result<ViewRows, SqlError> {
    let Some(Value::Bytes(handle)) = context.arguments.first() else { return Ok(whole(Vec::new())) };
    let plans = context.host.cached_plans().all();
    let found = plans.iter().find(|plan| plan.handle() == **handle || plan.sql_handle() == **handle);
    Ok(whole(found.map(|plan| identified(plan, text(&plan.text))).into_iter().collect()))
}

/// Returns the row of a plan's database, object and number, and of `last`.
fn identified(plan: &CachedPlan, last: Value) -> Vec<Value> {
    let DatabaseId(database) = plan.database();
    // A batch has no object and no number.
    let (object, number) = match plan.kind {
        PlanKind::Procedure(object) => (Value::Int(object.0), Value::SmallInt(1)),
        PlanKind::Adhoc | PlanKind::Prepared => (Value::Null, Value::Null),
    };
    vec![Value::SmallInt(database as i16), object, number, Value::Bit(false), last]
}

/// Defines `sys.dm_exec_query_plan`. Needs VIEW SERVER STATE.
pub(crate) fn of_showplan() -> View {
    View::function(
        "dm_exec_query_plan",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-exec-query-plan-transact-sql.md",
        ),
        &[HANDLE],
        column_list::columns("dbid smallint; objectid int; number smallint; encrypted bit!; query_plan xml"),
        showplan_of,
    )
}

/// Defines `sys.dm_exec_text_query_plan`. Needs VIEW SERVER STATE.
pub(crate) fn of_text_showplan() -> View {
    View::function(
        "dm_exec_text_query_plan",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-exec-text-query-plan-transact-sql.md",
        ),
        &[HANDLE, DataType::Int, DataType::Int],
        column_list::columns("dbid smallint; objectid int; number smallint; encrypted bit!; query_plan nvarchar(max)"),
        showplan_of,
    )
}

/// Returns the row of a cached plan, or no row. `query_plan` is NULL: plans have no form in XML.
fn showplan_of(context: &ViewContext<'_>) -> Result<ViewRows, SqlError> {
    let Some(Value::Bytes(handle)) = context.arguments.first() else { return Ok(whole(Vec::new())) };
    let plans = context.host.cached_plans().all();
    let found = plans.iter().find(|plan| plan.handle() == **handle);
    Ok(whole(found.map(|plan| identified(plan, Value::Null)).into_iter().collect()))
}

/// `sys.dm_exec_plan_attributes`: the object, the databases and the SQL handle of a plan. Plans
/// keep no other attributes. Needs VIEW SERVER STATE.
pub(crate) fn of_attributes() -> View {
    let columns = vec![
        Column::not_null("attribute", DataType::varchar(Length::Limited(128))),
        Column::nullable("value", DataType::SqlVariant),
        Column::not_null("is_cache_key", DataType::Bit),
    ];
    View::function(
        "dm_exec_plan_attributes",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-exec-plan-attributes-transact-sql.md",
        ),
        &[HANDLE],
        columns,
        |context| {
            let [Value::Bytes(handle)] = context.arguments else { return Ok(whole(Vec::new())) };
            let plans = context.host.cached_plans().all();
            let found = plans.iter().find(|plan| plan.handle() == **handle);
            Ok(whole(found.map(|plan| attributes(plan)).unwrap_or_default()))
        },
    )
}

fn attributes(plan: &CachedPlan) -> Vec<Vec<Value>> {
    let int = |value| Value::Variant(Arc::new(Variant { value: Value::Int(value), data_type: DataType::Int }));
    let handle = Value::Variant(Arc::new(Variant { value: bytes(plan.sql_handle()), data_type: HANDLE }));
    let object = match plan.kind {
        PlanKind::Procedure(object) => object.0,
        // A hash of the batch's text.
        PlanKind::Adhoc | PlanKind::Prepared => {
            plan.sql_handle().iter().fold(0, |hash: i32, byte| hash.wrapping_mul(31).wrapping_add((*byte).into()))
        }
    };
    let row = |name: &str, value, is_key| vec![text(name), value, Value::Bit(is_key)];
    vec![
        row("objectid", int(object), true),
        row("dbid", int(plan.database().0.into()), true),
        row("dbid_execute", int(0), true),
        row("sql_handle", handle, false),
    ]
}

/// The figures: total, last, minimum and maximum.
const FIGURES: [[&str; 4]; 6] = [
    ["total_worker_time", "last_worker_time", "min_worker_time", "max_worker_time"],
    ["total_physical_reads", "last_physical_reads", "min_physical_reads", "max_physical_reads"],
    ["total_logical_writes", "last_logical_writes", "min_logical_writes", "max_logical_writes"],
    ["total_logical_reads", "last_logical_reads", "min_logical_reads", "max_logical_reads"],
    ["total_elapsed_time", "last_elapsed_time", "min_elapsed_time", "max_elapsed_time"],
    ["total_rows", "last_rows", "min_rows", "max_rows"],
];

const NS_OF_MICROSECOND: u64 = 1_000;
