//! `sys.dm_os_memory_clerks`: the memory held by each clerk of the instance.
//!
//! Columns:
//! `relational-databases/system-dynamic-management-views/sys-dm-os-memory-clerks-transact-sql`.
//! Columns without data are NULL. Clerks that hold no memory aren't shown. The heap that neither a
//! clerk nor a session's account holds is the row `MEMORYCLERK_SQLGENERAL` named `Unaccounted`.

use crate::column_list;
use crate::view::{View, text};
use sluice_base::memory::Clerk;
use sluice_catalog::ViewPermission;
use sluice_session::ViewContext;
use sluice_types::Value;

/// Defines `sys.dm_os_memory_clerks`. Each read measures the heap anew. Needs VIEW SERVER STATE.
pub(crate) fn view() -> View {
    View::sys(
        "dm_os_memory_clerks",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-os-memory-clerks-transact-sql.md",
        ),
        column_list::columns(COLUMNS),
        rows,
    )
}

fn rows(context: &ViewContext<'_>) -> Vec<Vec<Value>> {
    let databases = context.host.databases();
    // All databases share the instance's broker.
    let Some(broker) = databases.first().map(|database| database.storage.pool.broker()) else { return Vec::new() };
    broker.measure_heap();
    let unaccounted = broker.unaccounted();
    let row = |(clerk, name, bytes): (Clerk, &'static str, u64)| {
        let kilobytes = Value::BigInt(bytes.div_ceil(1024) as i64);
        let row = || {
            column_list::row(COLUMNS, |column| match column {
                "type" => text(clerk.type_name()),
                "name" => text(name),
                "memory_node_id" => Value::SmallInt(0),
                "pages_kb" => kilobytes.clone(),
                _ => Value::Null,
            })
        };
        (bytes > 0).then(row)
    };
    let bytes = |clerk: Clerk| match clerk {
        Clerk::General => broker.held_by(clerk).saturating_sub(unaccounted),
        other => broker.held_by(other),
    };
    let clerks = Clerk::ALL.iter().map(|clerk| (*clerk, clerk.name(), bytes(*clerk)));
    clerks.chain([(Clerk::General, "Unaccounted", unaccounted)]).filter_map(row).collect()
}

const COLUMNS: &str = "memory_clerk_address varbinary(8); type nvarchar(60)!; name nvarchar(256)!; \
    memory_node_id smallint!; pages_kb bigint!; virtual_memory_reserved_kb bigint; \
    virtual_memory_committed_kb bigint; awe_allocated_kb bigint; shared_memory_reserved_kb bigint; \
    shared_memory_committed_kb bigint; page_size_in_bytes bigint; page_allocator_address varbinary(8); \
    host_address varbinary(8)";
