//! The header of a packet (MS-TDS 2.2.3.1).

use crate::error::ProtocolError;

/// The kind of the message that a packet belongs to (2.2.3.1.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum PacketKind {
    /// A batch of T-SQL.
    SqlBatch = 0x01,
    /// One or more procedure calls.
    Rpc = 0x03,
    /// A server's answer.
    TabularResult = 0x04,
    /// Cancels the running request; has no payload.
    Attention = 0x06,
    /// Rows for INSERT BULK.
    BulkLoad = 0x07,
    /// Begin, commit, rollback, save.
    TransactionManager = 0x0E,
    /// The log-in.
    Login7 = 0x10,
    /// A further step of a Windows log-in.
    Sspi = 0x11,
    /// The first message; with TDS 7 also the carrier of the TLS handshake.
    Prelogin = 0x12,
}

impl PacketKind {
    /// Returns the kind with the number `byte`. Log-ins older than TDS 7, federated tokens and SMP
    /// packets of a connection without MARS are named as unsupported.
    ///
    /// # Errors
    /// The byte is invalid or a kind that is unsupported.
    pub fn from_byte(byte: u8) -> Result<PacketKind, ProtocolError> {
        Ok(match byte {
            0x01 => PacketKind::SqlBatch,
            0x03 => PacketKind::Rpc,
            0x04 => PacketKind::TabularResult,
            0x06 => PacketKind::Attention,
            0x07 => PacketKind::BulkLoad,
            0x0E => PacketKind::TransactionManager,
            0x10 => PacketKind::Login7,
            0x11 => PacketKind::Sspi,
            0x12 => PacketKind::Prelogin,
            0x02 => return Err(ProtocolError::unsupported(PLACE, "a log-in older than TDS 7")),
            0x08 => return Err(ProtocolError::unsupported(PLACE, "a federated authentication token")),
            // MC-SMP 2.2.1: the first byte of SMP packets.
            0x53 => return Err(ProtocolError::unsupported(PLACE, "an SMP packet without MARS")),
            other => return Err(ProtocolError::invalid("the packet's type", other.into())),
        })
    }
}

/// The bits of a packet's second byte (2.2.3.1.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Status(pub u8);

impl Status {
    /// More packets of the message follow.
    pub const NORMAL: Status = Status(0);
    /// The message's last packet.
    pub const END_OF_MESSAGE: Status = Status(0x01);
    /// The sender abandoned the message: the receiver drops it. Valid only together with
    /// END_OF_MESSAGE.
    pub const IGNORE: Status = Status(0x02);
    /// Reset the session before the request; set in the request's first packet.
    pub const RESET_CONNECTION: Status = Status(0x08);
    /// Reset the session but keep its transaction.
    pub const RESET_CONNECTION_SKIP_TRAN: Status = Status(0x10);

    /// Whether all bits of `other` are set.
    pub const fn has(self, other: Status) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns the bits that are valid in packets after a message's first.
    #[must_use]
    pub const fn in_later_packets(self) -> Status {
        Status(self.0 & !(Status::RESET_CONNECTION.0 | Status::RESET_CONNECTION_SKIP_TRAN.0))
    }

    /// Returns the union of both sets of bits.
    #[must_use]
    pub const fn with(self, other: Status) -> Status {
        Status(self.0 | other.0)
    }
}

/// A packet's header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// The kind of the message.
    pub kind: PacketKind,
    /// Status bits, such as the end of the message.
    pub status: Status,
    /// Length of the packet in bytes, including this header.
    pub length: u16,
    /// The session's number, if a server sends it.
    pub spid: u16,
    /// The packet's number in its message, from 1 on, modulo 256. Readers ignore it.
    pub id: u8,
}

impl Header {
    /// Returns the header's bytes.
    pub fn bytes(self) -> [u8; HEADER_BYTES] {
        let (length, spid) = (self.length.to_be_bytes(), self.spid.to_be_bytes());
        [self.kind as u8, self.status.0, length[0], length[1], spid[0], spid[1], self.id, 0]
    }

    /// Decodes the header of a packet of at most `size_max` bytes. The length must cover the header
    /// itself.
    ///
    /// # Errors
    /// The type is unknown or unsupported, or the length is invalid.
    pub fn read(bytes: [u8; HEADER_BYTES], size_max: u16) -> Result<Header, ProtocolError> {
        let header = Header {
            kind: PacketKind::from_byte(bytes[0])?,
            status: Status(bytes[1]),
            length: u16::from_be_bytes([bytes[2], bytes[3]]),
            spid: u16::from_be_bytes([bytes[4], bytes[5]]),
            id: bytes[6],
        };
        if usize::from(header.length) < HEADER_BYTES {
            return Err(ProtocolError::invalid("the packet's length", header.length.into()));
        }
        if header.length > size_max {
            return Err(ProtocolError::too_long(PLACE, header.length.into(), size_max.into()));
        }
        Ok(header)
    }
}

/// Returns whether a connection that opens with the byte `first` begins with TLS (TDS 8.0) rather
/// than PRELOGIN. The byte of TLS is the record type of the handshake.
pub const fn opens_with_tls(first: u8) -> bool {
    first == 0x16
}

/// Returns the packet size granted for a LOGIN7 request (2.2.7.9, type 4). 0 requests the default;
/// other sizes are clamped to the bounds.
pub const fn packet_size(asked: u32) -> u16 {
    match asked {
        0 => SIZE_DEFAULT,
        1..=511 => SIZE_MIN,
        512..=32_767 => asked as u16,
        _ => SIZE_MAX,
    }
}

/// Bytes of a header.
pub const HEADER_BYTES: usize = 8;
/// The packet size before the log-in, and the one granted if the client requests none.
pub const SIZE_DEFAULT: u16 = 4096;
/// The smallest packet size.
pub const SIZE_MIN: u16 = 512;
/// The largest packet size.
pub const SIZE_MAX: u16 = 32_767;
const PLACE: &str = "a packet";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packet_size_is_clamped() {
        // ODBC Driver 18 asks for 0.
        for (asked, granted) in [(0, 4096), (1, 512), (512, 512), (8000, 8000), (32_767, 32_767), (u32::MAX, 32_767)] {
            assert_eq!(packet_size(asked), granted);
        }
    }

    #[test]
    fn invalid_headers_are_rejected() {
        let fault = |bytes| Header::read(bytes, SIZE_DEFAULT).expect_err("no header").fault;
        assert_eq!(fault([1, 1, 0, 7, 0, 0, 1, 0]), crate::Fault::Invalid(7));
        assert_eq!(fault([1, 1, 0x10, 1, 0, 0, 1, 0]), crate::Fault::TooLong { length: 4097, limit: 4096 });
        assert_eq!(fault([0x53, 1, 0, 16, 0, 0, 0, 0]), crate::Fault::Unsupported("an SMP packet without MARS"));
        assert_eq!(fault(*b"GET / HT"), crate::Fault::Invalid(b'G'.into()));
    }
}
