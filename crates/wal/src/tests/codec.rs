//! Encoding and parsing of log blocks.

use crate::block::{self, BLOCK_BYTES, BlockFault, BlockHeader, HEADER_BYTES};
use proptest::prelude::*;
use sluice_base::ids::{DatabaseGuid, Lsn};

fn block_of(bodies: &[Vec<u8>], header: BlockHeader) -> (Vec<u8>, BlockHeader) {
    let mut bytes = vec![0; HEADER_BYTES];
    for (index, body) in bodies.iter().enumerate() {
        let start = bytes.len();
        bytes.resize(start + 4 + body.len(), 0);
        let (front, behind) = body.split_at(body.len() / 2);
        block::put_record(&mut bytes[start..], index as u8, &[front, behind]);
    }
    let header = BlockHeader { used: bytes.len() as u32, records: bodies.len() as u32, ..header };
    block::finish(&mut bytes, &header);
    (bytes, header)
}

fn header() -> impl Strategy<Value = BlockHeader> {
    (any::<u64>(), any::<u32>(), 0u64..1 << 47, any::<u64>(), any::<u64>(), any::<u32>()).prop_map(|words| {
        BlockHeader {
            guid: DatabaseGuid(words.0),
            epoch: words.1,
            position: words.2,
            sequence: words.3,
            durable: Lsn(words.4),
            used: 0,
            records: 0,
            previous: words.5,
        }
    })
}

fn bodies() -> impl Strategy<Value = Vec<Vec<u8>>> {
    proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..200), 1..40)
}

proptest! {
    #[test]
    fn block_and_records_round_trip(header in header(), bodies in bodies(), padding in 0usize..600) {
        let (mut bytes, header) = block_of(&bodies, header);
        bytes.resize(bytes.len() + padding, 0xEE);
        let found = block::parse(&bytes).unwrap();
        prop_assert_eq!(found.header, header);
        let mut offset = HEADER_BYTES;
        for (index, body) in bodies.iter().enumerate() {
            let record = block::record_at(found.bytes(), header.position, offset).unwrap();
            prop_assert_eq!((record.kind, record.body), (index as u8, &body[..]));
            prop_assert_eq!(record.lsn, Lsn::new(header.position, offset as u16));
            offset = block::record_end(found.bytes(), offset).unwrap();
        }
        prop_assert_eq!(offset, header.used as usize);
    }

    #[test]
    fn block_with_changed_byte_is_rejected(header in header(), bodies in bodies(), at in any::<proptest::sample::Index>(), by in 1u8..=255) {
        let (mut bytes, _) = block_of(&bodies, header);
        let at = at.index(bytes.len());
        bytes[at] ^= by;
        prop_assert!(block::parse(&bytes).is_err());
    }

    #[test]
    fn truncated_block_is_rejected(header in header(), bodies in bodies(), at in any::<proptest::sample::Index>()) {
        let (bytes, _) = block_of(&bodies, header);
        prop_assert!(block::parse(&bytes[..at.index(bytes.len())]).is_err());
    }

    #[test]
    fn arbitrary_bytes_do_not_panic_parser(mut bytes in proptest::collection::vec(any::<u8>(), 0..300), header in header(), count in 0u32..5) {
        let _ = block::parse(&bytes);
        if bytes.len() > HEADER_BYTES + 4 {
            // A valid checksum makes the parser examine the records.
            let used = bytes.len() as u32;
            block::finish(&mut bytes, &BlockHeader { used, records: count, ..header });
            let _ = block::parse(&bytes);
            for offset in 0..bytes.len() + 2 {
                let _ = block::record_at(&bytes, 1, offset);
            }
        }
    }
}

#[test]
fn parse_reports_each_fault_kind() {
    let empty = BlockHeader {
        guid: DatabaseGuid(1),
        epoch: 1,
        position: 8,
        sequence: 1,
        durable: Lsn::NONE,
        used: 0,
        records: 0,
        previous: 0,
    };
    let (bytes, header) = block_of(&[vec![1; 30]], empty);
    assert_eq!(block::parse(&[]).unwrap_err(), BlockFault::NotABlock);
    let mut newer = bytes.clone();
    newer[8] = 9;
    assert_eq!(block::parse(&newer).unwrap_err(), BlockFault::Version(9));
    let mut torn = bytes.clone();
    torn[80] ^= 1;
    assert_eq!(block::parse(&torn).unwrap_err(), BlockFault::Checksum);
    let mut more = bytes.clone();
    block::finish(&mut more, &BlockHeader { records: 2, ..header });
    assert_eq!(block::parse(&more).unwrap_err(), BlockFault::Records);
    let mut long = bytes;
    long[48..52].copy_from_slice(&(BLOCK_BYTES as u32 + 1).to_le_bytes());
    assert_eq!(block::parse(&long).unwrap_err(), BlockFault::Length(BLOCK_BYTES as u32 + 1));
}
