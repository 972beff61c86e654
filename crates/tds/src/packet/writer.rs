//! Writes a message straight into packets.
//!
//! Complete packets wait in front of the open one. The writer of a long message sends
//! [`PacketWriter::ready`] as fast as the receiver takes it, so memory stays bounded.

use super::header::{HEADER_BYTES, Header, PacketKind, SIZE_DEFAULT, SIZE_MAX, SIZE_MIN, Status};
use crate::put::Put;
use crate::version::TdsVersion;

/// Splits a message into packets. Packets that are complete stay in the buffer until they are sent.
#[derive(Debug)]
pub struct PacketWriter {
    buffer: Vec<u8>,
    /// The index at which the open packet begins.
    open_at: usize,
    /// The buffer length at which the open packet is full; 0 if no packet is open.
    fills_until: usize,
    packet_size: usize,
    kind: PacketKind,
    /// The status bits of the next packet.
    status: Status,
    spid: u16,
    next_id: u8,
    version: TdsVersion,
    /// Packets closed since the last [`PacketWriter::take_count`].
    count: u64,
}

impl PacketWriter {
    /// Returns a writer for messages of `kind`. It has the default packet size and version, and no
    /// packet is open.
    pub fn new(kind: PacketKind) -> PacketWriter {
        PacketWriter {
            buffer: Vec::new(),
            open_at: 0,
            fills_until: 0,
            packet_size: SIZE_DEFAULT.into(),
            kind,
            status: Status::NORMAL,
            spid: 0,
            next_id: 1,
            version: TdsVersion::default(),
            count: 0,
        }
    }

    /// Returns the number of packets closed since the last call.
    pub fn take_count(&mut self) -> u64 {
        std::mem::take(&mut self.count)
    }

    /// Sets the session number that a server's headers carry.
    pub fn set_spid(&mut self, spid: u16) {
        self.spid = spid;
    }

    /// Sets the version of the protocol in which `Put` writes for the receiver.
    pub fn set_version(&mut self, version: TdsVersion) {
        self.version = version;
    }

    /// Sets the negotiated packet size, from the next packet on. Sizes outside 512 to 32,767 bytes
    /// become the nearest allowed one.
    pub fn set_packet_size(&mut self, size: u16) {
        self.packet_size = size.clamp(SIZE_MIN, SIZE_MAX).into();
    }

    /// Sets the next message's kind and the status bits of its first packet. Call it only between
    /// messages. Packets of the message are numbered from 1.
    pub fn begin(&mut self, kind: PacketKind, status: Status) {
        debug_assert_eq!(self.buffer.len(), self.open_at, "a message is finished before the next");
        (self.kind, self.status, self.next_id) = (kind, status, 1);
    }

    /// Ends the message: all of its packets become ready, the last with the end-of-message bit. An
    /// empty message is one empty packet.
    pub fn finish(&mut self) {
        self.open();
        self.close(Status::END_OF_MESSAGE);
    }

    /// Closes the open packet unless it is empty, so that its bytes can be sent before the message
    /// ends.
    pub fn end_packet(&mut self) {
        if self.fills_until > 0 && self.buffer.len() > self.open_at + HEADER_BYTES {
            self.close(Status::NORMAL);
        }
    }

    /// Returns the closed packets, ready to be sent. The open packet isn't among them.
    pub fn ready(&self) -> &[u8] {
        &self.buffer[..self.open_at]
    }

    /// Removes the first `count` ready bytes, which have been sent. A greater count removes all
    /// ready bytes.
    pub fn sent(&mut self, count: usize) {
        let count = count.min(self.open_at);
        self.buffer.drain(..count);
        self.open_at -= count;
        self.fills_until = self.fills_until.saturating_sub(count);
    }

    /// Ends a message that the other side is to ignore: drops the open packet, and adds an empty
    /// last one with the ignore bit.
    pub fn give_up(&mut self) {
        self.buffer.truncate(self.open_at);
        self.fills_until = 0;
        self.open();
        self.close(Status::END_OF_MESSAGE.with(Status::IGNORE));
    }

    /// Reserves a header if no packet is open.
    #[inline]
    fn open(&mut self) {
        if self.fills_until == 0 {
            self.buffer.extend_from_slice(&[0; HEADER_BYTES]);
            self.fills_until = self.open_at + self.packet_size;
        }
    }

    fn close(&mut self, status: Status) {
        let length = self.buffer.len() - self.open_at;
        let status = std::mem::take(&mut self.status).with(status);
        // The length fits: no packet is longer than SIZE_MAX.
        let header = Header { kind: self.kind, status, length: length as u16, spid: self.spid, id: self.next_id };
        self.buffer[self.open_at..self.open_at + HEADER_BYTES].copy_from_slice(&header.bytes());
        self.next_id = self.next_id.wrapping_add(1);
        self.count += 1;
        self.open_at = self.buffer.len();
        self.fills_until = 0;
    }

    /// Writes bytes that exceed the open packet. A full packet is closed only when more bytes
    /// follow, because the last packet carries the end-of-message bit.
    #[cold]
    fn put_across(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            self.open();
            let room = self.fills_until - self.buffer.len();
            if room == 0 {
                self.close(Status::NORMAL);
                continue;
            }
            let (front, rest) = bytes.split_at(room.min(bytes.len()));
            self.buffer.extend_from_slice(front);
            bytes = rest;
        }
    }
}

impl Put for PacketWriter {
    #[inline]
    fn version(&self) -> TdsVersion {
        self.version
    }

    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        if self.buffer.len() + bytes.len() <= self.fills_until {
            self.buffer.extend_from_slice(bytes);
        } else {
            self.put_across(bytes);
        }
    }
}
