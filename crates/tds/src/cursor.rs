//! Reads structures from the front of received bytes. Numbers are little-endian, texts UTF-16LE.
//!
//! Missing bytes are not an error here, because more may arrive ([`crate::input`]): each read then
//! returns [`Stop::Missing`], and the caller reads the whole structure again.

use crate::error::ProtocolError;
use crate::version::TdsVersion;
use sluice_base::codec::{Reader, Truncated};
use sluice_types::ascii_text;
use std::sync::Arc;

/// Why a structure could not be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The received bytes end within the structure.
    Missing,
    /// The structure is invalid, whatever bytes follow.
    Wrong(ProtocolError),
}

impl From<Truncated> for Stop {
    fn from(_: Truncated) -> Stop {
        Stop::Missing
    }
}

impl From<ProtocolError> for Stop {
    fn from(error: ProtocolError) -> Stop {
        Stop::Wrong(error)
    }
}

/// Takes values from the front of a byte slice, in a version of the protocol. A copy is a place to
/// come back to.
#[derive(Clone, Copy, Debug)]
pub struct Cursor<'a> {
    reader: Reader<'a>,
    version: TdsVersion,
}

impl<'a> Cursor<'a> {
    /// Reads from the front of `bytes`, in the newest version of the protocol.
    pub fn new(bytes: &'a [u8]) -> Cursor<'a> {
        Cursor::of_version(bytes, TdsVersion::default())
    }

    /// Reads from the front of `bytes`, in `version` of the protocol.
    pub fn of_version(bytes: &'a [u8], version: TdsVersion) -> Cursor<'a> {
        Cursor { reader: Reader::new(bytes), version }
    }

    /// Returns the version of the protocol in which the bytes are.
    pub fn version(&self) -> TdsVersion {
        self.version
    }

    /// Reads a user type: 4 bytes, 2 before TDS 7.2.
    pub fn user_type(&mut self) -> Result<u32, Stop> {
        if self.version.is_wide() { self.u32() } else { Ok(self.u16()?.into()) }
    }

    /// Returns the unread bytes.
    pub fn rest(&self) -> &'a [u8] {
        self.reader.rest()
    }

    /// Whether everything has been read.
    pub fn is_empty(&self) -> bool {
        self.reader.is_empty()
    }

    /// Returns the next `count` bytes, or [`Stop::Missing`].
    pub fn bytes(&mut self, count: usize) -> Result<&'a [u8], Stop> {
        Ok(self.reader.bytes(count)?)
    }

    /// Returns the next `N` bytes, or [`Stop::Missing`].
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], Stop> {
        let mut array = [0; N];
        array.copy_from_slice(self.bytes(N)?);
        Ok(array)
    }

    /// Returns the next byte, or [`Stop::Missing`].
    pub fn u8(&mut self) -> Result<u8, Stop> {
        Ok(self.reader.u8()?)
    }

    /// Returns the next 2 bytes as a number, or [`Stop::Missing`].
    pub fn u16(&mut self) -> Result<u16, Stop> {
        Ok(self.reader.u16()?)
    }

    /// Returns the next 4 bytes as a number, or [`Stop::Missing`].
    pub fn u32(&mut self) -> Result<u32, Stop> {
        Ok(self.reader.u32()?)
    }

    /// Returns the next 4 bytes as a signed number, or [`Stop::Missing`].
    pub fn i32(&mut self) -> Result<i32, Stop> {
        Ok(self.reader.i32()?)
    }

    /// Returns the next 8 bytes as a number, or [`Stop::Missing`].
    pub fn u64(&mut self) -> Result<u64, Stop> {
        Ok(self.reader.u64()?)
    }

    /// Returns the next `units` UTF-16 units as text, or [`Stop::Missing`]. A lone surrogate
    /// becomes U+FFFD.
    pub fn wide(&mut self, units: usize) -> Result<String, Stop> {
        Ok(wide(self.bytes(units * 2)?))
    }

    /// Reads a B_VARCHAR: a length of one byte in UTF-16 units, then the text.
    pub fn b_varchar(&mut self) -> Result<String, Stop> {
        let units = self.u8()?;
        self.wide(units.into())
    }

    /// Reads a US_VARCHAR: a length of two bytes in UTF-16 units, then the text.
    pub fn us_varchar(&mut self) -> Result<String, Stop> {
        let units = self.u16()?;
        self.wide(units.into())
    }
}

/// Reads a structure from a complete message of the newest version: missing bytes are an error.
/// Bytes after the structure are ignored.
pub fn whole<'a, T>(
    bytes: &'a [u8],
    place: &'static str,
    read: impl FnOnce(&mut Cursor<'a>) -> Result<T, Stop>,
) -> Result<T, ProtocolError> {
    complete(read(&mut Cursor::new(bytes)), place)
}

/// Turns missing bytes into an error: the structure was read from all of its bytes.
pub fn complete<T>(read: Result<T, Stop>, place: &'static str) -> Result<T, ProtocolError> {
    read.map_err(|stop| match stop {
        Stop::Missing => ProtocolError::truncated(place),
        Stop::Wrong(error) => error,
    })
}

/// Decodes UTF-16LE. A lone surrogate and a trailing half unit become U+FFFD.
pub fn wide(bytes: &[u8]) -> String {
    let (units, rest) = bytes.as_chunks::<2>();
    let mut text = String::with_capacity(units.len());
    let units = units.iter().map(|unit| u16::from_le_bytes(*unit));
    text.extend(char::decode_utf16(units).map(|character| character.unwrap_or(char::REPLACEMENT_CHARACTER)));
    if !rest.is_empty() {
        text.push(char::REPLACEMENT_CHARACTER);
    }
    text
}

/// Decodes UTF-16LE to the same text as [`wide`], in the form of a value, faster for ASCII.
pub fn wide_value(bytes: &[u8]) -> Arc<str> {
    ascii_text::of_wide(bytes).unwrap_or_else(|| wide(bytes).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_value_decodes_like_wide() {
        for text in ["", "plain", "naïve", "😀", &"long ".repeat(100), "\u{7F}\u{80}", "\u{100}a"] {
            let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            assert_eq!((wide(&bytes).as_str(), &*wide_value(&bytes)), (text, text));
        }
        assert_eq!((wide(&[0, 0xD8, 65, 0]).as_str(), &*wide_value(&[65])), ("\u{FFFD}A", "\u{FFFD}"));
    }
}
