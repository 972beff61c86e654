//! A column of a table or view.

use sluice_types::DataType;

/// A column: what the binder and the row codec must know of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Column {
    /// Its name, spelled as defined.
    pub name: String,
    /// Its type.
    pub data_type: DataType,
    /// Whether it may hold NULL.
    pub nullable: bool,
    /// What gives its values, if it is the table's identity column.
    pub identity: Option<Identity>,
}

/// IDENTITY(seed, increment).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Identity {
    /// The first value.
    pub seed: i128,
    /// From each to the next; not zero.
    pub increment: i128,
}

impl Column {
    /// A column that may not hold NULL.
    pub fn not_null(name: &str, data_type: DataType) -> Column {
        Column { name: name.to_owned(), data_type, nullable: false, identity: None }
    }

    /// A column that may hold NULL.
    pub fn nullable(name: &str, data_type: DataType) -> Column {
        Column { name: name.to_owned(), data_type, nullable: true, identity: None }
    }
}

/// The place of the column called `name` in `columns`, if there is one.
pub fn position(columns: &[Column], name: &str) -> Option<usize> {
    columns.iter().position(|column| crate::name::same(&column.name, name))
}
