//! The bytes of a value of the variable part, in pieces.

use super::gather::TextDecoder;
use crate::data_type::DataType;
use crate::error::SqlError;
use crate::long::{damaged, encoding};
use crate::value::Value;

/// Passes the bytes of a value, as in a column of the variable type `data_type`, to `take` in
/// pieces. They are encoded for `data_type`. A long value of that encoding is passed unchanged,
/// window by window; other values of memory in few pieces. NULL and values of other types have no
/// bytes.
///
/// # Errors
/// Errors of `take`, and of reading a long value.
pub fn pieces(
    value: &Value,
    data_type: DataType,
    mut take: impl FnMut(&[u8]) -> Result<(), SqlError>,
) -> Result<(), SqlError> {
    match value {
        Value::Bytes(bytes) => take(bytes),
        Value::Variant(inner) => take(&super::variant::bytes(inner)),
        Value::Str(text) if data_type.code_page().is_some() && text.is_ascii() => take(text.as_bytes()),
        Value::Str(text) => text_pieces(text, data_type, &mut take),
        Value::Long(long) if long.data_type() == encoding(data_type) => long.for_each_window(take),
        Value::Long(long) => {
            let mut decoder = TextDecoder::new(long.data_type());
            let mut take_text = |text: &str| match data_type.code_page() {
                Some(page) => text_pieces(&page.fitted(text), data_type, &mut take),
                None => text_pieces(text, data_type, &mut take),
            };
            let mut text = String::new();
            long.for_each_window(|window| {
                text.clear();
                decoder.push(window, &mut text).map_err(|_| damaged())?;
                take_text(&text)
            })?;
            text.clear();
            decoder.finish(&mut text).map_err(|_| damaged())?;
            take_text(&text)
        }
        _ => Ok(()),
    }
}

fn text_pieces(
    text: &str,
    data_type: DataType,
    take: &mut impl FnMut(&[u8]) -> Result<(), SqlError>,
) -> Result<(), SqlError> {
    let mut piece = Vec::with_capacity(PIECE_BYTES + 4);
    for character in text.chars() {
        if let Some(page) = data_type.code_page() {
            piece.extend_from_slice(page.encode_or_nearest(character).as_ref());
        } else {
            let mut units = [0; 2];
            character.encode_utf16(&mut units).iter().for_each(|unit| piece.extend_from_slice(&unit.to_le_bytes()));
        }
        if piece.len() >= PIECE_BYTES {
            take(&piece)?;
            piece.clear();
        }
    }
    take(&piece)
}

/// Approximate length of a piece.
const PIECE_BYTES: usize = 8_000;
