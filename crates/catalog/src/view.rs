//! The definition of a system view or of a system function that makes rows: its name and columns. Who makes its rows is not the
//! catalog's business.

use crate::column::Column;
use sluice_types::DataType;

/// A system view's definition, the same in every database.
#[derive(Clone, PartialEq, Debug)]
pub struct SystemViewDef {
    /// `sys` or `INFORMATION_SCHEMA`.
    pub schema: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its columns in order.
    pub columns: Vec<Column>,
    /// The types of what it takes, if it is a function.
    pub parameters: Option<&'static [DataType]>,
}
