//! Writes a message straight into packets.
//!
//! Full packets wait in front of the one that is being filled. Who writes a long message sends [`PacketWriter::ready`] now and then, at
//! the pace at which the other side takes it, and memory stays bounded.

use super::header::{HEADER_BYTES, Header, PacketKind, SIZE_DEFAULT, SIZE_MAX, SIZE_MIN, Status};
use crate::put::Put;

/// Puts bytes into packets.
#[derive(Debug)]
pub struct PacketWriter {
    buffer: Vec<u8>,
    /// Where the packet begins that is being filled.
    open_at: usize,
    /// How long the buffer may become before the open packet is full; 0 while none is open.
    fills_until: usize,
    packet_size: usize,
    kind: PacketKind,
    /// The bits of the next packet's status.
    status: Status,
    spid: u16,
    next_id: u8,
}

impl PacketWriter {
    /// For messages of `kind`.
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
        }
    }

    /// The session whose number the headers tell, as a server's do.
    pub fn set_spid(&mut self, spid: u16) {
        self.spid = spid;
    }

    /// The size that was agreed on; from the next packet on.
    pub fn set_packet_size(&mut self, size: u16) {
        self.packet_size = size.clamp(SIZE_MIN, SIZE_MAX).into();
    }

    /// The next message's kind, and the bits of its first packet's status. Between messages only.
    pub fn begin(&mut self, kind: PacketKind, status: Status) {
        debug_assert_eq!(self.buffer.len(), self.open_at, "a message is finished before the next");
        (self.kind, self.status, self.next_id) = (kind, status, 1);
    }

    /// Ends the message: everything is ready to be sent.
    pub fn finish(&mut self) {
        self.open();
        self.close(Status::END_OF_MESSAGE);
    }

    /// Ends the packet that is being filled, unless it is empty, so that what is in it can be sent while the message goes on.
    pub fn end_packet(&mut self) {
        if self.fills_until > 0 && self.buffer.len() > self.open_at + HEADER_BYTES {
            self.close(Status::NORMAL);
        }
    }

    /// The packets that can be sent.
    pub fn ready(&self) -> &[u8] {
        &self.buffer[..self.open_at]
    }

    /// The first `count` bytes of what was ready have been sent.
    pub fn sent(&mut self, count: usize) {
        let count = count.min(self.open_at);
        self.buffer.drain(..count);
        self.open_at -= count;
        self.fills_until = self.fills_until.saturating_sub(count);
    }

    /// Drops the packet that is being filled, as one does who tells the other side to ignore the message.
    pub fn give_up(&mut self) {
        self.buffer.truncate(self.open_at);
        self.fills_until = 0;
        self.open();
        self.close(Status::END_OF_MESSAGE.with(Status::IGNORE));
    }

    /// Makes room for a header, if no packet is open.
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
        // No packet is longer than SIZE_MAX.
        let header = Header { kind: self.kind, status, length: length as u16, spid: self.spid, id: self.next_id };
        self.buffer[self.open_at..self.open_at + HEADER_BYTES].copy_from_slice(&header.bytes());
        self.next_id = self.next_id.wrapping_add(1);
        self.open_at = self.buffer.len();
        self.fills_until = 0;
    }

    /// What does not fit into the open packet. A full packet is closed only when more comes, as the last one says that it is the last.
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
    fn put(&mut self, bytes: &[u8]) {
        if self.buffer.len() + bytes.len() <= self.fills_until {
            self.buffer.extend_from_slice(bytes);
        } else {
            self.put_across(bytes);
        }
    }
}
