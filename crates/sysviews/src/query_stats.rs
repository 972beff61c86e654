//! `sys.dm_exec_query_stats`, `sys.dm_exec_cached_plans`, `sys.dm_exec_sql_text(handle)` and
//! `sys.dm_exec_plan_attributes(handle)`: cached plans of all sessions, the execution figures of
//! their statements, their texts and attributes.
//!
//! Columns:
//! `relational-databases/system-dynamic-management-views/sys-dm-exec-query-stats-transact-sql`,
//! `sys-dm-exec-cached-plans-transact-sql` and `sys-dm-exec-sql-text-transact-sql`. Figures that
//! aren't counted are NULL. Each session compiles its own plans: a batch that two sessions run has
//! two plans with one `sql_handle`. Times are local.

use crate::column_list;
use crate::exec_sessions::{DEFAULT_GROUP, time};
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
    View::sys(
        "dm_exec_query_stats",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-exec-query-stats-transact-sql.md",
        ),
        column_list::columns(&expanded(STATEMENT_COLUMNS)),
        |context| {
            let (mut rows, columns) = (Vec::new(), expanded(STATEMENT_COLUMNS));
            for plan in context.host.cached_plans().all() {
                let statements = plan.statements();
                let ran = statements.iter().filter(|statement| statement.runs() > 0);
                rows.extend(ran.map(|statement| row_of(context, &columns, &plan, statement)));
            }
            rows
        },
    )
}

fn row_of(context: &ViewContext<'_>, columns: &str, plan: &CachedPlan, statement: &StatementStats) -> Vec<Value> {
    let (start, end) = plan.offsets(statement.place);
    let measured = Measured::new(statement);
    column_list::row(columns, |name| match name {
        "sql_handle" => bytes(plan.sql_handle()),
        "statement_start_offset" => Value::Int(start),
        "statement_end_offset" => Value::Int(end),
        "plan_generation_num" => number(statement.generation),
        "plan_handle" => bytes(plan.handle()),
        "creation_time" => time(context, statement.created_ns),
        "last_execution_time" => time(context, statement.last_ns()),
        "execution_count" => number(statement.runs()),
        // A statement runs on one thread.
        "total_dop" => number(statement.runs()),
        "last_dop" | "min_dop" | "max_dop" => number(1),
        name => measured.value(name),
    })
}

/// Returns a list of columns in which `*name` stands for the total, the last value, the minimum and
/// the maximum of a figure.
pub(crate) fn expanded(columns: &str) -> String {
    let expanded = columns.split("; ").map(|column| match column.strip_prefix('*') {
        None => column.to_owned(),
        Some(figure) => WHICH.map(|which| format!("{which}_{figure} bigint")).join("; "),
    });
    expanded.collect::<Vec<_>>().join("; ")
}

/// The figures of a statement or module, each with its total, last value, minimum and maximum.
pub(crate) struct Measured([(&'static str, [u64; 4]); 6]);

impl Measured {
    /// Reads the figures. Times are in microseconds.
    pub(crate) fn new(stats: &StatementStats) -> Measured {
        let microseconds = |ns: [u64; 4]| ns.map(|ns| ns / NS_OF_MICROSECOND);
        Measured([
            ("worker_time", microseconds(stats.worker_ns())),
            ("physical_reads", stats.physical_reads.get()),
            ("logical_writes", stats.logical_writes.get()),
            ("logical_reads", stats.logical_reads.get()),
            ("elapsed_time", microseconds(stats.elapsed_ns())),
            ("rows", stats.rows.get()),
        ])
    }

    /// Returns the value of a column, such as `total_rows`: 0 for what never happens, NULL for what
    /// isn't counted.
    pub(crate) fn value(&self, column: &str) -> Value {
        let Some((which, figure)) = column.split_once('_') else { return Value::Null };
        let place = WHICH.iter().position(|known| *known == which);
        let found = self.0.iter().find(|(name, _)| *name == figure);
        match (place, found) {
            (Some(place), Some((_, values))) => number(values[place]),
            (Some(_), None) if NEVER.contains(&figure) => number(0),
            _ => Value::Null,
        }
    }
}

/// Defines `sys.dm_exec_cached_plans`. Needs VIEW SERVER STATE.
pub(crate) fn of_plans() -> View {
    View::sys(
        "dm_exec_cached_plans",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-exec-cached-plans-transact-sql.md",
        ),
        column_list::columns(PLAN_COLUMNS),
        |context| {
            let row = |plan: &Arc<CachedPlan>| {
                let kind = match plan.kind {
                    PlanKind::Adhoc => "Adhoc",
                    PlanKind::Prepared => "Prepared",
                    PlanKind::Procedure(_) => "Proc",
                };
                let runs = i32::try_from(plan.runs()).unwrap_or(i32::MAX);
                column_list::row(PLAN_COLUMNS, |name| match name {
                    "usecounts" => Value::Int(runs),
                    "cacheobjtype" => text("Compiled Plan"),
                    "objtype" => text(kind),
                    "plan_handle" => bytes(plan.handle()),
                    "pool_id" => Value::Int(DEFAULT_GROUP),
                    _ => Value::Null,
                })
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
pub(crate) fn identified(plan: &CachedPlan, last: Value) -> Vec<Value> {
    let DatabaseId(database) = plan.database();
    // A batch has no object and no number.
    let (object, number) = match plan.kind {
        PlanKind::Procedure(object) => (Value::Int(object.0), Value::SmallInt(1)),
        PlanKind::Adhoc | PlanKind::Prepared => (Value::Null, Value::Null),
    };
    vec![Value::SmallInt(database as i16), object, number, Value::Bit(false), last]
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

/// The values of a figure.
const WHICH: [&str; 4] = ["total", "last", "min", "max"];

const NS_OF_MICROSECOND: u64 = 1_000;

/// Figures that are 0 for every statement: there is no managed code, no parallel thread, no
/// columnstore index and no page server.
const NEVER: [&str; 7] = [
    "clr_time",
    "reserved_threads",
    "used_threads",
    "columnstore_segment_reads",
    "columnstore_segment_skips",
    "page_server_reads",
    "num_page_server_reads",
];

const PLAN_COLUMNS: &str = "bucketid int; refcounts int; usecounts int!; size_in_bytes int; \
    memory_object_address varbinary(8); cacheobjtype nvarchar(34)!; objtype nvarchar(16)!; \
    plan_handle varbinary(64)!; pool_id int!";

const STATEMENT_COLUMNS: &str = "sql_handle varbinary(64)!; statement_start_offset int!; statement_end_offset int!; \
    plan_generation_num bigint!; plan_handle varbinary(64)!; creation_time datetime!; last_execution_time datetime!; \
    execution_count bigint!; *worker_time; *physical_reads; *logical_writes; *logical_reads; *clr_time; \
    *elapsed_time; query_hash binary(8); query_plan_hash binary(8); *rows; statement_sql_handle varbinary(64); \
    statement_context_id bigint; *dop; *grant_kb; *used_grant_kb; *ideal_grant_kb; *reserved_threads; *used_threads; \
    *columnstore_segment_reads; *columnstore_segment_skips; *spills; *num_physical_reads; *page_server_reads; \
    *num_page_server_reads";
