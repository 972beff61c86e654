//! ISNULL and NULLIF; GETANSINULL.

use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
use crate::set_options::SetOption;
use sluice_types::precedence::common_type;
use sluice_types::{DataType, SqlError, Value, compare, convert};

pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "GETANSINULL",
        doc: "GETANSINULL([database]): 1 if new columns of the session are nullable by default, else 0; NULL for an unknown database.",
        arity: (0, 1),
        deterministic: false,
        arguments: &[Argument::As(DataType::SYSNAME)],
        result: |_| DataType::Int,
        null_makes_null: true,
        body: |context, _, values| {
            let name = values.first().and_then(Value::as_str);
            let is_known = name.is_none_or(|name| context.database_id(name.trim_end_matches(' ')).is_some());
            let is_nullable = context.session_values().set_options().has(SetOption::AnsiNullDefaultOn);
            Ok(if is_known { Value::Int(is_nullable.into()) } else { Value::Null })
        },
    },
    Function {
        name: "ISNULL",
        doc: "ISNULL(value, replacement): the value, or the replacement, in the value's type, if it is NULL.",
        arity: (2, 2),
        deterministic: true,
        arguments: &[Argument::Any, Argument::LikeFirst],
        result: |arguments| arguments[0],
        null_makes_null: false,
        body: |_, _, values| Ok(values[usize::from(values[0].is_null())].clone()),
    },
    Function {
        name: "NULLIF",
        doc: "NULLIF(value, other): NULL if the two are equal, else the value.",
        arity: (2, 2),
        deterministic: true,
        arguments: &[Argument::Any, Argument::Any],
        result: |arguments| arguments[0],
        null_makes_null: false,
        body: null_if,
    },
];

fn null_if(_: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let (left, right): (DataType, DataType) = (signature.arguments[0], signature.arguments[1]);
    let meeting = common_type(left, right)?;
    let equal = compare(&convert(&values[0], &left, &meeting)?, &convert(&values[1], &right, &meeting)?)
        .is_some_and(std::cmp::Ordering::is_eq);
    Ok(if equal { Value::Null } else { values[0].clone() })
}
