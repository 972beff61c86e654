//! BASE64_ENCODE and BASE64_DECODE (`t-sql/functions/base64-encode-`,
//! `base64-decode-transact-sql`; RFC 4648, tables 1 and 2).

use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
use sluice_base::interruption::paced;
use sluice_types::{DataType, Length, SqlError, Value};

pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "BASE64_DECODE",
        doc: "BASE64_DECODE(text): the decoded bytes, in either alphabet; 9803 for an invalid text.",
        arity: (1, 1),
        deterministic: true,
        arguments: &[Argument::Text],
        result: |arguments| DataType::VarBinary(limit(arguments[0].length() == Some(Length::Max))),
        null_makes_null: true,
        body: decode,
    },
    Function {
        name: "BASE64_ENCODE",
        doc: "BASE64_ENCODE(bytes [, url_safe]): the bytes as text; in the URL-safe alphabet, without padding, if url_safe is not 0.",
        arity: (1, 2),
        deterministic: true,
        arguments: &[Argument::OnlyBinary, Argument::As(DataType::Int)],
        result: |arguments| DataType::varchar(limit(needs_max(&arguments[0]))),
        null_makes_null: true,
        body: encode,
    },
];

fn limit(is_max: bool) -> Length {
    if is_max { Length::Max } else { Length::Limited(8000) }
}

/// Returns whether the result exceeds varchar(8000): four characters encode three bytes, so 6,000
/// bytes fill it.
fn needs_max(bytes: &DataType) -> bool {
    match bytes.length() {
        Some(Length::Limited(most)) => most > 6000,
        _ => true,
    }
}

fn encode(_: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let bytes = values[0].as_bytes().unwrap_or_default();
    let for_addresses = values.get(1).and_then(Value::as_i64).is_some_and(|flag| flag != 0);
    Ok(Value::text(encoded(bytes, for_addresses)))
}

/// Encodes by RFC 4648, with the URL-safe alphabet if `for_addresses`. Without it, `=` pads the
/// last group to four letters; with it, nothing is padded.
pub fn encoded(bytes: &[u8], for_addresses: bool) -> String {
    let last = if for_addresses { [b'-', b'_'] } else { [b'+', b'/'] };
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for piece in bytes.chunks(3) {
        let number = piece.iter().fold(0u32, |number, byte| number << 8 | u32::from(*byte)) << (8 * (3 - piece.len()));
        for place in 0..=piece.len() {
            text.push(char::from(letter((number >> (18 - 6 * place) & 63) as u8, last)));
        }
        if !for_addresses {
            text.extend(std::iter::repeat_n('=', 3 - piece.len()));
        }
    }
    text
}

fn letter(six_bits: u8, last: [u8; 2]) -> u8 {
    match six_bits {
        0..26 => b'A' + six_bits,
        26..52 => b'a' + (six_bits - 26),
        52..62 => b'0' + (six_bits - 52),
        _ => last[usize::from(six_bits - 62)],
    }
}

fn decode(_: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    decoded(values[0].as_str().unwrap_or_default()).map(Value::bytes)
}

/// Decodes base64 in the standard alphabet, with padding and without white space. Returns `None`
/// for another text.
pub(crate) fn decoded_strictly(text: &str) -> Option<Vec<u8>> {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
    let is_strict = text.len().is_multiple_of(4) && text.bytes().all(is_letter);
    if is_strict { decoded(text).ok() } else { None }
}

/// Decodes base64. Fails with 9803: state 20 for a character of neither alphabet, 21 for missing
/// characters, 23 for padding before the end.
pub(crate) fn decoded(text: &str) -> Result<Vec<u8>, SqlError> {
    let invalid = |state| SqlError::invalid_data_for_type("Base64Decode").in_state(state);
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    let (mut bits, mut letters, mut padding) = (0u32, 0usize, 0usize);
    for character in paced(text.chars()).filter(|character| !matches!(character, '\n' | '\r' | '\t' | ' ')) {
        if character == '=' {
            padding += 1;
            continue;
        }
        let value = match character {
            'A'..='Z' => character as u32 - 'A' as u32,
            'a'..='z' => character as u32 - 'a' as u32 + 26,
            '0'..='9' => character as u32 - '0' as u32 + 52,
            '+' | '-' => 62,
            '/' | '_' => 63,
            _ => return Err(invalid(20)),
        };
        if padding > 0 {
            return Err(invalid(23));
        }
        (bits, letters) = (bits << 6 | value, letters + 1);
        if letters % 4 == 0 {
            bytes.extend_from_slice(&bits.to_be_bytes()[1..]);
            bits = 0;
        }
    }
    let left = letters % 4;
    if padding > 2 {
        return Err(invalid(23));
    }
    if left == 1 || padding > 0 && (letters + padding) % 4 != 0 {
        return Err(invalid(21));
    }
    let rest = (bits << (6 * (4 - left) % 24)).to_be_bytes();
    bytes.extend_from_slice(&rest[1..left.max(1)]);
    Ok(bytes)
}
