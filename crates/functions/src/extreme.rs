//! GREATEST and LEAST (logical-functions-greatest-transact-sql.md).

use crate::function::{Argument, Body, Function};
use sluice_types::{Value, compare};
use std::cmp::Ordering;

/// The greatest of values of one type, to which the caller has converted them. NULL only if all
/// values are.
pub static GREATEST: Function =
    extreme("GREATEST", "GREATEST(value, ...): the greatest of the values, NULL aside.", |_, _, values| {
        Ok(best(values, Ordering::Greater))
    });

/// The smallest of values of one type, to which the caller has converted them. NULL only if all
/// values are.
pub static LEAST: Function =
    extreme("LEAST", "LEAST(value, ...): the least of the values, NULL aside.", |_, _, values| {
        Ok(best(values, Ordering::Less))
    });

const fn extreme(name: &'static str, doc: &'static str, body: Body) -> Function {
    Function {
        name,
        doc,
        arity: (1, 254),
        deterministic: true,
        arguments: &[Argument::Any],
        result: |arguments| arguments[0],
        null_makes_null: false,
        body,
    }
}

fn best(values: &[Value], wanted: Ordering) -> Value {
    let known = values.iter().filter(|value| !value.is_null());
    let best = known.reduce(|best, value| if compare(value, best) == Some(wanted) { value } else { best });
    best.cloned().unwrap_or_default()
}
