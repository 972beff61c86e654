//! A request: a procedure that a client calls with typed values, beside the batches of text that it sends.
//!
//! A request runs as the EXECUTE that one would write for it: its values are parameters of a batch of that one statement, so that whatever an
//! EXECUTE calls, `sp_executesql` and the system's procedures too, is called by requests in the same way. No value is ever written into a text.

use crate::batch::BatchEnd;
use crate::quoted_name;
use crate::request_rows::RequestRows;
use sluice_base::sync::Arc;
use sluice_catalog::{ObjectName, UserType};
use sluice_syntax::parse_parameters;
use sluice_types::{DataType, SqlError, Value, is_of_type};
use std::fmt::Write;

/// A call of a procedure.
#[derive(Clone, PartialEq, Debug)]
pub struct Request {
    /// The procedure: one to three parts, as one would write them.
    pub procedure: String,
    /// What it is given, in order.
    pub arguments: Vec<RequestArgument>,
}

/// What a request gives one parameter.
#[derive(Clone, PartialEq, Debug)]
pub struct RequestArgument {
    /// The parameter's name, with its @; without one, it is the next parameter. Behind one with a name all must have one (119).
    pub name: Option<String>,
    /// Its value.
    pub value: RequestValue,
    /// Whether the parameter's last value is wanted back (OUTPUT).
    pub is_output: bool,
}

/// A value of a request.
#[derive(Clone, PartialEq, Debug)]
pub enum RequestValue {
    /// DEFAULT: the parameter's own.
    Default,
    /// A value of a type.
    Scalar(DataType, Value),
    /// Rows, for a parameter of a table type.
    Table(RequestRows),
}

/// What became of a request, beside what was sent to its sink.
#[derive(Clone, PartialEq, Debug)]
pub struct Reply {
    /// How it ended.
    pub end: BatchEnd,
    /// What the procedure returned; none where it did not come to its end.
    pub status: Option<i32>,
    /// The last values of the arguments that were wanted back; none where it did not come to its end.
    pub outputs: Vec<RequestOutput>,
}

/// A value that comes back.
#[derive(Clone, PartialEq, Debug)]
pub struct RequestOutput {
    /// The argument's place in the request, from 0.
    pub place: usize,
    /// The type that the argument had.
    pub data_type: DataType,
    /// The value.
    pub value: Value,
}

/// The batch that a request runs as.
pub(crate) struct RequestBatch<'r> {
    /// Its statements: an EXECUTE, and before it declarations of the table variables that it passes on.
    pub text: String,
    /// The declarations of its parameters: the status first, then a parameter for each value.
    pub declarations: String,
    /// Their values.
    pub values: Vec<Value>,
    /// The arguments that are wanted back, each with its parameter's place.
    pub outputs: Vec<(usize, usize, DataType)>,
    /// The rows of those table variables.
    pub rows: Vec<(String, &'r RequestRows)>,
    /// The declarations of those table variables.
    declared: String,
}

/// The type of the rows of the argument at a place, where it names none, of a call of that procedure.
pub(crate) type WantedType<'w> = &'w dyn Fn(&ObjectName, usize) -> Result<Arc<UserType>, SqlError>;

impl Request {
    /// A request without arguments.
    pub fn of(procedure: &str) -> Request {
        Request { procedure: procedure.to_owned(), arguments: Vec::new() }
    }

    /// The same, with a value for the next parameter.
    pub fn with(self, data_type: DataType, value: Value) -> Request {
        self.and(RequestArgument { name: None, value: RequestValue::Scalar(data_type, value), is_output: false })
    }

    /// The same, with one more argument.
    pub fn and(mut self, argument: RequestArgument) -> Request {
        self.arguments.push(argument);
        self
    }

    /// What its second argument says, which of `sp_executesql` declares the parameters behind it.
    pub(crate) fn declarations(&self) -> &str {
        match self.arguments.get(1).map(|argument| &argument.value) {
            Some(RequestValue::Scalar(_, Value::Str(text))) => text,
            _ => "",
        }
    }

    /// The batch that it runs as: 2812 and 8145 for names that are none, 8023 for values that are not of their types.
    pub(crate) fn batch(&self, wanted: WantedType<'_>) -> Result<RequestBatch<'_>, SqlError> {
        let name = quoted_name::parse(&self.procedure);
        let name = name.ok_or_else(|| SqlError::procedure_not_found(&self.procedure))?;
        let mut batch = RequestBatch {
            text: format!("EXEC {STATUS} = "),
            declarations: format!("{STATUS} int"),
            values: vec![Value::Null],
            outputs: Vec::new(),
            rows: Vec::new(),
            declared: String::new(),
        };
        if let Some(database) = &name.database {
            let _ = write!(batch.text, "{}.", bracketed(database));
        }
        let schema = name.schema.as_deref().map(bracketed).unwrap_or_default();
        if name.schema.is_some() || name.database.is_some() {
            let _ = write!(batch.text, "{schema}.");
        }
        batch.text.push_str(&bracketed(&name.object));
        for (place, argument) in self.arguments.iter().enumerate() {
            batch.text.push_str(if place == 0 { " " } else { ", " });
            self.add(&mut batch, place, argument, &|| wanted(&name, place))?;
        }
        batch.text.insert_str(0, &batch.declared);
        Ok(batch)
    }

    fn add<'r>(
        &'r self,
        batch: &mut RequestBatch<'r>,
        place: usize,
        argument: &'r RequestArgument,
        wanted: &dyn Fn() -> Result<Arc<UserType>, SqlError>,
    ) -> Result<(), SqlError> {
        if let Some(name) = &argument.name {
            if !is_parameter(name) {
                return Err(SqlError::new(8145, 16, 2, vec![name.clone(), self.procedure.clone()]));
            }
            let _ = write!(batch.text, "{name} = ");
        }
        match &argument.value {
            RequestValue::Default => batch.text.push_str("DEFAULT"),
            RequestValue::Scalar(data_type, value) => {
                if !is_of_type(value, *data_type) {
                    let name = argument.name.clone().unwrap_or_default();
                    let args = vec![(place + 1).to_string(), name, data_type.name().to_owned()];
                    return Err(SqlError::new(8023, 16, 1, args));
                }
                let _ = write!(batch.text, "@{}", place + 1);
                let _ = write!(batch.declarations, ", @{} {data_type}", place + 1);
                if argument.is_output {
                    batch.text.push_str(" OUTPUT");
                    batch.outputs.push((place, batch.values.len(), *data_type));
                }
                batch.values.push(value.clone());
            }
            RequestValue::Table(rows) => {
                let variable = format!("@{}", place + 1);
                batch.text.push_str(&variable);
                let (schema, name) = match rows.type_name.as_str() {
                    "" => wanted().map(|wanted| (Some(wanted.schema.clone()), wanted.name.clone()))?,
                    written => of_type_name(written)?,
                };
                let schema = schema.map(|schema| format!("{}.", bracketed(&schema))).unwrap_or_default();
                let _ = write!(batch.declared, "DECLARE {variable} {schema}{}; ", bracketed(&name));
                batch.rows.push((variable, rows));
            }
        }
        Ok(())
    }
}

/// The schema, if it is said, and the name of a type: 2715 for what is none.
fn of_type_name(text: &str) -> Result<(Option<String>, String), SqlError> {
    let written = quoted_name::parse(text).filter(|written| written.database.is_none());
    let written = written.ok_or_else(|| SqlError::type_not_found(1, text))?;
    Ok((written.schema, written.object))
}

fn bracketed(name: &str) -> String {
    format!("[{}]", name.replace(']', "]]"))
}

/// Whether `name` is what a parameter can be called, and nothing else.
fn is_parameter(name: &str) -> bool {
    let declared = parse_parameters(&format!("{name} int"));
    declared.is_ok_and(|declared| matches!(&declared[..], [only] if &*only.name.text == name))
}

/// What no parameter of a procedure is ever confused with: it stands on the other side of the EXECUTE.
const STATUS: &str = "@0";
