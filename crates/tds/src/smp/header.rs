//! The header of an SMP packet (MC-SMP 2.2.1). Numbers are little-endian.

use crate::error::ProtocolError;
use crate::packet::SIZE_MAX;

/// The kind of an SMP packet. A packet has exactly one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum SmpKind {
    /// Opens a session.
    Syn = 0x01,
    /// Moves the window.
    Ack = 0x02,
    /// Ends a session.
    Fin = 0x04,
    /// Carries a payload.
    Data = 0x08,
}

/// The header of an SMP packet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SmpHeader {
    /// The kind of the packet.
    pub kind: SmpKind,
    /// The session's id, chosen by the client.
    pub session: u16,
    /// Length of the payload in bytes. Only DATA packets have one.
    pub payload_bytes: u32,
    /// The number of the last DATA packet that the sender has sent in the session, this one
    /// included.
    pub sequence: u32,
    /// The number of the last DATA packet that the sender accepts.
    pub window: u32,
}

impl SmpHeader {
    /// Returns the header's bytes.
    pub fn bytes(self) -> [u8; SMP_HEADER_BYTES] {
        let mut bytes = [0; SMP_HEADER_BYTES];
        bytes[0] = SMID;
        bytes[1] = self.kind as u8;
        bytes[2..4].copy_from_slice(&self.session.to_le_bytes());
        bytes[4..8].copy_from_slice(&(self.payload_bytes + SMP_HEADER_BYTES as u32).to_le_bytes());
        bytes[8..12].copy_from_slice(&self.sequence.to_le_bytes());
        bytes[12..].copy_from_slice(&self.window.to_le_bytes());
        bytes
    }

    /// Decodes a header. A payload has at most as many bytes as the largest TDS packet.
    ///
    /// # Errors
    /// The first byte isn't SMP's, there isn't exactly one kind, or the length is invalid for it.
    pub fn read(bytes: [u8; SMP_HEADER_BYTES]) -> Result<SmpHeader, ProtocolError> {
        let number = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        if bytes[0] != SMID {
            return Err(ProtocolError::invalid("the first byte of an SMP packet", bytes[0].into()));
        }
        let kind = match bytes[1] {
            0x01 => SmpKind::Syn,
            0x02 => SmpKind::Ack,
            0x04 => SmpKind::Fin,
            0x08 => SmpKind::Data,
            other => return Err(ProtocolError::invalid("the flags of an SMP packet", other.into())),
        };
        let length = number(4);
        let payload_bytes = length.checked_sub(SMP_HEADER_BYTES as u32);
        let payload_bytes = payload_bytes.ok_or(ProtocolError::invalid(LENGTH, length.into()))?;
        let bytes_max = if kind == SmpKind::Data { SIZE_MAX.into() } else { 0 };
        if payload_bytes > bytes_max {
            return Err(ProtocolError::too_long(LENGTH, payload_bytes.into(), bytes_max.into()));
        }
        let session = u16::from_le_bytes([bytes[2], bytes[3]]);
        Ok(SmpHeader { kind, session, payload_bytes, sequence: number(8), window: number(12) })
    }
}

/// Takes a complete packet, header and payload, off the front of `bytes`. Returns `None` if more
/// bytes are needed; then nothing is taken.
///
/// # Errors
/// The header is invalid. A wrong first byte is reported before the header is complete.
pub fn take_packet<'b>(bytes: &mut &'b [u8]) -> Result<Option<(SmpHeader, &'b [u8])>, ProtocolError> {
    let Some((header, rest)) = bytes.split_first_chunk::<SMP_HEADER_BYTES>() else {
        return match bytes.first() {
            Some(first) if *first != SMID => {
                Err(ProtocolError::invalid("the first byte of an SMP packet", (*first).into()))
            }
            _ => Ok(None),
        };
    };
    let header = SmpHeader::read(*header)?;
    let Some((payload, rest)) = rest.split_at_checked(header.payload_bytes as usize) else { return Ok(None) };
    *bytes = rest;
    Ok(Some((header, payload)))
}

/// Bytes of a header.
pub const SMP_HEADER_BYTES: usize = 16;
const SMID: u8 = 0x53;
const LENGTH: &str = "the length of an SMP packet";
