//! Definitions of system views and of system functions that return rows: name, columns and required
//! permission.

use crate::column::Column;
use sluice_types::DataType;

/// The definition of a system view, the same in every database.
#[derive(Clone, PartialEq, Debug)]
pub struct SystemViewDef {
    /// `sys` or `INFORMATION_SCHEMA`.
    pub schema: &'static str,
    /// The name.
    pub name: &'static str,
    /// The permission required to read the view.
    pub permission: ViewPermission,
    /// The columns in order.
    pub columns: Vec<Column>,
    /// The types of the parameters, for a function.
    pub parameters: Option<&'static [DataType]>,
}

/// The permission required to read a system view, with the documentation page that defines it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ViewPermission {
    /// No permission: every login sees every row.
    Public(&'static str),
    /// No permission: a session sees the objects on which it has a permission
    /// (`metadata-visibility-configuration.md`). The view reads a snapshot limited to these
    /// objects.
    Metadata(&'static str),
    /// No permission: the view omits the rows that the session may not see.
    Filtered(&'static str),
    /// VIEW SERVER STATE.
    ServerState(&'static str),
    /// VIEW DATABASE STATE.
    DatabaseState(&'static str),
    /// CONTROL of the database.
    Control(&'static str),
    /// No permission: the rows belong to the statement itself, such as `inserted`.
    Own,
}

/// Whether a view of `sys` is found in `dbo` too: the system tables of SQL Server 2000.
pub fn is_compatibility_name(name: &str) -> bool {
    let starts = |start: &str| name.get(..start.len()).is_some_and(|found| found.eq_ignore_ascii_case(start));
    starts("sys") && !starts("system_")
}
