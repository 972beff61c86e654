//! A request: a procedure call with typed values, which a client sends instead of a batch of text.
//!
//! A request runs as the EXECUTE statement that has the same effect. Its values are parameters of a
//! batch with this one statement. So requests call every kind of procedure in the same way as
//! EXECUTE, including `sp_executesql` and system procedures. No value is ever written into a
//! statement text.

use crate::batch::{BatchEnd, STATUS};
use sluice_base::sync::Arc;
use sluice_catalog::{ObjectName, UserType};
use sluice_session::prepared::PreparedStatements;
use sluice_session::quoted_name;
use sluice_session::request_rows::RequestRows;
use sluice_syntax::parse_parameters;
use sluice_types::{DataType, SqlError, Value, bracketed, sent_value};
use std::fmt::Write;

/// A procedure call.
#[derive(Clone, PartialEq, Debug)]
pub struct Request {
    /// Name of the procedure, of one to three parts, quoted as in a statement. `;` and a number
    /// choose a procedure of a numbered group.
    pub procedure: String,
    /// Arguments in order.
    pub arguments: Vec<RequestArgument>,
}

/// An argument of a request.
#[derive(Clone, PartialEq, Debug)]
pub struct RequestArgument {
    /// Name of the parameter with its @, or `None` for the next parameter. After a named argument
    /// all arguments must be named (119), except those of a statement with declared parameters.
    pub name: Option<String>,
    /// Value of the argument.
    pub value: RequestValue,
    /// Whether the parameter's final value is returned (OUTPUT).
    pub is_output: bool,
}

/// The value of an argument.
#[derive(Clone, PartialEq, Debug)]
pub enum RequestValue {
    /// DEFAULT: the parameter's default value.
    Default,
    /// A value of this type.
    Scalar(DataType, Value),
    /// Rows for a table-valued parameter.
    Table(RequestRows),
}

/// The outcome of a request, apart from the output to its sink.
#[derive(Clone, PartialEq, Debug)]
pub struct Reply {
    /// How the batch ended.
    pub end: BatchEnd,
    /// Return status; `None` for a function and if the procedure didn't complete.
    pub status: Option<i32>,
    /// Type and value of a scalar function; `None` for a procedure and if the function failed.
    pub function_value: Option<(DataType, Value)>,
    /// Final values of the OUTPUT arguments; empty if the procedure didn't complete.
    pub outputs: Vec<RequestOutput>,
}

impl Reply {
    /// Returns the reply of a batch that ended so and returns no values.
    pub(crate) fn without_values(end: BatchEnd) -> Reply {
        Reply { end, status: None, function_value: None, outputs: Vec::new() }
    }
}

/// A returned value.
#[derive(Clone, PartialEq, Debug)]
pub struct RequestOutput {
    /// Position of the argument in the request, from 0.
    pub place: usize,
    /// Type of the argument.
    pub data_type: DataType,
    /// The value.
    pub value: Value,
}

/// The batch that a request runs as.
pub(crate) struct RequestBatch<'r> {
    /// Its statements: the EXECUTE, preceded by declarations of the table variables passed to it.
    pub text: String,
    /// Parameter declarations: the status, then a parameter for each value.
    pub declarations: String,
    /// Parameter values.
    pub values: Vec<Value>,
    /// OUTPUT arguments.
    pub outputs: Vec<OutputPlace>,
    /// Rows of the table variables.
    pub rows: Vec<VariableRows<'r>>,
    /// Declarations of the table variables.
    declared: String,
}

/// The rows of a table-valued argument, which a table variable of the batch receives.
pub(crate) struct VariableRows<'r> {
    /// Name of the variable, with its @. It's that of the argument if it can be: messages show it.
    pub variable: String,
    /// Position of the argument, from 1, and its name; the name is empty if the argument has none.
    pub argument: (usize, String),
    /// The rows.
    pub rows: &'r RequestRows,
}

/// An OUTPUT argument: position of the argument, position of the parameter, type.
pub(crate) type OutputPlace = (usize, usize, DataType);

/// Finds the table type of an argument that names no type, by procedure and position.
pub(crate) type WantedType<'w> = &'w dyn Fn(&ObjectName, usize) -> Result<Arc<UserType>, SqlError>;

/// The receivers of arguments, by procedure and position.
pub(crate) struct Receivers<'w> {
    /// Finds the table type of an argument that names no type.
    pub table_type: WantedType<'w>,
    /// Finds the name of the declared parameter at an argument's place, if it is known.
    pub name: &'w dyn Fn(&ObjectName, usize) -> Option<Box<str>>,
    /// Whether a type of this schema, if any, and name exists.
    pub has_type: &'w dyn Fn(Option<&str>, &str) -> bool,
}

impl Request {
    /// Returns a request without arguments.
    pub fn new(procedure: &str) -> Request {
        Request { procedure: procedure.to_owned(), arguments: Vec::new() }
    }

    /// Adds a value for the next parameter, by position and not as output.
    pub fn with(self, data_type: DataType, value: Value) -> Request {
        self.and(RequestArgument { name: None, value: RequestValue::Scalar(data_type, value), is_output: false })
    }

    /// Adds an argument behind the others.
    pub fn and(mut self, argument: RequestArgument) -> Request {
        self.arguments.push(argument);
        self
    }

    /// The text of the second argument, which holds the parameter declarations of `sp_executesql`
    /// and `sp_prepexec`, and the call of `sp_prepexecrpc`. For `sp_execute`, the declarations of
    /// the statement whose handle is the first argument, or the name of the prepared procedure.
    /// Empty if there are none.
    pub(crate) fn declarations<'r>(&'r self, prepared: &'r PreparedStatements) -> &'r str {
        let name = quoted_name::parse(&self.procedure);
        let has_handle = name.is_some_and(|name| name.object.eq_ignore_ascii_case("sp_execute"));
        match self.arguments.get(usize::from(!has_handle)).map(|argument| &argument.value) {
            Some(RequestValue::Scalar(_, Value::Str(text))) if !has_handle => text,
            Some(RequestValue::Scalar(_, Value::Int(handle))) if has_handle => {
                prepared.get(*handle).map_or("", |statement| match statement.is_procedure {
                    true => &statement.text,
                    false => &statement.declarations,
                })
            }
            _ => "",
        }
    }

    /// Returns the batch. Fails with 2812 or 8145 for invalid names, with 8023 for a value that
    /// doesn't have its declared type. It is `EXEC @status = procedure arguments`, with a parameter
    /// for each value. `receivers` give the type of a table-valued argument without one, and the
    /// name of an argument without one behind a named argument. Fails with 351, or with 2715 for an
    /// argument without a name, for a table type that doesn't exist.
    pub(crate) fn batch(&self, receivers: &Receivers<'_>) -> Result<RequestBatch<'_>, SqlError> {
        let (procedure, number) = without_number(&self.procedure);
        let name = quoted_name::parse(procedure);
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
        if let Some(number) = number {
            let _ = write!(batch.text, ";{number}");
        }
        for (place, argument) in self.arguments.iter().enumerate() {
            batch.text.push_str(if place == 0 { " " } else { ", " });
            if argument.name.is_none()
                && self.arguments[..place].iter().any(|before| before.name.is_some())
                && let Some(declared) = (receivers.name)(&name, place)
            {
                // mssql-jdbc names the tables alone; the other arguments have their places.
                let _ = write!(batch.text, "{declared} = ");
            }
            self.add(&mut batch, place, argument, (&name, receivers))?;
        }
        batch.text.insert_str(0, &batch.declared);
        Ok(batch)
    }

    fn add<'r>(
        &'r self,
        batch: &mut RequestBatch<'r>,
        place: usize,
        argument: &'r RequestArgument,
        (called, receivers): (&ObjectName, &Receivers<'_>),
    ) -> Result<(), SqlError> {
        if let Some(name) = &argument.name {
            if !is_parameter(name) {
                return Err(SqlError::unknown_parameter(name, &self.procedure));
            }
            let _ = write!(batch.text, "{name} = ");
        }
        match &argument.value {
            RequestValue::Default => batch.text.push_str("DEFAULT"),
            RequestValue::Scalar(data_type, value) => {
                let Some(value) = sent_value(value, *data_type) else {
                    let name = argument.name.clone().unwrap_or_default();
                    return Err(SqlError::invalid_rpc_value(place + 1, name, data_type.name()));
                };
                let _ = write!(batch.text, "@{}", place + 1);
                let _ = write!(batch.declarations, ", @{} {data_type}", place + 1);
                if argument.is_output {
                    batch.text.push_str(" OUTPUT");
                    batch.outputs.push((place, batch.values.len(), *data_type));
                }
                batch.values.push(value);
            }
            RequestValue::Table(rows) => {
                let argument = (place + 1, argument.name.clone().unwrap_or_default());
                let is_free = is_own_name(&argument.1) && batch.rows.iter().all(|rows| rows.variable != argument.1);
                let variable = if is_free { argument.1.clone() } else { format!("@{}", place + 1) };
                batch.text.push_str(&variable);
                let (schema, name) = match rows.type_name.as_str() {
                    "" => (receivers.table_type)(called, place)
                        .map(|wanted| (Some(wanted.schema.clone()), wanted.name.clone()))?,
                    written => of_type_name(written)?,
                };
                if !(receivers.has_type)(schema.as_deref(), &name) {
                    let shown = schema.iter().chain([&name]).map(String::as_str).collect::<Vec<_>>().join(".");
                    return Err(match &*argument.1 {
                        "" => SqlError::type_not_found(place + 1, shown),
                        argument => SqlError::type_of_parameter_not_found(argument, shown),
                    });
                }
                let schema = schema.map(|schema| format!("{}.", bracketed(&schema))).unwrap_or_default();
                let _ = write!(batch.declared, "DECLARE {variable} {schema}{}; ", bracketed(&name));
                batch.rows.push(VariableRows { variable, argument, rows });
            }
        }
        Ok(())
    }
}

/// Returns the name and the number of a procedure of a numbered group, such as `p;2`.
fn without_number(procedure: &str) -> (&str, Option<u32>) {
    let split = procedure.rsplit_once(';').and_then(|(name, number)| Some((name, number.parse().ok()?)));
    split.map_or((procedure, None), |(name, number)| (name, Some(number)))
}

/// Parses a type name into schema, if any, and name. Fails with 2715 if the text isn't a type name.
fn of_type_name(text: &str) -> Result<(Option<String>, String), SqlError> {
    let written = quoted_name::parse(text).filter(|written| written.database.is_none());
    let written = written.ok_or_else(|| SqlError::type_not_found(1, text))?;
    Ok((written.schema, written.object))
}

/// Whether a table variable can have the name of its argument: the scalar values of the batch have
/// numbers for names.
fn is_own_name(name: &str) -> bool {
    name.bytes().skip(1).any(|byte| !byte.is_ascii_digit())
}

/// Whether `name` is exactly a valid parameter name.
fn is_parameter(name: &str) -> bool {
    let declared = parse_parameters(&format!("{name} int"));
    declared.is_ok_and(|declared| matches!(&declared[..], [only] if &*only.name.text == name))
}
