//! A SQL batch (MS-TDS 2.2.6.7): headers, then its text in UTF-16LE up to the message's end.

use super::Headers;
use crate::cursor::wide;
use crate::error::ProtocolError;
use crate::input::Input;
use crate::put::Put;

/// Reads a batch as its bytes arrive. The text has a limit, which counts its bytes.
#[derive(Debug)]
pub struct BatchReader {
    headers: Option<Headers>,
    text: String,
    text_bytes: u64,
    text_bytes_max: u64,
}

impl BatchReader {
    /// Returns a reader for texts of at most `text_bytes_max` bytes of UTF-16. SQL Server's limit
    /// is 65,536 packets.
    pub fn new(text_bytes_max: u64) -> BatchReader {
        BatchReader { headers: None, text: String::new(), text_bytes: 0, text_bytes_max }
    }

    /// Returns the batch's headers and text once the message has ended, and resets the reader.
    /// Returns `None` if more bytes are needed. The text is decoded as it comes, up to the last
    /// whole character.
    ///
    /// # Errors
    /// The headers are invalid, the text is too long, or the text ends within a character.
    pub fn read(&mut self, input: &mut Input) -> Result<Option<(Headers, String)>, ProtocolError> {
        let headers = match self.headers {
            Some(headers) => headers,
            None => {
                let Some(headers) = input.take("ALL_HEADERS", Headers::read)? else { return Ok(None) };
                *self.headers.insert(headers)
            }
        };
        // A character has up to four bytes, and packets may split it.
        let is_last = input.has_ended();
        let whole = whole_bytes(input.rest(), is_last);
        self.text_bytes += whole as u64;
        if self.text_bytes > self.text_bytes_max {
            return Err(ProtocolError::too_long(PLACE, self.text_bytes, self.text_bytes_max));
        }
        let bytes = input.take_some(PLACE, whole as u64)?;
        if bytes.len() % 2 == 1 {
            return Err(ProtocolError::truncated(PLACE));
        }
        self.text.push_str(&wide(bytes));
        if !is_last {
            return Ok(None);
        }
        let text = std::mem::take(&mut self.text);
        *self = BatchReader::new(self.text_bytes_max);
        Ok(Some((headers, text)))
    }
}

/// Writes a batch.
pub fn write_batch(headers: &Headers, text: &str, out: &mut impl Put) {
    headers.write(out);
    out.wide(text);
}

/// Returns the length of the prefix that more bytes can't change: it ends with a complete
/// character.
fn whole_bytes(bytes: &[u8], is_last: bool) -> usize {
    if is_last {
        return bytes.len();
    }
    let even = bytes.len() & !1;
    match bytes[..even].last_chunk::<2>() {
        Some(unit) if (0xD800..0xDC00).contains(&u16::from_le_bytes(*unit)) => even - 2,
        _ => even,
    }
}

const PLACE: &str = "a batch";
