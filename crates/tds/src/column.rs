//! The description of a column before its rows: in COLMETADATA (MS-TDS 2.2.7.4) and in a
//! table-valued parameter (2.2.5.5.5).

use crate::collation::WireCollation;
use crate::cursor::{Cursor, Stop};
use crate::error::ProtocolError;
use crate::put::Put;
use crate::type_info::{Form, TypeInfo};
use crate::version::TdsVersion;
use sluice_types::{CollationId, DataType};

/// A column's description.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// The column's name; empty if it has none.
    pub name: String,
    /// 0, 80 for a rowversion, or the number of an alias type.
    pub user_type: u32,
    /// Nullability, updatability and other flags.
    pub flags: ColumnFlags,
    /// The column's type.
    pub info: TypeInfo,
    /// The table of a text, ntext or image column, as the parts of its name.
    pub table: Vec<String>,
}

/// The flags of a column.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ColumnFlags(pub u16);

impl ColumnFlags {
    /// The column is nullable.
    pub const NULLABLE: ColumnFlags = ColumnFlags(0x0001);
    /// The column's collation is case-sensitive.
    pub const CASE_SENSITIVE: ColumnFlags = ColumnFlags(0x0002);
    /// The column can be updated.
    pub const UPDATABLE: ColumnFlags = ColumnFlags(0x0004);
    /// The server doesn't know whether the column can be updated.
    pub const UPDATABLE_UNKNOWN: ColumnFlags = ColumnFlags(0x0008);
    /// The column is an identity.
    pub const IDENTITY: ColumnFlags = ColumnFlags(0x0010);
    /// The column is computed.
    pub const COMPUTED: ColumnFlags = ColumnFlags(0x0020);
    /// In a table-valued parameter: rows have no value for the column and get its default.
    pub const DEFAULT: ColumnFlags = ColumnFlags(0x0200);
    /// The client encrypted the column.
    pub const ENCRYPTED: ColumnFlags = ColumnFlags(0x0800);
    /// The column was added for FOR BROWSE and not selected by the query.
    pub const HIDDEN: ColumnFlags = ColumnFlags(0x2000);
    /// The column is part of a key (FOR BROWSE).
    pub const KEY: ColumnFlags = ColumnFlags(0x4000);
    /// The server doesn't know whether the column is nullable.
    pub const NULLABLE_UNKNOWN: ColumnFlags = ColumnFlags(0x8000);

    /// Whether all bits of `other` are set.
    pub const fn has(self, other: ColumnFlags) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns the union of both sets of bits.
    #[must_use]
    pub const fn with(self, other: ColumnFlags) -> ColumnFlags {
        ColumnFlags(self.0 | other.0)
    }
}

/// How the table of a text, ntext or image column is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableForm {
    /// In a server's result: the number of name parts, then each part; one name before TDS 7.2.
    Parts,
    /// In a bulk load: one name, as in TDS 7.1. Drivers send this form.
    Name,
    /// Not written.
    None,
}

impl Column {
    /// Describes a column of a result, as a server writes it to a client of the newest version.
    pub fn new(name: &str, data_type: DataType, is_nullable: bool, collation: CollationId) -> Column {
        Column::for_client(name, (data_type, TdsVersion::default()), is_nullable, collation)
    }

    /// Describes a column of a result, as a server writes it to a client of `version`. It has no
    /// base table; a rowversion has its own user type.
    pub fn for_client(
        name: &str,
        (data_type, version): (DataType, TdsVersion),
        is_nullable: bool,
        collation: CollationId,
    ) -> Column {
        let mut flags = if is_nullable { ColumnFlags::NULLABLE } else { ColumnFlags::default() };
        if data_type.is_string() && collation.rules().case_sensitive {
            flags = flags.with(ColumnFlags::CASE_SENSITIVE);
        }
        Column {
            name: name.to_owned(),
            user_type: if data_type == DataType::RowVersion { ROWVERSION } else { 0 },
            flags,
            info: TypeInfo::for_client(data_type, version, is_nullable, WireCollation::from_id(collation)),
            table: Vec::new(),
        }
    }

    /// Reads a column. A binary(8) of the user type of rowversions is a rowversion. Only text,
    /// ntext and image have a table name.
    ///
    /// # Errors
    /// The type is invalid or unsupported, or the column is encrypted.
    pub fn read(cursor: &mut Cursor<'_>, table: TableForm) -> Result<Column, Stop> {
        let user_type = cursor.user_type()?;
        let flags = ColumnFlags(cursor.u16()?);
        if flags.has(ColumnFlags::ENCRYPTED) {
            return Err(ProtocolError::unsupported(PLACE, "an encrypted column").into());
        }
        let mut info = TypeInfo::read(cursor)?;
        if info.form == Form::Null {
            return Err(ProtocolError::invalid(PLACE, info.token.into()).into());
        }
        if user_type == ROWVERSION && info.data_type == DataType::Binary(DataType::ROWVERSION_BYTES) {
            info.data_type = DataType::RowVersion;
        }
        let table = match (info.form, table) {
            (Form::Long, TableForm::Parts) if cursor.version().is_wide() => {
                let count = cursor.u8()?;
                (0..count).map(|_| cursor.us_varchar()).collect::<Result<_, _>>()?
            }
            (Form::Long, TableForm::Name | TableForm::Parts) => vec![cursor.us_varchar()?],
            _ => Vec::new(),
        };
        Ok(Column { name: cursor.b_varchar()?, user_type, flags, info, table })
    }

    /// Writes a column. At most 255 parts of a table's name are written, or its last part to older
    /// clients.
    pub fn write(&self, table: TableForm, out: &mut impl Put) {
        out.user_type(self.user_type);
        out.u16(self.flags.0);
        self.info.write(out);
        if self.info.form == Form::Long {
            match table {
                TableForm::Parts if out.version().is_wide() => {
                    let parts = &self.table[..self.table.len().min(u8::MAX.into())];
                    out.u8(parts.len() as u8);
                    parts.iter().for_each(|part| out.us_varchar(part));
                }
                TableForm::Name | TableForm::Parts => out.us_varchar(self.table.last().map_or("", String::as_str)),
                TableForm::None => {}
            }
        }
        out.b_varchar(&self.name);
    }
}

/// The user type of a rowversion.
const ROWVERSION: u32 = 0x50;
const PLACE: &str = "a column";
