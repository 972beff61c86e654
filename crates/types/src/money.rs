//! money and smallmoney: integers of ten-thousandths (money-and-smallmoney-transact-sql.md).

use crate::data_type::DataType;
use crate::decimal::Decimal;

/// Ten-thousandths per unit.
pub const UNIT: i64 = 10_000;

/// The reason why a text is no money.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoneyTextError {
    /// The text is not a number with an optional currency sign and commas.
    Malformed,
    /// The amount is out of range.
    TooGreat,
}

/// Whether the type is smallmoney.
pub fn is_small(data_type: &DataType) -> bool {
    *data_type == DataType::SmallMoney
}

/// Whether the amount is within the range of `data_type`, money or smallmoney.
pub fn fits(units: i64, data_type: &DataType) -> bool {
    !is_small(data_type) || i32::try_from(units).is_ok()
}

/// Returns `numerator / denominator`, rounded half away from zero.
fn rounded(numerator: i128, denominator: i128) -> i128 {
    let half = denominator / 2;
    if numerator < 0 { (numerator - half) / denominator } else { (numerator + half) / denominator }
}

/// Returns the nearest money, rounded half away from zero, or `None` out of range.
pub fn of_decimal(value: Decimal) -> Option<i64> {
    i64::try_from(value.rescale(38, 4).ok()?.units()).ok()
}

/// Returns the nearest money, rounded half away from zero, or `None` out of range and for NaN.
pub fn of_float(value: f64) -> Option<i64> {
    let units = (value * UNIT as f64).round();
    (-TWO_TO_63..TWO_TO_63).contains(&units).then_some(units as i64)
}

/// Returns the amount as a decimal with four digits after the point.
pub fn to_decimal(units: i64) -> Decimal {
    // A number of 19 digits always fits a decimal.
    Decimal::new(units.into(), 4).unwrap_or(Decimal::from_integer(0))
}

/// Returns the nearest integer of an amount, rounded half away from zero.
pub fn to_integer(units: i64) -> i64 {
    rounded(units.into(), UNIT.into()) as i64
}

/// Returns the product, rounded half away from zero, or `None` out of range.
pub fn multiply(left: i64, right: i64) -> Option<i64> {
    i64::try_from(rounded(i128::from(left) * i128::from(right), UNIT.into())).ok()
}

/// Returns the quotient, truncated after its fourth digit, or `None` out of range. The divisor must
/// not be zero.
pub fn divide(left: i64, right: i64) -> Option<i64> {
    i64::try_from(i128::from(left) * i128::from(UNIT) / i128::from(right)).ok()
}

/// Parses `[-][$]1,234.56789`. The sign may also follow the currency sign. Surrounding blanks, tabs
/// and line ends before the amount, and commas between digits don't count. An empty text is 0, and
/// so is a point without digits. The result is in ten-thousandths, rounded. Fails with `Malformed`
/// or `TooGreat`.
pub fn parse(text: &str) -> Result<i64, MoneyTextError> {
    let (mut negative, mut rest) = (false, text.trim_matches(' ').trim_start_matches(BLANKS));
    let mut is_marked = false;
    while let Some(first) = rest.chars().next() {
        match first {
            '-' | '+' => negative |= first == '-',
            _ if CURRENCIES.contains(&first) && !is_marked => is_marked = true,
            _ => break,
        }
        rest = rest[first.len_utf8()..].trim_start_matches(BLANKS);
    }
    let digits: String = rest.chars().filter(|character| *character != ',').collect();
    if digits.is_empty() || digits == "." {
        return Ok(0);
    }
    let number: Decimal = digits.parse().map_err(|error| match error {
        crate::decimal::ParseDecimalError::Malformed => MoneyTextError::Malformed,
        crate::decimal::ParseDecimalError::TooLong => MoneyTextError::TooGreat,
    })?;
    if digits.starts_with(['+', '-']) {
        return Err(MoneyTextError::Malformed);
    }
    of_decimal(if negative { number.negate() } else { number }).ok_or(MoneyTextError::TooGreat)
}

/// Formats in a style of CONVERT: 0 with two digits after the point, 1 also with commas, 2 and 126
/// with four digits. `None` for other styles. Rounds half away from zero.
pub fn write(units: i64, style: i32) -> Option<String> {
    let places = match style {
        0 | 1 => 2,
        2 | 126 => 4,
        _ => return None,
    };
    let shown = if places == 2 { rounded(units.into(), 100) } else { i128::from(units) };
    let per_one = 10u128.pow(places);
    let (whole, fraction) = (shown.unsigned_abs() / per_one, shown.unsigned_abs() % per_one);
    let sign = if shown < 0 { "-" } else { "" };
    let whole = if style == 1 { with_commas(&whole.to_string()) } else { whole.to_string() };
    Some(format!("{sign}{whole}.{fraction:0places$}", places = places as usize))
}

fn with_commas(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() * 4 / 3 + 1);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

const TWO_TO_63: f64 = 9_223_372_036_854_775_808.0;

/// Characters that may stand before an amount and between its signs.
const BLANKS: &[char] = &[' ', '\t', '\n', '\u{b}', '\u{c}', '\r', '\u{a0}'];

/// Currency signs accepted before an amount. SQL Server does not store them. Code page 932 shows
/// the backslash as the yen sign.
const CURRENCIES: &[char] = &[
    '\\', '$', '¢', '£', '¤', '¥', '৲', '৳', '฿', '៛', '₠', '₡', '₢', '₣', '₤', '₥', '₦', '₧', '₨', '₩', '₪', '₫', '€',
    '₭', '₮', '₯', '₰', '₱', '﷼', '﹩', '＄', '￠', '￡', '￥', '￦',
];

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn money_amounts_are_parsed() {
        for (text, units) in [
            ("$1,234.56", 12_345_600),
            ("-$0.00005", -1),
            ("$-2", -20_000),
            (" 922337203685477.5807 ", i64::MAX),
            ("€.5", 5000),
            ("", 0),
            ("$", 0),
            (".", 0),
            (",", 0),
            ("-.", 0),
            ("\t2", 20_000),
        ] {
            assert_eq!(parse(text), Ok(units), "{text}");
        }
        assert_eq!(parse("922337203685477.5808"), Err(MoneyTextError::TooGreat));
        assert_eq!(parse("1e5"), Err(MoneyTextError::Malformed));
        assert_eq!(parse("$$1"), Err(MoneyTextError::Malformed));
        assert_eq!(parse("2\t"), Err(MoneyTextError::Malformed));
    }

    /// cast-and-convert-transact-sql.md, "money and smallmoney styles": 4235.98, 3,510.92,
    /// 4235.9819.
    #[test]
    fn money_styles_match_documentation() {
        assert_eq!(write(42_359_819, 0).as_deref(), Some("4235.98"));
        assert_eq!(write(35_109_200, 1).as_deref(), Some("3,510.92"));
        assert_eq!(write(42_359_819, 2).as_deref(), Some("4235.9819"));
        assert_eq!(write(42_359_819, 126).as_deref(), Some("4235.9819"));
        assert_eq!(write(-50, 0).as_deref(), Some("-0.01"));
        assert_eq!(write(1, 3), None);
        assert_eq!(write(i64::MIN, 1).as_deref(), Some("-922,337,203,685,477.58"));
    }

    proptest! {
        #[test]
        fn money_products_and_quotients_match_decimals(left in any::<i64>(), right in any::<i64>()) {
            let exact = to_decimal(left).multiply(to_decimal(right), 38, 4).ok().and_then(of_decimal);
            prop_assert_eq!(multiply(left, right), exact);
            if right != 0 {
                let exact = to_decimal(left).divide(to_decimal(right), 38, 4).ok().and_then(of_decimal);
                prop_assert_eq!(divide(left, right), exact);
            }
        }

        #[test]
        fn money_text_roundtrips(units in any::<i64>()) {
            prop_assert_eq!(parse(&write(units, 2).expect("a style")), Ok(units));
        }
    }
}
