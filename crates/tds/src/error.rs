//! Errors in received bytes: the fault, the structure, and the limit. They are values without text;
//! a server maps them to messages.

use std::fmt;

/// The bytes violate the protocol or request an unsupported feature.
///
/// The start of the next item in the message is then unknown. The message's end is still known from
/// its packets, so a server can skip the rest of a request and answer with an error. The server
/// closes the connection after an error in a packet header or before the log-in is complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProtocolError {
    /// The fault.
    pub fault: Fault,
    /// The structure that holds the fault, by its name in MS-TDS.
    pub place: &'static str,
}

/// A fault in received bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The message ended before the structure did.
    Truncated,
    /// The length or the number of elements exceeds the limit.
    TooLong {
        /// The actual length or count.
        length: u64,
        /// The greatest length or count allowed.
        limit: u64,
    },
    /// A call has more parameters than this number.
    TooManyParameters(usize),
    /// A number that is invalid in this place.
    Invalid(u64),
    /// A valid request for an unsupported feature, by its name.
    Unsupported(&'static str),
    /// A long value could not be stored. The reader has the reason
    /// ([`CellReader::failure`](crate::CellReader::failure)).
    NotKept,
}

impl ProtocolError {
    /// Returns the error for a message that ended within `place`.
    pub const fn truncated(place: &'static str) -> ProtocolError {
        ProtocolError { fault: Fault::Truncated, place }
    }

    /// Returns the error for a `value` that is invalid in `place`.
    pub const fn invalid(place: &'static str, value: u64) -> ProtocolError {
        ProtocolError { fault: Fault::Invalid(value), place }
    }

    /// Returns the error for a `length` over `limit` in `place`.
    pub const fn too_long(place: &'static str, length: u64, limit: u64) -> ProtocolError {
        ProtocolError { fault: Fault::TooLong { length, limit }, place }
    }

    /// Returns the error for the unsupported feature `name` in `place`.
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
