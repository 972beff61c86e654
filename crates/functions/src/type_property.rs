//! Types by name and id: TYPE_ID, TYPE_NAME, TYPEPROPERTY
//! (`t-sql/functions/type-id-transact-sql.md` and its neighbours). NULL if the type doesn't exist.

use crate::columns::int;
use crate::context::FunctionContext;
use crate::facts::Asked;
use crate::function::{Argument, Function};
use crate::quoted_name;
use sluice_types::type_facts::{SYSNAME, TYPES, facts};
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
            let known = TYPES.iter().find(|(_, known, ..)| i32::from(*known) == id).map(|(name, ..)| *name);
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
    let facts = user_type.data_type.map(facts);
    match values[1].as_str()?.trim().to_uppercase().as_str() {
        "ALLOWSNULL" => Some(user_type.nullable.into()),
        "OWNERID" => Some(1),
        "PRECISION" => {
            let (facts, length) = (facts?, user_type.data_type?.length());
            match length {
                Some(Length::Limited(characters)) => Some(characters.into()),
                Some(Length::Max) => Some(-1),
                None => Some(facts.precision.into()),
            }
        }
        "SCALE" => facts.filter(|facts| facts.precision > 0 && !matches!(facts.id, 59 | 62)).map(|it| it.scale.into()),
        "USESANSITRIM" => facts.filter(|facts| matches!(facts.id, 165 | 167 | 173 | 175 | 231 | 239)).map(|_| 1),
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
    let (_, id, length, digits, scale) = TYPES.iter().find(|(known, ..)| known.eq_ignore_ascii_case(&name))?;
    let characters = if matches!(id, 231 | 239) { length / 2 } else { *length };
    let is_padded = matches!(id, 165 | 167 | 173 | 175 | 231 | 239);
    let precision = if *digits > 0 { (*digits).into() } else { characters.into() };
    // An approximate number has no scale.
    let has_scale = *digits > 0 && !matches!(id, 59 | 62);
    Some(((*id).into(), precision, has_scale.then_some((*scale).into()), is_padded))
}

const NAME: DataType = DataType::NVarChar(Length::Limited(1035));
