//! Parses any bytes as a log block.
//!
//! The block is refused or walked to its end. Nothing panics, and no record lies outside the block.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sluice_wal::block::{BLOCK_BYTES, HEADER_BYTES, RECORD_HEADER_BYTES, finish, parse, peek};

fuzz_target!(|bytes: &[u8]| {
    check(bytes);
    // Few inputs have a right checksum, so it is corrected to reach the records behind the header.
    let Ok(header) = peek(bytes) else { return };
    let used = header.used as usize;
    if (HEADER_BYTES + RECORD_HEADER_BYTES..=bytes.len().min(BLOCK_BYTES)).contains(&used) {
        let mut mended = bytes.to_vec();
        let checksum = finish(&mut mended, &header);
        if let Ok(block) = parse(&mended) {
            assert_eq!((block.header, block.checksum), (header, checksum));
        }
        check(&mended);
    }
});

/// Asserts that a block accepted by [`parse`] has the number of records in its header, and that
/// they fill it exactly.
fn check(bytes: &[u8]) {
    let Ok(block) = parse(bytes) else { return };
    let content = block.bytes();
    assert_eq!(peek(bytes), Ok(block.header));
    assert_eq!(content.len(), block.header.used as usize);
    let mut offset = HEADER_BYTES;
    for _ in 0..block.header.records {
        let length = usize::from(u16::from_le_bytes([content[offset], content[offset + 1]]));
        assert!(length >= RECORD_HEADER_BYTES);
        offset += length;
    }
    assert_eq!(offset, content.len());
}
