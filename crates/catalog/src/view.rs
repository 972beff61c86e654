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
    /// How the view finds the rows of single objects.
    pub reach: ViewReach,
}

/// How a view finds the rows of single objects of its database, and how many rows it has.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ViewReach {
    /// The ordinals of the columns with ids of objects. The rows for an id belong to the object
    /// with that id, the table whose constraint has it, or the triggers of the object.
    pub ids: Vec<usize>,
    /// The ordinal of a column with the id of a table to which foreign keys of the row's table
    /// refer.
    pub referenced: Option<usize>,
    /// The ordinal of a column with the name of an object or of a constraint.
    pub name: Option<usize>,
    /// The estimated number of rows.
    pub rows: RowsGuess,
}

/// An estimate of a view's number of rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RowsGuess {
    /// No estimate.
    #[default]
    Unknown,
    /// The same number in all databases.
    About(u32),
    /// A number of rows for each object of the database.
    EachObject(u32),
}

impl ViewReach {
    /// Whether the view finds rows by the column at `place`, so that a query for one value needn't
    /// read all.
    pub fn has(&self, place: usize) -> bool {
        self.ids.contains(&place) || self.referenced == Some(place) || self.name == Some(place)
    }

    /// Whether the view finds the rows of single objects.
    pub fn is_by_object(&self) -> bool {
        !self.ids.is_empty() || self.referenced.is_some() || self.name.is_some()
    }

    /// Returns the estimated number of rows in a database with this number of objects. `None` if
    /// unknown.
    pub fn rows_among(&self, objects: usize) -> Option<u64> {
        match self.rows {
            RowsGuess::Unknown => None,
            RowsGuess::About(rows) => Some(rows.into()),
            RowsGuess::EachObject(rows) => Some(u64::from(rows) * objects as u64),
        }
    }
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
    /// VIEW SERVER STATE, but none within a view of the system that omits the rows that the session
    /// may not see, such as `sys.sysprocesses`. Without the permission the view omits them too.
    ServerStateUnlessWithin(&'static str),
    /// VIEW DATABASE STATE.
    DatabaseState(&'static str),
    /// CONTROL of the database.
    Control(&'static str),
    /// ADMINISTER BULK OPERATIONS.
    BulkOperations(&'static str),
    /// No permission: the rows belong to the statement itself, such as `inserted`.
    Own,
}

/// The schema of views that are found in the schema `dbo` of msdb alone.
pub const MSDB_SCHEMA: &str = "msdb.dbo";
/// The state of error 259 for a change of such a view. A procedure of msdb may create a table in
/// its place before the statement runs.
pub const UNMADE_TABLE: u8 = 2;

/// Whether a view of `sys` is found in the schema `dbo` of master alone without its schema: tables
/// of master in SQL Server.
pub fn is_master_table(name: &str) -> bool {
    ["MSreplication_options", "spt_values"].iter().any(|table| name.eq_ignore_ascii_case(table))
}

/// Whether a view of `sys` is found in `dbo` too: the system tables of SQL Server 2000.
pub fn is_compatibility_name(name: &str) -> bool {
    let starts = |start: &str| name.get(..start.len()).is_some_and(|found| found.eq_ignore_ascii_case(start));
    starts("sys") && !starts("system_")
}
