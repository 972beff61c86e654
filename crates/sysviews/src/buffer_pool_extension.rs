//! `sys.dm_os_buffer_pool_extension_configuration`: the buffer pool extension (requirement B4).
//!
//! Columns: `sys-dm-os-buffer-pool-extension-configuration-transact-sql`. There is one row also
//! while no extension is in use, without a path and with state 0.

use crate::view::{View, text};
use sluice_catalog::{Column, ViewPermission};
use sluice_types::{DataType, Length, Value};

/// Defines `sys.dm_os_buffer_pool_extension_configuration`. Needs VIEW SERVER STATE.
pub(crate) fn view() -> View {
    let columns = vec![
        Column::nullable("path", DataType::NVarChar(Length::Limited(256))),
        Column::not_null("file_id", DataType::Int),
        Column::not_null("state", DataType::Int),
        Column::nullable("state_description", DataType::NVarChar(Length::Limited(60))),
        Column::not_null("current_size_in_kb", DataType::BigInt),
    ];
    View::sys(
        "dm_os_buffer_pool_extension_configuration",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/\
             sys-dm-os-buffer-pool-extension-configuration-transact-sql.md",
        ),
        columns,
        |context| {
            let extension = context.database.storage.pool.extension();
            let path = extension.as_ref().map_or(Value::Null, |extension| text(&extension.path.display().to_string()));
            let (file, state, description) = match extension {
                Some(_) => (1, 5, "BUFFER POOL EXTENSION ENABLED"),
                None => (0, 0, "BUFFER POOL EXTENSION DISABLED"),
            };
            let kilobytes = extension.map_or(0, |extension| extension.bytes / 1024);
            vec![vec![path, Value::Int(file), Value::Int(state), text(description), Value::BigInt(kilobytes as i64)]]
        },
    )
}
