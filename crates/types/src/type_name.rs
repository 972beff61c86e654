//! Resolution of a type's name and parameters, as written in a statement.

use crate::data_type::{DataType, Length};

/// A parameter in the parentheses after a type's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeParameter {
    /// A number.
    Number(u32),
    /// The word `max`.
    Max,
}

/// The reason why a type does not exist. The error number depends on the context of the name, so
/// the caller chooses it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeNameError {
    /// No type has this name (243 in CAST, 2715 in a declaration).
    Unknown,
    /// The type takes no parameter, or fewer parameters (2716).
    NoParameter,
    /// The length is 0 (1001) or exceeds `max` (131).
    BadLength {
        /// The requested length.
        length: u32,
        /// The maximum length.
        max: u16,
    },
    /// The precision or scale is out of range (1002 for the scale of a date type, 2750/2751 for
    /// decimal).
    BadPrecision,
    /// The scale of a decimal exceeds its precision (192).
    ScaleAbovePrecision,
}

/// Whether `name` is a system type.
pub fn is_known(name: &str) -> bool {
    resolve(name, &[], 1) != Err(TypeNameError::Unknown)
}

/// Resolves the type `name` with `parameters`. A string or binary type without a length gets
/// `default_length`: 1 in a declaration, 30 in CAST and CONVERT.
pub fn resolve(name: &str, parameters: &[TypeParameter], default_length: u16) -> Result<DataType, TypeNameError> {
    let words = name.to_ascii_lowercase();
    let data_type = match words.as_str() {
        "bit" => DataType::Bit,
        "tinyint" => DataType::TinyInt,
        "smallint" => DataType::SmallInt,
        "int" | "integer" => DataType::Int,
        "bigint" => DataType::BigInt,
        "real" => DataType::Real,
        "money" => DataType::Money,
        "smallmoney" => DataType::SmallMoney,
        "smalldatetime" => DataType::SmallDateTime,
        "uniqueidentifier" => DataType::UniqueIdentifier,
        "rowversion" | "timestamp" => DataType::RowVersion,
        "xml" => DataType::Xml,
        "sql_variant" => DataType::SqlVariant,
        "date" => DataType::Date,
        "datetime" => DataType::DateTime,
        "sysname" => DataType::SYSNAME,
        "decimal" | "dec" => return decimal(parameters),
        "numeric" => return decimal(parameters).map(|data_type| data_type.named_like(&[DataType::numeric(1, 0)])),
        "float" | "double precision" => return float(parameters),
        "datetimeoffset" => return fraction_digits(parameters).map(DataType::DateTimeOffset),
        "datetime2" => return fraction_digits(parameters).map(DataType::DateTime2),
        "time" => return fraction_digits(parameters).map(DataType::Time),
        "char" | "character" => return char_length(parameters, default_length, DataType::CHAR_MAX).map(DataType::char),
        "nchar" | "national char" | "national character" => {
            return char_length(parameters, default_length, DataType::NCHAR_MAX).map(DataType::NChar);
        }
        "varchar" | "char varying" | "character varying" => {
            return length(parameters, default_length, DataType::CHAR_MAX).map(DataType::varchar);
        }
        "nvarchar" | "national char varying" | "national character varying" => {
            return length(parameters, default_length, DataType::NCHAR_MAX).map(DataType::NVarChar);
        }
        "binary" => return char_length(parameters, default_length, DataType::CHAR_MAX).map(DataType::Binary),
        "varbinary" | "binary varying" => {
            return length(parameters, default_length, DataType::CHAR_MAX).map(DataType::VarBinary);
        }
        _ => return Err(TypeNameError::Unknown),
    };
    if parameters.is_empty() { Ok(data_type) } else { Err(TypeNameError::NoParameter) }
}

fn decimal(parameters: &[TypeParameter]) -> Result<DataType, TypeNameError> {
    let (precision, scale) = match *parameters {
        [] => (18, 0),
        [TypeParameter::Number(precision)] => (precision, 0),
        [TypeParameter::Number(precision), TypeParameter::Number(scale)] => (precision, scale),
        _ => return Err(TypeNameError::NoParameter),
    };
    match (u8::try_from(precision), u8::try_from(scale)) {
        (Ok(precision @ 1..=38), Ok(scale)) if scale <= precision => Ok(DataType::decimal(precision, scale)),
        (Ok(1..=38), Ok(0..=38)) => Err(TypeNameError::ScaleAbovePrecision),
        _ => Err(TypeNameError::BadPrecision),
    }
}

fn float(parameters: &[TypeParameter]) -> Result<DataType, TypeNameError> {
    match *parameters {
        [] => Ok(DataType::Float),
        [TypeParameter::Number(25..=53)] => Ok(DataType::Float),
        [TypeParameter::Number(1..=24)] => Ok(DataType::Real),
        [_] => Err(TypeNameError::BadPrecision),
        _ => Err(TypeNameError::NoParameter),
    }
}

fn fraction_digits(parameters: &[TypeParameter]) -> Result<u8, TypeNameError> {
    match *parameters {
        [] => Ok(7),
        [TypeParameter::Number(scale @ 0..=7)] => Ok(scale as u8),
        [_] => Err(TypeNameError::BadPrecision),
        _ => Err(TypeNameError::NoParameter),
    }
}

fn length(parameters: &[TypeParameter], default_length: u16, max: u16) -> Result<Length, TypeNameError> {
    match *parameters {
        [] => Ok(Length::Limited(default_length)),
        [TypeParameter::Max] => Ok(Length::Max),
        [TypeParameter::Number(length)] => match u16::try_from(length) {
            Ok(n) if n >= 1 && n <= max => Ok(Length::Limited(n)),
            _ => Err(TypeNameError::BadLength { length, max }),
        },
        _ => Err(TypeNameError::NoParameter),
    }
}

fn char_length(parameters: &[TypeParameter], default_length: u16, max: u16) -> Result<u16, TypeNameError> {
    match length(parameters, default_length, max)? {
        Length::Limited(n) => Ok(n),
        Length::Max => Err(TypeNameError::NoParameter),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use TypeParameter::{Max, Number};

    #[test]
    fn type_names_resolve_with_parameters() {
        assert_eq!(resolve("INTEGER", &[], 1), Ok(DataType::Int));
        assert_eq!(resolve("sysname", &[], 1), Ok(DataType::NVarChar(Length::Limited(128))));
        assert_eq!(resolve("nvarchar", &[Max], 1), Ok(DataType::NVarChar(Length::Max)));
        assert_eq!(resolve("varchar", &[], 30), Ok(DataType::varchar(Length::Limited(30))));
        assert_eq!(resolve("char", &[Number(10)], 1), Ok(DataType::char(10)));
        assert_eq!(resolve("binary", &[], 30), Ok(DataType::Binary(30)));
        assert_eq!(resolve("varbinary", &[Max], 1), Ok(DataType::VarBinary(Length::Max)));
        assert_eq!(resolve("decimal", &[], 1), Ok(DataType::decimal(18, 0)));
        assert_eq!(resolve("datetime2", &[], 1), Ok(DataType::DateTime2(7)));
        assert_eq!(resolve("time", &[Number(3)], 1), Ok(DataType::Time(3)));
        assert_eq!(resolve("float", &[Number(24)], 1), Ok(DataType::Real));
        assert_eq!(resolve("float", &[Number(25)], 1), Ok(DataType::Float));
    }

    #[test]
    fn invalid_type_names_are_refused() {
        assert_eq!(resolve("intt", &[], 1), Err(TypeNameError::Unknown));
        assert_eq!(resolve("int", &[Number(4)], 1), Err(TypeNameError::NoParameter));
        assert_eq!(resolve("nvarchar", &[Number(4001)], 1), Err(TypeNameError::BadLength { length: 4001, max: 4000 }));
        assert_eq!(resolve("varchar", &[Number(0)], 1), Err(TypeNameError::BadLength { length: 0, max: 8000 }));
        assert_eq!(resolve("numeric", &[Number(5), Number(6)], 1), Err(TypeNameError::ScaleAbovePrecision));
        assert_eq!(resolve("numeric", &[Number(39)], 1), Err(TypeNameError::BadPrecision));
        assert_eq!(resolve("datetime2", &[Number(8)], 1), Err(TypeNameError::BadPrecision));
        assert_eq!(resolve("char", &[Max], 1), Err(TypeNameError::NoParameter));
    }
}
