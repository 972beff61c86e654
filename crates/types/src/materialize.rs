//! From long values to values in memory, and back.

use crate::data_type::DataType;
use crate::error::SqlError;
use crate::long::{LONG_BYTES, LongValue, damaged, encoding};
use crate::memory;
use crate::row::{Gather, pieces};
use crate::value::Value;
use std::fmt;
use std::sync::Arc;

/// Makes long values of bytes that come piece by piece.
pub trait LongStore: Send + Sync + fmt::Debug {
    /// Begins a value of the encoding `data_type`.
    ///
    /// # Errors
    /// There is no place for it.
    fn create(&self, data_type: DataType) -> Result<Box<dyn LongWriter>, SqlError>;
}

/// A long value on its way into a [`LongStore`].
pub trait LongWriter: Send + fmt::Debug {
    /// Puts more bytes behind the others.
    ///
    /// # Errors
    /// There is no room for them: 1105; 7119 for a value beyond 2 GB.
    fn push(&mut self, bytes: &[u8]) -> Result<(), SqlError>;

    /// The value, in memory if it is short.
    ///
    /// # Errors
    /// It can't be read again.
    fn finish(self: Box<Self>) -> Result<Value, SqlError>;
}

impl LongValue {
    /// A value of `data_type` as a row has it, whatever its length; without bytes for NULL.
    pub fn from_value(value: &Value, data_type: DataType) -> Result<LongValue, SqlError> {
        let data_type = encoding(data_type);
        if let Value::Long(long) = value
            && long.data_type() == data_type
        {
            return Ok((**long).clone());
        }
        let mut bytes = Vec::new();
        pieces(value, data_type, |piece| {
            bytes.extend_from_slice(piece);
            Ok(())
        })?;
        Ok(LongValue::in_memory(bytes, data_type))
    }

    /// As a value: in memory if it is short.
    pub fn into_value(self) -> Result<Value, SqlError> {
        if self.len() > LONG_BYTES { Ok(Value::Long(Arc::new(self))) } else { self.whole() }
    }

    /// The value in memory, as a whole.
    ///
    /// # Errors
    /// It can't be read, or there is no memory for it: 701.
    pub fn whole(&self) -> Result<Value, SqlError> {
        memory::want(self.len() as usize)?;
        let mut gather = Gather::new(self.data_type(), self.len() as usize);
        self.for_each_window(|window| gather.push(window).map_err(|_| damaged()))?;
        gather.finish().map_err(|_| damaged())
    }
}

impl Value {
    /// The value in memory: itself, unless it is long.
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
