//! Packets (MS-TDS 2.2.3): a header of eight bytes, then a piece of a message.
//!
//! ```text
//! 0      1        2          4        6    7        8
//! | type | status | length   | SPID   | id | window | payload ...
//! ```
//! The length includes the header. The length and the SPID are big-endian.

mod header;

mod reader;

mod writer;

#[cfg(test)]
mod tests;

pub use header::{
    HEADER_BYTES, Header, PacketKind, SIZE_DEFAULT, SIZE_MAX, SIZE_MIN, Status, opens_with_tls, packet_size,
};
pub use reader::{PacketReader, Piece};
pub use writer::PacketWriter;
