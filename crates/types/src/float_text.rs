//! Doubles as text with a number of significant digits, in the shorter of the plain and the
//! scientific form.

/// Formats `value` with at most `digits` significant digits, without trailing zeros. The scientific
/// form, with at least `exponent_digits` digits in the exponent, is used when the exponent is below
/// -4 or not below `digits`. Zero is `0`. The exponent has a sign.
pub fn write(value: f64, digits: usize, exponent_digits: usize) -> String {
    if value == 0.0 {
        return String::from("0");
    }
    let scientific = format!("{value:.*e}", digits - 1);
    let Some((mantissa, exponent)) = scientific.split_once('e') else {
        return scientific;
    };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if exponent < -4 || exponent >= digits as i32 {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{}e{sign}{:0exponent_digits$}", without_zeros(mantissa), exponent.abs());
    }
    let decimals = (digits as i32 - 1 - exponent).max(0) as usize;
    without_zeros(&format!("{value:.decimals$}")).to_owned()
}

/// Formats `value` in the scientific form with exactly `digits` significant digits, and with at
/// least `exponent_digits` digits in the exponent, which has a sign.
pub fn write_scientific(value: f64, digits: usize, exponent_digits: usize) -> String {
    let scientific = format!("{value:.*e}", digits - 1);
    let Some((mantissa, exponent)) = scientific.split_once('e') else {
        return scientific;
    };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}e{sign}{:0exponent_digits$}", exponent.abs())
}

fn without_zeros(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn float_text_has_six_digits_like_cast() {
        assert_eq!(write(1234567.0, 6, 3), "1.23457e+006");
        assert_eq!(write(123456.0, 6, 3), "123456");
        assert_eq!(write(0.1, 6, 3), "0.1");
        assert_eq!(write(-0.00001, 6, 3), "-1e-005");
        assert_eq!(write(3.0, 6, 3), "3");
        assert_eq!(write(999999.5, 6, 3), "1e+006");
        assert_eq!(write(0.0, 6, 3), "0");
    }

    #[test]
    fn scientific_form_has_all_digits() {
        assert_eq!(write_scientific(1.5, 8, 3), "1.5000000e+000");
        assert_eq!(write_scientific(-123456789.123, 16, 3), "-1.234567891230000e+008");
        assert_eq!(write_scientific(0.0, 8, 3), "0.0000000e+000");
        assert_eq!(write_scientific(9.99999999e-5, 8, 3), "1.0000000e-004");
    }

    #[test]
    fn seventeen_digits_roundtrip_every_double() {
        assert_eq!(write(0.1, 17, 3), "0.10000000000000001");
        assert_eq!(write(1.5, 17, 3), "1.5");
        assert_eq!(write(1e20, 17, 3), "1e+020");
    }
}
