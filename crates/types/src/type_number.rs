//! Types as numbers: SQL Server's `user_type_id`, with length, precision and scale, as stored by
//! the catalog and sql_variant.

use crate::data_type::{DataType, DecimalName, Length};

/// Returns the type's number, length in characters (-1 for max), precision and scale; zero for
/// missing parameters.
pub fn numbers_of(data_type: DataType) -> (u8, i32, u8, u8) {
    let length = |length| match length {
        Length::Limited(length) => i32::from(length),
        Length::Max => MAX,
    };
    match data_type {
        DataType::Bit => (BIT, 0, 0, 0),
        DataType::TinyInt => (TINYINT, 0, 0, 0),
        DataType::SmallInt => (SMALLINT, 0, 0, 0),
        DataType::Int => (INT, 0, 0, 0),
        DataType::BigInt => (BIGINT, 0, 0, 0),
        DataType::Decimal { precision, scale, name: DecimalName::Decimal } => (DECIMAL, 0, precision, scale),
        DataType::Decimal { precision, scale, name: DecimalName::Numeric } => (NUMERIC, 0, precision, scale),
        DataType::Float => (FLOAT, 0, 0, 0),
        DataType::Real => (REAL, 0, 0, 0),
        DataType::Money => (MONEY, 0, 0, 0),
        DataType::SmallMoney => (SMALLMONEY, 0, 0, 0),
        DataType::UniqueIdentifier => (UNIQUEIDENTIFIER, 0, 0, 0),
        DataType::RowVersion => (TIMESTAMP, 0, 0, 0),
        DataType::Time(scale) => (TIME, 0, 0, scale),
        DataType::SmallDateTime => (SMALLDATETIME, 0, 0, 0),
        DataType::Date => (DATE, 0, 0, 0),
        DataType::DateTime => (DATETIME, 0, 0, 0),
        DataType::DateTime2(scale) => (DATETIME2, 0, 0, scale),
        DataType::Char(n, _) => (CHAR, n.into(), 0, 0),
        DataType::VarChar(n, _) => (VARCHAR, length(n), 0, 0),
        DataType::NChar(n) => (NCHAR, n.into(), 0, 0),
        DataType::NVarChar(n) => (NVARCHAR, length(n), 0, 0),
        DataType::Binary(n) => (BINARY, n.into(), 0, 0),
        DataType::VarBinary(n) => (VARBINARY, length(n), 0, 0),
        DataType::DateTimeOffset(scale) => (DATETIMEOFFSET, 0, 0, scale),
        DataType::Xml => (XML, MAX, 0, 0),
        DataType::SqlVariant => (SQL_VARIANT, 0, 0, 0),
    }
}

/// Returns the type with these numbers, if it exists.
pub fn type_of(kind: u8, length: i32, precision: u8, scale: u8) -> Option<DataType> {
    let limited = || u16::try_from(length).ok();
    let variable = || if length == MAX { Some(Length::Max) } else { limited().map(Length::Limited) };
    Some(match kind {
        BIT => DataType::Bit,
        TINYINT => DataType::TinyInt,
        SMALLINT => DataType::SmallInt,
        INT => DataType::Int,
        BIGINT => DataType::BigInt,
        DECIMAL => DataType::decimal(precision, scale),
        NUMERIC => DataType::numeric(precision, scale),
        FLOAT => DataType::Float,
        REAL => DataType::Real,
        MONEY => DataType::Money,
        SMALLMONEY => DataType::SmallMoney,
        UNIQUEIDENTIFIER => DataType::UniqueIdentifier,
        TIME => DataType::Time(scale),
        SMALLDATETIME => DataType::SmallDateTime,
        TIMESTAMP => DataType::RowVersion,
        DATE => DataType::Date,
        DATETIME => DataType::DateTime,
        DATETIME2 => DataType::DateTime2(scale),
        CHAR => DataType::char(limited()?),
        VARCHAR => DataType::varchar(variable()?),
        NCHAR => DataType::NChar(limited()?),
        NVARCHAR => DataType::NVarChar(variable()?),
        BINARY => DataType::Binary(limited()?),
        VARBINARY => DataType::VarBinary(variable()?),
        DATETIMEOFFSET => DataType::DateTimeOffset(scale),
        XML => DataType::Xml,
        SQL_VARIANT => DataType::SqlVariant,
        _ => return None,
    })
}

const MAX: i32 = -1;
const UNIQUEIDENTIFIER: u8 = 36;
const DATE: u8 = 40;
const TIME: u8 = 41;
const DATETIME2: u8 = 42;
const TINYINT: u8 = 48;
const SMALLINT: u8 = 52;
const INT: u8 = 56;
const SMALLDATETIME: u8 = 58;
const REAL: u8 = 59;
const MONEY: u8 = 60;
const DATETIME: u8 = 61;
const FLOAT: u8 = 62;
const BIT: u8 = 104;
const DECIMAL: u8 = 106;
const NUMERIC: u8 = 108;
const SMALLMONEY: u8 = 122;
const BIGINT: u8 = 127;
const VARBINARY: u8 = 165;
const VARCHAR: u8 = 167;
const BINARY: u8 = 173;
const CHAR: u8 = 175;
const TIMESTAMP: u8 = 189;
const DATETIMEOFFSET: u8 = 43;
const XML: u8 = 241;
const SQL_VARIANT: u8 = 98;
const NVARCHAR: u8 = 231;
const NCHAR: u8 = 239;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn type_numbers_roundtrip() {
        let types = [
            DataType::Bit,
            DataType::TinyInt,
            DataType::SmallInt,
            DataType::Int,
            DataType::BigInt,
            DataType::decimal(38, 4),
            DataType::numeric(38, 4),
            DataType::Float,
            DataType::Real,
            DataType::Money,
            DataType::SmallMoney,
            DataType::UniqueIdentifier,
            DataType::RowVersion,
            DataType::Date,
            DataType::Time(3),
            DataType::SmallDateTime,
            DataType::DateTime,
            DataType::DateTime2(7),
            DataType::char(8000),
            DataType::varchar(Length::Max),
            DataType::NChar(1),
            DataType::NVarChar(Length::Limited(4000)),
            DataType::Binary(8000),
            DataType::VarBinary(Length::Limited(1)),
            DataType::VarBinary(Length::Max),
            DataType::DateTimeOffset(7),
            DataType::Xml,
            DataType::SqlVariant,
        ];
        for data_type in types {
            let (kind, length, precision, scale) = numbers_of(data_type);
            let found = type_of(kind, length, precision, scale);
            assert_eq!(found, Some(data_type));
            assert_eq!(found.map(|found| found.is_named_numeric()), Some(data_type.is_named_numeric()));
        }
        assert_eq!(type_of(1, 0, 0, 0), None);
    }
}
