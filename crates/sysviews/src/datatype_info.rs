//! `sys.spt_datatype_info`: the data types as ODBC describes them, from the table of types. The
//! procedures `sp_datatype_info` and `sp_columns` read it
//! (`relational-databases/system-stored-procedures/sp-datatype-info-transact-sql`).

use crate::view::{View, text};
use sluice_catalog::{Column, ViewPermission};
use sluice_types::type_spec::{Family, Parameters, TdsForm, TypeSpec};
use sluice_types::type_table::TYPES;
use sluice_types::{DataType, Length, Value};

/// Defines `sys.spt_datatype_info`: every login may read all of it. The columns after those of the
/// procedure decide which types and forms it shows.
pub(crate) fn view() -> View {
    let small = |name| Column::not_null(name, DataType::SmallInt);
    let optional = |name| Column::nullable(name, DataType::SmallInt);
    let written = |name| Column::nullable(name, DataType::varchar(Length::Limited(32)));
    let columns = vec![
        Column::not_null("TYPE_NAME", DataType::SYSNAME),
        small("DATA_TYPE"),
        small("DATA_TYPE_2"),
        Column::not_null("PRECISION", DataType::Int),
        written("LITERAL_PREFIX"),
        written("LITERAL_SUFFIX"),
        written("CREATE_PARAMS"),
        small("NULLABLE"),
        small("CASE_SENSITIVE"),
        small("SEARCHABLE"),
        optional("UNSIGNED_ATTRIBUTE"),
        small("MONEY"),
        optional("AUTO_INCREMENT"),
        Column::not_null("LOCAL_TYPE_NAME", DataType::SYSNAME),
        optional("MINIMUM_SCALE"),
        optional("MAXIMUM_SCALE"),
        small("SQL_DATA_TYPE"),
        optional("SQL_DATETIME_SUB"),
        Column::nullable("NUM_PREC_RADIX", DataType::Int),
        optional("INTERVAL_PRECISION"),
        small("USERTYPE"),
        // Columns below are not in the procedures' results: whether ODBC drivers before SQL Server
        // 2008 don't know the type, and its id.
        Column::not_null("is_late", DataType::Bit),
        Column::not_null("system_type_id", DataType::TinyInt),
    ];
    let permission =
        ViewPermission::Public("relational-databases/system-stored-procedures/sp-datatype-info-transact-sql.md");
    View::sys("spt_datatype_info", permission, columns, |_| {
        let mut rows: Vec<_> = TYPES.iter().map(|spec| row(spec, spec.name, None)).collect();
        rows.push(sysname());
        rows.extend(TYPES.iter().filter_map(|spec| Some(row(spec, &identity_name(spec)?, Some(1)))));
        rows
    })
}

/// Whether a type is newer than SQL Server 2005.
pub(crate) fn is_late(spec: &TypeSpec) -> bool {
    spec.family == Family::DateTime && !matches!(spec.tds, TdsForm::Number { .. })
}

/// Returns SQL_DATA_TYPE. Dates share a code, unless their SQL_DATETIME_SUB is 0.
pub(crate) fn sql_data_type(spec: &TypeSpec) -> i16 {
    if spec.odbc.datetime_sub.is_some_and(|sub| sub > 0) { DATETIME } else { spec.odbc.code }
}

/// Returns a type's row. `increments` is AUTO_INCREMENT of a type with the identity property.
fn row(spec: &TypeSpec, name: &str, increments: Option<i16>) -> Vec<Value> {
    let is_identity = increments.is_some();
    let is_lob = spec.tds == TdsForm::Lob;
    let is_timestamp = spec.family == Family::Binary && spec.parameters == Parameters::None && !is_lob;
    let is_number = matches!(spec.family, Family::Decimal | Family::Approximate | Family::Money)
        || spec.family == Family::Integer && spec.precision > 1;
    let is_unsigned = spec.family == Family::Integer && spec.max_length == 1;
    let (prefix, suffix) = literal(spec);
    let (least_scale, greatest_scale) = scales(spec, is_identity);
    let small = |number: Option<i16>| number.map_or(Value::Null, Value::SmallInt);
    let written = |of: Option<&str>| of.map_or(Value::Null, text);
    let odbc = spec.odbc;
    vec![
        text(name),
        Value::SmallInt(odbc.code),
        Value::SmallInt(odbc.code_2),
        Value::Int(column_size(spec)),
        written(prefix),
        written(suffix),
        written(create_parameters(spec, is_identity)),
        Value::SmallInt((!is_identity && !is_timestamp).into()),
        Value::SmallInt((spec.family == Family::Document).into()),
        Value::SmallInt(match spec.family {
            Family::Document => 0,
            // Only LIKE searches a text, and nothing an image.
            Family::String if is_lob => 1,
            Family::Binary if is_lob => 0,
            Family::String | Family::DateTime => 3,
            _ => 2,
        }),
        small(is_number.then_some(is_unsigned.into())),
        Value::SmallInt((spec.family == Family::Money).into()),
        small(is_number.then_some(increments.unwrap_or(0))),
        text(name),
        small(least_scale),
        small(greatest_scale),
        Value::SmallInt(sql_data_type(spec)),
        small(odbc.datetime_sub),
        match spec.family {
            Family::Approximate => Value::Int(2),
            Family::Variant => Value::Int(10),
            _ if is_number => Value::Int(10),
            _ => Value::Null,
        },
        Value::Null,
        Value::SmallInt(odbc.user_type),
        Value::Bit(is_late(spec)),
        Value::TinyInt(spec.id),
    ]
}

/// Returns the row of `sysname`, an alias of nvarchar(128) NOT NULL.
fn sysname() -> Vec<Value> {
    let mut row = row(DataType::SYSNAME.spec(), "sysname", None);
    let not_null = 0;
    for (column, value) in [
        (3, Value::Int(128)),
        (6, Value::Null),
        (7, Value::SmallInt(not_null)),
        (20, Value::SmallInt(SYSNAME_USER_TYPE)),
    ] {
        row[column] = value;
    }
    row
}

/// Returns the name of a type with the identity property, if it may have the property.
fn identity_name(spec: &TypeSpec) -> Option<String> {
    let parameters = match spec.family {
        Family::Integer if spec.precision > 1 => "",
        Family::Decimal => "()",
        _ => return None,
    };
    Some(format!("{}{parameters} identity", spec.name))
}

/// Returns the maximum digits or characters.
fn column_size(spec: &TypeSpec) -> i32 {
    match (spec.precision, spec.parameters) {
        _ if let Some(length) = spec.lob_length() => length,
        (0, Parameters::Length(characters) | Parameters::LengthOrMax(characters)) => characters.into(),
        (0, _) if spec.family == Family::Binary => spec.max_length.into(),
        (0, _) => spec.width.unwrap_or_default().into(),
        (digits, _) => digits.into(),
    }
}

/// Returns the characters before and after a literal.
fn literal(spec: &TypeSpec) -> (Option<&'static str>, Option<&'static str>) {
    match (spec.family, spec.parameters) {
        (Family::Document, _) => (Some("N'"), Some("'")),
        (Family::String, _) if spec.plain().is_unicode() => (Some("N'"), Some("'")),
        (Family::String | Family::DateTime | Family::Guid, _) => (Some("'"), Some("'")),
        (Family::Binary, _) => (Some("0x"), None),
        (Family::Money, _) => (Some("$"), None),
        _ => (None, None),
    }
}

fn create_parameters(spec: &TypeSpec, is_identity: bool) -> Option<&'static str> {
    match spec.parameters {
        Parameters::Length(_) => Some("length"),
        Parameters::LengthOrMax(_) => Some("max length"),
        Parameters::Precision if is_identity => Some("precision"),
        Parameters::Precision => Some("precision,scale"),
        Parameters::Fraction => Some("scale"),
        Parameters::None | Parameters::Mantissa => None,
    }
}

/// Returns the least and the greatest scale.
fn scales(spec: &TypeSpec, is_identity: bool) -> (Option<i16>, Option<i16>) {
    let scale = Some(spec.scale.into());
    match spec.family {
        Family::Decimal if is_identity => (Some(0), Some(0)),
        Family::Decimal => (Some(0), scale),
        Family::DateTime if spec.parameters == Parameters::Fraction => (Some(0), scale),
        Family::DateTime if spec.tds == TdsForm::Date => (None, scale),
        Family::Integer | Family::Money | Family::DateTime | Family::Variant => (scale, scale),
        _ => (None, None),
    }
}

/// ODBC's code of all dates and times.
const DATETIME: i16 = 9;
const SYSNAME_USER_TYPE: i16 = 18;
