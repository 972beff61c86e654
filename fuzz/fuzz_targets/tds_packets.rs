//! Decodes any bytes as a connection, in pieces: packets and the messages in them, both the
//! server's reading of a client and the client's reading of a server.
//!
//! Nothing panics, and memory stays within the bytes received. The first byte is the piece length
//! minus one. A connection that begins with an SMP packet has MARS: the payloads of its sessions
//! are decoded as connections of their own.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sluice_tds::request::{BatchReader, RpcReader, TRANSACTION_REQUEST_MAX, TransactionRequest};
use sluice_tds::smp::{SmpFlow, SmpKind, take_packet};
use sluice_tds::{Input, PacketKind, PacketReader, TokenReader, login, prelogin};
use std::collections::BTreeMap;

/// Reader of the current message, by its kind.
enum Reader {
    Whole(usize),
    Batch(BatchReader),
    Calls(RpcReader),
    Tokens(TokenReader),
}

fuzz_target!(|bytes: &[u8]| {
    let Some((part, bytes)) = bytes.split_first() else { return };
    if bytes.first() == Some(&0x53) {
        sessions(bytes).into_values().for_each(|payload| connection(*part, &payload));
    } else {
        connection(*part, bytes);
    }
});

/// Returns the payloads of the SMP sessions, up to the first invalid packet.
fn sessions(mut bytes: &[u8]) -> BTreeMap<u16, Vec<u8>> {
    let (mut flows, mut payloads) = (BTreeMap::new(), BTreeMap::<u16, Vec<u8>>::new());
    while let Ok(Some((header, payload))) = take_packet(&mut bytes) {
        if header.kind == SmpKind::Syn {
            let Ok(flow) = SmpFlow::for_server(&header) else { break };
            flows.insert(header.session, flow);
            continue;
        }
        let Some(flow) = flows.get_mut(&header.session) else { break };
        if flow.receive(&header).is_err() {
            break;
        }
        if header.kind == SmpKind::Data {
            flow.accept(1);
        }
        payloads.entry(header.session).or_default().extend_from_slice(payload);
    }
    payloads
}

fn connection(part: u8, bytes: &[u8]) {
    let (mut packets, mut input, mut reader) = (PacketReader::new(), Input::new(), Reader::Whole(0));
    for mut part in bytes.chunks(usize::from(part) + 1) {
        loop {
            let piece = match packets.take(&mut part) {
                Ok(Some(piece)) => piece,
                Ok(None) => break,
                Err(_) => return,
            };
            if piece.begins {
                input.clear();
                reader = reader_of(piece.header.kind);
            }
            if let Reader::Whole(bytes_max) = reader {
                if input.feed_whole(piece.payload, "a message", bytes_max).is_err() {
                    return;
                }
            } else {
                input.feed(piece.payload);
            }
            if piece.ends {
                input.end();
            }
            if !read(&mut reader, piece.header.kind, &mut input) {
                return;
            }
        }
    }
}

fn reader_of(kind: PacketKind) -> Reader {
    match kind {
        PacketKind::SqlBatch => Reader::Batch(BatchReader::new(VALUE_MAX)),
        PacketKind::Rpc => Reader::Calls(RpcReader::new(VALUE_MAX)),
        PacketKind::TabularResult => Reader::Tokens(TokenReader::of_answer()),
        PacketKind::BulkLoad => Reader::Tokens(TokenReader::of_bulk_load(VALUE_MAX)),
        PacketKind::TransactionManager => Reader::Whole(TRANSACTION_REQUEST_MAX),
        PacketKind::Prelogin => Reader::Whole(prelogin::MESSAGE_MAX),
        PacketKind::Login7 => Reader::Whole(login::MESSAGE_MAX),
        PacketKind::Attention | PacketKind::Sspi => Reader::Whole(0),
    }
}

/// Reads the available input. Returns whether the connection goes on.
fn read(reader: &mut Reader, kind: PacketKind, input: &mut Input) -> bool {
    match reader {
        Reader::Batch(batch) => batch.read(input).is_ok(),
        Reader::Calls(calls) => loop {
            match calls.next(input) {
                Ok(Some(_)) => {}
                other => return other.is_ok(),
            }
        },
        Reader::Tokens(tokens) => loop {
            match tokens.next(input) {
                Ok(Some(_)) => {}
                other => return other.is_ok(),
            }
        },
        Reader::Whole(_) if !input.has_ended() => true,
        Reader::Whole(_) => match kind {
            PacketKind::Prelogin => prelogin::Prelogin::read(input.rest()).is_ok(),
            PacketKind::Login7 => login::Login::read(input.rest()).is_ok(),
            PacketKind::TransactionManager => TransactionRequest::read(input.rest()).is_ok(),
            _ => true,
        },
    }
}

const VALUE_MAX: u64 = 1 << 20;
