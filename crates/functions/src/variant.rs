//! SQL_VARIANT_PROPERTY, IDENTITYPROPERTY and SESSION_CONTEXT: functions that return variants.

use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
use sluice_types::named_collation::DEFAULT_NAME;
use sluice_types::type_facts::facts;
use sluice_types::{DataType, Decimal, SqlError, Value, row, variant};

pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "IDENTITYPROPERTY",
        doc: "IDENTITYPROPERTY(table's id, property): SeedValue, IncrementValue or LastValue of its identity column.",
        arity: (2, 2),
        deterministic: false,
        arguments: &[Argument::As(DataType::Int), Argument::As(DataType::SYSNAME)],
        result: |_| DataType::SqlVariant,
        null_makes_null: true,
        body: identity_property,
    },
    Function {
        name: "SESSION_CONTEXT",
        doc: "SESSION_CONTEXT(key): what sp_set_session_context has stored under the key.",
        arity: (1, 1),
        deterministic: false,
        arguments: &[Argument::As(DataType::SYSNAME)],
        result: |_| DataType::SqlVariant,
        null_makes_null: true,
        body: |context, _, values| {
            let stored = context.session_values().context(values[0].as_str().unwrap_or_default());
            Ok(stored.map_or(Value::Null, |stored| variant::from_value(&stored.value, stored.data_type)))
        },
    },
    Function {
        name: "SQL_VARIANT_PROPERTY",
        doc: "SQL_VARIANT_PROPERTY(value, property): BaseType, Precision, Scale, TotalBytes, MaxLength or Collation.",
        arity: (2, 2),
        deterministic: true,
        arguments: &[Argument::As(DataType::SqlVariant), Argument::As(DataType::SYSNAME)],
        result: |_| DataType::SqlVariant,
        null_makes_null: true,
        body: variant_property,
    },
];

/// SQL_VARIANT_PROPERTY (sql-variant-property-transact-sql.md). NULL for an unknown property.
fn variant_property(_: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let Value::Variant(inner) = &values[0] else { return Ok(Value::Null) };
    let data_type = inner.data_type;
    let number = |number: usize| variant::from_value(&Value::Int(number as i32), DataType::Int);
    let facts = facts(data_type);
    let property = values[1].as_str().unwrap_or_default().trim_end_matches(' ').to_ascii_lowercase();
    Ok(match property.as_str() {
        "basetype" => variant::from_value(&Value::text(data_type.declared_name()), DataType::SYSNAME),
        "precision" => number(facts.precision.into()),
        "scale" => number(facts.scale.into()),
        "maxlength" => number(facts.max_length.unsigned_abs().into()),
        "totalbytes" => number(row::variant_bytes(inner)),
        "collation" if data_type.is_string() => variant::from_value(&Value::text(DEFAULT_NAME), DataType::SYSNAME),
        _ => Value::Null,
    })
}

/// IDENTITYPROPERTY. NULL if the table has no identity column, and for the last value before the
/// first insert.
fn identity_property(context: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let id = values[0].as_i64().unwrap_or_default() as i32;
    let Some(identity) = context.identity_of(id) else { return Ok(Value::Null) };
    let property = values[1].as_str().unwrap_or_default().trim_end_matches(' ').to_ascii_lowercase();
    let number = match property.as_str() {
        "seedvalue" => Some(identity.seed),
        "incrementvalue" => Some(identity.increment),
        "lastvalue" => identity.last,
        _ => None,
    };
    let number = number.and_then(|number| Decimal::new(number, 0));
    let data_type = DataType::decimal(38, 0);
    Ok(number.map_or(Value::Null, |number| variant::from_value(&Value::Decimal(number), data_type)))
}
