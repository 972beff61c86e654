//! Conversions between long values and values in memory: which are which is decided by
//! `LONG_BYTES`.

use crate::data_type::DataType;
use crate::error::SqlError;
use crate::long::{LONG_BYTES, LongValue, damaged, encoding};
use crate::memory;
use crate::row::{Gather, pieces};
use crate::value::Value;
use std::fmt;
use std::sync::Arc;

/// Creates long values from bytes written in pieces.
pub trait LongStore: Send + Sync + fmt::Debug {
    /// Begins a value of the encoding `data_type`.
    ///
    /// # Errors
    /// No storage is available for the value.
    fn create(&self, data_type: DataType) -> Result<Box<dyn LongWriter>, SqlError>;
}

/// A long value being written to a [`LongStore`].
pub trait LongWriter: Send + fmt::Debug {
    /// Appends bytes.
    ///
    /// # Errors
    /// 1105 if there is no space; 7119 for a value beyond 2 GB.
    fn push(&mut self, bytes: &[u8]) -> Result<(), SqlError>;

    /// Completes the value, which is in memory if it is short.
    ///
    /// # Errors
    /// The value can't be read back.
    fn finish(self: Box<Self>) -> Result<Value, SqlError>;
}

impl LongValue {
    /// Returns a value of `data_type` as the bytes that a row stores, whatever its length. NULL has
    /// no bytes. A long value of the same encoding shares its sources; one of another encoding is
    /// read as a whole, which can fail. Otherwise the result is in memory.
    pub fn from_value(value: &Value, data_type: DataType) -> Result<LongValue, SqlError> {
        let data_type = encoding(data_type);
        if let Value::Long(long) = value
            && long.data_type() == data_type
        {
            return Ok((**long).clone());
        }
        if let Value::Long(long) = value {
            // A text of a code page may take twice as many bytes in Unicode.
            memory::want(2 * long.len() as usize)?;
        }
        let mut bytes = Vec::new();
        pieces(value, data_type, |piece| {
            bytes.extend_from_slice(piece);
            Ok(())
        })?;
        Ok(LongValue::in_memory(bytes, data_type))
    }

    /// Returns the value: read into memory if it has at most [`LONG_BYTES`], which can fail,
    /// otherwise long.
    pub fn into_value(self) -> Result<Value, SqlError> {
        if self.len() > LONG_BYTES { Ok(Value::Long(Arc::new(self))) } else { self.whole() }
    }

    /// Returns the whole value in memory. The bytes are read window by window.
    ///
    /// # Errors
    /// The value can't be read, or there is no memory for it (701).
    pub fn whole(&self) -> Result<Value, SqlError> {
        // A text is assembled and then copied into its value.
        let copies = if self.data_type().is_string() { 2 } else { 1 };
        memory::want(self.len() as usize * copies)?;
        let mut gather = Gather::new(self.data_type(), self.len() as usize);
        self.for_each_window(|window| gather.push(window).map_err(|_| damaged()))?;
        gather.finish().map_err(|_| damaged())
    }
}

impl Value {
    /// Returns the value in memory: a long value is read, which can fail; others are unchanged.
    #[inline]
    pub fn into_whole(self) -> Result<Value, SqlError> {
        match self {
            Value::Long(long) => long.whole(),
            value => Ok(value),
        }
    }
}

#[cfg(test)]
mod tests;
