//! `sys.dm_os_memory_clerks`: the memory held by each clerk of the instance.
//!
//! Columns:
//! `relational-databases/system-dynamic-management-views/sys-dm-os-memory-clerks-transact-sql`,
//! except columns without data. Clerks that hold no memory aren't shown. The heap that neither a
//! clerk nor a session's account holds is the row `MEMORYCLERK_SQLGENERAL` named `Unaccounted`.

use crate::view::{View, text};
use sluice_base::memory::Clerk;
use sluice_catalog::{Column, ViewPermission};
use sluice_session::ViewContext;
use sluice_types::{DataType, Length, Value};

/// Defines `sys.dm_os_memory_clerks`. Needs VIEW SERVER STATE.
pub(crate) fn view() -> View {
    let columns = vec![
        Column::not_null("type", DataType::NVarChar(Length::Limited(60))),
        Column::not_null("name", DataType::NVarChar(Length::Limited(256))),
        Column::not_null("memory_node_id", DataType::SmallInt),
        Column::not_null("pages_kb", DataType::BigInt),
    ];
    View::sys(
        "dm_os_memory_clerks",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-os-memory-clerks-transact-sql.md",
        ),
        columns,
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
        (bytes > 0).then(|| vec![text(clerk.type_name()), text(name), Value::SmallInt(0), kilobytes])
    };
    let bytes = |clerk: Clerk| match clerk {
        Clerk::General => broker.held_by(clerk).saturating_sub(unaccounted),
        other => broker.held_by(other),
    };
    let clerks = Clerk::ALL.iter().map(|clerk| (*clerk, clerk.name(), bytes(*clerk)));
    clerks.chain([(Clerk::General, "Unaccounted", unaccounted)]).filter_map(row).collect()
}
