//! Any bytes as a log block: refused or walked through to the end, never a panic, never a record outside of the block.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sluice_wal::block::{BLOCK_BYTES, HEADER_BYTES, RECORD_HEADER_BYTES, finish, parse, peek};

fuzz_target!(|bytes: &[u8]| {
    check(bytes);
    // Few inputs have a right checksum. With one put in, the records behind the header are reached too.
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

/// A block that [`parse`] accepts holds as many records as it says, and they fill it exactly.
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
