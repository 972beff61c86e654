//! The columns of tables, views and functions: COL_LENGTH, COL_NAME, COLUMNPROPERTY
//! (`t-sql/functions/col-length-transact-sql.md` and its neighbours). NULL if the column doesn't
//! exist.

use crate::context::FunctionContext;
use crate::facts::{Asked, ColumnFacts, ComputedFacts};
use crate::function::{Argument, Function, Signature};
use sluice_types::type_facts::facts;
use sluice_types::{DataType, Length, SqlError, Value};

pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "COL_LENGTH",
        doc: "COL_LENGTH(table, column): the greatest number of bytes in the column's values; -1 for max.",
        arity: (2, 2),
        deterministic: false,
        arguments: &[Argument::As(DataType::NVarChar(Length::Limited(776))), Argument::As(DataType::SYSNAME)],
        result: |_| DataType::SmallInt,
        null_makes_null: true,
        body: |context, _, values| {
            let column = context.column(named(&values[0]), named(&values[1]));
            Ok(column.map_or(Value::Null, |column| Value::SmallInt(facts(column.data_type).max_length)))
        },
    },
    Function {
        name: "COL_NAME",
        doc: "COL_NAME(table's id, column's id): the column's name.",
        arity: (2, 2),
        deterministic: false,
        arguments: &[Argument::As(DataType::Int), Argument::As(DataType::Int)],
        result: |_| DataType::SYSNAME,
        null_makes_null: true,
        body: |context, _, values| {
            let column = context.column(id(&values[0]), id(&values[1]));
            Ok(column.map_or(Value::Null, |column| Value::text(column.name)))
        },
    },
    Function {
        name: "COLUMNPROPERTY",
        doc: "COLUMNPROPERTY(table's id, column, property): 1, 0 or a number; NULL for an unknown column or property.",
        arity: (3, 3),
        deterministic: false,
        arguments: &[
            Argument::As(DataType::Int),
            Argument::As(DataType::SYSNAME),
            Argument::As(DataType::NVarChar(Length::Limited(128))),
        ],
        result: |_| DataType::Int,
        null_makes_null: true,
        body: column_property,
    },
];

fn column_property(context: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let Some(column) = context.column(id(&values[0]), named(&values[1])) else { return Ok(Value::Null) };
    let property = values[2].as_str().unwrap_or_default().trim().to_uppercase();
    let computed = || context.computed_column(id(&values[0]), named(&values[1]));
    let number = match property.as_str() {
        // The properties of computed columns and of columns of views.
        "ISDETERMINISTIC" if column.is_persisted => Some(1),
        "ISDETERMINISTIC" => computed().map(|value| value.is_deterministic.into()),
        "ISPRECISE" => computed().filter(|value| value.is_deterministic).map(|value| value.is_precise.into()),
        // There are no functions of the common language runtime, so every value can be verified.
        "ISSYSTEMVERIFIED" => computed().map(|_| 1),
        // A deterministic function names no object of the system.
        "SYSTEMDATAACCESS" | "USERDATAACCESS" => match computed() {
            Some(value) if !value.is_deterministic => {
                return Err(SqlError::unsupported_option(format!("COLUMNPROPERTY {property}")));
            }
            value => value.map(|value| (value.reads_data && property == "USERDATAACCESS").into()),
        },
        "ISINDEXABLE" if !column.is_persisted && !column.is_column_set => {
            let has_order = !column.data_type.is_max() && !column.data_type.is_document();
            let is_fixed = |value: ComputedFacts| value.is_deterministic && value.is_precise && !value.reads_data;
            Some((has_order && computed().is_none_or(is_fixed)).into())
        }
        _ => number(&column, &property),
    };
    Ok(number.map_or(Value::Null, Value::Int))
}

fn number(column: &ColumnFacts, property: &str) -> Option<i32> {
    let data_type = column.data_type;
    if column.parameter.is_some() && !OF_PARAMETERS.contains(&property) {
        return None;
    }
    let has_length = data_type.length().is_some() && data_type != DataType::RowVersion;
    Some(match property {
        "ALLOWSNULL" => column.nullable.into(),
        "COLUMNID" => column.id,
        // Not on the page, but documented by INFORMATION_SCHEMA.COLUMNS, whose views read it.
        "ORDINAL" => column.ordinal,
        "ISCOMPUTED" => column.is_computed.into(),
        "ISIDENTITY" => column.is_identity.into(),
        "ISINDEXABLE" => column.is_indexable.into(),
        "PRECISION" => precision(data_type),
        "SCALE" => return scale(data_type),
        "CHARMAXLEN" if has_length => precision(data_type),
        "USESANSITRIM" if has_length => (!column.is_trimmed).into(),
        "ISIDNOTFORREPL" => column.not_for_replication.into(),
        "ISROWGUIDCOL" => column.is_row_guid.into(),
        "ISSPARSE" => column.is_sparse.into(),
        "ISCOLUMNSET" => column.is_column_set.into(),
        "ISOUTPARAM" => return column.parameter.map(|parameter| parameter.is_output.into()),
        "ISCURSORTYPE" => column.parameter.is_some_and(|parameter| parameter.is_cursor).into(),
        // Properties that no column in Sluice has.
        "GENERATEDALWAYSTYPE" | "ISFULLTEXTINDEXED" | "ISHIDDEN" | "STATISTICALSEMANTICS" | "FULLTEXTTYPECOLUMN" => 0,
        "ISXMLINDEXABLE" => (data_type == DataType::Xml).into(),
        _ => return None,
    })
}

/// Returns the digits of a number, the characters of a text or date, or the bytes of another type;
/// -1 for max and xml.
pub(crate) fn precision(data_type: DataType) -> i32 {
    let facts = facts(data_type);
    match data_type.length() {
        Some(Length::Max | Length::Lob) => data_type.spec().lob_length().unwrap_or(-1),
        Some(Length::Limited(length)) => length.into(),
        None if facts.precision > 0 => facts.precision.into(),
        None => facts.max_length.into(),
    }
}

/// Returns the digits after the point, or `None` for a type without a scale.
pub(crate) fn scale(data_type: DataType) -> Option<i32> {
    let has_scale =
        data_type.is_date_time() || data_type.is_numeric() && !matches!(data_type, DataType::Float | DataType::Real);
    has_scale.then(|| facts(data_type).scale.into())
}

/// Takes a name argument as a question by name, without its trailing blanks; NULL becomes the empty
/// name.
pub(crate) fn named(value: &Value) -> Asked<'_> {
    Asked::Name(value.as_str().unwrap_or_default().trim_end_matches(' '))
}

/// Takes an id argument as a question by id. An id out of the range of int becomes 0.
pub(crate) fn id(value: &Value) -> Asked<'_> {
    Asked::Id(int(value))
}

/// Returns the value as an int; 0, which is no valid id or ordinal, if it is out of range.
pub(crate) fn int(value: &Value) -> i32 {
    value.as_i64().and_then(|number| i32::try_from(number).ok()).unwrap_or_default()
}

/// The properties of parameters; the others are those of columns.
const OF_PARAMETERS: [&str; 9] = [
    "ALLOWSNULL",
    "COLUMNID",
    "ORDINAL",
    "ISCURSORTYPE",
    "ISOUTPARAM",
    "PRECISION",
    "SCALE",
    "CHARMAXLEN",
    "USESANSITRIM",
];
