//! Columns and values that the views of extended events share.

use crate::column_list;
use crate::view::{View, bytes, text};
use sluice_base::events::Package;
use sluice_catalog::ViewPermission;
use sluice_events::{SessionDefinition, objects as events};
use sluice_session::ViewContext;
use sluice_types::{Value, guid};

/// Returns a view that needs VIEW SERVER STATE, whose columns are written as in `absent_features`.
pub(super) fn view(
    name: &'static str,
    page: &'static str,
    columns: &'static str,
    rows: fn(&ViewContext<'_>) -> Vec<Vec<Value>>,
) -> View {
    View::sys(name, ViewPermission::ServerState(page), column_list::columns(columns), rows)
}

/// Returns the guid of a package as a uniqueidentifier.
pub(super) fn package_guid(package: Package) -> Value {
    guid_value(events::package_guid(package))
}

/// Parses a uniqueidentifier. NULL if it isn't one.
pub(super) fn guid_value(written: &str) -> Value {
    guid::parse(written).map_or(Value::Null, Value::Guid)
}

/// Returns the text as a value, or NULL.
pub(super) fn optional(value: Option<&str>) -> Value {
    value.map_or(Value::Null, text)
}

/// Returns a stand-in for the address of a running session: the session's id in 8 bytes,
/// big-endian.
pub(super) fn address(definition: &SessionDefinition) -> Value {
    bytes(u64::from(definition.id).to_be_bytes().to_vec())
}

/// Returns `number` as an int; a number beyond the range of int becomes the greatest int.
pub(super) fn int(number: usize) -> Value {
    Value::Int(i32::try_from(number).unwrap_or(i32::MAX))
}
