//! `sys.dm_io_pending_io_requests`: reads and writes of files in progress; and
//! `sys.dm_os_io_devices`, Sluice's own: how batches of them are done on each device.
//!
//! Columns of the former: `relational-databases/system-dynamic-management-views/
//! sys-dm-io-pending-io-requests-transact-sql`. A request has a number instead of an address, and
//! no handle or routine. The operating system schedules the threads, so all requests have the
//! address of the first scheduler. A request stays in the list until the call that made it returns.

use crate::column_list;
use crate::view::{View, milliseconds, number, text};
use sluice_base::machine::{BatchAccess, BatchDevice};
use sluice_base::pending_requests::PendingRequest;
use sluice_catalog::ViewPermission;
use sluice_session::ViewContext;
use sluice_types::Value;
use std::path::PathBuf;

/// Defines `sys.dm_io_pending_io_requests`. Needs VIEW SERVER STATE.
pub(crate) fn pending() -> View {
    View::sys(
        "dm_io_pending_io_requests",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-io-pending-io-requests-transact-sql.md",
        ),
        column_list::columns(PENDING_COLUMNS),
        pending_rows,
    )
}

fn pending_rows(context: &ViewContext<'_>) -> Vec<Vec<Value>> {
    let address = |number: u64| Value::Bytes(number.to_be_bytes().to_vec().into());
    let now_ns = context.host.clock().monotonic_ns();
    let requests = context.host.pending_requests().into_iter();
    let row = |(path, request): (PathBuf, PendingRequest)| {
        column_list::row(PENDING_COLUMNS, |name| match name {
            "io_completion_request_address" => address(request.number),
            "io_type" => text("disk"),
            "io_pending_ms_ticks" => milliseconds(now_ns.saturating_sub(request.began_ns)),
            "io_pending" => Value::Int(1),
            "scheduler_address" => address(0),
            "io_offset" => number(request.offset),
            "io_handle_path" => text(&path.display().to_string().chars().take(PATH_CHARS).collect::<String>()),
            _ => Value::Null,
        })
    };
    requests.map(row).collect()
}

/// Defines `sys.dm_os_io_devices`: a row for each device on which batches were tried. Times are
/// NULL if not measured. Needs VIEW SERVER STATE.
pub(crate) fn devices() -> View {
    View::sys(
        "dm_os_io_devices",
        ViewPermission::ServerState("docs/decisions/2026-11-29-overlapped-batches.md"),
        column_list::columns(DEVICE_COLUMNS),
        |context| context.host.batch_devices().iter().map(device_row).collect(),
    )
}

fn device_row(device: &BatchDevice) -> Vec<Value> {
    let (access, description) = match device.access {
        BatchAccess::Blocking => (0, "BLOCKING"),
        BatchAccess::Overlapped => (1, "IO_URING"),
        BatchAccess::Refused => (2, "IO_URING_REFUSED"),
    };
    let measured = |ns: Option<u64>| ns.map_or(Value::Null, number);
    column_list::row(DEVICE_COLUMNS, |name| match name {
        "major_number" => Value::BigInt(device.major.into()),
        "minor_number" => Value::BigInt(device.minor.into()),
        "batch_access" => Value::TinyInt(access),
        "batch_access_desc" => text(description),
        "single_read_ns" => measured(device.single_ns),
        "batch_read_ns" => measured(device.batch_ns),
        _ => Value::Null,
    })
}

const PENDING_COLUMNS: &str = "io_completion_request_address varbinary(8)!; io_type nvarchar(60)!; \
    io_pending_ms_ticks bigint!; io_pending int!; io_completion_routine_address varbinary(8); \
    io_user_data_address varbinary(8); scheduler_address varbinary(8)!; io_handle varbinary(8); io_offset bigint!; \
    io_handle_path nvarchar(256)";

/// The length of `io_handle_path` in characters.
const PATH_CHARS: usize = 256;

const DEVICE_COLUMNS: &str = "major_number bigint!; minor_number bigint!; batch_access tinyint!; \
    batch_access_desc nvarchar(60)!; single_read_ns bigint; batch_read_ns bigint";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn device_row_names_way_and_times() {
        let device = |access, single_ns, batch_ns| BatchDevice { major: 254, minor: 1, access, single_ns, batch_ns };
        let row = device_row(&device(BatchAccess::Overlapped, Some(52_000), Some(9_000)));
        let [major, minor, access] = [Value::BigInt(254), Value::BigInt(1), Value::TinyInt(1)];
        assert_eq!(row, [major, minor, access, text("IO_URING"), number(52_000), number(9_000)]);
        let row = device_row(&device(BatchAccess::Refused, None, None));
        assert_eq!(row[2..], [Value::TinyInt(2), text("IO_URING_REFUSED"), Value::Null, Value::Null]);
    }
}
