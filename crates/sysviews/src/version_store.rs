//! `sys.dm_tran_version_store_space_usage`: the space of row versions in tempdb, by database.
//!
//! Columns:
//! `relational-databases/system-dynamic-management-views/sys-dm-tran-version-store-space-usage`.
//! Versions stay in memory while there is room; a database whose versions are all in memory uses no
//! page.

use crate::view::View;
use sluice_base::sync::Arc;
use sluice_buffer::PAGE_SIZE;
use sluice_catalog::{Column, ViewPermission};
use sluice_session::ViewContext;
use sluice_table::Database;
use sluice_types::{DataType, Value};

/// Defines `sys.dm_tran_version_store_space_usage`. Needs VIEW SERVER STATE.
pub(crate) fn view() -> View {
    let columns = vec![
        Column::nullable("database_id", DataType::Int),
        Column::nullable("reserved_page_count", DataType::BigInt),
        Column::nullable("reserved_space_kb", DataType::BigInt),
    ];
    View::sys(
        "dm_tran_version_store_space_usage",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-tran-version-store-space-usage-transact-sql.md",
        ),
        columns,
        rows,
    )
}

fn rows(context: &ViewContext<'_>) -> Vec<Vec<Value>> {
    let rows = context.host.listed().into_iter().map(|listed| {
        // A closed database has no row versions.
        let spilled = |open: Arc<Database>| open.storage.versions.spilled_pages(open.storage.id);
        let pages = listed.open.map_or(0, spilled);
        let kilobytes = pages * (PAGE_SIZE as u64 / 1024);
        vec![Value::Int(listed.id.0.into()), Value::BigInt(pages as i64), Value::BigInt(kilobytes as i64)]
    });
    rows.collect()
}
