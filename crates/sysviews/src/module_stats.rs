//! `sys.dm_exec_procedure_stats` and `sys.dm_exec_trigger_stats`: the completed runs of the cached
//! modules of all sessions.
//!
//! Columns: `sys-dm-exec-procedure-stats-transact-sql` and `sys-dm-exec-trigger-stats-transact-sql`
//! in `relational-databases/system-dynamic-management-views`, except pages spilled, which aren't
//! counted. A module that two sessions run has two plans and two rows. Procedures of the system
//! have no row.

use crate::exec_sessions::time;
use crate::query_stats::{figure_columns, figures};
use crate::view::{HANDLE, View, bytes, number, text};
use sluice_catalog::{Column, ModuleKind, ViewPermission};
use sluice_session::{CachedPlan, PlanKind, ViewContext};
use sluice_types::{DataType, Length, Value};

/// Defines `sys.dm_exec_procedure_stats`: a row for each cached procedure that has run.
pub(crate) fn of_procedures() -> View {
    let page = "relational-databases/system-dynamic-management-views/sys-dm-exec-procedure-stats-transact-sql.md";
    view("dm_exec_procedure_stats", page, |context| rows(context, ModuleKind::Procedure, "SQL_STORED_PROCEDURE"))
}

/// Defines `sys.dm_exec_trigger_stats`: a row for each cached trigger that has run.
pub(crate) fn of_triggers() -> View {
    let page = "relational-databases/system-dynamic-management-views/sys-dm-exec-trigger-stats-transact-sql.md";
    view("dm_exec_trigger_stats", page, |context| rows(context, ModuleKind::Trigger, "SQL_TRIGGER"))
}

fn view(name: &'static str, page: &'static str, rows: fn(&ViewContext<'_>) -> Vec<Vec<Value>>) -> View {
    let mut columns = vec![
        Column::not_null("database_id", DataType::Int),
        Column::not_null("object_id", DataType::Int),
        Column::nullable("type", DataType::char(2)),
        Column::nullable("type_desc", DataType::NVarChar(Length::Limited(60))),
        Column::not_null("sql_handle", HANDLE),
        Column::not_null("plan_handle", HANDLE),
        Column::nullable("cached_time", DataType::DateTime),
        Column::nullable("last_execution_time", DataType::DateTime),
        Column::not_null("execution_count", DataType::BigInt),
    ];
    columns.extend(figure_columns(FIGURES));
    View::sys(name, ViewPermission::ServerState(page), columns, rows)
}

fn rows(context: &ViewContext<'_>, kind: ModuleKind, described: &str) -> Vec<Vec<Value>> {
    let plans = context.host.cached_plans().all();
    plans.iter().filter_map(|plan| row(context, plan, (kind, described))).collect()
}

/// Returns the row of a plan if it is that of a module of this kind.
fn row(context: &ViewContext<'_>, plan: &CachedPlan, (kind, described): (ModuleKind, &str)) -> Option<Vec<Value>> {
    let PlanKind::Procedure(object) = plan.kind else { return None };
    let stats = plan.completed()?;
    let database = context.host.database_by_id(plan.database())?;
    let catalog = database.catalog();
    let module = catalog.module_by_id(object).filter(|module| module.kind == kind)?;
    let mut row = vec![
        Value::Int(plan.database().0.into()),
        Value::Int(object.0),
        text(module.kind.code()),
        text(described),
        bytes(plan.sql_handle()),
        bytes(plan.handle()),
        time(context, stats.created_ns),
        time(context, stats.last_ns()),
        number(stats.runs()),
    ];
    row.extend(figures(stats, FIGURES));
    Some(row)
}

/// Number of figures: those of `sys.dm_exec_query_stats` without rows.
const FIGURES: usize = 5;
