//! `sys.dm_database_copies`: the copies of databases that are being made.
//!
//! Columns: `relational-databases/system-dynamic-management-views/
//! sys-dm-database-copies-azure-sql-database`; the reserved ones are NULL. A copy that is complete
//! has no row. The row is its source's: the copy is not listed before it is complete.

use crate::column_list;
use crate::view::{View, text};
use sluice_catalog::ViewPermission;
use sluice_session::ViewContext;
use sluice_session::host::DatabaseCopy;
use sluice_types::Value;
use sluice_types::calendar::ticks_of_unix_ns;

/// Defines `sys.dm_database_copies`. Needs VIEW SERVER STATE.
pub(crate) fn view() -> View {
    View::sys(
        "dm_database_copies",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-database-copies-azure-sql-database.md",
        ),
        column_list::columns(COLUMNS),
        |context: &ViewContext<'_>| context.host.copies().iter().map(row).collect(),
    )
}

fn row(copy: &DatabaseCopy) -> Vec<Value> {
    let began = Value::DateTimeOffset(ticks_of_unix_ns(copy.began_ns), 0);
    let mut guid = [0; 16];
    guid[..8].copy_from_slice(&copy.guid.0.to_le_bytes());
    column_list::row(COLUMNS, |column| match column {
        "database_id" => Value::Int(copy.source.0.into()),
        "start_date" | "modify_date" => began.clone(),
        "percent_complete" => Value::Real(0.0),
        "error_code" => Value::Int(0),
        "copy_guid" => Value::Guid(guid),
        "partner_database" => text(&copy.name),
        "replication_state" => Value::TinyInt(SEEDING),
        "replication_state_desc" => text("SEEDING"),
        "is_continuous_copy" | "is_target_role" => Value::Bit(false),
        _ => Value::Null,
    })
}

const SEEDING: u8 = 1;
const COLUMNS: &str = "database_id int!; start_date datetimeoffset(7); modify_date datetimeoffset(7); \
    percent_complete real; error_code int; error_desc nvarchar(4096); error_severity int; error_state int; \
    copy_guid uniqueidentifier; partner_server sysname; partner_database sysname; replication_state tinyint; \
    replication_state_desc nvarchar(256); maximum_lag int; is_continuous_copy bit; is_target_role bit; \
    is_interlink_connected bit; is_offline_secondary bit";
