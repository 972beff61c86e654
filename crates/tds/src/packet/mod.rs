//! Packets (MS-TDS 2.2.3): eight bytes of header, then a piece of a message.
//!
//! ```text
//! 0      1        2          4        6    7        8
//! | type | status | length   | SPID   | id | window | payload ...   length counts the header; it and SPID have their highest byte first
//! ```

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
