//! Writes a value with its front, straight into a message.

use super::{ValuePosition, raw};
use crate::code_page::CodePage;
use crate::collation::WireCollation;
use crate::put::Put;
use crate::type_info::{Form, TypeInfo, page};
use sluice_types::long::encoding;
use sluice_types::row::pieces;
use sluice_types::value::Variant;
use sluice_types::{DataType, Length, LongValue, SqlError, Value};

/// The value doesn't match the declared type, which is a bug of the caller. Nothing was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoMatch {
    /// The declared type.
    pub data_type: DataType,
}

/// Writes a value. A stored value is written in pieces, and a variant with its own type.
///
/// # Errors
/// The value doesn't match the type, is NULL in a form without NULL, or is too long for the type.
/// Nothing is written then.
#[inline]
pub fn write_value(info: &TypeInfo, place: ValuePosition, value: &Value, out: &mut impl Put) -> Result<(), NoMatch> {
    if value.is_null() {
        return write_null(info, place, out);
    }
    match (info.form, value) {
        (Form::Variant, Value::Variant(variant)) => return write_variant(variant, out),
        (_, Value::Long(long)) => return write_long(info, place, (value, long), out),
        _ => {}
    }
    let no_match = NoMatch { data_type: info.data_type };
    let code_page =
        if info.data_type.is_string() { page(info.collation).map_err(|_| no_match)? } else { CodePage::DEFAULT };
    let length = raw::len(info.data_type, code_page, value)?;
    put_framed(info, place, length, out, |out| raw::put(info.data_type, code_page, value, out))
}

/// Writes a value's front, then its `length` bytes by calling `put`, then the end mark of the form.
/// Text, ntext and image in a row have a text pointer before the length.
///
/// # Errors
/// The type has no values of this length or kind. Nothing is written then.
#[inline]
pub(crate) fn put_framed<P: Put>(
    info: &TypeInfo,
    place: ValuePosition,
    length: usize,
    out: &mut P,
    put: impl FnOnce(&mut P),
) -> Result<(), NoMatch> {
    let no_match = NoMatch { data_type: info.data_type };
    match info.form {
        Form::Null | Form::Variant => return Err(no_match),
        Form::Fixed => {}
        Form::Byte => out.u8(u8::try_from(length).map_err(|_| no_match)?),
        Form::Short if length > info.length_max as usize => return Err(no_match),
        Form::Short => out.u16(length as u16),
        Form::Chunks => {
            let length = u32::try_from(length).map_err(|_| no_match)?;
            begin_chunks(Some(length.into()), out);
            // An empty chunk would end the value.
            if length > 0 {
                out.u32(length);
                put(out);
            }
            end_chunks(out);
            return Ok(());
        }
        Form::Long => {
            let length = u32::try_from(length).ok().filter(|length| *length < u32::MAX).ok_or(no_match)?;
            if place == ValuePosition::Row {
                out.u8(TEXT_POINTER.len() as u8);
                out.put(&TEXT_POINTER);
                out.put(&TEXT_TIMESTAMP);
            }
            out.u32(length);
        }
    }
    put(out);
    Ok(())
}

/// Writes a long value, window by window. Its length comes first, because clients take the length
/// of a value from there. The rest of the value is zeros if the receiver no longer wants it.
///
/// # Errors
/// The value doesn't match the type, or reading it failed; part of it has been written then.
#[cold]
fn write_long(
    info: &TypeInfo,
    place: ValuePosition,
    (value, long): (&Value, &LongValue),
    out: &mut impl Put,
) -> Result<(), NoMatch> {
    let no_match = NoMatch { data_type: info.data_type };
    let wanted = match info.data_type.stored() {
        text if text.code_page().is_some() => {
            DataType::VarChar(Length::Max, page(info.collation).map_err(|_| no_match)?)
        }
        other => encoding(other),
    };
    if wanted.is_binary() != long.data_type().is_binary() {
        return Err(no_match);
    }
    if info.form != Form::Chunks {
        // text, ntext or image of an old client: its length in the encoding comes first.
        return write_value(info, place, &long.whole().map_err(|_| no_match)?, out);
    }
    let mut left = length_of((value, long), wanted).map_err(|_| no_match)?;
    begin_chunks(Some(left), out);
    let ended = pieces(value, wanted, |piece| {
        if out.is_closed() {
            return Err(SqlError::cancelled());
        }
        if !piece.is_empty() {
            left = left.saturating_sub(piece.len() as u64);
            put_chunk(piece, out);
        }
        Ok(())
    });
    while left > 0 && out.is_closed() && !out.is_lost() {
        // Clients that drain the answer check the length.
        let zeros = [0; ZEROS];
        let count = left.min(ZEROS as u64);
        put_chunk(&zeros[..count as usize], out);
        left -= count;
    }
    end_chunks(out);
    match ended {
        Err(error) if error.number != SqlError::CANCELLED => Err(no_match),
        _ => Ok(()),
    }
}

/// Returns the number of bytes of a long value in the encoding of `wanted`. A value in another
/// encoding is read to its end.
fn length_of((value, long): (&Value, &LongValue), wanted: DataType) -> Result<u64, SqlError> {
    if long.data_type() == encoding(wanted) {
        return Ok(long.len());
    }
    let mut length = 0;
    pieces(value, wanted, |piece| {
        length += piece.len() as u64;
        Ok(())
    })?;
    Ok(length)
}

fn write_null(info: &TypeInfo, place: ValuePosition, out: &mut impl Put) -> Result<(), NoMatch> {
    match info.form {
        Form::Fixed => return Err(NoMatch { data_type: info.data_type }),
        Form::Null => {}
        Form::Byte => out.u8(0),
        Form::Short => out.u16(u16::MAX),
        Form::Chunks => out.u64(u64::MAX),
        Form::Long if place == ValuePosition::Row => out.u8(0),
        Form::Long => out.u32(u32::MAX),
        Form::Variant => out.u32(0),
    }
    Ok(())
}

/// Begins a value in chunks (2.2.5.2.3). `total` is its length in bytes, if known.
pub fn begin_chunks(total: Option<u64>, out: &mut impl Put) {
    out.u64(total.unwrap_or(UNKNOWN_LENGTH));
}

/// Writes chunks of a value. Writes nothing if `bytes` is empty.
pub fn put_chunk(bytes: &[u8], out: &mut impl Put) {
    for chunk in bytes.chunks(u32::MAX as usize) {
        out.u32(chunk.len() as u32);
        out.put(chunk);
    }
}

/// Ends a value in chunks by a chunk of length 0.
pub fn end_chunks(out: &mut impl Put) {
    out.u32(0);
}

/// Writes a variant (2.2.5.5.4): the length of the rest, the type byte, the number of property
/// bytes, the properties, the value's bytes.
fn write_variant(variant: &Variant, out: &mut impl Put) -> Result<(), NoMatch> {
    let Variant { value, data_type } = variant;
    let no_match = NoMatch { data_type: *data_type };
    if !data_type.fits_variant() {
        return Err(no_match);
    }
    let page = data_type.code_page().unwrap_or(CodePage::DEFAULT);
    let collation = WireCollation::of_page(page);
    let page = collation.code_page().unwrap_or(CodePage::DEFAULT);
    let length = raw::len(*data_type, page, value)?;
    let (properties, count) = properties(*data_type, collation);
    let info = TypeInfo::new(*data_type, false, collation);
    out.u32(u32::try_from(2 + count + length).map_err(|_| no_match)?);
    out.put(&[info.token, count as u8]);
    out.put(&properties[..count]);
    raw::put(*data_type, page, value, out);
    Ok(())
}

/// Returns the properties of a variant's type and their number of bytes.
fn properties(data_type: DataType, collation: WireCollation) -> ([u8; 7], usize) {
    let mut bytes = [0; 7];
    let count = match data_type {
        DataType::Decimal { precision, scale, .. } => {
            bytes[..2].copy_from_slice(&[precision, scale]);
            2
        }
        _ if let Some(scale) = data_type.fraction() => {
            bytes[0] = scale;
            1
        }
        _ => {
            let unit = if data_type.is_unicode() { 2 } else { 1 };
            let Some(Length::Limited(length)) = data_type.length() else { return (bytes, 0) };
            let length = (length * unit).to_le_bytes();
            if data_type.is_string() {
                bytes[..5].copy_from_slice(&collation.0);
                bytes[5..].copy_from_slice(&length);
                7
            } else {
                bytes[..2].copy_from_slice(&length);
                2
            }
        }
    };
    (bytes, count)
}

/// The number of zeros written at a time in place of an unwanted value.
const ZEROS: usize = 8_000;
/// The length of a chunked value whose end mark alone delimits it.
pub(super) const UNKNOWN_LENGTH: u64 = u64::MAX - 1;
/// Clients ignore the text pointer and its timestamp; servers send 16 and 8 bytes.
const TEXT_POINTER: [u8; 16] = [0; 16];
const TEXT_TIMESTAMP: [u8; 8] = [0; 8];
