//! A column of a table or view.

use crate::rule::Computed;
use crate::type_id::TypeId;
use sluice_types::{CollationId, DataType, KeyColumn, Length};

/// A column: what the binder and the row codec must know of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Column {
    /// Its id in its table (`sys.columns.column_id`), from 1, never given to another of the table's columns; 0 where it is no table's.
    pub id: u16,
    /// Its name, spelled as defined.
    pub name: String,
    /// Its type.
    pub data_type: DataType,
    /// The collation of its texts.
    pub collation: CollationId,
    /// Whether it may hold NULL.
    pub nullable: bool,
    /// The user's type that it was declared with; its own is that one's.
    pub user_type: Option<TypeId>,
    /// What gives its values, if it is the table's identity column.
    pub identity: Option<Identity>,
    /// How its values come about, if it is computed.
    pub computed: Option<Computed>,
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
    /// A column of no table yet, that holds what it is given.
    pub fn new(name: String, data_type: DataType, nullable: bool) -> Column {
        let collation = CollationId::DEFAULT;
        Column { id: 0, name, data_type, collation, nullable, user_type: None, identity: None, computed: None }
    }

    /// Gives it a collation, and its type the code page of that.
    pub fn set_collation(&mut self, collation: CollationId) {
        self.collation = collation;
        self.data_type = self.data_type.in_code_page(collation.rules().code_page);
    }

    /// A column that may not hold NULL.
    pub fn not_null(name: &str, data_type: DataType) -> Column {
        Column::new(name.to_owned(), data_type, false)
    }

    /// A column that may hold NULL.
    pub fn nullable(name: &str, data_type: DataType) -> Column {
        Column::new(name.to_owned(), data_type, true)
    }

    /// What it is in the key of an index.
    pub fn key(&self, descending: bool) -> KeyColumn {
        KeyColumn { descending, ..KeyColumn::ascending(self.data_type).under(self.collation) }
    }

    /// Whether its values are computed whenever they are read. In the rows it has an empty place.
    pub fn is_virtual(&self) -> bool {
        self.computed.as_ref().is_some_and(|computed| !computed.is_persisted)
    }

    /// The type of its place in the rows.
    pub fn stored_type(&self) -> DataType {
        if self.is_virtual() { DataType::VarBinary(Length::Limited(1)) } else { self.data_type }
    }
}

/// The place of the column called `name` in `columns`, if there is one.
pub fn position(columns: &[Column], name: &str) -> Option<usize> {
    columns.iter().position(|column| crate::name::same(&column.name, name))
}
