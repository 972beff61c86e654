//! Little-endian reading and writing of what goes to disk. Every format of the engine is little-endian.

/// What a [`Reader`] met: the bytes ended before the value did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Truncated;

/// Takes values off the front of a byte slice.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Reads from the front of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { rest: bytes }
    }

    /// What has not been read yet.
    pub fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Whether everything has been read.
    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// The next `count` bytes.
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

    /// The next byte.
    pub fn u8(&mut self) -> Result<u8, Truncated> {
        Ok(u8::from_le_bytes(self.array()?))
    }

    /// The next 2 bytes as a number.
    pub fn u16(&mut self) -> Result<u16, Truncated> {
        Ok(u16::from_le_bytes(self.array()?))
    }

    /// The next 4 bytes as a number.
    pub fn u32(&mut self) -> Result<u32, Truncated> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    /// The next 8 bytes as a number.
    pub fn u64(&mut self) -> Result<u64, Truncated> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    /// The next 4 bytes as a signed number.
    pub fn i32(&mut self) -> Result<i32, Truncated> {
        Ok(i32::from_le_bytes(self.array()?))
    }

    /// The next 8 bytes as a signed number.
    pub fn i64(&mut self) -> Result<i64, Truncated> {
        Ok(i64::from_le_bytes(self.array()?))
    }
}

/// The little-endian number at `offset` of a page or header. The caller owns the bounds: the offsets are constants of a
/// format whose size was checked when the buffer was made.
pub fn get_u16(bytes: &[u8], offset: usize) -> u16 {
    u16::from_le_bytes([bytes[offset], bytes[offset + 1]])
}

/// As [`get_u16`], of 4 bytes.
pub fn get_u32(bytes: &[u8], offset: usize) -> u32 {
    let mut word = [0; 4];
    word.copy_from_slice(&bytes[offset..offset + 4]);
    u32::from_le_bytes(word)
}

/// As [`get_u16`], of 8 bytes.
pub fn get_u64(bytes: &[u8], offset: usize) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&bytes[offset..offset + 8]);
    u64::from_le_bytes(word)
}

/// Puts `value` at `offset`.
pub fn put_u16(bytes: &mut [u8], offset: usize, value: u16) {
    bytes[offset..offset + 2].copy_from_slice(&value.to_le_bytes());
}

/// Puts `value` at `offset`.
pub fn put_u32(bytes: &mut [u8], offset: usize, value: u32) {
    bytes[offset..offset + 4].copy_from_slice(&value.to_le_bytes());
}

/// Puts `value` at `offset`.
pub fn put_u64(bytes: &mut [u8], offset: usize, value: u64) {
    bytes[offset..offset + 8].copy_from_slice(&value.to_le_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back_in_order_and_the_end_is_told() {
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
    fn put_and_get_agree() {
        let mut page = [0u8; 32];
        put_u16(&mut page, 1, 0xABCD);
        put_u32(&mut page, 3, 0xDEAD_BEEF);
        put_u64(&mut page, 7, 42);
        assert_eq!((get_u16(&page, 1), get_u32(&page, 3), get_u64(&page, 7)), (0xABCD, 0xDEAD_BEEF, 42));
        assert_eq!(page[1], 0xCD, "little-endian");
    }
}
