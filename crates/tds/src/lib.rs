//! The Tabular Data Stream protocol, versions 7.0 to 7.4 and 8.0, as bytes only: no socket, no TLS,
//! no session.
//!
//! The crate reads and writes both directions, the server's and the client's. The caller moves
//! bytes between this crate and the connection. TDS 8.0 is 7.4 inside a TLS connection: see
//! [`encryption`].
//!
//! # Main types
//!
//! - [`PacketReader`] and [`PacketWriter`] split and build packets.
//! - [`Input`] buffers the unread bytes of one message.
//! - [`TdsVersion`] is the version that client and server agreed on. A writer ([`Put::version`])
//!   and an [`Input`] have one; the newest is their default.
//! - [`smp`] splits and builds the packets around TDS packets that MARS has.
//! - [`prelogin`] and [`login`] are the handshake.
//! - [`request`] reads batches, RPC calls, transaction manager requests and table-valued
//!   parameters.
//! - [`token`] writes and reads a server's answer, and reads bulk loads.
//! - [`TypeInfo`], [`CellReader`] and [`write_value`] translate values of `sluice_types`.
//! - [`StoredForm`] writes rows from their stored bytes, without a value in between.
//!
//! # Data flow
//!
//! ```text
//! bytes -> PacketReader -> Input -> prelogin, login, request, token   message or item at a time
//! values, structures -> Put (PacketWriter, Vec) -> bytes               straight into packets
//! ```
//!
//! # Invariants
//!
//! - No input causes a panic.
//! - Memory is bounded by the bytes received plus a constant: an announced length is never
//!   allocated before its bytes arrive.
//! - Writing a value into a packet allocates nothing.
//!
//! # Failures
//!
//! Invalid bytes give a [`ProtocolError`] that names the fault and the structure. Unsupported
//! features are refused by name ([`Fault::Unsupported`]).
//!
//! Comments cite sections of the specification as MS-TDS with their number. Start reading at
//! [`packet`], then [`request::rpc`](request) and [`type_info`].

pub mod error;

pub mod version;

pub mod put;

pub mod cursor;

pub mod input;

pub mod packet;

pub mod smp;

pub mod encryption;

pub mod prelogin;

pub mod feature;

pub mod login;

pub mod code_page;

pub mod collation;

pub mod type_info;

#[cfg(test)]
mod arbitrary;

pub mod value;

pub mod column;

pub mod row;

pub mod stored;

pub mod token;

pub mod request;

pub use collation::WireCollation;
pub use column::{Column, ColumnFlags, TableForm};
pub use error::{Fault, ProtocolError};
pub use input::Input;
pub use packet::{PacketKind, PacketReader, PacketWriter, Piece, Status};
pub use put::Put;
pub use row::write_row;
pub use stored::StoredForm;
pub use token::{Done, DoneKind, DoneStatus, EnvChange, LoginAck, Message, ReturnValue, Token, TokenReader};
pub use type_info::{Form, TypeInfo};
pub use value::{CellReader, NoMatch, ValuePosition, write_value};
pub use version::TdsVersion;
