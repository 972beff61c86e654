//! Columns written as text, such as `id int!; name nvarchar(60)`: `!` stands for NOT NULL.

use sluice_catalog::Column;
use sluice_types::type_spec::Parameters;
use sluice_types::type_table::TYPES;
use sluice_types::{DataType, Length, Value};

/// Returns the columns of a list, which `; ` separates. Panics if a type is unknown.
pub(crate) fn columns(written: &str) -> Vec<Column> {
    written.split("; ").map(column).collect()
}

/// Returns a row for a list of columns: `value` is called with each column's name, in order.
pub(crate) fn row(written: &str, value: impl FnMut(&str) -> Value) -> Vec<Value> {
    written.split("; ").map(|column| column.split(' ').next().unwrap_or_default()).map(value).collect()
}

/// Returns the column of `name type`, NOT NULL if `!` follows. Panics if the type is unknown.
pub(crate) fn column(written: &str) -> Column {
    let (written, is_nullable) = written.strip_suffix('!').map_or((written, true), |written| (written, false));
    let (name, type_name) = written.split_once(' ').unwrap_or((written, ""));
    let data_type = data_type(type_name).unwrap_or_else(|| panic!("column {name} has no type {type_name}"));
    match is_nullable {
        true => Column::nullable(name, data_type),
        false => Column::not_null(name, data_type),
    }
}

/// Returns the data type of a declaration such as `nvarchar(60)`.
fn data_type(written: &str) -> Option<DataType> {
    if written == "sysname" {
        return Some(DataType::SYSNAME);
    }
    let (name, parameters) = written.strip_suffix(')').and_then(|it| it.split_once('(')).unwrap_or((written, ""));
    let spec = TYPES.iter().find(|spec| spec.name == name)?;
    let mut numbers = parameters.split(',').map(str::trim);
    let first = numbers.next().filter(|first| !first.is_empty());
    let scale = numbers.next().and_then(|scale| scale.parse().ok()).unwrap_or(0);
    Some(match (first, &spec.parameters) {
        (Some("max"), _) => (spec.with)(Length::Max, 0, 0),
        (Some(length), Parameters::Length(_) | Parameters::LengthOrMax(_)) => {
            (spec.with)(Length::Limited(length.parse().ok()?), 0, 0)
        }
        (Some(precision), Parameters::Precision) => (spec.with)(Length::Limited(1), precision.parse().ok()?, scale),
        (Some(digits), _) => (spec.with)(Length::Limited(1), 0, digits.parse().ok()?),
        (None, _) => spec.plain(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_have_their_parameters() {
        assert_eq!(data_type("nvarchar(60)"), Some(DataType::NVarChar(Length::Limited(60))));
        assert_eq!(data_type("nvarchar(max)"), Some(DataType::NVarChar(Length::Max)));
        assert_eq!(data_type("numeric(25,0)"), Some(DataType::numeric(25, 0)));
        assert_eq!(data_type("datetime2(7)"), Some(DataType::DateTime2(7)));
        assert_eq!((data_type("int"), data_type("unknown")), (Some(DataType::Int), None));
    }
}
