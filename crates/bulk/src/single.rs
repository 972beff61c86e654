//! A whole file as one value: SINGLE_BLOB, SINGLE_CLOB and SINGLE_NCLOB of OPENROWSET(BULK)
//! (`bulk-import-large-object-data-with-openrowset-bulk-rowset-provider.md`).

use crate::encoding::Encoding;
use crate::input::{Input, os_error};
use crate::spool::{Content, Spool, SpoolError};
use crate::text;
use sluice_types::{CodePage, DataType, Length, LongStore, SqlError, Value};
use std::io::Read;

/// The type of the value that a file becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SingleKind {
    /// SINGLE_BLOB: bytes.
    Blob,
    /// SINGLE_CLOB: text in the default collation's code page.
    Clob,
    /// SINGLE_NCLOB: text in UTF-16 with a byte order mark.
    NClob,
}

impl SingleKind {
    /// Returns the kind with this name, in capitals. `None` for another name.
    pub fn named(name: &str) -> Option<SingleKind> {
        match name {
            "SINGLE_BLOB" => Some(SingleKind::Blob),
            "SINGLE_CLOB" => Some(SingleKind::Clob),
            "SINGLE_NCLOB" => Some(SingleKind::NClob),
            _ => None,
        }
    }

    /// Returns the type of the value. All are of the `max` types.
    pub fn data_type(self) -> DataType {
        match self {
            SingleKind::Blob => DataType::VarBinary(Length::Max),
            SingleKind::Clob => DataType::varchar(Length::Max),
            SingleKind::NClob => DataType::NVarChar(Length::Max),
        }
    }
}

/// Reads the file called `file`. A long value goes to `store`. A file with a byte order mark is in
/// UTF-16, and the mark is no part of the text. [`SingleKind::Clob`] fails with 4806 for such a
/// file, and [`SingleKind::NClob`] fails with 4809 for any other.
///
/// # Errors
/// 4862: the file can't be read.
pub fn read_single(
    (file, source): (&str, Box<dyn Read + Send>),
    kind: SingleKind,
    store: Option<&dyn LongStore>,
) -> Result<Value, SqlError> {
    let not_read = |error: &std::io::Error| SqlError::bulk_file_not_read(file, os_error(error));
    let mut input = Input::new(source);
    let is_wide = input.begins_with(&MARK).map_err(|error| not_read(&error))?;
    let from = match kind {
        SingleKind::Blob => None,
        SingleKind::Clob if is_wide => return Err(SqlError::bulk_clob_is_unicode()),
        SingleKind::Clob => Some(Encoding::Page(CodePage::DEFAULT)),
        SingleKind::NClob if is_wide => {
            input.skip(MARK.len());
            Some(Encoding::Wide)
        }
        SingleKind::NClob => return Err(SqlError::bulk_nclob_is_not_unicode()),
    };
    let mut spool = Spool::new(store, from, Some(kind.data_type()));
    input.take(u64::MAX, |bytes| spool.push(bytes)).map_err(|error| match error {
        SpoolError::File(error) => not_read(&error),
        SpoolError::Sql(error) => error,
        SpoolError::TooLong => sluice_types::long::too_long(),
    })?;
    Ok(match (spool.finish()?, from) {
        (Content::Long(value), _) => value,
        (Content::Bytes(bytes, _), None) => Value::bytes(bytes),
        (Content::Bytes(bytes, _), Some(from)) => {
            text::text_value(&from.text(&bytes), kind.data_type()).unwrap_or_default()
        }
        (Content::Null | Content::Invalid, _) => Value::Null,
    })
}

const MARK: [u8; 2] = [0xFF, 0xFE];
