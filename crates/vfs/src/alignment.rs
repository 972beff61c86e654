//! Enforces rule 5 of [`crate::file`] for direct handles. All implementations call [`check`], so
//! that each implementation rejects the same mistakes.

use crate::error::{FileError, Operation};
use crate::file::Access;
use std::io;
use std::path::Path;

/// Checks a read or write of `buf` at `offset` against the rules of a handle opened with `access`.
/// A violation fails with kind `InvalidInput` before the device is touched. Every handle refuses
/// ranges beyond the largest file; a direct handle also needs offset, length and address in whole
/// sectors.
pub(crate) fn check(
    access: Access,
    sector: u32,
    operation: Operation,
    path: &Path,
    buf: &[u8],
    offset: u64,
) -> Result<(), FileError> {
    let length = buf.len() as u64;
    let refuse = |what: String| {
        let source = io::Error::new(io::ErrorKind::InvalidInput, what);
        Err(FileError::at(operation, path, offset, length, source))
    };
    // File positions are signed 64-bit numbers on every system.
    if offset.checked_add(length).is_none_or(|end| end > i64::MAX as u64) {
        return refuse("the range ends beyond the largest file".to_owned());
    }
    if access == Access::Buffered {
        return Ok(());
    }
    let sector_bytes = u64::from(sector);
    let address = buf.as_ptr() as u64;
    for (what, value) in [("offset", offset), ("length", length), ("buffer's address", address)] {
        if !value.is_multiple_of(sector_bytes) {
            return refuse(format!("direct I/O needs the {what} to be a multiple of {sector} bytes"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aligned::AlignedBuf;

    fn accepted(access: Access, buf: &[u8], offset: u64) -> bool {
        match check(access, 512, Operation::Write, Path::new("f"), buf, offset) {
            Ok(()) => true,
            Err(error) => {
                assert_eq!(error.source.kind(), io::ErrorKind::InvalidInput);
                false
            }
        }
    }

    #[test]
    fn direct_handle_requires_sector_multiples() {
        let buf = AlignedBuf::zeroed(2048);
        assert!(accepted(Access::Direct, &buf[..1024], 512));
        assert!(!accepted(Access::Direct, &buf[..1024], 511), "offset");
        assert!(!accepted(Access::Direct, &buf[..1000], 512), "length");
        assert!(!accepted(Access::Direct, &buf[8..520], 512), "address");
        assert!(accepted(Access::Buffered, &buf[3..10], 1));
    }

    #[test]
    fn range_beyond_largest_file_is_refused() {
        let buf = AlignedBuf::zeroed(512);
        for offset in [u64::MAX, i64::MAX as u64, i64::MAX as u64 - 510] {
            assert!(!accepted(Access::Buffered, &buf, offset));
        }
        assert!(accepted(Access::Buffered, &buf, i64::MAX as u64 - 512));
    }
}
