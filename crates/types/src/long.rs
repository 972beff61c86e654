//! Long values outside memory: their parts, and access to them.
//!
//! A [`LongValue`] is a list of ranges of sources. A source is a page chain of a table, a work file
//! of tempdb, or a short piece of memory; only the source's crate knows which. Slicing and joining
//! long values therefore copy nothing.
//!
//! 1. A long value has more than [`LONG_BYTES`] bytes. A shorter result of operations on long
//!    values is a value in memory.
//! 2. Its bytes are the bytes that a row has for a value of its encoding: varbinary(max),
//!    nvarchar(max) or varchar(max) of a code page. A UTF-16 surrogate pair is never split.
//! 3. A page chain can be read until the end of the statement that read its row. Values kept longer
//!    are copied ([`LongValue::outlives_statement`]).

use crate::data_type::{DataType, Length};
use crate::error::SqlError;
use std::any::Any;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// The storage of a long value's bytes, which don't change.
pub trait LongSource: Send + Sync + fmt::Debug {
    /// Fills `bytes` from `offset`. The caller requests only existing bytes.
    ///
    /// # Errors
    /// The bytes can't be read or are gone: 601 and similar errors.
    fn read_at(&self, offset: u64, bytes: &mut [u8]) -> Result<(), SqlError>;

    /// Whether the bytes remain readable after the statement that created the source.
    fn outlives_statement(&self) -> bool;

    /// The source as its crate knows it, if that crate looks for it in a value's parts.
    fn as_any(&self) -> Option<&dyn Any> {
        None
    }
}

/// A value that is read in windows. `parts` are ranges of its sources, in order; `length` is in
/// bytes.
#[derive(Clone)]
pub struct LongValue {
    data_type: DataType,
    parts: Vec<Part>,
    length: u64,
}

/// A range of a source.
#[derive(Clone, Debug)]
struct Part {
    source: Arc<dyn LongSource>,
    begin: u64,
    length: u64,
}

/// Bytes in memory.
struct InMemory(Vec<u8>);

impl LongValue {
    /// Returns a value of bytes in memory. Its encoding is that of `data_type`.
    pub fn in_memory(bytes: Vec<u8>, data_type: DataType) -> LongValue {
        let length = bytes.len() as u64;
        LongValue::new(Arc::new(InMemory(bytes)), length, data_type)
    }

    /// Returns a value of all `length` bytes of a source. Its encoding is that of `data_type`.
    pub fn new(source: Arc<dyn LongSource>, length: u64, data_type: DataType) -> LongValue {
        let part = Part { source, begin: 0, length };
        LongValue { data_type: encoding(data_type), parts: vec![part], length }
    }

    /// Returns the encoding: varbinary(max), nvarchar(max), or varchar(max) of a code page.
    pub fn data_type(&self) -> DataType {
        self.data_type
    }

    /// Returns the number of bytes as stored.
    #[expect(clippy::len_without_is_empty, reason = "a long value is never empty")]
    pub fn len(&self) -> u64 {
        self.length
    }

    /// Returns the bytes per unit of length, or `None` if they vary between characters.
    pub fn unit_bytes(&self) -> Option<u64> {
        let is_even = self.data_type.code_page().is_none_or(|page| page.bytes_max() == 1);
        is_even.then(|| self.data_type.unit_bytes() as u64)
    }

    /// Returns the ranges of sources that the value is made of, in their order.
    pub fn parts(&self) -> impl Iterator<Item = (&dyn LongSource, Range<u64>)> {
        self.parts.iter().map(|part| (&*part.source, part.begin..part.begin + part.length))
    }

    /// Whether all sources of the value can be read after the statement.
    pub fn outlives_statement(&self) -> bool {
        self.parts.iter().all(|part| part.source.outlives_statement())
    }

    /// Fills `bytes` from `offset`. The range must exist. May read several sources. Fails if a
    /// source can't be read.
    pub fn read_at(&self, mut offset: u64, bytes: &mut [u8]) -> Result<(), SqlError> {
        let mut rest = bytes;
        for part in &self.parts {
            if rest.is_empty() {
                break;
            }
            if offset >= part.length {
                offset -= part.length;
                continue;
            }
            let count = rest.len().min(usize::try_from(part.length - offset).unwrap_or(usize::MAX));
            let (now, later) = rest.split_at_mut(count);
            part.source.read_at(part.begin + offset, now)?;
            (rest, offset) = (later, 0);
        }
        debug_assert!(rest.is_empty(), "a read beyond the end of a long value");
        Ok(())
    }

    /// Passes all bytes to `take`, window by window. In order. A window has at most [`LONG_BYTES`]
    /// bytes and may end within a character. The first error ends it.
    pub fn for_each_window(&self, mut take: impl FnMut(&[u8]) -> Result<(), SqlError>) -> Result<(), SqlError> {
        let mut window = vec![0; LONG_BYTES.min(self.length) as usize];
        let mut at = 0;
        while at < self.length {
            let count = (self.length - at).min(window.len() as u64) as usize;
            self.read_at(at, &mut window[..count])?;
            take(&window[..count])?;
            at += count as u64;
        }
        Ok(())
    }

    /// Returns the bytes from `begin` to `end`, exclusive, which must be unit boundaries. Half of a
    /// surrogate pair at either end is dropped. Copies no bytes of the sources. Fails only if the
    /// boundary can't be read.
    pub fn slice(&self, begin: u64, end: u64) -> Result<LongValue, SqlError> {
        let (mut begin, mut end) = (begin.min(self.length), end.min(self.length));
        if self.data_type.is_unicode() {
            if 0 < begin && begin < self.length && self.unit_at(begin)? & SURROGATE == LOW_SURROGATE {
                begin += 2;
            }
            if begin < end && end < self.length && self.unit_at(end - 2)? & SURROGATE == HIGH_SURROGATE {
                end -= 2;
            }
        }
        let mut slice = LongValue { data_type: self.data_type, parts: Vec::new(), length: 0 };
        let mut at = 0;
        for part in &self.parts {
            let from = begin.clamp(at, at + part.length) - at;
            let to = end.clamp(at, at + part.length) - at;
            if from < to {
                slice.parts.push(Part { begin: part.begin + from, length: to - from, ..part.clone() });
                slice.length += to - from;
            }
            at += part.length;
        }
        Ok(slice)
    }

    /// Returns the concatenation with `other`, which must have the same encoding. Fails with 7119
    /// beyond 2 GB.
    pub fn joined(mut self, other: LongValue) -> Result<LongValue, SqlError> {
        debug_assert_eq!(self.data_type, other.data_type, "values of one encoding");
        self.length += other.length;
        if self.length > VALUE_BYTES_MAX {
            return Err(too_long());
        }
        self.parts.extend(other.parts);
        self.parts.retain(|part| part.length > 0);
        Ok(self)
    }

    /// Returns the offset from which the bytes must be copied to outlive the statement, or `None`
    /// if no copy is needed.
    ///
    /// A value of few parts is kept as it is, so that changes anywhere in it copy nothing. In a
    /// value with more parts, each part kept has at least twice the length of the next part. A
    /// value that grows by short parts therefore has few parts, and each byte is copied only a few
    /// times.
    pub fn copied_from(&self) -> Option<u64> {
        let parts = &self.parts;
        if parts.len() <= PARTS_MAX && parts.iter().all(|part| part.source.outlives_statement()) {
            // Only short parts may be in memory.
            let short: u64 = parts.iter().map(|part| part.length).filter(|length| *length <= LONG_BYTES).sum();
            if short <= SHORT_PARTS_BYTES_MAX {
                return None;
            }
        }
        let mut kept = parts.iter().take_while(|part| part.source.outlives_statement()).count();
        if let Some(uneven) = parts[..kept].windows(2).position(|two| two[0].length < 2 * two[1].length) {
            kept = uneven;
        }
        let mut copied: u64 = parts[kept..].iter().map(|part| part.length).sum();
        while copied > 0 && kept > 0 && parts[kept - 1].length < 2 * copied {
            kept -= 1;
            copied += parts[kept].length;
        }
        (kept < parts.len()).then(|| self.length - copied)
    }

    fn unit_at(&self, offset: u64) -> Result<u16, SqlError> {
        let mut unit = [0; 2];
        self.read_at(offset, &mut unit)?;
        Ok(u16::from_le_bytes(unit))
    }
}

impl fmt::Debug for LongValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes of {} in {} parts", self.length, self.data_type, self.parts.len())
    }
}

impl PartialEq for LongValue {
    /// Whether both have the same bytes. Returns false if the bytes can't be read.
    fn eq(&self, other: &LongValue) -> bool {
        let mut at = 0;
        let mut theirs = Vec::new();
        let is_same = |window: &[u8]| {
            theirs.resize(window.len(), 0);
            other.read_at(at, &mut theirs)?;
            at += window.len() as u64;
            if window == theirs { Ok(()) } else { Err(damaged()) }
        };
        self.data_type == other.data_type && self.length == other.length && self.for_each_window(is_same).is_ok()
    }
}

impl LongSource for InMemory {
    fn read_at(&self, offset: u64, bytes: &mut [u8]) -> Result<(), SqlError> {
        let begin = offset as usize;
        bytes.copy_from_slice(self.0.get(begin..begin + bytes.len()).ok_or_else(damaged)?);
        Ok(())
    }

    /// Parts up to this length are kept in memory.
    fn outlives_statement(&self) -> bool {
        self.0.len() as u64 <= LONG_BYTES
    }
}

impl fmt::Debug for InMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes in memory", self.0.len())
    }
}

/// Returns the encoding of a type's long values. That is the `max` type of the same kind, with its
/// code page.
pub fn encoding(data_type: DataType) -> DataType {
    match data_type.stored() {
        binary if binary.is_binary() => DataType::VarBinary(Length::Max),
        text => match text.code_page() {
            Some(page) => DataType::VarChar(Length::Max, page),
            None => DataType::NVarChar(Length::Max),
        },
    }
}

/// 7119: a value exceeds 2 GB.
#[cold]
pub fn too_long() -> SqlError {
    SqlError::lob_too_large(VALUE_BYTES_MAX)
}

/// Returns 824: the bytes are invalid for the value's encoding, because its writer had a bug.
#[cold]
pub(crate) fn damaged() -> SqlError {
    let what = "a long value with bytes that are invalid for its type".to_owned();
    SqlError::logical_io_error(what, "value", "", "")
}

/// 8630: a long value occurred where only values in memory are allowed, which is a bug of the
/// caller.
#[cold]
pub(crate) fn not_whole() -> SqlError {
    SqlError::internal_query_error()
}

/// Values longer than this number of bytes are not kept in memory.
pub const LONG_BYTES: u64 = 64 << 10;
/// The maximum length of a value: 2^31 - 1 bytes.
pub const VALUE_BYTES_MAX: u64 = (1 << 31) - 1;
/// The greatest number of parts of a value that is kept without a copy, whatever their lengths.
const PARTS_MAX: usize = 32;
/// The greatest length of such a value's short parts, in bytes.
const SHORT_PARTS_BYTES_MAX: u64 = 2 * LONG_BYTES;
const SURROGATE: u16 = 0xFC00;
const HIGH_SURROGATE: u16 = 0xD800;
const LOW_SURROGATE: u16 = 0xDC00;
