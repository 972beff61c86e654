//! Finds packets in a stream of bytes. Only an incomplete header is copied.

use super::header::{HEADER_BYTES, Header, PacketKind, SIZE_DEFAULT, SIZE_MAX, Status};
use crate::error::ProtocolError;

/// A piece of a message's payload.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece<'b> {
    /// The header of the piece's packet.
    pub header: Header,
    /// The bytes; empty for a packet without payload.
    pub payload: &'b [u8],
    /// Whether the piece is the message's first.
    pub begins: bool,
    /// Whether the piece is the message's last.
    pub ends: bool,
}

impl Piece<'_> {
    /// Returns whether the message has ended and its sender abandoned it.
    pub fn is_given_up(&self) -> bool {
        self.ends && self.header.status.has(Status::IGNORE)
    }
}

/// Splits a stream into packets. It keeps no payload: pieces are parts of the given bytes.
#[derive(Debug)]
pub struct PacketReader {
    size_max: u16,
    begun: [u8; HEADER_BYTES],
    begun_bytes: usize,
    /// The packet whose payload is being read.
    header: Option<Header>,
    payload_left: usize,
    /// The kind of the message whose last packet hasn't arrived.
    open: Option<PacketKind>,
    begins: bool,
    /// Packets whose header has been read since the last [`PacketReader::take_count`].
    count: u64,
}

impl Default for PacketReader {
    fn default() -> PacketReader {
        PacketReader::new()
    }
}

impl PacketReader {
    /// Returns a reader before the first packet. Accepts packets of the default size until another
    /// is set.
    pub fn new() -> PacketReader {
        PacketReader {
            size_max: SIZE_DEFAULT,
            begun: [0; HEADER_BYTES],
            begun_bytes: 0,
            header: None,
            payload_left: 0,
            open: None,
            begins: false,
            count: 0,
        }
    }

    /// Returns the number of packets read since the last call.
    pub fn take_count(&mut self) -> u64 {
        std::mem::take(&mut self.count)
    }

    /// Sets the negotiated packet size: longer packets are rejected from now on.
    pub fn set_packet_size(&mut self, size: u16) {
        self.size_max = size.min(SIZE_MAX);
    }

    /// Returns whether a message has begun and not ended.
    pub fn is_within_message(&self) -> bool {
        self.open.is_some() || self.begun_bytes > 0
    }

    /// Returns whether the next byte is a packet's first.
    pub fn is_between_packets(&self) -> bool {
        self.header.is_none() && self.begun_bytes == 0
    }

    /// Takes the next piece off the front of `bytes`. Returns `None` if all of `bytes` is consumed
    /// and more are needed. A piece ends where the packet or `bytes` ends. A packet without payload
    /// gives an empty piece. An attention may interrupt a message: it begins a message of its own,
    /// and the interrupted message never ends.
    ///
    /// # Errors
    /// The bytes are not a packet, or a packet of another kind, except an attention, interrupts a
    /// message.
    pub fn take<'b>(&mut self, bytes: &mut &'b [u8]) -> Result<Option<Piece<'b>>, ProtocolError> {
        let header = match self.header {
            Some(header) => header,
            None => match self.read_header(bytes)? {
                Some(header) => header,
                None => return Ok(None),
            },
        };
        if bytes.is_empty() && self.payload_left > 0 {
            return Ok(None);
        }
        let (payload, rest) = bytes.split_at(self.payload_left.min(bytes.len()));
        *bytes = rest;
        self.payload_left -= payload.len();
        let begins = std::mem::take(&mut self.begins);
        let mut ends = false;
        if self.payload_left == 0 {
            self.header = None;
            ends = header.status.has(Status::END_OF_MESSAGE);
            if ends {
                self.open = None;
            }
        }
        Ok(Some(Piece { header, payload, begins, ends }))
    }

    fn read_header(&mut self, bytes: &mut &[u8]) -> Result<Option<Header>, ProtocolError> {
        let taken = (HEADER_BYTES - self.begun_bytes).min(bytes.len());
        let (front, rest) = bytes.split_at(taken);
        self.begun[self.begun_bytes..self.begun_bytes + taken].copy_from_slice(front);
        self.begun_bytes += taken;
        *bytes = rest;
        if self.begun_bytes > 0 {
            // Rejects a wrong first byte at once: a client of another protocol may wait for an
            // answer.
            PacketKind::from_byte(self.begun[0])?;
        }
        if self.begun_bytes < HEADER_BYTES {
            return Ok(None);
        }
        self.begun_bytes = 0;
        let header = Header::read(self.begun, self.size_max)?;
        self.count += 1;
        match self.open {
            // An attention abandons an unfinished message. MS-TDS 2.2.1.7 has the ignore bit for
            // this, but some clients send an attention.
            Some(_) if header.kind == PacketKind::Attention => {
                self.open = Some(header.kind);
                self.begins = true;
            }
            Some(kind) if kind != header.kind => {
                return Err(ProtocolError::invalid("a packet amid another message", header.kind as u64));
            }
            Some(_) => {}
            None => {
                self.open = Some(header.kind);
                self.begins = true;
            }
        }
        self.payload_left = usize::from(header.length) - HEADER_BYTES;
        self.header = Some(header);
        Ok(Some(header))
    }
}
