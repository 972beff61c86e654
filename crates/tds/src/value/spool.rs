//! Writes a long value to its receiver's store as it arrives, so that it is never in memory as a
//! whole. A failure of the store is kept for the receiver.

use crate::code_page::CodePage;
use crate::error::ProtocolError;
use crate::type_info::{TypeInfo, page};
use sluice_types::{DataType, Length, LongStore, LongWriter, SqlError, Value};

/// A long value that is being stored.
#[derive(Debug)]
pub(super) struct Spool {
    writer: Box<dyn LongWriter>,
    is_wide: bool,
    /// Half a unit, or the first half of a surrogate pair.
    rest: Vec<u8>,
}

/// Why a value can't be stored.
#[derive(Debug)]
pub(super) enum Refused {
    /// The bytes are not a value of the type.
    Wrong(ProtocolError),
    /// The store failed, for example for lack of space.
    NoPlace(SqlError),
}

impl Spool {
    /// Begins a value of the type in `info`. Returns `None` if such values are not stored as bytes.
    /// Only values of the `max` types are. Fails for an unknown code page and if the store fails.
    pub(super) fn begin(info: &TypeInfo, store: &dyn LongStore) -> Option<Result<Spool, Refused>> {
        if !info.data_type.is_max() {
            return None;
        }
        let is_wide = info.data_type.is_unicode();
        let data_type = match info.data_type {
            DataType::VarChar(..) => page(info.collation).map(|page: CodePage| DataType::VarChar(Length::Max, page)),
            other => Ok(other),
        };
        let writer = data_type.map_err(Refused::Wrong).and_then(|data_type| Ok(store.create(data_type)?));
        Some(writer.map(|writer| Spool { writer, is_wide, rest: Vec::new() }))
    }

    /// Appends the next bytes of the value. An odd byte of UTF-16 at their end waits for the next
    /// call, and so does the first half of a surrogate pair. A lone surrogate is replaced by
    /// U+FFFD. Fails with [`Refused::NoPlace`] if the store fails.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Result<(), Refused> {
        if !self.is_wide {
            return Ok(self.writer.push(bytes)?);
        }
        self.rest.extend_from_slice(bytes);
        let mut whole = self.rest.len() & !1;
        if whole > 0 && is_first_half(self.rest[whole - 1]) {
            whole -= 2;
        }
        let rest = self.rest.split_off(whole);
        let units = std::mem::replace(&mut self.rest, rest);
        self.push_units(&units)
    }

    /// Completes and returns the value. An odd number of bytes of UTF-16 is invalid.
    pub(super) fn finish(mut self, info: &TypeInfo) -> Result<Value, Refused> {
        let rest = std::mem::take(&mut self.rest);
        if !rest.len().is_multiple_of(2) {
            return Err(Refused::Wrong(ProtocolError::invalid(info.data_type.name(), rest.len() as u64)));
        }
        self.push_units(&rest)?;
        Ok(self.writer.finish()?)
    }

    /// Appends UTF-16 units. Replaces a lone surrogate, as in short values.
    fn push_units(&mut self, bytes: &[u8]) -> Result<(), Refused> {
        let (units, _) = bytes.as_chunks::<2>();
        if !units.iter().any(|unit| unit[1] & 0xF8 == 0xD8) {
            return Ok(self.writer.push(bytes)?);
        }
        let mut whole = Vec::with_capacity(bytes.len());
        for character in char::decode_utf16(units.iter().map(|unit| u16::from_le_bytes(*unit))) {
            let character = character.unwrap_or(char::REPLACEMENT_CHARACTER);
            character.encode_utf16(&mut [0; 2]).iter().for_each(|unit| whole.extend_from_slice(&unit.to_le_bytes()));
        }
        Ok(self.writer.push(&whole)?)
    }
}

/// Returns whether a unit with this upper byte is the first half of a surrogate pair.
fn is_first_half(upper: u8) -> bool {
    upper & 0xFC == 0xD8
}

impl From<SqlError> for Refused {
    fn from(error: SqlError) -> Refused {
        Refused::NoPlace(error)
    }
}
