//! ISDATE and ISNUMERIC: whether a text is convertible to a date or number. A value that no
//! conversion can take gives 0, not an error.

use crate::function::{Argument, Function};
use sluice_types::convert::convert_to_date;
use sluice_types::{DataType, Length, Value, convert};

/// Both return 0 for NULL.
pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "ISDATE",
        doc: "ISDATE(text): 1 if the text is convertible to datetime, else 0.",
        arity: (1, 1),
        deterministic: false,
        arguments: &[Argument::TextOrDatetime],
        result: |_| DataType::Int,
        null_makes_null: false,
        body: |context, _, values| {
            let is_blank = values[0].as_str().is_none_or(|text| text.trim_matches(' ').is_empty());
            let (from, session) = (DataType::NVarChar(Length::Max), context.session_values());
            let text = values[0].as_str().map_or(Value::Null, |text| Value::text(session.language().in_english(text)));
            let read = || convert_to_date(&text, &from, &DataType::DateTime, (None, session.date_order()));
            Ok(Value::Int((!is_blank && read().is_ok()).into()))
        },
    },
    Function {
        name: "ISNUMERIC",
        doc: "ISNUMERIC(value): 1 if the value is a number, or a text convertible to a numeric type, else 0.",
        arity: (1, 1),
        deterministic: true,
        arguments: &[Argument::Any],
        result: |_| DataType::Int,
        null_makes_null: false,
        body: |_, signature, values| {
            let is_number = match &values[0] {
                Value::Str(text) if text.trim_matches(' ').is_empty() => false,
                text @ Value::Str(_) => becomes(text, DataType::Float) || becomes(text, DataType::Money),
                Value::Null | Value::Bit(_) => false,
                _ => signature.arguments[0].is_numeric(),
            };
            Ok(Value::Int(is_number.into()))
        },
    },
];

fn becomes(text: &Value, to: DataType) -> bool {
    convert(text, &DataType::NVarChar(Length::Max), &to).is_ok()
}
