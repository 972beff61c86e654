//! A column of a table or view. Its values are as the catalog stores them; the layout of rows is
//! decided elsewhere.

use crate::bound_object::BoundObjects;
use crate::rule::Computed;
use crate::type_id::TypeId;
use sluice_types::{CollationId, DataType, KeyColumn, Length};

/// The properties of a column that the binder and the row codec need.
#[derive(Clone, PartialEq, Debug)]
pub struct Column {
    /// The column's id in its table (`sys.columns.column_id`), from 1, never reused in the table. 0
    /// for a column of no table.
    pub id: u16,
    /// The name as defined.
    pub name: String,
    /// The data type.
    pub data_type: DataType,
    /// The collation of character values.
    pub collation: CollationId,
    /// Whether the column allows NULL.
    pub nullable: bool,
    /// The user-defined type of the declaration; `data_type` is the underlying type.
    pub user_type: Option<TypeId>,
    /// The IDENTITY property, for an identity column.
    pub identity: Option<Identity>,
    /// The expression of a computed column.
    pub computed: Option<Computed>,
    /// The properties that are on or off.
    pub flags: ColumnFlags,
    /// The default and the rule bound to the column.
    pub bound: BoundObjects,
}

/// Properties of a column that are on or off; all are off in most columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ColumnFlags {
    /// ROWGUIDCOL: `$ROWGUID` denotes the column.
    pub is_row_guid: bool,
    /// NOT FOR REPLICATION of an identity column.
    pub not_for_replication: bool,
    /// Created under ANSI_PADDING OFF: trailing blanks or zeros are removed when values are stored.
    pub is_trimmed: bool,
    /// A computed column without PERSISTED whose values are stored because an index has it.
    pub is_stored: bool,
    /// SPARSE: NULL needs no space in a row.
    pub is_sparse: bool,
    /// COLUMN_SET FOR ALL_SPARSE_COLUMNS: the column is computed from all sparse columns of the
    /// table, and a change of it changes them.
    pub is_column_set: bool,
    /// A view's column that shows an identity column. Views' columns aren't stored, so this flag
    /// isn't either.
    pub shows_identity: bool,
}

/// IDENTITY(seed, increment).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Identity {
    /// The first value.
    pub seed: i128,
    /// The step between values. Not zero.
    pub increment: i128,
}

impl Column {
    /// Returns a plain column that belongs to no table yet: id 0, in the default collation, without
    /// identity, computation or flags.
    pub fn new(name: String, data_type: DataType, nullable: bool) -> Column {
        let collation = CollationId::DEFAULT;
        let (user_type, identity, computed, flags, bound) = Default::default();
        Column { id: 0, name, data_type, collation, nullable, user_type, identity, computed, flags, bound }
    }

    /// Sets the collation, and the collation's code page in the type.
    pub fn set_collation(&mut self, collation: CollationId) {
        self.collation = collation;
        self.data_type = self.data_type.in_code_page(collation.rules().code_page);
    }

    /// Returns a NOT NULL column.
    pub fn not_null(name: &str, data_type: DataType) -> Column {
        Column::new(name.to_owned(), data_type, false)
    }

    /// Returns a column that allows NULL.
    pub fn nullable(name: &str, data_type: DataType) -> Column {
        Column::new(name.to_owned(), data_type, true)
    }

    /// Returns the column's description in an index key: type, collation and direction.
    pub fn key(&self, descending: bool) -> KeyColumn {
        KeyColumn { descending, ..KeyColumn::ascending(self.data_type).under(self.collation) }
    }

    /// Whether the column is an identity column, or a view's column that shows one.
    pub fn is_identity(&self) -> bool {
        self.identity.is_some() || self.flags.shows_identity
    }

    /// Whether the column's values are computed on each read. Such a column has an empty slot in
    /// the rows. The values of an indexed column are stored even without PERSISTED.
    pub fn is_virtual(&self) -> bool {
        !self.flags.is_stored && self.is_unpersisted()
    }

    /// Whether the column is computed and not PERSISTED.
    pub fn is_unpersisted(&self) -> bool {
        self.computed.as_ref().is_some_and(|computed| !computed.is_persisted)
    }

    /// Whether trailing blanks or zeros are removed when a value is stored. Under ANSI_PADDING OFF
    /// `char` and `binary` columns are padded only if they are NOT NULL
    /// (`t-sql/statements/set-ansi-padding-transact-sql.md`).
    pub fn trims(&self) -> bool {
        let is_padded = !self.nullable && matches!(self.data_type, DataType::Char(..) | DataType::Binary(_));
        self.flags.is_trimmed && !is_padded
    }

    /// Returns the type of the column's slot in the rows. A trimmed `char` or `binary` column is
    /// stored as a string of variable length. The slot of a virtual column is a varbinary(1).
    pub fn stored_type(&self) -> DataType {
        match self.data_type {
            _ if self.is_virtual() => DataType::VarBinary(Length::Limited(1)),
            DataType::Char(length, page) if self.trims() => DataType::VarChar(Length::Limited(length), page),
            DataType::Binary(length) if self.trims() => DataType::VarBinary(Length::Limited(length)),
            data_type => data_type,
        }
    }
}

/// Returns the ordinal of the column called `name` in `columns`, in any case, or `None`.
pub fn position(columns: &[Column], name: &str) -> Option<usize> {
    columns.iter().position(|column| crate::name::same(&column.name, name))
}
