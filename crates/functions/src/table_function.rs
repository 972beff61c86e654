//! Built-in functions that return rows: STRING_SPLIT, GENERATE_SERIES, REGEXP_MATCHES,
//! REGEXP_SPLIT_TO_TABLE, OPENJSON, and nodes() of xml. OPENXML and the columns that each of them
//! has belong here too.

pub use crate::function_rows::RowsOfFunction;
use crate::json::open;
use crate::open_xml;
use crate::regexp;
use crate::xml_method;
use sluice_types::{Comparison, DataType, Length, Operator, SqlError, Value, arithmetic, compare};

/// A built-in function that returns rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableFunction {
    /// The parts of a text between separators; with their ordinals, if the third argument is 1.
    StringSplit,
    /// The numbers from a start to a stop.
    GenerateSeries,
    /// The matches of a regular expression.
    RegexpMatches,
    /// The parts of a text between the matches of a regular expression.
    RegexpSplit,
    /// The nodes at a path of an xml.
    Nodes,
    /// The members or elements of JSON.
    OpenJson,
    /// OPENJSON with the columns of WITH: after text and path, two arguments for each column
    /// (`json::open`). The binder sets their types.
    OpenJsonWith,
    /// The nodes of a prepared document, with the columns of WITH ([`crate::open_xml`]).
    OpenXml,
}

/// An argument at binding.
#[derive(Clone, Copy, Debug)]
pub struct TableArgument<'v> {
    /// The argument's type; `None` for the NULL constant.
    pub data_type: Option<DataType>,
    /// The argument's value, if it is a constant.
    pub constant: Option<&'v Value>,
}

/// A call's types.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableSignature {
    /// The type to which each argument is converted.
    pub arguments: Vec<DataType>,
    /// The names and types of the result's columns.
    pub columns: Vec<(&'static str, DataType)>,
}

impl TableFunction {
    /// Returns the function `name`, in any case of letters. `None` for others: OPENJSON, OPENXML
    /// and nodes() are bound by their own syntax.
    pub fn named(name: &str) -> Option<TableFunction> {
        let known = [
            TableFunction::StringSplit,
            TableFunction::GenerateSeries,
            TableFunction::RegexpMatches,
            TableFunction::RegexpSplit,
        ];
        known.into_iter().find(|known| known.name().eq_ignore_ascii_case(name))
    }

    /// Returns the function's name, which is its default alias. OPENJSON has one name for both of
    /// its forms.
    pub fn name(self) -> &'static str {
        match self {
            TableFunction::StringSplit => "STRING_SPLIT",
            TableFunction::GenerateSeries => "GENERATE_SERIES",
            TableFunction::RegexpMatches => "REGEXP_MATCHES",
            TableFunction::RegexpSplit => "REGEXP_SPLIT_TO_TABLE",
            TableFunction::Nodes => "nodes",
            TableFunction::OpenJson | TableFunction::OpenJsonWith => "OPENJSON",
            TableFunction::OpenXml => "OPENXML",
        }
    }

    /// Binds a call. Checks the number (313, 8144) and types (4199, 5373, 8116) of the
    /// arguments, and that those are constant that must be (8748), and returns the types they are
    /// converted to and the columns. The columns of OPENXML and of OPENJSON with WITH are left to
    /// the caller.
    pub fn bind(self, arguments: &[TableArgument<'_>]) -> Result<TableSignature, SqlError> {
        let count = arguments.len();
        match self {
            TableFunction::StringSplit if (2..=3).contains(&count) => string_split(arguments),
            TableFunction::GenerateSeries if (2..=3).contains(&count) => series(arguments),
            TableFunction::StringSplit | TableFunction::GenerateSeries if count < 2 => {
                Err(SqlError::too_few_arguments(self.name()))
            }
            TableFunction::StringSplit | TableFunction::GenerateSeries => {
                Err(SqlError::too_many_arguments(self.name()).in_state(3))
            }
            TableFunction::RegexpMatches | TableFunction::RegexpSplit => self.bind_regexp(arguments),
            TableFunction::Nodes => Ok(TableSignature {
                arguments: [DataType::Xml, DataType::NVarChar(Length::Max)]
                    .into_iter()
                    .chain(arguments.iter().skip(2).map(|argument| argument.data_type.unwrap_or(DataType::OF_NULL)))
                    .collect(),
                columns: vec![("nodes", DataType::Xml)],
            }),
            TableFunction::OpenXml => {
                let text = DataType::NVarChar(Length::Max);
                let types = (0..count).map(|place| if place == 2 { DataType::Int } else { text });
                Ok(TableSignature { arguments: types.collect(), columns: Vec::new() })
            }
            TableFunction::OpenJson | TableFunction::OpenJsonWith => {
                let text = DataType::NVarChar(Length::Max);
                let type_of = |place: usize| match arguments[place].data_type {
                    Some(DataType::Json) if place == 0 => DataType::Json,
                    _ if place > 2 && place % 2 == 1 => DataType::Bit,
                    _ => text,
                };
                let types = (0..count).map(type_of);
                Ok(TableSignature { arguments: types.collect(), columns: open::columns() })
            }
        }
    }

    /// Binds REGEXP_MATCHES or REGEXP_SPLIT_TO_TABLE. Fails with 313 for too few and 8144 for too
    /// many arguments, with 8116 for arguments of wrong types.
    fn bind_regexp(self, arguments: &[TableArgument<'_>]) -> Result<TableSignature, SqlError> {
        match arguments.len() {
            0..2 => return Err(SqlError::too_few_arguments(self.name())),
            2..=3 => {}
            _ => return Err(SqlError::too_many_arguments(self.name()).in_state(3)),
        }
        let given: Vec<Option<DataType>> = arguments.iter().map(|argument| argument.data_type).collect();
        let types = regexp::row_arguments(&given)?;
        let columns = match self {
            TableFunction::RegexpMatches => regexp::match_columns(types[0]),
            _ => vec![("value", types[0]), ("ordinal", DataType::BigInt)],
        };
        Ok(TableSignature { arguments: types, columns })
    }

    /// Returns the rows. The values are those of the arguments in the types of the signature. Rows
    /// of text searches and JSON are made as they are read, after JSON is checked; XML is parsed at
    /// once. A value that the
    /// function doesn't take fails with 214 or 4199.
    pub fn rows(self, signature: &TableSignature, values: &[Value]) -> Result<RowsOfFunction, SqlError> {
        match self {
            TableFunction::StringSplit => split(signature, values),
            TableFunction::GenerateSeries => numbers(signature.columns[0].1, values),
            TableFunction::RegexpMatches => Ok(Box::new(regexp::matches(values)?)),
            TableFunction::RegexpSplit => Ok(Box::new(regexp::split(values)?)),
            TableFunction::OpenJson => open::rows(values),
            TableFunction::OpenJsonWith => {
                let types: Vec<DataType> = signature.columns.iter().map(|(_, data_type)| *data_type).collect();
                open::rows_with(&types, values)
            }
            TableFunction::OpenXml => {
                let types: Vec<DataType> = signature.columns.iter().map(|(_, data_type)| *data_type).collect();
                Ok(Box::new(open_xml::rows(&types, values)?.into_iter().map(Ok)))
            }
            TableFunction::Nodes => Ok(Box::new(xml_method::nodes(values)?)),
        }
    }
}

/// Binds STRING_SPLIT (string-split-transact-sql.md). Fails with 8116 for an argument that isn't
/// text and 8748 for a flag that isn't a constant.
fn string_split(arguments: &[TableArgument<'_>]) -> Result<TableSignature, SqlError> {
    let text_of = |place: usize| match arguments[place].data_type {
        Some(data_type) if data_type.is_string() && !data_type.is_lob() => Ok(data_type),
        None => Ok(DataType::varchar(Length::Limited(1))),
        Some(other) => Err(SqlError::invalid_argument_type(other.name(), place + 1, "string_split")),
    };
    let (text, separator) = (text_of(0)?, text_of(1)?);
    let is_wide = text.is_unicode() || separator.is_unicode();
    let length = text.length().unwrap_or(Length::Max);
    let limit = |most: u16| match length {
        Length::Limited(n) => Length::Limited(n.min(most)),
        Length::Max | Length::Lob => Length::Max,
    };
    let value = match is_wide {
        true => DataType::NVarChar(limit(DataType::NCHAR_MAX)),
        false => DataType::varchar(limit(DataType::CHAR_MAX)).in_code_page(text.code_page().unwrap_or_default()),
    };
    let mut columns = vec![("value", value)];
    let mut types = vec![text, separator];
    if let Some(flag) = arguments.get(2) {
        types.push(DataType::Int);
        match flag.constant {
            Some(Value::Null) => {}
            Some(flag) => match flag.as_i64() {
                Some(0) => {}
                Some(1) => columns.push(("ordinal", DataType::BigInt)),
                _ => {
                    return Err(SqlError::invalid_argument_value(shown(flag), "3", "string_split"));
                }
            },
            None => {
                return Err(SqlError::constant_argument_required("enable_ordinal", "string_split"));
            }
        }
    }
    Ok(TableSignature { arguments: types, columns })
}

fn shown(value: &Value) -> String {
    value.as_i64().map(|number| number.to_string()).unwrap_or_default()
}

/// Returns the rows of STRING_SPLIT. Fails with 214 if the separator isn't a single character.
fn split(signature: &TableSignature, values: &[Value]) -> Result<RowsOfFunction, SqlError> {
    let (Some(_), Some(separator)) = (values[0].as_str(), values[1].as_str()) else {
        return match values[0].is_null() {
            true => Ok(Box::new(std::iter::empty())),
            false => Err(SqlError::parameter_type_mismatch("separator", "nchar(1)/nvarchar(1)").in_state(11)),
        };
    };
    if separator.chars().count() != 1 {
        return Err(SqlError::parameter_type_mismatch("separator", "nchar(1)/nvarchar(1)").in_state(11));
    }
    let with_ordinal = signature.columns.len() > 1;
    // The iterator shares the text and cuts one piece at a time.
    let (text, separator) = (values[0].clone(), separator.to_owned());
    let (mut next, mut ordinal) = (Some(0), 0);
    Ok(Box::new(std::iter::from_fn(move || {
        let start = next?;
        let rest = text.as_str()?.get(start..)?;
        let piece = match rest.find(&*separator) {
            Some(end) => {
                next = Some(start + end + separator.len());
                &rest[..end]
            }
            None => {
                next = None;
                rest
            }
        };
        ordinal += 1;
        let mut row = vec![Value::text(piece)];
        if with_ordinal {
            row.push(Value::BigInt(ordinal));
        }
        Some(Ok(row))
    })))
}

/// Binds GENERATE_SERIES (generate-series-transact-sql.md). Fails with 5373 if the types differ or
/// aren't numeric.
fn series(arguments: &[TableArgument<'_>]) -> Result<TableSignature, SqlError> {
    let wrong = || SqlError::generate_series_types_differ();
    let mut types = arguments.iter().filter_map(|argument| argument.data_type);
    let first = types.next().ok_or_else(wrong)?;
    let meets = |data_type: DataType| match (first, data_type) {
        (DataType::Decimal { .. }, DataType::Decimal { .. }) => true,
        (first, other) => first == other,
    };
    let is_known = matches!(
        first,
        DataType::TinyInt | DataType::SmallInt | DataType::Int | DataType::BigInt | DataType::Decimal { .. }
    );
    let mut result = first;
    for data_type in types {
        if !meets(data_type) {
            return Err(wrong());
        }
        result = sluice_types::precedence::common_type(result, data_type)?;
    }
    if !is_known {
        return Err(wrong());
    }
    Ok(TableSignature { arguments: vec![result; arguments.len()], columns: vec![("value", result)] })
}

/// Returns the rows of GENERATE_SERIES: none if an argument is NULL or the step leads away from the
/// stop. Fails with 4199 for a step of 0.
fn numbers(data_type: DataType, values: &[Value]) -> Result<RowsOfFunction, SqlError> {
    if values.iter().any(Value::is_null) {
        return Ok(Box::new(std::iter::empty()));
    }
    let convert = |number: i32| sluice_types::convert(&Value::Int(number), &DataType::Int, &data_type);
    let (start, stop) = (values[0].clone(), values[1].clone());
    let ascends = compare(&start, &stop).is_some_and(std::cmp::Ordering::is_le);
    let zero = convert(0)?;
    let step = match values.get(2) {
        Some(step) => step.clone(),
        // Unsigned types have no negative step, so the step is subtracted.
        None => convert(1)?,
    };
    let goes_up = match values.get(2) {
        Some(step) => match compare(step, &zero) {
            Some(std::cmp::Ordering::Equal) => {
                return Err(SqlError::invalid_argument_value("0", "3", "generate_series"));
            }
            order => order.is_some_and(std::cmp::Ordering::is_gt),
        },
        None => ascends,
    };
    let operator = if values.len() == 2 && !goes_up { Operator::Subtract } else { Operator::Add };
    let within = if goes_up { Comparison::LessOrEqual } else { Comparison::GreaterOrEqual };
    let mut next = Some(start);
    Ok(Box::new(std::iter::from_fn(move || {
        let number = next.take()?;
        if !compare(&number, &stop).is_some_and(|order| within.holds(order)) {
            return None;
        }
        // The series ends at the limit of the type.
        next = arithmetic::evaluate(operator, &number, &step, data_type).ok();
        Some(Ok(vec![number]))
    })))
}
