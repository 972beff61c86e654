//! The Tabular Data Stream protocol, versions 7.4 and 8.0, as bytes and nothing else: no socket, no TLS, no session.
//!
//! Both directions are here, the server's and the client's: who has bytes gives them, who wants bytes takes them. Sections of the
//! protocol's text are cited as MS-TDS with their numbers; what a section says that is not plain from the code stands, in our words, in
//! the module that keeps it. TDS 8.0 is 7.4 inside TLS that came first: see [`encryption`].
//!
//! ```text
//!   bytes -> packet::PacketReader -> Input -> prelogin, login, ...        whole messages, or item by item as they arrive
//!   values, structures -> Put (packet::PacketWriter, Vec) -> bytes       straight into packets, nothing allocated per value
//! ```
//!
//! Invariants: no input makes a panic, and none makes memory grow beyond what has been received plus a constant; a length that
//! was announced is never allocated before its bytes are there. What is not supported is refused by its name ([`Fault::Unsupported`]).

pub mod error;

pub mod put;

pub mod cursor;

pub mod input;

pub mod packet;

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
pub use value::{CellReader, NoMatch, Place, write_value};
