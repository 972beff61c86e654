//! `sys.dm_db_session_space_usage` and `sys.dm_db_task_space_usage`: pages of tempdb that sessions
//! and running requests have allocated and freed.
//!
//! Columns: the pages of these names in `relational-databases/system-dynamic-management-views`.
//! Internal objects are work files. The pages of a dropped table count for the session that frees
//! them after the commit.

use crate::column_list;
use crate::exec_sessions::id_of;
use crate::view::{View, number};
use sluice_catalog::ViewPermission;
use sluice_types::Value;

/// Defines `sys.dm_db_session_space_usage`. A running request isn't included until it ends. Needs
/// VIEW SERVER STATE.
pub(crate) fn of_sessions() -> View {
    View::sys(
        "dm_db_session_space_usage",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-db-session-space-usage-transact-sql.md",
        ),
        column_list::columns(SESSION_COLUMNS),
        |context| {
            let sessions = context.host.sessions();
            let rows = sessions.iter().map(|session| {
                let [earlier, last] = session.waits.usage.space();
                let is_over = u64::from(!session.is_running());
                let pages = std::array::from_fn::<_, 4, _>(|place| number(earlier[place] + last[place] * is_over));
                // Pages that wait for their release aren't counted by session.
                [id_of(session), Value::SmallInt(TEMPDB)].into_iter().chain(pages).chain([Value::Null]).collect()
            });
            rows.collect()
        },
    )
}

/// Defines `sys.dm_db_task_space_usage`: the running requests. Needs VIEW SERVER STATE.
pub(crate) fn of_tasks() -> View {
    View::sys(
        "dm_db_task_space_usage",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-db-task-space-usage-transact-sql.md",
        ),
        column_list::columns(TASK_COLUMNS),
        |context| {
            let sessions = context.host.sessions();
            let rows = sessions.iter().filter(|session| session.is_running()).map(|session| {
                let [_, request] = session.waits.usage.space();
                let request_id = Value::Int(session.request_id().into());
                let ids = [id_of(session), request_id, Value::Int(0), Value::SmallInt(TEMPDB)];
                ids.into_iter().chain(request.map(number)).collect()
            });
            rows.collect()
        },
    )
}

/// The id of tempdb.
const TEMPDB: i16 = 2;

const SESSION_COLUMNS: &str = "session_id smallint; database_id smallint; user_objects_alloc_page_count bigint; \
    user_objects_dealloc_page_count bigint; internal_objects_alloc_page_count bigint; \
    internal_objects_dealloc_page_count bigint; user_objects_deferred_dealloc_page_count bigint";

const TASK_COLUMNS: &str = "session_id smallint; request_id int; exec_context_id int; database_id smallint; \
    user_objects_alloc_page_count bigint; user_objects_dealloc_page_count bigint; \
    internal_objects_alloc_page_count bigint; internal_objects_dealloc_page_count bigint";
