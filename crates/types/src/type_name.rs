//! Names of types: in messages and declarations, and resolution of a name with its parameters.

use crate::data_type::{DataType, Length};
use crate::type_spec::{Parameters, TypeSpec};
use crate::type_table::TYPES;
use std::fmt;

impl DataType {
    /// Returns the bare name in `sys.types` and declarations, which differs from the name in error
    /// messages only for decimal.
    pub const fn declared_name(&self) -> &'static str {
        self.spec().name
    }

    /// Returns the bare name used in error messages: `nvarchar`, without the length, and `numeric`
    /// for decimal.
    pub const fn name(&self) -> &'static str {
        match self {
            DataType::Decimal { .. } => "numeric",
            other => other.declared_name(),
        }
    }

    /// Returns the name in messages about types that don't fit together (206, 257, 402, 529), which
    /// tell `nvarchar(max)` from `nvarchar`.
    pub const fn operand_name(&self) -> &'static str {
        match self {
            DataType::VarChar(Length::Max, _) => "varchar(max)",
            DataType::NVarChar(Length::Max) => "nvarchar(max)",
            DataType::VarBinary(Length::Max) => "varbinary(max)",
            other => other.name(),
        }
    }
}

impl fmt::Display for DataType {
    /// Formats the type as in a declaration: `nvarchar(10)`, `decimal(38,4)`, `varchar(max)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let spec = self.spec();
        f.write_str(spec.name)?;
        match (spec.parameters, self) {
            (Parameters::Precision, DataType::Decimal { precision, scale, .. }) => write!(f, "({precision},{scale})"),
            (Parameters::Fraction, _) => write!(f, "({})", self.fraction().unwrap_or_default()),
            (Parameters::Length(_) | Parameters::LengthOrMax(_), _) => match self.length() {
                Some(Length::Limited(n)) => write!(f, "({n})"),
                _ => f.write_str("(max)"),
            },
            _ => Ok(()),
        }
    }
}

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
    /// The precision is 0 (1001) or exceeds `max` (2750).
    BadPrecision {
        /// The requested precision.
        precision: u32,
        /// The maximum precision.
        max: u8,
    },
    /// The scale of a date type is out of range (1002).
    BadScale {
        /// The requested scale.
        scale: u32,
    },
    /// The scale of a decimal exceeds its precision (192).
    ScaleAbovePrecision,
}

/// Whether `name` is the name or a synonym of a system type, compared without case.
pub fn is_known(name: &str) -> bool {
    name.eq_ignore_ascii_case(SYSNAME) || find(name).is_some()
}

/// Returns the constants of the type that has this name or synonym, compared without case. `None`
/// for an unknown name.
pub fn find(name: &str) -> Option<&'static TypeSpec> {
    let is_named = |known: &&str| known.eq_ignore_ascii_case(name);
    TYPES.iter().copied().find(|spec| is_named(&spec.name) || spec.synonyms.iter().any(&is_named))
}

/// Resolves the type `name` with `parameters`. A string or binary type without a length gets
/// `default_length`: 1 in a declaration, 30 in CAST and CONVERT. sysname takes no parameters. Fails
/// if the name is unknown, or a parameter is missing, superfluous or out of range.
pub fn resolve(name: &str, parameters: &[TypeParameter], default_length: u16) -> Result<DataType, TypeNameError> {
    let Some(spec) = find(name) else {
        return match name.eq_ignore_ascii_case(SYSNAME) {
            true if parameters.is_empty() => Ok(DataType::SYSNAME),
            true => Err(TypeNameError::NoParameter),
            false => Err(TypeNameError::Unknown),
        };
    };
    match spec.parameters {
        Parameters::None if parameters.is_empty() => Ok(spec.plain()),
        Parameters::None => Err(TypeNameError::NoParameter),
        Parameters::Precision => {
            let (precision, scale) = decimal(parameters)?;
            Ok((spec.with)(Length::Limited(1), precision, scale))
        }
        Parameters::Mantissa => float(parameters),
        Parameters::Fraction => Ok((spec.with)(Length::Limited(1), 0, fraction_digits(parameters)?)),
        Parameters::Length(max) => {
            Ok((spec.with)(Length::Limited(char_length(parameters, default_length, max)?), 0, 0))
        }
        Parameters::LengthOrMax(max) => Ok((spec.with)(length(parameters, default_length, max)?, 0, 0)),
    }
}

fn decimal(parameters: &[TypeParameter]) -> Result<(u8, u8), TypeNameError> {
    let (precision, scale) = match *parameters {
        [] => (18, 0),
        [TypeParameter::Number(precision)] => (precision, 0),
        [TypeParameter::Number(precision), TypeParameter::Number(scale)] => (precision, scale),
        _ => return Err(TypeNameError::NoParameter),
    };
    match (u8::try_from(precision), u8::try_from(scale)) {
        (Ok(precision @ 1..=38), Ok(scale)) if scale <= precision => Ok((precision, scale)),
        (Ok(1..=38), _) => Err(TypeNameError::ScaleAbovePrecision),
        _ => Err(TypeNameError::BadPrecision { precision, max: 38 }),
    }
}

fn float(parameters: &[TypeParameter]) -> Result<DataType, TypeNameError> {
    match *parameters {
        [] => Ok(DataType::Float),
        [TypeParameter::Number(25..=53)] => Ok(DataType::Float),
        [TypeParameter::Number(1..=24)] => Ok(DataType::Real),
        [TypeParameter::Number(precision)] => Err(TypeNameError::BadPrecision { precision, max: 53 }),
        _ => Err(TypeNameError::NoParameter),
    }
}

fn fraction_digits(parameters: &[TypeParameter]) -> Result<u8, TypeNameError> {
    match *parameters {
        [] => Ok(7),
        [TypeParameter::Number(scale @ 0..=7)] => Ok(scale as u8),
        [TypeParameter::Number(scale)] => Err(TypeNameError::BadScale { scale }),
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
        Length::Max | Length::Lob => Err(TypeNameError::NoParameter),
    }
}

/// The alias of nvarchar(128) that the system declares.
const SYSNAME: &str = "sysname";

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
        assert_eq!(resolve("Image", &[], 30), Ok(DataType::IMAGE));
        assert_eq!(resolve("float", &[Number(24)], 1), Ok(DataType::Real));
        assert_eq!(resolve("float", &[Number(25)], 1), Ok(DataType::Float));
    }

    #[test]
    fn invalid_type_names_are_refused() {
        assert_eq!(resolve("intt", &[], 1), Err(TypeNameError::Unknown));
        assert_eq!(resolve("int", &[Number(4)], 1), Err(TypeNameError::NoParameter));
        assert_eq!(resolve("nvarchar", &[Number(4001)], 1), Err(TypeNameError::BadLength { length: 4001, max: 4000 }));
        assert_eq!(resolve("text", &[Number(4)], 1), Err(TypeNameError::NoParameter));
        assert_eq!(resolve("varchar", &[Number(0)], 1), Err(TypeNameError::BadLength { length: 0, max: 8000 }));
        assert_eq!(resolve("numeric", &[Number(5), Number(6)], 1), Err(TypeNameError::ScaleAbovePrecision));
        assert_eq!(resolve("numeric", &[Number(39)], 1), Err(TypeNameError::BadPrecision { precision: 39, max: 38 }));
        assert_eq!(resolve("datetime2", &[Number(8)], 1), Err(TypeNameError::BadScale { scale: 8 }));
        assert_eq!(resolve("char", &[Max], 1), Err(TypeNameError::NoParameter));
    }
}
