//! The received bytes of one message that have not been read yet.
//!
//! A message may be as long as its sender likes. It is read item by item (a token, a parameter, a cell, a chunk of a large value):
//! an item is taken off the front only when it is there as a whole, so that what is kept is one item and what came with it. Who reads
//! an item again because it was not whole must see to it that items are short; large values are read in pieces.

use crate::cursor::{Cursor, Stop};
use crate::error::ProtocolError;

/// Bytes of one message, in at the back and out at the front.
#[derive(Debug, Default)]
pub struct Input {
    bytes: Vec<u8>,
    /// Where the first unread byte is.
    start: usize,
    has_ended: bool,
}

impl Input {
    /// Nothing yet.
    pub fn new() -> Input {
        Input::default()
    }

    /// A whole message.
    pub fn of(bytes: &[u8]) -> Input {
        Input { bytes: bytes.to_vec(), start: 0, has_ended: true }
    }

    /// More of the message.
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

    /// More of a message that is read only when it has ended, as are PRELOGIN, LOGIN7 and requests of the transaction manager.
    ///
    /// # Errors
    /// It has become longer than `bytes_max`.
    pub fn feed_whole(&mut self, bytes: &[u8], place: &'static str, bytes_max: usize) -> Result<(), ProtocolError> {
        let length = self.waiting() + bytes.len();
        if length > bytes_max {
            return Err(ProtocolError::too_long(place, length as u64, bytes_max as u64));
        }
        self.feed(bytes);
        Ok(())
    }

    /// The message has ended: what is missing will not come.
    pub fn end(&mut self) {
        self.has_ended = true;
    }

    /// Whether the message has ended and all of it has been read.
    pub fn is_finished(&self) -> bool {
        self.has_ended && self.start == self.bytes.len()
    }

    /// Whether no more will come.
    pub fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// How many bytes wait to be read.
    pub fn waiting(&self) -> usize {
        self.bytes.len() - self.start
    }

    /// The bytes that wait to be read.
    pub fn rest(&self) -> &[u8] {
        &self.bytes[self.start..]
    }

    /// Ready for the next message; the memory is kept, unless it is much.
    pub fn clear(&mut self) {
        if self.bytes.capacity() > KEPT_MAX {
            self.bytes = Vec::new();
        }
        self.bytes.clear();
        self.start = 0;
        self.has_ended = false;
    }

    /// Reads an item off the front, if it is there as a whole. `None`: feed more.
    ///
    /// # Errors
    /// The item is wrong, or the message has ended within it.
    pub fn take<T>(
        &mut self,
        place: &'static str,
        read: impl FnOnce(&mut Cursor<'_>) -> Result<T, Stop>,
    ) -> Result<Option<T>, ProtocolError> {
        let mut cursor = Cursor::new(&self.bytes[self.start..]);
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

    /// Takes at most `count` bytes off the front, however few are there.
    ///
    /// # Errors
    /// None is there, and the message has ended.
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

/// From how many read bytes on they are moved away.
const COMPACT_AT: usize = 16 * 1024;
/// More memory than this is not kept between messages.
const KEPT_MAX: usize = 256 * 1024;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_is_taken_when_it_is_whole() {
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
    fn a_message_that_must_be_whole_has_a_bound() {
        let mut input = Input::new();
        assert_eq!(input.feed_whole(&[1; 6], "a message", 10), Ok(()));
        assert_eq!(input.feed_whole(&[1; 5], "a message", 10), Err(ProtocolError::too_long("a message", 11, 10)));
        assert_eq!(input.rest(), [1; 6]);
    }

    #[test]
    fn what_was_read_does_not_pile_up() {
        let mut input = Input::new();
        for _ in 0..1000 {
            input.feed(&[7; 1000]);
            assert_eq!(input.take_some("bytes", 999).map(<[u8]>::len), Ok(999));
        }
        assert!(input.bytes.len() < 4 * COMPACT_AT, "{}", input.bytes.len());
    }
}
