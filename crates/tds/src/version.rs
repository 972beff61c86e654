//! The versions of the protocol, and what each of them lacks (MS-TDS 1.7 and 2.2.6.4).
//!
//! | since | a message has |
//! |---|---|
//! | 7.1 | collations in TYPE_INFO and ENVCHANGE; bigint and sql_variant |
//! | 7.1 revision 1 | the parts of a table's name in TABNAME |
//! | 7.2 | ALL_HEADERS; row counts of 8 bytes; lines and user types of 4 bytes |
//! | 7.2 | `max` types, xml, ENVCHANGE of transactions |
//! | 7.3A | date, time, datetime2, datetimeoffset; table-valued parameters |
//! | 7.3B | rows with a NULL bitmap |
//! | 7.4 | features of the log-in |
//!
//! A client of an older version gets values of types that it lacks as the documentation of each
//! type says ("Backward compatibility for down-level clients", `t-sql/data-types`): dates and times
//! as text, `max` types as text, ntext and image.

use crate::error::ProtocolError;
use sluice_types::value::Variant;
use sluice_types::{DataType, Length, SqlError, Value, convert};
use std::sync::Arc;

/// A version of the protocol.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[expect(missing_docs, reason = "each is the version of its name")]
pub enum TdsVersion {
    V7_0,
    V7_1,
    V7_1Revision1,
    V7_2,
    V7_3A,
    V7_3B,
    #[default]
    V7_4,
    V8_0,
}

impl TdsVersion {
    /// Returns the newest version that isn't newer than a client's, by the number in LOGIN7.
    ///
    /// # Errors
    /// The client's version is older than 7.0.
    pub fn of_login(number: u32) -> Result<TdsVersion, ProtocolError> {
        if number == V8_0_NUMBER {
            return Ok(TdsVersion::V8_0);
        }
        let known = LOGIN_NUMBERS.iter().rev().find(|(known, _)| *known <= number);
        known.map(|(_, version)| *version).ok_or(ProtocolError::unsupported("LOGIN7's TDSVersion", "before TDS 7.0"))
    }

    /// Returns the number of the version in LOGINACK (2.2.7.14).
    pub const fn number(self) -> u32 {
        match self {
            TdsVersion::V7_0 => 0x0700_0000,
            TdsVersion::V7_1 => 0x0701_0000,
            TdsVersion::V7_1Revision1 => 0x7100_0001,
            TdsVersion::V7_2 => 0x7209_0002,
            TdsVersion::V7_3A => 0x730A_0003,
            TdsVersion::V7_3B => 0x730B_0003,
            TdsVersion::V7_4 => 0x7400_0004,
            TdsVersion::V8_0 => V8_0_NUMBER,
        }
    }

    /// Returns whether types and messages carry collations: from 7.1 on.
    pub fn has_collations(self) -> bool {
        self >= TdsVersion::V7_1
    }

    /// Returns whether TABNAME has the parts of a name: from 7.1 revision 1 on.
    pub fn has_name_parts(self) -> bool {
        self >= TdsVersion::V7_1Revision1
    }

    /// Returns whether requests have headers, counts of rows 8 bytes, lines and user types 4 bytes,
    /// and whether the client knows `max` types, xml and transaction descriptors.
    pub fn is_wide(self) -> bool {
        self >= TdsVersion::V7_2
    }

    /// Returns whether rows may begin with a NULL bitmap: from 7.3B on.
    pub fn has_null_bitmap(self) -> bool {
        self >= TdsVersion::V7_3B
    }

    /// Returns the type as which a client of this version gets values of `data_type`. Other types
    /// are as they are. Fractions keep their scale in the length of the text.
    pub fn type_for_client(self, data_type: DataType) -> DataType {
        let text = |units| DataType::NVarChar(Length::Limited(units));
        // A fraction has a point and its digits.
        let fraction = |scale: u8| if scale == 0 { 0 } else { u16::from(scale) + 1 };
        match data_type {
            DataType::Date if self < TdsVersion::V7_3A => text(DATE_UNITS),
            DataType::Time(scale) if self < TdsVersion::V7_3A => text(TIME_UNITS + fraction(scale)),
            DataType::DateTime2(scale) if self < TdsVersion::V7_3A => {
                text(DATE_UNITS + 1 + TIME_UNITS + fraction(scale))
            }
            DataType::DateTimeOffset(scale) if self < TdsVersion::V7_3A => {
                text(DATE_UNITS + 1 + TIME_UNITS + fraction(scale) + OFFSET_UNITS)
            }
            DataType::Xml if !self.is_wide() => DataType::NVarChar(Length::Max),
            // Clients that don't announce json get its text (`t-sql/data-types/json-data-type`).
            DataType::Json if self < TdsVersion::V7_4 => DataType::NVarChar(Length::Max),
            DataType::Json => DataType::Json.stored(),
            DataType::BigInt if !self.has_collations() => DataType::numeric(BIGINT_DIGITS, 0),
            DataType::SqlVariant if !self.has_collations() => text(TEXT_UNITS),
            other => other,
        }
    }

    /// Returns `value`, of type `data_type`, as a client of this version gets it. A variant's inner
    /// value is converted as well.
    ///
    /// # Errors
    /// The value can't be read, or has no text.
    pub fn value_for_client(self, value: &Value, data_type: DataType) -> Result<Value, SqlError> {
        let wanted = self.type_for_client(data_type);
        if let Value::Variant(variant) = value
            && wanted == DataType::SqlVariant
        {
            let inner = self.type_for_client(variant.data_type);
            let value = convert(&variant.value, &variant.data_type, &inner)?;
            return Ok(Value::Variant(Arc::new(Variant { value, data_type: inner })));
        }
        if wanted == data_type || wanted == data_type.stored() {
            Ok(value.clone())
        } else {
            convert(value, &data_type, &wanted)
        }
    }
}

/// The numbers in LOGIN7, ascending.
const LOGIN_NUMBERS: [(u32, TdsVersion); 7] = [
    (0x7000_0000, TdsVersion::V7_0),
    (0x7100_0000, TdsVersion::V7_1),
    (0x7100_0001, TdsVersion::V7_1Revision1),
    (0x7209_0002, TdsVersion::V7_2),
    (0x730A_0003, TdsVersion::V7_3A),
    (0x730B_0003, TdsVersion::V7_3B),
    (0x7400_0004, TdsVersion::V7_4),
];
const V8_0_NUMBER: u32 = 0x0800_0000;
/// The units of YYYY-MM-DD, hh:mm:ss, and of a space with +hh:mm.
const DATE_UNITS: u16 = 10;
const TIME_UNITS: u16 = 8;
const OFFSET_UNITS: u16 = 7;
/// The digits of the longest bigint.
const BIGINT_DIGITS: u8 = 19;
const TEXT_UNITS: u16 = 4000;

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_types::calendar::TICKS_PER_DAY;

    #[test]
    fn client_gets_newest_version_it_knows() {
        let version = |number| TdsVersion::of_login(number).ok();
        assert_eq!(version(0x7100_0001), Some(TdsVersion::V7_1Revision1));
        assert_eq!(version(0x7200_0000), Some(TdsVersion::V7_1Revision1), "a draft of 7.2");
        assert_eq!(version(0x7F00_0000), Some(TdsVersion::V7_4));
        assert_eq!(version(0x0800_0000), Some(TdsVersion::V8_0));
        assert_eq!(version(0x4000_0000), None, "TDS 4.2");
    }

    /// The texts are those of `t-sql/data-types/datetime2-transact-sql` and its neighbours.
    #[test]
    fn dates_are_texts_before_7_3() {
        let shown = |value, data_type| TdsVersion::V7_2.value_for_client(&value, data_type);
        let day = i64::from(sluice_types::calendar::DAY_1900);
        assert_eq!(shown(Value::Date(day as i32), DataType::Date), Ok(Value::text("1900-01-01")));
        let noon = day * TICKS_PER_DAY + TICKS_PER_DAY / 2;
        assert_eq!(shown(Value::DateTime2(noon), DataType::DateTime2(3)), Ok(Value::text("1900-01-01 12:00:00.000")));
        assert_eq!(TdsVersion::V7_2.type_for_client(DataType::DateTime2(3)), DataType::NVarChar(Length::Limited(23)));
        assert_eq!(TdsVersion::V7_3A.type_for_client(DataType::DateTime2(3)), DataType::DateTime2(3));
    }
}
