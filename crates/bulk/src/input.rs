//! Buffered bytes of a data file.

use std::fmt;
use std::io::{self, Read};

/// The unread bytes of a file. Only a window of them is in memory. Recorded bytes are those of the
/// current row, up to a limit.
pub(crate) struct Input {
    source: Box<dyn Read + Send>,
    window: Vec<u8>,
    // The unread part of the window.
    at: usize,
    end: usize,
    has_ended: bool,
    /// Offset of the next byte in the file.
    pub(crate) offset: u64,
    // The bytes of the current row, if they are recorded.
    record: Option<Vec<u8>>,
}

impl Input {
    /// Returns the unread file; nothing is read yet.
    pub(crate) fn new(source: Box<dyn Read + Send>) -> Input {
        Input { source, window: vec![0; WINDOW], at: 0, end: 0, has_ended: false, offset: 0, record: None }
    }

    /// Records the bytes from here on, or stops recording. Returns the bytes recorded so far.
    pub(crate) fn record(&mut self, is_on: bool) -> Vec<u8> {
        std::mem::replace(&mut self.record, is_on.then(Vec::new)).unwrap_or_default()
    }

    /// Returns at least `count` unread bytes, or fewer at the end of the file. `count` is at most
    /// half a window. They stay unread.
    pub(crate) fn peek(&mut self, count: usize) -> io::Result<&[u8]> {
        while self.end - self.at < count && !self.has_ended {
            if self.at > 0 {
                self.window.copy_within(self.at..self.end, 0);
                (self.at, self.end) = (0, self.end - self.at);
            }
            match self.source.read(&mut self.window[self.end..]) {
                Ok(0) => self.has_ended = true,
                Ok(read) => self.end += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(&self.window[self.at..self.end])
    }

    /// Whether no bytes are left.
    pub(crate) fn is_empty(&mut self) -> io::Result<bool> {
        Ok(self.peek(1)?.is_empty())
    }

    /// Whether the next bytes are `bytes`, which are not empty.
    pub(crate) fn begins_with(&mut self, bytes: &[u8]) -> io::Result<bool> {
        Ok(!bytes.is_empty() && self.peek(bytes.len())?.starts_with(bytes))
    }

    /// Skips `count` bytes that have been peeked. Records them if the row is recorded.
    pub(crate) fn skip(&mut self, count: usize) {
        if let Some(record) = &mut self.record
            && record.len() < RECORD_MAX
        {
            record.extend_from_slice(&self.window[self.at..self.at + count]);
        }
        self.at += count;
        self.offset += count as u64;
    }

    /// Skips the byte order mark, if the file begins with it.
    pub(crate) fn skip_mark(&mut self, mark: &[u8]) -> io::Result<()> {
        if self.begins_with(mark)? {
            self.skip(mark.len());
        }
        Ok(())
    }

    /// Passes the next `count` bytes to `take`. Returns false at the end of the file. They come in
    /// pieces, and count as read even if `take` fails for a later piece.
    pub(crate) fn take<E: From<io::Error>>(
        &mut self,
        count: u64,
        mut take: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<bool, E> {
        let mut left = count;
        while left > 0 {
            let unread = self.peek(1)?;
            let now = unread.len().min(usize::try_from(left).unwrap_or(usize::MAX));
            if now == 0 {
                return Ok(false);
            }
            take(&unread[..now])?;
            self.skip(now);
            left -= now as u64;
        }
        Ok(true)
    }

    /// Returns the bytes before `terminator`, which stay unread with it. `None` if the window
    /// doesn't have the terminator. Terminators are sought at multiples of
    /// `step`.
    pub(crate) fn field(&mut self, terminator: &[u8], step: usize) -> io::Result<Option<&[u8]>> {
        let Some((first, rest)) = terminator.split_first() else { return Ok(None) };
        let unread = self.peek(1)?;
        let mut from = 0;
        while let Some(found) = position(&unread[from..], *first) {
            let place = from + found;
            if place.is_multiple_of(step) && unread[place + 1..].starts_with(rest) {
                return Ok(Some(&unread[..place]));
            }
            from = place + 1;
        }
        Ok(None)
    }

    /// Passes the bytes before the first of `terminators` to `take`, and skips the terminator.
    /// Terminators are sought at multiples of `step`. Returns which one it is, or `None` if the
    /// file ends first. At one place the earlier in the list wins. The bytes come in pieces.
    pub(crate) fn until<E: From<io::Error>>(
        &mut self,
        terminators: &[&[u8]],
        step: usize,
        mut take: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<Option<usize>, E> {
        let longest = terminators.iter().map(|terminator| terminator.len()).max().unwrap_or(1);
        let mut count = longest.max(step);
        loop {
            let unread = self.peek(count)?;
            let is_last = unread.len() < count;
            let found = (0..unread.len()).step_by(step).find_map(|place| {
                let rest = &unread[place..];
                terminators.iter().position(|terminator| rest.starts_with(terminator)).map(|which| (place, which))
            });
            // The end of the window may be the beginning of a terminator.
            let certain = unread.len().saturating_sub(longest - 1) / step * step;
            match found {
                Some((place, which)) if place < certain || is_last || place + longest <= unread.len() => {
                    take(&unread[..place])?;
                    self.skip(place + terminators[which].len());
                    return Ok(Some(which));
                }
                _ if is_last => {
                    let all = unread.len();
                    take(unread)?;
                    self.skip(all);
                    return Ok(None);
                }
                _ if certain == 0 => count += 1,
                _ => {
                    take(&unread[..certain])?;
                    self.skip(certain);
                    count = longest.max(step);
                }
            }
        }
    }
}

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a data file at byte {}", self.offset)
    }
}

/// Returns the position of the first byte that is `wanted`. Compares eight bytes at a time.
fn position(bytes: &[u8], wanted: u8) -> Option<usize> {
    let (words, rest) = bytes.as_chunks::<8>();
    let pattern = u64::from_le_bytes([wanted; 8]);
    for (number, word) in words.iter().enumerate() {
        // A byte is zero where the word has the wanted byte. The lowest bit of `zeroes` is that of
        // the first zero byte; bits above it may be wrong.
        let differing = u64::from_le_bytes(*word) ^ pattern;
        let zeroes = differing.wrapping_sub(LOW_BITS) & !differing & HIGH_BITS;
        if zeroes != 0 {
            return Some(number * 8 + zeroes.trailing_zeros() as usize / 8);
        }
    }
    let found = rest.iter().position(|byte| *byte == wanted);
    found.map(|place| words.len() * 8 + place)
}

/// Returns an error of the operating system as messages show it: `5(Access is denied.)`. The number
/// is 0 if the system gave none.
pub fn os_error(error: &std::io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    format!("{}({text})", error.raw_os_error().unwrap_or_default())
}

const LOW_BITS: u64 = u64::from_le_bytes([0x01; 8]);
const HIGH_BITS: u64 = u64::from_le_bytes([0x80; 8]);
/// Bytes in memory. Terminators are far shorter.
const WINDOW: usize = 64 * 1024;
/// Recorded bytes of a row. Longer rows are recorded in part.
const RECORD_MAX: usize = 1 << 20;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_wanted_byte_is_found_anywhere() {
        for length in 0..40 {
            for place in 0..length {
                let mut bytes: Vec<u8> =
                    (0..length as u8).map(|byte| if byte % 2 == 0 { b'{' } else { 0xFC }).collect();
                bytes[place] = b'|';
                assert_eq!(position(&bytes, b'|'), Some(place), "{length} bytes");
                bytes.extend(b"|||");
                assert_eq!(position(&bytes, b'|'), Some(place), "{length} bytes and three");
            }
            assert_eq!(position(&vec![b'}'; length], b'|'), None);
        }
    }
}
