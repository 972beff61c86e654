//! A value as XML text, in the forms of XML Schema (`for-xml-sql-server.md`, `binary-and-...
//! base64`).

use crate::base64;
use sluice_types::{DataType, Length, SqlError, Value, convert};

/// Returns the text of a non-NULL value, before escaping. Binary becomes base64. money has two
/// digits after the point, dates the style 126, float 15 digits and real 7 in scientific form.
pub(super) fn text_of(value: &Value, data_type: &DataType) -> Result<String, SqlError> {
    Ok(match value {
        Value::Str(text) => text.to_string(),
        Value::Bytes(bytes) => base64::encoded(bytes, false),
        Value::Float(number) => scientific(*number, 15),
        Value::Real(number) => scientific((*number).into(), 7),
        Value::Money(_) => in_style(value, data_type, 2)?,
        Value::Date(_) | Value::Time(_) | Value::DateTime(_) | Value::DateTime2(_) | Value::DateTimeOffset(..) => {
            in_style(value, data_type, 126)?
        }
        _ => in_style(value, data_type, 0)?,
    })
}

fn in_style(value: &Value, data_type: &DataType, style: i32) -> Result<String, SqlError> {
    let text = convert::convert_with_style(value, data_type, &DataType::NVarChar(Length::Max), style)?;
    Ok(text.as_str().unwrap_or_default().to_owned())
}

/// Formats like `1.500000000000000e+000`.
fn scientific(number: f64, digits: usize) -> String {
    let text = format!("{number:.digits$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, exponent) = exponent.strip_prefix('-').map_or(('+', exponent), |exponent| ('-', exponent));
    format!("{mantissa}e{sign}{exponent:0>3}")
}
