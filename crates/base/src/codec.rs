//! Little-endian encoding and decoding for everything on disk. All on-disk formats of the engine
//! are little-endian.

/// The error of a [`Reader`]: the bytes ended before the value did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Truncated;

/// Takes values from the front of a byte slice.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Returns a reader of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { rest: bytes }
    }

    /// Returns the bytes that have not been read yet.
    pub fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Whether all bytes have been read.
    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// Takes the next `count` bytes. If there are fewer, it fails and takes nothing.
    pub fn bytes(&mut self, count: usize) -> Result<&'a [u8], Truncated> {
        let (front, rest) = self.rest.split_at_checked(count).ok_or(Truncated)?;
        self.rest = rest;
        Ok(front)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Truncated> {
        let (front, rest) = self.rest.split_first_chunk::<N>().ok_or(Truncated)?;
        self.rest = rest;
        Ok(*front)
    }

    /// Takes the next byte.
    pub fn u8(&mut self) -> Result<u8, Truncated> {
        Ok(u8::from_le_bytes(self.array()?))
    }

    /// Takes the next 2 bytes as a number.
    pub fn u16(&mut self) -> Result<u16, Truncated> {
        Ok(u16::from_le_bytes(self.array()?))
    }

    /// Takes the next 4 bytes as a number.
    pub fn u32(&mut self) -> Result<u32, Truncated> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    /// Takes the next 8 bytes as a little-endian number.
    pub fn u64(&mut self) -> Result<u64, Truncated> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    /// Takes the next variable-length number, written by [`put_varint`]. Fails with [`Truncated`]
    /// also if the number has too many bytes or bits. The position stays where it was on a failure.
    #[inline]
    pub fn varint(&mut self) -> Result<u64, Truncated> {
        let mut value = 0;
        for (place, byte) in self.rest.iter().take(VARINT_MAX).enumerate() {
            let bits = u64::from(byte & 0x7F);
            if place == VARINT_MAX - 1 && bits > 1 {
                return Err(Truncated);
            }
            value |= bits << (7 * place);
            if byte & 0x80 == 0 {
                self.rest = &self.rest[place + 1..];
                return Ok(value);
            }
        }
        Err(Truncated)
    }

    /// Takes the next 4 bytes as a signed number.
    pub fn i32(&mut self) -> Result<i32, Truncated> {
        Ok(i32::from_le_bytes(self.array()?))
    }

    /// Takes the next 8 bytes as a signed number.
    pub fn i64(&mut self) -> Result<i64, Truncated> {
        Ok(i64::from_le_bytes(self.array()?))
    }
}

/// Returns the little-endian number at `offset` of a page or header. The caller guarantees the
/// bounds: offsets are constants of a format whose size was checked when the buffer was created.
#[inline]
pub fn get_u16(bytes: &[u8], offset: usize) -> u16 {
    let mut word = [0; 2];
    word.copy_from_slice(&bytes[offset..offset + 2]);
    u16::from_le_bytes(word)
}

/// Returns the 4-byte number at `offset`, under the same conditions as [`get_u16`].
#[inline]
pub fn get_u32(bytes: &[u8], offset: usize) -> u32 {
    let mut word = [0; 4];
    word.copy_from_slice(&bytes[offset..offset + 4]);
    u32::from_le_bytes(word)
}

/// Returns the 8-byte number at `offset`, under the same conditions as [`get_u16`].
#[inline]
pub fn get_u64(bytes: &[u8], offset: usize) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&bytes[offset..offset + 8]);
    u64::from_le_bytes(word)
}

/// Writes `value`, little-endian, at `offset`, under the same conditions as [`get_u16`].
#[inline]
pub fn put_u16(bytes: &mut [u8], offset: usize, value: u16) {
    bytes[offset..offset + 2].copy_from_slice(&value.to_le_bytes());
}

/// Writes `value`, little-endian, at `offset`, under the same conditions as [`get_u16`].
#[inline]
pub fn put_u32(bytes: &mut [u8], offset: usize, value: u32) {
    bytes[offset..offset + 4].copy_from_slice(&value.to_le_bytes());
}

/// Writes `value`, little-endian, at `offset`, under the same conditions as [`get_u16`].
#[inline]
pub fn put_u64(bytes: &mut [u8], offset: usize, value: u64) {
    bytes[offset..offset + 8].copy_from_slice(&value.to_le_bytes());
}

/// Writes `value` at the front of `bytes` and returns the number of bytes used. Each byte holds
/// seven bits, lowest bits first; its eighth bit says that more bytes follow. At most ten bytes.
/// Panics if `bytes` are too short.
#[inline]
pub fn put_varint(bytes: &mut [u8], value: u64) -> usize {
    // Fast paths: most values are short.
    if value < 1 << 7 {
        bytes[0] = value as u8;
        return 1;
    }
    if value < 1 << 14 {
        bytes[..2].copy_from_slice(&[value as u8 | 0x80, (value >> 7) as u8]);
        return 2;
    }
    let (mut rest, mut place) = (value, 0);
    while rest >= 0x80 {
        bytes[place] = rest as u8 | 0x80;
        rest >>= 7;
        place += 1;
    }
    bytes[place] = rest as u8;
    place + 1
}

/// Returns the number of bytes [`put_varint`] uses for `value`.
#[inline]
pub const fn varint_length(value: u64) -> usize {
    let bits = (u64::BITS - (value | 1).leading_zeros()) as usize;
    bits.div_ceil(7)
}

/// The largest number of bytes that [`put_varint`] uses.
pub const VARINT_MAX: usize = varint_length(u64::MAX);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn varint_length_is_minimal() {
        let mut bytes = [0; VARINT_MAX];
        for shift in 0..64 {
            for value in [(1u64 << shift) - 1, 1 << shift, u64::MAX >> shift] {
                let length = put_varint(&mut bytes, value);
                assert_eq!(length, varint_length(value), "{value:x}");
                let mut reader = Reader::new(&bytes[..length]);
                assert_eq!((reader.varint(), reader.is_empty()), (Ok(value), true));
                assert_eq!(Reader::new(&bytes[..length - 1]).varint(), Err(Truncated));
            }
        }
        assert_eq!((varint_length(0), varint_length(127), varint_length(128), VARINT_MAX), (1, 1, 2, 10));
        assert_eq!(Reader::new(&[0xFF; 11]).varint(), Err(Truncated), "no number is that long");
        let too_large = [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 2];
        assert_eq!(Reader::new(&too_large).varint(), Err(Truncated));
    }

    #[test]
    fn reader_returns_values_in_order_then_truncated() {
        let mut bytes = vec![7];
        bytes.extend_from_slice(&0x1234u16.to_le_bytes());
        bytes.extend_from_slice(&(-5i32).to_le_bytes());
        bytes.extend_from_slice(&u64::MAX.to_le_bytes());
        let mut reader = Reader::new(&bytes);
        assert_eq!(reader.u8(), Ok(7));
        assert_eq!(reader.u16(), Ok(0x1234));
        assert_eq!(reader.i32(), Ok(-5));
        assert_eq!(reader.u32(), Ok(u32::MAX));
        assert_eq!(reader.u64(), Err(Truncated), "four bytes are left");
        assert_eq!(reader.rest().len(), 4, "a failed read takes nothing");
    }

    #[test]
    fn put_then_get_returns_value() {
        let mut page = [0u8; 32];
        put_u16(&mut page, 1, 0xABCD);
        put_u32(&mut page, 3, 0xDEAD_BEEF);
        put_u64(&mut page, 7, 42);
        assert_eq!((get_u16(&page, 1), get_u32(&page, 3), get_u64(&page, 7)), (0xABCD, 0xDEAD_BEEF, 42));
        assert_eq!(page[1], 0xCD, "little-endian");
    }
}
