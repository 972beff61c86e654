//! The results of calls with constant arguments: lengths of texts, and whether NULL is possible.
//! Recorded answers of SQL Server are the source; `t-sql/functions` has no lengths.

use crate::function::{Function, Signature};
use sluice_types::{DataType, Length, Value};

impl Function {
    /// Returns the result's type with the length that the constant arguments allow. `constants` has
    /// the values of the converted arguments, `None` for those that aren't constants. Texts of more
    /// than a byte a character keep their length, and so do `max` types.
    pub fn narrowed(&self, signature: &Signature, constants: &[Option<&Value>]) -> DataType {
        let result = signature.result;
        let is_wide = result.code_page().is_some_and(|page| page.bytes_max() > 1);
        if is_wide || result.length().and_then(limited).is_none() {
            return result;
        }
        let number = |place: usize| constants.get(place).copied().flatten().and_then(Value::as_i64);
        let own = |place: usize| match signature.arguments.get(place).and_then(DataType::length) {
            Some(Length::Limited(length)) => i64::from(length),
            _ => i64::MAX,
        };
        let length = match self.name {
            "LEFT" | "RIGHT" => number(1).filter(|count| *count >= 0).map(|count| count.min(own(0))),
            "SUBSTRING" => number(2).filter(|count| *count >= 0).map(|count| count.min(own(0))),
            // Two bytes for a count that leaves nothing.
            "REPLICATE" => number(1).map(|count| match count {
                1.. => count.saturating_mul(own(0)),
                _ => 2 / result.unit_bytes() as i64,
            }),
            "SPACE" => number(0),
            "STUFF" => number(1).zip(number(2)).and_then(|(start, count)| {
                let is_inside = count >= 0 && (1..=own(0)).contains(&start);
                let deleted = count.min(own(0) - start + 1);
                is_inside.then(|| (own(0) - deleted).saturating_add(own(3)))
            }),
            "STR" => match signature.arguments.len() {
                1 => Some(10),
                _ => number(1).filter(|length| *length > 0),
            },
            "CONCAT" => {
                let is_null = |place: &usize| constants[*place].is_some_and(Value::is_null) && own(*place) == 1;
                let nulls = (0..constants.len()).filter(is_null).count() as i64;
                result.length().and_then(limited).map(|length| i64::from(length) - nulls)
            }
            _ => None,
        };
        let most = if result.is_unicode() { DataType::NCHAR_MAX } else { DataType::CHAR_MAX };
        match length {
            Some(length) => of_length(result, length.clamp(1, most.into()) as u16),
            None => result,
        }
    }

    /// Whether a call never gives NULL. `arguments` says of each argument whether it can be NULL,
    /// and whether it is a literal. Most functions can give NULL, also of literals.
    pub fn is_never_null(&self, arguments: &[(bool, bool)]) -> bool {
        match self.name {
            // `t-sql/language-elements/coalesce-transact-sql`
            "ISNULL" => !arguments.iter().all(|(nullable, _)| *nullable),
            "CONCAT" | "CONCAT_WS" | "PI" => true,
            "CEILING" | "FLOOR" | "RADIANS" | "ROUND" | "SIGN" => arguments.iter().all(|(_, literal)| *literal),
            "DATEFROMPARTS"
            | "DATETIMEFROMPARTS"
            | "SMALLDATETIMEFROMPARTS"
            | "DATETIME2FROMPARTS"
            | "TIMEFROMPARTS"
            | "DATETIMEOFFSETFROMPARTS" => !arguments.iter().any(|(nullable, _)| *nullable),
            _ => false,
        }
    }
}

fn limited(length: Length) -> Option<u16> {
    match length {
        Length::Limited(length) => Some(length),
        _ => None,
    }
}

/// Returns the string or binary type with another length.
fn of_length(data_type: DataType, length: u16) -> DataType {
    let limited = Length::Limited(length);
    match data_type {
        DataType::VarChar(_, page) => DataType::VarChar(limited, page),
        DataType::NVarChar(_) => DataType::NVarChar(limited),
        DataType::VarBinary(_) => DataType::VarBinary(limited),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find;
    use sluice_types::CodePage;

    #[test]
    fn constant_counts_bound_lengths() {
        let text = |length| DataType::varchar(Length::Limited(length));
        let narrowed = |name: &str, types: &[DataType], values: &[Option<i32>]| {
            let function = find(name).expect("the function exists");
            let given: Vec<_> = types.iter().map(|data_type| Some(*data_type)).collect();
            let signature = function.bind(&given).expect("the types fit");
            let values: Vec<_> = values.iter().map(|value| value.map(Value::Int)).collect();
            function.narrowed(&signature, &values.iter().map(Option::as_ref).collect::<Vec<_>>())
        };
        let int = DataType::Int;
        assert_eq!(narrowed("LEFT", &[text(6), int], &[None, Some(3)]), text(3));
        assert_eq!(narrowed("LEFT", &[text(6), int], &[None, Some(0)]), text(1));
        assert_eq!(narrowed("LEFT", &[text(6), int], &[None, None]), text(6));
        assert_eq!(narrowed("REPLICATE", &[text(5), int], &[None, Some(3)]), text(15));
        assert_eq!(narrowed("REPLICATE", &[text(5), int], &[None, None]), text(8000));
        assert_eq!(narrowed("STUFF", &[text(10), int, int, text(2)], &[None, Some(8), Some(5), None]), text(9));
        assert_eq!(narrowed("SPACE", &[int], &[Some(0)]), text(1));
        let utf8 = text(9).in_code_page(CodePage::Utf8);
        assert_eq!(narrowed("LEFT", &[utf8, int], &[None, Some(3)]), utf8);
    }
}
