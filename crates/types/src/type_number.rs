//! Types as numbers: SQL Server's `user_type_id`, with length, precision and scale, as stored by
//! the catalog and sql_variant.

use crate::data_type::{DataType, Length};
use crate::decimal::MAX_PRECISION;
use crate::type_spec::{Parameters, TypeSpec};
use crate::type_table::TYPES;

/// Returns the type's number, length in characters (-1 for max), precision and scale; zero for
/// missing parameters. They are the inverse of [`type_of`], apart from the code page.
pub fn numbers_of(data_type: DataType) -> (u8, i32, u8, u8) {
    let spec = data_type.spec();
    let length = match (spec.parameters, data_type.length()) {
        (Parameters::Length(_) | Parameters::LengthOrMax(_), Some(Length::Limited(length))) => length.into(),
        (_, Some(Length::Max)) => MAX,
        // A type without limit and parameters counts as max.
        _ if spec.max_length < 0 => MAX,
        _ => 0,
    };
    let (precision, scale) = match data_type {
        DataType::Decimal { precision, scale, .. } => (precision, scale),
        _ => (0, data_type.fraction().unwrap_or_default()),
    };
    (spec.id, length, precision, scale)
}

/// Returns the type with these numbers, if it exists. `None` too for a precision beyond the
/// greatest or a scale beyond the precision. Text is in the default code page.
pub fn type_of(kind: u8, length: i32, precision: u8, scale: u8) -> Option<DataType> {
    let spec = by_id(kind)?;
    let limited = || u16::try_from(length).ok().map(Length::Limited);
    let length = match spec.parameters {
        Parameters::LengthOrMax(_) if length == MAX => Length::Max,
        Parameters::LengthOrMax(_) | Parameters::Length(_) => limited()?,
        _ => Length::Max,
    };
    let data_type = (spec.with)(length, precision, scale);
    let is_valid = match data_type {
        DataType::Decimal { precision, scale, .. } => precision <= MAX_PRECISION && scale <= precision,
        _ => true,
    };
    is_valid.then_some(data_type)
}

/// Returns the constants of the type with this `system_type_id`. `None` for an unknown id.
pub fn by_id(id: u8) -> Option<&'static TypeSpec> {
    TYPES.get(usize::from(PLACES[usize::from(id)])).copied()
}

/// Index in [`TYPES`] by id; 255 for other ids.
const PLACES: [u8; 256] = {
    let mut places = [u8::MAX; 256];
    let mut place = 0;
    while place < TYPES.len() {
        places[TYPES[place].id as usize] = place as u8;
        place += 1;
    }
    places
};

const MAX: i32 = -1;

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
            DataType::TEXT,
            DataType::NTEXT,
            DataType::IMAGE,
            DataType::DateTimeOffset(7),
            DataType::Xml,
            DataType::Json,
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
