//! The encoding of text in a data file, and the conversion of long texts window by window.

use crate::terminator::hex_digits;
use sluice_types::{CodePage, DataType, LongWriter, SqlError};
use std::borrow::Cow;

/// The encoding of a field's text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// A code page.
    Page(CodePage),
    /// UTF-16, little-endian.
    Wide,
}

impl Encoding {
    /// Returns the text of `bytes`. Invalid bytes become replacement characters. Half a unit at the
    /// end is dropped.
    pub(crate) fn text(self, bytes: &[u8]) -> Cow<'_, str> {
        match self {
            Encoding::Page(page) => page.shared_text(bytes),
            Encoding::Wide => {
                let units = bytes.as_chunks::<2>().0.iter().map(|unit| u16::from_le_bytes(*unit));
                char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
            }
        }
    }

    /// Returns the bytes of `text`. A character that the code page lacks is replaced.
    pub(crate) fn bytes(self, text: &str) -> Vec<u8> {
        match self {
            Encoding::Page(page) => page.bytes(text),
            Encoding::Wide => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        }
    }

    /// Returns the number of bytes of a terminator's step: terminators begin at a whole unit.
    pub(crate) fn step(self) -> usize {
        if self == Encoding::Wide { 2 } else { 1 }
    }

    /// Returns the length of the longest prefix that ends with a whole character.
    fn whole(self, bytes: &[u8]) -> usize {
        match self {
            Encoding::Page(page) => page.whole(bytes),
            Encoding::Wide => {
                let even = bytes.len() & !1;
                let ends_in_half = even > 0 && bytes[even - 1] & 0xFC == 0xD8;
                if ends_in_half { even - 2 } else { even }
            }
        }
    }
}

/// Converts the bytes of a long field to the bytes of a value while they arrive. Bytes that don't
/// yet make a character are kept for the next call.
#[derive(Debug)]
pub(crate) struct Transcoder {
    writer: Box<dyn LongWriter>,
    // The encoding of text; `None` for bytes.
    from: Option<Encoding>,
    to: DataType,
    rest: Vec<u8>,
}

impl Transcoder {
    /// Returns a converter into `writer` that has seen nothing.
    pub(crate) fn new(writer: Box<dyn LongWriter>, from: Option<Encoding>, to: DataType) -> Transcoder {
        Transcoder { writer, from, to, rest: Vec::new() }
    }

    /// Converts and stores bytes. Returns false if a binary value has other characters. Text for a
    /// binary value is hexadecimal digits, two for a byte. `is_last` also converts an incomplete
    /// character.
    pub(crate) fn push(&mut self, bytes: &[u8], is_last: bool) -> Result<bool, SqlError> {
        let Some(from) = self.from else {
            self.writer.push(bytes)?;
            return Ok(true);
        };
        self.rest.extend_from_slice(bytes);
        let mut whole = if is_last { self.rest.len() } else { from.whole(&self.rest) };
        let is_binary = self.to.is_binary();
        if is_binary && !is_last {
            // Two digits make a byte.
            whole -= whole % (2 * from.step());
        }
        let rest = self.rest.split_off(whole);
        let bytes = std::mem::replace(&mut self.rest, rest);
        let text = from.text(&bytes);
        if is_binary {
            let Some(bytes) = hex_digits(&text) else { return Ok(false) };
            self.writer.push(&bytes)?;
        } else {
            let to = self.to.code_page().map_or(Encoding::Wide, Encoding::Page);
            self.writer.push(&to.bytes(&text))?;
        }
        Ok(true)
    }

    /// Returns the writer. Characters that are still incomplete are dropped: the last push should
    /// have been with `is_last`.
    pub(crate) fn finish(self) -> Box<dyn LongWriter> {
        self.writer
    }
}
