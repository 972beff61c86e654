//! Decodes any bytes as RPC calls, in pieces.
//!
//! Calls are decoded or refused without a panic. Decoded calls encode and decode the same. The
//! first byte is the piece length minus one.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sluice_tds::request::{Call, Headers, RpcReader, write_call, write_parameter, write_separator};
use sluice_tds::{Input, ProtocolError};

fuzz_target!(|bytes: &[u8]| {
    let Some((part, bytes)) = bytes.split_first() else { return };
    let Ok((headers, calls)) = read(bytes, usize::from(*part) + 1) else { return };
    // Bytes outside their code page are replaced by the first decoding, so the second is compared.
    let Some(written) = write(&headers, &calls) else { return };
    let (_, settled) = read(&written, written.len().max(1)).expect("what was written can be read");
    assert_eq!(settled.len(), calls.len());
    let Some(written) = write(&headers, &settled) else { return };
    let (_, again) = read(&written, written.len().max(1)).expect("what was written can be read");
    assert_eq!(again, settled);
});

fn write(headers: &Headers, calls: &[Call]) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    headers.write(&mut out);
    for (place, call) in calls.iter().enumerate() {
        if place > 0 {
            write_separator(&mut out);
        }
        write_call(&call.head, &mut out);
        for argument in &call.arguments {
            write_parameter(argument, &mut out).ok()?;
        }
    }
    Some(out)
}

fn read(bytes: &[u8], part: usize) -> Result<(Headers, Vec<Call>), ProtocolError> {
    let (mut input, mut reader, mut calls) = (Input::new(), RpcReader::new(1 << 20), Vec::new());
    for part in bytes.chunks(part) {
        input.feed(part);
        while let Some(call) = reader.next_call(&mut input)? {
            calls.push(call);
        }
    }
    input.end();
    while let Some(call) = reader.next_call(&mut input)? {
        calls.push(call);
    }
    Ok((*reader.headers(), calls))
}
