//! The flow control of one SMP session (MC-SMP 3.1.5.2).
//!
//! Sequence numbers wrap. The window of a receiver never moves back.

use super::header::{SmpHeader, SmpKind};
use crate::error::ProtocolError;

/// The numbers of one session, seen from one end of the connection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SmpFlow {
    session: u16,
    /// The last packet sent, and the last that the other end accepts.
    sent: u32,
    sent_max: u32,
    /// The last packet received, the last that may come, and the one that the other end knows as
    /// such.
    received: u32,
    received_max: u32,
    told_max: u32,
}

impl SmpFlow {
    /// Returns the numbers of a session that the client opens with `session` as id.
    pub fn for_client(session: u16) -> SmpFlow {
        SmpFlow {
            session,
            sent: 0,
            sent_max: WINDOW_PACKETS,
            received: 0,
            received_max: WINDOW_PACKETS,
            told_max: WINDOW_PACKETS,
        }
    }

    /// Returns the numbers of a session for the server that has received `syn`.
    ///
    /// # Errors
    /// The packet isn't SYN, or its sequence number isn't 0.
    pub fn for_server(syn: &SmpHeader) -> Result<SmpFlow, ProtocolError> {
        if syn.kind != SmpKind::Syn || syn.sequence != 0 {
            return Err(ProtocolError::invalid("the sequence number of SYN", syn.sequence.into()));
        }
        Ok(SmpFlow { sent_max: syn.window, ..SmpFlow::for_client(syn.session) })
    }

    /// Whether a DATA packet may be sent now.
    pub fn can_send(&self) -> bool {
        self.sent != self.sent_max
    }

    /// Returns the header of the next DATA packet. Call it only if [`SmpFlow::can_send`].
    pub fn data(&mut self, payload_bytes: u32) -> SmpHeader {
        self.sent = self.sent.wrapping_add(1);
        self.header(SmpKind::Data, payload_bytes)
    }

    /// Returns the header of a packet without payload.
    pub fn control(&mut self, kind: SmpKind) -> SmpHeader {
        self.header(kind, 0)
    }

    fn header(&mut self, kind: SmpKind, payload_bytes: u32) -> SmpHeader {
        self.told_max = self.received_max;
        SmpHeader { kind, session: self.session, payload_bytes, sequence: self.sent, window: self.received_max }
    }

    /// Takes note of a received packet of the session, other than SYN.
    ///
    /// # Errors
    /// A DATA packet doesn't follow the one before or is beyond the window, or another packet has
    /// not the number of the last DATA packet.
    pub fn receive(&mut self, header: &SmpHeader) -> Result<(), ProtocolError> {
        if header.kind == SmpKind::Data {
            if self.received == self.received_max {
                return Err(ProtocolError::invalid("the window of an SMP session", header.sequence.into()));
            }
            self.received = self.received.wrapping_add(1);
        }
        if header.sequence != self.received {
            return Err(ProtocolError::invalid("the sequence number of an SMP packet", header.sequence.into()));
        }
        // A window that is behind the known one would take back what it allowed.
        if is_at_or_behind(self.sent_max, header.window) {
            self.sent_max = header.window;
        }
        Ok(())
    }

    /// Accepts `packets` more packets: as many have been processed.
    pub fn accept(&mut self, packets: u32) {
        self.received_max = self.received_max.wrapping_add(packets);
    }

    /// Whether an ACK is due: the other end doesn't know half of the window. A DATA packet has the
    /// window, too.
    pub fn owes_ack(&self) -> bool {
        self.received_max.wrapping_sub(self.told_max) >= WINDOW_PACKETS / 2
    }
}

/// Whether `number` is `other` or a number before it, in numbers that wrap.
fn is_at_or_behind(number: u32, other: u32) -> bool {
    other.wrapping_sub(number) < 1 << 31
}

/// The packets that both ends accept when a session begins.
pub const WINDOW_PACKETS: u32 = 4;
