//! Round trips of packets.

use super::*;
use crate::put::Put;
use proptest::prelude::*;

/// Returns all messages of `bytes`, which are fed in pieces whose lengths cycle through `parts`.
fn messages(bytes: &[u8], parts: &[usize], size: u16) -> Vec<(PacketKind, Status, Vec<u8>)> {
    let mut reader = PacketReader::new();
    reader.set_packet_size(size);
    let (mut found, mut rest, mut parts) = (Vec::new(), bytes, parts.iter().cycle());
    while !rest.is_empty() {
        let (mut part, behind) = rest.split_at(rest.len().min(*parts.next().expect("endless")));
        rest = behind;
        while let Some(piece) = reader.take(&mut part).expect("packets") {
            if piece.begins {
                found.push((piece.header.kind, piece.header.status, Vec::new()));
            }
            let (_, status, payload) = found.last_mut().expect("begun");
            payload.extend_from_slice(piece.payload);
            if piece.ends {
                *status = status.with(piece.header.status);
            }
        }
    }
    assert!(!reader.is_within_message());
    found
}

#[test]
fn attention_has_no_payload() {
    let mut writer = PacketWriter::new(PacketKind::Attention);
    writer.finish();
    // MS-TDS 4.10, Attention Request.
    assert_eq!(writer.ready(), [0x06, 0x01, 0x00, 0x08, 0x00, 0x00, 0x01, 0x00]);
    let found = messages(writer.ready(), &[3], SIZE_DEFAULT);
    assert_eq!(found, [(PacketKind::Attention, Status::END_OF_MESSAGE, Vec::new())]);
}

#[test]
fn message_of_exact_packet_size_is_one_packet() {
    let mut writer = PacketWriter::new(PacketKind::SqlBatch);
    writer.set_packet_size(512);
    writer.put(&[7; 504]);
    assert!(writer.ready().is_empty());
    writer.finish();
    assert_eq!(writer.ready().len(), 512);
    writer.sent(512);
    writer.put(&[7; 505]);
    assert_eq!(writer.ready().len(), 512);
    writer.finish();
    assert_eq!(writer.ready().len(), 512 + 9);
}

#[test]
fn abandoned_message_is_marked_ignored() {
    let mut writer = PacketWriter::new(PacketKind::BulkLoad);
    writer.set_packet_size(512);
    writer.put(&[7; 700]);
    writer.give_up();
    let mut reader = PacketReader::new();
    let mut bytes = writer.ready();
    let first = reader.take(&mut bytes).expect("a packet").expect("whole");
    assert!(!first.is_given_up() && first.payload.len() == 504);
    let second = reader.take(&mut bytes).expect("a packet").expect("whole");
    assert!(second.is_given_up() && second.payload.is_empty());
}

#[test]
fn interleaved_message_is_rejected() {
    let mut reader = PacketReader::new();
    let mut bytes: &[u8] = &[1, 0, 0, 9, 0, 0, 1, 0, 65, 3, 1, 0, 8, 0, 0, 2, 0];
    assert!(reader.take(&mut bytes).expect("a packet").is_some());
    assert!(reader.take(&mut bytes).is_err());
}

proptest! {
    #[test]
    fn written_packets_are_read_back(
        payloads in proptest::collection::vec(proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..900), 0..5), 1..4),
        parts in proptest::collection::vec(1..700usize, 1..5),
        size in 512..1200u16,
    ) {
        let mut writer = PacketWriter::new(PacketKind::Rpc);
        writer.set_packet_size(size);
        let (mut sent, mut expected) = (Vec::new(), Vec::new());
        for payload in payloads {
            writer.begin(PacketKind::Rpc, Status::RESET_CONNECTION);
            for part in &payload {
                writer.put(part);
                sent.extend_from_slice(writer.ready());
                writer.sent(writer.ready().len());
            }
            writer.finish();
            sent.extend_from_slice(writer.ready());
            writer.sent(writer.ready().len());
            expected.push((PacketKind::Rpc, Status::RESET_CONNECTION.with(Status::END_OF_MESSAGE), payload.concat()));
        }
        prop_assert_eq!(messages(&sent, &parts, size), expected);
    }

    #[test]
    fn random_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let mut reader = PacketReader::new();
        let mut rest = bytes.as_slice();
        while let Ok(Some(piece)) = reader.take(&mut rest) {
            prop_assert!(piece.payload.len() <= bytes.len());
        }
    }
}
