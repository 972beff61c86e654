//! Common types of two operands: SQL Server's data type precedence.

use crate::code_page::CodePage;
use crate::convert_rules::{Conversion, conversion};
use crate::data_type::{DataType, Length};
use crate::decimal::result_type;
use crate::error::SqlError;
use crate::type_spec::Family;

/// Returns the type in which `left` and `right` are compared or combined (UNION, CASE). Fails with
/// 206 if there is none. A string or binary type has the longer length, a decimal the digits of
/// both.
///
/// The operand of lower precedence is converted implicitly to the other type. Two decimals,
/// strings, binary values or datetime2 have a common type that holds both.
pub fn common_type(left: DataType, right: DataType) -> Result<DataType, SqlError> {
    if left == right {
        return Ok(left.named_like(&[left, right]));
    }
    let (lower, higher) = if left.spec().precedence < right.spec().precedence { (left, right) } else { (right, left) };
    if conversion(&lower, &higher) != Conversion::Implicit {
        return Err(SqlError::type_clash(left.operand_name(), right.operand_name()));
    }
    Ok(match (lower, higher) {
        (DataType::DateTime2(a), DataType::DateTime2(b)) => DataType::DateTime2(a.max(b)),
        (DataType::Time(a), DataType::Time(b)) => DataType::Time(a.max(b)),
        (DataType::Time(a), DataType::DateTime2(b)) => DataType::DateTime2(a.max(b)),
        (DataType::DateTimeOffset(a), DataType::DateTimeOffset(b))
        | (DataType::Time(a) | DataType::DateTime2(a), DataType::DateTimeOffset(b)) => {
            DataType::DateTimeOffset(a.max(b))
        }
        (DataType::DateTime, DataType::DateTimeOffset(_)) => DataType::DateTimeOffset(7),
        (_, DataType::DateTimeOffset(_)) if lower.is_string() => DataType::DateTimeOffset(7),
        (_, DataType::Time(_)) if lower.is_string() => DataType::Time(7),
        // Neither a datetime's units of 1/300 s nor a string's digits may be lost.
        (DataType::DateTime, DataType::DateTime2(_)) => DataType::DateTime2(7),
        (_, DataType::DateTime2(_)) if lower.is_string() => DataType::DateTime2(7),
        (_, DataType::Decimal { precision, scale, .. }) => match decimal_of(lower) {
            Some(digits) => result_type(digits, (precision, scale)).named_like(&[left, right]),
            None => higher,
        },
        _ if higher.is_lob() => higher,
        _ if higher.is_string() && lower.is_string() => common_string(lower, higher),
        // Bytes become characters one by one, or in pairs.
        _ if higher.is_string() => match (higher.length(), lower.length()) {
            (_, Some(length)) => {
                common_string(higher, DataType::varchar(length).in_code_page(higher.code_page().unwrap_or_default()))
            }
            _ => higher,
        },
        _ if higher.is_binary() => binary_type(lower, higher, longer(lower, higher)),
        _ => higher,
    })
}

/// Returns precision and scale of an integer, money or decimal type, or `None` for other types.
pub fn decimal_of(data_type: DataType) -> Option<(u8, u8)> {
    let spec = data_type.spec();
    match (spec.family, data_type) {
        (_, DataType::Decimal { precision, scale, .. }) => Some((precision, scale)),
        (Family::Integer | Family::Money, _) => Some((spec.precision, spec.scale)),
        _ => None,
    }
}

/// Returns the string type that holds both: Unicode if either is Unicode, variable if either is
/// variable, with the larger length.
pub(crate) fn common_string(left: DataType, right: DataType) -> DataType {
    string_type(left, right, longer(left, right))
}

fn longer(left: DataType, right: DataType) -> Length {
    match (left.length(), right.length()) {
        (Some(Length::Limited(a)), Some(Length::Limited(b))) => Length::Limited(a.max(b)),
        _ => Length::Max,
    }
}

/// Returns a binary type of `length` (capped at the limit), variable if either type is variable. A
/// `max` length gives varbinary(max).
pub(crate) fn binary_type(left: DataType, right: DataType, length: Length) -> DataType {
    match length {
        Length::Limited(n) if left.is_fixed_length() && right.is_fixed_length() => {
            DataType::Binary(n.min(DataType::CHAR_MAX))
        }
        Length::Limited(n) => DataType::VarBinary(Length::Limited(n.min(DataType::CHAR_MAX))),
        Length::Max | Length::Lob => DataType::VarBinary(Length::Max),
    }
}

/// Returns a string type of `length` (capped at the limit), Unicode or variable if either type is.
/// A `max` length gives a `max` type. The code page is that of both, or the first that isn't the
/// default.
pub(crate) fn string_type(left: DataType, right: DataType, length: Length) -> DataType {
    let unicode = left.is_unicode() || right.is_unicode();
    let fixed = left.is_fixed_length() && right.is_fixed_length();
    let page = common_code_page(&[left, right]);
    let most = if unicode { DataType::NCHAR_MAX } else { DataType::CHAR_MAX };
    match (unicode, length) {
        (false, Length::Limited(n)) if fixed => DataType::Char(n.min(most), page),
        (true, Length::Limited(n)) if fixed => DataType::NChar(n.min(most)),
        (false, Length::Limited(n)) => DataType::VarChar(Length::Limited(n.min(most)), page),
        (true, Length::Limited(n)) => DataType::NVarChar(Length::Limited(n.min(most))),
        (false, Length::Max | Length::Lob) => DataType::VarChar(Length::Max, page),
        (true, Length::Max | Length::Lob) => DataType::NVarChar(Length::Max),
    }
}

/// Returns the code page of a combination of strings: the first that is not the default. If a
/// collation determines another page, the binder converts.
pub fn common_code_page(types: &[DataType]) -> CodePage {
    let mut pages = types.iter().filter_map(DataType::code_page);
    pages.find(|page| *page != CodePage::DEFAULT).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn varchar(n: u16) -> DataType {
        DataType::varchar(Length::Limited(n))
    }

    #[test]
    fn common_type_is_higher_type() {
        assert_eq!(common_type(DataType::Int, DataType::BigInt).ok(), Some(DataType::BigInt));
        assert_eq!(common_type(varchar(5), DataType::Int).ok(), Some(DataType::Int));
        assert_eq!(common_type(DataType::DateTime, DataType::Int).ok(), Some(DataType::DateTime));
        let clash = common_type(DataType::Int, DataType::DateTime2(7)).expect_err("no conversion");
        assert_eq!((clash.number, clash.args.clone()), (206, vec!["int".into(), "datetime2".into()]));
    }

    #[test]
    fn parameters_hold_both() {
        let decimal = |precision, scale| DataType::decimal(precision, scale);
        assert_eq!(common_type(decimal(5, 2), decimal(4, 3)).ok(), Some(decimal(6, 3)));
        assert_eq!(common_type(decimal(5, 2), DataType::Int).ok(), Some(decimal(12, 2)));
        assert_eq!(common_type(decimal(38, 0), decimal(38, 38)).ok(), Some(decimal(38, 0)));
        assert_eq!(common_type(varchar(5), varchar(9)).ok(), Some(varchar(9)));
        assert_eq!(
            common_type(varchar(8000), DataType::NChar(5)).ok(),
            Some(DataType::NVarChar(Length::Limited(4000)))
        );
        assert_eq!(common_type(DataType::TEXT, DataType::NVarChar(Length::Max)).ok(), Some(DataType::TEXT));
        assert_eq!(common_type(DataType::char(3), DataType::char(2)).ok(), Some(DataType::char(3)));
        assert_eq!(common_type(DataType::DateTime2(0), DataType::DateTime).ok(), Some(DataType::DateTime2(7)));
    }
}
