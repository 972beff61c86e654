//! A message of a client.

use sluice_tds::{Input, PacketKind, Status};

/// A message whose bytes may still be arriving: `input` has those received so far.
pub(crate) struct Message {
    pub(crate) kind: PacketKind,
    /// The union of the status bits of its packets.
    pub(crate) status: Status,
    pub(crate) input: Input,
}
