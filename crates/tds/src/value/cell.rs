//! Reads a value as its bytes arrive: a long value in pieces, a short one when it is complete.

use super::spool::{Refused, Spool};
use super::{ValuePosition, read, write::UNKNOWN_LENGTH};
use crate::cursor::{Cursor, Stop};
use crate::error::{Fault, ProtocolError};
use crate::input::Input;
use crate::type_info::{Form, TypeInfo};
use sluice_types::{DataType, LONG_BYTES, LongStore, SqlError, Value};
use std::sync::Arc;

/// The next part of a value.
#[derive(Clone, PartialEq, Debug)]
pub enum CellPart<'i> {
    /// A complete value: short or NULL.
    Whole(Value),
    /// The start of a long value.
    Begin {
        /// The value's length in bytes, if it is known.
        total: Option<u64>,
    },
    /// Bytes of a long value.
    Bytes(&'i [u8]),
    /// The end of a long value.
    End,
}

/// Reads values, one at a time. A value longer than [`LONG_BYTES`] goes to the store, if there is
/// one.
#[derive(Debug)]
pub struct CellReader {
    state: State,
    /// The bytes read of a long value that is returned as a whole.
    bytes: Vec<u8>,
    value_max: u64,
    /// The store of values longer than [`LONG_BYTES`].
    store: Option<Arc<dyn LongStore>>,
    /// The current value's writer, once the value exceeds [`LONG_BYTES`].
    spool: Option<Spool>,
    /// The number of bytes written to the store.
    kept_bytes: u64,
    failure: Option<SqlError>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// Before a value.
    Front,
    /// In a long value without chunks: the number of bytes left.
    Stretch(u64),
    /// In a chunk: bytes left in it, bytes received of the value, and the value's length if known.
    Chunk { left: u64, come: u64, total: Option<u64> },
}

/// The front of a value.
enum Front {
    Whole(Value),
    Stretch(u64),
    Chunks(Option<u64>),
}

impl Default for CellReader {
    fn default() -> CellReader {
        CellReader::new(VALUE_MAX)
    }
}

impl CellReader {
    /// Returns a reader for values of at most `value_max` bytes. A longer value is an error.
    pub fn new(value_max: u64) -> CellReader {
        CellReader {
            state: State::Front,
            bytes: Vec::new(),
            value_max,
            store: None,
            spool: None,
            kept_bytes: 0,
            failure: None,
        }
    }

    /// Makes the reader write values longer than [`LONG_BYTES`] to `store`. With `None` they are
    /// read into memory.
    pub fn with_store(self, store: Option<Arc<dyn LongStore>>) -> CellReader {
        CellReader { store, ..self }
    }

    /// Returns the number of value bytes written to the store so far, over all values.
    pub fn kept_bytes(&self) -> u64 {
        self.kept_bytes
    }

    /// Takes the reason why a value could not be stored
    /// ([`Fault::NotKept`](crate::Fault::NotKept)). `None` if no store failed; the failure is
    /// reported once.
    pub fn failure(&mut self) -> Option<SqlError> {
        self.failure.take()
    }

    /// Returns whether no value has been begun.
    #[inline]
    pub(crate) fn is_between(&self) -> bool {
        self.state == State::Front
    }

    /// Returns the next value as a whole. Returns `None` if more bytes are needed. A value that
    /// goes to the store is returned as a stored one. After an error the reader is not used again.
    ///
    /// # Errors
    /// The bytes are not a value of the type, or the value is too long.
    pub fn value(
        &mut self,
        info: &TypeInfo,
        place: ValuePosition,
        input: &mut Input,
    ) -> Result<Option<Value>, ProtocolError> {
        if self.is_between() && !is_long(info.form) {
            // A fast path: most values are short.
            return input.take(PLACE, |cursor| short(info, cursor));
        }
        loop {
            match self.part(info, place, input)? {
                None => return Ok(None),
                Some(CellPart::Begin { .. }) => {
                    self.bytes.clear();
                    self.spool = None;
                }
                Some(CellPart::Bytes(more)) => self.keep(info, more).map_err(|refused| self.refuse(refused))?,
                Some(CellPart::Whole(value)) => return Ok(Some(value)),
                Some(CellPart::End) if let Some(spool) = self.spool.take() => {
                    return spool.finish(info).map(Some).map_err(|refused| self.refuse(refused));
                }
                Some(CellPart::End) => {
                    let value = match (place, info.data_type) {
                        (ValuePosition::Parameter, DataType::Xml) => read::document(&self.bytes),
                        _ => read::value(info, &self.bytes),
                    };
                    if self.bytes.capacity() > KEPT_MAX {
                        self.bytes = Vec::new();
                    }
                    return value.map(Some);
                }
            }
        }
    }

    /// Appends bytes of a long value. Once there are more than [`LONG_BYTES`], writes them to the
    /// store, if there is one.
    fn keep(&mut self, info: &TypeInfo, more: &[u8]) -> Result<(), Refused> {
        if self.spool.is_none() {
            self.bytes.extend_from_slice(more);
            let is_long = self.bytes.len() as u64 > LONG_BYTES;
            let Some(store) = self.store.as_deref().filter(|_| is_long) else { return Ok(()) };
            let Some(spool) = Spool::begin(info, store) else { return Ok(()) };
            let spool = self.spool.insert(spool?);
            self.kept_bytes += self.bytes.len() as u64;
            return spool.push(&std::mem::take(&mut self.bytes));
        }
        self.kept_bytes += more.len() as u64;
        self.spool.iter_mut().try_for_each(|spool| spool.push(more))
    }

    fn refuse(&mut self, refused: Refused) -> ProtocolError {
        self.spool = None;
        match refused {
            Refused::Wrong(error) => error,
            Refused::NoPlace(error) => {
                self.failure = Some(error);
                ProtocolError { fault: Fault::NotKept, place: PLACE }
            }
        }
    }

    /// Returns the next part of the next value. Returns `None` if more bytes are needed. Short
    /// values come whole; long ones begin, come in pieces of any length and end.
    ///
    /// # Errors
    /// The bytes are not a value of the type, or the value is too long.
    pub fn part<'i>(
        &mut self,
        info: &TypeInfo,
        place: ValuePosition,
        input: &'i mut Input,
    ) -> Result<Option<CellPart<'i>>, ProtocolError> {
        match self.state {
            State::Front => self.front(info, place, input),
            State::Stretch(0) => {
                self.state = State::Front;
                Ok(Some(CellPart::End))
            }
            State::Stretch(left) => {
                let bytes = input.take_some(PLACE, left)?;
                self.state = State::Stretch(left - bytes.len() as u64);
                Ok(if bytes.is_empty() { None } else { Some(CellPart::Bytes(bytes)) })
            }
            State::Chunk { left: 0, come, total } => {
                let Some(length) = input.take(PLACE, |cursor| cursor.u32())? else { return Ok(None) };
                if length == 0 {
                    self.state = State::Front;
                    return match total {
                        Some(total) if total != come => Err(ProtocolError::invalid("a value's length", come)),
                        _ => Ok(Some(CellPart::End)),
                    };
                }
                let come = come + u64::from(length);
                if come > self.value_max.min(total.unwrap_or(u64::MAX)) {
                    return Err(ProtocolError::too_long(PLACE, come, self.value_max));
                }
                self.state = State::Chunk { left: length.into(), come, total };
                self.part(info, place, input)
            }
            State::Chunk { left, come, total } => {
                let bytes = input.take_some(PLACE, left)?;
                self.state = State::Chunk { left: left - bytes.len() as u64, come, total };
                Ok(if bytes.is_empty() { None } else { Some(CellPart::Bytes(bytes)) })
            }
        }
    }

    fn front<'i>(
        &mut self,
        info: &TypeInfo,
        place: ValuePosition,
        input: &'i mut Input,
    ) -> Result<Option<CellPart<'i>>, ProtocolError> {
        let Some(front) = input.take(PLACE, |cursor| front(info, place, cursor))? else { return Ok(None) };
        let total = match front {
            Front::Whole(value) => return Ok(Some(CellPart::Whole(value))),
            Front::Stretch(length) => {
                self.state = State::Stretch(length);
                Some(length)
            }
            Front::Chunks(total) => {
                self.state = State::Chunk { left: 0, come: 0, total };
                total
            }
        };
        match total {
            Some(length) if length > self.value_max => Err(ProtocolError::too_long(PLACE, length, self.value_max)),
            total => Ok(Some(CellPart::Begin { total })),
        }
    }
}

/// Returns whether values of the form are read in pieces: those in chunks and those with a text
/// pointer.
#[inline]
pub(crate) fn is_long(form: Form) -> bool {
    matches!(form, Form::Chunks | Form::Long)
}

/// Reads a value's front, and the value itself if it is short.
fn front(info: &TypeInfo, place: ValuePosition, cursor: &mut Cursor<'_>) -> Result<Front, Stop> {
    if !is_long(info.form) {
        return short(info, cursor).map(Front::Whole);
    }
    if info.form == Form::Chunks {
        return Ok(match cursor.u64()? {
            u64::MAX => Front::Whole(Value::Null),
            UNKNOWN_LENGTH => Front::Chunks(None),
            total => Front::Chunks(Some(total)),
        });
    }
    if place == ValuePosition::Row {
        let pointer = cursor.u8()?;
        if pointer == 0 {
            return Ok(Front::Whole(Value::Null));
        }
        cursor.bytes(usize::from(pointer) + TIMESTAMP_BYTES)?;
    }
    Ok(match cursor.u32()? {
        u32::MAX => Front::Whole(Value::Null),
        length => Front::Stretch(length.into()),
    })
}

/// Reads a complete value whose form isn't [`is_long`]. Lengths of 0, or 0xFFFF for short ones, are
/// NULL. A length beyond the type's is an error.
#[inline(always)]
pub(crate) fn short(info: &TypeInfo, cursor: &mut Cursor<'_>) -> Result<Value, Stop> {
    let length = match info.form {
        Form::Null | Form::Chunks | Form::Long => None,
        Form::Fixed => Some(info.length_max),
        Form::Byte => Some(u32::from(cursor.u8()?)).filter(|length| *length > 0),
        Form::Short => Some(u32::from(cursor.u16()?)).filter(|length| *length < u16::MAX.into()),
        Form::Variant => Some(cursor.u32()?).filter(|length| *length > 0),
    };
    let Some(length) = length else { return Ok(Value::Null) };
    let length_max = if info.form == Form::Variant { VARIANT_MAX } else { info.length_max };
    if length > length_max {
        return Err(ProtocolError::too_long(info.data_type.name(), length.into(), length_max.into()).into());
    }
    Ok(read::value(info, cursor.bytes(length as usize)?)?)
}

/// The longest value: 2 GB less a byte.
pub const VALUE_MAX: u64 = 0x7FFF_FFFF;
/// The longest sql_variant with its type: 8,000 bytes, two, and seven properties.
const VARIANT_MAX: u32 = 8009;
/// The largest capacity that is kept between values.
const KEPT_MAX: usize = 256 * 1024;
const TIMESTAMP_BYTES: usize = 8;
const PLACE: &str = "a value";
