//! Requests of clients and their answers.

use sluice_client::{Audience, ClientError, Connection};
use sluice_tds::request::{
    Argument, ArgumentValue, CallHead, Headers, ParameterFlags, Procedure, SystemProcedure, write_batch, write_call,
    write_parameter,
};
use sluice_tds::{Column, Message, PacketKind, PacketWriter, ReturnValue, TypeInfo, WireCollation};
use sluice_types::{DataType, Length, Value};

/// The content of an answer.
#[derive(Default)]
pub(crate) struct Heard {
    /// The number of rows.
    pub(crate) rows: u64,
    /// The first value of the last row.
    pub(crate) last: Option<Value>,
    returned: Option<Value>,
    error: Option<String>,
}

impl Heard {
    /// Returns whether the last row begins with this int.
    pub(crate) fn is_int(&self, value: i32) -> bool {
        self.last == Some(Value::Int(value))
    }
}

impl Audience for Heard {
    fn columns(&mut self, _columns: &[Column]) {}

    fn row(&mut self, row: &[Value]) {
        self.rows += 1;
        self.last = row.first().cloned();
    }

    fn done(&mut self, _rows: Option<u64>) {}

    fn message(&mut self, message: &Message) {
        if message.severity > 10 {
            self.error.get_or_insert_with(|| message.text.clone());
        }
    }

    fn returned(&mut self, value: &ReturnValue) {
        self.returned = Some(value.value.clone());
    }
}

/// Runs a batch that must not fail.
pub(crate) fn run(client: &mut Connection, text: &str) -> Result<Heard, String> {
    ask_batch(client, text).map_err(|error| error.to_string())?;
    hear(client)
}

/// Sends a batch without waiting.
pub(crate) fn ask_batch(client: &mut Connection, text: &str) -> Result<(), ClientError> {
    let headers = Headers::new(client.transaction());
    client.send(PacketKind::SqlBatch, |out| write_batch(&headers, text, out))
}

/// Prepares a statement with the int parameter `@p`. Returns its handle.
pub(super) fn prepare(client: &mut Connection, text: &str) -> Result<i32, String> {
    let of = |text: &str| argument(DataType::NVarChar(Length::Limited(4000)), Value::text(text), false);
    let arguments = [argument(DataType::Int, Value::Null, true), of("@p int"), of(text)];
    ask(client, SystemProcedure::Prepare, &arguments).map_err(|error| error.to_string())?;
    match hear(client)?.returned {
        Some(Value::Int(handle)) => Ok(handle),
        other => Err(format!("the handle is {other:?}")),
    }
}

/// Sends the execution of a prepared statement without waiting.
pub(super) fn ask_prepared(client: &mut Connection, handle: i32, value: i32) -> Result<(), ClientError> {
    let int = |value: i32| argument(DataType::Int, Value::Int(value), false);
    ask(client, SystemProcedure::Execute, &[int(handle), int(value)])
}

/// Reads the answer, which must not be an error.
pub(crate) fn hear(client: &mut Connection) -> Result<Heard, String> {
    let mut heard = Heard::default();
    client.read_answer(&mut heard).map_err(|error| error.to_string())?;
    heard.error.take().map_or(Ok(heard), Err)
}

fn ask(client: &mut Connection, procedure: SystemProcedure, arguments: &[Argument]) -> Result<(), ClientError> {
    let headers = Headers::new(client.transaction());
    client.send(PacketKind::Rpc, |out: &mut PacketWriter| {
        headers.write(out);
        write_call(&CallHead::new(Procedure::System(procedure)), out);
        arguments.iter().for_each(|argument| write_parameter(argument, out).expect("the values are of their types"));
    })
}

fn argument(data_type: DataType, value: Value, is_output: bool) -> Argument {
    let info = TypeInfo::new(data_type, true, WireCollation::DEFAULT);
    let flags = if is_output { ParameterFlags::OUTPUT } else { ParameterFlags::default() };
    Argument { name: String::new(), flags, value: ArgumentValue::Scalar(info, value) }
}
