//! Types by name and id: TYPE_ID, TYPE_NAME, TYPEPROPERTY
//! (`t-sql/functions/type-id-transact-sql.md` and its neighbours). NULL if the type doesn't exist.

use crate::columns::int;
use crate::context::FunctionContext;
use crate::facts::Asked;
use crate::function::{Argument, Function};
use crate::quoted_name;
use sluice_types::type_facts::{SYSNAME, facts};
use sluice_types::type_name;
use sluice_types::type_number::by_id;
use sluice_types::type_spec::{Family, Parameters, TypeSpec};
use sluice_types::{DataType, Length, Value};

pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "TYPE_ID",
        doc: "TYPE_ID(name): the id of a type.",
        arity: (1, 1),
        deterministic: false,
        arguments: &[Argument::As(NAME)],
        result: |_| DataType::Int,
        null_makes_null: true,
        body: |context, _, values| {
            let of_user = || Some(context.user_type(Asked::Name(values[0].as_str()?))?.id);
            let id = found(&values[0]).map(|(id, ..)| id).or_else(of_user);
            Ok(id.map_or(Value::Null, Value::Int))
        },
    },
    // Not documented, but tools read the columns of tables with it.
    Function {
        name: "ODBCSCALE",
        doc: "ODBCSCALE(type's id, scale): the digits after the point that ODBC shows for a column; NULL without any.",
        arity: (2, 2),
        deterministic: true,
        arguments: &[Argument::As(DataType::Int), Argument::As(DataType::Int)],
        result: |_| DataType::Int,
        null_makes_null: true,
        body: |_, _, values| {
            let data_type = u8::try_from(int(&values[0])).ok().and_then(by_id).map(|spec| spec.name);
            Ok(match data_type {
                Some("tinyint" | "smallint" | "int" | "bigint" | "smalldatetime") => Value::Int(0),
                Some("money" | "smallmoney") => Value::Int(4),
                Some("datetime") => Value::Int(3),
                Some("decimal" | "numeric" | "time" | "datetime2" | "datetimeoffset") => Value::Int(int(&values[1])),
                _ => Value::Null,
            })
        },
    },
    Function {
        name: "TYPE_NAME",
        doc: "TYPE_NAME(id): the name of a type.",
        arity: (1, 1),
        deterministic: false,
        arguments: &[Argument::As(DataType::Int)],
        result: |_| DataType::SYSNAME,
        null_makes_null: true,
        body: |context, _, values| {
            let id = int(&values[0]);
            if let Some(user_type) = context.user_type(Asked::Id(id)) {
                return Ok(Value::text(user_type.name));
            }
            let known = u8::try_from(id).ok().and_then(by_id).map(|spec| spec.name);
            Ok(known.or((id == SYSNAME).then_some("sysname")).map_or(Value::Null, Value::text))
        },
    },
    Function {
        name: "TYPEPROPERTY",
        doc: "TYPEPROPERTY(type, property): AllowsNull, OwnerId, Precision, Scale or UsesAnsiTrim of a type.",
        arity: (2, 2),
        deterministic: false,
        arguments: &[Argument::As(NAME), Argument::As(DataType::NVarChar(Length::Limited(128)))],
        result: |_| DataType::Int,
        null_makes_null: true,
        body: |context, _, values| {
            let Some((id, precision, scale, is_padded)) = found(&values[0]) else {
                return Ok(property_of_users(context, values).map_or(Value::Null, Value::Int));
            };
            let number = match values[1].as_str().unwrap_or_default().trim().to_uppercase().as_str() {
                "ALLOWSNULL" => Some((id != SYSNAME).into()),
                // The user sys owns the system types.
                "OWNERID" => Some(4),
                "PRECISION" => Some(precision),
                "SCALE" => scale,
                "USESANSITRIM" => is_padded.then_some(1),
                _ => None,
            };
            Ok(number.map_or(Value::Null, Value::Int))
        },
    },
];

/// Returns a property of a user-defined type. dbo owns all of them.
fn property_of_users(context: &dyn FunctionContext, values: &[Value]) -> Option<i32> {
    let user_type = context.user_type(Asked::Name(values[0].as_str()?))?;
    let (spec, facts) = (user_type.data_type.map(|data_type| data_type.spec()), user_type.data_type.map(facts));
    match values[1].as_str()?.trim().to_uppercase().as_str() {
        "ALLOWSNULL" => Some(user_type.nullable.into()),
        "OWNERID" => Some(1),
        "PRECISION" => {
            let (facts, length) = (facts?, user_type.data_type?.length());
            match length {
                Some(Length::Limited(characters)) => Some(characters.into()),
                Some(Length::Max | Length::Lob) => Some(spec?.lob_length().unwrap_or(-1)),
                None => Some(facts.precision.into()),
            }
        }
        "SCALE" => facts.filter(|_| spec.is_some_and(has_scale)).map(|facts| facts.scale.into()),
        "USESANSITRIM" => spec.filter(|spec| is_padded(spec)).map(|_| 1),
        _ => None,
    }
}

/// Finds a type by its name, which may include its schema. Returns its id, its digits or
/// characters, its scale, and whether trailing blanks or zeros may be trimmed.
fn found(name: &Value) -> Option<(i32, i32, Option<i32>, bool)> {
    let (schema, name) = match quoted_name::parts(name.as_str()?.trim())?.as_slice() {
        [name] => (None, name.clone()),
        [schema, name] => (Some(schema.clone()), name.clone()),
        _ => return None,
    };
    if schema.is_some_and(|schema| !schema.eq_ignore_ascii_case("sys")) {
        return None;
    }
    if name.eq_ignore_ascii_case("sysname") {
        return Some((SYSNAME, 128, None, true));
    }
    // A synonym is no type's name.
    let spec = type_name::find(&name).filter(|spec| spec.name.eq_ignore_ascii_case(&name))?;
    let precision = match (spec.precision, spec.parameters) {
        (0, Parameters::Length(characters) | Parameters::LengthOrMax(characters)) => characters.into(),
        (0, _) => spec.lob_length().unwrap_or(spec.max_length.into()),
        (digits, _) => digits.into(),
    };
    Some((spec.id.into(), precision, has_scale(spec).then_some(spec.scale.into()), is_padded(spec)))
}

/// Whether the type has a scale. An approximate number has none.
fn has_scale(spec: &TypeSpec) -> bool {
    spec.precision > 0 && spec.family != Family::Approximate
}

/// Whether trailing blanks or zeros of a value may be trimmed.
fn is_padded(spec: &TypeSpec) -> bool {
    matches!(spec.parameters, Parameters::Length(_) | Parameters::LengthOrMax(_))
}

const NAME: DataType = DataType::NVarChar(Length::Limited(1035));
