//! Extended events: the packages and their objects, the definitions of event sessions, and the
//! sessions that run.
//!
//! Columns: `extended-events-catalog-views-transact-sql` of
//! `relational-databases/system-catalog-views` and `extended-events-dynamic-management-views` of
//! `relational-databases/system-dynamic-management-views`. Each page requires VIEW SERVER STATE.

mod definitions;
mod file_reader;
mod objects;
mod running;

use crate::absent_features::columns_of;
use crate::view::{View, bytes, text};
use sluice_base::events::Package;
use sluice_catalog::ViewPermission;
use sluice_events::{SessionDefinition, objects as events};
use sluice_session::ViewContext;
use sluice_types::{Value, guid};

/// Returns the views of this folder.
pub(crate) fn views() -> impl Iterator<Item = View> {
    objects::views().into_iter().chain(definitions::views()).chain(running::views()).chain([file_reader::view()])
}

/// Returns a view that needs VIEW SERVER STATE, whose columns are written as in `absent_features`.
fn view(
    name: &'static str,
    page: &'static str,
    columns: &'static str,
    rows: fn(&ViewContext<'_>) -> Vec<Vec<Value>>,
) -> View {
    View::sys(name, ViewPermission::ServerState(page), columns_of(columns), rows)
}

fn package_guid(package: Package) -> Value {
    guid_value(events::package_guid(package))
}

fn guid_value(written: &str) -> Value {
    guid::parse(written).map_or(Value::Null, Value::Guid)
}

fn optional(value: Option<&str>) -> Value {
    value.map_or(Value::Null, text)
}

/// Returns what stands for the address of a running session.
fn address(definition: &SessionDefinition) -> Value {
    bytes(u64::from(definition.id).to_be_bytes().to_vec())
}

fn int(number: usize) -> Value {
    Value::Int(i32::try_from(number).unwrap_or(i32::MAX))
}
