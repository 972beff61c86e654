//! Names and ids of databases and objects: DB_ID, OBJECT_ID and related functions. NULL if the name
//! or id doesn't exist.

use crate::context::FunctionContext;
use crate::facts::{Identity, ObjectFacts};
use crate::function::{Argument, Function, Signature};
use sluice_types::{DataType, Decimal, Length, SqlError, Value, calendar};

pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "DB_ID",
        doc: "DB_ID([name]): the id of a database, or of the current one.",
        arity: (0, 1),
        deterministic: false,
        arguments: &[Argument::As(NAME)],
        result: |_| DataType::Int,
        null_makes_null: true,
        body: database_id,
    },
    Function {
        name: "DB_NAME",
        doc: "DB_NAME([id]): the name of a database, or of the current one.",
        arity: (0, 1),
        deterministic: false,
        arguments: &[Argument::As(DataType::Int)],
        result: |_| DataType::SYSNAME,
        null_makes_null: true,
        body: database_name,
    },
    Function {
        name: "OBJECT_ID",
        doc: "OBJECT_ID(name [, type]): the id of an object, of the given type code if there is one.",
        arity: (1, 2),
        deterministic: false,
        arguments: &[Argument::As(NAME), Argument::As(NAME)],
        result: |_| DataType::Int,
        null_makes_null: true,
        body: object_id,
    },
    Function {
        name: "OBJECT_NAME",
        doc: "OBJECT_NAME(id [, database]): the name of an object.",
        arity: (1, 2),
        deterministic: false,
        arguments: &[Argument::As(DataType::Int), Argument::As(DataType::Int)],
        result: |_| DataType::SYSNAME,
        null_makes_null: true,
        body: object_name,
    },
    Function {
        name: "OBJECT_SCHEMA_NAME",
        doc: "OBJECT_SCHEMA_NAME(id [, database]): the name of the schema that an object is in.",
        arity: (1, 2),
        deterministic: false,
        arguments: &[Argument::As(DataType::Int), Argument::As(DataType::Int)],
        result: |_| DataType::SYSNAME,
        null_makes_null: true,
        body: object_schema_name,
    },
    Function {
        name: "SCHEMA_ID",
        doc: "SCHEMA_ID([name]): the id of a schema of the current database, or of the default one.",
        arity: (0, 1),
        deterministic: false,
        arguments: &[Argument::As(DataType::SYSNAME)],
        result: |_| DataType::Int,
        null_makes_null: true,
        body: schema_id,
    },
    Function {
        name: "SCHEMA_NAME",
        doc: "SCHEMA_NAME([id]): the name of a schema of the current database, or of the default one.",
        arity: (0, 1),
        deterministic: false,
        arguments: &[Argument::As(DataType::Int)],
        result: |_| DataType::SYSNAME,
        null_makes_null: true,
        body: schema_name,
    },
    Function {
        name: "OBJECT_DEFINITION",
        doc: "OBJECT_DEFINITION(id): the text that defines a module.",
        arity: (1, 1),
        deterministic: false,
        arguments: &[Argument::As(DataType::Int)],
        result: |_| DataType::NVarChar(Length::Max),
        null_makes_null: true,
        body: object_definition,
    },
    Function {
        name: "STATS_DATE",
        doc: "STATS_DATE(table, statistics): when statistics were updated last, both by their ids.",
        arity: (2, 2),
        deterministic: false,
        arguments: &[Argument::As(DataType::Int), Argument::As(DataType::Int)],
        result: |_| DataType::DateTime,
        null_makes_null: true,
        body: statistics_date,
    },
    Function {
        name: "IDENT_CURRENT",
        doc: "IDENT_CURRENT(table): the last identity value assigned by any session; at first, the seed.",
        arity: (1, 1),
        deterministic: false,
        arguments: &[Argument::As(NAME)],
        result: |_| IDENTITY_VALUE,
        null_makes_null: true,
        body: identity_current,
    },
    Function {
        name: "IDENT_SEED",
        doc: "IDENT_SEED(table): the first identity value.",
        arity: (1, 1),
        deterministic: false,
        arguments: &[Argument::As(NAME)],
        result: |_| IDENTITY_VALUE,
        null_makes_null: true,
        body: identity_seed,
    },
    Function {
        name: "IDENT_INCR",
        doc: "IDENT_INCR(table): the identity increment.",
        arity: (1, 1),
        deterministic: false,
        arguments: &[Argument::As(NAME)],
        result: |_| IDENTITY_VALUE,
        null_makes_null: true,
        body: identity_increment,
    },
];

fn database_id(context: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let id = match values.first().and_then(Value::as_str) {
        Some(name) => context.database_id(name.trim_end_matches(' ')),
        None => Some(context.current_database()),
    };
    Ok(id.map_or(Value::Null, |id| Value::Int(i32::from(id))))
}

fn database_name(context: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let id = match values.first().and_then(Value::as_i64) {
        Some(id) => i16::try_from(id).ok(),
        None => Some(context.current_database()),
    };
    Ok(id.and_then(|id| context.database_name(id)).map_or(Value::Null, Value::text))
}

fn object_id(context: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let name = values[0].as_str().unwrap_or_default();
    let type_code = values.get(1).and_then(Value::as_str);
    Ok(context.object_id(name, type_code).map_or(Value::Null, Value::Int))
}

fn object_name(context: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    Ok(object(context, values).map_or(Value::Null, |object| Value::text(object.name)))
}

fn object_schema_name(context: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    Ok(object(context, values).map_or(Value::Null, |object| Value::text(object.schema)))
}

fn schema_id(context: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let id = match values.first() {
        Some(name) => context.schema_id(name.as_str().unwrap_or_default().trim_end_matches(' ')),
        None => context.schema_id(&context.default_schema()),
    };
    Ok(id.map_or(Value::Null, Value::Int))
}

fn schema_name(context: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let name = match values.first().and_then(Value::as_i64) {
        Some(id) => i32::try_from(id).ok().and_then(|id| context.schema_name(id)),
        None => Some(context.default_schema()),
    };
    Ok(name.map_or(Value::Null, Value::text))
}

fn statistics_date(context: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let number = |place: usize| values[place].as_i64().and_then(|number| i32::try_from(number).ok());
    let (Some(table), Some(statistics)) = (number(0), number(1)) else { return Ok(Value::Null) };
    let date = context.statistics_date(table, statistics).and_then(calendar::datetime_of_ticks);
    Ok(date.map_or(Value::Null, Value::DateTime))
}

fn object_definition(context: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    Ok(object(context, values).and_then(|object| object.definition).map_or(Value::Null, Value::text))
}

fn object(context: &dyn FunctionContext, values: &[Value]) -> Option<ObjectFacts> {
    let id = i32::try_from(values.first()?.as_i64()?).ok()?;
    let database = match values.get(1) {
        Some(database) => Some(i16::try_from(database.as_i64()?).ok()?),
        None => None,
    };
    context.object(id, database)
}

fn identity_current(context: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    Ok(of_identity(context, values, |identity| identity.last.unwrap_or(identity.seed)))
}

fn identity_seed(context: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    Ok(of_identity(context, values, |identity| identity.seed))
}

fn identity_increment(context: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    Ok(of_identity(context, values, |identity| identity.increment))
}

fn of_identity(context: &dyn FunctionContext, values: &[Value], number: fn(Identity) -> i128) -> Value {
    let identity = context.identity(values[0].as_str().unwrap_or_default());
    identity.and_then(|identity| Decimal::new(number(identity), 0)).map_or(Value::Null, Value::Decimal)
}

/// The type of identity values, for every column type.
const IDENTITY_VALUE: DataType = DataType::numeric(38, 0);
/// Room for a name of four quoted parts.
const NAME: DataType = DataType::NVarChar(Length::Limited(1035));
