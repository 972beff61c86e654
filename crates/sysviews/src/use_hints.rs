//! `sys.dm_exec_valid_use_hints`: the names that the hint USE HINT accepts.
//!
//! Columns:
//! `relational-databases/system-dynamic-management-views/sys-dm-exec-valid-use-hints-transact-sql`.

use crate::view::{View, text};
use sluice_binder::use_hint_names;
use sluice_catalog::{Column, ViewPermission};
use sluice_types::DataType;

/// Defines `sys.dm_exec_valid_use_hints`. The names are the same for every login.
pub(crate) fn view() -> View {
    View::sys(
        "dm_exec_valid_use_hints",
        ViewPermission::Public(
            "relational-databases/system-dynamic-management-views/sys-dm-exec-valid-use-hints-transact-sql.md",
        ),
        vec![Column::not_null("name", DataType::SYSNAME)],
        |_| use_hint_names().iter().map(|name| vec![text(name)]).collect(),
    )
}
