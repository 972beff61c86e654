//! Decodes a value from its bytes.

use super::raw::TICKS_PER_UNIT;
use super::write::is_variant_base;
use crate::code_page::CodePage;
use crate::collation::WireCollation;
use crate::cursor::{Cursor, Stop, whole, wide_value};
use crate::error::ProtocolError;
use crate::type_info::{self, TypeInfo, page, time_bytes};
use sluice_types::ascii_text;
use sluice_types::calendar::{
    DAY_1753, DAY_1900, DAY_MAX, OFFSET_MAX, TICKS_END, TICKS_PER_DAY, UNITS_PER_DAY, UNITS_PER_MINUTE,
};
use sluice_types::value::Variant;
use sluice_types::{DataType, Decimal, Length, Value};
use std::sync::Arc;

/// Decodes a value of the type from all of its bytes.
///
/// # Errors
/// The bytes are too few, too many or out of range (Msg 8023 for a parameter), or in an unsupported
/// code page.
#[inline]
pub(super) fn value(info: &TypeInfo, bytes: &[u8]) -> Result<Value, ProtocolError> {
    hot(info, bytes).map_or_else(|| others(info, bytes), Ok)
}

/// Decodes the most frequent types, if their bytes are valid.
#[inline]
fn hot(info: &TypeInfo, bytes: &[u8]) -> Option<Value> {
    match info.data_type {
        DataType::Int => bytes.try_into().ok().map(|bytes| Value::Int(i32::from_le_bytes(bytes))),
        DataType::BigInt => bytes.try_into().ok().map(|bytes| Value::BigInt(i64::from_le_bytes(bytes))),
        DataType::Float => {
            let number = f64::from_le_bytes(bytes.try_into().ok()?);
            number.is_finite().then_some(Value::Float(number))
        }
        DataType::DateTime2(scale) if bytes.len() == time_bytes(scale) + 3 => {
            moment(scale, &mut Cursor::new(bytes)).ok().map(Value::DateTime2)
        }
        DataType::NVarChar(_) if info.collation == WireCollation::DEFAULT => ascii_text::of_wide(bytes).map(Value::Str),
        _ => None,
    }
}

#[inline(never)]
fn others(info: &TypeInfo, bytes: &[u8]) -> Result<Value, ProtocolError> {
    let code_page = if info.data_type.is_string() { page(info.collation)? } else { CodePage::DEFAULT };
    of_bytes(info.data_type, code_page, bytes)
}

fn of_bytes(data_type: DataType, code_page: CodePage, bytes: &[u8]) -> Result<Value, ProtocolError> {
    let place = data_type.name();
    match data_type {
        DataType::Char(..) | DataType::VarChar(..) => return Ok(Value::Str(page_text(code_page, bytes))),
        DataType::NChar(_) | DataType::NVarChar(_) if bytes.len().is_multiple_of(2) => {
            return Ok(Value::Str(wide_value(bytes)));
        }
        DataType::NChar(_) | DataType::NVarChar(_) => return Err(ProtocolError::invalid(place, bytes.len() as u64)),
        DataType::Xml => return xml(bytes),
        DataType::Binary(_) | DataType::VarBinary(_) | DataType::RowVersion => return Ok(Value::bytes(bytes)),
        DataType::SqlVariant => return variant(bytes),
        _ => {}
    }
    let mut cursor = Cursor::new(bytes);
    match scalar(data_type, &mut cursor) {
        Ok(value) if cursor.is_empty() => Ok(value),
        Ok(_) | Err(Stop::Missing) => Err(ProtocolError::invalid(place, bytes.len() as u64)),
        Err(Stop::Wrong(error)) => Err(error),
    }
}

fn page_text(page: CodePage, bytes: &[u8]) -> Arc<str> {
    ascii_text::of_bytes(bytes).map_or_else(|| page.text(bytes).into(), Arc::from)
}

/// Decodes a value whose type determines its length.
fn scalar(data_type: DataType, cursor: &mut Cursor<'_>) -> Result<Value, Stop> {
    let beyond = |value: i64| Stop::from(ProtocolError::invalid(data_type.name(), value as u64));
    Ok(match data_type {
        DataType::Bit => Value::Bit(cursor.u8()? != 0),
        DataType::TinyInt => Value::TinyInt(cursor.u8()?),
        DataType::SmallInt => Value::SmallInt(i16::from_le_bytes(cursor.array()?)),
        DataType::Int => Value::Int(cursor.i32()?),
        DataType::BigInt => Value::BigInt(i64::from_le_bytes(cursor.array()?)),
        DataType::Real => {
            let number = f32::from_le_bytes(cursor.array()?);
            if !number.is_finite() {
                return Err(beyond(number.to_bits().into()));
            }
            Value::Real(number)
        }
        DataType::Float => {
            let number = f64::from_le_bytes(cursor.array()?);
            if !number.is_finite() {
                return Err(beyond(number.to_bits() as i64));
            }
            Value::Float(number)
        }
        DataType::SmallMoney => Value::Money(cursor.i32()?.into()),
        DataType::Money => {
            let upper = cursor.i32()?;
            Value::Money(i64::from(upper) << 32 | i64::from(cursor.u32()?))
        }
        DataType::Decimal { precision, scale, .. } => decimal(precision, scale, cursor)?,
        DataType::SmallDateTime => {
            let (days, minutes) = (i64::from(cursor.u16()?), i64::from(cursor.u16()?));
            if minutes >= UNITS_PER_DAY / UNITS_PER_MINUTE {
                return Err(beyond(minutes));
            }
            Value::DateTime(days * UNITS_PER_DAY + minutes * UNITS_PER_MINUTE)
        }
        DataType::DateTime => {
            let (days, units) = (cursor.i32()?, i64::from(cursor.u32()?));
            if !(DAY_1753 - DAY_1900..=DAY_MAX - DAY_1900).contains(&days) || units >= UNITS_PER_DAY {
                return Err(beyond(days.into()));
            }
            Value::DateTime(i64::from(days) * UNITS_PER_DAY + units)
        }
        DataType::Date => Value::Date(date(cursor)?),
        DataType::Time(scale) => Value::Time(time(scale, cursor)?),
        DataType::DateTime2(scale) => Value::DateTime2(moment(scale, cursor)?),
        DataType::DateTimeOffset(scale) => {
            let ticks = moment(scale, cursor)?;
            let minutes = i16::from_le_bytes(cursor.array()?);
            let local = ticks + i64::from(minutes) * TICKS_PER_DAY / (24 * 60);
            if !(-OFFSET_MAX..=OFFSET_MAX).contains(&minutes) || !(0..TICKS_END).contains(&local) {
                return Err(beyond(minutes.into()));
            }
            Value::DateTimeOffset(ticks, minutes)
        }
        DataType::UniqueIdentifier => Value::Guid(cursor.array()?),
        _ => return Err(ProtocolError::unsupported("a value", data_type.name()).into()),
    })
}

/// Decodes a sign and the bytes of digits. The specification has 4, 8, 12 or 16 digit bytes;
/// mssql-jdbc sends only those the number needs, and servers accept that.
fn decimal(precision: u8, scale: u8, cursor: &mut Cursor<'_>) -> Result<Value, Stop> {
    const PLACE: &str = "a decimal";
    let is_negative = cursor.u8()? == 0;
    let digits = cursor.rest();
    if !(1..=16).contains(&digits.len()) {
        return Err(ProtocolError::invalid(PLACE, digits.len() as u64).into());
    }
    let mut all = [0; 16];
    all[..digits.len()].copy_from_slice(cursor.bytes(digits.len())?);
    let units = i128::try_from(u128::from_le_bytes(all)).ok();
    let number = units.and_then(|units| Decimal::new(if is_negative { -units } else { units }, scale));
    let number = number.filter(|number| number.fits(precision));
    number.map(Value::Decimal).ok_or(ProtocolError::invalid(PLACE, u64::from(precision)).into())
}

fn date(cursor: &mut Cursor<'_>) -> Result<i32, Stop> {
    let [a, b, c] = cursor.array()?;
    let day = i32::from_le_bytes([a, b, c, 0]);
    if day > DAY_MAX { Err(ProtocolError::invalid("a date", day as u64).into()) } else { Ok(day) }
}

fn time(scale: u8, cursor: &mut Cursor<'_>) -> Result<i64, Stop> {
    let length = time_bytes(scale);
    let mut bytes = [0; 8];
    bytes[..length].copy_from_slice(cursor.bytes(length)?);
    // The product can't overflow: five bytes in units of 100 ns are far below the limit, and so are
    // shorter times in their units.
    let ticks = u64::from_le_bytes(bytes) * TICKS_PER_UNIT[usize::from(scale.min(7))];
    let ticks = i64::try_from(ticks).ok().filter(|ticks| *ticks < TICKS_PER_DAY);
    ticks.ok_or(ProtocolError::invalid("a time", u64::from_le_bytes(bytes)).into())
}

fn moment(scale: u8, cursor: &mut Cursor<'_>) -> Result<i64, Stop> {
    let ticks = time(scale, cursor)?;
    Ok(i64::from(date(cursor)?) * TICKS_PER_DAY + ticks)
}

/// Decodes a document in UTF-16LE, with or without a byte order mark.
fn xml(bytes: &[u8]) -> Result<Value, ProtocolError> {
    let text = match bytes {
        [0xFF, 0xFE, text @ ..] => text,
        // MS-BINXML 2.2.1: the first two bytes of binary XML.
        [0xDF, 0xFF, ..] => return Err(ProtocolError::unsupported("xml", "binary XML")),
        text => text,
    };
    if text.len().is_multiple_of(2) {
        Ok(Value::Str(wide_value(text)))
    } else {
        Err(ProtocolError::invalid("xml", text.len() as u64))
    }
}

/// Decodes a variant's type and value.
fn variant(bytes: &[u8]) -> Result<Value, ProtocolError> {
    const PLACE: &str = "sql_variant";
    let (data_type, code_page, bytes) = whole(bytes, PLACE, |cursor| {
        let (token, count) = (cursor.u8()?, cursor.u8()?);
        let properties = cursor.bytes(count.into())?;
        let (data_type, code_page) = variant_type(token, properties)?;
        Ok((data_type, code_page, cursor.rest()))
    })?;
    let value = of_bytes(data_type, code_page, bytes)?;
    Ok(Value::Variant(Arc::new(Variant { value, data_type })))
}

/// Returns the type of a variant and the code page of its value.
fn variant_type(token: u8, properties: &[u8]) -> Result<(DataType, CodePage), Stop> {
    let invalid = Stop::from(ProtocolError::invalid("sql_variant's type", token.into()));
    let length = |at: usize| {
        let length = u16::from_le_bytes([properties[at], properties[at + 1]]);
        if length > DataType::CHAR_MAX { Err(invalid) } else { Ok(length.max(1)) }
    };
    let data_type = match (token, properties.len()) {
        (token, 0) if is_variant_base(token) && token != type_info::GUID && token != type_info::DATE => {
            TypeInfo::read(&mut Cursor::new(&[token]))?.data_type
        }
        (type_info::GUID, 0) => DataType::UniqueIdentifier,
        (type_info::DATE, 0) => DataType::Date,
        (type_info::TIME | type_info::DATETIME2 | type_info::DATETIMEOFFSET, 1) if properties[0] <= 7 => match token {
            type_info::TIME => DataType::Time(properties[0]),
            type_info::DATETIME2 => DataType::DateTime2(properties[0]),
            _ => DataType::DateTimeOffset(properties[0]),
        },
        (type_info::DECIMALN | type_info::NUMERICN, 2) => {
            let (precision, scale) = (properties[0], properties[1]);
            if precision == 0 || precision > 38 || scale > precision {
                return Err(invalid);
            }
            type_info::decimal_of(token, precision, scale)
        }
        (type_info::BIGVARBINARY, 2) => DataType::VarBinary(Length::Limited(length(0)?)),
        (type_info::BIGBINARY, 2) => DataType::Binary(length(0)?),
        (type_info::BIGVARCHAR, 7) => DataType::varchar(Length::Limited(length(5)?)),
        (type_info::BIGCHAR, 7) => DataType::char(length(5)?),
        (type_info::NVARCHAR, 7) => DataType::NVarChar(Length::Limited((length(5)? / 2).max(1))),
        (type_info::NCHAR, 7) => DataType::NChar((length(5)? / 2).max(1)),
        _ => return Err(invalid),
    };
    let code_page = match data_type {
        DataType::Char(..) | DataType::VarChar(..) => {
            let mut collation = WireCollation::default();
            collation.0.copy_from_slice(&properties[..5]);
            page(collation)?
        }
        _ => CodePage::DEFAULT,
    };
    Ok((data_type.in_code_page(code_page), code_page))
}
