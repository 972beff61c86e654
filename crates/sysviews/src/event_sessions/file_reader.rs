//! `sys.fn_xe_file_target_read_file`: the events in event files.
//!
//! The function ignores the path of the metadata file, which no file has.

use super::values::{guid_value, package_guid};
use crate::column_list;
use crate::view::{View, text};
use sluice_catalog::ViewPermission;
use sluice_events::{FileEvents, ReadEvent, objects::MODULE_GUID};
use sluice_session::{ViewContext, ViewRows};
use sluice_types::calendar::ticks_of_unix_ns;
use sluice_types::{DataType, Length, SqlError, Value};

/// Defines the function. Fails with 25718 without a path, and with 25719 for an initial file
/// without an offset or the reverse. Needs VIEW SERVER STATE.
pub(super) fn view() -> View {
    View::function(
        "fn_xe_file_target_read_file",
        ViewPermission::ServerState(
            "relational-databases/system-functions/sys-fn-xe-file-target-read-file-transact-sql.md",
        ),
        PARAMETERS,
        column_list::columns(
            "module_guid uniqueidentifier!; package_guid uniqueidentifier!; object_name nvarchar(256)!; \
             event_data nvarchar(max)!; file_name nvarchar(260)!; file_offset bigint!; timestamp_utc datetime2(7)!",
        ),
        rows,
    )
}

/// Fails with 25718 without a path, and with 25719 for an initial file without an offset or the
/// reverse.
fn rows(context: &ViewContext<'_>) -> Result<ViewRows, SqlError> {
    let [path, _, first, offset] = context.arguments else { return Ok(Box::new(std::iter::empty())) };
    let start = match (first.as_str(), offset) {
        (None, Value::Null) => None,
        (Some(first), Value::BigInt(offset)) => Some((first, u64::try_from(*offset).unwrap_or_default())),
        _ => return Err(SqlError::event_file_start_incomplete()),
    };
    let path = path.as_str().ok_or_else(|| SqlError::event_file_invalid("(null)"))?;
    let events: FileEvents = context.host.event_sessions().read_files(path, start)?;
    Ok(Box::new(events.map(|event| event.map(row))))
}

fn row(read: ReadEvent) -> Vec<Value> {
    let ReadEvent { event, path, offset } = read;
    vec![
        guid_value(MODULE_GUID),
        package_guid(event.package),
        text(&event.name),
        text(&event.xml),
        text(&path),
        Value::BigInt(offset as i64),
        Value::DateTime2(ticks_of_unix_ns(event.utc_ns)),
    ]
}

const PATH: DataType = DataType::NVarChar(Length::Limited(260));
const PARAMETERS: &[DataType] = &[PATH, PATH, PATH, DataType::BigInt];
