//! A packet's header (MS-TDS 2.2.3.1).

use crate::error::ProtocolError;

/// What the message is that a packet belongs to (2.2.3.1.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum PacketKind {
    /// A batch of T-SQL.
    SqlBatch = 0x01,
    /// Calls of procedures.
    Rpc = 0x03,
    /// All that a server answers.
    TabularResult = 0x04,
    /// Cancels what runs; has no payload.
    Attention = 0x06,
    /// Rows for INSERT BULK.
    BulkLoad = 0x07,
    /// Begin, commit, rollback, save.
    TransactionManager = 0x0E,
    /// The log-in.
    Login7 = 0x10,
    /// A further step of a Windows log-in.
    Sspi = 0x11,
    /// The first message; and, with TDS 7, what the TLS handshake rides in.
    Prelogin = 0x12,
}

impl PacketKind {
    /// What the byte stands for.
    ///
    /// # Errors
    /// Nothing, or something that is refused by its name.
    pub fn of(byte: u8) -> Result<PacketKind, ProtocolError> {
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
            // MC-SMP 2.2.1: the byte that its packets begin with.
            0x53 => return Err(ProtocolError::unsupported(PLACE, "MARS (an SMP packet)")),
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
    /// The sender gave up: the message is to be dropped. Only together with the end of the message.
    pub const IGNORE: Status = Status(0x02);
    /// Reset the session before the request; in the request's first packet.
    pub const RESET_CONNECTION: Status = Status(0x08);
    /// The same, but for the transaction, which stays.
    pub const RESET_CONNECTION_SKIP_TRAN: Status = Status(0x10);

    /// Whether all bits of `other` are set.
    pub const fn has(self, other: Status) -> bool {
        self.0 & other.0 == other.0
    }

    /// What counts of it in a packet that is not its message's first.
    #[must_use]
    pub const fn in_later_packets(self) -> Status {
        Status(self.0 & !(Status::RESET_CONNECTION.0 | Status::RESET_CONNECTION_SKIP_TRAN.0))
    }

    /// The bits of both.
    #[must_use]
    pub const fn with(self, other: Status) -> Status {
        Status(self.0 | other.0)
    }
}

/// A packet's header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// What the message is.
    pub kind: PacketKind,
    /// Whether it is the last packet, and more.
    pub status: Status,
    /// Bytes of the packet, these eight among them.
    pub length: u16,
    /// The session, where a server says it.
    pub spid: u16,
    /// The packet's number in its message, from 1 on, modulo 256. Nobody looks at it.
    pub id: u8,
}

impl Header {
    /// The header's bytes.
    pub fn bytes(self) -> [u8; HEADER_BYTES] {
        let (length, spid) = (self.length.to_be_bytes(), self.spid.to_be_bytes());
        [self.kind as u8, self.status.0, length[0], length[1], spid[0], spid[1], self.id, 0]
    }

    /// The header that `bytes` are, of a packet of at most `size_max` bytes.
    ///
    /// # Errors
    /// The type is unknown or refused, or the length is not one.
    pub fn read(bytes: [u8; HEADER_BYTES], size_max: u16) -> Result<Header, ProtocolError> {
        let header = Header {
            kind: PacketKind::of(bytes[0])?,
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

/// Whether a connection whose first byte this is begins with TLS (TDS 8.0) and not with a PRELOGIN: the byte is the type of a TLS record
/// of the handshake.
pub const fn opens_with_tls(first: u8) -> bool {
    first == 0x16
}

/// The packet size for which a LOGIN7 asks, as it can be granted (2.2.7.9, type 4): 0 leaves it to the server, and what is beyond the bounds
/// gets the nearest one.
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
/// A packet's size before another is agreed on, and where the client has no wish.
pub const SIZE_DEFAULT: u16 = 4096;
/// The least that can be agreed on.
pub const SIZE_MIN: u16 = 512;
/// The most that can be agreed on.
pub const SIZE_MAX: u16 = 32_767;
const PLACE: &str = "a packet";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_for_a_packet_size() {
        // ODBC Driver 18 asks for 0.
        for (asked, granted) in [(0, 4096), (1, 512), (512, 512), (8000, 8000), (32_767, 32_767), (u32::MAX, 32_767)] {
            assert_eq!(packet_size(asked), granted);
        }
    }

    #[test]
    fn what_is_no_header() {
        let fault = |bytes| Header::read(bytes, SIZE_DEFAULT).expect_err("no header").fault;
        assert_eq!(fault([1, 1, 0, 7, 0, 0, 1, 0]), crate::Fault::Invalid(7));
        assert_eq!(fault([1, 1, 0x10, 1, 0, 0, 1, 0]), crate::Fault::TooLong { length: 4097, limit: 4096 });
        assert_eq!(fault([0x53, 1, 0, 16, 0, 0, 0, 0]), crate::Fault::Unsupported("MARS (an SMP packet)"));
        assert_eq!(fault(*b"GET / HT"), crate::Fault::Invalid(b'G'.into()));
    }
}
