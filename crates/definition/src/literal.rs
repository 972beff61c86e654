//! Constants and their types (`t-sql/data-types/constants-transact-sql`).

use sluice_syntax::ast::Literal;
use sluice_types::{CodePage, DataType, Length, SqlError, Value, convert};

/// Returns the value and the type of a constant. Integers beyond int become numeric, floats and
/// money their own types, strings varchar or nvarchar of their length. Fails with 168 or 1007 for a
/// number out of range.
pub fn typed(literal: &Literal) -> Result<(Value, DataType), SqlError> {
    match literal {
        Literal::Null => Ok((Value::Null, DataType::OF_NULL)),
        Literal::Integer(number) => match i32::try_from(*number) {
            Ok(number) => Ok((Value::Int(number), DataType::Int)),
            Err(_) => number_of(&number.to_string()),
        },
        Literal::Decimal(text) => number_of(text),
        Literal::Float(text) => {
            let complete = if text.ends_with(['e', 'E', '+', '-']) { format!("{text}0") } else { text.to_string() };
            let number: f64 = complete.parse().map_err(|_| SqlError::syntax_near(text))?;
            if !number.is_finite() {
                return Err(SqlError::float_literal_out_of_range(text));
            }
            Ok((Value::Float(number), DataType::Float))
        }
        Literal::Money(text) => {
            let from = DataType::varchar(Length::Max);
            Ok((convert(&Value::text(&**text), &from, &DataType::Money)?, DataType::Money))
        }
        Literal::Binary(bytes) => {
            let data_type = DataType::VarBinary(length(bytes.len(), DataType::CHAR_MAX));
            Ok((Value::bytes(&**bytes), data_type))
        }
        Literal::String(text) => {
            let text = CodePage::DEFAULT.fitted(text);
            let data_type = DataType::varchar(length(CodePage::DEFAULT.bytes_len(&text), DataType::CHAR_MAX));
            Ok((Value::text(&*text), data_type))
        }
        Literal::NationalString(text) => {
            Ok((Value::text(&**text), DataType::NVarChar(length(text.encode_utf16().count(), DataType::NCHAR_MAX))))
        }
    }
}

fn length(units: usize, max: u16) -> Length {
    match u16::try_from(units) {
        Ok(units) if units <= max => Length::Limited(units.max(1)),
        _ => Length::Max,
    }
}

/// Returns a numeric constant with the precision and scale of its digits.
fn number_of(text: &str) -> Result<(Value, DataType), SqlError> {
    let scale = text.split_once('.').map_or(0, |(_, fraction)| fraction.len());
    let whole = text.split_once('.').map_or(text, |(whole, _)| whole).trim_start_matches('0').len();
    let precision = (whole + scale).max(1);
    if precision > 38 {
        return Err(SqlError::number_out_of_range(text));
    }
    let data_type = DataType::numeric(precision as u8, scale as u8);
    let digits = if text.starts_with('.') { format!("0{text}") } else { text.trim_end_matches('.').to_owned() };
    let value = convert(&Value::text(digits), &DataType::varchar(Length::Max), &data_type)?;
    Ok((value, data_type))
}
