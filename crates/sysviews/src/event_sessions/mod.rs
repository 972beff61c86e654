//! Extended events: the packages and their objects, the definitions of event sessions, and the
//! sessions that run.
//!
//! Columns: `extended-events-catalog-views-transact-sql` of
//! `relational-databases/system-catalog-views` and `extended-events-dynamic-management-views` of
//! `relational-databases/system-dynamic-management-views`. Each page requires VIEW SERVER STATE.

mod values;

mod definitions;
mod file_reader;
mod objects;
mod running;

use crate::view::View;

/// Returns the views of this folder.
pub(crate) fn views() -> impl Iterator<Item = View> {
    objects::views().into_iter().chain(definitions::views()).chain(running::views()).chain([file_reader::view()])
}
