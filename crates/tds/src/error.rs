//! What can be wrong with received bytes: what, where, and the limit.

use std::fmt;

/// The bytes do not keep to the protocol, or ask for what is not supported. Nobody knows then where the next item of the message begins; but
/// packets tell where it ends, so that a server can pass over the rest of a request and answer with an error. After an error in packets
/// themselves, or before the log-in is through, it closes the connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProtocolError {
    /// What is wrong.
    pub fault: Fault,
    /// In which structure, by the name that MS-TDS has for it.
    pub place: &'static str,
}

/// What is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The message ended before the structure did.
    Truncated,
    /// More bytes, or more elements, than are allowed.
    TooLong {
        /// How many there are.
        length: u64,
        /// How many there may be.
        limit: u64,
    },
    /// A call has more parameters than this many.
    TooManyParameters(usize),
    /// A number that means nothing in this place.
    Invalid(u64),
    /// It means something that this project does not do, by its name.
    Unsupported(&'static str),
    /// A long value could not be kept; why the reader knows ([`CellReader::failure`](crate::CellReader::failure)).
    NotKept,
}

impl ProtocolError {
    /// The message ended within `place`.
    pub const fn truncated(place: &'static str) -> ProtocolError {
        ProtocolError { fault: Fault::Truncated, place }
    }

    /// `value` means nothing in `place`.
    pub const fn invalid(place: &'static str, value: u64) -> ProtocolError {
        ProtocolError { fault: Fault::Invalid(value), place }
    }

    /// There are more than `limit` in `place`.
    pub const fn too_long(place: &'static str, length: u64, limit: u64) -> ProtocolError {
        ProtocolError { fault: Fault::TooLong { length, limit }, place }
    }

    /// What is asked for in `place` is called `name` and not supported.
    pub const fn unsupported(place: &'static str, name: &'static str) -> ProtocolError {
        ProtocolError { fault: Fault::Unsupported(name), place }
    }
}

impl fmt::Display for ProtocolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.place;
        match self.fault {
            Fault::Truncated => write!(f, "the message ends within {place}"),
            Fault::TooLong { length, limit } => write!(f, "{place} is too long: {length}, at most {limit}"),
            Fault::TooManyParameters(limit) => write!(f, "{place} has too many parameters: at most {limit}"),
            Fault::Invalid(value) => write!(f, "{value} (0x{value:X}) means nothing in {place}"),
            Fault::Unsupported(name) => write!(f, "{name} in {place} is not supported"),
            Fault::NotKept => write!(f, "{place} could not be kept"),
        }
    }
}

impl std::error::Error for ProtocolError {}
