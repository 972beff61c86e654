//! Assembly of a variable value from pieces of bytes.

use super::cell::append_text;
use super::{RowDamaged, variant};
use crate::data_type::DataType;
use crate::value::Value;
use std::sync::Arc;

/// A value being assembled: bytes at their position, or text as it arrives. Needs little more
/// memory than the value and a piece. [`Gather::push`] takes the bytes in order, [`Gather::finish`]
/// returns the value.
pub struct Gather {
    data_type: DataType,
    bytes: Arc<[u8]>,
    /// The announced length.
    length: usize,
    /// The bytes added so far, of text too.
    at: usize,
    text: String,
    decoder: TextDecoder,
}

/// Decodes text from pieces. A character that a piece splits waits for the next piece.
pub(crate) struct TextDecoder {
    data_type: DataType,
    /// A split character at the end of the previous piece.
    rest: Vec<u8>,
}

impl Gather {
    /// Begins a value of type `data_type` with `length` bytes. Its memory is allocated now; the
    /// caller accounts for it.
    pub fn new(data_type: DataType, length: usize) -> Gather {
        let is_text = data_type.is_string();
        let bytes = std::iter::repeat_n(0, if is_text { 0 } else { length }).collect();
        let units = length / data_type.unit_bytes();
        let text = String::with_capacity(if is_text { units } else { 0 });
        Gather { data_type, bytes, length, at: 0, text, decoder: TextDecoder::new(data_type) }
    }

    /// Adds the next bytes. Pieces may end within a character. Fails if there are more bytes than
    /// announced or text can't be decoded.
    pub fn push(&mut self, piece: &[u8]) -> Result<(), RowDamaged> {
        let begin = self.at;
        self.at += piece.len();
        if self.at > self.length {
            return Err(RowDamaged);
        }
        if self.data_type.is_string() {
            return self.decoder.push(piece, &mut self.text);
        }
        let place = Arc::get_mut(&mut self.bytes).and_then(|bytes| bytes.get_mut(begin..self.at));
        place.ok_or(RowDamaged)?.copy_from_slice(piece);
        Ok(())
    }

    /// Returns the value once all bytes are added. Fails if bytes are missing or a Unicode text
    /// ends within a character. In a code page, such a character becomes a replacement.
    pub fn finish(mut self) -> Result<Value, RowDamaged> {
        self.decoder.finish(&mut self.text)?;
        if self.at != self.length {
            return Err(RowDamaged);
        }
        if self.data_type == DataType::SqlVariant {
            return variant::read(&self.bytes);
        }
        Ok(if self.data_type.is_string() { Value::text(self.text) } else { Value::Bytes(self.bytes) })
    }
}

impl TextDecoder {
    /// Returns a decoder for the bytes of a value of the string type `data_type`.
    pub(crate) fn new(data_type: DataType) -> TextDecoder {
        TextDecoder { data_type, rest: Vec::new() }
    }

    /// Appends the characters of the next bytes to `text`. Bytes of an incomplete character are
    /// kept for the next piece. Half a surrogate pair is damage.
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

    /// Ends the text after all bytes. An incomplete character at the end is damage, but in a code
    /// page it becomes a replacement.
    pub(crate) fn finish(mut self, text: &mut String) -> Result<(), RowDamaged> {
        // In a code page, an incomplete sequence at the end decodes as a character.
        if self.data_type.code_page().is_some() {
            append_text(&std::mem::take(&mut self.rest), self.data_type, text)?;
        }
        if self.rest.is_empty() { Ok(()) } else { Err(RowDamaged) }
    }
}

/// Returns the number of bytes of whole characters: the first half of a surrogate pair waits for
/// the second.
fn whole_units(bytes: &[u8]) -> usize {
    let whole = bytes.len() & !1;
    if whole >= 2 && bytes[whole - 1] & 0xFC == 0xD8 { whole - 2 } else { whole }
}
