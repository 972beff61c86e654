//! Buffers the unread bytes of one message.
//!
//! A message may be of any length. The buffer is read item by item: a token, a parameter, a cell,
//! or a chunk of a large value. An item is taken off the front only when it is complete, so the
//! buffer holds one item and the bytes received with it. An incomplete item is parsed again from
//! its start, so items must be short; large values are read in pieces.

use crate::cursor::{Cursor, Stop};
use crate::error::ProtocolError;
use crate::version::TdsVersion;

/// A buffer of one message: bytes are added at the back and taken from the front. Taken bytes are
/// dropped only when that is cheap.
#[derive(Debug, Default)]
pub struct Input {
    bytes: Vec<u8>,
    /// The index of the first unread byte.
    start: usize,
    has_ended: bool,
    version: TdsVersion,
}

impl Input {
    /// Returns an empty buffer for a message that hasn't ended.
    pub fn new() -> Input {
        Input::default()
    }

    /// Returns an empty buffer for a message in `version` of the protocol.
    pub fn of_version(version: TdsVersion) -> Input {
        Input { version, ..Input::default() }
    }

    /// Returns a buffer that holds a complete message.
    pub fn from_message(bytes: &[u8]) -> Input {
        Input { bytes: bytes.to_vec(), has_ended: true, ..Input::default() }
    }

    /// Appends received bytes of the message. Drops the bytes that were taken, if all or most are.
    pub fn feed(&mut self, bytes: &[u8]) {
        if self.start == self.bytes.len() {
            self.bytes.clear();
            self.start = 0;
        } else if self.start >= COMPACT_AT && self.start * 2 >= self.bytes.len() {
            self.bytes.drain(..self.start);
            self.start = 0;
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// Appends bytes of a message that is read only when complete: PRELOGIN, LOGIN7 and transaction
    /// manager requests.
    ///
    /// # Errors
    /// The message is longer than `bytes_max`.
    pub fn feed_whole(&mut self, bytes: &[u8], place: &'static str, bytes_max: usize) -> Result<(), ProtocolError> {
        let length = self.waiting() + bytes.len();
        if length > bytes_max {
            return Err(ProtocolError::too_long(place, length as u64, bytes_max as u64));
        }
        self.feed(bytes);
        Ok(())
    }

    /// Marks the message as ended: from now on missing bytes are an error of the reader.
    pub fn end(&mut self) {
        self.has_ended = true;
    }

    /// Returns whether the message has ended and all of it has been read.
    pub fn is_finished(&self) -> bool {
        self.has_ended && self.start == self.bytes.len()
    }

    /// Returns whether the message has ended.
    pub fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Returns the version of the protocol in which the message is.
    pub fn version(&self) -> TdsVersion {
        self.version
    }

    /// Returns the number of received bytes that aren't read yet.
    pub fn waiting(&self) -> usize {
        self.bytes.len() - self.start
    }

    /// Returns the received bytes that aren't read yet, without taking them.
    pub fn rest(&self) -> &[u8] {
        &self.bytes[self.start..]
    }

    /// Prepares the buffer for the next message. Keeps its memory unless it is large.
    pub fn clear(&mut self) {
        if self.bytes.capacity() > KEPT_MAX {
            self.bytes = Vec::new();
        }
        self.bytes.clear();
        self.start = 0;
        self.has_ended = false;
    }

    /// Takes an item off the front if it is complete. Returns `None` if more bytes are needed.
    ///
    /// # Errors
    /// The item is invalid, or the message ended within it.
    pub fn take<T>(
        &mut self,
        place: &'static str,
        read: impl FnOnce(&mut Cursor<'_>) -> Result<T, Stop>,
    ) -> Result<Option<T>, ProtocolError> {
        let mut cursor = Cursor::of_version(&self.bytes[self.start..], self.version);
        match read(&mut cursor) {
            Ok(item) => {
                self.start = self.bytes.len() - cursor.rest().len();
                Ok(Some(item))
            }
            Err(Stop::Missing) if self.has_ended => Err(ProtocolError::truncated(place)),
            Err(Stop::Missing) => Ok(None),
            Err(Stop::Wrong(error)) => Err(error),
        }
    }

    /// Takes up to `count` bytes off the front. An empty result means that more bytes are needed.
    ///
    /// # Errors
    /// No byte is left and the message has ended.
    pub fn take_some(&mut self, place: &'static str, count: u64) -> Result<&[u8], ProtocolError> {
        let waiting = self.waiting();
        if waiting == 0 && count > 0 && self.has_ended {
            return Err(ProtocolError::truncated(place));
        }
        let taken = usize::try_from(count).map_or(waiting, |count| count.min(waiting));
        let begin = self.start;
        self.start += taken;
        Ok(&self.bytes[begin..self.start])
    }
}

/// The number of read bytes from which the unread ones are moved to the front.
const COMPACT_AT: usize = 16 * 1024;
/// The largest capacity that is kept between messages.
const KEPT_MAX: usize = 256 * 1024;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn incomplete_item_is_not_taken() {
        let mut input = Input::new();
        input.feed(&[1]);
        assert_eq!(input.take("a number", |cursor| cursor.u16()), Ok(None));
        input.feed(&[2, 3]);
        assert_eq!(input.take("a number", |cursor| cursor.u16()), Ok(Some(0x0201)));
        input.end();
        assert_eq!(input.take("a number", |cursor| cursor.u16()), Err(ProtocolError::truncated("a number")));
        assert_eq!(input.take("a byte", |cursor| cursor.u8()), Ok(Some(3)));
        assert!(input.is_finished());
    }

    #[test]
    fn feed_whole_rejects_message_over_limit() {
        let mut input = Input::new();
        assert_eq!(input.feed_whole(&[1; 6], "a message", 10), Ok(()));
        assert_eq!(input.feed_whole(&[1; 5], "a message", 10), Err(ProtocolError::too_long("a message", 11, 10)));
        assert_eq!(input.rest(), [1; 6]);
    }

    #[test]
    fn read_bytes_are_released() {
        let mut input = Input::new();
        for _ in 0..1000 {
            input.feed(&[7; 1000]);
            assert_eq!(input.take_some("bytes", 999).map(<[u8]>::len), Ok(999));
        }
        assert!(input.bytes.len() < 4 * COMPACT_AT, "{}", input.bytes.len());
    }
}
