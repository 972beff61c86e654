//! Reads one value as its bytes arrive: what is long in pieces, what is short when it is there as a whole.

use super::spool::{Refused, Spool};
use super::{Place, read, write::UNKNOWN_LENGTH};
use crate::cursor::{Cursor, Stop};
use crate::error::{Fault, ProtocolError};
use crate::input::Input;
use crate::type_info::{Form, TypeInfo};
use sluice_types::{LONG_BYTES, LongStore, SqlError, Value};
use std::sync::Arc;

/// What comes next of a value.
#[derive(Clone, PartialEq, Debug)]
pub enum CellPart<'i> {
    /// All of it: it is short, or NULL.
    Whole(Value),
    /// It is long, and begins.
    Begin {
        /// How many bytes it has, if that is known.
        total: Option<u64>,
    },
    /// Bytes of it.
    Bytes(&'i [u8]),
    /// It has ended.
    End,
}

/// Reads values, one at a time.
#[derive(Debug)]
pub struct CellReader {
    state: State,
    /// What has come of a long value, for who wants it as one.
    bytes: Vec<u8>,
    value_max: u64,
    /// Where values are kept that are longer than [`LONG_BYTES`].
    store: Option<Arc<dyn LongStore>>,
    /// The value that comes, once it is so long.
    spool: Option<Spool>,
    /// How many bytes have gone there.
    kept_bytes: u64,
    failure: Option<SqlError>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// Before a value.
    Front,
    /// A long value in one stretch: bytes to come.
    Stretch(u64),
    /// In a chunk: bytes of it to come, bytes that have come of all, and how many there must be.
    Chunk { left: u64, come: u64, total: Option<u64> },
}

/// What a value's front says.
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
    /// For values of at most `value_max` bytes.
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

    /// The same; values that are longer than [`LONG_BYTES`] are kept in `store`.
    pub fn with_store(self, store: Option<Arc<dyn LongStore>>) -> CellReader {
        CellReader { store, ..self }
    }

    /// How many bytes of values have been kept in the store.
    pub fn kept_bytes(&self) -> u64 {
        self.kept_bytes
    }

    /// Why a value could not be kept ([`Fault::NotKept`](crate::Fault::NotKept)).
    pub fn failure(&mut self) -> Option<SqlError> {
        self.failure.take()
    }

    /// Whether no value has begun.
    #[inline]
    pub(crate) fn is_between(&self) -> bool {
        self.state == State::Front
    }

    /// The next value, as one. `None`: more bytes are needed.
    ///
    /// # Errors
    /// It is none of the type, or too long.
    pub fn value(&mut self, info: &TypeInfo, place: Place, input: &mut Input) -> Result<Option<Value>, ProtocolError> {
        if self.is_between() && !is_long(info.form) {
            // Most values are: they need none of what long ones do.
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
                    let value = read::value(info, &self.bytes);
                    if self.bytes.capacity() > KEPT_MAX {
                        self.bytes = Vec::new();
                    }
                    return value.map(Some);
                }
            }
        }
    }

    /// Takes bytes of a long value: into the store once there are many, if there is one.
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

    /// The next part of the next value. `None`: more bytes are needed.
    ///
    /// # Errors
    /// It is none of the type, or too long.
    pub fn part<'i>(
        &mut self,
        info: &TypeInfo,
        place: Place,
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
        place: Place,
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

/// Whether values of the form come in pieces.
#[inline]
pub(crate) fn is_long(form: Form) -> bool {
    matches!(form, Form::Chunks | Form::Long)
}

/// A value's front, and the value with it where that is short.
fn front(info: &TypeInfo, place: Place, cursor: &mut Cursor<'_>) -> Result<Front, Stop> {
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
    if place == Place::Row {
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

/// A value whose form [`is_long`] is not, as a whole.
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

/// The longest value there is: 2 GB less a byte.
pub const VALUE_MAX: u64 = 0x7FFF_FFFF;
/// The longest sql_variant with what tells its type: 8,000 bytes, two, and seven properties.
const VARIANT_MAX: u32 = 8009;
/// More memory than this is not kept between values.
const KEPT_MAX: usize = 256 * 1024;
const TIMESTAMP_BYTES: usize = 8;
const PLACE: &str = "a value";
