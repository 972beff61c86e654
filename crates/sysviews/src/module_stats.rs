//! `sys.dm_exec_procedure_stats` and `sys.dm_exec_trigger_stats`: the completed runs of the cached
//! modules of all sessions.
//!
//! Columns: `sys-dm-exec-procedure-stats-transact-sql` and `sys-dm-exec-trigger-stats-transact-sql`
//! in `relational-databases/system-dynamic-management-views`. Figures that aren't counted are NULL.
//! A procedure has one row with the runs of all sessions; a trigger that two sessions run has two.
//! Procedures of the system have no row.

use crate::column_list;
use crate::exec_sessions::time;
use crate::query_stats::{Measured, expanded};
use crate::view::{View, bytes, number, text};
use sluice_base::sync::Arc;
use sluice_catalog::{ModuleKind, ViewPermission};
use sluice_session::statement_stats::StatementStats;
use sluice_session::{CachedPlan, PlanKind, ViewContext};
use sluice_types::Value;

/// Defines `sys.dm_exec_procedure_stats`: a row for each cached procedure that has run to its end.
/// Needs VIEW SERVER STATE.
pub(crate) fn of_procedures() -> View {
    let page = "relational-databases/system-dynamic-management-views/sys-dm-exec-procedure-stats-transact-sql.md";
    view("dm_exec_procedure_stats", page, |context| rows(context, ModuleKind::Procedure, "SQL_STORED_PROCEDURE"))
}

/// Defines `sys.dm_exec_trigger_stats`: a row for each cached DML trigger that has run to its end.
/// Needs VIEW SERVER STATE.
pub(crate) fn of_triggers() -> View {
    let page = "relational-databases/system-dynamic-management-views/sys-dm-exec-trigger-stats-transact-sql.md";
    view("dm_exec_trigger_stats", page, |context| rows(context, ModuleKind::Trigger, "SQL_TRIGGER"))
}

fn view(name: &'static str, page: &'static str, rows: fn(&ViewContext<'_>) -> Vec<Vec<Value>>) -> View {
    View::sys(name, ViewPermission::ServerState(page), column_list::columns(&expanded(COLUMNS)), rows)
}

fn rows(context: &ViewContext<'_>, kind: ModuleKind, described: &str) -> Vec<Vec<Value>> {
    let plans = context.host.cached_plans().by_identity();
    plans.iter().filter_map(|plans| row(context, plans, (kind, described))).collect()
}

/// Returns the row of a plan, which sessions share, if it is that of a module of this kind that has
/// run to its end.
fn row(
    context: &ViewContext<'_>,
    plans: &[Arc<CachedPlan>],
    (kind, described): (ModuleKind, &str),
) -> Option<Vec<Value>> {
    let plan = plans.first()?;
    let PlanKind::Procedure(object) = plan.kind else { return None };
    let stats: Vec<&StatementStats> = plans.iter().filter_map(|plan| plan.completed()).collect();
    let created_ns = stats.iter().map(|stats| stats.created_ns).min()?;
    let last_ns = stats.iter().map(|stats| stats.last_ns()).max()?;
    let database = context.host.database_by_id(plan.database())?;
    let catalog = database.catalog();
    let module = catalog.module_by_id(object).filter(|module| module.kind == kind)?;
    let measured = Measured::new(&stats);
    Some(column_list::row(&expanded(COLUMNS), |name| match name {
        "database_id" => Value::Int(plan.database().0.into()),
        "object_id" => Value::Int(object.0),
        "type" => text(module.kind.code()),
        "type_desc" => text(described),
        "sql_handle" => bytes(plan.sql_handle()),
        "plan_handle" => bytes(plan.handle()),
        "cached_time" => time(context, created_ns),
        "last_execution_time" => time(context, last_ns),
        "execution_count" => number(stats.iter().map(|stats| stats.runs()).sum()),
        name => measured.value(name),
    }))
}

const COLUMNS: &str = "database_id int!; object_id int!; type char(2); type_desc nvarchar(60); sql_handle varbinary(64)!; \
    plan_handle varbinary(64)!; cached_time datetime; last_execution_time datetime; execution_count bigint!; \
    *worker_time; *physical_reads; *logical_writes; *logical_reads; *elapsed_time; *spills; *num_physical_reads; \
    *page_server_reads; *num_page_server_reads";
