//! TYPE_INFO (MS-TDS 2.2.5.6): the type byte of a column or parameter and the bytes after it.
//!
//! [`Form::Fixed`]: columns that are never NULL. Nothing follows the type byte, and values have no
//! front.
//!
//! [`Form::Byte`]: a value's front is its length in 1 byte, 0 for NULL.
//!
//! | types | TYPE_INFO after the type byte |
//! |---|---|
//! | intn, bitn, fltn, moneyn, datetimn, guid | 1 byte: the length |
//! | date | – |
//! | time, datetime2, datetimeoffset | the scale |
//! | decimaln, numericn | length, precision, scale |
//!
//! [`Form::Short`]: a value's front is its length in 2 bytes, 0xFFFF for NULL.
//!
//! | types | TYPE_INFO after the type byte |
//! |---|---|
//! | char, varchar, nchar, nvarchar | 2 bytes: the length; collation |
//! | binary, varbinary, rowversion | 2 bytes: the length |
//!
//! [`Form::Chunks`]: a value's front is its length in 8 bytes. All ones mean NULL; all ones but the
//! last bit mean unknown. Chunks follow, each with a length of 4 bytes; an empty chunk ends the
//! value.
//!
//! | types | TYPE_INFO after the type byte |
//! |---|---|
//! | varchar(max), nvarchar(max) | 0xFFFF; collation |
//! | varbinary(max) | 0xFFFF |
//! | xml | 0, or 1 and the schema's names |
//!
//! [`Form::Long`]: text, ntext, image. TYPE_INFO has the length in 4 bytes, and the collation of
//! text and ntext. A value's front is its length in 4 bytes, all ones for NULL. In rows a text
//! pointer precedes it.
//!
//! [`Form::Variant`]: sql_variant. TYPE_INFO has the length in 4 bytes. A value's front is its
//! length in 4 bytes, 0 for NULL.
//!
//! CLR types (0xF0), JSON (0xF4) and VECTOR (0xF5) are refused by name.

use crate::code_page::CodePage;
use crate::collation::WireCollation;
use crate::cursor::{Cursor, Stop};
use crate::error::{Fault, ProtocolError};
use crate::put::Put;
use crate::version::TdsVersion;
use sluice_types::type_facts::facts;
use sluice_types::type_spec::{Family, TdsForm, TypeSpec};
use sluice_types::type_table::TYPES;
use sluice_types::{CollationId, DataType, Length};

/// How the values of a type are delimited on the wire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// NULL, without bytes.
    Null,
    /// A fixed number of bytes, never NULL.
    Fixed,
    /// A length of 1 byte.
    Byte,
    /// A length of 2 bytes.
    Short,
    /// Chunks (PLP).
    Chunks,
    /// A length of 4 bytes.
    Long,
    /// A length of 4 bytes, then the value's own type.
    Variant,
}

/// A type on the wire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TypeInfo {
    /// The type's byte.
    pub token: u8,
    /// How the type's values are delimited.
    pub form: Form,
    /// The type in Sluice.
    pub data_type: DataType,
    /// The collation of a string type.
    pub collation: WireCollation,
    /// The length in TYPE_INFO, in bytes.
    pub length_max: u32,
}

/// An invalid part of a TYPE_INFO.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeFault {
    /// The type byte.
    Unknown,
    /// The length.
    Length,
    /// The precision or the scale.
    Precision,
}

impl TypeFault {
    /// Returns the fault that an error of [`TypeInfo::read`] reports. `None` for another error and
    /// for a type that isn't supported.
    pub fn from_error(error: &ProtocolError) -> Option<TypeFault> {
        match (error.place, error.fault) {
            (PLACE, Fault::Invalid(_)) => Some(TypeFault::Unknown),
            (LENGTH_PLACE, _) => Some(TypeFault::Length),
            (PRECISION_PLACE | SCALE_PLACE, _) => Some(TypeFault::Precision),
            _ => None,
        }
    }
}

impl TypeInfo {
    /// Returns the type of a column as a server writes it. A column that is never NULL gets
    /// [`Form::Fixed`] if its type has that form. The collation counts for text only. `max` types
    /// have chunks, and text, ntext and image a length of four bytes.
    pub fn new(data_type: DataType, is_nullable: bool, collation: WireCollation) -> TypeInfo {
        let info =
            |token, form, length_max| TypeInfo { token, form, data_type, collation: WireCollation([0; 5]), length_max };
        let spec = data_type.spec();
        let token = spec.tds_token(is_nullable);
        let bytes = || u32::from(facts(data_type).max_length.unsigned_abs());
        match spec.tds {
            TdsForm::Number { .. } if !is_nullable => info(token, Form::Fixed, bytes()),
            TdsForm::Number { .. } | TdsForm::Counted | TdsForm::Date | TdsForm::Fraction(_) => {
                info(token, Form::Byte, bytes())
            }
            TdsForm::Decimal => info(token, Form::Byte, DECIMAL_BYTES),
            TdsForm::Text | TdsForm::Bytes(_) if data_type.is_max() => {
                TypeInfo { collation: collation_of(spec, collation), ..info(token, Form::Chunks, MAX_LENGTH.into()) }
            }
            TdsForm::Text | TdsForm::Bytes(_) => {
                TypeInfo { collation: collation_of(spec, collation), ..info(token, Form::Short, bytes()) }
            }
            TdsForm::Xml => info(token, Form::Chunks, MAX_LENGTH.into()),
            TdsForm::Lob => {
                TypeInfo { collation: collation_of(spec, collation), ..info(token, Form::Long, lob_bytes(token)) }
            }
            TdsForm::Variant => info(token, Form::Variant, VARIANT_BYTES),
        }
    }

    /// Returns the type of a column of `data_type` as a server writes it to a client of `version`.
    /// json has its own collation, and clients before TDS 7.2 get text, ntext and image for `max`
    /// types.
    pub fn for_client(
        data_type: DataType,
        version: TdsVersion,
        is_nullable: bool,
        collation: WireCollation,
    ) -> TypeInfo {
        let shown = version.type_for_client(data_type);
        let collation = match data_type {
            DataType::Json => CollationId::named(JSON_COLLATION).map_or(collation, WireCollation::from_id),
            _ => collation,
        };
        let text = if version.is_wide() { None } else { TypeInfo::of_text(shown, collation) };
        text.unwrap_or_else(|| TypeInfo::new(shown, is_nullable, collation))
    }

    /// Returns text, ntext or image for the `max` type `data_type`. `None` for any other type. The
    /// result allows NULL.
    pub fn of_text(data_type: DataType, collation: WireCollation) -> Option<TypeInfo> {
        let lob = match data_type {
            DataType::VarChar(Length::Max, page) => DataType::VarChar(Length::Lob, page),
            DataType::NVarChar(Length::Max) => DataType::NTEXT,
            DataType::VarBinary(Length::Max) => DataType::IMAGE,
            _ => return None,
        };
        Some(TypeInfo::new(lob, true, collation))
    }

    /// Returns the code page of a char or varchar.
    ///
    /// # Errors
    /// The code page is not supported.
    pub fn code_page(&self) -> Result<CodePage, ProtocolError> {
        page(self.collation)
    }

    /// Reads a TYPE_INFO. Types that clients send in old forms are read too.
    ///
    /// # Errors
    /// The type byte is unknown or unsupported, or the length, precision or scale is invalid.
    pub fn read(cursor: &mut Cursor<'_>) -> Result<TypeInfo, Stop> {
        let token = cursor.u8()?;
        let info = |data_type, form, length_max: u32| TypeInfo {
            token,
            form,
            data_type,
            collation: WireCollation([0; 5]),
            length_max,
        };
        if let Some(spec) = by_token(token) {
            match spec.tds {
                TdsForm::Number { fixed, .. } if fixed == token => {
                    return Ok(info(spec.plain(), Form::Fixed, spec.max_length.unsigned_abs().into()));
                }
                TdsForm::Number { .. } | TdsForm::Counted => return read_number(token, cursor, info),
                TdsForm::Date => return Ok(info(spec.plain(), Form::Byte, spec.max_length.unsigned_abs().into())),
                TdsForm::Fraction(more) => {
                    let scale = scale(cursor, 7)?;
                    let data_type = (spec.with)(Length::Max, 0, scale);
                    return Ok(info(data_type, Form::Byte, time_bytes(scale) as u32 + u32::from(more)));
                }
                _ => {}
            }
        }
        match token {
            NULL => Ok(info(DataType::OF_NULL, Form::Null, 0)),
            DECIMALN | NUMERICN | DECIMAL | NUMERIC => {
                // mssql-python's bulk loads repeat the type byte here; each value has its own
                // length.
                let _length = cursor.u8()?;
                let (precision, scale) = (cursor.u8()?, scale(cursor, DECIMAL_DIGITS_MAX)?);
                if precision > DECIMAL_DIGITS_MAX || precision > 0 && scale > precision {
                    return Err(ProtocolError::invalid(PRECISION_PLACE, precision.into()).into());
                }
                // Clients send precision 0 for a NULL.
                let precision = if precision == 0 { DECIMAL_DIGITS.max(scale) } else { precision };
                Ok(info(decimal_of(token, precision, scale), Form::Byte, DECIMAL_BYTES))
            }
            CHAR | VARCHAR | BINARY | VARBINARY => {
                let length = cursor.u8()?;
                let n = u16::from(length).max(1);
                let data_type = match token {
                    CHAR => DataType::char(n),
                    VARCHAR => DataType::varchar(Length::Limited(n)),
                    BINARY => DataType::Binary(n),
                    _ => DataType::VarBinary(Length::Limited(n)),
                };
                Ok(info(data_type, Form::Byte, length.into()))
            }
            BIGCHAR | BIGVARCHAR | NCHAR | NVARCHAR | BIGBINARY | BIGVARBINARY => read_string(token, cursor),
            TEXT | NTEXT | IMAGE => {
                let length_max = cursor.u32()?;
                let (data_type, collation) = match token {
                    TEXT => (DataType::TEXT, collation(cursor)?),
                    NTEXT => (DataType::NTEXT, collation(cursor)?),
                    _ => (DataType::IMAGE, WireCollation([0; 5])),
                };
                Ok(TypeInfo { collation, ..info(in_page(data_type, collation), Form::Long, length_max) })
            }
            VARIANT => {
                let length_max = cursor.u32()?;
                Ok(info(DataType::SqlVariant, Form::Variant, length_max))
            }
            XML => {
                if cursor.u8()? != 0 {
                    return Err(ProtocolError::unsupported(PLACE, "a collection of XML schemas").into());
                }
                Ok(info(DataType::Xml, Form::Chunks, MAX_LENGTH.into()))
            }
            UDT => Err(ProtocolError::unsupported(PLACE, "a type of the CLR").into()),
            JSON => Err(ProtocolError::unsupported(PLACE, "json").into()),
            VECTOR => Err(ProtocolError::unsupported(PLACE, "vector").into()),
            TABLE => Err(ProtocolError::unsupported(PLACE, "a table").into()),
            other => Err(ProtocolError::invalid(PLACE, other.into()).into()),
        }
    }

    /// Writes the TYPE_INFO. The collation is left out before TDS 7.1.
    pub fn write(&self, out: &mut impl Put) {
        out.u8(self.token);
        match (self.form, self.data_type.spec().tds, self.data_type) {
            (Form::Null | Form::Fixed, ..) | (_, TdsForm::Date, _) => {}
            (_, TdsForm::Fraction(_), _) => out.u8(self.data_type.fraction().unwrap_or_default()),
            (_, _, DataType::Decimal { precision, scale, .. }) => out.put(&[self.length_max as u8, precision, scale]),
            (_, TdsForm::Xml, _) => out.u8(0),
            (Form::Byte, ..) => out.u8(self.length_max as u8),
            (Form::Short, ..) => out.u16(self.length_max as u16),
            (Form::Chunks, ..) => out.u16(MAX_LENGTH),
            (Form::Long | Form::Variant, ..) => out.u32(self.length_max),
        }
        if self.has_collation() && out.version().has_collations() {
            out.put(&self.collation.0);
        }
    }

    fn has_collation(&self) -> bool {
        matches!(self.token, BIGCHAR | BIGVARCHAR | NCHAR | NVARCHAR | TEXT | NTEXT)
    }
}

/// Reads the nullable types with a length of one byte.
fn read_number(
    token: u8,
    cursor: &mut Cursor<'_>,
    info: impl Fn(DataType, Form, u32) -> TypeInfo,
) -> Result<TypeInfo, Stop> {
    let length = cursor.u8()?;
    // Clients send a length of 0 for a NULL.
    let found = if length == 0 {
        NUMBERS.iter().rfind(|(known, ..)| *known == token)
    } else {
        NUMBERS.iter().find(|(known, bytes, _)| (*known, *bytes) == (token, length))
    };
    let (_, _, spec) = found.ok_or_else(|| ProtocolError::invalid(LENGTH_PLACE, length.into()))?;
    let data_type = if (token, length) == (INTN, 0) { DataType::Int } else { spec.plain() };
    Ok(info(data_type, Form::Byte, length.into()))
}

/// Reads the string and binary types with a length of two bytes, or of `max`.
fn read_string(token: u8, cursor: &mut Cursor<'_>) -> Result<TypeInfo, Stop> {
    let length = cursor.u16()?;
    let is_max = length == MAX_LENGTH && matches!(token, BIGVARCHAR | NVARCHAR | BIGVARBINARY);
    if length > DataType::CHAR_MAX && !is_max {
        return Err(ProtocolError::too_long(LENGTH_PLACE, length.into(), DataType::CHAR_MAX.into()).into());
    }
    // Clients send a length of 0 for an empty value.
    let limited = Length::Limited(length.max(1));
    let bytes = if is_max { Length::Max } else { limited };
    let wide = if is_max { Length::Max } else { Length::Limited((length / 2).max(1)) };
    let data_type = match token {
        BIGCHAR => DataType::char(length.max(1)),
        BIGVARCHAR => DataType::varchar(bytes),
        NCHAR => DataType::NChar((length / 2).max(1)),
        NVARCHAR => DataType::NVarChar(wide),
        BIGBINARY => DataType::Binary(length.max(1)),
        _ => DataType::VarBinary(bytes),
    };
    let collation = if matches!(token, BIGBINARY | BIGVARBINARY) { WireCollation([0; 5]) } else { collation(cursor)? };
    let form = if is_max { Form::Chunks } else { Form::Short };
    Ok(TypeInfo { token, form, data_type: in_page(data_type, collation), collation, length_max: length.into() })
}

/// Returns the code page of a collation. The default collation is recognized at once.
///
/// # Errors
/// The code page is not supported.
pub fn page(collation: WireCollation) -> Result<CodePage, ProtocolError> {
    if collation == WireCollation::DEFAULT {
        // A shortcut: nearly every value has the default collation.
        return Ok(CodePage::DEFAULT);
    }
    collation.code_page().ok_or(ProtocolError::unsupported("a collation", "its code page"))
}

/// Returns the type in the code page of its collation. If the page is unknown, the type gets the
/// default page and its values are refused later.
fn in_page(data_type: DataType, collation: WireCollation) -> DataType {
    data_type.in_code_page(collation.code_page().unwrap_or(CodePage::DEFAULT))
}

/// The type of a decimal whose token is `token`.
pub(crate) fn decimal_of(token: u8, precision: u8, scale: u8) -> DataType {
    match token {
        NUMERICN | NUMERIC => DataType::numeric(precision, scale),
        _ => DataType::decimal(precision, scale),
    }
}

/// Returns the number of bytes of a decimal with this precision, its sign included (2.2.5.5.1.6).
pub const fn decimal_bytes(precision: u8) -> usize {
    match precision {
        0..=9 => 5,
        10..=19 => 9,
        20..=28 => 13,
        _ => 17,
    }
}

/// Returns the number of bytes of a time by its scale (2.2.5.5.1.8): 3 to 5.
pub const fn time_bytes(scale: u8) -> usize {
    match scale {
        0..=2 => 3,
        3..=4 => 4,
        _ => 5,
    }
}

/// Returns the constants of the type that the byte stands for, if it isn't shared by types with
/// other parameters: `fixed` or `nullable` of a number, the id of others.
pub(crate) fn by_token(token: u8) -> Option<&'static TypeSpec> {
    TYPES.get(usize::from(BY_TOKEN[usize::from(token)])).copied()
}

/// Returns the length in TYPE_INFO of text, ntext and image. Each unit of an ntext has two bytes.
const fn lob_bytes(token: u8) -> u32 {
    if token == NTEXT { LOB_BYTES - 1 } else { LOB_BYTES }
}

/// Returns the collation if the type has one.
fn collation_of(spec: &TypeSpec, collation: WireCollation) -> WireCollation {
    if spec.family == Family::String { collation } else { WireCollation([0; 5]) }
}

fn collation(cursor: &mut Cursor<'_>) -> Result<WireCollation, Stop> {
    if cursor.version().has_collations() { Ok(WireCollation(cursor.array()?)) } else { Ok(WireCollation::DEFAULT) }
}

fn scale(cursor: &mut Cursor<'_>, scale_max: u8) -> Result<u8, Stop> {
    let scale = cursor.u8()?;
    if scale > scale_max {
        return Err(ProtocolError::too_long(SCALE_PLACE, scale.into(), scale_max.into()).into());
    }
    Ok(scale)
}

/// Index in [`TYPES`] by type byte; 255 for other bytes.
const BY_TOKEN: [u8; 256] = {
    let mut places = [u8::MAX; 256];
    let mut place = 0;
    while place < TYPES.len() {
        let spec = TYPES[place];
        match spec.tds {
            TdsForm::Number { fixed, nullable } => {
                places[fixed as usize] = place as u8;
                // bit's bytes are its alone.
                places[nullable as usize] = place as u8;
            }
            TdsForm::Bytes(token) if token != spec.id => {}
            _ => places[spec.id as usize] = place as u8,
        }
        place += 1;
    }
    places
};

/// The numbers and counted types by nullable type byte and length, the widest of a byte last.
static NUMBERS: [(u8, u8, &TypeSpec); NUMBER_COUNT] = {
    let mut numbers = [(0, 0, TYPES[0]); NUMBER_COUNT];
    let (mut count, mut bytes) = (0, 1);
    while bytes <= 16 {
        let mut place = 0;
        while place < TYPES.len() {
            let spec = TYPES[place];
            if is_number(spec) && spec.max_length == bytes {
                numbers[count] = (spec.tds_token(true), bytes as u8, spec);
                count += 1;
            }
            place += 1;
        }
        bytes += 1;
    }
    numbers
};

const NUMBER_COUNT: usize = {
    let (mut count, mut place) = (0, 0);
    while place < TYPES.len() {
        count += is_number(TYPES[place]) as usize;
        place += 1;
    }
    count
};

const fn is_number(spec: &TypeSpec) -> bool {
    matches!(spec.tds, TdsForm::Number { .. } | TdsForm::Counted)
}

/// The type bytes (2.2.5.4).
pub(crate) const NULL: u8 = 0x1F;
pub(crate) const INTN: u8 = 0x26;
pub(crate) const DECIMAL: u8 = 0x37;
pub(crate) const NUMERIC: u8 = 0x3F;
pub(crate) const DECIMALN: u8 = 0x6A;
pub(crate) const NUMERICN: u8 = 0x6C;
pub(crate) const CHAR: u8 = 0x2F;
pub(crate) const VARCHAR: u8 = 0x27;
pub(crate) const BINARY: u8 = 0x2D;
pub(crate) const VARBINARY: u8 = 0x25;
pub(crate) const BIGVARBINARY: u8 = 0xA5;
pub(crate) const BIGVARCHAR: u8 = 0xA7;
pub(crate) const BIGBINARY: u8 = 0xAD;
pub(crate) const BIGCHAR: u8 = 0xAF;
pub(crate) const NVARCHAR: u8 = 0xE7;
pub(crate) const NCHAR: u8 = 0xEF;
pub(crate) const XML: u8 = 0xF1;
pub(crate) const UDT: u8 = 0xF0;
pub(crate) const TABLE: u8 = 0xF3;
pub(crate) const JSON: u8 = 0xF4;
pub(crate) const VECTOR: u8 = 0xF5;
pub(crate) const TEXT: u8 = 0x23;
pub(crate) const IMAGE: u8 = 0x22;
pub(crate) const NTEXT: u8 = 0x63;
pub(crate) const VARIANT: u8 = 0x62;
/// The length of the `max` types.
pub(crate) const MAX_LENGTH: u16 = 0xFFFF;
/// The longest sql_variant: 8,000 bytes and its type.
const VARIANT_BYTES: u32 = 8009;
/// The longest decimal, used as the length of every decimal column: SqlClient's bulk loads repeat
/// the column's length before each value and write all values at full length.
const DECIMAL_BYTES: u32 = 17;
/// The greatest precision, and the precision of a decimal declared without one.
const DECIMAL_DIGITS_MAX: u8 = 38;
const DECIMAL_DIGITS: u8 = 18;
/// The longest text and image.
const LOB_BYTES: u32 = 0x7FFF_FFFF;
const PLACE: &str = "TYPE_INFO";
const LENGTH_PLACE: &str = "the length of a type";
const PRECISION_PLACE: &str = "a decimal's precision";
const SCALE_PLACE: &str = "a scale";
/// The collation of the text of values of type json.
const JSON_COLLATION: &str = "Latin1_General_100_BIN2_UTF8";
