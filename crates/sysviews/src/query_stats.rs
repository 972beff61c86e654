//! `sys.dm_exec_query_stats`, `sys.dm_exec_cached_plans`, `sys.dm_exec_sql_text(handle)` and
//! `sys.dm_exec_plan_attributes(handle)`: cached plans of all sessions, the execution figures of
//! their statements, their texts and attributes.
//!
//! Columns:
//! `relational-databases/system-dynamic-management-views/sys-dm-exec-query-stats-transact-sql`,
//! `sys-dm-exec-cached-plans-transact-sql` and `sys-dm-exec-sql-text-transact-sql`. Figures that
//! aren't counted are NULL. The plans of sessions that share a program are one plan, whose figures
//! are those of all sessions. Times are local.

use crate::column_list;
use crate::exec_sessions::{DEFAULT_GROUP, time};
use crate::query_hash::{plan_hash_value, query_hash_value};
use crate::view::{HANDLE, View, bytes, number, text, whole};
use sluice_base::ids::DatabaseId;
use sluice_base::sync::Arc;
use sluice_catalog::{Column, ViewPermission};
use sluice_functions::{SetOption, SetOptions};
use sluice_plan::parallel::ParallelParts;
use sluice_session::statement_stats::StatementStats;
use sluice_session::{CachedPlan, PlanKind, ViewContext, ViewRows};
use sluice_showplan::StoredPlan;
use sluice_types::date_text::DateOrder;
use sluice_types::value::Variant;
use sluice_types::{DataType, Length, SqlError, Value};
use std::borrow::Borrow;

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
            for plans in context.host.cached_plans().by_identity() {
                let mut ran: Vec<_> = plans.iter().flat_map(|plan| plan.statements()).collect();
                ran.retain(|statement| statement.runs() > 0);
                // Compilations of one statement stay in their order.
                ran.sort_by_key(|statement| statement.place);
                let by_place = ran.chunk_by(|one, other| one.place == other.place);
                rows.extend(by_place.map(|statements| row_of(context, &columns, &plans[0], statements)));
            }
            rows
        },
    )
}

/// Returns the row of a statement, which each of the sessions has compiled.
fn row_of(
    context: &ViewContext<'_>,
    columns: &str,
    plan: &CachedPlan,
    statements: &[Arc<StatementStats>],
) -> Vec<Value> {
    let (start, end) = plan.offsets(statements[0].place);
    let measured = Measured::new(statements);
    let runs = statements.iter().map(|statement| statement.runs()).sum();
    let created_ns = statements.iter().map(|statement| statement.created_ns).min().unwrap_or_default();
    let last_ns = statements.iter().map(|statement| statement.last_ns()).max().unwrap_or_default();
    let generation = statements.iter().map(|statement| statement.generation).max().unwrap_or_default();
    let has_parallel_part = |plan: &Arc<StoredPlan>| !ParallelParts::new(&plan.bound).is_empty();
    let is_serial = statements.iter().all(|statement| !statement.plan.as_ref().is_none_or(has_parallel_part));
    column_list::row(columns, |name| match name {
        "sql_handle" => bytes(plan.sql_handle()),
        "statement_start_offset" => Value::Int(start),
        "statement_end_offset" => Value::Int(end),
        "plan_generation_num" => number(generation),
        "plan_handle" => bytes(plan.handle()),
        "query_hash" => query_hash_value(plan, statements[0].place),
        "query_plan_hash" => {
            statements.iter().rev().find_map(|statement| plan_hash_value(statement)).unwrap_or(Value::Null)
        }
        "creation_time" => time(context, created_ns),
        "last_execution_time" => time(context, last_ns),
        "execution_count" => number(runs),
        "total_dop" if is_serial => number(runs),
        "last_dop" | "min_dop" | "max_dop" if is_serial => number(1),
        // The degrees of runs that may have been parallel aren't kept.
        "total_dop" | "last_dop" | "min_dop" | "max_dop" => Value::Null,
        name => measured.value(name),
    })
}

/// Returns a list of columns in which `*name` is replaced by `total_name`, `last_name`, `min_name`
/// and `max_name` of type bigint.
pub(crate) fn expanded(columns: &str) -> String {
    let expanded = columns.split("; ").map(|column| match column.strip_prefix('*') {
        None => column.to_owned(),
        Some(figure) => WHICH.map(|which| format!("{which}_{figure} bigint")).join("; "),
    });
    expanded.collect::<Vec<_>>().join("; ")
}

/// The figures of a statement or module: the name of each with its total, last value, minimum and
/// maximum. Times are in microseconds.
pub(crate) struct Measured([(&'static str, [u64; 4]); 6]);

impl Measured {
    /// Adds up the figures of a statement or module in all sessions that have run it. The last
    /// value is that of the latest run. Without figures all values are 0.
    pub(crate) fn new<S: Borrow<StatementStats>>(stats: &[S]) -> Measured {
        let together = |figure: fn(&StatementStats) -> [u64; 4]| {
            let latest = stats.iter().max_by_key(|stats| (*stats).borrow().last_ns());
            let figures = || stats.iter().map(|stats| figure(stats.borrow()));
            [
                figures().map(|[total, ..]| total).sum(),
                latest.map_or(0, |stats| figure(stats.borrow())[1]),
                figures().map(|[_, _, least, _]| least).min().unwrap_or_default(),
                figures().map(|[.., greatest]| greatest).max().unwrap_or_default(),
            ]
        };
        let microseconds = |ns: [u64; 4]| ns.map(|ns| ns / NS_OF_MICROSECOND);
        Measured([
            ("worker_time", microseconds(together(StatementStats::worker_ns))),
            ("physical_reads", together(|stats| stats.physical_reads.get())),
            ("logical_writes", together(|stats| stats.logical_writes.get())),
            ("logical_reads", together(|stats| stats.logical_reads.get())),
            ("elapsed_time", microseconds(together(StatementStats::elapsed_ns))),
            ("rows", together(|stats| stats.rows.get())),
        ])
    }

    /// Returns the value of a column, such as `total_rows`: 0 for a figure that is always 0, NULL
    /// for one that isn't counted.
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
            let row = |plans: &Vec<Arc<CachedPlan>>| {
                let plan = &plans[0];
                let kind = match plan.kind {
                    PlanKind::Adhoc => "Adhoc",
                    PlanKind::Prepared => "Prepared",
                    PlanKind::Procedure(_) => "Proc",
                };
                let int = |count: u64| Value::Int(i32::try_from(count).unwrap_or(i32::MAX));
                let runs = plans.iter().map(|plan| plan.runs()).sum();
                column_list::row(PLAN_COLUMNS, |name| match name {
                    "usecounts" => int(runs),
                    "refcounts" => int(plans.len() as u64),
                    "size_in_bytes" => plan.bytes().map_or(Value::Null, int),
                    "cacheobjtype" => text("Compiled Plan"),
                    "objtype" => text(kind),
                    "plan_handle" => bytes(plan.handle()),
                    "pool_id" => Value::Int(DEFAULT_GROUP),
                    _ => Value::Null,
                })
            };
            context.host.cached_plans().by_identity().iter().map(row).collect()
        },
    )
}

/// Defines `sys.dm_exec_sql_text`. Takes an `sql_handle` or a `plan_handle`; one that isn't cached
/// yields no row. Needs VIEW SERVER STATE.
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
    let given = without_padding(handle);
    let is_meant = |plan: &&Arc<CachedPlan>| plan.handle() == **handle || without_padding(&plan.sql_handle()) == given;
    let found = plans.iter().find(is_meant);
    Ok(whole(found.map(|plan| identified(plan, text(&plan.text))).into_iter().collect()))
}

/// Returns the bytes of a SQL handle before the zeros at its end. `sys.sysprocesses` shows 20
/// bytes.
fn without_padding(handle: &[u8]) -> &[u8] {
    let end = handle.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    &handle[..end]
}

/// Returns a row with the plan's database, object and number, false for encrypted, and `last`.
/// Batches have no object and no number.
pub(crate) fn identified(plan: &CachedPlan, last: Value) -> Vec<Value> {
    let DatabaseId(database) = plan.database();
    // A batch has no object and no number.
    let (object, number) = match plan.kind {
        PlanKind::Procedure(object) => (Value::Int(object.0), Value::SmallInt(1)),
        PlanKind::Adhoc | PlanKind::Prepared => (Value::Null, Value::Null),
    };
    vec![Value::SmallInt(database as i16), object, number, Value::Bit(false), last]
}

/// Defines `sys.dm_exec_plan_attributes`: the object, the databases, the SQL handle and the session
/// settings of a plan. Plans keep no other attributes. A handle that isn't cached yields no row.
/// Needs VIEW SERVER STATE.
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
    let small =
        |value| Value::Variant(Arc::new(Variant { value: Value::SmallInt(value), data_type: DataType::SmallInt }));
    let tiny = |value| Value::Variant(Arc::new(Variant { value: Value::TinyInt(value), data_type: DataType::TinyInt }));
    let mut rows = Vec::new();
    if let Some(settings) = plan.settings() {
        rows.extend([
            row("set_options", int(set_options(settings.options)), true),
            row("language_id", small(settings.language), true),
            row("date_format", small(date_format(settings.date_order)), true),
            row("date_first", tiny(settings.date_first), true),
        ]);
    }
    rows.extend([
        row("objectid", int(object), true),
        row("dbid", int(plan.database().0.into()), true),
        row("dbid_execute", int(0), true),
        row("sql_handle", handle, false),
    ]);
    rows
}

/// Returns the number of the SET options
/// (`sys-dm-exec-plan-attributes-transact-sql.md`, *Evaluating Set Options*).
fn set_options(options: SetOptions) -> i32 {
    SET_OPTIONS.iter().filter(|(option, _)| options.has(*option)).map(|(_, bit)| bit).sum()
}

/// Returns the number of a date format, in the order of the page of SET DATEFORMAT. The
/// documentation doesn't number them; 1 for mdy is known from published output.
fn date_format(order: DateOrder) -> i16 {
    match order {
        DateOrder::Mdy => 1,
        DateOrder::Dmy => 2,
        DateOrder::Ymd => 3,
        DateOrder::Ydm => 4,
        DateOrder::Myd => 5,
        DateOrder::Dym => 6,
    }
}

/// The bits of `set_options`.
const SET_OPTIONS: [(SetOption, i32); 9] = [
    (SetOption::AnsiPadding, 1),
    (SetOption::ConcatNullYieldsNull, 8),
    (SetOption::AnsiWarnings, 16),
    (SetOption::AnsiNulls, 32),
    (SetOption::QuotedIdentifier, 64),
    (SetOption::AnsiNullDefaultOn, 128),
    (SetOption::AnsiNullDefaultOff, 256),
    (SetOption::ArithAbort, 4096),
    (SetOption::NumericRoundAbort, 8192),
];

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
