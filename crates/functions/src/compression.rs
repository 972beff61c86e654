//! COMPRESS and DECOMPRESS: GZIP (`compress-`, `decompress-transact-sql`).

use crate::context::FunctionContext;
use crate::function::{Argument, Body, Function, Signature};
use crate::stored_bytes::for_each_window;
use flate2::read::MultiGzDecoder;
use flate2::{Compression, GzBuilder};
use sluice_base::account::Growth;
use sluice_base::interruption::is_raised;
use sluice_types::memory::want;
use sluice_types::{DataType, Length, SqlError, Value};
use std::io::{Read, Write};

pub(crate) const FUNCTIONS: &[Function] = &[
    function(
        "COMPRESS",
        "COMPRESS(value): the bytes of a text or of binary, compressed by GZIP.",
        COMPRESSED,
        compress,
    ),
    function(
        "DECOMPRESS",
        "DECOMPRESS(value): the bytes that COMPRESS was given.",
        &[Argument::OnlyBinary],
        decompress,
    ),
];

const COMPRESSED: &[Argument] = &[Argument::OnlyTextOrBinary];

const fn function(name: &'static str, doc: &'static str, arguments: &'static [Argument], body: Body) -> Function {
    let result: fn(&[DataType]) -> DataType = |_| DataType::VarBinary(Length::Max);
    Function { name, doc, arity: (1, 1), deterministic: true, arguments, result, null_makes_null: true, body }
}

/// Writes SQL Server's header: no time, the fastest compression, file system FAT.
fn compress(_: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let mut encoder = GzBuilder::new().operating_system(FAT).write(Vec::new(), Compression::fast());
    let mut growth = Growth::default();
    // Writing to memory never fails.
    for_each_window(&values[0], signature.arguments[0], |window| {
        growth.reach(encoder.get_ref().len() + window.len()).map_err(SqlError::out_of_memory)?;
        let _ = encoder.write_all(window);
        Ok(())
    })?;
    let bytes = encoder.finish().unwrap_or_default();
    want(bytes.len())?;
    Ok(Value::bytes(bytes))
}

/// NULL if the bytes are no GZIP.
fn decompress(_: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let mut decoder = MultiGzDecoder::new(values[0].as_bytes().unwrap_or_default());
    let (mut bytes, mut growth) = (Vec::new(), Growth::default());
    let mut part = vec![0; WINDOW_BYTES];
    while !is_raised() {
        match decoder.read(&mut part) {
            Ok(0) => break,
            Ok(length) => {
                growth.reach(bytes.len() + length).map_err(SqlError::out_of_memory)?;
                bytes.extend_from_slice(&part[..length]);
            }
            Err(_) => return Ok(Value::Null),
        }
    }
    want(bytes.len())?;
    Ok(Value::bytes(bytes))
}

/// The number of the file system in the header.
const FAT: u8 = 0;

const WINDOW_BYTES: usize = 64 << 10;
