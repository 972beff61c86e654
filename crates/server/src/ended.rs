//! The reasons why a connection ends, and what the error log says of each.

use sluice_base::error_log::{ErrorLog, LogSource};
use sluice_engine::{InstanceError, SessionEnded, SqlError};
use sluice_tds::ProtocolError;
use std::fmt;
use std::io;
use std::net::SocketAddr;

/// The reasons for the end, from the client's leaving to a violated protocol. Each decides what the
/// error log says.
#[derive(Debug)]
pub(crate) enum Ended {
    /// The client closed the connection.
    Gone,
    /// The log-in failed: the error log has the reason, and the client has received 18456.
    LogInFailed,
    /// The connection or its reset was refused.
    Refused(String),
    /// The client's bytes violate the protocol.
    Protocol(ProtocolError),
    /// A message exceeds the limit; the rest of it has not been read.
    TooLarge(ProtocolError),
    /// A message of another kind was due.
    Unexpected(&'static str),
    /// The log-in exceeded its time limit.
    TooSlow,
    /// Reading or writing failed, other than by the client's leaving.
    Socket(io::Error),
    /// The session ended, for example by KILL or an error of severity 20.
    Session(SessionEnded),
    /// The instance opened no session.
    NoSession(InstanceError),
}

impl Ended {
    /// Returns the end of a connection whose waiting bytes can't be read back from tempdb.
    pub(crate) fn storage(error: SqlError) -> Ended {
        Ended::Refused(sluice_engine::messages::text(&error))
    }

    /// Returns whether a packet could not be read or written.
    pub(crate) fn is_packet_error(&self) -> bool {
        matches!(self, Ended::Protocol(_) | Ended::TooLarge(_) | Ended::Socket(_))
    }

    /// Writes the end of the connection from `peer` to the error log, as a warning with the reason.
    /// A client that left is not worth a line, and a failed log-in has its own.
    pub(crate) fn log(&self, log: &ErrorLog, peer: SocketAddr) {
        match self {
            Ended::Gone | Ended::LogInFailed => {}
            _ => log.warning(LogSource::Server, format_args!("The connection from {peer} ended: {self}.")),
        }
    }
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ended::Gone => write!(f, "the client has gone"),
            Ended::LogInFailed => write!(f, "the log-in failed"),
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
            // The system reports an expired read limit as either of the two.
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => Ended::TooSlow,
            _ => Ended::Socket(error),
        }
    }
}
