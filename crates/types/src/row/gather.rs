//! A value of the variable part, of bytes that come piece by piece.

use super::decode::append_text;
use super::{RowDamaged, variant};
use crate::data_type::DataType;
use crate::value::Value;
use std::sync::Arc;

/// A value on its way: bytes at their place in it, text as it comes. Beside the value itself it takes no more than a piece.
pub struct Gather {
    data_type: DataType,
    bytes: Arc<[u8]>,
    at: usize,
    text: String,
    decoder: TextDecoder,
}

/// Text of bytes that come piece by piece: a character that a piece ends within waits for the next one.
pub(crate) struct TextDecoder {
    data_type: DataType,
    /// Half a character at the end of the piece before.
    rest: Vec<u8>,
}

impl Gather {
    /// Begins a value of type `data_type` that has `length` bytes.
    pub fn new(data_type: DataType, length: usize) -> Gather {
        let is_text = data_type.is_string();
        let bytes = std::iter::repeat_n(0, if is_text { 0 } else { length }).collect();
        let units = length / data_type.unit_bytes();
        let text = String::with_capacity(if is_text { units } else { 0 });
        Gather { data_type, bytes, at: 0, text, decoder: TextDecoder::new(data_type) }
    }

    /// Takes the next bytes.
    pub fn push(&mut self, piece: &[u8]) -> Result<(), RowDamaged> {
        if !self.data_type.is_string() {
            let place = Arc::get_mut(&mut self.bytes).and_then(|bytes| bytes.get_mut(self.at..self.at + piece.len()));
            place.ok_or(RowDamaged)?.copy_from_slice(piece);
            self.at += piece.len();
            return Ok(());
        }
        self.decoder.push(piece, &mut self.text)
    }

    /// The value, when all its bytes have come.
    pub fn finish(mut self) -> Result<Value, RowDamaged> {
        self.decoder.finish(&mut self.text)?;
        if self.at != self.bytes.len() {
            return Err(RowDamaged);
        }
        if self.data_type == DataType::SqlVariant {
            return variant::read(&self.bytes);
        }
        Ok(if self.data_type.is_string() { Value::text(self.text) } else { Value::Bytes(self.bytes) })
    }
}

impl TextDecoder {
    /// For the bytes of a value of the string type `data_type`.
    pub(crate) fn new(data_type: DataType) -> TextDecoder {
        TextDecoder { data_type, rest: Vec::new() }
    }

    /// Puts the characters of the next bytes behind `text`.
    pub(crate) fn push(&mut self, piece: &[u8], text: &mut String) -> Result<(), RowDamaged> {
        let page = self.data_type.code_page();
        if page.is_some_and(|page| page.bytes_max() == 1) {
            return append_text(piece, self.data_type, text);
        }
        self.rest.extend_from_slice(piece);
        let whole = page.map_or_else(|| whole_units(&self.rest), |page| page.whole(&self.rest));
        append_text(&self.rest[..whole], self.data_type, text)?;
        self.rest.drain(..whole);
        Ok(())
    }

    /// All bytes have come.
    pub(crate) fn finish(mut self, text: &mut String) -> Result<(), RowDamaged> {
        // What a code page has cut off stands for a character of its own.
        if self.data_type.code_page().is_some() {
            append_text(&std::mem::take(&mut self.rest), self.data_type, text)?;
        }
        if self.rest.is_empty() { Ok(()) } else { Err(RowDamaged) }
    }
}

/// How many of the bytes are whole characters: the first half of a pair waits for the second.
fn whole_units(bytes: &[u8]) -> usize {
    let whole = bytes.len() & !1;
    if whole >= 2 && bytes[whole - 1] & 0xFC == 0xD8 { whole - 2 } else { whole }
}
