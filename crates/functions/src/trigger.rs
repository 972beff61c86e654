//! Functions about the running trigger: `t-sql/functions/columns-updated-transact-sql.md`,
//! `eventdata-transact-sql.md`,
//! `trigger-nestlevel-transact-sql.md`.

use crate::context::FunctionContext;
use crate::facts::CountedTriggers;
use crate::function::{Argument, Function, Signature};
use sluice_types::{DataType, Length, SqlError, Value, convert};

pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "COLUMNS_UPDATED",
        doc: "COLUMNS_UPDATED(): a bit for each column that the statement gives values, from the lowest of the first byte on.",
        arity: (0, 0),
        deterministic: false,
        arguments: &[],
        result: |_| DataType::VarBinary(Length::Limited(4000)),
        null_makes_null: false,
        body: |context, _, _| Ok(context.columns_updated().map_or(Value::Null, |bits| Value::bytes(&*bits))),
    },
    Function {
        name: "EVENTDATA",
        doc: "EVENTDATA(): the event that fired the running DDL or logon trigger, as xml.",
        arity: (0, 0),
        deterministic: false,
        arguments: &[],
        result: |_| DataType::Xml,
        null_makes_null: false,
        body: |context, _, _| {
            let Some(text) = context.event_data() else { return Ok(Value::Null) };
            convert(&Value::Str(text), &DataType::NVarChar(Length::Max), &DataType::Xml)
        },
    },
    Function {
        name: "TRIGGER_NESTLEVEL",
        doc: "TRIGGER_NESTLEVEL([id [, type, category]]): the nesting depth of running triggers, of all or of one.",
        arity: (0, 3),
        deterministic: false,
        arguments: &[Argument::As(DataType::Int), WORD, WORD],
        result: |_| DataType::Int,
        null_makes_null: true,
        body: nest_level,
    },
];

const WORD: Argument = Argument::As(DataType::NVarChar(Length::Limited(8)));

fn nest_level(context: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let word = |place: usize| values.get(place).and_then(|value| value.as_str()).map(str::trim_end);
    let instead_of = match word(1).map(str::to_uppercase).as_deref() {
        None => None,
        Some("AFTER") => Some(false),
        Some("IOT") => Some(true),
        Some(_) => return Ok(Value::Null),
    };
    let ddl = match word(2).map(str::to_uppercase).as_deref() {
        Some("DDL") => Some(true),
        Some("DML") => Some(false),
        None => None,
        Some(_) => return Ok(Value::Null),
    };
    let id = values.first().and_then(Value::as_i64).and_then(|id| i32::try_from(id).ok()).filter(|id| *id != 0);
    Ok(Value::Int(context.running_triggers(CountedTriggers { id, instead_of, ddl })))
}
