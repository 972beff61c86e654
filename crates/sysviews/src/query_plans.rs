//! `sys.dm_exec_query_plan(handle)` and `sys.dm_exec_text_query_plan(handle, start, end)`: the
//! plans of a cached batch or module, as an XML document.
//!
//! A statement has a plan from its first run or compilation on; plans of long statements aren't
//! kept.

use crate::column_list;
use crate::query_stats::identified;
use crate::view::{HANDLE, View, text, whole};
use sluice_base::sync::Arc;
use sluice_catalog::ViewPermission;
use sluice_session::call_context::degree;
use sluice_session::host::Host;
use sluice_session::{CachedPlan, ViewContext, ViewRows};
use sluice_showplan::{Document, PlanOperator, ShownStatement, StoredPlan, document};
use sluice_types::xml::DEPTH_MAX;
use sluice_types::{DataType, SqlError, Value};
use std::cmp::Reverse;
use std::ops::Range;

/// Defines `sys.dm_exec_query_plan`: one row, or none for a handle that isn't cached. Needs VIEW
/// SERVER STATE.
pub(crate) fn of_documents() -> View {
    View::function(
        "dm_exec_query_plan",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-exec-query-plan-transact-sql.md",
        ),
        &[HANDLE],
        column_list::columns("dbid smallint; objectid int; number smallint; encrypted bit!; query_plan xml"),
        |context| {
            // "cannot return query plans that meet or exceed 128 levels of nested elements".
            rows_of(context, &|document| document.depth < DEPTH_MAX)
        },
    )
}

/// Defines `sys.dm_exec_text_query_plan`. Needs VIEW SERVER STATE.
pub(crate) fn of_texts() -> View {
    View::function(
        "dm_exec_text_query_plan",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-exec-text-query-plan-transact-sql.md",
        ),
        &[HANDLE, DataType::Int, DataType::Int],
        column_list::columns("dbid smallint; objectid int; number smallint; encrypted bit!; query_plan nvarchar(max)"),
        |context| rows_of(context, &|_| true),
    )
}

/// Returns the row of a cached plan, or no row. `query_plan` is NULL if the plan has no statement
/// with a plan in the range, or a document that doesn't fit.
fn rows_of(context: &ViewContext<'_>, fits: &dyn Fn(&Document) -> bool) -> Result<ViewRows, SqlError> {
    let Some(Value::Bytes(handle)) = context.arguments.first() else { return Ok(whole(Vec::new())) };
    let plans = context.host.cached_plans().by_identity();
    let found = plans.iter().find(|plans| plans[0].handle() == **handle);
    let row = found.map(|plans| {
        let document = document_of(plans, asked(context.arguments), context.host).filter(fits);
        identified(&plans[0], document.map_or(Value::Null, |document| text(&document.text)))
    });
    Ok(whole(row.into_iter().collect()))
}

/// The offsets of the statements that the arguments ask for: 0 and -1 stand for the whole text.
fn asked(arguments: &[Value]) -> Range<i64> {
    let offset = |place: usize, default| arguments.get(place).and_then(Value::as_i64).unwrap_or(default);
    let end = offset(2, -1);
    offset(1, 0)..if end < 0 { i64::MAX } else { end }
}

/// Returns the document of a plan's statements within the offsets, in the order of the text. The
/// last compilation of a statement is shown if several sessions have compiled it. A plan is shown
/// as the instance's settings have it run.
fn document_of(plans: &[Arc<CachedPlan>], asked: Range<i64>, host: &dyn Host) -> Option<Document> {
    let plan = &plans[0];
    let database = host.database_by_id(plan.database());
    let is_parallel = |stored: &StoredPlan| {
        let bound = &stored.bound;
        database.as_ref().is_some_and(|database| degree(host, database, bound.cost(), bound.degree_hint) > 1)
    };
    let mut statements: Vec<_> = plans.iter().flat_map(|plan| plan.statements()).collect();
    statements.sort_by_key(|statement| (statement.place, Reverse(statement.created_ns)));
    statements.dedup_by_key(|statement| statement.place);
    let kept = statements.iter().filter_map(|statement| {
        let (start, end) = plan.offsets(statement.place);
        let is_asked = i64::from(start) >= asked.start && i64::from(end) <= asked.end;
        let stored = statement.plan.as_deref().filter(|_| is_asked)?;
        Some((stored, plan.text.get(statement.place.0..statement.place.1)?, stored.explain(is_parallel(stored))?))
    });
    let kept: Vec<(&StoredPlan, &str, Vec<PlanOperator>)> = kept.collect();
    let shown = kept
        .iter()
        .enumerate()
        .map(|(place, (stored, text, operators))| ShownStatement { plan: operators, ..stored.shown(text, place + 1) });
    let shown: Vec<ShownStatement<'_>> = shown.collect();
    (!shown.is_empty()).then(|| document(&shown))
}
