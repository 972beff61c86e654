//! Why a connection ends.

use sluice_engine::{InstanceError, SessionEnded};
use sluice_tds::ProtocolError;
use std::fmt;
use std::io;

/// Why a connection ends.
#[derive(Debug)]
pub(crate) enum Ended {
    /// The client has gone, as clients do.
    Gone,
    /// The client was refused; it has been told.
    Refused(String),
    /// What came is not the protocol.
    Protocol(ProtocolError),
    /// A message is larger than it may be; the rest of it has not been read.
    TooLarge(ProtocolError),
    /// A message came where another was due.
    Unexpected(&'static str),
    /// The log-in took too long.
    TooSlow,
    /// The socket failed.
    Socket(io::Error),
    /// The session is over.
    Session(SessionEnded),
    /// There is no session for it.
    NoSession(InstanceError),
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ended::Gone => write!(f, "the client has gone"),
            Ended::Refused(why) => write!(f, "{why}"),
            Ended::Protocol(error) | Ended::TooLarge(error) => write!(f, "protocol error: {error}"),
            Ended::Unexpected(what) => write!(f, "protocol error: {what}"),
            Ended::TooSlow => write!(f, "the log-in took too long"),
            Ended::Socket(error) => write!(f, "{error}"),
            Ended::Session(ended) => write!(f, "{ended}"),
            Ended::NoSession(error) => write!(f, "{error}"),
        }
    }
}

impl From<ProtocolError> for Ended {
    fn from(error: ProtocolError) -> Ended {
        Ended::Protocol(error)
    }
}

impl From<SessionEnded> for Ended {
    fn from(ended: SessionEnded) -> Ended {
        Ended::Session(ended)
    }
}

impl From<io::Error> for Ended {
    fn from(error: io::Error) -> Ended {
        match error.kind() {
            io::ErrorKind::ConnectionReset | io::ErrorKind::BrokenPipe | io::ErrorKind::UnexpectedEof => Ended::Gone,
            // Both are how a read ends that had a limit.
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => Ended::TooSlow,
            _ => Ended::Socket(error),
        }
    }
}
