//! The Session Multiplex Protocol (MC-SMP): several streams of packets over one connection, as MARS
//! needs them. Bytes only, like the rest of the crate.
//!
//! After a log-in with MARS, each TDS packet is the payload of an SMP packet. The client opens a
//! session with SYN and ends it with FIN. A sender sends at most as many DATA packets of a session
//! as the receiver's window allows; DATA and ACK packets move the window.

mod flow;
mod header;
#[cfg(test)]
mod tests;

pub use flow::{SmpFlow, WINDOW_PACKETS};
pub use header::{SMP_HEADER_BYTES, SmpHeader, SmpKind, take_packet};
