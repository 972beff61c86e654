//! The definition of a system view or of a system function that makes rows: its name, columns and the permission to read it.

use crate::column::Column;
use sluice_types::DataType;

/// A system view's definition, the same in every database.
#[derive(Clone, PartialEq, Debug)]
pub struct SystemViewDef {
    /// `sys` or `INFORMATION_SCHEMA`.
    pub schema: &'static str,
    /// Its name.
    pub name: &'static str,
    /// The permission that reading it takes.
    pub permission: ViewPermission,
    /// Its columns in order.
    pub columns: Vec<Column>,
    /// The types of what it takes, if it is a function.
    pub parameters: Option<&'static [DataType]>,
}

/// The permission that reading a system view takes, with the documentation page that says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ViewPermission {
    /// None: every login sees every row.
    Public(&'static str),
    /// None: a session sees what it has some permission on (`metadata-visibility-configuration.md`). The snapshot of names that the view
    /// reads has nothing else.
    Metadata(&'static str),
    /// None: the view leaves out the rows that the page keeps from the session.
    Filtered(&'static str),
    /// VIEW SERVER STATE.
    ServerState(&'static str),
    /// VIEW DATABASE STATE.
    DatabaseState(&'static str),
    /// CONTROL of the database.
    Control(&'static str),
    /// None: the rows belong to the statement itself, such as `inserted`.
    Own,
}
