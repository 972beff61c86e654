//! The bytes of a field while it is read.

use crate::encoding::{Encoding, Transcoder};
use sluice_types::{DataType, LONG_BYTES, LongStore, SqlError, Value};
use std::borrow::Cow;

/// A field's content.
#[derive(Debug)]
pub(crate) enum Content<'b> {
    /// NULL by its prefix.
    Null,
    /// Bytes as in the file. The flag is true for text in quotes.
    Bytes(Cow<'b, [u8]>, bool),
    /// A converted long value.
    Long(Value),
    /// A long value with invalid characters.
    Invalid,
}

/// Collects the bytes of a field. Long values of the `max` types go to a store. Text moves there
/// once it is longer than a value in memory may be.
pub(crate) struct Spool<'s> {
    store: Option<&'s dyn LongStore>,
    // The encoding of text, and the column's type; `None` for a field that isn't loaded.
    from: Option<Encoding>,
    to: Option<DataType>,
    bytes: Vec<u8>,
    stored: Option<Transcoder>,
    is_invalid: bool,
    /// Whether the field is text in quotes.
    pub(crate) is_quoted: bool,
}

/// The reason a field can't be collected.
pub(crate) enum SpoolError {
    /// 4866: more than [`LONG_BYTES`] bytes for a column that is neither of a `max` type nor xml.
    TooLong,
    /// The file can't be read.
    File(std::io::Error),
    /// The store failed.
    Sql(SqlError),
}

impl<'s> Spool<'s> {
    /// Returns the collector of a field without bytes. Without `to`, the bytes are dropped.
    pub(crate) fn new(store: Option<&'s dyn LongStore>, from: Option<Encoding>, to: Option<DataType>) -> Spool<'s> {
        Spool { store, from, to, bytes: Vec::new(), stored: None, is_invalid: false, is_quoted: false }
    }

    /// Adds bytes; drops them if the field isn't loaded. Beyond [`LONG_BYTES`] bytes, a value of a
    /// `max` type moves to the store, if there is one. An xml value stays in memory, and a value of
    /// another type fails as too long. The column's declared length isn't checked here.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> Result<(), SpoolError> {
        let Some(to) = self.to else { return Ok(()) };
        if let Some(stored) = &mut self.stored {
            self.is_invalid |= !stored.push(bytes, false)?;
            return Ok(());
        }
        self.bytes.extend_from_slice(bytes);
        if self.bytes.len() as u64 <= LONG_BYTES {
            return Ok(());
        }
        let is_long = to.is_max() && to != DataType::Xml;
        match (is_long, self.store) {
            (true, Some(store)) => {
                let to = sluice_types::long::encoding(to);
                let mut stored = Transcoder::new(store.create(to)?, self.from, to);
                self.is_invalid |= !stored.push(&std::mem::take(&mut self.bytes), false)?;
                self.stored = Some(stored);
                Ok(())
            }
            // Without a store the value stays in memory, as do documents of XML.
            (true, None) => Ok(()),
            (false, _) if to == DataType::Xml => Ok(sluice_types::memory::want(self.bytes.len())?),
            (false, _) => Err(SpoolError::TooLong),
        }
    }

    /// Returns the value's bytes, or the stored value. `Invalid` if text for a binary value has
    /// other characters.
    pub(crate) fn finish(self) -> Result<Content<'static>, SqlError> {
        let Some(mut stored) = self.stored else {
            return Ok(Content::Bytes(Cow::Owned(self.bytes), self.is_quoted));
        };
        if !stored.push(&[], true)? || self.is_invalid {
            return Ok(Content::Invalid);
        }
        stored.finish().finish().map(Content::Long)
    }
}

impl From<SqlError> for SpoolError {
    fn from(error: SqlError) -> SpoolError {
        SpoolError::Sql(error)
    }
}

impl From<std::io::Error> for SpoolError {
    fn from(error: std::io::Error) -> SpoolError {
        SpoolError::File(error)
    }
}
